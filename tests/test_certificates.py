"""Certificates: what they claim is true by brute force, and the checkers accept them and nothing else."""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from statistics import median

import oracle
import pytest
from command import run

import minesolver as ms
from minesolver.certificates import certify, check, check_strategy
from minesolver.certificates.strategies import strategy
from minesolver.policies.optimal import SmallBoard

VERIPB = shutil.which("veripb")
CPOG_CHECK = shutil.which("cpog-check")
RULES = [
    *(
        "liar",
        "multiple",
        "negation",
        "modulo",
        "quad",
        "triplet",
        "horizontal",
        "unary",
        "anti-knight",
    ),
    *("four", "cross", "diamond", "radius-2", "knight", "torus", "cylinder", "hex", "zero-sum"),
    *("dual", "mixed-triplets", "dual,quad"),
    *("hex,liar", "torus,knight,multiple", "four,negation,quad"),
]


def random_board(rng, rules="square"):
    """A small board with a layout that fits: some of its cells are opened, perhaps one mine is known."""
    rows, cols = rng.choice([(3, 3), (3, 4), (4, 3), (2, 5)])
    cells = list(product(range(rows), range(cols)))
    mines = frozenset(rng.sample(cells, rng.randint(1, 4)))
    board = ms.Board.hidden(rows, cols, len(mines))
    for cell in rng.sample(cells, rng.randint(2, 7)):
        if cell not in mines:
            clue = sum(
                neighbour in mines for neighbour in oracle.around(cell[0], cell[1], rows, cols)
            )
            board = board.open(cell, clue)
        elif rng.random() < 0.3:
            board = board.flag(cell)
    known = None if rng.random() < 0.2 else len(mines)
    return ms.Board(board.grid, known)


def random_ruled_board(rng, rules):
    """A small board under rules, with clues that are often possible together."""
    while True:
        text = "\n".join("".join(rng.choice("####01123") for _ in range(3)) for _ in range(3))
        try:
            board = ms.Board.parse(f"3x3x{rng.randint(1, 5)}\n{text}", rules=rules)
            ms.analyze(board)
        except (ms.InconsistentBoardError, ms.BoardFormatError, ms.PuzzleError):
            continue
        return board


def any_ruled_board(rng):
    return random_ruled_board(rng, rng.choice(RULES))


def random_contradiction(rng):
    """A small board that no layout fits."""
    while True:
        board = random_board(rng)
        clues = [cell for cell, state in board.items() if isinstance(state, int)]
        if not clues:
            continue
        try:
            changed = board.replace({rng.choice(clues): rng.randrange(9)})
            ms.analyze(changed)
        except ms.InconsistentBoardError:
            return changed
        except ms.BoardFormatError:
            continue


def layouts_of(board):
    """All layouts of a small board, as sets of unknown cells, by what its constraints say of themselves."""
    known = board.values()
    unknown = [i for i in range(len(board.cells)) if i not in known]
    layouts = []
    for values in product((0, 1), repeat=len(unknown)):
        value = known | dict(zip(unknown, values, strict=True))
        total = board.mines is None or sum(value.values()) == board.mines
        if total and all(c.holds([value[i] for i in c.cells]) for c in board.constraints):
            layouts.append(
                {board.cells[i] for i, is_mine in zip(unknown, values, strict=True) if is_mine}
            )
    return [board.cells[i] for i in unknown], layouts


def expected_answers(board):
    """What the checker has to say of a board: (of the proved cells, of the count), by brute force."""
    if isinstance(board, ms.Board):
        hidden, layouts = oracle.models(board.grid.tolist(), board.mines)
    else:
        hidden, layouts = layouts_of(board)
    name = {cell: f"({cell[0]},{cell[1]})" for cell in hidden}
    ways = {cell: sum(cell in layout for layout in layouts) for cell in hidden}
    safe = [name[cell] for cell in hidden if ways[cell] == 0]
    mines = [name[cell] for cell in hidden if ways[cell] == len(layouts)]
    claim_text = "one layout" if len(layouts) == 1 else f"{len(safe)} safe {len(mines)} mines"
    listed = (("safe", safe), ("mines", mines))
    proof = [claim_text, *(f"{what}: {' '.join(cells)}" for what, cells in listed if cells)]
    chances = ", ".join(f"{name[cell]} {number}" for cell, number in ways.items())
    return proof, [f"{len(layouts)} layouts", f"with a mine in: {chances}"]


def answer_of(path):
    """What the checker says of a certificate, without the board's size."""
    first_line, *other_lines = check.checked(path)
    return [first_line.partition(" (")[0], *other_lines]


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
    proof, count = expected_answers(board)
    assert answer_of(stem.with_suffix(".pbp")) == proof
    assert answer_of(stem.with_suffix(".cpog")) == count
    accepted_by_others(stem)


