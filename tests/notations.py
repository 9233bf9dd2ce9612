"""How people write boards down: 40 notations, as functions of codes by rows, for tests of the reader.

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


def numbered(rows: list[list[str]], first: int = 0, corner: str = " ") -> str:
    """Row and column numbers in front, as consoles show boards."""
    width = len(rows[0])
    lines = [f"{corner} " + " ".join(str((first + c) % 10) for c in range(width))]
    lines += [f"{(first + r) % 10} " + " ".join(row) for r, row in enumerate(rows)]
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
    cells = [[None if code == HIDDEN else "F" if code == MINE else code for code in row] for row in codes]
    return json.dumps(cells)


def json_object(codes: Codes) -> str:
    board = signs(codes, "?", "F")
    return json.dumps({"width": len(board[0]), "height": len(board), "board": board})


def csv(codes: Codes, between: str = ",") -> str:
    return joined(signs(codes, "#", "F"), between)


def sheet(codes: Codes) -> str:
    return joined(signs(codes, "x", "!", ""), "\t")


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
}
