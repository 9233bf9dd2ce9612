"""The application on a socket, until Ctrl-C."""

import asyncio
import socket
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

_HEADER_SECONDS = 15.0  # in which a request's first lines have to arrive


class _Server(uvicorn.Server):
    """Ends running computations before it waits for their answers."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app = self.config.app
        if isinstance(app, Starlette) and hasattr(app.state, "pools"):
            for pool in app.state.pools:
                pool.kill()
        super().handle_exit(sig, frame)


class _Patient(H11Protocol):
    """Closes a connection on which no request's first lines arrive in time."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch(object())  # which no cycle is: the first look closes nothing

    def _watch(self, previous_cycle: object) -> None:
        """Close where nothing has come since the look before this one; else look again later."""
        cycle = self.cycle
        is_waiting = cycle is None or cycle.response_complete
        if is_waiting and cycle is previous_cycle:
            self.transport.close()
        elif not self.transport.is_closing():
            asyncio.get_running_loop().call_later(_HEADER_SECONDS, self._watch, cycle)


def serve(app: Starlette, listener: socket.socket) -> None:
    """Answer on this socket. Ctrl-C ends it, with ``KeyboardInterrupt``, whatever is being computed."""
    config = uvicorn.Config(app, http=_Patient, log_level="warning", timeout_graceful_shutdown=2)
    _Server(config).run(sockets=[listener])
