"""What follows a source document to the letter: names, quirks and figures.

Nothing below knows any of it: what is declared here, ``minesolver/__init__.py`` adds to the registries.
"""

_AGENTS = {
    "search": ("bfs", "dfs", "best_first", "best_first_literal"),
    "cs50_player": ("cs50",),
}
_GAMES = ("inference", "search", "flagging", "decision")

DECLARED = {
    "players": {name: f"{__name__}.{module}:AGENTS" for module, names in _AGENTS.items() for name in names},
    "commands": dict.fromkeys(("mdp", "bench reproduce"), f"{__name__}.commands:COMMANDS"),
    "renderers": {"game.signs": f"{__name__}.signs:signs", "game.sign_rows": f"{__name__}.signs:rows"},
    "rule_sets": {name: f"{__name__}.rules:{name.upper()}" for name in _GAMES},
}
"""Where each name is, by the group of its registry."""
