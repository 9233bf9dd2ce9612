"""Levels of Hexcells and Tametsi: read, played with proved cells only, drawn, written."""

from __future__ import annotations

import json
import pickle
from itertools import product
from math import dist
from typing import Any

import pytest

import minesolver as ms
from minesolver.cli import main
from minesolver.game.level_game import judge_level
from minesolver.io import formats
from minesolver.io.formats import hexcells, tametsi
from minesolver.io.pictures import png, svg

ROWS = """\
....\\+..|c..|+....
......o+..o+..o+..
....o+..x...oc../n
......x+..Oc..x+..
....On..x+........
......X+..oc..x+..
....o+..o+..x+....
......o+..o...O+..
....o+..o+..O.....
"""


def hexcells_text(rows=ROWS, title="Two flowers"):
    """A level whose rows are filled up."""
    lines = [f"{line:.<66}" for line in rows.splitlines()]
    return "\n".join(
        ["Hexcells level v1", title, "", "", "", *lines, *["." * 66] * (33 - len(lines))]
    )


def as_sets(text):
    """(cells, mines, numbers beside lines), of the text alone."""
    cells, mines, line_numbers = set(), set(), {}
    for row, line in enumerate(text.split("\n")[5:]):
        for column in range(33):
            kind = line[2 * column]
            if kind in "oOxX":
                cells.add((row, column))
            if kind in "xX":
                mines.add((row, column))
            if kind in "|\\/":
                line_numbers[row, column] = line[2 * column : 2 * column + 2]
    return cells, mines, line_numbers


def middle(cell):
    """Where the middle of a cell is: columns of hexagons, each as high as two rows."""
    return cell[1] * 3**0.5 / 2, cell[0] / 2


def is_one_group(cells):
    cells = set(cells)
    waiting = [cells.pop()] if cells else []
    while waiting:
        current = waiting.pop()
        touching = {
            candidate for candidate in cells if dist(middle(current), middle(candidate)) < 1.01
        }
        cells -= touching
        waiting += touching
    return not cells


def seen_from(cell, mines, reach):
    return {mine for mine in mines if mine != cell and dist(middle(cell), middle(mine)) < reach}


def test_what_a_level_says_is_so_by_the_distances_of_its_cells():
    """Each statement of the solution against what is told by the places of the cells alone."""
    text = hexcells_text()
    cells, mines, lines = as_sets(text)
    level = hexcells.read(text.split("\n"))
    solution = level.solution
    assert set(solution.cells) == cells
    assert set(solution.where("*")) == mines
    for cell in cells:
        touching = {
            candidate for candidate in cells if 0 < dist(middle(cell), middle(candidate)) < 1.01
        }
        assert set(solution.neighbours(cell)) == touching
    clue_constraints: dict[Any, Any] = {
        solution.cells[constraint.clue]: constraint
        for constraint in solution.extra
        if constraint.clue is not None
    }
    signs = {cell: text.split("\n")[5 + cell[0]][2 * cell[1] + 1] for cell in cells}
    assert set(clue_constraints) == {
        cell for cell in cells if signs[cell] != "." and (cell in mines or signs[cell] != "+")
    }
    for cell, constraint in clue_constraints.items():
        seen_mines = seen_from(cell, mines, 2.01 if cell in mines else 1.01)
        assert constraint.allowed == {len(seen_mines)}
        if cell not in mines:
            assert constraint.is_run == is_one_group(seen_mines), cell
    line_constraints: list[Any] = [
        constraint for constraint in solution.extra if constraint.clue is None
    ]
    assert len(line_constraints) == len(lines)
    for constraint in line_constraints:
        line_cells = [solution.cells[index] for index in constraint.cells]
        assert constraint.allowed == {len(mines.intersection(line_cells))}
        (start,) = [line for line in lines if f"({line[0]},{line[1]})" in constraint.name]
        down, right = {"|": (1, 0), "\\": (1, 1), "/": (1, -1)}[lines[start][0]]
        straight_on = [(start[0] + k * down, start[1] + k * right) for k in range(40)]
        assert line_cells == [place for place in straight_on if place in cells]


def test_a_level_shows_what_is_known_and_more_as_it_is_played():
    level = hexcells.read(hexcells_text().split("\n"))
    board = level.board
    shown_cells = {board.cells[index] for index in level.shown}
    assert {cell for cell, state in board.items() if state != "#"} == shown_cells
    assert all(
        constraint.clue is None or board.cells[constraint.clue] in shown_cells
        for constraint in board.extra
    )
    judgement = judge_level(level)
    quick = judge_level(level, details=False)
    assert judgement.no_guess == quick.no_guess
    if judgement.stuck is not None:
        assert ms.analyze(judgement.stuck).solutions > 1
        assert judgement.stuck == quick.stuck
    solved = ms.analyze(level.solution)
    assert solved.solutions == 1


