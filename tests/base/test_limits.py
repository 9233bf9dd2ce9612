"""A limit covers all of the work: every public function that takes one, on work that takes a minute or more.

By how much each passes its limit depends on how busy the machine is: benchmarks/limits.py measures that.
"""

from __future__ import annotations

import importlib
import inspect
import json
import math
import re
from fractions import Fraction

import limits
import pytest
from paths import PUBLIC_NAMES, ROOT

import minesolver as ms
from minesolver.base.errors import ArgumentError
from minesolver.base.limits import Countdown, decimal_text
from minesolver.certificates import certify
from minesolver.game import judge as judging


@pytest.mark.parametrize("name", limits.WORK)
def test_work_that_takes_a_minute_is_not_done_within_its_limit(name):
    """Whoever does not look at the clock has the whole answer in the end."""
    assert limits.outcome(limits.WORK[name], 0.05).what != "an answer"


def documented_functions():
    """(name, function) of each in the reference of a module, and of the certificates."""
    for page in sorted((ROOT / "docs" / "reference").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for module_name, members in re.findall(
            r"^::: (minesolver\.[\w.]+)\n +options: \{ members: \[([^]]*)\]", text, re.MULTILINE
        ):
            module = importlib.import_module(module_name)
            for name in members.split(", "):
                if inspect.isfunction(getattr(module, name)):
                    yield name, getattr(module, name)
    yield "certify", certify


def test_every_public_function_with_a_limit_is_in_the_table():
    with_limit = set()
    for name in PUBLIC_NAMES:
        value = getattr(ms, name)
        if inspect.isfunction(value) and "limit" in inspect.signature(value).parameters:
            with_limit.add(name)
        if inspect.isclass(value):
            for member_name, member in vars(value).items():
                is_public = inspect.isfunction(member) and not member_name.startswith("_")
                if is_public and "limit" in inspect.signature(member).parameters:
                    with_limit.add(f"{name}.{member_name}")
    for name, function in documented_functions():
        if "limit" in inspect.signature(function).parameters:
            with_limit.add(name)
    assert with_limit >= {"analyze", "review", "judge_starts", "certify", "Analysis.sample"}
    assert with_limit <= {name.partition(",")[0] for name in limits.WORK}


def test_a_list_of_more_layouts_than_memory_holds_is_refused_before_it_is_begun():
    analysis = ms.analyze(ms.Board.parse("1#\n##", mines=1))
    for number in (10**8, 10**30):
        with pytest.raises(ms.EngineLimitError, match="draw several lists"):
            analysis.sample(number)


@pytest.mark.parametrize(
    "limit",
    [-1, 0, math.nan, 10**400, -(10**5000), ms.Limit],
    ids=["negative", "zero", "no number", "too large", "of thousands of digits", "a class"],
)
def test_a_limit_that_cannot_be_is_an_error_that_a_bot_catches(limit):
    board = ms.Board.parse("1#\n##", mines=1)
    expected = TypeError if limit is ms.Limit else ArgumentError
    with pytest.raises(expected) as refusal:
        ms.analyze(board, limit=limit)
    if expected is ArgumentError:
        assert isinstance(refusal.value, ms.MinesolverError)
        assert isinstance(refusal.value, ValueError)


def test_other_values_that_cannot_be_are_such_errors_too():
    board = ms.Board.parse("1#\n##", mines=1)
    for call in (
        lambda: ms.analyze(board).sample(-1),
        lambda: ms.analyze_many([board], jobs=0),
        lambda: ms.analyze(board, "kernel", proofs_only=True),
    ):
        with pytest.raises(ArgumentError):
            call()


def test_a_countdown_gives_what_is_left_and_ends():
    endless = Countdown(None, "work")
    assert endless.left().seconds is None
    countdown = Countdown(ms.Limit(seconds=3600, states=7), "work")
    assert 0 < countdown.left().seconds <= 3600
    assert countdown.left().states == 7
    countdown._began -= 3600
    with pytest.raises(ms.EngineLimitError, match=r"work stopped at its limit \(3600 s\)"):
        countdown.left()


@pytest.mark.parametrize(
    "number", [0, 7, -12, 10**4299, 10**5000 + 1, -(3**20_000)], ids=[*"abcdef"]
)
def test_numbers_of_any_length_have_a_text(number):
    text = decimal_text(number)
    negative = text.startswith("-")
    value = 0
    for start in range(0, len(text.lstrip("-")), 4000):
        digits = text.lstrip("-")[start : start + 4000]
        value = value * 10 ** len(digits) + int(digits)
    assert (-value if negative else value) == number
    assert decimal_text(Fraction(number, 1)) == text


def test_a_fraction_has_a_text():
    assert decimal_text(Fraction(-2, 6)) == "-1/3"


def test_a_count_of_thousands_of_digits_is_written_as_json():
    board = ms.Board.from_array([[-1] * 150 for _ in range(120)])
    analysis = ms.analyze(board)
    values = analysis.to_dict(exact=True)
    assert len(values["solutions"]) == 5419  # of 2**18000
    assert values["exact"][0][0] == "1/2"
    assert json.loads(json.dumps(values)) == values


def incomplete_analysis(board, **_):
    """One that proves nothing, as where its time is over."""
    analysis = ms.analyze(board)
    outcome = analysis._outcome
    return ms.Analysis(
        board,
        "auto",
        outcome._replace(
            proof=bytes(len(outcome.proof)), proved_complete=False, is_exact=False, note="stopped"
        ),
    )


def test_what_is_not_proved_in_time_is_no_guess(monkeypatch):
    layout = ms.Board.parse("*1/11", rules="connected")
    monkeypatch.setattr(judging, "analyze", incomplete_analysis)
    with pytest.raises(
        ms.EngineLimitError, match="nobody knows whether a guess is needed: stopped"
    ):
        ms.judge(layout, (1, 1))
