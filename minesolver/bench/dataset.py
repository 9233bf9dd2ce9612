"""Positions with exact labels, drawn by a seed: the test set of whoever learns to play.

A dataset is made of parts, each a function of the plan and its number alone: it can be made by many
processes, ended at any time and taken up again. Splits never share a position, nor a mirror image of one: a
hash of the position says to which split it belongs.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, islice, tee, zip_longest
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from .. import kernel
from ..base.errors import ResultsError, RuleError, check_callable, counted, extra
from ..base.files import replacing, write_whole
from ..base.limits import quotient_text
from ..base.version import __version__
from ..game import Game, Rules
from ..game.board_sizes import parse_size
from ..game.score import LAYERS_NEEDED
from ..game.seeding import SplitMix64, draw, game_key
from ..layers import deduce, proved_in_turn
from ..model.analysis import TIE, Analysis
from ..model.board import HIDDEN, Board, Cell, neighbours
from ..policy.recommend import layouts_won
from ..solver import analyze
from .workers import Workers, WorkUnit, in_this_process

SPLITS = {"train": (0, 1), "validation": (2,), "test": (3,)}
"""Remainders of a position's hash by 4, by split."""
SIZES = ("5x5/5", "6x6/7", "8x8/11", "9x9/12", "16x16/40", "16x30/99")
TEXTS = tomllib.loads(Path(__file__).with_name("dataset.toml").read_text("utf-8"))
COLUMNS: dict[str, str] = TEXTS["columns"]
_AT_ONCE = 1000  # rows of Parquet in memory
_PART = 20  # positions of each size
# Looked at for them: games for each; positions beyond them where no clue proves a cell.
_GAMES, _STUCK = 4, 4
_TREE = 300  # layouts up to which the game tree is searched


@dataclass(frozen=True)
class DatasetPlan:
    """What a dataset is made from."""

    split: str = "train"
    seed: int = 0
    sizes: tuple[str, ...] = SIZES

    @property
    def rows(self) -> int:
        """The most rows that a part has."""
        return _PART * len(self.sizes)


@dataclass(frozen=True)
class DatasetPart(WorkUnit):
    """A part of a dataset."""

    plan: DatasetPlan
    number: int

    def run(self) -> list[tuple[str, "_Counted"]]:
        """Its rows, as lines of JSON, each with what of it is counted."""
        return [
            (_json_line(columns), _counted_of(columns))
            for columns in _rows_of_part(self.plan, self.number)
        ]


# One cell opens: openings are shown by `_positions_met`, which is faster.
_RULES = Rules("zero", reveal="single")


def _first_cell(rows: int, cols: int) -> Cell:
    return rows // 2, cols // 2


def _check_size(size: str) -> None:
    """Raises RuleError: no game of this size can begin, before any file says that one was asked for."""
    try:
        game = Game.level(size, _RULES, seed=0)
        game.open(_first_cell(game.rows, game.cols))
    except RuleError as error:
        raise RuleError(f"size {size}: {error}") from None


def keys_of(positions: list[bytes], shape: tuple[int, int], mines: int) -> list[bytes]:
    """The hash of each position up to rotations and mirror images. ``positions``: their codes."""
    # Of a board that is no square the images that lie the other way round come after all others.
    rows, cols = shape
    upright_shape, turned_shape = str((rows, cols)), str((cols, rows))
    first_images = kernel.first_images(
        positions, rows, cols, upright_shape <= turned_shape, turned_shape <= upright_shape
    )
    image_head = f"{min(upright_shape, turned_shape)}{mines}".encode()
    return [blake2b(image_head + image, digest_size=8).digest() for image in first_images]


_Proofs = Iterable[tuple[Sequence[int], str]]  # of `minesolver.layers.proved_in_turn`
Stratum = tuple[str, str]
"""(stage of the game, layer or kind of guess) of a position."""


