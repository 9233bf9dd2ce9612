"""No table of ``bench run`` mixes two players, errors are done again, and opened cells are judged rightly."""

from __future__ import annotations

import collections
import hashlib
import itertools
import sys

import pytest

import minesolver as ms
from minesolver import cli
from minesolver.base.errors import ExperimentError
from minesolver.bench import Store
from minesolver.bench.batches import _game_timeout, _memory, _play_game, _resident
from minesolver.bench.contenders import player_of
from minesolver.bench.experiment import Setting, from_mapping
from minesolver.bench.judging import MoveJudge
from minesolver.bench.summary import tables
from minesolver.game.seeding import agent_seed

pytestmark = pytest.mark.usefixtures("forked_workers")

SAFEST = """
import minesolver as ms

class Player:
    def move(self, board):
        return ms.analyze(board).best
"""
FIRST_HIDDEN = """
class Player:
    def move(self, board):
        return board.where(-1)[INDEX]
"""


def run_players(tmp_path, *words):
    """Run `minesolver bench run` in a folder's results file; its exit status."""
    size = ["--boards", "5x5/5", "--seed", "3", "--out", str(tmp_path / "run.sqlite")]
    return cli.main(["bench", "run", *size, *words])


def table_of_players(tmp_path):
    with Store(tmp_path / "run.sqlite") as store:
        return {row["player"]: row for row in tables(store)["players"].dicts()}


def test_a_player_whose_file_changed_is_another_player(tmp_path, capsys):
    """One row had the 80 games of two players: 40 won at 0.95, 40 at 0."""
    file = tmp_path / "pol.py"
    file.write_text(SAFEST)
    assert run_players(tmp_path, "--players", str(file), "safest", "--games", "30") == 0
    before = table_of_players(tmp_path)
    assert before[str(file)]["wins"] == before["safest"]["wins"] > 5

    file.write_text(FIRST_HIDDEN.replace("INDEX", "0"))
    capsys.readouterr()
    assert run_players(tmp_path, "--players", str(file), "safest", "--games", "40") == 0
    after = table_of_players(tmp_path)
    digest = sha256_of_one_file(file)
    old_name = next(name for name in after if name not in ("safest", f"{file}@{digest}"))
    assert old_name.startswith(f"{file}@")
    assert after[old_name]["games"] == 30
    assert after[old_name]["wins"] == before[str(file)]["wins"]
    assert after[f"{file}@{digest}"]["games"] == 40
    assert after[f"{file}@{digest}"]["wins"] < after[old_name]["wins"]
    assert after["safest"]["games"] == 40

    # The first file again goes on where it was.
    file.write_text(SAFEST)
    assert run_players(tmp_path, "--players", str(file), "safest", "--games", "30") == 0
    assert "60 of 60 done before" in capsys.readouterr().err


def sha256_of_one_file(file):
    """The digest as the documentation has it: of the name and the content's digest."""
    inner = hashlib.sha256(file.read_bytes()).digest()
    return hashlib.sha256(file.name.encode() + b"\0" + inner).hexdigest()[:8]


def test_a_module_beside_a_player_is_part_of_it(tmp_path):
    file = tmp_path / "pol.py"
    file.write_text(FIRST_HIDDEN.replace("INDEX", "helper.INDEX") + "\nimport helper\n")
    (tmp_path / "helper.py").write_text("from deeper import INDEX\n")
    (tmp_path / "unused.py").write_text("")
    (tmp_path / "deeper").mkdir()
    for text, players in [("INDEX = 0", 1), ("INDEX = -1", 2), ("INDEX = 0", 2)]:
        (tmp_path / "deeper" / "__init__.py").write_text(text)
        (tmp_path / "unused.py").write_text(text)
        assert run_players(tmp_path, "--players", str(file), "--games", "10") == 0
        assert len(table_of_players(tmp_path)) == players


