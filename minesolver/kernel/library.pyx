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
    uint64_t *allowed  # [sites] what each clue says, or all sums
    int32_t *level  # [sites] how far a clue is from the cell in question, -1: it says nothing of its part
    int8_t *grid  # [cells]
    Marginals here
    Exact exact  # of the last count
    uint64_t *given  # [sites] of the position, where clues are no plain sums
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

cdef bint _has_cell(Host *own, int cell) noexcept nogil:
    return 0 <= cell < own.analyzer.board.cells

cdef bint _are_codes(Host *own, const int8_t *cells) noexcept nogil:
    """Whether these are codes of a position: others are no clue that any sum could have."""
    cdef Board *board = &own.analyzer.board
    cdef int highest = 127  # codes only say that a cell is open, where sets of sums are handed over
    if board.square:
        highest = 8
    elif board.sums:
        highest = 63  # a bit of 64 for each sum
    elif own.analyzer.allowed == NULL:
        highest = board.symbols - 1
    for i in range(board.cells):
        if cells[i] != -1 and cells[i] != board.mine_code and not 0 <= cells[i] <= highest:
            return False
    return True

cdef bint _is_position(Host *own, const int8_t *cells, int64_t mines) noexcept nogil:
    """Whether these are codes of a position, and a mine count or -1."""
    return mines >= -1 and _are_codes(own, cells)

cdef Status _room_for(Host *own, int mines, int protection, int first_cell) noexcept nogil:
    """Whether so many mines can be laid: DONE, LIMIT where they do not fit, or _BAD_ARGUMENT."""
    cdef Board *board = &own.analyzer.board
    cdef int free = board.cells
    if not _has_cell(own, first_cell) or not 0 <= protection <= 2 or mines < 0:
        return <Status>_BAD_ARGUMENT
    if protection > 0:
        for i in range(board.cells):
            own.game.layout[i] = i == first_cell
        if protection == 2:
            for k in range(board.degree[first_cell]):
                own.game.layout[board.around[first_cell][k]] = 1
        for i in range(board.cells):
            free -= own.game.layout[i]
    return DONE if mines <= free else LIMIT

cdef bint _ask_host(Clock *clock) noexcept nogil:
    cdef Host *own = <Host *>clock.error
    return own.interrupted(own.data) != 0

cdef bint _grow(Host *own, Analyzer *a) noexcept nogil:
    return grow(a, INFINITY, own.memory)

cdef public void *minesolver_open(int rows, int cols) noexcept nogil:
    return _open(rows, cols, NULL)

cdef public void *minesolver_open_lists(int rows, int cols, const void *lists) noexcept nogil:
    return _open(rows, cols, <const Lists *>lists)

cdef public void minesolver_allow(void *host, const uint64_t *allowed) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Board *board = &own.analyzer.board
    if board.sums:
        return
    own.analyzer.allowed = NULL if board.symbols and allowed == NULL else own.given
    if allowed != NULL:
        memcpy(own.given, allowed, 8 * board.sites)
    else:
        memset(own.given, 255, 8 * board.sites)

cdef void *_open(int rows, int cols, const Lists *lists) noexcept nogil:
    cdef Host *own
    if rows < 1 or cols < 1 or <int64_t>rows * cols > 1000000:
        return NULL
    own = <Host *>calloc(1, sizeof(Host))
    if own == NULL:
        return NULL
    own.memory = <int64_t>1 << 30
    if allocate_analyzer(&own.analyzer, rows, cols, lists) and allocate_game(&own.game, &own.analyzer.board):
        take(&own.arena, own.given, own.analyzer.board.sites)
        if not own.arena.failed:
            minesolver_allow(own, NULL)
            return own
    minesolver_close(own)
    return NULL

cdef public void minesolver_close(void *host) noexcept nogil:
    cdef Host *own = <Host *>host
    if own == NULL:
        return
    if own.has_policy:
        release_search(&own.search)
    if own.has_reasoner:
        release_analyzer(&own.reasoner)
    release(&own.exact.arena)
    release(&own.arena)
    release(&own.game.arena)
    release_analyzer(&own.analyzer)
    free(own)

cdef public void minesolver_limit_memory(void *host, int64_t bytes) noexcept nogil:
    (<Host *>host).memory = bytes

cdef public void minesolver_on_interrupt(void *host, int (*interrupted)(void *) noexcept nogil,
                                         void *data) noexcept nogil:
    cdef Host *own = <Host *>host
    own.interrupted = interrupted
    own.data = data
    own.analyzer.clock.error = own
    own.analyzer.clock.interrupted = NULL
    if interrupted != NULL:
        own.analyzer.clock.interrupted = _ask_host

