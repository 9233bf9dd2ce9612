"""``minesolver web``: the page, on this machine."""

import argparse
import socket
import threading
import webbrowser
from dataclasses import replace
from ipaddress import ip_address

from ...cli.arguments import add
from ...cli.progress import remark
from ...protocol.parameters import FILE, FLAG, SECONDS, TEXT, WHOLE, Parameter

_EPILOG = """\
examples:
  minesolver web --open
  minesolver web --port 0            any free port
  minesolver web --host 0.0.0.0 --allow mybox.example
                                     for other machines too, by address or by this name
  minesolver web --export site       a folder of plain files, for any host: the page without a server

The page is for one user: it binds to this machine alone unless --host says otherwise, and has no accounts.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    # Where the page is served, and to whom.
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter("host", TEXT, "address of this machine", default="127.0.0.1", metavar="ADDRESS"),
        Parameter("port", WHOLE, "0: any free one", default=8000, metavar="N"),
        Parameter(
            "allow",
            TEXT,
            "a further host name by which browsers may address this page (with --host 0.0.0.0; repeatable)",
            metavar="NAME",
            count="again",
            default=(),
        ),
        Parameter(
            "export", FILE, "write the page as plain files, and serve nothing", metavar="FOLDER"
        ),
        Parameter("open", FLAG, "open the page in the browser"),
        replace(SECONDS, help="limit of one computation", default=10.0),
    )


def run(options: argparse.Namespace) -> int:
    if options.export is not None:
        from .page import export

        files = export(options.export)
        byte_count = sum((options.export / path).stat().st_size for path in files)
        print(
            f"{len(files)} files, {byte_count // 1000} kB, in {options.export}: any host can serve them"
        )
        return 0

    # The address is taken before the server is made: one that is not free is said at once.
    from . import create_app, serve
    from .app import LOOPBACK

    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    # The protocol is named because asyncio turns Nagle's delay (40 ms an answer) off only then.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((options.host, options.port))
        listener.listen(128)  # who comes before the server is up waits
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error).removeprefix("bind(): ")
        raise OSError(f"cannot listen on {options.host} port {options.port}: {reason}") from None
    bound = ip_address(listener.getsockname()[0])
    local = bound.is_loopback
    port = listener.getsockname()[1]
    shown_host = f"[{options.host}]" if family == socket.AF_INET6 else options.host
    url = f"http://{'127.0.0.1' if shown_host == '0.0.0.0' else shown_host}:{port}/"
    print(f"minesolver: {url} (end with Ctrl-C)", flush=True)
    # Whoever opens it to others may not have meant to.
    if not local:
        remark("minesolver: other machines can reach this page; it has no accounts")

    # By which names the page may be asked for: a defence against DNS rebinding.
    host_name = socket.gethostname()
    hosts = [
        *LOOPBACK,
        str(bound),
        *([] if local else [host_name, f"{host_name}.local"]),
        *options.allow,
    ]
    if options.open:
        threading.Timer(0.8, webbrowser.open, [url]).start()
    app = create_app(seconds=options.seconds, hosts=hosts, addresses=not local)
    serve(app, listener)
    return 0
