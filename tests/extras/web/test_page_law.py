"""The law of all texts (``tests/law.py``) for the page: with its server, and without one."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import depth
import pytest
from law import (
    FEW,
    NAMES,
    NODE,
    READERS,
    answers_of,
    boards_under,
    breaches,
    cases_of_texts,
    other_subjects,
    same,
    sets_of_rules,
    square_boards,
)

import minesolver as ms
from minesolver.cli.human import picture
from minesolver.extras.web.dropped_files import read as page_read
from minesolver.extras.web.page import facts
from minesolver.io import formats
from minesolver.io.formats.links import page_board
from minesolver.model.variant import RuleSet


def by_page(data: str | bytes, path: Path) -> Any:
    """What the page gets of its server, as it keeps boards."""
    if isinstance(data, bytes):
        answer = page_read(data=b64encode(data).decode(), name=path.name)
    else:
        answer = page_read(text=data)
    if answer["kind"] == "layout":
        layout = answer["layout"]
        mines = {tuple(cell) for cell in layout["layout"]}
        return ms.Layout(layout["rows"], layout["cols"], frozenset(mines)).board
    (board,) = answer["boards"]
    if "json" in board:  # what the page keeps no codes of
        return formats.parse(board["json"])
    if "codes" in board:
        return board
    return ms.Board.parse(
        "\n".join(board["rows"]), board["mines"], density=board["density"], format="canonical"
    )


ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def page_is_a_reader(monkeypatch):
    monkeypatch.setitem(READERS, "page", by_page)


@pytest.mark.parametrize("rules", NAMES)
def test_outputs_under_every_rule(rules, thorough, tmp_path):
    # One board of each rule, with the priors in turn.
    seeds = range(3) if thorough else [NAMES.index(rules) % 3]
    for board in boards_under(rules, seeds):
        assert breaches(board, tmp_path, ["page"]) == []


@pytest.mark.parametrize("subject", [*square_boards(), *other_subjects()], ids=repr)
def test_square_boards_graphs_and_puzzles(subject, tmp_path):
    assert breaches(subject, tmp_path, ["page"]) == []


@pytest.mark.parametrize("rules", ["hex,liar", "3d", "quad", "torus", "liar,wall"])
def test_what_play_shows_under_rules_is_pasted_or_refused(rules, tmp_path):
    *layers, rows, cols = RuleSet.parse(rules).kind.usual or (4, 5)
    game = ms.Game(rows, cols, None, ms.Rules("given", board=rules), seed=3, layers=layers)
    game.open(game.start)
    refused = None
    try:
        assert same(by_page(picture(game), tmp_path / "board.txt"), game.board)
    except ms.MinesolverError as error:
        refused = str(error)
    assert refused is None or "minesolver solve" in refused


def by_node(texts: list[str]) -> list[dict[str, Any]]:
    """What the page has of each text where there is no server: a board, or why there is none."""
    return answers_of("extras/web/page/law.mjs", [facts(), *texts])


@pytest.mark.skipif(
    NODE is None or not (ROOT / "bindings/js/dist/engine.js").exists(),
    reason="needs Node and the engine for the browser: python bindings/build.py js",
)
@pytest.mark.parametrize(
    "rule_sets, fewest_read",
    [(FEW, 20), depth.thorough(sets_of_rules(2), 60)],
)
def test_the_page_without_a_server_reads_the_same_or_refuses(rule_sets, fewest_read):
    cases = cases_of_texts(rule_sets)
    answers = by_node([text for _, text in cases])
    boards_read = 0
    for (board, text), answer in zip(cases, answers, strict=True):
        if "error" in answer:
            # A sentence, not a fault of the script.
            assert answer["kind"] is not None, (text, answer)
        else:
            assert answer == page_board(board), text
            boards_read += 1
    assert boards_read > fewest_read
