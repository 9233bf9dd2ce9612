"""The search report's view of a game: the whole truth in its signs and colours, for terminals."""

from __future__ import annotations

from ..game import Game
from .search import move_gen

_STYLES = {"U": "white on grey39", "M": "white on red3", "T": "black on yellow3"}
_VISITED = "black on grey82"
_LEGEND = (
    "U unvisited safe, M unvisited mine, T visited mine, 0-8 visited, * a move that the search may make next"
)


def signs(game: Game, *, colour: bool = False, legend: bool = False) -> str:
    """The state in signs, one row a line: U dark grey, M red, T yellow, visited cells light grey.

    ``*`` stands on the available moves, in the colour of what it hides. ``legend``: what they mean, before.
    """
    if legend:
        return f"{_LEGEND}\n{signs(game, colour=colour)}"
    state = game.text().split("\n")
    starred = game.text(move_gen(game.board)).split("\n")
    if not colour:
        return "\n".join(" ".join(row) for row in starred)
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)  # it knows what the terminal can show, and NO_COLOR
    with console.capture() as captured:
        for kinds, marks in zip(state, starred, strict=True):
            cells = [
                (f" {mark} ", _STYLES.get(kind, _VISITED)) for kind, mark in zip(kinds, marks, strict=True)
            ]
            console.print(Text.assemble(*cells), soft_wrap=True)
    return captured.get().removesuffix("\n")
