"""The CS50 classes: documented contracts, worked examples, and the fixpoint against a plain pair scan."""

from __future__ import annotations

import copy
import inspect
import random
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import minesolver as ms
from minesolver.cs50 import Minesweeper, MinesweeperAI, Sentence

A, B, C, D, E, F, G, H = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))


def around(cell, height, width):
    steps = product((-1, 0, 1), repeat=2)
    cells = {(cell[0] + down, cell[1] + right) for down, right in steps} - {cell}
    return {(row, col) for row, col in cells if 0 <= row < height and 0 <= col < width}


def models(sentences):
    """All sets of mines among the cells that the sentences speak of under which each of them holds."""
    cells = sorted(set().union(*(s.cells for s in sentences)))
    fitting = []
    for size in range(len(cells) + 1):
        for mines in map(set, combinations(cells, size)):
            if all(len(sentence.cells & mines) == sentence.count for sentence in sentences):
                fitting.append(mines)
    return fitting


def marginals(sentences):
    layouts = models(sentences)
    cells = set().union(*(s.cells for s in sentences))
    return {cell: Fraction(sum(cell in m for m in layouts), len(layouts)) for cell in cells}


class TestMinesweeper:
    def test_defaults_and_signatures(self):
        sizes = inspect.signature(Minesweeper).parameters
        assert {name: p.default for name, p in sizes.items()} == {
            "height": 8,
            "width": 8,
            "mines": 8,
        }
        assert list(inspect.signature(Sentence).parameters) == ["cells", "count"]
        ai_parameters = inspect.signature(MinesweeperAI).parameters
        assert {name: p.default for name, p in ai_parameters.items()} == {"height": 8, "width": 8}
        game = Minesweeper()
        assert (game.height, game.width, len(game.mines), game.mines_found) == (8, 8, 8, set())
        assert [len(row) for row in game.board] == [8] * 8

    def test_board_and_mines_agree_and_cells_are_row_then_column(self):
        random.seed(5)
        game = Minesweeper(height=3, width=7, mines=9)
        assert len(game.board) == 3
        assert {len(row) for row in game.board} == {7}
        for i, j in product(range(3), range(7)):
            assert game.board[i][j] is ((i, j) in game.mines)
            assert game.is_mine((i, j)) == ((i, j) in game.mines)
            assert game.nearby_mines((i, j)) == len(around((i, j), 3, 7) & game.mines)

    def test_random_seed_reproduces_the_original_draws(self):
        random.seed(50)
        expected: set[tuple[int, int]] = set()
        while len(expected) != 20:
            i = random.randrange(6)
            expected.add((i, random.randrange(9)))
        next_random = random.random()
        random.seed(50)
        assert Minesweeper(height=6, width=9, mines=20).mines == expected
        assert random.random() == next_random

    @pytest.mark.parametrize("mines", [0, 6])
    def test_empty_and_full_fields(self, mines):
        game = Minesweeper(height=2, width=3, mines=mines)
        assert sum(map(sum, game.board)) == mines

    @pytest.mark.parametrize("mines", [-1, 7, 100])
    def test_mines_that_do_not_fit_are_refused(self, mines):
        with pytest.raises(ValueError, match="do not fit on 2 x 3 = 6 cells"):
            Minesweeper(height=2, width=3, mines=mines)

    def test_print(self, capsys):
        game = Minesweeper(height=2, width=3, mines=0)
        game.mines, game.board[0][1] = {(0, 1)}, True
        game.print()
        assert capsys.readouterr().out == "-------\n| |X| |\n-------\n| | | |\n-------\n"

    def test_won_is_exactly_the_mines_flagged(self):
        game = Minesweeper(height=4, width=4, mines=3)
        assert not game.won()
        game.mines_found = set(game.mines)
        assert game.won()
        game.mines_found.add(
            next((i, j) for i, j in product(range(4), repeat=2) if not game.board[i][j])
        )
        assert not game.won()


