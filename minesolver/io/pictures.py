"""Boards and analyses as pictures: SVG text, PNG bytes (needs Pillow). A cell is a polygon.

The danger scale runs from blue to orange, which colour-blind eyes tell apart, and every cell carries its
number as well. Clues have their usual colours, darkened to be readable.
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import chain
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ..base.errors import PuzzleError, counted, extra
from ..model.analysis import Analysis
from ..model.board import Board
from ..model.reason import show
from .drawing import percentage, printed, signs
from .formats.drawings import png_chunks, svg_metadata
from .statements import BorderPiece, Label, labels_on_cells, statements_beside

SIDE = 32
"""Pixels of a square's side."""

_LABEL = 15  # points of a number beside the cells
_SIDES = {"triangle": 1.6 * SIDE, "hex": 1.15 * SIDE}
_CLUES = ("#8a8a8a", "#1a4fd6", "#20702a", "#c01f1f", "#1b1b7a", "#7a1b1b", "#0d6a6a", "#111111", "#555555")
_OPEN, _HIDDEN, _LINE, _INK, _FLAG, _BEST = "#f4f4f2", "#c9ccd1", "#8b9098", "#111111", "#a00000", "#000000"
_SAFE, _MINE = (33, 102, 172), (230, 97, 1)

Outline = list[tuple[float, float]]


class _Tile(NamedTuple):
    corners: Outline
    fill: str
    text: str
    ink: str
    title: str
    best: bool = False

    @property
    def middle(self) -> tuple[float, float]:
        x, y = map(sum, zip(*self.corners, strict=True))
        return x / len(self.corners), y / len(self.corners)

    @property
    def points(self) -> int:
        """Size of its text, so that it fits."""
        large = 14 if len(self.corners) == 3 else 18
        return max(7, large - 3 * len(self.text) + (3 if len(self.text) < 2 else 1))


