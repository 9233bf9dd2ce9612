"""Boards of all kinds, all that we write of each, and all who read it: what the tests of the law share."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import minesolver as ms
from minesolver.cli import main
from minesolver.counting.problem import ContradictionError
from minesolver.engine import ENGINES
from minesolver.io import formats
from minesolver.io.formats import FORMATS
from minesolver.io.formats.links import page_board
from minesolver.io.pictures import png, svg
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES, ClueRule, Neighbourhood
from minesolver.model.variant import OPENED, Field, RuleSet, VariantBoard
from minesolver.protocol.requests import board_of

COMMANDS = re.compile(
    r"minesolver \w+|Board\.\w+|Puzzle\.\w+|--format|name the format|the page|line \d+"
)
"""What a refusal names: what reads it, what to say, or where the defect is."""


# ---------------------------------------------------------------- what there is to write


def random_board(rules: str, seed: int) -> Any:
    """A board of random clues of its rules, each as over some layout, with a hole where there may be one."""
    random = Random(seed)
    rule_set = RuleSet.parse(rules)
    kind = rule_set.kind
    shape = kind.usual or (3, 4)
    cell_places = kind.places(shape)
    if not kind.closed and seed % 3 == 1:
        cell_places.remove(random.choice(cell_places))
    field = Field(kind.make(cell_places, shape), rule_set)
    capacity = VariantBoard(field, rule_set, {})._capacity
    most_mines_of_cell = rule_set.capacity
    layout = [
        random.randint(0, most_mines_of_cell if i < len(cell_places) else 1)
        for i in range(len(capacity))
    ]
    states: dict[int, Any] = {}
    for cell in random.sample(range(len(cell_places)), len(cell_places) // 2):
        clues = [clue for tag in field.tags for clue in field.clues(cell, layout, tag)]
        if not layout[cell]:
            states[cell] = random.choice([*clues, OPENED])
        elif random.random() < 0.2:
            states[cell] = "*" if layout[cell] == 1 else f"*{layout[cell]}"
    printed: dict[int, Any] = {}
    for cell in range(len(cell_places)):
        clues = [clue for tag in field.tags for clue in field.clues(cell, layout, tag)]
        if (seed % 6 == 5 or field.prints) and clues and random.random() < 0.3:
            printed[cell] = random.choice(clues)
    priors: list[dict[str, Any]] = [
        {"mines": sum(layout[: len(cell_places)])},
        {},
        {"density": "1/5"},
    ]
    board = VariantBoard(field, rule_set, states, **priors[seed % 3], printed=printed)
    return board._plain or board


def square_boards() -> Iterator[Any]:
    position = "##2#\n*31#\n#11#"
    yield ms.Board.parse(position, 4)
    yield ms.Board.parse(position)
    yield ms.Board.parse(position, density="2/7")
    yield ms.Board.parse("2x3x2\n*21\n2*1")  # a layout
    yield ms.Board.parse("1x1x0\n0")
    yield ms.Board.parse("1x4x1\n#10#")
    yield ms.Board.hidden(3, 3, 2)
    yield ms.Board.parse("12\n##")
    yield ms.Board.parse("3x1x1\n#\n1\n0")
    yield ms.Board.parse("2x3x1\n#10\n110")


def other_subjects() -> Iterator[Any]:
    graph = {"neighbours": {"a": ["b", "c"], "b": ["a"], "c": ["a"]}, "board": {"a": 1}, "mines": 1}
    yield formats.parse(graph)
    yield formats.parse(
        {"rules": "hex", "board": ["1##", "###"], "constraints": [{"cells": [[0, 1]], "mines": 0}]}
    )
    outlines = {name: [[k, 0], [k + 1, 0], [k + 0.5, 1]] for k, name in enumerate("abc")}
    run_of_two = {"cells": ["a", None, "b", "c"], "mines": 2, "together": True, "at": "a"}
    yield formats.parse(
        graph | {"board": {}, "mines": 2, "outlines": outlines, "constraints": [run_of_two]}
    )
    yield formats.parse(
        {
            "board": ["1##", "###"],
            "row_sums": [1, None],
            "regions": ["AAB", "ABB"],
            "region_sums": {"B": 1},
        }
    )
    apart = {"cells": [[0, 0], [0, 1], [1, 1], [1, 0]], "mines": 2, "apart": True, "ring": True}
    yield formats.parse({"board": ["###", "###"], "constraints": [apart]})
    for text in (
        "2x3x2 mosaic\n2 1* #\n# 1? ?",
        "1x3x2 hex,radius-2\n1* # #",
        "1x4x? multi-2\n# 3 # *2",
    ):
        yield formats.parse(text)
    puzzle = ms.Puzzle(["a", "b", "c"], 2, capacity={"a": 2})
    puzzle.add(["a", "b", "c"], 1, weights=[1, 1, 2], at="b")
    puzzle.add(["b", "c"], [0, 1], together=True)
    puzzle.add(["a", "b"], 1)
    yield puzzle


def outputs(subject: Any) -> Iterator[tuple[str, str | bytes, str]]:
    """(what it is, text or bytes, how its file is called) of everything that we write of a subject."""
    if isinstance(subject, ms.Puzzle):
        yield "to_json", subject.to_json(), "puzzle.json"
    else:
        yield "str", str(subject), "board.txt"
        for name in FORMATS:
            # It has no sign for something on the board.
            with contextlib.suppress(ms.MinesolverError):
                suffix = "".join(FORMATS.get(name).suffixes[:1]) or ".txt"
                yield name, FORMATS.get(name).write(subject), f"board{suffix}"
    analysis = None
    # A board of random clues may have no layout. The engine says so without a search for the clues to blame.
    with contextlib.suppress(ms.MinesolverError, ContradictionError):
        analysis = ENGINES.get("auto").analyze(subject, ms.Limit(0.5))
    for subject_or_analysis in (subject, analysis):
        with contextlib.suppress(ms.PuzzleError):  # it has no geometry that could be drawn
            if subject_or_analysis is not None:
                yield "svg", svg(subject_or_analysis), "board.svg"
                yield "png", png(subject_or_analysis), "board.png"
    if analysis is not None:
        answer = analysis.to_dict()
        yield "solve --json", json.dumps(answer), "answer.json"
        yield (
            "protocol",
            json.dumps({"id": 1, "ok": True, "result": answer | {"seconds": 0.1}}),
            "answer.json",
        )


# ---------------------------------------------------------------- who reads


def by_parse(data: str | bytes, name: str) -> Any:
    return formats.parse(data, name)


def write_anew(data: str | bytes, path: Path) -> None:
    """A new file: to empty one that has just been written waits for the disk."""
    path.unlink(missing_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def by_file(data: str | bytes, path: Path) -> Any:
    write_anew(data, path)
    return ms.Board.from_file(path)


def by_protocol(data: str | bytes, _: Path) -> Any:
    if isinstance(data, bytes):
        raise ms.BoardFormatError("the protocol takes text; Board.from_file reads files")
    return board_of({"board": data}, {})


last_answers: list[ms.Analysis[Any]] = []


def analyzed_once(subject: Any, *arguments: Any, **options: Any) -> ms.Analysis[Any]:
    """The analysis of what was read: an engine is asked once where the texts are of the same board."""
    if not last_answers or last_answers[0].board != subject:
        last_answers[:] = [ms.analyze(subject, *arguments, **options)]
    answer = last_answers[0]
    return ms.Analysis(subject, answer.engine, answer._outcome, answer._steps)


def by_solve(data: str | bytes, path: Path) -> Any:
    """The board of the command's answer."""
    write_anew(data, path)
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch("minesolver.cli.solve.analyze", analyzed_once),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = main(["solve", str(path), "--json"])
    if status:
        # Below the sentence a question draws its readings.
        is_question = "say which" in err.getvalue() or "is this meant" in err.getvalue()
        assert is_question or len(err.getvalue().splitlines()) == 1, err.getvalue()
        raise ms.BoardFormatError(err.getvalue())
    return formats.read(formats.split(out.getvalue())[0])


