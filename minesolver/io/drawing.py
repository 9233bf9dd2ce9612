"""An analysis as text: the board as it lies, a legend, a summary line. Colour for terminals only."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import compress, groupby
from math import isnan
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..base.limits import decimal_text
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board
from ..model.reason import conclude, show

if TYPE_CHECKING:
    from ..policy.recommendation import Candidate, Recommendation

_CLUE_STYLES = {
    ".": "dim",
    "0": "dim",
    "1": "bright_blue",
    "2": "green",
    "3": "red",
    "4": "blue",
    "5": "magenta",
    "6": "cyan",
    "7": "white",
    "8": "bright_black",
    "*": "bold red",
}
_TENTHS = "abcdefghij"
_SIGN_OF_CODE = {HIDDEN: "#", MINE: "*", 0: "."} | {clue: str(clue) for clue in range(1, 9)}
_SAFE, _MINE = 1, 2  # of a proved cell, as an outcome has it
_PERCENT_WIDTH = 4  # columns of a cell with two digits, its mark and a blank
# The ends of the danger scale: blue and orange, distinct for colour-blind eyes too.
_LOW_RGB = (90, 170, 255)
_HIGH_RGB = (255, 140, 40)

_SignAndStyle = tuple[str, str]
"""The text of a cell, and the style that it has in colour."""


def text(subject: Analysis | Recommendation, **options: Any) -> str:
    """What ``str`` gives of an analysis, or of the candidates of a recommendation."""
    if isinstance(subject, Analysis):
        return draw(subject, **options)
    return candidate_table(subject, **options)


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
    rows, cell_width = grid(
        analysis.board,
        partial(_styled_signs, analysis),
        _PERCENT_WIDTH,
        best=analysis.best,
        width=width,
        colour=colour,
    )
    # Where the cells do not lie in rows the list is what there is to see, and comes before the summary.
    paragraphs = []
    if rows:
        paragraphs.append(_legend(analysis, cell_width))
    else:
        paragraphs += _listed(analysis, exact)
    paragraphs.append(analysis.summary())
    if not analysis.is_exact:
        note = analysis.note or "these are likelihoods of a heuristic engine"
        paragraphs.append(f"NOT EXACT: {note}")
    if rows and exact:
        paragraphs += _listed(analysis, exact)
    if explain:
        paragraphs.append(_explained(analysis))
    wrapped_paragraphs = [wrapped(paragraph, width) for paragraph in paragraphs if paragraph]
    if rows:
        wrapped_paragraphs.insert(0, rows)
    return "\n".join(wrapped_paragraphs)


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
        return [_SIGN_OF_CODE[code] for code in board.grid.ravel().tolist()]
    from .formats.ruled_boards import state_sign  # with all that it needs of the rules

    return [state_sign(board, board[cell]) for cell in board.cells]


def printed(board: Any) -> dict[Any, str]:
    """The clues that are printed on cells that are not open, by their names."""
    if isinstance(board, Board) or not getattr(board, "printed", None):
        return {}
    from .formats.ruled_boards import printed_signs

    return printed_signs(board)


def percentage(p: float) -> str:
    """P(mine) in two digits; nothing unproved is shown as a certainty."""
    return "??" if isnan(p) else f"{min(99, max(1, round(100 * p))):02d}"


class _Row(NamedTuple):
    """A row of places as it lies, see :func:`lying`.

    cells: Of each place the index of its cell; -1: there is none
    """

    dashes: int
    is_indented: bool
    cells: Sequence[int]


def _rows(board: Any) -> list[_Row]:
    """The rows of cells as they lie; none where they do not."""
    if isinstance(board, Board):
        row_starts = range(0, len(board), board.cols)
        return [_Row(0, False, range(start, start + board.cols)) for start in row_starts]
    if not hasattr(board, "geometry") or len(board.geometry.shape) < 2:
        return []
    from .formats.ruled_boards import lying

    index_of = board.geometry.index
    rows = []
    for dashes, is_indented, places in lying(board.geometry):
        rows.append(_Row(dashes, is_indented, [index_of.get(place, -1) for place in places]))
    return rows


def grid(
    board: Any,
    styled_signs: Callable[[list[str], int], Iterable[_SignAndStyle]],
    across: int = 1,
    *,
    best: Any = None,
    width: int | None = None,
    colour: bool = False,
) -> tuple[str, int]:
    """The cells as they lie, with row and column numbers, and how many columns each took; empty if nowhere.

    ``styled_signs``: (text, style) of each cell, from the signs of all on the board and the columns of one.
    ``across``: the least of these, unless ``width`` allows no more than two or one. ``best``: is marked.
    """
    rows = _rows(board)
    if not rows:
        return "", across
    board_signs = signs(board)
    longest_sign = max(map(len, set(board_signs)))
    column_count = len(rows[0].cells)
    # Rows and columns, and nothing besides.
    is_numbered = isinstance(board, Board) or len(board.geometry.shape) == 2
    margin = len(str(len(rows) - 1)) + 1 if is_numbered else 0

    # A cell is as wide as its column's number and its sign need, and narrower only where the terminal is.
    across = max(across, len(str(column_count - 1)) + 1, longest_sign + 1)
    if width is not None and margin + across * column_count - 1 > width and longest_sign == 1:
        across = 2 if margin + 2 * column_count <= width else 1

    # Most cells of a large board look like others: what they look like is made once.
    @cache
    def padded(styled: _SignAndStyle, mark: str = " ") -> _SignAndStyle:
        sign, style = styled
        cell_text = f"{sign:>{max(1, across - 1)}}"
        return (cell_text + mark if across > 1 else cell_text), style

    styled_cells = list(styled_signs(board_signs, across))
    padded_cells = list(map(padded, styled_cells))
    if best is not None:
        best_index = board.index(best)
        padded_cells[best_index] = padded(styled_cells[best_index], "<")
    padded_cells.append(padded(("", "")))  # of a place without a cell, whose index is -1

    lines: list[list[_SignAndStyle]] = []
    if is_numbered:
        lines += [[(line, "")] for line in _heading(column_count, across, margin)]
    for row_number, row in enumerate(rows):
        if row.dashes:
            lines.append([("-" * row.dashes, "")])
        row_start = f"{row_number:>{margin - 1}} " if is_numbered else ""
        if row.is_indented:
            row_start += " " * (across // 2)
        lines.append([(row_start, ""), *[padded_cells[cell] for cell in row.cells]])
    return coloured(lines) if colour else plain(lines), across


def plain(lines: list[list[_SignAndStyle]]) -> str:
    """Lines of (text, style) without the styles."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def clue_style(sign: str) -> str:
    """The colour of a clue, or of a mine."""
    return _CLUE_STYLES.get(sign, "")


