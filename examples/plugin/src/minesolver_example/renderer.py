"""A renderer: a board's probabilities as rows of LaTeX, by ``render("latex", analysis)``."""

from typing import Any


def latex(analysis: Any) -> str:
    rows = analysis.to_dict()["probability"]
    return "\n".join(" & ".join(f"{p:.2f}" for p in row) + r" \\" for row in rows)