class TestSentence:
    @pytest.mark.parametrize("kind", [list, tuple, set, frozenset, iter])
    def test_any_iterable_of_cells(self, kind):
        sentence = Sentence(kind([A, B, A]), 1)
        assert sentence.cells == {A, B}
        assert isinstance(sentence.cells, set)

    def test_the_given_set_is_not_aliased(self):
        cells = {A, B}
        Sentence(cells, 1).mark_safe(A)
        assert cells == {A, B}

    def test_equality_by_cells_and_count(self):
        assert Sentence([A, B], 1) == Sentence({B, A}, 1)
        assert Sentence([A, B], 1) != Sentence([A, B], 2)
        assert Sentence([A, B], 1) != Sentence([A, C], 1)
        assert Sentence([A], 1) != "{A} = 1"

    def test_text(self):
        assert str(Sentence([(2, 3)], 1)) == "{(2, 3)} = 1"

    def test_known_only_at_the_extremes(self):
        assert Sentence([A, B, C], 1).known_mines() == Sentence([A, B, C], 1).known_safes() == set()
        assert Sentence([A, B, C], 3).known_mines() == {A, B, C}
        assert Sentence([A, B, C], 3).known_safes() == set()
        assert Sentence([A, B, C], 0).known_safes() == {A, B, C}
        assert Sentence([A, B, C], 0).known_mines() == set()

    def test_empty_sentence_knows_nothing(self):
        assert Sentence([], 0).known_mines() == set()
        assert Sentence([], 0).known_safes() == set()

    def test_known_sets_are_copies(self):
        mines, safes = Sentence([A, B], 2), Sentence([A, B], 0)
        mines.known_mines().clear()
        safes.known_safes().clear()
        assert mines.cells == safes.cells == {A, B}

    def test_marks_of_other_cells_change_nothing(self):
        sentence = Sentence([A, B], 1)
        sentence.mark_mine(C)
        sentence.mark_safe(C)
        assert sentence == Sentence([A, B], 1)

    def test_t4_2_zero_means_all_safe(self):
        assert Sentence([D, E, G], 0).known_safes() == {D, E, G}

    def test_t4_3_full_count_means_all_mines(self):
        assert Sentence([E, F, H], 3).known_mines() == {E, F, H}

    def test_t4_4_after_a_safe_cell_both_others_are_mines(self):
        sentence = Sentence([A, B, C], 2)
        sentence.mark_safe(C)
        assert sentence == Sentence([A, B], 2)
        assert sentence.known_mines() == {A, B}

    def test_t4_4_after_a_mine_nothing_is_decided(self):
        sentence = Sentence([A, B, C], 2)
        sentence.mark_mine(C)
        assert sentence == Sentence([A, B], 1)
        assert sentence.known_mines() == sentence.known_safes() == set()


