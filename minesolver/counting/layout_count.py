"""How many layouts a large board has, from the models of its components: exactly, or bounds from floats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from functools import cached_property
from heapq import heapify, heappop, heapreplace
from math import comb, exp, factorial, gcd, inf, log, prod
from typing import Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

Polynomial = tuple[int, ...]  # coefficients by exponent, none of them below 0
Floats = npt.NDArray[np.float64]

_FREE_CELL: Polynomial = (1, 1)  # no mine or one

_UNIT = 2.0**-53  # share of a number that one rounding may lose
_NEGLIGIBLE = (
    2.0**-150
)  # what a coefficient at the ends may be at most to be left out, of a sum of 1/2 to 1
_UNDERFLOW = 2.0**-200  # more than the products of one multiplication that round to zero, together
_LEAST_TOTAL = 2.0**-60  # share of all weights below which floats do not tell
_GREATEST_ERROR = 1e-3
# Powers of a weight beyond these would leave products no room among the floats.
_LEAST_POWER, _GREATEST_POWER = 1e-250, 1e250

# Decimals as long and as large as it takes; what they lose themselves is far below `_DECIMAL_ERROR`.
_LONG_DECIMALS = Context(prec=50, Emax=MAX_EMAX, Emin=MIN_EMIN)
_DECIMAL_ERROR = Decimal("1e-17")  # share, with that of Stirling's series, see `_log_factorial`
_PI = Decimal("3.14159265358979323846264338327950288419716939937510")
_FIRST_BY_SERIES = 256  # from here on three terms of the series lose less than 1e-20

_GMP_BITS = 1 << 15  # of a factor from which GMP is faster, its conversions included


class _Factor(Protocol):
    """What :func:`_product` multiplies."""

    def __mul__(self, other: Self, /) -> Self: ...
    def __len__(self) -> int: ...


_FactorT = TypeVar("_FactorT", bound=_Factor)


@dataclass(frozen=True)
class LayoutCount:
    """How many layouts there are where components and free cells share the mines.

    components: Of each its fewest mines, and how many models have so many, one more, and so on
    free_cells: Unconstrained cells
    mines: In components and free cells together, or None: any number
    check_time: Called between two steps; it raises where the time is over
    """

    components: Sequence[tuple[int, Polynomial]]
    free_cells: int
    mines: int | None
    check_time: Callable[[], None] = lambda: None

    @cached_property
    def _mines_beyond(self) -> int:
        """The mines beyond the fewest of each component."""
        assert self.mines is not None
        return self.mines - sum(fewest_mines for fewest_mines, _ in self.components)

    @cached_property
    def _common_factor(self) -> int:
        """What the models of each component have in common, multiplied."""
        return prod(gcd(*models) for _, models in self.components)

    @cached_property
    def _all_polynomials(self) -> Counter[Polynomial]:
        """The models of the components without what they have in common, and how often each occurs."""
        primitive_polynomials: Counter[Polynomial] = Counter()
        for _, models in self.components:
            divisor = gcd(*models)
            primitive_polynomials[tuple(model // divisor for model in models)] += 1
        return primitive_polynomials

    @property
    def _polynomials(self) -> Counter[Polynomial]:
        """Those that have a say in where the mines are: 1 has none, and 1 + x is a free cell more."""
        return self._all_polynomials - Counter(
            {trivial: self._all_polynomials[trivial] for trivial in ((1,), _FREE_CELL)}
        )

    @property
    def _all_free_cells(self) -> int:
        return self.free_cells + self._all_polynomials[_FREE_CELL]

    def exact(self) -> int:
        """The number of layouts. Raises what ``check_time`` raises."""
        if self.mines is None:
            return prod(sum(models) for _, models in self.components) << self.free_cells
        factors = []
        for polynomial, multiplicity in self._polynomials.items():
            factors.append(_power(_ExactPolynomial(polynomial), multiplicity))
        coefficients = _product(factors, _ExactPolynomial((1,)), self.check_time).coefficients
        layouts = _sum_with_binomials(coefficients, self._all_free_cells, self._mines_beyond)
        return self._common_factor * layouts

    def bounds(self) -> tuple[Decimal, Decimal] | None:
        """Between which two numbers the number of layouts is; None where floats cannot tell.

        Counts are sums of products of numbers that are at least zero: a rounded operation loses a share of
        2**-53 at most, and a result no more such shares than there are operations on the longest way to it.
        These are counted, upwards, as is what is left out because it is too small to matter.
        """
        if self.mines is None:
            layouts = Decimal(self.exact())
            return layouts, layouts
        weight = _likely_weight(self._polynomials, self._all_free_cells, self._mines_beyond)
        factors = []
        for polynomial, multiplicity in self._polynomials.items():
            weighed = _FloatPolynomial.of(polynomial, weight)
            if weighed is None:
                return None
            factors.append(_power(weighed, multiplicity))
        one = _FloatPolynomial(np.ones(1), 0, 0, 0.0, 0.0)
        product = _product(factors, one, self.check_time)
        return self._joined(product, weight)

    def _joined(self, product: _FloatPolynomial, weight: float) -> tuple[Decimal, Decimal] | None:
        """The bounds, from the product of all components with a weight for each mine."""
        # The mines beyond the fewest that leave the free cells as many as they can hold.
        first = max(product.low, self._mines_beyond - self._all_free_cells, 0)
        stop = min(product.low + len(product), self._mines_beyond + 1)
        if first >= stop:
            return None
        values = product.values[first - product.low : stop - product.low]

        # What the free cells weigh with the others, relative to the likeliest number.
        anchor, free_weights = _free_weights(
            self._all_free_cells, self._mines_beyond, first, stop, weight
        )
        total = float((values * free_weights).sum())
        roundings = product.roundings + 4.0 * (stop - first) + 4
        if not total > _LEAST_TOTAL or roundings * _UNIT > _GREATEST_ERROR:
            return None

        # (1 + u)**n - 1 is at most 1.001 n u where n u is at most 1/1000.
        error = Decimal(1.001 * roundings * _UNIT + product.lost / total) + _DECIMAL_ERROR
        with localcontext(_LONG_DECIMALS):
            layouts = Decimal(total) * Decimal(2) ** product.exponent * Decimal(weight) ** -anchor
            layouts *= Decimal(self._common_factor)
            layouts *= _binomial(self._all_free_cells, self._mines_beyond - anchor)
            return layouts * (1 - error), layouts * (1 + error)


def _power(base: _FactorT, exponent: int) -> _FactorT:
    """A power of at least 1, by squaring."""
    if exponent == 1:
        return base
    half = _power(base, exponent // 2)
    square = half * half
    return square * base if exponent % 2 else square


def _product(
    factors: Iterable[_FactorT], one: _FactorT, check_time: Callable[[], None]
) -> _FactorT:
    """The product, always of the two shortest: so each of them is multiplied with its like."""
    queue = [(len(factor), number, factor) for number, factor in enumerate(factors)]
    heapify(queue)
    while len(queue) > 1:
        check_time()
        _, _, factor = heappop(queue)
        _, number, other_factor = queue[0]
        product = factor * other_factor
        heapreplace(queue, (len(product), number, product))
    return queue[0][2] if queue else one


@dataclass(frozen=True)
class _ExactPolynomial:
    """Integers by exponent."""

    coefficients: Sequence[int]

    def __len__(self) -> int:
        return len(self.coefficients)

    def __mul__(self, other: _ExactPolynomial) -> _ExactPolynomial:
        """By one product of two long integers, in which each coefficient has room (Kronecker 1882)."""
        longest = max(self.coefficients).bit_length() + max(other.coefficients).bit_length()
        width = (longest + min(len(self), len(other)).bit_length()) // 8 + 1
        packed_product = _times(self._packed(width), other._packed(width))
        length = len(self) + len(other) - 1
        octets = packed_product.to_bytes(width * length, "little")
        coefficients = []
        for start in range(0, width * length, width):
            coefficients.append(int.from_bytes(octets[start : start + width], "little"))
        return _ExactPolynomial(coefficients)

    def _packed(self, width: int) -> int:
        """All coefficients as one integer, so many bytes each."""
        packed = b"".join(
            coefficient.to_bytes(width, "little") for coefficient in self.coefficients
        )
        return int.from_bytes(packed, "little")


def _times(number: int, other: int) -> int:
    """A product, by GMP where that is installed and the factors are long: Python's takes n**1.58."""
    if min(number.bit_length(), other.bit_length()) < _GMP_BITS:
        return number * other
    try:
        from gmpy2 import mpz
    except ImportError:
        return number * other
    return int(mpz(number) * mpz(other))


