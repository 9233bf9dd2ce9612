"""Looks for inputs that break the solver: ``python tests/fuzz.py KIND --seconds 60 --seed 1``.

Every check is drawn from the seed, its kind and its number alone, so that ``--only NUMBER`` does it again.
The suite runs a few of them (tests/project/test_fuzz.py). A failure ends the run, with its number and input.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

if __name__ == "__main__":
    sys.path[:0] = [
        str(Path(__file__).resolve().parent),
        str(Path(__file__).resolve().parent.parent),
    ]

from oracle import around, marginals, models

import minesolver as ms
from minesolver.engine import ENGINES
from minesolver.game.review import review
from minesolver.io import formats, replays
from minesolver.io.formats import FORMATS
from minesolver.model.board import HIDDEN, MINE

TEXTS = [
    "2x3x2\n#10\n*10",
    "#1.\n*1.",
    "# 1 0 / * 1 0",
    "2x3x~1/5\n#10\n#10",
    "-1 1 0\n10 1 0",
    "0 -1 1 0\n1 10 1 0\n  0 1 2",
    "0 -1 1 0\n1 10 1 0",
    "#1_\nB1_",
    "U1M\n11T",
    "1 A 2\nB C D\nE 3 F",
    "3x2x1\nH10\nF10",
    "3x2x1\nH10\n?10",
    "[[-1,1,0],[10,1,0]]",
    '{"board": ["#10","*10"], "mines": 2}\n["#1","##"]\n',
    '{"rows": 1, "cols": 4, "mines": 1, "layout": [[0, 3]]}\n'
    '{"cell": [0, 0]}\n{"cell": [0, 2], "action": "chord"}',
    '{"cell": [0, 0], "shown": [[0, 0, 0], [0, 1, 1]], "seconds": 0.5}\n{"rows": 1, "cols": 3, "mines": 1}',
]
"""A text of every format, and replays."""
PIECES = [
    *'#*.089HF?UMT_BAx~/\n ,;\t\r\0\ufeff\u2028²٣é𝟘"[]{}',
    *("-1", "10", "\n\n", "1e-999999999", "9" * 30, "9" * 5000, "-0", "1.5", "null", "true", "NaN"),
    *("[" * 2000, "3x3x1\n", "~1/0", "~1e-9"),
]


def mutated(rng: Random, text: str) -> str:
    """The text with some pieces put in, taken out, doubled or swapped."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 8))):
        start, stop = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        change = rng.randrange(4)
        if change == 0:
            text = text[:start] + rng.choice(PIECES) + text[start:]
        elif change == 1:
            text = text[:start] + text[min(stop, start + 5) :]
        elif change == 2:
            text = text[:stop] + text[start:stop] + text[stop:]
        else:
            text = text[:start] + rng.choice(PIECES) + text[start + 1 :]
    return text


def check_texts(rng: Random) -> None:
    """A mutated text is a board (which is read back from what is written), or a typed error of one line."""
    text = mutated(rng, rng.choice(TEXTS))
    try:
        boards = formats.parse_many(text, format=rng.choice([None, None, *FORMATS]))
    except ms.MinesolverError as error:
        assert len(str(error)) < 1000, text  # noqa: PT017
        boards = []
    for board in boards:
        assert ms.Board.parse(str(board)) == board, text
        for name in FORMATS:
            with suppress(ms.MinesolverError):
                read_back = ms.Board.parse(board.text(name), format=name)
                assert (read_back.grid == board.grid).all(), (text, name)
        if board.grid.size <= 40:
            with suppress(ms.MinesolverError):
                ms.analyze(board, limit=ms.Limit(seconds=5))
    with suppress(ms.MinesolverError):
        review(replays.parse(text))
    with suppress(ms.MinesolverError):
        formats.parse(mutated(rng, "\x03\x02\x00\x01\x00\x01").encode("utf-8"), "a.mbf")


