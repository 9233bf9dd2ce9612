"""The inference report (Lakra, Priya, Naik, MineSweeper, Inference-Informed Action, 2019): plots and tables.

Its game: a random first cell that may be a mine; a mine hit is shown and the game goes on until every cell is
opened or marked; the score is the share of the mines that were proved, in percent.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Any

from ...base.intervals import paired_difference
from ...bench.figure import ChartLine, Figure, Panel
from .games import EXACT, EXACT_TOTAL, Average, MemoryTask, PlayTask, average, measured, point
from .plan import ReproductionPlan, mines_at
from .table import LABELS, TEXTS, Build, Making, Results, TableRow, bars, by, line, stars, table, verdict

ENGINES = ("baseline", "basic", "advanced", "advanced_total")
WITHOUT_TOTAL = ("advanced", "likelihood_average", "likelihood_max")
"""What "advanced inference without total" can mean: the document says that its inference picks by
likelihood, and draws it without."""
_COMPARED = ("baseline", "basic", *WITHOUT_TOTAL, "advanced_total", EXACT, EXACT_TOTAL)
_RUNS, _SAMPLE = 5, "5 boards"
_DENSITY = "mine density (mines / cells)"


def curve(
    plan: ReproductionPlan, player: str, size: int, density: float, boards: int | None = None
) -> list[PlayTask]:
    """The games of one player at one point of the density grid."""
    boards = plan.boards if boards is None else boards
    if player in (EXACT, EXACT_TOTAL):
        boards = plan.exact(boards)
    return point(player, "inference", size, mines_at(size, density), plan.seed, boards)


def _games(name: str, plan: ReproductionPlan) -> dict[tuple[int, str, float], list[PlayTask]]:
    """Those of each point of a plot: by size, player and density."""
    sizes: int | tuple[int, ...] = getattr(plan, TEXTS[name]["boards"])
    grid = product((sizes,) if isinstance(sizes, int) else sizes, TEXTS[name]["players"], plan.densities)
    return {(n, p, d): curve(plan, p, n, d) for n, p, d in grid}


def _means(name: str, plan: ReproductionPlan, results: Results) -> list[TableRow]:
    rows = []
    for (size, player, density), games in _games(name, plan).items():
        mean = measured(results, games, TEXTS[name]["field"])
        of: TableRow = {"size": size, "density": density, "mines": mines_at(size, density), "player": player}
        rows.append(of | {"boards": mean.number} | mean.columns("mean"))
    return rows


def _curves(name: str, plan: ReproductionPlan) -> Making:
    """Means of a field against density; and differences over all densities, for the notes."""
    results = yield _tasks(_games(name, plan))
    rows = _means(name, plan, results)
    found = {
        key: paired(plan, results, pair, rows[0]["size"], TEXTS[name]["field"])
        for key, pair in TEXTS[name].get("differences", {}).items()
    }
    values = {key: difference_text(one) for key, one in found.items()}
    values["little"] = ", too little to be seen in a plot" * (bool(found) and abs(found["average"][0]) < 1)
    return table(name, rows, _plot(name, rows, quick=plan.quick), values=values)


def _tasks(games: Mapping[Any, Sequence[PlayTask]]) -> list[PlayTask]:
    return [task for some in games.values() for task in some]


def _plot(name: str, rows: Sequence[TableRow], *, quick: bool) -> Figure:
    """A panel a size and a line a player, or the other way round where there are several sizes."""
    texts = TEXTS[name]
    panel, of = ("player", "size") if len(by(rows, "size")) > 1 else ("size", "player")
    reported = [_reported(texts["reported"])] if "reported" in texts and not quick else []
    panels = [
        Panel(
            _named(place),
            _DENSITY,
            texts["unit"],
            [*(line(_named(k), found, *_POINT) for k, found in by(some, of).items()), *reported],
            log=texts["field"] == "seconds",
        )
        for place, some in by(rows, panel).items()
    ]
    return Figure(name, texts["figure"], panels, shared=len(panels) > 1)


_POINT = ("density", "mean", "low", "high")


def _named(value: str | int) -> str:
    return f"{value}x{value}" if isinstance(value, int) else LABELS[value]


def _reported(label: str) -> ChartLine:
    return stars(label, zip(TEXTS["B0.3"]["densities"], TEXTS["B0.3"]["reported"], strict=True))


def paired(
    plan: ReproductionPlan, results: Results, pair: Sequence[str], size: int, field: str, *densities: float
) -> tuple[float, float, float]:
    """(mean, low, high) of the first player less the second on the same boards, at some densities or all.

    Boards of one index at different densities come from one random stream: they count as one value.
    """
    differences: dict[int, list[float]] = {}
    for d in densities or plan.densities:
        games = (curve(plan, player, size, d) for player in pair)
        for one, other in zip(*games, strict=False):  # the exact agent may have had fewer: the first ones
            value = getattr(results[one], field) - getattr(results[other], field)
            differences.setdefault(one.index, []).append(float(value))
    return average([sum(values) / len(values) for values in differences.values()])[:3]


def difference_text(found: tuple[float, float, float]) -> str:
    return "{:+.3g} [{:+.3g}, {:+.3g}]".format(*found)


def _judged(found: Average, reported: float) -> TableRow:
    inside = found.low <= reported <= found.high
    return verdict(_SAMPLE, inside, found.compatible(reported, _RUNS), "more than their noise: see below")


def _two(name: str, plan: ReproductionPlan) -> Making:
    """All agents at one density beside the document's four; advanced inference in three readings."""
    texts = TEXTS[name]
    games = {p: curve(plan, p, plan.large, texts["density"]) for p in _COMPARED}
    results = yield _tasks(games)
    found = {player: measured(results, tasks, "score") for player, tasks in games.items()}
    rows = []
    for player, mean in found.items():
        column = "advanced" if player in WITHOUT_TOTAL else player
        reported = texts["reported"].get(column)
        judged = verdict(_SAMPLE, other=None if reported else "not in the document")
        if reported is not None and not plan.quick:
            judged = _judged(mean, reported)
            if player in WITHOUT_TOTAL and not judged["inside"]:
                other = [p for p in WITHOUT_TOTAL if found[p].low <= reported <= found[p].high]
                judged["why"] += "; inside for " * bool(other) + ", ".join(other)
        row: TableRow = {"reported of": LABELS[column] if reported else None, "player": player}
        rows.append(row | {"reported": reported} | mean.columns("ours", number="boards") | judged)
    basic, baseline = ([float(results[t].score) for t in games[p]] for p in ("basic", "baseline"))
    title = f"Score at density {texts['density']:g} on {plan.large}x{plan.large}"
    figure = bars(name, title, "player", texts["unit"], rows, reported=not plan.quick)
    return table(name, rows, figure, values={"gain": difference_text(paired_difference(basic, baseline))})


