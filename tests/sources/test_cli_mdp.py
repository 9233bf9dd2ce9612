"""``minesolver mdp``: planning and learning by command."""

from __future__ import annotations

import json

import pytest

from minesolver.cli import main


def test_plan(capsys):
    assert main(["mdp", "plan", "--sweeps", "--policy"]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("Sweep")] == [
        f"Sweep {number}. Utilities:" for number in range(7)
    ]
    assert "[((1, 0), '1'), ((1, 1), '1'), ((2, 0), '1')] -> (0, 0)" in out.partition("Policy:")[2]
    assert "317 states, 119 with a choice, 7 sweeps" in out
    assert "the start is worth 3.50333" in out
    assert out.endswith("the plan wins 3/5 = 60.00 % after a random first cell\n")


def test_plan_as_json_under_another_rule(capsys):
    assert main(["mdp", "plan", "--first-click", "row-col", "--json", "--policy", "--sweeps"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["states"], answer["decisions"], answer["sweeps"]) == (317, 119, 7)
    assert answer["win_probability"] == "1/2"


def test_learn(capsys, tmp_path):
    saved_policy = tmp_path / "policy.npz"
    arguments = [
        "mdp",
        "learn",
        "--episodes",
        "1200",
        "--seed",
        "1",
        "--json",
        "--out",
        str(saved_policy),
    ]
    assert main(arguments) == 0
    first_answer = capsys.readouterr().out
    assert json.loads(first_answer)["win_probability"] == {
        "random over unopened": "2/5",
        "learned": "3/5",
        "value iteration, random first": "3/5",
        "best play": "3/5",
    }
    assert saved_policy.stat().st_size > 1000
    answers = []
    for options in ([], [], ["--out", str(saved_policy)]):
        assert main([*arguments[:-2], "--episodes", "40", *options]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1] == answers[2] != first_answer


def test_what_cannot_be_played(capsys):
    assert main(["mdp", "plan", "--rows", "1", "--bombs", "9"]) == 2
    assert main(["mdp", "plan", "--rows", "9", "--cols", "9", "--bombs", "9"]) == 3
    assert capsys.readouterr().err.count("\n") == 2
    with pytest.raises(SystemExit):
        main(["mdp"])
