"""Reviews: grades against brute force over all layouts, and by hand."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, product
from math import inf, log10
from typing import Any

import pytest
from videos import evf

import minesolver as ms
from minesolver.base.errors import BoardFormatError, InconsistentBoardError, MissingDependencyError
from minesolver.cli import main
from minesolver.game import Game, Rules
from minesolver.game.replay import Replay, measures, positions
from minesolver.game.review import review
from minesolver.io.replays import load, parse, read
from minesolver.model.board import HIDDEN, MINE


def lines(rows, cols, layout, moves, **told):
    game = {
        "rows": rows,
        "cols": cols,
        "mines": len(layout),
        "layout": [list(cell) for cell in layout],
    } | told
    return "\n".join(json.dumps(value) for value in [game, *moves])


def layouts_of(board):
    """Every mine set that fits the board, by trying all."""
    cells = board.where(HIDDEN)
    for chosen in combinations(cells, board.mines - len(board.where(MINE))):
        mines = {*chosen, *board.where(MINE)}
        for r in range(board.rows):
            for c in range(board.cols):
                if 0 <= board[r, c] <= 8:
                    mines_near = sum(abs(r - a) <= 1 and abs(c - b) <= 1 for a, b in mines)
                    if mines_near != board[r, c]:
                        break
            else:
                continue
            break
        else:
            yield mines


def random_replay(seed):
    """Moves at random on a random layout, chords with right and wrong flags among them."""
    rng = random.Random(seed)
    rows, cols = 3, 4
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    layout = rng.sample(cells, 3)
    game = Game(rows, cols, rules=Rules("none", "continue"), layout=layout)
    moves = []
    while not game.over:
        hidden = [cell for cell in cells if game.board[cell] == HIDDEN and cell not in game.flags]
        if not hidden:
            break
        cell = rng.choice(hidden)
        kind = rng.random()
        if kind < 0.35:
            game.flag(cell)
            moves.append({"cell": cell, "action": "flag"})
        elif kind < 0.6 and game.started:
            clue = rng.choice([c for c in cells if game.board[c] != HIDDEN])
            if game.board[clue] == MINE:
                continue
            moves.append({"cell": clue, "action": "chord"})
            neighbour_cells = [
                c for c in cells if max(abs(c[0] - clue[0]), abs(c[1] - clue[1])) == 1
            ]
            marked = sum(c in game.flags or game.board[c] == MINE for c in neighbour_cells)
            if marked == game.board[clue]:
                for neighbour in neighbour_cells:
                    if (
                        game.board[neighbour] == HIDDEN
                        and neighbour not in game.flags
                        and not game.over
                    ):
                        game.open(neighbour)
        else:
            moves.append({"cell": cell})
            game.open(cell)
    return parse(lines(rows, cols, layout, moves, first_click="none"))


@pytest.mark.slow
def test_every_grade_against_brute_force():
    counts = {"chord": 0, "best": 0, "worse": 0, "missed safe": 0, "proved mine": 0}
    for seed in range(70):
        replay = random_replay(seed)
        graded = {guess.move: guess for guess in review(replay).guesses}
        for number, (board, step) in enumerate(positions(replay), 1):
            every = list(layouts_of(board))
            p = {cell: sum(cell in m for m in every) / len(every) for cell in board.where(HIDDEN)}
            safe = {cell for cell in p if p[cell] == 0}
            if safe.issuperset(step.cells):
                assert number not in graded
                continue
            guess = graded.pop(number)
            risk = sum(bool(m.intersection(step.cells)) for m in every) / len(every)
            assert guess.risk == pytest.approx(risk, abs=1e-12)
            assert guess.best_risk == pytest.approx(min(p.values()))
            assert p[guess.best] == pytest.approx(min(p.values()))
            assert guess.rank == 1 + sum(q < risk - 1e-9 for q in p.values())
            assert guess.choices == len(p)
            assert guess.missed == safe
            assert guess.survived == all(step.shown[cell] != MINE for cell in step.cells)
            if risk == 1:
                verdict = "proved mine"
            elif safe:
                verdict = "missed safe"
            else:
                verdict = "best" if risk <= min(p.values()) + 1e-9 else "worse"
            assert guess.verdict == verdict
            assert guess.luck == (inf if risk == 1 else pytest.approx(-log10(1 - risk)))
            counts[verdict] += 1
            counts["chord"] += len(step.cells) > 1
        assert not graded
    assert min(counts.values()) >= 5, counts


# 1x6, mines at 1 and 4: open 0 (a guess of 2/6), then 2 (of 1 mine in 4 cells), 3, 5.
ROW = [(0, 1), (0, 4)]


def test_luck_by_hand():
    text = lines(1, 6, ROW, [{"cell": [0, k]} for k in (0, 2, 3, 5)], first_click="none")
    graded = review(parse(text))
    # 0 shows 1: the other mine is in 2..5. 2 shows 1: 3 is safe. 3 shows 1: 4 is the mine and 5 is safe.
    assert [(guess.move, guess.risk) for guess in graded.guesses] == [
        (1, pytest.approx(1 / 3)),
        (2, pytest.approx(1 / 4)),
    ]
    assert graded.luck == pytest.approx(-log10(2 / 3 * 3 / 4))
    assert graded.luck_demanded == graded.luck
    assert graded.luck_excess == 0
    assert (graded.proved, graded.moves, graded.won) == (2, 4, True)
    protected = review(parse(text.replace('"none"', '"safe"')))
    assert protected.first_move_protected
    assert [guess.move for guess in protected.guesses] == [2]


def test_moves_on_cells_that_were_proved_earlier_are_proved_moves():
    # 0 shows 1: 1 is the only mine, and all others are safe, of which one is opened after the other.
    graded = review(parse(lines(1, 5, [(0, 1)], [{"cell": [0, k]} for k in (0, 2, 3)])))
    assert (graded.moves, graded.proved, graded.guesses) == (3, 2, ())


def test_where_only_mines_are_left_none_could_have_been_spared():
    moves = [{"cell": [0, k]} for k in (0, 1, 2)]
    graded = review(
        parse(lines(1, 3, [(0, 1), (0, 2)], moves, after_mine="continue", win="explore"))
    )
    assert [guess.verdict for guess in graded.guesses] == ["proved mine"] * 2
    assert graded.luck_demanded == inf
    assert (graded.luck, graded.luck_excess) == (0, 0)


def test_numbers_of_a_timed_game_by_hand():
    # The row shows 1*10: 3BV counts the click that opens (0,2) and (0,3), and the one on (0,0).
    moves: list[dict[str, Any]] = [{"cell": [0, 0], "seconds": 0.5}]
    moves += [{"cell": [0, 1], "action": "flag"}]  # on a mine; those on (0,3) are of no use
    moves += [{"cell": [0, 3], "action": "flag"}] * 2
    moves += [{"cell": [0, 2], "seconds": 1}, {"cell": [0, 3], "seconds": 4}]
    numbers = review(parse(lines(1, 4, [(0, 1)], moves))).numbers
    expected = {
        "3BV": 2,
        "openings": 1,
        "clicks": 6,
        "effective clicks": 4,
        "IOE": 2 / 6,
        "correctness": 4 / 6,
        "throughput": 2 / 4,
        "seconds": 4,
        "3BV/s": 2 / 4,
        "QG": 4**1.7 / 2,
        "pLuck": 0,
    }
    assert {name: numbers[name] for name in expected} == pytest.approx(expected)
    untimed = review(parse(lines(1, 4, [(0, 1)], [{"cell": [0, 0]}, {"cell": [0, 3]}]))).numbers
    assert untimed["clicks"] == untimed["3BV"] == 2
    assert not untimed.keys() & {"seconds", "3BV/s", "QG"}


def test_a_lost_guess_demands_luck_but_has_none():
    graded = review(parse(lines(1, 6, ROW, [{"cell": [0, 0]}, {"cell": [0, 4]}])))
    (guess,) = graded.guesses
    assert not guess.survived
    assert guess.verdict == "best"
    assert graded.luck == 0
    assert graded.luck_demanded == pytest.approx(-log10(3 / 4))
    assert (graded.won, graded.mines_hit) == (False, 1)


def test_a_missed_safe_cell_costs_all_of_its_luck():
    # (0,2) shows 1 beside (0,1), so that (0,3) is safe; (0,5) is 1/2 while that is not known.
    moves = [{"cell": [0, 0]}, {"cell": [0, 2]}, {"cell": [0, 5]}]
    graded = review(parse(lines(1, 6, ROW, moves)))
    missed = graded.guesses[-1]
    assert missed.verdict == "missed safe"
    assert missed.missed == {(0, 3)}
    assert missed.best == (0, 3)
    assert missed.risk == missed.cost == pytest.approx(1 / 2)
    assert graded.luck_excess == pytest.approx(log10(2))


def test_a_chord_risks_all_of_its_cells():
    # A 2x3 board, mines (1,0) and (1,2); (0,1) shows 2. One of them flagged rightly, one wrongly.
    moves: list[dict[str, Any]] = [{"cell": [0, 1]}]
    moves += [{"cell": [1, 0], "action": "flag"}, {"cell": [0, 0], "action": "flag"}]
    moves += [{"cell": [0, 1], "action": "chord"}]
    graded = review(parse(lines(2, 3, [(1, 0), (1, 2)], moves)))
    (guess,) = graded.guesses
    assert guess.cells == ((0, 2), (1, 1), (1, 2))
    # Two mines in five cells: 10 layouts, of which one keeps clear of these three.
    assert guess.risk == pytest.approx(9 / 10)
    assert guess.best_risk == pytest.approx(2 / 5)
    assert not guess.survived


def test_play_writes_what_review_reads(capsys):
    for seed in (1, 2, 3, 4):
        arguments = ["--level", "intermediate", "--seed", str(seed), "--json"]
        assert main(["play", *arguments, "--policy", "safest"]) == 0
        text = capsys.readouterr().out
        answer = json.loads(text.splitlines()[-1])
        graded = review(parse(text))
        assert graded.won == (answer["outcome"] == "won")
        assert {guess.verdict for guess in graded.guesses} <= {"best"}
        assert graded.opened == answer["opened_per_game"]
        assert len(graded.guesses) == answer["guesses_per_game"]
    assert main(["play", *arguments, "--policy", "uniform_random"]) == 0
    bad = review(parse(capsys.readouterr().out))
    assert any(guess.verdict != "best" for guess in bad.guesses)


def test_games_that_go_on_after_a_mine(capsys):
    arguments = [
        "--rows",
        "6",
        "--cols",
        "6",
        "--mines",
        "9",
        "--seed",
        "3",
        "--after-mine",
        "continue",
    ]
    arguments += ["--win", "explore", "--reveal", "single", "--first-click", "none", "--json"]
    assert main(["play", *arguments]) == 0
    text = capsys.readouterr().out
    graded = review(parse(text))
    assert graded.mines_hit == json.loads(text.splitlines()[-1])["mines_hit_per_game"] > 0
    assert graded.won  # by its own rules


def test_command(capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(lines(1, 6, ROW, [{"cell": [0, k]} for k in (0, 2, 5, 4)]))
    assert main(["review", str(path)]) == 0
    text = capsys.readouterr().out
    assert "1x6/2, lost" in text
    assert "move 2: opened (0,2), 25.00 % mine: best, rank 1 of 5" in text
    assert "move 3: opened (0,5), 50.00 % mine: MISSED 1 safe cell, such as (0,3)" in text
    assert "move 4: opened (0,4), 100.00 % mine: a PROVED mine; (0,3) was safe -> a MINE" in text
    assert f"luck {-log10(3 / 8):.2f}" in text
    assert main(["review", str(path), "--boards"]) == 0
    assert "    1#1###" in capsys.readouterr().out
    assert main(["review", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdicts"] == {"best": 1, "worse": 0, "missed safe": 1, "proved mine": 1}
    assert answer["luck"] == pytest.approx(-log10(3 / 8))
    assert answer["luck_demanded"] is None
    assert [guess["luck"] for guess in answer["guesses"]][-1] is None
    assert answer["guesses"][1]["board"] == ["1#1###"]


def test_command_reads_standard_input():
    text = lines(1, 6, ROW, [{"cell": [0, 0]}])
    run = subprocess.run(
        [sys.executable, "-m", "minesolver", "review", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "nothing was guessed" in run.stdout


GAME = '{"rows": 2, "cols": 2, "mines": 1}'
WHOLE = '{"rows": 2, "cols": 2, "mines": 1, "layout": [[0, 0]]}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no line tells"),
        ("hello", "not a line of JSON"),
        ("[1]", "JSON object"),
        ('{"x": 1}', "neither a move"),
        (GAME, "without a move"),
        (f"{GAME}\n{GAME}", "second game"),
        ('{"rows": 2, "cols": "2", "mines": 1}\n{"cell": [0, 0]}', "whole number"),
        ('{"rows": 2, "cols": 2, "mines": 1, "games": 50}', "50 games"),
        (f'{GAME}\n{{"cell": [0, 0]}}', "needs the game's layout"),
        (f'{GAME}\n{{"cell": [0, 0], "shown": [[0, 0]]}}', "shown holds"),
        (f'{GAME}\n{{"cell": [0, 0], "shown": 3}}', "shown is a list"),
        (f'{GAME}\n{{"cell": [0], "shown": []}}', "a cell is"),
        (f'{GAME}\n{{"cell": [0, 0], "shown": []}}', "does not show"),
        (f'{GAME}\n{{"cell": [0, 2], "shown": [[0, 2, 1]]}}', "not on the 2x2"),
        (f'{GAME}\n{{"cell": [0, 0], "shown": [[0, 0, 11]]}}', "not a cell"),
        (f'{GAME}\n{{"cell": [0, 0], "shown": [[0, 0, 1]]}}\n' * 2, "second game"),
        (f'{GAME}\n{{"cell": [0, 0], "shown": [[0, 0, 1]], "action": "kick"}}', "an action is"),
        (f'{GAME}\n{{"cell": [0, 0], "shown": [[0, 0, 1]], "seconds": "x"}}', "seconds"),
        (f'{WHOLE}\n{{"cell": [5, 5]}}', "not on the 2x2"),
        (f'{WHOLE}\n{{"cell": [0, 1]}}\n{{"cell": [0, 1]}}', "already open"),
        (f'{WHOLE}\n{{"cell": [0, 1], "action": "chord"}}', "open clue"),
        (WHOLE.replace("[0, 0]", "[7, 7]") + '\n{"cell": [0, 1]}', "not on the 2x2"),
        (WHOLE.replace('"mines": 1', '"mines": 3') + '\n{"cell": [0, 1]}', "not 3"),
    ],
)
def test_what_is_no_replay(capsys, tmp_path, text, message):
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    with pytest.raises(BoardFormatError, match=message):
        review(read(path))
    assert main(["review", str(path)]) == 2
    assert message in capsys.readouterr().err


def test_moves_that_contradict_the_mines(capsys, tmp_path):
    moves = '{"cell": [0, 0], "shown": [[0, 0, 0]]}\n{"cell": [0, 1], "shown": [[0, 1, 1]]}'
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{GAME}\n{moves}")
    with pytest.raises(InconsistentBoardError):
        review(read(path))
    assert main(["review", str(path)]) == 1
    assert main(["review", str(tmp_path / "none.jsonl")]) == 2
    (tmp_path / "empty").mkdir()
    assert main(["review", str(tmp_path / "empty")]) == 2
    assert main(["review", str(path), "--engine", "magic"]) == 2


def test_a_last_move_that_contradicts_the_others():
    """Before, the game was won: a 3 with one mine on the board."""
    moves = (
        '{"cell": [0, 0], "shown": [[0, 0, 1]]}\n{"cell": [0, 1], "shown": [[0, 1, 1], [1, 1, 3]]}'
    )
    with pytest.raises(InconsistentBoardError):
        review(parse(f"{GAME}\n{moves}"))


def test_an_engine_without_an_estimate_of_a_cell_grades_no_game(capsys, tmp_path):
    """Layers know nothing of cells far from all clues: the move was "nan % mine", the best one."""
    path = tmp_path / "game.jsonl"
    path.write_text(lines(3, 3, [(0, 0)], [{"cell": [0, 1]}, {"cell": [2, 2]}]))
    assert main(["review", str(path), "--engine", "layered"]) == 3
    message = "engine 'layered' has no estimate of (2,2) at move 2: name another one, such as auto"
    assert message in capsys.readouterr().err
    assert main(["review", str(path), "--engine", "layered_total"]) == 0


def test_an_evf_file_is_read_move_by_move(tmp_path):
    from minesolver.game.generate import generate

    layout = next(generate(9, 9, 10, (4, 4), no_guess=False, seed=5)).layout
    game = Game(9, 9, layout=layout.mine_cells)
    clicks, expected = [], []
    for cell in [(4, 4), *((r, c) for r in range(9) for c in range(9))]:
        if game.board[cell] == HIDDEN and cell not in layout.mine_cells:
            clicks.append([*cell, "l"])
            expected.append(((cell,), game.open(cell)))
    replay = read(evf(tmp_path, layout, clicks))
    assert replay.board == ms.Board.hidden(9, 9, 10)
    assert [(step.cells, step.shown) for step in replay.steps] == expected
    assert review(replay).won


def clicked(seed):
    """A won game and all its clicks: flags set and taken away, chords that open something and idle ones."""
    rng = random.Random(seed)
    cells = [(r, c) for r in range(9) for c in range(9)]
    layout = rng.sample(cells, 12)
    game, clicks = Game(9, 9, rules=Rules("none"), layout=layout), []
    safe = [cell for cell in cells if cell not in layout]
    while not game.over:
        cell = rng.choice(cells if game.started else safe)
        if game.board[cell] == HIDDEN:
            action = "flag" if cell in layout else "open"  # a wrong flag would stop their openings
            getattr(game, action)(cell)
        elif game.board[cell] == 0 or any(
            chord_cell in layout for chord_cell in game.chord_cells(cell)
        ):
            continue
        else:
            action = "chord"
            if game.chord_cells(cell):
                game.chord(cell)
        clicks.append({"cell": cell, "action": action})
    return layout, clicks


def test_the_numbers_that_players_know(tmp_path, capsys):
    pytest.importorskip("ms_toollib")
    buttons = {"open": "l", "flag": "r", "chord": "chord"}
    for seed in range(3):
        layout, moves = clicked(seed)
        (tmp_path / f"{seed}.jsonl").write_text(lines(9, 9, layout, moves, first_click="none"))
        numbers = review(read(tmp_path / f"{seed}.jsonl")).numbers
        clicks = [[*move["cell"], buttons[move["action"]]] for move in moves]
        video = review(read(evf(tmp_path, ms.Layout(9, 9, layout), clicks))).numbers
        assert video["3BV/s"] == pytest.approx(video["3BV"] / video["seconds"])
        assert video["QG"] == pytest.approx(video["seconds"] ** 1.7 / video["3BV"])
        assert "STNB" in video
        assert numbers["clicks"] == len(moves)
        assert numbers["effective clicks"] < numbers["clicks"]
        names = numbers.keys() - {"pLuck"}
        assert names >= {"3BV", "openings", "islands", "ZiNi", "IOE", "correctness", "throughput"}
        assert {name: numbers[name] for name in names} == pytest.approx(
            {name: video[name] for name in names}
        )
    first_luck = -log10(1 - 12 / 81)  # which no video counts
    assert numbers["pLuck"] - first_luck == pytest.approx(video["pLuck"])
    (tmp_path / "bad.jsonl").write_text("hm")
    assert main(["review", str(tmp_path), "--policy", "safest"]) == 2
    output = capsys.readouterr()
    assert "bad.jsonl" in output.err
    table = [line.split() for line in output.out.splitlines()]
    assert table[0][:2] == ["won", "guesses"]
    assert [line[-1] for line in table[1:]] == [
        *(f"{i}.jsonl" for i in range(3)),
        "game.evf",
        "total",
        "median",
    ]
    assert table[-2][0] == "4"
    words = ["review", str(tmp_path), "--policy", "safest", "--json"]
    pytest.importorskip("matplotlib")
    assert main([*words, "--plot", str(tmp_path / "mine.png")]) == 2
    assert (tmp_path / "mine.png").read_bytes().startswith(b"\x89PNG")
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    first_guess = games[3]["guesses"][0]
    assert first_guess["seconds"] >= 0
    assert first_guess["text"].startswith(f"move {first_guess['move']} at ")
    assert main(["review", str(tmp_path / "0.jsonl"), "--plot", "x.png"]) == 2
    assert games[2]["numbers"] == numbers


def test_the_numbers_of_a_board_are_those_of_other_programs():
    toollib = pytest.importorskip("ms_toollib")
    rng = random.Random(1)
    for rows, cols, mines in [(1, 1, 0), (2, 5, 3), (9, 9, 25), (16, 16, 40), (16, 30, 99)] * 3:
        game = Game(
            rows, cols, layout=rng.sample([(r, c) for r in range(rows) for c in range(cols)], mines)
        )
        board = [[-1 if game.is_mine((r, c)) else 0 for c in range(cols)] for r in range(rows)]
        board = toollib.cal_board_numbers(board)
        clues = {(r, c): board[r][c] for r in range(rows) for c in range(cols) if board[r][c] >= 0}
        theirs = toollib.Board(board)
        their_numbers = {
            "3BV": theirs.bbbv,
            "openings": theirs.op,
            "islands": theirs.isl,
            "ZiNi": theirs.zini,
        }
        assert measures(rows, cols, clues) == their_numbers


def test_an_evf_file_of_a_lost_game(tmp_path):
    from minesolver.game.generate import generate

    layout = next(generate(9, 9, 10, (4, 4), no_guess=False, seed=6)).layout
    mine = min(layout.mine_cells)
    replay = read(evf(tmp_path, layout, [[4, 4, "l"], [*mine, "l"]]))
    graded = review(replay)
    assert replay.steps[-1].shown == {mine: MINE}
    assert (graded.mines_hit, graded.won) == (1, False)


@pytest.mark.parametrize("suffix", [".avf", ".rmv", ".mvf", ".evf"])
def test_videos_that_cannot_be_read(tmp_path, suffix):
    pytest.importorskip("ms_toollib")
    path = tmp_path / f"bad{suffix}"
    path.write_bytes(bytes(range(256)) * 4)
    with pytest.raises(BoardFormatError, match=r"ms_toollib|empty"):
        read(path)
    path.write_bytes(b"")
    with pytest.raises(BoardFormatError, match="empty"):
        read(path)
    with pytest.raises(OSError):
        read(tmp_path / f"none{suffix}")


def test_without_the_reader_the_error_names_the_extra(monkeypatch):
    monkeypatch.setattr("minesolver.io.replays.videos.find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r"\[replay\]"):
        load(b"x", "x.avf")


def test_a_replay_made_by_hand():
    replay = Replay(ms.Board.hidden(1, 2, 1), False, (), "hand")
    graded = review(replay)
    assert (graded.moves, graded.luck, graded.won) == (0, 0, False)
    assert ms.analyze(ms.Board([[HIDDEN, HIDDEN]], 1)).solutions == 2


def best_play(layouts, rows, cols, opened):
    """Layouts that the best play wins, by the definition: all cells, all answers, all orders."""
    hidden = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in opened]
    if all(set(hidden) <= mines for mines in layouts):
        return len(layouts)
    return max(opening(layouts, rows, cols, opened, cell) for cell in hidden)


def opening(layouts, rows, cols, opened, cell):
    answers: dict[Any, Any] = {}
    for mines in layouts:
        if cell not in mines:
            clue = sum(max(abs(cell[0] - r), abs(cell[1] - c)) == 1 for r, c in mines)
            answers.setdefault(clue, []).append(mines)
    return sum(best_play(group, rows, cols, opened | {cell}) for group in answers.values())


@pytest.mark.parametrize("cells", [[(0, 0), (0, 3)], [(0, 1), (1, 2)], [(1, 0), (0, 2)]])
def test_guesses_are_graded_by_the_winning_chance_that_they_lose(cells):
    rows, cols, mines = 2, 4, 2
    every = [
        frozenset(m)
        for m in combinations([(r, c) for r in range(rows) for c in range(cols)], mines)
    ]
    # A layout on which the first of these cells shows a clue, so that the second is still hidden.
    first_row, first_col = cells[0]
    all_cells = product(range(rows), range(cols))
    neighbours_of = {
        (r, c) for r, c in all_cells if max(abs(r - first_row), abs(c - first_col)) == 1
    }
    layout = next(m for m in every if m & neighbours_of and not m & set(cells))
    moves = [{"cell": list(cell)} for cell in cells]
    graded = review(parse(lines(rows, cols, layout, moves, first_click="none")), policy="strongest")
    judged_guesses = 0
    for guess in graded.guesses:
        opened = {cell: code for cell, code in guess.board.items() if code != HIDDEN}
        layouts_left = [
            m
            for m in every
            if not m & opened.keys()
            and all(
                code == sum(max(abs(r - a), abs(c - b)) == 1 for a, b in m)
                for (r, c), code in opened.items()
            )
        ]
        if guess.verdict in ("best", "worse"):
            judged_guesses += 1
            assert guess.measure == "winning chance"
            best = best_play(layouts_left, rows, cols, frozenset(opened))
            chance = opening(layouts_left, rows, cols, frozenset(opened), guess.cells[0])
            assert guess.winning * len(layouts_left) == best
            assert guess.loss == pytest.approx((best - chance) / len(layouts_left))
            assert (guess.verdict == "best") == (best == chance)
    assert judged_guesses


def test_review_says_what_it_measures(capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(
        lines(2, 4, [(0, 0), (1, 3)], [{"cell": [0, 1]}, {"cell": [1, 1]}], first_click="none")
    )
    assert main(["review", str(path)]) == 0
    assert "graded by exact winning chance" in capsys.readouterr().out
    assert main(["review", str(path), "--policy", "safest"]) == 0
    assert "graded by safety" in capsys.readouterr().out
    assert main(["review", str(path), "--policy", "x"]) == 2


def test_what_is_played_on_is_an_estimate():
    # One mine is beside (0,3), and the other one in one of the four cells far from it.
    text = lines(1, 7, [(0, 2), (0, 6)], [{"cell": [0, 3]}, {"cell": [0, 4]}], first_click="none")
    (worse_guess,) = review(parse(text), policy="safest").guesses[1:]
    assert worse_guess.measure == "estimated winning chance"
    assert worse_guess.error > 0
    assert type(worse_guess.winning) is float


def test_a_game_that_was_not_won_has_the_numbers_of_its_file_only():
    replay = parse(lines(1, 6, ROW, [{"cell": [0, 0]}, {"cell": [0, 4]}]))
    assert review(replace(replay, numbers={"3BV": 5})).numbers == {"3BV": 5}
    assert review(replay).numbers == {}


def test_the_strongest_policy_loses_nothing_against_itself(capsys):
    assert (
        main(["play", "--level", "beginner", "--policy", "strongest", "--seed", "11", "--json"])
        == 0
    )
    graded = review(parse(capsys.readouterr().out), policy="strongest")
    assert {guess.verdict for guess in graded.guesses} <= {"best"}


@pytest.mark.parametrize(
    ("rules", "shape", "mines"),
    [
        ("hex,liar", (3, 4), 3),
        ("liar,two-colours,quad", (4, 4), 5),
        ("boards", (2, 2, 3), 3),
        ("product", (3, 4), 3),
        ("graph", (), 2),
    ],
)
def test_games_under_rules_are_saved_and_graded(rules, shape, mines, thorough):
    if rules == "graph":
        ring = {"a": "bf", "b": "ac", "c": "bd", "d": "ce", "e": "df", "f": "ea"}
        neighbours_of = {name: list(neighbour_names) for name, neighbour_names in ring.items()}
        clues = {
            name: "*" if name in "bf" else "1" if name in "ce" else "2" if name == "a" else "0"
            for name in ring
        }
        board: Any = ms.Puzzle.from_json(
            json.dumps({"rules": "vanilla", "neighbours": neighbours_of, "board": clues})
        )
    for seed in range(4 if thorough else 2):
        rng = random.Random(seed)
        if rules == "graph":
            game = Game.of(board, ["d"], Rules("none", "continue", board="graph"))
        else:
            *layers, rows, cols = shape
            game_rules = Rules("given", "continue", board=rules)
            game = Game(rows, cols, mines, game_rules, seed=seed, layers=layers)
            game.open(game.start)
        while not game.over:
            hidden = [name for name in game.board.where("#") if name not in game.flags]
            if not hidden:
                break
            clue = rng.choice([name for name in game.board if name not in {*hidden, *game.flags}])
            if rng.random() < 0.3 and game.board[clue] != "*" and game.chord_cells(clue):
                game.chord(clue)
            elif rng.random() < 0.3:
                game.flag(rng.choice(hidden))
            else:
                game.open(rng.choice(hidden))
        replay = parse(game.record())
        opening_moves = [move for move in game.moves if move.shown]
        assert [step.shown for step in replay.steps] == [move.shown for move in opening_moves]
        *_, (last_board, step) = positions(replay)
        assert last_board.open(step.shown) == game.board
        graded = review(replay, policy="strongest", limit=0.2)
        first_move = 1 if rules == "graph" else 2
        assert graded.mines_hit == game.mines_hit
        assert graded.outcome == game.status
        guesses = {guess.move: guess for guess in graded.guesses}
        for number, (board_then, step) in enumerate(positions(replay), 1):
            if number >= first_move and len(step.cells) == 1:
                risk = ms.analyze(board_then, "brute_force").exact(step.cells[0])
                assert (number in guesses) == (risk > 0)
                if risk:
                    assert guesses[number].risk == pytest.approx(float(risk))
                    assert guesses[number].survived == (step.cells[0] not in step.hit)


def test_play_under_rules_writes_what_review_reads(capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    for words in (["liar,wall", "--shape", "4x4/5"], ["3d", "--shape", "2x3x3/4"]):
        assert (
            main(["play", "--rules", *words, "--seed", "2", "--json", "--policy", "uniform_random"])
            == 0
        )
        text = capsys.readouterr().out
        path.write_text(text)
        graded = review(parse(text))
        assert graded.opened == json.loads(text.splitlines()[-1])["opened_per_game"]
        assert main(["review", str(path), "--policy", "safest"]) == 0
        assert f"{words[2]} {words[0]}, lost" in capsys.readouterr().out
        assert main(["review", str(path), "--policy", "safest", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        sizes = answer.get("shape") or [answer["rows"], answer["cols"]]
        assert (
            f"{answer['rules']} {'x'.join(map(str, sizes))}/{answer['mines']}"
            == f"{words[0]} {words[2]}"
        )
    for right, wrong, message in (
        ("[2, 3, 3]", "[2, 3, 4.5]", "shape is a list"),
        ('"3d"', "3", "rules is a text"),
        ('"3d"', '"nix"', "nix"),
    ):
        path.write_text(text.replace(right, wrong))
        assert main(["review", str(path)]) == 2
        assert message in capsys.readouterr().err


def test_an_error_names_the_file_once(tmp_path, capsys):
    for name, content in (("a.avf", b""), ("b.bin", b"\0\xff"), ("c.jsonl", b"[]")):
        file = tmp_path / name
        file.write_bytes(content)
        assert main(["review", str(file)]) == 2
        assert capsys.readouterr().err.count(name) == 1
