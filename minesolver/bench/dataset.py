"""Positions with exact labels, drawn by a seed: the test set of whoever learns to play.

A dataset is made of parts, each a function of the plan and its number alone: it can be made by many
processes, ended at any time and taken up again. Splits never share a position, nor a mirror image of one: a
hash of the position says to which split it belongs.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import reduce
from hashlib import blake2b
from itertools import islice, zip_longest
from operator import or_, xor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from ..base.errors import ResultsError, extra
from ..base.files import write_whole
from ..base.version import __version__
from ..counting.problem import count_around
from ..game import Game, Rules
from ..game.score import LAYERS_NEEDED, easiest
from ..game.seeding import game_key
from ..layers import deduce, proved
from ..model.analysis import TIE, Analysis
from ..model.board import HIDDEN, Board
from ..policies.recommend import recommend
from ..solve import analyze
from .workers import Batch, Workers, processes

SPLITS = {"train": (0, 1), "validation": (2,), "test": (3,)}
"""Remainders of a position's hash by 4, by split."""
SIZES = ("5x5/5", "6x6/7", "8x8/11", "9x9/12", "16x16/40", "16x30/99")
TEXTS = tomllib.loads(Path(__file__).with_name("dataset.toml").read_text("utf-8"))
COLUMNS: dict[str, str] = TEXTS["columns"]
_AT_ONCE = 1000  # rows of Parquet in memory
_PART = 20  # positions of each size
_GAMES, _STUCK = 4, 4  # looked at for them: games for each; positions beyond them where no clue proves a cell
_TREE = 300  # layouts up to which the game tree is searched


@dataclass(frozen=True)
class Plan:
    """What a dataset is made from."""

    split: str = "train"
    seed: int = 0
    sizes: tuple[str, ...] = SIZES

    @property
    def rows(self) -> int:
        """The most rows that a part has."""
        return _PART * len(self.sizes)


@dataclass(frozen=True)
class Part(Batch):
    """A part of a dataset."""

    plan: Plan
    number: int

    def run(self) -> list[dict[str, Any]]:
        """Its rows."""
        return part(self.plan, self.number)


def key_of(codes: npt.NDArray[np.int8], mines: int) -> str:
    """The hash of a position up to rotations and mirror images."""
    grids = [grid[::up] for grid in (codes, codes.T) for up in (1, -1)]
    cells = [(f"{grid.shape}{mines}".encode(), grid.tobytes()) for grid in grids]
    least = min(head + own[::way] for head, own in cells for way in (1, -1))
    return blake2b(least, digest_size=8).hexdigest()


def part(plan: Plan, number: int, each: int = _PART) -> list[dict[str, Any]]:
    """The rows of one part, so many at most of ``each`` size."""
    rows: list[dict[str, Any]] = []
    stream = game_key(plan.seed, game_key(list(SPLITS).index(plan.split), number))
    for size in plan.sizes:
        strata: dict[tuple[str, str], list[tuple[str, npt.NDArray[np.int8], Analysis | None]]] = {}
        seen: set[str] = set()
        for index in range(_GAMES * each):
            # One cell opens: openings are shown by `_met`, which is faster.
            game = Game.level(size, Rules("zero", reveal="single"), seed=stream, index=index)
            for codes, stage, stuck in _met(game):
                key = key_of(codes, game.mines)
                if int(key, 16) % 4 in SPLITS[plan.split] and key not in seen:
                    kind = _kind(stuck) if stuck else "baseline"
                    strata.setdefault((stage, kind), []).append((key, codes, stuck))
                    seen.add(key)
            if sum(len(all) for (_, kind), all in strata.items() if kind != "baseline") >= each + _STUCK:
                break
        random = Random(f"{plan.seed} {plan.split} {number} {size}")
        names = random.sample(sorted(strata), len(strata))
        queues = [[(random.random(), i, *name) for i in range(len(strata[name]))] for name in names]
        # One of each stratum in turn, so that the rare ones are as frequent.
        turns = [row for turn in zip_longest(*map(sorted, queues)) for row in turn if row is not None]
        for _, i, stage, kind in turns[:each]:
            key, codes, stuck = strata[stage, kind][i]
            own = {"id": f"{plan.split}-{plan.seed}-{number}-{len(rows)}", "key": key}
            rows.append(own | {"size": size} | label(stuck or analyze(Board(codes, game.mines)), stage, kind))
    return rows