cdef public int minesolver_analyze(void *host, const int8_t *cells, int64_t mines, double log_odds,
                                   double seconds, double *probability, int8_t *proof) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Marginals out
    out.probability = probability
    out.proof = proof
    if not _is_position(own, cells, mines):
        return _BAD_ARGUMENT
    start(&own.analyzer.clock, seconds)
    return analyze_with_room(&own.analyzer, cells, mines, log_odds, &out, INFINITY, own.memory)

cdef public int minesolver_count(void *host, const int8_t *cells, int64_t mines, uint32_t odds_of_mine,
                                 uint32_t odds_of_none, double seconds, int32_t *part,
                                 int64_t *sizes) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Exact *x = &own.exact
    cdef Frontier *f = &own.analyzer.frontier
    if not _is_position(own, cells, mines):
        return _BAD_ARGUMENT
    start(&own.analyzer.clock, seconds)
    status = count_position(&own.analyzer, x, cells, mines, odds_of_mine, odds_of_none, INFINITY, own.memory)
    sizes[0] = x.solution_limbs
    sizes[1] = x.width
    sizes[2] = f.group_count + 1
    for i in range(own.analyzer.board.cells):
        if own.analyzer.known.state[i] != UNKNOWN:
            part[i] = f.group_count + 1 + (own.analyzer.known.state[i] == MINE)
        else:
            part[i] = f.group_count if f.group_of[i] < 0 else f.place[f.group_of[i]]
    return status

cdef public void minesolver_solutions(void *host, uint32_t *limbs) noexcept nogil:
    cdef Exact *x = &(<Host *>host).exact
    memcpy(limbs, x.solutions, 4 * x.solution_limbs)

cdef public int64_t minesolver_part(void *host, int which, uint32_t *mines, uint32_t *total) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Exact *x = &own.exact
    cdef Frontier *f = &own.analyzer.frontier
    cdef int c = f.component_count
    if which < f.group_count:
        c = 0
        while which >= f.start[c + 1]:
            c += 1
    memcpy(mines, x.mines + which * x.width, 4 * x.width)
    memcpy(total, x.totals + c * x.width, 4 * x.width)
    return f.group_size[f.order[which]] if which < f.group_count else x.free

cdef public int minesolver_best(void *host, const int8_t *cells, const double *probability,
                                const int8_t *proof) noexcept nogil:
    cdef Marginals found
    found.probability = <double *>probability
    found.proof = <int8_t *>proof
    return best_cell(&(<Host *>host).analyzer.board, cells, &found)

cdef public int minesolver_policy(void *host, int kind, const void *parameters, const void *trees, int count,
                                  int size) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef const PolicyParameters *given = <const PolicyParameters *>parameters
    cdef Parameters p = Parameters(
        kind=kind,
        min_relative_safety=given.min_relative_safety,
        tree_log_layouts=given.tree_log_layouts,
        tree_nodes=<int64_t>given.tree_nodes,
        tree_room=<int64_t>given.tree_room,
        tree_cells=<int32_t>given.tree_cells,
        tree_slots=<int64_t>given.tree_slots,
        skip_uninformative=given.skip_uninformative != 0.0,
        fifty_fifty_credit=given.fifty_fifty_credit,
        second_best_weight=given.second_best_weight,
        third_best_weight=given.third_best_weight,
        expected_errors_weight=given.expected_errors_weight,
        lookahead_exponent=given.lookahead_exponent,
        frontier_bonus=given.frontier_bonus,
        zero_bonus=given.zero_bonus,
        solve_regions=given.solve_regions != 0.0,
        playouts=<int64_t>given.playouts,
        playout_log_layouts=given.playout_log_layouts,
        trees_weight=given.trees_weight,
    )
    if own.has_policy:
        release_search(&own.search)
        own.has_policy = False
    if not allocate_search(&own.search, &own.analyzer, &p):
        return LIMIT
    if count > 0:
        own.search.trees.count = count
        own.search.trees.size = size // <int>sizeof(TreeNode)
        own.search.trees.nodes = <const TreeNode *>trees
    own.has_policy = True
    return DONE

cdef public int minesolver_recommend(void *host, const int8_t *cells, int32_t mines, double log_odds,
                                     double seconds, int32_t *choice) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Prior prior = Prior(mines=mines, log_odds=log_odds)
    if not own.has_policy or not _is_position(own, cells, mines):
        return _BAD_ARGUMENT
    start(&own.analyzer.clock, seconds)
    own.choice = advise(&own.search, cells, prior)
    while own.choice.status == LIMIT and _grow(own, &own.analyzer):
        own.choice = advise(&own.search, cells, prior)
    shrink(&own.analyzer)
    choice[0] = own.choice.decision
    choice[1] = own.choice.cell
    choice[2] = own.choice.won
    choice[3] = own.choice.layouts
    choice[4] = own.choice.candidate_count
    return own.choice.status

