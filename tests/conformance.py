"""The cases of ``bindings/conformance.json``, which Python and JavaScript answer alike, and Python's answers.

``python tests/conformance.py`` writes the file anew: a difference in git is a change of an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import minesolver as ms
from minesolver.base.errors import PuzzleError, UnknownNameError
from minesolver.game.generate import ANY, generate
from minesolver.game.review import review
from minesolver.io.replays import load

Cell = tuple[int, int]
FILE = Path(__file__).with_name("bindings") / "conformance.json"
SHAPES = ("hex", "torus", "hex,modulo", "triangle", "knight")
RULED_TEXTS = (
    "3x3x2 hex\n1##\n###\n##1\n",
    "3x4x3 torus\n####\n#2##\n####\n",
    "2x2x2x2 3d\n1#\n##\n-\n##\n##\n",
    "3x3x? hex\n1##\n###\n##1\n",
    "3x3x~1/5 knight\n1##\n###\n##1\n",
    "hex\n3x3x2\n1##\n###\n##1\n",
    "rules: torus\n1##\n###\n###\n",
    '{"rules": "hex", "mines": 2, "board": ["1##", "#_#", "##1"]}',
    '{"rules": "square", "mines": 2, "board": ["1##", "#_#", "##?"]}',
    '{"mines": 2, "board": ["###", "###"], "constraints": [{"cells": [[0, 0], [0, 1]], "mines": 1}]}',
    '{"mines": 2, "board": ["###", "#1#"], "constraints": [{"cells": [[0, 0], [1, 0]], "counts": [0, 2]}]}',
    "3x3x2 hex\n1##\n##\n##1\n",
    "3x3x2 hex\n1##\n#!#\n##1\n",
    '{"rules": "hexx", "mines": 2, "board": ["1##", "###"]}',
    "3x3x9 hex\n1##\n###\n##1\n",
    '{"rules": "hex", "mines": 2, "board": ["1##", "###"], "holes": [[7, 7]]}',
)
"""Boards under rules, as texts, and what is none."""
BOARDS_WANTED: tuple[dict[str, Any], ...] = (
    {"rows": 9, "cols": 9, "mines": 10, "seed": 3},
    {"rows": 9, "cols": 9, "mines": 10, "seed": 5, "difficulty": [2, 3]},
    {"rows": 9, "cols": 9, "mines": 10, "seed": 6, "difficulty": [1, 1]},
    {"rows": 8, "cols": 8, "mines": 12, "seed": 7, "layer": "subset"},
    {"rows": 9, "cols": 9, "mines": 10, "seed": 5, "layer": "counting", "difficulty": [3, 9]},
    {"rows": 12, "cols": 12, "mines": 30, "seed": 2, "repair": True, "difficulty": [2, 9]},
    {"rows": 6, "cols": 6, "mines": 7, "seed": 4, "rules": "hex", "difficulty": [2, 5]},
    {"rows": 6, "cols": 6, "mines": 5, "seed": 4, "rules": "torus", "noGuess": False},
)
"""Boards to generate, in the words of JavaScript."""


def part_texts() -> Iterator[str]:
    """Parts of boards, which go on beyond some of their edges, and what is none."""
    sides = ("left", "top", "right", "bottom")
    for seed in range(24):
        random = Random(seed)
        cut = [side for side in sides if random.random() < 0.6] or ["left"]
        rows = 3 + ("top" in cut) + ("bottom" in cut)
        cols = 4 + ("left" in cut) + ("right" in cut)
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        mines = {cell for cell in cells if random.random() < 0.25}
        first_row, first_col = int("top" in cut), int("left" in cut)
        lines = []
        for row in range(first_row, first_row + 3):
            line = ""
            for col in range(first_col, first_col + 4):
                near = [cell for cell in mines if max(abs(cell[0] - row), abs(cell[1] - col)) == 1]
                is_hidden = random.random() < 0.6 and (row, col) != (first_row, first_col)
                sign = "*" if random.random() < 0.3 else "#"
                line += sign if (row, col) in mines else "#" if is_hidden else str(len(near))
            lines.append(line)
        density = "~1/5" if seed % 3 == 0 else "?"
        yield "\n".join([f"3x4x{density} cut={','.join(cut)}", *lines])
    yield "cut=all\n5#\n##"
    yield '{"board": ["##1", "311"], "cut": ["left"]}'
    yield "2x2x1 cut=left\n1#\n##"
    yield "2x2x? cut=lft\n1#\n##"
    yield "2x2x? cut=left\n6#\n##"
    yield "2x2x2 hex cut=left\n1#\n##"


def layout_texts() -> Iterator[tuple[str, list[int]]]:
    """Whole layouts as texts, with a start cell."""
    for seed in range(24):
        dealt = generate(7, 7, 8 + seed % 7, seed=seed, no_guess=False)
        yield next(iter(dealt)).layout.text(), [3, 3]
    for rules in SHAPES:
        for seed in range(3):
            game = ms.Game(6, 6, 7 + seed, rules=ms.Rules(board=rules), seed=seed)
            game.open((3, 3))
            yield game._ground.solution(game._deal).text(), [3, 3]


def open_cells(start: Cell, mines: list[Cell], cells: list[Cell], opened: set[Cell]) -> None:
    """Add a cell to those that are open, and all that its zeros open."""
    pending = [start]
    while pending:
        row, col = cell = pending.pop()
        if cell in opened:
            continue
        opened.add(cell)
        near = [other for other in cells if max(abs(other[0] - row), abs(other[1] - col)) == 1]
        if not {*near} & {*mines}:
            pending += near


def recorded_games() -> Iterator[str]:
    """Games of a player who opens any hidden cell, mostly without a mine, flags some and chords some."""
    for seed in range(16):
        random = Random(seed)
        rows, cols, mine_count = 5 + seed % 3, 6, 6 + seed % 4
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        mines = random.sample(cells[1:], mine_count)
        heading = {"rows": rows, "cols": cols, "mines": mine_count, "layout": sorted(mines)}
        lines: list[dict[str, Any]] = [heading, {"cell": [0, 0]}]
        flagged_mine = mines[0]
        lines.append({"cell": flagged_mine, "action": "flag"})
        opened: set[Cell] = set()
        open_cells((0, 0), mines, cells, opened)
        for _ in range(8):
            safe_cells = [cell for cell in cells if cell not in mines and cell not in opened]
            if not safe_cells:
                break
            cell = random.choice(safe_cells if random.random() < 0.9 else mines[1:])
            lines.append({"cell": cell})
            if cell in mines:
                break
            open_cells(cell, mines, cells, opened)
        yield "\n".join(json.dumps(line) for line in lines)


def judged(case: dict[str, Any]) -> dict[str, Any]:
    """What :func:`minesolver.judge` says of a layout."""
    judgement: dict[str, Any] = ms.judge(case["text"], tuple(case["start"])).to_dict()
    if judgement["stuck"]:  # Python indents every second row of hexagons
        judgement["stuck"] = judgement["stuck"].replace("\n ", "\n")
    return judgement


def reviewed(case: dict[str, Any]) -> dict[str, Any]:
    """The guesses of a game and what becomes of it, with chances to nine digits."""
    graded = review(load(case["text"].encode(), "game.jsonl"))
    guesses = []
    for guess in graded.guesses:
        guesses.append(
            {
                "risk": round(guess.risk, 9),
                "rank": guess.rank,
                "of": guess.choices,
                "missed": sorted(map(list, guess.missed)),
                "survived": guess.survived,
            }
        )
    return {"guesses": guesses, "luck": round(graded.luck, 9), "won": graded.won}


def read(case: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a board under rules in a text, or the kind of error that it is."""
    try:
        analysis = ms.analyze(ms.Board.parse(case["text"]))
    except ms.MinesolverError as error:
        return {"error": next(kind for of, kind in KINDS.items() if isinstance(error, of))}
    probability: Any = analysis.probability
    if isinstance(probability, Mapping):  # of a puzzle by name: a place that is no cell has none
        ends = np.max([*probability], axis=0) + 1
        probability = np.array([probability.get(place, 0.0) for place in np.ndindex(*ends)])
    chances = [round(chance, 9) for chance in np.nan_to_num(probability).ravel().tolist()]
    answer = {"solutions": str(analysis.solutions), "probability": chances}
    text = analysis.board.text().replace("\n ", "\n")
    return answer if text.startswith("{") else answer | {"text": text}  # JSON is blanks and order


