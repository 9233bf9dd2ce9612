"""Certificates: what they claim is true by brute force, and the checkers accept them and nothing else."""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
from itertools import chain, combinations
from pathlib import Path
from statistics import median

import oracle
import pytest
from certificate_changes import (
    RULES,
    BoardText,
    answer_of,
    expected_answers,
    marked_cells,
    mutated,
    outcomes_of_changes,
    outcomes_of_falsehoods,
    random_board,
    random_ruled_board,
)
from command import run
from depth import thorough

import minesolver as ms
from minesolver.extras.certificates import certify, check, check_strategy
from minesolver.extras.certificates.strategies import strategy
from minesolver.policy.optimal import SmallBoard

VERIPB = shutil.which("veripb")
CPOG_CHECK = shutil.which("cpog-check")


def accepted_by_others(stem, contradiction=False):
    """Whether VeriPB and cpog-check, where they are installed, accept the files."""
    if VERIPB and Path(f"{stem}.pbp").exists():
        verdict_option = "--requireUnsat" if contradiction else "--no-requireUnsat"
        ran = subprocess.run(
            [VERIPB, verdict_option, f"{stem}.opb", f"{stem}.pbp"], capture_output=True, text=True
        )
        assert "Verification succeeded" in ran.stdout, ran.stderr
    if CPOG_CHECK and Path(f"{stem}.cpog").exists():
        ran = subprocess.run(
            [CPOG_CHECK, f"{stem}.cnf", f"{stem}.cpog"], capture_output=True, text=True
        )
        assert "FULL-PROOF SUCCESS" in ran.stdout, ran.stdout[-500:]
        claim = next(
            line
            for line in Path(f"{stem}.cpog").read_text().splitlines()
            if "claim layouts" in line
        )
        assert f"Regular model count = {claim.split()[-1]}\n" in ran.stdout


@pytest.mark.parametrize("seed", range(12))
def test_what_is_certified_is_true(seed, tmp_path):
    board = random_board(random.Random(seed))
    stem = tmp_path / "board"
    certify(board).write(stem)
    proof, count = expected_answers(BoardText.of_board(board))
    assert answer_of(stem.with_suffix(".pbp")) == proof
    assert answer_of(stem.with_suffix(".cpog")) == count
    accepted_by_others(stem)


def test_a_board_without_hidden_cells(tmp_path):
    """One layout fits it, the empty one, or none; a proof of the one is none of the other."""
    certify(ms.Board.parse("2x2x1\n1*\n11")).write(tmp_path / "right")
    assert answer_of(tmp_path / "right.pbp")[0] == "one layout"
    accepted_by_others(tmp_path / "right")
    certify(ms.Board.parse("2x2x1\n1*\n12")).write(tmp_path / "wrong")
    assert answer_of(tmp_path / "wrong.pbp")[0] == "contradiction"
    lines = (tmp_path / "wrong.pbp").read_text().splitlines()
    (tmp_path / "wrong.pbp").write_text(
        "\n".join([*lines[:2], "* claim one layout"]) + "\n", newline="\n"
    )
    with pytest.raises(check.RejectedError, match="what is claimed is not what is proved"):
        check.checked(tmp_path / "wrong.pbp")


def test_a_board_of_which_nothing_is_said(tmp_path):
    certify(ms.Board.parse("##\n##", mines=None)).write(tmp_path / "board")
    assert answer_of(tmp_path / "board.pbp") == ["0 safe 0 mines"]
    counts = "(0,0) 8, (0,1) 8, (1,0) 8, (1,1) 8"
    assert answer_of(tmp_path / "board.cpog") == ["16 layouts", f"with a mine in: {counts}"]
    accepted_by_others(tmp_path / "board")


@pytest.mark.parametrize("rules", RULES)
def test_boards_under_rules(rules, tmp_path):
    rng = random.Random(rules)
    for number in range(2):
        board = random_ruled_board(rng, rules)
        stem = tmp_path / f"board{number}"
        certify(board).write(stem)
        proof, count = expected_answers(BoardText.of_board(board))
        assert answer_of(stem.with_suffix(".opb")) == proof
        assert answer_of(stem.with_suffix(".cnf")) == count
        accepted_by_others(stem)


