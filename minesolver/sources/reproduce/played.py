"""A whole game of the inference report, play by play; the states of a search as its report draws them."""

from dataclasses import dataclass

from ...game import Game, PlayedMove, play_episode
from ...model.board import MINE
from ...players.knowledge_player import KnowledgePlayer
from .. import search
from ..document_rules import INFERENCE, SEARCH
from ..signs import rows as sign_rows
from .reproduced_table import TEXTS, Boards, Build, Making, TableRow, table
from .reproduction_plan import ReproductionPlan

SIDE, MINES = 5, 6
FLOW_MINES = ((0, 2), (1, 1))
"""Mines of the 3x3 board whose states are drawn."""


@dataclass(frozen=True)
class LogTask:
    """A game of the advanced agent that knows the total: a row for each move, and the log in full."""

    seed: int

    def run(self) -> tuple[list[TableRow], str]:
        player = KnowledgePlayer("layered", total=True, likelihood="average", trace=True)
        game = Game(SIDE, SIDE, MINES, INFERENCE, seed=self.seed)
        rows: list[TableRow] = []
        lines: list[str] = []

        def note(game: Game, played: PlayedMove) -> None:
            row: TableRow = {"step": len(rows) + 1, **_row(played)}
            rows.append(row)
            words = [
                row[name] for name in ("what", "cell", "shows", "rule") if row[name] is not None
            ]
            lines.extend(str(step) for step in player.new_steps())
            lines.append(f"{len(rows)}. {' '.join(words)}")
            lines.extend(["", str(game.board), ""])

        episode = play_episode(game, player, on_move=note, keep_moves=False)
        lines.append(f"{episode.deduced_mines} of {MINES} mines proved: score {episode.score:.4g}")
        return rows, "\n".join(lines)


def _row(played: PlayedMove) -> TableRow:
    """A move in the words of the report."""
    # The report's own words for a guess, a flag and a proved opening.
    kind = "pick"
    if played.action == "flag":
        kind = "mark"
    elif played.proved:
        kind = "query"
    code = played.shown.get(played.cell)
    sign_text = None
    if code is not None:
        sign_text = "a mine" if code == MINE else f"clue {code}"
    row, col = played.cell
    return {
        "what": kind,
        "cell": f"({row},{col})",
        "shows": sign_text,
        "rule": played.rule,
        "reason": played.reason,
    }


def _log(plan: ReproductionPlan) -> Making:
    task = LogTask(plan.seed)
    rows, log = (yield [task])[task]
    return table(
        "R0.23", rows, values={"side": SIDE, "mines": MINES}, appendix=[f"```\n{log}\n```"]
    )


def _flow(plan: ReproductionPlan) -> Making:
    yield ()
    game = Game(3, 3, rules=SEARCH, layout=FLOW_MINES)
    states = [("the start", *_signs(game))]
    rows: list[TableRow] = [{"step": 0, "visited": None} | _texts(game)]

    def draw(game: Game, played: PlayedMove) -> None:
        states.append((f"{played.cell} visited", *_signs(game)))
        visited = f"({played.cell[0]},{played.cell[1]})"
        rows.append({"step": len(rows), "visited": visited} | _texts(game))

    play_episode(game, search.AGENTS["bfs"].make(), on_move=draw, keep_moves=False)
    return table("R1.2", rows, Boards("R1.2", TEXTS["R1.2"]["figure"], states))


def _signs(game: Game) -> tuple[str, str]:
    """(the state in signs, the same with the available moves starred)."""
    return "\n".join(sign_rows(game)), "\n".join(sign_rows(game, search.move_gen(game.board)))


def _texts(game: Game) -> TableRow:
    # A cell of a table has one line.
    state_text, moves_text = _signs(game)
    return {
        "state": state_text.replace("\n", "/"),
        "with moves": moves_text.replace("\n", "/"),
    }


SPECS: dict[str, Build] = {"R0.23": _log, "R1.2": _flow}
