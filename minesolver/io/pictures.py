"""Boards and analyses as pictures: SVG text, PNG bytes (needs Pillow). A cell is a polygon.

The colours and signs are those of the page in the browser: a tick on a proved safe cell, a flag on a proved
mine. Every cell carries its number as well.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import chain
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ..base.errors import PuzzleError, counted, extra
from ..base.palette import CLUES, LIGHT, RISKS
from ..model.analysis import Analysis
from ..model.board import Board
from ..model.geometries.geometry import Point
from ..model.reason import show
from .drawing import percentage, printed, signs
from .formats.drawings import png_chunks, svg_metadata
from .statements import BorderPiece, Label, labels_on_cells, statements_beside

SIDE = 32
"""Pixels of a square's side."""

_LABEL_POINTS = 15  # of a number beside the cells
_SIDES = {"triangle": 1.6 * SIDE, "hex": 1.15 * SIDE}  # so that a number fits in these cells too
_FLAGGED_FILL = "#cfd5de"  # of a proved or known mine
_INK = "#111111"
_MINE_INK = "#a00000"  # of a known mine
_RISK_STEPS = (0.005, 0.02, 0.05, 0.09, 0.14, 0.18, 0.23, 0.3, 0.42, 0.58, 0.78)
"""The mine probabilities from which the next fill is used: finer where one chooses among small risks."""


class _Shape(NamedTuple):
    """A polygon of a sign, in a square of side 1, and its colour."""

    corners: tuple[Point, ...]
    fill: str


_FLAG = (
    _Shape(((0.42, 0.1), (0.5, 0.1), (0.5, 0.86), (0.42, 0.86)), _INK),
    _Shape(((0.5, 0.1), (0.9, 0.3), (0.5, 0.5)), "#d3121f"),
    _Shape(((0.22, 0.8), (0.7, 0.8), (0.7, 0.9), (0.22, 0.9)), _INK),
)
_TICK = (
    _Shape(
        ((0.1, 0.54), (0.22, 0.42), (0.4, 0.6), (0.78, 0.16), (0.9, 0.28), (0.4, 0.86)),
        LIGHT["safe-ink"],
    ),
)


class _Tile(NamedTuple):
    corners: list[Point]
    fill: str
    text: str
    ink: str
    title: str
    best: bool = False
    is_chance: bool = False
    sign: tuple[_Shape, ...] = ()
    """Drawn in the middle, or below the text where there is one."""

    @property
    def middle(self) -> tuple[float, float]:
        x, y = map(sum, zip(*self.corners, strict=True))
        return x / len(self.corners), y / len(self.corners)

    @property
    def text_point(self) -> Point:
        """The middle of its text."""
        x, y = self.middle
        return x, y - 0.2 * SIDE if self.sign else y

    def shapes(self) -> Iterator[_Shape]:
        """The polygons of its sign, in pixels."""
        x, y = self.middle
        side = 0.6 * SIDE
        if self.text:
            y += 0.2 * SIDE
            side = 0.4 * SIDE
        for shape in self.sign:
            corners = [(x + (u - 0.5) * side, y + (v - 0.5) * side) for u, v in shape.corners]
            yield _Shape(tuple(corners), shape.fill)

    @property
    def points(self) -> int:
        """Size of its text, so that it fits."""
        points = 14 if len(self.corners) == 3 else 18
        points -= 3 * len(self.text)
        points += 3 if len(self.text) < 2 else 1
        return max(7, points)


def svg(subject: Any) -> str:
    """A stand-alone SVG drawing of a board or an analysis; hovering a hidden cell shows its probability.
    The board's text is in its metadata, and every reader of boards takes it from there.

    Raises PuzzleError: a puzzle without a geometry.
    """
    drawing = _drawn(subject)
    board = subject.board if isinstance(subject, Analysis) else subject
    title = f"Minesweeper board, {board._title}, {_mine_count_text(board)}"
    width, height = drawing.width + 4, drawing.height + 4
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="-2 -2 {width} {height}" role="img" font-family="sans-serif" '
        'text-anchor="middle" dominant-baseline="central">',
        f"<title>{escape(title)}</title>",
        *svg_metadata(str(board)),
    ]
    elements += map(_svg_tile, drawing.tiles)
    for edge in drawing.edges:
        (x1, y1), (x2, y2) = edge.start, edge.end
        ends = f'x1="{x1:.5g}" y1="{y1:.5g}" x2="{x2:.5g}" y2="{y2:.5g}"'
        elements.append(f'<line {ends} stroke="{edge.colour}" stroke-width="3"/>')
    for label in drawing.labels:
        position = f'x="{label.point[0]:.5g}" y="{label.point[1]:.5g}"'
        elements.append(
            f'<text {position} font-size="{_LABEL_POINTS}" fill="{label.colour}" font-weight="bold" '
            f'stroke="#ffffff" stroke-width="3" paint-order="stroke">{escape(label.text)}</text>'
        )
    elements.append("</svg>")
    return "\n".join(elements) + "\n"


