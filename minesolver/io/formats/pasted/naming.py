"""What the signs of a board stand for: by the table, or by trying what the exact counter finds consistent.

Each sign that is no clue is hidden, an opened cell without a mine around it, or a known mine. All ways to
give the signs of a text these roles are tried; what the clues rule out at sight goes first, what is left is
asked of the exact counter. Of the consistent readings in which no 0 touches a hidden cell (else of all of
them), the one with most roles is taken, then the one that is usual.
"""

from collections.abc import Callable
from typing import NamedTuple

from .table import BESIDE, CHOICES, LAYOUT_MINES, LAYOUT_SAFE

HIDDEN_CODE, MINE_CODE = -1, 10
CLUES = ["0", "1", "2", "3", "4", "5", "6", "7", "8"]
ROLE_WORDS = {"h": "hidden", "0": "0", "m": "a mine"}
_ANY_ROLE = "h0m"
_MAX_ASSIGNMENTS = 3**7
"""Ways to give roles that are tried: seven signs of which nothing is known."""
_MAX_QUESTIONS = 24
"""Readings of one text that are put to the exact counter."""

LayoutProver = Callable[[list[list[int]], "int | None"], "list[tuple[int, int]] | None"]
"""Asked of a board, its codes by rows and its mine count: the cells that are proved mines, (row, column);
``None``: it has no layout of mines."""


class Assignment(NamedTuple):
    """Roles of the signs of a text, and how good a reading that is.

    roles: Of each sign: ``h``, ``0`` or ``m``
    distinct: How many different roles there are
    cost: How far from usual
    strict: Whether no 0 touches a hidden cell
    """

    roles: dict[str, str]
    distinct: int
    cost: int
    strict: bool


class Naming(NamedTuple):
    """The roles that signs have; or several readings that remain; or none.

    roles: The reading that was taken; empty where there is none
    readings: What remains: one where roles are given, several to choose from, or none
    is_strict: Whether no 0 touches a hidden cell
    """

    roles: dict[str, str]
    readings: list[dict[str, str]]
    is_strict: bool = False


class Neighbours(NamedTuple):
    """What lies around the clues and around each sign, by sign: all that a reading is checked with at sight.

    clues: The different (clue, how many of each sign are around it)
    touching: For each sign, those around it
    zeros: The signs around clues of 0
    counts: How many cells each sign has
    """

    clues: list[tuple[int, dict[str, int]]]
    touching: dict[str, list[str]]
    zeros: list[str]
    counts: dict[str, int]


def neighbours_of(rows: list[list[str]]) -> Neighbours:
    """What lies around each clue and each sign of a board."""
    clues: dict[str, tuple[int, dict[str, int]]] = {}
    touching: dict[str, dict[str, bool]] = {}
    zeros: dict[str, bool] = {}
    counts: dict[str, int] = {}
    # Boards of thousands of cells have few different neighbourhoods: each is kept once.
    height, width = len(rows), len(rows[0])
    for row_number in range(height):
        for column_number in range(width):
            sign = rows[row_number][column_number]
            counts[sign] = counts.get(sign, 0) + 1
            sign_counts: dict[str, int] = {}  # of the cells around this one
            for block_row in rows[max(0, row_number - 1) : row_number + 2]:
                for neighbour_sign in block_row[max(0, column_number - 1) : column_number + 2]:
                    sign_counts[neighbour_sign] = sign_counts.get(neighbour_sign, 0) + 1
            sign_counts[sign] -= 1

            # Of a clue only what is no clue matters, since that alone can have a role.
            if sign in CLUES:
                unnamed = {
                    neighbour_sign: number
                    for neighbour_sign, number in sign_counts.items()
                    if neighbour_sign not in CLUES and number
                }
                clue_key = sign + repr(sorted(unnamed.items()))
                clues[clue_key] = (int(sign), unnamed)
                if sign == "0":
                    for neighbour_sign in unnamed:
                        zeros[neighbour_sign] = True
            else:
                touching_this = touching.setdefault(sign, {})
                for neighbour_sign, number in sign_counts.items():
                    if number:
                        touching_this[neighbour_sign] = True
    return Neighbours(
        list(clues.values()),
        {sign: list(neighbour_signs) for sign, neighbour_signs in touching.items()},
        list(zeros),
        counts,
    )


def choices_of(sign: str) -> str:
    """The roles that a sign may have, the usual first; any, where the table does not know it."""
    return CHOICES.get(sign, _ANY_ROLE)


def _choices_among(signs: list[str]) -> dict[str, str]:
    """What the known ones of the signs of a board may be: some mean something else beside another."""
    choices = {sign: CHOICES[sign] for sign in signs if sign in CHOICES}
    for sign, other_sign, roles in BESIDE:
        if sign in choices and other_sign in choices:
            choices[sign] = roles
    return choices


