"""The cases that npm answers in bindings/js/test/conformance.test.mjs, answered by Python alike."""

from __future__ import annotations

import json
import re

import pytest
from conformance import ANSWERED_BY, FILE, cases
from paths import ROOT

CASES = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ANSWERED_BY)
def test_python_answers_as_the_file_says(name):
    for case in CASES[name]:
        assert ANSWERED_BY[name](case) == case["answer"], case["text"]


def test_the_file_has_the_cases():
    for name, questions in cases().items():
        assert [case["text"] for case in CASES[name]] == [case["text"] for case in questions]


def test_the_cases_are_of_every_kind():
    """Layers, steps of several facts, guesses that were and were not needed; each error."""
    judgements = [case["answer"] for case in CASES["judgements"]]
    assert {"baseline", "subset", "intersection"} <= {answer["layer"] for answer in judgements}
    assert max(answer["facts"] for answer in judgements) >= 3
    assert {answer["guesses"] for answer in judgements} >= {0, 1, 2}
    guesses = [guess for case in CASES["reviews"] for guess in case["answer"]["guesses"]]
    assert {guess["survived"] for guess in guesses} == {True, False}
    assert sum(bool(guess["missed"]) for guess in guesses) >= 5
    errors = {case["answer"].get("error") for case in CASES["boards_under_rules"]}
    assert errors == {None, "BoardFormatError", "InconsistentBoardError", "UnknownNameError"}


def table_rows() -> list[list[str]]:
    """The rows of the table of scripts in CONTRIBUTING.md."""
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Two languages")[1]
    lines = section.split("\n## ")[0].splitlines()
    return [line.split(" | ") for line in lines if line.startswith("| `")]


def test_each_script_has_a_row_and_what_holds_it_exists():
    has_page = (ROOT / "minesolver/extras/web").exists()
    scripts = set()
    for script_cell, _, holder in table_rows():
        names = re.findall(r"`([\w./]+)`", script_cell)
        folder = names[0].rpartition("/")[0]
        scripts |= {name if "/" in name[:-1] else f"{folder}/{name}" for name in names}
        held_by = re.findall(r"`([\w./]+)`", holder)
        if holder.startswith("conformance suite"):
            assert held_by[0] in ANSWERED_BY, holder
        elif has_page or not held_by[0].startswith("tests/extras/web"):
            assert (ROOT / held_by[0]).is_file(), holder
    expected = {"bindings/js/reading/"}
    for folder in ("bindings/js", "minesolver/protocol/scripts"):
        expected |= {f"{folder}/{path.name}" for path in (ROOT / folder).glob("*.js")}
    assert expected <= scripts
    for script in scripts - expected:
        assert script.startswith("minesolver/extras/web/static/")
        assert (ROOT / script).is_file() or not has_page, script
