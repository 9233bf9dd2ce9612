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

_LAYER_BYTES = 1 << 30  # limit on what the kept layers may hold
_KEEP_ALL_STATES = 1_000_000  # predicted states up to which all layers are kept
_CLOCK_MASK = 1023  # states, a power of two less one, between two looks at the clock
_SLOT_BITS = 4  # of a residual, at least: a clue of a board is at most 8

# Bits of a coefficient up to which it does not pay to count first how many are needed; where there are rules,
# whose states cost more than their integers, it pays later.
_NARROW_BITS = 52
_NARROW_BITS_OF_RULES = 192
_RULE_BITS = 24
_RULE_MASK = (1 << _RULE_BITS) - 1

_Layer = dict[int, int]
"""Packed polynomial of each state."""
_Move = tuple[int, int, int, int]
"""Of one value of a group: change of the key, shift of the polynomial, layouts, cells with mines in them."""


@dataclass(slots=True)
class _LevelReader:
    """One level of a rule's automaton: its states by number, and where they go."""

    automaton: Automaton
    level: int
    states: list[AutomatonState]  # of this level, by number
    final: bool
    shift: int
    following: list[AutomatonState] = field(default_factory=list)
    _numbers: dict[AutomatonState, int] = field(default_factory=dict)
    _next_numbers: dict[tuple[int, int], int] = field(default_factory=dict)

    def read(self, number: int, value: int) -> int:
        """The number of the next state, or -1."""
        next_number = self._next_numbers.get((number, value))
        if next_number is None:
            state = self.automaton.step(self.level, self.states[number], value)
            if state is None:
                next_number = -1
            elif self.final:
                next_number = 0
            else:
                next_number = self._numbers.get(state, -1)
                if next_number < 0:  # a state that is met for the first time
                    next_number = self._numbers[state] = len(self.following)
                    self.following.append(state)
            self._next_numbers[number, value] = next_number
        return next_number