READERS: dict[str, Callable[[Any, Path], Any]] = {
    "parse": lambda data, path: by_parse(data, path.name),
    "file": by_file,
    "protocol": by_protocol,
    "solve": by_solve,
}


def same(read_board: Any, subject: Any) -> bool:
    """Whether a reader has the same board; the page's own form says as much as it can."""
    if isinstance(read_board, dict):
        return not isinstance(subject, ms.Puzzle) and read_board == page_board(subject)
    return bool(read_board == subject)


def breaches(
    subject: Any,
    tmp_path: Path,
    readers: list[str],
    chance: Random | None = None,
    readers_each: int = 1,
) -> list[str]:
    """Every output that a reader takes for another board, or refuses without a word of help.

    chance: What draws, for each output, so many of the readers; by default all of them read it
    """
    faults = []
    all_outputs = list(outputs(subject))
    for kind, data, name in all_outputs:
        chosen_readers = readers if chance is None else chance.sample(readers, readers_each)
        for reader in chosen_readers:
            if reader == "solve" and not any("solve" in output for output, _, _ in all_outputs):
                continue  # no layout fits these clues
            try:
                board = READERS[reader](data, tmp_path / name)
            except ms.MinesolverError as error:
                if not COMMANDS.search(str(error)) and not isinstance(
                    error, ms.InconsistentBoardError
                ):
                    faults.append(f"{kind} by {reader}: {error}")
                if kind in FORMATS and formats.parse(data, name, format=kind) != subject:
                    faults.append(f"{kind} by its name: {data!r} of {subject!r}")
                continue
            if not same(board, subject):
                faults.append(f"{kind} by {reader}: {board!r} of {subject!r}:\n{data!r}")
    return faults


