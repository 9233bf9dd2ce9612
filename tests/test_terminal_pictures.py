"""Boards that a program printed in a terminal: pictures of text, drawn here in a typeface of the system."""

from __future__ import annotations

import io

import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image")
from depth import thorough  # noqa: E402
from PIL import ImageDraw  # noqa: E402
from themes import font  # noqa: E402

import minesolver as ms  # noqa: E402
from minesolver.io import screenshots  # noqa: E402
from minesolver.screenshots.lattice import Grid  # noqa: E402
from minesolver.screenshots.picture import load_picture  # noqa: E402
from minesolver.screenshots.terminal import texts_in  # noqa: E402
from minesolver.screenshots.terminal.text_grid import TextGrid  # noqa: E402
from minesolver.screenshots.work import Work  # noqa: E402

ROWS = [
    "#########",
    "#11112###",
    "#1...13##",
    "#1....1##",
    "11....12#",
    ".......1#",
    "..111111#",
    "..1#11###",
    "..1111###",
]
BOARD = ms.Board.parse("\n".join(ROWS))
SIZE, LINE = 20, 25
DARK = ((0, 0, 0), (220, 220, 220))
LIGHT = ((255, 255, 255), (20, 20, 20))


def picture(lines, colours=DARK, panel=None):
    """The lines in a picture, a sign a column.

    panel: First line, end line and colour of what lies under these
    """
    face = font("DejaVuSansMono", SIZE)
    width = round(face.getlength("0"))
    ground, ink = colours
    columns = max(map(len, lines))
    image = Image.new("RGB", (columns * width + 40, len(lines) * LINE + 20), ground)
    pen = ImageDraw.Draw(image)
    if panel is not None:
        first_line, end_line, colour = panel
        right = 6 + max(map(len, lines[first_line:end_line])) * width
        pen.rectangle((6, 8 + first_line * LINE, right - 1, 7 + end_line * LINE), fill=colour)
        ink = (70, 70, 70)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            pen.text((6 + column * width, 8 + row * LINE), sign, font=face, fill=ink)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def read_as_text(data, *, board=None):
    """What the reader of text sees in a picture that the reader of cells has left to it."""
    options = {"mines": None, "density": None, "flags_are_guesses": True}
    return screenshots._printed(load_picture(data), options, board, None)


@pytest.fixture
def read(thorough):
    """How a picture is read: as text, and thoroughly as a user does it, as cells before that.

    To look for cells takes most of the time, and for each picture here it ends with a question or a refusal.
    That text is looked for then is seen where a test has ``screenshots.read``.
    """
    return screenshots.read if thorough else read_as_text


PRINTED = {
    "close-light": ("", LIGHT),
    "apart-dark": (" ", DARK),
    "close-dark": thorough("", DARK),
    "apart-light": thorough(" ", LIGHT),
}


@pytest.mark.parametrize("gap, colours", PRINTED.values(), ids=PRINTED)
def test_a_printed_board_is_read(gap, colours):
    lines = ["Minesweeper", "", *(gap.join(row) for row in ROWS), "", "Row, column: 3"]
    reading = screenshots.read(picture(lines, colours))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_a_printed_board_has_the_size_that_is_given():
    printed = picture(["", "", *(" ".join(row) for row in ROWS)])
    assert screenshots.read(printed, shape=(9, 9)).board == BOARD
    with pytest.raises(ms.BoardFormatError):
        screenshots.read(printed, shape=(16, 16))


def test_the_cells_of_a_printed_board_are_where_they_are_drawn(read):
    lines = ["", "", *(" ".join(row) for row in ROWS)]
    reading = read(picture(lines))
    face = font("DejaVuSansMono", SIZE)
    left, top, right, bottom = reading.grid.box(5, 4)
    middle_x = 6 + (2 * 4 + 0.5) * round(face.getlength("0"))
    assert left < middle_x < right
    assert top < 8 + (2 + 5.5) * LINE < bottom


