# What a thread works in for boards of one size, and the calls from Python that work in it.

# The names of the enumerations, in their order, as Python has them.
_GENERATED = ("solved", "stuck", "too wide", "interrupted")
_DECISIONS = ("proof", "tree", "lookahead", "undecided", "region")

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define ONE_AT_A_TIME 0
    #else
    #define ONE_AT_A_TIME 1
    #endif
    """
    const bint ONE_AT_A_TIME  # no two threads run Python at once

cdef enum:
    _SHORT = 256  # cells of a board that takes a millisecond at most, where it fits in the states at first
    _BLANK_CELLS = 1500  # of the outcomes that are made at once: they fit in a processor's first cache
    _BLANK_OUTCOMES = 16  # that are at most

cdef struct Took:
    # What an analysis took, as `minesolver.model.analysis.Statistics` has it.
    int64_t components, width, states
    double seconds

cdef bint _interrupted(Clock *clock) noexcept nogil:
    """Python's signal handlers run only when the main thread comes back to the interpreter: let them."""
    with gil:
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            Py_INCREF(error)
            clock.error = <void *>error
            return True
    return False

cdef raise_interrupt(Clock *clock):
    """Raise the exception that a signal handler raised meanwhile."""
    if clock.error != NULL:
        error = <object>clock.error
        Py_XDECREF(<PyObject *>clock.error)
        clock.error = NULL
        raise error

cdef void *_pointer(array, Py_ssize_t size):
    """Where an array's bytes are; the caller's reference keeps them there."""
    cdef Py_buffer view
    if type(array) is bytes:  # as square boards have them, which are to be quick
        view.buf = PyBytes_AsString(array)
        view.len = len(<bytes>array)
    else:
        PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
        PyBuffer_Release(&view)
    if view.len != size:
        raise ValueError("the array is not that of a board of this size")
    return view.buf

cdef _field(position, Py_ssize_t index):
    """One of the fields of a `minesolver.model.lists.CorePosition`. As of a plain tuple: what is more than
    one goes through Python to index it, which takes a good part of the time of a small board."""
    return <object>PyTuple_GetItem(position, index)

cdef double _limit(number) except? -1:
    """A limit, infinity for None."""
    if type(number) is int:
        return PyLong_AsDouble(number)  # without a float object on the way
    return INFINITY if number is None else number

cdef _read_lists(Lists *core_lists, lists):
    """Have ``core_lists`` point to what ``minesolver.model.lists.Lists`` has, and has checked."""
    memset(core_lists, 0, sizeof(Lists))
    core_lists.sites = len(lists.starts) - 1
    core_lists.starts = <const int32_t *>_pointer(lists.starts, 4 * (core_lists.sites + 1))
    core_lists.cells = <const int32_t *>_pointer(lists.cells, 4 * len(lists.cells))
    if lists.weights is not None:
        core_lists.weights = <const int8_t *>_pointer(lists.weights, len(lists.cells))
    if lists.kinds is not None:
        kinds, core_lists.sums, core_lists.display_ways = lists.symbol.shape
        core_lists.symbols = lists.symbol_sums.shape[1]
        core_lists.kinds = <const int32_t *>_pointer(lists.kinds, 4 * core_lists.sites)
        symbol_count = kinds * core_lists.sums * core_lists.display_ways
        core_lists.symbol = <const int8_t *>_pointer(lists.symbol, symbol_count)
        core_lists.symbol_sums = <const uint64_t *>_pointer(lists.symbol_sums, 8 * kinds * core_lists.symbols)

