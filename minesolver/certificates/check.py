"""Checks certificates of Minesweeper boards: ``python check.py FILE...``, or ``minesolver check FILE...``.

This file needs nothing but Python, and shares nothing with the program that makes certificates: copy it,
read it, run it alone. A certificate is two files, which VeriPB and cpog-check (programs of others) read too:
NAME.pbp, NAME.opb   which cells are proved, or that no layout fits: a proof, by adding up the sums beside it
NAME.cpog, NAME.cnf  how many layouts there are, and in how many each cell is a mine: a graph of products and
                     disjoint sums, and the proof that it says the same as the clauses beside it
The sums and clauses are made here anew, from the board in their comments; a file that has any other is
rejected. Then every step is checked. Nothing in a file is believed.
Exit status: 0 all hold, 1 one is rejected, 2 one cannot be read; ``--quiet`` leaves the cells out.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from pathlib import Path

Pair = tuple[int, int]
Sum = tuple[tuple[Pair, ...], tuple[int, ...]]  # variables with weights; what they may add up to
Constraint = tuple[dict[int, int], int]  # weights of literals, above 0, and the least that they add up to

# What mines count where row + column is even and odd, and which clue may be shown where they count so much.
CLUES: dict[str, tuple[Pair, Callable[[int, int], bool]]] = {
    "vanilla": ((1, 1), lambda clue, seen: seen == clue),
    "multiple": ((1, 2), lambda clue, seen: seen == clue),
    "negation": ((-1, 1), lambda clue, seen: abs(seen) == clue),
    "liar": ((1, 1), lambda clue, seen: abs(seen - clue) == 1),
    "modulo": ((1, 1), lambda clue, seen: seen % 3 == clue),
}
# Which cells a clue sees, by how far they are down and across.
SIGHTS: dict[str, Callable[[int, int], bool]] = {
    "eight": lambda down, across: max(down, across) == 1,
    "four": lambda down, across: down + across == 1,
    "cross": lambda down, across: 0 < down + across <= 2 and 0 in (down, across),
    "diamond": lambda down, across: 0 < down + across <= 2,
    "radius-2": lambda down, across: 0 < max(down, across) <= 2,
    "knight": lambda down, across: {down, across} == {1, 2},
}
GRIDS = {"torus", "cylinder", "hex"}  # other than plain rows and columns
# Shapes that are laid everywhere on the board, and how many mines are allowed in each.
SHAPES = {
    "quad": ([[(0, 0), (0, 1), (1, 0), (1, 1)]], range(1, 5)),
    "triplet": ([[(i * k, j * k) for k in range(3)] for i, j in ((0, 1), (1, 0), (1, 1), (1, -1))], range(3)),
    "horizontal": ([[(0, 0), (0, 1)]], range(2)),
    "unary": ([[(0, 0), step] for step in ((0, 1), (1, 0))], range(2)),
    "anti-knight": ([[(0, 0), step] for step in ((1, 2), (1, -2), (2, 1), (2, -1))], range(2)),
}


class RejectedError(Exception):
    """Why a certificate is not accepted."""


def require(condition: object, why: str) -> None:
    if not condition:
        raise RejectedError(why)


class Board:
    """The board in the comments of a formula: its unknown cells are the variables, row by row from 1 on."""

    def __init__(self, formula: str, mark: str) -> None:
        comments = [line.split(maxsplit=2)[1:] for line in formula.splitlines() if line[:2] == f"{mark} "]
        size, *rows = [words[1] for words in comments if words[0] == "board"]
        names = [words[1] for words in comments if words[0] == "rules"]
        self.rules = {*",".join(names).split(",")} - {""}
        self.title = " ".join(["board", size, *names])
        known = {*CLUES, *SIGHTS, *SHAPES, *GRIDS, "zero-sum"}
        require(self.rules <= known, f"this checker does not know the rules {names}")
        placed = self.rules & {*SHAPES, "zero-sum"}
        require(not (self.rules & GRIDS and placed), f"this checker does not know {names} together")
        *sizes, self.mines = size.split("x")
        self.height, self.width = map(int, sizes)
        require([len(row) for row in rows] == [self.width] * self.height, "the board has another size")
        self.signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
        require({*self.signs.values()} <= {*"#*?.012345678"}, "a cell has an unknown sign")
        unknown = [cell for cell, sign in self.signs.items() if sign == "#"]
        self.variable = {cell: number for number, cell in enumerate(unknown, 1)}
        self.names = [f"({row},{col})" for row, col in unknown]
        self.sums = sorted({*self.stated()})

    def stated(self) -> list[Sum]:
        """What each clue says, each part of a placement rule, and the mine count."""
        ((counts, fits),) = [CLUES[name] for name in self.rules & {*CLUES}] or [CLUES["vanilla"]]
        found = [] if self.mines == "?" else self.sum_of([*self.signs], [int(self.mines)])
        for (row, col), sign in self.signs.items():
            if sign not in "#*?":
                clue = int(sign.replace(".", "0"))
                values = [seen for seen in range(-50, 51) if fits(clue, seen)]
                found += self.sum_of(self.seen_from(row, col), values, counts)
            for shapes, allowed in [SHAPES[name] for name in self.rules & {*SHAPES}]:
                parts = [[(row + i, col + j) for i, j in shape] for shape in shapes]
                for cells in [cells for cells in parts if {*cells} <= self.signs.keys()]:
                    found += self.sum_of(cells, allowed)
        if (
            "zero-sum" in self.rules
        ):  # in each row, as many mines where row + column is even as where it is odd
            for row in range(self.height):
                found += self.sum_of([(row, col) for col in range(self.width)], [0], (1, -1))
        return found

    def seen_from(self, row: int, col: int) -> list[Pair]:
        """The cells that a clue sees, some of them perhaps beyond the edge."""
        (sight,) = self.rules & {*SIGHTS} or {"eight"}
        steps = [(i, j) for i, j in product(range(-2, 3), repeat=2) if SIGHTS[sight](abs(i), abs(j))]
        if "hex" in self.rules:  # every second row is half a cell further right
            require(sight == "eight", f"this checker does not know hex and {sight} together")
            right = row % 2
            steps = [(0, -1), (0, 1), (-1, right - 1), (-1, right), (1, right - 1), (1, right)]
        cells = [(row + i, col + j) for i, j in steps]
        if self.rules & {"torus", "cylinder"}:
            cells = [(i, j % self.width) for i, j in cells]
        if "torus" in self.rules:
            cells = [(i % self.height, j) for i, j in cells]
        return [cell for cell in cells if cell != (row, col)]

    def sum_of(self, cells: list[Pair], allowed: Iterable[int], counts: Pair = (1, 1)) -> list[Sum]:
        """The sum over the unknown ones of some cells; none where it says nothing."""
        weight = {cell: counts[sum(cell) % 2] for cell in cells if cell in self.signs}
        known = sum(weight[cell] for cell in weight if self.signs[cell] == "*")
        terms = tuple((self.variable[cell], weight[cell]) for cell in sorted(weight) if cell in self.variable)
        values = tuple(value - known for value in allowed if value - known in reach(terms))
        return [] if values == tuple(reach(terms)) else [(terms, values)]


def reach(terms: Iterable[Pair]) -> range:
    """From the least to the most that some weights can add up to."""
    weights = [weight for _, weight in terms]
    return range(sum(min(weight, 0) for weight in weights), sum(max(weight, 0) for weight in weights) + 1)


def opb_lines(sums: Iterable[Sum], variables: int) -> list[str]:
    """The formula of some sums: bounds, or where values have gaps a new variable for each."""
    rows: list[tuple[Iterable[Pair], str, int]] = []
    for terms, values in sums:
        first, last = (values[0], values[-1]) if values else (reach(terms)[-1] + 1, reach(terms)[-1])
        if first == last:
            rows.append((terms, "=", first))
        elif values == tuple(range(first, last + 1)):
            rows += [(terms, ">=", first)] if first > reach(terms)[0] else []
            opposite = [(variable, -weight) for variable, weight in terms]
            rows += [(opposite, ">=", -last)] if last < reach(terms)[-1] else []
        else:
            new = [(variables + k, value) for k, value in enumerate(values, 1)]
            variables += len(new)
            rows.append(([*terms, *((variable, -value) for variable, value in new if value)], "=", 0))
            rows.append(([(variable, 1) for variable, _ in new], "=", 1))
    lines = [("".join(f"{w:+d} x{variable} " for variable, w in terms), sign, b) for terms, sign, b in rows]
    return [f"{terms or '+0 x1 '}{sign} {bound} ;" for terms, sign, bound in lines]


def signed(word: str) -> int:
    return -int(word[2:]) if word.startswith("~x") else int(word[1:])


def constraints_of(line: str) -> list[Constraint]:
    """What ``+1 x1 +1 ~x2 >= 1 ;`` says: one constraint, or two for an equation."""
    *words, sign, bound, end = line.split()
    require(sign in ("=", ">=") and end == ";", f"{line} is no constraint")
    terms = [(int(weight), signed(word)) for weight, word in zip(words[::2], words[1::2], strict=True)]
    opposite = [(-weight, literal) for weight, literal in terms]
    return [normal(terms, int(bound))] + ([normal(opposite, -int(bound))] if sign == "=" else [])


def normal(terms: Iterable[Pair], bound: int) -> Constraint:
    """The constraint that some (weight, literal) add up to ``bound`` at least."""
    weights: Counter[int] = Counter()
    for weight, literal in terms:
        weights[abs(literal)] += weight if literal > 0 else -weight
        bound -= weight if literal < 0 else 0
    bound -= sum(weight for weight in weights.values() if weight < 0)
    return {k if weight > 0 else -k: abs(weight) for k, weight in weights.items() if weight}, bound


class Proof:
    """The constraints proved so far, by number, and what they show."""

    def __init__(self, formula: list[Constraint]) -> None:
        self.formula = formula
        self.constraints = dict(enumerate(formula, 1))
        self.literals: set[int] = set()
        self.layout: set[int] = set()
        self.contradiction = False

    def sum_up(self, words: list[str]) -> Constraint:
        """Constraints by number in postfix: ``+`` adds two, ``3 *`` multiplies."""
        stack: list[Constraint] = []
        for word, following in zip(words, [*words[1:], ""], strict=True):
            if following == "*":
                weights, least = stack.pop()
                require(int(word) > 0, "a factor is not above 0")
                stack.append(
                    ({one: weight * int(word) for one, weight in weights.items()}, least * int(word))
                )
            elif word == "+":
                (second, more), (first, least) = stack.pop(), stack.pop()
                terms = [(weight, literal) for one in (first, second) for literal, weight in one.items()]
                stack.append(normal(terms, least + more))
            elif word != "*":
                stack.append(self.constraints[int(word)])
        require(len(stack) == 1, "a sum does not end with one constraint")
        return stack[0]

    def imply(self, number: int, line: str) -> Constraint:
        """A constraint that follows from another by leaving out literals."""
        (weights, least), [(wanted, bound)] = self.constraints[number], constraints_of(line)
        for literal, weight in weights.items():
            kept = wanted.get(literal, 0)
            least -= max(0, weight - kept) if kept < bound else 0  # what is enough alone may weigh more
        require(least >= bound, f"constraint {number} does not imply {line}")
        self.literals |= {*wanted} if len(wanted) == 1 and bound == 1 else set()
        return wanted, bound

    def step(self, kind: str, rest: str) -> None:
        if kind == "pol":
            self.constraints[len(self.constraints) + 1] = self.sum_up(rest.split())
        elif kind == "j":
            number, _, line = rest.partition(" ")
            self.constraints[len(self.constraints) + 1] = self.imply(int(number), line)
        elif kind == "c":
            weights, least = self.constraints[int(rest)]
            require(sum(weights.values()) < least, "what is called a contradiction is none")
            self.contradiction = True
        else:
            require(kind == "ov", f"a line begins with {kind}")
            self.layout = {signed(word) for word in rest.split()}
            require(not self.layout & {-one for one in self.layout}, "a cell of the layout is both")
            for weights, least in self.formula:
                have = sum(weight for literal, weight in weights.items() if literal in self.layout)
                require(have >= least, "the layout does not satisfy the formula")


def check_proof(board: Board, lines: list[str]) -> tuple[list[str], str, list[str]]:
    """(the formula that the proof has to be of, what it shows, the cells)."""
    formula = opb_lines(board.sums, len(board.names))
    proof = Proof([constraint for line in formula for constraint in constraints_of(line)])
    head = f"pseudo-Boolean proof version 1.1\nf {len(proof.formula)}"
    require("\n".join(lines[:2]) == head, "the proof is of another formula")
    for line in lines[2:]:
        kind, _, rest = line.partition(" ")
        if kind != "*":
            proof.step(kind, rest)
    names = board.names
    safe, mines = ([one for k, one in enumerate(names, 1) if sign * k in proof.literals] for sign in (-1, 1))
    only = len(safe) + len(mines) == len(names) and proof.literals <= proof.layout
    claim = "contradiction" if proof.contradiction else f"{len(safe)} safe {len(mines)} mines"
    shown = "one layout" if only else claim
    claims = [line for line in lines if line.startswith("* claim ")]
    require(claims == [f"* claim {shown}"], f"what is claimed is not what is proved: {shown}")
    return formula, shown, [" ".join(cells) for cells in (["safe:", *safe], ["mines:", *mines]) if cells[1:]]


def clauses_of(literals: list[int], values: list[int], fresh: Callable[[], int]) -> list[tuple[int, ...]]:
    """The clauses of a sum of literals (a weight is a literal repeated). After each but the last, ``fresh``
    variables hold in binary how many of them are true so far: the cells define them, so that each layout is
    one model. A count that leads to no allowed value is forbidden."""
    size, most = len(literals), max(values)
    clauses: list[list[int]] = []
    bits: list[int] = []

    def possible(read: int, true: int) -> bool:
        return any(true <= value <= true + size - read for value in values)

    for read, literal in enumerate(literals):
        # Of each count so far, which value of this literal leads to no allowed one any more?
        for true in [true for true in range(min(read, most) + 1) if possible(read, true)]:
            other = [-bit if true >> k & 1 else bit for k, bit in enumerate(bits)]
            clauses += [] if possible(read + 1, true + 1) else [[*other, -literal]]
            clauses += [] if possible(read + 1, true) else [[*other, literal]]
        if read + 1 == size:
            break
        width = min(read + 1, most).bit_length()
        following = [fresh() for _ in range(width)] if read else [literal][:width]
        # The count after it: a bit changes if the literal is true and so are all bits below; else it stays.
        for k, new in enumerate(following if read else []):
            carriers = [literal, *bits[:k]]
            for conditions in [*([carrier] for carrier in carriers), [-carrier for carrier in carriers]]:
                after = new if conditions[0] in carriers else -new
                clauses.append([*conditions, *bits[k : k + 1], -after])
                clauses += [[*conditions, -bits[k], after]] if k < len(bits) else []
        bits = following
    return [one for one in map(tuple, map(dict.fromkeys, clauses)) if not any(-other in one for other in one)]


def encoded(sums: Iterable[Sum], order: list[int]) -> tuple[list[tuple[int, ...]], int]:
    """All clauses of some sums, each with its variables in this order, and how many variables there are."""
    numbers = iter(range(len(order) + 1, 10**9))
    clauses: list[tuple[int, ...]] = []
    for terms, values in sums:
        require(values, "no layout fits, so that there is nothing to count")
        literals: list[int] = []
        for variable, weight in sorted(terms, key=lambda pair: order.index(pair[0])):
            literals += [variable if weight > 0 else -variable] * abs(weight)
        # What is taken away for a true variable is added for a false one.
        clauses += clauses_of(literals, [v - reach(terms)[0] for v in values], lambda: next(numbers))
    return clauses, next(numbers) - 1


class Graph:
    """A graph as it grows, and the clauses that hold: those of the formula, of its nodes, and lemmas."""

    def __init__(self, clauses: Iterable[tuple[int, ...]], variables: int) -> None:
        self.variables = variables
        self.clauses = dict(enumerate(clauses, 1))
        self.defining: set[int] = set()
        self.nodes: dict[int, tuple[str, list[int]]] = {}  # kind and arguments, which come before
        literals = [one for k in range(1, variables + 1) for one in (k, -k)]
        self.scope = {one: 1 << abs(one) for one in literals}  # the variables below each node, as bits
        self.models = dict.fromkeys(literals, 1)  # of these variables
        self.root = 0

    def refute(self, literals: Iterable[int], hints: Iterable[int]) -> None:
        """Check that literals cannot all be true: each clause of the hints leaves one, the last none."""
        true = {*literals}
        for number in hints:
            left = {literal for literal in self.clauses[number] if -literal not in true}
            if not left:
                return
            require(len(left) == 1, f"clause {number} leaves more than one literal")
            true |= left
        raise RejectedError("hints that end with no contradiction")

    def define(self, number: int, clauses: list[list[int]]) -> None:
        for k, clause in enumerate(clauses, number):
            require(k not in self.clauses, f"there is a clause {k} already")
            self.clauses[k] = tuple(clause)

    def step(self, number: int, kind: str, values: list[int]) -> None:
        """One line: ``a`` is a lemma, ``d`` takes a clause away, ``p`` is a product, ``s`` a sum."""
        end = values.index(0)
        if kind == "a":
            self.refute([-literal for literal in values[:end]], values[end + 1 : -1])
            self.define(number, [values[:end]])
        elif kind == "d":
            require(values[0] not in self.defining, "a clause that defines a node is taken away")
            self.refute([-literal for literal in self.clauses.pop(values[0])], values[1:-1])
        else:
            require(kind in ("p", "s"), f"a line has the command {kind}")
            split = end if kind == "p" else 3
            self.new_node(number, kind, values[0], values[1:split], values[split:-1])

    def new_node(self, number: int, kind: str, node: int, arguments: list[int], hints: list[int]) -> None:
        require(node == self.variables + len(self.nodes) + 1, f"node {node} is out of order")
        require(all(-self.variables <= one < node and one for one in arguments), f"node {node} is not based")
        self.nodes[node] = kind, arguments
        self.scope[node] = 0
        for one in arguments:
            require(kind == "s" or not self.scope[node] & self.scope[one], f"node {node} repeats a variable")
            self.scope[node] |= self.scope[one]
        if kind == "s":
            require(self.defining.issuperset(hints), f"node {node} is not proved by definitions")
            self.refute(arguments, hints)  # its cases cannot both be
        parts = [self.models[one] * (1 if kind == "p" else self.free(node, one)) for one in arguments]
        self.models[node] = prod(parts) if kind == "p" else sum(parts)
        sign = 1 if kind == "p" else -1  # a sum is defined as a product, with all literals turned round
        self.define(number, [[sign * node, *(-sign * one for one in arguments)]])
        self.define(number + 1, [[-sign * node, sign * one] for one in arguments])
        self.defining.update(range(number, number + len(arguments) + 1))

    def free(self, node: int, argument: int) -> int:  # ways of the variables that a case leaves open
        return 1 << (self.scope[node] & ~self.scope[argument]).bit_count()

    def counts(self) -> list[int]:
        """The number of models, and of those in which each variable is true: one pass down."""
        ways = Counter({self.root: 1 << self.variables - self.scope[self.root].bit_count()})
        total = self.models[self.root] * ways[self.root]
        for node, (kind, arguments) in reversed(self.nodes.items()):
            for one in arguments:
                others = self.models[node] // self.models[one] if kind == "p" else self.free(node, one)
                ways[one] += ways[node] * others
        # Where a variable is on no path, it is true in half of the models.
        return [total, *((total + ways[k] - ways[-k]) // 2 for k in range(1, self.variables + 1))]


def check_count(board: Board, lines: list[str]) -> tuple[list[str], str, list[str]]:
    """(the formula that the graph has to be of, what it shows, the counts of the cells)."""
    order = [int(word) for line in lines if line.startswith("c order") for word in line.split()[2:]]
    cells = range(1, len(board.names) + 1)
    require(sorted(order) == [*cells], "the order does not have each variable once")
    clauses, variables = encoded(board.sums, order)
    graph = Graph(clauses, variables)
    for line in lines:
        words = line.split()
        if words[0] == "r":
            graph.root = int(words[1])
        elif words[0] != "c":
            named = not words[0].isalpha()
            numbers = [int(word) for word in words[named + 1 :]]
            graph.step(int(words[0]) if named else 0, words[named], numbers)
    left = [clause for number, clause in graph.clauses.items() if number not in graph.defining]
    require(left == [(graph.root,)], "what is left of the clauses is not the root alone")
    models, *true = graph.counts()
    proved = [f"c claim layouts {models}", *(f"c claim mines {k} {true[k - 1]}" for k in cells)]
    claims = [line for line in lines if line.startswith("c claim")]
    require(claims == proved, f"what is claimed is not what is proved: {models} layouts")
    formula = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*one, 0])) for one in clauses)]
    chances = [f"{name} {number}" for name, number in zip(board.names, true, strict=False)]
    return formula, f"{models} layouts", [f"with a mine in: {', '.join(chances)}"]


def checked(path: Path) -> list[str]:
    """What a certificate shows, by the name of either of its files."""
    is_count = path.suffix in (".cpog", ".cnf")
    require(is_count or path.suffix in (".pbp", ".opb"), "a certificate ends in .pbp, .opb, .cpog or .cnf")
    mark, check = ("c", check_count) if is_count else ("*", check_proof)
    text = path.with_suffix(".cnf" if is_count else ".opb").read_text(encoding="utf-8")
    board = Board(text, mark)
    lines = path.with_suffix(".cpog" if is_count else ".pbp").read_text(encoding="utf-8").splitlines()
    formula, shown, cells = check(board, lines)
    require([one for one in text.splitlines() if one[0] != mark] == formula, "another board's formula")
    return [f"{shown} ({board.title})", *cells]


def main(arguments: Sequence[str]) -> int:
    """Check certificates by name; returns the exit status."""
    status = 0
    for name in [name for name in arguments if name != "--quiet"]:
        try:
            shown = checked(Path(name))[: 1 if "--quiet" in arguments else None]
            print(f"{name}: holds: " + "\n  ".join(shown))
        except OSError as error:
            print(f"{error.filename}: {error.strerror}", file=sys.stderr)
            status = 2
        except (RejectedError, ValueError, KeyError, IndexError) as error:
            print(f"{name}: REJECTED: {error}")
            status = max(status, 1)
    return status


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # of counts
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
