"""What each subcommand is, in a line; its module is imported when it is called."""

from dataclasses import dataclass

GROUPS = ("analyse", "play", "measure", "connect")
"""The headings of ``minesolver --help``, in their order."""


@dataclass(frozen=True)
class Command:
    """A subcommand.

    name: What is typed; ``bench run`` is a subcommand of ``bench``
    help: One line of ``minesolver --help``
    module: The name of the module with ``add_arguments(parser)`` and ``run(options)``, which returns the exit
        status; imported when the command is called. Empty for a command that only has subcommands.
    group: Of :data:`GROUPS`, under which it is listed
    judges: What it judges, for commands that are easily taken for one another: "one move"
    """

    name: str
    help: str
    module: str = ""
    group: str = "connect"
    judges: str = ""


def _module(name: str) -> str:
    return f"{__package__}.{name.replace(' ', '_')}"


OF_THIS_PACKAGE = (
    Command(
        "solve",
        "mine probabilities, proved cells and the best cell of a board",
        _module("solve"),
        "analyse",
    ),
    Command(
        "grade",
        "one move: proved or guessed, its risk, what it loses",
        _module("grade"),
        "analyse",
        judges="one move",
    ),
    Command(
        "judge",
        "a whole layout: whether, where and how often one must guess",
        _module("judge"),
        "analyse",
        judges="a whole layout of mines",
    ),
    Command(
        "optimal",
        "the best winning chance on a whole small board",
        _module("optimal"),
        "analyse",
    ),
    Command(
        "rules",
        "geometries and rules: hexagons, liars, walls, ...",
        _module("rules"),
        "analyse",
    ),
    Command(
        "play",
        "watch a policy play one game or thousands, or play yourself",
        _module("play"),
        "play",
    ),
    Command(
        "generate",
        "boards, no-guess boards and puzzles with one solution",
        _module("generate"),
        "play",
    ),
    Command(
        "review",
        "a replay: what was missed, what each guess cost, luck",
        _module("review"),
        "play",
        judges="a recorded game",
    ),
    Command(
        "bench",
        "players, engines and other solvers on the same boards",
        group="measure",
    ),
    Command(
        "bench run",
        "compare players and engines over the same boards, with results that survive",
        _module("bench run"),
        "measure",
    ),
    Command(
        "bench report",
        "one page, and figures and tables for a paper, out of the results of a run",
        _module("bench report"),
        "measure",
    ),
    Command(
        "score",
        "how well a player plays, and which deduction it misses",
        _module("score"),
        "measure",
        judges="a player over many games",
    ),
    Command(
        "dataset",
        "positions with exact labels, and sheets of exercises",
        _module("dataset"),
        "measure",
    ),
    Command(
        "engine",
        "answer other programs: lines of JSON",
        _module("engine"),
    ),
    Command(
        "export",
        "a board as DIMACS or OPB, with its exact count",
        _module("export"),
    ),
    Command(
        "completion",
        "a script that completes words in bash, zsh or fish",
        _module("completion"),
    ),
)
PATHS = {command.name: f"{__name__}:OF_THIS_PACKAGE" for command in OF_THIS_PACKAGE}
"""Where the registry of commands has each."""
