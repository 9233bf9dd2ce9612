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
from operator import itemgetter
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
            state_before = self.states[number]
            state = self.automaton.step(self.level, state_before, value)
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
        for mine_count, move in enumerate(moves, min_mines):
            change, shift, weight, tallied = move
            for reader in self.readers:
                number = key >> reader.shift & _RULE_MASK
                next_number = reader.read(number, mine_count)
                if next_number < 0:
                    break
                change += (next_number - number) << reader.shift
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
    keeps_all = chosen.cost <= _KEEP_ALL_STATES
    stride = 1 if keeps_all else isqrt(len(steps))
    kept_layers: list[tuple[_Layer, int]] = []
    kept_bytes = 0
    state_count = 0
    for i, (layer, low) in enumerate(_forward(steps, bits, budget, foresee)):
        state_count += len(layer)
        if i % stride == 0 and i < len(steps):
            kept_layers.append((layer, low))
            kept_bytes += _bytes_of(layer)
            if kept_bytes > _LAYER_BYTES:
                limit_gib = _LAYER_BYTES >> 30
                budget.exceeded(f"{limit_gib} GiB of states")

    # After the last group no clue is open: the one state left, 0, holds all models.
    packed_models = layer.get(0, 0)
    length = _length(packed_models, bits)
    tallies: list[list[int]] = [[] for _ in steps]  # filled in on the way back
    component_count = ComponentCount(
        low,
        _coefficients(packed_models, bits, length),
        tallies,
        chosen.width,
        state_count - 1,
    )
    if not packed_models:
        return component_count

    # Backward, a block of layers at a time: what can follow each state, and the mines of each group.
    continuations: _Layer = {0: 1}
    continuations_low = 0
    for block_start in reversed(range(0, len(steps), stride)):
        block = _block(kept_layers.pop(), steps, block_start, stride, bits, budget)
        while block:
            layer, layer_low = block.pop()
            i = block_start + len(block)
            continuations, tally, surplus = _retreat(
                continuations,
                layer,
                steps[i],
                bits,
                budget,
            )

            # What both sides were shifted down by may differ from what the models were.
            tally_low = layer_low + continuations_low
            shift = (tally_low - low) * bits
            if shift >= 0:
                tally <<= shift
            else:
                tally >>= -shift
            group = chosen.order[i]
            tallies[group] = _coefficients(tally, bits, length)
            continuations_low += surplus
            budget.check_time()
    return component_count


def _bytes_of(layer: _Layer) -> int:
    """What a layer holds in memory, without its keys."""
    value_bytes = sum(map(getsizeof, layer.values()))
    return getsizeof(layer) + value_bytes


def _block(
    kept_layer: tuple[_Layer, int],
    steps: list[_Step],
    block_start: int,
    stride: int,
    bits: int,
    budget: Budget,
) -> list[tuple[_Layer, int]]:
    """A layer that was kept, and those after it that were not, computed again."""
    block = [kept_layer]
    layer, low = kept_layer
    # The layer after the last group is not needed on the way back.
    block_end = min(block_start + stride, len(steps))
    for step in steps[block_start : block_end - 1]:
        layer, surplus = _advance(layer, step, bits, budget)
        low += surplus
        block.append((layer, low))
    return block


def _coefficient_bits(
    component: Component, chosen: EliminationOrder, budget: Budget, foresee: bool
) -> int:
    """Bits that a coefficient takes: where these are many, as many as the largest count has."""
    bits = component.bits
    narrow_bits = _NARROW_BITS_OF_RULES if component.rules else _NARROW_BITS
    if bits <= narrow_bits:
        return bits
    # Models whatever their mines: one small integer a state says how large the counts become.
    states_before = budget.states
    steps = _steps(component, chosen, 0)
    for layer, _ in _forward(steps, 0, budget, foresee):
        last_layer = layer
    budget.states = states_before
    model_count = last_layer.get(0, 0)
    return model_count.bit_length() + component.slack