VALUES = [
    None,
    True,
    -1,
    0,
    1,
    3,
    10**9,
    10**30,
    0.5,
    1e308,
    float("nan"),
    "",
    "x",
    "1#\n##",
    [],
    [[]],
    {},
]
REQUESTS = [
    {"id": 1, "command": "identify"},
    {"id": "a", "command": "options", "set": {"engine": "layered", "seconds": 1.5}},
    {
        "id": 2,
        "command": "position",
        "position": "p",
        "board": "2x2x1\n1#\n##",
        "open": [[0, 1, 1]],
    },
    {"id": 3, "command": "position", "position": "p", "flag": [[1, 1]]},
    {
        "id": 4,
        "command": "analyze",
        "board": ["1#", "##"],
        "mines": 1,
        "exact": True,
        "reasons": True,
    },
    {"id": 5, "command": "recommend", "position": "p", "policy": "safest"},
    {"id": 6, "command": "stop", "of": 4},
    {"id": 7, "command": "ready"},
]
"""Requests of the engine protocol."""
QUESTIONS = [
    ("read", {"text": "1#\n##", "format": None, "name": "a.txt"}),
    ("read", {"data": "MSMKIyM=", "name": "a.mine"}),
    ("analyse", {"board": "1#/##", "mines": 1, "engine": "auto", "cell": [0, 1]}),
    ("analyse", {"board": "1#/##", "rules": "hex,liar", "reasons": True}),
    ("best_move", {"board": "1#/##", "mines": 1, "policy": "baseline", "seed": 3}),
    ("grade", {"board": "1#/##", "mines": 1, "cell": [0, 1], "seconds": 1}),
    ("judge", {"board": "1*1/111", "start": [0, 0], "quick": False, "seconds": 1}),
    (
        "generate",
        {"rows": 4, "cols": 4, "mines": 3, "start": [0, 0], "no_guess": True, "tries": 5},
    ),
]
"""Questions that the page asks."""


def varied(rng: Random, value: object) -> object:
    """The same JSON with one part of it another."""
    if not isinstance(value, (dict, list, str)) or not value or rng.random() < 0.1:
        return (
            rng.randint(-1, 5)
            if isinstance(value, int) and rng.random() < 0.7
            else rng.choice(VALUES)
        )
    if isinstance(value, str):
        return mutated(rng, value)
    if isinstance(value, list):
        index = rng.randrange(len(value))
        return [varied(rng, item) if i == index else item for i, item in enumerate(value)]
    chosen_name = rng.choice(list(value))
    return {
        name if rng.random() < 0.95 else mutated(rng, name): varied(rng, item)
        if name == chosen_name
        else item
        for name, item in value.items()
    }


def check_protocol(rng: Random) -> None:
    """Each line of the engine protocol gets its answer, a line of JSON."""
    from minesolver.protocol.session import Session

    answers: list[str] = []
    session = Session(answers.append)
    for _ in range(5):
        request = rng.choice(REQUESTS)
        text = (
            json.dumps(varied(rng, request))
            if rng.random() < 0.7
            else mutated(rng, json.dumps(request))
        )
        answers_before = len(answers) + len(session._open_calls) + len(session._waiting)
        session._handle(text.replace("\n", " ").encode("utf-8", "replace"))
        assert (
            not text.strip()
            or len(answers) + len(session._open_calls) + len(session._waiting) > answers_before
        ), text
    for answer in answers:
        assert "\n" not in answer
        assert isinstance(json.loads(answer), dict)


PUZZLES = [
    {
        "cells": ["a", "b", "c", "d"],
        "mines": 2,
        "constraints": [{"cells": ["a", "b"], "mines": 1, "name": "x"}],
    },
    {
        "cells": ["a", "b", "c"],
        "density": "1/5",
        "constraints": [{"cells": ["a", "c"], "counts": [0, 2]}],
    },
    {
        "cells": ["a", "b"],
        "capacity": [["a", 3]],
        "constraints": [{"cells": ["a", "b"], "range": [1, 2]}],
    },
    {"cells": [[0, 0], [0, 1]], "known": [[[0, 0], 1]], "mines": 1},
    {"cells": ["a", "b"], "constraints": [{"cells": ["a", "b"], "table": ["01", "10"]}]},
    {
        "cells": ["a", "b"],
        "constraints": [{"cells": ["a", "b"], "range": [1, 4], "weights": [1, 2]}],
    },
    {"rules": "knight", "board": ["1##", "###"], "mines": 2},
]
"""Puzzles as JSON."""
RULED = [
    "vanilla",
    "hex",
    "knight",
    "liar",
    "triplet",
    "wall",
    "partition",
    "torus",
    "modulo",
    "quad",
    "eyesight",
]