# ---------------------------------------------------------------- which rules

NAMES = [*GEOMETRIES, *(name for name in RULES if name != "eight")]


def sets_of_rules(seed: int) -> list[str]:
    """Each rule and geometry alone, and pairs of them that go together."""
    return [*NAMES, *pairs_of_rules(seed)]


def pairs_of_rules(seed: int) -> list[str]:
    random = Random(seed)
    clues = [name for name in RULES if isinstance(RULES.get(name), ClueRule)]
    placements = [
        name for name in RULES if not isinstance(RULES.get(name), (ClueRule, Neighbourhood))
    ]
    pairs = [f"{random.choice([*GEOMETRIES])},{name}" for name in (*clues, *placements)]
    pairs += [
        f"{clue},{other_clue}"
        for clue, other_clue in random.sample(list(combinations(clues, 2)), 12)
    ]
    pairs += [f"{random.choice(clues)},{name}" for name in placements]
    return list(filter(go_together, pairs))


def go_together(rules: str) -> bool:
    """Whether there are boards of some rules."""
    try:
        random_board(rules, seed=0)
    except ms.PuzzleError:
        return False
    return True


def boards_under(rules: str, seeds: Iterable[int]) -> Iterator[Any]:
    for seed in seeds:
        yield random_board(rules, seed)


# ---------------------------------------------------------------- scripts

NODE = shutil.which("node")


def answers_of(script_name: str, values: list[Any]) -> list[dict[str, Any]]:
    """What a script of ours answers to values of JSON, a line each."""
    script = Path(__file__).parent / script_name
    lines = "\n".join(map(json.dumps, values))
    run = subprocess.run(
        [str(NODE), str(script)], input=lines, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


FEW = ["hex", "hex,liar", "torus", "3d", "geodesic", "four", "quad", "liar,wall"]


def cases_of_texts(rule_sets: list[str]) -> list[tuple[Any, str]]:
    """Boards, square and under rules, with the texts that we write of each."""
    boards = [*square_boards()]
    for rules in rule_sets:
        for board in boards_under(rules, range(3)):
            boards.append(board)
            # Of boards under rules scripts show more without the cells that are open and have no clue.
            if not isinstance(board, ms.Board):
                unclued = [cell for cell in board if board[cell] == OPENED]
                boards.append(board.replace(dict.fromkeys(unclued, "#")))
    cases = []
    for board in boards:
        texts = [str(board), board.text("json")]
        if isinstance(board, ms.Board):
            texts.append(board.text("grid"))
        cases += [(board, text) for text in texts]
    return cases
