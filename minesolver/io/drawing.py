"""An analysis as text: the board with percentages, a legend, a summary line. Colour for terminals only."""

from __future__ import annotations

import textwrap
from itertools import groupby
from math import isnan
from operator import attrgetter
from typing import TYPE_CHECKING

from ..explain import conclude
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board, Cell

if TYPE_CHECKING:
    from ..policies.recommend import Candidate, Recommendation

_CLUE_STYLES = ("dim", "bright_blue", "green", "red", "blue", "magenta", "cyan", "white", "bright_black")
_TENTHS = "abcdefghij"


def draw(
    analysis: Analysis,
    *,
    exact: bool = False,
    explain: bool = False,
    colour: bool = False,
    width: int | None = None,
) -> str:
    """Several lines without a final line break.

    ``exact``: also the fractions. ``explain``: also the reasons. ``width``: columns of the terminal; cells
    are drawn as wide as fits: four columns with percentages, or two or one with letters for tenths.
    """
    across = _across(analysis.board, width)
    parts = [_grid(analysis, colour, across), _legend(analysis, across), analysis.summary()]
    if not analysis.is_exact:
        parts.append(f"NOT EXACT: {analysis.note or 'these are likelihoods of a heuristic engine'}")
    if exact:
        parts.append(_fractions(analysis))
    if explain:
        parts.append(_explanations(analysis))
    return "\n".join([parts[0], *(wrapped(part, width) for part in parts[1:] if part)])


def wrapped(text: str, width: int | None) -> str:
    """The text broken at spaces, each line's rest indented."""
    if width is None:
        return text
    return "\n".join(
        textwrap.fill(line, max(20, width), subsequent_indent="  ", break_on_hyphens=False)
        for line in text.splitlines()
    )


def _across(board: Board, width: int | None) -> int:
    """Columns of a cell: 4, 2 or 1."""
    margin = len(str(board.rows - 1)) + 1
    full = max(3, len(str(board.cols - 1)) + 1) + 1
    if width is None or margin + full * board.cols - 1 <= width:
        return full
    return 2 if margin + 2 * board.cols <= width else 1


def symbol(analysis: Analysis, cell: Cell, across: int = 4) -> str:
    """A cell in at most two characters: clue, ``*``, ``s``, ``m``, or its probability.

    Two digits of per cent, or where cells are narrow a letter, ``a`` below 10 % to ``j`` from 90 % on.
    """
    code = analysis.board[cell]
    if code != HIDDEN:
        return "*" if code == MINE else "." if code == 0 else str(code)
    if cell in analysis.safe:
        return "s"
    if cell in analysis.mines:
        return "m"
    p = float(analysis.probability[cell])
    if across < 4:
        return "?" if isnan(p) else _TENTHS[min(9, int(10 * p + 1e-9))]
    if isnan(p):
        return "??"
    # Nothing unproved is shown as a certainty.
    return f"{min(99, max(1, round(100 * p))):02d}"


