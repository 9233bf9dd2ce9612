"""Screenshots of Minesweeper boards, drawn: the themes that people play in, and themes made up at random.

What `fit_symbols.py` fits the reader to, and what `programs.py` measures it on. Nothing here is a
copy of anybody's pictures: a theme is a handful of colours, an edge and a typeface.
"""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]

HIDDEN, FLAG = -1, 10
_CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
_GOOGLE = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")
_PAGE = ("#1a4fd6", "#20702a", "#c01f1f", "#1b1b7a", "#7a1b1b", "#0d6a6a", "#111111", "#555555")
_PAGE_DARK = (
    "#7fa8ff",
    "#74cf80",
    "#ff8f8f",
    "#b3a7ff",
    "#e8a08a",
    "#66cfcf",
    "#f2f2f2",
    "#b9b9b9",
)


@dataclass(frozen=True)
class Theme:
    """``hidden``, ``opened``: one colour, or two in a chessboard. ``line``: between cells, ``edge``: raised
    hidden cells (light, dark, width as a share of the side). ``gap``: pixels of ``line`` at a side of 32.
    ``shade``: how much darker hidden cells are at the lower right than at the upper left."""

    name: str
    hidden: tuple[str, ...]
    opened: tuple[str, ...]
    digits: tuple[str, ...] = _CLASSIC
    line: str | None = "#808080"
    gap: float = 1.0
    edge: tuple[str, str, float] | None = None
    flag: tuple[str, str] = ("#ff0000", "#000000")
    page: str = "#ffffff"
    font: str = "DejaVuSans-Bold"
    size: float = 0.62
    shade: float = 0.0
    rounded: float = 0.0
    frame: str | None = None
    glyph: str = "pennant"
    tints: tuple[str, ...] = ()  # backgrounds of 1 to 8, where they have their own
    smooth: bool = True  # anti-aliased
    # Digits made so wide and high, as shares of the side.
    stretched: tuple[float, float] | None = None
    stroke: float = 0.0  # digits made fatter, as a share of the side
    outline: str | None = None  # around the digits
    blocks: tuple[float, float, float] | None = None  # digits of bars so wide, high and thick
    offset: tuple[float, float] = (0.0, 0.0)  # of the glyphs from the middle, as shares of the side
    slope: float = 0.0  # hidden cells are lighter at their top, darker at their bottom
    lip: float = 0.0  # a darker strip at the bottom of hidden cells
    sunk: float = 0.0  # a shadow at the upper and left sides of opened cells
    grain: int = 0  # noise on hidden cells
    flagged: str | None = None  # background of flags, where they have their own
    zero: bool = False  # an opened cell without mines around it shows a 0
    gloss: float = 0.0  # every cell is so much lighter at its upper left than at its lower right