def layouts(level):
    """All layouts of a small level's beginning, by the holding of each statement's own definition."""
    board = level.board
    unknown = [index for index in range(len(board.cells)) if index not in board.states]
    for values in product((0, 1), repeat=len(unknown)):
        layout = [int(board.states.get(index) == "*") for index in range(len(board.cells))]
        for index, value in zip(unknown, values, strict=True):
            layout[index] = value
        if sum(layout) == board.mines:
            yield layout


def test_the_count_is_that_of_all_layouts():
    level = hexcells.read(
        hexcells_text("|c\no+\n\nXn..xc\n..o+..\nx...o.\n".replace("..o+", "..oc")).split("\n")
    )
    board = level.board
    fitting = [
        layout
        for layout in layouts(level)
        if all(
            constraint.holds([layout[i] for i in constraint.cells])
            for constraint in board.constraints
        )
    ]
    for engine in ("auto", "brute_force", "pysat"):
        assert ms.analyze(board, engine).solutions == len(fitting)


TAMETSI = """\
<PUZZLE>
  <ID>X1</ID>

  <TITLE>Three &amp; more</TITLE>
  <GRAPH>
    <NODE><ID>7</ID><EDGES>8,9</EDGES><POS>0,0</POS><POLY><POINTS>-5,-5,5,-5,5,5,-5,5</POINTS></POLY>
      <REVEALED>true</REVEALED></NODE>
    <NODE><ID>8</ID><EDGES>7,9</EDGES><POS>10,0</POS><POLY><POINTS>-5,-5,5,-5,5,5,-5,5</POINTS></POLY>
      <HAS_MINE>True</HAS_MINE></NODE>
    <NODE><ID>9</ID><EDGES>7,8</EDGES><POS>10,10</POS><POLY><POINTS>-5,-5,5,-5,5,5,-5,5</POINTS></POLY>
      <SECRET>true</SECRET></NODE>
  </GRAPH>
  <COLUMN_HINT_LIST><COLUMN_HINT><IDS>7,8</IDS><TEXT_LOCATION>-9,0</TEXT_LOCATION></COLUMN_HINT></COLUMN_HINT_LIST>
  <HINT_LIST><HINT><IDS>7,9</IDS><COLOR>GREEN</COLOR><IS_DARK>true</IS_DARK></HINT></HINT_LIST>
</PUZZLE>"""


def test_a_level_of_tametsi():
    level: Any = tametsi.read(TAMETSI.split("\n"))
    assert level.title == "Three & more"
    assert [constraint.name for constraint in level.solution.extra] == [
        "line 0",
        "colour DARK GREEN",
    ]
    assert [(constraint.cells, constraint.allowed) for constraint in level.solution.extra] == [
        ((0, 1), {1}),
        ((0, 2), {0}),
    ]
    assert level.solution[9] == "?"
    assert level.board[7].value == 1
    judgement = judge_level(level)
    assert judgement.no_guess
    assert judgement.difficulty.hardest == 1


