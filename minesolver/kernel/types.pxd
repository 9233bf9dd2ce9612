# The state of the compiled core: plain C structs with named fields, allocated by `memory` and passed by
# pointer. Sizes in brackets: `cells` of the board, `clues` and `groups` of the frontier (at most `cells`
# each).
#
# A few letters stand for the same everywhere: `a` for the Analyzer, `e` its Elimination, `f` its Frontier,
# `m` for Marginals, `g` for a Game, `s` for a Search, `p` its Position, `t` for a Tree, `w` for a WholeBoard.
# As an index `i` is a cell or a site, `c` a component, `q` the place of a group in `order`, `v` a value that
# a cell may show, `k` whatever the loop runs over.

cdef enum:
    EXACT = 1  # what a table holds of a set of layouts: the number won
    AT_MOST = 2

cdef extern from *:
    const double TIE "1e-9"  # as minesolver.model.analysis.TIE

cdef enum CellState:
    UNKNOWN = 0
    SAFE = 1  # proved safe, not yet open
    MINE = 2  # proved, or marked on the board
    OPEN = 3
    SILENT = 4  # open, or a place of a clue, that says nothing

cdef enum Status:
    DONE = 0
    CONTRADICTION = 1  # no layout agrees with the clues
    LIMIT = 2  # the arrays are too small, or a float could have lost a solution
    STOPPED = 3  # the time is over, or an interrupt came

cdef enum Proof:
    NOT_PROVED, PROVED_SAFE, PROVED_MINE

cdef enum Outcome:
    LOST = 0
    WON = 1
    UNFINISHED = 2  # a position did not fit
    GUESS = 3  # nothing is proved: somebody has to guess

cdef struct Analyzer

cdef struct Board:
    # Cells, and the places of clues (sites): first the cells themselves, then what clues there are on none.
    # Of plain sums on symmetric lists `covering_clues` is `neighbours`, and there are no weights.
    int32_t rows  # where the cells lie in rows; else one row
    int32_t cols, cells, sites
    bint square  # eight neighbours each
    bint sums  # a clue is the number of mines; else it allows a set of sums, each cell with a weight
    int32_t mine_code  # of a known mine in a grid
    int32_t max_degree, max_covering
    int32_t *degree  # [sites] number of cells that a clue is about
    int32_t **neighbours  # [sites] these cells, in rising order
    int32_t *covering_count  # [cells] number of clues about a cell
    int32_t **covering_clues  # [cells] their sites, in rising order
    int32_t **covering_weights  # [cells] what a mine in the cell adds; below 0: what no mine in it adds
    int32_t **weight  # [sites] the same by `neighbours`
    # What clues of a game show: by kind of site, sum and way to display it
    # (each equally likely) a symbol, which allows sums.
    int32_t display_ways
    int32_t symbols  # 0: no games, only positions
    int32_t *kind  # [sites]
    int8_t **symbol  # [kinds] by sum * display_ways + display_way
    uint64_t **symbol_sums  # [kinds] by symbol

cdef struct Lists:
    # The cells that each clue is about, one list after the other, and what clues of games show: see Board.
    int32_t sites
    const int32_t *starts  # [sites + 1]
    const int32_t *cells
    const int8_t *weights  # NULL: clues are plain sums
    int32_t symbols  # 0: no games
    int32_t display_ways
    int32_t sums  # of one more than the greatest sum
    const int32_t *kinds  # [sites]
    const int8_t *symbol  # [kinds * sums * display_ways]
    const uint64_t *symbol_sums  # [kinds * symbols]

cdef struct Knowledge:
    # What is known of each cell, and the clues that the single-clue rule has still to look at.
    int8_t *state  # [cells] CellState
    # (In brackets `cells` stands for the sites, too, where it is about clues.)
    int32_t *min_needed  # [cells] fewest mines that a clue needs among the unknown cells that it is about
    int32_t *max_needed  # [cells] and most; of plain sums the same array
    int32_t *unknown  # [cells] these unknown cells, each by its weight
    uint64_t *allowed  # [cells] a bit for each sum that a clue allows; NULL: plain sums
    int32_t *sum_so_far  # [cells] of the known cells that it is about
    int32_t *agenda  # [cells]
    int32_t agenda_size
    int8_t *queued  # [cells] whether a clue is on the agenda
    uint8_t *scratch  # [3 * (cells + 1) + 2 * cols] bytes to work in: see `_sweep`, `_compare_clues`
    int32_t *settled  # [cells] cells that `propagate` settled, in order
    int32_t settled_size, settled_mines

