"""The ASGI application: the page's files, and the API that hands each question to a worker process."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from ipaddress import ip_address
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...base.limits import json_value
from ...base.workers import Call, Pool, WorkerDiedError, WorkerLateError
from ...protocol.questions import WORK
from .answers import answer, warm_up
from .page import POLICY, STATIC, build, code_stamp, page, script, service_worker

SECONDS = 10.0
"""Default time limit of one computation."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MAX_BODY = 1_500_000
_BODY_SECONDS = 15.0  # in which a request's body has to arrive
_KILL_DELAY = 0.6  # seconds an abandoned computation may go on: starting another process costs more
_GRACE = 2.0  # seconds beyond the limit in which a job may still answer
# A dark screenshot of 16x16 cells takes 5 s of processor time: a machine at work on other things needs a
# minute for it, which is no reason to refuse it. Whoever waits sees that it is read, and can stop it.
_READ_TIMES = 12
_DOCUMENT_SECONDS = 60.0  # for the document after an upgrade, from when a process has started
# A question about a board of so few characters is short as a rule; a move, for which a policy may look ahead,
# on the smallest level.
_SMALL_BOARD = {"analyse": 1000, "best_move": 100}

_WORDS = frozenset(path.name for path in STATIC.glob("texts-*.js"))
"""The languages of the page, a file each."""

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
    long_workers = workers or min(4, max(2, os.cpu_count() or 1))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.pools = _started_pools(long_workers)
        app.state.seconds = seconds
        app.state.first_stamp = app.state.stamp = code_stamp()
        app.state.build = build()
        # Before they are asked for.
        page_task = asyncio.create_task(asyncio.to_thread(page, server=True))
        script_task = asyncio.create_task(asyncio.to_thread(script, "app.js"))
        try:
            yield
            await page_task
            await script_task
        finally:
            for pool in app.state.pools:
                pool.close()

    async def document(request: Request) -> Response:
        """The page, or the one that the service worker keeps for when no server answers."""
        app_state = request.app.state
        served = request.url.path == "/"
        newest_stamp = await asyncio.to_thread(code_stamp)
        if newest_stamp != app_state.stamp:
            # The package was upgraded: processes that start from now on have its new code.
            app_state.stamp = newest_stamp
            old_pools, app_state.pools = app_state.pools, _started_pools(long_workers)
            for pool in old_pools:
                await asyncio.to_thread(pool.close)
        app_state.build = await asyncio.to_thread(build)
        headers = {"link": f"<static/{_words(request)}>; rel=modulepreload"}
        if newest_stamp == app_state.first_stamp:
            text = await asyncio.to_thread(page, server=served)
            return HTMLResponse(text, headers=headers)
        document_call = app_state.pools[0].submit(_document, served, seconds=_DOCUMENT_SECONDS)
        return HTMLResponse(await asyncio.wrap_future(document_call), headers=headers)

    async def icon(request: Request) -> Response:  # which browsers ask for beside any file
        return FileResponse(STATIC / "icon.svg")

    async def keeper(request: Request) -> Response:
        script = await asyncio.to_thread(service_worker)
        return Response(script, media_type="text/javascript")

    routes: list[BaseRoute] = [Route(path, document, methods=["GET"]) for path in ("/", "/offline")]
    routes += [Route("/favicon.ico", icon), Route("/sw.js", keeper)]
    for question_name in (*WORK, "read"):
        routes.append(Route(f"/api/{question_name}", _question(question_name), methods=["POST"]))
    routes.append(Route("/static/{name:path}.js", _send_script))
    routes.append(Mount("/static", StaticFiles(directory=STATIC)))
    host_names = frozenset(host.lower() for host in hosts)
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(_Guard, hosts=host_names, addresses=addresses),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={HTTPException: _refused, Exception: _failed},
        lifespan=lifespan,
    )


def _started_pools(long_workers: int) -> tuple[Pool, Pool]:
    """The processes for short questions, and those for long ones."""
    pools = Pool(long_workers + 1, warm_up), Pool(long_workers, warm_up)
    # A process takes a while to start, and seconds beside two counts that never end: a short question finds
    # one that has.
    pools[0].start(long_workers + 1)
    pools[1].start(1)
    return pools


def _words(request: Request) -> str:
    """The file of words that the browser will ask for, where the settings name no other language."""
    for name in request.headers.get("accept-language", "").lower().split(","):
        file_name = f"texts-{re.split('[-;]', name.strip())[0]}.js"
        if file_name in _WORDS:
            return file_name
    return "texts-en.js"


def _document(served: bool) -> str:
    """The document, made by a process that has the code of an upgrade."""
    return page(server=served)


def _upgraded_script(name: str) -> str:
    """A script, made by such a process: it says of the same build as the document."""
    return script(name)


async def _send_script(request: Request) -> Response:
    app_state = request.app.state
    name = f"{request.path_params['name']}.js"
    try:
        if app_state.stamp == app_state.first_stamp:
            script_text = await asyncio.to_thread(script, name)
        else:
            script_call = app_state.pools[0].submit(
                _upgraded_script, name, seconds=_DOCUMENT_SECONDS
            )
            script_text = await asyncio.wrap_future(script_call)
    except KeyError as error:
        raise HTTPException(404) from error
    etag = f'"{sha256(script_text.encode()).hexdigest()[:32]}"'
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers={"etag": etag})
    return Response(script_text, media_type="text/javascript", headers={"etag": etag})