def assignments_of(neighbours: Neighbours, said_roles: dict[str, str]) -> list[Assignment]:
    """All ways to give roles to the signs that the clues do not rule out at sight, the best first.

    said_roles: Roles that were said
    """
    signs = [sign for sign in neighbours.counts if sign not in CLUES or sign in said_roles]
    choices = _choices_among(signs)
    possible_roles = _possible_roles(signs, choices, said_roles)

    # All combinations, sign by sign.
    combinations: list[dict[str, str]] = [{}]
    for sign, sign_roles in possible_roles.items():
        longer_combinations = []
        for roles_before in combinations:
            for role in sign_roles:
                longer_combinations.append({**roles_before, sign: role})
        combinations = longer_combinations[:_MAX_ASSIGNMENTS]

    # Without those that the clues rule out at sight.
    assignments = []
    for roles in combinations:
        if not _fits(neighbours, roles):
            continue
        distinct_roles = set(roles.values())
        if "0" in neighbours.counts:
            distinct_roles.add("0")
        cost = 0
        for sign, role in roles.items():
            if sign in choices and sign not in said_roles:
                cost += choices[sign].index(role)
        is_strict = _is_strict(neighbours, roles)
        assignments.append(Assignment(roles, len(distinct_roles), cost, is_strict))
    assignments.sort(key=_goodness)
    return assignments


def _possible_roles(
    signs: list[str], choices: dict[str, str], said_roles: dict[str, str]
) -> dict[str, str]:
    """The roles of each sign that are tried: the one that was said, else what the table has, else any."""
    has_hidden = any(choices.get(sign) == "h" for sign in signs)
    possible_roles: dict[str, str] = {}
    combination_count = 1
    for sign in signs:
        roles = said_roles[sign] if sign in said_roles else choices.get(sign, _ANY_ROLE)
        if sign == "" and has_hidden and len(roles) > 1:
            roles = roles.replace("h", "")  # where # is hidden, a blank is not
        possible_roles[sign] = roles
        combination_count *= len(roles)
    if combination_count <= _MAX_ASSIGNMENTS:
        return possible_roles
    # Of too many combinations the table alone decides about what it knows.
    for sign in signs:
        if sign in said_roles:
            possible_roles[sign] = said_roles[sign]
        elif sign in choices:
            possible_roles[sign] = choices[sign][0]
        else:
            possible_roles[sign] = _ANY_ROLE
    return possible_roles


def _goodness(assignment: Assignment) -> tuple[bool, int, int]:
    """What readings are sorted by, the best first."""
    return not assignment.strict, -assignment.distinct, assignment.cost


def _fits(neighbours: Neighbours, roles: dict[str, str]) -> bool:
    """Whether each clue has at most as many mines around it as it says, and enough with the hidden cells."""
    for clue, signs in neighbours.clues:
        if str(clue) in roles:
            continue
        mine_count = hidden_count = 0
        for sign, cell_count in signs.items():
            if roles[sign] == "m":
                mine_count += cell_count
            elif roles[sign] == "h":
                hidden_count += cell_count
        if not mine_count <= clue <= mine_count + hidden_count:
            return False
    for sign, neighbour_signs in neighbours.touching.items():
        if roles[sign] == "0":
            for neighbour_sign in neighbour_signs:
                if roles.get(neighbour_sign) == "m":
                    return False
    return True


def _is_strict(neighbours: Neighbours, roles: dict[str, str]) -> bool:
    """Whether no 0 touches a hidden cell: games open all cells around it."""
    for sign in neighbours.zeros:
        if roles.get(sign) == "h":
            return False
    for sign, neighbour_signs in neighbours.touching.items():
        if roles[sign] == "0":
            for neighbour_sign in neighbour_signs:
                if roles.get(neighbour_sign) == "h":
                    return False
    return True


def codes_of(rows: list[list[str]], roles: dict[str, str]) -> list[list[int]]:
    """The board as codes: -1 hidden, 0 to 8 clues, 10 a known mine."""
    codes = {"h": HIDDEN_CODE, "0": 0, "m": MINE_CODE}
    table = {clue: int(clue) for clue in CLUES}
    for sign, role in roles.items():
        table[sign] = codes[role]
    return [[table[sign] for sign in row] for row in rows]


def name_signs(
    rows: list[list[str]],
    said_roles: dict[str, str],
    mine_count: int | None,
    mines_left: int | None,
    prover: LayoutProver,
) -> Naming:
    """The roles of the signs of a board.

    said_roles: Roles that were said
    mine_count, mines_left: The mine count, or how many mines are left, where it is known
    prover: Asks the exact counter
    """
    neighbours = neighbours_of(rows)
    possible: list[Assignment] = []
    proved: list[set[str]] = []  # the signs of proved mines, of each possible assignment
    for assignment in assignments_of(neighbours, said_roles)[:_MAX_QUESTIONS]:
        if possible and possible[0].strict and not assignment.strict and not _is_usual(assignment):
            continue
        total = mine_count
        if mines_left is not None:
            total = mines_left + _known_mines(neighbours, assignment.roles)
        proved_mines = prover(codes_of(rows, assignment.roles), total)
        if proved_mines is not None:
            possible.append(assignment)
            proved.append({rows[r][c] for r, c in proved_mines})
    if not possible:
        return Naming({}, [])
    usual = _usual_with_more_roles(possible)
    if usual:
        possible, proved = usual, [set() for _ in usual]

    # The best is taken where no other is about as good; a board of mines alone is no position of a game.
    best = possible[0]
    if len(neighbours.counts) == 1 and len(possible) > 1 and "m" in best.roles.values():
        return Naming({}, [assignment.roles for assignment in possible])
    rivals = []
    for rival, proved_signs in zip(possible[1:], proved[1:], strict=True):
        if _is_rival(best, rival, neighbours, proved_signs):
            rivals.append(rival)
    if rivals:
        return Naming({}, [best.roles, *(rival.roles for rival in rivals)])
    return Naming(best.roles, [best.roles], best.strict)