def test_several_printed_boards_are_a_question_and_each_is_chosen(read):
    """A terminal shows the board before each move; which one is meant is not for the reader to say."""
    earlier_rows = [row.replace("#11###", "#1####") for row in ROWS]
    lines = ["", *map(" ".join, earlier_rows), "", "Row, column: 4 7", "", *map(" ".join, ROWS)]
    printed = picture(lines)
    both = screenshots.read(printed)
    assert both.doubtful
    assert "2 boards are in this picture" in both.strange
    assert [(grid.rows, grid.cols) for grid in both.boards] == [(9, 9), (9, 9)]
    boards = [ms.Board.parse("\n".join(rows)) for rows in (earlier_rows, ROWS)]
    for number, board in enumerate(boards, 1):
        chosen = read(printed, board=number)
        assert (chosen.board, chosen.board_number, chosen.doubtful) == (board, number, False)
    with pytest.raises(ms.BoardFormatError, match="no board 3 in this picture: 2 boards were"):
        read(printed, board=3)


def test_blank_hidden_cells_are_counted_by_the_numbers_beside_them(read):
    mines = np.zeros((9, 9), int)
    mines[[0, 2, 4, 6, 8, 7], [8, 5, 1, 3, 8, 6]] = 1
    padded = np.pad(mines, 1)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3))
    clues = windows.sum(axis=(2, 3))
    signs = np.where(mines == 1, " ", clues.astype(str))
    heading = "  " + " ".join(map(str, range(9)))
    lines = [
        "Minesweeper, 6 mines",
        "",
        heading,
        *(f"{row} {' '.join(signs[row])}" for row in range(9)),
    ]
    reading = read(picture(lines))
    assert reading.board == ms.Board(np.where(mines == 1, ms.HIDDEN, clues).astype(np.int8))


def test_without_numbers_a_board_with_blank_hidden_cells_is_right_or_a_question():
    lines = ["Mines", "", *(" ".join(row.replace("#", " ").replace(".", "0")) for row in ROWS)]
    try:
        reading = screenshots.read(picture(lines))
    except ms.BoardFormatError:
        return
    # The reader of cells may see it by their distances.
    assert reading.doubtful or reading.board == BOARD


@pytest.mark.parametrize(
    ("taken", "doubt"),
    [
        (("blank as 0",), screenshots.BLANK_ENDS),
        (("blank as a hidden cell",), screenshots.BLANK_ENDS),
        (("blank as 0", "numbers above", "numbers on the left"), None),
        (("0 as 0",), None),
    ],
)
def test_blank_cells_at_an_end_are_a_doubt_but_for_numbers_or_hidden_cells_there(taken, doubt):
    numbers = np.zeros((1, 2))
    text = TextGrid(np.array([[" ", "1"]]), numbers, numbers, numbers, Grid(0, 0, 8, 16, 1, 1))
    without_hidden_ends = ms.Board(BOARD.grid[4:, :4])
    assert screenshots._doubt_about_signs(text, without_hidden_ends, taken) == doubt
    # A 0 lies beside no hidden cell: where one is at each end, no 0s lie beyond it.
    is_settled = taken == ("blank as 0",)
    assert screenshots._doubt_about_signs(text, BOARD, taken) == (None if is_settled else doubt)


def test_a_panel_is_the_board_with_its_blank_cells(read):
    lines = ["Mines", "", *(row.replace("#", " ") for row in ROWS)]
    reading = read(picture(lines, panel=(2, 2 + len(ROWS), (190, 190, 190))))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def printed_apart(*places, brackets="[]"):
    """The board with two blanks between its cells, dots for hidden cells and nothing for 0s, and a cursor
    around these places: lines of text."""
    lines = []
    for row, codes in enumerate(ROWS):
        signs = list(" " + "  ".join(codes.replace(".", " ").replace("#", ".")) + " ")
        for cursor_row, column in places:
            if cursor_row == row:
                signs[3 * column], signs[3 * column + 2] = brackets
        lines.append("".join(signs))
    return lines


BLANK, CLUE, HIDDEN = (3, 3), (1, 1), (0, 8)
CURSORS = [(BLANK, "()"), (CLUE, "><"), (HIDDEN, "[]")]
CURSORS += [thorough(BLANK, "[]"), thorough(CLUE, "[]"), thorough(HIDDEN, "()")]
CURSORS += [thorough(BLANK, "><"), thorough(CLUE, "()"), thorough(HIDDEN, "><")]


@pytest.mark.parametrize("place, brackets", CURSORS)
def test_a_cursor_around_a_cell_is_none_of_the_board(read, place, brackets):
    reading = read(picture(printed_apart(place, brackets=brackets)))
    assert reading.board == BOARD