cdef struct Frontier:
    # Clues with unknown neighbours, groups of unknown cells under the same clues, and components of groups.
    int32_t clue_count, group_count, component_count
    int32_t *clue_of  # [cells] index of the clue on a cell, or -1
    int32_t *clue_cell  # [clues]
    int32_t *clue_degree  # [clues] groups under a clue
    int32_t **clue_groups  # [clues]
    int8_t *clue_kept  # [clues] 0 where another clue says the same
    int32_t *group_of  # [cells] group of an unknown cell, or -1
    int32_t *group_cell  # [groups] its first cell
    int32_t *group_size  # [groups] its number of cells
    int32_t *group_degree  # [groups] clues over a group
    int32_t **group_clues  # [groups]
    int32_t **group_weights  # [groups] the same; NULL: all 1
    int32_t *group_start  # [components + 1] first place of each component in `order`
    int32_t *clue_start  # [components + 1] and in `clue_order`
    int32_t *clue_order  # [clues] by component, as they were found
    int32_t *order  # [groups] by component, each in elimination order
    int32_t *order_place  # [groups] place in `order`
    # Room of the search for components and orders.
    int32_t *trial_order  # [groups]
    int32_t *greedy_order  # [groups]
    int32_t *sort_key  # [groups]
    int8_t *group_seen  # [groups]
    int8_t *clue_seen  # [clues]
    int32_t *clue_left  # [clues] cells, or groups, of a clue that are still to come
    int32_t *clue_span  # [clues] values that the residual of an open clue can have

cdef struct Step:
    # What the elimination of one group does to the keys of the states.
    uint64_t opens_low, opens_high  # added to a key: residuals of the clues that this group opens
    uint64_t takes_low, takes_high  # subtracted for each mine: a one for each clue of the group
    uint64_t keeps_low, keeps_high  # all but the clues that this group closes
    int32_t *slot  # of each clue of the group
    int32_t *cells_left  # of the clue after this step
    uint64_t *allowed  # sums of the clue; where clues are no plain sums
    int32_t *sum_without_mines  # what the group adds where it has no mine
    int32_t *sum_per_mine  # and what each mine adds to that

cdef struct Completions:
    # The polynomials of what may follow each state of a layer.
    int32_t *value_place  # [ring] place of the first coefficient among the values
    int32_t *fewest_mines  # [ring] mines of the first coefficient
    int32_t *most_mines  # [ring] and of the last

cdef struct Backward:
    # Where the backward pass stands: completions are read from one half of its room, written to the other.
    int64_t room_start, half_size
    int32_t side
    int64_t value_count  # values of the completions of the layer before
    int64_t scale  # which are times two to this
    double product_scale  # what a product of a value and a completion is multiplied by

cdef struct Elimination:
    # Room to count one component; see analysis/counting.pyx.
    Step *steps  # [cells]
    int64_t *layer_start  # [cells + 2] first state of each layer
    int64_t *edge_start  # [cells + 2] first transition of each layer
    int64_t *value_start  # [cells + 2] where the values of each layer are
    int64_t *layer_scale  # [cells + 2] the values of a layer are times two to this
    bint values_may_be_large  # whether the component has cells enough for values to be scaled down
    int32_t *clue_slot  # [clues] slot of an open clue in the keys, or -1
    int32_t *vacant  # [128 + cells] slots that are free again
    int32_t slot_bits  # bits of a slot
    int32_t slots_per_word  # of the key
    int64_t state_capacity
    int64_t ring_mask  # only the keys of two layers are kept: a ring
    uint64_t *key_low  # [ring]
    uint64_t *key_high  # [ring]
    int32_t *fewest_mines  # [states] mines of a state's first coefficient
    int32_t *most_mines  # [states] and of its last
    int32_t *value_place  # [states] its place among the values of its layer
    int64_t value_capacity
    double *values  # [values]
    int64_t edge_capacity
    int32_t *target  # [edges] state in the next layer by state and mines of the group, or -1
    double states_needed  # by the component which found no room, as it seems; 0: nobody knows
    int64_t work_left  # states that may still be stored, over all analyses of a look-ahead
    int64_t table_size
    int32_t *table  # [table] hash table of the layer in the making
    Completions completions[2]
    double *step_models  # [(most_around + 1) * (cells + 1)] by mines of the group, then of the component
    double **choose  # [most_around + 1] binomials

cdef struct Component:
    int32_t fewest_mines
    int32_t length  # number of mine counts from `fewest_mines` on
    int64_t scale  # its models are times two to this
    int64_t models_start  # place of its first model count in `models`
    int64_t mines_before  # most mines of the components before it, beyond their fewest

cdef struct Tally:
    # Over the models of a component with a given number of mines: mines and non-mines in a group.
    double mines, non_mines

cdef struct Counts:
    # Model counts of all components.
    Component *component  # [components]
    int64_t models_size, models_capacity
    double *models
    int64_t *tally_start  # [groups] by place in `order`
    int64_t tallies_size, tally_capacity
    Tally *tallies

