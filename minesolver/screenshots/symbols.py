"""Which symbols the cells of a screenshot show: small networks look at single cells, and a log-linear model
weighs what they see against what a board can be.

Cells that look alike are one kind. A reading gives each kind a symbol; what speaks for and against it (what
the networks see, clues that could not be, opened 0s beside hidden cells, flags beside no clue, looks and
grounds) are numbers, :meth:`Kinds.described`, whose weights ``benchmarks/fit_screenshots.py`` fits to boards
of many programs, so that the right reading costs least. Conditional log-linear models: Lafferty, McCallum and
Pereira, ICML 2001.
"""

from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from .work import CELL_WEIGHED, Work

Array = npt.NDArray[Any]

SIDE = 20
"""Side of the square that a cell is scaled to."""
LABELS = ("hidden", *map(str, range(9)), "a flag", "no cell")
HIDDEN, ZERO, FLAG, JUNK = 0, 1, 10, 11


def features(cells: Array) -> Array:
    """float32 (n, k): how each cell's inside differs from its own background: shape, strokes, colour,
    contrast."""
    n = len(cells)
    whole = cells.astype(np.float32) / 255.0
    pixels = whole[:, 2:18, 2:18]
    ring = np.concatenate(
        [pixels[:, 1, 1:-1], pixels[:, -2, 1:-1], pixels[:, 1:-1, 1], pixels[:, 1:-1, -2]], axis=1
    )
    difference = pixels - np.median(ring, axis=1)[:, None, None, :]
    strength = np.maximum.reduce([np.abs(difference[..., k]) for k in range(3)])
    inner = strength[:, 2:-2, 2:-2].reshape(n, -1)
    contrast = np.partition(inner, -8, axis=1)[:, -8:].mean(axis=1)
    shape = strength / np.maximum(contrast, 0.06)[:, None, None]
    weights = np.clip(shape, 0, 1) ** 2

    def inked(values: Array, part: slice) -> Array:
        total = np.einsum("nyxk,nyx->nk", values[:, part], weights[:, part])
        return np.asarray(total / (np.einsum("nyx->n", weights[:, part])[:, None] + 1e-3))

    def ink(part: slice) -> Array:
        mean = inked(pixels, part)
        return np.asarray(mean - mean.mean(axis=1, keepdims=True))

    colour = inked(difference, slice(0, 16))
    # The glyph cut out and stretched: its size and place do not matter.
    there = shape[:, 1:-1, 1:-1] > 0.5
    ends = []
    for axis in (2, 1):
        line = there.any(axis=axis)
        first = np.where(line.any(axis=1), line.argmax(axis=1), 0)
        last = np.where(line.any(axis=1), 13 - line[:, ::-1].argmax(axis=1), 13)
        ends.append((first + 1.0, last + 2.0))
    (top, bottom), (left, right) = ends
    ys = top[:, None] + (bottom - top)[:, None] * (np.arange(12) + 0.5) / 12 - 0.5
    xs = left[:, None] + (right - left)[:, None] * (np.arange(10) + 0.5) / 10 - 0.5
    y0, x0 = np.clip(ys.astype(int), 0, 14), np.clip(xs.astype(int), 0, 14)
    fy, fx = (ys - y0)[:, :, None], (xs - x0)[:, None, :]
    k = np.arange(n)[:, None, None]
    at = [shape[k, (y0 + dy)[:, :, None], (x0 + dx)[:, None, :]] for dy in (0, 1) for dx in (0, 1)]
    glyph = (at[0] * (1 - fx) + at[1] * fx) * (1 - fy) + (at[2] * (1 - fx) + at[3] * fx) * fy
    # Strokes: the directions of the glyph's edges, by the part of the cell.
    smooth = np.clip(shape, 0, 1.2)
    gy, gx = np.gradient(smooth, axis=(1, 2))
    size = np.hypot(gx, gy)
    inverse = 1 / np.maximum(size, 1e-6) ** 3
    strokes, fours = [], np.repeat(np.eye(4, dtype=np.float32), 4, axis=0)
    for direction in np.arange(8) * np.pi / 4:  # size x cosine^4 of the angle between
        near = np.maximum(gx * np.float32(np.cos(direction)) + gy * np.float32(np.sin(direction)), 0)
        near *= near
        strokes.append((fours.T @ (near * near * inverse) @ fours).reshape(n, -1))
    luma = (whole[..., 0] + whole[..., 1] + whole[..., 2]) / 3
    rim = (
        luma.reshape(n, 10, 2, 10, 2).mean(axis=(2, 4))
        - np.median(luma.reshape(n, -1), axis=1)[:, None, None]
    )
    return np.concatenate(
        [
            np.clip(shape, 0, 1.5).reshape(n, -1),
            np.clip(glyph, 0, 1.5).reshape(n, -1),
            0.5 * np.concatenate(strokes, axis=1),
            np.clip(4 * rim, -1.5, 1.5).reshape(n, -1),
            np.stack([top, bottom, left, right], axis=1) / 8 - 1,
            2 * colour,
            3 * ink(slice(0, 16)),
            3 * ink(slice(0, 8)),
            3 * ink(slice(8, 16)),
            np.minimum(contrast, 0.5)[:, None] * 4,
        ],
        axis=1,
    ).astype(np.float32)


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