THEMES = (
    Theme(
        "windows-classic",
        ("#c0c0c0",),
        ("#c0c0c0",),
        line="#808080",
        gap=1.0,
        edge=("#ffffff", "#808080", 0.11),
        page="#c0c0c0",
        font="DejaVuSans-Bold",
        size=0.66,
        frame="#808080",
    ),
    Theme(
        "online-light",
        ("#c6c6c6",),
        ("#c6c6c6",),
        line="#9a9a9a",
        gap=1.0,
        edge=("#f5f5f5", "#8a8a8a", 0.09),
        page="#dddddd",
        font="LiberationSans-Bold",
        size=0.72,
        frame="#808080",
    ),
    Theme(
        "online-dark",
        ("#4c545c",),
        ("#384148",),
        ("#7cc7ff", "#66c266", "#ff7788", "#ee88ff", "#ddaa22", "#66cccc", "#999999", "#d0d8e0"),
        line="#2b3238",
        gap=1.0,
        edge=("#6c757d", "#2f363c", 0.08),
        flag=("#ff4444", "#d0d0d0"),
        page="#212529",
        font="LiberationSans-Bold",
        size=0.7,
    ),
    Theme(
        "google",
        ("#aad751", "#a2d149"),
        ("#e5c29f", "#d7b899"),
        _GOOGLE,
        line=None,
        gap=0.0,
        flag=("#f23607", "#e63307"),
        page="#4a752c",
        font="LiberationSans-Bold",
        size=0.75,
    ),
    Theme(
        "page-light",
        ("#c3c8d0",),
        ("#fdfdfc",),
        _PAGE,
        line="#a8aeb8",
        gap=1.0,
        flag=("#a01500", "#a01500"),
        page="#fbfbfa",
        font="DejaVuSans-Bold",
        size=0.55,
    ),
    Theme(
        "page-dark",
        ("#4a4f58",),
        ("#24262b",),
        _PAGE_DARK,
        line="#14151a",
        gap=1.0,
        flag=("#ffb59f", "#ffb59f"),
        page="#17181b",
        font="DejaVuSans-Bold",
        size=0.55,
    ),
    Theme(
        "windows-7",
        ("#6f9be8",),
        ("#d6dff0",),
        ("#414fbd", "#1d6900", "#aa0608", "#020284", "#7a0000", "#047a7c", "#a80406", "#a80708"),
        line="#2a3c66",
        gap=1.0,
        edge=("#a9c6ff", "#3c5ea8", 0.06),
        flag=("#d01818", "#3a3a3a"),
        page="#dfe9f7",
        font="LiberationSans-Bold",
        size=0.7,
        shade=0.35,
    ),
    Theme(
        "gnome",
        ("#babdb6",),
        ("#dededc",),
        ("#3465a4", "#4e9a06", "#cc0000", "#204a87", "#8f5902", "#06989a", "#2e3436", "#888a85"),
        line="#f6f5f4",
        gap=2.0,
        flag=("#cc0000", "#2e3436"),
        page="#f6f5f4",
        font="DejaVuSans-Bold",
        size=0.6,
        rounded=0.12,
    ),
    Theme(
        "kde",
        ("#8ea4b8",),
        ("#eff0f1",),
        line="#bcc4cc",
        gap=1.0,
        edge=("#b8cadb", "#6b8299", 0.05),
        flag=("#da4453", "#31363b"),
        page="#eff0f1",
        font="DejaVuSans",
        size=0.66,
    ),
    Theme(
        "flat-contrast",
        ("#2d6cdf",),
        ("#ffffff",),
        line="#ffffff",
        gap=3.0,
        flag=("#ffffff", "#ffffff"),
        page="#ffffff",
        font="LiberationSans-Bold",
        size=0.6,
        rounded=0.15,
    ),
)
"""Themes in the manner of common programs. `novel` themes, drawn at random, are :func:`random_theme`."""

_FONTS = (
    "DejaVuSans-Bold", "DejaVuSans", "DejaVuSansMono-Bold", "DejaVuSerif-Bold", "DejaVuSansCondensed-Bold",
    "LiberationSans-Bold", "LiberationSans-Regular", "LiberationMono-Bold", "LiberationSerif-Bold",
    "LiberationSansNarrow-Bold",
)  # fmt: skip


@cache
def _font_file(name: str) -> str:
    if name.endswith(("ttf", "otf")):
        return name
    for folder in ("dejavu", "liberation"):
        path = Path("/usr/share/fonts/truetype") / folder / f"{name}.ttf"
        if path.exists():
            return str(path)
    return f"{name}.ttf"  # wherever the system has it


@cache
def _system_fonts() -> list[str]:
    """Whatever Latin typefaces the system has."""
    files = sorted(
        str(path) for kind in ("ttf", "otf") for path in Path("/usr/share/fonts").rglob(f"*.{kind}")
    )
    return [
        file
        for file in files
        if not any(
            word in file
            for word in (
                "Emoji",
                "Symbol",
                "D050",
                "Math",
                "DSEGWeather",
                "GGCHAN",
                "wesome",
                "unifont_",
                "Fallback",
            )
        )
    ] or ["DejaVuSans"]