def check_puzzles(rng: Random) -> None:
    """A puzzle, or a board under rules, is solved or refused with a typed error."""
    puzzle: Any
    if rng.random() < 0.7:
        text = json.dumps(varied(rng, rng.choice(PUZZLES)))
        try:
            puzzle = ms.Puzzle.from_json(text)
        except ms.MinesolverError:
            return
    else:
        text = mutated(rng, rng.choice(("3x3x2\n1##\n###\n##2", "2x3\n##1\n1##", "1#\n##")))
        try:
            puzzle = ms.Board.parse(text, rules=rng.choice(RULED))
        except ms.MinesolverError:
            return
    with suppress(ms.MinesolverError):
        ms.analyze(puzzle, limit=ms.Limit(seconds=2))


def check_page(rng: Random) -> None:
    """Each question of the page gets an answer, or an error that says what is wrong with it."""
    from minesolver.extras.web.answers import answer

    name, question = rng.choice(QUESTIONS)
    text = json.dumps(varied(rng, question))
    status, body = answer(name, json.loads(text), 2.0)
    assert status in (200, 413, 422, 503), text
    assert isinstance(json.loads(body), dict), text


def small_board(rng: Random) -> ms.Board:
    """A small board: clues of a layout or arbitrary ones, known mines, a total, a density or neither."""
    rows, cols = rng.choice(((1, 9), (2, 6), (3, 4), (4, 3), (3, 5), (4, 4)))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    mines = {cell for cell in cells if rng.random() < rng.choice((0.15, 0.3, 0.6))}
    grid = np.full((rows, cols), HIDDEN)
    may_be_wrong = rng.random() < 0.3
    order = rng.sample(cells, len(cells))
    for r, c in order[: max(len(cells) - 11, rng.randint(0, len(cells)))]:
        neighbours = around(r, c, rows, cols)
        clue = (
            rng.randint(0, len(neighbours))
            if may_be_wrong and rng.random() < 0.2
            else len(mines & set(neighbours))
        )
        grid[r, c] = MINE if (r, c) in mines else clue
    kind = rng.randrange(3)
    if kind == 0:
        known_mines, hidden_cells = int((grid == MINE).sum()), int((grid == HIDDEN).sum())
        total = known_mines + rng.randint(0, hidden_cells) if may_be_wrong else len(mines)
        return ms.Board(grid, total)
    return ms.Board(
        grid, density=rng.choice((None, "1/5", "0.999999999", "1e-9")) if kind == 1 else None
    )


def check_boards(rng: Random) -> None:
    """Every engine agrees with all layouts counted one by one: the exact ones in all, the others soundly."""
    board = small_board(rng)
    count, expected = marginals(board.grid.tolist(), board.mines, board.density)
    for name in ms.engines():
        engine = ENGINES.get(name)
        try:
            analysis = ms.analyze(board, name)
        except ms.InconsistentBoardError as error:
            assert not count, (name, str(board))
            check_conflict(board, error)
            continue
        except (ms.EngineLimitError, ms.MissingDependencyError):
            continue
        safe = {cell for cell, p in expected.items() if p == 0}
        mines = {cell for cell, p in expected.items() if p == 1}
        if count:
            assert analysis.safe <= safe, (name, str(board))
            assert analysis.mines <= mines, (name, str(board))
        if engine.exact:
            assert analysis.solutions == count, (name, str(board))
            assert (analysis.safe, analysis.mines) == (safe, mines), (name, str(board))
            for cell, p in expected.items():
                assert abs(analysis.probability[cell] - float(p)) <= 1e-12, (name, str(board), cell)
                assert not engine.rational or analysis.exact(*cell) == p, (name, str(board), cell)
        if count:
            check_reasons(board, analysis)


def _kept(board: ms.Board, clues: set[ms.Cell]) -> list[list[int]]:
    """The board with these clues only; -2 is an opened cell that says nothing."""
    return [
        [-2 if 0 <= v <= 8 and (r, c) not in clues else v for c, v in enumerate(row)]
        for r, row in enumerate(board.grid.tolist())
    ]


