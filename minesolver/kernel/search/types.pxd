# The state of the search for a guess: plain C structs with named fields, as in minesolver/kernel/types.pxd.
# Sizes in brackets: `cells` of the board, `columns` of a game tree (one for each cell that it holds).

cdef enum PolicyKind:
    SAFEST = 0  # the safest cell
    PSEQ = 1  # of the safest cells, the one that brings most
    LOOKAHEAD = 2  # the safety of this guess and of the next

cdef enum Decision:
    BY_PROOF = 0  # a safe cell is proved, or nothing is left to guess
    BY_TREE = 1  # the game tree of the whole board
    BY_LOOKAHEAD = 2  # scores
    NOT_DECIDED = 3  # a position looked at did not fit, or the time was over
    BY_REGION = 4  # the game tree of a region that nothing else bears on

cdef enum:
    MOST_CLOSE = 6  # candidates that are told apart by trees and playouts
    VALUES = 9  # a cell shows 0 to 8
    SHOWN_MINE = 9
    TREE_DEPTH = 96
    COLUMNS_OF_WORD = 8
    PASSAGES = 64  # guesses of the playouts on a layout that are remembered
    CHOICES_OF_BUCKET = 4

cdef struct Parameters:
    # Of a policy; the fields are those of minesolver.policy.Search, which describes them.
    int32_t kind  # PolicyKind
    double min_relative_safety
    double tree_log_layouts  # below 0: no tree
    int64_t tree_nodes
    int64_t tree_room  # layouts that the tree has room for
    int32_t tree_cells
    int64_t tree_slots
    bint skip_uninformative
    double fifty_fifty_credit, second_best_weight, third_best_weight, expected_errors_weight
    double lookahead_exponent, frontier_bonus, zero_bonus
    bint solve_regions
    int64_t playouts
    double playout_log_layouts, trees_weight

cdef struct Position:
    # A position where no cell is proved, which the frontier is at.
    Prior prior
    double log_models
    double *probability  # [cells]

cdef struct Supposition:
    # What a position becomes by one more open cell.
    Status status
    Prior prior
    double log_models

cdef struct Risks:
    double first, second, third

cdef struct Pattern:
    # Cells that would be a 50/50: a pair, or a square of two by two with its mines across.
    int32_t size  # 1 or 2; 0: the edge of the board
    int32_t mines[2]
    int32_t safe[2]
    int32_t outside_count
    int32_t outside[6]  # cells that touch only one of them: all are mines

cdef struct Features:
    # Of a position, as the boosted trees see it: doubles only, and in this order.
    double log_safe_cells, least_risk, second_risk, third_risk, log_near_least, log_unknown, unknown, mines
    double density, log_models, log_log_models, entropy, expected_errors, even_chances, frontier
    double unconstrained, fifty_fifties, greatest_fifty_fifty, any_safe_cell, root_entropy

cdef struct Traits:
    # Of a candidate, as the boosted trees see it: doubles only, and in this order.
    double log_score, safety, progress, expected_safe, entropy, fifty_fifty, on_frontier, degree
    double unknown_neighbours, opened_near, edge_distance, other_edge_distance, least_value_chance
    double collision  # chance that two games in which it is safe show the same value
    double next_least_risk, next_second_risk, next_third_risk, next_log_entropy, next_log_errors
    Features after  # means over the values that it may show

cdef struct Shared:
    # Of the position that the candidates share: doubles only, and in this order.
    double log_models, opened, mines, unknown, expected_errors

cdef struct CandidateFeatures:
    # All that the trees see of a candidate.
    Traits traits
    Traits over_mean  # the same, less its mean over the candidates
    Shared shared

cdef struct TreeNode:
    float value  # its threshold; of a leaf, what it adds
    int16_t feature  # place among the doubles of `CandidateFeatures`; -1: a leaf
    int16_t below, above  # where to go at or below the threshold, and above it

cdef struct BoostedTrees:
    int32_t count
    int32_t size  # nodes of each
    const TreeNode *nodes

cdef struct ShownValue:
    # One of the values that a candidate may show.
    double chance
    int32_t safe_cells  # that are then proved
    double worth  # of the position

cdef struct Candidate:
    int32_t cell
    double score, safety
    double progress  # chance that some cell is then proved safe
    double expected_safe
    double entropy  # of the value shown, in nats
    double zero_chance  # of the least value that it may show
    double fifty_fifty  # chance that it is a mine of a 50/50 that no clue decides
    double playouts  # share won, or -1: not played out
    double multiplier  # of the score, by the boosted trees
    int32_t value_count
    ShownValue outcomes[VALUES + 1]  # the last: of values beyond

