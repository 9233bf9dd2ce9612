"""Texts that look like something else than a board at sight, and what to do with them."""

import re
from collections.abc import Sequence

from .table import WORDS

_SECTION = re.compile(r"\[\s{0,20}(\w[\w .-]{0,80})\]")
_SETTING = re.compile(r"[\w ,.-]{1,80}=(?!\s*(?:[\[({]?$|\"\\?$|\"\"\"|'''|`))")
_COMMENT_SIGNS = (";", "#", "//")
_OFFSET = re.compile(r"[0-9a-fA-F]{6,16}:?")
"""What numbers the bytes in front of a row of a hex dump."""
_HEX_WORD = re.compile(r"(?:[0-9a-fA-F]{2}){1,4}|[0-7]{6}")
_HEX_BYTES = re.compile(r"[0-9a-fA-F]{2}(?:\s{1,4}[0-9a-fA-F]{2})+")
_BYTES_IN_ROW = (8, 16, 32, 64)
_MOST_LINES = 1000  # that are looked at: more of them say nothing else

_IS_SETTINGS = (
    "this looks like a file of settings, a [section] with lines such as key = value, not like a board: "
    "give its rows of cells alone"
)
_IS_DUMP = (
    "this looks like a hex dump of a file, not like a board: give the file itself, or rows of cells "
    "with # for hidden ones"
)


def other_kind(lines: Sequence[str]) -> str | None:
    """What a text looks like that is no board, and what to do; ``None``: it may be one."""
    filled = [line.strip() for line in lines[:_MOST_LINES] if line.strip()]
    if _are_settings(filled):
        return _IS_SETTINGS
    if _are_offsets_and_bytes(filled) or _are_bytes(filled):
        return _IS_DUMP
    return None


def _are_settings(lines: list[str]) -> bool:
    """Whether the first line but for comments names a section, and those below it have keys and values."""
    for line_index, line in enumerate(lines):
        section = _SECTION.fullmatch(line)
        if section is not None:
            # A bracket that closes ends a piece of a text: what is below is another one.
            is_name = len(section[1]) > 2 and section[1].lower() not in WORDS
            is_alone = len(lines) == line_index + 1
            return (is_name and is_alone) or any(map(_SETTING.match, lines[line_index + 1 :]))
        if not line.startswith(_COMMENT_SIGNS):
            return False
    return False


def _are_offsets_and_bytes(lines: list[str]) -> bool:
    """Whether each line has the number of its first byte and then bytes, as many in each but the last."""
    offsets: list[int] = []
    has_mark = False  # of a dump of one row
    for line in lines:
        words = line.split(maxsplit=2)
        if not _OFFSET.fullmatch(words[0]):
            return False
        # The step of octal numbers is that of a dump as well where they are read so.
        offset = int(words[0].rstrip(":"), 16)
        if len(words) == 1:
            # The last line has the number of all bytes alone.
            has_mark = offset in range(1, max(_BYTES_IN_ROW) + 1)
            continue
        if not _HEX_WORD.fullmatch(words[1]):
            return False
        has_mark = has_mark or words[0].endswith(":") or line.endswith("|")
        offsets.append(offset)
    if len(offsets) < 2:
        return has_mark and offsets == [0]
    steps = {offset - offsets[index] for index, offset in enumerate(offsets[1:])}
    return len(steps) == 1 and steps.issubset(_BYTES_IN_ROW)


def _are_bytes(lines: list[str]) -> bool:
    """Whether all words are bytes in hexadecimal, which a letter and a 0 in front tell from other signs."""
    has_letter = has_zero = False
    for line in lines:
        if not _HEX_BYTES.fullmatch(line):
            return False
        words = line.split()
        has_letter = has_letter or any(not word.isdecimal() for word in words)
        has_zero = has_zero or any(word.startswith("0") for word in words)
    return has_letter and has_zero
