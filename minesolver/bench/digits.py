"""Numbers for people: as many digits as their interval supports, and per cent."""

from math import floor, isfinite, log10

_MOST_DECIMALS = 8


def decimals_of(half_width: float) -> int | None:
    """How many decimals a value has whose interval is so wide to each side; None where that says nothing.

    The half-width is shown with one digit, with two where the first is a 1: 0.94 -> 1, 1.4 -> 1, 12 -> 0.
    """
    if not (isfinite(half_width) and half_width > 0):
        return None
    power = floor(log10(half_width))
    leading = half_width / 10**power
    decimals = 1 - power if leading < 2 else -power
    return min(_MOST_DECIMALS, max(0, decimals))


def plain(value: float, digits: int = 3) -> str:
    """A number in so many significant digits, without an exponent."""
    if value == 0:
        return "0"
    decimals = digits - 1 - floor(log10(abs(value)))
    return _rounded(value, min(_MOST_DECIMALS, max(0, decimals)))


def with_interval(value: float, low: float | None, high: float | None) -> str:
    """``40.1 (39.2 to 41.1)``; the value alone where there is no interval."""
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return plain(value)
    decimals = decimals_of((high - low) / 2)
    if decimals is None:
        return plain(value)
    value_text, low_text, high_text = (_rounded(number, decimals) for number in (value, low, high))
    return f"{value_text} ({low_text} to {high_text})"


def _rounded(value: float, decimals: int) -> str:
    text = f"{value:,.{decimals}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text