class _Candidate(NamedTuple):
    """A position that may become a row.

    key: Its hash, see :func:`keys_of`
    codes: Its codes
    analysis: Where no single clue proves a safe cell
    proofs: What rules prove where they alone prove a safe cell
    """

    key: bytes
    codes: bytes
    analysis: Analysis | None
    proofs: _Proofs | None


def part(plan: DatasetPlan, part_number: int, rows_per_size: int = _PART) -> list[dict[str, Any]]:
    """The rows of one part, so many at most of each size."""
    rows = _rows_of_part(plan, part_number, rows_per_size)
    return [json.loads(_json_line(columns)) for columns in rows]


_Columns = dict[str, str]
"""The values of a row as JSON texts, by column. Thousands of cells are written sooner so."""


def _json_line(columns: _Columns) -> str:
    members = [f'"{name}": {text}' for name, text in columns.items()]
    return f"{{{', '.join(members)}}}\n"


def _rows_of_part(
    plan: DatasetPlan, part_number: int, rows_per_size: int = _PART
) -> Iterator[_Columns]:
    row_number = 0
    stream_key = game_key(plan.seed, game_key(list(SPLITS).index(plan.split), part_number))

    # Rows of each size, one of each kind of position in turn.
    for size in plan.sizes:
        strata = _candidates(size, stream_key, SPLITS[plan.split], rows_per_size)
        part_random = Random(f"{plan.seed} {plan.split} {part_number} {size}")
        rows, cols, mines = parse_size(size)
        for (stage, kind), candidate in _mixed(strata, part_random)[:rows_per_size]:
            analysis = candidate.analysis
            if analysis is None:
                grid = np.frombuffer(candidate.codes, np.int8).reshape(rows, cols)
                analysis = analyze(Board(grid, mines))
            columns = {
                "id": json.dumps(f"{plan.split}-{plan.seed}-{part_number}-{row_number}"),
                "key": _quoted(candidate.key.hex()),
                "size": json.dumps(size),
            }
            yield columns | _labels(analysis, stage, kind, candidate.proofs)
            row_number += 1


def _candidates(
    size: str, stream: int, remainders: tuple[int, ...], rows_per_size: int
) -> dict[Stratum, list[_Candidate]]:
    """Positions of enough games, those of the split alone, each once."""
    strata: dict[Stratum, list[_Candidate]] = {}
    known_keys: set[bytes] = set()
    hard_count = 0

    # Games are played until enough positions need more than single clues.
    rows, cols, mine_count = parse_size(size)
    first_cell = _first_cell(rows, cols)
    allowed_cells = _RULES.allowed(rows, cols, first_cell)
    for index in range(_GAMES * rows_per_size):
        mine_cells = draw(allowed_cells, mine_count, SplitMix64(game_key(stream, index)))
        positions, analysis_of = _positions_met(rows, cols, mine_cells, first_cell)
        position_keys = keys_of(positions, (rows, cols), mine_count)
        for place, position_key in enumerate(position_keys):
            if position_key[-1] % 4 not in remainders or position_key in known_keys:
                continue
            known_keys.add(position_key)
            analysis, safe_cells = analysis_of.get(place, (None, ()))
            kind, kept_proofs = "baseline", None
            if safe_cells:
                # Looked at up to the first safe cell, and from there if the position becomes a row.
                assert analysis is not None
                proofs, kept_proofs = tee(proved_in_turn(analysis.board))
                kind = _layer(frozenset(safe_cells), proofs)
            elif analysis:
                kind = _guess_kind(analysis)
            hard_count += kind != "baseline"
            strata.setdefault((_stage(positions[place], mine_count), kind), []).append(
                _Candidate(position_key, positions[place], analysis, kept_proofs)
            )
        if hard_count >= rows_per_size + _STUCK:
            break
    return strata


