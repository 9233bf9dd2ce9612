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
    place: Where each variable comes in the order of reading
    variable: Gives a new variable
    clause: Adds a clause; returns its number
    """

    def __init__(
        self,
        total: Sum,
        place: Mapping[int, int],
        variable: Callable[[], int],
        clause: Callable[[Clause], int],
    ) -> None:
        self.literals: list[int] = []
        shift = 0
        for name, weight in sorted(total.weights, key=lambda pair: place[pair[0]]):
            # What is taken away for a true variable is added for a false one.
            self.literals += [name if weight > 0 else -name] * abs(weight)
            shift += min(weight, 0)
        self.size = len(self.literals)
        self._allowed = [value - shift for value in total.allowed if 0 <= value - shift <= self.size]
        self._most = max(self._allowed, default=0)
        self._clause = clause
        self.bits: list[list[int]] = [[]]  # by how many literals are read
        self._forbids: dict[tuple[int, int, bool], int] = {}
        self._keeps: dict[tuple[int, int, int, bool], int] = {}
        self._carries: dict[tuple[int, int, bool], int] = {}
        for read, literal in enumerate(self.literals):
            self._forbid(read, literal)
            if read + 1 < self.size:
                self._count(read, literal, variable)

    def possible(self, read: int, true: int) -> bool:
        """Whether an allowed value can be reached when so many of the literals read are true."""
        return any(true <= value <= true + self.size - read for value in self._allowed)

    def state(self, read: int, true: int) -> list[int]:
        """The literals that say how many of the literals read are true."""
        if read == self.size:
            return []
        return [bit if true >> k & 1 else -bit for k, bit in enumerate(self.bits[read])]

    def forbidden(self, read: int, true: int, is_true: bool) -> int:
        """The clause by which the next literal cannot have a value; 0 where it may."""
        return self._forbids.get((read, true, is_true), 0)

    def steps(self, read: int, true: int, is_true: bool) -> list[int]:
        """The clauses by which the bits after the next literal follow from those before it."""
        if read + 1 >= self.size or read == 0:
            return []
        clauses = []
        for k in range(len(self.bits[read + 1])):
            value = bool(true >> k & 1)
            low = true & ((1 << k) - 1)
            if not is_true:
                clauses.append(self._keeps[read, k, 0, value])
            elif low == (1 << k) - 1:
                clauses.append(self._carries[read, k, value])
            else:
                zero = next(j for j in range(k) if not true >> j & 1)
                clauses.append(self._keeps[read, k, zero + 1, value])
        return clauses

    def _add(self, literals: Sequence[int]) -> int:
        clause = tuple(dict.fromkeys(literals))
        if any(-literal in clause for literal in clause):
            return 0
        return self._clause(clause)

    def _forbid(self, read: int, literal: int) -> None:
        for true in range(min(read, self._most) + 1):
            if not self.possible(read, true):
                continue
            other = [-bit for bit in self.state(read, true)]
            if not self.possible(read + 1, true + 1):
                self._forbids[read, true, True] = self._add([*other, -literal])
            if not self.possible(read + 1, true):
                self._forbids[read, true, False] = self._add([*other, literal])

    def _count(self, read: int, literal: int, variable: Callable[[], int]) -> None:
        width = min(read + 1, self._most).bit_length()
        if read == 0:
            self.bits.append([literal][:width])
            return
        before = self.bits[read]
        after = [variable() for _ in range(width)]
        self.bits.append(after)
        for k, new in enumerate(after):
            # A bit stays where the literal, or some bit below, is 0; else it changes.
            for number, carrier in enumerate([literal, *before[:k]]):
                self._keeps[read, k, number, False] = self._add([carrier, *before[k : k + 1], -new])
                if k < len(before):
                    self._keeps[read, k, number, True] = self._add([carrier, -before[k], new])
            carry = [-carrier for carrier in [literal, *before[:k]]]
            self._carries[read, k, False] = self._add([*carry, *before[k : k + 1], new])
            if k < len(before):
                self._carries[read, k, True] = self._add([*carry, -before[k], -new])
