"""Which symbols single cells of a screenshot show: what small networks see in them, and which cells look
alike.

``fit_symbols.py`` of ``benchmarks/screenshots`` fits the networks. Numbers that name no source were set by
hand on the programs of ``programs.toml`` there; those of :func:`features` cannot change without a new fit.
"""

from functools import lru_cache
from importlib.resources import files

import numpy as np

from .arrays import Array

SIDE = 20
"""Side of the square that a cell is scaled to."""
LABELS = ("hidden", *map(str, range(9)), "a flag", "no cell")
HIDDEN, ZERO, FLAG, JUNK = 0, 1, 10, 11


def features(cells: Array) -> Array:
    """float32 (n, k): how each cell's inside differs from its own background: shape, strokes, colour,
    contrast."""
    scaled_cells = cells.astype(np.float32) / 255.0
    pixels = scaled_cells[:, 2:18, 2:18]
    ring = np.concatenate(
        [pixels[:, 1, 1:-1], pixels[:, -2, 1:-1], pixels[:, 1:-1, 1], pixels[:, 1:-1, -2]], axis=1
    )
    difference = pixels - np.median(ring, axis=1)[:, None, None, :]
    strength = np.maximum.reduce([np.abs(difference[..., colour]) for colour in range(3)])

    # Strokes are as strong as the eight strongest pixels of the middle, however faint the sign.
    inner = strength[:, 2:-2, 2:-2].reshape(len(cells), -1)
    contrast = np.partition(inner, -8, axis=1)[:, -8:].mean(axis=1)
    shape = strength / np.maximum(contrast, 0.06)[:, None, None]
    weights = np.clip(shape, 0, 1) ** 2
    box = _glyph_box(shape)

    # The factors bring each kind of numbers near 1; they are part of what the networks are fitted to.
    columns = [
        np.clip(shape, 0, 1.5),
        np.clip(_stretched(shape, box), 0, 1.5),
        0.5 * _strokes(np.clip(shape, 0, 1.2)),
        np.clip(4 * _rim(scaled_cells), -1.5, 1.5),
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
        has_ink: Array = np.any(is_ink, axis=axis)
        is_inked_cell = np.any(has_ink, axis=1)
        first_line = np.where(is_inked_cell, has_ink.argmax(axis=1), 0)
        last_line = np.where(is_inked_cell, 13 - has_ink[:, ::-1].argmax(axis=1), 13)
        ends += [first_line + 1.0, last_line + 2.0]
    top, bottom, left, right = ends
    return top, bottom, left, right


def _stretched(shape: Array, box: tuple[Array, Array, Array, Array]) -> Array:
    """float (n, 12, 10): the glyph cut out and stretched, so that its size and place do not matter."""
    top, bottom, left, right = box
    ys = top[:, None] + (bottom - top)[:, None] * (np.arange(12) + 0.5) / 12 - 0.5
    xs = left[:, None] + (right - left)[:, None] * (np.arange(10) + 0.5) / 10 - 0.5

    # Between the four pixels around each place (bilinear interpolation).
    row, col = np.clip(ys.astype(int), 0, 14), np.clip(xs.astype(int), 0, 14)
    down, across = (ys - row)[:, :, None], (xs - col)[:, None, :]
    cell = np.arange(len(shape))[:, None, None]
    rows, cols = row[:, :, None], col[:, None, :]
    upper = shape[cell, rows, cols] * (1 - across) + shape[cell, rows, cols + 1] * across
    lower = shape[cell, rows + 1, cols] * (1 - across) + shape[cell, rows + 1, cols + 1] * across
    return np.asarray(upper * (1 - down) + lower * down)


def _strokes(shape: Array) -> Array:
    """float (n, 128): how strong the glyph's edges are in each of eight directions, in each of 16 parts of
    the cell: their length times the fourth power of the cosine of the angle between."""
    gradient_y, gradient_x = np.gradient(shape, axis=(1, 2))
    length = np.hypot(gradient_x, gradient_y)
    inverse = 1 / np.maximum(length, 1e-6) ** 3
    quarters = np.repeat(np.eye(4, dtype=np.float32), 4, axis=0)
    strokes = []
    for direction in np.arange(8) * np.pi / 4:
        cosine, sine = np.float32(np.cos(direction)), np.float32(np.sin(direction))
        along = np.maximum(gradient_x * cosine + gradient_y * sine, 0)
        along *= along
        strokes.append((quarters.T @ (along * along * inverse) @ quarters).reshape(len(shape), -1))
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
        batches = np.array_split(cells, len(cells) // 1000 + 1)
        return np.concatenate([likelihoods(batch, signs) for batch in batches])
    *hidden_layers, (last_weights, last_bias) = _layers("sign" if signs else "cell", 3)
    layer = features(cells)
    for weights, bias in hidden_layers:
        layer = np.maximum(layer @ weights + bias, 0)
    return _softmax(layer @ last_weights + last_bias)


def _softmax(outputs: Array) -> Array:
    """float (n, k): how likely each output of a network is."""
    odds = np.exp(outputs - outputs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def line_odds(numbers: Array) -> float:
    """The logarithm of the odds that a line of cells belongs to a board, by what ``Lines`` says of it."""
    (weights, bias), (last_weights, last_bias) = _layers("line", 2)
    return float((np.maximum(numbers @ weights + bias, 0) @ last_weights + last_bias)[0])


CELL_WEIGHT, LEAST_SEEN = 0.7, 2e-3
"""The weight of what is seen in a cell, where signs are large; and the least likelihood that a symbol has
there: no network rules one out. Set by hand on the programs of ``benchmarks/screenshots``."""


def with_signs(plain: Array, share: float, symbol_chances: Array, signs: Array) -> Array:
    """What the network sees in the cells of a board, halfway to what is seen in their signs alone; further
    where signs have a small share of a cell's side."""
    junk, symbols = symbol_chances[:, JUNK:], symbol_chances[:, :JUNK]
    symbols = symbols / np.maximum(symbols.sum(axis=1, keepdims=True), 1e-9)

    # Signs do not tell whether a blank cell is opened: its borders do.
    signs = signs[:, :JUNK].copy()
    opened_share = symbols[:, ZERO] / np.maximum(symbols[:, :2].sum(axis=1), 1e-9)
    blank = signs[:, :2].sum(axis=1)
    signs[:, HIDDEN], signs[:, ZERO] = blank * (1 - opened_share), blank * opened_share

    # A geometric mean, in which the whole cell weighs less where signs are small.
    cell_weight = CELL_WEIGHT * min(1.0, max(0.3, 2.5 * share - 0.75))
    sign_weight = 2 * CELL_WEIGHT - cell_weight
    both = (
        np.maximum(symbols, LEAST_SEEN) ** cell_weight
        * np.maximum(signs, LEAST_SEEN) ** sign_weight
    )
    return np.concatenate([both / both.sum(axis=1, keepdims=True), junk], axis=1)


def mixed(symbol_chances: Array, shown: Array) -> Array:
    """What is ``symbol_chances`` and what the third network says is ``shown``, float (n, len(LABELS))."""
    both = np.asarray(symbol_chances[:, :JUNK] ** 0.6 * np.maximum(shown[:, :JUNK], 1e-3) ** 0.6)
    return np.concatenate(
        [both / both.sum(axis=1, keepdims=True), symbol_chances[:, JUNK:]], axis=1
    )


def pictured(cells: Array, plain: Array) -> Array:
    """float (n, JUNK): how likely each symbol is, by a convolutional network that looks at a cell and at its
    sign alone."""
    if len(cells) > 64:
        batch_count = len(cells) // 64 + 1
        cell_batches, sign_batches = (
            np.array_split(cells, batch_count),
            np.array_split(plain, batch_count),
        )
        batches = zip(cell_batches, sign_batches, strict=True)
        return np.concatenate([pictured(*batch) for batch in batches])

    # Six layers of colour: the cell and its sign, each without its ground, the sign in its full contrast.
    cell_layers, sign_layers = _without_ground(cells), _without_ground(plain)
    strength = np.sort(np.abs(sign_layers).max(axis=3).reshape(len(plain), -1), axis=1)
    contrast = np.maximum(strength[:, -12:].mean(axis=1), 0.1)
    layer = np.concatenate([2 * cell_layers, sign_layers / contrast[:, None, None, None]], axis=3)

    # Four convolutions of 3 x 3, the second and the third halved by their largest values; two dense layers.
    *filters, (weights, bias), (last_weights, last_bias) = _layers("both", 6)
    for number, (kernel, filter_bias) in enumerate(filters):
        layer = _convolved(layer, kernel, filter_bias)
        if number in (1, 2):
            cell_count, height, width, _ = layer.shape
            layer = layer.reshape(cell_count, height // 2, 2, width // 2, 2, -1).max(axis=(2, 4))
    layer = np.maximum(layer.reshape(len(layer), -1) @ weights + bias, 0)
    return _softmax(layer @ last_weights + last_bias)


def _without_ground(cells: Array) -> Array:
    """float32 (n, SIDE, SIDE, 3): how far the pixels of cells are from the median of their cell."""
    pixels = cells.astype(np.float32) / 255
    return np.asarray(pixels - np.median(pixels.reshape(len(pixels), -1, 3), axis=1)[:, None, None])


def _convolved(layer: Array, kernel: Array, bias: Array) -> Array:
    """A layer, float (n, height, width, in), after a convolution of 3 x 3 and ReLU.

    kernel: float (3, 3 x in, out)
    """
    cell_count, height, width, _ = layer.shape
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    triples = np.concatenate([padded[:, :, shift : shift + width] for shift in range(3)], axis=3)
    sums = []
    for shift in range(3):
        rows = triples[:, shift : shift + height].reshape(cell_count * height * width, -1)
        sums.append(rows @ kernel[shift])
    return np.maximum(sum(sums) + bias, 0).reshape(cell_count, height, width, -1)


LIKELY_BLANK, SURE_SYMBOL, SURE_CLUE_SEEN = 0.5, 0.8, 0.9
"""How likely a symbol is that is taken for blank, for sure, and for a clue whose ground is one."""
ALIKE_MEAN, ALIKE_RIM, ONE_SYMBOL = 5.0, 25.0, 70.0
"""How far cells of one kind are apart at most, of 255: on the average and in their rims; and kinds of one
symbol in any part."""
ALIKE_PARTS, ALIKE_GROUND = (10, 22), 0.7
"""How far cells of one kind are apart in any part: half of their own contrast, within these; and how far
their grounds are, by :func:`grounds`."""


def alike_cells(
    cells: Array, plain: Array, symbol_chances: Array, ground: Array
) -> tuple[Array, Array]:
    """int (n,): cells that look alike, with and without what is no sign, have one number; bool (k, k): which
    kinds could be of one symbol."""
    looks, look_reach = _blocks(cells)
    signs, sign_reach = _blocks(plain)
    sides = cells[:, :2], cells[:, -2:], cells[:, :, :2], cells[:, :, -2:]
    rims = np.concatenate([side.mean(axis=(1, 2), dtype=np.float32) for side in sides], axis=1)
    likelihood, blank = symbol_chances[:, :JUNK].max(axis=1), symbol_chances[:, :2].sum(axis=1)
    likeliest = symbol_chances[:, :JUNK].argmax(axis=1)
    sure_symbol = np.where(likelihood > SURE_SYMBOL, likeliest, -1)

    # The surest cell first, with all that look like it: two symbols that are sure are never one kind.
    kind = np.full(len(cells), -1)
    kind_count = 0
    for cell in np.argsort(-likelihood, kind="stable"):
        if kind[cell] >= 0:
            continue
        difference = np.abs(looks - looks[cell])
        is_alike = (difference.max(axis=1) < look_reach[cell]) & (
            difference.mean(axis=1) < ALIKE_MEAN
        )
        has_same_sign = np.abs(signs - signs[cell]).max(axis=1) < 2 * sign_reach[cell]
        is_alike &= (likeliest == likeliest[cell]) | has_same_sign
        is_alike &= (sure_symbol == sure_symbol[cell]) | (sure_symbol < 0)
        is_alike &= np.abs(ground - ground[cell]) < ALIKE_GROUND
        is_alike &= np.abs(blank - blank[cell]) < LIKELY_BLANK
        is_alike[cell] = True
        has_same_rim = np.abs(rims - rims[cell]).max(axis=1) < ALIKE_RIM
        kind[is_alike & has_same_rim & (kind < 0)] = kind_count
        kind_count += 1

    examples = looks[[int((kind == number).argmax()) for number in range(kind_count)]]
    could_be_one = [np.abs(examples - example).max(axis=1) < ONE_SYMBOL for example in examples]
    return kind, np.array(could_be_one)


def _blocks(cells: Array) -> tuple[Array, Array]:
    """Means over squares of 3 x 3, float (n, 108), and how far alike cells are apart at most, float (n,)."""
    blocks = cells[:, 1:-1, 1:-1].reshape(-1, 6, 3, 6, 3, 3).mean(axis=(2, 4), dtype=np.float32)
    blocks = blocks.reshape(-1, 36, 3)
    # Of the greatest difference, for a thin 1 is a small part of a cell.
    reach = 0.5 * np.abs(blocks - np.median(blocks, axis=1)[:, None]).max(axis=(1, 2))
    return blocks.reshape(-1, 108), np.clip(reach, *ALIKE_PARTS)


def frames_of(cells: Array) -> Array:
    """float32 (n, 64, 3): each cell's rim, in squares of 2 x 2."""
    blocks = cells.reshape(-1, 10, 2, 10, 2, 3).mean(axis=(2, 4), dtype=np.float32)
    inner = np.pad(np.ones((6, 6), bool), 2)
    return np.asarray(blocks[:, ~inner])


COMPARED_CLUES = 20
"""Clues, evenly spread, with whose rims the others are compared."""
LEAST_SHARED = 0.6
"""Of the clues: how many have a rim that others have as well, where they lie on one ground."""
COMPARED_RIM_PARTS = 52
"""Parts of a rim, of 64, that are compared, without those that differ most."""


def grounds(cells: Array, symbol_chances: Array) -> Array:
    """float (n,): whether a cell's rim is that of opened cells (-1), in which clues lie, or not (1)."""
    clues = np.where(
        symbol_chances[:, 2:FLAG].max(axis=1) > SURE_CLUE_SEEN, symbol_chances.argmax(axis=1), 0
    )
    clue_cells = np.flatnonzero(clues)
    if not len(clue_cells):
        return np.zeros(len(cells))
    sampled = np.linspace(0, len(clue_cells) - 1, min(len(clue_cells), COMPARED_CLUES)).astype(int)
    clue_cells = clue_cells[sampled]
    rims = frames_of(cells)
    distances = []
    for rim in rims[clue_cells]:
        sorted_differences = np.sort(np.abs(rims - rim).max(axis=2))
        distances.append(sorted_differences[:, :COMPARED_RIM_PARTS].mean(axis=1))
    distance = np.array(distances)

    # A flag taken for a clue has a rim that no other clue has.
    is_other_clue = clues[clue_cells][:, None] != clues[clue_cells]
    reach = float(np.clip(0.3 * np.percentile(distance, 90), 10, 15))
    is_shared = ((distance[:, clue_cells] < reach) & is_other_clue).any(axis=1)
    if is_other_clue.any() and is_shared.mean() < LEAST_SHARED:  # each clue has a ground of its own
        return np.zeros(len(cells))
    nearest = (distance[is_shared] if is_shared.any() else distance).min(axis=0)
    is_blank = symbol_chances[:, :2].sum(axis=1) > LIKELY_BLANK
    middle, half_width = _divide(np.sort(nearest[is_blank]))
    return np.asarray(np.clip((nearest - middle) / half_width, -1, 1))


USUAL_MIDDLE, USUAL_HALF_WIDTH = 9.0, 5.0
"""Of the distances of rims, of 255: where blank cells are all hidden, or all opened."""


def _divide(distances: Array) -> tuple[float, float]:
    """The middle between two groups of rising distances, and half of what lies between their means (Otsu's
    method); usual ones where they are one group."""
    best = 0.0, 0.0, -np.inf
    for lower_count in range(1, len(distances)):
        lower_mean, upper_mean = distances[:lower_count].mean(), distances[lower_count:].mean()
        share = lower_count / len(distances)
        variance_between = (upper_mean - lower_mean) ** 2 * share * (1 - share)
        if variance_between > best[2]:
            best = lower_mean, upper_mean, variance_between
    lower_mean, upper_mean, _ = best
    if len(distances) > 1 and upper_mean > 1.6 * lower_mean + 2:
        return (lower_mean + upper_mean) / 2, (upper_mean - lower_mean) / 2
    return USUAL_MIDDLE, USUAL_HALF_WIDTH


def broken(symbols: Array) -> tuple[Array, Array]:
    """Which clues of a reading, int (rows, cols), could not be: more than their hidden cells, fewer than
    their flags (which no player sets); and which opened 0s lie beside hidden cells."""
    covered = np.stack([symbols == HIDDEN, symbols == FLAG]).astype(np.int8)
    padded = np.pad(covered, ((0, 0), (1, 1), (1, 1)))
    strips = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    hidden_around, flags_around = strips[:, :, :-2] + strips[:, :, 1:-1] + strips[:, :, 2:]
    clue, is_zero = symbols - 1, symbols == ZERO
    is_clue = (symbols >= ZERO) & (symbols < FLAG)
    is_wrong = (clue > hidden_around + flags_around) | ((clue < flags_around) & ~is_zero)
    return is_clue & is_wrong, is_zero & (hidden_around + flags_around > 0)
