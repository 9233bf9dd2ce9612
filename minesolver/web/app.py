"""The ASGI application: the page's files, and the API that hands each question to a worker process."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..base.version import __version__
from ..engines import ENGINES
from ..game.levels import LEVELS
from ..io import formats
from ..layers import LAYERS
from ..model.geometries import GEOMETRIES
from ..model.rules import RULES
from ..players import PLAYERS
from . import models
from .workers import StoppedError, WebWorkers

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Coroutine[Any, Any, Response]])

SECONDS = 10.0
"""Default time limit of one computation."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MAX_BODY = 1_500_000
_BODY_SECONDS = 15.0  # in which a request's body has to arrive
_WAITING = 32  # threads that wait for workers; what comes beyond waits for a thread

_FIRST_CLICKS = {
    "safe": "the clicked cell is no mine",
    "zero": "the clicked cell and its neighbours are no mines",
    "none": "nothing is protected",
    "row-col": "no mine in the clicked row and column",
}
_STOPPED = {
    "limit": (503, "limit", "no answer within {0:g} s; the computation was stopped"),
    "busy": (503, "busy", "all workers are busy; try again"),
    "died": (503, "limit", "the computation ended without an answer (out of memory, perhaps)"),
    "cancelled": (499, "limit", "cancelled"),
}
_HEADERS = {
    # Nothing of another host and nothing inline, whatever the page's code says.
    "content-security-policy": "default-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


def create_app(
    *,
    seconds: float = SECONDS,
    workers: int | None = None,
    hosts: Sequence[str] = LOOPBACK,
    addresses: bool = False,
) -> FastAPI:
    """The application. ``seconds``: limit of one computation; ``workers``: processes (default: 2 to 4).

    ``hosts``: names and addresses by which the server may be addressed, without a port (a defence against DNS
    rebinding); ``addresses``: any number address too, which no foreign name can stand for.
    """
    count = workers or min(4, max(2, os.cpu_count() or 1))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.workers = WebWorkers(count, seconds)
        app.state.threads = ThreadPoolExecutor(_WAITING, thread_name_prefix="minesolver-web")
        try:
            yield
        finally:
            app.state.workers.close()
            app.state.threads.shutdown(wait=False, cancel_futures=True)

    app = FastAPI(
        title="minesolver",
        version=__version__,
        summary="Exact Minesweeper: probabilities, proofs, the best move.",
        lifespan=lifespan,
        docs_url=None,  # the usual page loads its scripts from another host; /api is our own
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.add_middleware(_Guard, hosts=frozenset(name.lower() for name in hosts), addresses=addresses)
    _handle_errors(app)
    _add_questions(app)
    _add_options(app, seconds)
    _add_files(app)
    return app


def _add_questions(app: FastAPI) -> None:
    responses: dict[int | str, dict[str, Any]] = {
        413: {"model": models.ErrorModel, "description": "Larger than the page takes"},
        422: {"model": models.ErrorModel, "description": "Not a board, a game or a name"},
        503: {"model": models.ErrorModel, "description": "No answer within the time limit, or all busy"},
    }

    def question(name: str, summary: str, answer: type[BaseModel]) -> Callable[[_Endpoint], _Endpoint]:
        return app.post(f"/api/{name}", summary=summary, response_model=answer, responses=responses)

    @question("parse", "Read a board from text in any format, or from a file", models.BoardModel)
    async def parse(body: models.ParseRequest, request: Request) -> Response:
        return await _compute("parse", body, request)

    @question("analyze", "Probabilities, proved cells, best cell, ranked guesses", models.AnalysisModel)
    async def analyze(body: models.AnalyzeRequest, request: Request) -> Response:
        return await _compute("analyze", body, request)

    @question("cell", "One cell's exact fraction, and its proof", models.CellAnswer)
    async def cell(body: models.CellRequest, request: Request) -> Response:
        return await _compute("cell", body, request)

    @question("compare", "A layer's knowledge beside the exact engine's", models.CompareAnswer)
    async def compare(body: models.CompareRequest, request: Request) -> Response:
        return await _compute("compare", body, request)

    @question("recommend", "A policy's move and the guesses that it weighed", models.RecommendAnswer)
    async def recommend(body: models.RecommendRequest, request: Request) -> Response:
        return await _compute("recommend", body, request)

    @question("play", "A game after some moves", models.PlayState)
    async def play(body: models.PlayRequest, request: Request) -> Response:
        return await _compute("play", body, request)

    @question("hint", "The best move of a game, with its reasons", models.HintAnswer)
    async def hint(body: models.PlayRequest, request: Request) -> Response:
        return await _compute("hint", body, request)

    @question("policy", "Let a policy play on", models.PolicyAnswer)
    async def policy(body: models.PolicyRequest, request: Request) -> Response:
        return await _compute("policy", body, request)

    @question("review", "Each guess of a game with its rank and cost", models.ReviewAnswer)
    async def review(body: models.ReviewRequest, request: Request) -> Response:
        return await _compute("review", body, request)

    @question("replay", "The moves of a recorded game", models.ReplayAnswer)
    async def replay(body: models.ReviewRequest, request: Request) -> Response:
        return await _compute("replay", body, request)

    @question("read", "Whatever was dropped on the page: boards, a layout, a replay", models.ReadAnswer)
    async def read(body: models.ReadRequest, request: Request) -> Response:
        return await _compute("read", body, request)

    @question(
        "variant", "A board of any geometry under any rules, drawn, with the next step", models.VariantAnswer
    )
    async def variant(body: models.VariantRequest, request: Request) -> Response:
        return await _compute("variant", body, request)


async def _compute(job: str, body: BaseModel, request: Request) -> Response:
    """A worker's answer; given up when the browser goes away or has asked something newer."""
    workers: WebWorkers = request.app.state.workers
    cancelled = Event()

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        cancelled.set()

    watcher = asyncio.create_task(watch())
    try:
        status, content = await asyncio.get_running_loop().run_in_executor(
            request.app.state.threads, workers.run, job, body, cancelled
        )
    except StoppedError as stopped:
        status, kind, message = _STOPPED[stopped.why]
        return _error(status, kind, message.format(workers.seconds))
    finally:
        watcher.cancel()
        with suppress(asyncio.CancelledError):
            await watcher
    return Response(content, status, media_type="application/json")


def _add_options(app: FastAPI, seconds: float) -> None:
    @app.get("/api/options", summary="Levels, rules, policies, layers, formats, limits")
    def options() -> models.OptionsAnswer:
        return models.OptionsAnswer(
            version=__version__,
            levels=[
                models.LevelModel(name=name, rows=size[0], cols=size[1], mines=size[2])
                for name, size in LEVELS.items()
            ],
            first_clicks=[models.Named(name=k, description=v) for k, v in _FIRST_CLICKS.items()],
            policies=[models.Named(name=name, description=PLAYERS.get(name).description) for name in PLAYERS],
            layers=[models.Named(name=name, description=LAYERS.get(name).description) for name in LAYERS],
            rules=[
                *(models.Named(name=k, description=GEOMETRIES.get(k).definition) for k in GEOMETRIES),
                *(models.Named(name=k, description=RULES.get(k).definition) for k in RULES),
            ],
            engines=list(ENGINES.names()),
            formats=[
                models.Named(name=name, description=formats.get(name).description) for name in formats.names()
            ],
            max_side=models.MAX_SIDE,
            max_cells=models.MAX_CELLS,
            seconds=seconds,
        )


def _add_files(app: FastAPI) -> None:
    folder = Path(str(files(__package__))) / "static"
    pages = {"/": "index.html", "/api": "reference.html"}

    async def page(request: Request) -> FileResponse:
        return FileResponse(folder / pages[request.url.path])

    for path in pages:
        app.add_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", GZipMiddleware(StaticFiles(directory=folder), minimum_size=1000), name="static")


def _error(status: int, kind: Any, message: str) -> JSONResponse:
    problem = models.ProblemModel(kind=kind, message=message)
    return JSONResponse(models.ErrorModel(error=problem).model_dump(), status)


def _handle_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        if first["type"] == "json_invalid":
            return _error(400, "request", f"not JSON: {first['ctx']['error']}")
        if first["loc"] == ("body",):
            return _error(422, "request", "a JSON object is expected, sent as application/json")
        if first["type"] in ("too_long", "string_too_long"):
            return _error(413, "too-large", f"{place}: {first['msg']}")
        return _error(422, "request", f"{place}: {first['msg']}" if place else first["msg"])

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        kind = "not-found" if error.status_code == 404 else "request"
        return _error(error.status_code, kind, str(error.detail))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        return _error(500, "server", f"the page failed at this ({type(error).__name__})")


class _Guard:
    """Answers to its own names and its own pages only, and sets the security headers.

    Refuses bodies that are too long, before they are in memory, and those that come too slowly.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], addresses: bool) -> None:
        self.app = app
        self.hosts = hosts
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        size = 0
        complete = False
        refusal: JSONResponse | None = None
        deadline = asyncio.get_running_loop().time() + _BODY_SECONDS

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                message["headers"] += [(k.encode(), v.encode()) for k, v in _HEADERS.items()]
            await send(message)

        wrong = self._stranger(scope)
        if wrong is not None:
            await wrong(scope, receive, with_headers)
            return

        async def guarded() -> Message:
            # The application takes a torn request for a client that went away; its answer is replaced below.
            nonlocal size, complete, refusal
            if refusal is not None:
                return {"type": "http.disconnect"}
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                refusal = _error(408, "request", f"the request did not arrive within {_BODY_SECONDS:g} s")
                return {"type": "http.disconnect"}
            size += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if size > _MAX_BODY:
                refusal = _error(413, "too-large", f"the request is longer than {_MAX_BODY} bytes")
                return {"type": "http.disconnect"}
            return message

        async def unless_refused(message: Message) -> None:
            if refusal is None:
                await with_headers(message)

        await self.app(scope, guarded, unless_refused)
        if refusal is not None:
            refusal.headers["connection"] = "close"
            await refusal(scope, receive, with_headers)

    def _stranger(self, scope: Scope) -> JSONResponse | None:
        """The refusal of a request to another name, or from a page of another host."""
        headers = [(name, value.decode("latin-1").strip().lower()) for name, value in scope["headers"]]
        asked = [value for name, value in headers if name == b"host"]
        if len(asked) != 1 or not self._is_own(_name(asked[0])):
            return _error(400, "request", "this server does not go by that name; see minesolver web --help")
        for name, value in headers:
            if name == b"origin" and value.partition("://")[2] != asked[0]:
                return _error(403, "request", "questions come from this server's own page only")
        return None

    def _is_own(self, name: str) -> bool:
        if name in self.hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return self.addresses


def _name(host: str) -> str:
    """The name or address of a Host header, without its port and brackets."""
    found = re.fullmatch(r"(?:\[([0-9a-f:.]+)\]|([^:\[\]]+))(?::\d*)?", host)
    return (found[1] or found[2]) if found else ""
