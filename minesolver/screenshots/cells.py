"""The cells of a grid cut out of a picture, with and without what blank cells show."""

from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from .lattice import LARGE_PICTURE, Grid
from .symbols import SIDE, frames_of

Array = npt.NDArray[Any]


def cells_of(image: Array, grid: Grid) -> Array:
    """Each cell of a grid as uint8 (n, SIDE, SIDE, 3): means over its parts, by sums along either side."""
    if grid.rows > 1 and grid.rows * grid.height * grid.cols * grid.width > LARGE_PICTURE:
        half = grid.rows // 2
        lower = replace(grid, top=grid.top + half * grid.height, rows=grid.rows - half)
        return np.concatenate([cells_of(image, replace(grid, rows=half)), cells_of(image, lower)])
    x0, y0 = max(0, int(grid.left) - 1), max(0, int(grid.top) - 1)
    x1 = int(grid.left + grid.cols * grid.width) + 2
    y1 = int(grid.top + grid.rows * grid.height) + 2
    part: Array = image[y0:y1, x0:x1].astype(np.float32)
    far = -grid.top, y1 - image.shape[0], -grid.left, x1 - image.shape[1]
    out = [max(0, ceil(one)) for one in far]  # beyond the picture it goes on as at its edge
    part = np.pad(part, (out[:2], out[2:], (0, 0)), mode="edge") if any(out) else part
    y0, x0 = y0 - out[0], x0 - out[2]
    for axis, start, step, number in (
        (0, grid.top - y0, grid.height, grid.rows),
        (1, grid.left - x0, grid.width, grid.cols),
    ):
        total = np.cumsum(part, axis=axis, dtype=np.float64)
        total = np.concatenate([np.zeros_like(total.take([0], axis=axis)), total], axis=axis)
        at = np.clip(start + step / SIDE * np.arange(number * SIDE + 1), 0, part.shape[axis] - 1e-6)
        low = at.astype(int)
        share = (at - low).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        sums = total.take(low, axis=axis) * (1 - share) + total.take(low + 1, axis=axis) * share
        length = np.maximum(np.diff(at), 1e-6).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        part = np.diff(sums, axis=axis) / length
    cells = part.reshape(grid.rows, SIDE, grid.cols, SIDE, 3).swapaxes(1, 2)
    return np.clip(np.rint(cells), 0, 255).astype(np.uint8).reshape(-1, SIDE, SIDE, 3)