def _question(name: str) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def question(request: Request) -> Response:
        try:
            arguments = json_value(await request.body())
        except (ValueError, RecursionError) as error:
            return _error(400, "request", f"not JSON: {error}")
        response = await _compute(name, arguments, request)
        # A page that was open during an upgrade has scripts that may take this answer for another one.
        response.headers["x-minesolver-build"] = request.app.state.build
        return response

    return question


async def _compute(question: str, arguments: Any, request: Request) -> Response:
    """A worker's answer; given up when the browser goes away or has asked something newer."""
    short_pool, long_pool = request.app.state.pools
    seconds: float = request.app.state.seconds
    if question == "read":
        seconds *= _READ_TIMES
    time_limit = seconds + _GRACE
    question_pool: Pool = short_pool if _is_short(question, arguments) else long_pool
    worker_call: Call[tuple[int, bytes]] = question_pool.submit(
        answer, question, arguments, seconds, seconds=time_limit
    )
    worker_result: asyncio.Future[Any] = asyncio.wrap_future(worker_call)
    browser_gone: asyncio.Future[Any] = asyncio.create_task(_disconnect(request))
    awaited_events = {worker_result, browser_gone}
    try:
        finished_events, _ = await asyncio.wait(
            awaited_events, timeout=time_limit, return_when=asyncio.FIRST_COMPLETED
        )
        # A question that has waited for a worker until now has its whole time from there on.
        if not finished_events and worker_call.worker is not None:
            finished_events, _ = await asyncio.wait(
                awaited_events, return_when=asyncio.FIRST_COMPLETED
            )
        if browser_gone in finished_events:
            await asyncio.wait({worker_result}, timeout=_KILL_DELAY)
        if not worker_result.done():
            if finished_events:
                return _error(499, "limit", "cancelled")
            return _error(503, "busy", "all workers are busy; try again")
        http_status, answer_bytes = worker_result.result()
    except WorkerLateError:
        return _error(503, "limit", f"no answer within {seconds:g} s; the computation was stopped")
    except (WorkerDiedError, asyncio.CancelledError):
        return _error(
            503, "limit", "the computation ended without an answer (out of memory, perhaps)"
        )
    finally:
        worker_result.cancel()
        browser_gone.cancel()
    return Response(answer_bytes, http_status, media_type="application/json")


async def _disconnect(request: Request) -> None:
    """Ends when the browser has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _is_short(question: str, arguments: Any) -> bool:
    """Whether the question is short as a rule: about a small board."""
    if not isinstance(arguments, dict):
        return False
    return len(str(arguments.get("board"))) <= _SMALL_BOARD.get(question, 0)


def _error(
    status: int, kind: str, message: str, headers: dict[str, str] | None = None
) -> JSONResponse:
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
                for header_name, header_value in _HEADERS.items():
                    message["headers"].append((header_name.encode(), header_value.encode()))
            await send(message)

        body: list[bytes] = []
        refusal = self._refusal(scope) or await self._receive_body(receive, body)
        if refusal is not None:
            await refusal(scope, receive, with_headers)
            return

        async def received() -> Message:
            if body:
                return {"type": "http.request", "body": body.pop()}
            return await receive()

        await self.app(scope, received, with_headers)

    async def _receive_body(self, receive: Receive, body: list[bytes]) -> JSONResponse | None:
        """Put the whole body of a request into the list; or its refusal."""
        received_bytes = b""
        close_header = {"connection": "close"}  # the rest of the body is never read
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                is_complete = False
                while not is_complete and len(received_bytes) <= _MAX_BODY:
                    message = await receive()
                    received_bytes += message.get("body", b"")
                    is_complete = not message.get("more_body", False)
        except TimeoutError:
            return _error(
                408,
                "request",
                f"the request did not arrive within {_BODY_SECONDS:g} s",
                close_header,
            )
        if len(received_bytes) > _MAX_BODY:
            return _error(
                413, "too-large", f"the request is longer than {_MAX_BODY} bytes", close_header
            )
        body.append(received_bytes)
        return None

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        """The refusal of a request to another name, or from a page of another host."""
        headers = [
            (name, value.decode("latin-1").strip().lower()) for name, value in scope["headers"]
        ]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not self._is_own_name(_name(hosts[0])):
            return _error(
                400, "request", "this server does not go by that name; see minesolver web --help"
            )
        is_post = scope["method"] == "POST"
        for name, value in headers:
            # "same-site" or "cross-site"; of this server's own page it is "same-origin".
            from_other_site = name == b"sec-fetch-site" and is_post and value.endswith("-site")
            from_other_origin = name == b"origin" and value.partition("://")[2] != hosts[0]
            if from_other_site or from_other_origin:
                return _error(403, "request", "questions come from this server's own page only")
        return None

    def _is_own_name(self, name: str) -> bool:
        if name in self.hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return self.addresses


def _name(host: str) -> str:
    """The name or address of a Host header, without its port and brackets."""
    match = re.fullmatch(r"(?:\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<name>[^:\[\]]+))(?::\d*)?", host)
    if match is None:
        return ""
    name: str = match["ipv6"] or match["name"]
    return name