class Forward:
    """The states of one component, all layers kept, to draw its layouts from, each equally likely;
    ``models[k]`` of them have ``low + k`` mines."""

    def __init__(self, component: Component, cols: int, budget: Budget) -> None:
        chosen = elimination_order(component, cols, budget)
        bits = component.bits
        steps = _steps(component, chosen, bits)
        self._component = component
        self._bits = bits
        self._steps = list(zip(chosen.order, steps, strict=True))

        # A state of a rule of the whole board is counted as four others: it costs more.
        has_board_rule = any(rule.whole_board for rule in component.rules)
        state_cost = 4 if has_board_rule else 1
        budget.states /= state_cost
        self._layers = list(_forward(steps, bits, budget, foresee=True))
        budget.states *= state_cost

        # After the last group no clue is open: the one state left, 0, holds all models.
        last_layer, self.low = self._layers[-1]
        packed_models = last_layer.get(0, 0)
        length = _length(packed_models, bits)
        self.models = _coefficients(packed_models, bits, length)
        self._before: dict[int, dict[int, list[tuple[int, int]]]] = {}

    def draw(self, mines: int, below: Callable[[int], int]) -> list[int]:
        """Mines of each group in one of the models with so many mines.

        ``below``: a random number less than its argument. Hidden quantities come out as 0.
        """
        values = [0] * len(self._steps)
        target = 0
        for level in reversed(range(len(self._steps))):
            group, step = self._steps[level]
            layer, low = self._layers[level]
            # Each way into the state after the group, by how many models come through it.
            choices: list[tuple[int, int]] = []  # (mines of the group, state before)
            model_counts: list[int] = []
            for key, packed in layer.items():
                opened = key + step.opens
                moves = step.moves_of_key.get(opened & step.mask, ())
                for change, shift, weight, _ in moves:
                    if opened + change != target:
                        continue
                    group_mines = shift // self._bits
                    exponent = mines - group_mines - low
                    model_count = self._coefficient(packed, exponent) * weight
                    if model_count:
                        choices.append((group_mines, key))
                        model_counts.append(model_count)

            # One of them, as likely as it has models.
            cumulated = list(accumulate(model_counts))
            drawn_model = below(cumulated[-1])
            choice = bisect(cumulated, drawn_model)
            group_mines, target = choices[choice]
            values[group] = group_mines
            mines -= group_mines
        return values

    def _coefficient(self, packed: int, exponent: int) -> int:
        """How many models of a packed polynomial have so many mines."""
        if exponent < 0:
            return 0
        mask = (1 << self._bits) - 1
        return packed >> exponent * self._bits & mask

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
        predecessors = self._predecessors(level)
        for group_mines, key in predecessors.get(target, ()):
            # Only states that some model with the mines that are left comes through.
            mines_before = mines - group_mines
            if self._coefficient(layer[key], mines_before - low):
                values[group] = group_mines
                yield from self._each_before(level - 1, key, mines_before, values)
        values[group] = 0

    def _predecessors(self, level: int) -> dict[int, list[tuple[int, int]]]:
        """By state of a layer: (mines of the group before it, state of the layer before that)."""
        if level in self._before:
            return self._before[level]
        _, step = self._steps[level - 1]
        layer, _ = self._layers[level - 1]
        predecessors: dict[int, list[tuple[int, int]]] = {}
        for key in layer:
            opened = key + step.opens
            moves = step.moves_of_key.get(opened & step.mask, ())
            for change, shift, _, _ in moves:
                target = opened + change
                group_mines = shift // self._bits
                predecessors.setdefault(target, []).append((group_mines, key))
        self._before[level] = predecessors
        return predecessors