def _known_mines(neighbours: Neighbours, roles: dict[str, str]) -> int:
    """How many cells have a sign that is a known mine."""
    return sum(neighbours.counts[sign] for sign, role in roles.items() if role == "m")


def _usual_with_more_roles(possible: list[Assignment]) -> list[Assignment]:
    """The usual readings that have more roles than the best one, if this is strict: a game need not open all
    cells around a 0, and signs that all are known then mean what they usually do."""
    best = possible[0]
    if not best.strict:
        return []
    return [
        assignment
        for assignment in possible
        if _is_usual(assignment) and assignment.distinct > best.distinct
    ]


def _is_usual(assignment: Assignment) -> bool:
    """Whether the table knows all signs and each has its usual role."""
    return assignment.cost == 0 and all(sign in CHOICES for sign in assignment.roles)


def _is_rival(
    best: Assignment, rival: Assignment, neighbours: Neighbours, proved_signs: set[str]
) -> bool:
    """Whether another reading is about as good as the best, so that it has to be asked about.

    proved_signs: Signs of cells that the other reading proves to be mines
    """
    differing = [sign for sign in best.roles if best.roles[sign] != rival.roles[sign]]
    has_as_many_roles = rival.distinct == best.distinct
    if has_as_many_roles and rival.cost == best.cost:
        return True
    if rival.strict and _opens_all(best, rival, differing):
        # Where flags meet all clues, the cells that nobody would have left hidden may be opened ones.
        if _is_done(neighbours, best.roles):
            return True
        # Hidden and opened cells may be the other way round: nothing but custom tells, which differs here.
        is_swap = len(differing) == 2 and _opens_all(rival, best, differing)
        if is_swap and has_as_many_roles:
            return True
    if _has_unknown_rival(best, rival, neighbours, differing):
        return True
    # Where 0 touches hidden cells, the rule that tells most readings apart is no help.
    if not best.strict and any(len(choices_of(sign)) > 1 for sign in differing):
        return has_as_many_roles
    # One cell is too little to take a sign for another than is usual, unless it is a mine in any case.
    cell_count = sum(neighbours.counts[sign] for sign in differing)
    if cell_count == 1:
        (sign,) = differing
        if best.roles[sign] == "m" and sign in proved_signs:
            return False
    return cell_count < 2 and rival.cost <= best.cost


def _has_unknown_rival(
    best: Assignment, rival: Assignment, neighbours: Neighbours, differing: list[str]
) -> bool:
    """Whether another reading is about as good as the best, as nobody knows a sign that they differ in."""
    if all(sign in CHOICES for sign in differing):
        return False
    # Without a clue nothing tells what such a sign means.
    if not neighbours.clues:
        return True
    # It is no worse in another role, where that takes one step from what is usual.
    is_near = rival.distinct == best.distinct and rival.cost <= best.cost + 1
    return len(differing) > 1 and is_near and rival.strict == best.strict


def _is_done(neighbours: Neighbours, roles: dict[str, str]) -> bool:
    """Whether known mines meet all clues, and hidden cells are beside some of them."""
    has_hidden = False
    for clue, signs in neighbours.clues:
        mine_count = 0
        for sign, cell_count in signs.items():
            if roles[sign] == "m":
                mine_count += cell_count
            has_hidden = has_hidden or roles[sign] == "h"
        if mine_count != clue:
            return False
    return has_hidden


def _opens_all(best: Assignment, rival: Assignment, differing: list[str]) -> bool:
    """Whether all signs that are hidden in one reading are 0 in the other."""
    hidden = [sign for sign in differing if best.roles[sign] == "h"]
    return bool(hidden) and all(rival.roles[sign] == "0" for sign in hidden)


def layout_signs(rows: list[list[str]]) -> tuple[list[str], list[str]]:
    """(signs of mines, signs of other cells) of a board that is a whole layout: it has no clue and no sign of
    a hidden cell. Both are empty where it is none."""
    signs: list[str] = []
    for row in rows:
        for sign in row:
            if sign not in signs:
                signs.append(sign)
    mine_signs = [sign for sign in signs if sign in LAYOUT_MINES]
    safe_signs = [sign for sign in signs if sign in LAYOUT_SAFE]
    if len(mine_signs) == 1 and safe_signs and len(mine_signs) + len(safe_signs) == len(signs):
        return mine_signs, safe_signs
    return [], []