def read_part(case: dict[str, Any]) -> dict[str, Any]:
    """What is known of a part of a board, or the kind of error that it is."""
    answer = read(case)
    if "error" in answer:
        return answer
    analysis = ms.analyze(ms.Board.parse(case["text"]))
    proved = {"safe": sorted(map(list, analysis.safe)), "mines": sorted(map(list, analysis.mines))}
    return answer | proved | {"best": analysis.best and list(analysis.best)}


def generated(case: dict[str, Any]) -> list[list[int]]:
    """The mines of a generated board."""
    wanted = json.loads(case["text"])
    board = next(
        generate(
            wanted["rows"],
            wanted["cols"],
            wanted["mines"],
            board=wanted.get("rules", "square"),
            start=(wanted["rows"] // 2, wanted["cols"] // 2),
            no_guess=wanted.get("noGuess", True),
            seed=wanted["seed"],
            method="repair" if wanted.get("repair") else "uniform",
            hardest=tuple(wanted.get("difficulty", ANY)),
            layer=wanted.get("layer"),
        )
    )
    return sorted(map(list, board.layout.mine_cells))


KINDS: dict[type, str] = {
    ms.InconsistentBoardError: "InconsistentBoardError",
    UnknownNameError: "UnknownNameError",
    ms.BoardFormatError: "BoardFormatError",
    PuzzleError: "BoardFormatError",
    ms.RuleError: "BoardFormatError",
}
"""The kinds of errors by their names in JavaScript, which tells no puzzle from a board."""
ANSWERED_BY = {
    "judgements": judged,
    "reviews": reviewed,
    "boards_under_rules": read,
    "parts_of_boards": read_part,
    "generated": generated,
}
"""Of each part of the file what answers its cases."""


def cases() -> dict[str, list[dict[str, Any]]]:
    """The questions of the file, without answers."""
    return {
        "judgements": [{"text": text, "start": start} for text, start in layout_texts()],
        "reviews": [{"text": text} for text in recorded_games()],
        "boards_under_rules": [{"text": text} for text in RULED_TEXTS],
        "parts_of_boards": [{"text": text} for text in part_texts()],
        "generated": [{"text": json.dumps(wanted)} for wanted in BOARDS_WANTED],
    }


def main() -> None:
    answered = {}
    for name, questions in cases().items():
        answered[name] = [case | {"answer": ANSWERED_BY[name](case)} for case in questions]
    FILE.write_text(json.dumps(answered, indent=1) + "\n")


if __name__ == "__main__":
    main()
