"""What commands write into files, and say of several layouts at once."""

from __future__ import annotations

from command import run


def test_generated_boards_go_to_a_file(tmp_path):
    path = tmp_path / "boards.txt"
    words = ["--level", "4x5/4", "--no-guess", "--seed", "1", "-n", "2"]
    status, out, _ = run("generate", *words, "--out", str(path))
    assert status == 0
    assert path.read_text().count("*") == 8
    assert "*" not in out


def test_a_dataset_has_a_sheet_where_it_is_asked_for(tmp_path):
    words = ["-n", "4", "--sizes", "5x5/5", "--split", "test", "--seed", "1"]
    assert run("dataset", "--out", str(tmp_path), *words)[0] == 0
    assert not (tmp_path / "test-sheet.md").exists()
    assert run("dataset", "--out", str(tmp_path), *words, "--sheet")[0] == 0
    assert (tmp_path / "test-sheet.md").read_text()


def test_several_layouts_are_summed_up_in_a_line():
    text = "1x3x1\n01*\n\n1x4x2\n1**1\n"
    _, out, err = run("judge", "--start", "0,0", text=text)
    assert out.splitlines()[-1] == "1 of 2 layouts need no guess", err
