"""What each command of the documents is; the commands themselves are imported when they are called."""

from ..cli.commands import Command

COMMANDS = {
    "mdp": Command(
        "mdp",
        "the decision process of a small board: value iteration, network",
        f"{__package__}.decision_process.command",
        "measure",
    ),
    "bench reproduce": Command(
        "bench reproduce",
        "run every table and plot of the source documents again, beside the exact engine",
        f"{__package__}.reproduce.command",
        "measure",
    ),
}
