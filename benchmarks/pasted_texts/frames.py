"""How styles write cells into lines: a function each, by its name in ``FRAMES``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from pasted_texts.signs import KEYCAPS, Cells, Signs

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh"
Write = Callable[[Cells, Random], str]


@dataclass(frozen=True)
class Frame:
    """A way to write cells into lines.

    needs: Of its signs: "single", each takes one place; "numbers", they are numbers; "names", chats name them
    shows_blanks: Whether a blank cell can be seen
    is_lines: Whether another board can be put beside it, line by line
    """

    name: str
    write: Write
    needs: str = ""
    shows_blanks: bool = True
    is_lines: bool = True

    def suits(self, signs: Signs) -> bool:
        if signs.have_blank and not self.shows_blanks:
            return False
        if self.needs == "single":
            return signs.are_single
        if self.needs == "numbers":
            return signs.are_numbers
        if self.needs == "names":
            return all(sign in CHAT_NAMES for sign in (*signs.used, *signs.clues))
        return True


FRAMES: dict[str, Frame] = {}


def frame(
    name: str, needs: str = "", shows_blanks: bool = True, is_lines: bool = True
) -> Callable[[Write], Write]:
    def add(write: Write) -> Write:
        FRAMES[name] = Frame(name, write, needs, shows_blanks, is_lines)
        return write

    return add


def lines(rows: Iterator[str] | list[str]) -> str:
    return "\n".join(rows)


def padded(cells: Cells) -> Cells:
    """With all cells as wide as the widest word or number, right-aligned; a picture is one sign wide."""
    width = max(len(sign) if sign.isascii() else 1 for row in cells for sign in row) or 1
    return [[sign.rjust(width) for sign in row] for row in cells]


def width_of(cells: Cells) -> int:
    return max(map(len, cells))


def add_joined(name: str, separator: str, shows_blanks: bool = True) -> None:
    @frame(name, needs="single" if separator == "" else "", shows_blanks=shows_blanks)
    def write(cells: Cells, rng: Random) -> str:
        return lines(
            separator.join(row) for row in (padded(cells) if separator.isspace() else cells)
        )


add_joined("apart", " ")
add_joined("two blanks apart", "  ")
add_joined("tight", "", shows_blanks=False)
add_joined("tabs", "\t")
add_joined("commas", ",")
add_joined("commas and blanks", ", ")
add_joined("semicolons", ";")
add_joined("bars between", " | ")
add_joined("tight bars between", "|")


@frame("tight, blanks kept", needs="single")
def write_tight(cells: Cells, rng: Random) -> str:
    return lines("".join(row) for row in padded(cells))


@frame("indented")
def write_indented(cells: Cells, rng: Random) -> str:
    indent = rng.choice(["    ", "        ", "\t", "  "])
    return lines(indent + " ".join(row) for row in padded(cells))


@frame("bars")
def write_bars(cells: Cells, rng: Random) -> str:
    return lines("| " + " | ".join(row) + " |" for row in padded(cells))


@frame("tight bars", needs="single")
def write_tight_bars(cells: Cells, rng: Random) -> str:
    return lines("|" + "|".join(row) + "|" for row in padded(cells))


@frame("a box of each cell")
def write_box(cells: Cells, rng: Random) -> str:
    rule = "+" + "---+" * width_of(cells)
    rows = (
        "|" + "|".join(f" {sign} ".rjust(3) for sign in row) + "|\n" + rule for row in padded(cells)
    )
    return rule + "\n" + lines(rows)


@frame("a box of each cell, numbered")
def write_numbered_box(cells: Cells, rng: Random) -> str:
    rule = "    +" + "---+" * width_of(cells)
    heading = "     " + " ".join(f"{col:^3}" for col in range(width_of(cells)))
    rows = (
        f"{number:>3} |" + "|".join(f" {sign} " for sign in row) + "|\n" + rule
        for number, row in enumerate(padded(cells))
    )
    return heading + "\n" + rule + "\n" + lines(rows)


@frame("rules of dashes between rows", needs="single")
def write_ruled_rows(cells: Cells, rng: Random) -> str:
    rule = "-" * (4 * width_of(cells) + 1)
    return rule + "\n" + lines("| " + " | ".join(row) + " |\n" + rule for row in padded(cells))


@frame("bars between, rules between rows", needs="single")
def write_crossed(cells: Cells, rng: Random) -> str:
    rule = "\n" + "+".join(["---"] * width_of(cells)) + "\n"
    return rule.join("|".join(f" {sign} " for sign in row) for row in padded(cells))


def add_drawn(name: str, corners: str) -> None:
    """Boxes in the signs of a character set: horizontal, vertical, then the corners by rows."""

    @frame(name, needs="single")
    def write(cells: Cells, rng: Random) -> str:
        across, down, *rest = list(corners)
        gap = rng.choice(["", " "])
        rules = [
            rest[k]
            + rest[k + 1].join([across * (1 + 2 * len(gap))] * width_of(cells))
            + rest[k + 2]
            for k in (0, 3, 6)
        ]
        rows = [down + down.join(gap + sign + gap for sign in row) + down for row in padded(cells)]
        return rules[0] + "\n" + f"\n{rules[1]}\n".join(rows) + "\n" + rules[2]


add_drawn("drawn boxes", "─│┌┬┐├┼┤└┴┘")
add_drawn("double boxes", "═║╔╦╗╠╬╣╚╩╝")
add_drawn("heavy boxes", "━┃┏┳┓┣╋┫┗┻┛")


def add_walled(name: str, signs: str, separator: str) -> None:
    """A frame around all cells: horizontal, vertical, four corners."""

    @frame(name, needs="single")
    def write(cells: Cells, rng: Random) -> str:
        across, down, *corner = list(signs)
        rows = [separator.join(row) for row in padded(cells)]
        if separator:
            rows = [f" {row} " for row in rows]
        rule = across * max(map(len, rows))
        body = lines(f"{down}{row}{down}" for row in rows)
        return f"{corner[0]}{rule}{corner[1]}\n{body}\n{corner[2]}{rule}{corner[3]}"


add_walled("a wall, tight", "-|++++", "")
add_walled("a wall, apart", "-|++++", " ")
add_walled("a drawn wall", "─│┌┐└┘", " ")
add_walled("a double wall, tight", "═║╔╗╚╝", "")
add_walled("a wall of bars", "_|    ", " ")


def add_ruled(
    name: str, first_number: int, names: str, mark: str, close: str = "", rule: bool = False
) -> None:
    """Names of columns above and of rows before; ``names``: "0" or "A" for columns, then for rows."""

    @frame(name)
    def write(cells: Cells, rng: Random) -> str:
        shown = padded(cells)
        cell_width = len(shown[0][0])
        columns = range(first_number, first_number + width_of(shown))
        heads = [str(col) if names[0] == "0" else LETTERS[col - first_number] for col in columns]
        # Half of the programs widen the columns for numbers of two digits, half print the last digit.
        if rng.random() < 0.5:
            cell_width = max(cell_width, *map(len, heads))
        heads = [head[-cell_width:].rjust(cell_width) for head in heads]
        rows = [
            (f"{number:>2}" if names[1] == "0" else f" {LETTERS[number - first_number]}")
            + mark
            + " ".join(sign.rjust(cell_width) for sign in row)
            + close
            for number, row in enumerate(shown, first_number)
        ]
        indent = " " * (2 + len(mark) - (mark == "| " and rng.random() < 0.3))
        above = [indent + " ".join(heads)]
        if rule:
            above.append("  " + "-" * (len(rows[0]) - 2))
        below = above[1:] if rule and rng.random() < 0.5 else []
        return lines([*above, *rows, *below])


add_ruled("numbers from 0", 0, "00", " ")
add_ruled("numbers from 1", 1, "00", " ")
add_ruled("numbers, a bar", 0, "00", "| ")
add_ruled("numbers, bars at both sides", 0, "00", "| ", " |")
add_ruled("numbers from 1, bars and rules", 1, "00", "| ", " |", rule=True)
add_ruled("numbers, a rule", 0, "00", "  ", rule=True)
add_ruled("letters above", 1, "A0", " ")
add_ruled("letters above, a bar", 1, "A0", " | ", rule=True)
add_ruled("letters above, a colon", 1, "A0", ": ")
add_ruled("letters at the side", 1, "0A", " ")
add_ruled("letters on both", 0, "AA", "| ", " |", rule=True)


@frame("numbers all around")
def write_all_around(cells: Cells, rng: Random) -> str:
    shown = padded(cells)
    heading = "   " + " ".join(
        str(col % 10).rjust(len(shown[0][0])) for col in range(width_of(shown))
    )
    rows = [f"{number:>2} " + " ".join(row) + f" {number}" for number, row in enumerate(shown)]
    return lines([heading, *rows, heading])


@frame("numbers in two lines", needs="single")
def write_tens(cells: Cells, rng: Random) -> str:
    numbers = [f"{col:>2}" for col in range(width_of(cells))]
    above = ["    " + " ".join(number[k] for number in numbers) for k in (0, 1)]
    return lines(
        [*above, *(f"{number:>2}  " + " ".join(row) for number, row in enumerate(padded(cells)))]
    )


@frame("numbers above only")
def write_numbers_above(cells: Cells, rng: Random) -> str:
    shown = padded(cells)
    heading = " ".join(str(col % 10).rjust(len(shown[0][0])) for col in range(width_of(shown)))
    return lines([heading, *(" ".join(row) for row in shown)])


@frame("tight, numbered", needs="single")
def write_tight_numbered(cells: Cells, rng: Random) -> str:
    mark = rng.choice(["  ", " |", ": "])
    heading = " " * (2 + len(mark)) + "".join(str(col % 10) for col in range(width_of(cells)))
    rows = [f"{number:>2}{mark}" + "".join(row) for number, row in enumerate(padded(cells))]
    return lines([heading, *rows])


@frame("rows named only")
def write_named_rows(cells: Cells, rng: Random) -> str:
    name = rng.choice(["{}: ", "row {}: ", "Row {}:\t", "{}) ", "{:>2} | ", "[{}] ", "{}. "])
    first_number = rng.choice([0, 1])
    return lines(
        name.format(number) + " ".join(row)
        for number, row in enumerate(padded(cells), first_number)
    )


@frame("numbers before rows only")
def write_numbers_before(cells: Cells, rng: Random) -> str:
    return lines(f"{number:>2} " + " ".join(row) for number, row in enumerate(padded(cells)))


@frame("tall cells", needs="single", is_lines=False)
def write_tall(cells: Cells, rng: Random) -> str:
    columns = width_of(cells)
    empty, ground = "     |" + "     |" * columns, "     |" + "_____|" * columns
    heading = "     " + "".join(f"{col:^6}" for col in range(columns))
    rows = [
        f"{empty}\n  {number:<2} |" + "".join(f"  {sign}  |" for sign in row) + f"\n{ground}"
        for number, row in enumerate(padded(cells))
    ]
    return lines([heading, "     " + "_" * (6 * columns), *rows])


def add_boxed(name: str, opening: str, closing: str, between: str) -> None:
    @frame(name)
    def write(cells: Cells, rng: Random) -> str:
        return lines(
            between.join(f"{opening}{sign}{closing}" for sign in row) for row in padded(cells)
        )


add_boxed("square brackets", "[", "]", "")
add_boxed("square brackets apart", "[", "]", " ")
add_boxed("round brackets", "(", ")", "")


def add_cursor(name: str, wall: str, brackets: str) -> None:
    @frame(name, needs="single")
    def write(cells: Cells, rng: Random) -> str:
        shown = padded(cells)
        row = rng.randrange(len(shown))
        col = rng.randrange(len(shown[row]))
        gaps = [[" "] * (len(signs) + 1) for signs in shown]
        gaps[row][col : col + 2] = brackets
        rows = [
            row_gaps[0] + "".join(sign + gap for sign, gap in zip(signs, row_gaps[1:], strict=True))
            for signs, row_gaps in zip(shown, gaps, strict=True)
        ]
        if not wall:
            return lines(rows)
        rule = wall[0] * (2 * len(shown[0]) + 1)
        return lines(
            [
                wall[2] + rule + wall[3],
                *(wall[1] + r + wall[1] for r in rows),
                wall[4] + rule + wall[5],
            ]
        )


add_cursor("a cursor in brackets", "", "[]")
add_cursor("a cursor in brackets, a wall", "─│┌┐└┘", "[]")
add_cursor("a cursor in brackets, walls of ASCII", "-|++++", "[]")
add_cursor("a cursor in arrows", "", "><")


def literal(sign: str, quote: str = '"') -> str:
    """A cell as a value of a program."""
    if sign.lstrip("-").isdecimal() and sign.isascii():
        return sign
    if sign in ("null", "None"):
        return sign
    return f"{quote}{sign or ' '}{quote}"


def add_nested(
    name: str,
    before: str,
    row: tuple[str, str, str],
    after: str,
    quote: str,
    all_texts: bool = False,
) -> None:
    """Rows in brackets: what opens a row, stands between its cells, and closes it."""

    @frame(name, is_lines=False)
    def write(cells: Cells, rng: Random) -> str:
        value = (
            (lambda sign: f"{quote}{sign or ' '}{quote}")
            if all_texts
            else (lambda sign: literal(sign, quote))
        )
        rows = [row[0] + row[1].join(map(value, signs)) + row[2] for signs in cells]
        return before + ",\n".join(rows) + after


add_nested("a list of Python", "board = [\n", ("    [", ", ", "]"), "\n]", "'", all_texts=True)
add_nested("a list of Python, numbers", "grid = [\n", ("    [", ", ", "]"), ",\n]", "'")
add_nested("a printed list", "[", ("[", ", ", "]"), "]", "'")
add_nested(
    "an array of C", "char board[9][9] = {\n", ("  {", ",", "}"), "\n};", "'", all_texts=True
)
add_nested("an array of Java", "String[][] b = {", ("{", ", ", "}"), "};", '"', all_texts=True)
add_nested(
    "lists of Kotlin",
    "val board = listOf(\n",
    ("    listOf(", ", ", ")"),
    "\n)",
    "'",
    all_texts=True,
)
add_nested(
    "vectors of Rust", "let board = vec![\n", ("    vec![", ", ", "]"), ",\n];", "'", all_texts=True
)
add_nested("facts of Prolog", "P = [\n", (" [", ",", "]"), "\n].", "'")


@frame("lists in lines", is_lines=False)
def write_list_lines(cells: Cells, rng: Random) -> str:
    return lines(str([sign or " " for sign in row]) for row in cells)


def add_texts(
    name: str, before: str, row: tuple[str, str], between: str, after: str, needs: str = "single"
) -> None:
    """A text in quotes a row, or one for all rows."""

    @frame(name, needs=needs, is_lines=False)
    def write(cells: Cells, rng: Random) -> str:
        separator = "" if needs == "single" else " "
        return (
            before
            + between.join(row[0] + separator.join(r) + row[1] for r in padded(cells))
            + after
        )


add_texts("texts of Python", "board = [\n", ('    "', '"'), ",\n", ",\n]")
add_texts("texts of Python, apart", "board = [\n", ("    '", "'"), ",\n", "\n]", needs="")
add_texts("a text in three quotes", 'board = """\n', ("", ""), "\n", '\n"""')
add_texts("a text in three quotes, begun at once", 'board = """', ("", ""), "\n", '"""', needs="")
add_texts(
    "a text in three quotes, indented",
    "    board = '''\n",
    ("        ", ""),
    "\n",
    "\n    '''",
    needs="",
)
add_texts("texts of C", "const char *board =\n", ('    "', '\\n"'), "\n", ";")
add_texts("a text of Rust", 'let board = "\\\n', ("", ""), "\\n\\\n", '";')
add_texts("a text of JavaScript", "const board = `\n", ("", ""), "\n", "\n`;", needs="")
add_texts("texts added up", "String b =\n", ('    "', '\\n"'), " +\n", ";")
add_texts("a text in one line", 'parse("', ("", ""), "\\n", '")')
add_texts("a list of YAML", "board:\n", ('  - "', '"'), "\n", "")


@frame("lists of JSON", is_lines=False)
def write_json(cells: Cells, rng: Random) -> str:
    rows = ("[" + ", ".join(map(literal, row)) + "]" for row in cells)
    return "[" + rng.choice([", ", ",", ",\n "]).join(rows) + "]"


@frame("an object of JSON", is_lines=False)
def write_json_object(cells: Cells, rng: Random) -> str:
    rows = [["" if sign is None else json_value(sign) for sign in row] for row in cells]
    members = {
        "rows": len(cells),
        "cols": width_of(cells),
        rng.choice(["board", "grid", "cells"]): rows,
    }
    return json.dumps(members, ensure_ascii=rng.random() < 0.3, indent=rng.choice([None, None, 1]))


@frame("texts of JSON", needs="single", is_lines=False)
def write_json_texts(cells: Cells, rng: Random) -> str:
    return json.dumps({"board": ["".join(row) for row in padded(cells)]}, ensure_ascii=False)


def json_value(sign: str) -> str | int | None:
    if sign in ("null", "None"):
        return None
    return int(sign) if sign.lstrip("-").isdecimal() and sign.isascii() else sign or " "


@frame("an array of NumPy", needs="numbers", is_lines=False)
def write_numpy(cells: Cells, rng: Random) -> str:
    rows = [f"[{' '.join(row)}]" for row in padded(cells)]
    return "[" + "\n ".join(rows) + "]"


@frame("an array of NumPy, repr", needs="numbers", is_lines=False)
def write_numpy_repr(cells: Cells, rng: Random) -> str:
    return "array([" + ",\n       ".join(f"[{', '.join(row)}]" for row in padded(cells)) + "])"


@frame("a frame of pandas", shows_blanks=False)
def write_pandas(cells: Cells, rng: Random) -> str:
    width = max(2, len(padded(cells)[0][0]))
    heading = "  " + "".join(f" {col:>{width}}" for col in range(width_of(cells)))
    rows = [
        f"{number:<2}" + "".join(f" {sign:>{width}}" for sign in row)
        for number, row in enumerate(cells)
    ]
    return lines([heading, *rows])


@frame("a table of Markdown", shows_blanks=True)
def write_markdown(cells: Cells, rng: Random) -> str:
    rule = "|" + "---|" * width_of(cells)
    heading = "| " + " | ".join(LETTERS[: width_of(cells)]) + " |"
    rows = ["| " + " | ".join(row) + " |" for row in padded(cells)]
    return lines([heading, rule, *rows] if rng.random() < 0.5 else [rows[0], rule, *rows[1:]])


@frame("a block of code", is_lines=False)
def write_fence(cells: Cells, rng: Random) -> str:
    fence = rng.choice(["```", "~~~", "```text"])
    return lines([fence, *(" ".join(row) for row in padded(cells)), fence[:3]])


@frame("rows with empty lines between", shows_blanks=False)
def write_spaced(cells: Cells, rng: Random) -> str:
    return "\n\n".join(" ".join(row) for row in padded(cells))


@frame("rows in groups", shows_blanks=False, is_lines=False)
def write_groups(cells: Cells, rng: Random) -> str:
    size = rng.choice([size for size in (3, 4, 5, 2) if len(cells) % size == 0] or [4])
    rows = [" ".join(row) for row in padded(cells)]
    return "\n\n".join(lines(rows[k : k + size]) for k in range(0, len(rows), size))


@frame("rows and columns in groups", shows_blanks=False, is_lines=False)
def write_blocks(cells: Cells, rng: Random) -> str:
    rows = [
        "   ".join(" ".join(row[k : k + 3]) for k in range(0, len(row), 3)) for row in padded(cells)
    ]
    return "\n\n".join(lines(rows[k : k + 3]) for k in range(0, len(rows), 3))


@frame("rows in one line", needs="single", shows_blanks=False, is_lines=False)
def write_one_line(cells: Cells, rng: Random) -> str:
    return rng.choice(["/", "|", ";", " ", ", "]).join("".join(row) for row in cells)


CHAT_NAMES = dict(
    zip(
        KEYCAPS,
        (
            f":{name}:"
            for name in ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]
        ),
        strict=True,
    )
) | {
    "⬜": ":white_large_square:",
    "⬛": ":black_large_square:",
    "🟦": ":blue_square:",
    "🟩": ":green_square:",
    "🟫": ":brown_square:",
    "❓": ":question:",
    "🚩": ":triangular_flag_on_post:",
    "💣": ":bomb:",
}


@frame("names in a chat", needs="names", is_lines=False)
def write_names(cells: Cells, rng: Random) -> str:
    separator = rng.choice(["", "", " "])
    return lines(separator.join(CHAT_NAMES[sign] for sign in row) for row in cells)


@frame("a sheet in quotes", is_lines=False)
def write_quoted_sheet(cells: Cells, rng: Random) -> str:
    return lines(",".join(f'"{sign}"' for sign in row) for row in cells)


@frame("a sheet with names", is_lines=False)
def write_named_sheet(cells: Cells, rng: Random) -> str:
    separator = rng.choice([",", "\t", ";"])
    heading = separator.join(["", *map(str, range(width_of(cells)))])
    return lines([heading, *(separator.join([str(n), *row]) for n, row in enumerate(cells))])


@frame("a sheet with a heading", is_lines=False)
def write_headed_sheet(cells: Cells, rng: Random) -> str:
    name = rng.choice(["c", "col", "x"])
    heading = ",".join(f"{name}{col}" for col in range(width_of(cells)))
    return lines([heading, *(",".join(row) for row in cells)])


@frame("lines of a log")
def write_log(cells: Cells, rng: Random) -> str:
    head = rng.choice(
        ["12:00:{:02} ", "INFO: ", "[12:03:{:02}] board: ", "2024-03-12 10:15:{:02} INFO  "]
    )
    return lines(head.format(number) + " ".join(row) for number, row in enumerate(padded(cells)))


@frame("commas behind rows", shows_blanks=False)
def write_row_commas(cells: Cells, rng: Random) -> str:
    mark = rng.choice([",", ";"])
    return lines(" ".join(row) + mark for row in padded(cells))


@frame("colours of a terminal")
def write_coloured(cells: Cells, rng: Random) -> str:
    colour = {
        sign: 31 + number % 6
        for number, sign in enumerate(sorted({s for row in cells for s in row}))
    }
    return lines(" ".join(f"\x1b[{colour[s]}m{s or ' '}\x1b[0m" for s in row) for row in cells)


@frame("a frame of one sign", needs="single", shows_blanks=False)
def write_one_sign_frame(cells: Cells, rng: Random) -> str:
    used = {sign for row in cells for sign in row}
    edge = rng.choice([sign for sign in "=~@%" if sign not in used])
    width = 2 * width_of(cells) + 3
    return lines([edge * width, *(f"{edge} {' '.join(row)} {edge}" for row in cells), edge * width])


@frame("help beside the board", needs="single")
def write_helped(cells: Cells, rng: Random) -> str:
    rows = write_bars(cells, rng).split("\n")
    words = ["", "r  restart", "q  quit", "f  flag a cell", "Time: 0:42", "arrows move"]
    for number, row in enumerate(rows[: len(words)]):
        rows[number] = f"{row}   {words[number]}".rstrip()
    return lines(rows)


@frame("texts at a prompt", needs="single", shows_blanks=False)
def write_prompt(cells: Cells, rng: Random) -> str:
    before = rng.choice(
        ["$ ./mines 9 9 10", ">>> print(board)", "> show", "me@host:~$ python3 mines.py"]
    )
    after = rng.choice(["$ ", ">>> ", "> ", ""])
    return lines([before, *(" ".join(row) for row in padded(cells)), after])