def test_two_signs_of_hidden_cells_are_a_question(read):
    # With three cursors what is around a cell is no cursor, so dots and blanks are both taken for hidden.
    reading = read(picture(printed_apart((3, 3), (5, 2), (7, 6))))
    assert reading.board != BOARD
    assert "hidden cells" in (reading.strange or "")


def test_equal_signs_have_one_name():
    text = next(texts_in(load_picture(picture(["", *ROWS])).pixels, Work()))
    lines = [line.strip() for line in text.lines if line.strip()]
    hidden_signs = set()
    for line, row in zip(lines, ROWS, strict=True):
        hidden_signs |= {sign for sign, code in zip(line, row, strict=True) if code == "#"}
    assert len(hidden_signs) == 1


SURE_MINES = [(3, 0), (7, 3)]


def drawn(lines, under=(), over=()):
    """The lines in a picture, and what is drawn under and over them: (line, column, columns, shape), by a
    shape that draws in a box of pixels."""
    face = font("DejaVuSansMono", SIZE)
    width = round(face.getlength("0"))
    image = Image.new("RGB", (max(map(len, lines)) * width + 12, len(lines) * LINE + 16), DARK[0])
    pen = ImageDraw.Draw(image)

    def draw_shapes(shapes):
        for line, column, columns, shape in shapes:
            left, top = round(6 + column * width), 8 + line * LINE
            right = round(left + columns * width) - 1
            shape(pen, (left, top, right, top + LINE - 1))

    draw_shapes(under)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            place = 6 + column * width, 8 + row * LINE
            pen.text(place, sign, font=face, fill=DARK[1])
    draw_shapes(over)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def grey_ground(pen, box):
    pen.rectangle(box, fill=(70, 70, 70))


def white_block(pen, box):
    left, top, right, bottom = box
    pen.rectangle((left, top + 2, right, bottom - 3), fill=(150, 155, 145))


def ball(pen, box):
    left, top, right, bottom = box
    middle = (left + right) // 2
    pen.ellipse((middle - 5, top + 1, middle + 5, top + 11), fill=(200, 40, 40))
    pen.line((middle, top + 11, middle, bottom - 4), fill=(200, 40, 40), width=3)


def test_a_table_with_bars_is_read_by_its_signs_whatever_its_grounds_are():
    lines = ["   " + "   ".join("012345678"), "-" * 38]
    under = []
    for row, codes in enumerate(ROWS):
        signs = codes.replace("#", "/").replace(".", "_")
        lines += [f"{row}|" + "|".join(f" {sign} " for sign in signs) + "|", "-" * 38]
        for column, code in enumerate(codes):
            if code == "#":
                under.append((len(lines) - 2, 2 + 4 * column, 3, grey_ground))
    reading = screenshots.read(drawn(lines, under))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_pictures_that_take_two_columns_are_signs_of_their_cells(read):
    frame = "   +" + "-" * 28 + "+"
    lines = [frame]
    over = []
    for row, codes in enumerate(ROWS):
        signs = codes.replace(".", "0").replace("#", "-")
        lines.append(f" {row} | " + "  ".join(signs) + "  |")
        for column in [column for mine_row, column in SURE_MINES if mine_row == row]:
            # They begin where the blank before a cell's sign is.
            place = 5 + 3 * column
            lines[-1] = lines[-1][:place] + " " + lines[-1][place + 1 :]
            over.append((row + 1, place - 1, 2, ball))
    lines += [frame, "     " + "  ".join("012345678")]
    reading = read(drawn(lines, over=over))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_blocks_with_gaps_are_hidden_cells_and_a_text_beside_them_is_none_of_the_board(read):
    lines, under = [], []
    for row, codes in enumerate(ROWS):
        lines += [" " + "  ".join(codes.replace("#", " ").replace(".", " ")), ""]
        for column, code in enumerate(codes):
            if code == "#":
                under.append((2 * row, 3 * column + 0.4, 2.2, white_block))
    lines[0] = lines[0].ljust(30) + "MINES LEFT: 009"
    reading = read(drawn(lines, under))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def table(parts, hidden, opened):
    """Lines of a table with the board: what stands before, between and behind its cells, and in those that
    are no clue."""
    before, between, behind = parts
    lines = []
    for codes in ROWS:
        cells = [hidden if code == "#" else opened if code == "." else code for code in codes]
        lines.append(before + between.join(cells) + behind)
    return lines


