"""What the signs of a board stand for: each way to read them, with its cost.

Signs are looked at, and never a clue's neighbours: what a sign means does not hang on whether a layout fits.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from string import ascii_uppercase
from typing import NamedTuple

from .table import CLUES, COSTS, COVERED, HIDDEN, MINE, ROLE_COSTS, SAFE, TABLE, ZERO

Roles = Mapping[str, str]
"""The role of each sign that is no clue."""

_LAYOUT_MINES = frozenset(TABLE["layout"]["mine"])
_LAYOUT_SAFE = frozenset(TABLE["layout"]["safe"])
_SHOWN_MINES = frozenset(TABLE["shown_mines"])
_CANONICAL = frozenset("#*")
_DOTS = frozenset(".·∙⋅・･")
_MOST_COMBINATIONS = 4096
_FEWEST_NAMES = 4
"""Capital letters, one a cell, that are the names of hidden cells whatever each may mean elsewhere."""
_LIKE_DIGITS = frozenset("lIiOoSsZzB")
"""Letters that are read, or typed, for digits."""
_OFTEN_HIDDEN = 0.5
"""Up to which cost a sign is often a hidden cell, whatever else stands beside it."""
_USUAL = 0.3
"""Up to which cost a sign is usually a hidden cell: for a board on which nothing else stands."""


class RoleReading(NamedTuple):
    """What the signs of a text stand for, and what it costs to read them so.

    format_name: The known format whose marks the text has; empty: none
    """

    cost: float
    roles: Roles
    is_layout: bool = False
    format_name: str = ""


class SignCounts(NamedTuple):
    """The signs of all boards of a text.

    single_letters: Capitals that stand in one cell each
    repeated_letters: Other capitals, and small letters that no table knows, of several cells
    most_frequent: The sign of more than half of the cells; None: there is none
    """

    signs: frozenset[str]
    single_letters: frozenset[str]
    repeated_letters: frozenset[str] = frozenset()
    has_size: bool = False
    most_frequent: str | None = None


def unknown_sign(counts: SignCounts, stated_roles: Roles) -> str | None:
    """The first sign of which nobody knows what it may stand for; None: all may stand for something."""
    for sign in sorted(counts.signs):
        if sign in CLUES or sign in stated_roles:
            continue
        if not _options(sign, counts.signs, stated_roles):
            return sign
        # Among the names of single cells one that stands in two is a slip.
        is_repeated = sign in counts.repeated_letters and sign not in ROLE_COSTS
        if is_repeated and len(counts.single_letters) > 1:
            return sign
    return None


def read_signs(counts: SignCounts, stated_roles: Roles) -> list[RoleReading]:
    """The ways to read the signs, the cheapest first; none where a sign is known to nobody.

    stated_roles: What the text or the caller says of signs, which wins
    """
    stated_roles = {sign: role for sign, role in stated_roles.items() if sign in counts.signs}
    if unknown_sign(counts, stated_roles) is not None:
        return []
    signs = sorted(counts.signs - CLUES)
    clues = counts.signs & CLUES
    if SAFE in stated_roles.values():
        safe_roles = {sign: stated_roles.get(sign, SAFE) for sign in [*signs, *sorted(clues)]}
        return [RoleReading(0, safe_roles, is_layout=True)]

    # A format is known by marks that only it has; then its signs mean what they mean there.
    format_reading = _read_as_format(signs, stated_roles, counts.has_size)
    if format_reading is not None:
        return [format_reading]
    if signs == ["*"] and not clues and not stated_roles:
        return [RoleReading(0, {"*": MINE}), RoleReading(0, {"*": HIDDEN})]
    # Cells with names of their own are hidden, whatever the clues are.
    is_figure = clues == {"0"} and set(signs) <= names_of_cells(counts, stated_roles)
    has_covered = COVERED in signs
    if (
        not stated_roles
        and not has_covered
        and not is_figure
        and clues <= {"0"}
        and not set(signs) <= _CANONICAL | {"-1", "10"}
    ):
        return _read_without_clues(signs, clues)
    if not signs and "1" in clues and clues <= {"0", "1"}:
        return [RoleReading(0, {}), RoleReading(0, {"0": SAFE, "1": MINE}, is_layout=True)]

    readings = []
    for roles in _combinations(counts, signs, stated_roles):
        cost = _cost_of(roles, counts, clues, stated_roles)
        readings.append(RoleReading(round(cost, 3), roles))
    readings.sort(key=lambda reading: reading.cost)
    # Of more signs than anybody tells apart there are no readings.
    return _with_rivals_of_zero(readings, has_zero="0" in clues) if readings else []


def _with_rivals_of_zero(readings: list[RoleReading], *, has_zero: bool) -> list[RoleReading]:
    """The readings, each likely one as dear as another that has a sign more for zeros: one slip tells which.

    has_zero: Whether zeros are 0
    """
    dearest_of_tie = readings[0].cost + COSTS["tie"]
    likely = [reading for reading in readings if reading.cost <= dearest_of_tie]
    others = [reading for reading in readings if reading.cost > dearest_of_tie]
    for first in likely:
        for number, other in enumerate(others):
            if _has_rival_zero(first, other, has_zero=has_zero):
                others[number] = other._replace(cost=first.cost)
                break
    return sorted([*likely, *others], key=lambda reading: reading.cost)


def _has_rival_zero(first: RoleReading, other: RoleReading, *, has_zero: bool) -> bool:
    """Whether of two readings with hidden cells and zeros one has a sign more for zeros: a sign beside the
    hidden one, or what mostly is a zero beside a blank that is one.

    has_zero: Whether zeros are 0
    """
    for reading in (first, other):
        roles = {*reading.roles.values(), ZERO} if has_zero else {*reading.roles.values()}
        if not roles.issuperset((HIDDEN, ZERO)):
            return False
    changed = [sign for sign, role in first.roles.items() if other.roles[sign] != role]
    if len(changed) == 1:
        return {first.roles[changed[0]], other.roles[changed[0]]} == {HIDDEN, ZERO}
    # A sign that is rarely hidden is rather a mine than the only one that is.
    is_usual_hidden = any(
        role == HIDDEN and ROLE_COSTS.get(sign, {}).get(HIDDEN, 1) <= _OFTEN_HIDDEN
        for sign, role in other.roles.items()
    )
    if not is_usual_hidden:
        return False
    usual_zeros = [sign for sign in first.roles if ROLE_COSTS.get(sign, {}).get(ZERO) == 0]
    are_zeros, are_rival_zeros = (
        [reading.roles[sign] == ZERO for sign in usual_zeros] for reading in (first, other)
    )
    return first.roles.get("") == ZERO and not all(are_zeros) and all(are_rival_zeros)


def names_of_cells(counts: SignCounts, stated_roles: Roles) -> frozenset[str]:
    """Signs that are no more than the names of hidden cells, as in figures: A, B, C, D."""
    unknown_letters = {sign for sign in counts.signs if _is_letter(sign) and sign not in ROLE_COSTS}
    # A letter of several cells names none; the only one may be the sign of hidden cells.
    names = (
        unknown_letters - counts.repeated_letters if len(unknown_letters) > 1 else unknown_letters
    )
    are_first_letters = "".join(sorted(counts.single_letters)) in ascii_uppercase
    has_first_letters = {"A", "B"} <= counts.single_letters and are_first_letters
    are_names = len(counts.single_letters) >= _FEWEST_NAMES or has_first_letters
    if are_names and not counts.repeated_letters:
        names |= counts.single_letters
    return frozenset(names - stated_roles.keys())


def _is_letter(sign: str) -> bool:
    return len(sign) == 1 and sign.isascii() and sign.isalpha()


def _is_number(sign: str) -> bool:
    return sign.removeprefix("-").isdecimal()


def _is_large_number(sign: str) -> bool:
    """Whether a sign is a number from 9 on."""
    return sign.isdecimal() and sign not in CLUES


def _options(sign: str, signs: Collection[str], stated_roles: Roles) -> dict[str, float]:
    """The roles that one sign may have, with their costs."""
    if sign in stated_roles:
        return {stated_roles[sign]: 0}
    # Numbers such as 9 stand for a mine in arrays; beside other signs they are a slip.
    if _is_large_number(sign) and any(_is_symbol(other) for other in signs):
        return {}
    if sign in ROLE_COSTS:
        return ROLE_COSTS[sign]
    return {HIDDEN: COSTS["unknown_letter"]} if _is_letter(sign) else {}


def _is_symbol(sign: str) -> bool:
    """Whether a sign is one character and no digit."""
    return len(sign) == 1 and not sign.isdecimal() and sign != "?"


def _combinations(counts: SignCounts, signs: list[str], stated_roles: Roles) -> Iterator[Roles]:
    """Each choice of a role for every sign."""
    names = names_of_cells(counts, stated_roles)
    has_other_hidden = any(
        HIDDEN in _options(sign, counts.signs, stated_roles) for sign in signs if sign not in names
    )
    options: list[tuple[str, ...]] = []
    combination_count = 1
    for sign in signs:
        roles = tuple(_options(sign, counts.signs, stated_roles))
        if sign in names:
            # One letter beside signs that are hidden may mark a mine as well.
            is_doubtful = len(names) == 1 and has_other_hidden
            roles = (HIDDEN, MINE) if is_doubtful else (HIDDEN,)
        options.append(roles)
        combination_count *= len(roles)
    if combination_count > _MOST_COMBINATIONS:
        return
    for choice in product(*options):
        yield dict(zip(signs, choice, strict=True))


def _cost_of(
    roles: Roles, counts: SignCounts, clues: Collection[str], stated_roles: Roles
) -> float:
    """What it costs to read the signs so: the sum of what each costs, and of what they are together."""
    names = names_of_cells(counts, stated_roles)
    sign_costs: dict[str, float] = {}
    for sign, role in roles.items():
        if sign in names:
            sign_costs[sign] = _cost_of_name(sign, counts, names)
        else:
            sign_costs[sign] = _options(sign, counts.signs, stated_roles)[role]

    # Some pairs mean something else than their signs alone.
    cost = sum(sign_costs.values())
    for pair in TABLE["together"]:
        first, second = pair["signs"]
        if first not in roles or second not in roles or {first, second} & {*names, *stated_roles}:
            continue
        cost -= sign_costs[first] + sign_costs[second]
        cost += _cost_of_pair(pair, [roles[first], roles[second]])

    # One sign is hidden cells, one is mines, one is zeros: a second one is less usual.
    unnamed_hidden = [
        sign
        for sign, role in roles.items()
        if role == HIDDEN and sign not in names and sign not in stated_roles and sign != COVERED
    ]
    second_hidden = max(0, len(unnamed_hidden) - 1)
    has_stated_hidden = any(stated_roles.get(sign) == HIDDEN for sign in roles)
    has_named_hidden = len(names) > 1 and any(roles[name] == HIDDEN for name in names)
    if unnamed_hidden and (has_named_hidden or has_stated_hidden):
        second_hidden += 1
    if unnamed_hidden and len(names) > 1 and names <= _LIKE_DIGITS:
        cost += COSTS["question"]
    mine_count = sum(role == MINE for sign, role in roles.items() if sign not in names)
    zero_count = list(roles.values()).count(ZERO)
    cost += COSTS["second_hidden_sign"] * second_hidden
    cost += COSTS["second_mine_sign"] * max(0, mine_count - 1)
    # A blank beside another zero may be no cell.
    cost_of_zero = COSTS["question" if roles.get("") == ZERO else "second_zero_sign"]
    cost += cost_of_zero * max(0, zero_count - 1)
    if zero_count and "0" in clues:
        cost += cost_of_zero

    # What most cells are is rarely a known mine.
    most_frequent = counts.most_frequent
    if most_frequent is not None and _is_number(most_frequent) and roles.get(most_frequent) == MINE:
        cost += COSTS["mine_of_most"]

    # A board on which nothing is left to open is rarely asked about, and never one of mines alone.
    if HIDDEN not in roles.values():
        cost += 0 if clues else COSTS["question"]
        might_be_hidden = {
            role
            for sign, role in roles.items()
            if HIDDEN in _options(sign, counts.signs, stated_roles)
        }
        has_shown_mine = any(role == MINE and sign in _SHOWN_MINES for sign, role in roles.items())
        if ZERO in might_be_hidden and not has_shown_mine:
            cost += COSTS["nothing_hidden"]
        elif might_be_hidden:
            cost += COSTS["only_mines"]
    return cost


def _cost_of_name(sign: str, counts: SignCounts, names: Collection[str]) -> float:
    is_one_of_several = len(names) > 1 or sign in counts.single_letters
    return 0 if is_one_of_several else COSTS["unknown_letter"]


def _cost_of_pair(pair: dict[str, list[dict[str, object]]], roles: list[str]) -> float:
    for reading in pair["readings"]:
        if reading["roles"] == roles:
            return float(str(reading["cost"]))
    return COSTS["unnamed_pair"]


def _read_as_format(signs: list[str], stated_roles: Roles, has_size: bool) -> RoleReading | None:
    """The roles that a known format gives its signs, where all of a set of its marks are there."""
    if stated_roles:
        return None
    for known_format in TABLE["formats"]:
        format_signs: dict[str, str] = known_format["signs"]
        if known_format.get("needs_size") and not has_size:
            continue
        if not set(signs) <= format_signs.keys():
            continue
        if any(set(marks) <= set(signs) for marks in known_format["marks"]):
            roles = {sign: format_signs[sign] for sign in signs}
            return RoleReading(0, roles, format_name=known_format["name"])
    return None


def _read_without_clues(signs: list[str], clues: Collection[str]) -> list[RoleReading]:
    """A text without a digit from 1 to 8: hidden cells alone, or a whole layout; else a question."""
    if len(signs) == 1 and not clues:
        sign = signs[0]
        roles = ROLE_COSTS.get(sign, {HIDDEN: COSTS["unknown_letter"]} if _is_letter(sign) else {})
        if HIDDEN not in roles:
            return []
        is_usual = roles[HIDDEN] < _USUAL or sign in _DOTS
        doubt = COSTS["question"] if sign else 2 * COSTS["question"]  # blanks may be anything
        return [RoleReading(0 if is_usual else doubt, {sign: HIDDEN})]

    cells = [*signs, *sorted(clues)]
    mines = [sign for sign in cells if sign in _LAYOUT_MINES]
    safe = [sign for sign in cells if sign in _LAYOUT_SAFE]
    if len(cells) == 2 and len(mines) == 1 and len(safe) == 1 and not clues:
        # A blank may be no cell at all.
        cost = 0 if safe[0] else COSTS["second_zero_sign"]
        return [_layout(mines[0], cells)._replace(cost=cost)]
    known = [sign for sign in cells if sign in ROLE_COSTS or sign in clues]
    if len(known) < len(cells) or len(cells) > 3:
        return []

    # What the signs would be on a board is a reading too; of layouts the usual mine is first.
    ordered = sorted(signs, key=lambda sign: (sign not in _LAYOUT_MINES, sign in _LAYOUT_SAFE))
    readings = [_layout(sign, cells) for sign in ordered[:2]]
    usual = {sign: min(ROLE_COSTS[sign], key=ROLE_COSTS[sign].__getitem__) for sign in signs}
    if HIDDEN in usual.values():
        readings.insert(0, RoleReading(0, usual))
    return readings


def _layout(mine_sign: str, signs: list[str]) -> RoleReading:
    roles = {sign: MINE if sign == mine_sign else SAFE for sign in signs}
    return RoleReading(0, roles, is_layout=True)
