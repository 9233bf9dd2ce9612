# What other languages call: the functions of `minesolver.h`, which says what each does. Nothing else of the
# core is linked with them.

cdef enum:
    _BAD_ARGUMENT = 4  # MINESOLVER_BAD_ARGUMENT, which nothing else of the core returns

cdef struct Host:
    Analyzer analyzer
    Game game
    Search search
    Choice choice
    int64_t memory
    bint has_policy
    int (*interrupted)(void *) noexcept nogil
    void *data
    # For reasons: the same board with clues that can be left out.
    Analyzer reasoner
    bint has_reasoner, out_of_room
    uint64_t *reasoner_sums  # [sites] what each clue allows, or all sums where it is left out
    int32_t *clue_level  # [sites] by how many clues a clue is from the cell in question, -1: it is left out
    int8_t *grid  # [cells]
    Marginals reasoner_marginals
    Exact exact  # of the last count
    int32_t part_count  # of the last count; 0 where the analyzer has done something else since
    uint64_t *position_sums  # [sites] of the position, where clues are no plain sums
    Arena arena

cdef struct PolicyParameters:
    # `minesolver_parameters` of minesolver.h: the fields of `Parameters` as doubles, in the order there.
    double min_relative_safety
    double tree_log_layouts
    double tree_nodes
    double tree_room
    double tree_cells
    double tree_slots
    double skip_uninformative
    double fifty_fifty_credit
    double second_best_weight
    double third_best_weight
    double expected_errors_weight
    double lookahead_exponent
    double frontier_bonus
    double zero_bonus
    double solve_regions
    double playouts
    double playout_log_layouts
    double trees_weight

cdef extern from *:
    """
    #ifndef MINESOLVER_VERSION
    #define MINESOLVER_VERSION "unknown"
    #endif
    static const char *text_of_status(int status) {
        static const char *texts[] = {
            "done", "no layout agrees with the board", "memory is short, or no such board was found",
            "the time is over, or the interrupt said so", "an argument is out of its range",
        };
        return status < 0 || status > 4 ? "no status of minesolver" : texts[status];
    }
    """
    const char *MINESOLVER_VERSION
    const char *text_of_status(int status) noexcept nogil

cdef public const char *minesolver_version() noexcept nogil:
    return MINESOLVER_VERSION

cdef public const char *minesolver_status_text(int status) noexcept nogil:
    return text_of_status(status)

cdef bint _has_cell(Host *host, int cell) noexcept nogil:
    return 0 <= cell < host.analyzer.board.cells

cdef bint _are_codes(Host *host, const int8_t *cells) noexcept nogil:
    """Whether these are codes of a position: others are no clue that any sum could have."""
    cdef Board *board = &host.analyzer.board
    cdef int highest = 127  # codes only say that a cell is open, where sets of sums are handed over
    if board.square:
        highest = 8
    elif board.sums:
        highest = 63  # a bit of 64 for each sum
    elif host.analyzer.allowed == NULL:
        highest = board.symbols - 1
    for i in range(board.cells):
        if cells[i] != -1 and cells[i] != board.mine_code and not 0 <= cells[i] <= highest:
            return False
    return True

cdef bint _is_position(Host *host, const int8_t *cells, int64_t mines) noexcept nogil:
    """Whether these are codes of a position, and a mine count or -1."""
    return mines >= -1 and _are_codes(host, cells)

cdef bint _has_games(const Board *board) noexcept nogil:
    """Whether it says what cells of a layout show: by their number, or by symbols."""
    return board.sums or board.symbols > 0

cdef bint _is_layout(const Board *board, const int8_t *layout) noexcept nogil:
    """Whether it has 1 for a mine, else 0, and above that in which of the ways a cell shows its sum."""
    cdef int ways = max(1, board.display_ways)
    for i in range(board.cells):
        if layout[i] < 0 or layout[i] >> 1 >= ways:
            return False
    return True

cdef Status _room_for(Host *host, int mines, int protection, int first_cell) noexcept nogil:
    """Whether so many mines can be laid: DONE, LIMIT where they do not fit, or _BAD_ARGUMENT."""
    cdef Board *board = &host.analyzer.board
    cdef int free_cells = board.cells
    if not _has_games(board) or not _has_cell(host, first_cell) or not 0 <= protection <= 2 or mines < 0:
        return <Status>_BAD_ARGUMENT
    if protection > 0:
        for i in range(board.cells):
            host.game.layout[i] = i == first_cell
        if protection == 2:
            for k in range(board.degree[first_cell]):
                host.game.layout[board.neighbours[first_cell][k]] = 1
        for i in range(board.cells):
            free_cells -= host.game.layout[i]
    return DONE if mines <= free_cells else LIMIT