def svg(subject: Any) -> str:
    """A stand-alone SVG drawing of a board or an analysis; hovering a hidden cell shows its probability.
    The board's text is in its metadata, and every reader of boards takes it from there.

    Raises PuzzleError: a puzzle without a geometry.
    """
    tiles, beside, width, height = _drawn(subject)
    board = subject.board if isinstance(subject, Analysis) else subject
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 4}" height="{height + 4}" '
        f'viewBox="-2 -2 {width + 4} {height + 4}" role="img" font-family="sans-serif" '
        'text-anchor="middle" dominant-baseline="central">',
        f"<title>{escape(f'Minesweeper board, {board.title}, {_mines(board)}')}</title>",
        *svg_metadata(str(board)),
    ]
    for tile in tiles:
        corners = " ".join(f"{round(x, 2):g},{round(y, 2):g}" for x, y in tile.corners)
        line = f'stroke="{_BEST}" stroke-width="3"' if tile.best else f'stroke="{_LINE}"'
        x, y = (f"{round(place, 2):g}" for place in tile.middle)
        text = f'<text x="{x}" y="{y}" font-size="{tile.points}" fill="{tile.ink}">{escape(tile.text)}</text>'
        title = f"<title>{escape(tile.title)}</title>"
        parts.append(
            f'<g><polygon points="{corners}" fill="{tile.fill}" {line}/>'
            + text * bool(tile.text)
            + title * bool(tile.title)
            + "</g>"
        )
    for edge in beside.edges:
        (x1, y1), (x2, y2) = edge.start, edge.end
        ends = f'x1="{x1:.5g}" y1="{y1:.5g}" x2="{x2:.5g}" y2="{y2:.5g}"'
        parts.append(f'<line {ends} stroke="{edge.colour}" stroke-width="3"/>')
    for label in beside.labels:
        place = f'x="{label.at[0]:.5g}" y="{label.at[1]:.5g}"'
        parts.append(
            f'<text {place} font-size="{_LABEL}" fill="{label.colour}" font-weight="bold" '
            f'stroke="#ffffff" stroke-width="3" paint-order="stroke">{escape(label.text)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def png(subject: Any) -> bytes:
    """The same drawing as PNG bytes, the board's text among them.

    Raises MissingDependencyError: no Pillow; PuzzleError: no geometry.
    """
    with extra("image", "PNG pictures need Pillow"):
        from PIL import Image, ImageDraw, ImageFont
    tiles, beside, width, height = _drawn(subject)
    image = Image.new("RGB", (width + 1, height + 1), "#ffffff")
    draw = ImageDraw.Draw(image)
    for tile in tiles:
        outline = _BEST if tile.best else _LINE
        draw.polygon(tile.corners, fill=tile.fill, outline=outline, width=3 if tile.best else 1)
        if tile.text:
            font = ImageFont.load_default(tile.points)
            draw.text(tile.middle, tile.text, fill=tile.ink, font=font, anchor="mm")
    for edge in beside.edges:
        draw.line((edge.start, edge.end), fill=edge.colour, width=3)
    for label in beside.labels:
        font = ImageFont.load_default(_LABEL)
        draw.text(
            label.at,
            label.text,
            fill=label.colour,
            font=font,
            anchor="mm",
            stroke_width=2,
            stroke_fill="#ffffff",
        )
    stream = BytesIO()
    board = subject.board if isinstance(subject, Analysis) else subject
    image.save(stream, "PNG", optimize=True, pnginfo=png_chunks(str(board), image))
    return stream.getvalue()


def sheet(puzzles: Sequence[tuple[Any, Any, str]], title: str = "Minesweeper puzzles") -> str:
    """A page of HTML to print: boards with what is said of them, and their solutions from a new page on."""

    def figures(which: int) -> str:
        said = [f"{text}; {_mines(board)}" * (which == 0) for board, _, text in puzzles]
        return "\n".join(
            f"<figure><figcaption>{n}. {escape(text)}</figcaption>{svg(one[which])}</figure>"
            for n, (one, text) in enumerate(zip(puzzles, said, strict=True), 1)
        )

    said: dict[str, str] = {}
    for board, _, _ in puzzles:
        said |= definitions(board)
    entries = [f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in said.items()]
    rules = f"<dl>{''.join(entries)}</dl>" if entries else ""
    page = Path(__file__).with_name("sheet.html").read_text(encoding="utf-8")
    return page.format(title=escape(title), rules=rules, puzzles=figures(0), solutions=figures(1))


def definitions(board: Any) -> dict[str, str]:
    """What the rules of a board say, by their names; nothing of a square board with Minesweeper's own."""
    if isinstance(board, Board) or not hasattr(board, "rules"):
        return {}
    rules = board.rules
    texts = {} if rules.geometry_name in ("square", "graph") else {rules.kind.name: rules.kind.definition}
    if rules.neighbourhood is not None and rules.neighbourhood.name != "eight":
        texts[rules.neighbourhood.name] = rules.neighbourhood.definition
    for rule in (*rules.clues, *rules.placements):
        if rule.name != "vanilla" or len(rules.clues) > 1:
            tag = f" ({rule.tag})" if rule.tag and len(rules.clues) > 1 and rule is not rules.clues[0] else ""
            texts[rule.name + tag] = rule.definition
    return texts


class _Beside(NamedTuple):
    """What is drawn over the cells and beside them."""

    labels: list[Label]
    edges: list[BorderPiece]


def _drawn(subject: Any) -> tuple[list[_Tile], _Beside, int, int]:
    """The cells, what is beside them, and width and height. The best cell comes last: its outline lies on
    top."""
    board = subject.board if isinstance(subject, Analysis) else subject
    if isinstance(board, Board):
        corners: Sequence[Any] = [((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)) for r, c in board]
        side = float(SIDE)
    elif hasattr(board, "geometry"):
        corners, side = board.geometry.corners, _SIDES.get(board.geometry.name, SIDE)
    else:
        raise PuzzleError("a puzzle of named cells has no geometry that could be drawn")
    labels, edges = statements_beside(board, corners)
    # A number beside the cells takes half a cell around its place.
    room = [(x + dx, y + dy) for (x, y), _, _ in labels for dx, dy in ((-0.5, -0.5), (0.5, 0.5))]
    places = zip(*chain.from_iterable(corners), *room, strict=True)
    (left, right), (top, bottom) = ((min(place), max(place)) for place in places)

    def on_page(point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - left) * side, (point[1] - top) * side

    outlines = [[on_page(point) for point in outline] for outline in corners]
    over = _Beside(
        [label._replace(at=on_page(label.at)) for label in labels],
        [BorderPiece(on_page(edge.start), on_page(edge.end), edge.colour) for edge in edges],
    )
    cells = zip(board.cells, signs(board), outlines, strict=True)
    printed_clues = labels_on_cells(board) | printed(board)
    tiles = [
        _with_clue(_tile(subject, isinstance(board, Board), *cell), printed_clues.get(cell[0], ""))
        for cell in cells
    ]
    width, height = round((right - left) * side), round((bottom - top) * side)
    return sorted(tiles, key=lambda tile: tile.best), over, width, height


def _tile(subject: Any, plain: bool, cell: Any, sign: str, corners: Outline) -> _Tile:
    if sign.startswith("*"):
        return _Tile(
            corners, _HIDDEN, sign, _FLAG, "known mine" if sign == "*" else f"{sign[1:]} known mines"
        )
    if sign != "#":
        ink = _CLUES[int(sign)] if sign in set("012345678") else _INK
        return _Tile(corners, _OPEN, "" if sign == "." else sign, ink, "")
    if not isinstance(subject, Analysis):
        return _Tile(corners, _HIDDEN, "", _INK, f"{show(cell)} hidden")
    p, best = subject[cell], cell == subject.best
    if isnan(p):
        return _Tile(corners, _HIDDEN, "?", _INK, f"{show(cell)} not known", best)
    text, title = percentage(p), f"{100 * p:.4g} % mine"
    if not plain and subject.is_exact:
        title = f"{subject.exact(cell)} mine"
    if cell in subject.safe:
        text, title = "S", "proved safe"
    elif cell in subject.mines:
        text, title = "M", "proved mine"
    return _Tile(corners, *shade(p)[:1], text, shade(p)[1], f"{show(cell)} {title}", best)


def _with_clue(tile: _Tile, clue: str) -> _Tile:
    """A cell with a clue that is printed on it, or what else stands on it."""
    if not clue:
        return tile
    shown = "" if (tile.fill, tile.text) == (_OPEN, "?") else tile.text
    return tile._replace(text=f"{clue} {shown}".strip())


def _mines(board: Any) -> str:
    return "mine count unknown" if board.mines is None else counted(board.mines, "mine")


def shade(p: float) -> tuple[str, str]:
    """(fill, ink) of a hidden cell, by its mine probability."""
    red, green, blue = (round(255 + (end - 255) * abs(2 * p - 1)) for end in (_SAFE if p < 0.5 else _MINE))
    ink = "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 125 else "#ffffff"
    return f"#{red:02x}{green:02x}{blue:02x}", ink
