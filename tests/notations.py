"""How people write boards down: 63 notations, as functions of codes by rows, for tests of the reader.

None of them is our own way. Each is named after what is unusual in it, and written anew here.
"""

from __future__ import annotations

import json
from collections.abc import Callable

HIDDEN, MINE = -1, 10
Codes = list[list[int]]


def signs(codes: Codes, hidden: str, mine: str, zero: str = "0") -> list[list[str]]:
    """A sign a cell."""
    table = {HIDDEN: hidden, MINE: mine, 0: zero} | {n: str(n) for n in range(1, 9)}
    return [[table[code] for code in row] for row in codes]


def joined(rows: list[list[str]], between: str = "") -> str:
    return "\n".join(between.join(row) for row in rows)


def numbered(rows: list[list[str]], first_number: int = 0, corner: str = " ") -> str:
    """Row and column numbers in front, as consoles show boards."""
    width = len(rows[0])
    lines = [f"{corner} " + " ".join(str((first_number + c) % 10) for c in range(width))]
    lines += [f"{(first_number + r) % 10} " + " ".join(row) for r, row in enumerate(rows)]
    return "\n".join(lines)


def lettered(rows: list[list[str]]) -> str:
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = ["    " + " ".join(names[: len(rows[0])])]
    lines += [f"{r:>2}: " + " ".join(row) for r, row in enumerate(rows, 1)]
    return "\n".join(lines)


def boxed(rows: list[list[str]]) -> str:
    rule = "+" + "---+" * len(rows[0])
    lines = [rule]
    for row in rows:
        lines += ["|" + "|".join(f" {sign} " for sign in row) + "|", rule]
    return "\n".join(lines)


def drawn(rows: list[list[str]]) -> str:
    width = len(rows[0])
    lines = ["┌" + "┬".join(["───"] * width) + "┐"]
    for r, row in enumerate(rows):
        if r:
            lines.append("├" + "┼".join(["───"] * width) + "┤")
        lines.append("│" + "│".join(f" {sign} " for sign in row) + "│")
    lines.append("└" + "┴".join(["───"] * width) + "┘")
    return "\n".join(lines)


def piped(rows: list[list[str]]) -> str:
    rule = "-" * (2 * len(rows[0]) + 1)
    lines = [rule]
    for row in rows:
        lines += ["|" + "|".join(row) + "|", rule]
    return "\n".join(lines)


def framed_rows(rows: list[list[str]]) -> str:
    heading = "".join(str(c % 10) for c in range(1, len(rows[0]) + 1))
    rule = "-|" + "-" * len(rows[0]) + "|"
    lines = [f" |{heading}|", rule]
    lines += [f"{r % 10}|" + "".join(row) + "|" for r, row in enumerate(rows, 1)]
    return "\n".join([*lines, rule])


def markdown(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)


def in_brackets(rows: list[list[str]]) -> str:
    return "\n".join(" ".join(f"[{sign}]" for sign in row) for row in rows)


def numpy_print(codes: Codes, mine: int) -> str:
    rows = [[mine if code == MINE else code for code in row] for row in codes]
    lines = [" ".join(f"{code:>2}" for code in row) for row in rows]
    return "[[" + "]\n [".join(lines) + "]]"


def numpy_repr(codes: Codes) -> str:
    body = "],\n       [".join(", ".join(f"{code:>2}" for code in row) for row in codes)
    return f"array([[{body}]])"


def python_rows(codes: Codes) -> str:
    rows = signs(codes, "X", "F")
    body = ",\n    ".join("[" + ", ".join(f"'{sign}'" for sign in row) + "]" for row in rows)
    return f"board = [\n    {body},\n]"


def text_rows(codes: Codes) -> str:
    body = "\n".join(f'    "{"".join(row)}",' for row in signs(codes, ".", "F", " "))
    return f"grid = [\n{body}\n]"


def minizinc(codes: Codes) -> str:
    rows = signs(codes, "X", "M")
    body = "\n".join("    " + ",".join(row) + "," for row in rows)
    return f"r = {len(rows)};\nc = {len(rows[0])};\ngame = array2d(1..r, 1..c, [\n{body}\n]);"


def minizinc_bars(codes: Codes) -> str:
    return "[| " + "\n | ".join(", ".join(row) for row in signs(codes, "_", "M")) + " |];"


