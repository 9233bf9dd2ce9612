"""Which symbols single cells of a screenshot show: what small networks see in them, and which cells look
alike.

``fit_symbols.py`` of ``benchmarks/screenshots`` fits the networks. Numbers that name no source were set by
hand on the programs of ``programs.toml`` there, where ``programs.py score`` says what another value reads;
those of :func:`features` cannot change without a new fit.
"""

from functools import lru_cache
from importlib.resources import files

import numpy as np

from .arrays import (
    Array,
    block_means,
    distinct_cells,
    evenly_spread,
    largest_of_colours,
    median_colours,
    neighbour_counts,
    strongest_mean,
)

SIDE = 20
"""Side of the square that a cell is scaled to."""
LABELS = ("hidden", *map(str, range(9)), "a flag", "no cell")
HIDDEN, ZERO, FLAG, JUNK = 0, 1, 10, 11

GlyphBox = tuple[Array, Array, Array, Array]
"""float (n,) each: first and end row, first and end column of the glyph in a cell of 16 x 16."""


# -- what the dense networks are told of a cell ------------------------------------------------------------


def features(cells: Array) -> Array:
    """float32 (n, k): how each cell's inside differs from its own background: shape, strokes, colour,
    contrast."""
    scaled_cells = cells.astype(np.float32) / 255.0
    pixels = scaled_cells[:, 2:18, 2:18]

    # The background is the median of the ring inside the borders, where no glyph reaches.
    sides = [
        pixels[:, 1, 1:-1],
        pixels[:, -2, 1:-1],
        pixels[:, 1:-1, 1],
        pixels[:, 1:-1, -2],
    ]
    ring = np.concatenate(sides, axis=1)
    background = np.median(ring, axis=1)[:, None, None, :]
    difference = pixels - background
    strength = largest_of_colours(np.abs(difference))

    # Strokes are as strong as the eight strongest pixels of the middle, however faint the sign.
    inner = strength[:, 2:-2, 2:-2].reshape(len(cells), -1)
    contrast = strongest_mean(inner, 8)
    shape = strength / np.maximum(contrast, 0.06)[:, None, None]
    ink = np.clip(shape, 0, 1) ** 2
    box = _glyph_box(shape)

    # Colours of the ink say more than its place: of the whole glyph, its upper and its lower half.
    whole_height = slice(0, 16)
    upper_half = slice(0, 8)
    lower_half = slice(8, 16)

    # The factors bring each kind of numbers near 1; they are part of what the networks are fitted to.
    columns = [
        np.clip(shape, 0, 1.5),
        np.clip(_stretched(shape, box), 0, 1.5),
        0.5 * _strokes(np.clip(shape, 0, 1.2)),
        np.clip(4 * _rim_brightness(scaled_cells), -1.5, 1.5),
        np.stack(box, axis=1) / 8 - 1,
        2 * _mean_in_ink(difference, ink, whole_height),
        3 * _ink_colour(pixels, ink, whole_height),
        3 * _ink_colour(pixels, ink, upper_half),
        3 * _ink_colour(pixels, ink, lower_half),
        np.minimum(contrast, 0.5)[:, None] * 4,
    ]
    flat = [column.reshape(len(cells), -1) for column in columns]
    return np.concatenate(flat, axis=1).astype(np.float32)


def _mean_in_ink(values: Array, ink: Array, rows: slice) -> Array:
    """float (n, 3): the mean of values, float (n, 16, 16, 3), where ink is in some rows of cells."""
    ink_in_rows = ink[:, rows]
    total = np.einsum("nyxk,nyx->nk", values[:, rows], ink_in_rows)
    amount = np.einsum("nyx->n", ink_in_rows)[:, None]
    return np.asarray(total / (amount + 1e-3))


def _ink_colour(pixels: Array, ink: Array, rows: slice) -> Array:
    """float (n, 3): the colour of the ink in some rows of cells, without its brightness."""
    mean = _mean_in_ink(pixels, ink, rows)
    brightness = mean.mean(axis=1, keepdims=True)
    return np.asarray(mean - brightness)