@pytest.mark.parametrize(
    "text, mines",
    [
        ("1#\n#3", 1),
        ("1##\n###\n##1", 5),
        ("#1#\n1#1\n#1#", 5),
        ("1#1\n###\n2#1", 2),
        ("2##\n##2\n3##", 1),
        ("0#\n11", 1),
        ("1#1\n###\n131", None),
    ],
)
def test_contradictions(text, mines, tmp_path):
    board = ms.Board.parse(text, mines=mines)
    assert not oracle.models(board.grid.tolist(), mines)[1]
    stem = tmp_path / "board"
    files = certify(board).write(stem)
    assert [path.suffix for path in files] == [".opb", ".pbp"]
    assert answer_of(stem.with_suffix(".pbp"))[0] == "contradiction"
    accepted_by_others(stem, contradiction=True)


def test_proofs_that_need_cases(tmp_path):
    """Adding up the clues is not enough here: each is even, but half a mine is none."""
    board = ms.Board.parse("#1#\n1#1\n#1#", mines=None)
    stem = tmp_path / "board"
    certify(board).write(stem)
    proof, count = expected_answers(BoardText.of_board(board))
    assert answer_of(stem.with_suffix(".pbp")) == proof
    assert answer_of(stem.with_suffix(".cpog")) == count


def test_a_certificate_of_one_cell(tmp_path):
    analysis = ms.analyze(
        ms.Board.from_file(Path(__file__).parents[3] / "examples" / "small.mines")
    )
    cell = min(analysis.mines)
    certificate = analysis.certificate(cell)
    assert [*certificate.files] == ["opb", "pbp"]
    certificate.write(tmp_path / "one")
    assert f"mines ({cell[0]},{cell[1]})" in marked_cells(answer_of(tmp_path / "one.pbp"))
    unproved = next(
        cell
        for cell, p in analysis.board.items()
        if p == ms.HIDDEN and analysis.reason(cell) is None
    )
    with pytest.raises(ms.CellError, match="not proved"):
        analysis.certificate(unproved)
    with pytest.raises(ms.CellError, match="is not on the"):
        analysis.certificate(analysis.board.rows, 0)


def test_layered_engines_are_certified_too(tmp_path):
    board = ms.Board.from_file(Path(__file__).parents[3] / "examples" / "small.mines")
    ms.analyze(board, "subset").certificate(counts=False).write(tmp_path / "layer")
    assert answer_of(tmp_path / "layer.pbp")[0].endswith("mines")


@pytest.mark.parametrize("rules", ["flower", "torus,quad", "hex,diamond", "liar,modulo"])
def test_the_checker_says_which_rules_it_does_not_know(rules, tmp_path):
    board = ms.Board.parse("3x3x2\n###\n#1#\n###", rules=rules)
    certify(board, counts=False).write(tmp_path / "board")
    with pytest.raises(check.RejectedError, match="this checker does not know"):
        check.checked(tmp_path / "board.pbp")


def test_what_cannot_be_certified_says_why():
    with pytest.raises(ms.EngineLimitError, match="not all rules are sums"):
        certify(ms.Board.parse("3x3x3\n1##\n###\n###", rules="connected"))
    with pytest.raises(ms.EngineLimitError, match="under a density"):
        certify(ms.Board.parse("1#\n##", density="1/5"))


@pytest.mark.slow
def test_expert_boards(expert_positions, thorough, tmp_path):
    """A proved cell's derivation is short, and the counts are those of the file."""
    lengths = []
    for number, (board, count) in enumerate(expert_positions):
        if not thorough and number % 12:
            continue
        analysis = ms.analyze(board)
        for cell in sorted(analysis.safe | analysis.mines)[::20]:
            lengths.append(len(analysis.certificate(cell).files["pbp"]))
        if count < 10**13 and number % 3 == 0:
            analysis.certificate().write(tmp_path / "board")
            answer = answer_of(tmp_path / "board.cpog")[0]
            assert answer == f"{count} layouts"
            assert (
                answer_of(tmp_path / "board.pbp")[0]
                == f"{len(analysis.safe)} safe {len(analysis.mines)} mines"
            )
            accepted_by_others(tmp_path / "board")
    assert median(lengths) < 1000


