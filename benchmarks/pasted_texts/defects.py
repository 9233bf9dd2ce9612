"""What stands beside a board, and what is wrong with it: a function each, by its name in ``DEFECTS``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product, zip_longest
from random import Random

from pasted_texts.frames import Frame, lines
from pasted_texts.games import HIDDEN, MINE, Deal, Rows, ShownBoard, around, deal
from pasted_texts.signs import Cells, Signs

COLOUR = re.compile(r"\x1b\[[0-9]*m")
BOARD, QUESTION, NO_BOARD = "board", "question", "no board"
"""What is right: one of the boards; a question with all of them; no board."""


@dataclass(frozen=True)
class PastedText:
    """A text and what it shows.

    signs, frame, defect: Its style, names of the tables below
    boards: What it shows; of several a reader may take any one where ``expected`` is "board"
    """

    text: str
    signs: str
    frame: str
    defect: str
    boards: tuple[ShownBoard, ...]
    expected: str = BOARD


@dataclass(frozen=True)
class Written:
    """What a defect starts from: a deal, its style, and a generator of random numbers."""

    game: Deal
    signs: Signs
    frame: Frame
    rng: Random

    @property
    def rows(self) -> Rows:
        return self.game.shown()

    def text_of(self, rows: Rows) -> str:
        return self.text_of_cells(self.signs.cells(rows))

    def text_of_cells(self, cells: Cells) -> str:
        return self.frame.write(cells, self.rng)

    def shows(self, text: str, *boards: ShownBoard, expected: str = BOARD) -> PastedText:
        boards = boards or (ShownBoard(self.rows),)
        return PastedText(text, self.signs.name, self.frame.name, "", boards, expected)


Defect = Callable[[Written], PastedText | None]
DEFECTS: dict[str, Defect] = {}


def defect(name: str) -> Callable[[Defect], Defect]:
    def add(write: Defect) -> Defect:
        DEFECTS[name] = write
        return write

    return add


@defect("as it is")
def as_it_is(board: Written) -> PastedText:
    return board.shows(board.text_of(board.rows))


@defect("one clue off")
def one_clue_off(board: Written) -> PastedText | None:
    """No layout fits: more mines than the clue has hidden cells around it, or fewer than are marked there. A
    clue above the number of its neighbors is on no board.
    """
    rows, rng = board.rows, board.rng
    clues = [
        (r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in "1234567"
    ]
    rng.shuffle(clues)
    for row, col in clues:
        neighbors = [rows[r][c] for r, c in around((row, col), len(rows), len(rows[0]))]
        low = neighbors.count(MINE)
        high = low + neighbors.count(HIDDEN)
        impossible = [
            n for n in (int(rows[row][col]) + 1, int(rows[row][col]) - 1) if not low <= n <= high
        ]
        for number in impossible:
            if 1 <= number <= 8:
                changed = list(rows)
                changed[row] = rows[row][:col] + str(number) + rows[row][col + 1 :]
                return board.shows(
                    board.text_of(tuple(changed)),
                    ShownBoard(tuple(changed)),
                    expected=BOARD if number <= len(neighbors) else NO_BOARD,
                )
    return None


@defect("one clue off, elsewhere")
def any_clue_off(board: Written) -> PastedText | None:
    """Whether a layout fits then is not looked at: the text says what it says."""
    rows = board.rows
    clues = [
        (r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in "1234567"
    ]
    if not clues:
        return None
    row, col = board.rng.choice(clues)
    number = int(rows[row][col]) + board.rng.choice([-1, 1]) or 2
    neighbor_count = len(list(around((row, col), len(rows), len(rows[0]))))
    changed = list(rows)
    changed[row] = rows[row][:col] + str(number) + rows[row][col + 1 :]
    return board.shows(
        board.text_of(tuple(changed)),
        ShownBoard(tuple(changed)),
        expected=BOARD if number <= neighbor_count else NO_BOARD,
    )


@defect("one row short")
def one_row_short(board: Written) -> PastedText:
    gone = board.rng.randrange(len(board.rows))
    rows = board.rows[:gone] + board.rows[gone + 1 :]
    return board.shows(board.text_of(rows), ShownBoard(rows))


@defect("one cell short")
def one_cell_short(board: Written) -> PastedText | None:
    """A row lacks a cell, and none can tell where."""
    if board.signs.have_blank or board.frame.name == "rows in one line":
        return None
    cells = board.signs.cells(board.rows)
    row = board.rng.choice(cells)
    del row[board.rng.randrange(len(row))]
    return board.shows(board.text_of_cells(cells), expected=NO_BOARD)


@defect("one cell too many")
def one_cell_more(board: Written) -> PastedText | None:
    if board.signs.have_blank or board.frame.name == "rows in one line":
        return None
    cells = board.signs.cells(board.rows)
    row = board.rng.choice(cells)
    row.insert(board.rng.randrange(len(row)), board.rng.choice(row))
    return board.shows(board.text_of_cells(cells), expected=NO_BOARD)


@defect("a sign that means nothing")
def a_strange_sign(board: Written) -> PastedText | None:
    cells = board.signs.cells(board.rows)
    row = board.rng.choice(cells)
    row[board.rng.randrange(len(row))] = board.rng.choice("§¤¿")
    if board.frame.needs in ("names", "numbers"):
        return None
    return board.shows(board.text_of_cells(cells), expected=NO_BOARD)


CAPTIONS = [
    "What now?",
    "My board:",
    "turn 12",
    "Which cell is safe?",
    "Example 1",
    "Level 3",
    "Board:",
    "e.g.:",
    "Can this be solved without guessing?",
    "Where is the mine?",
    "Beginner",
    "**Board**",
    "Game 7",
    "Time: 0:42",
    "=== GAME ===",
    "-- Minesweeper --",
    "Move 3: (4, 5)",
    "Was soll ich tun?",
    "次はどこ？",
    "Current state",
    "seed=17",
    "# Board",
    "You opened 3,4",
    "[PLAYING]",
    "Score: 120",
]


@defect("a caption")
def with_caption(board: Written) -> PastedText:
    caption = board.rng.choice(CAPTIONS)
    gap = board.rng.choice(["\n", "\n\n"])
    return board.shows(caption + gap + board.text_of(board.rows))


@defect("words below")
def with_words_below(board: Written) -> PastedText:
    below = board.rng.choice(
        [
            "Enter row and column: ",
            "> ",
            "Your move?",
            "(o)pen, (f)lag, (q)uit: ",
            "Thanks!",
            "I am stuck.",
            "Enter action (r x y for reveal, f x y for flag, q to quit):",
            "Where would you like to dig ;) ?? Input row,col:",
            "BOOM! You lose.",
            ":",
            "^ the lower left is what I mean",
            "open 3 4",
            "Any ideas? I think (3, 4) is safe.",
        ]
    )
    gap = board.rng.choice(["\n", "\n\n"])
    return board.shows(board.text_of(board.rows) + gap + below)


@defect("a move above")
def with_move(board: Written) -> PastedText:
    prompt = board.rng.choice(["", "Enter coordinate to open from (0-9):\n", "row col: ", "> "])
    move = f"{board.rng.randrange(10)} {board.rng.randrange(10)}"
    return board.shows(f"{prompt}{move}\n" + board.text_of(board.rows))


COUNTS = [
    "Mines: {total}",
    "{total} mines",
    "mines = {total}",
    "Total mines: {total}",
    "Bombs: {total}",
    "💣 {total}",
    "Mines left: {left}",
    "{left} mines left",
    "Mines remaining: {left}",
    "{rows}x{cols}, {total} mines",
    "Minas: {total}",
    "Size: {rows}x{cols}  Mines: {total}",
    "({total} mines)",
    "Mines: {total}  Time: 00:15",
    "Noch {left} Minen",
    "mineCount: {total}",
    "rows: {rows}, cols: {cols}, mines: {total}",
    "Number of mines: {total}",
    "雷数：{total}",
    "{rows} {cols} {total}",
    "{rows}x{cols}x{total}",
    "Mines: {total} | Flags: {flags}",
    "num_mines={total}",
]


@defect("a mine count")
def with_count(board: Written) -> PastedText:
    game, rng = board.game, board.rng
    total, flags = len(game.mines), len(game.flagged)
    template = rng.choice(COUNTS)
    line = template.format(
        total=total, left=total - flags, flags=flags, rows=game.rows, cols=game.cols
    )
    text = board.text_of(board.rows)
    # A size is a heading; a count stands above or below.
    above = "{cols}" in template or rng.random() < 0.7
    return board.shows(
        f"{line}\n{text}" if above else f"{text}\n{line}", ShownBoard(board.rows, total)
    )


@defect("a number alone")
def with_number(board: Written) -> PastedText:
    """The mine count in a line of its own: of all mines, or of those that are left, where some are marked."""
    game, text = board.game, board.text_of(board.rows)
    total = len(game.mines)
    return board.shows(
        f"{total}\n{text}" if board.rng.random() < 0.6 else f"{text}\n{total}",
        ShownBoard(board.rows, total),
    )


@defect("a size")
def with_size(board: Written) -> PastedText:
    game = board.game
    size = board.rng.choice(
        ["{0}x{1}", "{0} {1}", "{1}x{0}", "Size: {0} x {1}", "{0}×{1}", "width {1}, height {0}"]
    )
    return board.shows(f"{size.format(game.rows, game.cols)}\n{board.text_of(board.rows)}")


@defect("another size")
def with_wrong_size(board: Written) -> PastedText:
    """The text says another size than the board has: a row was lost on the way, or the size is wrong."""
    size = board.rng.choice(["{0}x{1}", "{0} {1}", "Size: {0}x{1}", "{0}x{1}, 10 mines"])
    rows = board.rows[1:]
    text = f"{size.format(len(board.rows), len(rows[0]))}\n{board.text_of(rows)}"
    return board.shows(text, expected=NO_BOARD)


@defect("two mine counts")
def with_two_counts(board: Written) -> PastedText:
    total = len(board.game.mines)
    text = f"Mines: {total}\n{board.text_of(board.rows)}\n{total + 2} mines"
    return board.shows(text, expected=NO_BOARD)


@defect("a legend")
def with_legend(board: Written) -> PastedText | None:
    """Any signs may mean anything then: half of these swap what is hidden and what is opened."""
    signs, rng = board.signs, board.rng
    if signs.have_blank or signs.zero == signs.clues[0] or not signs.are_single:
        return None
    if rng.random() < 0.5:
        signs = replace(signs, hidden=signs.zero, zero=signs.hidden)
    template = rng.choice(
        [
            "{h} = hidden, {z} = empty, {m} = flag",
            "Legend: {h} hidden, {z} empty, {m} flag",
            "{h}: unopened\n{z}: blank\n{m}: mine\n",
            "{h} is covered, {z} is clear, {m} is a mine",
            "- `{h}` - hidden cell\n- `{z}` - empty cell\n- `{m}` - flag\n",
            "({h} = unknown, {z} = blank, {m} = flagged)",
            "hidden = {h}, empty = {z}, flag = {m}",
        ]
    )
    legend = template.format(h=signs.hidden, z=signs.zero, m=signs.mine)
    text = replace(board, signs=signs).text_of(board.rows)
    return board.shows(f"{legend}\n{text}" if rng.random() < 0.5 else f"{text}\n\n{legend}")


COMMENTS = [
    "# ",
    "// ",
    " * ",
    "-- ",
    "; ",
    "% ",
    "> ",
    "/// ",
    "//! ",
    "* ",
    ";; ",
    "REM ",
    "' ",
    "! ",
    "| ",
    "#",
    "+",
]


@defect("a comment sign before each line")
def commented(board: Written) -> PastedText:
    mark = board.rng.choice(COMMENTS)
    text = board.text_of(board.rows)
    if board.rng.random() < 0.4:
        text = (
            board.rng.choice(["Board:", "Example:", "The board is then", "fn test()"]) + "\n" + text
        )
    return board.shows(
        lines(mark + line if line.strip() else mark.rstrip() for line in text.split("\n"))
    )


@defect("in a comment")
def in_comment(board: Written) -> PastedText:
    opening, before, closing = board.rng.choice(
        [
            ("/*", "", "*/"),
            ("/**", " * ", " */"),
            ("/*", "   ", "*/"),
            ("<!--", "", "-->"),
            ("'''", "", "'''"),
            ("{-", "", "-}"),
            ("#=", "", "=#"),
            ("(*", " ", "*)"),
            ("# '''", "# ", "# '''"),
        ]
    )
    text = board.text_of(board.rows)
    return board.shows(lines([opening, *(before + line for line in text.split("\n")), closing]))


@defect("a board beside")
def with_neighbor(board: Written) -> PastedText | None:
    """Before and after, a board and its solution, or two games."""
    if not board.frame.is_lines:
        return None
    other = _other_board(board)
    gap = board.rng.choice(["    ", "     ", "  ->  ", "  |  ", "\t\t", "   =>   ", "        "])
    left, right = board.text_of(board.rows).split("\n"), board.text_of(other).split("\n")
    width = max(map(len, left))
    # Only one of the two may have a line that names its columns, or a prompt below.
    pairs = [f"{a.ljust(width)}{gap}{b}" for a, b in zip_longest(left, right, fillvalue="")]
    if board.rng.random() < 0.3:
        pairs.insert(0, f"{'Before'.ljust(width)}{' ' * len(gap)}After")
    return board.shows(lines(pairs), ShownBoard(board.rows), ShownBoard(other), expected=QUESTION)


@defect("a board below")
def with_second(board: Written) -> PastedText | None:
    if board.frame.name in (
        "rows in groups",
        "rows and columns in groups",
        "rows with empty lines between",
    ):
        return None
    other = _other_board(board)
    between = board.rng.choice(
        ["\n\n", "\n\nAfter:\n", "\n\nSolution:\n\n", "\n\n\n", "\n---\n", "\nthen\n", "\n\n2.\n"]
    )
    text = board.text_of(board.rows) + between + board.text_of(other)
    return board.shows(text, ShownBoard(board.rows), ShownBoard(other), expected=QUESTION)


def _other_board(board: Written) -> Rows:
    game, rng = board.game, board.rng
    if rng.random() < 0.3:
        return game.solved().shown()
    hidden = [
        cell for cell in product(range(game.rows), range(game.cols)) if cell not in game.opened
    ]
    further = [cell for cell in hidden if cell not in game.mines]
    if rng.random() < 0.5 and further:
        return replace(game, opened=game.opened | {rng.choice(further)}).shown()
    return deal(rng, (game.rows, game.cols, len(game.mines))).shown()


LAYOUT_SIGNS = [
    "# .",
    "* .",
    "X .",
    "x o",
    "X -",
    "1 0",
    "M .",
    "💣 ⬜",
    "⬛ ⬜",
    "@ .",
    "B .",
    "# -",
    "O .",
    "■ □",
    "# _",
    "X O",
]


@defect("a whole layout")
def whole_layout(board: Written) -> PastedText | None:
    """Where the mines are and no number: not a position."""
    mine, safe = board.rng.choice(LAYOUT_SIGNS).split()
    game = board.game
    signs = Signs(mine, safe, mine, clues=[safe] * 9)
    if not board.frame.suits(signs):
        return None
    text = replace(board, signs=signs).text_of(
        tuple(
            "".join(HIDDEN if (r, c) in game.mines else "0" for c in range(game.cols))
            for r in range(game.rows)
        )
    )
    solved = game.solved().shown()
    layout = Written(game, replace(signs, hidden=mine, zero=safe), board.frame, board.rng)
    return layout.shows(text, ShownBoard(solved, len(game.mines)), ShownBoard(solved))


@defect("a remark behind a row")
def with_remark(board: Written) -> PastedText | None:
    if not board.frame.is_lines:
        return None
    rows = board.text_of(board.rows).split("\n")
    row = board.rng.randrange(1, len(rows))
    rows[row] += board.rng.choice(
        ["  <- here", "   // stuck", "  # which one?", " <-- this row", "   (row 3)", "  -- ?"]
    )
    return board.shows(lines(rows))


@defect("what editors add")
def with_invisible(board: Written) -> PastedText:
    """Line ends of Windows, a byte order mark, blanks that cannot be broken, blanks at the ends, tabs."""
    text, rng = board.text_of(board.rows), board.rng
    change = rng.choice(["crlf", "bom", "nbsp", "trailing", "zero width", "empty lines"])
    if change == "crlf":
        text = text.replace("\n", "\r\n") + "\r\n"
    elif change == "bom":
        text = "\ufeff" + text
    elif change == "nbsp":
        text = text.replace(" ", "\u00a0")
    elif change == "trailing":
        text = lines(line + " " * rng.choice([1, 2, 4]) for line in text.split("\n"))
        if board.signs.have_blank:
            text = board.text_of(board.rows) + "\n\n"
    elif change == "zero width":
        text = text.replace("\n", "\u200b\n")
    else:
        text = f"\n\n{text}\n\n"
    return board.shows(text)


@defect("blanks at the ends cut off")
def stripped(board: Written) -> PastedText | None:
    """As editors and chats do it; a row may then end before its last blank cells."""
    if not board.signs.have_blank:
        return None
    text = lines(line.rstrip(" ") for line in board.text_of(board.rows).split("\n"))
    return board.shows(text)


@defect("nothing opened")
def untouched(board: Written) -> PastedText:
    """A game before its first click: hidden cells, and perhaps the mine count."""
    height, width = board.game.rows, board.game.cols
    # Nobody pastes, or could count, cells of which nothing is to be seen.
    seen = seen_of_hidden(board, height, width)
    if seen in (seen_of_hidden(board, height + 1, width), seen_of_hidden(board, height, width + 1)):
        return None
    rows = (HIDDEN * width,) * height
    return board.shows(board.text_of(rows), ShownBoard(rows))


def seen_of_hidden(board: Written, height: int, width: int) -> str:
    """All that is no blank in a text of hidden cells, nor the colour of one."""
    cells = [[board.signs.hidden] * width for _ in range(height)]
    text = COLOUR.sub("", board.frame.write(cells, Random(0)))
    return "".join(text.split())
