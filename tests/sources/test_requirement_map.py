"""docs/requirements.md: every number has its row, and every name in it exists."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from paths import ROOT

from minesolver.base.errors import RuleError
from minesolver.game import Rules

COUNTS = (
    {"R0": 27, "R1": 13, "R2": 5, "R3": 13, "R4": 10, "RD": 8}
    | {"L0": 7, "L1": 4, "L2": 1, "L3": 7, "L4": 3}
    | {"X0": 7, "X1": 8, "X2": 1, "X3": 10, "X4": 3}
    | {"T0": 8, "T1": 3, "T2": 2, "T3": 4, "T4": 7}
    | {"B0": 4, "B1": 4, "B3": 1}
)
"""How many of each kind the documents' list has; P1 to P6 are the plots."""
NUMBERS = {f"{kind}.{k}" for kind, count in COUNTS.items() for k in range(1, count + 1)}
NUMBERS |= {f"P{k}" for k in range(1, 7)}

ROW = re.compile(r"^\| ((?:[A-Z]+\d?\.\d+|P\d)) \|(.*)\|(.*)\|(.*)\|$", re.MULTILINE)
PAGE = (ROOT / "docs" / "requirements.md").read_text()
ROWS = ROW.findall(PAGE)


def names(text):
    return re.findall(r"`([^`]+)`", text)


@cache
def files_of_test():
    """Where each test function is defined: the files, by its name, in whatever folder of tests they lie."""
    files: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in re.findall(r"^ *def (test_\w+)\(", path.read_text(), re.MULTILINE):
            files.setdefault(name, []).append(path.name)
    return files


def resolve(name):
    """The object of a dotted name: its longest importable part, then attributes."""
    name_parts = name.split(".")
    for length in range(len(name_parts), 0, -1):
        try:
            target = import_module(".".join(name_parts[:length]))
        except ModuleNotFoundError as error:
            if not name.startswith(str(error.name)):
                raise
            continue
        for attribute in name_parts[length:]:
            target = getattr(target, attribute)
        return target
    raise ModuleNotFoundError(name)


def test_every_number_has_one_row():
    numbers = [number for number, *_ in ROWS]
    assert sorted(numbers) == sorted(set(numbers))
    assert set(numbers) == NUMBERS


@pytest.mark.parametrize("number, requirement, code, tests", ROWS, ids=[row[0] for row in ROWS])
def test_row(number, requirement, code, tests):
    assert len(requirement.split()) >= 3
    assert names(code)
    assert names(tests)
    for name in names(code):
        if "/" in name or name == "pyproject.toml":
            assert (ROOT / name).exists(), name
        else:
            assert name.startswith("minesolver.")
            resolve(name)
    for name in names(tests):
        assert len(files_of_test().get(name, [])) == 1, f"{name} is no test, or several"


DIFFERENCES = re.findall(
    r"^\| ([A-Z]+\d?\.\d+) \|(.*)\|(.*)\|$",
    PAGE.partition("## Different on purpose")[2],
    re.MULTILINE,
)


def test_every_difference_on_purpose_names_a_requirement_and_a_test():
    assert len(DIFFERENCES) >= 4
    for number, difference, tests in DIFFERENCES:
        assert number in NUMBERS
        assert names(tests), difference
        for name in names(tests):
            assert len(files_of_test().get(name, [])) == 1, f"{name} is no test, or several"


FIELD_OF_SWITCH = {
    "first click": "first_click",
    "after a mine": "after_mine",
    "won by": "win",
    "a click opens": "reveal",
}


def test_the_switches_are_those_of_the_rules():
    """Each value of the page is one that the rules take, and there is no other."""
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (.*) \|$", PAGE, re.MULTILINE))
    for switch, field in FIELD_OF_SWITCH.items():
        values = [value.replace("R,C", "0,0") for value in names(rows[switch])]
        for value in values:
            rule: Any = {field: value}
            assert Rules(**rule)
        rule = {field: "nothing"}
        with pytest.raises(RuleError) as refusal:
            Rules(**rule)
        known_values = str(refusal.value).partition(" is one of ")[2].rpartition(", not ")[0]
        assert len(values) == len(re.sub(r",COL", "", known_values).split(", "))


def test_a_wrong_name_is_noticed():
    for name in ("minesolver.layers.nothing", "minesolver.solver.nothing", "nothing.at.all"):
        with pytest.raises((AttributeError, ModuleNotFoundError)):
            resolve(name)
    assert "test_nothing" not in files_of_test()
    assert files_of_test()["test_a_wrong_name_is_noticed"] == ["test_requirement_map.py"]
