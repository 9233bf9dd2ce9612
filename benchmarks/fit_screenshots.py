"""Fit the network that tells the symbols of a screenshot apart, to drawings in random themes only.

    python benchmarks/fit_screenshots.py --boards 3000 --seed 1 --out minesolver/io/screenshots.npz

The named themes of ``themes.py`` are not in it: what ``screenshots.py`` measures on them is on unseen themes.
Needs the extras ``screenshot`` and ``fit``.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import cv2
import numpy as np
from sklearn.neural_network import MLPClassifier
from themes import FLAG, HIDDEN, draw, random_shot, random_theme

from minesolver.io.screenshots import LABELS, Grid, cells_of, features


def samples(boards: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Features and labels of the cells of so many drawn boards, each symbol about as often."""
    rng = random.Random(seed)
    found, labels = [], []
    codes = [HIDDEN, HIDDEN, 0, 0, *range(1, 9), FLAG, FLAG]
    for _ in range(boards):
        theme, shot = random_theme(rng), random_shot(rng)
        board = np.array([[rng.choice(codes) for _ in range(8)] for _ in range(6)])
        image = draw(board, theme, shot.side, (6, 6, 6, 6))
        gap = 0 if theme.line is None else max(1, round(theme.gap * shot.side / 32))
        pixels = np.array(image)[:, :, ::-1]
        scale = shot.scale
        if scale != 1.0:
            size = round(pixels.shape[1] * scale), round(pixels.shape[0] * scale)
            pixels = cv2.resize(
                pixels, size, interpolation=rng.choice([cv2.INTER_LINEAR, cv2.INTER_LANCZOS4])
            )
        if shot.quality is not None:
            _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])
            pixels = cv2.imdecode(data, cv2.IMREAD_COLOR)
        side = shot.side * scale

        left, top = ((6 + gap / 2) * scale + rng.uniform(-0.04, 0.04) * side for _ in range(2))
        grid = Grid(left, top, side, side, *board.shape)
        found.append(features(cells_of(pixels, grid)[0]))
        labels += [LABELS.index("flag") if code == FLAG else max(0, int(code)) for code in board.ravel()]
    return np.concatenate(found), np.array(labels)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=3000, help="boards of 48 cells (default: 3000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=96, help="neurons (default: 96)")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    found, labels = samples(options.boards, options.seed)
    network = MLPClassifier(
        (options.hidden,), alpha=1e-4, batch_size=256, max_iter=25, random_state=options.seed, verbose=True
    )
    network.fit(found, labels)
    held, wanted = samples(max(20, options.boards // 10), options.seed + 10**6)
    print(f"{len(labels)} cells; of {len(wanted)} others {100 * network.score(held, wanted):.3f} % right")
    arrays = {}
    for k, (weights, bias) in enumerate(zip(network.coefs_, network.intercepts_, strict=True)):
        arrays[f"w{k}"] = weights.astype(np.float16)
        arrays[f"b{k}"] = bias.astype(np.float16)
    np.savez_compressed(options.out, **arrays)


if __name__ == "__main__":
    main()
