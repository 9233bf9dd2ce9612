"""Which symbols single cells of a screenshot show: what small networks see in them, and which cells look
alike.

``fit_symbols.py`` of ``benchmarks/screenshots`` fits the networks. Numbers that name no source were set by
hand on the programs of ``programs.toml`` there; those of :func:`features` cannot change without a new fit.
"""

from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

SIDE = 20
"""Side of the square that a cell is scaled to."""
LABELS = ("hidden", *map(str, range(9)), "a flag", "no cell")
HIDDEN, ZERO, FLAG, JUNK = 0, 1, 10, 11


def features(cells: Array) -> Array:
    """float32 (n, k): how each cell's inside differs from its own background: shape, strokes, colour,
    contrast."""
    whole = cells.astype(np.float32) / 255.0
    pixels = whole[:, 2:18, 2:18]
    ring = np.concatenate(
        [pixels[:, 1, 1:-1], pixels[:, -2, 1:-1], pixels[:, 1:-1, 1], pixels[:, 1:-1, -2]], axis=1
    )
    difference = pixels - np.median(ring, axis=1)[:, None, None, :]
    strength = np.maximum.reduce([np.abs(difference[..., colour]) for colour in range(3)])
    inner = strength[:, 2:-2, 2:-2].reshape(len(cells), -1)
    contrast = np.partition(inner, -8, axis=1)[:, -8:].mean(axis=1)
    shape = strength / np.maximum(contrast, 0.06)[:, None, None]
    weights = np.clip(shape, 0, 1) ** 2
    box = _glyph_box(shape)
    columns = [
        np.clip(shape, 0, 1.5),
        np.clip(_stretched(shape, box), 0, 1.5),
        0.5 * _strokes(np.clip(shape, 0, 1.2)),
        np.clip(4 * _rim(whole), -1.5, 1.5),
        np.stack(box, axis=1) / 8 - 1,
        2 * _inked(difference, weights, slice(0, 16)),
        3 * _ink_colour(pixels, weights, slice(0, 16)),
        3 * _ink_colour(pixels, weights, slice(0, 8)),
        3 * _ink_colour(pixels, weights, slice(8, 16)),
        np.minimum(contrast, 0.5)[:, None] * 4,
    ]
    flat = [column.reshape(len(cells), -1) for column in columns]
    return np.concatenate(flat, axis=1).astype(np.float32)


def _inked(values: Array, weights: Array, rows: slice) -> Array:
    """float (n, 3): the mean of values, float (n, 16, 16, 3), where ink is in some rows of cells."""
    total = np.einsum("nyxk,nyx->nk", values[:, rows], weights[:, rows])
    return np.asarray(total / (np.einsum("nyx->n", weights[:, rows])[:, None] + 1e-3))


def _ink_colour(pixels: Array, weights: Array, rows: slice) -> Array:
    """float (n, 3): the colour of the ink in some rows of cells, without its brightness."""
    mean = _inked(pixels, weights, rows)
    return np.asarray(mean - mean.mean(axis=1, keepdims=True))


def _glyph_box(shape: Array) -> tuple[Array, Array, Array, Array]:
    """float (n,) each: top, bottom, left and right of the glyph in a cell of 16 x 16."""
    is_ink = shape[:, 1:-1, 1:-1] > 0.5
    ends = []
    for axis in (2, 1):
        line: Array = np.any(is_ink, axis=axis)
        any_ink = np.any(line, axis=1)
        first = np.where(any_ink, line.argmax(axis=1), 0)
        last = np.where(any_ink, 13 - line[:, ::-1].argmax(axis=1), 13)
        ends += [first + 1.0, last + 2.0]
    top, bottom, left, right = ends
    return top, bottom, left, right


def _stretched(shape: Array, box: tuple[Array, Array, Array, Array]) -> Array:
    """float (n, 12, 10): the glyph cut out and stretched, so that its size and place do not matter."""
    top, bottom, left, right = box
    ys = top[:, None] + (bottom - top)[:, None] * (np.arange(12) + 0.5) / 12 - 0.5
    xs = left[:, None] + (right - left)[:, None] * (np.arange(10) + 0.5) / 10 - 0.5
    y0, x0 = np.clip(ys.astype(int), 0, 14), np.clip(xs.astype(int), 0, 14)
    down, right_of = (ys - y0)[:, :, None], (xs - x0)[:, None, :]
    every_cell = np.arange(len(shape))[:, None, None]
    rows, cols = y0[:, :, None], x0[:, None, :]
    above = shape[every_cell, rows, cols] * (1 - right_of) + shape[every_cell, rows, cols + 1] * right_of
    below = (
        shape[every_cell, rows + 1, cols] * (1 - right_of) + shape[every_cell, rows + 1, cols + 1] * right_of
    )
    return np.asarray(above * (1 - down) + below * down)


