"""The inference report (Lakra, Priya, Naik, MineSweeper, Inference-Informed Action, 2019): plots and tables.

Its game: a random first cell that may be a mine; a mine hit is shown and the game goes on until every cell is
opened or marked; the score is the share of the mines that were proved, in percent.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise, product
from typing import Any

from ...base.intervals import mean_interval
from ...bench.figure import ChartLine, Figure, Panel
from .game_tasks import EXACT, EXACT_TOTAL, Average, MemoryTask, PlayTask, average, measured, point
from .reproduced_table import (
    LABELS,
    TEXTS,
    Build,
    Making,
    Results,
    TableRow,
    bars,
    by,
    line,
    stars,
    table,
    verdict,
)
from .reproduction_plan import ReproductionPlan, mines_at

ENGINES = ("baseline", "basic", "advanced", "advanced_total")
WITHOUT_TOTAL = ("advanced", "likelihood_average", "likelihood_max")
"""What "advanced inference without total" can mean: the document says that its inference picks by
likelihood, and draws it without."""
_COMPARED = ("baseline", "basic", *WITHOUT_TOTAL, "advanced_total", EXACT, EXACT_TOTAL)
_RUNS = 5  # boards a figure of the document is the mean of, as its digits say
_SAMPLE = "5 boards"
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
    if isinstance(sizes, int):
        sizes = (sizes,)
    games_of = {}
    for size, player, density in product(sizes, TEXTS[name]["players"], plan.densities):
        games_of[size, player, density] = curve(plan, player, size, density)
    return games_of


def _means(name: str, plan: ReproductionPlan, results: Results) -> list[TableRow]:
    """A row for each point of a plot."""
    rows = []
    for (size, player, density), games in _games(name, plan).items():
        mean = measured(results, games, TEXTS[name]["field"])
        row: TableRow = {
            "size": size,
            "density": density,
            "mines": mines_at(size, density),
            "player": player,
            "boards": mean.number,
            **mean.columns("mean"),
        }
        rows.append(row)
    return rows


def _curves(name: str, plan: ReproductionPlan) -> Making:
    """Means of a field against density; and differences over all densities, for the notes."""
    results = yield _tasks(_games(name, plan))
    rows = _means(name, plan, results)
    differences = {}
    for key, players in TEXTS[name].get("differences", {}).items():
        differences[key] = paired(plan, results, players, rows[0]["size"], TEXTS[name]["field"])
    values = {key: difference_text(difference) for key, difference in differences.items()}
    values["little"] = ""
    if differences and abs(differences["average"][0]) < 1:
        values["little"] = ", too little to be seen in a plot"
    return table(name, rows, _plot(name, rows, quick=plan.quick), values=values)


def _tasks(games_of: Mapping[Any, Sequence[PlayTask]]) -> list[PlayTask]:
    """The games of all points."""
    return list(chain.from_iterable(games_of.values()))


def _plot(name: str, rows: Sequence[TableRow], *, quick: bool) -> Figure:
    """A panel a size and a line a player, or the other way round where there are several sizes."""
    texts = TEXTS[name]
    panel_column, line_column = "size", "player"
    if len(by(rows, "size")) > 1:
        panel_column, line_column = "player", "size"
    panels = []
    for panel_value, panel_rows in by(rows, panel_column).items():
        lines = []
        for line_value, line_rows in by(panel_rows, line_column).items():
            lines.append(line(_named(line_value), line_rows, "density", "mean", "low", "high"))
        if "reported" in texts and not quick:
            lines.append(_reported(texts["reported"]))
        in_seconds = texts["field"] == "seconds"
        panels.append(Panel(_named(panel_value), _DENSITY, texts["unit"], lines, log=in_seconds))
    return Figure(name, texts["figure"], panels, shared=len(panels) > 1)


def _named(value: str | int) -> str:
    """A player's label, or a size."""
    return f"{value}x{value}" if isinstance(value, int) else LABELS[value]


def _reported(label: str) -> ChartLine:
    """The document's own figures against density."""
    return stars(label, zip(TEXTS["B0.3"]["densities"], TEXTS["B0.3"]["reported"], strict=True))