def _glyph_box(shape: Array) -> GlyphBox:
    """Where the glyph is in each cell; all but the edge where there is none."""
    is_ink = shape[:, 1:-1, 1:-1] > 0.5
    first_row, end_row = _ends_of_ink(np.any(is_ink, axis=2))
    first_column, end_column = _ends_of_ink(np.any(is_ink, axis=1))
    return first_row, end_row, first_column, end_column


def _ends_of_ink(has_ink: Array) -> tuple[Array, Array]:
    """float (n,) each: where ink begins and ends in the inner lines of cells, bool (n, 14)."""
    is_inked_cell: Array = np.any(has_ink, axis=1)
    first_line = np.where(is_inked_cell, has_ink.argmax(axis=1), 0)
    lines_after = has_ink[:, ::-1].argmax(axis=1)
    last_line = np.where(is_inked_cell, 13 - lines_after, 13)
    return first_line + 1.0, last_line + 2.0


def _stretched(shape: Array, box: GlyphBox) -> Array:
    """float (n, 12, 10): the glyph cut out and stretched, so that its size and place do not matter."""
    first_row, end_row, first_column, end_column = box
    ys = _places_between(first_row, end_row, 12)
    xs = _places_between(first_column, end_column, 10)

    # Between the four pixels around each place (bilinear interpolation).
    row = np.clip(ys.astype(int), 0, 14)
    col = np.clip(xs.astype(int), 0, 14)
    down = (ys - row)[:, :, None]
    across = (xs - col)[:, None, :]
    cell = np.arange(len(shape))[:, None, None]
    rows = row[:, :, None]
    cols = col[:, None, :]
    upper_left = shape[cell, rows, cols]
    upper_right = shape[cell, rows, cols + 1]
    lower_left = shape[cell, rows + 1, cols]
    lower_right = shape[cell, rows + 1, cols + 1]
    upper = upper_left * (1 - across) + upper_right * across
    lower = lower_left * (1 - across) + lower_right * across
    return np.asarray(upper * (1 - down) + lower * down)


def _places_between(start: Array, end: Array, number: int) -> Array:
    """float (n, number): the middles of so many equal parts, in pixels."""
    part_middles = np.arange(number) + 0.5
    length = (end - start)[:, None]
    return np.asarray(start[:, None] + length * part_middles / number - 0.5)


def _strokes(shape: Array) -> Array:
    """float (n, 128): how strong the glyph's edges are in each of eight directions, in each of 16 parts of
    the cell: their length times the fourth power of the cosine of the angle between."""
    gradient_y, gradient_x = np.gradient(shape, axis=(1, 2))
    length = np.hypot(gradient_x, gradient_y)
    inverse = 1 / np.maximum(length, 1e-6) ** 3
    quarters = np.repeat(np.eye(4, dtype=np.float32), 4, axis=0)
    strokes = []
    for angle in np.arange(8) * np.pi / 4:
        cosine = np.float32(np.cos(angle))
        sine = np.float32(np.sin(angle))
        along = np.maximum(gradient_x * cosine + gradient_y * sine, 0)
        along *= along
        weighted = along * along * inverse
        by_part = quarters.T @ weighted @ quarters
        strokes.append(by_part.reshape(len(shape), -1))
    return np.concatenate(strokes, axis=1)


def _rim_brightness(scaled_cells: Array) -> Array:
    """float (n, 10, 10): a cell's brightness in squares of 2 x 2, above its median."""
    red, green, blue = (scaled_cells[..., colour] for colour in range(3))
    brightness = (red + green + blue) / 3
    blocks = block_means(brightness[..., None], 2)[..., 0]
    usual = np.median(brightness.reshape(len(scaled_cells), -1), axis=1)
    return np.asarray(blocks - usual[:, None, None])


# -- the networks ------------------------------------------------------------------------------------------

CELLS_AT_ONCE, PICTURED_AT_ONCE = 1000, 32
"""Cells that the dense networks, and the convolutional one, look at together: of more, what they compute
would take too much room."""