cdef bint _ask_host(Clock *clock) noexcept nogil:
    cdef Host *host = <Host *>clock.error
    return host.interrupted(host.data) != 0

cdef bint _grow(Host *host, Analyzer *a) noexcept nogil:
    return grow(a, INFINITY, host.memory)

cdef public void *minesolver_open(int rows, int cols) noexcept nogil:
    return _open(rows, cols, NULL)

cdef public void *minesolver_open_lists(int rows, int cols, const void *lists) noexcept nogil:
    if rows < 1 or cols < 1 or <int64_t>rows * cols > 1000000:
        return NULL
    if lists == NULL or not _are_lists(rows * cols, <const Lists *>lists):
        return NULL
    return _open(rows, cols, <const Lists *>lists)

cdef bint _are_lists(int cells, const Lists *lists) noexcept nogil:
    """Whether lists say what the header says that they do, as far as their sizes allow to look."""
    cdef int32_t weight_sum
    # The number on a cell is its sum: clues on no cell have none.
    if lists.weights == NULL and lists.sites != cells:
        return False
    if lists.sites < cells or lists.starts == NULL or lists.cells == NULL or lists.starts[0] != 0:
        return False
    for i in range(lists.sites):
        # The cells of a clue, in rising order.
        if not 0 <= lists.starts[i + 1] - lists.starts[i] <= cells:
            return False
        for k in range(lists.starts[i], lists.starts[i + 1]):
            if not 0 <= lists.cells[k] < cells:
                return False
            if k > lists.starts[i] and lists.cells[k] <= lists.cells[k - 1]:
                return False
        # A set of sums has 64 bits, the lowest for 0 and the highest for no mine at all.
        if lists.weights != NULL:
            weight_sum = 0
            for k in range(lists.starts[i], lists.starts[i + 1]):
                weight_sum += abs(lists.weights[k])
                if weight_sum > 62:
                    return False
    return lists.symbols == 0 or _are_symbols(lists)

