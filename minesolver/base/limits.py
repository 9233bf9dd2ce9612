"""How much an engine may spend before it must say that it cannot finish, and bounds of numbers in texts."""

from __future__ import annotations

import json
import math
import operator
import sys
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from time import perf_counter
from typing import Any

from .errors import (
    ArgumentError,
    ArgumentTypeError,
    BoardFormatError,
    EngineLimitError,
    check_type,
    quoted,
)


@dataclass(frozen=True)
class Limit:
    """Bounds on one analysis; ``None`` leaves the engine's own default. Wherever a limit is taken, a plain
    number is so many seconds.

    >>> import minesolver as ms
    >>> ms.analyze(ms.Board.hidden(16, 30, 99), limit=ms.Limit(seconds=2)).is_exact
    True

    seconds: Wall-clock time
    states: States that counting may store
    solutions: Solutions that an enumerating engine may list
    """

    seconds: float | None = None
    states: int | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "states", "solutions"):
            value: Any = getattr(self, name)
            if value is None:
                continue
            is_number = isinstance(value, Real) and not isinstance(value, bool)
            if not is_number:
                raise ArgumentTypeError(f"a limit of {name} is a number, not {quoted(value)}")
            if not value > 0:
                raise ArgumentError(f"a limit of {name} must be positive, not {quoted(value)}")
            if value > sys.float_info.max and value != math.inf:  # which is without limit
                raise ArgumentError(
                    f"a limit of {name} must be below 1.8e308: None is without limit"
                )

    @classmethod
    def of(cls, limit: Limit | float | None) -> Limit:
        """The limit that a user gave; ``None`` is no limit."""
        if limit is None:
            return NO_LIMIT
        return limit if isinstance(limit, Limit) else cls(seconds=limit)

    def after(self, seconds: float) -> Limit:
        """What is left after so many seconds: a millisecond at least, so that it is a limit."""
        check_type(seconds, Real, "a time is a number of seconds")
        if self.seconds is None:
            return self
        return replace(self, seconds=max(1e-3, self.seconds - seconds))


NO_LIMIT = Limit()
"""Each engine's own defaults."""


class Countdown:
    """A :class:`Limit` that several analyses share, one after the other.

    worker: What they are done for, as errors name it
    """

    def __init__(self, limit: Limit | float | None, worker: str) -> None:
        self._limit = Limit.of(limit)
        self._worker = worker
        self._began = perf_counter()

    def left(self) -> Limit:
        """What the next of them may take. Raises EngineLimitError: nothing is left."""
        limit = self._limit
        if limit.seconds is None:
            return limit
        seconds_left = limit.seconds - (perf_counter() - self._began)
        if seconds_left <= 0:
            raise self.exceeded()
        return replace(limit, seconds=seconds_left)

    def exceeded(self) -> EngineLimitError:
        """The error where the time is over."""
        return EngineLimitError(
            f"{self._worker} stopped at its limit ({self._limit.seconds:g} s); no answer is given"
        )


class Budget:
    """A :class:`Limit` being spent by one analysis of an engine, whose own limits stand where it has none."""

    def __init__(
        self, limit: Limit, engine: str, *, states: float = math.inf, solutions: float = math.inf
    ) -> None:
        self.engine = engine
        self.started = perf_counter()
        self.seconds = math.inf if limit.seconds is None else limit.seconds
        self.states = states if limit.states is None else limit.states
        self.solutions = solutions if limit.solutions is None else limit.solutions

    @property
    def elapsed(self) -> float:
        """Seconds since the analysis began."""
        return perf_counter() - self.started

    @property
    def remaining(self) -> float:
        """Seconds left; at least a millisecond, so that it can be handed to a solver."""
        return max(1e-3, self.seconds - self.elapsed)

    def check_time(self) -> None:
        """Check that there is time left. Raises EngineLimitError: there is none."""
        if self.elapsed > self.seconds:
            self.exceeded(f"{self.seconds:g} s")

    def spend_states(self, states: int) -> None:
        """Count states that were stored. Raises EngineLimitError: they are more than the limit."""
        self.states -= states
        if self.states < 0:
            self.exceeded("states")

    def spend_solution(self) -> None:
        """Count one solution that was listed. Raises EngineLimitError: there are more than the limit."""
        self.solutions -= 1
        if self.solutions < 0:
            self.exceeded("solutions")

    def exceeded(self, exhausted: str) -> None:
        """End the analysis. Raises EngineLimitError: always. ``exhausted``: what ran out, in words."""
        raise limit_exceeded(self.engine, exhausted)


