"""Changed certificates: false statements made on purpose, and files changed at random.

What is true is decided by brute force over all layouts of a small board, from the board's text in the files
and from the definitions in ``rules_oracle.py``: nothing here is shared with the package or its checker.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress, product

import rules_oracle

import minesolver as ms
from minesolver.extras.certificates import certify, check

RULES = [
    "liar",
    "multiple",
    "negation",
    "modulo",
    "quad",
    "triplet",
    "horizontal",
    "unary",
    "anti-knight",
    "four",
    "cross",
    "diamond",
    "radius-2",
    "knight",
    "torus",
    "cylinder",
    "hex",
    "zero-sum",
    "dual",
    "mixed-triplets",
    "dual,quad",
    "hex,liar",
    "torus,knight,multiple",
    "four,negation,quad",
]
REJECTIONS = (check.RejectedError, ValueError, KeyError, IndexError, TypeError)
"""What the checker's command answers with the word REJECTED."""


# Boards


def random_board(rng, rules="square"):
    """A small board with a layout that fits: some of its cells are opened, perhaps one mine is known."""
    rows, columns = rng.choice([(3, 3), (3, 4), (4, 3), (2, 5)])
    cells = list(product(range(rows), range(columns)))
    mines = frozenset(rng.sample(cells, rng.randint(1, 4)))
    board = ms.Board.hidden(rows, columns, len(mines))
    for cell in rng.sample(cells, rng.randint(2, 7)):
        if cell not in mines:
            neighbors = rules_oracle.shifted(cell, rules_oracle.RING, (rows, columns))
            board = board.open(cell, len(mines.intersection(neighbors)))
        elif rng.random() < 0.3:
            board = board.flag(cell)
    mine_count = None if rng.random() < 0.2 else len(mines)
    return ms.Board(board.grid, mine_count)


def random_ruled_board(rng, rules):
    """A small board under rules: most cells without a mine of a layout that they allow show a clue."""
    names = frozenset(rules.split(","))
    size = (3, 3)
    cells = list(product(range(3), range(3)))
    placements = [rules_oracle.PLACEMENTS[name] for name in names & rules_oracle.PLACEMENTS.keys()]
    while True:
        mines = frozenset(rng.sample(cells, rng.randint(1, 5)))
        if not all(holds(mines, size) for holds in placements):
            continue
        signs = dict.fromkeys(cells, "#")
        for cell in cells:
            # A clue of one digit: each cell has one sign in the files.
            clues = [n for n in sorted(allowed_clues(cell, mines, names, size)) if 0 <= n <= 8]
            if cell not in mines and clues and rng.random() < 0.7:
                signs[cell] = str(rng.choice(clues))
        rows = ["".join(signs[row, column] for column in range(3)) for row in range(3)]
        size_line = f"3x3x{len(mines)}"
        return ms.Board.parse("\n".join([size_line, *rows]), rules=rules)


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
        except ms.BoardFormatError:
            continue
        if not layouts_of(BoardText.of_board(changed)):
            return changed


def any_board(rng):
    return rng.choice([random_board, any_ruled_board, random_contradiction])(rng)


# Brute force


SIGHTS: dict[str, list[tuple[int, int]]] = {
    "four": rules_oracle.SIDES,
    "cross": rules_oracle.CROSS,
    "diamond": [(a, b) for a, b in product(range(-2, 3), repeat=2) if 0 < abs(a) + abs(b) <= 2],
    "radius-2": [(a, b) for a, b in product(range(-2, 3), repeat=2) if (a, b) != (0, 0)],
    "knight": rules_oracle.KNIGHT,
}


def seen_cells(cell, rules, size):
    """The cells that a clue counts, by the geometry and by how far it sees."""
    moves = rules_oracle.RING
    for name in rules & SIGHTS.keys():
        moves = SIGHTS[name]
    if "hex" in rules:  # odd rows are half a cell further right
        nearer_column = 0 if cell[0] % 2 else -1
        moves = [(0, -1), (0, 1)]
        for down in (-1, 1):
            moves += [(down, nearer_column), (down, nearer_column + 1)]
    cells = {(cell[0] + down, cell[1] + right) for down, right in moves}
    if "torus" in rules:
        cells = {(row % size[0], column) for row, column in cells}
    if rules & {"torus", "cylinder"}:
        cells = {(row, column % size[1]) for row, column in cells}
    return cells - {cell}


