"""An analysis as text: the board with percentages, a legend, a summary line. Colour for terminals only."""

from __future__ import annotations

from itertools import groupby
from math import isnan
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..analysis import Analysis
from ..board import HIDDEN, MINE, Cell
from ..explain import conclude

if TYPE_CHECKING:
    from ..policies import Candidate, Recommendation

_CLUE_STYLES = ("dim", "bright_blue", "green", "red", "blue", "magenta", "cyan", "white", "bright_black")


def draw(analysis: Analysis, *, exact: bool = False, explain: bool = False, colour: bool = False) -> str:
    """Several lines without a final line break."""
    parts = ["\n".join(_grid(analysis, colour)), _legend(analysis), analysis.summary()]
    if not analysis.is_exact:
        parts.append(f"NOT EXACT: {analysis.note or 'these are likelihoods of a heuristic engine'}")
    if exact:
        parts.append(_fractions(analysis))
    if explain:
        parts.append(_explanations(analysis))
    return "\n".join(part for part in parts if part)


def symbol(analysis: Analysis, cell: Cell) -> str:
    """A cell in at most two characters: clue, ``*``, ``s``, ``m``, or a percentage of two digits."""
    code = analysis.board[cell]
    if code != HIDDEN:
        return "*" if code == MINE else "." if code == 0 else str(code)
    if cell in analysis.safe:
        return "s"
    if cell in analysis.mines:
        return "m"
    p = float(analysis.probability[cell])
    if isnan(p):
        return "??"
    # Nothing unproved is shown as a certainty.
    return f"{min(99, max(1, round(100 * p))):02d}"


def _grid(analysis: Analysis, colour: bool) -> list[str]:
    board = analysis.board
    margin = len(str(board.rows - 1))
    width = max(3, len(str(board.cols - 1)) + 1)
    lines = [" " * margin + " " + "".join(f"{c:>{width}} " for c in range(board.cols)).rstrip()]
    for r in range(board.rows):
        cells = []
        for c in range(board.cols):
            text = f"{symbol(analysis, (r, c)):>{width}}"
            mark = "<" if (r, c) == analysis.best else " "
            cells.append((text + mark, (r, c)))
        if colour:
            lines.append(_coloured(f"{r:>{margin}} ", cells, analysis))
        else:
            lines.append((f"{r:>{margin}} " + "".join(text for text, _ in cells)).rstrip())
    return lines


def _style(analysis: Analysis, cell: Cell) -> str:
    code = analysis.board[cell]
    if code == MINE:
        return "bold red"
    if code != HIDDEN:
        return _CLUE_STYLES[code]
    best = " reverse" if cell == analysis.best else ""
    if cell in analysis.safe:
        return "bold bright_green" + best
    if cell in analysis.mines:
        return "bold bright_red" + best
    p = float(analysis.probability[cell])
    if isnan(p):
        return "dim" + best
    # Blue to orange: told apart by colour-blind eyes too.
    red, green, blue = (round(a + (b - a) * p) for a, b in zip((90, 170, 255), (255, 140, 40), strict=True))
    return f"rgb({red},{green},{blue}){best}"


def _coloured(start: str, cells: list[tuple[str, Cell]], analysis: Analysis) -> str:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)  # it knows what the terminal can show, and NO_COLOR
    with console.capture() as captured:
        parts = [(text, _style(analysis, cell)) for text, cell in cells]
        console.print(Text.assemble(start, *parts), soft_wrap=True, end="")
    return captured.get()


def _legend(analysis: Analysis) -> str:
    used = {symbol(analysis, cell) for cell in analysis.board.cells(HIDDEN)}
    parts = ["s proved safe"] if "s" in used else []
    parts += ["m proved mine"] if "m" in used else []
    what = "mine probability" if analysis.is_exact else "mine likelihood"
    parts += [f"two digits: {what} in %"] if used - {"s", "m", "??"} else []
    parts += ["?? not known"] if "??" in used else []
    parts += ["< best"] if analysis.best else []
    return ", ".join(parts)


def _fractions(analysis: Analysis) -> str:
    """Groups of cells by their exact probability, least first."""
    cells: dict[str, list[Cell]] = {}
    order = {}
    for cell in analysis.board.cells(HIDDEN):
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


def candidate_table(advice: Recommendation, most: int = 8) -> str:
    """The ranked candidates of a guess, and what each value that they could show would bring."""
    lines = [
        "     cell   safe %  coin flip %  progress %   win %  playouts %  trees %  "
        "value: chance % -> cells safe"
    ]
    for candidate in advice.candidates[:most]:
        r, c = candidate.cell
        progress = "-" if candidate.progress is None else f"{100 * candidate.progress:.1f}"
        win = "-" if candidate.win is None else f"{100 * candidate.win:.2f}"
        played = "-" if candidate.playouts is None else f"{100 * candidate.playouts:.1f}"
        brings = "  ".join(f"{o.value}: {100 * o.chance:.0f} -> {o.safe_cells}" for o in candidate.outcomes)
        ranking = "-" if candidate.ranking is None else f"{100 * (candidate.ranking - 1):+.1f}"
        flip = "-" if candidate.coin_flip is None else f"{100 * candidate.coin_flip:.1f}"
        if candidate.exact is not None:
            brings = f"exactly {candidate.exact}"
        elif candidate.region is not None:
            brings = f"{candidate.region} of this region"
        numbers = (
            f"{100 * candidate.safety:7.2f} {flip:>12} {progress:>11} {win:>7} {played:>11} {ranking:>8}"
        )
        lines.append(f"  {f'({r},{c})':>8} {numbers}  {brings}".rstrip())
    if len(advice.candidates) > most:
        lines.append(f"  and {len(advice.candidates) - most} more")
    return "\n".join(lines)


def candidate_json(candidate: Candidate) -> dict[str, Any]:
    """A candidate as JSON carries it."""
    return {
        "cell": list(candidate.cell),
        "safety": candidate.safety,
        "progress": candidate.progress,
        "win": candidate.win,
        "exact": None if candidate.exact is None else str(candidate.exact),
        "coin_flip": candidate.coin_flip,
        "region": None if candidate.region is None else str(candidate.region),
        "playouts": candidate.playouts,
        "ranking": candidate.ranking,
        "score": candidate.score,
        "outcomes": [
            {"value": o.value, "chance": o.chance, "safe_cells": o.safe_cells, "worth": o.worth}
            for o in candidate.outcomes
        ],
    }