def _three(plan: ReproductionPlan) -> Making:
    texts = TEXTS["B0.3"]
    players = ("advanced_total", EXACT_TOTAL)
    games = {(p, d): curve(plan, p, plan.large, d) for p in players for d in texts["densities"]}
    results = yield _tasks(games)
    rows = []
    for density, reported in zip(texts["densities"], texts["reported"], strict=True):
        found, exact = (measured(results, games[p, density], "score") for p in players)
        row: TableRow = {"density": density, "mines": mines_at(plan.large, density), "reported": reported}
        row |= found.columns("ours", number="boards")
        row |= verdict(_SAMPLE) if plan.quick else _judged(found, reported)
        rows.append(row | exact.columns("exact", "exact ", number="exact boards"))
    lines = [
        line(LABELS["advanced_total"], rows, "density", "ours", "low", "high"),
        line(LABELS[EXACT_TOTAL], rows, "density", "exact", "exact low", "exact high"),
        *([] if plan.quick else [_reported("reported")]),
    ]
    title = f"Total known, on {plan.large}x{plan.large}"
    return table("B0.3", rows, Figure("B0.3", title, [Panel("", _DENSITY, texts["unit"], lines)]))


_FULL = ("baseline", "advanced_total", EXACT_TOTAL)


def _four(plan: ReproductionPlan) -> Making:
    results = yield [task for n in plan.sizes for p in _FULL for task in curve(plan, p, n, 1.0, 2)]
    rows = []
    for n in plan.sizes:
        means = {p: measured(results, curve(plan, p, n, 1.0, 2), "score").mean for p in _FULL}
        row: TableRow = {"size": n, "reported baseline": 0.0, "baseline": means.pop("baseline")}
        rows.append(row | {"reported with total": 99.8, "formula": 100.0 * (n * n - 1) / (n * n)} | means)
    return table("B0.4", rows)


def _claim(by_whom: str, claim: str, pairing: str | None, measured: str, holds: str) -> TableRow:
    return {"claim by": by_whom, "claim": claim, "pairing": pairing, "measured": measured, "holds": holds}


