"""Sums as clauses: binary counters that the cells define, so that the models of the clauses are the layouts.

A sum reads its literals one after the other. After each but the last, new variables hold how many of those
so far are true, in binary. Where a count leads to no allowed value any more, a clause forbids the step to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .statements import Sum

Clause = tuple[int, ...]


class Counter:
    """The clauses of one sum, and which of them say what.

    total: The sum
    level_of: Where each variable comes in the order of reading
    new_variable: Gives a new variable
    add_clause: Adds a clause; returns its number
    """

    def __init__(
        self,
        total: Sum,
        level_of: Mapping[int, int],
        new_variable: Callable[[], int],
        add_clause: Callable[[Clause], int],
    ) -> None:
        self.literals: list[int] = []
        # What is taken away for a true variable is added for a false one; the sum is that much more then.
        taken_away = 0
        weights = dict(total.weights)
        for variable in sorted(weights, key=level_of.__getitem__):
            weight = weights[variable]
            literal = variable if weight > 0 else -variable
            self.literals += [literal] * abs(weight)
            taken_away += max(-weight, 0)
        self.size = len(self.literals)

        # The counts that the sum allows.
        self._allowed_counts: list[int] = []
        for value in total.allowed:
            true_count = value + taken_away
            if 0 <= true_count <= self.size:
                self._allowed_counts.append(true_count)
        self._max_count = max(self._allowed_counts, default=0)
        self._add_clause = add_clause
        self.bits: list[list[int]] = [[]]  # by how many literals are read

        # Clauses, by how many literals are read and what each clause is about.
        self._forbids: dict[tuple[int, int, bool], int] = {}
        self._keeps: dict[tuple[int, int, int, bool], int] = {}
        self._carries: dict[tuple[int, int, bool], int] = {}
        for read_count, literal in enumerate(self.literals):
            self._forbid(read_count, literal)
            if read_count + 1 < self.size:
                self._count(read_count, literal, new_variable)

    def is_possible(self, read_count: int, true_count: int) -> bool:
        """Whether an allowed value can be reached when so many of the literals read are true."""
        unread_count = self.size - read_count
        reachable_counts = range(true_count, true_count + unread_count + 1)
        return any(count in reachable_counts for count in self._allowed_counts)

    def state(self, read_count: int, true_count: int) -> list[int]:
        """The literals that say how many of the literals read are true."""
        if read_count == self.size:
            return []
        literals = []
        for k, bit in enumerate(self.bits[read_count]):
            is_set = true_count >> k & 1
            literals.append(bit if is_set else -bit)
        return literals

    def is_true(self, read_count: int, is_mine: bool) -> bool:
        """Whether the next literal is true when its cell is a mine, or safe."""
        is_positive = self.literals[read_count] > 0
        return is_mine is is_positive

    def forbidden(self, read_count: int, true_count: int, is_true: bool) -> int:
        """The clause by which the next literal cannot have a value; 0 where it may."""
        clause_key = (read_count, true_count, is_true)
        return self._forbids.get(clause_key, 0)

    def steps(self, read_count: int, true_count: int, is_true: bool) -> list[int]:
        """The clauses by which the bits after the next literal follow from those before it."""
        if read_count + 1 >= self.size:
            return []
        clauses = []
        bit_count = len(self.bits[read_count + 1])
        lowest_zero = _lowest_zero(true_count)
        for k in range(bit_count):
            bit_value = bool(true_count >> k & 1)
            if not is_true:
                clause = self._keeps[read_count, k, 0, bit_value]
            elif lowest_zero < k:  # the carry ends below this bit
                clause = self._keeps[read_count, k, lowest_zero + 1, bit_value]
            else:
                clause = self._carries[read_count, k, bit_value]
            clauses.append(clause)
        return clauses

    def _add(self, literals: Sequence[int]) -> int:
        """Add a clause; returns its number, 0 for one that is always true."""
        clause = tuple(dict.fromkeys(literals))
        if any(-literal in clause for literal in clause):
            return 0
        return self._add_clause(clause)

    def _forbid(self, read_count: int, literal: int) -> None:
        """Forbid the values of the next literal that leave no allowed value."""
        largest_count = min(read_count, self._max_count)
        for true_count in range(largest_count + 1):
            if not self.is_possible(read_count, true_count):
                continue
            state = self.state(read_count, true_count)
            other_state = [-bit for bit in state]
            if not self.is_possible(read_count + 1, true_count + 1):
                clause = self._add([*other_state, -literal])
                self._forbids[read_count, true_count, True] = clause
            if not self.is_possible(read_count + 1, true_count):
                clause = self._add([*other_state, literal])
                self._forbids[read_count, true_count, False] = clause

    def _count(self, read_count: int, literal: int, new_variable: Callable[[], int]) -> None:
        """Define the bits after the next literal: it is added to those before it."""
        largest_count = min(read_count + 1, self._max_count)
        width = largest_count.bit_length()
        bits_before = self.bits[read_count]
        bits_after = [new_variable() for _ in range(width)]
        self.bits.append(bits_after)
        for k, new_bit in enumerate(bits_after):
            # There is no old bit where the number has become longer.
            old_bit = bits_before[k : k + 1]
            not_old_bit = [-bit for bit in old_bit]
            carriers = [literal, *bits_before[:k]]

            # A bit stays where the literal, or some bit below, is 0; else it changes.
            for number, carrier in enumerate(carriers):
                clause = self._add([carrier, *old_bit, -new_bit])
                self._keeps[read_count, k, number, False] = clause
                if not_old_bit:
                    clause = self._add([carrier, *not_old_bit, new_bit])
                    self._keeps[read_count, k, number, True] = clause
            no_carry = [-carrier for carrier in carriers]
            clause = self._add([*no_carry, *old_bit, new_bit])
            self._carries[read_count, k, False] = clause
            if not_old_bit:
                clause = self._add([*no_carry, *not_old_bit, -new_bit])
                self._carries[read_count, k, True] = clause


def _lowest_zero(number: int) -> int:
    """The lowest bit of a number that is 0: adding 1 changes the bits up to it."""
    k = 0
    while number >> k & 1:
        k += 1
    return k
