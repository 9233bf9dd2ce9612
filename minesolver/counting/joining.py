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

_SHORT_PRODUCT = (
    256  # products of coefficients up to which a double loop is faster than big integers
)


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
    for count in counts:
        if not any(count.models):
            raise ContradictionError
    if problem.remaining is None:
        return _independent(problem, counts)
    return _with_total(problem, counts, problem.remaining)


def _independent(problem: Problem, counts: Sequence[ComponentCount]) -> Marginals:
    """Without a mine count components say nothing about each other: a mine has the odds of the density."""
    density = problem.density or Fraction(1, 2)
    odds_of_mine = density.numerator
    odds_of_none = density.denominator - density.numerator
    free_count = len(problem.free)
    solutions = 2**free_count
    groups = []
    for component, count in zip(problem.components, counts, strict=True):
        cells = component.most
        weights = []
        # A model weighs the product of the odds of its cells.
        for mines in range(count.low, count.low + len(count.models)):
            mine_odds = odds_of_mine**mines
            safe_odds = odds_of_none ** (cells - mines)
            weights.append(mine_odds * safe_odds)
        groups.append(_expected_mines(count, weights, _dot(count.models, weights)))
        solutions *= sum(count.models)

    free_mines = free_count * density.numerator
    return Marginals(
        solutions,
        tuple(groups),
        (free_mines, density.denominator),
    )


def _with_total(problem: Problem, counts: Sequence[ComponentCount], remaining: int) -> Marginals:
    """A model weighs as many layouts as the other components and the unconstrained cells have with it."""
    # Every model has at least its component's least number of mines: only what is above it is counted.
    mines_to_place = remaining - sum(count.low for count in counts)
    leaves = [list(count.models) for count in counts]
    tree = _product_tree(leaves)
    joint_models = tree[-1][0]
    free_layouts = _binomials(
        len(problem.free),
        mines_to_place,
        len(joint_models),
    )
    solutions = _dot(joint_models, free_layouts)
    if not solutions:
        raise ContradictionError

    groups = []
    weights_of_counts = _weights_below(tree, free_layouts)
    # Not strict: without components the tree is [1].
    for count, weights in zip(counts, weights_of_counts, strict=False):
        groups.append(_expected_mines(count, weights, solutions))

    # What the components do not hold is in the unconstrained cells.
    free_mines = 0
    pairs = zip(joint_models, free_layouts, strict=True)
    for component_mines, (models, layouts) in enumerate(pairs):
        mines_outside = mines_to_place - component_mines
        free_mines += models * layouts * mines_outside
    return Marginals(
        solutions,
        tuple(groups),
        (free_mines, solutions),
    )


def _expected_mines(
    count: ComponentCount, weights: Sequence[int], total_weight: int
) -> tuple[tuple[int, int], ...]:
    """The expected mines in each group of a component, as (numerator, denominator)."""
    fractions = []
    for tally in count.tallies:
        weighted_mines = _dot(tally, weights)
        fractions.append((weighted_mines, total_weight))
    return tuple(fractions)


def _binomials(cells: int, mines: int, length: int) -> list[int]:
    """C(cells, mines - k) for k in range(length)."""
    binomials = [0] * length
    # Below this k there are more mines than cells.
    first_k = max(0, mines - cells)
    if first_k > mines:
        return binomials
    end_k = min(length, mines + 1)

    # C(n, m - 1) is C(n, m) * m / (n - m + 1), without a remainder.
    binomial = comb(cells, mines - first_k)
    for k in range(first_k, end_k):
        binomials[k] = binomial
        mines_placed = mines - k
        cells_empty = cells - mines_placed
        binomial = binomial * mines_placed // (cells_empty + 1)
    return binomials


def _product_tree(leaves: list[list[int]]) -> list[list[list[int]]]:
    """Levels of pairwise products; the first is the leaves, the last a single polynomial."""
    levels = [leaves or [[1]]]
    while len(levels[-1]) > 1:
        factors = levels[-1]
        products = []
        for i in range(0, len(factors) - 1, 2):
            left_factor = factors[i]
            right_factor = factors[i + 1]
            products.append(multiply(left_factor, right_factor))
        # One without a sibling goes up as it is.
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
            # What all others weigh for a node is what they weigh for its parent, and its sibling.
            if sibling < len(level):
                length = len(polynomial)
                node_weights = correlate(parent_weights, level[sibling], length)
            else:
                node_weights = parent_weights
            child_weights.append(node_weights)
        weights = child_weights
    return weights


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    total = 0
    for x, y in zip(a, b, strict=True):
        if x:
            total += x * y
    return total


def multiply(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Product of two polynomials with non-negative coefficients."""
    length = len(a) + len(b) - 1
    if len(a) * len(b) <= _SHORT_PRODUCT:
        product = [0] * length
        for i, x in enumerate(a):
            if not x:
                continue
            for j, y in enumerate(b):
                product[i + j] += x * y
        return product

    # Kronecker substitution: one product of big integers beats the double loop. A coefficient of the product
    # is a sum of as many terms as the shorter factor has.
    term_bits = max(a).bit_length() + max(b).bit_length()
    term_count = min(len(a), len(b))
    bits = term_bits + term_count.bit_length()
    size = bits // 8 + 1
    packed_product = pack(a, size) * pack(b, size)
    return unpack(packed_product, size, length)


def correlate(weight: Sequence[int], polynomial: Sequence[int], length: int) -> list[int]:
    """sum_j polynomial[j] * weight[k + j] for k in range(length); weight is long enough."""
    if length * len(polynomial) <= _SHORT_PRODUCT:
        sums = []
        for k in range(length):
            total = 0
            for j, coefficient in enumerate(polynomial):
                if coefficient:
                    total += coefficient * weight[k + j]
            sums.append(total)
        return sums

    # The product with the reversed polynomial has the same sums, that many places higher.
    reversed_polynomial = polynomial[::-1]
    shifted = multiply(weight, reversed_polynomial)
    shift = len(polynomial) - 1
    return shifted[shift : shift + length]


def pack(coefficients: Sequence[int], size: int) -> int:
    """Coefficients into one integer, ``size`` bytes each, the lowest first."""
    pieces = []
    for coefficient in coefficients:
        pieces.append(coefficient.to_bytes(size, "little"))
    data = b"".join(pieces)
    return int.from_bytes(data, "little")


def unpack(packed: int, size: int, length: int) -> list[int]:
    """The inverse of :func:`pack`."""
    byte_count = size * length
    data = packed.to_bytes(byte_count, "little")
    coefficients = []
    for start in range(0, byte_count, size):
        piece = data[start : start + size]
        coefficients.append(int.from_bytes(piece, "little"))
    return coefficients