@pytest.mark.parametrize("text, name", [(hexcells_text(), "hexcells"), (TAMETSI, "tametsi")])
def test_levels_go_out_and_come_back(text, name, tmp_path, capsys):
    module = {"hexcells": hexcells, "tametsi": tametsi}[name]
    level = module.read(text.split("\n"))
    assert module.read(module.write(level).split("\n")) == level
    for board in (level.board, level.solution):
        boards: tuple[Any, ...] = (
            ms.Board.parse(str(board)),
            ms.Puzzle.from_json(board.to_json()),
            ms.Board.parse(svg(board)),
            pickle.loads(pickle.dumps(board)),
        )
        for read_back in boards:
            assert read_back == board
            assert read_back.geometry.corners == board.geometry.corners
        path = tmp_path / "board.png"
        path.write_bytes(png(board))
        assert ms.Board.from_file(path) == board
        if ms.analyze(board).solutions == 1:
            assert ms.Board.parse(board.text(name)) == board
        else:
            with pytest.raises(ms.BoardFormatError, match="a level has one solution"):
                board.text(name)
    path = tmp_path / "level"
    path.write_text(text + "\n\n")
    assert ms.Board.from_file(path) == level.board
    assert formats.interpret(formats.sources(path)[0]).level == level
    assert main(["judge", str(path)]) == 0
    assert "guess" in capsys.readouterr().out
    assert main(["judge", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == level.title
    assert main(["judge", str(path), "--start", "1,1"]) == 2
    assert "leave --start" in capsys.readouterr().err
    assert main(["solve", str(path), "--json"]) == 0
    assert formats.parse(capsys.readouterr().out) == level.board


def test_several_levels_in_one_text():
    text = f"{hexcells_text()}\n\n{TAMETSI}\n\n{hexcells_text(title='')}\n"
    assert [source.lines[0] for source in formats.split(text)] == [
        "Hexcells level v1", "<PUZZLE>", "Hexcells level v1",
    ]  # fmt: skip
    assert len(formats.parse_many(text)) == 3


@pytest.mark.parametrize(
    "prologue",
    [
        "<?xml version='1.0' encoding='utf-8'?>\n",
        '<?xml version="1.0"?>',
        "\n<?xml version='1.0'?>\n<!-- made by hand -->\n<!DOCTYPE PUZZLE>\n\n",
    ],
)
def test_a_level_of_tametsi_may_begin_as_xml_does(prologue, tmp_path):
    path = tmp_path / "level.puz"
    path.write_text(prologue + TAMETSI)
    assert ms.Board.from_file(path) == ms.Board.parse(TAMETSI)
    board = ms.Board.parse("1#", mines=1)
    assert ms.Board.parse(prologue.replace("<!DOCTYPE PUZZLE>", "") + svg(board)) == board
    with pytest.raises(ms.BoardFormatError, match="XML of <other>"):
        ms.Board.parse(f"{prologue}<other>1#</other>")


def test_a_drawing_has_the_numbers_beside_lines_and_the_lines_around_regions():
    level: Any = hexcells.read(hexcells_text().split("\n"))
    drawn = svg(level.solution)
    for constraint in level.solution.extra:
        number = next(iter(constraint.allowed))
        assert f">{number}" in drawn or f"{{{number}}}" in drawn or f"-{number}-" in drawn
    sums: dict[str, Any] = {
        "board": ["1##", "###"],
        "row_sums": [2, None],
        "column_sums": [None, 1, 1],
    }
    board: Any = ms.Puzzle.from_json(sums | {"regions": ["AAB", "ABB"], "region_sums": {"A": 1}})
    assert [constraint.name for constraint in board.extra] == [
        "row 0",
        "column 1",
        "column 2",
        "region A",
    ]
    assert ms.analyze(board).solutions == 1
    drawn = svg(board)
    assert drawn.count('font-weight="bold"') == 4
    assert drawn.count("<line ") == 8  # three squares round a corner
    assert ms.Board.parse(drawn) == board == ms.Puzzle.from_json(board.to_json())


@pytest.mark.parametrize(
    "values, message",
    [
        ({"row_sums": [1]}, "row_sums is a list with a number .* 2 rows"),
        ({"column_sums": 3}, "column_sums is a list"),
        ({"row_sums": [1, "x"]}, "mines is a number, not 'x'"),
        ({"row_sums": [4, None]}, "no count of 4 is possible"),
        ({"regions": ["AA"]}, "regions is a list of 2 texts of 3 signs"),
        ({"region_sums": {"A": 1}}, "no cell of regions has the sign 'A'"),
        ({"regions": ["AAB", "ABB"], "region_sums": [1]}, "region_sums is an object"),
        (
            {"neighbours": {"a": []}, "board": {}, "row_sums": [1]},
            "of a board that lies in rows and columns",
        ),
        ({"neighbours": {"a": []}, "board": {}, "outlines": {"a": [[0, 0]]}}, "three corners"),
        ({"neighbours": {"a": []}, "board": {}, "outlines": {}}, "a has no outline"),
    ],
)
def test_sums_that_cannot_be_are_named(values, message):
    with pytest.raises(ms.MinesolverError, match=message):
        ms.Puzzle.from_json({"board": ["1##", "###"]} | values)


@pytest.mark.parametrize(
    "text, message",
    [
        (hexcells_text("o+q."), "line 6, column 3: no place of a level"),
        (hexcells_text("o+\no+"), "line 7, column 1: this cell lies half over"),
        (hexcells_text(""), "the level has no cell"),
        ("<PUZZLE>\n<GRAPH>\n</PUZZLE>", "line 3, column 3: not XML: mismatched tag"),
        ("<PUZZLE></PUZZLE>", "a NODE for each tile"),
        (
            TAMETSI.replace("<EDGES>8,9", "<EDGES>8,z"),
            "EDGES has numbers with commas between, not '8,z'",
        ),
        (TAMETSI.replace("<EDGES>8,9", "<EDGES>8,99"), "no tile has the ID 99"),
        (TAMETSI.replace("<IDS>7,8", "<IDS>7,80"), "no tile has the ID 80"),
        (TAMETSI.replace("<ID>8", "<ID>7"), "two tiles have the ID 7"),
        (TAMETSI.replace("<POS>0,0", "<POS>0"), "a tile has a POS of two numbers"),
    ],
)
def test_levels_with_a_slip_are_refused(text, message):
    with pytest.raises(ms.BoardFormatError, match=message):
        ms.Board.parse(text)


def test_boards_that_are_no_levels_are_not_written_as_such():
    for board in (ms.Board.parse("1#"), ms.Board.parse("2x2x1 hex\n##\n1#")):
        for name in ("hexcells", "tametsi"):
            with pytest.raises(ms.BoardFormatError):
                board.text(name)
