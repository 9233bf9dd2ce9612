"""One game as a Gymnasium environment."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from ...base.errors import RuleError, quoted
from ...game import Game
from .config import EnvConfig

Observation = npt.NDArray[np.int8]


class MinesweeperEnv(gymnasium.Env[Observation, np.int64]):
    """Open cells until all safe ones are open (terminated, won) or a mine is hit (terminated, lost).

    Observation: int8 (rows, cols); -1 hidden, 0 to 8 a clue, 10 the mine that was hit. Action: ``row * cols +
    col``. ``info``: ``action_mask`` int8 (cells,), 1 where the cell is hidden, as
    ``action_space.sample(mask)`` takes it; ``won``; ``opened``, safe cells open.

    render_mode: ``"ansi"`` text, or ``"rgb_array"`` uint8 (height, width, 3), which needs Pillow
    config: The other fields of :class:`EnvConfig`
    Raises RuleError: what cannot be played.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        rows: int = 9,
        cols: int = 9,
        mines: int = 10,
        *,
        render_mode: str | None = None,
        **config: Any,
    ):
        is_text = isinstance(render_mode, str)
        if render_mode is not None and not (
            is_text and render_mode in self.metadata["render_modes"]
        ):
            raise RuleError(f"render_mode is ansi or rgb_array, not {quoted(render_mode)}")
        self.config = EnvConfig(rows, cols, mines, **config)
        self.observation_space = self.config.observation_space()
        self.action_space = self.config.action_space()
        self.render_mode = render_mode
        self._game: Game | None = None
        self._steps = 0

    @property
    def game(self) -> Game:
        """The game, the hidden layout included. Raises :class:`RuleError` before the first reset."""
        if self._game is None:
            raise RuleError("reset the environment before the first step")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game.

        options: ``{"seed": s, "index": i}`` plays game (s, i) of :class:`minesolver.game.Game`; ``{"layout":
            cells}`` has its mines at these (row, column)
        Raises RuleError: options that make no game.
        """
        super().reset(seed=seed)
        if options is not None and not isinstance(options, Mapping):
            raise RuleError(f"reset options are seed, index and layout, not {quoted(options)}")
        options = dict(options or {})
        layout = options.pop("layout", None)
        game_seed = options.pop("seed", None)
        index = options.pop("index", 0)
        if options:
            raise RuleError(
                f"reset options are seed, index and layout, not {', '.join(sorted(options))}"
            )
        if game_seed is None:
            game_seed = int(self.np_random.integers(1 << 63))
        self._game = Game(
            self.config.rows,
            self.config.cols,
            self.config.mines,
            self.config.rules,
            seed=game_seed,
            index=index,
            layout=layout,
            layers=self.config.layers,
        )
        self._steps = 0
        return self.config.seen(self._game.board), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Open a cell. Raises RuleError: the action is no cell, or the episode is over."""
        game = self.game
        if not self.action_space.contains(action):
            raise RuleError(
                f"an action is a whole number from 0 to {self.config.cells - 1}, not {quoted(action)}"
            )
        if game.over:
            raise RuleError("the episode is over: reset the environment")
        self._steps += 1
        reward = self.config.repeat_reward
        cell_index = int(action)  # True is an action too, and would be a mask
        if game.board._unknown.ravel()[cell_index]:
            dense_reward = self.config.given_away(game.board, cell_index, not game.started)
            (cell_name,) = game.board._named([cell_index])
            game.open(cell_name)
            reward = self.config.step_reward
            if game.won:
                reward = self.config.win_reward
            elif game.lost:
                reward = self.config.loss_reward
            reward += dense_reward
        truncated = not game.over and self._steps >= self.config.max_steps
        return self.config.seen(game.board), float(reward), game.over, truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The hidden cells, bool (cells,), under the name by which mask-aware learners look for them."""
        # In a game that is over no action does anything.
        unknown = self.game.board._unknown.ravel()
        hidden: npt.NDArray[np.bool_] = unknown & (not self.game.over)
        return hidden

    def render(self) -> Any:
        """The board, as the render mode says: text, or uint8 (height, width, 3).

        Raises MissingDependencyError: Pillow is not there for the latter.
        """
        if self.render_mode == "ansi":
            board_rows = str(self.game.board).splitlines()[1:]
            return "\n".join(board_rows) + "\n"
        if self.render_mode is None:
            return None
        from ...io.pictures import png

        picture = BytesIO(png(self.game.board))  # which says it where Pillow is missing
        from PIL import Image

        return np.asarray(Image.open(picture).convert("RGB"))

    def _info(self) -> dict[str, Any]:
        mask = self.action_masks().astype(np.int8)
        return {"action_mask": mask, "won": self.game.won, "opened": self.game.opened}