def alike_cells(cells: Array, plain: Array, seen: Array, ground: Array) -> tuple[Array, Array]:
    """int (n,): cells that look alike, with and without what is no sign, have one number; bool (k, k): which
    kinds could be of one symbol."""

    def blocks(cells: Array) -> tuple[Array, Array]:
        """Means over squares of 3 x 3, and how far alike cells are apart at most."""
        flat = cells[:, 1:-1, 1:-1].reshape(-1, 6, 3, 6, 3, 3).mean(axis=(2, 4), dtype=np.float32)
        inner = flat.reshape(-1, 36, 3)
        # Of the greatest difference, for a thin 1 is a small part of a cell.
        far = 0.5 * np.abs(inner - np.median(inner, axis=1)[:, None]).max(axis=(1, 2))
        return inner.reshape(-1, 108), np.clip(far, 10, 22)

    (flat, far), (sign, sign_far) = blocks(cells), blocks(plain)
    sides = cells[:, :2], cells[:, -2:], cells[:, :, :2], cells[:, :, -2:]
    rims = np.concatenate([side.mean(axis=(1, 2), dtype=np.float32) for side in sides], axis=1)
    held, blank = seen[:, :JUNK].max(axis=1), seen[:, :2].sum(axis=1)
    first = seen[:, :JUNK].argmax(axis=1)
    sure = np.where(held > 0.8, first, -1)
    kind = np.full(len(cells), -1)
    number = 0
    for i in np.argsort(-held, kind="stable"):  # the surest first, for two symbols are never one kind
        if kind[i] < 0:
            apart = np.abs(flat - flat[i])
            near = (apart.max(axis=1) < far[i]) & (apart.mean(axis=1) < 5.0)
            near &= (first == first[i]) | (np.abs(sign - sign[i]).max(axis=1) < 2 * sign_far[i])
            near &= (sure == sure[i]) | (sure < 0)
            near &= (np.abs(ground - ground[i]) < 0.7) & (np.abs(blank - blank[i]) < 0.5)
            near[i] = True
            kind[near & (np.abs(rims - rims[i]).max(axis=1) < 25.0) & (kind < 0)] = number
            number += 1
    middle = flat[[int((kind == k).argmax()) for k in range(number)]]
    return kind, np.array([np.abs(middle - own).max(axis=1) < 70.0 for own in middle])


def frames_of(cells: Array) -> Array:
    """float32 (n, 64, 3): each cell's rim, in squares of 2 x 2."""
    blocks = cells.reshape(-1, 10, 2, 10, 2, 3).mean(axis=(2, 4), dtype=np.float32)
    inner = np.pad(np.ones((6, 6), bool), 2)
    return np.asarray(blocks[:, ~inner])