def test_a_board_without_hidden_cells(tmp_path):
    """One layout fits it, the empty one, or none; a proof of the one is none of the other."""
    certify(ms.Board.parse("1*\n11", mines=1)).write(tmp_path / "right")
    assert answer_of(tmp_path / "right.pbp")[0] == "one layout"
    accepted_by_others(tmp_path / "right")
    certify(ms.Board.parse("1*\n12", mines=1)).write(tmp_path / "wrong")
    assert answer_of(tmp_path / "wrong.pbp")[0] == "contradiction"
    lines = (tmp_path / "wrong.pbp").read_text().splitlines()
    (tmp_path / "wrong.pbp").write_text("\n".join([*lines[:2], "* claim one layout"]) + "\n")
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
        proof, count = expected_answers(board)
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
    proof, count = expected_answers(board)
    assert answer_of(stem.with_suffix(".pbp")) == proof
    assert answer_of(stem.with_suffix(".cpog")) == count


def test_a_certificate_of_one_cell(tmp_path):
    analysis = ms.analyze(
        ms.Board.from_file(Path(__file__).parent.parent / "examples" / "small.mines")
    )
    cell = min(analysis.mines)
    certificate = analysis.certificate(cell)
    assert [*certificate.files] == ["opb", "pbp"]
    certificate.write(tmp_path / "one")
    assert f"mines ({cell[0]},{cell[1]})" in marked(answer_of(tmp_path / "one.pbp")[-1])
    unproved = next(
        cell
        for cell, p in analysis.board.items()
        if p == ms.HIDDEN and analysis.reason(cell) is None
    )
    with pytest.raises(ms.CellError, match="not proved"):
        analysis.certificate(unproved)


def test_layered_engines_are_certified_too(tmp_path):
    board = ms.Board.from_file(Path(__file__).parent.parent / "examples" / "small.mines")
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
def test_expert_boards(expert_positions, tmp_path):
    """A proved cell's derivation is short, and the counts are those of the file."""
    lengths = []
    for number, (board, count) in enumerate(expert_positions):
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


def mutated(text, rng):
    """A text with one small change."""
    lines = text.splitlines()
    k = rng.randrange(len(lines))
    kind = rng.randrange(6)
    words = lines[k].split(" ")
    word_index = rng.randrange(len(words))
    if kind == 0:
        del lines[k]
    elif kind == 1:
        lines.insert(k, lines[rng.randrange(len(lines))])
    elif kind == 2:
        line_index = rng.randrange(len(lines))
        lines[k], lines[line_index] = lines[line_index], lines[k]
    elif kind == 3:
        words[word_index] = (
            words[word_index][1:]
            if words[word_index].startswith(("-", "~"))
            else f"-{words[word_index]}"
        )
    elif kind == 4:
        words[word_index] = rng.choice(rng.choice(lines).split(" "))
    else:
        changed = list(words[word_index] or "0")
        changed[rng.randrange(len(changed))] = rng.choice("0123456789#*x-")
        words[word_index] = "".join(changed)
    if kind > 2:
        lines[k] = " ".join(words)
    return "\n".join(lines) + "\n"


def board_in(path):
    """The board that stands in the formula of a certificate."""
    suffix, mark = (".opb", "*") if path.suffix == ".pbp" else (".cnf", "c")
    texts: dict[str, list[str]] = {"board": [], "rules": []}
    for line in path.with_suffix(suffix).read_text().splitlines():
        first_word, *words = line.split()
        if first_word == mark and words[0] in texts:
            texts[words[0]].append(words[1])
    rules = dict.fromkeys(texts["rules"]) or ["square"]  # a line may be there twice
    return ms.Board.parse("\n".join(texts["board"]), rules=",".join(rules))


def is_true(path):
    """Whether what the checker accepts is so, of the board that stands in the file: by brute force."""
    board = board_in(path)
    answer = answer_of(path)
    if answer[0] == "contradiction":
        return not layouts_of(board)[1]
    proof, count = expected_answers(board)
    if path.suffix == ".cpog":
        return answer == count
    said, true = ({word for line in text[1:] for word in marked(line)} for text in (answer, proof))
    return said <= true and (answer[0] != "one layout" or proof[0] == "one layout")


def marked(line):
    """The cells of a line, each with what they are said to be."""
    what, _, cells = line.partition(": ")
    return [f"{what} {cell}" for cell in cells.split()]


