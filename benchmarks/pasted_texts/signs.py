"""How styles write cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pasted_texts.games import HIDDEN, MINE, ZERO, Rows

Cells = list[list[str]]
"""A board in the signs of a style."""


KEYCAPS = tuple(f"{number}\ufe0f\u20e3" for number in range(9))
FULL_WIDTH = tuple("０１２３４５６７８")


@dataclass(frozen=True)
class Signs:
    """How a style writes cells.

    clues: The numbers from 0 on
    zero: The sign of an opened zero where it is not a number
    open_to_question: Whether a reader should ask which sign is which
    """

    hidden: str
    zero: str
    mine: str
    clues: Sequence[str] = tuple("012345678")
    open_to_question: bool = False

    @property
    def name(self) -> str:
        return " ".join(sign if sign.strip() else "blank" for sign in (self.hidden, self.zero))

    @property
    def used(self) -> tuple[str, str, str]:
        return self.hidden, self.zero, self.mine

    def cell(self, sign: str) -> str:
        special = {HIDDEN: self.hidden, ZERO: self.zero, MINE: self.mine}
        return special[sign] if sign in special else self.clues[int(sign)]

    def cells(self, rows: Rows) -> Cells:
        return [[self.cell(sign) for sign in row] for row in rows]

    @property
    def are_numbers(self) -> bool:
        return all(sign.lstrip("-").isdecimal() and sign.isascii() for sign in self.used)

    @property
    def are_single(self) -> bool:
        """Whether each takes one place, so that rows can be written without blanks between the cells."""
        return all(len(sign) == 1 or not sign.isascii() for sign in self.used)

    @property
    def have_blank(self) -> bool:
        return not all(sign.strip() for sign in self.used)


def _signs(table: str, open_to_question: bool = False) -> list[Signs]:
    """Of a table "hidden zero mine/...", in which "blank" is a blank."""
    all_signs = []
    for entry in table.split("/"):
        hidden, zero, mine = ("" if sign == "blank" else sign for sign in entry.split())
        all_signs.append(Signs(hidden, zero, mine, open_to_question=open_to_question))
    return all_signs


EMOJI_SIGNS = [
    Signs("⬜", "0\ufe0f\u20e3", "🚩", KEYCAPS),
    Signs("🟦", "0\ufe0f\u20e3", "🚩", KEYCAPS),
    Signs("⬛", "0\ufe0f\u20e3", "💣", KEYCAPS),
    Signs("⬜", "🟦", "🚩", KEYCAPS, True),
    Signs("🟦", "⬜", "🚩", KEYCAPS, True),
    Signs("⬛", "⬜", "🚩", KEYCAPS, True),
    Signs("🟩", "🟫", "🚩", KEYCAPS),
    Signs("🔲", "⬜", "🚩", KEYCAPS),
    Signs("❓", "⬜", "🚩", KEYCAPS),
    Signs("＃", "．", "Ｆ", FULL_WIDTH),
    Signs("■", "０", "★", FULL_WIDTH),
]
SIGNS = [
    # A: hidden whatever is beside it.
    *_signs(
        "# . F/# 0 */# blank F/# _ P/# - F/# · ⚑/# , F/# . M/# 0 @/# 0 x/# . +/# . 🚩/# □ F/# ░ F"
    ),
    *_signs("? . F/? 0 */? blank !/? - F/? _ */? 0 P/? 0 X/? 0 x/? 0 M/? . F/? 0 B/? 0 !"),
    *_signs("■ . F/■ blank ⚑/■ 0 ●/■ □ ⚑/■ - F/█ 0 F/█ blank F/█ . P/█ ░ F/▓ . F/▒ blank F/▓ ░ ⚑"),
    *_signs("U 0 F/H 0 F/h . f/u 0 f/-1 . F/-1 0 F/null 0 F/◼ ◻ ⚑"),
    *_signs("-1 0 10/-1 0 9"),
    # B, C, D: hidden as nothing before them in the alphabet is there.
    *_signs("□ blank ⚑/□ . F/□ 0 ⚑/▢ . F/▢ 0 F/░ . F/░ 0 */◻ . F"),
    *_signs("- . F/- 0 */- blank F/~ . F/= 0 F/o . F/o 0 */O 0 F/E 0 F/E B M"),
    *_signs("x . F/x 0 */x blank F/X 0 F/X . */X _ F/+ . F/+ 0 *"),
    # E: a dot or a blank is hidden where zeros are numbers.
    *_signs(". 0 */. 0 F/_ 0 F/· 0 F/blank 0 F/blank 0 *"),
    # What a reader has to ask about: two signs that are as good as each other.
    *_signs(
        "* . F/* 0 F/* blank F/* - F/X - F/X O F/x o F/. blank F/_ . F/. _ F/-1 0 -2/-2 0 -1", True
    ),
    # Signs that no table may know.
    *_signs("▮ 0 F/⬚ . F/N 0 F/% . F", True),
    *EMOJI_SIGNS,
]
