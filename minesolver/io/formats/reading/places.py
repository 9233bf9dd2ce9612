"""Where a cell stands in the line that it was cut from."""

from collections.abc import Sequence


def column_of(line: str, signs: Sequence[str], cell: int) -> int | None:
    """The column of a cell, from 1, in a line as it was pasted; behind the last cell for one that is missing.

    None: its signs are not found there, as they stand under other names.
    """
    # From the right end, as what is left out stands mostly before a row.
    columns: list[int] = []
    end = len(line)
    for sign in reversed(signs):
        if not sign:
            columns.append(end)
            continue
        start = line.rfind(sign, 0, end)
        if start < 0:
            return None
        columns.append(start + 1)
        end = start
    columns.reverse()
    if cell < len(columns):
        return columns[cell]
    return columns[-1] + len(signs[-1]) if columns else None