cdef struct Window:
    # What the unconstrained cells leave to the components.
    int64_t free  # number of unconstrained cells
    int64_t mines_left  # for them where every component has its fewest
    int64_t span  # most mines of the components beyond their fewest
    bint listed  # whether the possible sums have to be listed: there are gaps that a window could fall into

cdef struct Joint:
    # Polynomials over the mines of the components, and room for those in the making.
    int64_t capacity, prefix_capacity
    double *running_product  # the components before one, while it is multiplied
    double *prefixes  # [prefix_capacity] the components before some, one product after the other
    double *suffix_product  # the unconstrained cells and the components after it
    double *product
    double *weight  # of each number of mines of one component, -1 where it cannot occur
    int8_t *reachable  # [capacity] numbers of mines that can occur at all
    double *probability  # [groups] of each group, by place in `order`
    int8_t *proof  # [groups]
    double tilt  # log of the weight of each mine, on large boards
    double free_probability  # of each unconstrained cell
    int8_t free_proof

cdef struct CacheSlot:
    uint64_t hash
    int64_t key_at, key_length, values_at, epoch, states
    int32_t groups, width
    Component component

cdef struct ComponentCache:
    # Components counted before, by their clues; see analysis/component_cache.pyx.
    CacheSlot *slots
    int64_t *words
    double *values
    int64_t words_size, values_size, epoch

cdef struct Clock:
    # When to give up; see clock.pyx.
    double began, deadline  # in seconds of the monotonic clock
    double next_look
    int32_t calls
    bint stopped
    bint (*interrupted)(Clock *) noexcept nogil  # whether the host wants an end; NULL: it is never asked
    void *error  # the host's own

cdef struct Summary:
    # Of the last analysis.
    int32_t width
    int64_t states
    int32_t proved  # cells that counting proved
    double log_models  # of the weight of all models

cdef struct Marginals:
    double *probability  # [cells] of unknown cells
    int8_t *proof  # [cells] Proof

cdef struct Prior:
    # What is known of the number of mines among the unknown cells.
    int32_t mines  # or -1: unknown
    double log_odds  # of a mine in each cell, where it is unknown

cdef struct Models:
    # Those of a component in integers.
    uint32_t *counts  # [length][limbs] by mines
    int64_t limbs
    uint32_t common_factor  # that they were divided by, and what was counted of the groups was not
    bint counted_again  # for its floats are no integers

cdef struct Exact:
    # An analysis in integers of 32-bit limbs, the lowest first; see analysis/exact.pyx.
    Analyzer *analyzer
    uint32_t odds_of_mine, odds_of_none  # where the mine count is unknown
    int64_t memory  # bytes that may still be taken
    int64_t free  # number of unconstrained cells
    int32_t mines_known  # where only models are counted
    int32_t *free_powers  # [largest_prime + 1] of each prime in what these weigh with the fewest mines
    int64_t largest_prime  # none of them is greater
    int64_t span  # most mines of the components beyond their fewest
    int64_t width  # limbs of what weighs the whole board
    uint32_t *mines  # [groups + 1][width] in each group by place, and in the free cells, by weight
    uint32_t *totals  # [components + 1][width] what that is a part of
    uint32_t *solutions  # [solution_limbs]
    int64_t solution_limbs
    Models *models  # [components]
    uint32_t *weights  # [span + 1][width] of the numbers of mines, and room for more
    uint32_t *spare  # [width]
    uint32_t *mines_beyond  # [width] in all components beyond their fewest, by weight
    uint32_t *values  # [room] of the layers of the component that was counted last
    int64_t room
    int counted_last
    int block  # see _place_values
    Arena arena

cdef struct Analyzer:
    # Everything that an analysis works in, for boards of one size.
    const uint64_t *allowed  # [sites] what clues of the position allow (all bits: anything); NULL: by symbol
    Board board
    Knowledge knowledge
    Frontier frontier
    Elimination elimination
    Counts counts
    Joint joint
    ComponentCache cache
    bint comparing  # clues by twos, too: see `propagate`
    int64_t forgotten  # times that what was kept from before was given up
    Clock clock
    Summary summary
    Exact *exact  # NULL: floats are enough
    Arena arena  # of all but what depends on the number of states
    Arena states_arena

cdef struct Game:
    # The hidden truth of a game, and how far it has come.
    int8_t *layout  # [cells] 1 for a mine
    int32_t *deck  # [cells] cells in the order in which they are drawn
    int8_t *display_way  # [cells] in which way the clue on a cell displays its sum
    int32_t *stack  # [cells] cells to open
    int8_t *stacked  # [cells] whether a cell is or was on the stack of this opening
    int32_t mines, opened, proved_mines
    Marginals marginals  # of the position at a guess
    Arena arena