@dataclass(slots=True)
class _Step:
    """One group: what its values do to a state.

    ``opens``: the key of the clues that it opens. ``mask``: the slots of all its clues and rules. ``checks``:
    shift and mines that the clue's later groups can hold. ``moves_of_key``: the moves of each part of a key
    under the mask, filled in when first asked for.
    """

    values: list[_Move]
    opens: int
    mask: int
    checks: list[tuple[int, int]]
    readers: list[_LevelReader]
    slot_mask: int
    moves_of_key: dict[int, list[_Move]] = field(default_factory=dict)

    def moves(self, key: int) -> list[_Move]:
        """The values that the group can take in this state, so that every clue can still be met."""
        min_mines = 0
        max_mines = len(self.values) - 1
        for shift, room in self.checks:
            residual = key >> shift & self.slot_mask
            # So many mines are left to this clue, and its later groups have room for some of them.
            if residual < max_mines:
                max_mines = residual
            if residual - room > min_mines:
                min_mines = residual - room
        moves = self.values[min_mines : max_mines + 1]
        if self.readers:
            moves = self._with_rules(key, moves, min_mines)
        self.moves_of_key[key] = moves
        return moves

    def _with_rules(self, key: int, moves: list[_Move], min_mines: int) -> list[_Move]:
        """Those of the moves, of which the first has ``min_mines`` mines, that every rule allows."""
        allowed = []
        for mines, (change, shift, weight, tallied) in enumerate(moves, min_mines):
            for reader in self.readers:
                number = key >> reader.shift & _RULE_MASK
                following = reader.read(number, mines)
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
    bits = _coefficient_bits(component, chosen, budget, foresee)
    steps = _steps(component, chosen, bits)

    # Forward. Past some size only every n-th layer is kept; those between are computed again on the way back.
    stride = 1 if chosen.cost <= _KEEP_ALL_STATES else isqrt(len(steps))
    kept_layers: list[tuple[_Layer, int]] = []
    kept_bytes = states = 0
    for i, (layer, low) in enumerate(_forward(steps, bits, budget, foresee)):
        states += len(layer)
        if i % stride == 0 and i < len(steps):
            kept_layers.append((layer, low))
            kept_bytes += sum(map(getsizeof, layer.values())) + getsizeof(layer)
            if kept_bytes > _LAYER_BYTES:
                budget.exceeded(f"{_LAYER_BYTES >> 30} GiB of states")
    models = layer.get(0, 0)
    length = max(1, -(-models.bit_length() // bits))
    tallies: list[list[int]] = [[] for _ in steps]
    if not models:
        return ComponentCount(
            low, _coefficients(models, bits, length), tallies, chosen.width, states - 1
        )

    # Backward, a block of layers at a time: what can follow each state, and the mines of each group.
    continuations: _Layer = {0: 1}
    continuations_low = 0
    for start in reversed(range(0, len(steps), stride)):
        block = [kept_layers.pop()]
        for step in steps[start : start + stride - 1][: len(steps) - start - 1]:
            layer, surplus = _advance(block[-1][0], step, bits, budget)
            block.append((layer, block[-1][1] + surplus))
        while block:
            layer, layer_low = block.pop()
            i = start + len(block)
            continuations, tally, surplus = _retreat(continuations, layer, steps[i], bits, budget)
            shift = (layer_low + continuations_low - low) * bits
            tally = tally << shift if shift >= 0 else tally >> -shift
            tallies[chosen.order[i]] = _coefficients(tally, bits, length)
            continuations_low += surplus
            budget.check_time()
    return ComponentCount(
        low, _coefficients(models, bits, length), tallies, chosen.width, states - 1
    )


def _coefficient_bits(
    component: Component, chosen: EliminationOrder, budget: Budget, foresee: bool
) -> int:
    """Bits that a coefficient takes: where these are many, as many as the largest count has."""
    bits = component.bits
    if bits <= (_NARROW_BITS_OF_RULES if component.rules else _NARROW_BITS):
        return bits
    # Models whatever their mines: one small integer a state says how large the counts become.
    states_left = budget.states
    *_, (layer, _) = _forward(_steps(component, chosen, 0), 0, budget, foresee)
    budget.states = states_left
    return layer.get(0, 0).bit_length() + component.slack


class Forward:
    """The states of one component, all layers kept, to draw its layouts from, each equally likely;
    ``models[k]`` of them have ``low + k`` mines."""

    def __init__(self, component: Component, cols: int, budget: Budget) -> None:
        chosen = elimination_order(component, cols, budget)
        self._component = component
        self._bits = component.bits
        self._steps = list(zip(chosen.order, _steps(component, chosen, self._bits), strict=True))
        self._layers: list[tuple[_Layer, int]] = []
        # A state of a rule of the whole board is counted as four others: it costs more.
        state_cost = 4 if any(rule.whole_board for rule in component.rules) else 1
        budget.states /= state_cost
        self._layers += _forward(
            [step for _, step in self._steps], self._bits, budget, foresee=True
        )
        budget.states *= state_cost
        layer, self.low = self._layers[-1]
        models = layer.get(0, 0)
        self.models = _coefficients(
            models, self._bits, max(1, -(-models.bit_length() // self._bits))
        )
        self._before: dict[int, dict[int, list[tuple[int, int]]]] = {}

    def draw(self, mines: int, below: Callable[[int], int]) -> list[int]:
        """Mines of each group in one of the models with so many mines.

        ``below``: a random number less than its argument. Hidden quantities come out as 0.
        """
        values = [0] * len(self._steps)
        target = 0
        mask = (1 << self._bits) - 1
        for (group, step), (layer, low) in zip(
            reversed(self._steps), self._layers[-2::-1], strict=True
        ):
            # Each way into the state after the group, by how many models come through it.
            choices: list[tuple[int, int, int]] = []  # (models, mines of the group, state before)
            for key, value in layer.items():
                opened = key + step.opens
                for change, shift, weight, _ in step.moves_of_key.get(opened & step.mask, ()):
                    if opened + change == target:
                        group_mines = shift // self._bits
                        exponent = mines - group_mines - low
                        if exponent < 0:
                            continue
                        models = (value >> exponent * self._bits & mask) * weight
                        if models:
                            choices.append((models, group_mines, key))
            cumulated = list(accumulate(models for models, _, _ in choices))
            _, values[group], target = choices[bisect(cumulated, below(cumulated[-1]))]
            mines -= values[group]
        return values

    def each(self, mines: int) -> Iterator[list[int]]:
        """Mines of each group in every model with so many mines; one of several with other hidden quantities
        comes as often."""
        values = [0] * len(self._steps)
        yield from self._each_before(len(self._steps), 0, mines, values)

    def _each_before(
        self, level: int, target: int, mines: int, values: list[int]
    ) -> Iterator[list[int]]:
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
            predecessors: dict[int, list[tuple[int, int]]] = {}
            self._before[level] = predecessors
            for key in self._layers[level - 1][0]:
                opened = key + step.opens
                for change, shift, _, _ in step.moves_of_key.get(opened & step.mask, ()):
                    predecessors.setdefault(opened + change, []).append((shift // self._bits, key))
        return self._before[level]


def _steps(component: Component, chosen: EliminationOrder, bits: int) -> list[_Step]:
    """Per group in order: which slots its clues and rules take. ``bits``: of a coefficient."""
    clues = members(component, [groups for _, groups in component.constraints])
    group_capacities = [component.most_of(group) for group in range(len(component.groups))]
    room_left = [
        sum(group_capacities[group] for group in groups) for _, groups in component.constraints
    ]
    width = max([_SLOT_BITS, *(need.bit_length() for need, _ in component.constraints)])
    slot_mask = (1 << width) - 1
    slot_of_clue: dict[int, int] = {}
    vacant_slots: list[int] = []
    bits_used = 0
    readers: dict[int, list[_LevelReader]] = {}
    if component.rules:
        readers, bits_used = _readers(component, chosen)
    steps: list[_Step] = []
    for group in chosen.order:
        # A clue takes a slot of the key from its first group to its last; then another clue may have it.
        opens = key_of_mine = mask = 0
        checks = []
        for clue_number in clues[group]:
            if clue_number not in slot_of_clue:
                if not vacant_slots:
                    vacant_slots.append(bits_used)
                    bits_used += width
                slot_of_clue[clue_number] = vacant_slots.pop()
                opens += component.constraints[clue_number][0] << slot_of_clue[clue_number]
            room_left[clue_number] -= group_capacities[group]
            key_of_mine += 1 << slot_of_clue[clue_number]
            mask |= slot_mask << slot_of_clue[clue_number]
            checks.append((slot_of_clue[clue_number], room_left[clue_number]))
        for clue_number in clues[group]:
            if not room_left[clue_number]:
                vacant_slots.append(slot_of_clue[clue_number])
        group_readers = readers.get(group, [])
        for reader in group_readers:
            mask |= _RULE_MASK << reader.shift

        shift = 0 if group in component.uncounted else bits
        moves = []
        for mines, layouts, cells in component.values_of(group):
            moves.append((-mines * key_of_mine, mines * shift, layouts, cells))
        steps.append(_Step(moves, opens, mask, checks, group_readers, slot_mask))
    return steps


def _readers(
    component: Component, chosen: EliminationOrder
) -> tuple[dict[int, list[_LevelReader]], int]:
    """For each group the levels of the automata that read it, and the bits that these take in a key."""
    position = {group: i for i, group in enumerate(chosen.order)}
    readers: dict[int, list[_LevelReader]] = {}
    vacant_shifts: list[int] = []
    bits_used = 0
    # A heap of (position of its last group, its shift) of each open rule.
    ends: list[tuple[int, int]] = []
    rules = [(sorted(rule.groups, key=position.__getitem__), rule) for rule in component.rules]
    for order, rule in sorted(rules, key=lambda pair: position[pair[0][0]]):
        automaton = rule.automaton(order)
        if automaton.start is None:
            raise ContradictionError
        while ends and ends[0][0] < position[order[0]]:
            vacant_shifts.append(heappop(ends)[1])
        if not vacant_shifts:
            vacant_shifts.append(bits_used)
            bits_used += _RULE_BITS
        shift = vacant_shifts.pop()
        heappush(ends, (position[order[-1]], shift))
        states = [automaton.start]
        for level, group in enumerate(order):
            reader = _LevelReader(automaton, level, states, level == len(order) - 1, shift)
            readers.setdefault(group, []).append(reader)
            states = reader.following
    return readers, bits_used


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
    opens = step.opens
    mask = step.mask
    moves_of_key = step.moves_of_key
    following: _Layer = {}
    for number, (key, value) in enumerate(layer.items()):
        if not number & _CLOCK_MASK:
            budget.check_time()
        key += opens
        moves = moves_of_key.get(key & mask)
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
    continuations: _Layer, layer: _Layer, step: _Step, bits: int, budget: Budget
) -> tuple[_Layer, int, int]:
    """One group back: what can follow each state of ``layer``, the mines of the group, the shift."""
    opens = step.opens
    mask = step.mask
    moves_of_key = step.moves_of_key
    current: _Layer = {}
    tally = 0
    for number, (key, value) in enumerate(layer.items()):
        if not number & _CLOCK_MASK:
            budget.check_time()
        opened = key + opens
        moves = moves_of_key.get(opened & mask)
        if moves is None:
            moves = step.moves(opened & mask)
        total = mines = 0
        for change, shift, weight, tallied in moves:
            continuation = continuations.get(opened + change)
            if continuation is None:
                continue
            term = continuation << shift
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
    set_bits = 0
    for value in layer.values():
        set_bits |= value
    lowest_bit = (set_bits & -set_bits).bit_length() - 1
    surplus = lowest_bit // bits if set_bits else 0
    if not surplus:
        return layer, 0
    shift = surplus * bits
    return {key: value >> shift for key, value in layer.items()}, surplus


def _coefficients(packed: int, bits: int, length: int) -> list[int]:
    """The coefficients of a packed polynomial, the lowest first."""
    mask = (1 << bits) - 1
    if length <= 64:
        return [packed >> k * bits & mask for k in range(length)]
    # Shifting a long integer again and again is quadratic: halve it instead.
    half = length // 2
    low = packed & (1 << half * bits) - 1
    return _coefficients(low, bits, half) + _coefficients(
        packed >> half * bits, bits, length - half
    )
