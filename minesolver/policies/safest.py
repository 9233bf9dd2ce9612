"""The least mine probability; among equals beside a clue, few neighbours, few of them hidden."""

from .policy import Policy

POLICY = Policy(
    "safest", "proved cells, else a cell of least exact mine probability", "this project", "safest"
)