def allowed_clues(cell, mines, rules, size):
    """The numbers that a cell may show where a layout is so."""
    near_mines = mines & seen_cells(cell, rules, size)
    odd_count = sum(sum(mine) % 2 for mine in near_mines)
    even_count = len(near_mines) - odd_count
    if "multiple" in rules:
        return {even_count + 2 * odd_count}
    if "negation" in rules:
        return {abs(even_count - odd_count)}
    if "liar" in rules:
        return {len(near_mines) - 1, len(near_mines) + 1}
    if "modulo" in rules:
        return {len(near_mines) % 3}
    return {len(near_mines)}


@dataclass(frozen=True)
class BoardText:
    """A board as the comments of a formula have it."""

    size_line: str
    rows: tuple[str, ...]
    rules: frozenset[str]

    @classmethod
    def of_board(cls, board):
        size_line, *rows = board.text().splitlines()
        if "x" not in size_line:  # the text of a board without a mine count has none
            size_line, rows = "?x?x?", [size_line, *rows]
        rules = getattr(board, "rules", "square")
        return cls(
            size_line.split()[0], tuple(map(str.strip, rows)), frozenset(str(rules).split(","))
        )

    @classmethod
    def of_formula(cls, formula):
        """From lines ``* board 3x3x2`` (or ``c board``) and ``* rules liar``."""
        words = [line.split() for line in formula.splitlines() if line[:2] in ("* ", "c ")]
        board_lines = [line_words[2] for line_words in words if line_words[1:2] == ["board"]]
        rules = {line_words[2] for line_words in words if line_words[1:2] == ["rules"]}
        return cls(board_lines[0], tuple(board_lines[1:]), frozenset(",".join(rules).split(",")))

    @property
    def size(self):
        return len(self.rows), len(self.rows[0])

    @property
    def signs(self):
        return {(r, c): sign for r, row in enumerate(self.rows) for c, sign in enumerate(row)}

    @property
    def hidden_cells(self):
        return [cell for cell, sign in self.signs.items() if sign == "#"]

    def fits(self, mines):
        """Whether a layout is one of this board."""
        total = self.size_line.split("x")[2]
        if total != "?" and int(total) != len(mines):
            return False
        for name in self.rules & rules_oracle.PLACEMENTS.keys():
            if not rules_oracle.PLACEMENTS[name](mines, self.size):
                return False
        for cell, sign in self.signs.items():
            if sign in "#*?":
                continue
            clue = int(sign.replace(".", "0"))
            if clue not in allowed_clues(cell, mines, self.rules, self.size):
                return False
        return True


@lru_cache(maxsize=1000)
def layouts_of(board):
    """All layouts of a small board, as sets of its unknown cells."""
    known_mines = {cell for cell, sign in board.signs.items() if sign == "*"}
    layouts = []
    for is_mine in product((False, True), repeat=len(board.hidden_cells)):
        unknown_mines = set(compress(board.hidden_cells, is_mine))
        if board.fits(known_mines | unknown_mines):
            layouts.append(frozenset(unknown_mines))
    return layouts


def expected_answers(board):
    """What the checker has to say of a board: (of the proved cells, of the count)."""
    layouts = layouts_of(board)
    names = {cell: f"({cell[0]},{cell[1]})" for cell in board.hidden_cells}
    mine_counts = {cell: sum(cell in layout for layout in layouts) for cell in names}
    safe = [name for cell, name in names.items() if mine_counts[cell] == 0]
    mines = [name for cell, name in names.items() if mine_counts[cell] == len(layouts)]
    proof = ["one layout" if len(layouts) == 1 else f"{len(safe)} safe {len(mines)} mines"]
    if safe:
        proof.append(f"safe: {' '.join(safe)}")
    if mines:
        proof.append(f"mines: {' '.join(mines)}")
    chances = ", ".join(f"{names[cell]} {count}" for cell, count in mine_counts.items())
    count = "1 layout" if len(layouts) == 1 else f"{len(layouts)} layouts"
    return proof, [count, f"with a mine in: {chances}"]


def is_true_answer(answer, formula, is_count):
    """Whether what the checker says of a certificate is so, of the board that stands in its formula."""
    board = BoardText.of_formula(formula)
    layouts = layouts_of(board)
    if answer[0] == "contradiction":
        return not layouts
    proof, count = expected_answers(board)
    if is_count:
        return answer == count
    if answer[0] == "one layout" and len(layouts) != 1:
        return False
    return marked_cells(answer) <= marked_cells(proof)