def _svg_tile(tile: _Tile) -> str:
    """A cell as a group: its polygon, its text, and a title that is shown where the mouse is."""
    stroke = f'stroke="{LIGHT["tile-dark"]}"'
    if tile.best:
        stroke = f'stroke="{LIGHT["best"]}" stroke-width="3"'
    group = f'<g><polygon points="{_svg_points(tile.corners)}" fill="{tile.fill}" {stroke}/>'
    for shape in tile.shapes():
        group += f'<path d="M{_svg_points(shape.corners)}z" fill="{shape.fill}"/>'
    if tile.text:
        x, y = tile.text_point
        position = f'x="{round(x, 2):g}" y="{round(y, 2):g}"'
        group += f'<text {position} font-size="{tile.points}" fill="{tile.ink}">{escape(tile.text)}</text>'
    if tile.title:
        group += f"<title>{escape(tile.title)}</title>"
    return group + "</g>"


def _svg_points(corners: Iterable[Point]) -> str:
    """Corners as SVG writes them."""
    return " ".join(f"{round(x, 2):g},{round(y, 2):g}" for x, y in corners)


def png(subject: Any) -> bytes:
    """The same drawing as PNG bytes, the board's text among them.

    Raises MissingDependencyError: no Pillow; PuzzleError: no geometry.
    """
    with extra("image", "PNG pictures need Pillow"):
        from PIL import Image, ImageDraw
    drawing = _drawn(subject)
    image = Image.new("RGB", (drawing.width + 1, drawing.height + 1), "#ffffff")
    draw = ImageDraw.Draw(image)
    for tile in drawing.tiles:
        outline = LIGHT["best"] if tile.best else LIGHT["tile-dark"]
        draw.polygon(tile.corners, fill=tile.fill, outline=outline, width=3 if tile.best else 1)
        for shape in tile.shapes():
            draw.polygon(shape.corners, fill=shape.fill)
        if tile.text:
            font = _font(tile.points)
            draw.text(tile.text_point, tile.text, fill=tile.ink, font=font, anchor="mm")
    for edge in drawing.edges:
        draw.line((edge.start, edge.end), fill=edge.colour, width=3)
    # What is said beside the cells lies over them: its white edge keeps it readable.
    for label in drawing.labels:
        font = _font(_LABEL_POINTS)
        draw.text(
            label.point,
            label.text,
            fill=label.colour,
            font=font,
            anchor="mm",
            stroke_width=2,
            stroke_fill="#ffffff",
        )

    # The board's text goes with the picture, so that it is read back exactly and not looked at.
    stream = BytesIO()
    board = subject.board if isinstance(subject, Analysis) else subject
    image.save(stream, "PNG", pnginfo=png_chunks(str(board), image))
    return stream.getvalue()


@cache
def _font(points: int) -> Any:
    """Pillow's own typeface, unpacked once for each size."""
    from PIL import ImageFont

    return ImageFont.load_default(points)


def sheet(puzzles: Sequence[tuple[Any, Any, str]], title: str = "Minesweeper puzzles") -> str:
    """A page of HTML to print: boards with what is said of them, and their solutions from a new page on."""

    definitions_by_name: dict[str, str] = {}
    tasks = []
    solutions = []
    for figure_number, (board, solution, description) in enumerate(puzzles, 1):
        definitions_by_name |= definitions(board)
        tasks.append(_figure(figure_number, f"{description}; {_mine_count_text(board)}", board))
        solutions.append(_figure(figure_number, "", solution))
    rules = ""
    if definitions_by_name:
        entries = []
        for name, definition in definitions_by_name.items():
            entries.append(f"<dt>{escape(name)}</dt><dd>{escape(definition)}</dd>")
        rules = f"<dl>{''.join(entries)}</dl>"
    page = Path(__file__).with_name("sheet.html").read_text(encoding="utf-8")
    return page.format(
        title=escape(title), rules=rules, puzzles="\n".join(tasks), solutions="\n".join(solutions)
    )


def _figure(figure_number: int, caption: str, board: Any) -> str:
    return (
        f"<figure><figcaption>{figure_number}. {escape(caption)}</figcaption>{svg(board)}</figure>"
    )


def definitions(board: Any) -> dict[str, str]:
    """What the rules of a board say, by their names; nothing of a square board with Minesweeper's own."""
    if isinstance(board, Board) or not hasattr(board, "rules"):
        return {}
    rules = board.rules
    definition_of: dict[str, str] = {}
    if rules.geometry_name not in ("square", "graph"):
        definition_of[rules.kind.name] = rules.kind.definition
    if rules.neighbourhood is not None and rules.neighbourhood.name != "eight":
        definition_of[rules.neighbourhood.name] = rules.neighbourhood.definition
    # Where clues of several rules stand on one board, all but the first rule's have a tag.
    are_tagged = len(rules.clues) > 1
    for rule in (*rules.clues, *rules.placements):
        if rule.name == "vanilla" and not are_tagged:
            continue
        has_tag = are_tagged and rule.tag and rule is not rules.clues[0]
        name = f"{rule.name} ({rule.tag})" if has_tag else rule.name
        definition_of[name] = rule.definition
    return definition_of


