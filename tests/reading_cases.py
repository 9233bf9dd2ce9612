"""Makes ``reading_cases.json``: texts, and what each is read as, for every host that reads boards.

The boards are real positions in the notations of ``notations.py``, and texts whose meaning is written beside
them here; nothing is what the reader says. Run it after a change: ``python tests/reading_cases.py``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from notations import NOTATIONS

POSITIONS = (
    ("110001#*|#10001#*|1100013#|00000022|0000002#|1211013#|*2*101*2|12#1011#", None),
    ("######*|#3111##|*20011#|#2001*1|*100111|1100000", None),
    (
        "01*#101##|013*213*#|002*#1#*2|111111232|*1000001*|#1000001#|#1110011#|##*2212##|#########",
        None,
    ),
)
"""Rows parted by bars, as canonical signs."""


def read_as(name: str, text: str, rows: str, mines: int | None = None) -> dict[str, Any]:
    return {"name": name, "text": text, "rows": rows.split("|"), "mines": mines}


TEXTS: list[dict[str, Any]] = [
    read_as(
        "a caption of pictures",
        "💣 3 | ⏱ 0:42\n⬜⬜⬜\n1️⃣2️⃣⬜".replace("💣 3", "💣: 3"),
        "###|12#",
        3,
    ),
    *(
        read_as(
            f"named cells, {name}",
            "\n".join(before + row + behind for row in ("1AB", "2CD")),
            "1##|2##",
        )
        for name, before, behind in (
            ("a blank behind each row", "", " "),
            ("two blanks", "", "  "),
            ("a tab", "", "\t"),
            ("a blank in front", " ", ""),
        )
    ),
    read_as("marks of direction", "\u200f1##\n\u2068\u202a12#\u202c\u2069", "1##|12#"),
    read_as("named cells apart, with a blank behind", "0 A \n1 1 ", "0#|11"),
    read_as("a tab behind each row", "..\t\n1.\t", "##|1#"),
    read_as(
        "lives that remain",
        "Remaining lives: 3\nX X 1 0\nX F 1 0\n1 1 1 0\n0 0 0 0\n",
        "##10|#*10|1110|0000",
    ),
    read_as(
        "columns from 0 above rows from 1",
        "-----扫雷游戏-----\n0 1 2 3 4 \n1 ? ? 1 0 \n2 ? 2 1 0 \n3 1 1 0 0 \n-----扫雷游戏-----\n",
        "##10|#210|1100",
    ),
    read_as(
        "a ruler above named rows, an empty line between",
        "    0 1 2 3 \n\n0   - - 2 - \n1   - - - - \n2   1 2 - - \n3   - - - - \nYour move (row, column) -> ",
        "##2#|####|12##|####",
    ),
    read_as(
        "bars and a ruler, blank opened",
        "    1   2   3   4  \n   +---+---+---+---+\n A | # | 1 |   |   |\n   +---+---+---+---+\n"
        " B | # | 2 | 1 | 1 |\n   +---+---+---+---+\n C | # | # | # | # |\n   +---+---+---+---+\n",
        "#100|#211|####",
    ),
    read_as(
        "letters behind the rows of a double frame",
        "   0     1     2     3     \n╔═════╦═════╦═════╦═════╗\n"
        "║  ■  ║  ■  ║  1  ║  ░  ║ A\n╠═════╬═════╬═════╬═════╣\n"
        "║  ■  ║  ⚑  ║  1  ║  ░  ║ B\n╠═════╬═════╬═════╬═════╣\n"
        "║  1  ║  1  ║  1  ║  ░  ║ C\n╚═════╩═════╩═════╩═════╝\n",
        "##10|#*10|1110",
    ),
    read_as(
        "an entry of a list above a fence",
        "1. **Aufdecken (r 2 0):** Aufdecken der Zelle (2, 0)\n\n```\n1 F 2 .\n. 2 . .\n2 . . .\n```\n",
        "1*2#|#2##|2###",
    ),
    read_as("flags of mines", "🚩 0/3\n⬜⬜⬜\n1️⃣2️⃣⬜", "###|12#", 3),
    read_as("covered on Reddit", "1>!2!<>!💣!<\n1>!2!<>!💣!<", "1##|1##", 2),
    read_as("Go's log", "2024/03/12 10:15:33 1 # #\n2024/03/12 10:15:34 1 2 #", "1##|12#"),
    read_as(
        "Android's log",
        "03-12 10:15:33.123  12  12 D Mines   : 1##\n03-12 10:15:33.124  12  12 D Mines   : 12#",
        "1##|12#",
    ),
    read_as("containers", "web_1  | 1 # #\nweb_1  | 1 2 #", "1##|12#"),
    read_as("the time of day", "12:00 1 ? ?\n12:01 1 2 ?", "1##|12#"),
    read_as(
        "a quotation of a forum",
        "[quote=Bob][code]\n1##\n12#\n[/code][/quote]\nAny ideas?",
        "1##|12#",
    ),
    read_as("a prompt at the end", "$ ./mines\n1 # #\n1 2 #\n$ ", "1##|12#"),
    read_as("a text of C#", 'string map = @"1##\n12#";', "1##|12#"),
    read_as("a text of Python", 'board = """1##\n12#"""', "1##|12#"),
    read_as("a text of Rust", 'let board = "\\\n1##\n12#\n";', "1##|12#"),
    read_as("a text in quotes", '"1##\n12#\n###"', "1##|12#|###"),
    read_as(
        "rows in bold",
        "| | A | B | C |\n|---|---|---|---|\n| **1** | 1 | ? | ? |\n| **2** | 1 | 2 | ? |",
        "1##|12#",
    ),
    read_as("two mines on either side", "**1**\n11*11\n00100", "**1**|11*11|00100"),
    read_as("Arabic digits", "٠١#\n٠١#", "01#|01#"),
    read_as("wide bars", "｜１｜■｜\n｜１｜■｜", "1#|1#"),
    read_as("breaks of HTML", "1##<br>12#<br/>###", "1##|12#|###"),
    read_as("divisions of HTML", "<div>1##</div><div>12#</div>", "1##|12#"),
    read_as("resets of a terminal", "\x1b(B\x1b[m1\x1b(B\x1b[m#\n\x1b[?25h##", "1#|##"),
    read_as("an arrow behind a row", "1 # #  <- here\n1 2 #", "1##|12#"),
    read_as("a letter and its number", "1 # #\n1 2 #\nn = 10", "1##|12#"),
    read_as("a mine count above", "3\nx x x\n1 2 x\n0 1 x", "###|12#|01#", 3),
    read_as("a mine count below", "UUU\nUB2\nU21\n4", "###|#*2|#21", 4),
    read_as("mines left", "#*#\n#2#\n111\nMines left: 1", "#*#|#2#|111", 2),
    read_as(
        "no mines left, below a list",
        "[['1', 'F', '1', '#'], ['1', '1', '1', '#']]\nMines left: 0",
        "1*1#|111#",
        1,
    ),
    read_as("a title", "My board:\n\n1#\n##\n", "1#|##"),
    read_as("quoted", "> 1 x\n> x x", "1#|##"),
    read_as("rows with empty lines between", "# # # #\n\n1 2 2 1\n\n. . . .", "####|1221|0000"),
    read_as("rows of letters with empty lines between", "xx1\n\n221\n\n1xx", "##1|221|1##"),
    read_as(
        "barred rows with empty lines between", "| # | 1 |\n\n| # | 1 |\n\n| 1 | 1 |", "#1|#1|11"
    ),
    read_as("a size", "2 3\n1 x x\n1 2 x", "1##|12#"),
    read_as("usual", "2x2x1\n1#\n##", "1#|##", 1),
    read_as("a row like a size", "1 x 1\nx x x\n1 x 1", "1#1|###|1#1"),
    read_as("a size settles a blank edge", "3x3\n 1#\n 1#\n 1#", "01#|01#|01#"),
    read_as("digits in circles", "①□□\n①②□", "1##|12#"),
    read_as("a sheet with names", "row,a,b,c\n1,1,#,#\n2,1,2,#", "1##|12#"),
    read_as("a row like a tight size", "1x1\nxxx\n1x1\n111", "1#1|###|1#1|111"),
    read_as("a whole layout", ".*.\n...", "1*1|111", 1),
    read_as("a frame of blanks and X", "-------\n| |X| |\n-------\n| | | |\n-------", "1*1|111", 1),
    read_as("a mine count above a list", "2\n[[1, -1], [-1, -1]]", "1#|##", 2),
    read_as("a mine count below a list", "[[1, None], [None, None]]\n\n2", "1#|##", 2),
    read_as(
        "a mine count above an array",
        "3\narray([['1', 'E', 'E'],\n       ['1', '2', 'E']])",
        "1##|12#",
        3,
    ),
    read_as("a mine count below a frame", "| 1 |\n|13*|\n|1##|\n3", "010|13*|1##", 3),
    read_as(
        "several facts in a line",
        "Game 3 | Mines: 3 | Flags: 1 | Time: 034\n1*#\n12#",
        "1*#|12#",
        3,
    ),
    read_as("a size and a mine count", "Size: 2x3  Mines: 3\n1##\n12#", "1##|12#", 3),
    read_as("a prompt with a digit", "me@host:~$ python3 mines.py\n1##\n12#", "1##|12#"),
    read_as("a call at a prompt", '>>> print(board)\n"1##"\n"12#"\n"01#"', "1##|12#|01#"),
    read_as("names of rows", "0: ##1\n1: ##2\n2: ###", "##1|##2|###"),
    read_as("words and names of rows", "row 0: x x 1\nrow 1: x x 2\nrow 2: x x x", "##1|##2|###"),
    read_as(
        "names and a bar",
        "   | 0 1 2\n---+------\n 0 | 0 1 x\n 1 | 1 2 x\n 2 | x x x",
        "01#|12#|###",
    ),
    read_as("tight rows with names", "  012\n0 01#\n1 12#\n2 ###", "01#|12#|###"),
    read_as("a count below names", "   a b c\n 1   1 x\n 2 1 2 x\n 3 x x x\n3", "01#|12#|###", 3),
    read_as("a blank last element", "b([\n [1, , ],\n [1,2, ]\n]).", "1##|12#"),
    read_as("True for a flag", "[[1, True, None], [1, 2, None]]", "1*#|12#"),
    read_as("a name for a flag", "[[1, 'flag', None], [1, 2, None]]", "1*#|12#"),
    read_as("lists row by row", "['1', 'x', 'x']\n['1', '2', 'x']\n['0', '1', 'x']", "1##|12#|01#"),
    read_as("lists of Rust", "vec![\n  vec!['1', '#'],\n  vec!['#', '#'],\n]", "1#|##"),
    read_as("an array that is broken", "[[ 1 -1 -1\n  -1]\n [ 1  2 -1\n  -1]]", "1###|12##"),
    read_as("a text of JavaScript", "const b = `\n01#\n12#\n###\n`;", "01#|12#|###"),
    read_as("a text of Python", 'b = """\n01#\n12#\n###\n"""', "01#|12#|###"),
    read_as(
        "texts with blanks between cells", '[\n  "x x 1",\n  "x x 2",\n  "x x x"\n]', "##1|##2|###"
    ),
    read_as(
        "a wall of underscores",
        "|F____|\n|_____|\n|__3__|\n|_____|\n|_____|",
        "*####|#####|##3##|#####|#####",
    ),
    read_as("dollars first", "  $  1  0\n  1  1  0\n  +  1  0", "*10|110|#10"),
    read_as("-2 for a flag", "0 1 -1\n1 2 -1\n-2 2 -1\n-1 -1 -1", "01#|12#|*2#|###"),
    read_as(
        "names in a chat",
        ":one::white_large_square:\n:white_large_square::white_large_square:",
        "1#|##",
    ),
    read_as("two squares in a chat", "⬜1️⃣🔲\n⬜1️⃣1️⃣\n⬜⬜⬜", "01#|011|000"),
    read_as("blanks that cannot be broken", "1\u00a0x\u00a0x\n1\u00a02\u00a0x", "1##|12#"),
    read_as(
        "words around", "Which is safe?\n\n1##\n12#\n\nbombs left: 3\n\nThank you!", "1##|12#", 3
    ),
    read_as("rows of dashes with names", "  012\n0 ---\n1 ---\n2 111\n3 1F#", "000|000|111|1*#"),
    read_as("rows in a line", "0,1,?;1,2,?;?,?,?", "01#|12#|###"),
    read_as("texts of Java", '{{"0","1","X"},\n {"1","2","X"},\n {"X","X","X"}};', "01#|12#|###"),
    read_as("a slice of Go", "[][]rune{\n\t{'1', '?'},\n\t{'?', '?'},\n}", "1#|##"),
    read_as("values of Rust", "[Some(1), None],\n[None, None],", "1#|##"),
    read_as("numbers of two digits", "01 -1\n-1 -1", "1#|##"),
    read_as("a text with its line breaks", '"1??\\n12?"', "1##|12#"),
    read_as(
        "cells that are objects",
        '{"cells": [[{"revealed": true, "value": 1}, {"revealed": false}]]}',
        "1#",
    ),
    read_as(
        "a list with its size", '{"rows": 2, "cols": 2, "cells": [1, null, null, null]}', "1#|##"
    ),
    read_as(
        "a frame of pandas with its size",
        "   0  1  2\n0  1 -1 -1\n1  1  2 -1\n\n[2 rows x 3 columns]",
        "1##|12#",
    ),
    read_as("blank cells behind tabs", "*\t2\t \t \n*\t2\t \t \n1\t1\t \t ", "*200|*200|1100"),
    read_as("a count in Chinese", "雷数：2\n1 ? ?\n1 2 ?", "1##|12#", 2),
    read_as("a count in Russian", "Мин: 2\n1 ? ?\n1 2 ?", "1##|12#", 2),
    read_as("words", "one hidden hidden\none two hidden", "1##|12#"),
    read_as("0 and 1 alone", "0 0 1\n0 0 0\n1 0 0", "01*|121|*10", 2),
    read_as("names before bars", "0: | X X X |\n1: | X X X |\n2: | X 1 X |", "###|###|#1#"),
    {"name": "rows of blanks at the end", "text": "#31\n2F1\n111\n   \n   ", "error": "ask"},
    read_as("a dot that is hidden, as 0 is written", ". 1 0\n1 1 0\n0 0 0", "#10|110|000"),
    read_as("bars between cells only", "1| |1\n-----\n1|1|1\n-----\n0|0|0", "1#1|111|000"),
    read_as("a heading of Markdown", "|a|b|c|\n|-|-|-|\n|1|?|?|\n|1|2|?|", "1##|12#"),
    read_as("names that Swift has for nothing", "[\n [1, nil, nil],\n [1, 2, nil]\n]", "1##|12#"),
    read_as(
        "a heading above an empty line",
        "    0 1 2 \n\n0   0 1 - \n1   1 2 - \n2   - - - ",
        "01#|12#|###",
    ),
    read_as("a number in the end", "map =\n0 1 ?\n1 2 ?\n? ? ?\n\nn = 2", "01#|12#|###"),
    read_as("arrays of Kotlin", "arrayOf(\n  intArrayOf(1, -1),\n  intArrayOf(-1, -1)\n)", "1#|##"),
    read_as(
        "a heading shifted with its rows",
        "   1 2 3 4\n1| # # # 1 |\n2| 1 2 2 1 |\n3|         |",
        "###1|1221|0000",
    ),
    read_as("lines of a log", "INFO: 1 #\nINFO: # #", "1#|##"),
    read_as("a list of quotations", "- `1 #`\n- `# #`", "1#|##"),
    read_as("rows parted by blanks in a line", "##1 ##2 ###", "##1|##2|###"),
    read_as("double bars between cells", "⬛||1||⬛\n1||1||1", "#1#|111"),
    read_as("double bars and a row between them", "||⬛||1||⬛||\n1||1||1", "#1#|1#1"),
    read_as(
        "rows of objects in JSON",
        '{"rows": [{"cells": ["#", "1"]}, {"cells": ["1", "#"]}]}',
        "#1|1#",
    ),
    read_as(
        "a caption with a bar above a frame",
        "Level 3 | Flags: 2/10\n+---+\n|##1|\n|#21|\n+---+",
        "##1|#21",
    ),
    read_as("numbers before rows without a heading", "0 # 1\n1 # 1\n2 # 1", "#1|#1|#1"),
    read_as(
        "a count below numbered rows that end with blanks",
        "  0 1 2 3\n0 # # # 1\n1 1 2 1 1\n2        \n2",
        "###1|1211|0000",
        2,
    ),
    read_as("rows parted by commas in a line", "##1,12#,###", "##1|12#|###"),
    read_as("rows parted by bars in a line", "|##1|12#|###|", "##1|12#|###"),
    read_as("dots between cells", "#.#.1\n1.2.#\n#.#.#", "##1|12#|###"),
    read_as("middle dots between cells", "1·x·1\n1·1·1", "1#1|111"),
    read_as("a size above dots that are cells", "2x3\n1.1\n1.1", "1#1|1#1"),
    read_as("dots between clues that hide a mine", "1.2.1\n1.2.1\n0.0.0", "1#2#1|1#2#1|0#0#0"),
    read_as(
        "letters that name rows",
        "A 0 0 0 0\nB 0 0 0 0\nC 0 0 1 1\nD 0 0 1 #",
        "0000|0000|0011|001#",
    ),
    read_as("letters that name rows of zeros", "A 0 0 0\nB 0 0 0", "000|000"),
    read_as("letters of hidden cells before clues", "A 1 0\nB 2 0\nC 1 0", "#10|#20|#10"),
    read_as(
        "letters of hidden cells before 1 and 0", "A 1 0 0\nB 1 0 0\nC 1 0 0", "#100|#100|#100"
    ),
    read_as(".mine text with an exploded mine", "3x2x1\nH10\n?10", "#10|*10", 1),
    read_as(".mine text as long as its first line", "5x2x3\nHHH10\n?2110", "###10|*2110", 3),
    read_as("numbers of two digits among signs", "01 -- --\n01 02 --", "1##|12#"),
    {
        "name": "an unknown name in one list",
        "text": "[\n [1, nix, 1],\n [1, 1, 0],\n [0, 0, 0]\n]",
        "error": "board",
    },
    {"name": "a frame, or hidden cells", "text": "####\n#1?#\n#??#\n####", "error": "ask"},
    {"name": "blanks behind all rows", "text": "++1   \n++1   \n111   ", "error": "ask"},
    {"name": "squares the other way round", "text": "*\t2\t*\n1\t2\t1\n▢\t▢\t▢", "error": "ask"},
    {"name": "a row and words", "text": "1 # # here\n1 2 #", "error": "board"},
    {"name": "words in a sheet", "text": "1\t#\t#\tnote\n1\t1\t#\t\n#\t#\t#\t", "error": "board"},
    {"name": "a tight row and words", "text": "1## (stuck)\n12#", "error": "board"},
    {
        "name": "moves of the cursor",
        "text": "\x1b[1;1H1\x1b[1;2H#\x1b[2;1H#\x1b[2;2H#",
        "error": "board",
    },
    {
        "name": "bytes of a game's memory",
        "text": "10 10 10 10 10\n10 0F 8F 0F 10\n10 41 42 8F 10\n10 10 10 10 10",
        "error": "board",
    },
    {"name": "a sentence", "text": "mine at (0,1); clue 2 at (1,1); 3x3", "error": "board"},
    {
        "name": "few signs in a frame",
        "text": "┌─────────┐\n│ 1     1 │\n│         │\n└─────────┘",
        "error": "ask",
    },
    {"name": "letters before clues and signs", "text": "A 1 ?\nB 1 1", "error": "ask"},
    {"name": "a last line of dashes", "text": "##1\n#11\n---", "error": "ask"},
    {"name": "blank cells in a code block", "text": "      1#\n      1#\n      11", "error": "ask"},
    read_as(
        "a size above blank cells in a code block", "3x3\n     1#\n     1#\n     1#", "01#|01#|01#"
    ),
    {"name": "blank cells behind two blanks", "text": "   1#\n   1#\n   11", "error": "ask"},
    read_as(
        "a size above blank cells behind two blanks", "3x3\n   1#\n   1#\n   1#", "01#|01#|01#"
    ),
    read_as(
        "a size above blank cells apart behind two blanks",
        "3x4x2\n      1 #\n      2 2\n      1 #",
        "001#|0022|001#",
        2,
    ),
    read_as("an object around rows", '{"grid": {"rows": [[1, null], [null, null]]}}', "1#|##"),
    read_as(
        "an object around rows, with what is said beside it",
        '{"id": 7, "grid": {"rows": ["1x", "xx"], "width": 2}, "mines": 2}',
        "1#|##",
        2,
    ),
    read_as(
        "an object around an object around rows",
        '{"game": {"board": {"cells": [[1, null], [null, null]], "mines": 1}}}',
        "1#|##",
        1,
    ),
    read_as("an object around a flat list", '{"cells": {"w": 2, "h": 1, "data": [1, "x"]}}', "1#"),
    read_as("a legend", "Legend: # = mine, - = unknown\n\n1#-\n22-\n---", "1*#|22#|###"),
    read_as("a legend in other words", "1Z\nQQ\n\nZ is a flag, Q is covered", "1*|##"),
    read_as("a legend of a list", "- `?` → hidden tile\n- `F` → flagged tile\n\n1?\n1F", "1#|1*"),
    read_as("a legend that does not fit", "# = mine\n\n1##\n###", "1**|***"),
    read_as("mines left in German", "Noch 1 Minen\n#*#\n#2#\n111", "#*#|#2#|111", 2),
    read_as("mines left in Chinese", "剩余雷数：1\n■★■\n■2■\n■■■", "#*#|#2#|###", 2),
    read_as(
        "a count in Chinese, as long as a row",
        "雷数:7\n####\n##1#\n####\n####",
        "####|##1#|####|####",
        7,
    ),
    read_as("columns in Russian", "  а б в\n1 1 # #\n2 1 2 #", "1##|12#"),
    read_as("an item of a list", "1)\n\n? 1\n1 1", "#1|11"),
    read_as(
        "several counts of a sentence",
        "1 mine on the left, 2 mines on the right\n\n1#\n##",
        "1#|##",
    ),
    read_as(
        "a title that is underlined",
        "Example Game\n------------\n2 Rows, 2 Columns, 1 mines\n\n1#\n##",
        "1#|##",
        1,
    ),
    read_as("colours without their first sign", "[34m1[0m [90m#[0m\n[90m#[0m [90m#[0m", "1#|##"),
    read_as("a text of Java", 'Board b = Board.parse("1 ? ?\\n" +\n    "1 2 ?", 2);', "1##|12#"),
    read_as(
        "boxes in named rows",
        "     0   1   2\nrow 0 :[1] [=] [=]\nrow 1 :[1] [2] [=]\nrow 2 :[ ] [1] [1]",
        "1##|12#|011",
    ),
    {"name": "quotes around nothing", "text": "# '''\n# 1 | #\n# '''", "error": "board"},
    read_as("between lines of = apart", "= = =\n1 # #\n1 2 #\n= = =", "1##|12#"),
    read_as("added by a diff", "+1##\n+12#\n+##*", "1##|12#|##*"),
    read_as("what a container writes", "solver-1  | 1 # #\nsolver-1  | 1 2 #", "1##|12#"),
    read_as("a chat with names", "<bob> 1 # #\n<bob> 1 2 #", "1##|12#"),
    read_as(
        "a chat with days",
        "[01.05.24, 12:00:01] Anna: 1##\n[01.05.24, 12:00:02] Anna: 12#",
        "1##|12#",
    ),
    read_as(
        "a service that is named after mines",
        "May  1 12:00:01 host mines[12]: 1 #\nMay  1 12:00:02 host mines[12]: # #",
        "1#|##",
    ),
    read_as("members of an enumeration", "[\n  [1, Cell.Hidden],\n  [Cell.Flag, 1],\n]", "1#|*1"),
    read_as(
        "members without their enumeration", "[\n  [1, .hidden],\n  [.flagged, 1],\n]", "1#|*1"
    ),
    read_as("cells with their clues", "[Revealed(1), Hidden],\n[Hidden, Flagged],", "1#|#*"),
    read_as(
        "names of as many columns as cells, of which the last is blank",
        "   0 1 2 3 \n0| # # 1   |\n1| # 2 1   |\n2| 1 1 1   |",
        "##10|#210|1110",
    ),
    read_as(
        "comments of MiniZinc",
        "%\n% A board of the course\n%\ngame = [|\n 1,X |\n X,X |];",
        "1#|##",
    ),
    read_as(
        "a program below",
        'known = [\n"1??",\n"12?"]\n\nimport sys\n\nWIDTH = len(known[0])',
        "1##|12#",
    ),
    {"name": "a character of number 0", "text": "1#\n#\0", "error": "board"},
    *(
        {"name": f"a control character of number {number} in a row", "text": text, "error": "board"}
        for number, text in (
            (7, "1#\n1\x07#"),
            (8, "1#\n1\x08#"),
            (26, "1#\n1\x1a#"),
            (27, "1#\n1\x1b#"),
            (127, "1#\n1\x7f#"),
            (155, "1#\n1\x9b#"),
        )
    ),
    *(
        {"name": f"an accent of number {ord(mark)}", "text": f"1#\n1{mark}#", "error": "board"}
        for mark in "\u0301\u0336\u20dd"
    ),
    read_as("the end of a file of DOS", "1#\r\n##\r\n\x1a", "1#|##"),
    read_as("the end of a file of DOS, behind a row", "1#\n##\x1a", "1#|##"),
    read_as("a page of a printer", "\x0c1#\n##\n\x0c", "1#|##"),
    *(
        read_as(f"a line break of number {ord(line_break)}", f"1#{line_break}##", "1#|##")
        for line_break in "\v\f\x1c\x85\u2028\u2029"
    ),
    read_as("a title with accents", "Dre\u0301 a\u0302\u0301 กี่\n1#\n##", "1#|##"),
    {"name": "a board of mines alone", "text": "  1 2 3\nA * * *\nB * * *\nmove:", "error": "ask"},
    {
        "name": "objects with two mine counts",
        "text": '{"mines": 2, "grid": {"rows": [[1, null], [null, null]], "mines": 1}}',
        "error": "board",
    },
    {"name": "an object around no rows", "text": '{"grid": {"a": [[1, null]]}}', "error": "board"},
    {"name": "one column of dots", "text": "1.*\n1.1", "error": "ask"},
    read_as("a question mark below a size", "2x2x1\n?1\n11", "#1|11", 1),
    {"name": "two signs that nobody knows", "text": "1¿\n1¡", "error": "board"},
    {"name": "an unknown name", "text": "[[1, 'what', None], [1, 2, None]]", "error": "board"},
    {"name": "a blank edge", "text": " 1#\n 1#\n 1#", "error": "ask"},
    {"name": "a slash at the end", "text": "#1/\n#1/\n#1/", "error": "ask"},
    {"name": "a sign that nobody knows", "text": "1Z\n##", "error": "ask"},
    *(
        {"name": f"a hex dump, {name}", "text": text, "error": "board"}
        for name, text in (
            ("xxd", "00000000: 0102 0f0f 0f01  ......\n00000010: 0102 0f0f 0f01  ......"),
            ("hexdump", "00000000  01 01 0f 0f  |....|\n00000004"),
            ("od", "0000000 031061 021443 005062\n0000006"),
            ("of memory", "01005340  10 10 0F 0F\n01005360  10 0F 41 40"),
            ("bytes", "0f 01 0f\n01 01 01"),
        )
    ),
    {"name": "a file of settings", "text": "; saved\n[cells]\n1 = 1##\n2 = 12#", "error": "board"},
    {"name": "settings below their name", "text": "[cells]\n1 = 1##\n2 = 12#", "error": "board"},
    {"name": "a row too short", "text": "1##\n##\n###", "error": "board"},
    read_as("a count in a log", "INFO: 3\nINFO: 1 # #\nINFO: 1 2 #\nINFO: 0 1 #", "1##|12#|01#", 3),
    read_as(
        "a command in a log",
        "[12:03:05] board: $ ./mines 9 9 10\n[12:03:05] board: # 1\n[12:03:05] board: 1 1",
        "#1|11",
    ),
    read_as(
        "a remark behind a frame",
        "=========\n= ? ? 1 =\n= 1 1 1 =  -- ?\n= . . . =\n=========",
        "##1|111|000",
    ),
    read_as(
        "dashes in a log", "12:00:00 - - - -\n12:00:04 - - 2 1\n12:00:05 - - 2 0", "####|##21|##20"
    ),
    read_as(
        "rows behind numbers alone, of which some are blank",
        " 0         \n 1         \n 2   2 2 2\n 3   1 0 1\n 4   1 0 1",
        "####|####|#222|#101|#101",
    ),
    read_as(
        "blank rows of a comment, of which the sign alone is left",
        "% 1 0 0 0  \n% 2 1 1 1  \n%\n%     1    \n%",
        "1000#|2111#|#####|##1##",
    ),
    read_as(
        "a tight comment sign before a sheet with names",
        "+;0;1;2\n+0;?;?;1\n+1;?;2;1\n+2;1;1;0",
        "##1|#21|110",
    ),
    read_as(
        "a comment sign of three characters before open bars",
        "//! ? | ? | 1\n//! ? | 2 | 1\n//! 1 | 1 | \n//!  |  | ",
        "##1|#21|110|000",
    ),
    read_as(
        "commas in quotes, far inside",
        'Bombs: 1\n[\n  [\n    "#",\n    1\n  ],\n  [\n    1,\n    1\n  ],\n  [\n    ",",\n    ","\n  ]\n]',
        "#1|11|00",
        1,
    ),
    read_as(
        "a size and a mine count above rows in one line",
        "4 3 2\n##1 #21 110 000",
        "##1|#21|110|000",
        2,
    ),
    read_as("a colon alone below blank cells", "0 1 2\n# 1  \n1 1  \n     \n:", "#10|110|000"),
    {"name": "a comment sign alone below", "text": ";  \t1\t#\n; 1\t1\t#\n;", "error": "ask"},
    {
        "name": "boards beside, the left one with blank cells at the ends of all rows",
        "text": "0: # # 1               0 | # # 1    \n1: # 2 1               1 | # 2 1    \n"
        "2: 1 1                 2 | 1 1      \n3:                     3 |          ",
        "error": "ask",
    },
    # What is left out could be cells as well.
    *(
        {"name": name, "text": text, "error": "ask"}
        for name, text in (
            ("a broken last row behind its name", "  01234\n0|.....\n1|.....\n2|111..\n3|001."),
            ("boxes beside boxes, at a prompt", "> show\n(?)(1)    (?)(?)\n(1)(1)    (1)(1)\n$ "),
            ("a comment sign before words too", "#Score: 120\n#\n###1\n##12\n#112"),
            ("a comment sign before marks", "Now?\n% ▢;▢;▢\n% 2;2;▢\n% .;1;▢"),
            ("a comment sign and a gap", "> #     # # #\n#     # # 1\n#     # 2 1\n> "),
            (
                "boards beside in a comment",
                "/// ```\n/// .,1,#      .,1,F\n/// 1,2,#      1,2,#\n/// ```",
            ),
            ("a bare comment sign, beside blanks", "#\n# █ █ 1  \n# 1 1 1  \n# 1   1 1"),
            ("a row of bars", "|||\n2|2|2|1\n.|.|.|.\n.|.|.|."),
            ("blank cells before bars", "||1|?|?\n||1|2|!\n||1|?|3\n||1|?|!"),
            (
                "blank cells at the ends of texts",
                "board = [\n    '■ ■ 1  ',\n    '■ 3 1  ',\n    '■ ■ 1  '\n]",
            ),
            (
                "words beside words",
                "null null    1    null null    1\nnull    2    1    null    2    1",
            ),
            ("a row that is a number alone", "  A B C\n1 ? ? ?\n2 1 1 1\n3"),
            ("a plus before boxes", "++---+---+\n+| + | 1 |\n++---+---+\n+| 1 | 1 |\n++---+---+"),
            ("blanks before a quote", "const board = `\n0  1 1\n   3  \n13 5 4\n 2   3\n      `;"),
            ("a first column of %", "% % % % %\n% 2 3 2 1\n% % F 1 .\n% 2 % 1 ."),
            ("a blank column beside zeros", "| | ? | 1 | 0 |\n| | ? | 2 | 0 |\n| | ? | 1 | 0 |"),
            (
                "objects with words between",
                '{\n"board": [\n["?", 1]\n]\n}\n\nAfter:\n{\n"board": [\n["#", 1]\n]\n}',
            ),
            ("a zero among opened squares", "■ ■ 1 □\n■ ■ 1 □\n1 1 0 □\n□ □ □ □"),
            ("letters of several cells", "1.....\n1.....\nSS...3\n2.DDDD\n.DD55-\n.D4D-D"),
            (
                "10 for what is unopened",
                "let board = vec![\n"
                + "    vec![10, 10, 1, 0, 0],\n" * 2
                + "    vec![10, 10, 10, 10, 10],\n" * 3
                + "];",
            ),
            ("a dash behind commented rows", '-- "#","1","-"\n-- "#","2","-"\n-- "#","1","-"'),
            ("a letter typed for a 1", "# # # 1\n# l 2 1\n1 1 1 F"),
            (
                "a drawn line as long as rows, below another size",
                "3 x 3\n     0  1  2\n    -- -- --\n 0 | .  1  1\n 1 | .  1  X",
            ),
            ("a size of which the board could be a row more", "3 x 3\n? F ?\n? ? 1"),
            ("a sign that stands apart behind each row", "# # #  #\nF 2 F  #\n# # #  #"),
            ("a prompt before each row", "$ ⬛ 🚩 1 0\n$ ⬛ ⬛ 1 0\n$ 🚩 2 1 0"),
            ("bars behind cells, and no zero", "F|1| \n#|1| "),
            (
                "other bars behind a drawn board",
                "┃ █ ┃ 2 ┃ █ ┃ |\n┃ 1 ┃ 2 ┃ █ ┃ |\n┃   ┃ 1 ┃ 1 ┃ |",
            ),
            ("rows that begin at other tabs", "\t\t1\t?\n\t\t1\t1\n1\t1\nF\t1"),
            ("a mark behind one of several rows in a line", "x1000, m3221, xxxxx, xxxxx\\"),
            ("nothing but mines in a column", "10\n+10"),
            (
                "two sizes",
                "Board size: 5x6\n3×3 Matrix{Char}:\n '0'  '1'  '#'\n '1'  '2'  '#'\n '#'  '#'  '#'",
            ),
            (
                "equal rows left of a gap",
                "0, 1, ?    F, 1, 0\n0, 1, ?    ?, 2, 1\n0, 1, ?    ?, ?, ?",
            ),
            (
                "lists side by side",
                "b = {         b = {\n  {-1, 1},      {1, -1},\n  {-1, 1},      {1, 2},\n}             }",
            ),
            (
                "rows with a name each, twice",
                "g[0] = ['1', '#']\ng[1] = ['#', '#']\n\ng[0] = ['1', '1']\ng[1] = ['1', '#']",
            ),
            ("colons between cells", "m:+:m\n1:3:+\n0:1:+"),
            ("a comment sign behind rows of a sheet", "2; 2 #\n1; 1 #\n3; 3 #"),
            ("blanks behind cells of words", "null  null  1   \nnull  null  1   "),
            ("mines beside clues in texts of JSON", '{"board": ["****", "*312"]}'),
            ("two matrices", "b = [-1 1 0;\n     1 1 0]\n\nb = [-1 2 1;\n     -1 2 -1]"),
        )
    ),
    read_as(
        "rows in groups of two, one row short",
        "x x 1 .\nx 2 1 .\n\nx 1 . .\nx 1 . .\n\n1 1 . .",
        "##10|#210|#100|#100|1100",
    ),
    read_as(
        "rows and columns in groups, one row short",
        "# # #   # 1 0   0 1 #\n# # #   2 1 0   0 1 1\n1 1 2   1 1 1   0 0 0\n\n"
        "0 0 1   # 2 1   1 0 0\n0 0 1   2 # #   1 0 0",
        "####1001#|###210011|112111000|001#21100|0012##100",
    ),
    read_as("groups of tight rows", "###1\n#211\n#100\n\n1100\n1100", "###1|#211|#100|1100|1100"),
    read_as(
        "groups of rows that begin with the same sign",
        "* * * * F *\n* * 2 2 1 1\n* * 1 - - -\n\n* * 1 - - -\n* 2 1 - - -",
        "####*#|##2211|##1000|##1000|#21000",
    ),
    {
        "name": "another size, and a move",
        "text": "6x4\n    0 1 2 3\n 0| 1 # # #\n 1| 1 # # #\n 2| 1 1 1 1\n\n3 4",
        "error": "board",
    },
    read_as(
        "quoted rows with tabs, and a mark of quotation alone below",
        "> 0\t1\t \t \n> 0\t1\t \t \n> 0\t1\t1\t1\n>",
        "01##|01##|0111",
    ),
    read_as(
        "a row of letters that come again",
        "  012345678\n0 EEE1BBB1M\n1 EEE11111E\n2 EEEEMEEEE",
        "###10001*|###11111#|####*####",
    ),
    {
        "name": "a numbered row that lacks its last cell",
        "text": "     A B C D\n  ----------\n 1 | ■ ■ 2 -\n 2 | ■ 2 1\n 3 | ■ 1 - -\n 4 | ■ 1 - -",
        "error": "board",
    },
    read_as("nothing opened among dots", "·  ·  ·\n·  ·  ·\n·  ·  ·", "###|###|###"),
    read_as("nothing opened, blank cells in brackets", "[ ] [ ] [ ]\n[ ] [ ] [ ]", "###|###"),
    read_as(
        "a tie of signs in a numbered frame",
        "     A B C D\n  ----------\n 1 | . . . .\n 2 | . 1 . .\n 3 | . * . 1\n  ----------",
        "####|#1##|#*#1",
    ),
    read_as("hidden cells before bars", "*|*|*\n*|2|1\n*|1|-\n", "###|#21|#10"),
    *(
        {"name": f"two cells wide, {name}", "text": text, "error": "board"}
        for name, text in (
            ("the last row short", "1#\n##\n#"),
            ("one of two rows short", "1#\n#"),
            ("the first row short", "#\n1#\n##"),
        )
    ),
    {"name": "no board", "text": "Is this a board?", "error": "board"},
    read_as(
        "a legend below JSON that swaps our signs",
        '{"board": [".1", "#1"]}\n\n. = hidden, # = empty',
        "#1|01",
    ),
    read_as("JSON in a comment of Haskell", '{-\n{"board": ["1#", "#1"]}\n-}', "1#|#1"),
    read_as(
        "JSON in comments that quote it",
        "# '''\n# {\"board\": [\"1.\", \".1\"]}\n# '''",
        "1#|#1",
    ),
    read_as(
        "JSON below bold words as long as its rows",
        '**Board**\n{"board": ["⬛⬛⬛⬛⬛⬛⬛1️⃣1️⃣", "⬛⬛⬛⬛⬛⬛⬛1️⃣0️⃣"]}',
        "#######11|#######10",
    ),
    {
        "name": "JSON of another size than the line above it says",
        "text": '3x2\n{"board": ["1#", "##"]}',
        "error": "board",
    },
    read_as("0 and 1 alone in JSON", "[[1, 0], [0, 0]]", "*1|11", 1),
    read_as("0 and 1 alone in texts of JSON", '{"board": ["10", "00"]}', "*1|11", 1),
    read_as("rows of words in a line", "'''\nXX1OO;XF111;1112X\n'''", "##100|#*111|1112#"),
    read_as("rows of bombs in a line", "02⬛💣;14⬛⬛;⬛3⬛2", "02#*|14##|#3#2"),
    read_as(
        "rows in a line of a tight comment", "#The board is then\n#01□1;12□□;1□21", "01#1|12##|1#21"
    ),
    read_as("rows in a line of comments that quote it", "# '''\n# 01#;12#\n# '''", "01#|12#"),
    {
        "name": "rows in a line, the first with a cell more",
        "text": "+01□1;12□□;1□21",
        "error": "board",
    },
    read_as("a row that is letters like a word", "    01234\n 0  EEM3B\n 1  E111B", "##*30|#1110"),
    read_as(
        "lines of a log before null",
        "INFO: null null null\nINFO: null    3    2\nINFO: null    1    0",
        "###|#32|#10",
    ),
    read_as(
        "a legend of pictures below a list",
        "P = [\n ['⬜','1️⃣'],\n ['🟦','🚩']\n].\n\nLegend: ⬜ hidden, 🟦 empty, 🚩 flag",
        "#1|0*",
    ),
    read_as(
        "a log with blank cells",
        "\n".join(
            f"[12:03:0{number}] board: {row}"
            for number, row in enumerate(
                (
                    "x x 1   1 x x x x",
                    "1 1 1   1 x x x x",
                    "    1 1 2 x x x 2",
                    "    1 x x x x x x",
                    "    1 1 1 x x x x",
                    "        1 x x x x",
                    "      1 2 x x x x",
                    "      1 x x x x x",
                )
            )
        ),
        "##101####|11101####|00112###2|001######|00111####|00001####|00012####|0001#####",
    ),
    read_as("a matrix of MATLAB", "B = [1 0 -1; 1 1 -1; 0 1 1];", "10#|11#|011"),
    read_as(
        "a matrix of MATLAB in lines", "B = [1 0 NaN\n     1 1 NaN\n     0 1 1];", "10#|11#|011"
    ),
    read_as("lists of Haskell", "board = [[Hidden,Clue 1],[Clue 1,Clue 0]]", "#1|10"),
    read_as("lists of Haskell's Maybe", "[[Just 1,Nothing],[Nothing,Nothing]]", "1#|##"),
    read_as(
        "console.table of Node",
        "┌─────────┬─────┬─────┬─────┐\n│ (index) │  0  │  1  │  2  │\n├─────────┼─────┼─────┼─────┤\n"
        "│    0    │ '#' │ '1' │ '1' │\n│    1    │ '#' │ '2' │ '#' │\n└─────────┴─────┴─────┴─────┘",
        "#11|#2#",
    ),
    read_as(
        "tens and zeros above the last digits",
        "   0 0 0 0 0 0 0 0 0 0 1 1\n   0 1 2 3 4 5 6 7 8 9 0 1\n"
        " 0 # # # # # 1 . . . . . .\n 1 # # # # # 1 . . . . . .\n 2 # # # # # 2 1 1 . . . .",
        "#####1000000|#####1000000|#####2110000",
    ),
    read_as(
        "tight rows with blanks before them between bars",
        "|  1#|\n|  1#|\n|  11|",
        "001#|001#|0011",
    ),
    read_as(
        "bars between cells, of which the first and the last of each row may be blank",
        " |  |  |  | * |  | * |  |  | \n |  |  |  | 1 | 2 | 1 | 1 | 1 | \n |  |  |  | 1 | 0 | 0 | 0 | 2 | \n"
        " |  |  |  | 2 | 1 | 1 | 1 | 3 | ",
        "###*#*##|###12111|###10002|###21113",
    ),
    read_as(
        "a comment sign tight before names of hidden cells",
        "#null\tnull\tnull\n#null\t1\tnull\n#null\tnull\t2\n#null\tnull\t1",
        "###|#1#|##2|##1",
    ),
    read_as("a height before a mine count", "width=3 height=2 mines=3\n?1?\n?2?", "#1#|#2#", 3),
    read_as("a tab behind each cell", "0\t0\t0\t\n0\t1\t1\t\n0\t1\t?\t", "000|011|01#"),
    {
        "name": "a matrix with a broken row",
        "text": "b = [-1 1 0;\n -\n1 1 0;\n 0 0 0]",
        "error": "board",
    },
    read_as("a row of round brackets twice", "'((? 1 0)\n'((? 1 0)\n  (1 1 0)))", "#10|#10|110"),
    read_as(
        "double bars between cells within walls", "|0||1||#|\n|1||1||#|\n|#||#||#|", "01#|11#|###"
    ),
    read_as("double bars between cells in quotes", '"#||2||#",\n"1||2||1",', "#2#|121"),
    {
        "name": "JSON of other mines than the line below it says",
        "text": '{"board": ["#1", "##"], "mines": 2}\n1',
        "error": "board",
    },
    # What editors cut off at the ends of lines may have been rows and columns of blank cells.
    read_as(
        "an empty line at the end of a text in quotes",
        "const board = `\n? ? ? ? ? ? ? ?\n? ? ? 3 1 3 ? ?\n? ? 3 1   2 ? ?\n? ? 2     2 ? ?\n"
        "1 1 1     1 ? ?\n          1 1 1\n\n`;",
        "########|###313##|##3102##|##2002##|111001##|00000111",
    ),
    read_as(
        "empty lines at the begin of a block of code",
        "```text\n\n\n        1 1 2 1\n1 2 1 2 3 ▒ ▒ F\nF ▒ ▒ ▒ ▒ ▒ ▒ ▒\n▒ ▒ ▒ ▒ ▒ ▒ ▒ ▒\n```",
        "00001121|12123##*|*#######|########",
    ),
    read_as(
        "a line of a log without cells above the others",
        "[12:03:00] board:\n[12:03:01] board:   1 1 1     1 1 1\n[12:03:02] board:   1 # 1     2 # #\n"
        "[12:03:03] board: 1 3 # 2     2 # #\n[12:03:04] board: # # # 1 1 1 3 # #",
        "011100111|01#1002##|13#2002##|###1113##",
    ),
    read_as(
        "rows of which a last column of blank cells may be cut off",
        " 0 1 # 1\n 1 # # 3 1 1 1 1\n 2 # # # # # # 2\n 3 # # 3 1 2 # 2\n 4 # # 2   1 1 1\n 5 # # 3 1\n"
        " 6 # # # 2 1 1\n 7 # # # # # 1",
        "1#10000|##31111|######2|##312#2|##20111|##31000|###2110|#####10",
    ),
    # Blanks at the ends of rows are cells below a ruler, whether or not they were cut off.
    read_as(
        "blank cells cut off below numbers of columns",
        "    0 1 2 3 4 5 6 7\n 0|   F   1\n 1| 1 1 1 1\n 2| 0 0 0 1 2\n 3| 0 0 0 0 1 F\n 4|",
        "#*#1####|1111####|00012###|00001*##|########",
    ),
    read_as(
        "a row of blank cells alone, below letters of columns",
        "   A B C D E F\n  ------------\n 1 # # # # # #\n 2 # 1 1 1 2 #\n 3 # 1     1 #\n 4 1 1     1 1\n 5",
        "######|#1112#|#1001#|110011|000000",
    ),
    read_as(
        "a mine count below numbers of rows with a mark, which it would go on with",
        "   A B C D\n1: # # # #\n2: # # 2 1\n3: 2 2 1\n4:\n5",
        "####|##21|2210|0000",
        5,
    ),
    read_as(
        "a remark behind blank cells that are kept",
        "# # # 1  \n# # # 1    <-- this row\n1 1 1 2 1\n    1 # 1",
        "###10|###10|11121|001#1",
    ),
    read_as(
        "help beside bars behind a comment sign",
        "REM | # | # | 1 |\nREM | # | # | 2 |   r  restart\nREM | 1 | 2 | # |   q  quit",
        "##1|##2|12#",
    ),
    read_as(
        "tight bars between cells of which many are blank",
        "|||1||||\n1|1|1|||||\n0|1||||||\n0|1||||||\n0|1|1|1|1|||\n1|1|1|0|1|||\n||1|0|1|3||\n||1|0|0|2||",
        "###1####|111#####|01######|01######|01111###|11101###|##1013##|##1002##",
    ),
    read_as(
        "commas between cells, and commas that are cells", "#,#,1\n1,1,1\n,,,,1", "##1|111|001"
    ),
    read_as(
        "rows in one line that end in commas that are cells",
        "###1,, ##11,, 111,,, ,,,111",
        "###100|##1100|111000|000111",
    ),
    read_as(
        "opened cells at the ends of rows cut off",
        "- - - - - - - - -\n- - - - - - - - -\n- - - - - - - - F\n- - - - - - - 2 1\n- - - - - - - 1\n"
        "- - - - - 2 1 1\n- - - - - 2\n- - - - - 1\n- - - - - 1",
        "#########|#########|########*|#######21|#######10|#####2110|#####2000|#####1000|#####1000",
    ),
    read_as(
        "a whole column of blank cells cut off",
        "  1 # 1 # # # 2\n  1 2 # # # # 2\n    1 # # 2 1 1\n  1 2 # # 2\n  1 # 3 # 2\n1 2 1 2 1 1\n"
        "# 1     1 1 1\n1 1   1 2 # 1\n      1 # 2 1",
        "01#1###20|012####20|001##2110|012##2000|01#3#2000|121211000|#10011100|11012#100|0001#2100",
    ),
    read_as(
        "hidden cells left blank in an indented board",
        "              1 0 0\n              2 1 0\n                1 0\n      1 2 1 2 1 1 0\n"
        "      1 0 0 0 0 0 0\n"
        "      1 1 1 2 1 1 0\n                1 0\n            3   1 0",
        "#####100|#####210|######10|#1212110|#1000000|#1112110|######10|####3#10",
    ),
    {
        "name": "two numbers above rows that are no cell of the board",
        "text": "9 9\n##1\n111",
        "error": "ask",
    },
    read_as(
        "a blank row below the wall of a frame",
        "+---------+\n|         |\n| 1 2 2 2 |\n| # 2 # # |\n| # # # # |\n+---------+",
        "0000|1222|#2##|####",
    ),
    read_as(
        "groups of rows of a board that is square, hidden cells first in all",
        "# # # #\n# 1 1 1\n\n# 1 . .\n# 1 . .",
        "####|#111|#100|#100",
    ),
    # One slip, or a row of one sign or of blanks.
    read_as(
        "a prefix of a log without a blank behind it",
        "INFO:root:? ? 1\nINFO:root:? 2 ?\nINFO:root:? ? ?\nINFO:root:? ? ?",
        "##1|#2#|###|###",
    ),
    read_as(
        "blank cells left of others between walls, the last wall cut off",
        "╔═══════════╗\n║     2 F _ ║\n║     2 F _ ║\n║     2 _ _ ║\n║     1 F _ ║",
        "002*#|002*#|002##|001*#",
    ),
    read_as(
        "a row of slashes in a nested list", "[['/', '/'], ['1', '1'], ['?', '?']]", "00|11|##"
    ),
    read_as("a row of three tildes", "~~~\n~1~\n~~~", "###|#1#|###"),
    read_as(
        "words of hidden cells in brackets of their own",
        "[0][0][0]\n[1][1][1]\n[F][None][None]",
        "000|111|*##",
    ),
    read_as(
        "two numbers with names above a sheet",
        '3BV: 12  3BV/s: 0.8\n"X","X","X","2"\n"X","X","X","X"\n"X","X","2","1"\n"1","X","1","0"',
        "###2|####|##21|1#10",
    ),
    read_as(
        "a row of dashes below a drawn line, with a name",
        "    0 1 2 3\n    -------\n0 | - - - -\n1 | 1 1 2 1\n2 | ? ? ? ?\n3 | 1 ? ? ?",
        "0000|1121|####|1###",
    ),
    *(
        {"name": name, "text": text, "error": "ask"}
        for name, text in (
            (
                "a table whose heading is blank",
                "|   |   |   |\n|---|---|---|\n| ? | 1 | ? |\n| ? | 2 | ? |\n| ? | ? | ? |",
            ),
            (
                "a table whose heading is blank, with zeros",
                "|   |   |   |\n|---|---|---|\n| # | 1 | 0 |\n| 1 | 2 | 1 |\n| # | # | # |",
            ),
            ("one sign among squares of two kinds", "|▓|1|░|\n|1|1|░|\n|░|░|:|"),
            ("a dot among squares of two kinds", "■ □ □\n□ □ 1\n. 1 ■"),
            ("a cell of a sheet that was emptied, beside dots", "X,1,.\n1,1,.\n,.,."),
            (
                "a cell of a list that was emptied, beside dots",
                "[['.', 1, '~'], ['.', 1, 1], ['', 1, '.'],['~',1,'.']]",
            ),
            ("a cell that was emptied beside dots and the sign of a mine", "#,1,.\n1,1,.\n,.,."),
            ("a cell that was emptied beside dashes", "#,1,-\n1,1,-\n,-,-"),
            (
                "commas that are cells, and one row more of them",
                ", , 2 # #\n, 2 # #\n, 2 2 #\n, 1 # #",
            ),
            (
                "numbered rows, of which one is blank",
                "1 ■ ■ ■\n2 ■ 1 ■\n3 ■ ■ ■\n4 \n5 ■ ■ ■\n6 ■ 1 ■\n7 ■ ■ 2",
            ),
            (
                "printed rows of blanks",
                'print("oooo")\nprint("1121")\nprint("    ")\nprint("    ")',
            ),
            ("tight rows that begin farther to the right", " 1...\n 1...\n 112.\n   1.\n   1."),
            ("a blank before each row, and a gap", " ##1 1##\n ##1 1##\n ### ###"),
            (
                "a blank before each row, and a gap of groups",
                " ##### ####\n ##### ####\n ##2## ####",
            ),
            ("groups of underscores", " __ __\n _1 __\n __ __"),
            ("every other row without its last wall", "|#|#|1|#\n|#|#|#|#|\n|#|1|#|#\n|#|#|#|2|"),
            (
                "every other row with a comma first",
                "⬛,⬛,1,⬛\n,⬛,2,⬛,1\n⬛,⬛,⬛,1\n,⬛,⬛,⬛,⬛",
            ),
            ("a sheet with a tab before each row", "\t#\t#\t#\n\t#\t2\t \n\t1\t1\t "),
            ("a row of bars above dots", "| | | |\n...\n|1|1|1|\n|-|-|-|"),
            (
                "the number of one column",
                "        5\n 1  1%%%%\n 2  %%332\n 3  111..\n 4  .....\n 5  .....",
            ),
            ("a last row with a gap", "111\n1x1\n1 1"),
            (
                "texts behind the numbers of their lines",
                "1: [\n2:   '##1#',\n3:   '####',\n4:   '####',\n5: ]",
            ),
            ("a drawn line as long as the rows, between them", "??1??\n????1\n-----\n?1211\n?????"),
            (
                "a drawn line as long as the rows, beside dots",
                "...1??\n...2!?\n------\n...3!?\n...2!3",
            ),
            ("two blanks behind rows of dashes", "----  \n----  \n--3-  \n----  "),
            (
                "letters before rows that begin with B",
                "B  - - - 2 1 _\nC  - - - - 1 _\nD  - 3 - 2 1 _\nE  - - - 1 _ _",
            ),
            (
                "rows of blanks in quotes, and one clue",
                '[\n  "      ",\n  "   1  ",\n  "      ",\n]',
            ),
            ("a row of a sheet whose last dot is missing", "#,#,2,.\n#,#,1,\n#,#,1,."),
            ("a lone dot beside hidden cells", "# # # #\n# . # #\n# # 2 #\n# # # #"),
        )
    ),
    *(
        {"name": name, "text": text, "error": "board"}
        for name, text in (
            ("a row of underscores with a gap", "_1??\n_111\n___ _\n____"),
            ("a first row without its bracket", "' ', ' ', ' ']\n['1', '1', '1']\n['1', '#', '1']"),
            (
                "a sentence with a place below rows of x",
                "  0123\n0 1x2x\n1 xxx1\n2 x3xx\n3 xxxx\nP(2,3) = 0.5",
            ),
            ("a row of bars that is one cell longer", "|#|1| |\n|#|1| |\n| | | | |"),
            ("groups of equals signs", "== ==\n=1 2=\n== =="),
            (
                "a row of blank boxes that is one cell longer",
                "[ ][ ][ ]\n[ ][ ][ ][ ]\n[2][2][1]\n[o][o][1]",
            ),
        )
    ),
    read_as(
        "rows of pluses between walls",
        "+----+\n|++++|\n|++++|\n|++1 |\n|++1 |\n+----+",
        "####|####|##10|##10",
    ),
    read_as("rows in a line behind a name", "Board:??? / ?1? / ???", "###|#1#|###"),
    read_as("tight rows of apostrophes", "?1''\n11''\n''''\n''''", "#100|1100|0000|0000"),
    read_as("quoted blanks that blanks part", "[[' ' '1' '1']\n [' ' '1' '#']]", "011|01#"),
    read_as(
        "printed lists of quoted numbers",
        "print(\"['1', '-1', '-1']\")\nprint(\"['1', '2', '2']\")",
        "1##|122",
    ),
    read_as(
        "a blank row first in a drawn grid",
        "+---+---+---+\n|   |   |   |\n+---+---+---+\n| 1 | 1 | 1 |\n+---+---+---+\n"
        "| # | # | # |\n+---+---+---+",
        "000|111|###",
    ),
    read_as(
        "a blank row last between bars", "|1|1|1|\n|#|#|#|\n|1|1|1|\n| | | |", "111|###|111|000"
    ),
    read_as("dots that are hidden beside a flag and blanks", "|.|1| |\n|!|1| |", "#10|*10"),
    read_as("a tab before each row of bars", "\t|#|1| |\n\t|#|1| |", "#10|#10"),
    read_as(
        "letters above cells of keycaps",
        'print("      A   B   C   D   E")\nprint("   --------------------")\n'
        'print(" 1|   ■   ■   ⚑   ⚑ 1️⃣ |1")\nprint(" 2|   ■   ■   ⚑   ⚑ 1️⃣ |2")\n'
        'print(" 3|   ■   ■ 1️⃣ 1️⃣ 1️⃣ |3")',
        "##**1|##**1|##111",
    ),
    read_as(
        "dashes in a drawn grid",
        "┌───┬───┐\n│ - │ - │\n├───┼───┤\n│ 1 │ 1 │\n├───┼───┤\n│   │   │\n└───┴───┘",
        "##|11|00",
    ),
    read_as(
        "lists in a line with words among numbers",
        'const board = [[0, 1, "hidden", "hidden"], [0, 1, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]];',
        "01##|0111|0000|0000",
    ),
    read_as(
        "rows of lists with words",
        "[0, 1, 'hidden']\n[0, 1, 'hidden']\n[1, 'hidden', 'hidden']",
        "01#|01#|1##",
    ),
    read_as(
        "rows of an array of C with words",
        "char b[3][3] = {\n    {0, 1, 'hidden'},\n    {0, 1, 'hidden'},\n"
        "    {1, 'hidden', 'hidden'},\n    {'hidden', 'hidden', 1}\n};",
        "01#|01#|1##|##1",
    ),
    read_as(
        "apostrophes in a drawn grid",
        "    0   1   2   3  \n  +---+---+---+---+\n0 | ? | ? | ? | F |\n"
        "  +---+---+---+---+\n1 | 1 | 1 | 2 | F |\n  +---+---+---+---+\n"
        "2 | ' | ' | 2 | ? |\n  +---+---+---+---+\n3 | ' | ' | 1 | F |\n  +---+---+---+---+",
        "###*|112*|002#|001*",
    ),
    read_as("a blank row first in a sheet", " \t \t \n1\t1\t1\n#\t#\t#", "000|111|###"),
    read_as("rows with blanks in a line", "# # 1;# # #;# # #", "##1|###|###"),
    read_as(
        "a legend that denies",
        "F 1 . .\n# 2 1 1\n# # # #\n# # # #\n# is not a mine",
        "*100|#211|####|####",
    ),
    *(
        {"name": name, "text": text, "error": "ask"}
        for name, text in (
            (
                "two boards of tabs with blanks between",
                "null\t   0\t   0    null\t   0\t   0\nnull\t   1\t   1       1\t   1\t   1",
            ),
            (
                "a comment sign before a text in quotes of hidden cells",
                '#let board = "\\\n####\\n\\\n##31\\n\\\n##2.\\n\\\n##31";',
            ),
            ("0 and x alone", "0x0\nxxx\n0x0"),
            ("a row of clues before a word", "00000   mine?\n11100\n--200\n--200\n--100"),
            ("a comment sign without a blank behind it", "///##1\n///##1\n///111"),
            ("a size in words that the board has not", "rows=4 cols=5\n##10\n##10\n1110\n0000"),
            ("another size in words", "##10\n##10\n1110\n0000\n5 columns and 4 rows"),
            (
                "blanks behind the names of rows, or a first column of opened cells",
                "1:  # # 1          \n2:  # # 1          \n3:  1 1 1          "
                + "".join(f"\n{number}:                 " for number in range(4, 9)),
            ),
            (
                "signs farther from each other than cells of a usual size would be",
                "    1 0 \n    1 0 \n  1 1 0 \n  1 0 0 \n  1 0 0 \n  2 2 1 \n        \n        ",
            ),
            (
                "a last row that an editor cut off, below rows of a usual size",
                "0 0 0 0 1       \n0 0 1 1 2       \n0 0 1           \n0 0 1           \n"
                "1 1 1           \n1     3         \n2               \n1               \n1     1",
            ),
            (
                "a last row with its closing quote",
                "s = '0 0 0 0 1   1 0\n0 0 0 0 1 1 1 0\n1 2 2 1 0 0 0 0\n      1 0 0 0 0\n"
                "      2 1 1 0 0\n          2 1 1\n               \n               \n               '",
            ),
            (
                "two boards of a usual size with blank cells beside an arrow",
                "0 1 2 3 4 5 6 7 8  ->  0 1 2 3 4 5 6 7 8\n"
                + 3 * "                   ->                   \n"
                + "                   ->              2    \n"
                "                   ->                   \n"
                "      1 1 1 2      ->        1 1 1 2    \n"
                "      1 0 0 1 1    ->        1 0 0 1 1  \n"
                "    2 1 0 0 0 1    ->      2 1 0 0 0 1  \n"
                "    1 0 0 0 0 1    ->      1 0 0 0 0 1  ",
            ),
            (
                "a size of a row more than a text in quotes has",
                'Size: 9x9\nboard = """          1 0 0 0\n          2 1 1 0\n              2 0\n'
                "              3 1\n" + 3 * "                 \n" + '                 """',
            ),
            (
                "hidden cells first in rows of commas that are cells",
                "# # 1 , ,;\n# # 2 , 1;\n# # 2 1 1;\n# # # # ,;",
            ),
            ("a row behind the name of a file", "out.txt:1:000\n111\n##1"),
            ("a tab before blank rows", "\t     \n\t  111\n\t  1XX\n\t  1XX"),
            (
                "a first row that begins farther right",
                "         1  1\n 2  2  2  #\n #  #  2  1\n #  #  1  #",
            ),
            (
                "two boards of dots, of which all rows are one",
                ". . . . .\n. . . . .\n. . 1 . .\n. . . . .\n\n. . . . .\n. 2 . . .\n. . 1 . .\n. . . . .",
            ),
            ("two blanks behind rows with blank cells", "     \n1 1  \n# #  "),
            ("apostrophes first in all rows", "'\t'\t1\t?\n'\t1\t1\t?\n'\t1\t?\t?"),
            ("groups of hidden cells, tight", "##### ###\n##### ###\n##### 2##\n##### ###"),
            ("numbered rows of dashes", "1 ----\n2 1---\n3 ----"),
            ("a row of blanks above tight rows", "   \n111\n##1"),
            ("a blank behind tight rows of dots", "1·1 \n1·1 \n··1 "),
            (
                "open bars whose first cells are blank",
                "  | 1 | X | 1\n  | 2 | X | X\n  | 2 | X | X",
            ),
            (
                "bars before cells, and a last one that is blank",
                "| # | 1 | 1\n| # | 1 |  \n| 1 | 1 |  ",
            ),
            ("a mark behind the wall of one row", "| 1 | ? |\n| 1 | ? | x\n| 1 | 1 |"),
            ("a row of blanks in a line of HTML", "    <br>1111<br>##1#"),
            (
                "a row of blank boxes, one of them wider",
                "[ ][1][ ][1]\n[ ][ ][2][ ]\n[ ][  ][ ][ ]",
            ),
            ("letters like digits among hidden cells", "? ? ?\nl ? I\n? 2 ?"),
        )
    ),
    *(
        {"name": name, "text": text, "error": "board"}
        for name, text in (
            (
                "a row that is a cell short between walls",
                "    A B C\n   ------\n 1| X X X |1\n 2| X X |2\n 3| X 1 |3\n   ------",
            ),
            (
                "bullets before the lines of a list",
                "- [['0', '1', 'F', 'None', 'None'],\n-  ['0', '1', '1', '1', 'None']]",
            ),
            ("a first row of a dot behind blanks", "   1.\n1112.\n.....\n....."),
            (
                "a last row of a sheet that is a cell short",
                "\t0\t1\t2\t3\n0\t \t \t2\t \n1\t \t3\t \t \n2\t \t1\t ",
            ),
            (
                "JSON whose size is another than that of its board",
                '{"width": 5, "height": 5, "board": [[1, -1, -1], [1, 2, -1]]}',
            ),
        )
    ),
    *(
        read_as(f"no mine count: {sentence}", f"# 1 #\n# 2 #\n# # #\n{sentence}", "#1#|#2#|###")
        for sentence in (
            "There are 2 mines around (1,1)",
            "each row has 3 mines",
            "3 mines flagged",
            "mines = [(0, 1), (2, 3)]",
            "at least 3 mines",
            "3-4 mines",
            "Level 3 mines",
        )
    ),
    # Lines of one length that make a usual size are rows, whatever their cells look like.
    read_as(
        "a remark behind a row of blank cells",
        "0 1 2 3 4 5 6 7 8\n" + 3 * "                 \n" + "                   -- ?\n"
        "          1 1 1 1\n      2 1 1 0 0 0\n      1 0 0 0 0 0\n  2 1 1 0 0 0 1 1\n  1 0 0 0 0 0 1  ",
        4 * "#########|" + "#####1111|###211000|###100000|#21100011|#1000001#",
    ),
    read_as(
        "a row of blank cells with one letter, in quotes",
        "board = [\n    '  0 0 0 1      ',\n    '1 1 1 1 2      ',\n    '    F          ',\n"
        + 4 * "    '               ',\n"
        + "    '               '\n]",
        "#0001###|11112###|##*#####" + 5 * "|########",
    ),
    read_as(
        "numbers of rows behind blank columns",
        "/*\n    0 0 0 0 0 0 1      \n    1 0 1 1 1 0 1 F    \n    2 1 2 F 2 1 1 2    \n"
        "    3 F     F 1 0 1 2 F\n    4     F 2 1 0 0 1 1\n    5     2 1 0 0 0 0 0\n"
        "    6     1 0 0 0 0 0 0\n    7   F 1 0 0 0 1 1 1\n    8     1 0 0 0 1 F  \n*/",
        "000001###|011101*##|12*2112##|*##*1012*|##*210011|##2100000|##1000000|#*1000111|##10001*#",
    ),
    read_as(
        "a last row of blank cells before its closing quotes",
        'board = """              1 0\n              1 0\n              1 0\n1 1 2 1 2     1 0\n'
        "0 0 0 0 1 2 2 1 0\n0 0 0 0 0 0 0 0 0\n0 1 2 2 1 0 0 0 0\n0 1     2 1 2 1 1\n"
        '0 1              """',
        "#######10|#######10|#######10|11212##10|000012210|000000000|012210000|01##21211|01#######",
    ),
    # What blank cells may be is asked about, and what is meant is named.
    read_as(
        "as many comment signs alone as a usual size needs",
        "* ```\n*\n*\n*\n*\n*\n* 2 4         3 1\n* 0 1 1 1 1 1 1 0\n* 0 0 0 0 0 0 0 0\n* ```",
        5 * "########|" + "24####31|01111110|00000000",
    ),
    read_as(
        "as many empty lines as a usual size needs",
        "      2 0 0 0 0 0\n      2 0 0 0 0 0\n      1 1 1 1 0 0\n            2 1 1\n\n\n\n\n\n",
        "###200000|###200000|###111100|######211" + 5 * "|#########",
    ),
    read_as(
        "an indentation that may be a blank column of a usual size",
        "10\n          1        \n                   \n      2 1 2        \n      1 0 1 2      \n"
        "      2 0 0 1 2    \n      2 0 0 0 1 1  \n      1 1 1 1 0 1  \n            1 0 1  ",
        "###1####|########|#212####|#1012###|#20012##|#200011#|#111101#|####101#",
        10,
    ),
    read_as(
        "a board of a row less than a usual size would have",
        "const board = `\n"
        + 6 * "                 \n"
        + "        1 0 0 1 1\n        1 0 0 0 0\n`;",
        6 * "#########|" + "####10011|####10000",
    ),
    read_as(
        "cells far behind the begin of their lines",
        "const board = `\n            1 0\n            2 0\n            2 0\n            1 0\n"
        "            1 0\n            2 0\n            3 0\n            2 0\n`;",
        "######10|######20|######20|######10|######10|######20|######30|######20",
    ),
]


