"""The Markdown report: every finished table, its plot, and what to make of it."""

from __future__ import annotations

from collections.abc import Sequence

from ...bench.table import Table
from .plan import Plan
from .spec import Spec

PARTS = (
    ("Inference report: score, picks and time against density", ("P", "B0", "R0")),
    ("Search report: three searches", ("B1",)),
    ("Decision-process notebook", ("B3", "R3")),
    ("What the documents did not know", ("missed", "brier", "calibration", "counterexamples")),
)


def markdown(plan: Plan, command: str, finished: Sequence[tuple[Spec, Table]], seconds: float) -> str:
    """The report of the tables that are finished, in the order of the documents."""
    lines = ["# The documents' tables and plots, run again", "", f"Command: `{command}`", ""]
    lines += [_scale(plan), "", f"Work of {seconds:.0f} s. All intervals are 95 %.", ""]
    lines += [_outcome(finished), ""]
    for title, prefixes in PARTS:
        part = [each for prefix in prefixes for each in finished if each[0].id.startswith(prefix)]
        if part:
            lines += [f"## {title}", ""]
        for spec, table in part:
            lines += [f"### {spec.id}: {spec.title}", ""]
            lines += [
                line for figure in table.figures for line in (f"![{figure.title}]({figure.name}.png)", "")
            ]
            shown = table.markdown()
            lines += [shown] if shown else []
            for note in table.notes:
                lines += [note, ""]
            lines += [f"Data: [{spec.id}.csv]({spec.id}.csv)", ""]
    return "\n".join(lines)


def _outcome(finished: Sequence[tuple[Spec, Table]]) -> str:
    """How many reported figures agree with ours, and which do not."""
    inside = noise = 0
    beyond = []
    for spec, table in finished:
        if "inside" not in table.columns:
            continue
        place = table.columns.index("inside")
        for row in table.rows:
            within, fits = row[place : place + 2]
            if fits and within:
                inside += 1
            elif fits:
                noise += 1
            elif fits is not None:
                beyond.append(f"{row[1] if spec.id == 'B3.1' else row[0]} in {spec.id}")
    if not inside + noise + len(beyond):
        return "Nothing here is on the scale of a reported figure."
    text = (
        f"Of {inside + noise + len(beyond)} comparisons with a reported figure, in {inside} it lies inside "
        f"our interval, and in {noise} more it differs by no more than the noise of so few reported games"
    )
    return text + (f"; {len(beyond)} differ by more: {', '.join(beyond)}." if beyond else ".")


def _scale(plan: Plan) -> str:
    if plan.quick:
        return (
            "**Quick run**: small boards stand in for the large ones, a few games a point. It shows that "
            "everything works; only B0.4, B1.1, B3.1 and the counterexamples can be compared with the "
            "documents."
        )
    text = f"Seed {plan.seed}; {plan.boards} random boards a point"
    if plan.grid_boards < plan.boards:
        text += f", but {plan.grid_boards} on the density grid of 30 and 40 squares a side (P3 to P6, R0.25)"
    if plan.exact_boards < plan.boards:
        text += (
            f", and at most {plan.exact_boards} for the exact agent anywhere in the inference report's game"
        )
    if plan.grid_boards < plan.boards or plan.exact_boards < plan.boards:
        text += ", to bound the time of the run; the intervals show what that costs"
    return (
        text
        + f". {plan.runs} games a search ({plan.large_runs} on 20x20) and {plan.episodes} an agent of the "
        f"decision process, where the documents have 100; "
        f"{plan.position_games} games a density for positions. All players of a point meet the same boards, "
        "so that differences between them are less noisy than their intervals. The exact agent opens a cell "
        "of least exact mine probability, and is told the mine total only where those beside it are."
    )
