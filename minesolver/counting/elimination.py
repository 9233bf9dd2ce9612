"""Exact counting by variable elimination, in plain Python integers.

The groups of a component are summed out one by one. A state is the residual of each open clue, 4 bits a clue
in one integer key; its value is the polynomial in the number of mines, packed into one big integer with
coefficient k at bit k * B: one more mine is a shift, merging equal states an addition, joining a product.
The rules of puzzles that are no plain sums are automata, their states numbered as they are met, 24 bits each
in the key. A backward pass over the stored layers gives the mines that each group holds. This is bucket
elimination on a path decomposition (R. Dechter, Artificial Intelligence 113, 1999) with counting polynomials
as values.
"""

from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import accumulate
from math import isqrt
from sys import getsizeof

from ..base.limits import Budget
from ..model.constraint import Automaton, AutomatonState
from .joining import ComponentCount
from .ordering import EliminationOrder, elimination_order, members
from .problem import Component, ContradictionError

_BYTES = 1 << 30  # limit on what the kept layers may hold
_KEEP_ALL = 1_000_000  # predicted states up to which all layers are kept
_LOOK = 1023  # states, a power of two less one, between two looks at the clock
_SLOT = 4  # least bits a residual: a clue of a board is at most 8

_NARROW = 52  # bits of a coefficient up to which counting first how many are needed does not pay
_WIDE = 192  # the same where there are rules, whose states are dear
_RULE_BITS = 24
_RULE = (1 << _RULE_BITS) - 1

_Layer = dict[int, int]
"""Packed polynomial of each state."""
_Move = tuple[int, int, int, int]
"""Of one value of a group: change of the key, shift of the polynomial, layouts, cells with mines in them."""


@dataclass(slots=True)
class _Reader:
    """One level of a rule's automaton: its states by number, and where they go."""

    automaton: Automaton
    level: int
    states: list[AutomatonState]  # of this level, by number
    final: bool
    shift: int
    following: list[AutomatonState] = field(default_factory=list)
    _numbers: dict[AutomatonState, int] = field(default_factory=dict)
    _known: dict[tuple[int, int], int] = field(default_factory=dict)

    def read(self, number: int, value: int) -> int:
        """The number of the next state, or -1."""
        found = self._known.get((number, value))
        if found is None:
            state = self.automaton.step(self.level, self.states[number], value)
            if state is None:
                found = -1
            elif self.final:
                found = 0
            else:
                found = self._numbers.get(state, -1)
                if found < 0:
                    found = self._numbers[state] = len(self.following)
                    self.following.append(state)
            self._known[number, value] = found
        return found


@dataclass(slots=True)
class _Step:
    """One group: what its values do to a state.

    ``opens``: the key of the clues that it opens. ``mask``: the slots of all its clues and rules. ``checks``:
    shift and mines that the clue's later groups can hold. ``known``: the moves of each part of a key under
    the mask, found when first asked for.
    """

    values: list[_Move]
    opens: int
    mask: int
    checks: list[tuple[int, int]]
    readers: list[_Reader]
    slot: int
    known: dict[int, list[_Move]] = field(default_factory=dict)

    def moves(self, key: int) -> list[_Move]:
        """The values that the group can take in this state, so that every clue can still be met."""
        least, most = 0, len(self.values) - 1
        for shift, room in self.checks:
            residual = key >> shift & self.slot
            if residual < most:
                most = residual
            if residual - room > least:
                least = residual - room
        found = self.values[least : most + 1]
        if self.readers:
            found = self._with_rules(key, found, least)
        self.known[key] = found
        return found

    def _with_rules(self, key: int, moves: list[_Move], least: int) -> list[_Move]:
        allowed = []
        for x, (change, shift, weight, tallied) in enumerate(moves, least):
            for reader in self.readers:
                number = key >> reader.shift & _RULE
                following = reader.read(number, x)
                if following < 0:
                    break
                change += (following - number) << reader.shift
            else:
                allowed.append((change, shift, weight, tallied))
        return allowed