ASKED = {
    "opened cells at the ends of rows cut off",
    "a whole column of blank cells cut off",
    "hidden cells left blank in an indented board",
    "named cells, a blank behind each row",
    "named cells, two blanks",
    "named cells, a blank in front",
    "two mines on either side",
    "a mine count below",
    "a sheet with names",
    "a mine count below a frame",
    "a wall of underscores",
    "-2 for a flag",
    "blank cells behind tabs",
    "0 and 1 alone",
    "0 and 1 alone in JSON",
    "a log with blank cells",
    "0 and 1 alone in texts of JSON",
    "a list of quotations",
    "numbers before rows without a heading",
    "dots between cells",
    "middle dots between cells",
    "a size above dots that are cells",
    "dots between clues that hide a mine",
    "letters that name rows",
    "letters that name rows of zeros",
    "letters of hidden cells before clues",
    "letters of hidden cells before 1 and 0",
    "between lines of = apart",
    "added by a diff",
    "rows in a frame, 1",
    "rows in a frame, 2",
    "nothing opened, blank cells in brackets",
    "a tie of signs in a numbered frame",
    "hidden cells before bars",
    "quoted rows with tabs, and a mark of quotation alone below",
    "rows in groups of two, one row short",
    "rows and columns in groups, one row short",
    "groups of tight rows",
    "groups of rows that begin with the same sign",
    "a comment sign tight before names of hidden cells",
    "bars between cells, of which the first and the last of each row may be blank",
    "an empty line at the end of a text in quotes",
    "empty lines at the begin of a block of code",
    "a line of a log without cells above the others",
    "rows of which a last column of blank cells may be cut off",
    "a row of blank cells alone, below letters of columns",
    "blank rows of a comment, of which the sign alone is left",
    "a tight comment sign before a sheet with names",
    "a colon alone below blank cells",
    "a row of blank cells with one letter, in quotes",
    "rows behind numbers alone, of which some are blank",
    "as many comment signs alone as a usual size needs",
    "as many empty lines as a usual size needs",
    "an indentation that may be a blank column of a usual size",
    "a board of a row less than a usual size would have",
    "cells far behind the begin of their lines",
}
"""Cases that are a question: two readings are left, and what is meant is one of them."""
_UNREAD = {"pictures two wide, 1"}
"""Of the notations: its first row without blanks comes fifth."""


def cases() -> list[dict[str, Any]]:
    """All cases: name, text, and rows and mines, with ``asks`` where they are one of several readings; or the
    kind of the error."""
    codes = {"#": -1, "*": 10} | {str(n): n for n in range(9)}
    case_texts = list(TEXTS)
    for number, (text, mines) in enumerate(POSITIONS, 1):
        rows = text.split("|")
        board = [[codes[sign] for sign in row] for row in rows]
        for name, write in NOTATIONS.items():
            case_texts.append(
                {"name": f"{name}, {number}", "text": write(board), "rows": rows, "mines": mines}
            )
    for case in case_texts:
        if case["name"] in ASKED:
            case["asks"] = True
    return [case for case in case_texts if case["name"] not in _UNREAD]


PATH = Path(__file__).with_name("reading_cases.json")

if __name__ == "__main__":
    PATH.write_text(json.dumps(cases(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