def prolog(codes: Codes) -> str:
    body = ",\n               ".join("[" + ",".join(row) + "]" for row in signs(codes, "_", "m"))
    return f"problem(1, P) :-\n           P = [{body}]."


def json_nulls(codes: Codes) -> str:
    cells = [
        [None if code == HIDDEN else "F" if code == MINE else code for code in row] for row in codes
    ]
    return json.dumps(cells)


def json_object(codes: Codes) -> str:
    board = signs(codes, "?", "F")
    return json.dumps({"width": len(board[0]), "height": len(board), "board": board})


def csv(codes: Codes, between: str = ",") -> str:
    return joined(signs(codes, "#", "F"), between)


def sheet(codes: Codes) -> str:
    return joined(signs(codes, "x", "!", ""), "\t")


def wall(rows: list[list[str]], around: str = "") -> str:
    return "\n".join(
        f"|{around}{around.join(row) if around else ''.join(row)}{around}|" for row in rows
    )


def named_rows(rows: list[list[str]]) -> str:
    return "\n".join(f"row {r}: {' '.join(row)}" for r, row in enumerate(rows))


def barred(rows: list[list[str]]) -> str:
    """A bar after the numbers of the rows, and a line below those of the columns."""
    width = len(rows[0])
    lines = ["   | " + " ".join(str(c % 10) for c in range(width)), "---+-" + "-" * (2 * width - 1)]
    lines += [f"{r:>2} | " + " ".join(row) for r, row in enumerate(rows)]
    return "\n".join(lines)


def tight_numbers(rows: list[list[str]]) -> str:
    lines = ["  " + "".join(str(c % 10) for c in range(len(rows[0])))]
    lines += [f"{r % 10} " + "".join(row) for r, row in enumerate(rows)]
    return "\n".join(lines)


def numbered_all_around(rows: list[list[str]]) -> str:
    heading = "   " + " ".join(str(c % 10) for c in range(len(rows[0])))
    lines = [f"{r:>2} " + " ".join(row) + f" {r}" for r, row in enumerate(rows)]
    return "\n".join([heading, *lines, heading])


def broken_array(codes: Codes) -> str:
    """As NumPy prints rows that are longer than a line."""
    lines = []
    for row in codes:
        half = len(row) // 2
        first_line, second_line = (
            " ".join(f"{code:>2}" for code in row_half) for row_half in (row[:half], row[half:])
        )
        lines.append(f"[{first_line}\n  {second_line}]")
    return "[" + "\n ".join(lines) + "]"


def python_lines(codes: Codes) -> str:
    return "\n".join(str(row) for row in signs(codes, "x", "F"))


def rust(codes: Codes) -> str:
    lines = [
        "    vec![" + ", ".join(f"'{sign}'" for sign in row) + "],"
        for row in signs(codes, "#", "F")
    ]
    return "\n".join(["vec![", *lines, "]"])


def c_array(codes: Codes) -> str:
    lines = ["  {" + ", ".join(f"'{sign}'" for sign in row) + "}" for row in signs(codes, "-", "*")]
    return f"char b[{len(codes)}][{len(codes[0])}] = {{\n" + ",\n".join(lines) + "\n};"


def text_of_a_program(codes: Codes) -> str:
    return "const board = `\n" + joined(signs(codes, "#", "F")) + "\n`;"


def names_in_chat(codes: Codes) -> str:
    words = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
    table = {HIDDEN: ":white_large_square:", MINE: ":triangular_flag_on_post:"}
    table |= {number: f":{word}:" for number, word in enumerate(words)}
    return "\n".join("".join(table[code] for code in row) for row in codes)


def json_names(codes: Codes) -> str:
    rows = [
        [None if code == HIDDEN else "flag" if code == MINE else code for code in row]
        for row in codes
    ]
    return json.dumps(rows)


def json_texts(codes: Codes) -> str:
    return json.dumps([" ".join(row) for row in signs(codes, "x", "F")], indent=2)


def log_lines(codes: Codes) -> str:
    lines = [" ".join(row) for row in signs(codes, "#", "F", ".")]
    return "\n".join(f"12:00:{r:02} board.py:{r}] {line}" for r, line in enumerate(lines))


def lines_of_grep(codes: Codes) -> str:
    lines = ["".join(row) for row in signs(codes, "?", "*")]
    return "\n".join(f"board.txt:{r}:{line}" for r, line in enumerate(lines, 1))


