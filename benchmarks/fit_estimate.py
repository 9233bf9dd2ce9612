"""Fit the estimate of winning chances that recommendations show (minesolver/policies/estimate.npy).

    python benchmarks/fit_estimate.py --scale 0.01       # a try, seconds
    python benchmarks/fit_estimate.py --scale 0.3 --out minesolver/policies/estimate.npy

Games of ``lookahead`` on the usual boards, with one guess of each at random among the candidates, so that
the positions are not only those of its own choice. After each guess that is survived, the features of the
position are kept with the outcome of the game; a network with two hidden layers of rectified units is fitted
by Adam to the log loss, one sample in ten held out. Prints the log loss on those, beside that of the mean.

The weights in the package were fitted like this from 1.6 million games while the policies were written; part
of these games were chosen by an earlier estimate, so this script gives like weights, not the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from minesolver import compiled, policies
from minesolver.cli.progress import Progress
from minesolver.compiled.choosing import WIDTHS

# rows, columns, mines, protection, start, games at scale 1
SETS = [
    (16, 30, 99, 1, 0, 300_000),
    (16, 30, 99, 2, 62, 210_000),
    (16, 16, 40, 1, 0, 150_000),
    (16, 16, 40, 2, 34, 150_000),
    (9, 9, 10, 1, 0, 200_000),
    (9, 9, 10, 2, 20, 200_000),
    (8, 8, 10, 1, 0, 200_000),
    (8, 8, 10, 2, 18, 200_000),
]
CHUNK = 500


def samples(rows, cols, mines, protected, start, games, seed, jobs, progress):
    """(features float64 (m, k), won bool (m,)) of so many games."""
    arguments = policies.get("lookahead").arguments()
    width = WIDTHS[0]

    def play(first: int):
        room = np.zeros((8 * CHUNK, width + 1))
        results, taken = compiled.play_games(
            rows, cols, mines, protected, start, seed, first, CHUNK, arguments, explore=5, samples=room
        )
        own = room[:taken]
        return own[:, :width].copy(), results[own[:, width].astype(int), 0] == 1

    parts = []
    with ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(play, range(0, games, CHUNK)):
            parts.append(part)
            progress(CHUNK)
    return np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts])


def log_loss(p, y):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))


def fit(x, y, rng, epochs=20, batch=2048, rate=3e-3):
    """(flat weights for ``choosing.estimate``, predictor)."""
    inputs, first, second = WIDTHS
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    z = ((x - mean) / deviation).astype(np.float32)
    w = [
        rng.normal(0, (2 / inputs) ** 0.5, (first, inputs)),
        np.zeros(first),
        rng.normal(0, (2 / first) ** 0.5, (second, first)),
        np.zeros(second),
        rng.normal(0, 0.1, second),
        np.zeros(1),
    ]
    w = [part.astype(np.float32) for part in w]
    momentum = [np.zeros_like(part) for part in w]
    square = [np.zeros_like(part) for part in w]
    steps, step = epochs * max(1, len(x) // batch), 0
    for _ in range(epochs):
        order = rng.permutation(len(x))
        for at in range(0, len(x) - batch + 1, batch):
            index = order[at : at + batch]
            a0 = z[index]
            a1 = np.maximum(a0 @ w[0].T + w[1], 0)
            a2 = np.maximum(a1 @ w[2].T + w[3], 0)
            error = (1 / (1 + np.exp(-(a2 @ w[4] + w[5]))) - y[index]) / batch
            back2 = np.outer(error, w[4]) * (a2 > 0)
            back1 = (back2 @ w[2]) * (a1 > 0)
            gradient = [
                back1.T @ a0,
                back1.sum(0),
                back2.T @ a1,
                back2.sum(0),
                a2.T @ error,
                error.sum(keepdims=True),
            ]
            step += 1
            now = rate * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-5
            for k, g in enumerate(gradient):
                momentum[k] += 0.1 * (g - momentum[k])
                square[k] += 0.001 * (g * g - square[k])
                unbiased = momentum[k] / (1 - 0.9**step)
                w[k] -= now * unbiased / (np.sqrt(square[k] / (1 - 0.999**step)) + 1e-8)
    w0 = w[0] / deviation
    b0 = w[1] - w0 @ mean

    def predict(x):
        a1 = np.maximum(x @ w0.T + b0, 0)
        a2 = np.maximum(a1 @ w[2].T + w[3], 0)
        return 1 / (1 + np.exp(-(a2 @ w[4] + w[5][0])))

    flat = [np.column_stack([w0, b0]).ravel(), np.column_stack([w[2], w[3]]).ravel(), np.append(w[4], w[5])]
    return np.concatenate(flat).astype(float), predict


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=1.0, help="share of the games (default: 1)")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("results/estimate.npy"))
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(options.seed)
    plan = [(*own[:5], max(CHUNK, int(own[5] * options.scale))) for own in SETS]
    done = 0
    began = time.perf_counter()
    parts = []
    with Progress("games", sum(own[5] for own in plan)) as bar:

        def progress(number: int) -> None:
            nonlocal done
            done += number
            bar.update(done)

        for own in plan:
            parts.append(samples(*own, options.seed, options.jobs, progress))
    print(f"{done} games in {time.perf_counter() - began:.0f} s, {sum(len(y) for _, y in parts)} positions")
    x = np.concatenate([x for x, _ in parts])
    y = np.concatenate([y for _, y in parts]).astype(np.float32)
    held = rng.random(len(x)) < 0.1
    weights, predict = fit(x[~held], y[~held], rng)
    print(f"log loss on {held.sum()} positions held out: {log_loss(predict(x[held]), y[held]):.4f}, "
          f"of the mean {log_loss(np.full(held.sum(), y[~held].mean()), y[held]):.4f}")  # fmt: skip
    np.save(options.out, weights)
    print(f"weights: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
