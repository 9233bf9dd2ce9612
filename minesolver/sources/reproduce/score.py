"""The inference report (Lakra, Priya, Naik, MineSweeper, Inference-Informed Action, 2019): plots and tables.

Its game: a random first cell that may be a mine; a mine hit is shown and the game goes on until every cell is
opened or marked; the score is the share of the mines that were proved, in percent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...base.intervals import paired_difference
from ...bench.figure import Figure, Line, Panel
from ...bench.table import Table, Value
from .games import EXACT, EXACT_TOTAL, Average, MemoryTask, PlayTask, average, measured, point
from .plan import ReproductionPlan, mines_at
from .spec import Spec
from .work import Results, Task

ENGINES = ("baseline", "basic", "advanced", "advanced_total")
LABELS = {
    "baseline": "baseline",
    "basic": "basic inference",
    "advanced": "advanced inference",
    "advanced_total": "advanced, total known",
    "likelihood_max": "advanced, max likelihood",
    "likelihood_average": "advanced, average likelihood",
    "likelihood_max_total": "max likelihood",
    "likelihood_average_total": "average likelihood",
    "likelihood_max_total_board": "max, board equation counted",
    "likelihood_average_total_board": "average, board equation counted",
    EXACT: "exact",
    EXACT_TOTAL: "exact, total known",
}
REPORTED_TWO = {
    0.5: dict(zip(ENGINES, (54.35, 62.0, 63.95, 78.225), strict=True)),
    0.7: dict(zip(ENGINES, (45.61, 45.05, 47.34, 58.41), strict=True)),
}
REPORTED_TOTAL = {
    0.05: 100.0,
    0.1: 99.875,
    0.15: 99.75,
    0.2: 99.0625,
    0.25: 97.95,
    0.3: 94.29166667,
    0.4: 86.09375,
    0.5: 78.225,
    0.7: 58.41071429,
    0.9: 28.80555556,
}
WITHOUT_TOTAL = ("advanced", "likelihood_average", "likelihood_max")
"""What "advanced inference without total" can mean: the document says that its inference picks by
likelihood, and draws it without."""
_COMPARED_PLAYERS = ("baseline", "basic", *WITHOUT_TOTAL, "advanced_total", EXACT, EXACT_TOTAL)
_RUNS = 5
FIVE_BOARDS = (
    "The document claims 50 boards a point, but each of its scores times the mines is a multiple of a fifth "
    "of a mine: the figures fit averages of 5 boards. *Fits 5 boards* says whether the reported figure and "
    "ours differ by no more than 5 boards against ours explain (95 %, from the spread of our boards)."
)
_SCORE = "score (proved mines, % of all)"
_DENSITY = "mine density (mines / cells)"
_SPREAD = "The band is the 95 % interval of the mean over boards."


def curve(
    plan: ReproductionPlan, player: str, size: int, density: float, boards: int | None = None
) -> list[PlayTask]:
    """The games of one player at one point of the density grid."""
    boards = plan.boards if boards is None else boards
    if player in (EXACT, EXACT_TOTAL):
        boards = plan.exact(boards)
    return point(player, "inference", size, mines_at(size, density), plan.seed, boards)


def _curve_tasks(players: Sequence[str], sizes: Sequence[int], plan: ReproductionPlan) -> list[Task]:
    return [task for n in sizes for d in plan.densities for p in players for task in curve(plan, p, n, d)]


def _curves(
    name: str,
    title: str,
    players: Sequence[str],
    sizes: Sequence[int],
    field: str,
    unit: str,
    plan: ReproductionPlan,
    results: Results,
    notes: tuple[str, ...] = (),
    reported: Line | None = None,
) -> Table:
    rows: list[tuple[Value, ...]] = []
    panels = []
    for size in sizes:
        lines = []
        for player in players:
            points = []
            for density in plan.densities:
                mean = measured(results, curve(plan, player, size, density), field)
                rows.append(
                    (
                        size,
                        density,
                        mines_at(size, density),
                        player,
                        mean.number,
                        mean.mean,
                        mean.low,
                        mean.high,
                    )
                )
                points.append((density, mean.mean, mean.low, mean.high))
            lines.append(Line(LABELS[player], points))
        if reported is not None:
            lines.append(reported)
        panels.append(Panel(f"{size}x{size}", _DENSITY, unit, lines, log=field == "seconds"))
    return Table(
        ("size", "density", "mines", "player", "boards", "mean", "low", "high"),
        rows,
        notes=(*notes, _SPREAD),
        seconds=frozenset({"mean", "low", "high"} if field == "seconds" else ()),
        shown=None,
        figures=(Figure(name, title, panels),),
    )


def paired(
    plan: ReproductionPlan,
    results: Results,
    first: str,
    second: str,
    size: int,
    field: str,
    density: float | None = None,
) -> tuple[float, float, float]:
    """(mean, low, high) of first - second on the same boards, at one density or over all of the grid.

    Boards of one index at different densities come from one random stream: they count as one value.
    """
    differences: dict[int, list[float]] = {}
    for d in plan.densities if density is None else (density,):
        pair = zip(curve(plan, first, size, d), curve(plan, second, size, d), strict=False)
        for one, other in pair:  # the exact agent may have had fewer boards: the first ones
            value = getattr(results[one], field) - getattr(results[other], field)
            differences.setdefault(one.index, []).append(float(value))
    return average([sum(values) / len(values) for values in differences.values()])[:3]


def difference_text(found: tuple[float, float, float]) -> str:
    return "{:+.3g} [{:+.3g}, {:+.3g}]".format(*found)


_P1 = (
    "likelihood_average_total",
    "likelihood_max_total",
    "likelihood_average_total_board",
    "likelihood_max_total_board",
    EXACT_TOTAL,
)
_P2 = ("likelihood_average", "likelihood_max", EXACT)
_P3 = ("baseline", "advanced", "likelihood_average", "advanced_total", EXACT, EXACT_TOTAL)
_P4 = ("baseline", "basic", "advanced", "likelihood_average", "advanced_total", EXACT, EXACT_TOTAL)
_P5 = ("baseline", "advanced", "likelihood_average", "advanced_total", EXACT, EXACT_TOTAL)
_P6 = ("baseline", "advanced", "likelihood_average", "advanced_total", EXACT, EXACT_TOTAL)


def _p1(plan: ReproductionPlan, results: Results) -> Table:
    n = plan.likelihood_size
    found = paired(plan, results, "likelihood_average_total", "likelihood_max_total", n, "score")
    board = paired(plan, results, "likelihood_average_total_board", "likelihood_max_total_board", n, "score")
    exact = paired(plan, results, EXACT_TOTAL, "likelihood_average_total", n, "score")
    notes = (
        "Reported: with the total known, average beats max (a plot without figures; the size is not stated).",
        f"Ours, score of average less max on the same boards over all densities: {difference_text(found)}; "
        f"with the board equation counted among the equations of every cell: {difference_text(board)}. "
        f"Exact less average: {difference_text(exact)}.",
    )
    return _curves("P1", "Max against average likelihood, mine count known", _P1, (n,), "score", _SCORE,
                   plan, results, notes)  # fmt: skip


def _p2(plan: ReproductionPlan, results: Results) -> Table:
    n = plan.likelihood_size
    found = paired(plan, results, "likelihood_average", "likelihood_max", n, "score")
    exact = paired(plan, results, EXACT, "likelihood_average", n, "score")
    notes = (
        "Reported: with the total unknown both do equally well (a plot without figures).",
        f"Ours, score of average less max on the same boards over all densities: {difference_text(found)}"
        f"{', too little to be seen in a plot' * (abs(found[0]) < 1)}. Exact (mine count not known: uniform "
        f"over layouts, so each cell away from the clues is a mine with probability 1/2) less average: "
        f"{difference_text(exact)}.",
    )
    return _curves("P2", "Max against average likelihood, mine count unknown", _P2, (n,), "score", _SCORE,
                   plan, results, notes)  # fmt: skip


def _p3(plan: ReproductionPlan, results: Results) -> Table:
    notes = (
        "Reported: a plot without figures, and of the agent that knows the total its score at density 1.",
        "One panel an agent, the sizes laid over each other: where the lines meet, the size no longer "
        "matters.",
    )
    table = _curves("P3", "", _P3, plan.sizes, "score", _SCORE, plan, results, notes)
    panels = []
    for player in _P3:
        lines = []
        for size in plan.sizes:
            means = [(d, measured(results, curve(plan, player, size, d), "score")) for d in plan.densities]
            lines.append(Line(f"{size}x{size}", [(d, m.mean, m.low, m.high) for d, m in means]))
        panels.append(Panel(LABELS[player], _DENSITY, _SCORE, lines))
    return replace(table, figures=(Figure("P3", "Baseline against inference, by board size", panels),))


def _p4(plan: ReproductionPlan, results: Results) -> Table:
    points = [(d, value, value, value) for d, value in REPORTED_TOTAL.items()]
    reported = Line("reported, total known", points, reported=True)
    notes = ("Reported: a plot whose figures at some densities are in B0.1, B0.2 and B0.3 below.",)
    return _curves("P4", "Four engines and the exact ones", _P4, (plan.large,), "score", _SCORE,
                   plan, results, notes, None if plan.quick else reported)  # fmt: skip


def _p5(plan: ReproductionPlan, results: Results) -> Table:
    notes = (
        "Reported: baseline picks most, advanced fewer, advanced with likelihood fewest (a plot without "
        "figures). A pick is a cell opened without a proof, whether drawn evenly or by least likelihood.",
    )
    return _curves("P5", "Cells opened without a proof", _P5, (plan.large,), "picks", "picks a game",
                   plan, results, notes)  # fmt: skip


def _p6(plan: ReproductionPlan, results: Results) -> Table:
    notes = (
        "Reported: inference is slower than baseline, with the total faster than without (a plot without "
        "figures). Processor time of the player alone; only the order can be compared. What the document "
        "calls "
        "inference picks by likelihood: see R0.25-time.",
    )
    return _curves("P6", "Time a game", _P6, (plan.large,), "seconds", "time a game (s)",
                   plan, results, notes)  # fmt: skip


def verdict(found: Average, reported: float, runs: int) -> tuple[bool, bool, str]:
    """(reported inside our interval, explained by so few runs, why it differs)."""
    inside = found.low <= reported <= found.high
    fits = found.compatible(reported, runs)
    if inside:
        return inside, fits, ""
    if fits:
        return inside, fits, f"noise of {runs} reported boards"
    return inside, fits, "more than their noise: see below"


_COMPARED = (
    *("reported of", "player", "reported", "ours", "low", "high", "boards", "inside", "fits 5 boards", "why"),
)


def _two_tasks(density: float, plan: ReproductionPlan) -> list[Task]:
    return [t for p in _COMPARED_PLAYERS for t in curve(plan, p, plan.large, density, plan.boards)]


def _two(density: float, plan: ReproductionPlan, results: Results) -> Table:
    found = {
        player: measured(results, curve(plan, player, plan.large, density, plan.boards), "score")
        for player in _COMPARED_PLAYERS
    }
    rows: list[tuple[Value, ...]] = []
    lines: list[Line] = []
    stars = []
    for player, mean in found.items():
        column = "advanced" if player in WITHOUT_TOTAL else player
        reported = REPORTED_TWO[density].get(column)
        judged: tuple[Value, ...] = (None, None, None if reported else "not in the document")
        if reported is not None and not plan.quick:
            judged = verdict(mean, reported, _RUNS)
            if player in WITHOUT_TOTAL and not judged[0]:
                other = [p for p in WITHOUT_TOTAL if found[p].low <= reported <= found[p].high]
                judged = (*judged[:2], f"{judged[2]}{'; inside for ' * bool(other)}{', '.join(other)}")
            stars.append((float(len(lines)), reported, reported, reported))
        named = LABELS[column] if reported is not None else None
        rows.append((named, player, reported, mean.mean, mean.low, mean.high, mean.number, *judged))
        lines.append(Line(LABELS[player], [(0.0, mean.mean, mean.low, mean.high)]))
    if stars:
        lines.append(Line("reported", stars, reported=True))
    basic, baseline = (
        [float(results[task].score) for task in curve(plan, player, plan.large, density, plan.boards)]
        for player in ("basic", "baseline")
    )
    gain = difference_text(paired_difference(basic, baseline))
    own = (
        " (its own table has -0.56, against its text: inference better in all cases)"
        if density == 0.7
        else ""
    )
    name = "B0.1" if density == 0.5 else "B0.2"
    title = f"Score at density {density:g} on {plan.large}x{plan.large}"
    return Table(
        _COMPARED,
        rows,
        notes=(
            FIVE_BOARDS,
            "*Advanced inference* without the total stands three times: with random picks (*advanced*), "
            "and with "
            "picks by average or by max likelihood, which the document's text gives to its inference agents "
            '("the addition of the probability factor in choosing random cells"). Its column does not say '
            "which.",
            f"Basic inference less baseline on the same boards: {gain}{own}.",
            "Beyond noise, the document leaves open which derived equations are kept and which neighbours "
            "the single-clue rule looks at again. Ours keeps derived equations and looks again at every clue "
            "that changed, to the fixpoint.",
        ),
        figures=(Figure(name, title, [Panel("", "player", _SCORE, lines, kind="bar")]),),
    )


def _three_tasks(plan: ReproductionPlan) -> list[Task]:
    players = ("advanced_total", EXACT_TOTAL)
    return [
        t for p in players for d in plan.table_densities for t in curve(plan, p, plan.large, d, plan.boards)
    ]


def _three(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    lines: list[list[tuple[float, float, float, float]]] = [[], []]
    for density in plan.table_densities:
        found, exact = (
            measured(results, curve(plan, p, plan.large, density, plan.boards), "score")
            for p in ("advanced_total", EXACT_TOTAL)
        )
        reported = REPORTED_TOTAL[density]
        judged: tuple[Value, ...] = (None, None, None)
        if not plan.quick:
            judged = verdict(found, reported, _RUNS)
        rows.append(
            (
                density,
                mines_at(plan.large, density),
                reported,
                found.mean,
                found.low,
                found.high,
                found.number,
                *judged,
                exact.mean,
                exact.low,
                exact.high,
                exact.number,
            )
        )
        lines[0].append((density, found.mean, found.low, found.high))
        lines[1].append((density, exact.mean, exact.low, exact.high))
    drawn = [Line(LABELS["advanced_total"], lines[0]), Line(LABELS[EXACT_TOTAL], lines[1])]
    if not plan.quick:
        points = [(d, value, value, value) for d, value in REPORTED_TOTAL.items()]
        drawn.append(Line("reported", points, reported=True))
    title = f"Total known, on {plan.large}x{plan.large}"
    return Table(
        (
            "density",
            "mines",
            "reported",
            "ours",
            "low",
            "high",
            "boards",
            "inside",
            "fits 5 boards",
            "why",
            "exact",
            "exact low",
            "exact high",
            "exact boards",
        ),
        rows,
        notes=(
            FIVE_BOARDS,
            "The document's text says the score drops below 50 % after density 0.5; by its own table it is "
            "58.4 at 0.7 where the total is known.",
        ),
        figures=(Figure("B0.3", title, [Panel("", _DENSITY, _SCORE, drawn)]),),
    )


def _four_tasks(plan: ReproductionPlan) -> list[Task]:
    players = ("baseline", "advanced_total", EXACT_TOTAL)
    return [task for n in plan.sizes for p in players for task in curve(plan, p, n, 1.0, 2)]


def _four(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    for n in plan.sizes:
        means = [
            measured(results, curve(plan, p, n, 1.0, 2), "score").mean
            for p in ("baseline", "advanced_total", EXACT_TOTAL)
        ]
        rows.append((n, 0.0, means[0], 99.8, 100.0 * (n * n - 1) / (n * n), *means[1:]))
    return Table(
        (
            "size",
            "reported baseline",
            "baseline",
            "reported with total",
            "formula",
            "advanced_total",
            "exact_total",
        ),
        rows,
        notes=(
            "At density 1 nothing is random but the place of the first cell, a mine; all others are proved "
            "where the total is known: 100 (n² - 1) / n² percent. The reported 99.8 is the value of 20x20 "
            "only (99.75); the mean over the four sizes is 99.64.",
        ),
    )


Pair = tuple[str, str, str]
"""Two players, the first said to have the greater value, and what is alike in them."""

_RANDOM = "both pick at random"
_LIKELY = "both pick by average likelihood"
_UNLIKE = "one picks at random, the other by average likelihood"
_ORDER: tuple[Pair, ...] = (
    ("basic", "baseline", _RANDOM),
    ("advanced", "basic", _RANDOM),
    ("advanced_total", "likelihood_average", _LIKELY),
    ("advanced_total", "advanced", _UNLIKE),
)
_PICKS: tuple[Pair, ...] = (
    ("baseline", "advanced", _RANDOM),
    ("advanced", "likelihood_average", "neither knows the total; random picks, picks by likelihood"),
    ("advanced", "advanced_total", "random picks without the total, picks by likelihood with it"),
)
_EXACT_ORDER: tuple[Pair, ...] = (
    (EXACT, "advanced", "neither knows the total; least probability, random picks"),
    (EXACT, "likelihood_average", "neither knows the total; least probability, average likelihood"),
    (EXACT_TOTAL, "advanced_total", "both know the total"),
)
_TIMES: tuple[Pair, ...] = (
    ("advanced", "baseline", _RANDOM),
    ("likelihood_average", "baseline", "picks by average likelihood, random picks"),
    ("likelihood_average", "advanced_total", _LIKELY),
    ("advanced", "advanced_total", _UNLIKE),
)
_EXACT_TIMES: tuple[Pair, ...] = ((EXACT_TOTAL, "advanced_total", "both know the total"),)
_CLAIMS = ("claim by", "claim", "pairing", "measured", "holds")


def _claims_tasks(plan: ReproductionPlan) -> list[Task]:
    tasks = _curve_tasks(_P3, plan.sizes, plan) + _curve_tasks(_P4, (plan.large,), plan)
    return tasks + _curve_tasks(_P5, (plan.large,), plan)


def _pairs(
    plan: ReproductionPlan, results: Results, pairs: Sequence[Pair], field: str, source: str
) -> list[tuple[Value, ...]]:
    """Whether the first of each pair has the greater value: in the mean over the grid, and where."""
    rows: list[tuple[Value, ...]] = []
    for first, second, pairing in pairs:
        found = paired(plan, results, first, second, plan.large, field)
        at = {d: paired(plan, results, first, second, plan.large, field, d) for d in plan.densities}
        so = [d for d, (_, low, _) in at.items() if low > 0]
        against = [d for d, (_, _, high) in at.items() if high < 0]
        holds = "yes" if found[1] > 0 else "no" if found[2] < 0 else "undecided"
        if so and against:
            holds = f"{holds} in the mean, not everywhere"
        places = [
            f"{what} at density {', '.join(f'{d:g}' for d in densities)}"
            for what, densities in (("so", so), ("reversed", against))
            if densities
        ]
        if not against and found[1] > 0:
            places = []  # nothing to tell but the mean
        text = "; ".join([difference_text(found), *places])
        rows.append((source, f"{field}: {first} > {second}", pairing, text, holds))
    return rows


def _claims(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    for player in ENGINES:
        means = [measured(results, curve(plan, player, plan.large, d), "score") for d in plan.densities]
        rises = [
            f"{d:g}"
            for d, before, after in zip(plan.densities[1:], means, means[1:], strict=False)
            if after.low > before.high
        ]
        text = f"rises at density {', '.join(rises)}" if rises else "never rises beyond the intervals"
        rows.append(
            ("document", f"score of {player} falls with density", None, text, "no" if rises else "yes")
        )
    gaps = []
    for d in plan.densities:
        means = [measured(results, curve(plan, "advanced", n, d), "score") for n in plan.sizes]
        gaps.append((d, max(m.mean for m in means) - min(m.mean for m in means)))
    low = [gap for d, gap in gaps if 0.2 <= d <= 0.4]
    high = [gap for d, gap in gaps if d >= 0.6]
    low_gap, high_gap = sum(low) / len(low), sum(high) / len(high)
    text = f"largest less smallest mean over sizes: {low_gap:.2f} at 0.2 to 0.4, {high_gap:.2f} from 0.6 on"
    rows.append(
        (
            "document",
            "size of the board matters less at high density (advanced)",
            None,
            text,
            "yes" if high_gap < low_gap else "no",
        )
    )
    for player in ENGINES:
        below = [
            d
            for d in plan.densities
            if measured(results, curve(plan, player, plan.large, d), "score").mean < 50
        ]
        first = min(below, default=None)
        text = "never below 50" if first is None else f"first below 50 at density {first:g}"
        late = first is not None and 0.5 < first <= 0.6
        rows.append(
            (
                "document",
                f"score of {player} below 50 just above density 0.5",
                None,
                text,
                "yes" if late else "no",
            )
        )
    rows += _pairs(plan, results, _ORDER, "score", "document")
    rows += _pairs(plan, results, _PICKS, "picks", "document")
    rows += _pairs(plan, results, _EXACT_ORDER, "score", "ours")
    return Table(
        _CLAIMS,
        rows,
        notes=(
            "Differences are on the same boards, over all densities of the grid, with 95 % intervals. "
            "*Pairing* "
            "says what the two agents have in common; *so* and *reversed* are the densities at which the "
            "difference alone is significant.",
            "Where picks contradict the document: it does not say whether its likelihood knew the total, so "
            "both forms are here. A pick of least likelihood hits fewer mines; nothing makes it one after "
            "which more can be proved, so without the total the number of picks need not fall.",
            "Where *falls with density* fails at density 1: with the total known all but one mine is proved "
            "there (B0.4). *Below 50 just above 0.5* means at 0.55 or 0.6.",
        ),
    )


def _time_claims(plan: ReproductionPlan, results: Results) -> Table:
    rows = _pairs(plan, results, _TIMES, "seconds", "document")
    rows += _pairs(plan, results, _EXACT_TIMES, "seconds", "ours")
    return Table(
        _CLAIMS,
        rows,
        notes=(
            "Seconds of the player's own processor time a game (other work on the machine does not count), "
            "on the "
            "same boards, over all densities of the grid.",
            "The document's inference picks by likelihood: like with like are *likelihood_average* and "
            "*advanced_total*, which differ in the total alone. An agent that picks at random saves the "
            "likelihoods of all cells at every pick, and is compared beside it for that reason only.",
            "Where this contradicts the document: its program goes through the whole knowledge base at every "
            "step. Ours keeps it by cell and looks only at what changed, so that a stronger inference, "
            "which needs "
            "fewer picks, need not cost more than the baseline.",
        ),
        seconds=frozenset({"measured", "holds"}),
    )


def _space_tasks(plan: ReproductionPlan) -> list[Task]:
    boards = min(plan.boards, 3)
    return [
        MemoryTask(task)
        for density in _SPACE_DENSITIES
        for player in _SPACE
        for task in curve(plan, player, plan.large, density, boards)
    ]


def _space(plan: ReproductionPlan, results: Results) -> Table:
    rows: list[tuple[Value, ...]] = []
    boards = min(plan.boards, 3)
    for density in _SPACE_DENSITIES:
        for player in _SPACE:
            games = curve(plan, player, plan.large, density, boards)
            most, left = zip(*(results[MemoryTask(game)] for game in games), strict=True)
            rows.append((density, player, boards, max(most) / 1024, sum(left) / len(left) / 1024))
    return Table(
        ("density", "player", "boards", "peak KiB", "KiB kept at the end"),
        rows,
        notes=(
            "The space half of the document's question on constraints, to which it gives no figures. "
            "*Peak*: the "
            "most memory of Python objects that a game and its player held at a time beyond those before it "
            "(tracemalloc; what compiled code takes for itself is not in it). It grows with the cells: "
            "each has its "
            "equations, and each equation its cells.",
        ),
        seconds=frozenset({"peak KiB", "KiB kept at the end"}),
    )


_SPACE = ("baseline", "basic", "advanced", "likelihood_average", "advanced_total")
_SPACE_DENSITIES = (0.1, 0.5, 0.9)


def _on_likelihood_board(players: Sequence[str], plan: ReproductionPlan) -> list[Task]:
    return _curve_tasks(players, (plan.likelihood_size,), plan)


def _on_large_board(players: Sequence[str], plan: ReproductionPlan) -> list[Task]:
    return _curve_tasks(players, (plan.large,), plan)


def _on_all_boards(players: Sequence[str], plan: ReproductionPlan) -> list[Task]:
    return _curve_tasks(players, plan.sizes, plan)


SPECS = (
    Spec("B0.1", "four engines at density 0.5", partial(_two_tasks, 0.5), partial(_two, 0.5)),
    Spec("B0.2", "four engines at density 0.7", partial(_two_tasks, 0.7), partial(_two, 0.7)),
    Spec("B0.3", "advanced inference with the total known", _three_tasks, _three),
    Spec("B0.4", "mines everywhere", _four_tasks, _four),
    Spec("P1", "max against average likelihood, total known", partial(_on_likelihood_board, _P1), _p1),
    Spec("P2", "max against average likelihood, total unknown", partial(_on_likelihood_board, _P2), _p2),
    Spec("P3", "baseline against inference by board size", partial(_on_all_boards, _P3), _p3),
    Spec("P4", "four engines against density", partial(_on_large_board, _P4), _p4),
    Spec("P5", "picks without proof against density", partial(_on_large_board, _P5), _p5),
    Spec("P6", "time against density", partial(_on_large_board, _P6), _p6),
    Spec("R0.25", "what the inference report concludes from its plots", _claims_tasks, _claims),
    Spec("R0.25-time", "what it concludes about time", partial(_on_large_board, _P6), _time_claims),
    Spec("R0.26", "memory of a game", _space_tasks, _space),
)  # fmt: skip
