"""The number of layouts as a partitioned-operation graph (CPOG), and the proof that the clauses say the same.

A node of the graph stands for a state of the count: "from here on, the sums can be completed so". It is the
product of the counters' bits that its state settles and of what follows: one value of the next cell, or the
sum of both. Three parts make the proof (the format is that of Bryant, Nawrocki, Avigad, Heule, SAT 2023):

forwards: where the bits say a state, its node is true (a dead end's bits cannot be); so the root is true.
paths: of each level, one of its nodes is true, by the root and the graph alone.
backwards: each clause follows from the graph: were it false, all nodes of some level would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..base.limits import Budget
from .diagram import Diagram, SumState


@dataclass(slots=True)
class Edge:
    """What follows one value of a cell: literals that it settles, and the node after it.

    product: Its own node, where the cell may have both values; ``clause``: the first that defines it
    """

    literals: list[int]
    node: Node
    product: int = 0
    clause: int = 0


@dataclass(slots=True)
class Node:
    """The node of a state; ``literal`` is 0 at the end, where nothing is left to be said.

    bits: Literals that its state settles, in the product
    edges: None: it is the node after it; one, or two
    clause: The first that defines the product; 0 where there is none
    choice: The sum of two edges and the first clause that defines it
    """

    literal: int = 0
    bits: list[int] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    after: Node | None = None
    clause: int = 0
    choice: tuple[int, int] = (0, 0)


class Graph:
    """Writes the graph of a diagram, and its proof, line by line.

    diagram: The states of the count
    budget: What it may take
    """

    def __init__(self, diagram: Diagram, budget: Budget) -> None:
        self._diagram = diagram
        self._budget = budget
        self.lines: list[str] = []
        self._node = diagram.variables
        self._clause = len(diagram.clauses) + 1
        self._lemmas: list[tuple[int, list[int]]] = []
        self._nodes: list[dict[SumState, Node]] = [{} for _ in diagram.order] + [{(): Node()}]
        self._says: dict[tuple[int, SumState], int] = {}  # the lemma of a state, alive or dead
        self._level_of = self._levels()
        for level in reversed(range(len(diagram.order))):
            budget.check_time()
            self._forwards(level)
        self.root = self._nodes[0][()].literal
        self.lines.append(f"r {self.root}")
        for number, hints in reversed(self._lemmas[:-1]):  # the last says the root, and stays
            self._delete(number, hints)
        self._paths = {0: self._lemmas[-1][0]}
        proofs = [self._path(level) for level in range(1, self._last_level() + 1)]
        for number, clause in enumerate(diagram.clauses, 1):
            if number % 256 == 0:
                budget.check_time()
            self._delete(number, self._backwards(clause))
        for number, hints in reversed(proofs):
            self._delete(number, hints)

    # Writing

    def _write(self, letter: str, values: Iterable[int], clauses: int) -> int:
        """Add a step that makes some clauses; returns the number of the first."""
        number = self._clause
        self.lines.append(f"{number} {letter} {' '.join(map(str, values))}")
        self._clause += clauses
        return number

    def _lemma(self, clause: Sequence[int], hints: list[int]) -> int:
        number = self._write("a", [*clause, 0, *hints, 0], 1)
        self._lemmas.append((number, hints))
        return number

    def _delete(self, number: int, hints: Sequence[int]) -> None:
        self.lines.append(f"d {number} {' '.join(map(str, hints))} 0")

    def _product(self, arguments: Sequence[int]) -> tuple[int, int]:
        self._node += 1
        return self._node, self._write("p", [self._node, *arguments, 0], 1 + len(arguments))

    # The graph, and forwards: a state's bits imply its node

    def _forwards(self, level: int) -> None:
        for state, pair in self._diagram.following[level].items():
            if state not in self._diagram.alive[level]:
                self._dead_end(level, state)
                continue
            node = self._nodes[level][state] = Node(bits=self._settled_bits(level, state))
            alive = self._diagram.alive[level + 1]
            values = [value for value in (False, True) if pair[value] in alive]
            if len(values) == 2 and pair[0] == pair[1]:
                self._either(level, state, node)
            elif len(values) == 2:
                self._both(level, state, node)
            else:
                self._single(level, state, node, values[0])

    def _either(self, level: int, state: SumState, node: Node) -> None:
        """No sum asks for this cell any more: both values lead to the same."""
        following = self._diagram.following[level][state][0]
        assert following is not None
        node.after = self._nodes[level + 1][following]
        node.literal = node.after.literal
        if node.bits:
            arguments = [*node.bits, *filter(None, [node.after.literal])]
            node.literal, node.clause = self._product(arguments)
        if node.literal:
            hints = self._lemma_of(level + 1, following)
            if node.bits or not hints:
                self._says[level, state] = self._lemma(
                    [*self._unlike(level, state), node.literal], [*hints, *filter(None, [node.clause])]
                )
            else:
                self._says[level, state] = hints[0]

    def _single(self, level: int, state: SumState, node: Node, value: bool) -> None:
        """One value of the cell is forced."""
        edge = self._edge(level, state, value)
        node.edges = [edge]
        node.literal, node.clause = self._product(
            [*node.bits, *edge.literals, *filter(None, [edge.node.literal])]
        )
        hints = [self._not(level, state, not value), *self._consequences(level, state, value), node.clause]
        self._says[level, state] = self._lemma([*self._unlike(level, state), node.literal], hints)

    def _both(self, level: int, state: SumState, node: Node) -> None:
        """The cell may have both values: one lemma for the first, and with it one for the node."""
        node.edges = [self._edge(level, state, value) for value in (False, True)]
        for edge in node.edges:
            edge.product, edge.clause = self._product([*edge.literals, *filter(None, [edge.node.literal])])
        low, high = node.edges
        self._node += 1
        arguments = [self._node, low.product, high.product, low.clause + 1, high.clause + 1, 0]
        node.choice = self._node, self._write("s", arguments, 3)
        node.literal = self._node
        if node.bits:
            node.literal, node.clause = self._product([*node.bits, node.choice[0]])
        unlike = self._unlike(level, state)
        end = [node.clause] if node.bits else []
        # Where there are no bits, the clause "this case, so the choice" ends the proof.
        first = [*self._consequences(level, state, False), low.clause, node.choice[1] + 1, *end]
        case = self._lemma([*unlike, -low.literals[0], node.literal], first)
        second = [case, *self._consequences(level, state, True), high.clause, node.choice[1] + 2, *end]
        self._says[level, state] = self._lemma([*unlike, node.literal], second)

    def _dead_end(self, level: int, state: SumState) -> None:
        """No layout has this state, as neither value of the cell leads on."""
        hints = [self._not(level, state, False), *self._consequences(level, state, True)]
        self._says[level, state] = self._lemma(self._unlike(level, state), hints)

    def _not(self, level: int, state: SumState, value: bool) -> int:
        """The clause, or a lemma, by which the next cell cannot have a value in this state."""
        hints = self._consequences(level, state, value)
        if len(hints) == 1 and hints[0] <= len(self._diagram.clauses):
            return hints[0]
        variable = self._diagram.order[level]
        return self._lemma([*self._unlike(level, state), -variable if value else variable], hints)

    def _consequences(self, level: int, state: SumState, value: bool) -> list[int]:
        """The clauses by which a value of the next cell leads to what is known of the state after it."""
        diagram = self._diagram
        counted = dict(zip(diagram.open[level], state, strict=True))
        variable = diagram.order[level]
        hints: list[int] = []
        following = diagram.following[level][state][value]
        for k in diagram.reads[level]:
            counter = diagram.counters[k]
            true = counted.get(k, 0)
            steps: list[int] = []
            for read in range(diagram.have[level][k], diagram.have[level + 1][k]):
                is_true = value is (counter.literals[read] == variable)
                clause = counter.forbidden(read, true, is_true)
                if clause:  # of the others nothing is needed
                    return [*steps, clause]
                steps += counter.steps(read, true, is_true)
                true += is_true
            hints += steps
        assert following is not None
        return [*hints, *self._lemma_of(level + 1, following)]

    def _lemma_of(self, level: int, state: SumState) -> list[int]:
        number = self._says.get((level, state))
        return [] if number is None else [number]

    def _unlike(self, level: int, state: SumState) -> list[int]:
        """The literals that say that the bits are not those of this state."""
        diagram = self._diagram
        literals: dict[int, None] = {}
        for k, true in zip(diagram.open[level], state, strict=True):
            for literal in diagram.counters[k].state(diagram.have[level][k], true):
                literals[-literal] = None
        return list(literals)

    def _settled_bits(self, level: int, state: SumState) -> list[int]:
        """Bits of the counters that the last cell was read by."""
        diagram = self._diagram
        bits: list[int] = []
        for k, true in zip(diagram.open[level], state, strict=True):
            have = diagram.have[level][k]
            if level and k in diagram.reads[level - 1] and have > 1:
                bits += diagram.counters[k].state(have, true)
        return bits

    def _edge(self, level: int, state: SumState, value: bool) -> Edge:
        """The cell's literal, and bits between two readings of it by one counter."""
        diagram = self._diagram
        variable = diagram.order[level]
        literals = [variable if value else -variable]
        counted = dict(zip(diagram.open[level], state, strict=True))
        for k in diagram.reads[level]:
            true = counted.get(k, 0)
            for read in range(diagram.have[level][k] + 1, diagram.have[level + 1][k]):
                true += value is (diagram.counters[k].literals[read - 1] == variable)
                if read > 1:
                    literals += diagram.counters[k].state(read, true)
        following = diagram.following[level][state][value]
        assert following is not None
        return Edge(literals, self._nodes[level + 1][following])

    # Backwards: the graph implies each clause

    def _levels(self) -> dict[int, int]:
        """The level of the nodes in whose definition each variable is."""
        diagram = self._diagram
        level_of = {variable: level for level, variable in enumerate(diagram.order)}
        for level in range(len(diagram.order)):
            for k in diagram.reads[level]:
                before, after = diagram.have[level][k], diagram.have[level + 1][k]
                for read in range(max(2, before + 1), min(after + 1, diagram.counters[k].size)):
                    for bit in diagram.counters[k].bits[read]:
                        level_of[bit] = level + 1 if read == after else level
        return level_of

    def _last_level(self) -> int:
        """The last level at which there are nodes."""
        return max(
            level for level, nodes in enumerate(self._nodes) if all(node.literal for node in nodes.values())
        )

    def _path(self, level: int) -> tuple[int, list[int]]:
        """Prove that one node of a level is true, as one of the level before is."""
        literals = list(dict.fromkeys(node.literal for node in self._nodes[level].values()))
        hints = self._sweep(level - 1, {-literal for literal in literals})
        self._paths[level] = number = self._write("a", [*literals, 0, *hints, 0], 1)
        return number, hints

    def _backwards(self, clause: Sequence[int]) -> list[int]:
        """Hints by which a clause follows from the graph."""
        return self._sweep(
            max(self._level_of[abs(literal)] for literal in clause), {-literal for literal in clause}
        )

    def _sweep(self, level: int, true: set[int]) -> list[int]:
        """Hints by which all nodes of a level, or of one above, are false if some literals are true."""
        why: dict[int, tuple[list[int], list[int]]] = {}  # of a false literal: hints, and literals they need
        while True:
            nodes = self._nodes[level]
            false = [node for node in nodes.values() if self._is_false(node, true, why)]
            if len(false) == len(nodes):
                break
            level -= 1
        hints: list[int] = []
        seen: set[int] = set()
        for node in false:
            self._gather(node.literal, why, seen, hints)
        return [*hints, self._paths[level]]

    def _is_false(self, node: Node, true: set[int], why: dict[int, tuple[list[int], list[int]]]) -> bool:
        """Whether a node is false, by what it is made of; ``why`` then says how."""
        if -node.literal in true or node.literal in why:
            return True
        for k, bit in enumerate(node.bits):
            if -bit in true:
                why[node.literal] = [node.clause + 1 + k], []
                return True
        if node.after is not None:  # whatever the cell is
            after = node.after.literal
            false = bool(after) and (-after in true or after in why)
            if false and after != node.literal:
                why[node.literal] = [node.clause + 1 + len(node.bits)], [after]
            return false
        hints: list[int] = []
        needed: list[int] = []
        for edge in node.edges:
            first = edge.clause or node.clause + len(node.bits)
            after = edge.node.literal
            wrong = [k for k, literal in enumerate(edge.literals) if -literal in true]
            if wrong:
                hints.append(first + 1 + wrong[0])
            elif after and (-after in true or after in why):
                hints.append(first + 1 + len(edge.literals))
                needed.append(after)
            else:
                return False
        if len(node.edges) == 2:
            hints.append(node.choice[1])
            hints += [node.clause + 1 + len(node.bits)] if node.bits else []
        why[node.literal] = hints, needed
        return True

    def _gather(
        self, literal: int, why: dict[int, tuple[list[int], list[int]]], seen: set[int], hints: list[int]
    ) -> None:
        """Add the hints of a false literal, after those of the literals that they need."""
        pending = [literal]
        while pending:
            current = pending[-1]
            own_hints, needed = why.get(current, ([], []))
            unseen = [other for other in needed if other not in seen]
            if unseen and current not in seen:
                pending += unseen
                continue
            pending.pop()
            if current not in seen:
                seen.add(current)
                hints += own_hints
