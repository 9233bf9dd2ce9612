"""The application on a socket, until Ctrl-C."""

from __future__ import annotations

import socket
from types import FrameType

import uvicorn
from fastapi import FastAPI


class _Server(uvicorn.Server):
    """Ends running computations before it waits for their answers."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app = self.config.app
        if isinstance(app, FastAPI) and hasattr(app.state, "workers"):
            app.state.workers.close()
        super().handle_exit(sig, frame)


def serve(app: FastAPI, listener: socket.socket) -> None:
    """Answer on this socket. Ctrl-C ends it, with ``KeyboardInterrupt``, whatever is being computed."""
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
    _Server(config).run(sockets=[listener])
