"""The whole test-suite of a package that adds one of each kind."""

import minesolver as ms
from minesolver import testing
from minesolver.base.render import RENDERERS, render
from minesolver.cli import COMMANDS, main
from minesolver.io.formats import FORMATS
from minesolver.layers import LAYERS
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES
from minesolver.players import PLAYERS


def test_they_are_registered():
    assert "products" in ms.engines()
    assert "within" in LAYERS
    assert "bold" in ms.policies()
    assert "cautious" in PLAYERS
    assert "markdown" in FORMATS
    assert "parity" in RULES
    assert "helix" in GEOMETRIES
    assert "count" in COMMANDS
    assert "latex" in RENDERERS


def test_the_engine():
    testing.check_engine("products", number=30)


def test_the_layer():
    testing.check_engine("within", number=10)  # every layer is an engine


def test_the_policy():
    testing.check_player("bold")  # every policy is a player


def test_the_player():
    testing.check_player("cautious")


def test_the_format():
    board = ms.Board([[1, -1], [10, -1]])
    testing.check_format("markdown", [("| 1 | ? |\n|:-:|---|\n| x | ? |", board)])
    assert ms.Board.parse(board.text("markdown")) == board


def test_the_rule():
    testing.check_rules("parity")


def test_the_geometry():
    testing.check_rules("helix")
    near = ms.Board.parse("###\n###\n###", rules="helix").neighbours((1, 0))
    assert set(near) == {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 0), (2, 1)}


def test_the_command(tmp_path, capsys):
    file = tmp_path / "board.mines"
    file.write_text("2x2x1\n1#\n##\n")
    assert main(["count", str(file)]) == 0
    assert capsys.readouterr().out == "3\n"


def test_the_renderer():
    assert (
        render("latex", ms.analyze(ms.Board([[1, -1], [10, -1]])))
        == "0.00 & 0.00 \\\\\n1.00 & 0.00 \\\\"
    )