def test_errors_are_done_again_when_the_file_is_mended_or_when_asked(tmp_path, capsys):
    """The same command went on printing the errors of a player that was mended."""
    file = tmp_path / "pol.py"
    file.write_text(FIRST_HIDDEN.replace("INDEX", "0 / 0"))
    run = ["--players", str(file), "--games", "6"]
    assert run_players(tmp_path, *run) == 1
    printed = capsys.readouterr()
    assert "ZeroDivisionError" in printed.out
    assert "nothing but errors, in 6 games" in printed.err
    assert run_players(tmp_path, *run) == 1
    assert "6 of 6 done before, 6 of them with errors" in capsys.readouterr().err
    assert run_players(tmp_path, "--players", "safest", str(file), "--games", "6") == 1
    assert capsys.readouterr().err.endswith(f"{file}: nothing but errors, in 6 games\n")

    file.write_text(FIRST_HIDDEN.replace("INDEX", "0"))
    assert run_players(tmp_path, *run) == 0
    assert "ZeroDivisionError" not in capsys.readouterr().out
    assert table_of_players(tmp_path)[str(file)]["games"] == 6

    # An error of the world outside of the file goes away without a change of the file.
    switch = tmp_path / "switch"
    file.write_text(
        FIRST_HIDDEN.replace(
            "INDEX", f"0 if __import__('os').path.exists({str(switch)!r}) else 'x'"
        )
    )
    assert run_players(tmp_path, *run) == 1
    switch.touch()
    assert run_players(tmp_path, *run) == 1
    assert run_players(tmp_path, *run, "--retry-errors") == 0


ADAPTER = """
import numpy as np

def ask(board):
    return lambda: np.where(board.grid == -1, VALUE, 0.0)
"""


def test_an_adapter_that_changed_is_another_engine(tmp_path, capsys):
    (tmp_path / "adapter.py").write_text(ADAPTER.replace("VALUE", "0.5"))
    experiment = tmp_path / "study.toml"
    experiment.write_text(
        "engines = ['elimination', 'mine']\nboards = ['5x5/5']\nposition_games = 4\n"
        "[[contender]]\nname = 'mine'\nadapter = 'adapter.py:ask'\n"
    )
    words = ["bench", "run", str(experiment), "--out", str(tmp_path / "run.sqlite")]
    assert cli.main(words) == 0
    (tmp_path / "adapter.py").write_text(ADAPTER.replace("VALUE", "0.1"))
    assert cli.main(words) == 0
    with Store(tmp_path / "run.sqlite") as store:
        rows = tables(store)["engines"].dicts()
    names = [row["engine"] for row in rows]
    assert names[0] == "elimination"
    assert [name.partition("@")[0] for name in names[1:]] == ["mine", "mine"]
    assert rows[1]["brier"] != rows[2]["brier"]

    # Positions that an engine refuses are done again as well.
    text = ADAPTER.replace("return", "raise OSError('no licence')\n    return")
    (tmp_path / "adapter.py").write_text(text)
    capsys.readouterr()
    assert cli.main([*words, "--engines", "mine"]) == 1
    assert "no licence" in capsys.readouterr().out
    (tmp_path / "adapter.py").write_text(ADAPTER.replace("VALUE", "0.1"))
    assert cli.main(words) == 0
    printed = capsys.readouterr()
    assert "no licence" not in printed.out
    assert "8 of 8 done before" in printed.err


def test_boards_of_a_file_that_changed_are_refused(tmp_path, capsys):
    boards = tmp_path / "boards.mines"
    boards.write_text("2x2x1\n1#\n##\n")
    words = ["bench", "run", "--engines", "elimination", "--files", str(boards)]
    words += ["--out", str(tmp_path / "run.sqlite")]
    assert cli.main(words) == 0
    boards.write_text("2x2x2\n2#\n##\n")
    assert cli.main(words) == 2
    assert "the boards have changed" in capsys.readouterr().err


def test_a_file_that_changes_during_a_run_ends_in_errors_not_in_a_mixture(tmp_path):
    file = tmp_path / "pol.py"
    file.write_text(FIRST_HIDDEN.replace("INDEX", "0"))
    experiment = from_mapping({"players": [str(file)], "boards": ["5x5/5"]})
    file.write_text(FIRST_HIDDEN.replace("INDEX", "-1"))
    with pytest.raises(ExperimentError, match="not those that the run began with"):
        player_of(experiment, str(file), experiment.settings[0], 1)


