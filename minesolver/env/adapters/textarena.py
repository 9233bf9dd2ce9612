"""TextArena: ``textarena.make("Minesolver-v0", size="6x6/6")``, once this module is imported."""

from typing import Any

import textarena as ta

from ..text import TextEnv


class MinesweeperEnv(ta.Env):  # type: ignore[misc]
    """Episodes of :class:`TextEnv`, whose arguments it takes; the seed is the episode. The reward is the sum
    of those of all moves.
    """

    def __init__(self, **config: Any) -> None:
        self.env = TextEnv(**config)

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin an episode."""
        self.state = ta.SinglePlayerState(num_players=num_players, seed=seed)
        prompt = self.env.reset(seed)
        self.total = 0.0

        def player_prompt(player_id: int, game_state: dict[str, Any]) -> str:
            return prompt

        self.state.reset(game_state={}, player_prompt_function=player_prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """(whether it is over, info) after an answer."""
        turn = self.env.step(action)
        self.total += turn.reward
        self.state.add_observation(
            message=turn.text, observation_type=ta.ObservationType.GAME_BOARD
        )
        if turn.done:
            self.state.set_outcome(reward=self.total, reason=turn.text.partition("\n")[0])
        done, info = self.state.step()
        return done, info | turn.info


ta.envs.registration.register("Minesolver-v0", MinesweeperEnv)