def check_reasons(board: ms.Board, analysis: ms.Analysis) -> None:
    """Each reason follows from its clues, the mine count if it names it, and proved cells before it."""
    proved: set[ms.Cell] = set()
    assert set(analysis.reasons) == analysis.safe | analysis.mines, (analysis.engine, str(board))
    for cell, reason in analysis.reasons.items():
        case = (analysis.engine, str(board), cell, reason)
        assert set(reason.after) <= proved, case
        proved.add(cell)
        assert reason.is_mine == (cell in analysis.mines), case
        _, layouts_left = models(
            _kept(board, set(reason.clues)), board.mines if reason.total else None
        )
        fitting = [
            m for m in layouts_left if all((c in m) == (c in analysis.mines) for c in reason.after)
        ]
        assert fitting, case
        assert all((cell in layout) == reason.is_mine for layout in fitting), case


def check_conflict(board: ms.Board, error: ms.InconsistentBoardError) -> None:
    """The clues named cannot hold together, any fewer of them can, and ``smallest`` is true to its word."""
    case = (str(board), error.clues, error.total)
    clues = board.grid.tolist()
    all_clues = [(r, c) for r, row in enumerate(clues) for c, v in enumerate(row) if 0 <= v <= 8]

    def holds(clues_kept: set[ms.Cell], with_total: bool) -> bool:
        return bool(models(_kept(board, clues_kept), board.mines if with_total else None)[1])

    named = set(error.clues)
    assert not holds(named, error.total), case
    assert all(holds(named - {clue}, error.total) for clue in named), case
    assert not error.total or holds(named, False), case
    assert error.smallest, case  # such small boards are always searched to the end
    size = len(named) + error.total
    if size == 3:
        pairs = [{a, b} for i, a in enumerate(all_clues) for b in all_clues[:i]]
        assert all(holds(pair, False) for pair in pairs), case
    if size >= 3 and board.mines is not None:
        assert all(holds({clue}, True) for clue in all_clues), case


def check_games(rng: Random) -> None:
    """A series played by the compiled loop and step by step gives the same games."""
    from minesolver.game import play_episode
    from minesolver.game.series import Series, play_compiled_games

    rows, cols, mines = rng.choice(((9, 9, 10), (9, 9, 18), (5, 7, 9), (16, 16, 40), (16, 30, 99)))
    rules = ms.game.Rules(first_click=rng.choice(("none", "safe", "zero")))
    policy = rng.choice(("safest", "pseq", "lookahead", "strongest"))
    series = Series(policy, rows, cols, mines, rules, rng.randrange(1 << 30))
    index = rng.randrange(1000)
    ((won, guesses, opened, *_),) = play_compiled_games(series, index, 1)
    episode = play_episode(series.game(index), series.player())
    slow = (episode.outcome == "won", episode.guesses, episode.opened)
    assert (bool(won), guesses, opened) == slow, (series, index)


KINDS: dict[str, Callable[[Random], None]] = {
    "texts": check_texts,
    "boards": check_boards,
    "games": check_games,
    "protocol": check_protocol,
    "page": check_page,
    "puzzles": check_puzzles,
}


HANGS = 60.0
"""Seconds that no check needs on the slowest machine."""


def check(kind: str, seed: int, number: int) -> None:
    """One check. Raises ``AssertionError`` (or what broke, or hung) with the number in a note."""
    try:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, _hangs)
            signal.setitimer(signal.ITIMER_REAL, HANGS)
        KINDS[kind](Random(f"{seed}/{kind}/{number}"))
    except BaseException as error:
        error.add_note(f"again: python tests/fuzz.py {kind} --seed {seed} --only {number}")
        raise
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def _hangs(*_: object) -> None:
    raise TimeoutError(f"no end in {HANGS:g} s")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=list(KINDS))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--count", type=int, help="so many checks, whatever the time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this check alone")
    options = parser.parse_args()
    if options.only is not None:
        check(options.kind, options.seed, options.only)
        return
    began, done = time.perf_counter(), 0
    while done < options.count if options.count else time.perf_counter() - began < options.seconds:
        check(options.kind, options.seed, done)
        done += 1
    print(
        f"{options.kind}: {done} checks, seed {options.seed}, {time.perf_counter() - began:.0f} s, no failure"
    )


if __name__ == "__main__":
    main()