def paired(
    plan: ReproductionPlan,
    results: Results,
    players: Sequence[str],
    size: int,
    field: str,
    *densities: float,
) -> tuple[float, float, float]:
    """(mean, low, high) of the first player less the second on the same boards, at some densities or all.

    Boards of one index at different densities come from one random stream: they count as one value.
    """
    first_player, second_player = players
    differences: dict[int, list[float]] = {}
    for density in densities or plan.densities:
        first_games = curve(plan, first_player, size, density)
        second_games = curve(plan, second_player, size, density)
        # The exact agent may have had fewer: the first ones.
        for first_task, second_task in zip(first_games, second_games, strict=False):
            first_value = getattr(results[first_task], field)
            second_value = getattr(results[second_task], field)
            difference = first_value - second_value
            differences.setdefault(first_task.index, []).append(float(difference))
    return average([sum(values) / len(values) for values in differences.values()])[:3]


def difference_text(difference: tuple[float, float, float]) -> str:
    """A difference and its interval."""
    mean, low, high = difference
    return f"{mean:+.3g} [{low:+.3g}, {high:+.3g}]"


def _compared(ours: Average, reported: float) -> TableRow:
    """Whether a reported figure agrees with ours."""
    is_inside = ours.low <= reported <= ours.high
    return verdict(
        _SAMPLE, is_inside, ours.compatible(reported, _RUNS), "more than their noise: see below"
    )


def _at_one_density(name: str, plan: ReproductionPlan) -> Making:
    """All agents at one density beside the document's four; advanced inference in three readings."""
    # All games are asked for at once, so that those of several tables are played once only.
    texts = TEXTS[name]
    games_of = {player: curve(plan, player, plan.large, texts["density"]) for player in _COMPARED}
    results = yield _tasks(games_of)
    mean_of = {player: measured(results, games, "score") for player, games in games_of.items()}
    rows = []
    for player, mean in mean_of.items():
        # The document's rules can be read in several ways: its figure stands beside each of them.
        reported_player = "advanced" if player in WITHOUT_TOTAL else player
        reported = texts["reported"].get(reported_player)
        comparison = verdict(_SAMPLE, otherwise=None if reported else "not in the document")
        if reported is not None and not plan.quick:
            comparison = _compared(mean, reported)
            if player in WITHOUT_TOTAL and not comparison["inside"]:
                fitting = [
                    reading
                    for reading in WITHOUT_TOTAL
                    if mean_of[reading].low <= reported <= mean_of[reading].high
                ]
                if fitting:
                    comparison["why"] += f"; inside for {', '.join(fitting)}"
        row: TableRow = {
            "reported of": LABELS[reported_player] if reported else None,
            "player": player,
            "reported": reported,
            **mean.columns("ours", number="boards"),
            **comparison,
        }
        rows.append(row)

    # Both played the same boards: the difference board by board has far less noise than that of the means.
    pairs_of_games = zip(games_of["basic"], games_of["baseline"], strict=True)
    gains = [results[basic].score - results[baseline].score for basic, baseline in pairs_of_games]
    gain = difference_text(mean_interval(gains, -100.0, 100.0))
    title = f"Score at density {texts['density']:g} on {plan.large}x{plan.large}"
    figure = bars(name, title, "player", texts["unit"], rows, reported=not plan.quick)
    return table(name, rows, figure, values={"gain": gain})


def _total_known(plan: ReproductionPlan) -> Making:
    """The agent that knows the mine count at the document's ten densities, and the exact one."""
    # The exact agent shows how much of what is missing the rules miss, and how much nobody can know.
    texts = TEXTS["B0.3"]
    densities = texts["densities"]
    games_of = {}
    for player in ("advanced_total", EXACT_TOTAL):
        for density in densities:
            games_of[player, density] = curve(plan, player, plan.large, density)
    results = yield _tasks(games_of)
    rows = []
    for density, reported in zip(densities, texts["reported"], strict=True):
        advanced = measured(results, games_of["advanced_total", density], "score")
        exact = measured(results, games_of[EXACT_TOTAL, density], "score")
        comparison = verdict(_SAMPLE) if plan.quick else _compared(advanced, reported)
        row: TableRow = {
            "density": density,
            "mines": mines_at(plan.large, density),
            "reported": reported,
            **advanced.columns("ours", number="boards"),
            **comparison,
            **exact.columns("exact", "exact ", number="exact boards"),
        }
        rows.append(row)
    lines = [
        line(LABELS["advanced_total"], rows, "density", "ours", "low", "high"),
        line(LABELS[EXACT_TOTAL], rows, "density", "exact", "exact low", "exact high"),
    ]
    if not plan.quick:
        lines.append(_reported("reported"))
    title = f"Total known, on {plan.large}x{plan.large}"
    return table("B0.3", rows, Figure("B0.3", title, [Panel("", _DENSITY, texts["unit"], lines)]))