def outcomes_of_changes(number, seed, folder):
    """(certificates rejected, until these are so many; those accepted, each of which is still true)."""
    rng = random.Random(seed)
    stem = folder / "board"
    rejected = still_true = 0
    while rejected < number:
        files = certify(
            rng.choice([random_board, any_ruled_board, random_contradiction])(rng)
        ).files
        for _ in range(min(10, number - rejected)):
            suffix = rng.choice([*files])
            texts = files | {suffix: mutated(files[suffix], rng)}
            for name, text in texts.items():
                stem.with_suffix(f".{name}").write_text(text)
            path = stem.with_suffix(".pbp" if suffix in ("opb", "pbp") else ".cpog")
            try:
                check.checked(path)
            except (check.RejectedError, ValueError, KeyError, IndexError):
                rejected += 1
                continue
            assert is_true(path), (suffix, texts[suffix])
            still_true += 1
    return rejected, still_true


@pytest.mark.parametrize("number", [60, pytest.param(300, marks=pytest.mark.slow)])
def test_changed_certificates_are_rejected(number, tmp_path):
    """Of those that are not rejected each is still a proof of what it says."""
    rejected, still_true = outcomes_of_changes(number, 7, tmp_path)
    assert rejected == number
    assert still_true < rejected


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
    assert len(path.read_text().splitlines()) <= 400


def test_the_checker_runs_alone(tmp_path):
    copied = shutil.copy(check.__file__, tmp_path / "check.py")
    certify(ms.Board.parse("1#\n##", mines=1)).write(tmp_path / "board")
    command = [sys.executable, "-I", copied, "board.cpog", "board.pbp"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0
    assert (
        "board.cpog: holds: 3 layouts (board 2x2x1)\n  with a mine in: (0,1) 1, (1,0) 1, (1,1) 1"
        in ran.stdout
    )


def test_the_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run("certify", "--mines", "1", "--check", text="1#\n##\n")
    assert status == 0
    assert out.splitlines()[-1] == "board.cpog: holds: 3 layouts (board 2x2x1)"
    assert run("check", "board.cnf", "--quiet")[0] == 0
    Path("board.cpog").write_text(Path("board.cpog").read_text().replace("layouts 3", "layouts 4"))
    status, out, _ = run("check", "board.cpog")
    assert status == 1
    assert "REJECTED: what is claimed is not what is proved: 3 layouts" in out
    status, _, errors = run("check", "nothing.cpog")
    assert status == 2
    assert "nothing.cnf" in errors
    assert run("check", "board.txt")[0] == 1


@pytest.mark.parametrize(
    "size, rule", [((3, 3, 2), "safe"), ((3, 3, 3), "none"), ((2, 4, 3), "none")]
)
def test_strategies(size, rule, tmp_path):
    """The table wins what it says, no play wins more, and a changed one is rejected or is as good."""
    board = SmallBoard(*size)
    best = board.optimum(rule)
    text = strategy(board, best)
    path = tmp_path / "board.strategy"
    path.write_text(text)
    assert f"wins {best.wins} of {best.allowed} layouts, the most" in check_strategy.checked(
        path, best=True
    )
    claim = f"claim {best.wins} of"
    for wins in (best.wins - 1, best.wins + 1):
        path.write_text(text.replace(claim, f"claim {wins} of"))
        with pytest.raises(
            check_strategy.RejectedError, match=f"it wins {best.wins} of {best.allowed}"
        ):
            check_strategy.checked(path)
    rng = random.Random(1)
    for _ in range(100):
        path.write_text(mutated(text, rng))
        try:
            answer = check_strategy.checked(path, best=True)
        except (check_strategy.RejectedError, ValueError, KeyError, IndexError):
            continue
        words = answer.replace(",", "").replace(")", "").split()
        stated = SmallBoard(*map(int, words[8].split("x"))).optimum(words[-1])
        assert (int(words[1]), int(words[3])) == (stated.wins, stated.allowed)


def test_a_strategy_that_is_not_the_best_says_so(tmp_path):
    """Opening the corner of a row of three first wins one layout of three less often than the middle."""
    path = tmp_path / "row.strategy"
    path.write_text("board 1x3x1\nrule none\nclaim 1 of 3\n### 0,1\n#1# 0,0\n")
    assert check_strategy.checked(path) == "wins 1 of 3 layouts (board 1x3x1, first click none)"
    with pytest.raises(
        check_strategy.RejectedError, match=r"play from \(0, 0\) wins 2 of 3 layouts"
    ):
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
    process = (
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
    assert run(*process)[0] == 0
    for number in (1, 2):
        assert answer_of(tmp_path / f"puzzle-{number}.pbp")[0] == "one layout"
    status, _, errors = run("generate", "--certify", "puzzle")
    assert (status, "--unique" in errors) == (2, True)


def test_an_inconsistent_board_is_certified_and_has_its_status(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, errors = run("certify", "--out", "bad", "--check", text="1#\n#3\n")
    assert status == 1
    assert "bad.pbp: holds: contradiction" in out
    assert "clue 3 at (1,1)" in errors
