"""An analysis as text: the board as it lies, a legend, a summary line. Colour for terminals only."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from itertools import compress, groupby
from math import isnan
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board
from ..model.reason import conclude, show

if TYPE_CHECKING:
    from ..policies.recommendation import Candidate, Recommendation

_CLUE_STYLES = {".": "dim", "0": "dim", "1": "bright_blue", "2": "green", "3": "red", "4": "blue"}
_CLUE_STYLES |= {"5": "magenta", "6": "cyan", "7": "white", "8": "bright_black", "*": "bold red"}
_TENTHS = "abcdefghij"
_BOARD = {HIDDEN: "#", MINE: "*", 0: "."} | {n: str(n) for n in range(1, 9)}


def text(thing: Analysis | Recommendation, **options: Any) -> str:
    """What ``str`` gives of an analysis, or of the candidates of a recommendation."""
    return draw(thing, **options) if isinstance(thing, Analysis) else candidate_table(thing, **options)


def draw(
    analysis: Analysis,
    *,
    exact: bool = False,
    explain: bool = False,
    colour: bool = False,
    width: int | None = None,
) -> str:
    """Several lines without a final line break; cells that do not lie in rows are listed.

    ``exact``: also the fractions. ``explain``: also the reasons. ``width``: columns of the terminal; cells
    are drawn as wide as fits: four columns with percentages, or two or one with letters for tenths.
    """
    drawn, across = grid(
        analysis.board, partial(_cell, analysis), 4, best=analysis.best, width=width, colour=colour
    )
    note = "" if analysis.is_exact else analysis.note or "these are likelihoods of a heuristic engine"
    parts = [_legend(analysis, across) if drawn else "", analysis.summary(), note and f"NOT EXACT: {note}"]
    parts.insert(3 if drawn else 1, "\n".join(_listed(analysis, exact)) if exact or not drawn else "")
    parts += [_explained(analysis)] if explain else []
    return "\n".join([drawn] * bool(drawn) + [wrapped(part, width) for part in parts if part])


def wrapped(text: str, width: int | None) -> str:
    """The text broken at spaces, each line's rest indented."""
    if width is None:
        return text
    return "\n".join(
        textwrap.fill(line, max(20, width), subsequent_indent="  ", break_on_hyphens=False)
        for line in text.splitlines()
    )


def signs(board: Any) -> list[str]:
    """What each cell shows, in their order; ``#`` of a hidden one, even where a clue is printed on it."""
    if isinstance(board, Board):
        return [_BOARD[code] for code in board.grid.ravel().tolist()]
    from .formats.variant import state_sign  # with all that it needs of the rules

    return [state_sign(board, board[cell]) for cell in board.cells]


def printed(board: Any) -> dict[Any, str]:
    """The clues that are printed on cells that are not open, by their names."""
    if isinstance(board, Board) or not getattr(board, "printed", None):
        return {}
    from .formats.variant import printed_signs

    return printed_signs(board)


def percentage(p: float) -> str:
    """P(mine) in two digits; nothing unproved is shown as a certainty."""
    return "??" if isnan(p) else f"{min(99, max(1, round(100 * p))):02d}"


def _rows(board: Any) -> list[tuple[int, bool, list[Any]]]:
    """The rows of cells as they lie (see :func:`lying`); none where they do not."""
    if isinstance(board, Board):
        return [(0, False, [(r, c) for c in range(board.cols)]) for r in range(board.rows)]
    if not hasattr(board, "geometry") or len(board.geometry.shape) < 2:
        return []
    from .formats.variant import lying

    return list(lying(board.geometry))


