"""What was taken for what, in words, and how to say which of several readings is meant."""

from collections.abc import Mapping

from .table import HIDDEN, MINE, SAFE, ZERO

_CANONICAL_ROLES = {"#": HIDDEN, "*": MINE, ".": ZERO}
_USUAL = {"#": HIDDEN, "*": MINE}
_NUMBERS = {"-1": HIDDEN, "10": MINE, "null": HIDDEN}
_ROLE_WORDS = {HIDDEN: "hidden", ZERO: "0", MINE: "a mine", SAFE: "no mine"}
_ROLE_ORDER = (HIDDEN, ZERO, MINE, SAFE)


def name_of(sign: str) -> str:
    """A sign as it is named in words and in ``signs=``."""
    return sign or "blank"


def taken_for(roles: Mapping[str, str], *, is_layout: bool) -> list[str]:
    """What signs were taken for; nothing where all mean what they mean in canonical text."""
    if is_layout:
        mines = [name_of(sign) for sign, role in roles.items() if role == MINE]
        return [f"a whole layout: {' '.join(mines)} a mine"] if mines else ["a whole layout"]
    if all(_CANONICAL_ROLES.get(sign) == role for sign, role in roles.items()):
        return []
    words = []
    for role in _ROLE_ORDER:
        signs = []
        for sign, sign_role in roles.items():
            if sign_role == role and role not in (_USUAL.get(sign), _NUMBERS.get(sign)):
                signs.append(name_of(sign))
        if signs:
            words.append(f"{' '.join(signs)} as {_ROLE_WORDS[role]}")
    return words


def signs_text(roles: Mapping[str, str]) -> str:
    """Roles as ``signs=`` takes them: ``hidden=x zero=blank``."""
    parts = []
    for role in _ROLE_ORDER:
        names = [name_of(sign) for sign, sign_role in roles.items() if sign_role == role]
        if names:
            parts.append(f"{role}={','.join(names)}")
    return " ".join(parts)
