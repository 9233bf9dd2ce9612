"""Joining components and unconstrained cells by the number of mines, with exact integers.

An engine gives, for each component, how many models have k mines and how many mines its groups hold in them.
The components are joined by a product tree: up for the products, down for what all the others weigh, so that
no component is multiplied with "all the others" one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from .problem import ContradictionError, Problem


@dataclass(frozen=True, slots=True)
class ComponentCount:
    """The solutions (models) of one component by their number of mines.

    low: The least number of mines
    models: ``models[k]``: how many models have ``low + k`` mines
    tallies: ``tallies[g][k]``: mines that group g holds, summed over those models
    width, states: What counting took; 0 where the engine has no such notion
    """

    low: int
    models: Sequence[int]
    tallies: Sequence[Sequence[int]]
    width: int = 0
    states: int = 0


@dataclass(frozen=True, slots=True)
class Marginals:
    """Exact counts for a whole board.

    groups: ``groups[c][g]``: expected mines in group g of component c, as (numerator, denominator), not
        reduced
    free: The same for all unconstrained cells together
    """

    solutions: int
    groups: tuple[tuple[tuple[int, int], ...], ...]
    free: tuple[int, int]


def join(problem: Problem, counts: Sequence[ComponentCount]) -> Marginals:
    """Weigh the components' models by each other and by the unconstrained cells.

    Raises ContradictionError: no layout is left.
    """
    if any(not any(count.models) for count in counts):
        raise ContradictionError
    if problem.remaining is None:
        return _independent(problem, counts)
    return _with_total(problem, counts, problem.remaining)


def _independent(problem: Problem, counts: Sequence[ComponentCount]) -> Marginals:
    """Without a mine count components say nothing about each other: a mine has the odds of the density."""
    density = problem.density or Fraction(1, 2)
    odds_of_mine = density.numerator
    odds_of_none = density.denominator - density.numerator
    solutions = 2 ** len(problem.free)
    groups = []
    for component, count in zip(problem.components, counts, strict=True):
        cells = component.most
        weights = []
        for mines in range(count.low, count.low + len(count.models)):
            weights.append(odds_of_mine**mines * odds_of_none ** (cells - mines))
        total = _dot(count.models, weights)
        solutions *= sum(count.models)
        groups.append(tuple((_dot(tally, weights), total) for tally in count.tallies))
    return Marginals(
        solutions, tuple(groups), (len(problem.free) * density.numerator, density.denominator)
    )


def _with_total(problem: Problem, counts: Sequence[ComponentCount], remaining: int) -> Marginals:
    """A model weighs as many layouts as the other components and the unconstrained cells have with it."""
    mines_to_place = remaining - sum(count.low for count in counts)
    tree = _product_tree([list(count.models) for count in counts])
    joint_models = tree[-1][0]
    free_layouts = _binomials(len(problem.free), mines_to_place, len(joint_models))
    solutions = _dot(joint_models, free_layouts)
    if not solutions:
        raise ContradictionError

    groups = []
    # Not strict: without components the tree is [1].
    for count, weights in zip(counts, _weights_below(tree, free_layouts), strict=False):
        groups.append(tuple((_dot(tally, weights), solutions) for tally in count.tallies))

    free_mines = 0
    for mines, (models, layouts) in enumerate(zip(joint_models, free_layouts, strict=True)):
        free_mines += models * layouts * (mines_to_place - mines)
    return Marginals(solutions, tuple(groups), (free_mines, solutions))


def _binomials(cells: int, mines: int, length: int) -> list[int]:
    """C(cells, mines - k) for k in range(length)."""
    binomials = [0] * length
    first_k = max(0, mines - cells)
    value = comb(cells, mines - first_k) if first_k <= mines else 0
    for k in range(first_k, min(length, mines + 1)):
        binomials[k] = value
        value = value * (mines - k) // (cells - mines + k + 1)
    return binomials


def _product_tree(leaves: list[list[int]]) -> list[list[list[int]]]:
    """Levels of pairwise products; the first is the leaves, the last a single polynomial."""
    levels = [leaves or [[1]]]
    while len(levels[-1]) > 1:
        factors = levels[-1]
        products = [multiply(factors[i], factors[i + 1]) for i in range(0, len(factors) - 1, 2)]
        if len(factors) % 2:
            products.append(factors[-1])
        levels.append(products)
    return levels


def _weights_below(tree: list[list[list[int]]], root_weights: list[int]) -> list[list[int]]:
    """For each leaf: what everything else weighs when the leaf has k mines."""
    weights = [root_weights]
    for level in reversed(tree[:-1]):
        child_weights = []
        for i, polynomial in enumerate(level):
            parent_weights = weights[i // 2]
            sibling = i ^ 1
            if sibling < len(level):
                child_weights.append(correlate(parent_weights, level[sibling], len(polynomial)))
            else:
                child_weights.append(parent_weights)
        weights = child_weights
    return weights


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True) if x)


def multiply(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Product of two polynomials with non-negative coefficients."""
    if len(a) * len(b) <= 256:
        product = [0] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b):
                    product[i + j] += x * y
        return product
    # Kronecker substitution: one product of big integers beats the double loop.
    bits = max(a).bit_length() + max(b).bit_length() + min(len(a), len(b)).bit_length()
    size = bits // 8 + 1
    return unpack(pack(a, size) * pack(b, size), size, len(a) + len(b) - 1)


def correlate(weight: Sequence[int], polynomial: Sequence[int], length: int) -> list[int]:
    """sum_j polynomial[j] * weight[k + j] for k in range(length); weight is long enough."""
    if length * len(polynomial) <= 256:
        return [
            sum(p * weight[k + j] for j, p in enumerate(polynomial) if p) for k in range(length)
        ]
    shifted = multiply(weight, polynomial[::-1])
    return shifted[len(polynomial) - 1 : len(polynomial) - 1 + length]


def pack(coefficients: Sequence[int], size: int) -> int:
    """Coefficients into one integer, ``size`` bytes each, the lowest first."""
    return int.from_bytes(b"".join(c.to_bytes(size, "little") for c in coefficients), "little")


def unpack(packed: int, size: int, length: int) -> list[int]:
    """The inverse of :func:`pack`."""
    data = packed.to_bytes(size * length, "little")
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, size * length, size)]