def limit_exceeded(engine: str, exhausted: str) -> EngineLimitError:
    """The error of an engine that stops at a limit."""
    return EngineLimitError(
        f"engine {engine!r} stopped at its limit ({exhausted}); no answer is given"
    )


_NUMBER_BITS = (
    4096  # of a whole number that a caller gives: a seed may be long, and messages have it
)
_NUMBER_LENGTH = 18  # digits of a whole number in a text: no board has more cells than that


def whole(digits: str, line: int | None = None) -> int:
    """The number that these digits say. Raises :class:`BoardFormatError` where no board can have it."""
    if len(digits) > _NUMBER_LENGTH:
        raise BoardFormatError(
            f"{quoted(digits)} is too large for a board", line=line, symbol=digits[:_NUMBER_LENGTH]
        )
    return int(digits)


def whole_number(number: Any, name: str) -> int:
    """What a caller of the library gave, as an integer of Python's: NumPy's overflow, and JSON has none.

    name: What the number is, for the message
    Raises ArgumentTypeError: it is no whole number; ArgumentError: Python cannot write it.
    """
    try:
        index = int(operator.index(number))
    except TypeError:
        raise ArgumentTypeError(f"{name} is a whole number, not {quoted(number)}") from None
    if index.bit_length() > _NUMBER_BITS:
        raise ArgumentError(f"{name} has thousands of digits")
    return index


def whole_numbers(numbers: Any, name: str) -> tuple[int, ...]:
    """The same of several; ``name``: what each is. Raises as :func:`whole_number`."""
    try:
        listed_numbers = tuple(numbers)
    except TypeError:
        raise ArgumentTypeError(f"{name}: a list of numbers, not {quoted(numbers)}") from None
    return tuple(whole_number(number, name) for number in listed_numbers)


def real_number(number: Any, name: str) -> float:
    """What a caller of the library gave, as a finite number.

    name: What the number is, for the message
    Raises ArgumentTypeError: it is no number; ArgumentError: it is infinite, none, or too large for a float.
    """
    if not isinstance(number, Real) or isinstance(number, bool):
        raise ArgumentTypeError(f"{name} is a number, not {quoted(number)}")
    try:
        value = float(number)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise ArgumentError(f"{name} is a finite number, not {quoted(number)}")
    return value


def decimal_text(number: int | Fraction) -> str:
    """A number as ``str`` writes it, however long: of integers Python refuses more than 4300 digits."""
    return _ratio_text(*number.as_integer_ratio())


def quotient_text(numerator: int, denominator: int) -> str:
    """The same of a quotient that may not be in lowest terms; the denominator is above 0."""
    divisor = math.gcd(numerator, denominator)
    return _ratio_text(numerator // divisor, denominator // divisor)


def _ratio_text(numerator: int, denominator: int) -> str:
    if denominator == 1:
        return _digits(numerator)
    return f"{_digits(numerator)}/{_digits(denominator)}"


def _digits(number: int) -> str:
    try:
        return str(number)
    except ValueError:  # thousands of them
        return f"{Decimal(number):f}"


_DECODER = json.JSONDecoder(parse_int=whole)


def json_value(text: str | bytes) -> Any:
    """The value that a JSON text says; like :func:`json.loads`, with the limit of :func:`whole`."""
    if isinstance(text, str) and not text.startswith("\ufeff"):
        return _DECODER.decode(text)
    return json.loads(text, parse_int=whole)