@lru_cache(maxsize=1)
def fitted() -> dict[str, Array]:
    """Weights of the networks and of readings, by name."""
    with (files(__package__) / "weights.npz").open("rb") as file:
        arrays = np.load(file)
        return {name: array.astype(np.float32) for name, array in arrays.items()}


def _layers(name: str, number: int) -> list[tuple[Array, Array]]:
    """Weights and biases of a network: ``cell``, ``sign`` (dense), ``both`` (kernels float (3, 3 x in, out),
    then dense)."""
    arrays = fitted()
    layers = []
    for layer in range(number):
        weights = arrays[f"{name}{layer}"]
        bias = arrays[f"{name}{layer}bias"]
        layers.append((weights, bias))
    return layers


def likelihoods(cells: Array, signs: bool = False) -> Array:
    """float (n, len(LABELS)): how likely each cell shows each symbol, by the network, or by that of signs.
    Of cells that are equal one is looked at."""
    examples, example_of = distinct_cells(cells)
    batch_count = len(examples) // CELLS_AT_ONCE + 1
    example_chances = []
    for batch in np.array_split(examples, batch_count):
        example_chances.append(_likelihoods_of_each(cells[batch], signs))
    return np.concatenate(example_chances)[example_of]


def _likelihoods_of_each(cells: Array, signs: bool) -> Array:
    """The same, whether cells are equal or not."""
    *hidden_layers, last_layer = _layers("sign" if signs else "cell", 3)
    layer = features(cells)
    for weights, bias in hidden_layers:
        layer = np.maximum(layer @ weights + bias, 0)
    last_weights, last_bias = last_layer
    return _softmax(layer @ last_weights + last_bias)


def _softmax(outputs: Array) -> Array:
    """float (n, k): how likely each output of a network is."""
    largest = outputs.max(axis=1, keepdims=True)
    odds = np.exp(outputs - largest)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def line_odds(numbers: Array) -> float:
    """The logarithm of the odds that a line of cells belongs to a board, by what ``Lines`` says of it."""
    (weights, bias), (last_weights, last_bias) = _layers("line", 2)
    layer = np.maximum(numbers @ weights + bias, 0)
    return float((layer @ last_weights + last_bias)[0])


CELL_WEIGHT, LEAST_SEEN = 0.7, 2e-3
"""The weight of what is seen in a cell, where signs are large; and the least likelihood that a symbol has
there: no network rules one out."""


def with_signs(plain: Array, share: float, symbol_chances: Array, sign_chances: Array) -> Array:
    """What the network sees in the cells of a board, halfway to what is seen in their signs alone; further
    where signs have a small share of a cell's side."""
    junk = symbol_chances[:, JUNK:]
    symbols = symbol_chances[:, :JUNK]
    symbols = symbols / np.maximum(symbols.sum(axis=1, keepdims=True), 1e-9)

    # Signs do not tell whether a blank cell is opened: its borders do.
    signs = sign_chances[:, :JUNK].copy()
    blank_by_cell = symbols[:, :2].sum(axis=1)
    opened_share = symbols[:, ZERO] / np.maximum(blank_by_cell, 1e-9)
    blank_by_sign = signs[:, :2].sum(axis=1)
    signs[:, HIDDEN] = blank_by_sign * (1 - opened_share)
    signs[:, ZERO] = blank_by_sign * opened_share

    # A geometric mean, in which the whole cell weighs less where signs are small.
    cell_weight = CELL_WEIGHT * min(1.0, max(0.3, 2.5 * share - 0.75))
    sign_weight = 2 * CELL_WEIGHT - cell_weight
    by_cell = np.maximum(symbols, LEAST_SEEN) ** cell_weight
    by_sign = np.maximum(signs, LEAST_SEEN) ** sign_weight
    product = by_cell * by_sign
    product = product / product.sum(axis=1, keepdims=True)
    return np.concatenate([product, junk], axis=1)


