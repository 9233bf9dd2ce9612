"""A whole game of the inference report, play by play; the states of a search as its report draws them."""

from __future__ import annotations

from dataclasses import dataclass

from ...bench.figure import Boards
from ...bench.table import Table, Value
from ...game import Game, PlayedMove, play_episode
from ...model.board import MINE
from ...players.knowledge_player import KnowledgePlayer
from .. import search_agents
from ..rules import INFERENCE, SEARCH
from .plan import ReproductionPlan
from .spec import Spec
from .work import Results

SIDE, MINES = 5, 6
FLOW_MINES = ((0, 2), (1, 1))
"""Mines of the 3x3 board whose states are drawn."""


@dataclass(frozen=True)
class LogTask:
    """A game of the advanced agent that knows the total: a row for each move, and the log in full."""

    seed: int

    def run(self) -> tuple[list[tuple[Value, ...]], str]:
        player = KnowledgePlayer("layered", total=True, likelihood="average", trace=True)
        game = Game(SIDE, SIDE, MINES, INFERENCE, seed=self.seed)
        rows: list[tuple[Value, ...]] = []
        lines: list[str] = []

        def note(game: Game, played: PlayedMove) -> None:
            lines.extend(str(step) for step in player.new_steps())
            rows.append((len(rows) + 1, *_row(played)))
            lines.append(
                f"{len(rows)}. {' '.join(str(value) for value in rows[-1][1:5] if value is not None)}"
            )
            lines.extend(["", str(game.board), ""])

        episode = play_episode(game, player, on_move=note, keep_moves=False)
        lines.append(f"{episode.deduced_mines} of {MINES} mines proved: score {episode.score:.4g}")
        return rows, "\n".join(lines)


def _row(played: PlayedMove) -> tuple[Value, ...]:
    row, col = played.cell
    what = "mark" if played.action == "flag" else "query" if played.proved else "pick"
    code = played.shown.get(played.cell)
    shown = None if code is None else "a mine" if code == MINE else f"clue {code}"
    return what, f"({row},{col})", shown, played.rule, played.reason


def _log(plan: ReproductionPlan, results: Results) -> Table:
    rows, log = results[LogTask(plan.seed)]
    return Table(
        ("step", "what", "cell", "shows", "rule", "reason"),
        rows,
        notes=(
            f"The play-by-play progression that the document asks for and does not print: {SIDE}x{SIDE} with "
            f"{MINES} mines, *advanced_total*. *Pick*: nothing was proved, the least likelihood; *query*: "
            f"proved "
            "safe; *mark*: proved a mine. Each decision names its rule. In full, with the knowledge base, "
            "the "
            "board equation and the fringe before each rule, as `minesolver play --trace` prints it:",
        ),
        appendix=(f"```\n{log}\n```",),
    )


def _flow(plan: ReproductionPlan, results: Results) -> Table:
    game = Game(3, 3, rules=SEARCH, layout=FLOW_MINES)
    states = [("the start", *_signs(game))]
    rows: list[tuple[Value, ...]] = [(0, None, *_texts(game))]

    def draw(game: Game, played: PlayedMove) -> None:
        states.append((f"{played.cell} visited", *_signs(game)))
        rows.append((len(rows), f"({played.cell[0]},{played.cell[1]})", *_texts(game)))

    play_episode(game, search_agents.AGENTS["bfs"].make(), on_move=draw, keep_moves=False)
    return Table(
        ("step", "visited", "state", "with moves"),
        rows,
        notes=(
            "Breadth first on 3x3 with mines at (0,2) and (1,1). Signs and colours of the document: U "
            "(dark grey) "
            "unvisited safe, 0 to 8 (light grey) visited, M (red) unvisited mine, T (yellow) visited mine; "
            "* an "
            "available move, on the colour of what it hides. The same on the terminal: `minesolver play "
            "--rows 3 "
            "--cols 3 --mines 2 --first-click fixed:0,0 --after-mine continue --reveal single --policy bfs "
            "--signs`.",
        ),
        figures=(Boards("R1.2", "State flow of a search on 3x3", states),),
    )


def _signs(game: Game) -> tuple[str, str]:
    """(the state in signs, the same with the available moves starred)."""
    return game.text(), game.text(search_agents.move_gen(game.board))


def _texts(game: Game) -> tuple[str, str]:
    state, starred = _signs(game)
    return state.replace("\n", "/"), starred.replace("\n", "/")


SPECS = (
    Spec("R0.23", "a whole game, play by play", lambda plan: [LogTask(plan.seed)], _log),
    Spec("R1.2", "states of a search, step by step", lambda plan: [], _flow),
)
