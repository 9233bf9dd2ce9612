"""Games on the page, replayed from their rules and moves for every question: the server keeps nothing."""

from __future__ import annotations

from functools import lru_cache
from math import inf, isnan
from time import perf_counter

from ..base.errors import EngineLimitError, MinesolverError, MoveError
from ..base.render import render
from ..explain import chain
from ..game import Game, Rules, agent_seed
from ..game.generate import generate
from ..game.levels import size_text
from ..game.replay import Replay, ReplayStep
from ..game.series import Series, good_start
from ..model.board import MINE, Cell
from ..players import PLAYERS
from .boards import analysis_of, candidates, check_size, steps_of
from .models import (
    GameModel,
    HintAnswer,
    MoveModel,
    PlayRequest,
    PlayState,
    PolicyAnswer,
    PolicyMove,
    PolicyRequest,
    ReviewRequest,
    model_of,
)

_TRIES = 2000  # layouts drawn for a no-guess game before mines are moved instead


def _new_game(model: GameModel, moves: list[MoveModel]) -> Game:
    """The game before its first move; its layout is fixed where a cell is named for which it is drawn."""
    check_size(model.rows, model.cols)
    rules = Rules(model.first_click, model.after_mine, model.win, model.reveal)
    size = model.rows, model.cols, model.mines
    if model.layout is not None:
        return Game(*size, rules, layout=model.layout)
    first = model.drawn_for or next(((r, c) for r, c, action in moves if action == "open"), None)
    if first is not None and (model.no_guess or model.drawn_for):
        if not (0 <= first[0] < model.rows and 0 <= first[1] < model.cols):
            raise MoveError(f"({first[0]},{first[1]}) is not on the board")
        return Game(*size, rules, layout=_layout(*size, rules, first, model.seed, model.no_guess))
    return Game(*size, rules, seed=model.seed)


@lru_cache(maxsize=64)
def _layout(
    rows: int, cols: int, mines: int, rules: Rules, first: Cell, seed: int, no_guess: bool
) -> frozenset[Cell]:
    if no_guess:
        for method in ("uniform", "repair"):
            try:
                return next(
                    generate(rows, cols, mines, first, seed=seed, method=method, tries=_TRIES)
                ).layout.mine_cells
            except EngineLimitError:
                continue
        raise MoveError(f"no no-guess game of {size_text(rows, cols, mines)} was found")
    game = Game(rows, cols, mines, rules, seed=seed)
    game.open(first)
    assert game.layout is not None
    return game.layout


def _make(game: Game, move: MoveModel) -> ReplayStep | None:
    """Make a move: what it opened, or None."""
    row, col, action = move
    if action == "flag":
        game.flag((row, col))
        return None
    chosen = ((row, col),) if action == "open" else game.chord_cells((row, col))
    shown = game.open((row, col)) if action == "open" else game.chord((row, col))
    return ReplayStep(tuple(cell for cell in chosen if cell in shown), shown)


def _replayed(request: PlayRequest | ReviewRequest) -> tuple[Game, list[ReplayStep]]:
    assert request.game is not None
    game = _new_game(request.game, request.moves)
    steps = []
    for number, move in enumerate(request.moves, 1):
        try:
            step = _make(game, move)
        except MinesolverError as error:
            raise MoveError(f"move {number}: {error}") from None
        if step is not None:
            steps.append(step)
    return game, steps


def recorded(request: ReviewRequest) -> Replay:
    """A game played here as a recorded one."""
    game, steps = _replayed(request)
    spec = request.game
    assert spec is not None
    free = spec.layout is None and spec.first_click != "none"
    if free and spec.drawn_for is not None:
        free = bool(steps) and steps[0].cells == (spec.drawn_for,)
    return Replay(game.rows, game.cols, game.mines, free, tuple(steps), f"seed {spec.seed}")


def _state(game: Game, signs: bool) -> PlayState:
    return PlayState(
        board=model_of(game.board),
        flags=sorted(game.flags),
        started=game.started,
        won=game.won,
        lost=game.lost,
        opened=game.opened,
        layout=sorted(game.layout) if game.over and game.layout is not None else None,
        exploded=list(game.board.where(MINE)),
        signs=render("game.sign_rows", game) if signs else None,
    )


