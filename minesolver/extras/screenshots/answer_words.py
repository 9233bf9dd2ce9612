"""What a reader of a picture's answer has to know, in sentences: for the command and the page."""

from collections.abc import Iterator

from ...base.errors import counted
from .answer import ScreenshotReading, UncertainCell

MOST_CELLS = 4
"""Cells of one kind that are named one by one; of more their number is told, and the most doubtful."""
MOST_KINDS = 10
"""Kinds of unsure cells that are told."""

GIVE_SIZE = "Correct it, give its size (--shape ROWSxCOLS), or cut the board out of the picture."
CLEARER_PICTURE = (
    "Correct it, or take a clearer picture: at full size, with nothing over the board."
)
"""What to do about a question."""


def sentences(reading: ScreenshotReading, is_size_given: bool = False) -> list[str]:
    """How the picture was read; each line says one thing, the size, flags and mine count first.

    is_size_given: Whether the caller has said how many rows and columns the board has
    """
    lines = [_size(reading), *_taken(reading)]
    if reading.contradiction is not None:
        lines.append(f"NO LAYOUT FITS: {reading.contradiction}")
    unsure = list(_unsure(reading))
    if unsure:
        kinds_text = "; ".join(unsure[:MOST_KINDS])
        untold_count = len(unsure) - MOST_KINDS
        if untold_count > 0:
            kinds_text += f"; and {untold_count} more"
        lines.append(f"UNSURE: {kinds_text}")
    if reading.strange is not None:
        lines.append(f"STRANGE: {reading.strange}")
    if reading.doubtful and reading.cut and reading.contradiction is None:
        size_text = f"{reading.board.rows}x{reading.board.cols}"
        lines.append(
            f"Does it go on there? --cut {','.join(reading.cut)}. Is it whole? --shape {size_text}."
        )
    elif reading.doubtful:
        lines.append(f"Is this your board? {CLEARER_PICTURE if is_size_given else GIVE_SIZE}")
    return lines


def _size(reading: ScreenshotReading) -> str:
    board = reading.board
    text = (
        f"read from the picture: {board.rows}x{board.cols}, {counted(len(reading.flags), 'flag')}"
    )
    if reading.flags:
        text += " (taken for hidden cells)"
    if board.mines is None and not reading.cut:
        text += "; no mine counter was read: give --mines N"
    if reading.counter is not None:
        with_flags = ", and the flags" if board.mines != reading.counter else ""
        text += f"; {counted(board.mines or 0, 'mine')}: its counter shows {reading.counter}{with_flags}"
    return text


def _taken(reading: ScreenshotReading) -> Iterator[str]:
    """What was decided that the picture does not say by itself."""
    if reading.frames > 1:
        yield f"The last of the animation's {reading.frames} pictures was read."
    if reading.mines_shown:
        mines_text = counted(len(reading.mines_shown), "mine")
        yield f"The game is over: {mines_text} shown; this is the position before the last move."
    if reading.resized is not None:
        size_text = f"{reading.resized.rows}x{reading.resized.cols}"
        yield f"A board of {size_text} was seen first, but only this size makes sense."
    if reading.may_go_on:
        sides = " and ".join(reading.may_go_on)
        size_text = f"{reading.board.rows}x{reading.board.cols}"
        yield (
            f"AT THE EDGE: {size_text} is no usual size, and the board ends with the picture ({sides}). "
            "If it goes on there, what is said of cells near that edge may be wrong: "
            f"--cut {','.join(reading.may_go_on)}; if it is whole: --shape {size_text}."
        )


def _unsure(reading: ScreenshotReading) -> Iterator[str]:
    """The unsure cells, those that are alike together where they are many; the most doubtful first."""
    kinds: dict[tuple[str, str, bool], list[UncertainCell]] = {}
    for cell in reading.uncertain:
        kinds.setdefault((cell.read, cell.instead, cell.changed), []).append(cell)
    for (read, instead, changed), cells in kinds.items():
        if len(cells) <= MOST_CELLS:
            yield from map(str, cells)
            continue
        why = f"looked like {instead}, which no layout allows" if changed else f"or {instead}?"
        row, col = cells[0].cell
        yield f"{len(cells)} cells read as {read}, such as ({row},{col}): {why}"
