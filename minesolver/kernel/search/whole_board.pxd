# The state of the search for the best play of a whole board: see whole_board.py.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t

from minesolver.kernel.search.types cimport Words
from minesolver.kernel.types cimport Arena, Clock


cdef enum:
    MOST_CELLS = 64
    BLOCK = 16  # cells that are looked at together: four words, sixteen bits a cell
    MOST_IMAGES = 8
    LEAST_GROUPED = 8  # layouts of a set that are put into groups
    MOST_GROUPED = 512


cdef struct Seen:
    # What a set of layouts shows in each cell.
    uint64_t values[16]  # a bit for each value that occurs, 9 for mines; sixteen bits a cell
    int32_t mines[MOST_CELLS]


cdef struct Part:
    # A set of layouts in which no safe cell is left to open.
    int32_t begin
    int32_t size
    int32_t bound
    Words key


cdef struct SetEntry:
    Words key
    int32_t wins  # or the most that it can be
    int16_t size
    int8_t known  # 0: empty, 1: exact, 2: an upper bound


cdef struct WholeBoard:
    int32_t layout_count
    int32_t cells
    int32_t blocks
    int32_t stride
    uint8_t *shown  # [layouts * stride] what a cell shows in a layout, 9 for a mine
    uint64_t *bits  # [layouts * stride / 4] the same as a bit of sixteen
    Words *words  # [layouts * images] random; of the layouts that the symmetries turn each into
    int32_t images
    bint grouped  # whether sets are put into groups
    int32_t *layouts  # [layouts] a permutation; a set is a stretch of it
    int32_t *spare  # [layouts]
    uint64_t *alike  # [cells * 10 * MOST_GROUPED / 64] room of _count_groups
    Part *parts  # a stack
    int64_t part_count
    int64_t part_room
    SetEntry *table
    uint64_t table_mask
    int64_t nodes
    int64_t most_nodes
    Clock *clock
    Arena arena


cdef class LayoutTree:
    cdef WholeBoard board
    cdef Clock clock
    cdef readonly int cells
    cdef object _raise(self)
