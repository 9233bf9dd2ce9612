from __future__ import annotations

import struct
from xml.etree import ElementTree

import minesolver as ms
from minesolver.cli import main
from minesolver.io.pictures import SIDE, png, sheet, svg

NAME = "{http://www.w3.org/2000/svg}"
BOARD = ms.Board.parse("##3#*\n#####\n###31\n##210\n#2100", 7)


SIGN_OF_PATHS = {0: "", 1: "tick", 3: "flag"}


def cells_shown(drawing):
    """What stands on each cell that is not blank: its text, or its sign."""
    shown = []
    for cell in ElementTree.fromstring(drawing).iter(f"{NAME}g"):
        text = cell.findtext(f"{NAME}text", "")
        shown.append(text + SIGN_OF_PATHS[len(cell.findall(f"{NAME}path"))])
    return " ".join(filter(None, shown))


def test_svg_shows_each_cell_once():
    drawing = svg(ms.analyze(BOARD))
    root = ElementTree.fromstring(drawing)
    assert len(list(root.iter(f"{NAME}polygon"))) == 25
    assert cells_shown(drawing) == (
        "tick 33 3 33 flag tick 33 flag flag tick tick flag 3 1 50 flag 2 1 50 2 1 tick"
    )
    assert sum(cell.get("stroke-width") == "3" for cell in root.iter(f"{NAME}polygon")) == 1


def test_svg_of_a_board_shows_no_answer():
    assert cells_shown(svg(BOARD)) == "3 flag 3 1 2 1 2 1"


def test_png_has_the_boards_size():
    data = png(ms.analyze(BOARD))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (5 * SIDE + 1, 5 * SIDE + 1)


def test_notebooks_show_boards_and_analyses():
    analysis = ms.analyze(BOARD)
    assert BOARD._repr_svg_() == svg(BOARD)
    assert analysis._repr_svg_() in analysis._repr_html_()
    assert "6 layouts" in analysis._repr_html_()


def test_command_writes_pictures(tmp_path, capsys):
    board = tmp_path / "board"
    board.write_text(str(BOARD))
    assert (
        main(
            [
                "solve",
                str(board),
                "--svg",
                str(tmp_path / "a.svg"),
                "--png",
                str(tmp_path / "a.png"),
            ]
        )
        == 0
    )
    assert (tmp_path / "a.svg").read_text() == svg(ms.analyze(BOARD))
    assert (tmp_path / "a.png").stat().st_size > 300
    assert main(["solve", str(board), "--svg", str(tmp_path / "no" / "a.svg")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_estimates_are_drawn_and_listed(tmp_path, capsys):
    estimate = ms.analyze(ms.Board.parse("1##\n###", 2, rules="hex"), "estimate")
    assert not estimate.is_exact
    assert " mine</title>" in svg(estimate)
    path = tmp_path / "puzzle.json"
    puzzle = ms.Puzzle("abcd", 1)
    puzzle.add("abc", 1)
    path.write_text(puzzle.to_json())
    assert main(["solve", str(path), "--engine", "estimate"]) == 0
    out = capsys.readouterr().out
    assert "33.3" in out
    assert "NOT EXACT" in out


def test_a_sheet_says_what_its_rules_mean():
    puzzles = [
        (ms.Board.parse(text), ms.Board.parse(text), "")
        for text in ("2x2x1 hex,liar\n1#\n##", "1#")
    ]
    page = sheet(puzzles)
    assert page.count("<dt>") == 2
    assert "<dt>liar</dt><dd>The number shown is one more or one less than the mines seen" in page
    assert "<dt>hex</dt><dd>Hexagons" in page
    assert "<dl>" not in sheet(puzzles[1:])
    tagged = ms.Board.parse("2x2x1 vanilla,liar\n1 L1\n# #")
    assert "<dt>liar (L)</dt>" in sheet([(tagged, tagged, "")])
