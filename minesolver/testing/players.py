"""The laws of players."""

from ..base.limits import whole_number
from ..game import Episode, Game, Rules, play_episode
from ..players import PLAYERS, Agent

RULE_SETS = {
    "ordinary": Rules(),
    "after a mine it goes on": Rules("none", "continue", "explore", "single"),
    "won by flags": Rules("none", "lose", "flag", "single"),
    "mine count unknown": Rules("safe", "continue", "open", "cascade", mine_count_known=False),
}


def check_player(player: str | Agent, *, games: int = 5, seed: int = 0) -> None:
    """Have an agent play small games under several rules.

    Each move is legal, has a reason, and is right where it claims a proof; a game that cannot be lost is
    played to its end; the same game and seed give the same moves, also by a player that has played before.

    games: How many games under each of the rules
    """
    agent = PLAYERS.entry_of(player)
    games = whole_number(games, "the number of games")
    seed = whole_number(seed, "a seed")
    for label, rules in RULE_SETS.items():
        veteran = agent.make()  # plays all games, so that it shows what a game leaves behind
        for index in range(games):
            game_name = f"agent {agent.name!r}, game {index} of seed {seed}, {label}"
            game = Game(5, 6, 6, rules, seed=seed, index=index)
            try:
                episode = play_episode(game, agent.make())
                veteran_game = Game(5, 6, 6, rules, seed=seed, index=index)
                veteran_episode = play_episode(veteran_game, veteran)
            except (ValueError, IndexError) as error:
                raise AssertionError(f"{game_name}: a move is not legal: {error}") from error
            except Exception as error:
                raise AssertionError(
                    f"{game_name}: it ends in {type(error).__name__}: {error}"
                ) from error
            _check(game_name, game, episode)
            if _moves(episode) != _moves(veteran_episode):
                raise AssertionError(
                    f"{game_name}: a player that has played before moves otherwise"
                )


def _moves(episode: Episode) -> list[tuple[object, str]]:
    return [(move.cell, move.action) for move in episode.moves]


def _check(game_name: str, game: Game, episode: Episode) -> None:
    for move in episode.moves:
        move_name = f"{game_name}: {move.action} {move.cell}"
        # A flag claims a mine, any other move that there is none.
        claims_mine = move.action == "flag"
        if move.proved and game.is_mine(move.cell) != claims_mine:
            raise AssertionError(f"{move_name} claims a proof and is wrong")
        if not move.reason:
            raise AssertionError(f"{move_name} has no reason")
        if move.probability is not None and not 0 <= move.probability <= 1:
            raise AssertionError(f"{move_name} has probability {move.probability}")

    # Where a mine ends nothing, giving up is the only way not to win.
    if game.rules.after_mine == "continue" and episode.outcome != "won":
        raise AssertionError(f"{game_name}: the agent stops before the game is over")
