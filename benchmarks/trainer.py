"""Does the page's trainer name a weakness? Bots that play well but for one planted fault, and what it says.

    python benchmarks/trainer.py [--games 200] [--size 9x9x18]

Needs Node: the page's own script (``web/static/trainer.js``) judges the review of each game.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from run_facts import print_facts

import minesolver as ms
from minesolver.game import Game, Rules
from minesolver.game.replay import Replay, ReplayStep, positions
from minesolver.game.review import review
from minesolver.model.board import HIDDEN

STATIC = Path(ms.__file__).parent / "extras/web/static"
RUNNER = """
import { readFileSync } from "node:fs";
import { mistakes, weaknesses } from "%s";
import { checkedPosition } from "%s";
const key = (position) => position.codes.join();
const found = [];
for (const game of JSON.parse(readFileSync(0, "utf8"))) {
  const known = new Map(game.known.map((one) => [key(checkedPosition(one.board)), one]));
  const at = (move) => checkedPosition(game.boards[move]);
  const analysed = async (position) => {
    const one = known.get(key(position))[position.mines === null ? "uncounted" : "counted"];
    return { safe: new Set(one[0]), mines: new Set(one[1]) };
  };
  found.push(...await mistakes(game, { analysed, at, total: game.boards.length }));
}
console.log(JSON.stringify(weaknesses(found)));
"""
Chooser = Callable[[ms.Board, random.Random], Any]


def _overlooking(board: ms.Board, proof: Any) -> Any:
    """A cell that ``proof`` proves, else the least risky of those that nothing proves."""
    analysis = ms.analyze(board)
    if pair := _pair(analysis):
        return pair
    if proof.safe:
        return min(proof.safe)
    guessable = [cell for cell in board.where(HIDDEN) if cell not in analysis.mines | analysis.safe]
    return min(
        guessable or analysis.safe, key=lambda cell: (float(analysis.probability[cell]), cell)
    )


def _pair(analysis: Any) -> Any:
    """A cell of a 50/50 that nothing can resolve: every cell around its two is open or a proved mine."""
    shape, proved = analysis.board.shape, analysis.mines

    def around(cell: Any) -> set[Any]:
        rows, cols = (range(max(0, i - 1), min(n, i + 2)) for i, n in zip(cell, shape, strict=True))
        return {(r, c) for r in rows for c in cols} - {cell}

    known_mines = {cell for cell in analysis.board.where(HIDDEN) if cell in proved}
    hidden = set(analysis.board.where(HIDDEN)) - known_mines
    even_cells = sorted(
        cell for cell in hidden if abs(float(analysis.probability[cell]) - 0.5) < 1e-9
    )
    for first_cell, second_cell in combinations(even_cells, 2):
        no_hidden_around = around(first_cell) & hidden <= {second_cell} and around(
            second_cell
        ) & hidden <= {first_cell}
        if (
            no_hidden_around
            and around(first_cell) - hidden - known_mines
            == around(second_cell) - hidden - known_mines
        ):
            return first_cell
    return None


def _by(engine: str) -> Chooser:
    return lambda board, rng: _overlooking(board, ms.analyze(board, engine))


def _uncounted(board: ms.Board, rng: random.Random) -> Any:
    return _overlooking(board, ms.analyze(ms.Board.from_array(board.grid, None)))


def _reckless(board: ms.Board, rng: random.Random) -> Any:
    analysis = ms.analyze(board)
    if pair := _pair(analysis):
        return pair
    if analysis.safe:
        return min(analysis.safe)
    return rng.choice([cell for cell in board.where(HIDDEN) if cell not in analysis.mines])


def _postponing(board: ms.Board, rng: random.Random) -> Any:
    analysis = ms.analyze(board)
    if analysis.safe:
        return min(analysis.safe)
    cells = [cell for cell in board.where(HIDDEN) if cell not in analysis.mines]
    even_cells = {cell for cell in cells if abs(float(analysis.probability[cell]) - 0.5) < 1e-9}
    return min(
        cells, key=lambda cell: (cell in even_cells, float(analysis.probability[cell]), cell)
    )


BOTS: dict[str, tuple[Chooser, tuple[str, ...]]] = {
    "knows single clues only": (_by("baseline_total"), ("two clues",)),
    "knows pairs of clues at most": (_by("layered_total"), ("more clues",)),
    "forgets the mine count": (_uncounted, ("mine count",)),
    "guesses anywhere": (_reckless, ("riskier",)),
    "leaves each 50/50 for the end": (_postponing, ("late 50/50",)),
}
"""What each bot does wrong, how it chooses, and the kinds of mistake that name it."""


def games(
    choose: Chooser, size: tuple[int, int, int], count: int, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """Games of a bot, each as the page has it after its review."""
    for index in range(count):
        rng = random.Random(f"{seed}.{index}")
        game = Game(*size, Rules("zero"), seed=seed, index=index)
        steps: list[Any] = []
        while not game.over:
            cell = (size[0] // 2, size[1] // 2) if not steps else choose(game.board, rng)
            steps.append(ReplayStep((cell,), game.open(cell)))
        yield _reviewed(Replay(ms.Board.hidden(*size), True, tuple(steps), "bot"))


def _model(board: ms.Board) -> dict[str, Any]:
    return {"rows": str(board).splitlines()[-board.rows :], "mines": board.mines}


def _reviewed(replay: Replay) -> dict[str, Any]:
    guesses, known_proofs = [], []
    for guess in review(replay).guesses:
        guesses.append(
            {
                "move": guess.move - 1,
                "cell": guess.cells[0],
                "probability": guess.risk,
                "cost": guess.cost,
                "best": guess.best,
                "missed": min(guess.missed) if guess.missed else None,
                "board": _model(guess.board),
                "recommended": False,
                "loss": None,
                "win": None,
            }
        )
    boards = [board for board, _ in positions(replay)]
    for board in boards:
        uncounted = ms.analyze(ms.Board.from_array(board.grid, None))
        proved = {"counted": _proved(ms.analyze(board)), "uncounted": _proved(uncounted)}
        known_proofs.append({"board": _model(board)} | proved)
    return {
        "guesses": guesses,
        "known": known_proofs,
        "boards": [_model(board) for board in boards],
    }


def _proved(analysis: Any) -> list[list[int]]:
    return [
        [row * analysis.board.cols + col for row, col in cells]
        for cells in (analysis.safe, analysis.mines)
    ]


def judged(played: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's trainer says of these games: kinds of mistakes, the costliest first."""
    script = RUNNER % ((STATIC / "trainer.js").as_uri(), (STATIC / "doors.js").as_uri())
    command = ["node", "--input-type=module", "-e", script]
    process = subprocess.run(
        command, input=json.dumps(played), capture_output=True, text=True, check=True
    )
    mistakes: list[dict[str, Any]] = json.loads(process.stdout)
    return mistakes


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--size", default="9x9x18", help="ROWSxCOLSxMINES")
    options = parser.parse_args()
    print_facts(seed=0)
    rows, cols, mines = map(int, options.size.split("x"))
    for name, (choose, kinds) in BOTS.items():
        mistakes = judged(list(games(choose, (rows, cols, mines), options.games)))
        is_named = bool(mistakes) and mistakes[0]["kind"] in kinds
        summary = ", ".join(
            f"{mistake['kind']} {mistake['cost']:.2f} ({mistake['times']})" for mistake in mistakes
        )
        print(f"{'named ' if is_named else 'MISSED'}  {name}: {summary}")


if __name__ == "__main__":
    main()
