"""``minesolver rules NAME``."""

from __future__ import annotations

import json

from minesolver.cli import main


def test_a_rule_by_its_name(capsys):
    assert main(["rules", "hex"]) == 0
    assert "hex" in capsys.readouterr().out
    assert main(["rules", "liar", "--json"]) == 0
    rule = json.loads(capsys.readouterr().out)
    assert rule["name"] == "liar"
    assert rule["definition"]
    assert main(["rules", "no-such-rule"]) == 2
    assert "no-such-rule" in capsys.readouterr().err