def _mixed(
    strata: dict[Stratum, list[_Candidate]], random: Random
) -> list[tuple[Stratum, _Candidate]]:
    """One of each stratum in turn, so that the rare ones are as frequent; both orders are drawn."""
    stratum_queues = []
    for stratum in random.sample(sorted(strata), len(strata)):
        random_order = sorted((random.random(), index) for index in range(len(strata[stratum])))
        stratum_queues.append([(stratum, strata[stratum][index]) for _, index in random_order])
    mixed_candidates = []
    for one_of_each in zip_longest(*stratum_queues):
        mixed_candidates += [chosen for chosen in one_of_each if chosen is not None]
    return mixed_candidates


def _positions_met(
    rows: int, cols: int, mine_cells: Collection[int], first_cell: Cell
) -> tuple[list[bytes], dict[int, tuple[Analysis, list[int]]]]:
    """The positions of a game that opens what single clues prove, else what is proved, else a guess.

    mine_cells: By index
    Returns: The codes of each; and by the place of a position where no single clue proves a safe cell its
        analysis and its safe cells, by index.
    """
    workspace = kernel.workspace_for(rows, cols)
    mine_codes = bytearray(rows * cols)
    for cell in mine_cells:
        mine_codes[cell] = 1
    layout = memoryview(mine_codes).cast("b")
    codes = np.full(rows * cols, HIDDEN, np.int8)
    positions: list[bytes] = []
    analysis_of: dict[int, tuple[Analysis, list[int]]] = {}

    to_open = [first_cell[0] * cols + first_cell[1]]
    while True:
        new_positions, is_over = workspace.open_by_single_clues(layout, codes, to_open)
        positions += new_positions
        if is_over:
            return positions, analysis_of
        analysis = analyze(Board(codes.reshape(rows, cols), len(mine_cells)))
        to_open = _proved(analysis, 1)
        analysis_of[len(positions) - 1] = analysis, to_open
        if not to_open:
            assert analysis.best is not None  # a safe cell is still hidden
            to_open = [analysis.board.index(analysis.best)]


def _proved(analysis: Analysis, proof: int) -> list[int]:
    """The cells that are proved safe (1) or mines (2), by index."""
    (proved_cells,) = (analysis._proof == proof).nonzero()
    indices: list[int] = proved_cells.tolist()
    return indices


_HIDDEN_BYTE = HIDDEN.to_bytes(1, "little", signed=True)


