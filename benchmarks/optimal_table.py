"""The exact table of small boards: the best possible winning chance by size, mines and first-click rule.

    python benchmarks/optimal_table.py --nodes 300000
    python benchmarks/optimal_table.py --size 5x5 --nodes 100000000
    python benchmarks/optimal_table.py --size 5x5 --mines 7 8 --rules zero --nodes 1000000
    python benchmarks/optimal_table.py --check 5000

Writes ``benchmarks/results/optimal.csv``, a row for each board and rule, in place after each board: interrupt
it whenever you like, the next run goes on where this one was. A board that took more than ``--nodes`` sets of
layouts has a row that says so, and is tried again by a run that allows more. Boards are searched with as many
rows as columns or fewer; the others are the same, turned. Cells that a symmetry turns into each other are one
start. Under ``safe`` the layouts won are those of ``none``, out of those where the first cell is no mine.

``--check N`` solves each board of at most N layouts again by solvers that share no code with the first: that
of the decision process (``minesolver.sources.decision_process.optimal_solver``, to 5,000) and the game tree
(``kernel/search/endgame.pyx``). The column ``checked_by`` has who agrees; any difference ends the run
with an error.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from time import process_time

import numpy as np
from run_facts import print_facts

from minesolver import __version__
from minesolver.base.errors import EngineLimitError, RuleError
from minesolver.cli.progress import Progress
from minesolver.policy import POLICIES, Search
from minesolver.policy.optimal import FIRST_CLICKS, MOST_LAYOUTS, SmallBoard

TABLE = Path(__file__).resolve().parent / "results" / "optimal.csv"
FIELDS = (
    "rows", "cols", "mines", "first_click", "wins", "layouts", "win_rate", "best_starts", "sets", "seconds",
    "version", "checked_by", "note",
)  # fmt: skip
Board = tuple[int, int, int]
Row = dict[str, str]


def boards(size: tuple[int, int] | None = None) -> list[Board]:
    """Every board up to 5x5, and up to 6x6 where its layouts can be listed; those with few layouts first."""
    all_boards = []
    for rows in range(1, 7):
        for cols in range(rows, 7):
            for mines in range(1, rows * cols):
                listed = comb(rows * cols, mines) <= MOST_LAYOUTS
                if (listed or cols <= 5) and size in (None, (rows, cols)):
                    all_boards.append((rows, cols, mines))
    return sorted(all_boards, key=lambda board: (comb(board[0] * board[1], board[2]), board))


def key(row: Row) -> tuple[int, int, int, int]:
    return (
        int(row["rows"]),
        int(row["cols"]),
        int(row["mines"]),
        FIRST_CLICKS.index(row["first_click"]),
    )


def read(path: Path = TABLE) -> dict[tuple[int, int, int, int], Row]:
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {key(row): row for row in csv.DictReader(file)}


def write(table: dict[tuple[int, int, int, int], Row], path: Path) -> None:
    """Put the table in place at once, so that an interrupt leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new_path = path.with_suffix(".part")
    with new_path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table[row_key] for row_key in sorted(table))
    os.replace(new_path, path)


def solve(
    board: Board,
    nodes: int,
    progress: Callable[[int, int], None] | None = None,
    rules: Sequence[str] = FIRST_CLICKS,
) -> list[Row]:
    """The rows of one board, one for each of the rules that it can be played under."""
    rows, cols, mines = board
    board_fields = {
        "rows": str(rows),
        "cols": str(cols),
        "mines": str(mines),
        "version": __version__,
    }
    try:
        small_board = SmallBoard(*board, slots=1 << _slot_bits(comb(rows * cols, mines)))
    except EngineLimitError as error:
        return [_row(board_fields, first_click=rule, note=f"not solved: {error}") for rule in rules]

    solved_rows: list[Row] = []
    for rule in rules:
        # The sets are the same as under `none`: where they were too many, they are again.
        if rule == "safe" and solved_rows and not solved_rows[0]["wins"]:
            solved_rows.append(solved_rows[0] | {"first_click": rule})
            continue
        began = process_time()
        try:
            best = small_board.optimum(rule, nodes=nodes, progress=progress)
        except EngineLimitError:
            note = f"not solved: more than {nodes} sets of layouts"
            solved_rows.append(_row(board_fields, first_click=rule, note=note))
            continue
        except RuleError:  # no first click fits the rule
            continue
        starts = {_first_image(cell, rows, cols) for cell in best.best_first}
        solved_rows.append(
            _row(
                board_fields,
                first_click=rule,
                wins=str(best.wins),
                layouts=str(best.allowed),
                win_rate=f"{float(best.win_probability):.10f}",
                best_starts=" ".join(f"{row}:{col}" for row, col in sorted(starts)),
                sets=str(best.nodes),
                seconds=f"{process_time() - began:.2f}",
            )
        )
    return solved_rows


def _slot_bits(layout_count: int) -> int:
    """How large the table of sets is: a small board should not have to clear a large one."""
    if layout_count < 5000:
        return 16
    if layout_count < 50_000:
        return 22
    return 27


def _first_image(cell: tuple[int, int], rows: int, cols: int) -> tuple[int, int]:
    """The first of the cells that symmetries of the board turn a cell into: it stands for all of them."""
    row, col = cell
    image = min(row, rows - 1 - row), min(col, cols - 1 - col)
    return min(image, image[::-1]) if rows == cols else image


def _row(plain: Row, **fields: str) -> Row:
    return dict.fromkeys(FIELDS, "") | plain | fields


