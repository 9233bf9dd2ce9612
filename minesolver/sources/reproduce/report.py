"""The Markdown report: a summary, every table with its plot and what to make of it, then the long tables."""

from __future__ import annotations

from collections.abc import Sequence

from ...bench.table import Table
from .plan import ReproductionPlan
from .spec import Spec

PARTS = (
    ("Inference report: score, picks, time and memory against density", ("P", "B0", "R0")),
    ("Search report: three searches", ("R1", "B1")),
    ("Decision-process notebook", ("B3", "R3", "L3")),
    ("What the documents did not know", ("missed", "brier", "calibration", "counterexamples")),
)
_LONG = 40
"""Rows from which a table stands at the end."""
_READING = (
    "All intervals are 95 %. *Inside*: the reported figure lies in our interval. *Fits N*: it differs from "
    "our "
    "mean by no more than N reported games against ours explain. Differences between agents are on the same "
    "boards, and each says in *pairing* what the two have in common. Times are processor time of the player "
    "alone, so that other work on the machine does not count; scores, picks and win rates do not depend on "
    "the "
    "machine. Where a document leaves open what a figure is of, each reading has a row of its own."
)


def markdown(plan: ReproductionPlan, command: str, finished: Sequence[tuple[Spec, Table]]) -> str:
    """The report of the tables that are finished, in the order of the documents."""
    lines = ["# The documents' tables and plots, run again", "", f"Command: `{command}`", ""]
    lines += [_scale(plan), "", _READING, ""]
    lines += [_outcome(finished), ""]
    last: list[str] = []
    for title, prefixes in PARTS:
        part = [each for prefix in prefixes for each in finished if each[0].id.startswith(prefix)]
        if part:
            lines += [f"## {title}", ""]
        for spec, table in part:
            lines += [f"### {spec.id}: {spec.title}", ""]
            for figure in table.figures:
                lines += [f"![{figure.title}]({figure.name}.png)", ""]
            short, long = _placed(table)
            lines += short
            for note in table.notes:
                lines += [note, ""]
            data = f"Data: [{spec.id}.csv]({spec.id}.csv)"
            if long:
                heading = f"In full: {spec.id}"
                data += f"; the rest stands [at the end](#{_anchor(heading)})"
                last += [f"### {heading}", "", *long]
            lines += [data, ""]
    if last:
        lines += ["## In full", "", *last]
    return "\n".join(lines)


def _placed(table: Table) -> tuple[list[str], list[str]]:
    """What stands at its place, and what at the end."""
    shown = [table.markdown()] if table.shown is not None else []
    more = [line for text in table.appendix for line in (text, "")]
    return (shown, more) if len(table.rows) < _LONG else ([], shown + more)


def _anchor(heading: str) -> str:
    """What GitHub and most readers of Markdown make of a heading."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "-_")


def _outcome(finished: Sequence[tuple[Spec, Table]]) -> str:
    """How many reported figures agree with a reading of ours, and which do not.

    A table that compares has the figure's name in its first column.
    """
    figures: dict[tuple[str, object], list[tuple[object, object]]] = {}
    for spec, table in finished:
        if "inside" in table.columns:
            place = table.columns.index("inside")
            for row in table.rows:
                if row[place + 1] is not None:
                    figures.setdefault((spec.id, row[0]), []).append((row[place], row[place + 1]))
    if not figures:
        return "Nothing here is on the scale of a reported figure."
    inside = [key for key, found in figures.items() if any(within and fits for within, fits in found)]
    fitting = [key for key, found in figures.items() if any(fits for _, fits in found)]
    beyond = [f"{name} in {table}" for table, name in figures if (table, name) not in fitting]
    noise = len(fitting) - len(inside)
    text = (
        f"Of {len(figures)} reported figures (with {sum(map(len, figures.values()))} readings), "
        f"{len(inside)} "
        f"lie inside our interval of a reading, and {noise} more differ from one by no more than the noise "
        f"of "
        "so few reported games"
    )
    return text + (
        f"; {len(beyond)} differ{'s' * (len(beyond) == 1)} by more: {', '.join(beyond)}." if beyond else "."
    )


def _scale(plan: ReproductionPlan) -> str:
    if plan.quick:
        return (
            "**Quick run**: small boards stand in for the large ones, a few games a point. It shows that "
            "everything works; only B0.4, B1.1, B3.1 and the counterexamples can be compared with the "
            "documents."
        )
    text = f"Seed {plan.seed}; {plan.boards} random boards a point"
    if plan.exact_boards < plan.boards:
        text += f", but at most {plan.exact_boards} for the exact agent in the inference report's game"
    return (
        text
        + f". {plan.runs} games a search ({plan.large_runs} on 20x20) and {plan.episodes} an agent of the "
        f"decision process, where the documents have 100; "
        f"{plan.position_games} games a density for positions. All players of a point meet the same boards, "
        "so that differences between them are less noisy than their intervals. The exact agent opens a cell "
        "of least exact mine probability, and knows the mine count only where those beside it do."
    )
