"""Boards that stand one below the other, each written in its own way."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .candidates import with_rows_apart
from .lines import PlainText
from .outside import has_words, is_heading, is_list_label, is_rule, is_ruler

_MOST_CUTS = 6


class PartedText(NamedTuple):
    """A text, and the lines of each of its parts, where all other lines are empty."""

    text: PlainText
    parts: tuple[list[str], list[str]]


def parted_below(text: PlainText) -> Iterator[PartedText]:
    """A text cut in two where another board may begin, in the middle first."""
    for line_index in _cuts(text.texts):
        upper = with_rows_apart(
            text._replace(texts=text.texts[:line_index], numbers=text.numbers[:line_index])
        )
        lower = with_rows_apart(
            text._replace(texts=text.texts[line_index:], numbers=text.numbers[line_index:])
        )
        upper_lines = [*upper.texts, *[""] * len(lower.texts)]
        lower_lines = [*[""] * len(upper.texts), *lower.texts]
        joined = text._replace(
            texts=[*upper.texts, *lower.texts], numbers=[*upper.numbers, *lower.numbers]
        )
        yield PartedText(joined, (upper_lines, lower_lines))


def _cuts(lines: Sequence[str]) -> list[int]:
    """The lines with which another board may begin: an empty one, words, or a drawn line that comes once."""
    filled_before = 0
    filled_count = sum(bool(line.strip()) for line in lines)
    # Words before each row, as a log has them, part none.
    are_worded = 2 * sum(map(has_words, lines)) > filled_count
    line_counts = Counter(lines)
    distance_of_cut: dict[int, int] = {}
    for line_index, line in enumerate(lines):
        # A line of as many blanks as the line above has characters is a row of blank cells.
        is_end = not line.strip() and len(line) < len(lines[line_index - 1])
        may_part = not are_worded and _may_part(line, line_counts[line])
        if filled_before and (is_end or may_part):
            distance_of_cut[line_index] = abs(filled_count - 2 * filled_before)
        filled_before += bool(line.strip())
    return sorted(distance_of_cut, key=distance_of_cut.__getitem__)[:_MOST_CUTS]


def _may_part(line: str, line_count: int) -> bool:
    """Whether a line may stand between two boards and in no other place."""
    if not line.strip() or is_ruler(line):
        return False
    is_single_rule = line_count == 1 and is_rule(line)
    return is_single_rule or has_words(line) or is_heading(line) or is_list_label(line)