def _all_mines(plan: ReproductionPlan) -> Making:
    """Scores where every cell is a mine, which is a matter of a formula."""
    games_of = {}
    for size in plan.sizes:
        for player in ("baseline", "advanced_total", EXACT_TOTAL):
            games_of[size, player] = curve(plan, player, size, 1.0, 2)
    results = yield _tasks(games_of)
    mean_of = {key: measured(results, games, "score").mean for key, games in games_of.items()}
    rows = []
    for size in plan.sizes:
        row: TableRow = {
            "size": size,
            "reported baseline": 0.0,
            "baseline": mean_of[size, "baseline"],
            "reported with total": 99.8,
            "formula": 100.0 * (size * size - 1) / (size * size),
            "advanced_total": mean_of[size, "advanced_total"],
            EXACT_TOTAL: mean_of[size, EXACT_TOTAL],
        }
        rows.append(row)
    return table("B0.4", rows)


def _claim(by_whom: str, claim: str, pairing: str | None, measured: str, holds: str) -> TableRow:
    return {
        "claim by": by_whom,
        "claim": claim,
        "pairing": pairing,
        "measured": measured,
        "holds": holds,
    }


def _pair_claims(
    plan: ReproductionPlan,
    results: Results,
    pairs: Iterable[tuple[str, str, str]],
    field: str,
    source: str,
) -> list[TableRow]:
    """Whether the first of each pair has the greater value: in the mean over the grid, and where."""
    rows = []
    for greater_player, lesser_player, pairing in pairs:
        difference = paired(plan, results, (greater_player, lesser_player), plan.large, field)
        _, low, high = difference

        # Where it is so for sure, and where the other way round.
        greater_at = []
        less_at = []
        for density in plan.densities:
            _, low_there, high_there = paired(
                plan, results, (greater_player, lesser_player), plan.large, field, density
            )
            if low_there > 0:
                greater_at.append(f"{density:g}")
            if high_there < 0:
                less_at.append(f"{density:g}")

        holds = "undecided"
        if low > 0:
            holds = "yes"
        elif high < 0:
            holds = "no"
        if greater_at and less_at:
            holds = f"{holds} in the mean, not everywhere"
        text = difference_text(difference)
        if less_at or low <= 0:  # else there is nothing to tell but the mean
            if greater_at:
                text += f"; so at density {', '.join(greater_at)}"
            if less_at:
                text += f"; reversed at density {', '.join(less_at)}"
        rows.append(
            _claim(source, f"{field}: {greater_player} > {lesser_player}", pairing, text, holds)
        )
    return rows


def _claims(plan: ReproductionPlan) -> Making:
    """What the curves should show, claim by claim."""
    results = yield list(
        chain.from_iterable(_tasks(_games(name, plan)) for name in ("P3", "P4", "P5"))
    )
    rows_of = by(_means("P4", plan, results), "player")
    rows = [_falling_claim(player, rows_of[player]) for player in ENGINES]
    rows += _size_claims(_means("P3", plan, results))
    rows += [_half_claim(player, rows_of[player]) for player in ENGINES]
    texts = TEXTS["R0.25"]
    rows += _pair_claims(plan, results, texts["scores"], "score", "document")
    rows += _pair_claims(plan, results, texts["picks"], "picks", "document")
    rows += _pair_claims(plan, results, texts["ours"], "score", "ours")
    return table("R0.25", rows)