cdef struct Words:
    uint64_t low, high

cdef struct SetEntry:
    Words key
    int32_t wins  # or the most that it can be
    int16_t size
    int8_t bound_kind  # EXACT or AT_MOST; 0: empty

cdef struct Sets:
    # Listed layouts, what is known of sets of them, and how far a search may go.
    uint8_t *shown_values  # [layouts * stride] what a cell shows in a layout, 9 for a mine
    int32_t column_count
    int64_t stride  # a multiple of 8, the columns beyond the last show 0
    int32_t *layouts  # [layouts] a permutation: a set is a stretch of it
    int32_t *spare  # [layouts]
    SetEntry *table
    int64_t table_mask, nodes, most_nodes
    Clock *clock

cdef struct Frame:
    # A set of layouts on the way from the root of a game tree, which divides it by what a cell shows.
    int32_t begin, end  # of its layouts in `layouts`
    int32_t alpha  # a value up to this need not be exact
    int32_t open_count  # cells that do not show the same in all its layouts
    int32_t next_value  # of the column that divides it
    int32_t total  # layouts won in the parts so far
    int32_t remaining_bound  # at most so many are won in the parts to come
    Words key
    int32_t ends[11]  # of the parts, by value shown
    int32_t bounds[VALUES]  # at most so many of a part are won; 0: nothing is left to look at
    Words keys[VALUES]  # of the parts
    int32_t *open  # [columns] the columns of these cells
    int32_t *survivors  # [columns] layouts in which each is no mine
    int32_t *order  # [columns] in which they are tried

cdef struct Range:
    int32_t min_mines, max_mines

cdef struct Tree:
    # The whole game tree over listed layouts; see endgame.pyx and listing.pyx.
    int32_t layout_room, column_room, layout_count
    Sets sets
    Words *words  # [layouts] those of the columns that are mines, together: see endgame.pyx
    Words *column_words  # [columns] random
    Frame frames[TREE_DEPTH]
    int64_t *rank  # [columns] order in which the cells of a set are tried
    int32_t (*counts)[10]  # [columns] layouts of a set by what they show in a column
    uint64_t generation
    int64_t work_left  # words of layouts that may still be looked at
    int32_t first_cell  # column of the best first cell, or -1
    int32_t *cells  # [cells] by column
    int32_t *column_of  # [cells] of a cell, or -1
    # Room of listing.
    int8_t *choice  # [cells] of the layout in the making
    Range *tail  # [cells + 1] mines of the columns from one on
    int32_t *known_mines  # [columns] around each
    int32_t *neighbour_count  # [columns]
    int32_t **neighbour_columns  # [columns] columns around each
    int32_t **neighbour_weights  # [columns]
    int8_t *in_component  # [cells] by group
    Arena arena

cdef struct Choice:
    Decision decision
    Status status
    int32_t cell
    int32_t candidate_count  # in `Search.candidates`
    int32_t won  # by the game tree: layouts that the best play wins
    int32_t layouts

cdef struct ChoiceSlot:
    Words key
    Choice choice
    int32_t uses  # 0: empty

cdef struct ChoiceCache:
    # Choices made before; see choice_cache.pyx.
    ChoiceSlot *slots  # [buckets * CHOICES_OF_BUCKET]

cdef struct Passed:
    # A guess that a playout came to.
    uint64_t key  # of the cells that are open
    double result  # of the playout, up to here; in the end, from here on

cdef struct Passages:
    # The guesses that the playouts on one layout came to: two that meet go on alike.
    int32_t count
    int32_t finished  # of these, those of playouts that are over
    Passed passed[PASSAGES]

cdef struct Search:
    # Everything that the choice of a guess works in.
    Analyzer *analyzer
    Parameters parameters
    BoostedTrees trees
    Tree tree
    Game playout  # the game that is played out
    Passages passages
    ChoiceCache choices
    Knowledge snapshot  # of the position, to come back to
    Knowledge root  # of that which Python asks about
    Marginals position_marginals  # of the position, where the search analyzes it
    Marginals supposed_marginals  # of the positions that are supposed
    Pattern (*patterns)[3]  # [cells] pairs to the right and below, and square
    Candidate *candidates  # [cells]
    int32_t *cells  # [cells] of the candidates
    double *risk  # [cells] chance of a mine, less the credit for 50/50s
    double *fifty_fifty  # [cells]
    double *square  # [cells] the same, by squares of two by two
    int8_t *on_frontier  # [cells]
    Arena arena
