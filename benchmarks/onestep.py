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
from compare import PROTECTED, SIZES, contender, driver_of
from run_facts import versions

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
class GuessEvidence:
    """What tells the candidates of a guess apart, the chosen one first, in games, less the mean of all.

    scores: What their scores say
    further_scores: What each half of the layouts says besides
    """

    game: int
    scores: np.ndarray
    further_scores: tuple[np.ndarray, np.ndarray]


def close_candidates(
    grid: array[int], mines: int, chooser: Chooser, cell: int
) -> tuple[list[int], np.ndarray]:
    """The chosen cell and those with a score close to the best, and the logarithms of their scores."""
    candidates = chooser.advise(grid, mines, 0.0, math.inf)["candidates"]
    score_of = {candidate["cell"]: candidate["score"] for candidate in candidates}
    if cell not in score_of:
        return [cell], np.zeros(1)
    best_cells = sorted(score_of, key=lambda candidate: -score_of[candidate])[:CANDIDATES]
    least_score = (1 - CLOSE) * score_of[best_cells[0]]
    cells = [cell]
    for close_cell in best_cells:
        if close_cell != cell and score_of[close_cell] >= least_score:
            cells.append(close_cell)
    return cells, np.log([max(score_of[candidate], 1e-9) for candidate in cells])


def headroom(
    results: np.ndarray, logs: np.ndarray, prior: float = 200
) -> tuple[bool, float, float]:
    """Whether another than the first cell is best, what half of the layouts gain on the others, and the most.

    ``results``, float64 (cells, layouts), of each; ``logs`` of their scores, which count as so many layouts.
    """
    half_size = results.shape[1] // 2
    first_means = results[:, :half_size].mean(1)
    second_means = results[:, half_size:].mean(1)
    scores = score_scale * results.mean() * logs
    gain = 0.0
    for choosing_means, valuing_means in ((first_means, second_means), (second_means, first_means)):
        chosen = np.argmax(half_size * choosing_means + prior * scores)
        gain += float(valuing_means[chosen] - valuing_means[0]) / 2
    means = results.mean(1)
    return bool(means.argmax()), gain, float(means.max() - means[0])


def told_apart(game: int, results: np.ndarray, logs: np.ndarray) -> GuessEvidence:
    """Of a guess; arguments as of :func:`headroom`."""
    scores = score_scale * results.mean() * (logs - logs.mean())
    half_size = results.shape[1] // 2
    first_means = results[:, :half_size].mean(1)
    second_means = results[:, half_size:].mean(1)
    further_scores = (
        first_means - first_means.mean() - scores,
        second_means - second_means.mean() - scores,
    )
    return GuessEvidence(game, scores, further_scores)


def knowing(evidence: list[GuessEvidence], games: int) -> tuple[np.ndarray, np.ndarray]:
    """(what the scores do not see, what knowing it gains a game), in points, each with its 95 % interval:
    estimate, lower, upper end, by games drawn anew."""
    rng = np.random.default_rng(1)
    # What both halves agree on is no luck: its variance is their product, over what is free to differ.
    shared = np.array([guess.further_scores[0] @ guess.further_scores[1] for guess in evidence])
    degrees_of_freedom = np.array([len(guess.scores) - 1 for guess in evidence])

    # What each guess would gain if so much more were known of its candidates, by mirrored draws.
    gains = np.zeros((len(evidence), len(SPREADS)))
    for gain_row, guess in zip(gains, evidence, strict=True):
        unseen = rng.standard_normal((DRAWN, 1, len(guess.scores)))
        worths = np.concatenate([unseen, -unseen]) * SPREADS[:, None] + guess.scores
        gain_row[:] = (worths.max(2) - worths[:, :, 0]).mean(0)

    # Estimates with all games once, then with games drawn anew, for the interval.
    game_of_guess = np.array([guess.game for guess in evidence])
    estimates = []
    for resample in range(1 + RESAMPLED):
        games_drawn = rng.integers(games, size=games) if resample else np.arange(games)
        times_drawn = np.bincount(games_drawn, minlength=games)
        weight = times_drawn[game_of_guess]
        variance = max(float(weight @ shared / max(weight @ degrees_of_freedom, 1)), 0.0)
        gain = np.interp(math.sqrt(variance), SPREADS, weight @ gains) / games
        estimates.append((100 * math.sqrt(variance), 100 * gain))
    interval_ends = np.quantile(estimates[1:], [0.025, 0.975], axis=0)
    spread, gain = np.array([estimates[0], *interval_ends]).T
    return spread, gain