def _steps(component: Component, chosen: EliminationOrder, bits: int) -> list[_Step]:
    """Per group in order: which slots its clues and rules take. ``bits``: of a coefficient."""
    group_count = len(component.groups)
    group_capacities = [component.most_of(group) for group in range(group_count)]
    mines_needed = []
    groups_of_clue = []
    room_left = []  # mines that the groups of each clue that are still to come can hold
    for need, groups in component.constraints:
        mines_needed.append(need)
        groups_of_clue.append(groups)
        room_left.append(sum(group_capacities[group] for group in groups))
    clues = members(component, groups_of_clue)

    # All slots are as wide as the largest clue.
    largest_need = max(mines_needed, default=0)
    width = max(_SLOT_BITS, largest_need.bit_length())
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
        opens = 0
        key_of_mine = 0
        mask = 0
        checks = []
        for clue_number in clues[group]:
            if clue_number not in slot_of_clue:
                if not vacant_slots:
                    vacant_slots.append(bits_used)
                    bits_used += width
                slot_of_clue[clue_number] = vacant_slots.pop()
                opens += mines_needed[clue_number] << slot_of_clue[clue_number]
            room_left[clue_number] -= group_capacities[group]
            slot = slot_of_clue[clue_number]
            key_of_mine += 1 << slot
            mask |= slot_mask << slot
            checks.append((slot, room_left[clue_number]))
        for clue_number in clues[group]:
            if not room_left[clue_number]:
                vacant_slots.append(slot_of_clue[clue_number])
        group_readers = readers.get(group, [])
        for reader in group_readers:
            mask |= _RULE_MASK << reader.shift

        shift = 0 if group in component.uncounted else bits
        moves = []
        for mine_count, layouts, mine_cells in component.values_of(group):
            key_change = -mine_count * key_of_mine
            moves.append((key_change, mine_count * shift, layouts, mine_cells))
        step = _Step(moves, opens, mask, checks, group_readers, slot_mask)
        steps.append(step)
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
    rules = []
    for rule in component.rules:
        reading_order = sorted(rule.groups, key=position.__getitem__)
        first_position = position[reading_order[0]]
        rules.append((first_position, reading_order, rule))
    rules.sort(key=itemgetter(0))
    for first_position, reading_order, rule in rules:
        automaton = rule.automaton(reading_order)
        if automaton.start is None:
            raise ContradictionError

        # The bits of a rule that is read to its end are free for another.
        while ends and ends[0][0] < first_position:
            _, free_shift = heappop(ends)
            vacant_shifts.append(free_shift)
        if not vacant_shifts:
            vacant_shifts.append(bits_used)
            bits_used += _RULE_BITS
        shift = vacant_shifts.pop()
        last_position = position[reading_order[-1]]
        heappush(ends, (last_position, shift))

        # A reader fills in the states of the next one.
        states = [automaton.start]
        last_level = len(reading_order) - 1
        for level, group in enumerate(reading_order):
            is_last = level == last_level
            reader = _LevelReader(automaton, level, states, is_last, shift)
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
        layers_to_come = len(steps) - number
        expected_states = len(layer) * layers_to_come
        if foresee and expected_states > 2 * budget.states:
            budget.exceeded("states")
        yield layer, low


def _advance(layer: _Layer, step: _Step, bits: int, budget: Budget) -> tuple[_Layer, int]:
    """The layer after one more group, and by how many mines its polynomials were shifted down."""
    opens = step.opens
    mask = step.mask
    moves_of_key = step.moves_of_key
    following: _Layer = {}
    for number, (key, packed) in enumerate(layer.items()):
        if not number & _CLOCK_MASK:
            budget.check_time()
        opened = key + opens
        masked_key = opened & mask
        moves = moves_of_key.get(masked_key)
        if moves is None:
            moves = step.moves(masked_key)
        for change, shift, weight, _ in moves:
            target = opened + change
            term = packed << shift
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
    for number, (key, packed) in enumerate(layer.items()):
        if not number & _CLOCK_MASK:
            budget.check_time()
        opened = key + opens
        masked_key = opened & mask
        moves = moves_of_key.get(masked_key)
        if moves is None:
            moves = step.moves(masked_key)

        # A weight is often 1: a product with it is not worth its time.
        total = 0
        mines = 0
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
                tally += packed * mines
    shortened, surplus = _shortened(current, bits)
    return shortened, tally, surplus


def _shortened(layer: _Layer, bits: int) -> tuple[_Layer, int]:
    """Mines that every state has anyway carry no information: keep the polynomials short."""
    if not bits:
        return layer, 0
    set_bits = 0
    for packed in layer.values():
        set_bits |= packed
    if not set_bits:
        return layer, 0
    lowest_set = set_bits & -set_bits
    zero_bits = lowest_set.bit_length() - 1
    surplus = zero_bits // bits
    if not surplus:
        return layer, 0
    shift = surplus * bits
    shortened = {key: packed >> shift for key, packed in layer.items()}
    return shortened, surplus


def _length(packed: int, bits: int) -> int:
    """How many coefficients a packed polynomial has, at least one."""
    whole_coefficients, bits_over = divmod(packed.bit_length(), bits)
    if bits_over:
        whole_coefficients += 1
    return max(1, whole_coefficients)


def _coefficients(packed: int, bits: int, length: int) -> list[int]:
    """The coefficients of a packed polynomial, the lowest first."""
    mask = (1 << bits) - 1
    if length <= 64:
        return [packed >> k * bits & mask for k in range(length)]
    # Shifting a long integer again and again is quadratic: halve it instead.
    half_length = length // 2
    half_bits = half_length * bits
    low_half = packed & (1 << half_bits) - 1
    high_half = packed >> half_bits
    low_coefficients = _coefficients(low_half, bits, half_length)
    high_coefficients = _coefficients(high_half, bits, length - half_length)
    return low_coefficients + high_coefficients