def heading(cols: int, across: int, margin: int) -> str:
    """The numbers of the columns; in narrow cells the tens stand above the units."""
    if across >= 4:
        return " " * margin + " " + "".join(f"{c:>{across - 1}} " for c in range(cols)).rstrip()
    rows = []
    for unit in (10, 1):
        if unit == 1 or cols > 10:
            signs = [
                str(c // unit % 10) if unit == 1 or (c >= 10 and c % 10 == 0) else " " for c in range(cols)
            ]
            rows.append(" " * margin + " " + "".join(sign + " " * (across - 1) for sign in signs).rstrip())
    return "\n".join(rows)


def _grid(analysis: Analysis, colour: bool, across: int) -> str:
    board = analysis.board
    margin = len(str(board.rows - 1))
    lines = [heading(board.cols, across, margin)]
    styled = []
    for r in range(board.rows):
        cells = []
        for c in range(board.cols):
            mark = "<" if (r, c) == analysis.best else " "
            text = f"{symbol(analysis, (r, c), across):>{max(1, across - 1)}}"
            cells.append((text + (mark if across > 1 else ""), (r, c)))
        start = f"{r:>{margin}} "
        if colour:
            styled.append([(start, ""), *((text, _style(analysis, cell)) for text, cell in cells)])
        else:
            lines.append((start + "".join(text for text, _ in cells)).rstrip())
    if colour:
        lines.append(coloured(styled))
    return "\n".join(lines)


def _style(analysis: Analysis, cell: Cell) -> str:
    code = analysis.board[cell]
    if code != HIDDEN:
        return clue_style(code)
    best = " reverse" if cell == analysis.best else ""
    if cell in analysis.safe:
        return "bold bright_green" + best
    if cell in analysis.mines:
        return "bold bright_red" + best
    p = float(analysis.probability[cell])
    if isnan(p):
        return "dim" + best
    # Blue to orange: distinct for colour-blind eyes too.
    red, green, blue = (round(a + (b - a) * p) for a, b in zip((90, 170, 255), (255, 140, 40), strict=True))
    return f"rgb({red},{green},{blue}){best}"


def coloured(lines: list[list[tuple[str, str]]]) -> str:
    """Lines of (text, style) as the terminal shows them."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)  # it knows what the terminal can show, and NO_COLOR
    with console.capture() as captured:
        for line in lines:
            console.print(Text.assemble(*line), soft_wrap=True)
    return captured.get().rstrip("\n")


def clue_style(code: int) -> str:
    """The colour of a clue, or of a mine."""
    return "bold red" if code == MINE else _CLUE_STYLES[code]


def _legend(analysis: Analysis, across: int) -> str:
    used = {symbol(analysis, cell, across) for cell in analysis.board.where(HIDDEN)}
    what = "mine probability" if analysis.is_exact else "mine likelihood"
    parts = ["s proved safe"] if "s" in used else []
    parts += ["m proved mine"] if "m" in used else []
    if used - {"s", "m", "??", "?"}:
        parts.append(
            f"two digits: {what} in %"
            if across >= 4
            else f"letters: {what}, a 0-10 %, b 10-20 %, ... j 90-100 %"
        )
    parts += ["? not known"] if used & {"??", "?"} else []
    if analysis.best and across > 1:
        parts.append("< best")
    return ", ".join(parts)


def _fractions(analysis: Analysis) -> str:
    """Groups of cells by their exact probability, least first."""
    cells: dict[str, list[Cell]] = {}
    order = {}
    for cell in analysis.board.where(HIDDEN):
        fraction = analysis.exact(*cell)
        cells.setdefault(str(fraction), []).append(cell)
        order[str(fraction)] = fraction
    return "\n".join(
        f"{name} = {float(order[name]):.6g}: " + " ".join(f"({r},{c})" for r, c in cells[name])
        for name in sorted(cells, key=order.__getitem__)
    )


def _explanations(analysis: Analysis) -> str:
    reasons = list(analysis.reasons.values())
    if not reasons:
        return "no cell is proved"
    lines = []
    key = attrgetter("why", "is_mine", "after")
    for (why, is_mine, after), same in groupby(reasons, key):
        known = " ".join(f"({r},{c})" for r, c in after)
        sentence = conclude(why, [reason.cell for reason in same], is_mine)
        lines.append(sentence + (f" [knowing {known}]" if known else ""))
    return "\n".join(lines)


def candidate_table(advice: Recommendation, most: int = 8, width: int | None = None) -> str:
    """The ranked candidates of a guess, and what each value that they could show would bring.

    Only columns that say something are shown; what a value brings is cut at ``width``.
    """
    shown = advice.candidates[:most]

    def column(name: str, values: list[str | None]) -> list[str] | None:
        if not any(values):
            return None
        return [name, *(value or "-" for value in values)]

    def share(value: float | None, digits: int = 1) -> str | None:
        return None if value is None else f"{100 * value:.{digits}f}"

    columns = [
        column("cell", [f"({c.cell[0]},{c.cell[1]})" for c in shown]),
        column("safe %", [share(c.safety, 2) for c in shown]),
        column("50/50 %", [share(c.fifty_fifty_risk) for c in shown]),
        column("progress %", [share(c.progress) for c in shown]),
        column("win %", [share(c.win, 2) for c in shown]),
        column("playouts %", [share(c.playouts) for c in shown]),
        column(
            "trees %",
            [None if c.trees_multiplier is None else f"{100 * (c.trees_multiplier - 1):+.1f}" for c in shown],
        ),
    ]
    tables = [found for found in columns if found]
    lines = [
        "  " + "  ".join(text.rjust(max(map(len, own))) for text, own in zip(row, tables, strict=True))
        for row in zip(*tables, strict=True)
    ]
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
