"""A picture with several boards: what is asked, and what is said to a number that none has."""

from ...base.errors import BoardFormatError, counted
from .lattice import Grid


def which_board(grids: tuple[Grid, ...], read_number: int) -> str:
    """Which boards a picture has, and how one of them is chosen."""
    names = []
    for number, grid in enumerate(grids, 1):
        place_text = f"at ({max(0, round(grid.left))},{max(0, round(grid.top))})"
        names.append(f"{number} is {grid.rows}x{grid.cols} {place_text}")
    return (
        f"{len(grids)} boards are in this picture (places in pixels across and down): {', '.join(names)}; "
        f"this is {read_number}: choose with --board N, or board=N in Python"
    )


def check_board_number(number: int, board_count: int) -> None:
    """Raises BoardFormatError: a picture with so many boards has none of this number."""
    if not 1 <= number <= board_count:
        raise BoardFormatError(
            f"there is no board {number} in this picture: {counted(board_count, 'board')} "
            f"{'was' if board_count == 1 else 'were'} seen"
        )
