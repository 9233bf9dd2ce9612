"""A family of graded counting instances: boards as DIMACS and OPB with their exact counts.

    python benchmarks/instances.py --out instances            # 100, the narrow ones first
    python benchmarks/instances.py --out instances --ganak    # counted by pyganak as well, in a minute or two

Random layouts with 40 to 70 % of their safe cells opened, on boards from 4x4 to 16x16, 20 % of the cells
mines, graded by the width of the elimination order, which says how hard they are to count. ``index.csv`` has
for each one its file, hidden cells, width and count. The same arguments give the same files.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from random import Random

from run_facts import print_facts

import minesolver as ms
from minesolver.explain.export import dimacs, opb


def positions(seed, number, largest):
    """(board, analysis): random layouts with some of their safe cells opened, of growing size."""
    for index in range(number):
        size = 4 + (largest - 4) * index // max(1, number - 1)
        random = Random(f"{seed} {index}")
        cells = [(r, c) for r in range(size) for c in range(size)]
        mines = random.sample(cells, size * size // 5)
        game = ms.Game(size, size, rules=ms.Rules("none", reveal="single"), layout=mines)
        safe = sorted({*cells} - {*mines})
        for cell in random.sample(safe, round(len(safe) * random.uniform(0.4, 0.7))):
            game.open(cell)
        yield game.board, ms.analyze(game.board, "elimination")


def count(text):
    """The projected count of a DIMACS text, by pyganak."""
    from pyganak import Counter

    counter, counted_variables = Counter(), []
    for line in text.splitlines():
        words = line.split()
        if words[:2] == ["p", "cnf"]:
            counter.new_vars(max(1, int(words[2])))
        elif words[:3] == ["c", "p", "show"]:
            counted_variables = [int(word) for word in words[3:-1]]
        elif words == ["0"]:
            return 0
        elif words[0] != "c":
            counter.add_clause([int(word) for word in words[:-1]])
    counter.set_sampling_set(counted_variables)
    return int(counter.count())


def write(out: Path, seed: int, number: int, largest: int = 16, ganak: bool = False) -> list[dict]:
    """Write the family; returns the rows of its index."""
    out.mkdir(parents=True, exist_ok=True)
    instances = list(positions(seed, number, largest))
    instances.sort(key=lambda instance: (instance[1].statistics.width, len(instance[0])))
    rows = []
    for i, (board, analysis) in enumerate(instances):
        name = f"{i:03}-{board.rows}x{board.cols}-width{analysis.statistics.width}"
        comment = (
            f"minesweeper {board.rows}x{board.cols}x{board.mines}\nsolutions {analysis.solutions}"
        )
        (out / f"{name}.cnf").write_text(dimacs(board, comment))
        (out / f"{name}.opb").write_text(opb(board, comment))
        row = {
            "file": name,
            "hidden": len(board.where(ms.HIDDEN)),
            "width": analysis.statistics.width,
        }
        row |= {"solutions": analysis.solutions}
        if ganak:
            began = time.perf_counter()
            assert count((out / f"{name}.cnf").read_text()) == analysis.solutions, name
            row["ganak_seconds"] = round(time.perf_counter() - began, 3)
        rows.append(row)
    with (out / "index.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--largest", type=int, default=16, help="rows of the largest board")
    parser.add_argument("--ganak", action="store_true", help="count each by pyganak as well")
    options = parser.parse_args()
    print_facts(options.seed)
    rows = write(options.out, options.seed, options.number, options.largest, options.ganak)
    print(
        f"{len(rows)} instances in {options.out}, width {rows[0]['width']} to {rows[-1]['width']}"
    )