def mixed(symbol_chances: Array, pictured_chances: Array) -> Array:
    """The chances of the dense networks and of the third one together, float (n, len(LABELS))."""
    by_dense = symbol_chances[:, :JUNK] ** 0.6
    by_third = np.maximum(pictured_chances[:, :JUNK], 1e-3) ** 0.6
    product = np.asarray(by_dense * by_third)
    product = product / product.sum(axis=1, keepdims=True)
    return np.concatenate([product, symbol_chances[:, JUNK:]], axis=1)


def pictured(cells: Array, plain: Array) -> Array:
    """float (n, JUNK): how likely each symbol is, by a convolutional network that looks at a cell and at its
    sign alone."""
    if len(cells) > PICTURED_AT_ONCE:
        batch_count = len(cells) // PICTURED_AT_ONCE + 1
        cell_batches = np.array_split(cells, batch_count)
        sign_batches = np.array_split(plain, batch_count)
        batches = zip(cell_batches, sign_batches, strict=True)
        return np.concatenate([pictured(*batch) for batch in batches])

    # Six layers of colour: the cell and its sign, each without its ground, the sign in its full contrast.
    cell_layers = _without_ground(cells)
    sign_layers = _without_ground(plain)
    strength = largest_of_colours(np.abs(sign_layers))
    sorted_strength = np.sort(strength.reshape(len(plain), -1), axis=1)
    contrast = np.maximum(sorted_strength[:, -12:].mean(axis=1), 0.1)
    clear_signs = sign_layers / contrast[:, None, None, None]
    layer = np.concatenate([2 * cell_layers, clear_signs], axis=3)

    # Four convolutions of 3 x 3, the second and the third halved by their largest values; two dense layers.
    # The rows of all cells come first: those above and below are parts of one array then, and no copies.
    layer = layer.swapaxes(0, 1)
    *filters, (weights, bias), (last_weights, last_bias) = _layers("both", 6)
    for number, (kernel, filter_bias) in enumerate(filters):
        layer = _convolved(layer, kernel, filter_bias)
        if number in (1, 2):
            layer = _halved_by_largest(layer)
    flat = layer.swapaxes(0, 1).reshape(len(cells), -1)
    layer = np.maximum(flat @ weights + bias, 0)
    return _softmax(layer @ last_weights + last_bias)


def _without_ground(cells: Array) -> Array:
    """float32 (n, SIDE, SIDE, 3): how far the pixels of cells are from the median of their cell."""
    pixels = cells.astype(np.float32) / 255
    return np.asarray(pixels - median_colours(pixels)[:, None, None])


def _convolved(layer: Array, kernel: Array, bias: Array) -> Array:
    """A layer, float (height, n, width, in), after a convolution of 3 x 3 and ReLU.

    kernel: float (3, 3 x in, out)
    """
    height, cell_count, width, depth = layer.shape
    # Each pixel with those before and after it; around the cells there is nothing.
    triples = np.zeros((height + 2, cell_count, width, 3 * depth), np.float32)
    triples[1:-1, :, 1:, :depth] = layer[:, :, :-1]
    triples[1:-1, :, :, depth : 2 * depth] = layer
    triples[1:-1, :, :-1, 2 * depth :] = layer[:, :, 1:]
    sums = triples[:-2].reshape(-1, 3 * depth) @ kernel[0]
    sums += triples[1:-1].reshape(-1, 3 * depth) @ kernel[1]
    sums += triples[2:].reshape(-1, 3 * depth) @ kernel[2]
    sums += bias
    np.maximum(sums, 0, out=sums)
    return sums.reshape(height, cell_count, width, -1)


def _halved_by_largest(layer: Array) -> Array:
    """A layer, float (height, n, width, k), at half its size: of four values the largest."""
    of_two_rows = np.maximum(layer[::2], layer[1::2])
    even_columns = of_two_rows[:, :, ::2]
    odd_columns = of_two_rows[:, :, 1::2]
    return np.asarray(np.maximum(even_columns, odd_columns))


# -- cells that look alike ---------------------------------------------------------------------------------

