"""Boards and analyses as pictures: SVG text, PNG bytes (needs Pillow).

The danger scale runs from blue to orange, which colour-blind eyes tell apart, and every cell carries its
number as well. Clues have their usual colours, darkened to be readable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from math import isnan
from xml.sax.saxutils import escape

from ..base.errors import MissingDependencyError, counted
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board, Cell

SIDE = 32
"""Pixels of a cell's side."""

_CLUES = ("#8a8a8a", "#1a4fd6", "#20702a", "#c01f1f", "#1b1b7a", "#7a1b1b", "#0d6a6a", "#111111", "#555555")
_OPEN, _HIDDEN, _LINE = "#f4f4f2", "#c9ccd1", "#8b9098"
_SAFE, _MINE = (33, 102, 172), (230, 97, 1)


@dataclass(frozen=True)
class _Square:
    cell: Cell
    fill: str
    text: str
    ink: str
    title: str
    best: bool = False


def svg(subject: Board | Analysis) -> str:
    """A stand-alone SVG drawing. With an analysis, hovering over a hidden cell shows its probability.

    subject: A board, or an analysis
    """
    board = subject.board if isinstance(subject, Analysis) else subject
    width, height = board.cols * SIDE, board.rows * SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 2}" height="{height + 2}" '
        f'viewBox="-1 -1 {width + 2} {height + 2}" role="img" font-family="sans-serif" '
        'text-anchor="middle" dominant-baseline="central">',
        f"<title>{escape(_caption(subject))}</title>",
    ]
    for square in _squares(subject):
        r, c = square.cell
        x, y = c * SIDE, r * SIDE
        size = 18 if len(square.text) < 2 else 13
        ring = '" stroke-width="3" stroke="#000000' if square.best else f'" stroke="{_LINE}'
        inset = 2 if square.best else 0
        parts.append(
            f'<g><rect x="{x + inset}" y="{y + inset}" width="{SIDE - 2 * inset}" '
            f'height="{SIDE - 2 * inset}" fill="{square.fill}{ring}"/>'
            + (
                f'<text x="{x + SIDE // 2}" y="{y + SIDE // 2}" font-size="{size}" '
                f'fill="{square.ink}">{escape(square.text)}</text>'
                if square.text
                else ""
            )
            + (f"<title>{escape(square.title)}</title>" if square.title else "")
            + "</g>"
        )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def png(subject: Board | Analysis) -> bytes:
    """The same drawing as :func:`svg`, as pixels.

    subject: A board, or an analysis
    Returns: The bytes of a PNG file.
    Raises MissingDependencyError: pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise MissingDependencyError("PNG pictures need Pillow: pip install 'minesolver[image]'") from None
    board = subject.board if isinstance(subject, Analysis) else subject
    image = Image.new("RGB", (board.cols * SIDE + 1, board.rows * SIDE + 1), _LINE)
    draw = ImageDraw.Draw(image)
    fonts = {1: ImageFont.load_default(18), 2: ImageFont.load_default(13)}
    for square in _squares(subject):
        r, c = square.cell
        x, y = c * SIDE, r * SIDE
        draw.rectangle(
            (x, y, x + SIDE, y + SIDE),
            fill=square.fill,
            outline="#000000" if square.best else _LINE,
            width=3 if square.best else 1,
        )
        if square.text:
            middle = (x + SIDE / 2, y + SIDE / 2)
            draw.text(middle, square.text, fill=square.ink, font=fonts[min(2, len(square.text))], anchor="mm")
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _caption(subject: Board | Analysis) -> str:
    board = subject.board if isinstance(subject, Analysis) else subject
    mines = "mine count unknown" if board.mines is None else counted(board.mines, "mine")
    return f"Minesweeper board of {counted(board.rows, 'row')} and {counted(board.cols, 'column')}, {mines}"


def _squares(subject: Board | Analysis) -> Iterator[_Square]:
    analysis = subject if isinstance(subject, Analysis) else None
    board = subject.board if isinstance(subject, Analysis) else subject
    for r in range(board.rows):
        for c in range(board.cols):
            code = board[r, c]
            if code == MINE:
                yield _Square((r, c), _HIDDEN, "*", "#a00000", "known mine")
            elif code != HIDDEN:
                yield _Square((r, c), _OPEN, str(code) if code else "", _CLUES[code], "")
            elif analysis is None:
                yield _Square((r, c), _HIDDEN, "", "#000000", "hidden")
            else:
                yield _hidden(analysis, (r, c))


def _hidden(analysis: Analysis, cell: Cell) -> _Square:
    p = float(analysis.probability[cell])
    best = cell == analysis.best
    if isnan(p):
        return _Square(cell, _HIDDEN, "?", "#000000", f"({cell[0]},{cell[1]}) not known", best)
    fill, ink = shade(p)
    if cell in analysis.safe:
        text, title = "S", "proved safe"
    elif cell in analysis.mines:
        text, title = "M", "proved mine"
    else:
        text, title = f"{min(99, max(1, round(100 * p))):02d}", f"{100 * p:.4g} % mine"
    return _Square(cell, fill, text, ink, f"({cell[0]},{cell[1]}) {title}", best)


def shade(p: float) -> tuple[str, str]:
    """(fill, ink) of a hidden cell, by its mine probability."""
    red, green, blue = (round(255 + (end - 255) * abs(2 * p - 1)) for end in (_SAFE if p < 0.5 else _MINE))
    ink = "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 125 else "#ffffff"
    return f"#{red:02x}{green:02x}{blue:02x}", ink