@lru_cache(maxsize=512)
def font(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A typeface in pixels; Pillow's own where the system has none."""
    try:
        return ImageFont.truetype(_font_file(name), size)
    except OSError:
        return ImageFont.load_default(size)


@lru_cache(maxsize=64)
def _sign(file: str, text: str, colour: str) -> Image.Image:
    """A sign of a typeface, as a picture that is scaled afterwards."""
    paths = list(Path("/usr/share/fonts").rglob(file))
    face = font(str(paths[0]) if paths else "DejaVuSans", 109)
    image = Image.new("RGBA", (200, 200))
    pen = ImageDraw.Draw(image)
    pen.text(
        (100, 100), text if paths else "⚑", fill=colour, font=face, anchor="mm", embedded_color=True
    )
    return image.crop(image.getbbox())


def _rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _hex(colour: Sequence[float]) -> str:
    return "#" + "".join(f"{max(0, min(255, round(c))):02x}" for c in colour)


def _mixed(a: str, b: str, share: float) -> str:
    return _hex([x + (y - x) * share for x, y in zip(_rgb(a), _rgb(b), strict=True)])


_SIGNS = {
    "emoji": ("NotoColorEmoji.ttf", "🚩"),
    "black emoji": ("NotoColorEmoji.ttf", "🏴"),
    "awesome": ("fontawesome-webfont.ttf", "\uf024"),
    "symbola": ("Symbola_hint.ttf", "🚩"),
    "hollow": ("DejaVuSans.ttf", "⚐"),
    "mark": ("DejaVuSans-Bold.ttf", "!"),
    "cross": ("DejaVuSans-Bold.ttf", "✗"),
    "letter f": ("LiberationSans-Bold.ttf", "F"),
    "letter x": ("LiberationSans-Regular.ttf", "X"),
    "letter p": ("DejaVuSans-Bold.ttf", "P"),
}
"""Flags that are text: typeface, where the system has it, and sign."""

_BARS = {
    0: ((0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1)),
    1: ((0.25, 0.2, 0.5, 0), (0.5, 0, 0.5, 1), (0.15, 1, 0.85, 1)),
    2: ((0, 0, 1, 0), (1, 0, 1, 0.45), (1, 0.45, 0, 1), (0, 1, 1, 1)),
    3: ((0, 0, 1, 0), (1, 0, 1, 1), (0.2, 0.5, 1, 0.5), (0, 1, 1, 1)),
    4: ((0.2, 0, 0, 0.55), (0, 0.55, 1, 0.55), (0.7, 0, 0.7, 1)),
    5: ((0, 0, 1, 0), (0, 0, 0, 0.5), (0, 0.5, 1, 0.5), (1, 0.5, 1, 1), (0, 1, 1, 1)),
    6: ((0, 0, 1, 0), (0, 0, 0, 1), (0, 0.5, 1, 0.5), (1, 0.5, 1, 1), (0, 1, 1, 1)),
    7: ((0, 0, 1, 0), (1, 0, 1, 0.4), (1, 0.4, 0.5, 1)),
    8: ((0, 0, 1, 0), (0, 0, 0, 1), (0, 0.5, 1, 0.5), (1, 0, 1, 1), (0, 1, 1, 1)),
}
"""Digits of bars, in a square of side 1."""


def _random_colour(rng: random.Random, low: int = 0, high: int = 255) -> str:
    return _hex([rng.randint(low, high) for _ in range(3)])


def _luma(colour: str) -> float:
    """How bright a colour is, 0 to 255 (ITU-R BT.601)."""
    red, green, blue = _rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _random_grounds(rng: random.Random) -> tuple[str, str, bool]:
    """The colours of hidden and of opened cells, and whether they are one, as in the classic theme, in which
    only the edge of hidden cells tells them from opened ones."""
    is_dark = rng.random() < 0.35
    opened = _random_colour(rng, 20, 90) if is_dark else _random_colour(rng, 185, 255)
    while True:
        hidden = _random_colour(rng, 30, 245)
        if abs(_luma(hidden) - _luma(opened)) > 25 or rng.random() < 0.1:
            break
    if rng.random() >= 0.25:
        return hidden, opened, False
    both = _random_colour(rng, 60, 110) if is_dark else _random_colour(rng, 170, 215)
    return both, both, True


def _random_digits(rng: random.Random, opened: str) -> list[str]:
    """Eight colours of clues, each of which can be read on opened cells."""
    least_contrast = 20 if rng.random() < 0.15 else 45
    digits: list[str] = []
    while len(digits) < 8:
        colour = rng.choice([_CLASSIC, _GOOGLE, _PAGE, _PAGE_DARK])[len(digits)]
        if rng.random() < 0.3:
            colour = _random_colour(rng)
        differences = [
            abs(ink - ground) for ink, ground in zip(_rgb(colour), _rgb(opened), strict=True)
        ]
        if abs(_luma(colour) - _luma(opened)) > least_contrast or max(differences) > 120:
            digits.append(colour)
    return digits


def random_theme(rng: random.Random) -> Theme:
    """A theme that no program has: colours, edges, gaps, typeface and flag at random."""
    hidden, opened, only_edge = _random_grounds(rng)
    edge = None
    if only_edge or rng.random() < 0.4:
        edge = (
            _mixed(hidden, "#ffffff", 0.7),
            _mixed(hidden, "#000000", 0.45),
            rng.uniform(0.05, 0.2),
        )
    digits = _random_digits(rng, opened)

    # A chessboard has no lines between its cells.
    is_chess = rng.random() < 0.2 and not only_edge
    gap = 0.0 if is_chess else rng.choice([1.0, 1.0, 2.0, 3.0])
    flag = rng.choice(["#ff0000", "#d01010", "#e05020", "#ffffff", "#ffd400", "#101010"])
    while abs(_luma(flag) - _luma(hidden)) < 40:
        flag = _random_colour(rng)
    pole = rng.choice([flag, "#000000", "#ffffff"])
    line = _mixed(hidden, rng.choice(["#000000", "#ffffff"]), rng.uniform(0.25, 0.6))
    if rng.random() < 0.12:  # all of one colour
        digits = [digits[rng.randrange(8)]] * 8
    is_in_corner = rng.random() < 0.06
    is_large = rng.random() < 0.25
    glyph = rng.choice(
        ["pennant", "pennant", "mirrored", "banner", "plain", "triangle", "sign", *_SIGNS]
    )
    is_gap_wide = gap > 1 and rng.random() < 0.2

    # What follows is drawn in this order, so that a seed gives the theme that it gave before.
    theme = Theme(
        "novel",
        (hidden, _mixed(hidden, "#000000", 0.06)) if is_chess else (hidden,),
        (opened, _mixed(opened, "#000000", 0.07)) if is_chess else (opened,),
        tuple(digits),
        line=None if is_chess else line,
        gap=rng.uniform(3, 6) if is_gap_wide else gap,
        edge=edge,
        flag=(flag, pole),
        page=rng.choice(["#ffffff", "#202124", "#c0c0c0", _random_colour(rng)]),
        glyph=glyph,
    )
    theme = _with_typeface(theme, rng, opened, is_in_corner, is_large)
    theme = replace(
        theme,
        shade=rng.choice([0.0, 0.0, 0.0, 0.2]),
        rounded=rng.choice([0.0, 0.0, 0.1, 0.25]) if gap > 1 else 0.0,
        frame=rng.choice([None, "#808080", "#333333"]),
    )
    theme = _with_digits_drawn(theme, rng, opened, is_in_corner)
    return _with_surface(theme, rng)


def _with_typeface(
    theme: Theme, rng: random.Random, opened: str, is_in_corner: bool, is_large: bool
) -> Theme:
    """The theme with a typeface for its digits, in some themes stretched or fatter, and their grounds."""
    typeface = rng.choice(_FONTS) if rng.random() < 0.4 else rng.choice(_system_fonts())
    is_small = is_in_corner or rng.random() < 0.1
    size = rng.uniform(0.28, 0.5) if is_small else rng.uniform(0.45, 0.95)
    tints: tuple[str, ...] = ()
    if rng.random() < 0.15:
        tints = tuple(_mixed(opened, _random_colour(rng), 0.3) for _ in range(8))
    smooth = rng.random() < 0.8
    stretched = None
    if rng.random() < 0.35:
        width = rng.uniform(0.35, 0.75 + 0.2 * is_large)
        stretched = (width, rng.uniform(0.5 + 0.3 * is_large, 0.8 + 0.18 * is_large))
    stroke = rng.uniform(0.0, 0.06) if rng.random() < 0.35 else 0.0
    return replace(
        theme,
        font=typeface,
        size=size,
        tints=tints,
        smooth=smooth,
        stretched=stretched,
        stroke=stroke,
    )


def _with_digits_drawn(theme: Theme, rng: random.Random, opened: str, is_in_corner: bool) -> Theme:
    """The theme with digits that have an outline, are of bars, or stand off the middle of their cells."""
    outline = None
    if rng.random() < 0.1:
        outline = rng.choice(["#000000", "#ffffff", _mixed(opened, "#000000", 0.5)])
    blocks = None
    if rng.random() < 0.2:
        blocks = (rng.uniform(0.4, 0.72), rng.uniform(0.5, 0.75), rng.uniform(0.11, 0.2))
    if is_in_corner:
        offset = (rng.uniform(-0.32, -0.2), rng.uniform(-0.28, -0.15))
    else:
        offset = (rng.uniform(-0.07, 0.07), rng.uniform(-0.09, 0.09))
    return replace(theme, outline=outline, blocks=blocks, offset=offset)


def _with_surface(theme: Theme, rng: random.Random) -> Theme:
    """The theme with what few programs have: shades, noise, gloss, a ground of flags, 0s that are shown."""
    return replace(
        theme,
        slope=rng.uniform(0.1, 0.5) if rng.random() < 0.2 else 0.0,
        lip=rng.uniform(0.06, 0.18) if rng.random() < 0.15 else 0.0,
        sunk=rng.uniform(0.03, 0.1) if rng.random() < 0.2 else 0.0,
        grain=rng.randint(4, 24) if rng.random() < 0.12 else 0,
        flagged=_random_colour(rng) if rng.random() < 0.12 else None,
        zero=rng.random() < 0.12,
        gloss=rng.uniform(0.2, 0.7) if rng.random() < 0.08 else 0.0,
    )


def draw(
    codes: np.ndarray,
    theme: Theme,
    side: int = 32,
    margin: tuple[int, int, int, int] = (20, 20, 20, 20),
) -> Image.Image:
    """The board as a program shows it, on its page. ``codes``: (rows, cols), -1 hidden, 10 a flag.

    ``margin``: pixels of page left, top, right, bottom.
    """
    rows, cols = codes.shape
    left, top, right, bottom = margin
    gap = 0 if theme.line is None else max(1, round(theme.gap * side / 32))
    image = Image.new(
        "RGB", (left + cols * side + gap + right, top + rows * side + gap + bottom), theme.page
    )
    ink = ImageDraw.Draw(image)
    ink.fontmode = "L" if theme.smooth else "1"
    if theme.line is not None:
        ink.rectangle(
            (left, top, left + cols * side + gap - 1, top + rows * side + gap - 1), fill=theme.line
        )
    for row, col in np.ndindex(rows, cols):
        box = (
            left + col * side + gap,
            top + row * side + gap,
            left + (col + 1) * side - 1,
            top + (row + 1) * side - 1,
        )
        cell = _Cell(int(codes[row, col]), box, row, col, codes.shape)
        _cell(image, ink, cell, theme, side)
    if theme.frame:
        width = max(2, side // 10)
        for k in range(1, width + 1):
            ink.rectangle(
                (
                    left - k,
                    top - k,
                    left + cols * side + gap - 1 + k,
                    top + rows * side + gap - 1 + k,
                ),
                outline=theme.frame,
            )
    return image


class _Cell(NamedTuple):
    """One cell that is drawn: what it shows, where it is in the picture (ends included) and on the board, as
    row and column, and how large the board is."""

    code: int
    box: tuple[int, int, int, int]
    row: int
    col: int
    shape: tuple[int, int]

    @property
    def is_covered(self) -> bool:
        return self.code in (HIDDEN, FLAG)

    def has_number(self, theme: Theme) -> bool:
        return 1 <= self.code <= 8 or (self.code == 0 and theme.zero)


def _cell(
    picture: Image.Image, ink: ImageDraw.ImageDraw, cell: _Cell, theme: Theme, side: int
) -> None:
    """Draw a cell: its ground first, what lies over it, its sign last."""
    fill = _ground_of(cell, theme)
    if theme.rounded:
        ink.rounded_rectangle(cell.box, theme.rounded * side, fill=fill)
    else:
        ink.rectangle(cell.box, fill=fill)
    if cell.is_covered and (theme.slope or theme.lip):
        _draw_slope(ink, cell.box, theme, fill)
    if theme.gloss:
        _draw_gloss(picture, cell.box, theme.gloss)
    if cell.is_covered and theme.grain:
        _draw_grain(picture, cell, theme.grain, fill)
    if not cell.is_covered and theme.sunk:
        _draw_shadow(ink, cell.box, max(1, round(theme.sunk * side)), fill)
    if cell.is_covered and theme.edge:
        _draw_edge(ink, cell.box, theme.edge, side)
    _draw_sign(picture, ink, cell, theme, side)


def _ground_of(cell: _Cell, theme: Theme) -> str:
    """The colour of a cell's ground."""
    fills = theme.hidden if cell.is_covered else theme.opened
    fill = fills[(cell.row + cell.col) % len(fills)]
    if theme.tints and 1 <= cell.code <= 8:
        fill = theme.tints[cell.code - 1]
    if cell.code == FLAG and theme.flagged:
        fill = theme.flagged
    if cell.is_covered and theme.shade:
        rows, cols = cell.shape
        fill = _mixed(fill, "#000000", theme.shade * (cell.row / rows + cell.col / cols) / 2)
    return fill


def _draw_slope(
    ink: ImageDraw.ImageDraw, box: tuple[int, int, int, int], theme: Theme, fill: str
) -> None:
    """A covered cell that is lighter at its top and darker at its bottom, with a lip."""
    left, top, right, bottom = box
    for y in range(top, bottom + 1):
        share = (y - top) / max(1, bottom - top)
        shade = theme.slope * (share - 0.5)
        if theme.lip and share > 1 - theme.lip:
            shade = 0.35
        if shade:
            colour = _mixed(fill, "#000000" if shade > 0 else "#ffffff", abs(shade))
            ink.line([(left, y), (right, y)], fill=colour)


def _draw_gloss(picture: Image.Image, box: tuple[int, int, int, int], gloss: float) -> None:
    """A cell that is lighter at its upper left."""
    left, top, right, bottom = box
    ramp = np.add.outer(
        np.linspace(0, 0.5, bottom - top + 1), np.linspace(0, 0.5, right - left + 1)
    )
    pixels = np.asarray(picture.crop((left, top, right + 1, bottom + 1))).astype(np.float32)
    lighter = pixels + (255 - pixels) * (gloss * (1 - ramp) ** 2)[..., None]
    picture.paste(Image.fromarray(lighter.astype(np.uint8)), (left, top))


def _draw_grain(picture: Image.Image, cell: _Cell, grain: int, fill: str) -> None:
    """A covered cell with noise, the same for each place on a board."""
    left, top, right, bottom = cell.box
    generator = np.random.default_rng(cell.row * 99 + cell.col)
    noise = generator.integers(-grain, grain + 1, (bottom - top + 1, right - left + 1, 1))
    pixels = np.clip(np.array(_rgb(fill)) + noise, 0, 255).astype(np.uint8)
    picture.paste(Image.fromarray(pixels), (left, top))


def _draw_shadow(
    ink: ImageDraw.ImageDraw, box: tuple[int, int, int, int], width: int, fill: str
) -> None:
    """An opened cell with a shadow at its left and upper sides."""
    left, top, right, bottom = box
    for depth in range(width):
        colour = _mixed(fill, "#000000", 0.3 / (depth + 1))
        corners = [(left + depth, bottom), (left + depth, top + depth), (right, top + depth)]
        ink.line(corners, fill=colour)


def _draw_edge(
    ink: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    edge: tuple[str, str, float],
    side: int,
) -> None:
    """A covered cell that is raised: light at its left and upper sides, dark at the others."""
    light, dark, share = edge
    for depth in range(max(1, round(share * side))):
        left, top = box[0] + depth, box[1] + depth
        right, bottom = box[2] - depth, box[3] - depth
        ink.line([(left, bottom), (left, top), (right, top)], fill=light)
        ink.line([(left, bottom), (right, bottom), (right, top)], fill=dark)


def _draw_sign(
    picture: Image.Image, ink: ImageDraw.ImageDraw, cell: _Cell, theme: Theme, side: int
) -> None:
    """The number or the flag of a cell, where it has one."""
    left, top, right, bottom = cell.box
    x = (left + right + 1) / 2 + theme.offset[0] * side
    y = (top + bottom + 1) / 2 + theme.offset[1] * side
    if not cell.has_number(theme):
        if cell.code == FLAG:
            _flag(picture, ink, x, y, side, theme)
        return
    if theme.blocks:
        _draw_bars(ink, (x, y), cell.code, theme.blocks, theme.digits[cell.code - 1], side)
    elif theme.stretched:
        _draw_stretched(ink, (x, y), cell.code, theme, side)
    else:
        stroke = round(theme.stroke * side)
        ink.text(
            (x, y),
            str(cell.code),
            fill=theme.digits[cell.code - 1],
            font=font(theme.font, max(7, round(theme.size * side))),
            anchor="mm",
            stroke_width=max(stroke, 1) if theme.outline else stroke,
            stroke_fill=theme.outline,
        )


def _draw_bars(
    ink: ImageDraw.ImageDraw,
    middle: tuple[float, float],
    digit: int,
    blocks: tuple[float, float, float],
    colour: str,
    side: int,
) -> None:
    """A digit of bars with square corners."""
    x, y = middle
    width, height, thickness = (share * side for share in blocks)
    bar = max(1, min(round(thickness), round(width / 3.5)))
    before, after = bar // 2, bar - bar // 2 - 1
    for *start, end_x, end_y in _BARS[digit]:
        ends = []
        for share_x, share_y in (start, (end_x, end_y)):
            place_x = round(x + (share_x - 0.5) * (width - thickness))
            place_y = round(y + (share_y - 0.5) * (height - thickness))
            ends.append((place_x, place_y))
        ink.line(ends, fill=colour, width=bar)
        for place_x, place_y in ends:
            corner = (place_x - before, place_y - before, place_x + after, place_y + after)
            ink.rectangle(corner, fill=colour)


def _draw_stretched(
    ink: ImageDraw.ImageDraw, middle: tuple[float, float], digit: int, theme: Theme, side: int
) -> None:
    """A digit that is made as wide and high as the theme says; a 1 half as wide."""
    assert theme.stretched is not None
    mask = Image.new("L", (3 * side, 3 * side))
    pen = ImageDraw.Draw(mask)
    pen.fontmode = ink.fontmode
    pen.text(
        (1.5 * side, 1.5 * side),
        str(digit),
        fill=255,
        font=font(theme.font, max(7, round(theme.size * side))),
        anchor="mm",
        stroke_width=round(theme.stroke * side),
    )
    width, height = (max(4, round(share * side)) for share in theme.stretched)
    size = (width // 2 if digit == 1 else width, height)
    resampling = Image.Resampling.BILINEAR if theme.smooth else Image.Resampling.NEAREST
    glyph = mask.crop(mask.getbbox()).resize(size, resampling)
    corner = (round(middle[0] - glyph.width / 2), round(middle[1] - height / 2))
    ink.bitmap(corner, glyph, fill=theme.digits[digit - 1])


def _flag(
    picture: Image.Image, ink: ImageDraw.ImageDraw, x: float, y: float, s: float, theme: Theme
) -> None:
    cloth, pole = theme.flag
    if theme.glyph in _SIGNS:
        sign = _sign(*_SIGNS[theme.glyph], cloth)
        size = max(6, round((theme.size + 0.05) * s))
        sign = sign.resize(
            (max(1, round(sign.width * size / 109)), max(1, round(sign.height * size / 109)))
        )
        picture.paste(sign, (round(x - sign.width / 2), round(y - sign.height / 2)), sign)
        return
    if theme.glyph == "sign":
        ink.text(
            (x, y), "⚑", fill=cloth, font=font("DejaVuSans", max(8, round(0.7 * s))), anchor="mm"
        )
        return
    way = -1 if theme.glyph == "mirrored" else 1
    width = max(1, round(0.07 * s))
    if theme.glyph == "triangle":
        ink.polygon(
            [(x - 0.2 * s, y - 0.28 * s), (x + 0.28 * s, y), (x - 0.2 * s, y + 0.28 * s)],
            fill=cloth,
        )
        return
    ink.line([(x + 0.03 * s, y - 0.28 * s), (x + 0.03 * s, y + 0.24 * s)], fill=pole, width=width)
    if theme.glyph != "plain":
        ink.rectangle((x - 0.2 * s, y + 0.2 * s, x + 0.2 * s, y + 0.27 * s), fill=pole)
    if theme.glyph == "banner":
        ink.rectangle((x - 0.26 * s, y - 0.28 * s, x + 0.03 * s, y - 0.02 * s), fill=cloth)
    else:
        ink.polygon(
            [
                (x + 0.04 * s, y - 0.3 * s),
                (x + 0.04 * s, y + 0.02 * s),
                (x + 0.03 * s - way * 0.31 * s, y - 0.14 * s),
            ],
            fill=cloth,
        )


@dataclass(frozen=True)
class Shot:
    """How a picture was taken: pixels a cell, how far it is scaled afterwards, JPEG quality (None: PNG)."""

    side: int = 32
    scale: float = 1.0
    quality: int | None = None


def random_shot(rng: random.Random) -> Shot:
    """Sides of 16 to 48 pixels, half of them rescaled, half saved as JPEG of quality 60 to 95."""
    side = rng.randint(14, 48)
    scale = 1.0 if rng.random() < 0.5 else rng.uniform(max(0.7, 11 / side), 1.9)
    return Shot(side, scale, rng.randint(60, 95) if rng.random() < 0.5 else None)


def shoot(codes: np.ndarray, theme: Theme, shot: Shot, rng: random.Random) -> bytes:
    """The bytes of a picture file: the drawn board on a page with margins, scaled and compressed."""
    left, top, right, bottom = (
        rng.randint(0 if rng.random() < 0.3 else 4, 2 * shot.side) for _ in range(4)
    )
    image = draw(codes, theme, shot.side, (left, top, right, bottom))
    if shot.scale != 1.0:
        size = (max(1, round(image.width * shot.scale)), max(1, round(image.height * shot.scale)))
        image = image.resize(
            size, rng.choice([Image.Resampling.BILINEAR, Image.Resampling.LANCZOS])
        )
    stream = io.BytesIO()
    if shot.quality is None:
        image.save(stream, "PNG")
    else:
        image.save(stream, "JPEG", quality=shot.quality)
    return stream.getvalue()


def random_board(rng: random.Random) -> np.ndarray:
    """A position of a game in course, with some of its mines flagged: int (rows, cols)."""
    rows, cols = rng.choice(
        [(9, 9), (16, 16), (16, 30), (8, 8), (10, 8), (14, 18), (20, 24), (5, 7)]
    )
    density = rng.uniform(0.1, 0.25)
    mines = np.array([[rng.random() < density for _ in range(cols)] for _ in range(rows)])
    clues = _windows(mines).sum(axis=(2, 3)) - mines
    least_opened = rng.uniform(0.15, 0.9) * (~mines).sum()
    safe_cells = [(int(row), int(col)) for row, col in np.argwhere(~mines)]
    rng.shuffle(safe_cells)
    opened = np.zeros((rows, cols), bool)
    for cell in safe_cells:
        if opened.sum() >= least_opened:
            break
        _open(opened, clues, cell)

    # Players flag mines that lie beside what is opened.
    draws = np.array([[rng.random() for _ in range(cols)] for _ in range(rows)])
    is_flagged = draws < rng.choice([0, 0.5, 0.9])
    beside_opened = _windows(opened).any(axis=(2, 3))
    covered = np.where(mines & is_flagged & beside_opened, FLAG, HIDDEN)
    return np.where(opened, clues, covered)


def _windows(flags: np.ndarray) -> np.ndarray:
    """int (rows, cols, 3, 3): each cell with its neighbours."""
    padded = np.pad(flags.astype(int), 1)
    return np.lib.stride_tricks.sliding_window_view(padded, (3, 3))


def _open(opened: np.ndarray, clues: np.ndarray, cell: tuple[int, int]) -> None:
    """Open a cell, and beside a 0 its neighbours as well."""
    rows, cols = clues.shape
    pending = [cell]
    while pending:
        row, col = pending.pop()
        if opened[row, col]:
            continue
        opened[row, col] = True
        if clues[row, col] > 0:
            continue
        for near_row in range(max(0, row - 1), min(rows, row + 2)):
            for near_col in range(max(0, col - 1), min(cols, col + 2)):
                pending.append((near_row, near_col))


__all__ = [
    "FLAG",
    "HIDDEN",
    "THEMES",
    "Shot",
    "Theme",
    "draw",
    "random_board",
    "random_shot",
    "random_theme",
    "shoot",
]