def _styled_signs(
    analysis: Analysis, board_signs: list[str], cell_width: int
) -> list[_SignAndStyle]:
    """(text, style) of each cell."""
    # Most cells of a large board look like others. NaN, which is like no other, is None here.
    styled = cache(partial(_sign_and_style, cell_width))
    risks = analysis.risks.astype(object)
    risks[np.isnan(analysis.risks)] = None
    styled_cells = list(map(styled, board_signs, analysis._proof.tolist(), risks.tolist()))
    if analysis.best is not None:
        best_index = analysis.board.index(analysis.best)
        sign, style = styled_cells[best_index]
        styled_cells[best_index] = sign, f"{style} reverse"
    return styled_cells


def _sign_and_style(
    cell_width: int, board_sign: str, proof: int, risk: float | None
) -> _SignAndStyle:
    """(text, style) of a cell: clue, ``*``, ``s``, ``m``, or its probability: two digits of per cent, or
    where cells are narrow a letter, ``a`` below 10 % to ``j`` from 90 % on."""
    if board_sign != "#":
        return board_sign, clue_style(board_sign)
    if proof == _SAFE:
        return "s", "bold bright_green"
    if proof == _MINE:
        return "m", "bold bright_red"
    if risk is None:
        return "??" if cell_width >= _PERCENT_WIDTH else "?", "dim"
    scale = zip(_LOW_RGB, _HIGH_RGB, strict=True)
    red, green, blue = (round(low + (high - low) * risk) for low, high in scale)
    if cell_width >= _PERCENT_WIDTH:
        sign = percentage(risk)
    else:
        tenth = int(10 * risk + 1e-9)  # 0.3 as a float is less than three tenths
        sign = _TENTHS[min(9, tenth)]
    return sign, f"rgb({red},{green},{blue})"