def play(request: PlayRequest, seconds: float) -> PlayState:
    """The game after these moves."""
    return _state(_replayed(request)[0], request.signs)


def _protected_start(game: Game, spec: GameModel) -> Cell | None:
    """The cell to begin with where the first one is safe."""
    if game.started or spec.layout is not None:
        return None
    if spec.drawn_for is not None:
        return spec.drawn_for if spec.first_click != "none" else None
    if game.rules.first_click == "none" and not spec.no_guess:
        return None
    return game.rules.start or good_start(game.rules, game.rows, game.cols, game.mines)


def hint(request: PlayRequest, seconds: float) -> HintAnswer:
    """A move, and why: of the proved ones that with the shortest proof, else the least risky guess."""
    game, _ = _replayed(request)
    if game.over:
        raise MoveError("the game is over")
    start = _protected_start(game, request.game)
    if start is not None:
        text = f"open ({start[0]},{start[1]}): the rules protect the first cell, and this is a good one"
        return HintAnswer(cell=start, proved=True, probability=0.0, text=text)
    analysis = analysis_of(game.board, "auto", seconds)
    best = analysis.best
    if best is None:
        return HintAnswer(cell=None, proved=False, probability=None, text="only mines are left")
    proved = best in analysis.safe
    if proved:
        reasons = analysis.reasons
        best = min(analysis.safe, key=lambda at: (len(chain(reasons, at)) if at in reasons else inf, at))
    risk = float(analysis.probability[best])
    ranked = candidates(analysis)
    if ranked and not proved:
        best, risk = ranked[0].cell, 1 - ranked[0].safety
    name = f"({best[0]},{best[1]})"
    text = f"open {name}: proved safe" if proved else f"guess {name}: {100 * risk:.2f} % mine"
    return HintAnswer(
        cell=best,
        proved=proved,
        probability=None if isnan(risk) else risk,
        text=text,
        steps=steps_of(analysis, best),
        candidates=ranked,
    )


def policy(request: PolicyRequest, seconds: float) -> PolicyAnswer:
    """Up to ``count`` moves of a policy from here on; fewer where time runs out (then it is not done)."""
    deadline = perf_counter() + 0.7 * seconds
    game, _ = _replayed(request)
    if game.over:
        raise MoveError("the game is over")
    agent = PLAYERS.get(request.policy)
    spec = request.game
    # The opening of a series is for the first move only; a player that comes later joins as it is.
    series = Series(agent.name, spec.rows, spec.cols, spec.mines, game.rules, spec.seed)
    player = PLAYERS.get(agent.name).make() if game.started else series.player()
    player.start(spec.rows, spec.cols, spec.mines, agent_seed(spec.seed, len(request.moves)))
    moves: list[PolicyMove] = []
    done = False
    while not done and len(moves) < request.count and perf_counter() < deadline:
        start = _protected_start(game, spec)
        fixed = start if game.rules.start is not None or spec.drawn_for or spec.no_guess else None
        made = player.move(game.board) if fixed is None else None
        cell = fixed if made is None else made.cell
        if cell is None:
            done = True
            break
        action = "open" if made is None else made.action
        free = start is not None  # the rules protect the first cell, whichever it is
        proved = free or (made is not None and made.proved)
        if request.until_guess and not proved:
            done = True
            break
        if action == "flag" and cell in game.flags:
            continue  # a flag that the player set before stays
        if action == "open" and not game.started and game.layout is None and spec.no_guess:
            game = _new_game(spec, [(*cell, "open")])
        shown = game.open(cell) if action == "open" else {}
        if action == "flag":
            game.flag(cell)
        moves.append(
            PolicyMove(
                cell=cell,
                action=action,
                proved=proved,
                probability=made.probability if made else None,
                reason=made.reason if made else "the first cell is safe by the rules",
                shown=shown,  # type: ignore[arg-type]
            )
        )
        done = game.over
    return PolicyAnswer(moves=moves, state=_state(game, request.signs), done=done)