cdef bint _are_symbols(const Lists *lists) noexcept nogil:
    """Whether what clues of games show is within its bounds: symbols have 8 bits, sets of sums 64."""
    cdef int32_t largest_sum
    cdef const int8_t *shown
    cdef const uint64_t *allowed
    if lists.weights == NULL or lists.kinds == NULL or lists.symbol == NULL or lists.symbol_sums == NULL:
        return False
    if not (0 < lists.symbols <= 127 and 0 < lists.sums <= 64 and 0 < lists.display_ways <= 127):
        return False
    for i in range(lists.sites):
        if not 0 <= lists.kinds[i] < lists.sites:
            return False
        # Each sum that there may be is shown by symbols that there are.
        largest_sum = 0
        for k in range(lists.starts[i], lists.starts[i + 1]):
            largest_sum += abs(lists.weights[k])
        if largest_sum >= lists.sums:
            return False
        shown = &lists.symbol[<int64_t>lists.kinds[i] * lists.sums * lists.display_ways]
        allowed = &lists.symbol_sums[<int64_t>lists.kinds[i] * lists.symbols]
        for k in range((largest_sum + 1) * lists.display_ways):
            if not 0 <= shown[k] < lists.symbols:
                return False
            # A symbol says of each sum that shows it that it may be this one.
            if not allowed[shown[k]] >> (k // lists.display_ways) & 1:
                return False
    return True

cdef bint _are_parameters(const PolicyParameters *values) noexcept nogil:
    """Whether all are numbers, and ask for no more room than can be had; no number is less than another."""
    cdef const double *numbers = <const double *>values
    for i in range(<int>(sizeof(PolicyParameters) // sizeof(double))):
        if numbers[i] != numbers[i]:
            return False
    cdef double slots = values.tree_slots
    if not 1 <= slots <= 1 << 28 or <int64_t>slots & (<int64_t>slots - 1):
        return False
    return (
        0 <= values.tree_nodes <= 1e15
        and 0 <= values.tree_room <= 1 << 28
        and 0 <= values.tree_cells <= 1000000
        and 0 <= values.playouts <= 1e9
    )

cdef public void minesolver_allow(void *handle, const uint64_t *allowed) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Board *board = &host.analyzer.board
    if board.sums:
        return
    host.analyzer.allowed = NULL if board.symbols and allowed == NULL else host.position_sums
    if allowed != NULL:
        memcpy(host.position_sums, allowed, 8 * board.sites)
    else:
        memset(host.position_sums, 255, 8 * board.sites)

cdef void *_open(int rows, int cols, const Lists *lists) noexcept nogil:
    cdef Host *host
    if rows < 1 or cols < 1 or <int64_t>rows * cols > 1000000:
        return NULL
    host = <Host *>calloc(1, sizeof(Host))
    if host == NULL:
        return NULL
    host.memory = <int64_t>1 << 30
    if (
        allocate_analyzer(&host.analyzer, rows, cols, lists)
        and allocate_game(&host.game, &host.analyzer.board)
    ):
        take(&host.arena, host.position_sums, host.analyzer.board.sites)
        if not host.arena.failed:
            minesolver_allow(host, NULL)
            return host
    minesolver_close(host)
    return NULL

cdef public void minesolver_close(void *handle) noexcept nogil:
    cdef Host *host = <Host *>handle
    if host == NULL:
        return
    if host.has_policy:
        release_search(&host.search)
    if host.has_reasoner:
        release_analyzer(&host.reasoner)
    release(&host.exact.arena)
    release(&host.arena)
    release(&host.game.arena)
    release_analyzer(&host.analyzer)
    free(host)

cdef public void minesolver_limit_memory(void *handle, int64_t bytes) noexcept nogil:
    (<Host *>handle).memory = max(bytes, <int64_t>0)

cdef public void minesolver_on_interrupt(void *handle, int (*interrupted)(void *) noexcept nogil,
                                         void *data) noexcept nogil:
    cdef Host *host = <Host *>handle
    host.interrupted = interrupted
    host.data = data
    host.analyzer.clock.error = host
    host.analyzer.clock.interrupted = NULL
    if interrupted != NULL:
        host.analyzer.clock.interrupted = _ask_host

cdef public int minesolver_analyze(void *handle, const int8_t *cells, int64_t mines, double log_odds,
                                   double seconds, double *probability, int8_t *proof) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Marginals marginals
    marginals.probability = probability
    marginals.proof = proof
    if not _is_position(host, cells, mines):
        return _BAD_ARGUMENT
    start(&host.analyzer.clock, seconds)
    host.part_count = 0
    return analyze_with_room(&host.analyzer, cells, mines, log_odds, &marginals, INFINITY, host.memory)

cdef public int minesolver_count(void *handle, const int8_t *cells, int64_t mines, uint32_t odds_of_mine,
                                 uint32_t odds_of_none, double seconds, int32_t *part_of_cell,
                                 int64_t *sizes) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Exact *exact = &host.exact
    cdef Frontier *f = &host.analyzer.frontier
    if not _is_position(host, cells, mines):
        return _BAD_ARGUMENT
    start(&host.analyzer.clock, seconds)
    host.part_count = 0
    status = count_position(&host.analyzer, exact, cells, mines, odds_of_mine, odds_of_none, INFINITY,
                            host.memory)
    sizes[0] = exact.solution_limbs
    sizes[1] = exact.width
    sizes[2] = f.group_count + 1
    for i in range(host.analyzer.board.cells):
        if host.analyzer.knowledge.state[i] != UNKNOWN:
            part_of_cell[i] = f.group_count + 1 + (host.analyzer.knowledge.state[i] == MINE)
        else:
            part_of_cell[i] = f.group_count if f.group_of[i] < 0 else f.order_place[f.group_of[i]]
    if status == DONE:
        host.part_count = f.group_count + 1
    return status

cdef public void minesolver_solutions(void *handle, uint32_t *limbs) noexcept nogil:
    cdef Exact *exact = &(<Host *>handle).exact
    memcpy(limbs, exact.solutions, 4 * exact.solution_limbs)

cdef public int64_t minesolver_part(void *handle, int part_number, uint32_t *mines,
                                    uint32_t *total) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Exact *exact = &host.exact
    cdef Frontier *f = &host.analyzer.frontier
    cdef int c = f.component_count
    if not 0 <= part_number < host.part_count:
        return -1
    if part_number < f.group_count:
        c = 0
        while part_number >= f.group_start[c + 1]:
            c += 1
    memcpy(mines, exact.mines + part_number * exact.width, 4 * exact.width)
    memcpy(total, exact.totals + c * exact.width, 4 * exact.width)
    return f.group_size[f.order[part_number]] if part_number < f.group_count else exact.free

cdef public int minesolver_best(void *handle, const int8_t *cells, const double *probability,
                                const int8_t *proof) noexcept nogil:
    cdef Marginals marginals
    marginals.probability = <double *>probability
    marginals.proof = <int8_t *>proof
    return best_cell(&(<Host *>handle).analyzer.board, cells, &marginals)

cdef public int minesolver_policy(void *handle, int kind, const void *parameters, const void *trees,
                                  int count, int size) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef const PolicyParameters *values = <const PolicyParameters *>parameters

    # Whole trees only, which the caller has.
    if kind < 0 or kind > <int>LOOKAHEAD or count < 0:
        return _BAD_ARGUMENT
    if values == NULL or not _are_parameters(values):
        return _BAD_ARGUMENT
    if count > 0 and (trees == NULL or size <= 0 or size % <int>sizeof(TreeNode)):
        return _BAD_ARGUMENT

    # From doubles to the types of the fields.
    cdef Parameters search_parameters = Parameters(
        kind=kind,
        min_relative_safety=values.min_relative_safety,
        tree_log_layouts=values.tree_log_layouts,
        tree_nodes=<int64_t>values.tree_nodes,
        tree_room=<int64_t>values.tree_room,
        tree_cells=<int32_t>values.tree_cells,
        tree_slots=<int64_t>values.tree_slots,
        skip_uninformative=values.skip_uninformative != 0.0,
        fifty_fifty_credit=values.fifty_fifty_credit,
        second_best_weight=values.second_best_weight,
        third_best_weight=values.third_best_weight,
        expected_errors_weight=values.expected_errors_weight,
        lookahead_exponent=values.lookahead_exponent,
        frontier_bonus=values.frontier_bonus,
        zero_bonus=values.zero_bonus,
        solve_regions=values.solve_regions != 0.0,
        playouts=<int64_t>values.playouts,
        playout_log_layouts=values.playout_log_layouts,
        trees_weight=values.trees_weight,
    )

    # The new policy takes the place of the old one.
    if host.has_policy:
        release_search(&host.search)
        host.has_policy = False
    host.choice.candidate_count = 0
    if not allocate_search(&host.search, &host.analyzer, &search_parameters):
        return LIMIT

    # Its boosted trees stay the caller's.
    if count > 0:
        host.search.trees.count = count
        host.search.trees.size = size // <int>sizeof(TreeNode)
        host.search.trees.nodes = <const TreeNode *>trees
    host.has_policy = True
    return DONE

cdef public int minesolver_recommend(void *handle, const int8_t *cells, int32_t mines, double log_odds,
                                     double seconds, int32_t *choice) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Prior prior = Prior(mines=mines, log_odds=log_odds)
    if not host.has_policy or not _is_position(host, cells, mines):
        return _BAD_ARGUMENT
    start(&host.analyzer.clock, seconds)
    host.part_count = 0
    host.choice = advise(&host.search, cells, prior)
    while host.choice.status == LIMIT and _grow(host, &host.analyzer):
        host.choice = advise(&host.search, cells, prior)
    shrink(&host.analyzer)
    choice[0] = host.choice.decision
    choice[1] = host.choice.cell
    choice[2] = host.choice.won
    choice[3] = host.choice.layouts
    choice[4] = host.choice.candidate_count
    return host.choice.status

cdef public void minesolver_candidates(void *handle, double *rows) noexcept nogil:
    cdef Host *host = <Host *>handle
    for k in range(host.choice.candidate_count):
        candidate = &host.search.candidates[k]
        rows[4 * k] = candidate.cell
        rows[4 * k + 1] = candidate.safety
        rows[4 * k + 2] = candidate.score
        rows[4 * k + 3] = candidate.progress

cdef public int minesolver_layout(void *handle, int mines, int protection, int first_cell, uint64_t seed,
                                  int64_t index, int8_t *layout) noexcept nogil:
    cdef Host *host = <Host *>handle
    status = _room_for(host, mines, protection, first_cell)
    if status != DONE:
        return status
    host.game.mines = mines
    lay(&host.analyzer, &host.game, protection, first_cell, key_of_game(seed, index))
    memcpy(layout, host.game.layout, host.analyzer.board.cells)
    return DONE

cdef public int minesolver_no_guess(void *handle, int mines, int first_cell, uint64_t seed, int64_t index,
                                    int64_t tries, int repairs, double seconds, int64_t *drawn,
                                    int8_t *layout) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Trial trial
    status = _room_for(host, mines, 2, first_cell)
    if status != DONE:
        return status
    # Both together are within 64 bits.
    if drawn[0] < 0 or drawn[0] >> 62 or (tries > 0 and tries >> 62):
        return _BAD_ARGUMENT
    trial.tries = drawn[0]
    trial.repairs = 0
    host.game.mines = mines
    start(&host.analyzer.clock, seconds)
    host.part_count = 0
    trial.status = TOO_WIDE
    while trial.status == TOO_WIDE:
        find_board(&host.analyzer, &host.game, first_cell, key_of_game(seed, index),
                   tries - (trial.tries - drawn[0]), repairs, &trial)
        if trial.status == TOO_WIDE and not _grow(host, &host.analyzer):
            break
    shrink(&host.analyzer)
    drawn[0] = trial.tries
    memcpy(layout, host.game.layout, host.analyzer.board.cells)
    if trial.status == SOLVED:
        return DONE
    return STOPPED if trial.status == INTERRUPTED else LIMIT

cdef public int minesolver_judge(void *handle, const int8_t *layout, const int8_t *opened, double seconds,
                                 int8_t *cells) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Generated judgement = TOO_WIDE
    if not _has_games(&host.analyzer.board) or not _is_layout(&host.analyzer.board, layout):
        return _BAD_ARGUMENT
    host.analyzer.allowed = NULL
    start(&host.analyzer.clock, seconds)
    host.part_count = 0
    while judgement == TOO_WIDE:
        judgement = judge_layout(&host.analyzer, &host.game, layout, opened)
        if judgement == TOO_WIDE and not _grow(host, &host.analyzer):
            break
    write_open_cells(&host.analyzer, &host.game, cells)
    shrink(&host.analyzer)
    if judgement == INTERRUPTED:
        return STOPPED
    return LIMIT if judgement == TOO_WIDE else DONE

cdef public int minesolver_play(void *handle, int mines, int protection, int first_cell, uint64_t seed,
                                int64_t index, double worth, double seconds, double *result) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef GameResult game_result
    if not host.has_policy:
        return _BAD_ARGUMENT
    status = _room_for(host, mines, protection, first_cell)
    if status != DONE:
        return status
    host.game.mines = mines
    start(&host.analyzer.clock, seconds)
    host.part_count = 0
    game_result = play_game(&host.search, &host.game, protection, first_cell, key_of_game(seed, index), worth,
                            NULL)
    write_result(game_result, result)
    if host.analyzer.clock.stopped:
        return STOPPED
    return LIMIT if game_result.outcome == UNFINISHED else DONE

cdef bint _open_reasoner(Host *host) noexcept nogil:
    """The board again, its clues as sets of sums: such a clue can say nothing."""
    cdef Board *board = &host.analyzer.board
    cdef Arena *arena = &host.arena
    cdef Lists lists
    cdef int32_t *starts = NULL
    cdef int32_t *cells = NULL
    cdef int8_t *weights = NULL
    cdef int32_t size = 0

    # Room: the lists of the cells that each clue is about, and what one question needs.
    memset(&lists, 0, sizeof(lists))
    for i in range(board.sites):
        size += board.degree[i]
    take4(arena, board.sites + 1, starts, host.reasoner_sums, host.clue_level, host.grid)
    take4(arena, max(size, board.cells), cells, weights, host.reasoner_marginals.probability,
          host.reasoner_marginals.proof)
    if arena.failed:
        return False

    # The lists, from those of the board.
    size = 0
    for i in range(board.sites):
        starts[i] = size
        for k in range(board.degree[i]):
            cells[size] = board.neighbours[i][k]
            weights[size] = 1 if board.sums else board.weight[i][k]
            size += 1
    starts[board.sites] = size
    lists.sites = board.sites
    lists.starts = starts
    lists.cells = cells
    lists.weights = weights
    host.has_reasoner = allocate_analyzer(&host.reasoner, board.rows, board.cols, &lists)
    return host.has_reasoner

cdef uint64_t _sums_of_clue(Host *host, const int8_t *cells, int32_t site) noexcept nogil:
    """The sums that a clue of the position allows."""
    cdef Board *board = &host.analyzer.board
    if board.sums:
        return <uint64_t>1 << cells[site]
    if host.analyzer.allowed != NULL:
        return host.analyzer.allowed[site]
    return board.symbol_sums[board.kind[site]][cells[site] if site < board.cells else 0]

cdef bint _proves(Host *host, const int8_t *cells, int64_t mines, int32_t cell, int8_t proof,
                  int32_t level) noexcept nogil:
    """Whether the clues up to a level prove the cell; without a cell, whether they cannot hold together."""
    cdef Status status = LIMIT
    for i in range(host.analyzer.board.sites):
        host.reasoner_sums[i] = ~<uint64_t>0
        if 0 <= host.clue_level[i] <= level:
            host.reasoner_sums[i] = _sums_of_clue(host, cells, i)
    host.reasoner.allowed = host.reasoner_sums
    host.out_of_room = False
    while status == LIMIT and not host.out_of_room:
        status = analyze_position(&host.reasoner, host.grid, mines, 0.0, &host.reasoner_marginals)
        host.out_of_room = status == LIMIT and not _grow(host, &host.reasoner)
    if cell < 0:
        return status == CONTRADICTION
    return status == DONE and host.reasoner_marginals.proof[cell] == proof

cdef bint _set_levels(Host *host, int32_t cell, int32_t level) noexcept nogil:
    """Of the clues about a cell that have none yet; whether there are such clues."""
    cdef Board *board = &host.analyzer.board
    cdef bint any_set = False
    for k in range(board.covering_count[cell]):
        site = board.covering_clues[cell][k]
        if host.clue_level[site] < 0 and (site >= board.cells or host.grid[site] >= 0):
            host.clue_level[site] = level
            any_set = True
    return any_set

cdef int32_t _find_levels(Host *host, int32_t cell) noexcept nogil:
    """By how many clues each clue is from the cell; returns the greatest such number."""
    cdef Board *board = &host.analyzer.board
    cdef int32_t level = 0
    cdef bint any_set
    any_set = _set_levels(host, cell, 0)
    while any_set:
        any_set = False
        for i in range(board.sites):
            if host.clue_level[i] == level:
                for k in range(board.degree[i]):
                    if host.grid[board.neighbours[i][k]] == -1:
                        any_set |= _set_levels(host, board.neighbours[i][k], level + 1)
        level += 1
    return level

cdef public int minesolver_reason(void *handle, const int8_t *cells, int64_t mines, int cell, double seconds,
                                  int32_t *clues, int *mine_count) noexcept nogil:
    cdef Host *host = <Host *>handle
    cdef Board *board = &host.analyzer.board
    cdef int32_t last_level = 0, level = 0
    cdef int64_t reason_mines = -1
    cdef int8_t proof = PROVED_SAFE
    cdef int i, clue_count = 0
    mine_count[0] = 0
    if not _is_position(host, cells, mines):
        return -1
    if cell < -1 or cell >= board.cells or cell >= 0 and cells[cell] != -1:
        return 0
    if not host.has_reasoner and not _open_reasoner(host):
        return -1
    start(&host.reasoner.clock, seconds)

    # The position, as the reasoner has it; no clue says anything.
    for i in range(board.cells):
        host.grid[i] = host.reasoner.board.mine_code if cells[i] == board.mine_code else cells[i]
    for i in range(board.sites):
        host.clue_level[i] = -1
    if cell >= 0:
        # By how many clues each clue is from the cell.
        last_level = _find_levels(host, cell)
    for i in range(board.sites):  # everything, with the mine count: what is proved at all
        if host.clue_level[i] < 0 and (i >= board.cells or host.grid[i] >= 0):
            host.clue_level[i] = last_level + 1
    if cell >= 0:
        host.reasoner_marginals.proof[cell] = NOT_PROVED
    if not _proves(host, cells, mines, cell, proof, last_level + 1):
        proof = PROVED_MINE
        if cell < 0 or host.reasoner_marginals.proof[cell] != proof:
            return -1 if host.reasoner.clock.stopped or host.out_of_room else 0

    # As few levels as prove the cell, without the mine count if that is possible.
    while level <= last_level + 1 and not _proves(host, cells, -1, cell, proof, level):
        level += 1
    if level > last_level + 1:
        reason_mines = mines
        level = last_level + 1

    # Of these clues each is left out whose absence leaves the proof.
    mine_count[0] = reason_mines >= 0
    for i in range(board.sites - 1, -1, -1):  # leave out what is not needed
        if 0 <= host.clue_level[i] <= level:
            last_level = host.clue_level[i]
            host.clue_level[i] = -1
            if not _proves(host, cells, reason_mines, cell, proof, level):
                host.clue_level[i] = last_level
    for i in range(board.sites):
        if 0 <= host.clue_level[i] <= level:
            clues[clue_count] = i
            clue_count += 1

    # The room is given back.
    shrink(&host.reasoner)
    return -1 if host.reasoner.clock.stopped else clue_count
