"""What explanations named at bd488d0: ``python tests/explanations.py > tests/explanations.txt`` writes them.

A line a subject: the kind, the subject, the answer, separated by tabs. Cells and constraints go by number.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import minesolver as ms

FILE = Path(__file__).with_suffix(".txt")


def subject(kind: str, text: str) -> Any:
    """The board or puzzle of a line."""
    if kind == "rules":
        return ms.Puzzle.from_json(text)
    board = ms.Board.parse(text)
    return ms.Puzzle.from_board(board) if kind == "puzzle" else board


def answer(given: Any) -> str:
    """The clue sets named: a conflict, the reasons of a board, or the steps of a puzzle.

    A conflict ends in ``!`` where it is proved to be smallest; so does a step. ``T`` is the mine count.
    """
    try:
        found = ms.analyze(given, limit=ms.Limit(seconds=600))
        if not isinstance(given, ms.Board):
            return " ".join(map(_step(given), found.steps())) or "-"
        cols = given.cols
        cells: dict[str, list[str]] = {}
        for (r, c), reason in sorted(found.reasons.items()):
            used = _set((a * cols + b for a, b in reason.clues), reason.total)
            cells.setdefault(used, []).append(str(r * cols + c))
        return " ".join(f"{used}>{','.join(own)}" for used, own in cells.items()) or "-"
    except ms.InconsistentPuzzleError as error:
        names = [c.name for c in given.constraints]
        return f"conflict {_set(map(names.index, error.constraints), error.total)}{'!' * error.smallest}"
    except ms.InconsistentBoardError as error:
        clues = (r * given.cols + c for r, c in error.clues)
        return f"conflict {_set(clues, error.total)}{'!' * error.smallest}"


def _set(numbers: Any, total: bool) -> str:
    return ",".join([*map(str, sorted(numbers)), *["T"] * total])


def _step(puzzle: Any) -> Any:
    names = {c.name: str(k) for k, c in reversed(list(enumerate(puzzle.constraints)))}
    total = f"the mine count {puzzle.mines}"

    def shown(step: Any) -> str:
        used = ",".join(names.get(name, "T" if name == total else "?") for name in step.constraints)
        cells = ",".join(str(puzzle.index(reason.cell)) for reason in step.reasons)
        return f"{used}>{cells}{'!' * step.smallest}"

    return shown


def _clues(mine: Any) -> Any:
    rows, cols = mine.shape
    padded = np.pad(mine.astype(int), 1)
    return sum(padded[a : a + rows, b : b + cols] for a in range(3) for b in range(3)) - mine


def stuck(rng: Random, rows: int, cols: int, mines: int, skip: int) -> Any:
    """The grid of a game in which rules on one clue prove nothing safe, after ``skip`` such boards before."""
    while True:
        layout: Any = np.zeros(rows * cols, bool)
        layout[rng.sample(range(rows * cols), mines)] = True
        layout = layout.reshape(rows, cols)
        clue = _clues(layout)
        grid = np.full((rows, cols), -1)
        left = skip
        opened = np.argwhere(clue + 9 * layout == 0).tolist()
        if not opened:
            continue
        pending = [rng.choice(opened)]
        while True:
            while pending:
                r, c = pending.pop()
                if grid[r, c] >= 0:
                    continue
                grid[r, c] = clue[r, c]
                if not clue[r, c]:
                    pending += [
                        [a, b]
                        for a in range(max(0, r - 1), min(rows, r + 2))
                        for b in range(max(0, c - 1), min(cols, c + 2))
                        if grid[a, b] < 0
                    ]
            board = ms.Board(grid.copy(), mines)
            pending = [list(cell) for cell in deduce(board, "baseline").safe]
            if pending:
                continue
            found = ms.analyze(board)
            if not left and (found.safe or found.mines):
                return grid
            left -= 1
            hidden = np.argwhere((grid < 0) & ~layout).tolist()
            if not hidden:
                break
            near = [cell for cell in hidden if tuple(cell) in found.safe]
            near = near or [
                [r, c] for r, c in hidden if (grid[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2] >= 0).any()
            ]
            pending = [rng.choice(near or hidden)]


def _wrong(rng: Random, grid: Any, mines: int) -> Any:
    """A board that contradicts itself: another clue, or another mine count."""
    while True:
        other = grid.copy()
        cells = [
            (r, c)
            for r, c in np.argwhere(grid >= 0).tolist()
            if (grid[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2] < 0).any()
        ]
        total: int | None = rng.choice((mines, mines, None))
        if rng.random() < 0.3:
            total = mines + rng.choice((-1, 1)) * rng.randint(1, mines // 2)
        else:
            for cell in rng.sample(cells, rng.choice((1, 1, 2))):
                other[cell] = max(0, min(8, other[cell] + rng.choice((-1, 1))))
        try:
            board = ms.Board(other, total)
            ms.analyze(board)
        except ms.InconsistentBoardError:
            return board
        except ms.MinesolverError:
            continue


def _text(board: Any) -> str:
    return "/".join(str(board).split())


RULES = [
    *("vanilla", "four", "cross", "knight", "radius-2", "multiple", "negation", "liar", "modulo", "wall"),
    *("longest-wall", "partition", "eyesight", "quad", "triplet", "anti-knight", "horizontal", "unary"),
    *("balance", "dual", "battleship", "connected", "outside", "snake", "hex", "torus", "triangle"),
    *("hex,liar", "torus,quad", "triplet,liar"),
]


def subjects() -> Iterator[tuple[str, str]]:
    """(kind, text) of each subject, drawn anew."""
    from minesolver.game.puzzles import (  # type: ignore[import-not-found]  # of the version that made the file
        LayoutSampler,
        generate_puzzles,
    )

    from minesolver.game.seeding import SplitMix64, game_key

    for number in range(300):
        rng = Random(f"explanations/{number}")
        rows, cols, mines = (16, 30, 99) if number % 2 else (9, 9, 10)
        grid = stuck(rng, rows, cols, mines, rng.randrange(4 if number % 2 else 2))
        kind = number // 2 % 10
        if kind == 7:
            yield "board", _text(ms.Board(grid))
        elif kind in (8, 9):
            yield "board", _text(_wrong(rng, grid, mines))
        else:
            yield "board", _text(ms.Board(grid, mines))
        if kind in (0, 5) and number < 120:
            yield "puzzle", _text(ms.Board(grid, mines))
    for size, total in ((24, 36), (15, 20), (21, 75), (21, 80)):
        grid = np.full((size, size), -1)
        grid[1::4, 1::4] = 1
        if size == 15:
            grid[1::2, 1::2] = 3
        if size == 21:
            grid[1::3, 1::3] = 2
        yield "board", _text(ms.Board(grid, total))
    for rules in RULES:
        shape = (5, 5) if rules != "triangle" else (4, 6)
        sampler = LayoutSampler(rules, shape)
        random = SplitMix64(game_key(1, len(rules)))
        solution = sampler.draw(random)
        safe = [i for i, state in solution.states.items() if state != "*"]
        shown = {}
        for _ in range(len(safe) * 2 // 3):
            i = safe.pop(random.below(len(safe)))
            shown[i] = solution.states[i]
        yield "rules", type(solution)(sampler.geometry, sampler.rules, shown, solution.mines).to_json()
        yield "rules", next(generate_puzzles(rules, shape, seed=2)).board.to_json()


if __name__ == "__main__":
    try:
        from minesolver.layers import deduce
    except ImportError:
        from minesolver.deduction import deduce  # type: ignore
    for kind, text in subjects():
        print(kind, text, answer(subject(kind, text)), sep="\t")
        print(kind, file=sys.stderr, end=" ", flush=True)
