"""Boards under rules and their analyses as pictures: SVG text, PNG bytes (needs Pillow)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from xml.sax.saxutils import escape

from ..base.errors import MissingDependencyError, PuzzleError
from ..model.analysis import Analysis
from ..model.geometries.geometry import Point
from ..model.puzzle import Puzzle
from ..model.reason import show
from ..model.variant import HIDDEN, MINE, VariantBoard
from .formats.variant import symbols
from .pictures import SIDE, shade
from .puzzle_drawing import percentage

_OPEN, _HIDDEN, _LINE, _INK = "#f4f4f2", "#c9ccd1", "#8b9098", "#111111"


@dataclass(frozen=True)
class _Tile:
    corners: tuple[Point, ...]
    fill: str
    text: str
    ink: str
    title: str
    best: bool = False

    @property
    def middle(self) -> Point:
        x = sum(x for x, _ in self.corners) / len(self.corners)
        return x, sum(y for _, y in self.corners) / len(self.corners)


def svg(subject: Puzzle | Analysis) -> str:
    """A stand-alone SVG drawing; hovering a hidden cell of an analysis shows its probability.

    Raises :class:`PuzzleError` for puzzles without a geometry.
    """
    tiles = list(_tiles(subject))
    width, height = _size(tiles)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 4}" height="{height + 4}" '
        f'viewBox="-2 -2 {width + 4} {height + 4}" role="img" font-family="sans-serif" '
        'text-anchor="middle" dominant-baseline="central">',
        f"<title>{escape(_board(subject).title)}</title>",
    ]
    for tile in sorted(tiles, key=lambda tile: tile.best):  # the outline of the best lies on top
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in tile.corners)
        line = ("#000000", 3) if tile.best else (_LINE, 1)
        x, y = tile.middle
        text = escape(tile.text)
        parts.append(
            f'<g><polygon points="{points}" fill="{tile.fill}" stroke="{line[0]}" stroke-width="{line[1]}"/>'
            + (
                f'<text x="{x:.2f}" y="{y:.2f}" font-size="{_points(tile)}" fill="{tile.ink}">{text}</text>'
                if text
                else ""
            )
            + (f"<title>{escape(tile.title)}</title>" if tile.title else "")
            + "</g>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def png(subject: Puzzle | Analysis) -> bytes:
    """The same drawing as PNG bytes. Raises :class:`MissingDependencyError` without Pillow."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise MissingDependencyError("PNG pictures need Pillow: pip install 'minesolver[image]'") from None
    tiles = list(_tiles(subject))
    width, height = _size(tiles)
    image = Image.new("RGB", (width + 4, height + 4), "#ffffff")
    draw = ImageDraw.Draw(image)
    for tile in sorted(tiles, key=lambda tile: tile.best):
        corners = [(x + 2, y + 2) for x, y in tile.corners]
        outline = "#000000" if tile.best else _LINE
        draw.polygon(corners, fill=tile.fill, outline=outline, width=3 if tile.best else 1)
        if tile.text:
            x, y = tile.middle
            font = ImageFont.load_default(_points(tile))
            draw.text((x + 2, y + 2), tile.text, fill=tile.ink, font=font, anchor="mm")
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _points(tile: _Tile) -> int:
    """Size of a tile's text, so that it fits its polygon."""
    narrow = len(tile.corners) == 3
    return max(
        7, (14 if narrow else 18) - 3 * (max(1, len(tile.text)) - 1) - (2 if len(tile.text) > 1 else 0)
    )


def _size(tiles: list[_Tile]) -> tuple[int, int]:
    points = [point for tile in tiles for point in tile.corners]
    return round(max(x for x, _ in points)), round(max(y for _, y in points))


def _board(subject: Puzzle | Analysis) -> VariantBoard:
    board = subject.board if isinstance(subject, Analysis) else subject
    if not isinstance(board, VariantBoard):
        raise PuzzleError("a puzzle of named cells has no geometry that could be drawn")
    return board


def _tiles(subject: Puzzle | Analysis) -> Iterator[_Tile]:
    board = _board(subject)
    analysis = subject if isinstance(subject, Analysis) else None
    shown = symbols(board)
    side = SIDE * {"triangle": 1.6, "hex": 1.15}.get(board.geometry.name, 1.0)
    left = min(x for outline in board.geometry.corners for x, _ in outline)
    top = min(y for outline in board.geometry.corners for _, y in outline)
    for name, outline in zip(board.cells, board.geometry.corners, strict=True):
        corners = tuple(((x - left) * side, (y - top) * side) for x, y in outline)
        symbol = shown[name]
        if symbol == MINE:
            yield _Tile(corners, _HIDDEN, "*", "#a00000", "known mine")
        elif symbol != HIDDEN:
            yield _Tile(corners, _OPEN, symbol, _INK, "")
        elif analysis is None:
            yield _Tile(corners, _HIDDEN, "", _INK, f"{show(name)} hidden")
        else:
            fill, ink = shade(analysis.probability[name])
            best = name == analysis.best
            if name in analysis.safe:
                text, title = "S", "proved safe"
            elif name in analysis.mines:
                text, title = "M", "proved mine"
            else:
                text, title = percentage(analysis, name), f"{analysis.exact(name)} mine"
            yield _Tile(corners, fill, text, ink, f"{show(name)} {title}", best)