def marked_cells(answer):
    """The cells of an answer, each with what it is said to be."""
    cells: set[str] = set()
    for line in answer[1:]:
        mark, _, names = line.partition(": ")
        cells.update(f"{mark} {name}" for name in names.split())
    return cells


def is_true_statement(files, is_count):
    """Whether what a certificate's own lines state is so, whoever accepts it."""
    board = BoardText.of_formula(files["cnf" if is_count else "opb"])
    layouts = layouts_of(board)
    lines = files["cpog" if is_count else "pbp"].splitlines()
    claims = [line.split()[2:] for line in lines if line[2:8] == "claim "]
    if is_count:
        expected = [["layouts", str(len(layouts))]]
        for variable, cell in enumerate(board.hidden_cells, 1):
            mine_count = sum(cell in layout for layout in layouts)
            expected.append(["mines", str(variable), str(mine_count)])
        return claims == expected

    claim = " ".join(claims[0])
    if claim == "contradiction":
        return not layouts
    cell_count = len(board.hidden_cells)
    literals = {literal for literal in proved_literals(lines) if abs(literal) <= cell_count}
    for literal in literals:
        cell = board.hidden_cells[abs(literal) - 1]
        if any((cell in layout) != (literal > 0) for layout in layouts):
            return False
    if claim == "one layout":
        return len(layouts) == 1
    mine_count = sum(literal > 0 for literal in literals)
    return claim == f"{len(literals) - mine_count} safe {mine_count} mines"


def proved_literals(lines):
    """The cells that a proof ends with: those of its lines ``j N +1 x4 >= 1 ;``, negative where safe."""
    literals = set()
    for line in lines:
        words = line.split()
        if words[0] == "j" and len(words) == 7:
            variable = int(words[3].strip("~x"))
            literals.add(-variable if words[3].startswith("~") else variable)
    return literals


# False statements


def replaced(files, suffix, old_line, new_line):
    """The files with one line of one of them replaced."""
    lines = files[suffix].splitlines()
    lines[lines.index(old_line)] = new_line
    return files | {suffix: "\n".join(lines) + "\n"}


def with_claim(files, claim, *added_lines):
    """The files with another claim of the proof, and lines at its end."""
    lines = files["pbp"].splitlines()
    lines[2] = f"* claim {claim}"
    return files | {"pbp": "\n".join([*lines, *added_lines]) + "\n"}


def another_count(files, rng):
    """One layout more, or one less."""
    line = next(line for line in files["cpog"].splitlines() if "claim layouts" in line)
    layout_count = int(line.split()[-1]) + rng.choice((-1, 1))
    return replaced(files, "cpog", line, f"c claim layouts {layout_count}")


def another_chance(files, rng):
    """A mine in one layout more, or in one less."""
    line = rng.choice([line for line in files["cpog"].splitlines() if "claim mines" in line])
    *words, mine_count = line.split()
    new_count = int(mine_count) + rng.choice((-1, 1))
    return replaced(files, "cpog", line, " ".join([*words, str(new_count)]))


def scaled_counts(files, rng):
    """All counts twice as large, so that every chance is what it was."""
    lines = []
    for line in files["cpog"].splitlines():
        if line.startswith("c claim"):
            *words, number = line.split()
            line = " ".join([*words, str(2 * int(number))])
        lines.append(line)
    return files | {"cpog": "\n".join(lines) + "\n"}


def another_cell(files, rng):
    """A proved cell exchanged for another, in the line that says it."""
    line = rng.choice([line for line in files["pbp"].splitlines() if line.startswith("j ")])
    variable = rng.randrange(len(BoardText.of_formula(files["opb"]).hidden_cells)) + 1
    words = line.split()
    words[3] = f"{'~' if '~' in words[3] else ''}x{variable}"
    return replaced(files, "pbp", line, " ".join(words))