cdef public void minesolver_candidates(void *host, double *rows) noexcept nogil:
    cdef Host *own = <Host *>host
    for k in range(own.choice.candidate_count):
        c = &own.search.candidates[k]
        rows[4 * k] = c.cell
        rows[4 * k + 1] = c.safety
        rows[4 * k + 2] = c.score
        rows[4 * k + 3] = c.progress

cdef public int minesolver_layout(void *host, int mines, int protection, int first_cell, uint64_t seed,
                                  int64_t index, int8_t *layout) noexcept nogil:
    cdef Host *own = <Host *>host
    status = _room_for(own, mines, protection, first_cell)
    if status != DONE:
        return status
    own.game.mines = mines
    lay(&own.analyzer, &own.game, protection, first_cell, key_of_game(seed, index))
    memcpy(layout, own.game.layout, own.analyzer.board.cells)
    return DONE

cdef public int minesolver_no_guess(void *host, int mines, int first_cell, uint64_t seed, int64_t index,
                                    int64_t tries, int repairs, double seconds,
                                    int8_t *layout) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Trial trial
    status = _room_for(own, mines, 2, first_cell)
    if status != DONE:
        return status
    trial.tries = trial.repairs = 0
    own.game.mines = mines
    start(&own.analyzer.clock, seconds)
    trial.status = TOO_WIDE
    while trial.status == TOO_WIDE:
        find_board(&own.analyzer, &own.game, first_cell, key_of_game(seed, index), tries - trial.tries,
                   repairs, &trial)
        if trial.status == TOO_WIDE and not _grow(own, &own.analyzer):
            break
    shrink(&own.analyzer)
    memcpy(layout, own.game.layout, own.analyzer.board.cells)
    if trial.status == SOLVED:
        return DONE
    return STOPPED if trial.status == INTERRUPTED else LIMIT

cdef public int minesolver_judge(void *host, const int8_t *layout, const int8_t *opened, double seconds,
                                 int8_t *cells) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Generated judgement = TOO_WIDE
    own.analyzer.allowed = NULL
    start(&own.analyzer.clock, seconds)
    while judgement == TOO_WIDE:
        judgement = judge_layout(&own.analyzer, &own.game, layout, opened)
        if judgement == TOO_WIDE and not _grow(own, &own.analyzer):
            break
    write_open_cells(&own.analyzer, &own.game, cells)
    shrink(&own.analyzer)
    if judgement == INTERRUPTED:
        return STOPPED
    return LIMIT if judgement == TOO_WIDE else DONE

cdef public int minesolver_play(void *host, int mines, int protection, int first_cell, uint64_t seed,
                                int64_t index, double worth, double seconds, double *result) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef GameResult played
    if not own.has_policy:
        return _BAD_ARGUMENT
    status = _room_for(own, mines, protection, first_cell)
    if status != DONE:
        return status
    own.game.mines = mines
    start(&own.analyzer.clock, seconds)
    played = play_game(&own.search, &own.game, protection, first_cell, key_of_game(seed, index), worth, NULL)
    write_result(played, result)
    if own.analyzer.clock.stopped:
        return STOPPED
    return LIMIT if played.outcome == UNFINISHED else DONE

cdef bint _open_reasoner(Host *own) noexcept nogil:
    """The board again, its clues as sets of sums: such a clue can say nothing."""
    cdef Board *board = &own.analyzer.board
    cdef Arena *arena = &own.arena
    cdef Lists lists
    cdef int32_t *starts = NULL
    cdef int32_t *cells = NULL
    cdef int8_t *weights = NULL
    cdef int32_t size = 0
    memset(&lists, 0, sizeof(lists))
    for i in range(board.sites):
        size += board.degree[i]
    take4(arena, board.sites + 1, starts, own.allowed, own.level, own.grid)
    take4(arena, max(size, board.cells), cells, weights, own.here.probability, own.here.proof)
    if arena.failed:
        return False
    size = 0
    for i in range(board.sites):
        starts[i] = size
        for k in range(board.degree[i]):
            cells[size] = board.around[i][k]
            weights[size] = 1 if board.sums else board.weight[i][k]
            size += 1
    starts[board.sites] = size
    lists.sites = board.sites
    lists.starts = starts
    lists.cells = cells
    lists.weights = weights
    own.has_reasoner = allocate_analyzer(&own.reasoner, board.rows, board.cols, &lists)
    return own.has_reasoner

