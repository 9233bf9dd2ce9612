"""The Markdown report: a summary, every table with its plot and what to make of it; then the long tables."""

from collections.abc import Mapping

from ...bench.report import template
from .plan import ReproductionPlan
from .table import TEXTS, Reproduced

_LONG = 40  # rows from which a table stands on the page of long tables


def pages(plan: ReproductionPlan, command: str, finished: Mapping[str, Reproduced]) -> dict[str, str]:
    """The report of the tables that are finished, in the documents' order, and the page of long ones."""
    parts = {
        title: [name for prefix in prefixes for name in finished if name.startswith(prefix)]
        for title, prefixes in TEXTS["report"]["parts"].items()
    }
    long = [name for name, table in finished.items() if len(table.rows) >= _LONG and table.shown != []]
    known = {"texts": TEXTS, "parts": parts, "tables": finished, "anchor": _anchor, "long": long}
    report = template(__package__, "report.md.jinja")
    in_full = template(__package__, "in-full.md.jinja")
    return {
        "report.md": report.render(known, command=command, scale=_scale(plan), outcome=_outcome(finished)),
        "in-full.md": in_full.render(known),
    }


def _anchor(heading: str) -> str:
    """What GitHub and most readers of Markdown make of a heading."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "-_")


def _outcome(finished: Mapping[str, Reproduced]) -> str:
    """How many reported figures agree with a reading of ours, and which do not.

    A table that compares has the figure's name in its first column.
    """
    figures: dict[float, tuple[str, list[tuple[object, object]]]] = {}
    for place, table in finished.items():
        for row in table.dicts() if "inside" in table.columns else ():
            fits = next(value for name, value in row.items() if name.startswith("fits"))
            if fits is not None:  # one figure may stand in two tables
                name = f"{row[table.columns[0]]} in {place}"
                figures.setdefault(round(row["reported"], 2), (name, []))[1].append((row["inside"], fits))
    if not figures:
        return "Nothing here is on the scale of a reported figure."
    inside = sum(any(within and fits for within, fits in found) for _, found in figures.values())
    beyond = [name for name, found in figures.values() if not any(fits for _, fits in found)]
    readings = sum(len(found) for _, found in figures.values())
    noise = len(figures) - len(beyond) - inside
    more = f"; {len(beyond)} differ{'s' * (len(beyond) == 1)} by more: {', '.join(beyond)}" if beyond else ""
    return (
        f"Of {len(figures)} reported figures (with {readings} readings), {inside} lie inside our interval of "
        f"a reading, and {noise} more differ from one by no more than the noise of so few reported games"
        f"{more}."
    )


def _scale(plan: ReproductionPlan) -> str:
    if plan.quick:
        return str(TEXTS["report"]["quick"])
    exact = f", but at most {plan.exact_boards} for the exact agent in the inference report's game"
    less = exact if plan.exact_boards < plan.boards else ""
    return str(TEXTS["report"]["scale"]).format(**vars(plan) | {"exact": less})
