"""The ASGI application: the page's files, and the API that hands each question to a worker process."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any, get_type_hints

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..base.limits import json_value
from ..base.version import __version__
from ..base.workers import Call, Pool, WorkerDiedError, WorkerLateError
from ..questions import WORK
from . import jobs, models
from .page import STATIC, page

SECONDS = 10.0
"""Default time limit of one computation."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MAX_BODY = 1_500_000
_BODY_SECONDS = 15.0  # in which a request's body has to arrive
_KILL_DELAY = 0.6  # seconds an abandoned computation may go on: starting another process costs more
_GRACE = 2.0  # seconds beyond the limit in which a job may still answer
_SMALL = 1000  # cells; a question on so few, or about a game on them, is short as a rule

_HEADERS = {
    # Nothing of another host and nothing inline, whatever the page's code says.
    "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
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
    """The application. ``seconds``: limit of one computation.

    ``workers``: processes (default: 2 to 4) for long questions; short ones have their own, and never wait.

    ``hosts``: names and addresses by which the server may be addressed, without a port (a defence against DNS
    rebinding); ``addresses``: any number address too, which no foreign name can stand for.
    """
    count = workers or min(4, max(2, os.cpu_count() or 1))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with Pool(count + 1, jobs.warm_up) as short, Pool(count, jobs.warm_up) as long:
            short.start(min(2, count))
            long.start(1)
            app.state.pools, app.state.seconds = (short, long), seconds
            yield

    app = FastAPI(
        title="minesolver",
        version=__version__,
        summary="Exact Minesweeper: probabilities, proofs, the best move.",
        lifespan=lifespan,
        docs_url=None,  # the usual page loads its scripts from another host; /api is our own
        redoc_url=None,
        openapi_url=None,
    )
    app.add_middleware(_Guard, hosts=frozenset(name.lower() for name in hosts), addresses=addresses)
    _handle_errors(app)
    _add_questions(app)
    _add_files(app)
    return app


def _add_questions(app: FastAPI) -> None:
    """A path for each of :data:`jobs.JOBS`, by the function's name, docstring and annotations."""
    responses: dict[int | str, dict[str, Any]] = {
        413: {"model": models.ErrorModel, "description": "Larger than the page takes"},
        422: {"model": models.ErrorModel, "description": "Not a board, a game or a name"},
        503: {"model": models.ErrorModel, "description": "No answer within the time limit, or all busy"},
    }
    for name, job in jobs.JOBS.items():
        types = get_type_hints(job)
        summary = (job.__doc__ or "").partition("\n")[0].rstrip(".")
        path = app.post(f"/api/{name}", summary=summary, response_model=types["return"], responses=responses)
        path(_endpoint(name, types["request"]))
    for name in WORK:
        app.add_route(f"/api/{name}", _question(name), methods=["POST"], include_in_schema=False)


def _question(command: str) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """A question of the engine protocol."""

    async def question(request: Request) -> Response:
        try:
            given = json_value(await request.body())
        except (ValueError, RecursionError) as error:
            return _error(400, "request", f"not JSON: {error}")
        return await _compute(command, given, request)

    return question


def _endpoint(name: str, asked: type[BaseModel]) -> Callable[..., Coroutine[Any, Any, Response]]:
    async def endpoint(body: Any, request: Request) -> Response:
        return await _compute(name, body, request)

    endpoint.__name__ = name
    endpoint.__annotations__["body"] = asked
    return endpoint


async def _compute(job: str, body: Any, request: Request) -> Response:
    """A worker's answer; given up when the browser goes away or has asked something newer."""
    short, long = request.app.state.pools
    seconds: float = request.app.state.seconds
    limit = seconds + _GRACE
    call: Call[tuple[int, bytes]] = (short if _is_short(job, body) else long).submit(
        jobs.answer, job, body, seconds, seconds=limit
    )
    answer: asyncio.Future[Any] = asyncio.wrap_future(call)
    gone: asyncio.Future[Any] = asyncio.create_task(_gone(request))
    first = asyncio.FIRST_COMPLETED
    try:
        done, _ = await asyncio.wait({answer, gone}, timeout=limit, return_when=first)
        if not done and call.worker is not None:
            done, _ = await asyncio.wait({answer, gone}, return_when=first)
        if gone in done:
            await asyncio.wait({answer}, timeout=_KILL_DELAY)
        if not answer.done():
            return (
                _error(499, "limit", "cancelled")
                if done
                else _error(503, "busy", "all workers are busy; try again")
            )
        status, content = answer.result()
    except WorkerLateError:
        return _error(503, "limit", f"no answer within {seconds:g} s; the computation was stopped")
    except (WorkerDiedError, asyncio.CancelledError):
        return _error(503, "limit", "the computation ended without an answer (out of memory, perhaps)")
    finally:
        answer.cancel()
        gone.cancel()
    return Response(content, status, media_type="application/json")


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _is_short(job: str, body: Any) -> bool:
    """Whether the question is short as a rule: on a small board, or about a game on one."""
    if isinstance(body, dict):
        return job == "analyse" and len(str(body.get("board"))) <= _SMALL
    game = getattr(body, "game", None)
    return job == "play" or (game is not None and game.rows * game.cols <= _SMALL)


def _add_files(app: FastAPI) -> None:
    async def document(request: Request) -> Response:
        return HTMLResponse(page(server=True))

    app.add_route("/", document, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", GZipMiddleware(StaticFiles(directory=STATIC), minimum_size=1000), name="static")


def _error(status: int, kind: Any, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    problem = models.ProblemModel(kind=kind, message=message)
    return JSONResponse(models.ErrorModel(error=problem).model_dump(), status, headers)


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

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                message["headers"] += [(k.encode(), v.encode()) for k, v in _HEADERS.items()]
            await send(message)

        body: list[bytes] = []
        refusal = self._stranger(scope) or await self._take(receive, body)
        if refusal is not None:
            await refusal(scope, receive, with_headers)
            return

        async def taken() -> Message:
            return {"type": "http.request", "body": body.pop()} if body else await receive()

        await self.app(scope, taken, with_headers)

    async def _take(self, receive: Receive, body: list[bytes]) -> JSONResponse | None:
        """Put the whole body of a request into the list; or its refusal."""
        data, close = b"", {"connection": "close"}
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                more = True
                while more and len(data) <= _MAX_BODY:
                    message = await receive()
                    data += message.get("body", b"")
                    more = message.get("more_body", False)
        except TimeoutError:
            return _error(408, "request", f"the request did not arrive within {_BODY_SECONDS:g} s", close)
        if len(data) > _MAX_BODY:
            return _error(413, "too-large", f"the request is longer than {_MAX_BODY} bytes", close)
        body.append(data)
        return None

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