def the_opposite(files, rng):
    """A safe cell called a mine, or a mine called safe, in the line that says it and in the claim."""
    lines = [line for line in files["pbp"].splitlines() if line.startswith("j ")]
    line = rng.choice([line for line in lines if len(line.split()) == 7])
    words = line.split()
    is_safe = words[3].startswith("~")
    words[3] = words[3].lstrip("~") if is_safe else f"~{words[3]}"
    changed = replaced(files, "pbp", line, " ".join(words))
    literals = proved_literals(changed["pbp"].splitlines())
    mine_count = sum(literal > 0 for literal in literals)
    return with_claim(changed, f"{len(literals) - mine_count} safe {mine_count} mines")


def one_cell_more(files, rng):
    """A cell that is not proved, said to follow from some constraint."""
    lines = files["pbp"].splitlines()
    literals = proved_literals(lines)
    variable = rng.randrange(len(BoardText.of_formula(files["opb"]).hidden_cells)) + 1
    literal = rng.choice((variable, -variable))
    constraint_count = int(lines[1].split()[1])
    constraint_count += sum(line.startswith(("pol ", "j ")) for line in lines)
    mine_count = sum(value > 0 for value in literals | {literal})
    safe_count = len(literals | {literal}) - mine_count
    step = f"j {rng.randint(1, constraint_count)} +1 {'~' if literal < 0 else ''}x{variable} >= 1 ;"
    return with_claim(files, f"{safe_count} safe {mine_count} mines", step)


def one_layout_of_several(files, rng):
    """A layout that fits is shown, and said to be the only one."""
    board = BoardText.of_formula(files["opb"])
    layout = rng.choice(layouts_of(board))
    words = []
    for variable, cell in enumerate(board.hidden_cells, 1):
        words.append(f"x{variable}" if cell in layout else f"~x{variable}")
    return with_claim(files, "one layout", f"ov {' '.join(words)}")


def a_contradiction(files, rng):
    """A constraint that can hold, called a contradiction."""
    constraint_count = int(files["pbp"].splitlines()[1].split()[1])
    return with_claim(files, "contradiction", f"c {rng.randint(1, constraint_count)}")


def another_board(files, rng):
    """The proof or graph of one board, with the board and formula of one that differs in one sign."""
    suffix = "cnf" if "cnf" in files and rng.random() < 0.5 else "opb"
    board = BoardText.of_formula(files[suffix])
    row = rng.randrange(board.size[0])
    column = rng.randrange(board.size[1])
    signs = [list(line) for line in board.rows]
    signs[row][column] = rng.choice("#0123*")
    text = "\n".join([board.size_line, *map("".join, signs)])
    other = certify(ms.Board.parse(text, rules=",".join(board.rules)))
    if suffix not in other.files:  # no layout fits it, so there is no count
        return files
    return files | {suffix: other.files[suffix]}


COUNT_FALSEHOODS = [another_count, another_chance, scaled_counts, another_board]
PROOF_FALSEHOODS = [
    another_cell,
    the_opposite,
    one_cell_more,
    one_layout_of_several,
    a_contradiction,
    another_board,
]


def falsified(files, rng):
    """(kind, files that state something false by brute force, whether it is a count); ``None``: it is not."""
    is_count = "cpog" in files and rng.random() < 0.5
    falsehood = rng.choice(COUNT_FALSEHOODS if is_count else PROOF_FALSEHOODS)
    try:
        changed = falsehood(files, rng)
    except (IndexError, ms.MinesolverError):  # there is no such line, or no such board
        return None
    if falsehood is another_board:
        is_count = changed.get("cnf") != files.get("cnf")
    if is_true_statement(changed, is_count):
        return None
    return falsehood.__name__.replace("_", " "), changed, is_count


# Changes at random


def mutated(text, rng):
    """A text with one small change of a line, a word, or a byte."""
    lines = text.splitlines()
    line_number = rng.randrange(len(lines))
    kind = rng.choice(["delete", "repeat", "exchange", "negate", "word", "byte"])
    if kind == "delete":
        del lines[line_number]
    elif kind == "repeat":
        lines.insert(line_number, rng.choice(lines))
    elif kind == "exchange":
        other_number = rng.randrange(len(lines))
        lines[line_number], lines[other_number] = lines[other_number], lines[line_number]
    else:
        words = lines[line_number].split(" ")
        word_number = rng.randrange(len(words))
        word = words[word_number]
        if kind == "negate":
            word = word[1:] if word.startswith(("-", "~")) else f"-{word}"
        elif kind == "word":
            word = rng.choice(rng.choice(lines).split(" "))
        else:
            signs = list(word or "0")
            signs[rng.randrange(len(signs))] = rng.choice("0123456789#*x-")
            word = "".join(signs)
        words[word_number] = word
        lines[line_number] = " ".join(words)
    return "\n".join(lines) + "\n"