FALSEHOODS = [
    "another count",
    "another chance",
    "scaled counts",
    "another cell",
    "the opposite",
    "one cell more",
    "one layout of several",
    "a contradiction",
    "another board",
]


@pytest.mark.parametrize("number, seed", [(100, 7), thorough(800, 8)])
def test_false_certificates_are_rejected(number, seed, tmp_path):
    """Whatever states something false by brute force, in one of nine ways."""
    outcomes = outcomes_of_falsehoods(number, seed, tmp_path)
    assert outcomes.made.total() == number
    assert set(outcomes.made) == set(FALSEHOODS)
    assert outcomes.accepted.total() == 0


@pytest.mark.parametrize("number, seed", [(300, 7), thorough(700, 8)])
def test_certificates_changed_at_random_are_rejected_or_true(number, seed, tmp_path):
    """A changed comment, order, or step that was not needed may be accepted: what is stated is still true."""
    outcomes = outcomes_of_changes(number, seed, tmp_path)
    assert outcomes.made.total() == number
    assert 0 < outcomes.accepted.total() < number / 4
    assert outcomes.accepted["a comment"] > 0


# Of each the stated constraints, as weights and a least sum; steps; why the last one is rejected.
WRONG_PROOF_STEPS: list[tuple[list[tuple[dict[int, int], int]], list[str], str]] = [
    ([({1: 1, 2: 1}, 1)], ["pol 1 0 *"], "a factor is not above 0"),
    ([({1: 1, 2: 1}, 1)], ["pol 1 -1 *"], "a factor is not above 0"),
    ([({1: 1, 2: 1}, 1)], ["pol 1 1"], "does not end with one constraint"),
    ([({1: 1, 2: 1}, 1)], ["j 1 +1 x1 >= 1 ;"], "it does not follow"),
    ([({1: 1, 2: 1}, 1)], ["j 1 +2 x1 +1 x2 >= 1 ;"], "it does not follow"),
    ([({1: -1}, 0)], ["j 1 +1 x1 +1 ~x1 >= 1 ;"], "it does not follow"),
    ([({1: 1, 2: 1}, 1)], ["c 1"], "what is called a contradiction is none"),
    ([({1: 1, 2: 1}, 1)], ["red 1"], "a line begins with red"),
]
# Of each the clauses over two variables; steps; why the last one is rejected.
WRONG_GRAPH_STEPS: list[tuple[list[tuple[int, ...]], list[str], str]] = [
    ([(1, 2)], ["2 p 3 1 1 0"], "node 3 repeats a variable"),
    ([(1, 2)], ["2 p 3 1 2 0", "5 p 4 3 -1 0"], "node 4 repeats a variable"),
    ([(-1, -2)], ["2 s 3 1 2 1 0"], "node 3 is not proved by definitions"),
    ([(1,)], ["2 p 3 1 2 0", "d 3 1 0"], "a clause that defines a node is taken away"),
    ([(1, 2)], ["d 1 0"], "hints that end with no contradiction"),
    ([(1, 2)], ["2 a 1 0 1 0"], "hints that end with no contradiction"),
    ([(1, 2)], ["2 a -1 0 1 0"], "clause 1 leaves more than one literal"),
    ([(1, 2)], ["1 a 1 2 0 1 0"], "there is a clause 1 already"),
    ([(1, 2)], ["2 p 4 1 2 0"], "node 4 is out of order"),
    ([(1, 2)], ["2 p 3 1 -3 0"], "node 3 is not based"),
    ([(1, 2)], ["2 p 3 1 3 0"], "node 3 is not based"),
    ([(1, 2)], ["x 1"], "a line has the command x"),
]


def test_each_step_that_proves_nothing_is_rejected():
    """Step by step: of what a changed file states wrongly, other steps mostly tell as well."""
    for stated, steps, why in WRONG_PROOF_STEPS:
        proof = check.Proof(stated)
        for step in steps[:-1]:
            proof.step(*step.split())
        with pytest.raises(check.RejectedError, match=why):
            proof.step(*steps[-1].split())
    for clauses, steps, why in WRONG_GRAPH_STEPS:
        graph = check.Graph(clauses, 2)
        for step in steps[:-1]:
            graph.step(step)
        with pytest.raises(check.RejectedError, match=why):
            graph.step(steps[-1])