LIKELY_BLANK = 0.5
"""How likely a cell is blank that is taken for it."""
SURE_SYMBOL = 0.8
"""How likely a symbol is that is taken for sure."""
SURE_CLUE_SEEN = 0.9
"""How likely a clue is whose ground is one of clues."""
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
    appearances, appearance_reach = _appearances_of(cells)
    signs, sign_reach = _appearances_of(plain)
    sides = [
        cells[:, :2],
        cells[:, -2:],
        cells[:, :, :2],
        cells[:, :, -2:],
    ]
    side_colours = [side.mean(axis=(1, 2), dtype=np.float32) for side in sides]
    rims = np.concatenate(side_colours, axis=1)
    symbols = symbol_chances[:, :JUNK]
    likelihood = symbols.max(axis=1)
    likeliest = symbols.argmax(axis=1)
    blank = symbol_chances[:, :2].sum(axis=1)
    sure_symbol = np.where(likelihood > SURE_SYMBOL, likeliest, -1)

    # The surest cell first, with all that look like it: two symbols that are sure are never one kind.
    kind = np.full(len(cells), -1)
    kind_count = 0
    for cell in np.argsort(-likelihood, kind="stable"):
        if kind[cell] >= 0:
            continue
        difference = np.abs(appearances - appearances[cell])
        is_alike = difference.max(axis=1) < appearance_reach[cell]
        is_alike &= difference.mean(axis=1) < ALIKE_MEAN
        sign_difference = np.abs(signs - signs[cell])
        has_same_sign = sign_difference.max(axis=1) < 2 * sign_reach[cell]
        is_alike &= (likeliest == likeliest[cell]) | has_same_sign
        is_alike &= (sure_symbol == sure_symbol[cell]) | (sure_symbol < 0)
        is_alike &= np.abs(ground - ground[cell]) < ALIKE_GROUND
        is_alike &= np.abs(blank - blank[cell]) < LIKELY_BLANK
        is_alike[cell] = True
        rim_difference = np.abs(rims - rims[cell])
        has_same_rim = rim_difference.max(axis=1) < ALIKE_RIM
        kind[is_alike & has_same_rim & (kind < 0)] = kind_count
        kind_count += 1

    # Kinds whose first cells differ anywhere by more than signs of one symbol do are two symbols.
    first_cells = [int((kind == number).argmax()) for number in range(kind_count)]
    examples = appearances[first_cells]
    could_be_one = []
    for example in examples:
        largest_difference = np.abs(examples - example).max(axis=1)
        could_be_one.append(largest_difference < ONE_SYMBOL)
    return kind, np.array(could_be_one)


def _appearances_of(cells: Array) -> tuple[Array, Array]:
    """Means over squares of 3 x 3, float (n, 108), and how far alike cells are apart at most, float (n,)."""
    inside = cells[:, 1:-1, 1:-1]
    blocks = block_means(inside, 3, np.float32).reshape(-1, 36, 3)
    usual = np.median(blocks, axis=1)[:, None]
    # Of the greatest difference, for a thin 1 is a small part of a cell.
    reach = 0.5 * np.abs(blocks - usual).max(axis=(1, 2))
    return blocks.reshape(-1, 108), np.clip(reach, *ALIKE_PARTS)


def frames_of(cells: Array) -> Array:
    """float32 (n, 64, 3): each cell's rim, in squares of 2 x 2."""
    blocks = block_means(cells, 2, np.float32)
    is_inner = np.pad(np.ones((6, 6), bool), 2)
    return np.asarray(blocks[:, ~is_inner])


COMPARED_CLUES = 20
"""Clues, evenly spread, with whose rims the others are compared."""
LEAST_SHARED = 0.6
"""Of the clues: how many have a rim that others have as well, where they lie on one ground."""
COMPARED_RIM_PARTS = 52
"""Parts of a rim, of 64, that are compared, without those that differ most."""


