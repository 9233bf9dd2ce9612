"""The ASGI application: the page's files, and the API that hands each question to a worker process."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..base.limits import json_value
from ..base.workers import Call, Pool, WorkerDiedError, WorkerLateError
from ..protocol.questions import WORK
from .answers import answer, warm_up
from .page import POLICY, STATIC, page

SECONDS = 10.0
"""Default time limit of one computation."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MAX_BODY = 1_500_000
_BODY_SECONDS = 15.0  # in which a request's body has to arrive
_KILL_DELAY = 0.6  # seconds an abandoned computation may go on: starting another process costs more
_GRACE = 2.0  # seconds beyond the limit in which a job may still answer
_SMALL = 1000  # cells; a question about so few is short as a rule

_HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
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
) -> Starlette:
    """The application. ``seconds``: limit of one computation.

    ``workers``: processes (default: 2 to 4) for long questions; short ones have their own, and never wait.

    ``hosts``: names and addresses by which the server may be addressed, without a port (a defence against DNS
    rebinding); ``addresses``: any number address too, which no foreign name can stand for.
    """
    count = workers or min(4, max(2, os.cpu_count() or 1))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        with Pool(count + 1, warm_up) as short, Pool(count, warm_up) as long:
            short.start(min(2, count))
            long.start(1)
            app.state.pools, app.state.seconds = (short, long), seconds
            written = asyncio.create_task(asyncio.to_thread(page, server=True))  # before it is asked for
            yield
            await written

    async def document(request: Request) -> Response:
        return HTMLResponse(await asyncio.to_thread(page, server=True))

    names = frozenset(name.lower() for name in hosts)
    return Starlette(
        routes=[
            Route("/", document, methods=["GET"]),
            *(Route(f"/api/{name}", _question(name), methods=["POST"]) for name in (*WORK, "read")),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[
            Middleware(_Guard, hosts=names, addresses=addresses),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={HTTPException: _refused, Exception: _failed},
        lifespan=lifespan,
    )


def _question(name: str) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def question(request: Request) -> Response:
        try:
            given = json_value(await request.body())
        except (ValueError, RecursionError) as error:
            return _error(400, "request", f"not JSON: {error}")
        return await _compute(name, given, request)

    return question


async def _compute(question: str, given: Any, request: Request) -> Response:
    """A worker's answer; given up when the browser goes away or has asked something newer."""
    short, long = request.app.state.pools
    seconds: float = request.app.state.seconds
    limit = seconds + _GRACE
    call: Call[tuple[int, bytes]] = (short if _is_short(question, given) else long).submit(
        answer, question, given, seconds, seconds=limit
    )
    found: asyncio.Future[Any] = asyncio.wrap_future(call)
    gone: asyncio.Future[Any] = asyncio.create_task(_gone(request))
    first = asyncio.FIRST_COMPLETED
    try:
        done, _ = await asyncio.wait({found, gone}, timeout=limit, return_when=first)
        if not done and call.worker is not None:
            done, _ = await asyncio.wait({found, gone}, return_when=first)
        if gone in done:
            await asyncio.wait({found}, timeout=_KILL_DELAY)
        if not found.done():
            return (
                _error(499, "limit", "cancelled")
                if done
                else _error(503, "busy", "all workers are busy; try again")
            )
        status, content = found.result()
    except WorkerLateError:
        return _error(503, "limit", f"no answer within {seconds:g} s; the computation was stopped")
    except (WorkerDiedError, asyncio.CancelledError):
        return _error(503, "limit", "the computation ended without an answer (out of memory, perhaps)")
    finally:
        found.cancel()
        gone.cancel()
    return Response(content, status, media_type="application/json")


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _is_short(question: str, given: Any) -> bool:
    """Whether the question is short as a rule: about a small board."""
    return question == "analyse" and isinstance(given, dict) and len(str(given.get("board"))) <= _SMALL


def _error(status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": {"kind": kind, "message": message}}, status, headers)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    kind = "not-found" if error.status_code == 404 else "request"
    return _error(error.status_code, kind, str(error.detail))


async def _failed(request: Request, error: Exception) -> JSONResponse:
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
            foreign = name == b"sec-fetch-site" and scope["method"] == "POST" and value.endswith("-site")
            if foreign or (name == b"origin" and value.partition("://")[2] != asked[0]):
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