def run(
    path: Path,
    nodes: int,
    size: tuple[int, int] | None,
    mines: list[int] | None,
    rules: Sequence[str] = FIRST_CLICKS,
) -> None:
    table = read(path)
    todo = [
        board
        for board in boards(size)
        if (mines is None or board[2] in mines) and not _is_done(table, board, nodes, rules)
    ]
    with Progress("boards", len(todo)) as bar:
        for done, board in enumerate(todo):

            def show(
                first_cell: int, cell_count: int, done: int = done, board: Board = board
            ) -> None:
                bar.update(
                    done,
                    f"{board[0]}x{board[1]}/{board[2]}, first cell {first_cell} of {cell_count}",
                )

            for row in solve(board, nodes, show, rules):
                table[key(row)] = row
                print(*(row[field] for field in FIELDS if row[field]), flush=True)
            write(table, path)
            bar.update(done + 1)


def _is_done(
    table: dict[tuple[int, int, int, int], Row], board: Board, nodes: int, rules: Sequence[str]
) -> bool:
    board_rows = [
        row
        for row_key, row in table.items()
        if row_key[:3] == board and row["first_click"] in rules
    ]
    return bool(board_rows) and all(_is_final(row, nodes) for row in board_rows)


def _is_final(row: Row, nodes: int) -> bool:
    if not row["note"]:
        return True
    words = row["note"].split()
    return words[:4] == ["not", "solved:", "more", "than"] and int(words[4]) >= nodes


def by_decision_process(board: Board, rule: str) -> Fraction:
    """The optimum by the solver of the decision process."""
    from minesolver.mdp import OptimalSolver

    name = {"none": "none", "safe": "cell", "zero": "neighbourhood"}[rule]
    return OptimalSolver(*board).solve(name).best_first


def by_game_tree(board: Board, rule: str) -> Fraction:
    """The optimum by the policies' game tree, every first cell by itself."""
    rows, cols, mines = board
    layouts = comb(rows * cols, mines)
    search = Search(tree_layouts=layouts, tree_nodes=1 << 62, tree_slots=1 << 22)
    chooser = replace(POLICIES.get("safest"), search=search).chooser(rows, cols)
    grid = np.full(rows * cols, -1, np.int8)
    if rule != "zero":
        _, _, won = chooser.values(grid, mines, list(range(rows * cols)))
        drawn = layouts if rule == "none" else comb(rows * cols - 1, mines)
        return Fraction(max(won), drawn or 1)
    best = Fraction(0)
    for cell in range(rows * cols):
        grid[:] = -1
        grid[cell] = 0
        with suppress(ValueError):  # no layout
            wins, listed, _ = chooser.values(grid, mines, [])
            best = max(best, Fraction(wins, listed))
    return best


MOST_BY_DECISION_PROCESS = 5000  # layouts: it is written in Python
SECOND_SOLVERS = {"decision process": by_decision_process, "game tree": by_game_tree}


def check(path: Path, max_layouts: int, mines: list[int] | None) -> None:
    """Solve the boards of so many layouts at most again. Raises ``SystemExit`` where solvers differ."""
    table = read(path)
    todo = []
    for row in table.values():
        layouts = comb(int(row["rows"]) * int(row["cols"]), int(row["mines"]))
        is_wanted = mines is None or int(row["mines"]) in mines
        if row["wins"] and layouts <= max_layouts and is_wanted:
            todo.append(row)
    with Progress("checks", len(todo)) as bar:
        for done, row in enumerate(todo):
            board = int(row["rows"]), int(row["cols"]), int(row["mines"])

            # A solver that has agreed before is not asked again, and one that finds no end says nothing.
            agreed = row["checked_by"].split(" + ") if row["checked_by"] else []
            for name, solver in SECOND_SOLVERS.items():
                is_small = comb(board[0] * board[1], board[2]) <= MOST_BY_DECISION_PROCESS
                if name in agreed or (name == "decision process" and not is_small):
                    continue
                try:
                    second_answer = solver(board, row["first_click"])
                except EngineLimitError:
                    continue
                if second_answer != Fraction(int(row["wins"]), int(row["layouts"])):
                    raise SystemExit(
                        f"{board} {row['first_click']}: {name} has {second_answer}, the table {row}"
                    )
                agreed.append(name)

            # The table is kept after each row, for a check of all takes hours.
            row["checked_by"] = " + ".join(agreed)
            write(table, path)
            bar.update(done + 1, f"{board}")
    print(f"{len(todo)} rows agree")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=TABLE, metavar="FILE", help=f"default: {TABLE}")
    parser.add_argument(
        "--nodes", type=int, default=300_000, help="most sets of layouts a rule (default: 300000)"
    )
    parser.add_argument(
        "--size", type=_size, metavar="RxC", help="boards of this size only, R at most C"
    )
    parser.add_argument("--mines", type=int, nargs="+", metavar="M", help="these mine counts only")
    parser.add_argument(
        "--rules",
        nargs="+",
        choices=FIRST_CLICKS,
        default=FIRST_CLICKS,
        help="these first-click rules only",
    )
    parser.add_argument(
        "--check", type=int, metavar="N", help="solve boards of at most N layouts again"
    )
    options = parser.parse_args()
    print_facts()
    try:
        if options.check is not None:
            check(options.out, options.check, options.mines)
        else:
            rules = [rule for rule in FIRST_CLICKS if rule in options.rules]
            run(options.out, options.nodes, options.size, options.mines, rules)
    except KeyboardInterrupt:
        print("interrupted; what is finished is kept", file=sys.stderr)
        sys.exit(130)


def _size(text: str) -> tuple[int, int]:
    rows, cols = map(int, text.split("x"))
    return rows, cols


_size.__name__ = "size (ROWSxCOLS)"

if __name__ == "__main__":
    main()