def _falling_claim(player: str, rows: Sequence[TableRow]) -> TableRow:
    """Whether the score of a player falls with the density."""
    rises = []
    for row, denser_row in pairwise(rows):
        if denser_row["low"] > row["high"]:
            rises.append(f"{denser_row['density']:g}")
    text = f"rises at density {', '.join(rises)}" if rises else "never rises beyond the intervals"
    return _claim(
        "document", f"score of {player} falls with density", None, text, "no" if rises else "yes"
    )


def _half_claim(player: str, rows: Sequence[TableRow]) -> TableRow:
    """Whether the score of a player falls below 50 just above density 0.5."""
    densities_below = [row["density"] for row in rows if row["mean"] < 50]
    text = "never below 50"
    holds = "no"
    if densities_below:
        lowest_density = min(densities_below)
        text = f"first below 50 at density {lowest_density:g}"
        if 0.5 < lowest_density <= 0.6:
            holds = "yes"
    return _claim(
        "document", f"score of {player} below 50 just above density 0.5", None, text, holds
    )


def _size_claims(rows: Sequence[TableRow]) -> list[TableRow]:
    """Whether the size of the board matters less at high density, for each agent of P3's rows."""
    claims = []
    for player, player_rows in by(rows, "player").items():
        # How far the sizes lie apart at each density.
        gap_at = {}
        for density, density_rows in by(player_rows, "density").items():
            means = [row["mean"] for row in density_rows]
            gap_at[density] = max(means) - min(means)
        low_gap = _mean_gap(gap_at, 0.2, 0.4)
        high_gap = _mean_gap(gap_at, 0.6, 1)
        worst = max(gap_at, key=gap_at.__getitem__)

        text = (
            f"largest less smallest mean over sizes: {low_gap:.2f} at 0.2 to 0.4, {high_gap:.2f} from 0.6 "
            f"on; most {gap_at[worst]:.2f} at {worst:g}"
        )
        holds = "no"
        if high_gap < low_gap:
            holds = "yes" if worst < 0.6 else "yes in the mean, not everywhere"
        source = "document" if player in (*ENGINES, *WITHOUT_TOTAL) else "ours"
        claim = f"size of the board matters less at high density ({player})"
        claims.append(_claim(source, claim, None, text, holds))
    return claims


def _mean_gap(gap_at: Mapping[float, float], lowest: float, highest: float) -> float:
    """The mean over the densities of a range."""
    gaps = [gap for density, gap in gap_at.items() if lowest <= density <= highest]
    return sum(gaps) / len(gaps)


def _time_claims(plan: ReproductionPlan) -> Making:
    """Which agents should be faster."""
    texts = TEXTS["R0.25-time"]
    results = yield _tasks(_games("R0.25-time", plan))
    rows = _pair_claims(plan, results, texts["document"], "seconds", "document")
    rows += _pair_claims(plan, results, texts["ours"], "seconds", "ours")
    return table("R0.25-time", rows)


def _space(plan: ReproductionPlan) -> Making:
    """The memory that games take."""
    texts = TEXTS["R0.26"]
    boards = min(plan.boards, 10)
    games_of = {}
    for density in texts["densities"]:
        for player in texts["players"]:
            games_of[density, player] = curve(plan, player, plan.large, density, boards)
    results = yield map(MemoryTask, _tasks(games_of))
    rows = []
    for (density, player), games in games_of.items():
        most_bytes, kept_bytes = zip(*(results[MemoryTask(game)] for game in games), strict=True)
        row: TableRow = {
            "density": density,
            "player": player,
            "boards": len(games),
            "peak KiB": max(most_bytes) / 1024,
            "KiB kept at the end": sum(kept_bytes) / len(games) / 1024,
        }
        rows.append(row)
    return table("R0.26", rows)


SPECS: dict[str, Build] = {
    "B0.1": partial(_at_one_density, "B0.1"),
    "B0.2": partial(_at_one_density, "B0.2"),
    "B0.3": _total_known,
    "B0.4": _all_mines,
    "P1": partial(_curves, "P1"),
    "P2": partial(_curves, "P2"),
    "P3": partial(_curves, "P3"),
    "P4": partial(_curves, "P4"),
    "P5": partial(_curves, "P5"),
    "P6": partial(_curves, "P6"),
    "R0.25": _claims,
    "R0.25-time": _time_claims,
    "R0.26": _space,
}
