"""What a variant of a policy gains by one guess, from games played on after both guesses.

    python benchmarks/onestep.py strongest:playouts=0 strongest --least 1e3 --most 1e12
    python benchmarks/onestep.py strongest:playouts=0 strongest:playouts=0,third_best_weight=0 --least 1e25

In games of the first policy, at each guess with ``--least`` to ``--most`` layouts, the second is asked, too.
Where it opens another cell, both are played on by ``--by`` on the same ``--layouts`` layouts, drawn at random
from all that agree with the position; the results are variance-reduced. Guesses alike gain nothing, and are
counted. Prints the gain in points a guess and a game, with 95 % intervals, games as clusters. All of a
game's guesses together gain about the sum: this is a far sharper eye than ``compare.py`` for what changes few
guesses, and no proof, since the rest of a game is played by another policy.

    python benchmarks/onestep.py strongest --least 1e3 --most 1e95 --layouts 1024 --by lookahead --games 400

Without a second policy: how much is there to gain, if one knew what follows? All candidates with a score
within 6 % of the best (six at most) are played on. The one that is best on half of the layouts, the score
counting as much as ``--prior`` of them, is valued on the other half: so much such playouts gain, and knowing
all gains no less. The best on all layouts, valued on the same, gains more than knowing all could. In between:
what the halves agree on beyond the scores is what these do not see, as a standard deviation of candidates of
a guess; if that is normal, and independent of the scores, knowing all gains what is printed (not where the
policy plays candidates out itself, and so knows some of it).

    python benchmarks/onestep.py strongest --least 1e95 --opened 2 --layouts 2048 --prior 4000 --by lookahead

``--opened``: only guesses with so many cells open; with 2 those after the first reply, which ``opening.py``
has played out.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from array import array
from dataclasses import dataclass

import numpy as np
from boards import Driver
from compare import PROTECTED, SIZES, contender, driver_of, versions

from minesolver.base.intervals import Z95
from minesolver.cli.progress import Progress
from minesolver.kernel import GUESS_WORTH
from minesolver.kernel.core import Chooser, score_scale

GAME, DIFFERS, GAIN, MOST, UNFIT = range(5)  # UNFIT: layouts that were not played to the end
CLOSE = 0.06  # how far below the best score, as a share of it, and
CANDIDATES = 6  # how many, as in minesolver/kernel/search/guess.pyx
SPREADS = np.linspace(0.0, 0.04, 17)  # standard deviations, in games
DRAWN = 64  # of what the scores do not see, each also with the other sign
RESAMPLED = 200  # games, for intervals


@dataclass(frozen=True)
class Told:
    """What tells the candidates of a guess apart, the chosen one first, in games, less the mean of all: their
    scores, and what more each half of the layouts."""

    game: int
    scores: np.ndarray
    halves: tuple[np.ndarray, np.ndarray]


def close_candidates(
    grid: array[int], mines: int, chooser: Chooser, cell: int
) -> tuple[list[int], np.ndarray]:
    """The chosen cell and those with a score close to the best, and the logarithms of their scores."""
    found = chooser.advise(grid, mines, 0.0, math.inf)["candidates"]
    scores = {candidate["cell"]: candidate["score"] for candidate in found}
    best = sorted(scores, key=lambda own: -scores[own])[:CANDIDATES]
    others = [own for own in best if scores[own] >= (1 - CLOSE) * scores[best[0]] and own != cell]
    cells = [cell, *others] if cell in scores else [cell]
    return cells, np.log([max(scores[own], 1e-9) for own in cells]) if cell in scores else np.zeros(1)


def headroom(results: np.ndarray, logs: np.ndarray, prior: float = 200) -> tuple[bool, float, float]:
    """Whether another than the first cell is best, what half of the layouts gain on the others, and the most.

    ``results``, float64 (cells, layouts), of each; ``logs`` of their scores, which count as so many layouts.
    """
    half = results.shape[1] // 2
    halves = results[:, :half].mean(1), results[:, half:].mean(1)
    scores = score_scale * results.mean() * logs
    gain = 0.0
    for own, other in (halves, halves[::-1]):
        gain += float(other[np.argmax(half * own + prior * scores)] - other[0]) / 2
    means = results.mean(1)
    return bool(means.argmax()), gain, float(means.max() - means[0])


def told_apart(game: int, results: np.ndarray, logs: np.ndarray) -> Told:
    """Of a guess; arguments as of :func:`headroom`."""
    scores = score_scale * results.mean() * (logs - logs.mean())
    half = results.shape[1] // 2
    means = (part.mean(1) for part in (results[:, :half], results[:, half:]))
    first, second = (own - own.mean() - scores for own in means)
    return Told(game, scores, (first, second))


def knowing(told: list[Told], games: int) -> tuple[np.ndarray, np.ndarray]:
    """(what the scores do not see, what knowing it gains a game), in points, each with its 95 % interval:
    estimate, lower, upper end, by games drawn anew."""
    rng = np.random.default_rng(1)
    shared = np.array([own.halves[0] @ own.halves[1] for own in told])
    free = np.array([len(own.scores) - 1 for own in told])
    gains = np.zeros((len(told), len(SPREADS)))
    for row, own in zip(gains, told, strict=True):
        unseen = rng.standard_normal((DRAWN, 1, len(own.scores)))
        unseen = np.concatenate([unseen, -unseen]) * SPREADS[:, None] + own.scores
        row[:] = (unseen.max(2) - unseen[:, :, 0]).mean(0)
    game = np.array([own.game for own in told])
    found = []
    for again in range(1 + RESAMPLED):
        times = np.bincount(rng.integers(games, size=games), minlength=games) if again else np.ones(games)
        weight = times[game]
        variance = max(float(weight @ shared / max(weight @ free, 1)), 0.0)
        gain = np.interp(math.sqrt(variance), SPREADS, weight @ gains) / games
        found.append((100 * math.sqrt(variance), 100 * gain))
    ends = np.quantile(found[1:], [0.025, 0.975], axis=0)
    spread, gain = np.array([found[0], *ends]).T
    return spread, gain


def sample(driver: Driver, game: int, options: argparse.Namespace, told: list[Told]) -> list[list[float]]:
    """A row for each guess with so many layouts: the columns above. Adds to ``told``."""
    rows, cols, mines = SIZES[options.size]
    least = max(options.least, options.base.policy.search.tree_layouts + 0.5)
    base, by = (own.policy.chooser(rows, cols) for own in (options.base, options.by))
    variant = options.variant or contender(f"{options.base.policy.name}:playouts=0")
    asked = variant.policy.chooser(rows, cols)
    rng = np.random.default_rng([options.seed, game])
    laid = np.zeros((options.layouts, rows * cols), np.int8)
    found = []
    driver.begin(options.seed, game)
    while driver.next_guess() and driver.log_models >= math.log(least):
        cell = base.guess(driver.grid, mines)
        opened = sum(code >= 0 for code in driver.grid)
        if driver.log_models <= math.log(options.most) and opened >= options.opened:
            if options.variant:
                cells, logs = list(dict.fromkeys([cell, asked.guess(driver.grid, mines)])), np.zeros(0)
            else:
                cells, logs = close_candidates(driver.grid, mines, asked, cell)
            row = [game, 0.0, 0.0, 0.0, 0.0]
            if len(cells) > 1:
                results = np.zeros((len(cells), options.layouts))
                by.draw(driver.grid, mines, laid, int(rng.integers(2**63)))
                by.play_on(driver.grid, mines, cells, laid, GUESS_WORTH, results)
                fit = np.isfinite(results).all(0)
                row[UNFIT] = options.layouts - int(fit.sum())
                results = results[:, fit]
                if options.variant:
                    row[DIFFERS], row[GAIN] = 1.0, float((results[1] - results[0]).mean())
                else:
                    row[DIFFERS], row[GAIN], row[MOST] = headroom(results, logs, options.prior)
                    told.append(told_apart(game, results, logs))
            found.append(row)
        driver.choose(cell)
    return found


def show(found: np.ndarray, column: int, games: int, what: str) -> None:
    """The mean of a column a guess and a game, in points, with intervals."""
    gains = 100 * found[:, column]
    each = np.bincount(found[:, GAME].astype(np.int64), gains, minlength=games)
    half = Z95 * each.std() * math.sqrt(games)
    print(f"{what}{gains.mean():+.3f} +- {half / len(found):.3f} points a guess")
    print(f"{what}{gains.sum() / games:+.4f} +- {half / games:.4f} points a game")


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("base", type=contender, metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("variant", type=contender, nargs="?", metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--size", choices=SIZES, default="16x30/99")
    parser.add_argument("--rule", choices=PROTECTED, default="S")
    parser.add_argument("--least", type=float, default=1e3, help="layouts")
    parser.add_argument("--most", type=float, default=math.inf)
    parser.add_argument("--opened", type=int, default=0, help="cells that are open, at least")
    parser.add_argument("--prior", type=float, default=200, help="layouts that the scores count as")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--layouts", type=int, default=48, help="drawn for each pair of guesses")
    parser.add_argument(
        "--by", type=contender, default="strongest:playouts=0,tree_layouts=300", help="who plays on"
    )
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    driver = driver_of(options)
    parts: list[list[float]] = []
    told: list[Told] = []
    began = time.perf_counter()
    with Progress("games", options.games) as bar:
        for game in range(options.games):
            parts += sample(driver, game, options, told)
            bar.update(game + 1)
    print(versions())
    print(
        f"{options.size}, rule {options.rule}, seed {options.seed}, {options.games} games, "
        f"{options.least:g} to {options.most:g} layouts, {options.opened} cells open, "
        f"{options.layouts} drawn, by {options.by.name}, "
        f"{time.perf_counter() - began:.0f} s"
    )
    print(f"{options.base.name} -> {options.variant.name if options.variant else 'the best of the close'}")
    if not parts:
        print("no guess with so many layouts")
        return 0
    found = np.array(parts)
    unfit = int(found[:, UNFIT].sum())
    left_out = f", {unfit} layouts left out: not in the core's memory" if unfit else ""
    print(f"{len(found)} guesses, {len(found) / options.games:.3f} a game, ", end="")
    print(f"{int(found[:, DIFFERS].sum())} differ{left_out}")
    show(found, GAIN, options.games, "" if options.variant else "at least ")
    if not options.variant:
        show(found, MOST, options.games, "at most ")
    search = options.base.policy.search
    if told and (not search.playouts or options.least >= search.playout_layouts):
        spread, gain = knowing(told, options.games)
        print(f"the scores do not see {spread[0]:.2f} points ({spread[1]:.2f} to {spread[2]:.2f})", end=": ")
        print(f"knowing all gains {gain[0]:+.3f} points a game ({gain[1]:+.3f} to {gain[2]:+.3f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
