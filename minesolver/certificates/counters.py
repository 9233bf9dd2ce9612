"""Sums as clauses: binary counters that the cells define, so that the models of the clauses are the layouts.

A sum reads its literals one after the other. After each but the last, new variables hold how many of those
so far are true, in binary. Where a count leads to no allowed value any more, a clause forbids the step to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .sums import Sum

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
        for variable, weight in sorted(total.weights, key=lambda pair: level_of[pair[0]]):
            self.literals += [variable if weight > 0 else -variable] * abs(weight)
            taken_away += max(-weight, 0)
        self.size = len(self.literals)
        allowed_counts = [value + taken_away for value in total.allowed]
        self._allowed_counts = [count for count in allowed_counts if 0 <= count <= self.size]
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
        largest_count = true_count + self.size - read_count
        return any(true_count <= count <= largest_count for count in self._allowed_counts)

    def state(self, read_count: int, true_count: int) -> list[int]:
        """The literals that say how many of the literals read are true."""
        if read_count == self.size:
            return []
        return [bit if true_count >> k & 1 else -bit for k, bit in enumerate(self.bits[read_count])]

    def forbidden(self, read_count: int, true_count: int, is_true: bool) -> int:
        """The clause by which the next literal cannot have a value; 0 where it may."""
        return self._forbids.get((read_count, true_count, is_true), 0)

    def steps(self, read_count: int, true_count: int, is_true: bool) -> list[int]:
        """The clauses by which the bits after the next literal follow from those before it."""
        if read_count + 1 >= self.size:
            return []
        clauses = []
        for k in range(len(self.bits[read_count + 1])):
            bit_value = bool(true_count >> k & 1)
            lower_bits = true_count & ((1 << k) - 1)
            if not is_true:
                clauses.append(self._keeps[read_count, k, 0, bit_value])
            elif lower_bits == (1 << k) - 1:
                clauses.append(self._carries[read_count, k, bit_value])
            else:
                lowest_zero = next(j for j in range(k) if not true_count >> j & 1)
                clauses.append(self._keeps[read_count, k, lowest_zero + 1, bit_value])
        return clauses

    def _add(self, literals: Sequence[int]) -> int:
        """Add a clause; returns its number, 0 for one that is always true."""
        clause = tuple(dict.fromkeys(literals))
        if any(-literal in clause for literal in clause):
            return 0
        return self._add_clause(clause)

    def _forbid(self, read_count: int, literal: int) -> None:
        """Forbid the values of the next literal that leave no allowed value."""
        for true_count in range(min(read_count, self._max_count) + 1):
            if not self.is_possible(read_count, true_count):
                continue
            other_state = [-bit for bit in self.state(read_count, true_count)]
            if not self.is_possible(read_count + 1, true_count + 1):
                self._forbids[read_count, true_count, True] = self._add([*other_state, -literal])
            if not self.is_possible(read_count + 1, true_count):
                self._forbids[read_count, true_count, False] = self._add([*other_state, literal])

    def _count(self, read_count: int, literal: int, new_variable: Callable[[], int]) -> None:
        """Define the bits after the next literal: it is added to those before it."""
        width = min(read_count + 1, self._max_count).bit_length()
        bits_before = self.bits[read_count]
        bits_after = [new_variable() for _ in range(width)]
        self.bits.append(bits_after)
        for k, new_bit in enumerate(bits_after):
            old_bit = bits_before[k : k + 1]  # none where the number has become longer
            carriers = [literal, *bits_before[:k]]
            # A bit stays where the literal, or some bit below, is 0; else it changes.
            for number, carrier in enumerate(carriers):
                self._keeps[read_count, k, number, False] = self._add([carrier, *old_bit, -new_bit])
                if k < len(bits_before):
                    self._keeps[read_count, k, number, True] = self._add(
                        [carrier, -bits_before[k], new_bit]
                    )
            no_carry = [-carrier for carrier in carriers]
            self._carries[read_count, k, False] = self._add([*no_carry, *old_bit, new_bit])
            if k < len(bits_before):
                self._carries[read_count, k, True] = self._add(
                    [*no_carry, -bits_before[k], -new_bit]
                )