def _sum_with_binomials(coefficients: Sequence[int], free_cells: int, mines: int) -> int:
    """The sum of ``coefficients[k] * C(free_cells, mines - k)``."""
    first = max(0, mines - free_cells)
    stop = min(len(coefficients), mines + 1)
    if first >= stop:
        return 0
    scaled_sum, _, denominator = _split_sum(coefficients, free_cells, mines, first, stop)
    return comb(free_cells, mines - first) * scaled_sum // denominator


def _split_sum(
    coefficients: Sequence[int], free_cells: int, mines: int, first: int, stop: int
) -> tuple[int, int, int]:
    """That sum from ``first`` to ``stop``, over the first binomial and times the denominator; numerator and
    denominator of what leads from the first binomial to that of ``stop``. By binary splitting: factors are of
    like lengths.
    """
    if stop - first == 1:
        numerator = mines - first
        denominator = free_cells - mines + first + 1
        return coefficients[first] * denominator, numerator, denominator
    middle = (first + stop) // 2
    left_sum, left_numerator, left_denominator = _split_sum(
        coefficients, free_cells, mines, first, middle
    )
    right_sum, right_numerator, right_denominator = _split_sum(
        coefficients, free_cells, mines, middle, stop
    )
    return (
        _times(left_sum, right_denominator) + _times(left_numerator, right_sum),
        _times(left_numerator, right_numerator),
        _times(left_denominator, right_denominator),
    )


