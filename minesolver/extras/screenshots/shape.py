"""The size of a board as the caller says it: what is asked of it, and what is said where no board has it."""

from ...base.errors import BoardFormatError
from .size.edge import CutSide


def checked_shape(shape: object) -> tuple[int, int] | None:
    """Rows and columns as the caller has given them. Raises BoardFormatError: they are none."""
    if shape is None:
        return None
    sizes = tuple(shape) if isinstance(shape, tuple | list) else ()
    if len(sizes) != 2 or not all(isinstance(size, int) and size > 0 for size in sizes):
        raise BoardFormatError(
            f"shape is the rows and columns of a board, as (9, 9), not {shape!r}"
        )
    return sizes


def size_seen(seen_shape: tuple[int, ...], cut: tuple[CutSide, ...] = ()) -> str:
    """Which size a picture's board seems to have, and on which sides the picture's edge cuts it."""
    words = f"the one that is seen has {seen_shape[0]} rows and {seen_shape[1]} columns"
    if cut:
        names = " and ".join(side.name for side in cut)
        words += f", and the edge of the picture cuts it ({names})"
    return words


def no_board_of(shape: tuple[int, int], size_text: str) -> BoardFormatError:
    """The error for a picture whose board has another size than the caller says: the one that is seen."""
    return BoardFormatError(
        f"there is no board of {shape[0]}x{shape[1]} in this picture: {size_text}"
    )
