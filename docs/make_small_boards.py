"""Write docs/small-boards.md and its picture out of the table: ``python docs/make_small_boards.py``.

The table is ``benchmarks/results/optimal.csv``, which ``benchmarks/optimal_table.py`` makes.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from minesolver.base.palette import LIGHT, RISKS, plot_style

DOCS = Path(__file__).resolve().parent
TABLE = DOCS.parent / "benchmarks" / "results" / "optimal.csv"
PAGE = DOCS / "small-boards.md"
PICTURE = DOCS / "images" / "small-boards.svg"
RULES = ("none", "safe", "zero")
Size = tuple[int, int]
Row = dict[str, str]
Rows = dict[tuple[Size, int, str], Row]

TEXT = """\
# Small boards, solved

How often the best play wins, exactly, for boards up to 5x5 and for 6x6 with few mines, as far as they are
solved: {solved} boards of {sizes} sizes, under three rules for the first click. We know of no
published figures beyond 4x4. This page is made by `python docs/make_small_boards.py` out of
[`benchmarks/results/optimal.csv`](../benchmarks/results/optimal.csv), and that by
`python benchmarks/optimal_table.py`, which can be interrupted and goes on where it was: {seconds:,}
seconds of processor time for {sets:,} sets of layouts.

- **none**: the first cell may be a mine. **safe**: it is none. **zero**: no cell around it is a mine
  either, so that it opens an area. Every layout that the rule leaves is equally likely.
- A fraction is *layouts won / layouts that the rule leaves*. The best play opens one of the first cells
  that are named, or a cell that a symmetry of the board turns into it; only one of these is searched.
  Cells are row, column from 0.
- Under *safe* the best play is that of *none*: it wins the same layouts out of those where the first cell
  is not a mine. 3x4 stands for 4x3 as well: a board can be turned.
- {unsolved}

![Win rates of the best play by size and mines, under each rule](images/small-boards.svg)

## Trust