def _met(game: Game) -> Iterator[tuple[npt.NDArray[np.int8], str, Analysis | None]]:
    """(codes of a position, stage, its analysis where no single clue proves a safe cell) of a game that opens
    what single clues prove, else what is proved, else a guess.
    """
    # Sets of cells are integers, a bit for each cell; a column that is never set parts the rows.
    rows, cols, width = game.rows, game.cols, game.cols + 1

    def bits(cells: Iterable[tuple[int, int]]) -> int:
        return sum(1 << row * width + col for row, col in cells)

    def grid(cells: int) -> npt.NDArray[np.bool_]:
        octets = np.frombuffer(cells.to_bytes(rows * width, "little"), np.uint8)
        return np.unpackbits(octets, count=rows * width, bitorder="little").reshape(rows, width)[:, :cols] > 0

    def beside(cells: int) -> int:
        across = cells | cells << 1 | cells >> 1
        return across | across << width | across >> width

    def right(mines: int) -> int:  # where clues have these mines
        return ~reduce(or_, map(xor, clues, _counts(mines, width)))

    every = bits(np.ndindex(rows, cols))
    shown, found = 0, bits(game.open((rows // 2, cols // 2)))  # which draws the layout
    mines = bits(game.layout or ())
    clues, numbers = _counts(mines, width), count_around(grid(mines))
    zeros = every & ~mines & right(0)
    while True:
        shown |= found
        while more := every & ~shown & beside(shown & zeros):
            shown |= more
        if shown == every ^ mines or shown & mines:
            return
        codes = np.where(grid(shown), numbers, np.int8(HIDDEN))
        hidden, stuck = every ^ shown, None
        known = hidden & beside(shown & right(hidden))
        found = hidden & ~known & beside(shown & right(known))
        if not found:
            stuck = analyze(Board(codes, game.mines))
            assert stuck.best is not None  # a safe cell is hidden
            found = bits(stuck.safe or [stuck.best])
        yield codes, ("opening", "middle", "end")[3 * shown.bit_count() // (rows * cols - game.mines)], stuck


def _counts(cells: int, width: int) -> list[int]:
    """How many neighbours of each cell are in a set: the cells with each binary digit, the lowest first."""
    digits = [0] * 4
    for by in (1, width - 1, width, width + 1):
        for carry in (cells << by, cells >> by):
            for i, digit in enumerate(digits):
                digits[i], carry = digit ^ carry, digit & carry
    return digits


def _least(analysis: Analysis) -> tuple[Fraction, list[Any]]:
    """The least risk, and the cells that have it."""
    hidden = analysis.board.grid == HIDDEN
    least = hidden & (analysis.probability <= analysis.probability[hidden].min() + TIE)
    cells = [tuple(cell) for cell in np.argwhere(least).tolist()]
    return analysis.exact(cells[0]), cells


def _kind(analysis: Analysis) -> str:
    """The layer or the kind of guess, where single clues prove nothing safe."""
    board = analysis.board
    if analysis.safe:
        return easiest(analysis)[1]
    risk, cells = _least(analysis)
    if risk == Fraction(1, 2):
        return "even"
    if all(board[near] == HIDDEN for cell in cells for near in board.neighbours(cell)):
        return "apart"
    return "tied" if len(cells) > 1 else "single"


def label(analysis: Analysis, stage: str, kind: str) -> dict[str, Any]:
    """The labels of a position."""
    board: Board = analysis.board
    hidden = board.where(HIDDEN)
    exact = {cell: analysis.exact(cell) for cell in hidden}
    layers = dict.fromkeys((*analysis.safe, *analysis.mines), "counting")
    layers |= islice(proved(board), len(layers))  # which are all: no rule proves more than counting
    best, by, winning = sorted(analysis.safe), "proof", None
    regret: dict[Any, Fraction] = dict.fromkeys(best, Fraction(0))
    if not analysis.safe:
        best, by = _least(analysis)[1], "risk"
        found = recommend(analysis) if analysis.solutions <= _TREE else None
        if found is not None and found.exact and found.candidates[0].exact is not None:
            winning, by = found.candidates[0].exact, "winning chance"
            regret = {one.cell: winning - one.exact for one in found.candidates if one.exact is not None}
            best = [cell for cell, lost in regret.items() if not lost]

    def listed(values: dict[Any, Any]) -> list[list[str | None]]:
        texts = {cell: str(value) for cell, value in values.items()}
        return [[texts.get((r, c)) for c in range(board.cols)] for r in range(board.rows)]

    return {
        "rows": board.rows,
        "cols": board.cols,
        "mines": board.mines,
        "board": str(board),
        "stage": stage,
        "layer": kind if analysis.safe else None,
        "guess": None if analysis.safe else kind,
        "solutions": str(analysis.solutions),
        "exact": listed(exact),
        "safe": sorted(map(list, analysis.safe)),
        "mine_cells": sorted(map(list, analysis.mines)),
        "layers": listed(layers),
        "best": sorted(map(list, best)),
        "best_by": by,
        "winning": None if winning is None else str(winning),
        "regret": listed(regret),
    }


def make(
    plan: Plan,
    out: Path,
    number: int,
    workers: Workers | None = None,
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> Path:
    """Make a dataset in a folder, or take one up again: its rows as JSON lines, and a card.

    workers: Those of a run of the bench; one process by default
    progress: Told how many rows each finished part has
    Returns: The file of the rows.
    Raises ResultsError: the folder holds parts of another dataset, or the workers are lost; the parts that
        are finished are kept.
    """
    parts = out / "parts" / f"{plan.split}-{plan.seed}"
    parts.mkdir(parents=True, exist_ok=True)
    made, described = parts / "plan.json", json.dumps(asdict(plan) | {"version": __version__})
    if made.exists() and made.read_text() != described:
        raise ResultsError(f"{parts} holds parts of another dataset: {made.read_text()}")
    write_whole(made, described.encode())
    file, needed, counts = out / f"{plan.split}.jsonl", 0, Counter[tuple[str, str]]()
    while (had := counts["rows", ""]) < number:
        needed += -(-(number - had) // plan.rows)
        files = [parts / f"{i:07}.jsonl" for i in range(needed)]
        missing = (Part(plan, i) for i in range(needed) if not files[i].exists())
        with closing((workers or processes(1))(missing)) as finished:
            for done, rows in finished:
                write_whole(files[done.number], "".join(json.dumps(row) + "\n" for row in rows).encode())
                progress(len(rows))
        counts = _joined(files, file, number)
    write_whole(out / f"{plan.split}.md", _card(plan, counts).encode())
    return file


def _joined(parts: list[Path], file: Path, number: int) -> Counter[tuple[str, str]]:
    """Write the rows of all parts to a file, each position once; returns what it has how often."""
    counts, seen = Counter[tuple[str, str]](), set[str]()
    with file.with_suffix(".new").open("w", encoding="utf-8") as out:
        for line in (line for part in parts for line in part.read_text().splitlines(keepends=True)):
            row = json.loads(line)
            if row["key"] not in seen and len(seen) < number:
                seen.add(row["key"])
                out.write(line)
                counts.update((name, row[name]) for name in ("size", "stage", "layer", "guess", "best_by"))
                counts["rows", ""] += 1
    file.with_suffix(".new").replace(file)
    return counts


_SIZE_CATEGORIES = {1_000: "n<1K", 10_000: "1K<n<10K", 100_000: "10K<n<100K", 1_000_000: "100K<n<1M"}
"""What the Hub calls data sets of fewer rows than the key."""


def _size_category(rows: int) -> str:
    for limit, category in _SIZE_CATEGORIES.items():
        if rows < limit:
            return category
    return "1M<n<10M"


def _card(plan: Plan, counts: Counter[tuple[str, str]]) -> str:
    number = counts.pop(("rows", ""))
    return str(TEXTS["card"]).format(
        plan=plan,
        rows=number,
        category=_size_category(number),
        version=__version__,
        sizes=" ".join(plan.sizes),
        columns="\n".join(f"- `{name}`: {text}" for name, text in COLUMNS.items()),
        values="\n".join(f"| {name} | {v} | {n} |" for (name, v), n in sorted(counts.items(), key=str) if v),
    )


def parquet(file: Path) -> Path:
    """The same rows as Parquet. Raises MissingDependencyError: without ``pyarrow``, the extra ``dataset``."""
    with extra("dataset", "Parquet needs pyarrow"):
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter
    # Not by its own reader of JSON: the lists that this makes of nulls in rows of lists cannot be written.
    types = dict.fromkeys(("rows", "cols", "mines"), pa.int64())
    types |= dict.fromkeys(("safe", "mine_cells", "best"), pa.list_(pa.list_(pa.int64())))
    types |= dict.fromkeys(("exact", "layers", "regret"), pa.list_(pa.list_(pa.string())))
    names = [name for several in COLUMNS for name in several.split(", ")]
    schema = pa.schema([(name, types.get(name, pa.string())) for name in names])
    written = file.with_suffix(".parquet")
    with file.open(encoding="utf-8") as lines, ParquetWriter(written, schema) as out:
        while rows := [json.loads(line) for line in islice(lines, _AT_ONCE)]:
            out.write_table(pa.Table.from_pylist(rows, schema=schema))
    return written


def sheet(rows: list[dict[str, Any]]) -> str:
    """Exercises as Markdown, the easiest layer first, with their answers at the end."""
    proved = [row for row in rows if row["layer"] is not None]
    tasks, answers = ["# Which cells are proved safe?\n"], ["# Answers\n"]
    for number, row in enumerate(sorted(proved, key=lambda row: LAYERS_NEEDED.index(row["layer"])), 1):
        board = Board.parse(row["board"])
        by_rules, analysis = deduce(board, "layered_bounds").reasons, analyze(board)
        picture = row["board"].partition("\n")[2]
        tasks.append(f"## {number}: {row['layer']}\n\n{row['mines']} mines.\n\n```\n{picture}\n```\n")
        reasons = [by_rules.get(cell) or analysis.reason(cell) for cell in sorted(analysis.safe)]
        texts = [reason.text for reason in reasons if reason is not None]
        answers.append(f"{number}. {' '.join(texts)}\n")
    return "\n".join(tasks + answers)