def test_a_case_that_leaves_a_variable_open_counts_for_both_of_its_values():
    """x1 or x2 as a sum of two cases: that x1 is true, whatever x2 is, and that it is not, but x2 is."""
    graph = check.Graph([(1, 2)], 3)
    for step in ("2 p 4 -1 2 0", "5 s 5 1 4 3 0", "r 5"):
        graph.step(step)
    # Of eight layouts of three cells six; the third cell is in no case.
    assert graph.counts() == [6, 4, 4, 3]


@pytest.mark.parametrize("checker", [check, check_strategy])
def test_the_checker_shares_nothing_and_is_short(checker):
    path = Path(checker.__file__)
    tree = ast.parse(path.read_text())
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    names |= {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and not node.level
    }
    assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)
    assert not any(node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    assert len(path.read_text().splitlines()) <= 420


def test_the_checker_runs_alone(tmp_path):
    copied = shutil.copy(check.__file__, tmp_path / "check.py")
    certify(ms.Board.parse("1#\n##", mines=1)).write(tmp_path / "board")
    command = [sys.executable, "-I", copied, "board.cpog", "board.pbp"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0
    assert (
        "board.cpog: holds: 3 layouts (board 2x2x1)\n  1#\n  ##\n  with a mine in: (0,1) 1, (1,0) 1, (1,1) 1"
        in ran.stdout
    )


# Of each a file, what stands in its place, and why it is rejected. What a reader sees is what was proved: a
# terminal shows a line after a return over the one before it, and a wide blank as a blank.
FORGED_LINES = [
    ("opb", "* board #1#\n", "* board #1#\r* board 1##\n", "other signs than"),
    ("opb", "* board #1#\n", "* board #1#\n*\u00a0board 1##\n", "ascii"),
    ("opb", "* board #1#\n", "* board #1#\v* board 1##\n", "other signs than"),
    ("opb", "* board #1#\n", "* board #1#\n*  board 1##\n", "other signs than"),
    ("opb", "* board #1#\n", "* board #1#\n* board: 1##\n", "comments that are not the board"),
    ("opb", "* board #1#\n", "* board 1##\n* board #1#\n", "another size"),
    ("opb", "* board 3x3x2\n", "* board 3x3x1\n* board 3x3x2\n", "another size"),
    ("opb", "* board ###\n", "* board ###\n* rules liar\n* rules hex\n", "too many values"),
    ("opb", "* board 3x3x2\n", "* board 3x3x+2\n", "a size is no number"),
    ("opb", "#constraint= 8\n", "#constraint= 9\n", "comments that are not the board"),
    ("pbp", "* claim", "*\tclaim 9 safe 0 mines\n* claim", "other signs than"),
    ("pbp", "* claim", " * claim 9 safe 0 mines\n* claim", "other signs than"),
    ("pbp", "* claim", "* claim 9 safe 0 mines\n* claim", "what is claimed is not"),
    ("pbp", "* Clues", "* board 3x3x2 1##/#2#/##1\n* Clues", "states a board"),
    ("pbp", "* Clues", "* rules liar\n* Clues", "states a board"),
    ("pbp", ">= 1 ;\n", ">= 1 ;", "ends of lines"),
    ("cnf", "c board #1#\n", "c board #1#\r\n", "other signs than"),
    ("cnf", "p cnf", "c the board is another\np cnf", "comments that are not the board"),
    ("cnf", "c board 3x3x2\n", "c  board 3x3x1\nc board 3x3x2\n", "other signs than"),
    (
        "cpog",
        "c claim layouts 2\n",
        "c claim layouts 3\nc claim layouts 2\n",
        "what is claimed is not",
    ),
    (
        "cpog",
        "c claim layouts 2\n",
        "c claim layouts 2\nc claimed layouts 3\n",
        "what is claimed is not",
    ),
]


@pytest.mark.parametrize("suffix, line, forged, why", FORGED_LINES)
def test_what_is_seen_is_what_is_proved(suffix, line, forged, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    certify(ms.Board.parse("#1#\n121\n###", mines=2)).write("small")
    path = Path(f"small.{suffix}")
    text = path.read_bytes().decode()
    assert line in text
    path.write_bytes(text.replace(line, forged, 1).encode())
    status, out, _ = run("check", str(path))
    assert (status, len(out.splitlines())) == (1, 1)
    assert why in out


@pytest.mark.parametrize(
    "line, forged",
    [
        ("board 1x3x1\n", "board 1x3x2\nboard 1x3x1\n"),
        ("board 1x3x1\n", "board 1x3x1\r\n"),
        ("rule none\n", "rule\u00a0safe\nrule none\n"),
        ("#1# 0,0\n", "#1# 0,0"),
    ],
)
def test_a_strategy_is_seen_as_it_is_played(line, forged, tmp_path):
    path = tmp_path / "row.strategy"
    text = "board 1x3x1\nrule none\nclaim 1 of 3\n### 0,1\n#1# 0,0\n"
    path.write_bytes(text.replace(line, forged).encode())
    assert check_strategy.main([str(path)]) == 1


def test_the_checker_prints_the_board_that_it_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    certify(ms.Board.parse("3x3x2 liar\n#1#\n###\n##1")).write("small")
    for suffix in ("opb", "cnf"):
        out = run("check", f"small.{suffix}")[1]
        assert "(board 3x3x2 liar)\n  #1#\n  ###\n  ##1\n  " in out


def test_the_checker_takes_no_rules_that_the_program_refuses():
    """All of one to three names: a certificate is of a board that has a definition."""
    names = {*check.CLUES, *check.SIGHTS, *check.GRIDS, *check.PLACEMENTS}
    board = check.Board.__new__(check.Board)
    accepted = refused = 0
    for rules in chain(*(combinations(sorted(names), count) for count in (1, 2, 3))):
        try:
            board.read_rules(",".join(rules))
        except check.RejectedError:
            refused += 1
            continue
        ms.Board.parse("3x3x2\n###\n###\n###", rules=",".join(rules))
        accepted += 1
    assert min(accepted, refused) > 500


NONSENSE = {
    "empty": "",
    "a blank line": "\n",
    "no board": "* rules liar\nc rules liar\n",
    "a huge board": "* board 999999999x999999999x2\nc board 999999999x999999999x2\n",
    "a size of words": "* board axbxc\nc board axbxc\n",
    "a long number": "9" * 100_000 + "\n",
    "10,000 levels deep": "(" * 10_000 + ")" * 10_000,
    "nul": "\0" * 1000,
    "long rules": f"* board 1x1x0\nc board 1x1x0\n* rules {'x' * 10_000}\nc rules {'x' * 10_000}\n",
}


@pytest.mark.parametrize("name", NONSENSE)
@pytest.mark.parametrize("is_added", [False, True])
def test_nonsense_is_rejected_in_one_line(name, is_added, tmp_path, monkeypatch):
    """Instead of each file of a certificate, or after its last line."""
    monkeypatch.chdir(tmp_path)
    certify(ms.Board.parse("1#\n##", mines=1)).write("board")
    Path("board.strategy").write_text("board 1x1x0\nrule none\nclaim 1 of 1\n# 0,0\n", newline="\n")
    for suffix in ("opb", "pbp", "cnf", "cpog", "strategy"):
        path = Path(f"board.{suffix}")
        text = path.read_text()
        path.write_text(text + NONSENSE[name] if is_added else NONSENSE[name], newline="\n")
        if path.read_text() != text:
            status, out, errors = run("check", str(path))
            assert (status, len(out.splitlines()), errors) == (1, 1, ""), out
            assert out.startswith(f"{path}: REJECTED: ")
            assert len(out) < 300
        path.write_text(text, newline="\n")


@pytest.mark.parametrize("suffix", ["opb", "pbp", "cnf", "cpog"])
def test_half_a_file_and_bytes_are_rejected(suffix, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    certify(ms.Board.parse("1#\n##", mines=1)).write("board")
    path = Path(f"board.{suffix}")
    content = path.read_bytes()
    for nonsense in (content[: len(content) // 2], bytes(range(256)), b"\xff" + content):
        path.write_bytes(nonsense)
        status, out, errors = run("check", str(path))
        assert (status, len(out.splitlines()), errors) == (1, 1, ""), out


def test_steps_that_would_take_forever_are_rejected(tmp_path, monkeypatch):
    """Large factors, and boards of more layouts than can be played."""
    monkeypatch.chdir(tmp_path)
    certify(ms.Board.parse("1#\n##", mines=1)).write("board")
    path = Path("board.pbp")
    text = path.read_text()
    for step in (f"pol 1 {'9' * 10**6} *", f"pol 1 {'99999999999999999999 * ' * 20_000}"):
        path.write_text(f"{text}{step}\n", newline="\n")
        assert run("check", "board.pbp")[0] == 1
    for size in ("30x30x100", "999999x999999x2", "7x7x20"):
        Path("large.strategy").write_text(f"board {size}\nrule safe\nclaim 1 of 2\n", newline="\n")
        status, out, errors = run("check", "large.strategy")
        assert (status, out, "cannot be checked here" in errors) == (2, "", True)


def test_the_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run("certify", "--mines", "1", "--check", text="1#\n##\n")
    assert status == 0
    assert out.splitlines()[-1] == "board.cpog: holds: 3 layouts (board 2x2x1)"
    assert run("check", "board.cnf", "--quiet")[0] == 0
    forged = Path("board.cpog").read_text().replace("layouts 3", "layouts 4")
    Path("board.cpog").write_text(forged, newline="\n")
    status, out, _ = run("check", "board.cpog")
    assert status == 1
    assert "REJECTED: what is claimed is not what is proved: 3 layouts" in out
    status, _, errors = run("check", "nothing.cpog")
    assert status == 2
    assert "nothing.cnf" in errors
    assert run("check", "board.txt")[0] == 1


@pytest.mark.parametrize(
    "size, rule",
    [((3, 3, 2), "safe"), ((3, 3, 3), "none"), ((2, 4, 3), "none"), ((2, 4, 2), "zero")],
)
def test_strategies(size, rule, thorough, tmp_path):
    """The table wins what it says, no play wins more, and a changed one is rejected or is as good."""
    board = SmallBoard(*size)
    best = board.optimum(rule)
    text = strategy(board, best)
    path = tmp_path / "board.strategy"
    path.write_text(text, newline="\n")
    assert f"wins {best.wins} of {best.allowed} layouts, the most" in check_strategy.checked(
        path, best=True
    )
    claim = f"claim {best.wins} of"
    for wins in (best.wins - 1, best.wins + 1):
        path.write_text(text.replace(claim, f"claim {wins} of"), newline="\n")
        with pytest.raises(
            check_strategy.RejectedError, match=f"it wins {best.wins} of {best.allowed}"
        ):
            check_strategy.checked(path)
    rng = random.Random(1)
    for _ in range(100 if thorough else 40):
        path.unlink()  # to empty a file that has just been written waits for the disk
        path.write_text(mutated(text, rng), newline="\n")
        try:
            answer = check_strategy.checked(path, best=True)
        except (check_strategy.RejectedError, ValueError, KeyError, IndexError):
            continue
        words = answer.replace(",", "").replace(")", "").split()
        stated = SmallBoard(*map(int, words[8].split("x"))).optimum(words[-1])
        assert (int(words[1]), int(words[3])) == (stated.wins, stated.allowed)


def test_a_table_that_cannot_be_played_is_rejected(tmp_path):
    path = tmp_path / "row.strategy"
    text = "board 1x3x1\nrule none\nclaim 1 of 3\n### 0,1\n#1# 0,0\n"
    for right, wrong, why in (
        ("#1# 0,0", "#1# 0,1", "the move in the position #1# opens no hidden cell"),
        ("#1# 0,0", "#1# 0,3", "the move in the position #1# opens no hidden cell"),
        ("#1# 0,0", "#1# 0,0\n#1# 0,2", "two moves for the position #1#"),
        ("#1# 0,0\n", "", "there is no move for the position #1#"),
        ("rule none", "rule any", "there is no rule any"),
        ("board 1x3x1", "board 1x3x4", "there is no board of this size"),
    ):
        path.write_text(text.replace(right, wrong), newline="\n")
        with pytest.raises(check_strategy.RejectedError, match=why):
            check_strategy.checked(path)


def test_a_strategy_that_is_not_the_best_says_so(tmp_path):
    """Opening the corner of a row of three first wins one layout of three less often than the middle."""
    path = tmp_path / "row.strategy"
    path.write_text("board 1x3x1\nrule none\nclaim 1 of 3\n### 0,1\n#1# 0,0\n", newline="\n")
    assert check_strategy.checked(path) == "wins 1 of 3 layouts (board 1x3x1, first click none)"
    with pytest.raises(
        check_strategy.RejectedError, match=r"play from \(0, 0\) wins 2 of 3 layouts"
    ):
        check_strategy.checked(path, best=True)


@pytest.mark.parametrize(
    "best_move, move, wins",
    [
        ("##2#### 0,4", "##2#### 0,3", 7),
        ("#101### 0,6", "#101### 0,4", 9),
        ("##101## 0,6", "##101## 0,1", 9),
    ],
)
def test_a_worse_guess_is_found_wherever_it_is_made(best_move, move, wins, tmp_path):
    """The first cell is the best one, and what is claimed is won: only the search of all play can tell."""
    board = SmallBoard(1, 7, 3)
    text = strategy(board, board.optimum("none"))
    assert best_move in text
    path = tmp_path / "board.strategy"
    path.write_text(
        text.replace(best_move, move).replace("claim 10 of", f"claim {wins} of"), newline="\n"
    )
    assert check_strategy.checked(path).startswith(f"wins {wins} of 35 layouts")
    with pytest.raises(check_strategy.RejectedError, match="play from"):
        check_strategy.checked(path, best=True)


def test_the_best_play_is_certified_by_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("optimal", "--level", "3x3/2", "--certify", "small.strategy")[0] == 0
    status, out, _ = run("check", "--best", "small.strategy")
    assert (status, out) == (
        0,
        "small.strategy: holds: wins 24 of 28 layouts, the most (board 3x3x2, first click safe)\n",
    )
    assert run("optimal", "--level", "3x3/2", "--certify", "small.txt")[0] == 2
    assert (
        run("optimal", "--rules", "torus", "--shape", "3x3/2", "--certify", "small.strategy")[0]
        == 2
    )


def test_puzzles_are_generated_with_a_proof(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = (
        "generate",
        "--unique",
        "--shape",
        "4x4/3",
        "--seed",
        "3",
        "-n",
        "2",
        "--certify",
        "puzzle",
    )
    assert run(*made)[0] == 0
    for number in (1, 2):
        assert answer_of(tmp_path / f"puzzle-{number}.pbp")[0] == "one layout"
    status, _, errors = run("generate", "--certify", "puzzle")
    assert (status, "--unique" in errors) == (2, True)


def test_an_inconsistent_board_is_certified_and_has_its_status(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in ("certify", "export"):
        status, out, errors = run(command, text="\n")
        assert (status, out) == (2, "")
        assert "no board in the input" in errors
    status, out, errors = run("certify", "--out", "bad", "--check", text="1#\n#3\n")
    assert status == 1
    assert "bad.pbp: holds: contradiction" in out
    assert "clue 3 at (1,1)" in errors


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_strategy_without_room_is_named(tmp_path):
    strategy = tmp_path / "small.strategy"
    strategy.symlink_to("/dev/full")
    status, _, error = run("optimal", "--level", "2x2/1", "--certify", str(strategy))
    assert status == 2
    assert error == f"minesolver: {strategy}: No space left on device\n"


def test_a_file_without_an_end_is_not_read_to_it(tmp_path, monkeypatch):
    monkeypatch.setattr("minesolver.base.files._MAX_INPUT_BYTES", 1 << 20)
    huge_file = tmp_path / "huge"
    with huge_file.open("wb") as file:
        file.truncate(1 << 40)  # it takes no place on the disk
    status, _, error = run("certify", str(huge_file))
    assert (status, error.count("\n")) == (2, 1)
    assert "holds more than 1 MiB, the most that is read" in error


def test_a_cut_out_is_not_certified():
    board = ms.Board.parse("1*\n11", cut="top", signs="mine=*")
    with pytest.raises(ms.EngineLimitError, match="beyond its edges"):
        ms.analyze(board).certificate()


def test_a_board_as_a_word(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("certify", "1#/##", "--mines", "1")[0] == 0
    assert (tmp_path / "board.opb").exists()
    status, _, errors = run("certify", "nothing")
    assert status == 2
    assert errors == "minesolver: nothing: No such file, nor a board such as '1#/##'\n"
