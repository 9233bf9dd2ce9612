"""Fit the two dense networks that tell the symbols of a screenshot apart; then comes ``fit_readings.py``.

    python fit_symbols.py --minutes 6 --seed 3 --pictures PROGRAMS PAGES --out OUT

It sees the cells of boards drawn in random themes (``themes.py``: the named themes are not among them), cut a
little off, scaled and compressed; what is no cell (text, counters, cells cut half a cell off); and, with
``--pictures``, the cells of the programs in ``programs.py`` not ``REPORTED`` or ``UNFIT``, and what lies
around them. ``--without`` leaves out half of the programs, for what is fitted to readings of these. Needs
PyTorch; a quarter of an hour.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from programs import REPORTED, UNFIT
from themes import FLAG, HIDDEN, draw, font, random_shot, random_theme

from minesolver.extras.screenshots.cells import cells_of
from minesolver.extras.screenshots.lattice import Grid
from minesolver.extras.screenshots.plain import plain_cells
from minesolver.extras.screenshots.symbols import LABELS, SIDE, features

_JUNK = len(LABELS) - 1
# Of the logarithm of odds: what is no cell is rarer in pictures than among what is fitted.
_RARE = 0.9
_WORDS = [
    "Game",
    "Options",
    "Help",
    "Minesweeper",
    "New",
    "Time",
    "010",
    "000",
    "999",
    "Beginner",
    "Easy",
    "12:03",
    "Mines:",
    "40",
    "File",
    "1/10",
]


def compressed(image: Image.Image, quality: int | None) -> np.ndarray:
    """The picture as it is after JPEG."""
    if quality is None:
        return np.asarray(image)
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=quality)
    return np.asarray(Image.open(stream).convert("RGB"))


def warped(image: Image.Image, side: int, rng: random.Random) -> Image.Image:
    """The picture with every quarter of a cell pulled a little, as if written by hand."""
    step = side / 2
    longest_pull = rng.uniform(0.02, 0.09) * side
    rows, cols = int(image.height / step) + 2, int(image.width / step) + 2
    pull = np.array(
        [rng.uniform(-longest_pull, longest_pull) for _ in range(2 * rows * cols)]
    ).reshape(2, rows, cols)
    x, y = step * np.arange(cols) + pull[0], step * np.arange(rows)[:, None] + pull[1]
    mesh = []
    for r in range(rows - 1):
        for c in range(cols - 1):
            box = [round(v * step) for v in (c, r, c + 1, r + 1)]
            corners = ((r, c), (r + 1, c), (r + 1, c + 1), (r, c + 1))
            mesh.append(
                (tuple(box), tuple(v for corner in corners for v in (x[corner], y[corner])))
            )
    return image.transform(image.size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)


def fringed(image: Image.Image) -> Image.Image:
    """Each third of a pixel its own colour, as on a liquid crystal display."""
    pixels = np.asarray(image).astype(np.float32)
    pixels_before, pixels_after = np.roll(pixels, 1, axis=1), np.roll(pixels, -1, axis=1)
    pixels[:, :, 0] += (pixels_before[:, :, 0] - pixels[:, :, 0]) / 3
    pixels[:, :, 2] += (pixels_after[:, :, 2] - pixels[:, :, 2]) / 3
    return Image.fromarray(pixels.astype(np.uint8))


def board(rng: random.Random) -> tuple[np.ndarray, Grid, list[int]]:
    """A board in a random theme, as a picture, its grid, a little off, and the labels of its cells."""
    theme, shot = random_theme(rng), random_shot(rng)
    codes = [HIDDEN, HIDDEN, 0, 0, *range(1, 9), FLAG, FLAG]
    board_codes = np.array([[rng.choice(codes) for _ in range(8)] for _ in range(6)])
    image = draw(board_codes, theme, shot.side, (6, 6, 6, 6))
    gap = 0 if theme.line is None else max(1, round(theme.gap * shot.side / 32))
    if rng.random() < 0.3:
        image = warped(image, shot.side, rng)
    if rng.random() < 0.15:
        image = fringed(image)
    scale = shot.scale
    if shot.side <= 20 and rng.random() < 0.4:  # pixels made larger
        scale = rng.choice([1.5, 2.0, 3.0])
        image = image.resize(
            (round(image.width * scale), round(image.height * scale)), Image.Resampling.NEAREST
        )
    elif scale != 1.0:
        resampling = rng.choice(
            [Image.Resampling.BILINEAR, Image.Resampling.LANCZOS, Image.Resampling.BICUBIC]
        )
        image = image.resize((round(image.width * scale), round(image.height * scale)), resampling)
    if rng.random() < 0.1:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.9)))
    pixels = compressed(image, shot.quality)
    side = shot.side * scale
    left, top = ((6 + gap / 2) * scale + rng.uniform(-0.08, 0.08) * side for _ in range(2))
    labels = [
        LABELS.index("a flag") if code == FLAG else int(code) + 1 for code in board_codes.ravel()
    ]
    return pixels, Grid(left, top, side, side, *board_codes.shape), labels


def drawn(rng: random.Random, signs: bool) -> tuple[np.ndarray, list[int]]:
    """Cells of one board in a random theme, as the reader cuts them, or their signs, and their labels."""
    pixels, grid, labels = board(rng)
    cells, side = cells_of(pixels, grid), grid.width
    if signs:
        return plain_cells(pixels, grid, cells)[0], labels
    if rng.random() < 0.25:  # half a cell off: no cells
        dx, dy = rng.choice([(0.5, 0), (0, 0.5), (0.5, 0.5), (0.33, 0.5), (0.5, 0.7)])
        off = cells_of(pixels, Grid(grid.left + dx * side, grid.top + dy * side, side, side, 5, 7))
        return np.concatenate([cells, off]), labels + [_JUNK] * 35
    return cells, labels


def no_cells(rng: random.Random) -> np.ndarray:
    """Cells cut out of titles, menus, counters and faces."""
    side = rng.randint(14, 44)
    ground, ink = (tuple(rng.randint(0, 255) for _ in range(3)) for _ in range(2))
    image = Image.new("RGB", (side * 6, side * 4), ground)
    pen = ImageDraw.Draw(image)
    for row in range(4):
        x = rng.randint(-10, 10)
        kind = rng.random()
        while x < image.width:
            y = row * side + rng.randint(-4, 8)
            if kind < 0.6:
                word = rng.choice(_WORDS)
                face = font(
                    rng.choice(["DejaVuSans", "LiberationSans-Bold", "DejaVuSansMono-Bold"]),
                    rng.randint(9, max(10, side)),
                )
                pen.text((x, y), word, fill=ink, font=face)
                x += int(pen.textlength(word, font=face)) + rng.randint(4, 20)
            elif kind < 0.8:  # a counter of seven segments
                w, h = side * 0.55, side * rng.uniform(0.9, 1.3)
                pen.rectangle((x, y, x + 3 * w, y + h), fill="black")
                for k in range(3):
                    a, b = x + k * w + 2, x + (k + 1) * w - 2
                    c, d = y + 2, y + h - 2
                    m = (c + d) / 2
                    display_segments = [
                        ((a, c), (b, c)),
                        ((a, m), (b, m)),
                        ((a, d), (b, d)),
                        ((a, c), (a, m)),
                        ((b, c), (b, m)),
                        ((a, m), (a, d)),
                        ((b, m), (b, d)),
                    ]
                    for line in display_segments:
                        colour = "red" if rng.random() < 0.7 else "#400000"
                        pen.line(line, fill=colour, width=max(1, side // 8))
                x += int(3 * w) + rng.randint(10, 40)
            else:  # a face, or a button
                pen.ellipse(
                    (x, y, x + side, y + side),
                    fill=rng.choice(["yellow", "#ffd000", "white"]),
                    outline="black",
                )
                pen.arc(
                    (x + side * 0.3, y + side * 0.4, x + side * 0.7, y + side * 0.8),
                    0,
                    180,
                    fill="black",
                    width=2,
                )
                x += side + rng.randint(8, 40)
    pixels = compressed(image, rng.choice([None, 80]))
    cells = cells_of(pixels, Grid(rng.uniform(0, side), rng.uniform(0, side / 2), side, side, 3, 4))
    flat = cells.reshape(len(cells), -1).std(axis=1) < 3
    return cells[~flat]


def half_of(program: str) -> int:
    """0 or 1: in which half of the programs it is."""
    return hashlib.md5(program.encode()).digest()[-1] % 2


def boards_of(
    folder: Path, rng: random.Random, without: int | None = None
) -> Iterator[tuple[str, np.ndarray, Grid, np.ndarray, bool]]:
    """Pictures of the programs to tune on, each cut a little off in three ways: program, pixels, grid,
    labels, and whether there is a window around the board; ``without`` a half of the programs."""
    for line in (folder / "truth.jsonl").read_text().splitlines():
        truth = json.loads(line)
        program = truth["program"]
        if (
            program in (*REPORTED, *UNFIT)
            or truth["cut"] == "desktop"
            or half_of(program) == without
        ):
            continue
        image = Image.open(folder / truth["file"]).convert("RGB")
        rows, cols = len(truth["rows"]), len(truth["rows"][0])
        x0, y0, x1, y1 = truth["box"]
        text = "".join(truth["rows"])
        codes = np.array([LABELS.index({"#": "hidden", "F": "a flag"}.get(c, c)) for c in text])
        for _ in range(3):
            factor = rng.choice([1.0, rng.uniform(0.7, 1.4)])
            factor = max(factor, 10 / ((x1 - x0) / cols))
            size = max(1, round(image.width * factor)), max(1, round(image.height * factor))
            resampling = rng.choice([Image.Resampling.BILINEAR, Image.Resampling.LANCZOS])
            pixels = compressed(
                image.resize(size, resampling) if factor != 1.0 else image,
                rng.choice([None, rng.randint(60, 95)]),
            )
            if rng.random() < 0.3:
                pixels = np.roll(pixels, rng.randint(1, 2), axis=2)  # other colours
            wide, high = (x1 - x0) / cols * factor, (y1 - y0) / rows * factor
            left = x0 * factor + rng.uniform(-0.05, 0.05) * wide
            top = y0 * factor + rng.uniform(-0.05, 0.05) * high
            yield (
                program,
                pixels,
                Grid(left, top, wide, high, rows, cols),
                codes,
                truth["cut"] == "window",
            )


def some_of_each(codes: np.ndarray, rng: random.Random) -> list[int]:
    """Up to six cells of each symbol."""
    order = list(range(len(codes)))
    rng.shuffle(order)
    return [
        i for symbol in range(len(LABELS)) for i in [i for i in order if codes[i] == symbol][:6]
    ]


def pictured(
    folder: Path, rng: random.Random, signs: bool, without: int | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cells of the programs to tune on, a few of each symbol a picture, and what lies around and between
    them, or their signs; their labels, and the programs."""
    cells_found, labels, programs = [], [], []

    def add(program: str, cell: np.ndarray, label: int) -> None:
        cells_found.append(cell)
        labels.append(label)
        programs.append(program)

    for program, pixels, grid, codes, window in boards_of(folder, rng, without):
        cells = cells_of(pixels, grid)
        cells = plain_cells(pixels, grid, cells)[0] if signs else cells
        for i in some_of_each(codes, rng):
            add(program, cells[i], codes[i])
        height, width = pixels.shape[:2]
        for k in range(0 if signs else 42 if window else 6):
            r, c = rng.uniform(-4, grid.rows + 3), rng.uniform(-4, grid.cols + 3)  # near the board
            if k % 7 == 0:  # between cells
                r, c = (
                    rng.randrange(grid.rows - 1) + 0.5,
                    rng.randrange(grid.cols) + rng.choice([0.0, 0.5]),
                )
            elif k % 2:  # anywhere
                r = rng.uniform(0, height - grid.height) / grid.height - grid.top / grid.height
                c = rng.uniform(0, width - grid.width) / grid.width - grid.left / grid.width
            elif k % 4:  # in the board's lattice
                r, c = round(r) + rng.uniform(-0.05, 0.05), round(c) + rng.uniform(-0.05, 0.05)
            x, y = grid.left + c * grid.width, grid.top + r * grid.height
            inside = -1 < r < grid.rows and -1 < c < grid.cols and k % 7
            if inside or min(x, y) < 0 or x + grid.width > width or y + grid.height > height:
                continue
            no_cell = cells_of(pixels, Grid(x, y, grid.width, grid.height, 1, 1))
            if no_cell.std() > 12:
                add(program, no_cell[0], _JUNK)
    return np.array(cells_found), np.array(labels), np.array(programs)


