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

from ...base.limits import Budget
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
        self._nodes: list[dict[SumState, Node]] = [{} for _ in diagram.order]
        self._nodes.append({(): Node()})
        self._state_lemmas: dict[tuple[int, SumState], int] = {}  # of each state, alive or dead
        self._level_of = self._variable_levels()

        self._prove_root()
        root_lemma, _ = self._lemmas[-1]
        self._path_clauses = {0: root_lemma}
        self._delete_clauses()

    def _prove_root(self) -> None:
        """Write the graph, and that the clauses imply its root."""
        level_count = len(self._diagram.order)
        for level in reversed(range(level_count)):
            self._budget.check_time()
            self._forwards(level)
        self.root = self._nodes[0][()].literal
        if not self.root:  # nothing is said of any cell: the product of nothing
            self.root, defining_clause = self._product([])
            self._write_lemma([self.root], [defining_clause])
        self.lines.append(f"r {self.root}")

        # The last lemma says the root, and stays; the others were steps to it.
        for number, hints in reversed(self._lemmas[:-1]):
            self._delete(number, hints)

    def _delete_clauses(self) -> None:
        """Take each clause away, as the graph implies it: in the end only the graph is left."""
        path_proofs = []
        for level in range(1, self._last_level() + 1):
            path_proofs.append(self._prove_path(level))
        for number, clause in enumerate(self._diagram.clauses, 1):
            if number % _CLAUSES_PER_LOOK == 0:
                self._budget.check_time()
            hints = self._backwards(clause)
            self._delete(number, hints)
        for number, hints in reversed(path_proofs):
            self._delete(number, hints)

    # Writing

    def _write(self, letter: str, values: Iterable[int], clause_count: int) -> int:
        """Add a step that makes some clauses; returns the number of the first."""
        first_clause = self._next_clause
        numbers = " ".join(map(str, values))
        self.lines.append(f"{first_clause} {letter} {numbers}")
        self._next_clause += clause_count
        return first_clause

    def _write_lemma(self, clause: Sequence[int], hints: list[int]) -> int:
        """Add a clause that follows, by unit propagation, from those whose numbers are its hints; returns its
        number."""
        numbers = [*clause, 0, *hints, 0]
        number = self._write("a", numbers, 1)
        self._lemmas.append((number, hints))
        return number

    def _delete(self, number: int, hints: Sequence[int]) -> None:
        hint_text = " ".join(map(str, hints))
        self.lines.append(f"d {number} {hint_text} 0")

    def _product(self, arguments: Sequence[int]) -> tuple[int, int]:
        """A new node for a product; returns it, and the first clause that defines it."""
        self._last_node += 1
        node = self._last_node
        clause_count = 1 + len(arguments)
        numbers = [node, *arguments, 0]
        first_clause = self._write("p", numbers, clause_count)
        return node, first_clause

    # The graph, and forwards: a state's bits imply its node

    def _forwards(self, level: int) -> None:
        live_states = self._diagram.live_states[level]
        live_after = self._diagram.live_states[level + 1]
        for state, pair in self._diagram.following[level].items():
            if state not in live_states:
                self._dead_end(level, state)
                continue
            node = Node(bits=self._settled_bits(level, state))
            self._nodes[level][state] = node

            # Which kind of node it is depends on the values that the cell may have.
            state_if_safe, state_if_mine = pair
            may_be_safe = state_if_safe in live_after
            may_be_mine = state_if_mine in live_after
            if may_be_safe != may_be_mine:
                self._single(level, state, node, may_be_mine)
            elif state_if_safe == state_if_mine:
                self._either(level, state, node)
            else:
                self._both(level, state, node)

    def _either(self, level: int, state: SumState, node: Node) -> None:
        """No sum asks for this cell any more: both values lead to the same."""
        following, _ = self._diagram.following[level][state]
        assert following is not None
        node.next_node = self._nodes[level + 1][following]
        node.literal = node.next_node.literal
        if node.bits:
            arguments = [*node.bits, *_literals_of(node.next_node)]
            node.literal, node.clause = self._product(arguments)
        if not node.literal:
            return

        # Where the state settles no bits, the lemma of the next state says it all.
        hints = self._lemma_of(level + 1, following)
        if hints and not node.bits:
            self._state_lemmas[level, state] = hints[0]
            return
        if node.clause:
            hints.append(node.clause)
        some_bit_differs = self._negated(level, state)
        lemma = self._write_lemma([*some_bit_differs, node.literal], hints)
        self._state_lemmas[level, state] = lemma

    def _single(self, level: int, state: SumState, node: Node, value: bool) -> None:
        """One value of the cell is forced."""
        edge = self._edge(level, state, value)
        node.edges = [edge]
        arguments = [*node.bits, *edge.literals, *_literals_of(edge.node)]
        node.literal, node.clause = self._product(arguments)
        other_value = self._excluded(level, state, not value)
        hints_of_value = self._propagation_hints(level, state, value)
        hints = [other_value, *hints_of_value, node.clause]
        some_bit_differs = self._negated(level, state)
        lemma = self._write_lemma([*some_bit_differs, node.literal], hints)
        self._state_lemmas[level, state] = lemma

    def _both(self, level: int, state: SumState, node: Node) -> None:
        """The cell may have both values: one lemma for the first, and with it one for the node."""
        safe_edge = self._edge(level, state, False)
        mine_edge = self._edge(level, state, True)
        node.edges = [safe_edge, mine_edge]
        for edge in node.edges:
            arguments = [*edge.literals, *_literals_of(edge.node)]
            edge.product, edge.clause = self._product(arguments)

        # The sum of both, which is the node where the state settles no bits.
        self._last_node += 1
        choice = self._last_node
        products = [safe_edge.product, mine_edge.product]
        exclusion = [safe_edge.clause + 1, mine_edge.clause + 1]  # why both cannot be true
        numbers = [choice, *products, *exclusion, 0]
        choice_clause = self._write("s", numbers, 3)
        node.choice = choice, choice_clause
        node.literal = choice
        if node.bits:
            node.literal, node.clause = self._product([*node.bits, choice])
        some_bit_differs = self._negated(level, state)

        # Where there are no bits, the clause "this case, so the choice" ends the proof.
        last_hints = [node.clause] if node.bits else []
        safe_hints = self._propagation_hints(level, state, False)
        safe_hints += [safe_edge.clause, choice_clause + 1]
        cell_is_mine = -safe_edge.literals[0]
        safe_case = self._write_lemma(
            [*some_bit_differs, cell_is_mine, node.literal],
            [*safe_hints, *last_hints],
        )
        mine_hints = self._propagation_hints(level, state, True)
        mine_hints += [mine_edge.clause, choice_clause + 2]
        lemma = self._write_lemma(
            [*some_bit_differs, node.literal],
            [safe_case, *mine_hints, *last_hints],
        )
        self._state_lemmas[level, state] = lemma

    def _dead_end(self, level: int, state: SumState) -> None:
        """No layout has this state: the lemma that some bit differs from it.

        Were the bits those of the state, the cell could not be safe; so it were a mine, which leads to a
        contradiction.
        """
        cannot_be_safe = self._excluded(level, state, False)
        contradiction = self._propagation_hints(level, state, True)
        some_bit_differs = self._negated(level, state)
        lemma = self._write_lemma(some_bit_differs, [cannot_be_safe, *contradiction])
        self._state_lemmas[level, state] = lemma

    def _excluded(self, level: int, state: SumState, value: bool) -> int:
        """The clause, or a lemma, by which the next cell cannot have a value in this state."""
        hints = self._propagation_hints(level, state, value)
        clause_count = len(self._diagram.clauses)
        if len(hints) == 1 and hints[0] <= clause_count:
            return hints[0]
        variable = self._diagram.order[level]
        other_value = -variable if value else variable
        some_bit_differs = self._negated(level, state)
        return self._write_lemma([*some_bit_differs, other_value], hints)

    def _propagation_hints(self, level: int, state: SumState, value: bool) -> list[int]:
        """The clauses by which unit propagation leads from a state, with a value of the next cell, to what is
        known of the state after it, or to a contradiction."""
        diagram = self._diagram
        true_counts = diagram.true_counts(level, state)
        hints: list[int] = []
        following = diagram.following[level][state][value]
        for number in diagram.readers[level]:
            counter = diagram.counters[number]
            true_count = true_counts.get(number, 0)
            counter_hints: list[int] = []
            for read_count in diagram.newly_read(level, number):
                is_true = counter.is_true(read_count, value)
                clause = counter.forbidden(read_count, true_count, is_true)
                if clause:  # of the other counters nothing is needed
                    return [*counter_hints, clause]
                counter_hints += counter.steps(read_count, true_count, is_true)
                true_count += is_true
            hints += counter_hints

        # The bits are those of the state after it, of which a lemma says what follows.
        assert following is not None
        hints += self._lemma_of(level + 1, following)
        return hints

    def _lemma_of(self, level: int, state: SumState) -> list[int]:
        lemma = self._state_lemmas.get((level, state))
        return [] if lemma is None else [lemma]

    def _negated(self, level: int, state: SumState) -> list[int]:
        """The literals of the clause that the bits are not those of this state: that some bit differs."""
        diagram = self._diagram
        literals: dict[int, None] = {}
        for number, true_count in diagram.true_counts(level, state).items():
            for literal in diagram.bits(level, number, true_count):
                literals[-literal] = None
        return list(literals)

    def _settled_bits(self, level: int, state: SumState) -> list[int]:
        """Bits of the counters that the last cell was read by."""
        diagram = self._diagram
        if level == 0:
            return []
        bits: list[int] = []
        last_readers = diagram.readers[level - 1]
        for number, true_count in diagram.true_counts(level, state).items():
            if number in last_readers:
                bits += diagram.bits(level, number, true_count)
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
                true_count += counter.is_true(read_count - 1, value)
                literals += counter.state(read_count, true_count)
        following = diagram.following[level][state][value]
        assert following is not None
        next_node = self._nodes[level + 1][following]
        return Edge(literals, next_node)

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
                end_count = min(count_after + 1, counter.size)
                for read_count in range(count_before + 1, end_count):
                    is_after_cell = read_count == count_after
                    bit_level = level + 1 if is_after_cell else level
                    for bit in counter.bits[read_count]:
                        level_of[bit] = bit_level
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
        nodes = self._nodes[level].values()
        literals = dict.fromkeys(node.literal for node in nodes)  # a set in its order
        supposed = {-literal for literal in literals}
        hints = self._sweep(level - 1, supposed)
        lemma = [*literals, 0, *hints, 0]
        number = self._write("a", lemma, 1)
        self._path_clauses[level] = number
        return number, hints

    def _backwards(self, clause: Sequence[int]) -> list[int]:
        """Hints by which a clause follows from the graph."""
        levels = []
        supposed = set()
        for literal in clause:
            variable = abs(literal)
            levels.append(self._level_of[variable])
            supposed.add(-literal)
        last_level = max(levels)
        return self._sweep(last_level, supposed)

    def _sweep(self, level: int, true: set[int]) -> list[int]:
        """Hints by which all nodes of a level, or of one above, are false if some literals are true."""
        why: FalseLiterals = {}
        # Upwards, until a level has no node left that may be true.
        while True:
            nodes = self._nodes[level].values()
            false_nodes = [node for node in nodes if self._is_false(node, true, why)]
            if len(false_nodes) == len(nodes):
                break
            level -= 1

        # One of them is true by the path: that is the contradiction.
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
                hint = node.clause + 1 + k
                why[node.literal] = [hint], []
                return True
        if node.next_node is None:
            return self._is_false_sum(node, true, why)

        # Whatever the cell is, the next node says the same.
        next_literal = node.next_node.literal
        if not _is_known_false(next_literal, true, why):
            return False
        if next_literal != node.literal:
            hint = node.clause + 1 + len(node.bits)
            why[node.literal] = [hint], [next_literal]
        return True

    def _is_false_sum(self, node: Node, true: set[int], why: FalseLiterals) -> bool:
        """Whether each edge of a node is false: by a literal of its own, or by its next node."""
        hints: list[int] = []
        needed: list[int] = []
        for edge in node.edges:
            edge_clause = edge.clause or node.clause + len(node.bits)
            next_literal = edge.node.literal
            false_position = _first_false(edge.literals, true)
            if false_position is not None:
                hints.append(edge_clause + 1 + false_position)
            elif _is_known_false(next_literal, true, why):
                hints.append(edge_clause + 1 + len(edge.literals))
                needed.append(next_literal)
            else:
                return False

        # Both products are false, so the choice is, and with it the product of the bits and the choice.
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


def _literals_of(node: Node) -> list[int]:
    """The literal of a node as arguments of a product: none at the end, where nothing is left to say."""
    return [node.literal] if node.literal else []


def _is_known_false(literal: int, true: set[int], why: FalseLiterals) -> bool:
    """Whether the literal of a node is false by what is supposed or shown; 0 never is."""
    if not literal:
        return False
    return -literal in true or literal in why


def _first_false(literals: Sequence[int], true: set[int]) -> int | None:
    """Where the first literal stands that is false."""
    for k, literal in enumerate(literals):
        if -literal in true:
            return k
    return None