def _heading(column_count: int, cell_width: int, margin: int) -> list[str]:
    """The numbers of the columns; in narrow cells the tens stand above the units."""
    start = " " * margin
    if cell_width > len(str(column_count - 1)):
        numbers = [f"{column:>{cell_width - 1}}" for column in range(column_count)]
        return [start + " ".join(numbers)]
    gap = " " * (cell_width - 1)
    units = [str(column % 10) for column in range(column_count)]
    lines = [start + gap.join(units)]
    if column_count > 10:
        tens = [" "] * column_count
        for column in range(10, column_count, 10):
            tens[column] = str(column // 10 % 10)
        lines.insert(0, start + gap.join(tens))
    return lines


def coloured(lines: list[list[_SignAndStyle]]) -> str:
    """Lines of (text, style) as the terminal shows them; without Rich it shows no colours."""
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        return plain(lines)

    console = Console(highlight=False)  # it knows what the terminal can show, and NO_COLOR

    # Most parts of a large board are like others, and Rich takes as long for each as for a row of text.
    @cache
    def shown(sign: _SignAndStyle) -> str:
        with console.capture() as captured:
            console.print(Text.assemble(sign), soft_wrap=True, end="")
        return captured.get()

    return "\n".join(["".join(map(shown, line)) for line in lines])


def _legend(analysis: Analysis, cell_width: int) -> str:
    """What the signs mean that are on the board."""
    quantity = "mine probability" if analysis.is_exact else "mine likelihood"
    is_undecided = analysis.board._unknown & (analysis._proof == 0)
    lacks_estimate = np.isnan(analysis.risks[is_undecided])
    entries = []
    if analysis.safe:
        entries.append("s proved safe")
    if analysis.mines:
        entries.append("m proved mine")
    if not lacks_estimate.all():
        if cell_width >= _PERCENT_WIDTH:
            entries.append(f"two digits: {quantity} in %")
        else:
            entries.append(f"letters: {quantity}, a 0-10 %, b 10-20 %, ... j 90-100 %")
    if lacks_estimate.any():
        entries.append("? not known")
    if analysis.best is not None and cell_width > 1:
        entries.append("< best")
    return ", ".join(entries)


def _listed(analysis: Analysis, exact: bool) -> list[str]:
    """Cells of equal probability together, the safest first; those of which nothing is known last."""
    groups: dict[Any, list[str]] = {}
    unknown_cells = []
    for cell in compress(analysis.board.cells, analysis.board._unknown):
        if isnan(analysis[cell]):
            unknown_cells.append(show(cell))
        else:
            probability = analysis.exact(cell) if analysis.is_exact or exact else analysis[cell]
            groups.setdefault(probability, []).append(show(cell))
    lines = []
    for probability in sorted(groups):
        if exact:
            heading = f"{probability} = {float(probability):.6g}"
        elif probability == 0:
            heading = "safe"
        elif probability == 1:
            heading = "mine"
        else:
            # Nothing unproved is shown as a certainty.
            percent = min(99.99, max(0.01, 100 * float(probability)))
            heading = f"{percent:5.2f} %"
        lines.append(f"{heading}: {' '.join(groups[probability])}")
    if unknown_cells:
        lines.append(f"not known: {' '.join(unknown_cells)}")
    return lines


def _explained(analysis: Analysis) -> str:
    """A sentence for each reason, with all the cells that it proves."""
    lines = []
    shared = attrgetter("why", "is_mine", "after")
    for (why, is_mine, premises), reasons in groupby(analysis.reasons.values(), shared):
        sentence = conclude(why, [reason.cell for reason in reasons], is_mine)
        if premises:
            sentence += f" [knowing {' '.join(map(show, premises))}]"
        lines.append(sentence)
    if lines and not isinstance(analysis.board, Board):
        lines.append(f"difficulty: {analysis.difficulty()}")
    return "\n".join(lines) or "no cell is proved"


def _per_cent(share: float | None, digits: int = 1) -> str | None:
    if share is None:
        return None
    return "?" if isnan(share) else f"{100 * share:.{digits}f}"


def _table_row(candidate: Candidate) -> dict[str, str | None]:
    """The columns of a candidate by their headings; None: it has no such figure."""
    trees = candidate.trees_multiplier
    return {
        "cell": show(candidate.cell),
        "safe %": _per_cent(candidate.safety, 2),
        "50/50 %": _per_cent(candidate.fifty_fifty_risk),
        "progress %": _per_cent(candidate.progress),
        "win %": _per_cent(candidate.win, 2),
        "playouts %": _per_cent(candidate.playouts),
        "trees %": None if trees is None else f"{100 * (trees - 1):+.1f}",
    }


def candidate_table(
    advice: Recommendation, max_candidates: int = 8, width: int | None = None
) -> str:
    """The ranked candidates of a guess, and what each value that they could show would bring.

    Only columns that say something are shown; what a value brings is cut at ``width``.
    """
    candidates = advice.candidates[:max_candidates]
    table_rows = [_table_row(candidate) for candidate in candidates]
    lines = [""] * (len(candidates) + 1)
    for heading in table_rows[0]:
        column = [row[heading] for row in table_rows]
        if not any(column):
            continue
        texts = [heading, *(text or "-" for text in column)]
        column_width = max(map(len, texts))
        for line_index, cell_text in enumerate(texts):
            lines[line_index] += f"  {cell_text:>{column_width}}"

    # What a value brings is the widest column, and the one that a narrow terminal can do without.
    endings = ["value: chance % -> cells safe", *map(_brings, candidates)]
    if not any(candidate.outcomes for candidate in candidates):
        endings[0] = "exactly" if advice.exact else ""
    room = None if width is None else width - len(lines[0]) - 2
    for line_index, ending in enumerate(endings):
        lines[line_index] = f"{lines[line_index]}  {_cut(ending, room)}".rstrip()
    if len(advice.candidates) > max_candidates:
        lines.append(f"  and {len(advice.candidates) - max_candidates} more")
    return "\n".join(lines)


def _brings(candidate: Candidate) -> str:
    if candidate.exact is not None:
        return decimal_text(candidate.exact)
    if candidate.expected is not None:
        return decimal_text(candidate.expected)
    if candidate.region is not None:
        return f"{candidate.region} of this region"
    outcomes = []
    for outcome in candidate.outcomes:
        outcomes.append(f"{outcome.value}: {100 * outcome.chance:.0f} -> {outcome.safe_cells}")
    return "  ".join(outcomes)


def _cut(text: str, room: int | None) -> str:
    if room is None or len(text) <= room:
        return text
    if room <= 12:  # columns, too few for even one value
        return ""
    # Whole values only: they are two blanks apart.
    beginning = text[: max(0, room - 3)].rsplit("  ", 1)[0].rstrip()
    return f"{beginning} ..."
