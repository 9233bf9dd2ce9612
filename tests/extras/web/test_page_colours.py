"""The page's style sheet has the colours of the package's pictures and plots."""

import re
from pathlib import Path

from minesolver.base.palette import CLUES, DARK, LIGHT, RISKS
from minesolver.extras import web

STYLE = Path(web.__file__).with_name("static") / "style.css"


def test_the_style_sheet_has_the_palette():
    of_sheet = {
        name: (light, dark)
        for name, light, dark in re.findall(
            r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", STYLE.read_text("utf-8")
        )
    }
    of_sheet["safe-ink"] = (LIGHT["safe-ink"], "")
    assert "--safe-ink: " + LIGHT["safe-ink"] in STYLE.read_text("utf-8")
    assert {name: of_sheet[name][0] for name in LIGHT} == LIGHT
    assert {name: of_sheet[name][1] for name in DARK} == DARK
    assert tuple(of_sheet[f"n{clue}"][0] for clue in range(1, 9)) == CLUES[1:]
    assert tuple(of_sheet[f"r{step}"][0] for step in range(12)) == RISKS