class TestWorkedExamples:
    def test_t2_1_subset_leaves_a_safe_cell(self):
        ai = MinesweeperAI(height=4, width=4)
        ai.knowledge += [Sentence([A, B, C], 1), Sentence([A, B], 1)]
        ai.add_knowledge((3, 3), 0)
        assert C in ai.safes
        assert not {A, B} & (ai.safes | ai.mines)
        assert Sentence([A, B], 1) in ai.knowledge

    def test_t2_2_and_t4_6_centre_clue_is_exactly_one_of_eight(self):
        ai = MinesweeperAI(height=3, width=3)
        ai.add_knowledge((1, 1), 1)
        assert ai.knowledge == [Sentence([A, B, C, D, E, F, G, H], 1)]
        normal_form = [{mine} for mine in (A, B, C, D, E, F, G, H)]
        assert models(ai.knowledge) == normal_form
        assert set(marginals(ai.knowledge).values()) == {Fraction(1, 8)}
        at_least_one = [
            m for size in range(1, 9) for m in combinations((A, B, C, D, E, F, G, H), size)
        ]
        assert (len(models(ai.knowledge)), len(at_least_one)) == (8, 255)
        analysis = ms.analyze(ms.Board.parse("###\n#1#\n###"))
        assert (analysis.solutions, analysis.exact(0, 0)) == (8, Fraction(1, 8))

    def test_t4_1_seven_cells_shown(self):
        ai = MinesweeperAI(height=3, width=3)
        clues = {(0, 1): 0, (0, 2): 0, (1, 0): 0, (1, 1): 1, (1, 2): 1, (2, 0): 0, (2, 1): 1}
        for cell, count in clues.items():
            ai.add_knowledge(cell, count)
        assert ai.mines == {(2, 2)}
        assert ai.make_safe_move() == (0, 0)
        assert ai.knowledge == []
        analysis = ms.analyze(ms.Board.parse("#00\n011\n01#"))
        assert (analysis.solutions, analysis.safe, analysis.mines) == (1, {(0, 0)}, {(2, 2)})

    def test_t4_2_lower_left_clue(self):
        ai = MinesweeperAI(height=3, width=3)
        ai.add_knowledge((2, 0), 0)
        assert ai.safes == {(2, 0), (1, 0), (1, 1), (2, 1)}

    def test_t4_3_lower_right_clue(self):
        ai = MinesweeperAI(height=3, width=3)
        ai.add_knowledge((2, 2), 3)
        assert ai.mines == {(1, 1), (1, 2), (2, 1)}

    def test_t4_5_difference_of_top_and_bottom_clue(self):
        ai = MinesweeperAI(height=3, width=3)
        ai.mark_safe((0, 0))
        ai.mark_safe((0, 2))
        ai.add_knowledge((0, 1), 1)
        ai.add_knowledge((2, 1), 2)
        row, corners = [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 2)]
        expected = [Sentence(row, 1), Sentence(row + corners, 2), Sentence(corners, 1)]
        assert all(sentence in ai.knowledge for sentence in expected)
        assert len(ai.knowledge) == 3
        assert len(models(ai.knowledge)) == 6
        chance = marginals(ai.knowledge)
        assert {chance[c] for c in row} == {Fraction(1, 3)}
        assert {chance[c] for c in corners} == {Fraction(1, 2)}


def plain_fixpoint(knowledge, mines, safes):
    """The documented loop without any index: marks, then every ordered pair, until nothing changes."""
    knowledge = {(frozenset(cells), count) for cells, count in knowledge}
    mines, safes = set(mines), set(safes)
    while True:
        reduced = {
            (cells - mines - safes, count - len(cells & mines)) for cells, count in knowledge
        }
        reduced = {(cells, count) for cells, count in reduced if cells}
        new_mines = set().union(*(cells for cells, count in reduced if count == len(cells)))
        new_safes = set().union(*(cells for cells, count in reduced if count == 0))
        derived = {(b - a, y - x) for (a, x), (b, y) in product(reduced, repeat=2) if a < b}
        next_knowledge = reduced | derived
        if next_knowledge == knowledge and not new_mines and not new_safes:
            return knowledge, mines, safes
        knowledge = next_knowledge
        mines |= new_mines
        safes |= new_safes


