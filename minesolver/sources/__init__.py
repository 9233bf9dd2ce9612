"""What follows a source document to the letter: names, quirks and figures.

Nothing below knows any of it: what is declared here, ``minesolver/__init__.py`` adds to the registries.
"""

DECLARED = {
    "players": {
        "bfs": f"{__name__}.search:AGENTS",
        "dfs": f"{__name__}.search:AGENTS",
        "best_first": f"{__name__}.search:AGENTS",
        "best_first_literal": f"{__name__}.search:AGENTS",
        "cs50": f"{__name__}.cs50_player:AGENTS",
    },
    "commands": {
        "mdp": f"{__name__}.commands:COMMANDS",
        "bench reproduce": f"{__name__}.commands:COMMANDS",
    },
    "renderers": {
        "game.signs": f"{__name__}.signs:signs",
        "game.sign_rows": f"{__name__}.signs:rows",
    },
    "rule_sets": {
        "inference": f"{__name__}.document_rules:INFERENCE",
        "search": f"{__name__}.document_rules:SEARCH",
        "flagging": f"{__name__}.document_rules:FLAGGING",
        "decision": f"{__name__}.document_rules:DECISION",
    },
}
"""Where each name is, by the group of its registry."""