cdef _python_int(const uint32_t *limbs, int64_t width):
    """A number of the core as Python's."""
    if width == 2:
        return <uint64_t>limbs[1] << 32 | limbs[0]
    cdef bytearray octets = bytearray(4 * width)
    for i in range(4 * width):
        octets[i] = limbs[i // 4] >> 8 * (i % 4) & 255
    return int.from_bytes(octets, "little")

cdef class Workspace:
    """Of one thread: two calls at a time would write over each other."""

    cdef Analyzer analyzer
    cdef Game game
    cdef bint ended  # by another thread
    cdef object lists
    cdef unsigned long thread  # that it is of
    cdef list outcomes  # that were made together, and are freed together
    cdef Py_ssize_t blank_outcomes  # of these, at the end: nobody has them yet

    def __cinit__(self, int rows, int cols, lists=None):
        """``lists``: of other boards than square ones, a `minesolver.model.lists.Lists`."""
        cdef Lists core_lists
        memset(&self.analyzer, 0, sizeof(self.analyzer))
        memset(&self.game, 0, sizeof(self.game))
        self.ended = False
        self.lists = lists
        self.outcomes = []
        self.blank_outcomes = 0
        self.thread = PyThread_get_thread_ident()
        self.analyzer.clock.interrupted = _interrupted
        if lists is not None:
            _read_lists(&core_lists, lists)
        if not allocate_analyzer(&self.analyzer, rows, cols, NULL if lists is None else &core_lists):
            raise MemoryError
        if not allocate_game(&self.game, &self.analyzer.board):
            raise MemoryError

    def __dealloc__(self):
        release(&self.game.arena)
        release_analyzer(&self.analyzer)

    cdef const int8_t *read(self, grid, allowed) except NULL:
        """Where the codes of a position are, and of its clues the sums that they allow."""
        cdef Board *board = &self.analyzer.board
        if allowed is None and not board.sums and not board.symbols or allowed is not None and board.sums:
            raise ValueError("clues that are no plain sums say which sums they allow")
        self.analyzer.allowed = NULL
        if allowed is not None:
            self.analyzer.allowed = <const uint64_t *>_pointer(allowed, 8 * board.sites)
        return <const int8_t *>_pointer(grid, board.cells)

    cdef Status answer(self, position, mines, double log_odds, seconds, double max_states, int64_t memory,
                       probability, proof) except? STOPPED:
        """The answer of one position into bytes that nobody else has yet: by cell P(mine), float64, and the
        proofs, int8."""
        cdef Analyzer *a = &self.analyzer
        cdef const int8_t *codes = self.read(_field(position, 0), _field(position, 3))
        cdef int64_t mine_count = -1 if mines is None else mines
        cdef Status status = LIMIT
        cdef Marginals marginals
        marginals.probability = <double *>PyBytes_AsString(probability)
        marginals.proof = <int8_t *>PyBytes_AsString(proof)
        start(&a.clock, _limit(seconds))
        # To let other threads run meanwhile takes longer than a small board.
        if a.board.cells <= _SHORT and a.elimination.state_capacity <= AT_FIRST:
            status = analyze_position(a, codes, mine_count, log_odds, &marginals)
        if status == LIMIT:
            with nogil:
                status = analyze_with_room(a, codes, mine_count, log_odds, &marginals, max_states, memory)
        raise_interrupt(&a.clock)
        return status

    cpdef tuple analyze(self, position, mines, double log_odds=0.0, seconds=None, states=None,
                        int64_t memory=_MEMORY):
        """One position.

        position: A `minesolver.model.lists.CorePosition`
        mines: The mine count, or None where it is unknown; then ``log_odds`` is the prior of each hidden cell
        seconds, states, memory: Limits: wall-clock time, states that counting may store, bytes
        Returns: By cell the bytes of P(mine), float64, and of the proofs, int8: 1 for proved safe, 2 for a
            proved mine, else 0; (components, width, states, seconds); ``"done"``, ``"contradiction"``,
            ``"limit"`` or ``"stopped"`` (out of time). Only when done is there an answer.
        """
        cdef Analyzer *a = &self.analyzer
        probability = PyBytes_FromStringAndSize(NULL, 8 * a.board.cells)
        proof = PyBytes_FromStringAndSize(NULL, a.board.cells)
        status = self.answer(position, mines, log_odds, seconds, _limit(states), memory, probability, proof)
        took = (
            a.frontier.component_count, a.summary.width, a.summary.states,
            monotonic_seconds() - a.clock.began
        )
        return probability, proof, took, _STATUSES[<int>status]

    cdef tuple outcome(self, position, mines, double log_odds, seconds, states, make_outcomes,
                       int64_t memory):
        """See `outcome_of_grid`."""
        cdef Analyzer *a = &self.analyzer
        cdef double max_states = _limit(states)
        cdef Took *took
        if not self.blank_outcomes:
            self.make_outcomes(make_outcomes)
        outcome = self.outcomes[len(self.outcomes) - self.blank_outcomes]
        self.blank_outcomes -= 1
        if len(self.outcomes) == 1:
            self.outcomes = []  # of a large board: it is the caller's alone
        status = self.answer(position, mines, log_odds, seconds, max_states, memory,
                             _field(outcome, 0), _field(outcome, 1))
        if status == DONE and a.summary.states > max_states:
            status = LIMIT  # a small workspace is always there
        took = <Took *>PyBytes_AsString(_field(outcome, 2))
        took.components = a.frontier.component_count
        took.width = a.summary.width
        took.states = a.summary.states
        took.seconds = monotonic_seconds() - a.clock.began
        return outcome, _STATUSES[<int>status]

    cdef make_outcomes(self, make_outcomes):
        """Where nothing is in the processor's cache, to make the objects of one answer and to free them takes
        as long as to count a small board, and those of a dozen answers little more."""
        cdef Board *board = &self.analyzer.board
        cdef list buffers = []
        for _ in range(max(1, min(_BLANK_OUTCOMES, _BLANK_CELLS // max(1, board.cells)))):
            probability = PyBytes_FromStringAndSize(NULL, 8 * board.cells)
            proof = PyBytes_FromStringAndSize(NULL, board.cells)
            took = PyBytes_FromStringAndSize(NULL, sizeof(Took))
            buffers.append((probability, proof, took))
        self.outcomes = make_outcomes(buffers, (board.rows, board.cols) if board.square else None)
        self.blank_outcomes = len(self.outcomes)

    cpdef int best(self, grid, probability, proof) except -2:
        """The best cell of a position from its analysis, or -1."""
        cdef Py_ssize_t cells = self.analyzer.board.cells
        cdef Marginals marginals
        marginals.probability = <double *>_pointer(probability, 8 * cells)
        marginals.proof = <int8_t *>_pointer(proof, cells)
        return best_cell(&self.analyzer.board, <const int8_t *>_pointer(grid, cells), &marginals)

    cpdef tuple count(self, position, mines, density=None, seconds=None, states=None, int64_t memory=_MEMORY):
        """The same in integers: (solutions, fractions as (numerator, denominator), by cell the bytes of the
        index of P(mine) among these, int32; status). ``density``: a fraction; None is 1/2. With terms over 32
        bits it is refused."""
        cdef Analyzer *a = &self.analyzer
        cdef Frontier *f = &a.frontier
        cdef const int8_t *codes = self.read(_field(position, 0), _field(position, 3))
        cdef int64_t mine_count = -1 if mines is None else mines
        cdef double max_seconds = _limit(seconds)
        cdef double max_states = _limit(states)
        cdef Exact exact
        cdef Status status
        cdef uint32_t odds_of_mine, odds_of_none
        # The prior as odds of integers that the core can multiply by.
        mine_odds, odds_sum = (1, 2) if density is None else density.as_integer_ratio()
        if odds_sum >> 32:
            return 0, [], b"", "limit"
        odds_of_mine = mine_odds
        odds_of_none = odds_sum - mine_odds
        memset(&exact, 0, sizeof(exact))
        fractions = [(0, 1), (1, 1)]  # then of each group by place, and of the free cells
        part_bytes = PyBytes_FromStringAndSize(NULL, 4 * a.board.cells)
        cdef int32_t *part_of_cell = <int32_t *>PyBytes_AsString(part_bytes)
        # Count, and from limbs to Python's integers: the fractions of each group, and of the free cells.
        try:
            with nogil:
                start(&a.clock, max_seconds)
                status = count_position(a, &exact, codes, mine_count, odds_of_mine, odds_of_none, max_states,
                                        memory)
            raise_interrupt(&a.clock)
            if status != DONE:
                return 0, [], b"", _STATUSES[<int>status]
            for c in range(f.component_count):
                total = _python_int(exact.totals + c * exact.width, exact.width)
                for q in range(f.group_start[c], f.group_start[c + 1]):
                    if look(&a.clock):
                        raise_interrupt(&a.clock)
                        return 0, [], b"", _STATUSES[<int>STOPPED]
                    mine_weight = _python_int(exact.mines + q * exact.width, exact.width)
                    fractions.append((mine_weight, total * f.group_size[f.order[q]]))
            if exact.free:
                total = _python_int(exact.totals + f.component_count * exact.width, exact.width)
                mine_weight = _python_int(exact.mines + f.group_count * exact.width, exact.width)
                fractions.append((mine_weight, total * exact.free))
            # Which of the fractions each cell has.
            for i in range(a.board.cells):
                if a.knowledge.state[i] != UNKNOWN:
                    part_of_cell[i] = a.knowledge.state[i] == MINE
                else:
                    part_of_cell[i] = 2 + f.group_count
                    if f.group_of[i] >= 0:
                        part_of_cell[i] = 2 + f.order_place[f.group_of[i]]
            solutions = _python_int(exact.solutions, exact.solution_limbs)
            return solutions, fractions, part_bytes, _STATUSES[<int>status]
        finally:
            release(&exact.arena)

    cpdef tuple models(self, position, seconds=None, states=None, int64_t memory=_MEMORY):
        """The models of each component of a position in integers, without what joins them.

        Returns: Of each component its fewest mines, and how many models have so many, one more, and so on;
            the number of unconstrained cells; the mines that single clues prove or the board has;
            ``"done"``, ``"contradiction"``, ``"limit"`` or ``"stopped"``. Only when done is there an answer
        """
        cdef Analyzer *a = &self.analyzer
        cdef const int8_t *codes = self.read(_field(position, 0), _field(position, 3))
        cdef double max_seconds = _limit(seconds), max_states = _limit(states)
        cdef Exact exact
        cdef Status status
        cdef list components = []
        memset(&exact, 0, sizeof(exact))
        try:
            with nogil:
                start(&a.clock, max_seconds)
                status = count_models(a, &exact, codes, max_states, memory)
            raise_interrupt(&a.clock)
            for c in range(a.frontier.component_count if status == DONE else 0):
                component = &a.counts.component[c]
                models = &exact.models[c]
                counts = [_python_int(models.counts + k * models.limbs, models.limbs)
                          for k in range(component.length)]
                components.append((component.fewest_mines, tuple(counts)))
            return components, exact.free, exact.mines_known, _STATUSES[<int>status]
        finally:
            release(&exact.arena)

    def analyze_many(self, const int8_t[:, :, ::1] grids, const int64_t[::1] mines,
                     const double[::1] log_odds, double[:, :, ::1] probability, int8_t[:, :, ::1] proof,
                     int64_t[:, ::1] report, double seconds, double states, int64_t memory) -> None:
        """Positions, each within the limits, with rows of ``report``: width, states, Status, and where
        ``seconds`` is a limit the microseconds that it took."""
        cdef Analyzer *a = &self.analyzer
        cdef Clock *clock = &a.clock
        cdef Marginals marginals
        cdef Status status
        cdef Py_ssize_t i
        with nogil:
            start(clock, seconds)
            for i in range(grids.shape[0]):
                clock.stopped = False  # that was the time of the one before
                if self.ended or clock.error != NULL:
                    break
                if seconds < INFINITY:
                    clock.began = monotonic_seconds()
                    clock.deadline = clock.began + seconds
                    clock.next_look = min(clock.next_look, clock.deadline)
                marginals.probability = &probability[i, 0, 0]
                marginals.proof = &proof[i, 0, 0]
                status = analyze_with_room(a, &grids[i, 0, 0], mines[i], log_odds[i], &marginals, states,
                                           memory)
                report[i, 0] = a.summary.width
                report[i, 1] = a.summary.states
                report[i, 2] = status
                if seconds < INFINITY:
                    report[i, 3] = <int64_t>(1e6 * (monotonic_seconds() - clock.began))
        raise_interrupt(clock)

    def grow(self, double states, int64_t memory):
        """Two or four times the states, if that stays within both limits and the memory is there."""
        return grow(&self.analyzer, states, memory)

    def shrink(self) -> None:
        """Give back what one large board needed."""
        shrink(&self.analyzer)

    def stop(self) -> None:
        """Have the calls of another thread come to their end: this one is not needed any more."""
        self.ended = self.analyzer.clock.stopped = True

    def forget(self) -> None:
        """Forget components counted and guesses chosen before: a measurement is to begin with nothing."""
        forget(&self.analyzer.cache)
        self.analyzer.forgotten += 1

    def find_no_guess(self, int32_t mines, int32_t first_cell, uint64_t seed, int64_t index, int64_t drawn,
                      int64_t tries, int32_t repairs, int8_t[::1] layout) -> tuple:
        """Board ``index`` of a seed, after ``drawn`` layouts: (outcome, layouts drawn now, mines moved).
        ``layout``: 1 for a mine, and above that in which way the cell shows its sum."""
        cdef Trial trial
        trial.tries = drawn
        trial.repairs = 0
        self.game.mines = mines
        with nogil:
            start(&self.analyzer.clock, INFINITY)
            find_board(&self.analyzer, &self.game, first_cell, key_of_game(seed, index), tries, repairs,
                       &trial)
        raise_interrupt(&self.analyzer.clock)
        for i in range(self.analyzer.board.cells):
            layout[i] = self.game.layout[i] + (self.game.display_way[i] << 1)
        return _GENERATED[trial.status], trial.tries, trial.repairs

    def judge(self, const int8_t[::1] layout, const int8_t[::1] opened, int8_t[::1] cells,
              double seconds=INFINITY) -> str:
        """Play a layout from opened cells with proved cells only: ``"solved"``, ``"stuck"`` where a guess is
        needed, ``"too wide"`` or ``"interrupted"``. ``cells`` gets the position: -1 for what is not open,
        else the clue or its symbol. ``layout``: as `find_no_guess` gives it. ``opened``: 1 for a cell that is
        open at the beginning."""
        cdef Analyzer *a = &self.analyzer
        cdef Generated judgement
        if not layout.shape[0] == opened.shape[0] == cells.shape[0] == a.board.cells:
            raise ValueError("the layout is not of this board")
        if a.board.cells == 0 or not a.board.sums and not a.board.symbols:
            raise ValueError("the core does not know what these cells show")
        self.analyzer.allowed = NULL
        with nogil:
            start(&a.clock, seconds)
            judgement = judge_layout(a, &self.game, &layout[0], &opened[0])
            write_open_cells(a, &self.game, &cells[0])
        raise_interrupt(&a.clock)
        return _GENERATED[judgement]

    def left_by_single_clues(self, position):
        """What single clues prove of a position on a square board, and what its clues then leave.

        Returns: Cells proved safe; mines, known ones among them; the cells that are neither; and (clue, the
            cells around it that are neither, the mines among these). None where no layout fits the clues
        """
        cdef Analyzer *a = &self.analyzer
        cdef Board *board = &a.board
        cdef const int8_t *state = a.knowledge.state
        cdef int32_t mines, unknown
        cdef list safe_cells = [], mine_cells = [], unknown_cells = [], clues = []
        if not board.square:
            raise ValueError("the board is not a square one")
        if load(a, self.read(_field(position, 0), None), &mines, &unknown) != DONE:
            return None
        for i in range(board.cells):
            if state[i] == SAFE:
                safe_cells.append(i)
            elif state[i] == MINE:
                mine_cells.append(i)
            elif state[i] == UNKNOWN:
                unknown_cells.append(i)
            elif a.knowledge.unknown[i]:
                neighbours = board.neighbours[i]
                cells = [neighbours[k] for k in range(board.degree[i]) if state[neighbours[k]] == UNKNOWN]
                clues.append((i, frozenset(cells), a.knowledge.min_needed[i]))
        return safe_cells, mine_cells, unknown_cells, clues

    def open_by_single_clues(self, const int8_t[::1] layout, int8_t[::1] codes, list cells) -> tuple:
        """Open cells of a position on a square board and then, round by round, what single clues prove safe:
        (the codes after each round as bytes, whether the game is over), without those of a game that is.
        ``layout``: 1 for a mine. ``codes``: of the position, and afterwards of the last."""
        cdef Board *board = &self.analyzer.board
        cdef Game *g = &self.game
        cdef list positions = []
        cdef bint is_lost = False
        if not board.square or not layout.shape[0] == codes.shape[0] == board.cells or not board.cells:
            raise ValueError("the layout is not of this board")
        begin_on_grid(board, g, &layout[0], &codes[0])
        for cell in cells:
            if not 0 <= cell < board.cells:
                raise IndexError(cell)
            is_lost |= not open_on_grid(board, g, &codes[0], cell)
        while not is_lost and g.opened < board.cells - g.mines:
            positions.append(PyBytes_FromStringAndSize(<const char *>&codes[0], board.cells))
            if not prove_on_grid(board, g, &codes[0], g.marginals.proof):
                return positions, False
            for i in range(board.cells):
                if g.marginals.proof[i] == PROVED_SAFE:
                    open_on_grid(board, g, &codes[0], i)
        return positions, True

cdef Workspace _recent = None  # the one that was analysed in last, by any thread

cdef Workspace _workspace_for(position):
    """This thread's, for a `minesolver.model.lists.CorePosition`."""
    global _recent
    cdef Workspace workspace = _recent
    cdef tuple shape = _field(position, 1)
    cdef int32_t rows = shape[0], cols = shape[1]
    lists = _field(position, 2)
    # Looking for it among all takes longer than a small board.
    if (
        not ONE_AT_A_TIME
        or workspace is None
        or workspace.analyzer.board.rows != rows
        or workspace.analyzer.board.cols != cols
        or workspace.lists is not lists
        or workspace.thread != PyThread_get_thread_ident()
        or workspace.ended
    ):
        workspace = workspace_for(rows, cols, lists)
        if ONE_AT_A_TIME:
            _recent = workspace
    return workspace

def analyze_grid(position, mines, double log_odds=0.0, seconds=None, states=None, int64_t memory=_MEMORY):
    """`Workspace.analyze` in this thread's."""
    return _workspace_for(position).analyze(position, mines, log_odds, seconds, states, memory)

def outcome_of_grid(position, mines, double log_odds, seconds, states, make_outcomes, int64_t memory=_MEMORY):
    """`Workspace.analyze` in this thread's, with the objects of the answer made in advance.

    make_outcomes: Makes tuples, each of what it is given for it and of more: bytes of P(mine), of the proofs,
        and of the components, the width, the states (int64) and the seconds (float64) that it took. The core
        writes into these bytes before anybody else has the outcome. Its second argument is (rows, cols) of a
        square board, else None. Always the same function
    Returns: An outcome, and the status, which is "limit", too, where it took more than ``states``
    """
    return _workspace_for(position).outcome(position, mines, log_odds, seconds, states, make_outcomes, memory)

def shuffle_first(items, Py_ssize_t number, uint64_t state):
    """`minesolver.game.seeding.shuffle_first`: the shuffled list, and the state of the stream afterwards."""
    cdef list shuffled = list(items)
    cdef Py_ssize_t count = len(shuffled), k, drawn
    if not 0 <= number <= count:
        raise IndexError("fewer items than are to be drawn")
    for k in range(number):
        drawn = k + below(&state, count - k)
        shuffled[k], shuffled[drawn] = shuffled[drawn], shuffled[k]
    return shuffled, state

def first_images(list positions, Py_ssize_t rows, Py_ssize_t cols, bint upright, bint turned):
    """Of each position, its codes as bytes, the first in order of bytes of its rotations and mirror images.

    upright, turned: Whether it is one of those of its shape, or of those that lie the other way round
    """
    cdef Py_ssize_t size = rows * cols
    cdef int mirrored
    cdef list images = []
    cdef const uint8_t *codes
    cdef uint8_t *image
    for position in positions:
        if len(position) != size:
            raise ValueError("a position is not of this size")
        codes = <const uint8_t *>PyBytes_AsString(position)
        first_image = PyBytes_FromStringAndSize(NULL, size)
        image = <uint8_t *>PyBytes_AsString(first_image)
        memset(image, 255, size)  # after all others, or the same
        for mirrored in range(4):
            if upright:
                _take_if_first(codes, rows, cols, cols, 1, mirrored, image)
            if turned:
                _take_if_first(codes, cols, rows, 1, cols, mirrored, image)
        images.append(first_image)
    return images

cdef void _take_if_first(const uint8_t *codes, Py_ssize_t rows, Py_ssize_t cols, Py_ssize_t row_step,
                         Py_ssize_t col_step, int mirrored, uint8_t *first_image) noexcept nogil:
    """Copy an image of a position over the first one so far, where it comes before it.

    rows, cols: The shape of the image
    row_step, col_step: How far apart in ``codes`` its rows and its columns are
    mirrored: 1: upside down, 2: right to left, 3: both
    """
    cdef Py_ssize_t start = 0, row, col, i
    cdef bint is_before = False
    if mirrored & 1:
        start += (rows - 1) * row_step
        row_step = -row_step
    if mirrored & 2:
        start += (cols - 1) * col_step
        col_step = -col_step
    i = 0
    for row in range(rows):
        for col in range(cols):
            code = codes[start + row * row_step + col * col_step]
            if not is_before and code > first_image[i]:
                return
            if code < first_image[i]:
                is_before = True
            if is_before:
                first_image[i] = code
            i += 1

def left_by_single_clues(position):
    """`Workspace.left_by_single_clues` in this thread's."""
    return _workspace_for(position).left_by_single_clues(position)

def best_of_grid(position, probability, proof) -> int:
    """`Workspace.best` in this thread's."""
    return _workspace_for(position).best(_field(position, 0), probability, proof)

def models_of_grid(position, seconds=None, states=None, int64_t memory=_MEMORY):
    """`Workspace.models` in this thread's."""
    return _workspace_for(position).models(position, seconds, states, memory)

def count_grid(position, mines, density=None, seconds=None, states=None, int64_t memory=_MEMORY):
    """`Workspace.count` in this thread's."""
    return _workspace_for(position).count(position, mines, density, seconds, states, memory)