def _strokes(shape: Array) -> Array:
    """float (n, 128): how strong the glyph's edges are in each of eight directions, in each of 16 parts of
    the cell: their length times the fourth power of the cosine of the angle between."""
    gradient_y, gradient_x = np.gradient(shape, axis=(1, 2))
    length = np.hypot(gradient_x, gradient_y)
    inverse = 1 / np.maximum(length, 1e-6) ** 3
    parts = np.repeat(np.eye(4, dtype=np.float32), 4, axis=0)
    strokes = []
    for direction in np.arange(8) * np.pi / 4:
        cosine, sine = np.float32(np.cos(direction)), np.float32(np.sin(direction))
        along = np.maximum(gradient_x * cosine + gradient_y * sine, 0)
        along *= along
        strokes.append((parts.T @ (along * along * inverse) @ parts).reshape(len(shape), -1))
    return np.concatenate(strokes, axis=1)


def _rim(whole: Array) -> Array:
    """float (n, 10, 10): a cell's brightness in squares of 2 x 2, above its median."""
    brightness = (whole[..., 0] + whole[..., 1] + whole[..., 2]) / 3
    blocks = brightness.reshape(len(whole), 10, 2, 10, 2).mean(axis=(2, 4))
    return np.asarray(blocks - np.median(brightness.reshape(len(whole), -1), axis=1)[:, None, None])


@lru_cache(maxsize=1)
def fitted() -> dict[str, Array]:
    """Weights of the networks and of readings, by name."""
    with (files(__package__) / "weights.npz").open("rb") as file:
        return {name: array.astype(np.float32) for name, array in np.load(file).items()}


def _layers(name: str, number: int) -> list[tuple[Array, Array]]:
    """Weights and biases of a network: ``cell``, ``sign`` (dense), ``both`` (kernels float (3, 3 x in, out),
    then dense)."""
    return [(fitted()[f"{name}{k}"], fitted()[f"{name}{k}bias"]) for k in range(number)]