def grounds(cells: Array, seen: Array) -> Array:
    """float (n,): whether a cell's rim is that of opened cells (-1), in which clues lie, or not (1)."""
    clues = np.where(seen[:, 2:FLAG].max(axis=1) > 0.9, seen.argmax(axis=1), 0)
    known = np.flatnonzero(clues)
    known = known[np.linspace(0, len(known) - 1, min(len(known), 20)).astype(int)]
    frames = frames_of(cells)
    apart = np.array(
        [np.sort(np.abs(frames - own).max(axis=2))[:, :52].mean(axis=1) for own in frames[known]]
    )
    if not len(known):
        return np.zeros(len(cells))
    # A flag taken for a clue has a rim that no other clue has.
    others = clues[known][:, None] != clues[known]
    near = float(np.clip(0.3 * np.percentile(apart, 90), 10, 15))
    shared = ((apart[:, known] < near) & others).any(axis=1)
    if others.any() and shared.mean() < 0.6:  # each clue has a ground of its own
        return np.zeros(len(cells))
    apart = (apart[shared] if shared.any() else apart).min(axis=0)
    ranks = np.sort(apart[seen[:, :2].sum(axis=1) > 0.5])
    middle, reach = 9.0, 5.0
    if len(ranks) > 1:
        parts = [(ranks[:k].mean(), ranks[k:].mean(), k / len(ranks)) for k in range(1, len(ranks))]
        low, high, _ = max(parts, key=lambda part: (part[1] - part[0]) ** 2 * part[2] * (1 - part[2]))
        if high > 1.6 * low + 2:
            middle, reach = (low + high) / 2, (high - low) / 2
    return np.asarray(np.clip((apart - middle) / reach, -1, 1))


