"""Boards of games as people write them down, each with its truth: in many styles, as they are or with a
defect.

The truth is the deal that a text was written from; no reader has a part in it. This is not in ``tests/``
as both can import it here: ``reading.py`` beside it scores the readers by it, and the tests, which have
this folder on their path, run the same texts through Python and JavaScript
(``tests/bindings/test_one_reader_js.py``).

A style is in these tables because somebody pasted it: READMEs, issues, questions, courses and consoles
of other programs, and what editors and chats do to it. Signs of which only their author could know the
meaning (``.`` for hidden beside ``-`` for opened) are written with a legend, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from pasted_texts.defects import BOARD, DEFECTS, NO_BOARD, QUESTION, PastedText, Written
from pasted_texts.frames import FRAMES
from pasted_texts.games import HIDDEN, LEVELS, MINE, ShownBoard, deal
from pasted_texts.signs import SIGNS, Signs

__all__ = [
    "BOARD",
    "HIDDEN",
    "MINE",
    "NO_BOARD",
    "QUESTION",
    "SIGNS",
    "PastedText",
    "ShownBoard",
    "pasted_text",
    "pasted_texts",
]

WEIGHTS = {"as it is": 6, "one clue off": 3, "nothing opened": 0.5, "a whole layout": 0.5}
"""How often a defect is drawn, where not once: half of what people paste is as it should be."""


def pasted_text(
    seed: int, number: int, levels: Sequence[tuple[int, int, int]] = LEVELS, style: str = ""
) -> PastedText:
    """The text of this number in the series of a seed.

    levels: (rows, columns, mines) of its game, one of these
    style: A part of "SIGNS | FRAME | DEFECT", the names of what it is drawn from
    """
    rng = Random(f"{seed} {number}")
    while True:
        frame_name = rng.choice(list(FRAMES))
        signs = rng.choice(signs_for(frame_name))
        name = rng.choices(list(DEFECTS), [WEIGHTS.get(name, 1) for name in DEFECTS])[0]
        if style not in f"{signs.name} | {frame_name} | {name}":
            continue
        board = Written(deal(rng, rng.choice(levels)), signs, FRAMES[frame_name], rng)
        if not any(HIDDEN in row for row in board.rows):
            continue
        pasted = DEFECTS[name](board)
        # None where the defect cannot be; and a question about one board twice is none.
        if pasted is not None and len(set(pasted.boards)) == len(pasted.boards):
            return replace(pasted, defect=name)


@cache
def signs_for(frame_name: str) -> list[Signs]:
    return [signs for signs in SIGNS if FRAMES[frame_name].suits(signs)]


def pasted_texts(
    seed: int, count: int, levels: Sequence[tuple[int, int, int]] = LEVELS, style: str = ""
) -> Iterator[PastedText]:
    """The first texts of a seed's series."""
    for number in range(count):
        yield pasted_text(seed, number, levels, style)