cdef uint64_t _says(Host *own, const int8_t *cells, int32_t site) noexcept nogil:
    """The sums that a clue of the position allows."""
    cdef Board *board = &own.analyzer.board
    if board.sums:
        return <uint64_t>1 << cells[site]
    if own.analyzer.allowed != NULL:
        return own.analyzer.allowed[site]
    return board.symbol_sums[board.kind[site]][cells[site] if site < board.cells else 0]

cdef bint _proves(Host *own, const int8_t *cells, int64_t mines, int32_t cell, int8_t proof,
                  int32_t level) noexcept nogil:
    """Whether the clues up to a level prove the cell; without a cell, whether they cannot hold together."""
    cdef Status status = LIMIT
    for i in range(own.analyzer.board.sites):
        own.allowed[i] = _says(own, cells, i) if 0 <= own.level[i] <= level else ~<uint64_t>0
    own.reasoner.allowed = own.allowed
    own.out_of_room = False
    while status == LIMIT and not own.out_of_room:
        status = analyze_position(&own.reasoner, own.grid, mines, 0.0, &own.here)
        own.out_of_room = status == LIMIT and not _grow(own, &own.reasoner)
    if cell < 0:
        return status == CONTRADICTION
    return status == DONE and own.here.proof[cell] == proof

cdef bint _set_levels(Host *own, int32_t cell, int32_t level) noexcept nogil:
    """Of the clues about a cell that have none yet; whether there are such clues."""
    cdef Board *board = &own.analyzer.board
    cdef bint found = False
    for k in range(board.over_degree[cell]):
        site = board.over[cell][k]
        if own.level[site] < 0 and (site >= board.cells or own.grid[site] >= 0):
            own.level[site] = level
            found = True
    return found

cdef int32_t _find_levels(Host *own, int32_t cell) noexcept nogil:
    """By how many clues each clue is from the cell; returns the greatest such number."""
    cdef Board *board = &own.analyzer.board
    cdef int32_t level = 0
    cdef bint more
    more = _set_levels(own, cell, 0)
    while more:
        more = False
        for i in range(board.sites):
            if own.level[i] == level:
                for k in range(board.degree[i]):
                    if own.grid[board.around[i][k]] == -1:
                        more |= _set_levels(own, board.around[i][k], level + 1)
        level += 1
    return level

cdef public int minesolver_reason(void *host, const int8_t *cells, int64_t mines, int cell, double seconds,
                                  int32_t *clues, int *mine_count) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Board *board = &own.analyzer.board
    cdef int32_t last = 0, level = 0
    cdef int64_t total = -1
    cdef int8_t proof = PROVED_SAFE
    cdef int i, found = 0
    mine_count[0] = 0
    if not _is_position(own, cells, mines):
        return -1
    if cell < -1 or cell >= board.cells or cell >= 0 and cells[cell] != -1:
        return 0
    if not own.has_reasoner and not _open_reasoner(own):
        return -1
    start(&own.reasoner.clock, seconds)
    for i in range(board.cells):
        own.grid[i] = own.reasoner.board.mine_code if cells[i] == board.mine_code else cells[i]
    for i in range(board.sites):
        own.level[i] = -1
    if cell >= 0:
        last = _find_levels(own, cell)
    for i in range(board.sites):  # everything, with the mine count: what is proved at all
        if own.level[i] < 0 and (i >= board.cells or own.grid[i] >= 0):
            own.level[i] = last + 1
    if cell >= 0:
        own.here.proof[cell] = NOT_PROVED
    if not _proves(own, cells, mines, cell, proof, last + 1):
        proof = PROVED_MINE
        if cell < 0 or own.here.proof[cell] != proof:
            return -1 if own.reasoner.clock.stopped or own.out_of_room else 0
    while level <= last + 1 and not _proves(own, cells, -1, cell, proof, level):
        level += 1
    if level > last + 1:
        total = mines
        level = last + 1
    mine_count[0] = total >= 0
    for i in range(board.sites - 1, -1, -1):  # leave out what is not needed
        if 0 <= own.level[i] <= level:
            last = own.level[i]
            own.level[i] = -1
            if not _proves(own, cells, total, cell, proof, level):
                own.level[i] = last
    for i in range(board.sites):
        if 0 <= own.level[i] <= level:
            clues[found] = i
            found += 1
    shrink(&own.reasoner)
    return -1 if own.reasoner.clock.stopped else found
