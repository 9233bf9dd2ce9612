"""States of the decision process, written as the notebook does and packed into integers.

A state is a set of entries (cell, shown value), with a value ``_``, a digit or ``B``. ``literal`` states
hold the clicked cells only. ``full`` states hold every cell that the board shows, those of a cascade too.
Packed, a state has four bits a cell: 0 for not in the state, otherwise the value (bomb: 10) plus 1.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

from ...base.errors import (
    ArgumentTypeError,
    BoardFormatError,
    CellError,
    EngineLimitError,
    check_hashable,
    quoted,
)
from ...base.registry import check_known
from ...model.board import MINE, Cell
from .game import SYMBOLS
from .placements import Layouts, all_layouts, members

Entry = tuple[Cell, str]
State = list[Entry]

OBSERVATIONS = ("literal", "full")
MOST_STATES = 2_000_000
CODES = {sign: value for value, sign in SYMBOLS.items()}


def entry(cell: int, value: int) -> int:
    """The packed state of one entry."""
    return (value + 1) << 4 * cell


def entries(code: int) -> list[tuple[int, int]]:
    """The (cell, value) pairs of a packed state, by cell."""
    pairs = []
    for cell in range((code.bit_length() + 3) // 4):
        digit = code >> 4 * cell & 15
        if digit:
            pairs.append((cell, digit - 1))
    return pairs


def holds(code: int, cell: int) -> bool:
    return bool(code >> 4 * cell & 15)


def checked_entries(state: Iterable[Entry]) -> State:
    """The entries of a state, each a cell and a value. Raises ArgumentTypeError: it is no such list."""
    try:
        state_entries = [(cell, value) for cell, value in state]
    except (TypeError, ValueError):
        raise ArgumentTypeError(
            f"a state is a list of ((row, column), value), not {quoted(state)}"
        ) from None
    for pair in state_entries:
        check_hashable(pair, "an entry of a state is ((row, column), value)")
    return state_entries


def encode(layouts: Layouts, state: Iterable[Entry]) -> int:
    """Pack a state. Equal entries count once; raises :class:`BoardFormatError` for an impossible one."""
    code = 0
    for cell, symbol in checked_entries(state):
        if isinstance(symbol, int):  # as the notebook's text writes them
            symbol = SYMBOLS.get(symbol, quoted(symbol))
        if symbol not in CODES:
            raise BoardFormatError(
                f"{quoted(symbol)} is not a value of a state", symbol=quoted(symbol)
            )
        try:
            index = layouts.index(cell)
        except CellError as error:
            raise BoardFormatError(str(error)) from None
        packed = entry(index, CODES[symbol])
        if holds(code, index) and code & 15 << 4 * index != packed:
            raise BoardFormatError(f"cell {cell} has two values in one state", symbol=symbol)
        code |= packed
    return code


def decode(layouts: Layouts, code: int) -> State:
    """Unpack a state, its entries in row-major order."""
    return [(layouts.cell(cell), SYMBOLS[value]) for cell, value in entries(code)]


def consistent(layouts: Layouts, code: int) -> int:
    """The layouts that agree with every entry of a packed state."""
    result = layouts.everything
    for cell, value in entries(code):
        result &= layouts.showing[cell][value]
    return result


def is_terminal(layouts: Layouts, code: int) -> bool:
    """Whether the state shows a bomb, or as many cells as there are safe ones."""
    opened = entries(code)
    if len(opened) == layouts.cells - layouts.bombs:
        return True
    return any(value == MINE for _, value in opened)


class StateSpace:
    """The states of a board and what leads from one to another. Build it by :func:`state_space`.

    ``codes``: the packed states; a state's place in it is its id. Literal states come in the notebook's
    order; full ones are those that play can reach, nearest first. They are listed when first asked for, which
    raises :class:`EngineLimitError` where there are more than ``MOST_STATES``.
    """

    def __init__(self, layouts: Layouts, observation: str) -> None:
        check_known("kind of observation", observation, OBSERVATIONS)
        self.layouts = layouts
        self.observation = observation

    @cached_property
    def codes(self) -> tuple[int, ...]:
        return tuple(self._literal() if self.observation == "literal" else self._reachable())

    @cached_property
    def id_of(self) -> dict[int, int]:
        return {code: number for number, code in enumerate(self.codes)}

    def branches(self, code: int, cell: int, layouts: int) -> dict[int, int]:
        """The states that opening ``cell`` can lead to, each with the set of ``layouts`` that lead there."""
        layouts_after: dict[int, int] = {}
        for value, showing in enumerate(self.layouts.showing[cell]):
            layouts_showing = layouts & showing
            if value == 0 and self.observation == "full":
                # A cascade: what it shows is a matter of the layout.
                for layout in members(layouts_showing):
                    next_code = code | self.region(layout, cell)
                    layouts_after[next_code] = layouts_after.get(next_code, 0) | 1 << layout
            elif layouts_showing:
                layouts_after[code | entry(cell, value)] = layouts_showing
        return layouts_after

    def region(self, layout: int, cell: int) -> int:
        """The packed entries that opening ``cell`` shows under a layout."""
        return sum(
            entry(opened_cell, self.layouts.value(layout, opened_cell))
            for opened_cell in self.layouts.region(layout, cell)
        )

    def _literal(self) -> list[int]:
        """The states of clicked cells, in the order of the notebook's generator."""
        cells = self.layouts.cells
        bombs = self.layouts.bombs
        raw = raw_states(cells, bombs)
        if raw > MOST_STATES:
            raise EngineLimitError(
                f"{raw} states before duplicates go; at most {MOST_STATES} are listed"
            )
        codes: dict[int, None] = {}  # each once, in the order in which they are met
        for number, layout in enumerate(combinations(range(cells), bombs)):
            # Subsets in binary order, the first cell as the lowest bit; those with two bombs are left out.
            subsets = [(0, 0)]  # (packed state, bombs in it)
            for cell in range(cells):
                is_bomb = cell in layout
                packed_cell = entry(cell, self.layouts.value(number, cell))
                with_cell = [(code | packed_cell, bombs_in + is_bomb) for code, bombs_in in subsets]
                subsets += [(code, bombs_in) for code, bombs_in in with_cell if bombs_in <= 1]
            codes.update((code, None) for code, _ in subsets)
        return list(codes)

    def _reachable(self) -> list[int]:
        """The states that play can reach, nearest first."""
        layouts_of = {0: self.layouts.everything}
        codes = [0]
        for code in codes:  # which grows meanwhile
            if is_terminal(self.layouts, code):
                continue
            for cell in range(self.layouts.cells):
                if holds(code, cell):
                    continue
                for next_code, layouts in self.branches(code, cell, layouts_of[code]).items():
                    if next_code not in layouts_of:
                        layouts_of[next_code] = layouts
                        codes.append(next_code)
            if len(layouts_of) > MOST_STATES:
                raise EngineLimitError(
                    f"more than {MOST_STATES} states can be reached on this board"
                )
        return codes


def raw_states(cells: int, bombs: int) -> int:
    """How many (layout, opened cells) pairs the notebook lists before it drops equal states."""
    return comb(cells, bombs) * (1 << cells - bombs) * (1 + bombs)


@lru_cache(maxsize=16)
def state_space(rows: int, cols: int, bombs: int, observation: str) -> StateSpace:
    """The state space of a board, built once."""
    return StateSpace(all_layouts(rows, cols, bombs), observation)