TABLES = {
    "blank-is-hidden": (("| ", " | ", " |"), " ", "■"),
    "brackets": (("[", "][", "]"), " ", "_"),
    "known-dot": thorough(("[ ", " ][ ", " ]"), "#", "."),
    "low-dash-is-opened": thorough(("|", "|", "|"), "#", "_"),
}


@pytest.mark.parametrize("parts, hidden, opened", TABLES.values(), ids=TABLES)
def test_the_cells_of_a_table_are_what_its_bars_part(read, parts, hidden, opened):
    lines = ["Mines", "", *table(parts, hidden, opened), "", "Row?"]
    reading = read(picture(lines))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_letters_and_numbers_beside_a_table_are_none_of_its_cells(read):
    frame = "+ - " * 10 + "+"
    lines = [frame, "|   | " + " | ".join("012345678") + " |", frame]
    for letter, row in zip("ABCDEFGHI", table(("| ", " | ", " |"), " ", "■"), strict=True):
        lines += [f"| {letter} " + row, frame]
    reading = read(picture(lines))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_two_signs_in_a_cell_are_a_clue_where_others_have_the_same_letter(read):
    lines = []
    for codes in ROWS:
        signs = [
            "####" if code == "#" else " Em " if code == "." else f" M{code} " for code in codes
        ]
        lines.append("|".join(signs))
    reading = read(picture(lines))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_what_a_cursor_covers_in_a_table_is_hidden_and_named(read):
    lines = table(("| ", " | ", " |"), " ", "~")
    cursor = (3, 3)
    reading = read(drawn(lines, over=[(3, 2 + 4 * 3, 1, white_block)]))
    assert reading.board == BOARD.replace({cursor: ms.HIDDEN})
    assert [cell.cell for cell in reading.uncertain] == [cursor]
    assert not reading.doubtful


def test_ink_that_joins_lines_leaves_their_signs_apart(read):
    def stripe(pen, box):
        pen.rectangle(box, fill=(90, 120, 160))

    lines = ["    " + row for row in map(" ".join, ROWS)]
    reading = read(drawn(lines, over=[(line, 0, 0.3, stripe) for line in range(9)]))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_numbers_of_two_digits_may_begin_and_end_where_no_other_line_has_a_sign(read):
    mines = np.zeros((10, 10), int)
    mines[[0, 2, 4, 6, 8, 7, 9], [8, 5, 1, 3, 8, 6, 0]] = 1
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(mines, 1), (3, 3))
    clues = windows.sum(axis=(2, 3))
    signs = np.where(mines == 1, "*", clues.astype(str))
    lines = ["   " + "  ".join(map(str, range(1, 10))) + "  10"]
    lines += [f"{row:2} " + "  ".join(line) for row, line in enumerate(signs.tolist(), 1)]
    reading = read(picture(["Choose a cell", "", *lines]))
    board = ms.Board(np.where(mines == 1, ms.HIDDEN, clues).astype(np.int8))
    assert (reading.board, reading.doubtful) == (board, False)


def test_boxes_are_no_digits(read):
    lines = ["  " + " ".join("123456789")]
    for row, codes in enumerate(ROWS, 1):
        lines.append(f"{row} " + " ".join(codes.replace("#", "■").replace(".", "□")))
    reading = read(drawn(lines))
    assert (reading.board, reading.doubtful) == (BOARD, False)


def test_prose_is_no_board():
    lines = [
        "It was the best of",
        "times, it was the",
        "worst of times, it",
        "was the age of",
        "wisdom, it was the",
    ]
    with pytest.raises(ms.BoardFormatError, match="no grid"):
        screenshots.read(picture(lines))


def test_noise_is_no_text():
    noise = np.random.default_rng(5).integers(0, 256, (200, 300, 3), np.uint8)
    assert list(texts_in(noise, Work())) == []


def test_a_low_dash_is_another_sign_than_one_in_the_middle(read):
    lines = []
    for codes in ROWS:
        signs = codes.replace("#", "-").replace(".", "_")
        lines.append("|" + "|".join(f" {sign} " for sign in signs) + "|")
    reading = read(drawn(lines))
    assert (reading.board, reading.doubtful) == (BOARD, False)
