"""The table of questions: what each parameter takes, for requests, the command and JSON Schema alike."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

import jsonschema  # type: ignore[import-untyped]
import pytest
from paths import ROOT

from minesolver.cli.arguments import add
from minesolver.protocol.parameters import (
    COUNT,
    DASK_WAIT,
    FLAG,
    PLACE,
    QUESTIONS,
    SESSION,
    Kind,
    Parameter,
    fits_schema,
    schema_of,
)
from minesolver.protocol.requests import RequestError, check

VALUES: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1,
    65,
    1.5,
    "x",
    [],
    [0],
    [0, 1],
    ["x"],
    [[0, 1, 2]],
    [[0]],
    {},
)
"""One or more of each type that JSON has; ``expected`` says by hand which of them fit."""
FITTING = {
    "any value": VALUES,
    "a text": ("x",),
    "a name": ("x",),
    "a name or null": (None, "x"),
    "true or false": (True,),
    "a whole number or null": (None, 0, -1, 1, 65),
    "a whole number from 0": (0, 1, 65),
    "a positive whole number": (1, 65),
    "a positive whole number or null": (None, 1, 65),
    "a positive number or null": (None, 1, 65, 1.5),
    "a whole number from 1 to 64": (1,),
    "a cell: a list of whole numbers": ([0], [0, 1]),
    "a cell: a list of whole numbers, or a name": ("x", [0], [0, 1]),
    "a list of [row, col]": ([], [[0, 1, 2]], [[0]], ["x"]),
    "a list of [row, col, clue]": ([], [[0, 1, 2]]),
    "a text or a list of rows": ("x", [], [0], [0, 1], ["x"], [[0, 1, 2]], [[0]]),
    "a text such as 16x30/99": ("x",),
    "a text such as left,top, or a list of sides or null": (None, "x", [], ["x"]),
    "a text such as hidden=x mine=! or null": (None, "x"),
    "a text such as left,top or a list of sides or null": (None, "x", [], ["x"]),
    "a number or a text such as 1/5 or null": (None, 0, -1, 1, 65, 1.5, "x"),
    "a range of whole numbers: A, A-B, A- or -B": ("x",),  # its texts are read where they are used
    "open or flag": (),
    "an object of options and their values": ({},),
}

PARAMETERS = sorted({(p.name, p.kind.words) for q in QUESTIONS.values() for p in q})


def parameter_of(name: str, words: str) -> tuple[str, Parameter]:
    for question, parameters in QUESTIONS.items():
        for parameter in parameters:
            if (parameter.name, parameter.kind.words) == (name, words):
                return question, parameter
    raise AssertionError(name)


def same(value: object, other: object) -> bool:
    return type(value) is type(other) and value == other


@pytest.mark.parametrize("name, words", PARAMETERS)
def test_values_of_other_types_are_named(name, words):
    question, parameter = parameter_of(name, words)
    for value in VALUES:
        fits = any(same(value, fitting) for fitting in FITTING[words])
        assert parameter.kind.accepts(value) == fits, value
        if fits:
            continue
        with pytest.raises(RequestError) as caught:
            check({name: value}, question)
        assert str(caught.value).startswith(f"{name} is {words}, not ")


def test_keys_that_a_question_has_not():
    with pytest.raises(
        RequestError, match=r"analyse takes board, .*, not 'secnds'; did you mean seconds"
    ):
        check({"secnds": 1}, "analyse")
    with pytest.raises(RequestError, match=r"an option is one of engine, .*, not 'exact'"):
        check({"exact": True})


@pytest.mark.parametrize("question", QUESTIONS)
def test_schemas_say_the_same_as_the_checks(question):
    """Held by an implementation of JSON Schema that shares nothing with ours."""
    schema = json.loads(json.dumps(schema_of(QUESTIONS[question])))
    validator = jsonschema.Draft202012Validator(schema)
    for parameter in QUESTIONS[question]:
        for value in VALUES:
            accepted = validator.is_valid({parameter.name: value})
            assert accepted == fits_schema(value, parameter.kind.schema), (parameter.name, value)
    assert not validator.is_valid({"secnds": 1})


def test_the_defaults_of_a_session_can_be_had():
    for parameter in SESSION:
        assert parameter.kind.accepts(parameter.default), parameter.name


def options_of(parameter: Parameter, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add(parser, parameter)
    return parser.parse_args(words)


def test_options_are_read_by_their_kind():
    number = Parameter("most_games", COUNT, "how many", default=3, flags=("-n", "--most-games"))
    assert options_of(number).most_games == 3
    assert options_of(number, "-n", "12").most_games == 12
    assert options_of(Parameter("quiet", FLAG, "less"), "--quiet").quiet is True
    cell = Parameter("cell", PLACE, "the cell", count="again", default=())
    assert options_of(cell).cell == []
    assert options_of(cell, "--cell", "1,2", "--cell", "0,0").cell == [(1, 2), (0, 0)]
    files = Parameter("files", Kind("a file", {"type": "string"}), "", count="*", is_argument=True)
    assert options_of(files, "a", "b").files == ["a", "b"]
    maybe = replace(number, count="?", constant="7", default=None)
    assert options_of(maybe, "-n").most_games == 7


@pytest.mark.parametrize("word", ["0", "-1", "x", "1.5", ""])
def test_words_that_stand_for_nothing_are_named(word):
    with pytest.raises(argparse.ArgumentError, match="a positive whole number, not"):
        options_of(Parameter("number", COUNT, "how many"), f"--number={word}")


def test_values_that_may_be_null_are_typed_as_they_were():
    assert Kind("a number", {"type": "integer"}).or_null().typed_words == "a number"
    typed_otherwise = Kind("a list", {"type": "array"}, typed_words="R,C").or_null()
    assert (typed_otherwise.words, typed_otherwise.typed_words) == ("a list or null", "R,C")


def test_a_run_waits_for_new_workers_as_long_as_its_page_says():
    page = (ROOT / "docs" / "benchmarking.md").read_text(encoding="utf-8")
    assert f"no workers for {DASK_WAIT.default:g} seconds (`--dask-wait`)" in page
    assert DASK_WAIT.is_rare  # so that the short help leaves it out