def test_judged_games_agree_with_counting_the_layouts_one_by_one(tmp_path):
    """Each opened cell, by brute force: was a cell safe in all layouts, and what did the opened one risk?"""
    setting = Setting(4, 4, 4, "safe")
    experiment = from_mapping({"players": ["baseline"], "boards": ["4x4/4"], "judged": True})
    for name in ("baseline", "uniform_random"):
        sums: collections.Counter[str] = collections.Counter()
        by_hand: collections.Counter[str] = collections.Counter()
        series, player = player_of(experiment, name, setting, 5)
        for index in range(20):
            row = _play_game(series.game(index), player, True)
            sums.update(
                {key: row[key] for key in ("safe_moves", "missed", "excess", "late_guesses")}
            )
            judge_by_hand(series.game(index), player, by_hand)
        assert sums["safe_moves"] == by_hand["safe_moves"] > 20
        assert sums["missed"] == by_hand["missed"] > 0
        assert sums["excess"] == pytest.approx(by_hand["excess"])
        assert sums["late_guesses"] == by_hand["guesses"]


def judge_by_hand(game, player, sums):
    cells = [(row, col) for row in range(4) for col in range(4)]
    layouts = [set(mines) for mines in itertools.combinations(cells, 4)]

    def fits(board, mines):
        return all(
            cell not in mines
            and sum(max(abs(cell[0] - r), abs(cell[1] - c)) == 1 for r, c in mines) == board[cell]
            for cell in cells
            if board[cell] != -1
        )

    player.start(4, 4, 4, agent_seed(game.seed, game.index))
    moves = 0
    while not game.over:
        board = game.board
        move = player.move(board)
        if move.action == "open" and moves:
            fitting = [mines for mines in layouts if fits(board, mines)]
            risk = {
                cell: sum(cell in mines for mines in fitting) / len(fitting)
                for cell in cells
                if board[cell] == -1
            }
            sums["safe_moves"] += min(risk.values()) == 0
            sums["missed"] += min(risk.values()) == 0 < risk[move.cell]
            sums["excess"] += risk[move.cell] - min(risk.values())
            sums["guesses"] += risk[move.cell] > 0
        if move.action == "open":
            game.open(move.cell)
            moves += 1
        else:
            game.flag(move.cell)


def test_regret_of_a_late_guess_by_hand():
    """Of 61 layouts the corner wins 45, cell (0, 2) 32 (the game tree in fractions says so)."""
    board = ms.Board.parse("#1##\n##2#\n#2##\n####", mines=4)
    for cell in [(0, 0), (0, 2), (1, 1)]:
        judge = MoveJudge(ms.Game(4, 4, 4))
        regret = judge._regret_of(ms.analyze(board), cell)
        assert regret == pytest.approx(float(ms.grade(board, cell).regret.fraction))


def test_a_command_has_a_limit_for_each_answer_and_none_for_its_game():
    experiment = from_mapping(
        {
            "players": ["safest", "outside"],
            "boards": ["5x5/5"],
            "timeout": 7.0,
            "contender": [{"name": "outside", "command": ["anything"]}],
        }
    )
    assert _game_timeout(experiment, "safest") == 7.0
    assert _game_timeout(experiment, "outside") is None


def test_the_growth_of_memory_is_that_of_the_peak():
    if not sys.platform.startswith("linux") or _resident(reset=True) is None:
        pytest.skip("the system keeps no peak that can be reset")
    with _memory() as memory_use:
        memory = b"x" * 64_000_000
        del memory  # it is given back
    assert 50 < memory_use["growth"] < 200


@pytest.mark.parametrize("rules", [["hex"], ["safe", "hex"], ["hex", "safe"]])
def test_an_engine_for_square_boards_is_refused_where_any_of_the_rules_are_others(rules):
    description = {"engines": ["baseline"], "boards": ["5x5/5"], "rules": rules}
    with pytest.raises(ExperimentError, match="square boards"):
        from_mapping(description)
    assert from_mapping(description | {"rules": ["safe"]}).engines == ("baseline",)