{twice} of the {rows} rows (two stars) were solved again by two solvers that share no code with the first
nor with each other, that of the [decision process](reference/sources.md) and the policies' game tree, and
{once} more (one star) by the game tree (`python benchmarks/optimal_table.py --check 60000`); every
fraction is the same. The values known before come out: 961/1820 for 4x4 with 4 mines, and 4x4/2, 4x5/3,
5x5/2 and 6x6/2 under each rule. A saved policy ([below](#play-it)) is replayed over every layout of a
board by the tests, and wins just as many as the table says.

## How

What a player knows is the set of layouts that agree with all that is open. A cell that is safe in all of
them is opened at once; at a guess, the value of a set is the greatest sum of the values of the parts that
a cell divides it into. Sets that a symmetry turns into each other are one. Most guesses are never
searched, because the most that they could win is too little: a set wins at most as often as its safest
cell is safe; two layouts that no cell which is safe in both tells apart are never both won; a cell that would
tell nothing is never guessed; a cell is not guessed where another is safer and tells all that it would.
Win counts are whole numbers, and a bound is never taken for a value
(`minesolver/kernel/search/whole_board.pyx`).

## Play it

```console
$ minesolver optimal --level 4x4/4 --first-click none --save 4x4-4.npz
4x4..., first click none: best play wins 961/1820 = 52.8022 %
best first cells: (0,1) (0,2) (1,0) (1,3) (2,0) (2,3) (3,1) (3,2)
1820 layouts, ... sets searched, ... s
$ minesolver play --level 4x4/4 --first-click none --policy optimal:4x4-4.npz --games 200 --seed 1
optimal:4x4-4.npz on 4x4..., first click none, seed 1
... of 200 games won: ...
```

The file is NumPy's `.npz`, a few kilobytes: `positions`, int8 (positions, rows, cols), -1 hidden, else
the value shown, with all proved cells open; `moves`, int16 (positions, 2), the row and the column to
open; `mines`, `first_click`, `wins`, `allowed` and `version`. The first position has everything hidden.

## Other objectives

The best play is the best at something, and `--objective` says at what:

| objective | game | what is counted |
|---|---|---|
| `wins` | a mine ends it | the games won, the most: all tables here |
| `clicks` | the same | the least clicks of a game that is won, by moves that lose no winning chance |
| `guesses` | a mine is shown, and it goes on | the fewest cells opened that were not proved safe |
| `hits` | the same | the fewest mines among them |
| `forgiven` | a guess is not a mine where nothing is proved safe | the fewest guesses |

The third and fourth are games of `play --after-mine continue`, the last of `play --deal forgiving`
(kaboom's mode).

```console
$ minesolver optimal --level 4x4/4 --objective guesses
4x4/4, first click safe: best play comes to 266/195 = 1.3641 guesses a game, where a mine is shown
best first cells: (0,0) (0,3) (3,0) (3,3)
...
$ minesolver optimal --level 3x3/2 --objective clicks
3x3/2, first click safe: best play wins 6/7 = 85.7143 %, and takes 107/24 = 4.4583 clicks in a game...
```

In a position with up to 5,000 layouts (500 for `forgiven`) `ms.recommend(board, objective="guesses")` and
`minesolver solve --recommend --objective guesses` give the guess that costs least, and what each other one
costs.

A *click* opens a cell, sets a flag or is a chord, which opens what is around a clue that has all its flags;
so the 3BV of a board over the clicks is the efficiency that players speak of. The first click counts. A wrong
flag is never of use: a chord with one opens a mine.

`wins`, `guesses` and `hits` are sums over layouts, of which one search makes the most: each layout that is
solved brings something, and a guess costs it something. For clicks it matters besides what is open and
flagged, so positions are valued, and that search says what each of them wins. A forgiven guess takes
layouts away, so that its cost is a mean over those that stay. All are exact, and equal to what a search
over every play finds on boards up to 3x3 (`tests/policy/test_objectives.py`). `clicks` and `forgiven` are
for boards of up to two thousand layouts or so: 4x4 with 4 mines takes half a minute.

## Three sizes

All {sizes} sizes are in the [CSV](../benchmarks/results/optimal.csv).
"""
_SHOWN = ((3, 3), (4, 4), (5, 5))
"""Sizes with a table on the page."""


def read() -> Rows:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {
            ((int(row["rows"]), int(row["cols"])), int(row["mines"]), row["first_click"]): row
            for row in csv.DictReader(file)
        }


def page(table: Rows) -> str:
    """The text of the page."""
    solved = {key[:2] for key, row in table.items() if row["wins"]}
    sizes = {size for size, _ in solved}
    text = TEXT.format(
        solved=len(solved),
        sizes=len(sizes),
        rows=sum(bool(row["wins"]) for row in table.values()),
        twice=sum("+" in row["checked_by"] for row in table.values()),
        once=sum(row["checked_by"] == "game tree" for row in table.values()),
        seconds=round(sum(float(row["seconds"] or 0) for row in table.values())),
        sets=sum(int(row["sets"] or 0) for row in table.values()),
        unsolved=_unsolved(table),
    )
    for size in _SHOWN:
        text += f"\n### {size[0]}x{size[1]}\n\n"
        text += "| mines | none | safe | zero | open first | zero: open first |\n"
        text += "|---:|---:|---:|---:|---|---|\n"
        for mines in sorted(mines for solved_size, mines in solved if solved_size == size):
            rows = [table.get((size, mines, rule)) for rule in RULES]
            cells = [_share(row) for row in rows] + [_starts(rows[0]), _starts(rows[2])]
            text += f"| {mines} | {' | '.join(cells)} |\n"
    return text


def _unsolved(table: Rows) -> str:
    """Which boards of the table have no figure, and why."""
    missing: dict[Size, list[int]] = {}
    for (size, mines, rule), row in table.items():
        if rule == "none" and not row["wins"]:
            missing.setdefault(size, []).append(mines)
    if not missing:
        return "Every board of the table is solved."
    boards = "; ".join(
        f"{rows}x{cols} with {_ranges(mines)}" for (rows, cols), mines in missing.items()
    )
    return (
        "Not solved under *none* and *safe*, and some not under *zero*, for want of time (the CSV says how "
        f"many sets of layouts were not enough): {boards} mines."
    )


def _ranges(mines: list[int]) -> str:
    """Numbers in rising order, those in a row as one range."""
    runs: list[list[int]] = []
    for count in mines:
        if runs and runs[-1][-1] == count - 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    return ", ".join(f"{run[0]} to {run[-1]}" if run[1:] else str(run[0]) for run in runs)


def _share(row: Row | None) -> str:
    if row is None:
        return "cannot be"
    if not row["wins"]:
        return "not solved"
    star = "*" * len(row["checked_by"].split(" + ")) if row["checked_by"] else ""
    return f"{row['wins']}/{row['layouts']} = {100 * float(row['win_rate']):.4f} %{star}"


def _starts(row: Row | None) -> str:
    if row is None or not row["wins"]:
        return ""
    return " ".join(f"({start.replace(':', ',')})" for start in row["best_starts"].split())


def draw(table: Rows) -> None:
    """The picture: a heat map for each rule, sizes by mines."""
    import matplotlib.style

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "small boards"
    import matplotlib.pyplot as plt
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap

    matplotlib.style.use(plot_style())
    colours = LinearSegmentedColormap.from_list(
        "risk", RISKS[::-1]
    )  # dark where most games are lost

    sizes = sorted(
        {size for size, _, _ in table if size[0] >= 3}, key=lambda size: (size[0] * size[1], size)
    )
    most_mines = max(mines for size, mines, _ in table if size in sizes)
    figure, axes = plt.subplots(3, 1, figsize=(10, 9.5), layout="constrained")
    for axis, rule in zip(axes, RULES, strict=True):
        rates = np.full((len(sizes), most_mines), np.nan)
        for (size, mines, first_click), row in table.items():
            if first_click == rule and size in sizes and row["wins"]:
                rates[sizes.index(size), mines - 1] = 100 * float(row["win_rate"])
        image = axis.imshow(rates, cmap=colours, vmin=0, vmax=100, aspect="auto")
        axis.set_facecolor(LIGHT["line"])
        axis.set_yticks(range(len(sizes)), [f"{rows}x{cols}" for rows, cols in sizes])
        axis.set_xticks(range(0, most_mines, 2), range(1, most_mines + 1, 2))
        axis.set_title(f"first click: {rule}", loc="left")
        for (line, column), rate in np.ndenumerate(rates):
            if not np.isnan(rate):
                colour = "black" if rate > 45 else "white"
                axis.text(column, line, f"{rate:.0f}" if rate >= 1 else "<1", ha="center", va="center",
                          fontsize=7, color=colour)  # fmt: skip
    axes[-1].set_xlabel("mines (grey: not solved, or cannot be played)")
    figure.colorbar(image, ax=axes, label="won by the best play, per cent", shrink=0.5)
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> int:
    table = read()
    PAGE.write_text(page(table), encoding="utf-8", newline="\n")
    draw(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
