"""What all compiled code shares: the decorator, and arrays by their addresses."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, sigutils
from numba.core.caching import IndexDataCacheFile
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

_SOURCES = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
_njit = cast(Any, njit)  # its types do not list all of its options
_OPTIONS = {"cache": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_DIGEST = sha256(_SOURCES).hexdigest()[:16]


def compiled(function: Callable[..., Any]) -> Any:
    """Compiled code that only compiled code calls: no time goes into a bridge from Python."""
    return _keep(_njit(**_OPTIONS, no_cpython_wrapper=True)(function))


def inlined(function: Callable[..., Any]) -> Any:
    """Compiled into its caller: handing over all the views would cost more than what it does."""
    return _keep(_njit(**_OPTIONS, no_cpython_wrapper=True, forceinline=True)(function))


def entry(function: Callable[..., Any]) -> Any:
    """Compile on first call, and run without the interpreter's lock."""
    return _keep(_njit(**_OPTIONS, nogil=True)(function))


def callback(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compiled code behind an address: what calls it does not compile it once more into itself."""

    def decorate(function: Callable[..., Any]) -> Any:
        made = CFunc(
            function, sigutils.normalize_signature(signature), locals={}, options={"error_model": "numpy"}
        )
        made.enable_caching()
        return _keep(made)

    return decorate


def _keep(dispatcher: Any) -> Any:
    """Keep the code on disk until any file of this package changes.

    Numba alone looks at the function's own file only: it would go on using code with old callees in it.
    """
    cache = dispatcher._cache
    cache._cache_file = IndexDataCacheFile(
        cache_path=cache._cache_path,
        filename_base=f"{cache._impl.filename_base}-{_DIGEST}",
        source_stamp=_DIGEST,
    )
    return dispatcher


@intrinsic
def pointer(typing_context: Any, address: Any) -> Any:
    """The address as a pointer, for ``numba.carray``: handing over numbers is cheaper than arrays."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), generate


@intrinsic
def call(
    typing_context: Any,
    address: Any,
    table: Any,
    cols: Any,
    remaining: Any,
    odds: Any,
    first: Any,
    second: Any,
) -> Any:
    """Call the callback at ``address``, of six arguments, the fourth of them float64; returns int64."""
    word, real = types.int64, types.float64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole, floating = ir.IntType(64), ir.DoubleType()
        kind = ir.FunctionType(whole, [whole, whole, whole, floating, whole, whole])
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        return builder.call(function, arguments[1:])

    return word(word, word, word, word, real, word, word), generate
