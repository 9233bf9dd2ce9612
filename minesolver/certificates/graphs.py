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

_CLAUSES_PER_LOOK = 256  # between two looks at the time: some milliseconds
FalseLiterals = dict[int, tuple[list[int], list[int]]]
"""Of each false literal the hints that say so, and the false literals that they need."""


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
    edges: None: it is the next node; one, or two
    clause: The first that defines the product; 0 where there is none
    choice: The sum of two edges and the first clause that defines it
    """

    literal: int = 0
    bits: list[int] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    next_node: Node | None = None
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
        self._last_node = diagram.variables
        self._next_clause = len(diagram.clauses) + 1
        self._lemmas: list[tuple[int, list[int]]] = []
        self._nodes: list[dict[SumState, Node]] = [{} for _ in diagram.order] + [{(): Node()}]
        self._state_lemmas: dict[tuple[int, SumState], int] = {}  # of each state, alive or dead
        self._level_of = self._variable_levels()

        self._prove_root()
        root_lemma, _ = self._lemmas[-1]
        self._path_clauses = {0: root_lemma}
        self._delete_clauses()

    def _prove_root(self) -> None:
        """Write the graph, and that the clauses imply its root."""
        for level in reversed(range(len(self._diagram.order))):
            self._budget.check_time()
            self._forwards(level)
        self.root = self._nodes[0][()].literal
        if not self.root:  # nothing is said of any cell: the product of nothing
            self.root, defining_clause = self._product([])
            self._lemma([self.root], [defining_clause])
        self.lines.append(f"r {self.root}")

        # The last lemma says the root, and stays; the others were steps to it.
        for number, hints in reversed(self._lemmas[:-1]):
            self._delete(number, hints)

    def _delete_clauses(self) -> None:
        """Take each clause away, as the graph implies it: in the end only the graph is left."""
        path_proofs = [self._prove_path(level) for level in range(1, self._last_level() + 1)]
        for number, clause in enumerate(self._diagram.clauses, 1):
            if number % _CLAUSES_PER_LOOK == 0:
                self._budget.check_time()
            self._delete(number, self._backwards(clause))
        for number, hints in reversed(path_proofs):
            self._delete(number, hints)

    # Writing

    def _write(self, letter: str, values: Iterable[int], clause_count: int) -> int:
        """Add a step that makes some clauses; returns the number of the first."""
        first_clause = self._next_clause
        self.lines.append(f"{first_clause} {letter} {' '.join(map(str, values))}")
        self._next_clause += clause_count
        return first_clause

    def _lemma(self, clause: Sequence[int], hints: list[int]) -> int:
        number = self._write("a", [*clause, 0, *hints, 0], 1)
        self._lemmas.append((number, hints))
        return number

    def _delete(self, number: int, hints: Sequence[int]) -> None:
        self.lines.append(f"d {number} {' '.join(map(str, hints))} 0")

    def _product(self, arguments: Sequence[int]) -> tuple[int, int]:
        """A new node for a product; returns it, and the first clause that defines it."""
        self._last_node += 1
        return self._last_node, self._write(
            "p", [self._last_node, *arguments, 0], 1 + len(arguments)
        )

    # The graph, and forwards: a state's bits imply its node

    def _forwards(self, level: int) -> None:
        for state, pair in self._diagram.following[level].items():
            if state not in self._diagram.live_states[level]:
                self._dead_end(level, state)
                continue
            node = Node(bits=self._settled_bits(level, state))
            self._nodes[level][state] = node
            live_after = self._diagram.live_states[level + 1]
            possible_values = [value for value in (False, True) if pair[value] in live_after]
            if len(possible_values) == 1:
                self._single(level, state, node, possible_values[0])
            elif pair[0] == pair[1]:
                self._either(level, state, node)
            else:
                self._both(level, state, node)

    def _either(self, level: int, state: SumState, node: Node) -> None:
        """No sum asks for this cell any more: both values lead to the same."""
        following = self._diagram.following[level][state][0]
        assert following is not None
        node.next_node = self._nodes[level + 1][following]
        node.literal = node.next_node.literal
        if node.bits:
            arguments = [*node.bits, *filter(None, [node.next_node.literal])]
            node.literal, node.clause = self._product(arguments)
        if node.literal:
            hints = self._lemma_of(level + 1, following)
            if node.bits or not hints:
                if node.clause:
                    hints.append(node.clause)
                lemma = self._lemma([*self._unlike(level, state), node.literal], hints)
                self._state_lemmas[level, state] = lemma
            else:
                self._state_lemmas[level, state] = hints[0]

    def _single(self, level: int, state: SumState, node: Node, value: bool) -> None:
        """One value of the cell is forced."""
        edge = self._edge(level, state, value)
        node.edges = [edge]
        node.literal, node.clause = self._product(
            [*node.bits, *edge.literals, *filter(None, [edge.node.literal])]
        )
        other_value = self._excluded(level, state, not value)
        hints = [other_value, *self._consequences(level, state, value), node.clause]
        self._state_lemmas[level, state] = self._lemma(
            [*self._unlike(level, state), node.literal], hints
        )

    def _both(self, level: int, state: SumState, node: Node) -> None:
        """The cell may have both values: one lemma for the first, and with it one for the node."""
        node.edges = [self._edge(level, state, value) for value in (False, True)]
        for edge in node.edges:
            edge.product, edge.clause = self._product(
                [*edge.literals, *filter(None, [edge.node.literal])]
            )
        safe_edge, mine_edge = node.edges
        self._last_node += 1
        choice = self._last_node
        products = [safe_edge.product, mine_edge.product]
        exclusion = [safe_edge.clause + 1, mine_edge.clause + 1]  # why both cannot be true
        choice_clause = self._write("s", [choice, *products, *exclusion, 0], 3)
        node.choice = choice, choice_clause
        node.literal = choice
        if node.bits:
            node.literal, node.clause = self._product([*node.bits, choice])
        unlike = self._unlike(level, state)

        # Where there are no bits, the clause "this case, so the choice" ends the proof.
        last_hints = [node.clause] if node.bits else []
        safe_hints = [*self._consequences(level, state, False), safe_edge.clause, choice_clause + 1]
        safe_case = self._lemma(
            [*unlike, -safe_edge.literals[0], node.literal], [*safe_hints, *last_hints]
        )
        mine_hints = [*self._consequences(level, state, True), mine_edge.clause, choice_clause + 2]
        self._state_lemmas[level, state] = self._lemma(
            [*unlike, node.literal], [safe_case, *mine_hints, *last_hints]
        )

    def _dead_end(self, level: int, state: SumState) -> None:
        """No layout has this state, as neither value of the cell leads on."""
        hints = [self._excluded(level, state, False), *self._consequences(level, state, True)]
        self._state_lemmas[level, state] = self._lemma(self._unlike(level, state), hints)

    def _excluded(self, level: int, state: SumState, value: bool) -> int:
        """The clause, or a lemma, by which the next cell cannot have a value in this state."""
        hints = self._consequences(level, state, value)
        if len(hints) == 1 and hints[0] <= len(self._diagram.clauses):
            return hints[0]
        variable = self._diagram.order[level]
        return self._lemma([*self._unlike(level, state), -variable if value else variable], hints)

    def _consequences(self, level: int, state: SumState, value: bool) -> list[int]:
        """The clauses by which a value of the next cell leads to what is known of the state after it."""
        diagram = self._diagram
        true_counts = diagram.true_counts(level, state)
        variable = diagram.order[level]
        hints: list[int] = []
        following = diagram.following[level][state][value]
        for number in diagram.readers[level]:
            counter = diagram.counters[number]
            true_count = true_counts.get(number, 0)
            counter_hints: list[int] = []
            for read_count in diagram.newly_read(level, number):
                is_true = value is (counter.literals[read_count] == variable)
                clause = counter.forbidden(read_count, true_count, is_true)
                if clause:  # of the other counters nothing is needed
                    return [*counter_hints, clause]
                counter_hints += counter.steps(read_count, true_count, is_true)
                true_count += is_true
            hints += counter_hints
        assert following is not None
        return [*hints, *self._lemma_of(level + 1, following)]

    def _lemma_of(self, level: int, state: SumState) -> list[int]:
        lemma = self._state_lemmas.get((level, state))
        return [] if lemma is None else [lemma]

    def _unlike(self, level: int, state: SumState) -> list[int]:
        """The literals that say that the bits are not those of this state."""
        diagram = self._diagram
        literals: dict[int, None] = {}
        for number, true_count in diagram.true_counts(level, state).items():
            read_count = diagram.read_counts[level][number]
            for literal in diagram.counters[number].state(read_count, true_count):
                literals[-literal] = None
        return list(literals)

    def _settled_bits(self, level: int, state: SumState) -> list[int]:
        """Bits of the counters that the last cell was read by."""
        diagram = self._diagram
        bits: list[int] = []
        for number, true_count in diagram.true_counts(level, state).items():
            read_count = diagram.read_counts[level][number]
            if level and number in diagram.readers[level - 1]:
                bits += diagram.counters[number].state(read_count, true_count)
        return bits

    def _edge(self, level: int, state: SumState, value: bool) -> Edge:
        """The cell's literal, and bits between two readings of it by one counter."""
        diagram = self._diagram
        variable = diagram.order[level]
        literals = [variable if value else -variable]
        true_counts = diagram.true_counts(level, state)
        for number in diagram.readers[level]:
            counter = diagram.counters[number]
            true_count = true_counts.get(number, 0)
            for read_count in diagram.newly_read(level, number)[1:]:
                true_count += value is (counter.literals[read_count - 1] == variable)
                literals += counter.state(read_count, true_count)
        following = diagram.following[level][state][value]
        assert following is not None
        return Edge(literals, self._nodes[level + 1][following])

    # Backwards: the graph implies each clause

    def _variable_levels(self) -> dict[int, int]:
        """The level of the nodes in whose definition each variable is."""
        diagram = self._diagram
        level_of = {variable: level for level, variable in enumerate(diagram.order)}
        for level in range(len(diagram.order)):
            for number in diagram.readers[level]:
                counter = diagram.counters[number]
                count_before = diagram.read_counts[level][number]
                count_after = diagram.read_counts[level + 1][number]
                # The last literal has no count.
                for read_count in range(count_before + 1, min(count_after + 1, counter.size)):
                    for bit in counter.bits[read_count]:
                        level_of[bit] = level + 1 if read_count == count_after else level
        return level_of

    def _last_level(self) -> int:
        """The last level at which there are nodes."""
        levels_with_nodes = [0]
        for level, nodes in enumerate(self._nodes):
            if all(node.literal for node in nodes.values()):
                levels_with_nodes.append(level)
        return max(levels_with_nodes)

    def _prove_path(self, level: int) -> tuple[int, list[int]]:
        """Prove that one node of a level is true, as one of the level before is."""
        literals = list(dict.fromkeys(node.literal for node in self._nodes[level].values()))
        hints = self._sweep(level - 1, {-literal for literal in literals})
        number = self._write("a", [*literals, 0, *hints, 0], 1)
        self._path_clauses[level] = number
        return number, hints

    def _backwards(self, clause: Sequence[int]) -> list[int]:
        """Hints by which a clause follows from the graph."""
        last_level = max(self._level_of[abs(literal)] for literal in clause)
        return self._sweep(last_level, {-literal for literal in clause})

    def _sweep(self, level: int, true: set[int]) -> list[int]:
        """Hints by which all nodes of a level, or of one above, are false if some literals are true."""
        why: FalseLiterals = {}
        while True:
            nodes = self._nodes[level]
            false_nodes = [node for node in nodes.values() if self._is_false(node, true, why)]
            if len(false_nodes) == len(nodes):
                break
            level -= 1
        hints: list[int] = []
        hinted_literals: set[int] = set()
        for node in false_nodes:
            self._gather(node.literal, why, hinted_literals, hints)
        return [*hints, self._path_clauses[level]]

    def _is_false(self, node: Node, true: set[int], why: FalseLiterals) -> bool:
        """Whether a node is false, by what it is made of; ``why`` then says how."""
        if -node.literal in true or node.literal in why:
            return True
        for k, bit in enumerate(node.bits):
            if -bit in true:
                why[node.literal] = [node.clause + 1 + k], []
                return True
        if node.next_node is not None:  # whatever the cell is
            next_literal = node.next_node.literal
            is_false = bool(next_literal) and (-next_literal in true or next_literal in why)
            if is_false and next_literal != node.literal:
                why[node.literal] = [node.clause + 1 + len(node.bits)], [next_literal]
            return is_false
        return self._is_false_sum(node, true, why)

    def _is_false_sum(self, node: Node, true: set[int], why: FalseLiterals) -> bool:
        """Whether each edge of a node is false: by a literal of its own, or by its next node."""
        hints: list[int] = []
        needed: list[int] = []
        for edge in node.edges:
            edge_clause = edge.clause or node.clause + len(node.bits)
            next_literal = edge.node.literal
            false_literals = [k for k, literal in enumerate(edge.literals) if -literal in true]
            if false_literals:
                hints.append(edge_clause + 1 + false_literals[0])
            elif next_literal and (-next_literal in true or next_literal in why):
                hints.append(edge_clause + 1 + len(edge.literals))
                needed.append(next_literal)
            else:
                return False
        if len(node.edges) == 2:
            _, choice_clause = node.choice
            hints.append(choice_clause)
            if node.bits:
                hints.append(node.clause + 1 + len(node.bits))
        why[node.literal] = hints, needed
        return True

    def _gather(
        self,
        literal: int,
        why: FalseLiterals,
        hinted_literals: set[int],
        hints: list[int],
    ) -> None:
        """Add the hints of a false literal, after those of the literals that they need."""
        pending = [literal]
        while pending:
            current = pending[-1]
            hints_of_literal, needed = why.get(current, ([], []))
            missing = [literal for literal in needed if literal not in hinted_literals]
            if missing and current not in hinted_literals:
                pending += missing
                continue
            pending.pop()
            if current not in hinted_literals:
                hinted_literals.add(current)
                hints += hints_of_literal
