"""Many games stepped together, by arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ...base.errors import RuleError, quoted
from ...base.limits import whole_number
from ...model.board import HIDDEN, MINE, Board, neighbours
from .config import EnvConfig

Array = npt.NDArray[Any]


class VectorMinesweeper(VectorEnv[Array, Array, Array]):
    """Many games of the rules of :class:`EnvConfig`, all stepped by the same array operations.

    Observations: int8 (num_envs, rows, cols); actions: int64 (num_envs,). A game that ended begins anew with
    the next step, whose action for it is ignored and whose reward for it is 0 (Gymnasium's ``NEXT_STEP``).
    The layout is drawn, uniformly among those allowed, at the first action of a game. One seed draws those of
    all games, which are others than those that ``sync`` and ``async`` environments have of the seed. ``info``
    is that of :class:`MinesweeperEnv`, one row for each game.

    config: The other fields of :class:`EnvConfig`
    Raises RuleError: what cannot be played.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self, num_envs: int = 1, rows: int = 9, cols: int = 9, mines: int = 10, **config: Any
    ):
        # What these arrays cannot hold is refused, with the way to have it: games one after the other.
        if config.pop("render_mode", None) is not None:
            raise RuleError(
                "games stepped together are not rendered: use vectorization_mode='sync'"
            )
        num_envs = whole_number(num_envs, "num_envs")
        if num_envs < 1:
            raise RuleError(f"num_envs is at least 1, not {num_envs}")
        self.config = EnvConfig(rows, cols, mines, **config)
        if self.config.board != "square":
            raise RuleError("games stepped together have no rules: use vectorization_mode='sync'")
        if self.config.deal != "hidden":
            raise RuleError(
                "games stepped together have hidden mines: use vectorization_mode='sync'"
            )

        # The names that Gymnasium's own vector environments have.
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = self.config.observation_space()
        self.single_action_space = self.config.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        cells = self.config.cells
        self._ground = self.config.rules.check(rows, cols, mines)
        # Neighbours padded with the cell beyond the last, which every array below has as a scratch column.
        self._around = np.full((cells + 1, 8), cells)
        for cell, neighbour_cells in enumerate(neighbours(rows, cols)):
            self._around[cell, : len(neighbour_cells)] = neighbour_cells
        self._mine = np.zeros((num_envs, cells + 1), bool)
        self._clue = np.zeros((num_envs, cells + 1), np.int8)
        self._shown = np.full((num_envs, cells + 1), HIDDEN, np.int8)
        self._opened = np.zeros(num_envs, np.int64)
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)
        self._ready = False

    @property
    def layouts(self) -> npt.NDArray[np.bool_]:
        """The hidden mines, bool (num_envs, rows, cols); none in a game before its first action."""
        return self._mine[:, :-1].reshape(-1, self.config.rows, self.config.cols).copy()

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Array, dict[str, Any]]:
        """Begin games.

        options: ``{"reset_mask": bool (num_envs,)}`` begins only those games anew
        Raises RuleError: options of another kind.
        """
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise RuleError("one seed, a whole number, for all games")
        super().reset(seed=None if seed is None else int(seed))
        if options is not None and not isinstance(options, Mapping):
            raise RuleError(f"the reset option is reset_mask, not {quoted(options)}")
        options = dict(options or {})
        chosen = np.asarray(options.pop("reset_mask", np.ones(self.num_envs, bool)))
        if options:
            raise RuleError(f"the reset option is reset_mask, not {', '.join(sorted(options))}")
        if chosen.shape != (self.num_envs,) or chosen.dtype != bool:
            raise RuleError(
                f"reset_mask is bool of shape ({self.num_envs},), not {chosen.dtype} of {chosen.shape}"
            )
        self._clear(chosen)
        self._ready = True
        return self._observation(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One action in each game. Raises RuleError: actions that are no cells."""
        if not self._ready:
            raise RuleError("reset the environment before the first step")
        cells = np.asarray(actions)
        are_whole = np.issubdtype(cells.dtype, np.integer)
        if cells.shape != (self.num_envs,) or not are_whole:
            raise RuleError(
                f"actions are whole numbers of shape ({self.num_envs},), not {cells.dtype} of "
                f"{cells.shape}"
            )
        # NumPy would take -1 for the last cell, and the one beyond it is the scratch column.
        is_outside = (cells < 0) | (cells >= self.config.cells)
        if is_outside.any():
            raise RuleError(f"an action is a whole number from 0 to {self.config.cells - 1}")
        # Games that ended begin anew, and those at their first action get their mines.
        config = self.config
        playing = ~self._ended
        self._clear(self._ended)
        games = np.arange(self.num_envs)
        at_first_action = playing & (self._steps == 0)
        if at_first_action.any():
            self._deal(games[at_first_action], cells[at_first_action])
        self._steps += playing

        # Open the cells that are hidden.
        hidden = playing & (self._shown[games, cells] == HIDDEN)
        hit = hidden & self._mine[games, cells]
        dense_rewards = self._dense_rewards(games[hidden], cells)
        self._shown[games[hit], cells[hit]] = MINE
        safe_games = games[hidden & ~hit]
        self._open(safe_games, cells[safe_games])

        # What came of it; the later lines go before the earlier ones.
        won = playing & (self._opened == config.cells - config.mines)
        rewards = np.where(hidden, config.step_reward, config.repeat_reward)
        rewards[won] = config.win_reward
        rewards[hit] = config.loss_reward
        rewards += dense_rewards
        rewards[~playing] = 0.0
        terminated = won | hit
        truncated = playing & ~terminated & (self._steps >= config.max_steps)
        self._ended = terminated | truncated
        return self._observation(), rewards, terminated, truncated, self._info()

    def _dense_rewards(self, games: Array, cells: Array) -> Array:
        """float64 (num_envs,): what some games get besides for opening a hidden cell, before it is opened."""
        rewards = np.zeros(self.num_envs)
        if self.config.dense is None:
            return rewards
        observation = self._observation()
        for game in games.tolist():
            board = Board(observation[game], self.config.mines)
            is_first = self._opened[game] == 0
            rewards[game] = self.config.given_away(board, int(cells[game]), is_first)
        return rewards

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The hidden cells of each game, bool (num_envs, cells); none where it is over."""
        over = (self._shown == MINE).any(axis=1) | (
            self._opened == self.config.cells - self.config.mines
        )
        is_hidden = self._shown[:, :-1] == HIDDEN
        return np.logical_and(is_hidden, ~over[:, None])

    def _clear(self, games: Array) -> None:
        self._shown[games] = HIDDEN
        for array in (self._mine, self._clue, self._opened, self._steps, self._ended):
            array[games] = 0

    def _deal(self, games: Array, first_cells: Array) -> None:
        """Draw the mines of these games: the cells with the least of as many random numbers."""
        mine_count = self.config.mines
        numbers = self.np_random.random((len(games), self.config.cells))
        for row, first_cell in enumerate(first_cells.tolist()):
            protected_cells = list(self.config.rules.protected(self._ground, first_cell))
            numbers[row, protected_cells] = 2.0  # greater than any that is drawn
        if mine_count:
            mine_cells = np.argpartition(numbers, mine_count - 1, axis=1)[:, :mine_count]
            self._mine[games[:, None], mine_cells] = True
        self._clue[games] = self._mine[games][:, self._around].sum(axis=2)

    def _open(self, games: Array, cells: Array) -> None:
        """Open safe cells, a wave of the cascade at a time."""
        scratch_cell = self.config.cells  # the neighbour that cells at an edge have instead
        while len(games):
            self._shown[games, cells] = self._clue[games, cells]
            self._opened += np.bincount(games, minlength=self.num_envs)
            if self.config.reveal == "single":
                return
            # The neighbours of zeros, each pair of game and cell once, by its number.
            is_zero = self._clue[games, cells] == 0
            neighbour_cells = self._around[cells[is_zero]]
            pair_numbers = np.unique(games[is_zero, None] * (scratch_cell + 1) + neighbour_cells)
            games, cells = np.divmod(pair_numbers, scratch_cell + 1)
            is_hidden = (cells < scratch_cell) & (self._shown[games, cells] == HIDDEN)
            games, cells = games[is_hidden], cells[is_hidden]

    def _observation(self) -> Array:
        return self._shown[:, :-1].reshape(-1, self.config.rows, self.config.cols).copy()

    def _info(self) -> dict[str, Any]:
        won = self._opened == self.config.cells - self.config.mines
        mask = self.action_masks().astype(np.int8)
        values = {"action_mask": mask, "won": won, "opened": self._opened.copy()}
        return values | {f"_{name}": np.ones(self.num_envs, bool) for name in values}
