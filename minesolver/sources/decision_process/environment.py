"""The notebook's environment: a game as a decision process, with its states, rewards and transitions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ...base.errors import ArgumentError, BoardFormatError, CellError, RuleError, check_type, truth
from ...base.limits import real_number, whole_number
from ...base.registry import check_known
from ...model.board import Cell, checked_cell
from .game import BOMB, UNOPENED, Draws, Game, generator
from .states import (
    OBSERVATIONS,
    Entry,
    State,
    StateSpace,
    checked_entries,
    consistent,
    decode,
    encode,
    holds,
    is_terminal,
    state_space,
)

TRANSITIONS = ("literal", "posterior")


@dataclass(frozen=True)
class View:
    """What an agent chooses by. All cells are row by row.

    state: The entries of the environment's state
    shown: Every cell that the board shows
    actions: The cells that may be chosen now, opened ones included
    unopened: Those that are not opened
    first: The cell that was opened first; ``None`` before that
    """

    state: tuple[Entry, ...]
    shown: tuple[Entry, ...]
    actions: tuple[Cell, ...]
    unopened: tuple[Cell, ...]
    first: Cell | None


class Environment:
    """A game on ``m`` rows and ``n`` columns as a decision process, under the notebook's method names. Cells
    and actions are (row, column), states lists of ((row, column), value). The list of possible states is
    built when first needed; :class:`EngineLimitError` says where it is too long.

    n, m, bombs: Columns, rows and mines
    reward_per_step: What a state that ends nothing is worth
    seed: Fixes the layout, :meth:`reset` included
    first_click, stop_at_win, rng: As for :class:`Game`
    observation: ``literal``: a state holds the clicked cells, each click appended; ``full``: every cell shown
    transitions: ``literal``: every distinct successor is equally likely; ``posterior``: by the number of
        layouts, at the first click those that ``first_click`` permits
    win_reward, loss_reward: What a win and a bomb are worth
    Raises RuleError: what cannot be played.
    """

    def __init__(
        self,
        n: int,
        m: int,
        bombs: int,
        reward_per_step: float = -0.04,
        seed: int | None = None,
        *,
        first_click: str = "cell",
        observation: str = "literal",
        transitions: str = "literal",
        stop_at_win: bool = True,
        win_reward: float = 10,
        loss_reward: float = -1,
        rng: Draws | None = None,
    ) -> None:
        check_known("kind of transitions", transitions, TRANSITIONS)
        check_known("kind of observation", observation, OBSERVATIONS)
        self.columns = n = whole_number(n, "the number of columns")
        self.rows = m = whole_number(m, "the number of rows")
        self.bombsCount = bombs = whole_number(bombs, "the number of bombs")
        for reward in (reward_per_step, win_reward, loss_reward):
            real_number(reward, "a reward")
        self.reward_per_step = reward_per_step
        self.win_reward = win_reward
        self.loss_reward = loss_reward
        self.observation = observation
        self.transitions = transitions
        self.stop_at_win = truth(stop_at_win, "stop_at_win is True or False")
        self.rng = generator(rng)
        self._new_game: Callable[[], Game] = partial(
            Game, n, m, bombs, seed, first_click=first_click, stop_at_win=stop_at_win, rng=rng
        )
        self.reset()
        self._cells = tuple((x, y) for x in range(m) for y in range(n))
        self._actions = list(self._cells)
        if transitions == "posterior" and self.first_click == "row-col":
            raise RuleError(
                "under first-click rule 'row-col' the posterior depends on the cell that was opened first, "
                "which a state does not tell; OptimalSolver takes it into account"
            )

    # Play

    def reset(self) -> State:
        """Start a new game, with the same layout if there is a seed."""
        self._game = self._new_game()
        self._state: State = []
        self._first: Cell | None = None
        return []

    def step(self, action: Cell) -> tuple[State, bool, float, Game]:
        """Open a cell.

        Returns: (state, done, reward, game); ``done`` is when no further step can be taken.
        """
        x, y = checked_cell(action, self.rows, self.columns)
        self._game.openCell(x, y)
        self._first = self._first or (x, y)
        if self.observation == "full":
            self._state = self._shown()
        else:
            self._state.append(((x, y), self._game.board[x][y]))
        # A game can be won with fewer clicks than safe cells, since a cascade opens several.
        won = self.getStatus() == 1 and self.stop_at_win
        reward = self.win_reward if won else self.getReward(self._state)
        return self.getCurrentState(), won or self.isDone(self._state), reward, self._game

    def getCurrentState(self) -> State:
        """The state of the game."""
        return list(self._state)

    def getStatus(self) -> int:
        """How the game stands: 0 while it runs, 1 won, -1 lost."""
        return self._game.status

    def isGameOver(self) -> bool:
        """Whether no further step can be taken."""
        return self._game.status != 0

    def render(self, powerMode: bool = False) -> None:
        """Print the board, the state, the status and the number of bombs.

        powerMode: Print where the bombs are, too
        """
        powerMode = truth(powerMode, "powerMode is True or False")
        for line in self._game.board:
            print(line)
        print("State: ", self._state)
        print("Status: ", self._game.status)
        print("Bombs: ", self._game.bombsCount)
        if powerMode:
            print("Bombs: ", self._game.bombs)

    def view(self) -> View:
        """What an agent may look at."""
        unopened = set(self._game.getUnopenedCells())
        actions = tuple(cell for cell in self._actions if self._game.permits(cell))
        return View(
            state=tuple(sorted(set(self._state))),
            shown=tuple(self._shown()),
            actions=actions,
            unopened=tuple(cell for cell in actions if cell in unopened),
            first=self._first,
        )

    # The decision process

    def get_possible_states(self) -> list[State]:
        """Every state, by id."""
        return [decode(self.space.layouts, code) for code in self.space.codes]

    generateAllStates = get_possible_states

    def get_actions(self) -> list[Cell]:
        """Every cell in row-major order, opened or not."""
        return list(self._actions)

    def removeAction(self, action: Cell) -> None:
        """Take a cell from the actions. Raises CellError: it is none of them."""
        cell = checked_cell(action, self.rows, self.columns)
        if cell not in self._actions:
            raise CellError(f"{cell} is no action any more")
        self._actions.remove(cell)

    def getIdByState(self, state: Iterable[Entry]) -> int | None:
        """The id of a state, whatever the order of its entries; ``None`` where it cannot occur."""
        try:
            return self.space.id_of.get(encode(self.space.layouts, state))
        except BoardFormatError:
            return None

    def getStateById(self, _id: int) -> State:
        """The state of an id. Raises ArgumentError: there is none."""
        return decode(self.space.layouts, self._code(_id))

    def _code(self, state_id: int) -> int:
        """The packed state of an id. Raises ArgumentError: there is none."""
        number = whole_number(state_id, "the id of a state")
        codes = self.space.codes
        if not 0 <= number < len(codes):
            raise ArgumentError(f"there is no state {number}: they are 0 to {len(codes) - 1}")
        return codes[number]

    def state_coords(self, state: Iterable[Entry]) -> list[Cell]:
        """The cells of a state."""
        return [cell for cell, _ in checked_entries(state)]

    def isDone(self, state: State) -> bool:
        """Whether the state has a bomb, or as many entries as there are safe cells. As in the notebook, a
        literal state counts a cell that was clicked twice twice: an agent that clicks opened cells runs
        out of steps.
        """
        state_entries = checked_entries(state)
        return (
            any(value == BOMB for _, value in state_entries)
            or len(state_entries) == len(self._cells) - self.bombsCount
        )

    def getReward(self, state: State, action: Cell | None = None) -> float:
        """What it is worth to come to a state, by any action; an entry given twice counts once."""
        state_entries = checked_entries(state)
        if any(value == BOMB for _, value in state_entries):
            return self.loss_reward
        won = len(set(state_entries)) == len(self._cells) - self.bombsCount
        return self.win_reward if won else self.reward_per_step

    def get_transition_prob(
        self, action: Cell, new_state: Iterable[Entry], old_state: State | None = None
    ) -> float:
        """P(new_state | old_state, action), by default from the current state; 0 from a state that is done,
        and for an opened cell.
        """
        old_id = self.getIdByState(self._state if old_state is None else old_state)
        new_id = self.getIdByState(new_state)
        if old_id is None or new_id is None:
            return 0.0
        return float(self.successors(old_id, action).get(new_id, 0))

    def successors(self, state_id: int, action: Cell) -> Mapping[int, Fraction]:
        """The ids that an action can lead to, with their probabilities; none from a state that is done."""
        space = self.space
        code = self._code(state_id)
        cell = space.layouts.index(action)
        if is_terminal(space.layouts, code) or holds(code, cell):
            return {}
        layouts = consistent(space.layouts, code)
        if self.transitions == "posterior" and not code:
            layouts = space.layouts.permitted(self.first_click, cell)
        branches = space.branches(code, cell, layouts)
        if self.transitions == "literal":
            return {space.id_of[next_code]: Fraction(1, len(branches)) for next_code in branches}
        total = layouts.bit_count()
        return {
            space.id_of[next_code]: Fraction(layouts_after.bit_count(), total)
            for next_code, layouts_after in branches.items()
        }

    def settings(self) -> dict[str, Any]:
        """What an environment of the same decision process is made with; its random generator is left out."""
        return {
            "n": self.columns,
            "m": self.rows,
            "bombs": self.bombsCount,
            "reward_per_step": self.reward_per_step,
            "first_click": self.first_click,
            "observation": self.observation,
            "transitions": self.transitions,
            "stop_at_win": self.stop_at_win,
            "win_reward": self.win_reward,
            "loss_reward": self.loss_reward,
        }

    @property
    def first_click(self) -> str:
        """The rule in force: ``none`` where a seed fixes the layout."""
        return self._game.first_click

    @property
    def space(self) -> StateSpace:
        """The packed states, shared between environments of one shape."""
        return state_space(self.rows, self.columns, self.bombsCount, self.observation)

    def _shown(self) -> State:
        board = self._game.board
        return [((x, y), board[x][y]) for x, y in self._cells if board[x][y] != UNOPENED]


def check_environment(env: object) -> None:
    """Whether something is an environment. Raises ArgumentTypeError: it is none."""
    check_type(env, Environment, "what is planned for or played in is an Environment")
