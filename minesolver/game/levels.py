"""The three standard sizes, as (rows, columns, mines)."""

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