def likelihoods(cells: Array, signs: bool = False) -> Array:
    """float (n, len(LABELS)): how likely each cell shows each symbol, by the network, or by that of signs."""
    if len(cells) > 1000:
        parts = np.array_split(cells, len(cells) // 1000 + 1)
        return np.concatenate([likelihoods(part, signs) for part in parts])
    layer = features(cells)
    network = _layers("sign" if signs else "cell", 3)
    for k, (weights, bias) in enumerate(network):
        layer = layer @ weights + bias
        if k + 1 < len(network):
            layer = np.maximum(layer, 0)
    layer = layer - layer.max(axis=1, keepdims=True)
    odds = np.exp(layer)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def line_odds(numbers: Array) -> float:
    """The logarithm of the odds that a line of cells belongs to a board, by what ``Lines`` says of it."""
    (weights, bias), (last, end) = _layers("line", 2)
    return float((np.maximum(numbers @ weights + bias, 0) @ last + end)[0])


def with_signs(plain: Array, share: float, seen: Array, signs: Array) -> Array:
    """What the network sees in the cells of a board, halfway to what is seen in their signs alone; further
    where signs have a small share of a cell's side."""
    junk, seen = (
        seen[:, JUNK:],
        seen[:, :JUNK] / np.maximum(seen[:, :JUNK].sum(axis=1, keepdims=True), 1e-9),
    )
    signs = signs[:, :JUNK].copy()
    opened = seen[:, 1] / np.maximum(seen[:, :2].sum(axis=1), 1e-9)  # of blank cells: signs do not tell
    blank = signs[:, :2].sum(axis=1)
    signs[:, 0], signs[:, 1] = blank * (1 - opened), blank * opened
    own = 0.7 * min(1.0, max(0.3, 2.5 * share - 0.75))
    both = np.maximum(seen, 2e-3) ** own * np.maximum(signs, 2e-3) ** (1.4 - own)
    return np.concatenate([both / both.sum(axis=1, keepdims=True), junk], axis=1)


def mixed(seen: Array, shown: Array) -> Array:
    """What is ``seen`` and what the third network says is ``shown``, float (n, len(LABELS))."""
    both = np.asarray(seen[:, :JUNK] ** 0.6 * np.maximum(shown[:, :JUNK], 1e-3) ** 0.6)
    return np.concatenate([both / both.sum(axis=1, keepdims=True), seen[:, JUNK:]], axis=1)


def pictured(cells: Array, plain: Array) -> Array:
    """float (n, JUNK): how likely each symbol is, by a convolutional network that looks at a cell and at its
    sign alone."""
    if len(cells) > 64:
        parts = [np.array_split(part, len(cells) // 64 + 1) for part in (cells, plain)]
        return np.concatenate([pictured(*both) for both in zip(*parts, strict=True)])
    layers = []
    for part in (cells, plain):
        whole = part.astype(np.float32) / 255
        layers.append(whole - np.median(whole.reshape(len(whole), -1, 3), axis=1)[:, None, None])
    strongest = np.sort(np.abs(layers[1]).max(axis=3).reshape(len(plain), -1), axis=1)[:, -12:].mean(axis=1)
    layer = np.concatenate(
        [2 * layers[0], layers[1] / np.maximum(strongest, 0.1)[:, None, None, None]], axis=3
    )
    *filters, (weights, bias), (last, end) = _layers("both", 6)
    for k, (kernel, add) in enumerate(filters):
        number, high, wide, _ = layer.shape
        padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
        rows = np.concatenate([padded[:, :, d : d + wide] for d in range(3)], axis=3)
        strips = [rows[:, d : d + high].reshape(number * high * wide, -1) @ kernel[d] for d in range(3)]
        layer = np.maximum(sum(strips) + add, 0).reshape(number, high, wide, -1)
        if k in (1, 2):
            layer = layer.reshape(number, high // 2, 2, wide // 2, 2, -1).max(axis=(2, 4))
    layer = np.maximum(layer.reshape(len(layer), -1) @ weights + bias, 0) @ last + end
    odds = np.exp(layer - layer.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


LIKELY_BLANK, SURE_SYMBOL, SURE_CLUE_SEEN = 0.5, 0.8, 0.9
"""How likely a symbol is that is taken for blank, for sure, and for a clue whose ground is one."""
ALIKE_MEAN, ALIKE_RIM, ONE_SYMBOL = 5.0, 25.0, 70.0
"""How far cells of one kind are apart at most, of 255: on the average and in their rims; and kinds of one
symbol in any part."""
ALIKE_PARTS = 10, 22
"""How far cells of one kind are apart in any part: half of their own contrast, within these."""


def alike_cells(cells: Array, plain: Array, seen: Array, ground: Array) -> tuple[Array, Array]:
    """int (n,): cells that look alike, with and without what is no sign, have one number; bool (k, k): which
    kinds could be of one symbol."""
    looks, look_reach = _parts(cells)
    signs, sign_reach = _parts(plain)
    sides = cells[:, :2], cells[:, -2:], cells[:, :, :2], cells[:, :, -2:]
    rims = np.concatenate([side.mean(axis=(1, 2), dtype=np.float32) for side in sides], axis=1)
    held, blank = seen[:, :JUNK].max(axis=1), seen[:, :2].sum(axis=1)
    first = seen[:, :JUNK].argmax(axis=1)
    sure = np.where(held > SURE_SYMBOL, first, -1)
    kind = np.full(len(cells), -1)
    number = 0
    for cell in np.argsort(-held, kind="stable"):  # the surest first, for two symbols are never one kind
        if kind[cell] >= 0:
            continue
        apart = np.abs(looks - looks[cell])
        alike = (apart.max(axis=1) < look_reach[cell]) & (apart.mean(axis=1) < ALIKE_MEAN)
        same_sign = np.abs(signs - signs[cell]).max(axis=1) < 2 * sign_reach[cell]
        alike &= (first == first[cell]) | same_sign
        alike &= (sure == sure[cell]) | (sure < 0)
        alike &= (np.abs(ground - ground[cell]) < 0.7) & (np.abs(blank - blank[cell]) < LIKELY_BLANK)
        alike[cell] = True
        kind[alike & (np.abs(rims - rims[cell]).max(axis=1) < ALIKE_RIM) & (kind < 0)] = number
        number += 1
    examples = looks[[int((kind == k).argmax()) for k in range(number)]]
    return kind, np.array([np.abs(examples - example).max(axis=1) < ONE_SYMBOL for example in examples])


def _parts(cells: Array) -> tuple[Array, Array]:
    """Means over squares of 3 x 3, float (n, 108), and how far alike cells are apart at most, float (n,)."""
    blocks = cells[:, 1:-1, 1:-1].reshape(-1, 6, 3, 6, 3, 3).mean(axis=(2, 4), dtype=np.float32)
    parts = blocks.reshape(-1, 36, 3)
    # Of the greatest difference, for a thin 1 is a small part of a cell.
    reach = 0.5 * np.abs(parts - np.median(parts, axis=1)[:, None]).max(axis=(1, 2))
    return parts.reshape(-1, 108), np.clip(reach, *ALIKE_PARTS)


def frames_of(cells: Array) -> Array:
    """float32 (n, 64, 3): each cell's rim, in squares of 2 x 2."""
    blocks = cells.reshape(-1, 10, 2, 10, 2, 3).mean(axis=(2, 4), dtype=np.float32)
    inner = np.pad(np.ones((6, 6), bool), 2)
    return np.asarray(blocks[:, ~inner])


COMPARED_CLUES = 20
"""Clues, evenly spread, with whose rims the others are compared."""
COMPARED_RIM_PARTS = 52
"""Parts of a rim, of 64, that are compared, without those that differ most."""


def grounds(cells: Array, seen: Array) -> Array:
    """float (n,): whether a cell's rim is that of opened cells (-1), in which clues lie, or not (1)."""
    clues = np.where(seen[:, 2:FLAG].max(axis=1) > SURE_CLUE_SEEN, seen.argmax(axis=1), 0)
    known = np.flatnonzero(clues)
    known = known[np.linspace(0, len(known) - 1, min(len(known), COMPARED_CLUES)).astype(int)]
    if not len(known):
        return np.zeros(len(cells))
    frames = frames_of(cells)
    distances = []
    for frame in frames[known]:
        parts = np.sort(np.abs(frames - frame).max(axis=2))
        distances.append(parts[:, :COMPARED_RIM_PARTS].mean(axis=1))
    apart = np.array(distances)

    # A flag taken for a clue has a rim that no other clue has.
    others = clues[known][:, None] != clues[known]
    reach = float(np.clip(0.3 * np.percentile(apart, 90), 10, 15))
    shared = ((apart[:, known] < reach) & others).any(axis=1)
    if others.any() and shared.mean() < 0.6:  # each clue has a ground of its own
        return np.zeros(len(cells))
    nearest = (apart[shared] if shared.any() else apart).min(axis=0)
    middle, half_width = _divide(np.sort(nearest[seen[:, :2].sum(axis=1) > LIKELY_BLANK]))
    return np.asarray(np.clip((nearest - middle) / half_width, -1, 1))


def _divide(distances: Array) -> tuple[float, float]:
    """The middle between two groups of rising distances, and half of what lies between their means (Otsu's
    method); usual ones where they are one group."""
    best = 0.0, 0.0, -np.inf
    for number in range(1, len(distances)):
        low, high = distances[:number].mean(), distances[number:].mean()
        share = number / len(distances)
        between = (high - low) ** 2 * share * (1 - share)
        if between > best[2]:
            best = low, high, between
    low, high, _ = best
    if len(distances) > 1 and high > 1.6 * low + 2:
        return (low + high) / 2, (high - low) / 2
    return 9.0, 5.0


def broken(symbols: Array) -> tuple[Array, Array]:
    """Which clues of a reading, int (rows, cols), could not be: more than their hidden cells, fewer than
    their flags (which no player sets); and which opened 0s lie beside hidden cells."""
    wide = np.pad(np.stack([symbols == HIDDEN, symbols == FLAG]).astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    strips = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
    hidden, flags = strips[:, :, :-2] + strips[:, :, 1:-1] + strips[:, :, 2:]
    clue, zero = symbols - 1, symbols == ZERO
    wrong = (clue > hidden + flags) | ((clue < flags) & ~zero)
    return (symbols >= 1) & (symbols < FLAG) & wrong, zero & (hidden + flags > 0)
