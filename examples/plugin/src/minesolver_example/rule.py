"""A rule: clues that tell only whether they see an odd number of mines."""

from minesolver.model.rules.sums import sum_rule


def shows(mines: int) -> tuple[int, ...]:
    return (mines % 2,)


RULE = sum_rule(
    shows,
    name="parity",
    tag="PA",
    definition="1 where the mines seen are odd in number, else 0.",
    source="minesolver's example",
)