def _stage(codes: bytes, mine_count: int) -> str:
    """The stage of a game that a position is of."""
    opened_count = len(codes) - codes.count(_HIDDEN_BYTE)
    return ("opening", "middle", "end")[3 * opened_count // (len(codes) - mine_count)]


def _least_risk(analysis: Analysis) -> tuple[float, list[int]]:
    """The least risk, and the cells that have it, by index."""
    (hidden_cells,) = analysis.board._unknown.nonzero()
    risks = analysis.risks[hidden_cells]
    least_risk = float(risks.min())
    return least_risk, hidden_cells[risks <= least_risk + TIE].tolist()


def _layer(safe_cells: frozenset[int], proofs: _Proofs) -> str:
    """The weakest layer that proves a safe cell, where there is one."""
    return next((layer for cells, layer in proofs if not safe_cells.isdisjoint(cells)), "counting")


def _guess_kind(analysis: Analysis) -> str:
    """The kind of guess, where no cell is safe."""
    board = analysis.board
    least_risk, cells = _least_risk(analysis)
    # Only what may be a half is counted exactly.
    if abs(least_risk - 0.5) <= TIE and analysis.exact(divmod(cells[0], board.cols)) == Fraction(
        1, 2
    ):
        return "even"
    codes, around = board.grid.ravel(), neighbours(*board.shape)
    near_cells = list(chain.from_iterable([around[cell] for cell in cells]))
    if (codes[near_cells] == HIDDEN).all():
        return "apart"
    return "tied" if len(cells) > 1 else "single"


def _labels(analysis: Analysis, stage: str, kind: str, proofs: _Proofs | None = None) -> _Columns:
    """The labels of a position. ``proofs``: all that :func:`minesolver.layers.proved_in_turn` gives."""
    board: Board = analysis.board
    places = _place_texts(*board.shape)
    chances, chance_numbers = analysis._fraction_texts
    chance_texts = [*map(_quoted, chances), _NULL]
    numbers_or_null = np.where(board._unknown, chance_numbers, len(chances)).tolist()
    exact_texts = [chance_texts[number] for number in numbers_or_null]
    safe_cells, mine_cells = _proved(analysis, 1), _proved(analysis, 2)

    # The weakest rule that proves each cell; what no rule proves is left to counting, which proves them all.
    layers = [_NULL] * len(board)
    for cell in (*safe_cells, *mine_cells):
        layers[cell] = '"counting"'
    cells_left = len(safe_cells) + len(mine_cells)
    proofs_in_turn = iter(proofs or proved_in_turn(board))
    while cells_left > 0 and (proof := next(proofs_in_turn, None)) is not None:
        proved_cells, layer = proof
        cells_left -= len(proved_cells)
        layer_text = _quoted(layer)
        for cell in proved_cells:
            layers[cell] = layer_text

    # The best cells: proved, else those that win most often where that can be known, else of least risk.
    best_cells, best_criterion, winning_text = safe_cells, "proof", _NULL
    regret_texts = [_NULL] * len(board)
    for cell in safe_cells:
        regret_texts[cell] = '"0"'
    if not safe_cells:
        best_cells, best_criterion = _least_risk(analysis)[1], "risk"
        won = layouts_won(analysis) if analysis.solutions <= _TREE else None
        if won is not None:
            layout_count, wins_of = won
            most_wins = max(wins_of.values())
            best_criterion = "winning chance"
            winning_text = _quoted(quotient_text(most_wins, layout_count))
            best_cells = sorted(cell for cell, wins in wins_of.items() if wins == most_wins)
            for cell, wins in wins_of.items():
                regret_texts[cell] = _quoted(quotient_text(most_wins - wins, layout_count))

    kind_text = _quoted(kind)
    return {
        "rows": str(board.rows),
        "cols": str(board.cols),
        "mines": str(board.mines),
        "board": json.dumps(str(board)),
        "stage": _quoted(stage),
        "layer": kind_text if safe_cells else _NULL,
        "guess": _NULL if safe_cells else kind_text,
        "solutions": _quoted(str(analysis.solutions)),
        "exact": _listed(map(_listed, board._listed(exact_texts))),
        "safe": _listed([places[cell] for cell in safe_cells]),
        "mine_cells": _listed([places[cell] for cell in mine_cells]),
        "layers": _listed(map(_listed, board._listed(layers))),
        "best": _listed([places[cell] for cell in best_cells]),
        "best_by": _quoted(best_criterion),
        "winning": winning_text,
        "regret": _listed(map(_listed, board._listed(regret_texts))),
    }


_NULL = json.dumps(None)


def _listed(texts: Iterable[str]) -> str:
    """The JSON text of a list of these."""
    return f"[{', '.join(texts)}]"


def _quoted(word: str) -> str:
    """The JSON text of a word, a number or a fraction: nothing in these is written otherwise than it is."""
    return f'"{word}"'


@lru_cache(maxsize=16)
def _place_texts(rows: int, cols: int) -> list[str]:
    """[row, column] of each cell."""
    return [f"[{row}, {col}]" for row in range(rows) for col in range(cols)]


def _tell_nobody(_: int) -> None: ...


def make(
    plan: DatasetPlan,
    out: Path,
    number: int,
    workers: Workers | None = None,
    *,
    progress: Callable[[int], None] = _tell_nobody,
) -> Path:
    """Make a dataset in a folder, or take one up again: its rows as JSON lines, and a card.

    workers: Those of a run of the bench; this process by default
    progress: Told how many rows each finished part has
    Returns: The file of the rows.
    Raises ResultsError: the folder holds parts of another dataset, or the workers are lost; the parts that
        are finished are kept.
    """
    check_callable(progress, "progress is a function")
    # A folder is of one plan, whose finished parts are used again.
    for size in plan.sizes:
        _check_size(size)
    part_folder = out / "parts" / f"{plan.split}-{plan.seed}"
    part_folder.mkdir(parents=True, exist_ok=True)
    plan_file = part_folder / "plan.json"
    plan_text = json.dumps(asdict(plan) | {"version": __version__})
    if plan_file.exists() and plan_file.read_text() != plan_text:
        other_plan = f"{part_folder} holds parts of another dataset: {plan_file.read_text()}"
        raise ResultsError(f"{other_plan}; delete this folder, or make the new one elsewhere")
    write_whole(plan_file, plan_text.encode())

    # Parts have fewer rows than they could, and share some: add as many parts as are missing at least.
    dataset_file = out / f"{plan.split}.jsonl"
    part_count = row_count = rounds_without_rows = 0
    value_counts = Counter[tuple[str, str]]()
    counted_of_parts: list[list[_Counted]] = []

    # Parts are added until there are rows enough, or hardly one more is to be had.
    while row_count < number:
        part_count += ceil((number - row_count) / plan.rows)
        part_files = [part_folder / f"{index:07}.jsonl" for index in range(part_count)]
        missing_parts = []
        for index in range(len(counted_of_parts), part_count):
            counted_of_parts.append([])
            if part_files[index].exists():
                with part_files[index].open(encoding="utf-8") as part_file:
                    for line in part_file:
                        columns = {
                            name: json.dumps(value) for name, value in json.loads(line).items()
                        }
                        counted_of_parts[index].append(_counted_of(columns))
            else:
                missing_parts.append(DatasetPart(plan, index))
        with closing((workers or in_this_process)(missing_parts)) as finished_parts:
            for finished_part, rows in finished_parts:
                json_lines = "".join([json_line for json_line, _ in rows])
                write_whole(part_files[finished_part.number], json_lines.encode())
                counted_of_parts[finished_part.number] = [
                    counted_values for _, counted_values in rows
                ]
                progress(len(rows))
        rows_before = row_count
        row_count, value_counts = _joined(part_files, counted_of_parts, dataset_file, number)
        rounds_without_rows = 0 if row_count > rows_before else rounds_without_rows + 1
        if rounds_without_rows == _ROUNDS_WITHOUT_ROWS:
            raise ResultsError(
                f"boards of {' '.join(plan.sizes)} have few different positions: the split {plan.split} got "
                f"{counted(row_count, 'row')} of {number}; ask for no more, or for larger boards"
            )
    write_whole(out / f"{plan.split}.md", _card(plan, row_count, value_counts).encode())
    return dataset_file


_ROUNDS_WITHOUT_ROWS = 20
"""After so many rounds without a new row, of 80 games or more of each size, there is hardly one left."""


_COUNTED = ("size", "stage", "layer", "guess", "best_by")
"""The columns whose values the card counts."""
_Counted = tuple[str, ...]
"""The key of a row and its values in these columns, as JSON texts."""


def _counted_of(columns: _Columns) -> _Counted:
    return tuple([columns[column_name] for column_name in ("key", *_COUNTED)])


def _joined(
    part_files: list[Path], counted_of_parts: list[list[_Counted]], file: Path, max_rows: int
) -> tuple[int, Counter[tuple[str, str]]]:
    """Write the rows of all parts to a file, each position once.

    Returns: How many rows it has, and how many of them by (column, value).
    """
    known_keys = set[str]()
    counted_rows: list[_Counted] = []
    with replacing(file) as new_file, new_file.open("wb") as output_file:
        for part_file, counted_of_rows in zip(part_files, counted_of_parts, strict=True):
            json_lines = part_file.read_bytes().splitlines(keepends=True)
            new_lines = []
            for json_line, counted_values in zip(json_lines, counted_of_rows, strict=True):
                key = counted_values[0]
                if key not in known_keys and len(known_keys) < max_rows:
                    known_keys.add(key)
                    new_lines.append(json_line)
                    counted_rows.append(counted_values)
            output_file.write(b"".join(new_lines))

    # Counted as texts, of which there are few different ones.
    value_counts = Counter[tuple[str, str]]()
    for place, column_name in enumerate(_COUNTED, 1):
        text_counts = Counter([counted_values[place] for counted_values in counted_rows])
        for value_text, text_count in text_counts.items():
            value_counts[column_name, json.loads(value_text)] = text_count
    return len(known_keys), value_counts


_SIZE_CATEGORIES = {
    1_000: "n<1K",
    10_000: "1K<n<10K",
    100_000: "10K<n<100K",
    1_000_000: "100K<n<1M",
}
"""What the Hub calls data sets of fewer rows than the key."""


def _size_category(rows: int) -> str:
    for row_limit, category in _SIZE_CATEGORIES.items():
        if rows < row_limit:
            return category
    return "1M<n<10M"


def _card(plan: DatasetPlan, row_count: int, value_counts: Counter[tuple[str, str]]) -> str:
    """What the dataset is, what its columns mean, and how many rows have which value."""
    value_lines = []
    for (column_name, column_value), value_rows in sorted(value_counts.items(), key=str):
        if column_value:
            value_lines.append(f"| {column_name} | {column_value} | {value_rows} |")
    return str(TEXTS["card"]).format(
        plan=plan,
        rows=row_count,
        category=_size_category(row_count),
        version=__version__,
        sizes=" ".join(plan.sizes),
        columns="\n".join(f"- `{column_name}`: {text}" for column_name, text in COLUMNS.items()),
        values="\n".join(value_lines),
    )


def check_parquet() -> None:
    """Raises MissingDependencyError: :func:`parquet` would."""
    with extra("dataset", "Parquet needs pyarrow"):
        from pyarrow.parquet import ParquetWriter  # noqa: F401


def parquet(file: Path) -> Path:
    """The same rows as Parquet. Raises MissingDependencyError: without ``pyarrow``, the extra ``dataset``."""
    with extra("dataset", "Parquet needs pyarrow"):
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter
    # Not by its own reader of JSON: the lists that this makes of nulls in rows of lists cannot be written.
    types = dict.fromkeys(("rows", "cols", "mines"), pa.int64())
    types |= dict.fromkeys(("safe", "mine_cells", "best"), pa.list_(pa.list_(pa.int64())))
    types |= dict.fromkeys(("exact", "layers", "regret"), pa.list_(pa.list_(pa.string())))
    names = []
    for listed in COLUMNS:
        names += listed.split(", ")
    schema = pa.schema([(name, types.get(name, pa.string())) for name in names])
    written = file.with_suffix(".parquet")
    with (
        file.open(encoding="utf-8") as lines,
        replacing(written) as new_file,
        ParquetWriter(new_file, schema) as out,
    ):
        while rows := [json.loads(line) for line in islice(lines, _AT_ONCE)]:
            out.write_table(pa.Table.from_pylist(rows, schema=schema))
    return written


def sheet(rows: list[dict[str, Any]]) -> str:
    """Exercises as Markdown, the easiest layer first, with their answers at the end."""
    task_texts = ["# Which cells are proved safe?\n"]
    answer_texts = ["# Answers\n"]
    for layer in LAYERS_NEEDED:
        for row in rows:
            if row["layer"] != layer:
                continue
            task_number = len(task_texts)
            board_picture = row["board"].partition("\n")[2]
            task_texts.append(
                f"## {task_number}: {layer}\n\n{row['mines']} mines.\n\n```\n{board_picture}\n```\n"
            )
            answer_texts.append(
                f"{task_number}. {' '.join(_sentences(Board.parse(row['board'])))}\n"
            )
    return "\n".join(task_texts + answer_texts)


def _sentences(board: Board) -> list[str]:
    """Why each safe cell is safe, by the rules where they prove it."""
    by_rules = deduce(board, "layered_bounds").reasons
    analysis = analyze(board)
    sentences = []
    for cell in sorted(analysis.safe):
        reason = by_rules.get(cell) or analysis.reason(cell)
        if reason is not None:
            sentences.append(reason.text)
    return sentences
