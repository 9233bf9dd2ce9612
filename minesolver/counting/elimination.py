"""Exact counting by variable elimination, in plain Python integers.

The groups of a component are summed out one by one. A state is the residual of each open clue, 4 bits a clue
in one integer key; its value is the polynomial in the number of mines, packed into one big integer with
coefficient k at bit k * B: one more mine is a shift, merging equal states an addition, joining a product.
A backward pass over the stored layers gives the mines that each group holds. This is bucket elimination on a
path decomposition (R. Dechter, Artificial Intelligence 113, 1999) with counting polynomials as values.
"""

from __future__ import annotations

from math import comb, isqrt
from sys import getsizeof

from ..limits import Budget
from .joining import ComponentCount
from .ordering import Plan, clues_of_groups, plan
from .problem import Component

_BYTES = 1 << 30  # limit on what the kept layers may hold
_KEEP_ALL = 1_000_000  # predicted states up to which all layers are kept
_LOOK = 1023  # states, a power of two less one, between two looks at the clock
_SLOT = 4  # bits a residual: a clue is at most 8

_Layer = dict[int, int]
"""Packed polynomial of each state."""
_Step = tuple[int, int, int, int, tuple[tuple[int, int], ...]]
"""Of one group: size, key of the clues it opens, mask of its clues' slots, one mine's key, (shift, room)."""


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """Models of one component by their number of mines, with the mines of each group."""
    chosen = plan(component, cols)
    steps = _steps(component, chosen)
    bits = _coefficient_bits(component, steps, budget)
    # Past some size only every n-th layer is kept, and those between are computed again on the way back.
    stride = 1 if chosen.cost <= _KEEP_ALL else isqrt(len(steps))
    kept: list[tuple[_Layer, int]] = []
    layer: _Layer = {0: 1}
    low = held = states = 0
    for i, step in enumerate(steps):
        if i % stride == 0:
            kept.append((layer, low))
            held += sum(map(getsizeof, layer.values())) + getsizeof(layer)
            if held > _BYTES:
                budget.exceeded(f"{_BYTES >> 30} GiB of states")
        layer, surplus = _advance(layer, step, bits, budget)
        low += surplus
        states += len(layer)
        budget.check_time()
        budget.spend_states(len(layer))
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
    return ComponentCount(low, _coefficients(models, bits, length), tallies, chosen.width, states)


def _steps(component: Component, chosen: Plan) -> list[_Step]:
    """Per group in order: which slots its clues take, and how many cells each clue still has after it."""
    clues = clues_of_groups(component)
    left = [sum(len(component.groups[g]) for g in groups) for _, groups in component.constraints]
    slot: dict[int, int] = {}
    vacant: list[int] = []
    used = 0
    steps: list[_Step] = []
    for g in chosen.order:
        size = len(component.groups[g])
        opens = mine = mask = 0
        checks = []
        for k in clues[g]:
            if k not in slot:
                if not vacant:
                    vacant.append(_SLOT * used)
                    used += 1
                slot[k] = vacant.pop()
                opens += component.constraints[k][0] << slot[k]
            left[k] -= size
            mine += 1 << slot[k]
            mask |= 15 << slot[k]
            checks.append((slot[k], left[k]))
        for k in clues[g]:
            if not left[k]:
                vacant.append(slot[k])
        steps.append((size, opens, mask, mine, tuple(checks)))
    return steps


def _choices(key: int, step: _Step) -> range:
    """Mine counts that the group can take in this state, so that every clue can still be met."""
    size, _, _, _, checks = step
    least, most = 0, size
    for shift, room in checks:
        residual = key >> shift & 15
        if residual < most:
            most = residual
        if residual - room > least:
            least = residual - room
    return range(least, most + 1)


def _coefficient_bits(component: Component, steps: list[_Step], budget: Budget) -> int:
    """Bits that hold any coefficient: mines of a group over all models, at most 8 times the models."""
    if component.cells <= 48:
        return component.cells + 4
    layer = {0: 1}
    for step in steps:
        budget.check_time()
        size, opens, mask, mine, _ = step
        following: dict[int, int] = {}
        known: dict[int, range] = {}
        for number, (key, value) in enumerate(layer.items()):
            if not number & _LOOK:
                budget.check_time()
            key += opens
            choices = known.get(key & mask)
            if choices is None:
                choices = known[key & mask] = _choices(key, step)
            for x in choices:
                target = key - x * mine
                following[target] = following.get(target, 0) + value * comb(size, x)
        layer = following
        if len(layer) > budget.states:
            budget.exceeded("states")
    return max(1, layer.get(0, 0)).bit_length() + 4


def _advance(layer: _Layer, step: _Step, bits: int, budget: Budget) -> tuple[_Layer, int]:
    """The layer after one more group, and by how many mines its polynomials were shifted down."""
    size, opens, mask, mine, _ = step
    weights = [comb(size, x) for x in range(size + 1)]
    following: _Layer = {}
    known: dict[int, range] = {}
    for number, (key, value) in enumerate(layer.items()):
        if not number & _LOOK:
            budget.check_time()
        key += opens
        choices = known.get(key & mask)
        if choices is None:
            choices = known[key & mask] = _choices(key, step)
        for x in choices:
            target = key - x * mine
            term = value << x * bits
            if weights[x] != 1:
                term *= weights[x]
            if target in following:
                following[target] += term
            else:
                following[target] = term
    return _shortened(following, bits)


def _retreat(
    behind: _Layer, layer: _Layer, step: _Step, bits: int, budget: Budget
) -> tuple[_Layer, int, int]:
    """One group back: what can follow each state of ``layer``, the mines of the group, the shift."""
    size, opens, mask, mine, _ = step
    weights = [comb(size, x) for x in range(size + 1)]
    current: _Layer = {}
    known: dict[int, range] = {}
    tally = 0
    for number, (key, value) in enumerate(layer.items()):
        if not number & _LOOK:
            budget.check_time()
        opened = key + opens
        choices = known.get(opened & mask)
        if choices is None:
            choices = known[opened & mask] = _choices(opened, step)
        total = mines = 0
        for x in choices:
            rest = behind.get(opened - x * mine)
            if rest is None:
                continue
            term = rest << x * bits
            if weights[x] != 1:
                term *= weights[x]
            total += term
            mines += x * term
        if total:
            current[key] = total
            if mines:
                tally += value * mines
    shortened, surplus = _shortened(current, bits)
    return shortened, tally, surplus


def _shortened(layer: _Layer, bits: int) -> tuple[_Layer, int]:
    """Mines that every state has anyway carry no information: keep the polynomials short."""
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