def count(component: Component, cols: int, budget: Budget, foresee: bool = False) -> ComponentCount:
    """Models of one component by their number of mines, with the mines of each group.

    foresee: Stop as soon as more states are to be expected than the budget has
    """
    chosen = elimination_order(component, cols, budget)
    bits = component.bits
    if bits > (_WIDE if component.rules else _NARROW):
        spent = budget.states  # counting models, whatever their mines, only tells how large the counts become
        *_, (layer, _) = _forward(_steps(component, chosen, 0), 0, budget, foresee)
        bits = layer.get(0, 0).bit_length() + component.slack
        budget.states = spent
    steps = _steps(component, chosen, bits)
    # Past some size only every n-th layer is kept, and those between are computed again on the way back.
    stride = 1 if chosen.cost <= _KEEP_ALL else isqrt(len(steps))
    kept: list[tuple[_Layer, int]] = []
    held = states = 0
    for i, (layer, low) in enumerate(_forward(steps, bits, budget, foresee)):
        states += len(layer)
        if i % stride == 0 and i < len(steps):
            kept.append((layer, low))
            held += sum(map(getsizeof, layer.values())) + getsizeof(layer)
            if held > _BYTES:
                budget.exceeded(f"{_BYTES >> 30} GiB of states")
    models = layer.get(0, 0)
    length = max(1, -(-models.bit_length() // bits))
    tallies: list[list[int]] = [[] for _ in steps]
    behind: _Layer = {0: 1}
    behind_low = 0
    for start in reversed(range(0, len(steps), stride)) if models else ():
        block = [kept.pop()]
        for step in steps[start : start + stride - 1][: len(steps) - start - 1]:
            layer, surplus = _advance(block[-1][0], step, bits, budget)
            block.append((layer, block[-1][1] + surplus))
        while block:
            layer, before = block.pop()
            i = start + len(block)
            behind, tally, surplus = _retreat(behind, layer, steps[i], bits, budget)
            shift = (before + behind_low - low) * bits
            tally = tally << shift if shift >= 0 else tally >> -shift
            tallies[chosen.order[i]] = _coefficients(tally, bits, length)
            behind_low += surplus
            budget.check_time()
    return ComponentCount(low, _coefficients(models, bits, length), tallies, chosen.width, states - 1)


class Forward:
    """The states of one component, all layers kept, to draw its layouts from, each equally likely;
    ``models[k]`` of them have ``low + k`` mines."""

    def __init__(self, component: Component, cols: int, budget: Budget) -> None:
        chosen = elimination_order(component, cols, budget)
        self._component = component
        self._bits = component.bits
        self._steps = list(zip(chosen.order, _steps(component, chosen, self._bits), strict=True))
        self._layers: list[tuple[_Layer, int]] = []
        dear = 4 if any(rule.whole_board for rule in component.rules) else 1
        budget.states /= dear
        self._layers += _forward([step for _, step in self._steps], self._bits, budget, foresee=True)
        budget.states *= dear
        layer, self.low = self._layers[-1]
        models = layer.get(0, 0)
        self.models = _coefficients(models, self._bits, max(1, -(-models.bit_length() // self._bits)))
        self._before: dict[int, dict[int, list[tuple[int, int]]]] = {}

    def draw(self, mines: int, below: Callable[[int], int]) -> list[int]:
        """Mines of each group in one of the models with so many mines.

        ``below``: a random number less than its argument. Hidden quantities come out as 0.
        """
        values = [0] * len(self._steps)
        target, mask = 0, (1 << self._bits) - 1
        for (g, step), (layer, low) in zip(reversed(self._steps), self._layers[-2::-1], strict=True):
            choices: list[tuple[int, int, int]] = []  # (weight, mines of the group, state before)
            for key, value in layer.items():
                opened = key + step.opens
                for change, shift, weight, _ in step.known.get(opened & step.mask, ()):
                    if opened + change == target:
                        x = shift // self._bits
                        at = mines - x - low
                        ways = (value >> at * self._bits & mask) * weight if at >= 0 else 0
                        if ways:
                            choices.append((ways, x, key))
            sums = list(accumulate(ways for ways, _, _ in choices))
            _, values[g], target = choices[bisect(sums, below(sums[-1]))]
            mines -= values[g]
        return values

    def each(self, mines: int) -> Iterator[list[int]]:
        """Mines of each group in every model with so many mines; one of several with other hidden quantities
        comes as often."""
        values = [0] * len(self._steps)
        yield from self._each_before(len(self._steps), 0, mines, values)

    def _each_before(self, level: int, target: int, mines: int, values: list[int]) -> Iterator[list[int]]:
        """With so many mines in the first groups, which lead to a state of the layer after them."""
        if level == 0:
            yield list(values)
            return
        group = self._steps[level - 1][0]
        layer, low = self._layers[level - 1]
        for value, key in self._predecessors(level).get(target, ()):
            # Only states that some model with the mines that are left comes through.
            exponent = mines - value - low
            if exponent >= 0 and layer[key] >> exponent * self._bits & (1 << self._bits) - 1:
                values[group] = value
                yield from self._each_before(level - 1, key, mines - value, values)
        values[group] = 0

    def _predecessors(self, level: int) -> dict[int, list[tuple[int, int]]]:
        """By state of a layer: (mines of the group before it, state of the layer before that)."""
        if level not in self._before:
            step = self._steps[level - 1][1]
            found = self._before[level] = {}
            for key in self._layers[level - 1][0]:
                opened = key + step.opens
                for change, shift, _, _ in step.known.get(opened & step.mask, ()):
                    found.setdefault(opened + change, []).append((shift // self._bits, key))
        return self._before[level]


def _steps(component: Component, chosen: EliminationOrder, bits: int) -> list[_Step]:
    """Per group in order: which slots its clues and rules take. ``bits``: of a coefficient."""
    clues = members(component, [groups for _, groups in component.constraints])
    most = [component.most_of(g) for g in range(len(component.groups))]
    left = [sum(most[g] for g in groups) for _, groups in component.constraints]
    width = max([_SLOT, *(need.bit_length() for need, _ in component.constraints)])
    slot_mask = (1 << width) - 1
    slot: dict[int, int] = {}
    vacant: list[int] = []
    used = 0
    readers: dict[int, list[_Reader]] = {}
    if component.rules:
        readers, used = _readers(component, chosen)
    steps: list[_Step] = []
    for g in chosen.order:
        opens = mine = mask = 0
        checks = []
        for k in clues[g]:
            if k not in slot:
                if not vacant:
                    vacant.append(used)
                    used += width
                slot[k] = vacant.pop()
                opens += component.constraints[k][0] << slot[k]
            left[k] -= most[g]
            mine += 1 << slot[k]
            mask |= slot_mask << slot[k]
            checks.append((slot[k], left[k]))
        for k in clues[g]:
            if not left[k]:
                vacant.append(slot[k])
        own = readers.get(g, [])
        for reader in own:
            mask |= _RULE << reader.shift
        shift = 0 if g in component.uncounted else bits
        moves = [(-x * mine, x * shift, layouts, cells) for x, layouts, cells in component.values_of(g)]
        steps.append(_Step(moves, opens, mask, checks, own, slot_mask))
    return steps


def _readers(component: Component, chosen: EliminationOrder) -> tuple[dict[int, list[_Reader]], int]:
    """For each group the levels of the automata that read it, and the bits that these take in a key."""
    when = {g: i for i, g in enumerate(chosen.order)}
    readers: dict[int, list[_Reader]] = {}
    free: list[int] = []
    used = 0
    ends: list[tuple[int, int]] = []
    rules = [(sorted(rule.groups, key=when.__getitem__), rule) for rule in component.rules]
    for order, rule in sorted(rules, key=lambda pair: when[pair[0][0]]):
        automaton = rule.automaton(order)
        if automaton.start is None:
            raise ContradictionError
        while ends and ends[0][0] < when[order[0]]:
            free.append(heappop(ends)[1])
        if not free:
            free.append(used)
            used += _RULE_BITS
        shift = free.pop()
        heappush(ends, (when[order[-1]], shift))
        states = [automaton.start]
        for level, g in enumerate(order):
            reader = _Reader(automaton, level, states, level == len(order) - 1, shift)
            readers.setdefault(g, []).append(reader)
            states = reader.following
    return readers, used


def _forward(
    steps: list[_Step], bits: int, budget: Budget, foresee: bool = False
) -> Iterator[tuple[_Layer, int]]:
    """The layers, from that before the first group on, and by how many mines each is shifted down."""
    layer: _Layer = {0: 1}
    low = 0
    yield layer, low
    for number, step in enumerate(steps, 1):
        layer, surplus = _advance(layer, step, bits, budget)
        low += surplus
        budget.check_time()
        budget.spend_states(len(layer))
        # Layers hardly shrink before the end, so what will be too many is told from the first large one.
        if foresee and len(layer) * (len(steps) - number) > 2 * budget.states:
            budget.exceeded("states")
        yield layer, low


def _advance(layer: _Layer, step: _Step, bits: int, budget: Budget) -> tuple[_Layer, int]:
    """The layer after one more group, and by how many mines its polynomials were shifted down."""
    opens, mask, known = step.opens, step.mask, step.known
    following: _Layer = {}
    for number, (key, value) in enumerate(layer.items()):
        if not number & _LOOK:
            budget.check_time()
        key += opens
        moves = known.get(key & mask)
        if moves is None:
            moves = step.moves(key & mask)
        for change, shift, weight, _ in moves:
            target = key + change
            term = value << shift
            if weight != 1:
                term *= weight
            if target in following:
                following[target] += term
            else:
                following[target] = term
    return _shortened(following, bits)


def _retreat(
    behind: _Layer, layer: _Layer, step: _Step, bits: int, budget: Budget
) -> tuple[_Layer, int, int]:
    """One group back: what can follow each state of ``layer``, the mines of the group, the shift."""
    opens, mask, known = step.opens, step.mask, step.known
    current: _Layer = {}
    tally = 0
    for number, (key, value) in enumerate(layer.items()):
        if not number & _LOOK:
            budget.check_time()
        opened = key + opens
        moves = known.get(opened & mask)
        if moves is None:
            moves = step.moves(opened & mask)
        total = mines = 0
        for change, shift, weight, tallied in moves:
            rest = behind.get(opened + change)
            if rest is None:
                continue
            term = rest << shift
            total += term if weight == 1 else weight * term
            if tallied:
                mines += term if tallied == 1 else tallied * term
        if total:
            current[key] = total
            if mines:
                tally += value * mines
    shortened, surplus = _shortened(current, bits)
    return shortened, tally, surplus


def _shortened(layer: _Layer, bits: int) -> tuple[_Layer, int]:
    """Mines that every state has anyway carry no information: keep the polynomials short."""
    if not bits:
        return layer, 0
    joint = 0
    for value in layer.values():
        joint |= value
    surplus = ((joint & -joint).bit_length() - 1) // bits if joint else 0
    if not surplus:
        return layer, 0
    down = surplus * bits
    return {key: value >> down for key, value in layer.items()}, surplus


def _coefficients(packed: int, bits: int, length: int) -> list[int]:
    mask = (1 << bits) - 1
    if length <= 64:
        return [packed >> k * bits & mask for k in range(length)]
    # Shifting a long integer again and again is quadratic: halve it instead.
    half = length // 2
    low = packed & (1 << half * bits) - 1
    return _coefficients(low, bits, half) + _coefficients(packed >> half * bits, bits, length - half)
