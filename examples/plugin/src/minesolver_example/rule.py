"""A rule: clues that tell only whether they see an odd number of mines."""

from minesolver.model.rules.sums import sum_rule

RULE = sum_rule(
    lambda mines: (mines % 2,),
    name="parity",
    tag="PA",
    definition="1 where the mines seen are odd in number, else 0.",
    source="minesolver's example",
)
