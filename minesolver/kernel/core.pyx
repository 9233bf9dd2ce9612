# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: infer_types=True, embedsignature=True, freethreading_compatible=True
"""The compiled core: one extension module, put together from the files of this folder.

What is declared ``noexcept nogil`` uses no Python: the same C is built as a library for other languages (see
``docs/core.md``). So its constants are literals: `const double X "1e-9"` is the C text that stands for X.
Locals without a declaration have the type of what they are given.
"""

cdef tuple _STATUSES  # as its type is known, it is indexed without going through Python

from array import array

from minesolver.kernel import KINDS as _KINDS
from minesolver.kernel import MEMORY as _MEMORY
from minesolver.kernel import STATUSES as _STATUSES
from minesolver.kernel import workspace_for

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.long cimport PyLong_AsDouble
from cpython.pythread cimport PyThread_get_thread_ident
from cpython.ref cimport Py_INCREF, Py_XDECREF, PyObject
from cpython.tuple cimport PyTuple_GetItem
from libc.math cimport INFINITY, exp, ldexp, log, log1p, log2, pow, sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport abs, calloc, free, realloc  # no-cython-lint
from libc.string cimport memcmp, memcpy, memset

cdef extern from *:
    """
    /* `lgamma` writes the sign of its result for all threads to see, though here it is never negative. */
    #if (defined(__unix__) || defined(__APPLE__)) && !defined(__wasi__)
    double lgamma_r(double, int *);
    static double log_gamma(double x) { int sign; return lgamma_r(x, &sign); }
    #else
    static double log_gamma(double x) { return lgamma(x); }
    #endif
    """
    double log_gamma(double x) noexcept nogil

cdef extern from *:
    """
    /* What -O3 of GCC does for this core, and -O2 does not: many loops of the counting are over numbers side
       by side, and a large board takes several times as long without it. Set here, it holds whatever flags a
       distribution builds with. Other compilers do so at -O2. */
    #if defined(__GNUC__) && !defined(__clang__)
    #pragma GCC optimize ("tree-vectorize", "vect-cost-model=dynamic")
    /* Nor is there anything between instructions that only aligns the next: where no code is in the
       processor's cache, one of a call's lines in twenty would be that. */
    #pragma GCC optimize ("no-align-loops", "no-align-jumps")
    #endif

    #if defined(__clang__)
    #define CORE_COMPILER "Clang " __clang_version__
    #elif defined(__GNUC__)
    #define CORE_COMPILER "GCC " __VERSION__
    #elif defined(_MSC_VER)
    #define CORE_COMPILER "Visual C"
    #else
    #define CORE_COMPILER "a C compiler"
    #endif
    #ifdef CORE_FLAGS
    #define CORE_MADE_BY CORE_COMPILER ", " CORE_FLAGS
    #else
    #define CORE_MADE_BY CORE_COMPILER
    #endif
    #if defined(__OPTIMIZE__) || (defined(_MSC_VER) && !defined(_DEBUG))
    #define CORE_BUILD CORE_MADE_BY ", optimised"
    #else
    #define CORE_BUILD CORE_MADE_BY ", not optimised: counting takes several times as long"
    #endif
    """
    const char *CORE_BUILD

BUILD = CORE_BUILD.decode()
"""What compiled the core, and how."""

include "arena.pyx"
include "types.pxd"
include "search/types.pxd"
include "clock.pyx"
include "rng.pyx"
include "memory.pyx"
include "analysis/knowledge.pyx"
include "analysis/frontier.pyx"
include "analysis/ordering.pyx"
include "analysis/beam_search.pyx"
include "analysis/counting.pyx"
include "analysis/joining.pyx"
include "analysis/exact.pyx"
include "analysis/component_cache.pyx"
include "analysis/marginals.pyx"
include "analysis/position.pyx"
include "play/opening.pyx"
include "play/layouts.pyx"
include "play/no_guess.pyx"
include "play/judging.pyx"
include "play/single_clues.pyx"
include "search/choice_cache.pyx"
include "search/allocation.pyx"
include "search/lookahead.pyx"
include "search/fifty_fifty.pyx"
include "search/features.pyx"
include "search/trees.pyx"
include "search/listing.pyx"
include "search/sets.pyx"
include "search/endgame.pyx"
include "search/playouts.pyx"
include "search/guess.pyx"
include "search/advice.pyx"
include "play/games.pyx"
include "workspace.pyx"
include "search/whole_board.pyx"
include "driver.pyx"
include "library.pyx"