class TestAddKnowledge:
    @pytest.mark.parametrize("seed", range(12))
    def test_equals_the_plain_fixpoint_after_every_reveal(self, seed):
        random.seed(seed)
        height, width, count = random.choice(
            [(4, 4, 4), (5, 5, 6), (6, 6, 7), (5, 7, 8), (1, 9, 3)]
        )
        game, ai = Minesweeper(height, width, count), MinesweeperAI(height, width)
        knowledge: set[Any] = set()
        mines: set[Any] = set()
        safes: set[Any] = set()
        cells = [c for c in product(range(height), range(width)) if c not in game.mines]
        for cell in random.sample(cells, len(cells)):
            ai.add_knowledge(cell, game.nearby_mines(cell))
            knowledge.add((frozenset(around(cell, height, width)), game.nearby_mines(cell)))
            safes.add(cell)
            knowledge, mines, safes = plain_fixpoint(knowledge, mines, safes)
            assert {(frozenset(s.cells), s.count) for s in ai.knowledge} == knowledge
            assert (ai.mines, ai.safes) == (mines, safes)

    @pytest.mark.parametrize("seed", range(5))
    def test_hygiene_and_soundness(self, seed):
        random.seed(seed)
        game, ai = Minesweeper(8, 8, 12), MinesweeperAI(8, 8)
        while (cell := ai.make_safe_move() or ai.make_random_move()) is not None:
            if game.is_mine(cell):
                ai.mark_mine(cell)
                continue
            ai.add_knowledge(cell, game.nearby_mines(cell))
            keys = [(frozenset(s.cells), s.count) for s in ai.knowledge]
            assert len(set(keys)) == len(keys)
            assert all(cells and not cells & (ai.mines | ai.safes) for cells, _ in keys)
            assert all(count == len(cells & game.mines) for cells, count in keys)
            assert ai.mines <= game.mines
            assert not ai.safes & game.mines
        assert ai.mines == game.mines

    def test_only_undetermined_neighbours_enter_and_known_mines_are_subtracted(self):
        ai = MinesweeperAI(height=3, width=3)
        ai.mark_mine((0, 0))
        ai.mark_safe((0, 1))
        ai.add_knowledge((1, 1), 3)
        assert ai.knowledge == [Sentence([C, D, E, F, G, H], 2)]
        assert ai.moves_made == {(1, 1)}
        assert ai.safes == {(0, 1), (1, 1)}

    def test_the_same_cell_twice_adds_nothing(self):
        ai = MinesweeperAI()
        ai.add_knowledge((4, 4), 2)
        state = copy.deepcopy((ai.moves_made, ai.mines, ai.safes, ai.knowledge))
        ai.add_knowledge((4, 4), 2)
        assert (ai.moves_made, ai.mines, ai.safes, ai.knowledge) == state

    def test_a_later_fact_reaches_older_sentences(self):
        ai = MinesweeperAI(height=1, width=5)
        ai.add_knowledge((0, 1), 1)
        assert ai.knowledge == [Sentence([(0, 0), (0, 2)], 1)]
        ai.add_knowledge((0, 3), 2)
        assert ai.mines == {(0, 2), (0, 4)}
        assert ai.safes == {(0, 0), (0, 1), (0, 3)}
        assert ai.knowledge == []

    def test_knowledge_stays_one_list_and_the_sets_stay_the_same_objects(self):
        ai = MinesweeperAI()
        objects = ai.knowledge, ai.mines, ai.safes, ai.moves_made
        ai.add_knowledge((0, 0), 1)
        ai.add_knowledge((4, 4), 0)
        assert all(
            a is b
            for a, b in zip(objects, (ai.knowledge, ai.mines, ai.safes, ai.moves_made), strict=True)
        )

    def test_changes_from_outside_are_seen(self):
        ai = MinesweeperAI(height=5, width=5)
        ai.add_knowledge((0, 0), 2)
        ai.knowledge.append(Sentence([(0, 1), (1, 0)], 1))
        ai.add_knowledge((4, 4), 0)
        assert (1, 1) in ai.mines
        ai.safes.add((0, 1))
        ai.add_knowledge((4, 0), 0)
        assert (1, 0) in ai.mines

    def test_marks_reach_every_sentence_but_draw_no_inference(self):
        ai = MinesweeperAI()
        ai.knowledge += [Sentence([A, B, C], 2), Sentence([A, D], 1)]
        ai.mark_mine(A)
        assert ai.knowledge == [Sentence([B, C], 1), Sentence([D], 0)]
        ai.mark_safe(B)
        assert ai.knowledge == [Sentence([C], 1), Sentence([D], 0)]
        assert (ai.mines, ai.safes) == ({A}, {B})

    @pytest.mark.parametrize(
        "told", [[((0, 0), 4)], [((0, 0), 3), ((1, 1), 2)], [((0, 0), 0), ((0, 2), 3)]]
    )
    def test_contradictions_are_named(self, told):
        ai = MinesweeperAI(height=3, width=3)
        for cell, count in told[:-1]:
            ai.add_knowledge(cell, count)
        with pytest.raises(ms.InconsistentBoardError):
            ai.add_knowledge(*told[-1])

    def test_a_cell_off_the_board_is_refused(self):
        with pytest.raises(ValueError, match="not on the 3x4 board"):
            MinesweeperAI(height=3, width=4).add_knowledge((3, 0), 1)

    def test_subset_inference_is_not_complete(self):
        """The counterexample of L0.1: (0, 0) is safe in all three models, and no subset step finds it."""
        ai = MinesweeperAI(height=3, width=3)
        for cell in [(0, 1), (1, 0), (2, 2)]:
            ai.add_knowledge(cell, 1)
        assert (0, 0) not in ai.safes
        assert (0, 0) in ms.analyze(ms.Board.parse("#1#\n1##\n##1")).safe


