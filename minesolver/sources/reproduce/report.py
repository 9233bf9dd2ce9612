"""The Markdown report: a summary, every table with its plot and what to make of it; then the long tables."""

from collections.abc import Iterable, Mapping

from ...bench.report import template
from .reproduced_table import TEXTS, Reproduced
from .reproduction_plan import ReproductionPlan

_LONG = 40  # rows from which a table stands on the page of long tables


def pages(
    plan: ReproductionPlan, command: str, finished: Mapping[str, Reproduced]
) -> dict[str, str]:
    """The report of the tables that are finished, in the documents' order, and the page of long ones."""
    tables_by_title = {
        title: _names_of(prefixes, finished) for title, prefixes in TEXTS["report"]["parts"].items()
    }
    # Long tables would bury what there is to read between them.
    long = [
        name
        for name, table in finished.items()
        if len(table.rows) >= _LONG and table.shown_columns != []
    ]
    values = {
        "texts": TEXTS,
        "parts": tables_by_title,
        "tables": finished,
        "anchor": _anchor,
        "long": long,
    }
    report = template(__package__, "report.md.jinja")
    in_full = template(__package__, "in-full.md.jinja")
    return {
        "report.md": report.render(
            values, command=command, scale=_scale(plan), outcome=_outcome(finished)
        ),
        "in-full.md": in_full.render(values),
    }


def _names_of(prefixes: Iterable[str], finished: Mapping[str, Reproduced]) -> list[str]:
    """The tables whose names begin so, in the order of the prefixes."""
    names: list[str] = []
    for prefix in prefixes:
        names += [name for name in finished if name.startswith(prefix)]
    return names


def _anchor(heading: str) -> str:
    """What GitHub and most readers of Markdown make of a heading."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "-_")


def _outcome(finished: Mapping[str, Reproduced]) -> str:
    """How many reported figures agree with a reading of ours, and which do not.

    A table that compares has the figure's name in its first column.
    """
    # The readings of each figure, by its value: one figure may stand in two tables.
    name_of: dict[float, str] = {}
    readings_of: dict[float, list[tuple[object, object]]] = {}
    for table_name, table in finished.items():
        if "inside" not in table.columns:
            continue
        for row in table.dicts():
            fits = next(value for name, value in row.items() if name.startswith("fits"))
            if fits is not None:
                reported = round(row["reported"], 2)
                name_of.setdefault(reported, f"{row[table.columns[0]]} in {table_name}")
                readings_of.setdefault(reported, []).append((row["inside"], fits))
    if not readings_of:
        return "Nothing here is on the scale of a reported figure."

    # A figure agrees where one of its readings does.
    inside = 0
    outlier_names = []
    for reported, readings in readings_of.items():
        if any(is_inside and fits for is_inside, fits in readings):
            inside += 1
        elif not any(fits for _, fits in readings):
            outlier_names.append(name_of[reported])

    # Those that differ are named: a count alone could not be looked up.
    in_noise = len(readings_of) - len(outlier_names) - inside
    reading_count = sum(map(len, readings_of.values()))
    ending = ""
    if outlier_names:
        verb = "differs" if len(outlier_names) == 1 else "differ"
        ending = f"; {len(outlier_names)} {verb} by more: {', '.join(outlier_names)}"
    return (
        f"Of {len(readings_of)} reported figures (with {reading_count} readings), {inside} lie inside our "
        f"interval of a reading, and {in_noise} more differ from one by no more than the noise of so few "
        f"reported games{ending}."
    )


def _scale(plan: ReproductionPlan) -> str:
    if plan.quick:
        return str(TEXTS["report"]["quick"])
    exact = f", but at most {plan.exact_boards} for the exact agent in the inference report's game"
    less = exact if plan.exact_boards < plan.boards else ""
    return str(TEXTS["report"]["scale"]).format(**vars(plan) | {"exact": less})