def grid(
    board: Any,
    look: Callable[[Any, str, int], tuple[str, str]],
    across: int = 1,
    *,
    best: Any = None,
    width: int | None = None,
    colour: bool = False,
) -> tuple[str, int]:
    """The cells as they lie, with row and column numbers, and how many columns each took; empty if nowhere.

    ``look``: (text, style) of a cell from its name, its sign on the board and the columns that it takes.
    ``across``: the least of these, unless ``width`` allows no more than two or one. ``best``: is marked.
    """
    if not (rows := _rows(board)):
        return "", across
    known = dict(zip(board.cells, signs(board), strict=True))
    longest, cols = max(map(len, known.values())), len(rows[0][2])
    flat = len(rows[0][2][0]) == 2  # then rows and columns are numbered
    margin = len(str(len(rows) - 1)) + 1 if flat else 0
    across = max(across, len(str(cols - 1)) + 1, longest + 1)
    if width is not None and margin + across * cols - 1 > width and longest == 1:
        across = 2 if margin + 2 * cols <= width else 1
    lines: list[list[tuple[str, str]]] = [[(line, "")] for line in _heading(cols, across, margin) if flat]
    for number, (dashes, aside, places) in enumerate(rows):
        if dashes:
            lines.append([("-" * dashes, "")])
        line = [((f"{number:>{margin - 1}} " if flat else "") + " " * (across // 2 * aside), "")]
        for place in places:
            sign, style = look(place, known[place], across) if place in known else ("", "")
            mark = "<" if place == best else " "
            line.append((f"{sign:>{max(1, across - 1)}}" + mark * (across > 1), style))
        lines.append(line)
    return coloured(lines) if colour else plain(lines), across


def plain(lines: list[list[tuple[str, str]]]) -> str:
    """Lines of (text, style) without the styles."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def clue_style(sign: str) -> str:
    """The colour of a clue, or of a mine."""
    return _CLUE_STYLES.get(sign, "")


def _cell(analysis: Analysis, cell: Any, known: str, across: int) -> tuple[str, str]:
    """(text, style) of a cell: clue, ``*``, ``s``, ``m``, or its probability: two digits of per cent, or
    where cells are narrow a letter, ``a`` below 10 % to ``j`` from 90 % on."""
    if known != "#":
        return known, clue_style(known)
    best = " reverse" if cell == analysis.best else ""
    if cell in analysis.safe:
        return "s", "bold bright_green" + best
    if cell in analysis.mines:
        return "m", "bold bright_red" + best
    p = analysis[cell]
    if isnan(p):
        return "??" if across >= 4 else "?", "dim" + best
    # Blue to orange: distinct for colour-blind eyes too.
    red, green, blue = (round(a + (b - a) * p) for a, b in zip((90, 170, 255), (255, 140, 40), strict=True))
    sign = percentage(p) if across >= 4 else _TENTHS[min(9, int(10 * p + 1e-9))]
    return sign, f"rgb({red},{green},{blue}){best}"


def _heading(cols: int, across: int, margin: int) -> list[str]:
    """The numbers of the columns; in narrow cells the tens stand above the units."""
    if across > len(str(cols - 1)):
        return [" " * margin + " ".join(f"{c:>{across - 1}}" for c in range(cols))]
    tens = (str(c // 10 % 10) if c >= 10 and c % 10 == 0 else " " for c in range(cols))
    rows = [*([tens] if cols > 10 else []), (str(c % 10) for c in range(cols))]
    return [" " * margin + (" " * (across - 1)).join(row) for row in rows]


def coloured(lines: list[list[tuple[str, str]]]) -> str:
    """Lines of (text, style) as the terminal shows them."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)  # it knows what the terminal can show, and NO_COLOR
    with console.capture() as captured:
        for line in lines:
            console.print(Text.assemble(*line), soft_wrap=True)
    return captured.get().rstrip("\n")


def _legend(analysis: Analysis, across: int) -> str:
    what = "mine probability" if analysis.is_exact else "mine likelihood"
    proved = analysis.safe | analysis.mines
    cells = compress(analysis.board.cells, analysis.board.unknown)
    guesses = [isnan(analysis[cell]) for cell in cells if cell not in proved]
    narrow = f"letters: {what}, a 0-10 %, b 10-20 %, ... j 90-100 %"
    parts = {
        "s proved safe": analysis.safe,
        "m proved mine": analysis.mines,
        f"two digits: {what} in %" if across >= 4 else narrow: not all(guesses),
        "? not known": any(guesses),
        "< best": analysis.best is not None and across > 1,
    }
    return ", ".join(part for part, shown in parts.items() if shown)


def _listed(analysis: Analysis, exact: bool) -> list[str]:
    """Cells of equal probability together, the safest first; those of which nothing is known last."""
    groups: dict[Any, list[str]] = {}
    unknown_cells = []
    for cell in compress(analysis.board.cells, analysis.board.unknown):
        if isnan(analysis[cell]):
            unknown_cells.append(show(cell))
        else:
            probability = analysis.exact(cell) if analysis.is_exact or exact else analysis[cell]
            groups.setdefault(probability, []).append(show(cell))
    lines = []
    for p in sorted(groups):
        percent = min(99.99, max(0.01, 100 * float(p)))  # nothing unproved is shown as a certainty
        what = "safe" if p == 0 else "mine" if p == 1 else f"{percent:5.2f} %"
        lines.append(f"{f'{p} = {float(p):.6g}' if exact else what}: " + " ".join(groups[p]))
    if unknown_cells:
        lines.append(f"not known: {' '.join(unknown_cells)}")
    return lines


def _explained(analysis: Analysis) -> str:
    lines = []
    for (why, is_mine, after), same in groupby(
        analysis.reasons.values(), attrgetter("why", "is_mine", "after")
    ):
        sentence = conclude(why, [reason.cell for reason in same], is_mine)
        lines.append(sentence + (f" [knowing {' '.join(map(show, after))}]" if after else ""))
    if lines and not isinstance(analysis.board, Board):
        lines.append(f"difficulty: {analysis.difficulty()}")
    return "\n".join(lines) or "no cell is proved"


def _share(value: float | None, digits: int = 1) -> str | None:
    return None if value is None else f"{100 * value:.{digits}f}"


_COLUMNS: dict[str, Callable[[Candidate], str | None]] = {
    "cell": lambda c: show(c.cell),
    "safe %": lambda c: _share(c.safety, 2),
    "50/50 %": lambda c: _share(c.fifty_fifty_risk),
    "progress %": lambda c: _share(c.progress),
    "win %": lambda c: _share(c.win, 2),
    "playouts %": lambda c: _share(c.playouts),
    "trees %": lambda c: None if c.trees_multiplier is None else f"{100 * (c.trees_multiplier - 1):+.1f}",
}


def candidate_table(advice: Recommendation, most: int = 8, width: int | None = None) -> str:
    """The ranked candidates of a guess, and what each value that they could show would bring.

    Only columns that say something are shown; what a value brings is cut at ``width``.
    """
    shown = advice.candidates[:most]
    values = {name: list(map(look, shown)) for name, look in _COLUMNS.items()}
    columns = [[name, *(text or "-" for text in column)] for name, column in values.items() if any(column)]
    aligned = [[text.rjust(max(map(len, column))) for text in column] for column in columns]
    lines = ["  " + "  ".join(row) for row in zip(*aligned, strict=True)]
    brings = ["value: chance % -> cells safe", *map(_brings, shown)]
    if not any(c.outcomes for c in shown):
        brings[0] = "exactly" if advice.exact else ""
    room = None if width is None else width - len(lines[0]) - 2
    lines = [f"{line}  {_cut(text, room)}".rstrip() for line, text in zip(lines, brings, strict=True)]
    if len(advice.candidates) > most:
        lines.append(f"  and {len(advice.candidates) - most} more")
    return "\n".join(lines)


def _brings(candidate: Candidate) -> str:
    if candidate.exact is not None:
        return str(candidate.exact)
    if candidate.region is not None:
        return f"{candidate.region} of this region"
    return "  ".join(f"{o.value}: {100 * o.chance:.0f} -> {o.safe_cells}" for o in candidate.outcomes)


def _cut(text: str, room: int | None) -> str:
    if room is None or len(text) <= room:
        return text
    kept = text[: max(0, room - 3)].rsplit("  ", 1)[0].rstrip()
    return f"{kept} ..." if room > 12 else ""
