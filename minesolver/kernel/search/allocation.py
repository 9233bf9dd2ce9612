"""Compiled: where the arrays of the search are allocated and released."""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint64_t
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.minesolver.kernel.memory import release, take, take_bytes, take_doubles, take_ints
from cython.cimports.minesolver.kernel.play.layouts import allocate_game, release_game
from cython.cimports.minesolver.kernel.rng import mix
from cython.cimports.minesolver.kernel.search.choice_cache import allocate_choices
from cython.cimports.minesolver.kernel.search.fifty_fifty import list_pairs
from cython.cimports.minesolver.kernel.search.types import (
    PLACES_OF_WORD,
    TREE_DEPTH,
    Candidate,
    CellPair,
    Parameters,
    Range,
    Search,
    Snapshot,
    TableEntry,
    Tree,
    Words,
)
from cython.cimports.minesolver.kernel.types import Analyzer, Arena, Clock

_GOLDEN = cython.declare(uint64_t, 0x9E3779B97F4A7C15)
_SEED = cython.declare(uint64_t, 0x243F6A8885A308D3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_snapshot(
    snapshot: cython.pointer(Snapshot), arena: cython.pointer(Arena), cells: int32_t
) -> cython.void:
    snapshot.state = take_bytes(arena, cells)
    snapshot.need = take_ints(arena, cells)
    snapshot.unknown = take_ints(arena, cells)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _allocate_listing(t: cython.pointer(Tree), cells: int32_t, places: int32_t) -> cython.void:
    arena: cython.pointer(Arena) = cython.address(t.arena)
    t.cells = take_ints(arena, cells)
    t.place = take_ints(arena, cells)
    t.choice = take_bytes(arena, cells)
    t.tail = cython.cast(cython.pointer(Range), take(arena, cells + 1, cython.sizeof(Range)))
    t.known_mines = take_ints(arena, places)
    t.near_count = take_ints(arena, places)
    t.near = cython.cast(cython.pointer(int32_t[8]), take(arena, places, 8 * cython.sizeof(int32_t)))
    t.in_component = take_bytes(arena, cells)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _draw_words(words: cython.pointer(Words), count: int32_t, seed: uint64_t) -> cython.void:
    """Random words, always the same."""
    i: cython.int
    for i in range(count):
        seed += _GOLDEN
        words[i].low = mix(seed)
        seed += _GOLDEN
        words[i].high = mix(seed)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_tree(
    t: cython.pointer(Tree),
    clock: cython.pointer(Clock),
    cells: int32_t,
    layouts: int32_t,
    places: int32_t,
    slots: int64_t,
    shown: cython.pointer(cython.const[int8_t]),
) -> cython.bint:
    """Room for so many layouts of so many places, on a board of ``cells``; False where memory is short.

    ``slots``: of the table of sets, a power of two. ``shown``: what the places show in the layouts, a row
    each, where that is given.
    """
    arena: cython.pointer(Arena) = cython.address(t.arena)
    width: int32_t = (places + PLACES_OF_WORD - 1) // PLACES_OF_WORD * PLACES_OF_WORD
    layout: cython.int
    d: cython.int
    memset(t, 0, cython.sizeof(Tree))
    t.clock = clock
    t.layout_room = layouts
    t.place_room = places
    t.stride = width
    t.shown = take_bytes(arena, cython.cast(int64_t, layouts) * width)
    t.layouts = take_ints(arena, layouts)
    t.spare = take_ints(arena, layouts)
    t.words = cython.cast(cython.pointer(Words), take(arena, layouts, cython.sizeof(Words)))
    t.place_words = cython.cast(cython.pointer(Words), take(arena, places, cython.sizeof(Words)))
    t.by_mines = shown == cython.NULL
    t.rank = cython.cast(cython.pointer(int64_t), take(arena, places, cython.sizeof(int64_t)))
    t.counts = cython.cast(cython.pointer(int32_t[10]), take(arena, places, 10 * cython.sizeof(int32_t)))
    t.table_mask = slots - 1
    t.table = cython.cast(cython.pointer(TableEntry), take(arena, slots, cython.sizeof(TableEntry)))
    for d in range(TREE_DEPTH):
        t.frames[d].open = take_ints(arena, places)
        t.frames[d].survivors = take_ints(arena, places)
        t.frames[d].order = take_ints(arena, places)
    _allocate_listing(t, cells, places)
    if arena.failed:
        release(arena)
        return False
    if shown != cython.NULL:
        for layout in range(layouts):
            memcpy(t.shown + layout * t.stride, shown + cython.cast(int64_t, layout) * places, places)
    _draw_words(t.words, layouts, _SEED)
    _draw_words(t.place_words, places, mix(_SEED))
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def release_tree(t: cython.pointer(Tree)) -> cython.void:
    release(cython.address(t.arena))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _allocate_cells(s: cython.pointer(Search), cells: int32_t) -> cython.bint:
    arena: cython.pointer(Arena) = cython.address(s.arena)
    allocate_snapshot(cython.address(s.snapshot), arena, cells)
    s.here.probability = take_doubles(arena, cells)
    s.here.proof = take_bytes(arena, cells)
    s.ahead.probability = take_doubles(arena, cells)
    s.ahead.proof = take_bytes(arena, cells)
    s.pairs = cython.cast(cython.pointer(CellPair[2]), take(arena, cells, 2 * cython.sizeof(CellPair)))
    s.candidates = cython.cast(cython.pointer(Candidate), take(arena, cells, cython.sizeof(Candidate)))
    s.cells = take_ints(arena, cells)
    s.risk = take_doubles(arena, cells)
    s.fifty_fifty = take_doubles(arena, cells)
    s.square = take_doubles(arena, cells)
    s.on_frontier = take_bytes(arena, cells)
    allocate_choices(cython.address(s.choices), arena)
    return not arena.failed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_search(
    s: cython.pointer(Search), a: cython.pointer(Analyzer), p: cython.pointer(cython.const[Parameters])
) -> cython.bint:
    """The arrays of a policy's search on the boards of an analyzer; False where memory is short.

    The boosted trees, where it has any, are to be set afterwards: they are not the search's own.
    """
    cells: int32_t = a.board.cells
    memset(s, 0, cython.sizeof(Search))
    s.analyzer = a
    s.parameters = p[0]
    if (
        _allocate_cells(s, cells)
        and allocate_game(cython.address(s.playout), cython.address(a.board))
        and allocate_tree(
            cython.address(s.tree),
            cython.address(a.clock),
            cells,
            p.tree_room,
            p.tree_cells,
            p.tree_slots,
            cython.NULL,
        )
    ):
        list_pairs(cython.address(a.board), s.pairs)
        return True
    release_search(s)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def release_search(s: cython.pointer(Search)) -> cython.void:
    release_tree(cython.address(s.tree))
    release_game(cython.address(s.playout))
    release(cython.address(s.arena))