class TestMoves:
    def test_safe_move_is_pure(self):
        ai = MinesweeperAI()
        ai.add_knowledge((0, 0), 0)
        ai.add_knowledge((4, 4), 2)
        state = copy.deepcopy((ai.moves_made, ai.mines, ai.safes, ai.knowledge))
        move = ai.make_safe_move()
        assert move in ai.safes - ai.moves_made
        assert (ai.moves_made, ai.mines, ai.safes, ai.knowledge) == state

    def test_no_safe_move(self):
        ai = MinesweeperAI()
        assert ai.make_safe_move() is None
        ai.add_knowledge((4, 4), 2)
        assert ai.make_safe_move() is None

    def test_random_move_excludes_moves_and_mines_and_reaches_the_rest(self):
        random.seed(3)
        ai = MinesweeperAI(height=2, width=3)
        ai.moves_made = {(0, 0), (1, 2)}
        ai.mines = {(0, 1)}
        state = copy.deepcopy(vars(ai))
        assert {ai.make_random_move() for _ in range(200)} == {(0, 2), (1, 0), (1, 1)}
        assert vars(ai) == state

    def test_random_move_on_an_exhausted_board(self):
        ai = MinesweeperAI(height=1, width=2)
        ai.moves_made = {(0, 0)}
        assert ai.make_random_move() == (0, 1)
        ai.mines = {(0, 1)}
        assert ai.make_random_move() is None

    def test_random_seed_reproduces_moves(self):
        ai = MinesweeperAI()
        random.seed(11)
        first_moves = [ai.make_random_move() for _ in range(20)]
        random.seed(11)
        assert [ai.make_random_move() for _ in range(20)] == first_moves
        assert len(set(first_moves)) > 5


@pytest.mark.parametrize("height, width, mines, seeds", [(8, 8, 8, 30), (16, 30, 99, 3)])
def test_a_runner_plays_games_to_the_end(height, width, mines, seeds):
    """The calls that the project's runner makes, in its order."""
    outcomes = set()
    for seed in range(seeds):
        random.seed(seed)
        game = Minesweeper(height=height, width=width, mines=mines)
        ai = MinesweeperAI(height=height, width=width)
        revealed: set[Any] = set()
        flags: set[Any] = set()
        lost = False
        while not lost and game.mines != flags:
            move = ai.make_safe_move()
            if move is not None:
                assert not game.is_mine(move)
            else:
                move = ai.make_random_move()
            if move is None:
                flags = ai.mines.copy()
            elif game.is_mine(move):
                lost = True
            else:
                revealed.add(move)
                ai.add_knowledge(move, game.nearby_mines(move))
        assert ai.moves_made == revealed
        game.mines_found = flags
        assert game.won() == (not lost)
        outcomes.add(lost)
    assert outcomes == {True, False}