def sample(
    driver: Driver, game: int, options: argparse.Namespace, evidence: list[GuessEvidence]
) -> list[list[float]]:
    """A row for each guess with so many layouts: the columns above. Adds to ``evidence``."""
    rows, cols, mines = SIZES[options.size]
    least_layouts = max(options.least, options.base.policy.search.tree_layouts + 0.5)
    base = options.base.policy.chooser(rows, cols)
    player_on = options.by.policy.chooser(rows, cols)
    variant = options.variant or contender(f"{options.base.policy.name}:playouts=0")
    variant_chooser = variant.policy.chooser(rows, cols)
    rng = np.random.default_rng([options.seed, game])
    layouts = np.zeros((options.layouts, rows * cols), np.int8)
    guess_rows = []
    driver.begin(options.seed, game)
    while driver.next_guess() and driver.log_models >= math.log(least_layouts):
        cell = base.guess(driver.grid, mines)
        opened = sum(code >= 0 for code in driver.grid)
        if driver.log_models > math.log(options.most) or opened < options.opened:
            driver.choose(cell)
            continue

        # Which cells to compare: the choices of the two policies, or the candidates close to the chosen one.
        if options.variant:
            cells = list(dict.fromkeys([cell, variant_chooser.guess(driver.grid, mines)]))
            logs = np.zeros(0)
        else:
            cells, logs = close_candidates(driver.grid, mines, variant_chooser, cell)

        # Each is played on, on the same layouts.
        row = [game, 0.0, 0.0, 0.0, 0.0]
        if len(cells) > 1:
            results = np.zeros((len(cells), options.layouts))
            player_on.draw(driver.grid, mines, layouts, int(rng.integers(2**63)))
            player_on.play_on(driver.grid, mines, cells, layouts, GUESS_WORTH, results)
            played_to_end = np.isfinite(results).all(0)
            row[UNFIT] = options.layouts - int(played_to_end.sum())
            results = results[:, played_to_end]
            if options.variant:
                row[DIFFERS] = 1.0
                row[GAIN] = float((results[1] - results[0]).mean())
            else:
                row[DIFFERS], row[GAIN], row[MOST] = headroom(results, logs, options.prior)
                evidence.append(told_apart(game, results, logs))
        guess_rows.append(row)
        driver.choose(cell)
    return guess_rows


def show(guess_rows: np.ndarray, column: int, games: int, prefix: str) -> None:
    """The mean of a column a guess and a game, in points, with intervals."""
    gains = 100 * guess_rows[:, column]
    gain_of_game = np.bincount(guess_rows[:, GAME].astype(np.int64), gains, minlength=games)
    half = Z95 * gain_of_game.std() * math.sqrt(games)
    print(f"{prefix}{gains.mean():+.3f} +- {half / len(guess_rows):.3f} points a guess")
    print(f"{prefix}{gains.sum() / games:+.4f} +- {half / games:.4f} points a game")


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
    rows_of_games: list[list[float]] = []
    evidence: list[GuessEvidence] = []
    began = time.perf_counter()
    with Progress("games", options.games) as bar:
        for game in range(options.games):
            rows_of_games += sample(driver, game, options, evidence)
            bar.update(game + 1)
    print(versions())
    print(
        f"{options.size}, rule {options.rule}, seed {options.seed}, {options.games} games, "
        f"{options.least:g} to {options.most:g} layouts, {options.opened} cells open, "
        f"{options.layouts} drawn, by {options.by.name}, "
        f"{time.perf_counter() - began:.0f} s"
    )
    print(
        f"{options.base.name} -> {options.variant.name if options.variant else 'the best of the close'}"
    )
    if not rows_of_games:
        print("no guess with so many layouts")
        return 0

    guess_rows = np.array(rows_of_games)
    unfit_layouts = int(guess_rows[:, UNFIT].sum())
    note = f", {unfit_layouts} layouts left out: not in the core's memory" if unfit_layouts else ""
    print(f"{len(guess_rows)} guesses, {len(guess_rows) / options.games:.3f} a game, ", end="")
    print(f"{int(guess_rows[:, DIFFERS].sum())} differ{note}")
    show(guess_rows, GAIN, options.games, "" if options.variant else "at least ")
    if not options.variant:
        show(guess_rows, MOST, options.games, "at most ")

    # Where the policy plays candidates out itself its scores know a part of what follows.
    search = options.base.policy.search
    if evidence and (not search.playouts or options.least >= search.playout_layouts):
        spread, gain = knowing(evidence, options.games)
        print(
            f"the scores do not see {spread[0]:.2f} points ({spread[1]:.2f} to {spread[2]:.2f})",
            end=": ",
        )
        print(f"knowing all gains {gain[0]:+.3f} points a game ({gain[1]:+.3f} to {gain[2]:+.3f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