def broken(symbols: Array) -> tuple[Array, Array]:
    """Which clues of a reading, int (rows, cols), could not be: more than their hidden cells, fewer than
    their flags (which no player sets); and which opened 0s lie beside hidden cells."""
    wide = np.pad(np.stack([symbols == HIDDEN, symbols == FLAG]).astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    strips = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
    hidden, flags = strips[:, :, :-2] + strips[:, :, 1:-1] + strips[:, :, 2:]
    clue, zero = symbols - 1, symbols == ZERO
    wrong = (clue > hidden + flags) | ((clue < flags) & ~zero)
    return (symbols >= 1) & (symbols < FLAG) & wrong, zero & (hidden + flags > 0)


_FREQUENT = np.log([1, 1, 0.5, 0.29, 0.13, 0.05, 0.02, 0.006, 0.002, 0.001, 1])
"""Of a clue of 1 to 8, about, in games."""
_MOVES = 25  # sweeps of a search, at most
SURE_CLUE = 0.99
"""A clue that each of the networks holds with so much is never read as anything else: the weights of a
reading know few boards with a 5 or more, and would rather have a hidden cell of another look."""
_STARTS = 6  # readings that differ in what is hidden, from which a search goes on


class Kinds:
    """The kinds of a board's cells, and what speaks for a reading: a symbol for each kind, int (kinds,)."""

    def __init__(
        self, cells: Array, plain: Array, seen: Array, nets: list[Array], rows: int, cols: int
    ) -> None:
        """cells, plain: uint8 (n, SIDE, SIDE, 3), with and without borders; ``seen``: how likely each symbol
        is, by all networks; ``nets``: by each, of cells, of signs, and of both."""
        ground = grounds(cells, seen)
        self.kind, self.alike = alike_cells(cells, plain, seen, ground)
        self.rows, self.cols = rows, cols
        self.number = int(self.kind.max()) + 1
        self.size = np.bincount(self.kind, minlength=self.number).astype(float)
        self.at = self.kind.reshape(rows, cols)
        self._own = np.zeros((len(cells), self.number), np.float32)
        self._own[np.arange(len(cells)), self.kind] = 1
        self.order = np.argsort(-self.size, kind="stable")
        weight = np.log2(self.size + 1)[:, None] / 3
        tables: list[Array] = []
        self.sign = np.zeros((self.number, JUNK))  # how likely each is by its look alone
        for k, net in enumerate(nets):
            odds = np.maximum(net[:, :JUNK], 1e-4)
            odds /= odds.sum(axis=1, keepdims=True)
            blank = odds[:, :2].sum(axis=1, keepdims=True)
            sign = self._mean(np.log(np.concatenate([blank, blank, odds[:, 2:]], axis=1)))
            sign = np.maximum(sign - sign.max(axis=1, keepdims=True), -7)
            self.sign += sign
            tables += [sign, sign * weight]
            if k != 1:  # whether a blank cell is opened: a hint
                hint = np.zeros_like(sign)
                own = self._mean(np.log(np.maximum(odds[:, :2], 1e-3) / np.maximum(blank, 2e-3)))
                hint[:, :2] = np.maximum(own - own.max(axis=1, keepdims=True), -4)
                self.sign += hint * (k == 0)
                tables += [hint, hint * weight]
        # How likely each clue is by the network that doubts it most, float (kinds, 8).
        least = np.minimum.reduce([self._mean(net[:, ZERO + 1 : FLAG]) for net in nets])
        self.sure_clue = np.where(least.max(axis=1) > SURE_CLUE, least.argmax(axis=1) + ZERO + 1, -1)
        own = self._mean(ground[:, None])[:, 0]
        first = self._mean(nets[-1][:, :JUNK]).argmax(axis=1)
        clue, empty = (first > 1) & (first < FLAG), first < 2
        self.told = 0.0  # where all clues lie in one ground, and blank cells clearly do or do not
        if clue.any():
            sides = [self.size[empty & side].sum() for side in (own < -0.9, own > 0.7)]
            self.told = float(
                self.size[clue & (own < -0.9)].sum() > 0.9 * self.size[clue].sum()
                and sum(sides) > 0.9 * self.size[empty].sum()
                and min(sides) > max(2, 0.03 * len(cells))
            )

        def table(symbols: Any, values: Any) -> Array:
            filled = np.zeros((self.number, JUNK))
            filled[:, symbols] = values
            return filled

        covered = table([HIDDEN, FLAG], own[:, None]) + table(ZERO, -own)
        digits, often = slice(2, FLAG), table(slice(None), _FREQUENT)
        tables += [covered, covered * weight, table(digits, -own[:, None])]
        tables += [covered * self.told, covered * weight * self.told, often, often * weight]
        for symbols in (ZERO, FLAG, digits):
            tables += [table(symbols, 1), table(symbols, 1) * weight]
        self.tone = self._mean(cells.mean(axis=(1, 2)))
        ends = cells[:, 1:3], cells[:, -3:-1], cells[:, :, 1:3], cells[:, :, -3:-1]
        rims = np.stack([end.mean(axis=(1, 2), dtype=np.float32) for end in ends])
        self.rim = self._mean(rims.mean(axis=0))
        colour = np.ptp(self.tone, axis=1)
        vivid = np.clip((colour - np.median(np.repeat(colour, self.size.astype(int)))) / 80, 0, 1.5)
        middle = np.median(plain.reshape(len(plain), -1, 3), axis=1)[:, None, None]
        inked = np.abs(plain[:, 4:16, 4:16] - middle).max(axis=3).mean(axis=(1, 2))
        ink = np.clip(self._mean(inked[:, None])[:, 0] / 30, 0, 1.5)
        tables += [table(FLAG, vivid), table(HIDDEN, vivid), table(HIDDEN, ink), table(ZERO, ink)]
        self._tables = np.stack(tables).astype(np.float32)
        self.look = self._mean(cells[:, 1:-1, 1:-1].reshape(-1, 6, 3, 6, 3, 3).mean(axis=(2, 4)))
        signs = self._mean(plain[:, 2:18, 2:18].reshape(-1, 8, 2, 8, 2, 3).mean(axis=(2, 4)))
        self._pairs = []
        for looks, far in ((self.look, 14), (signs, 12)):
            near = [np.abs(looks[k + 1 :] - looks[k]).max(axis=1) < far for k in range(self.number)]
            pairs = np.array(
                [(k, k + 1 + j) for k in range(self.number) for j in np.flatnonzero(near[k])], int
            ).reshape(-1, 2)
            self._pairs.append(pairs[np.linspace(0, len(pairs) - 1, min(len(pairs), 600)).astype(int)])

    def _mean(self, values: Array) -> Array:
        """Of the cells of each kind: float (kinds, values)."""
        return (self._own.T @ values.reshape(len(values), -1).astype(np.float32)) / self.size[:, None]

    def described(self, choices: Array) -> Array:
        """float (n, numbers): what speaks for and against each of these readings, int (n, kinds)."""
        number, cells = len(choices), self.rows * self.cols
        if number > 400:
            return np.concatenate(
                [self.described(part) for part in np.array_split(choices, number // 400 + 1)]
            )
        found: list[Array] = [self._tables[:, np.arange(self.number), choices].sum(axis=2).T]
        symbols = choices[:, self.at]
        hidden, flag, zero = symbols == HIDDEN, symbols == FLAG, symbols == ZERO
        clue, value = (symbols > 1) & (symbols < FLAG), symbols - 1

        def near(there: Array, four: bool = False) -> Array:
            wide = np.zeros((number, self.rows + 2, self.cols + 2), np.int8)
            wide[:, 1:-1, 1:-1] = there
            if four:
                return wide[:, :-2, 1:-1] + wide[:, 2:, 1:-1] + wide[:, 1:-1, :-2] + wide[:, 1:-1, 2:]
            strips = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
            return strips[:, :, :-2] + strips[:, :, 1:-1] + strips[:, :, 2:] - there

        def count(there: Array) -> Array:
            return there.sum(axis=(1, 2))

        def kinds(there: Array) -> Array:
            return there.reshape(number, cells).astype(np.float32) @ self._own

        covered, around, flags, clues = hidden | flag, near(hidden), near(flag), near(clue)
        wrong = count(clue & ((value > around + flags) | (value < flags)))
        beside, lonely = zero & (around + flags > 0), flag & (clues == 0)
        eight, four = count(beside), count(zero & (near(covered, True) > 0))
        for one in (wrong, eight, four, count(lonely)):
            found += [np.minimum(one, 1), np.minimum(one, 4) / 4, np.log1p(one), np.minimum(one, 20) / 20]
        found += [np.minimum(eight, 1) * self.told, np.log1p(eight) * self.told]
        # That a kind of 0s never lies beside hidden cells, or one of flags always beside clues, is no chance.
        share = np.minimum(covered.mean(axis=(1, 2)), 0.95)
        is_zero, is_flag, is_hidden = choices == ZERO, choices == FLAG, choices == HIDDEN
        clear = is_zero & (kinds(beside) <= 0.08 * self.size)
        proof = (clear * np.minimum(-self.size * np.log(1 - share)[:, None], 12)).sum(axis=1)
        by_clue = np.clip(count(covered & (clues > 0)) / np.maximum(count(covered), 1), 0.02, 0.99)
        sure = is_flag & (kinds(lonely) == 0)
        found += [proof / 4, np.minimum(proof, 12) / 4]
        found += [(sure * np.minimum(-self.size * np.log(by_clue)[:, None], 12)).sum(axis=1) / 4]
        zeros, digits, flagged, left = count(zero), count(clue), count(flag), count(hidden)
        tight = count(clue & (value == around + flags)) / np.maximum(digits, 1)
        full = count(clue & (value == flags)) / np.maximum(digits, 1)
        found += [(zeros == 0) & (digits > 4), (zeros == 0) & (digits > 0.3 * cells)]
        found += [flagged > 0.25 * cells, flagged > 0.15 * cells, left + flagged == 0, left == 0, share]
        found += [digits == 0, tight, full * (flagged > 0)]
        # Kinds that differ much from the largest one of their symbol.
        largest = np.zeros((number, JUNK), int)
        for k in self.order[::-1]:
            largest[np.arange(number), choices[:, k]] = k
        unlike = ~self.alike[largest[np.arange(number)[:, None], choices], np.arange(self.number)]
        is_clue = (choices > 1) & (choices < FLAG)
        for own in (is_clue, is_flag, is_hidden, is_zero):
            found += [(unlike & own).sum(axis=1), np.log1p((unlike & own) @ self.size)]
        for pairs in self._pairs:  # that look alike, and have two symbols
            one, other = choices[:, pairs[:, 0]], choices[:, pairs[:, 1]]
            two = one != other
            blank = ((one < 2) & (other < 2) & two).sum(axis=1)
            opinion = (np.isin(one, (HIDDEN, FLAG)) & np.isin(other, (HIDDEN, FLAG)) & two).sum(axis=1)
            found += [np.log1p(blank), np.log1p(opinion), np.log1p(two.sum(axis=1) - blank - opinion)]

        def tones(own: Array, tone: Array) -> tuple[Array, Array, Array]:
            """Mean and deviation of a symbol's cells, and how many there are."""
            weight = own * self.size
            total = weight.sum(axis=1)
            mean = (weight @ tone) / np.maximum(total, 1)[:, None]
            square = (weight @ (tone**2).sum(axis=1)) / np.maximum(total, 1) - (mean**2).sum(axis=1)
            return mean, np.sqrt(np.maximum(square, 0)), total

        hidden_tone, zero_tone, flag_tone = (tones(own, self.tone) for own in (is_hidden, is_zero, is_flag))
        hidden_rim, zero_rim, clue_rim = (tones(own, self.rim) for own in (is_hidden, is_zero, is_clue))
        for a, b in (
            (hidden_tone, zero_tone),
            (hidden_rim, clue_rim),
            (zero_rim, clue_rim),
            (hidden_tone, flag_tone),
        ):
            both = (a[2] > 0) & (b[2] > 0)
            apart = both * np.minimum(np.abs(a[0] - b[0]).max(axis=1), 60) / 60
            found += [apart, both & (apart < 0.08)]
        found += [np.minimum(one[1], 60) / 60 for one in (hidden_tone, zero_tone, clue_rim)]
        return np.concatenate([np.asarray(one, np.float32).reshape(number, -1) for one in found], axis=1)

    def _groups(self) -> list[list[int]]:
        """Kinds that are not clearly digits, in up to six groups by their looks."""
        blank = self.sign[:, [HIDDEN, ZERO, FLAG]].max(axis=1)
        open_ = [int(k) for k in self.order if self.sign[k, 2:FLAG].max() < blank[k] + 4]
        groups = [[k] for k in open_[:20]]

        def middle(group: list[int]) -> Array:
            return np.asarray(np.average(self.look[group], axis=0, weights=self.size[group]))

        while len(groups) > 6:
            middles, sizes = np.array(list(map(middle, groups))), [self.size[one].sum() for one in groups]
            weight = np.sqrt(1 / (1 / np.array(sizes)[:, None] + 1 / np.array(sizes)))
            apart = np.abs(middles[:, None] - middles).mean(axis=2) * weight
            np.fill_diagonal(apart, np.inf)
            i, j = sorted(divmod(int(apart.argmin()), len(groups)))
            groups[i] += groups.pop(j)
        for k in open_[20:]:
            groups[int(np.argmin([np.abs(middle(one) - self.look[k]).mean() for one in groups]))].append(k)
        return groups

    def _same_sign(self) -> list[list[int]]:
        """Sets of kinds whose signs look alike."""
        root = np.arange(self.number)
        for _ in range(4):
            for one, other in self._pairs[1]:
                root[[one, other]] = root[[one, other]].min()
        return [np.flatnonzero(root == k).tolist() for k in np.unique(root) if (root == k).sum() > 1]

    def search(
        self,
        work: Work,
        until: float = np.inf,
        weights: Array | None = None,
        looked_at: list[Array] | None = None,
    ) -> list[tuple[float, Array, Array]]:
        """(cost, reading, costs float (kinds, JUNK) with one kind changed), the best first: local minima from
        the best starts.

        until: Of the work, after which no further minimum is looked for
        looked_at: Is given the readings that came close
        """
        self._weights = fitted()["weights"] if weights is None else weights
        self._work = work
        base, groups = self.sign.argmax(axis=1), self._groups()
        starts = self._starts(base, groups)
        first_costs = self._cost(np.array(starts))
        order = np.argsort(first_costs)
        if looked_at is not None:
            looked_at += [starts[i] for i in order[:6]]
        moves = self._moves(base, groups)

        minima: list[tuple[float, Array, Array]] = []
        begun: list[Array] = []
        for i in order:
            # A start that hides the same cells as one before leads to the same minimum, mostly.
            covered = (starts[i] == HIDDEN)[self.kind]
            if any((covered != other).mean() < 0.05 for other in begun):
                continue
            begun.append(covered)
            choice, cost, costs = self._descended(starts[i], float(first_costs[i]), moves, until)
            if looked_at is not None:
                looked_at += [choice, *(_moved(choice, moves[j]) for j in np.argsort(costs)[:6])]
            if not any((choice == other).all() for _, other, _ in minima):
                minima.append((cost, choice, self._energies(choice, cost, moves, costs)))
            if len(begun) == _STARTS or work.seconds > until:
                break
        return sorted(minima, key=lambda minimum: minimum[0])

    def _cost(self, choices: Array) -> Array:
        """float (n,): what readings, int (n, kinds), cost."""
        self._work.spend(CELL_WEIGHED * len(choices) * len(self.kind))
        return -(self.described(choices) @ self._weights)

    def _starts(self, base: Array, groups: list[list[int]]) -> list[Array]:
        """Readings in which each group of kinds is hidden, opened, a flag, or what it looks like."""
        ways: list[tuple[int | None, ...]] = []
        for group in groups:
            has_digits = any(1 < base[kind] < FLAG for kind in group)
            ways.append((HIDDEN, ZERO, FLAG, None) if has_digits else (HIDDEN, ZERO, FLAG))
        starts = [base]
        for way in product(*ways):
            start = base.copy()
            for symbol, group in zip(way, groups, strict=True):
                if symbol is not None:
                    start[group] = symbol
            starts.append(start)
        return starts

    def _moves(self, base: Array, groups: list[list[int]]) -> list[tuple[list[int], int]]:
        """Changes of a reading: some kinds that become a symbol; those of single kinds come first."""
        options: list[list[int]] = []
        for kind in range(self.number):
            if self.sure_clue[kind] >= 0:
                options.append([int(self.sure_clue[kind])])
                continue
            likely = {*np.argsort(-self.sign[kind])[:4].tolist(), HIDDEN, ZERO}
            if self.size[kind] > 1 or base[kind] in (HIDDEN, ZERO, FLAG):
                likely.add(FLAG)
            options.append(sorted(likely))
        moves = [([kind], symbol) for kind in range(self.number) for symbol in options[kind]]
        together = [group for group in groups if len(group) > 1] + self._same_sign()
        for group in together:
            if (self.sure_clue[group] >= 0).any():
                continue
            symbols = {symbol for kind in group[:3] for symbol in options[kind]}
            moves += [(group, symbol) for symbol in sorted(symbols)]
        return moves

    def _descended(
        self, choice: Array, cost: float, moves: list[tuple[list[int], int]], until: float
    ) -> tuple[Array, float, Array]:
        """The reading to which the best moves lead, its cost, and that of each move from it."""
        for _ in range(_MOVES):
            changed = np.array([_moved(choice, move) for move in moves])
            costs = self._cost(changed)
            better = [j for j in np.argsort(costs)[:40].tolist() if costs[j] < cost - 1e-6]
            if not better or self._work.seconds > until:
                break
            # All that are better alone, if they are better together.
            both = choice.copy()
            for j in reversed(better):
                if len(moves[j][0]) == 1:
                    both[moves[j][0]] = moves[j][1]
            joint = float(self._cost(both[None])[0])
            best = better[0]
            if joint < costs[best]:
                choice, cost = both, joint
            else:
                choice, cost = changed[best], float(costs[best])
        return choice, cost, costs

    def _energies(
        self, choice: Array, cost: float, moves: list[tuple[list[int], int]], costs: Array
    ) -> Array:
        """float (kinds, JUNK): the cost with one kind changed; far above where that was not tried."""
        energies = np.full((self.number, JUNK), cost + 50.0)
        for (kinds, symbol), changed_cost in zip(moves, costs, strict=True):
            if len(kinds) == 1:
                energies[kinds[0], symbol] = changed_cost
        energies[np.arange(self.number), choice] = cost
        return energies


def _moved(choice: Array, move: tuple[list[int], int]) -> Array:
    """A reading with one move made."""
    changed = choice.copy()
    changed[move[0]] = move[1]
    return changed
