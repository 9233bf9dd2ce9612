"""Compiled: guesses chosen before. Most games on a small board come through the same first positions.

A choice follows from the position alone (playouts, too, are seeded by it), so looking it up changes no game.
Keys are 128-bit sums over the cells. A bucket has a few slots; a new choice takes that of the least use.
"""

import cython
from cython.cimports.libc.stdint import int32_t, int64_t, uint64_t
from cython.cimports.minesolver.kernel.memory import take
from cython.cimports.minesolver.kernel.rng import mix
from cython.cimports.minesolver.kernel.search.types import (
    BY_TREE,
    CHOICES_OF_BUCKET,
    Choice,
    ChoiceCache,
    ChoiceSlot,
    Position,
    Words,
)
from cython.cimports.minesolver.kernel.types import DONE, OPEN, Analyzer, Arena

_BUCKETS = cython.declare(int64_t, 1 << 13)
_MOST_USES = cython.declare(int32_t, 1 << 20)
_GOLDEN = cython.declare(uint64_t, 0x9E3779B97F4A7C15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_choices(cache: cython.pointer(ChoiceCache), arena: cython.pointer(Arena)) -> cython.void:
    cache.slots = cython.cast(
        cython.pointer(ChoiceSlot), take(arena, _BUCKETS * CHOICES_OF_BUCKET, cython.sizeof(ChoiceSlot))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def key_of_choice(a: cython.pointer(Analyzer), p: cython.pointer(cython.const[Position])) -> Words:
    """What a choice follows from: the state of the cells, the mines, and the times that it was forgotten."""
    key: Words
    word: uint64_t
    i: cython.int
    key.low = mix(cython.cast(uint64_t, a.forgotten) + _GOLDEN)
    key.high = mix(key.low ^ cython.cast(uint64_t, p.prior.mines))
    for i in range(a.board.cells):
        word = cython.cast(uint64_t, i) << 8 | cython.cast(uint64_t, a.known.state[i])
        if a.known.state[i] == OPEN:
            word |= cython.cast(uint64_t, 1 + a.known.need[i]) << 40
        word = mix(word + _GOLDEN)
        key.low += word
        word *= _GOLDEN
        key.high += word ^ (word >> 29)
    return key


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _bucket(cache: cython.pointer(ChoiceCache), key: Words) -> cython.pointer(ChoiceSlot):
    which: int64_t = cython.cast(int64_t, key.low & cython.cast(uint64_t, _BUCKETS - 1))
    return cache.slots + CHOICES_OF_BUCKET * which


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_choice(
    cache: cython.pointer(ChoiceCache), key: Words, choice: cython.pointer(Choice)
) -> cython.bint:
    """The choice that was made at the position of this key; False where none is remembered."""
    slot: cython.pointer(ChoiceSlot) = _bucket(cache, key)
    k: cython.int
    for k in range(CHOICES_OF_BUCKET):
        if slot[k].uses and slot[k].key.low == key.low and slot[k].key.high == key.high:
            slot[k].uses = min(slot[k].uses + 1, _MOST_USES)
            choice[0] = slot[k].choice
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def remember_choice(
    cache: cython.pointer(ChoiceCache), key: Words, choice: cython.pointer(Choice)
) -> cython.void:
    """Keep a choice, unless a position did not fit, or it is a game tree's: there games have come apart."""
    slot: cython.pointer(ChoiceSlot) = _bucket(cache, key)
    least: cython.int = 0
    k: cython.int
    if choice.status != DONE or choice.decision == BY_TREE:
        return
    for k in range(1, CHOICES_OF_BUCKET):
        if slot[k].uses < slot[least].uses:
            least = k
    for k in range(CHOICES_OF_BUCKET):  # what was used once gives way in the end
        slot[k].uses -= slot[k].uses > 1
    slot[least].key = key
    slot[least].choice = choice[0]
    slot[least].uses = 1