def plain_cells(image: Array, grid: Grid, cells: Array) -> tuple[Array, float]:
    """Each cell's sign alone, uint8 (n, SIDE, SIDE, 3), without what blank cells of its rim show (borders,
    shades, gloss), all cut to the part where signs are; and that part's share of a cell's side."""
    frames, twice = frames_of(cells), 2 * SIDE
    halves = replace(
        grid, width=grid.width / 2, height=grid.height / 2, rows=2 * grid.rows, cols=2 * grid.cols
    )
    fine = cells_of(image, halves).reshape(grid.rows, 2, grid.cols, 2, SIDE, SIDE, 3)
    fine = fine.transpose(0, 2, 1, 4, 3, 5, 6).reshape(-1, twice, twice, 3).astype(np.float32)
    some = np.linspace(0, len(cells) - 1, min(len(cells), 250)).astype(int)
    inside, rims = cells[some, 3:17, 3:17].astype(np.float32), frames[some]
    blocks = inside.reshape(-1, 7, 2, 7, 2, 3).mean(axis=(2, 4)).reshape(-1, 147)

    def apart(frames: Array, own: Array, share: int) -> Array:
        """How unlike a rim others are, but for those of their 64 parts that are most so."""
        return np.asarray(np.sort(np.abs(frames - own).max(axis=2), axis=1)[:, :share].mean(axis=1))

    looks = []
    left = np.ones(len(some), bool)
    while left.any():
        i = int(left.argmax())
        unlike = np.abs(blocks - blocks[i])
        near = left & (unlike.mean(axis=1) < 6) & (unlike.max(axis=1) < 40) & (apart(rims, rims[i], 51) < 10)
        left &= ~near
        left[i] = False
        if near.sum() > 2:  # its smoothest cells, as faint signs may be among them
            order = np.argsort(np.where(near, inside.std(axis=(1, 2)).max(axis=1), np.inf), kind="stable")
            smooth = order[: 3 + near.sum() // 4]
            usual = np.median(inside[smooth], axis=0)
            rough = max(float(np.abs(np.diff(usual, axis=axis)).max()) for axis in (0, 1))
            if rough <= (25 if 16 * near.sum() < len(some) else 60):
                looks.append((rough, some[smooth], np.median(rims[near], axis=0)))
    blank: list[tuple[float, Array, Array]] = []
    for look in sorted(looks, key=lambda look: look[0]):  # the smoothest of each rim has no sign
        same = apart(np.array([other[2] for other in blank]).reshape(-1, 64, 3), look[2], 48) < 12
        if not any(look[0] > 3 + 1.5 * other[0] for other, alike in zip(blank, same, strict=True) if alike):
            blank.append(look)
    ground = np.median(fine[:, 8:32, 8:32].reshape(len(cells), -1, 3), axis=1)
    place = np.minimum(np.arange(twice), np.arange(twice)[::-1])
    depth = np.minimum(place[:, None], place)
    far = np.array([np.full(len(cells), 12.0), *(apart(frames, own, 48) for _, _, own in blank)])
    nearest = far.argmin(axis=0) - 1
    for k, (_, own, _) in enumerate(blank):
        usual, mine = np.median(fine[own], axis=0), nearest == k
        ground[mine] = np.median(usual[6:34, 6:34].reshape(-1, 3), axis=0)
        fine[mine] += ground[mine][:, None, None] - usual
    differ = np.abs(fine - ground[:, None, None]).max(axis=3)
    other = nearest < 0  # nothing like these is blank: without their borders at least
    lined = [(differ[other][:, depth == k] > 25).mean() > 0.35 for k in range(8)] if other.any() else [False]
    outer = depth <= max([1, *np.flatnonzero(lined) + 1])
    for mine, border in ((other, outer), (~other, depth < 2)):
        fine[mine] = np.where(border[..., None], ground[mine][:, None, None], fine[mine])
        differ[mine] = np.where(border, 0, differ[mine])
    most = np.partition(differ.reshape(len(cells), -1), -24, axis=1)[:, -24:].mean(axis=1)
    ink = (differ > np.maximum(25, 0.4 * most)[:, None, None]) & (depth > 2)
    share, ends = ink.mean(axis=(1, 2)), [(0.0, float(twice)), (0.0, float(twice))]
    kept = (share > 0.01) & (share < 0.4)
    central = kept & ((ink & (depth > 7)).mean(axis=(1, 2)) > 0.01)
    near = place > (7 if central.sum() > max(2, kept.sum() / 8) else -1)
    signs, at = ink[central if near.sum() < twice else kept], np.arange(twice)
    for axis in (0, 1) if len(signs) > 2 else ():  # what lies apart from the middle is no sign
        line = (signs & (near[:, None] if axis else near)).any(axis=2 - axis)
        inner = line & near
        start, stop = inner.argmax(axis=1)[:, None], twice - 1 - inner[:, ::-1].argmax(axis=1)[:, None]
        first = np.where(~line & (at < start), at, -1).max(axis=1) + 1
        last = np.where(~line & (at > stop), at, twice).min(axis=1)
        ends[axis] = float(np.percentile(first, 10)), float(np.percentile(last, 90))
    side = float(np.clip(max(b - a for a, b in ends) / 0.62, 12, twice + 8))
    for axis, (a, b) in enumerate(ends, 1):
        at = np.clip(
            np.floor((a + b - side) / 2 + side / twice * (np.arange(twice) + 0.5)).astype(int), 0, twice - 1
        )
        beyond = np.abs((a + b - side) / 2 + side / twice * (np.arange(twice) + 0.5) - SIDE) > SIDE
        fine = fine.take(at, axis=axis)
        (fine if axis == 1 else fine.swapaxes(1, 2))[:, beyond] = ground[:, None, None]
    fine = fine.reshape(-1, SIDE, 2, SIDE, 2, 3).mean(axis=(2, 4))
    return np.clip(np.rint(fine), 0, 255).astype(np.uint8), side / twice


def one_way_changes(cells: Array) -> Array:
    """bool (n,): what changes one way only: a frame looks like a column of ones."""
    down, across = (cells.std(axis=axis, dtype=np.float32).mean(axis=(1, 2)) for axis in (1, 2))
    most = np.maximum(down, across)
    return np.asarray((np.minimum(down, across) < 0.2 * most) & (most > 5))