def heavy_boxes(rows: list[list[str]]) -> str:
    width = len(rows[0])
    lines = ["┏" + "┳".join("━" * width) + "┓"]
    for r, row in enumerate(rows):
        if r:
            lines.append("┣" + "╋".join("━" * width) + "┫")
        lines.append("┃" + "┃".join(row) + "┃")
    return "\n".join([*lines, "┗" + "┻".join("━" * width) + "┛"])


def pictures_two_wide(codes: Codes) -> str:
    """A cell is two columns, and so is a picture alone."""
    rows = signs(codes, ". ", "🚩", "  ")
    return "\n".join(
        "".join(cell if cell == "🚩" else cell.ljust(2) for cell in row) for row in rows
    )


def quoted_sheet(codes: Codes) -> str:
    rows = signs(codes, "?", "F", ".")
    named = [["", *map(str, range(1, len(codes[0]) + 1))]]
    named += [[str(r), *row] for r, row in enumerate(rows, 1)]
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in named)


def enumeration(codes: Codes) -> str:
    rows = signs(codes, "Cell::COVERED", "Cell::FLAG")
    body = ",\n".join("    { " + ", ".join(row) + " }" for row in rows)
    return f"Minefield field = {{\n{body}\n}};"


def scala(codes: Codes) -> str:
    rows = [", ".join(f"'{sign}'" for sign in row) for row in signs(codes, "#", "F")]
    return "Array(\n" + ",\n".join(f"  Array({row})" for row in rows) + "\n)"