@dataclass(frozen=True)
class _FloatPolynomial:
    """``values[k] * 2**exponent`` is about the coefficient of ``x**(low + k)``; the values sum to 1/2 to 1.

    roundings: On the longest way to a value
    lost: Share of the sum of all that may have been left out
    """

    values: Floats
    low: int
    exponent: int
    roundings: float
    lost: float

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def of(cls, polynomial: Polynomial, weight: float) -> _FloatPolynomial | None:
        """With a weight for each x; None where floats are too short for its powers."""
        scale = max(polynomial).bit_length()
        values = np.array([coefficient / (1 << scale) for coefficient in polynomial])
        powers = np.multiply.accumulate(np.array([1.0] + [weight] * (len(values) - 1)))
        if not _LEAST_POWER < powers.min() <= powers.max() < _GREATEST_POWER:
            return None
        return cls(values * powers, 0, scale, len(values) + 1.0, 0.0)._normal()

    def __mul__(self, other: _FloatPolynomial) -> _FloatPolynomial:
        return _FloatPolynomial(
            np.convolve(self.values, other.values),
            self.low + other.low,
            self.exponent + other.exponent,
            self.roundings + other.roundings + 1 + min(len(self), len(other)),
            self.lost + other.lost,
        )._normal()

    def _normal(self) -> _FloatPolynomial:
        """The same, scaled by a power of two, without the ends that do not matter."""
        _, exponent = np.frexp(self.values.sum())
        values = np.ldexp(self.values, -exponent)
        first, last = np.flatnonzero(values > _NEGLIGIBLE)[[0, -1]].tolist()
        left_out = len(values) - (last - first + 1)
        return _FloatPolynomial(
            values[first : last + 1],
            self.low + first,
            self.exponent + int(exponent),
            self.roundings,
            self.lost + 2 * left_out * _NEGLIGIBLE + _UNDERFLOW,
        )


def _likely_weight(polynomials: Counter[Polynomial], free_cells: int, mines: int) -> float:
    """The weight of a mine under which as many are expected as there are: then these have great weights.

    Any weight gives the same bounds, as long as floats have room.
    """
    longest = max(map(len, polynomials), default=1)
    logs = np.full((len(polynomials), longest), -inf)
    for row, polynomial in enumerate(polynomials):
        logs[row, : len(polynomial)] = [log(count) if count else -inf for count in polynomial]
    multiplicities = np.array(list(polynomials.values()))
    exponents = np.arange(longest)

    # By bisection: more weight, more mines. Beyond these limits there is a mine in every cell, or in none.
    low, high = -40.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        expected = free_cells / (1 + exp(-middle))
        if polynomials:
            terms = logs + middle * exponents
            terms = np.exp(terms - terms.max(axis=1, keepdims=True))
            means = (terms * exponents).sum(axis=1) / terms.sum(axis=1)
            expected += float(means @ multiplicities)
        if expected < mines:
            low = middle
        else:
            high = middle
    return exp(low)


def _free_weights(
    free_cells: int, mines: int, first: int, stop: int, weight: float
) -> tuple[int, Floats]:
    """The ways to lay ``mines - k`` mines in the free cells, over ``weight**k``, for k from ``first`` to
    ``stop``; relative to the greatest, which is that of the k that is returned before.
    """
    k = np.arange(first, stop - 1, dtype=float)
    ratios = (mines - k) / ((free_cells - mines + k + 1) * weight)  # from each to the next
    falling = np.flatnonzero(ratios <= 1)
    anchor = int(falling[0]) if len(falling) else stop - 1 - first
    weights = np.ones(stop - first)
    weights[anchor + 1 :] = np.multiply.accumulate(ratios[anchor:])
    weights[:anchor] = np.multiply.accumulate(1 / ratios[:anchor][::-1])[::-1]
    return first + anchor, weights


def _binomial(number: int, chosen: int) -> Decimal:
    """C(number, chosen), rounded: see ``_DECIMAL_ERROR``."""
    logarithm = _log_factorial(number) - _log_factorial(chosen) - _log_factorial(number - chosen)
    return logarithm.exp()


def _log_factorial(number: int) -> Decimal:
    """The logarithm of a factorial, by Stirling's series; what follows a term is less than the next term."""
    if number < _FIRST_BY_SERIES:
        return Decimal(factorial(number)).ln()
    n = Decimal(number)
    series = 1 / (12 * n) - 1 / (360 * n**3) + 1 / (1260 * n**5)
    return n * n.ln() - n + (2 * _PI * n).ln() / 2 + series
