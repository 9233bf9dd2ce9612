"""The law of all texts: whatever we write, every reader takes for the same board, or refuses in one sentence.

A table of every output times every reader, over all rules and geometries, formats and what plug-ins add: each
registry is gone through. ``same or said`` is the law; what is silently another board breaks it.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import prod
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import depth
import pytest

import minesolver as ms
from minesolver.cli import main
from minesolver.cli.human import picture
from minesolver.counting.problem import ContradictionError
from minesolver.engines import ENGINES
from minesolver.extras.web.reading import read as page_read
from minesolver.game.generate import generate
from minesolver.io import formats, replays
from minesolver.io.drawing import draw
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
    capacity = VariantBoard(field, rule_set, {}).capacity
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
    return board.plain or board


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
        assert len(err.getvalue().splitlines()) == 1, err.getvalue()
        raise ms.BoardFormatError(err.getvalue())
    return formats.read(formats.split(out.getvalue())[0])


def by_page(data: str | bytes, path: Path) -> Any:
    """What the page gets of its server, as it keeps boards."""
    from base64 import b64encode

    if isinstance(data, bytes):
        answer = page_read(data=b64encode(data).decode(), name=path.name)
    else:
        answer = page_read(text=data)
    if answer["kind"] == "layout":
        layout = answer["layout"]
        mines = {tuple(cell) for cell in layout["layout"]}
        return ms.Layout(layout["rows"], layout["cols"], frozenset(mines)).board
    (board,) = answer["boards"]
    if "json" in board:  # what the page keeps no codes of
        return formats.parse(board["json"])
    if "codes" in board:
        return board
    return ms.Board.parse(
        "\n".join(board["rows"]), board["mines"], density=board["density"], format="canonical"
    )


READERS: dict[str, Callable[[Any, Path], Any]] = {
    "parse": lambda data, path: by_parse(data, path.name),
    "file": by_file,
    "protocol": by_protocol,
    "page": by_page,
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


# ---------------------------------------------------------------- the law

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


@pytest.mark.parametrize("rules", NAMES)
def test_one_reader_each_of_every_output_under_every_rule(rules, thorough, tmp_path):
    # One board of each rule, with the priors in turn; all readers read one board more of each, below.
    chance = Random(rules)
    seeds = range(3) if thorough else [NAMES.index(rules) % 3]
    for board in boards_under(rules, seeds):
        assert breaches(board, tmp_path, ["parse", "file", "protocol", "page"], chance) == []


@pytest.mark.parametrize("board", list(square_boards()), ids=repr)
def test_square_boards(board, tmp_path):
    assert breaches(board, tmp_path, list(READERS)) == []


@pytest.mark.parametrize("subject", list(other_subjects()), ids=repr)
def test_graphs_constraints_and_puzzles(subject, tmp_path):
    assert breaches(subject, tmp_path, list(READERS)) == []


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*NAMES, *depth.one_in(3, pairs_of_rules(1))])
def test_every_reader_of_every_output_under_every_rule(rules, thorough, tmp_path):
    # A seed each for every prior, one of them with a hole, and one with clues on cells that are not open; of
    # pairs two of six.
    first_seed = len(rules) % 5
    seeds = [0, 1, 2, 5] if rules in NAMES else [first_seed, first_seed + 1]
    chance = None
    if not thorough:
        # One board of each, each output by two of the readers, and of a third of the pairs by one: over all
        # rules every reader meets every output many times.
        chance = Random(rules)
        seeds = [Random(rules).choice(seeds)]
    readers_each = 2 if rules in NAMES else 1
    for board in boards_under(rules, seeds):
        assert breaches(board, tmp_path, list(READERS), chance, readers_each) == []


UNIQUE = [
    "square", "torus", "cylinder", "moebius", "klein", "projective", "hex", "triangle", "liar", "multiple",
    "negation", "modulo", "wall", "partition", "eyesight", "cross", "knight", "four", "quad", "triplet",
    "unary", "dual", "area", "longest-wall", "hex,liar", "torus,quad", "liar,wall", "cube", "3d", "boards",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rules", depth.one_in(2, UNIQUE))
def test_unique_puzzles_go_out_and_come_back(rules, thorough, tmp_path):
    geometry = RuleSet.parse(rules).kind
    shape = geometry.usual or (4, 4)
    *layers, rows, cols = shape
    puzzles = generate(rows, cols, board=rules, layers=layers, unique=True, seed=5)
    for _, puzzle in zip(range(3 if thorough else 1), puzzles, strict=False):
        board = puzzle.board
        assert ms.analyze(board).solutions == 1
        for kind, data, name in outputs(board):
            read_back = by_file(data, tmp_path / name)
            if read_back != board:
                # A line of a mixed board says which rules its clues have, not which is the board's first.
                assert kind == "14mv", kind
                assert read_back.cells == board.cells
                assert "," in rules
                assert ms.analyze(read_back).solutions == 1
        for kind, data, name in outputs(puzzle.solution):
            if kind != "14mv":
                assert by_file(data, tmp_path / name) == puzzle.solution, kind


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("rules", ["square", "hex,liar", "3d", "torus,quad"])
def test_saved_games_are_read_by_review_and_named_by_the_others(rules, tmp_path, capsys):
    shape = RuleSet.parse(rules).kind.usual or (4, 4)
    *layers, rows, cols = shape
    game = ms.Game(
        rows, cols, prod(shape) // 4, ms.Rules("given", board=rules), seed=3, layers=layers
    )
    game.open(game.start)
    text = game.record()
    all_hidden = dict.fromkeys(game.board.cells, game.board._HIDDEN)
    assert replays.parse(text).board == game.board.replace(all_hidden)
    for reader in ("parse", "file", "protocol", "solve"):
        with pytest.raises(ms.MinesolverError, match=r"minesolver review|boards, separated by"):
            READERS[reader](text, tmp_path / "game.jsonl")


@pytest.mark.parametrize("rules", ["hex,liar", "3d", "quad", "torus", "liar,wall"])
def test_what_play_shows_under_rules_can_be_pasted(rules, tmp_path):
    *layers, rows, cols = RuleSet.parse(rules).kind.usual or (4, 5)
    game = ms.Game(rows, cols, None, ms.Rules("given", board=rules), seed=3, layers=layers)
    game.open(game.start)
    for name, reader in READERS.items():
        refused = None
        try:
            assert same(reader(picture(game), tmp_path / "board.txt"), game.board), name
        except ms.MinesolverError as error:
            refused = str(error)
        assert refused is None or (name == "page" and "minesolver solve" in refused)


UNDER_RULES = ["--rules", "hex,liar", "--shape", "4x4", "--mines", "3"]


@pytest.mark.parametrize("arguments", [["--level", "4x4/3"], UNDER_RULES])
def test_a_game_as_play_prints_it_is_its_boards_or_refused(arguments, capsys):
    """Whatever part of it is pasted: the sentence above a board tells no mine count and is no board."""
    for seed in "123":
        assert main(["play", *arguments, "--seed", seed, "--json"]) == 0
        moves = [json.loads(line) for line in capsys.readouterr().out.splitlines()][:-1]
        assert main(["play", *arguments, "--seed", seed]) == 0
        *printed_boards, result = capsys.readouterr().out.split("\n\n")
        assert "opened" in result
        assert len(printed_boards) == len(moves)
        shown_signs: dict[tuple[int, int], str] = {}
        for move, printed in zip(moves, printed_boards, strict=True):
            shown_signs |= {(row, col): str(value) for row, col, value in move["shown"]}
            try:
                board = formats.parse(printed)
            except ms.MinesolverError:
                continue
            assert len(board.cells) == 16, printed
            assert board.mines in (None, 3), printed
            opened = {
                cell for cell in board.cells if board[cell] not in (board._HIDDEN, board._MINE)
            }
            assert opened == {
                cell for cell, sign in shown_signs.items() if sign not in ("10", "*")
            }, printed


def test_what_solve_prints_is_refused():
    for board in (ms.Board.parse("1##\n###", 2), ms.Board.parse("2x3x2 hex\n1##\n###")):
        with pytest.raises(ms.BoardFormatError, match="solve --json is read back"):
            ms.Board.parse(draw(ms.analyze(board)))


# ---------------------------------------------------------------- the page without a server

NODE = shutil.which("node")


def by_node(texts: list[str]) -> list[dict[str, Any]]:
    """What the page has of each text where there is no server: a board, or why there is none.

    Square boards are read by the page's engine, which no script has here: they are refused.
    """
    from minesolver.extras.web.page import facts

    return answers_of("extras/web/page/law.mjs", [facts(), *texts])


def answers_of(script_name: str, values: list[Any]) -> list[dict[str, Any]]:
    """What a script of ours answers to values of JSON, a line each."""
    script = Path(__file__).parents[1] / script_name
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


@pytest.mark.skipif(NODE is None, reason="needs Node")
@pytest.mark.parametrize(
    "rule_sets, fewest_read",
    [(FEW, 20), depth.thorough(sets_of_rules(2), 60)],
)
def test_the_page_without_a_server_reads_the_same_or_refuses(rule_sets, fewest_read):
    cases = cases_of_texts(rule_sets)
    answers = by_node([text for _, text in cases])
    boards_read = 0
    for (board, text), answer in zip(cases, answers, strict=True):
        if "error" in answer:
            # A sentence, not a fault of the script.
            assert answer["kind"] is not None, (text, answer)
        else:
            assert answer == page_board(board), text
            boards_read += 1
    assert boards_read > fewest_read


MODULE = Path(__file__).parents[2] / "bindings/js/dist/engine.js"


@pytest.mark.skipif(
    NODE is None or not MODULE.exists(), reason="needs Node, and python bindings/build.py js"
)
@pytest.mark.parametrize(
    "rule_sets, fewest_read",
    [(FEW, 20), depth.thorough(sets_of_rules(3), 60)],
)
def test_the_npm_package_reads_the_same_or_refuses_and_writes_it_back(rule_sets, fewest_read):
    cases = cases_of_texts(rule_sets)
    for subject in [*square_boards(), *other_subjects()]:
        cases += [(subject, data) for _, data, _ in outputs(subject) if isinstance(data, str)]
    answers = answers_of("bindings/law.mjs", [text for _, text in cases])
    boards_read = 0
    for (board, text), answer in zip(cases, answers, strict=True):
        if "error" in answer:
            inconsistent = answer["kind"] == "InconsistentBoardError"
            assert inconsistent or answer["line"] or COMMANDS.search(answer["error"]), (
                text,
                answer,
            )
            continue
        written = answer.pop("written")
        assert formats.parse(written) == board, text
        assert answer == page_board(board), text
        boards_read += 1
    assert boards_read > fewest_read