def tens_above(rows: list[list[str]]) -> str:
    """Numbers of columns on two lines, as boards that are wide have them."""
    width = len(rows[0])
    tens = " ".join(str(c // 10) if c > 9 else " " for c in range(width))
    names = " ".join(str(c % 10) for c in range(width))
    lines = [f"  {tens}"] if width > 10 else []
    return "\n".join(
        [*lines, f"  {names}", *(f"{r} " + " ".join(row) for r, row in enumerate(rows))]
    )


def counted_mines(codes: Codes) -> int:
    return sum(row.count(MINE) for row in codes)


NOTATIONS: dict[str, Callable[[Codes], str]] = {
    "question marks and stars": lambda b: joined(signs(b, "?", "*")),
    "dots hidden": lambda b: joined(signs(b, ".", "F")),
    "dots hidden, apart": lambda b: joined(signs(b, ".", "*"), " "),
    "x and exclamation marks": lambda b: joined(signs(b, "x", "!"), " "),
    "X hidden, F flags, dots opened": lambda b: joined(signs(b, "X", "F", ".")),
    "U hidden, B flags, dots opened": lambda b: joined(signs(b, "U", "B", ".")),
    "dashes hidden": lambda b: joined(signs(b, "-", "F")),
    "dashes hidden, apart": lambda b: joined(signs(b, "-", "*"), " "),
    "dots hidden, slashes opened, x flags": lambda b: joined(signs(b, ".", "x", "/")),
    "E hidden, B opened, M flags": lambda b: joined(signs(b, "E", "M", "B")),
    "o hidden": lambda b: joined(signs(b, "o", "x")),
    "blank opened": lambda b: joined(signs(b, "#", "F", " ")),
    "blank opened, dots hidden": lambda b: joined(signs(b, ".", "F", " ")),
    "blank opened, apart": lambda b: joined(signs(b, "#", "P", " "), " "),
    "middle dots": lambda b: joined(signs(b, "■", "⚑", "·")),
    "squares": lambda b: joined(signs(b, "□", "⚑", " ")),
    "squares, apart": lambda b: joined(signs(b, "◼", "▲"), " "),
    "numbered, dots hidden": lambda b: numbered(signs(b, ".", "F")),
    "numbered from 1": lambda b: numbered(signs(b, "#", "F", "."), 1),
    "numbered, blank opened": lambda b: numbered(signs(b, "#", "F", " ")),
    "lettered": lambda b: lettered(signs(b, "-", "!", ".")),
    "boxes": lambda b: boxed(signs(b, "?", "F", " ")),
    "boxes, blank hidden": lambda b: boxed(signs(b, " ", "F")),
    "drawn boxes": lambda b: drawn(signs(b, "■", "F", " ")),
    "drawn boxes, blank hidden": lambda b: drawn(signs(b, " ", "⚑")),
    "pipes": lambda b: piped(signs(b, "#", "F", " ")),
    "rows in a frame": lambda b: framed_rows(signs(b, ".", "*", "/")),
    "a table of Markdown": lambda b: markdown(signs(b, "#", "F", ".")),
    "brackets": lambda b: in_brackets(signs(b, " ", "!")),
    "brackets, dots opened": lambda b: in_brackets(signs(b, "#", "F", ".")),
    "NumPy": lambda b: numpy_print(b, 9),
    "NumPy, repr": numpy_repr,
    "rows of Python": python_rows,
    "texts of Python": text_rows,
    "MiniZinc": minizinc,
    "MiniZinc, bars": minizinc_bars,
    "Prolog": prolog,
    "JSON, null": json_nulls,
    "JSON, an object": json_object,
    "commas": csv,
    "a sheet": sheet,
    "walls": lambda b: wall(signs(b, "x", "F", ".")),
    "walls, apart": lambda b: wall(signs(b, "■", "F", " "), " "),
    "rows with their names": lambda b: named_rows(signs(b, "x", "!")),
    "a bar after the numbers": lambda b: barred(signs(b, "□", "F", ".")),
    "tight rows with numbers": lambda b: tight_numbers(signs(b, "#", "F", ".")),
    "numbers all around": lambda b: numbered_all_around(signs(b, "-", "F", ".")),
    "NumPy, long rows": broken_array,
    "lists line by line": python_lines,
    "Rust": rust,
    "C": c_array,
    "a text in a program": text_of_a_program,
    "names in a chat": names_in_chat,
    "JSON, names": json_names,
    "JSON, texts with blanks": json_texts,
    "lines of a log": log_lines,
    "lines of grep": lines_of_grep,
    "heavy boxes": lambda b: heavy_boxes(signs(b, "#", "F", " ")),
    "pictures two wide": pictures_two_wide,
    "a quoted sheet with names": quoted_sheet,
    "names of an enumeration": enumeration,
    "Scala": scala,
    "tens above": lambda b: tens_above(signs(b, ".", "F")),
}


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


# What stands around a text. Of the text, the mine count and how many mines are flagged: the whole text, and
# whether it tells the mine count.
DECORATIONS: dict[str, Callable[[str, int, int], tuple[str, bool]]] = {
    "nothing": lambda text, mines, flags: (text, False),
    "a count above": lambda text, mines, flags: (f"{mines}\n{text}", True),
    "a count below": lambda text, mines, flags: (f"{text}\n{mines}", True),
    "a count and an empty line": lambda text, mines, flags: (f"{mines}\n\n{text}", True),
    "a sentence with the count": lambda text, mines, flags: (
        f"{text}\n\nThere are {mines} mines.",
        True,
    ),
    "a caption": lambda text, mines, flags: (f"Board ({mines} bombs):\n{text}", True),
    "mines left": lambda text, mines, flags: (f"Mines left: {mines - flags}\n{text}", True),
    "facts": lambda text, mines, flags: (
        f"Game 3 | Mines: {mines} | Flags: {flags} | Time: 034\n{text}",
        True,
    ),
    "words around": lambda text, mines, flags: (
        f"I am stuck, what is safe?\n\n{text}\n\nThank you!",
        False,
    ),
    "words and a count": lambda text, mines, flags: (
        f"Hello\n\n{text}\n\nbombs left: {mines - flags}",
        True,
    ),
    "a title": lambda text, mines, flags: (f"Minesweeper\n===========\n{text}", False),
    "a prompt below": lambda text, mines, flags: (f"{text}\nEnter row and column: ", False),
    "a command above": lambda text, mines, flags: (f"me@host:~$ python3 mines.py\n{text}", False),
    "a call above": lambda text, mines, flags: (f">>> print(board)\n{text}", False),
    "a fence": lambda text, mines, flags: (f"```text\n{text}\n```", False),
    "a quotation": lambda text, mines, flags: (quoted(text), False),
    "indented": lambda text, mines, flags: (indented(text), False),
    "other line ends": lambda text, mines, flags: (text.replace("\n", "\r\n") + "\r\n", False),
    "empty lines": lambda text, mines, flags: (f"\n\n{text}\n\n\n", False),
}