def kind_of_change(text, changed, mark):
    """What a change was, by the lines that are no longer there and those that are new."""
    lines = Counter(text.splitlines())
    changed_lines = Counter(changed.splitlines())
    lost_lines = list((lines - changed_lines).elements())
    new_lines = list((changed_lines - lines).elements())
    differing_lines = lost_lines + new_lines
    if not differing_lines:
        return "lines in another order"
    if all(line.startswith(f"{mark} ") for line in differing_lines):
        words = {line.split()[1] for line in differing_lines if line.split()[1:]}
        return "the board" if words & {"board", "rules"} else "a comment"
    if not lost_lines:
        return "a step more"
    return "a step in other words" if new_lines else "a step less"


@dataclass
class Outcomes:
    """What became of changed certificates, by kind of change: how many there were, and who accepted them."""

    made: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    accepted_by_others: Counter[str] = field(default_factory=Counter)


def answer_of(path):
    """What the checker says of a certificate, without the board."""
    first_line, *other_lines = check.checked(path)
    return [first_line.partition(" (")[0], *(line for line in other_lines if ": " in line)]


def checked(files, is_count, folder):
    """What the checker says of some files; ``None`` where it rejects them."""
    for suffix, text in files.items():
        path = folder / f"board.{suffix}"
        path.unlink(
            missing_ok=True
        )  # to empty a file that has just been written waits for the disk
        path.write_bytes(text.encode())
    try:
        return answer_of(folder / f"board.{'cpog' if is_count else 'pbp'}")
    except REJECTIONS:
        return None


def others_accept(folder, is_count):
    """Whether the public checker accepts the files in a folder, with the count claimed; ``None``: it is not
    installed."""
    program = shutil.which("cpog-check" if is_count else "veripb")
    if program is None:
        return None
    names = ["board.cnf", "board.cpog"] if is_count else ["board.opb", "board.pbp"]
    proof = (folder / names[1]).read_text()
    options = []
    if not is_count:
        is_contradiction = "* claim contradiction" in proof
        options.append("--requireUnsat" if is_contradiction else "--no-requireUnsat")
    command = [program, *options, *names]
    output = subprocess.run(command, capture_output=True, text=True, cwd=folder).stdout
    if not is_count:
        return "Verification succeeded" in output
    counts = [line.split()[-1] for line in proof.splitlines() if "c claim layouts" in line]
    return "FULL-PROOF SUCCESS" in output and f"model count = {counts[0]}\n" in output


def outcomes_of_falsehoods(number, seed, folder):
    """Certificates of small boards made to state something false: none may be accepted."""
    rng = random.Random(seed)
    outcomes = Outcomes()
    while outcomes.made.total() < number:
        files = certify(any_board(rng)).files
        for _ in range(5):
            falsehood = falsified(files, rng)
            if falsehood is None or outcomes.made.total() == number:
                continue
            kind, changed, is_count = falsehood
            outcomes.made[kind] += 1
            outcomes.accepted[kind] += checked(changed, is_count, folder) is not None
            outcomes.accepted_by_others[kind] += bool(others_accept(folder, is_count))
    return outcomes


def outcomes_of_changes(number, seed, folder):
    """Certificates changed at random, each of which is another text than before, by who accepts them.

    Whatever our checker accepts has to be true all the same: an AssertionError else.
    """
    rng = random.Random(seed)
    outcomes = Outcomes()
    while outcomes.made.total() < number:
        files = certify(any_board(rng)).files
        for _ in range(10):
            suffix = rng.choice([*files])
            is_count = suffix in ("cnf", "cpog")
            changed = files | {suffix: mutated(files[suffix], rng)}
            if changed == files or outcomes.made.total() == number:
                continue
            kind = kind_of_change(files[suffix], changed[suffix], "c" if is_count else "*")
            outcomes.made[kind] += 1
            answer = checked(changed, is_count, folder)
            if answer is not None:
                formula = changed["cnf" if is_count else "opb"]
                assert is_true_answer(answer, formula, is_count), (suffix, changed[suffix])
                outcomes.accepted[kind] += 1
            outcomes.accepted_by_others[kind] += bool(others_accept(folder, is_count))
    return outcomes