def grounds(cells: Array, symbol_chances: Array) -> Array:
    """float (n,): whether a cell's rim is that of opened cells (-1), in which clues lie, or not (1)."""
    is_clue = symbol_chances[:, 2:FLAG].max(axis=1) > SURE_CLUE_SEEN
    clues = np.where(is_clue, symbol_chances.argmax(axis=1), 0)
    clue_cells = np.flatnonzero(clues)
    if not len(clue_cells):
        return np.zeros(len(cells))
    clue_cells = clue_cells[evenly_spread(len(clue_cells), COMPARED_CLUES)]
    distance = _distances_of_rims(frames_of(cells), clue_cells)

    # A flag taken for a clue has a rim that no other clue has.
    is_other_clue = clues[clue_cells][:, None] != clues[clue_cells]
    large_distance = np.percentile(distance, 90)
    reach = float(np.clip(0.3 * large_distance, 10, 15))
    is_near = distance[:, clue_cells] < reach
    is_shared = (is_near & is_other_clue).any(axis=1)
    if is_other_clue.any() and is_shared.mean() < LEAST_SHARED:  # each clue has a ground of its own
        return np.zeros(len(cells))

    # Blank cells are of two kinds of rims, near to and far from those of clues.
    shared_distance = distance[is_shared] if is_shared.any() else distance
    nearest = shared_distance.min(axis=0)
    is_blank = symbol_chances[:, :2].sum(axis=1) > LIKELY_BLANK
    middle, half_width = _divide(np.sort(nearest[is_blank]))
    return np.asarray(np.clip((nearest - middle) / half_width, -1, 1))


def _distances_of_rims(rims: Array, chosen_cells: Array) -> Array:
    """float (chosen, n): how far the rims of all cells are from those of a few."""
    distances = []
    for rim in rims[chosen_cells]:
        difference = largest_of_colours(np.abs(rims - rim))
        in_two_parts = np.partition(difference, COMPARED_RIM_PARTS)
        smallest_differences = in_two_parts[:, :COMPARED_RIM_PARTS]
        distances.append(smallest_differences.mean(axis=1))
    return np.array(distances)


USUAL_MIDDLE, USUAL_HALF_WIDTH = 9.0, 5.0
"""Of the distances of rims, of 255: where blank cells are all hidden, or all opened."""


def _divide(distances: Array) -> tuple[float, float]:
    """The middle between two groups of rising distances, and half of what lies between their means (Otsu's
    method); usual ones where they are one group."""
    if len(distances) < 2:
        return USUAL_MIDDLE, USUAL_HALF_WIDTH
    lower_count = np.arange(1, len(distances))
    lower_total = np.cumsum(distances, dtype=np.float64)
    lower_means = lower_total[:-1] / lower_count
    upper_total = lower_total[-1] - lower_total[:-1]
    upper_means = upper_total / (len(distances) - lower_count)
    share = lower_count / len(distances)
    step = upper_means - lower_means
    variance_between = step**2 * share * (1 - share)
    best = int(variance_between.argmax())
    lower_mean = float(lower_means[best])
    upper_mean = float(upper_means[best])
    if upper_mean > 1.6 * lower_mean + 2:
        return (lower_mean + upper_mean) / 2, (upper_mean - lower_mean) / 2
    return USUAL_MIDDLE, USUAL_HALF_WIDTH


def broken(symbols: Array) -> tuple[Array, Array]:
    """Which clues of a reading, int (rows, cols), could not be: more than their hidden cells, fewer than
    their flags (which no player sets); and which opened 0s lie beside hidden cells."""
    covered = np.stack([symbols == HIDDEN, symbols == FLAG])
    hidden_around, flags_around = neighbour_counts(covered)
    covered_around = hidden_around + flags_around
    clue = symbols - 1
    is_zero = symbols == ZERO
    is_clue = (symbols >= ZERO) & (symbols < FLAG)
    is_too_large = clue > covered_around
    is_too_small = (clue < flags_around) & ~is_zero
    is_impossible = is_clue & (is_too_large | is_too_small)
    return is_impossible, is_zero & (covered_around > 0)