class _Drawing(NamedTuple):
    """The cells, what is drawn over and beside them, and the size in pixels."""

    tiles: list[_Tile]
    labels: list[Label]
    edges: list[BorderPiece]
    width: int
    height: int


def _square(row: int, col: int) -> tuple[Point, ...]:
    """The corners of a cell, clockwise from the upper left; x before y."""
    left, top = col, row
    right, bottom = col + 1, row + 1
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _drawn(subject: Any) -> _Drawing:
    """What is drawn of a board or an analysis. The best cell comes last: its outline lies on top."""
    board = subject.board if isinstance(subject, Analysis) else subject
    # A square board is drawn without building the geometry that it does not need otherwise.
    if isinstance(board, Board):
        corners: Sequence[Any] = [_square(row, col) for row, col in board]
        side = float(SIDE)
    elif hasattr(board, "geometry"):
        corners, side = board.geometry.corners, _SIDES.get(board.geometry.name, SIDE)
    else:
        raise PuzzleError("a puzzle of named cells has no geometry that could be drawn")
    labels, edges = statements_beside(board, corners)

    # The page ends where the cells do, and half a cell beyond the middle of each number beside them.
    points = list(chain.from_iterable(corners))
    for label in labels:
        x, y = label.point
        points += [(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)]
    all_x, all_y = zip(*points, strict=True)
    left, top = min(all_x), min(all_y)
    width = round((max(all_x) - left) * side)
    height = round((max(all_y) - top) * side)

    def on_page(point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - left) * side, (point[1] - top) * side

    # What a puzzle prints on a cell stays there, whatever else is known of the cell.
    printed_clues = labels_on_cells(board) | printed(board)
    frontier = frozenset(chain.from_iterable(fact.cells for fact in board.constraints))
    is_plain = isinstance(board, Board)
    tiles = []
    for index, (cell, sign, outline) in enumerate(
        zip(board.cells, signs(board), corners, strict=True)
    ):
        outline_on_page = [on_page(point) for point in outline]
        tile = _tile(subject, is_plain, cell, sign, outline_on_page)
        # Off the frontier all cells have one chance: they stay in the background, as on the page.
        if tile.is_chance and index not in frontier:
            tile = tile._replace(fill=LIGHT["tile"], ink=LIGHT["far"])
        tiles.append(_with_clue(tile, printed_clues.get(cell, "")))
    tiles.sort(key=lambda tile: tile.best)
    labels = [label._replace(point=on_page(label.point)) for label in labels]
    edges = [BorderPiece(on_page(edge.start), on_page(edge.end), edge.colour) for edge in edges]
    return _Drawing(tiles, labels, edges, width, height)


def _tile(subject: Any, is_plain: bool, cell: Any, sign: str, corners: list[Point]) -> _Tile:
    """A cell as it is drawn. ``is_plain``: of a square board, whose titles are in per cent."""
    if sign.startswith("*"):
        title = "known mine" if sign == "*" else f"{sign[1:]} known mines"
        return _Tile(corners, _FLAGGED_FILL, sign[1:], _MINE_INK, title, sign=_FLAG)
    if sign != "#":
        ink = CLUES[int(sign)] if sign in set("012345678") else _INK
        return _Tile(corners, LIGHT["open"], "" if sign == "." else sign, ink, "")
    if not isinstance(subject, Analysis):
        return _Tile(corners, LIGHT["tile"], "", _INK, f"{show(cell)} hidden")
    probability = subject[cell]
    is_best = cell == subject.best
    if isnan(probability):
        return _Tile(corners, LIGHT["tile"], "?", _INK, f"{show(cell)} not known", is_best)
    text, title = percentage(probability), f"{100 * probability:.4g} % mine"
    if not is_plain and subject.is_exact:
        title = f"{subject.exact(cell)} mine"
    if cell in subject.safe:
        title = f"{show(cell)} proved safe"
        return _Tile(corners, LIGHT["safe"], "", _INK, title, is_best, sign=_TICK)
    if cell in subject.mines:
        return _Tile(corners, _FLAGGED_FILL, "", _INK, f"{show(cell)} proved mine", sign=_FLAG)
    fill, ink = shade(probability)
    return _Tile(corners, fill, text, ink, f"{show(cell)} {title}", is_best, is_chance=True)


def _with_clue(tile: _Tile, clue: str) -> _Tile:
    """A cell with a clue that is printed on it, or what else stands on it."""
    if not clue:
        return tile
    is_blank = tile.fill == LIGHT["open"] and tile.text == "?"
    state = "" if is_blank else tile.text
    return tile._replace(text=f"{clue} {state}".strip())


def _mine_count_text(board: Any) -> str:
    return "mine count unknown" if board.mines is None else counted(board.mines, "mine")


def shade(p: float) -> tuple[str, str]:
    """(fill, ink) of a hidden cell, by its mine probability."""
    fill = RISKS[bisect_right(_RISK_STEPS, p)]
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    # The weights of ITU-R BT.601: how bright each colour looks.
    brightness = 0.299 * red + 0.587 * green + 0.114 * blue
    ink = "#000000" if brightness > 125 else "#ffffff"
    return fill, ink