def tinted(cells: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The cells in other colours and of less contrast."""
    number = len(cells)
    pixels = cells.astype(np.float32) / 255 - 0.5
    orders = np.array([rng.permutation(3) for _ in range(8)])[rng.integers(0, 8, number)]
    pixels = np.take_along_axis(pixels, orders[:, None, None, :], axis=3)
    pixels *= np.where(rng.random(number) < 0.25, -1, 1)[:, None, None, None]
    mix = (
        np.eye(3)
        + 0.15 * rng.normal(size=(number, 3, 3)) * (rng.random(number) < 0.6)[:, None, None]
    )
    weak = np.where(rng.random(number) < 0.3, rng.random(number) * 0.8 + 0.3, 1.0)[
        :, None, None, None
    ]
    pixels = np.einsum("nyxk,nkl->nyxl", pixels, mix.astype(np.float32)) * weak
    return (np.clip(pixels + 0.5, 0, 1) * 255).astype(np.uint8)


def paced(optimizer: Any, minutes: float) -> Iterator[Callable[[float], None]]:
    """Steps of fitting for so many minutes, the rate falling to nothing: each is told its loss."""
    began, step, mean = time.monotonic(), 0, 0.0

    def tell(loss: float) -> None:
        nonlocal mean
        mean = 0.99 * mean + 0.01 * loss

    while (gone := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 1.5e-3 * min(1, step / 200) * (1 - gone)
        yield tell
        step += 1
        if step % 200 == 0:
            print(f"step {step}: loss {mean:.3f}, {100 * gone:.0f} % of the time", flush=True)


def fitted(
    inputs: np.ndarray, labels: np.ndarray, share: np.ndarray, minutes: float, seed: int
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weights and biases by AdamW, the rate falling to nothing in so many minutes; ``share``: how often each
    is seen."""
    import torch
    from torch import nn

    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    dense = [nn.Linear(a, b) for a, b in pairwise([inputs.shape[1], 192, 96, len(LABELS)])]
    model = nn.Sequential(dense[0], nn.ReLU(), nn.Dropout(0.1), dense[1], nn.ReLU(), dense[2])
    optimizer = torch.optim.AdamW(model.parameters(), 1.5e-3, weight_decay=1e-3)
    total = np.cumsum(share / share.sum())
    for tell in paced(optimizer, minutes):
        batch_rows = np.minimum(np.searchsorted(total, rng.random(512)), len(total) - 1)
        batch_inputs = torch.from_numpy(inputs[batch_rows].astype(np.float32))
        label_odds = model(batch_inputs * (torch.rand_like(batch_inputs) > 0.05))
        loss = nn.functional.cross_entropy(
            label_odds, torch.from_numpy(labels[batch_rows]).long(), label_smoothing=0.02
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        tell(loss.item())
    return [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in dense]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--boards", type=int, default=4000, help="boards of 48 cells (default: 4000)"
    )
    parser.add_argument(
        "--pictures", type=Path, nargs="*", default=[], help="folders of programs.py take"
    )
    parser.add_argument("--minutes", type=float, default=6, help="of fitting (default: 6)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--without", type=int, choices=[0, 1], help="leave out this half of the programs"
    )
    parser.add_argument(
        "--signs", action="store_true", help="the network of signs alone; OUT keeps the other"
    )
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rng, colours = random.Random(options.seed), np.random.default_rng(options.seed)
    # Features, labels, how often they are seen.
    samples: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def add(cells: np.ndarray, codes: np.ndarray, share: np.ndarray) -> None:
        samples.append((features(cells).astype(np.float16), codes, share))

    for _ in range(options.boards):
        cells, drawn_labels = drawn(rng, options.signs)
        codes = np.array(drawn_labels)
        add(cells, codes, np.where(codes == _JUNK, 0.2, 1.0))
        if rng.random() < 0.35 and not options.signs:
            cells = no_cells(rng)
            add(cells, np.full(len(cells), _JUNK), np.full(len(cells), 0.2))
    drawn_share = sum(share.sum() for *_, share in samples)
    pictures = [
        pictured(folder, rng, options.signs, options.without) for folder in options.pictures
    ]
    if pictures:
        cells, codes, programs = map(np.concatenate, zip(*pictures, strict=True))
        share = np.array([Counter(programs)[name] ** -0.8 for name in np.unique(programs)])
        share = share[np.unique(programs, return_inverse=True)[1]] * np.where(
            codes == _JUNK, 0.5, 1.0
        )
        share *= drawn_share / share.sum() / 2
        for chunk in np.array_split(np.arange(len(cells)), len(cells) // 5000 + 1):
            add(cells[chunk], codes[chunk], share[chunk])
            add(tinted(cells[chunk], colours), codes[chunk], share[chunk])
    all_features, all_labels, shares = map(np.concatenate, zip(*samples, strict=True))
    print(f"{len(all_labels)} cells of {SIDE} x {SIDE}: {Counter(all_labels.tolist())}", flush=True)
    network = fitted(all_features, all_labels, shares, options.minutes, options.seed)
    network[-1][1][_JUNK] -= _RARE
    arrays: dict[str, Any] = dict(np.load(options.out)) if options.out.exists() else {}
    for k, (weights, bias) in enumerate(network):
        name = f"{'sign' if options.signs else 'cell'}{k}"
        arrays[name], arrays[f"{name}bias"] = weights.astype(np.float16), bias.astype(np.float16)
    np.savez_compressed(options.out, **arrays)


if __name__ == "__main__":
    main()