def _pairs(
    plan: ReproductionPlan, results: Results, pairs: Iterable[tuple[str, str, str]], field: str, source: str
) -> list[TableRow]:
    """Whether the first of each pair has the greater value: in the mean over the grid, and where."""
    rows = []
    for first, second, pairing in pairs:
        found = paired(plan, results, (first, second), plan.large, field)
        at = {d: paired(plan, results, (first, second), plan.large, field, d) for d in plan.densities}
        so = [f"{d:g}" for d, (_, low, _) in at.items() if low > 0]
        against = [f"{d:g}" for d, (_, _, high) in at.items() if high < 0]
        holds = "yes" if found[1] > 0 else "no" if found[2] < 0 else "undecided"
        if so and against:
            holds = f"{holds} in the mean, not everywhere"
        told = against or found[1] <= 0  # else there is nothing to tell but the mean
        where = {"so": so, "reversed": against} if told else {}
        places = [f"{what} at density {', '.join(some)}" for what, some in where.items() if some]
        text = "; ".join([difference_text(found), *places])
        rows.append(_claim(source, f"{field}: {first} > {second}", pairing, text, holds))
    return rows


def _claims(plan: ReproductionPlan) -> Making:
    results = yield [task for name in ("P3", "P4", "P5") for task in _tasks(_games(name, plan))]
    rows: list[TableRow] = []
    curves = by(_means("P4", plan, results), "player")
    for player in ENGINES:
        pairs = pairwise(curves[player])
        rises = [f"{after['density']:g}" for before, after in pairs if after["low"] > before["high"]]
        text = f"rises at density {', '.join(rises)}" if rises else "never rises beyond the intervals"
        claim = f"score of {player} falls with density"
        rows.append(_claim("document", claim, None, text, "no" if rises else "yes"))
    rows += _size_claims(_means("P3", plan, results))
    for player in ENGINES:
        first = min((row["density"] for row in curves[player] if row["mean"] < 50), default=None)
        text = "never below 50" if first is None else f"first below 50 at density {first:g}"
        late = first is not None and 0.5 < first <= 0.6
        claim = f"score of {player} below 50 just above density 0.5"
        rows.append(_claim("document", claim, None, text, "yes" if late else "no"))
    texts = TEXTS["R0.25"]
    rows += _pairs(plan, results, texts["scores"], "score", "document")
    rows += _pairs(plan, results, texts["picks"], "picks", "document")
    rows += _pairs(plan, results, texts["ours"], "score", "ours")
    return table("R0.25", rows)


def _size_claims(rows: Sequence[TableRow]) -> list[TableRow]:
    """Whether the size of the board matters less at high density, for each agent of P3's rows."""
    found = []
    for player, own in by(rows, "player").items():
        means = {d: [row["mean"] for row in some] for d, some in by(own, "density").items()}
        gaps = {d: max(values) - min(values) for d, values in means.items()}
        low, high = ([g for d, g in gaps.items() if a <= d <= b] for a, b in ((0.2, 0.4), (0.6, 1)))
        low_gap, high_gap = sum(low) / len(low), sum(high) / len(high)
        worst = max(gaps, key=lambda d: gaps[d])
        text = (
            f"largest less smallest mean over sizes: {low_gap:.2f} at 0.2 to 0.4, {high_gap:.2f} from 0.6 "
            f"on; most {gaps[worst]:.2f} at {worst:g}"
        )
        so = high_gap < low_gap
        holds = "no" if not so else "yes" if worst < 0.6 else "yes in the mean, not everywhere"
        source = "document" if player in (*ENGINES, *WITHOUT_TOTAL) else "ours"
        claim = f"size of the board matters less at high density ({player})"
        found.append(_claim(source, claim, None, text, holds))
    return found


def _time_claims(plan: ReproductionPlan) -> Making:
    texts = TEXTS["R0.25-time"]
    results = yield _tasks(_games("R0.25-time", plan))
    rows = [row for by_whom in ("document", "ours")
            for row in _pairs(plan, results, texts[by_whom], "seconds", by_whom)]  # fmt: skip
    return table("R0.25-time", rows)


def _space(plan: ReproductionPlan) -> Making:
    texts, boards = TEXTS["R0.26"], min(plan.boards, 10)
    games = {(d, player): curve(plan, player, plan.large, d, boards) for d in texts["densities"]
             for player in texts["players"]}  # fmt: skip
    results = yield map(MemoryTask, _tasks(games))
    rows = []
    for (density, player), some in games.items():
        most, left = zip(*(results[MemoryTask(game)] for game in some), strict=True)
        row: TableRow = {
            "density": density,
            "player": player,
            "boards": len(some),
            "peak KiB": max(most) / 1024,
        }
        rows.append(row | {"KiB kept at the end": sum(left) / len(left) / 1024})
    return table("R0.26", rows)


SPECS: dict[str, Build] = {
    "B0.1": partial(_two, "B0.1"),
    "B0.2": partial(_two, "B0.2"),
    "B0.3": _three,
    "B0.4": _four,
    **{name: partial(_curves, name) for name in ("P1", "P2", "P3", "P4", "P5", "P6")},
    "R0.25": _claims,
    "R0.25-time": _time_claims,
    "R0.26": _space,
}
