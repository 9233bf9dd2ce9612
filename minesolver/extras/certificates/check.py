"""Checks certificates of Minesweeper boards: ``python check.py FILE...``, or ``minesolver check FILE...``.

This file needs nothing but Python, and shares nothing with the program that makes certificates: copy it,
read it, run it alone. A certificate is two files, which VeriPB and cpog-check (programs of others) read too:
NAME.pbp, NAME.opb   which cells are proved, or that no layout fits: a proof, by adding up the sums beside it
NAME.cpog, NAME.cnf  in how many layouts each cell is a mine: a graph, proved to say what the clauses say
The sums and clauses are made here anew, from the board in their comments, and every step is checked.
The board is printed: it is what the answer is of. Exit status: 0 all hold, 1 one is rejected, 2 one cannot be
read; ``--quiet`` leaves the board and the cells out.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from pathlib import Path

Sum = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]  # (variable, weight)s, and what they may add up to
Constraint = tuple[dict[int, int], int]  # weights of variables, and the least that the true ones add up to

# What a mine counts for a clue where row + column is even, and where it is odd.
CLUES = {"vanilla": (1, 1), "multiple": (1, 2), "negation": (-1, 1), "liar": (1, 1), "modulo": (1, 1)}
TWO_COLOURED = {"multiple", "negation"}  # hexagons have no two colours
# The cells (x) that a clue (o) sees; of hexagons, odd rows are half a cell further right.
SIGHTS = {
    "eight": ["xxx/xox/xxx"],
    "four": [".x./xox/.x."],
    "cross": ["..x../..x../xxoxx/..x../..x.."],
    "diamond": ["..x../.xxx./xxoxx/.xxx./..x.."],
    "radius-2": ["xxxxx/xxxxx/xxoxx/xxxxx/xxxxx"],
    "knight": [".x.x./x...x/..o../x...x/.x.x."],
    "hex": ["xx./xox/xx.", ".xx/xox/.xx"],
}
# Shapes that are laid everywhere on the board, and how many mines are allowed in each.
SHAPES = {
    "quad": (["xx/xx"], [1, 2, 3, 4]),
    "triplet": (["xxx", "x/x/x", "x../.x./..x", "..x/.x./x.."], [0, 1, 2]),
    "mixed-triplets": (["xxx", "x/x/x"], [1, 2]),
    "horizontal": (["xx"], [0, 1]),
    "unary": (["xx", "x/x"], [0, 1]),
    "anti-knight": (["x../..x", "..x/x..", "x./../.x", ".x/../x."], [0, 1]),
}
PLACEMENTS = {*SHAPES, "dual", "zero-sum"}
GRIDS = {"torus", "cylinder", "hex"}  # other than plain rows and columns
FAR = 10**9  # rows or columns, after which a board comes again that is not joined at its edges

class RejectedError(Exception):
    """Why a certificate is not accepted."""

def require(condition: object, why: str) -> None:
    if not condition:
        raise RejectedError(why)

def lines_of(path: Path) -> list[str]:
    """The lines of a file, which everybody sees as they are read here: printable words, one blank apart."""
    *lines, end = path.read_bytes().decode("ascii").split("\n")
    are_plain = all(line.isprintable() and line == " ".join(line.split()) for line in lines)
    message = f"{path.name} has other signs than letters, single blanks and ends of lines"
    require(are_plain and not end, message)
    return lines

class Board:
    """The board in the comments of a formula: its unknown cells are the variables, row by row from 1 on."""

    def __init__(self, formula: list[str], mark: str) -> None:
        comments = [line.split(maxsplit=2)[1:] for line in formula if line.startswith(f"{mark} ")]
        size, *self.rows = [words[1] for words in comments if words[0] == "board"]
        (names,) = [words[1] for words in comments if words[0] == "rules"] or [""]
        self.title = f"board {size} {names}".strip()
        self.comments = [f"{mark} board {text}" for text in (size, *self.rows)]
        self.comments += [f"{mark} rules {names}"] if names else []
        self.sums: set[Sum] = set()
        self.read_rules(names)
        self.read_cells(self.rows, *size.split("x"))

    def read_rules(self, names: str) -> None:
        self.rules = {*names.split(",")} - {""}
        clues, sights, grids = [self.rules & {*kind} for kind in (CLUES, SIGHTS, GRIDS)]
        together = max(len(clues), len(sights), len(grids)) <= 1 and not (grids and self.rules & PLACEMENTS)
        together &= not (self.rules >= {"hex"} and clues & TWO_COLOURED)
        known = self.rules <= clues | sights | grids | PLACEMENTS
        require(known and together, f"this checker does not know the rules {names}")
        (self.clue_kind,) = clues or {"vanilla"}
        (self.sight,) = sights or {"eight"}

    def read_cells(self, rows: list[str], height: str, width: str, mines: str) -> None:
        sizes = [height, width, mines.replace("?", "0")]
        require(all(map(str.isdecimal, sizes)), "a size is no number")
        same_size = len(rows) == int(height) and {*map(len, rows)} <= {int(width)}
        require(same_size, "the board has another size")
        self.signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
        require({*self.signs.values()} <= {*"#*?.012345678"}, "a cell has an unknown sign")
        self.width = int(width)
        self.row_period = int(height) if "torus" in self.rules else FAR
        self.column_period = self.width if self.rules & {"torus", "cylinder"} else FAR
        unknown = [cell for cell, sign in self.signs.items() if sign == "#"]
        self.variable = {cell: number for number, cell in enumerate(unknown, 1)}
        self.names = [f"({row},{column})" for row, column in unknown]
        if mines != "?":
            self.add_sum(dict.fromkeys(self.signs, 1), [int(mines)])
        for cell, sign in self.signs.items():
            self.add_placements(*cell)
            if sign not in "#*?":
                self.add_clue(*cell, int(sign.replace(".", "0")))

    def add_sum(self, weights: dict[tuple[int, int], int], allowed: Iterable[int]) -> None:
        """Add that the weights of the mines add up to an allowed value; cells beyond the edge have none."""
        known_sum = sum(weight for cell, weight in weights.items() if self.signs.get(cell) == "*")
        unknown_cells = self.variable.keys() & weights.keys()
        terms = tuple(sorted((self.variable[cell], weights[cell]) for cell in unknown_cells))
        allowed_sums = sorted({value - known_sum for value in allowed} & {*reach(terms)})
        if allowed_sums != [*reach(terms)]:  # else it says nothing
            self.sums.add((terms, tuple(allowed_sums)))

    def cells(self, picture: str, row: int, column: int) -> list[tuple[int, int]]:
        """The cells under each x of a picture whose o, or else its corner, lies on a cell."""
        lines = picture.split("/")
        top, left = next(((r, line.index("o")) for r, line in enumerate(lines) if "o" in line), (0, 0))
        cells = []
        for down, line in enumerate(lines, row - top):
            for right in [k for k, sign in enumerate(line, column - left) if sign == "x"]:
                cells.append((down % self.row_period, right % self.column_period))
        return cells

    def add_placements(self, row: int, column: int) -> None:
        """Add what placement rules say of a cell, of the shapes with their corner there, or of its row."""
        for pictures, allowed in [SHAPES[name] for name in self.rules & {*SHAPES}]:
            for cells in [self.cells(picture, row, column) for picture in pictures]:
                if self.signs.keys() >= {*cells}:
                    self.add_sum(dict.fromkeys(cells, 1), allowed)
        if "dual" in self.rules:  # beside each mine, edge to edge, is one other
            beside = self.signs.keys() & self.cells(".x./xox/.x.", row, column)
            weight = len(beside) + 1  # more than all of them together
            self.add_sum({**dict.fromkeys(beside, 1), (row, column): weight}, [*range(weight), weight + 1])
        if "zero-sum" in self.rules:  # as many mines where row + column is even as where it is odd
            self.add_sum({(row, c): (-1) ** (row + c) for c in range(self.width)}, [0])

    def add_clue(self, row: int, column: int, clue: int) -> None:
        """Add what a clue says of the cells that it sees."""
        pictures = SIGHTS[self.sight]
        cells = {*self.cells(pictures[row % len(pictures)], row, column)} - {(row, column)}
        allowed = {"negation": [-clue, clue], "liar": [clue - 1, clue + 1]}.get(self.clue_kind, [clue])
        if self.clue_kind == "modulo":
            allowed = [mines for mines in range(len(cells) + 1) if mines % 3 == clue]
        self.add_sum({cell: CLUES[self.clue_kind][sum(cell) % 2] for cell in cells}, allowed)

    def fits(self, true: set[int]) -> bool:
        """Whether all sums have an allowed value where these variables are the mines."""
        return all(sum(weight for k, weight in terms if k in true) in values for terms, values in self.sums)

def reach(terms: Sequence[tuple[int, int]]) -> range:
    """From the least to the most that some weights can add up to."""
    return range(sum(min(weight, 0) for _, weight in terms), sum(max(weight, 0) for _, weight in terms) + 1)

def constraints_of(sums: Iterable[Sum], variables: int) -> Iterator[Constraint]:
    """Each sum from its least to its largest value; where these have gaps, new variables say which it has."""
    for terms, values in sums:
        low, high = (values[0], values[-1]) if values else (reach(terms)[-1] + 1, reach(terms)[-1])
        ranges = [(dict(terms), low, high)]
        if values != tuple(range(low, high + 1)):
            value_of = {variables + k: value for k, value in enumerate(values, 1)}
            variables += len(values)
            minus_value = {variable: -value for variable, value in value_of.items() if value}
            ranges = [(dict(terms) | minus_value, 0, 0), (dict.fromkeys(value_of, 1), 1, 1)]
        for weights, low, high in ranges:
            yield weights, low
            yield {k: -weight for k, weight in weights.items()}, -high

def opb_line(weights: dict[int, int], bound: int) -> str:
    terms = "".join(f"{weight:+d} x{k} " for k, weight in weights.items())
    return f"{terms or '+0 x1 '}>= {bound} ;"

def can_hold(constraint: Constraint, true: set[int]) -> bool:
    """Whether the weights of true variables can add up to the bound, where some literals are true."""
    weights, bound = constraint
    possible = [k for k, weight in weights.items() if k in true or (weight > 0 and -k not in true)]
    return sum(weights[k] for k in possible) >= bound

class Proof:
    """A proof as it grows: all constraints that hold, by number, and the literals that are proved."""

    def __init__(self, stated: list[Constraint]) -> None:
        self.constraints = dict(enumerate(stated, 1))
        variables = {k for weights, _ in stated for k in weights}
        self.literal_of = {f"x{k}": k for k in variables} | {f"~x{k}": -k for k in variables}
        self.proved: set[int] = set()
        self.contradiction = False

    def step(self, kind: str, *words: str) -> None:
        """``pol`` adds up, ``j`` implies, ``c`` contradicts; ``ov``, a layout, is found here without it."""
        if kind == "pol":
            self.constraints[len(self.constraints) + 1] = self.sum_up(" ".join(words))
        elif kind == "j":
            self.constraints[len(self.constraints) + 1] = self.clause(*words)
        elif kind == "c":
            self.contradiction = not can_hold(self.constraints[int(words[0])], set())
            require(self.contradiction, "what is called a contradiction is none")
        else:
            require(kind in ("*", "ov"), f"a line begins with {kind}")
            require(words[:1] not in [("board",), ("rules",)], "a comment of the proof states a board")

    def sum_up(self, words: str) -> Constraint:
        """The sum of constraints by number, in postfix: ``+`` adds two, ``3 *`` multiplies."""
        stack: list[Constraint] = []
        for word in words.replace(" *", "*").split():
            if word.endswith("*"):
                (weights, bound), factor = stack.pop(), int(word[:-1])
                require(0 < factor < FAR, "a factor is not above 0, or is too large")
                stack.append(({k: factor * weight for k, weight in weights.items()}, factor * bound))
            elif word == "+":
                (second, second_bound), (first, first_bound) = stack.pop(), stack.pop()
                total = {k: first.get(k, 0) + second.get(k, 0) for k in first.keys() | second.keys()}
                stack.append((total, first_bound + second_bound))
            else:
                stack.append(self.constraints[int(word)])
        require(len(stack) == 1, "a sum does not end with one constraint")
        return stack[0]

    def clause(self, number: str, *words: str) -> Constraint:
        """``9 +1 x4 +1 ~x5 >= 1 ;``: one of some literals is true; if none is, constraint 9 does not hold."""
        clause = {self.literal_of[word] for word in words[1:-3:2]}
        negated = {-k for k in clause}
        is_clause = {*words[:-3:2]} == {"+1"} and words[-3:] == (">=", "1", ";") and not clause & negated
        follows = not can_hold(self.constraints[int(number)], negated)
        require(is_clause and follows, f"it does not follow: {' '.join(words)}")
        self.proved |= clause if len(clause) == 1 else set()
        return {abs(k): k // abs(k) for k in clause}, 1 - sum(k < 0 for k in clause)

def check_proof(board: Board, lines: list[str]) -> tuple[list[str], list[str], list[str]]:
    """(the formula that a proof has to be of, what it has to claim, the same in words); checks each step."""
    proof = Proof([*constraints_of(sorted(board.sums), len(board.names))])
    formula = [opb_line(*constraint) for constraint in proof.constraints.values()]
    last = max([len(board.names), *(k for weights, _ in proof.constraints.values() for k in weights)])
    size = f"* #variable= {last} #constraint= {len(formula)}"
    require(lines[:2] == ["pseudo-Boolean proof version 1.1", f"f {len(formula)}"], "another formula's proof")
    for line in lines[2:]:
        proof.step(*line.split())
    safe = [name for k, name in enumerate(board.names, 1) if -k in proof.proved]
    mines = [name for k, name in enumerate(board.names, 1) if k in proof.proved]
    verdict = "contradiction" if proof.contradiction else f"{len(safe)} safe {len(mines)} mines"
    if len(safe + mines) == len(board.names) and board.fits(proof.proved):
        verdict = "one layout"
    cells = [" ".join(words) for words in (["safe:", *safe], ["mines:", *mines]) if words[1:]]
    return [size, *board.comments, *formula], [f"* claim {verdict}"], [verdict, *cells]

def counter_clauses(literals: list[int], values: list[int], numbers: Iterator[int]) -> Iterator[list[int]]:
    """Clauses that say that the number of true literals is one of some values.

    After each but the last, new variables, by number, hold in binary how many are true so far; the cells
    define them, so that each layout is one model. A step to a count that leads to no value is forbidden."""
    bits: list[int] = []
    for read_count, literal in enumerate(literals):
        rest_count = len(literals) - read_count - 1
        for true_count in range(min(read_count, max(values)) + 1):
            can_stay = any(0 <= value - true_count <= rest_count for value in values)
            can_grow = any(0 <= value - true_count - 1 <= rest_count for value in values)
            if can_stay != can_grow:
                other_count = [-bit if true_count >> k & 1 else bit for k, bit in enumerate(bits)]
                yield [*other_count, -literal if can_stay else literal]
        if rest_count == 0:
            break
        new_bits = [next(numbers) for _ in range(min(read_count + 1, max(values)).bit_length())]
        for k, new_bit in enumerate(new_bits):
            # A bit changes if the literal is true and so are all bits below; else it stays.
            carriers = [literal, *bits[:k]]
            for conditions in [*([carrier] for carrier in carriers), [-carrier for carrier in carriers]]:
                bit_if_zero = new_bit if conditions[0] in carriers else -new_bit
                yield [*conditions, *bits[k : k + 1], -bit_if_zero]
                if k < len(bits):  # not where the number has become longer
                    yield [*conditions, -bits[k], bit_if_zero]
        bits = new_bits

def encoded(sums: Iterable[Sum], order: list[int]) -> tuple[list[tuple[int, ...]], int]:
    """All clauses of some sums, each with its variables in this order, and how many variables there are."""
    clauses, numbers = [], iter(range(len(order) + 1, FAR))
    place_of = {variable: place for place, variable in enumerate(order)}
    for terms, values in sums:
        require(values, "no layout fits, so that there is nothing to count")
        literals: list[int] = []
        for variable, weight in sorted(terms, key=lambda term: place_of[term[0]]):
            literals += [variable if weight > 0 else -variable] * abs(weight)
        # What is taken away for a true variable is added for a false one.
        true_counts = [value - reach(terms)[0] for value in values]
        for clause in counter_clauses(literals, true_counts, numbers):
            if not any(-literal in clause for literal in clause):
                clauses.append(tuple(dict.fromkeys(clause)))
    return clauses, next(numbers) - 1

class Graph:
    """A graph as it grows, and the clauses that hold: those of the formula, of its nodes, and lemmas."""

    def __init__(self, clauses: Iterable[tuple[int, ...]], variables: int) -> None:
        self.variables = variables
        self.clauses = dict(enumerate(clauses, 1))
        self.defining: set[int] = set()
        self.arguments: dict[int, list[tuple[int, int]]] = {}  # of each node, with the models of all else
        self.scope = {k: 1 << abs(k) for k in range(-variables, variables + 1) if k}  # bits: variables below
        self.models = dict.fromkeys(self.scope, 1)  # of these variables
        self.root = 0

    def refute(self, literals: Iterable[int], hints: Iterable[int]) -> None:
        """Check that literals cannot all be true: each clause of the hints leaves one, the last none."""
        true = {*literals}
        for number in hints:
            possible = {literal for literal in self.clauses[number] if -literal not in true}
            if not possible:
                return
            require(len(possible) == 1, f"clause {number} leaves more than one literal")
            true |= possible
        raise RejectedError("hints that end with no contradiction")

    def define(self, number: int, clauses: list[list[int]]) -> None:
        for k, clause in enumerate(clauses, number):
            require(k not in self.clauses, f"there is a clause {k} already")
            self.clauses[k] = tuple(clause)

    def step(self, line: str) -> None:
        """``r`` is the root, ``d`` takes a clause away, ``a`` is a lemma, ``p`` a product, ``s`` a sum."""
        words = line.split()
        clause_number = int(words.pop(0)) if words[0].isdecimal() else 0
        kind, *numbers = words[0], *map(int, words[1:])
        if kind == "r":
            self.root = numbers[0]
        elif kind == "d":
            require(numbers[0] not in self.defining, "a clause that defines a node is taken away")
            self.refute([-literal for literal in self.clauses.pop(numbers[0])], numbers[1:-1])
        elif kind == "a":
            end = numbers.index(0)
            self.refute([-literal for literal in numbers[:end]], numbers[end + 1 : -1])
            self.define(clause_number, [numbers[:end]])
        else:
            require(kind in ("p", "s"), f"a line has the command {kind}")
            end = numbers.index(0) if kind == "p" else 3
            self.new_node(clause_number, kind, numbers[0], numbers[1:end], numbers[end:-1])

    def new_node(self, number: int, kind: str, node: int, arguments: list[int], hints: list[int]) -> None:
        require(node == self.variables + len(self.arguments) + 1, f"node {node} is out of order")
        require(all(-self.variables <= k < node and k for k in arguments), f"node {node} is not based")
        scope = 0
        for k in arguments:
            require(kind == "s" or not scope & self.scope[k], f"node {node} repeats a variable")
            scope |= self.scope[k]
        if kind == "p":
            models = prod(self.models[k] for k in arguments)
            factors = [models // self.models[k] for k in arguments]
        else:
            require(self.defining.issuperset(hints), f"node {node} is not proved by definitions")
            self.refute(arguments, hints)  # its cases cannot both be; each leaves some variables open
            factors = [1 << (scope & ~self.scope[k]).bit_count() for k in arguments]
            models = sum(self.models[k] * factor for k, factor in zip(arguments, factors, strict=True))
        self.scope[node], self.models[node] = scope, models
        self.arguments[node] = [*zip(arguments, factors, strict=True)]
        sign = 1 if kind == "p" else -1  # a sum is defined as a product, with all literals turned round
        no_argument_fails = [sign * node, *(-sign * k for k in arguments)]
        self.define(number, [no_argument_fails, *([-sign * node, sign * k] for k in arguments)])
        self.defining.update(range(number, number + len(arguments) + 1))

    def counts(self) -> list[int]:
        """The number of models, and of those in which each variable is true: one pass down."""
        ways = Counter({self.root: 1 << self.variables - self.scope[self.root].bit_count()})
        total = self.models[self.root] * ways[self.root]
        for node, arguments in reversed(self.arguments.items()):
            for k, factor in arguments:
                ways[k] += ways[node] * factor
        # Where a variable is on no path, it is true in half of the models.
        return [total, *((total + ways[k] - ways[-k]) // 2 for k in range(1, self.variables + 1))]

def check_count(board: Board, lines: list[str]) -> tuple[list[str], list[str], list[str]]:
    """(the formula that a graph has to be of, what it has to claim, the same in words); checks each step."""
    order = [int(word) for word in lines[0].split()[2:]]
    require(sorted(order) == [*range(1, len(board.names) + 1)], "the order does not have each variable once")
    clauses, variables = encoded(sorted(board.sums), order)
    graph = Graph(clauses, variables)
    for line in lines:
        if not line.startswith("c"):
            graph.step(line)
    remaining = [clause for number, clause in graph.clauses.items() if number not in graph.defining]
    require(remaining == [(graph.root,)], "what is left of the clauses is not the root alone")
    models, *with_mine = graph.counts()
    claims = [" ".join(["c order", *map(str, order)]), f"c claim layouts {models}"]
    claims += [f"c claim mines {k} {with_mine[k - 1]}" for k in sorted(order)]
    formula = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    chances = ", ".join(f"{name} {number}" for name, number in zip(board.names, with_mine, strict=False))
    verdict = ["1 layout" if models == 1 else f"{models} layouts", f"with a mine in: {chances}"]
    return [*board.comments, f"p cnf {variables} {len(clauses)}", *formula], claims, verdict

def checked(path: Path) -> list[str]:
    """What a certificate shows, by the name of either of its files."""
    is_count = path.suffix in (".cpog", ".cnf")
    require(is_count or path.suffix in (".pbp", ".opb"), "a certificate ends in .pbp, .opb, .cpog or .cnf")
    mark, check = ("c", check_count) if is_count else ("*", check_proof)
    stated = lines_of(path.with_suffix(".cnf" if is_count else ".opb"))
    board = Board(stated, mark)
    lines = lines_of(path.with_suffix(".cpog" if is_count else ".pbp"))
    formula, claims, verdict = check(board, lines)
    require(stated == formula, "another board's formula, or comments that are not the board")
    # All comments of a graph are claims; of a proof, those of other words are sentences, which nobody checks.
    claimed = [line for line in lines if line.startswith("c" if is_count else "* claim")]
    require(claimed == claims, f"what is claimed is not what is proved: {verdict[0]}")
    return [f"{verdict[0]} ({board.title})", *board.rows, *verdict[1:]]

def main(arguments: Sequence[str]) -> int:
    """Check certificates by name; returns the exit status."""
    sys.set_int_max_str_digits(10**5)  # counts of large boards are longer than the usual 4,300
    status = 0
    for name in [argument for argument in arguments if argument != "--quiet"]:
        try:
            verdict = checked(Path(name))[: 1 if "--quiet" in arguments else None]
            print(f"{name}: holds: " + "\n  ".join(verdict))
        except OSError as error:
            print(f"{error.filename}: {error.strerror}", file=sys.stderr)
            status = 2
        except (RejectedError, ValueError, LookupError, TypeError, MemoryError) as error:
            why = "" if isinstance(error, RejectedError) else "not written as a certificate is: "
            print(f"{name}: REJECTED: {why}{str(error)[:200]}")
            status = max(status, 1)
    return status

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
