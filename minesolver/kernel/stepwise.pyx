# Games guess by guess, with Python in between: what the benchmark tools are made of.

cdef enum:
    _ROOM = 160  # cells of the game tree


cdef class Driver:
    """Plays games of one kind in a workspace, all that is proved by itself, and stops at each guess.

    ``begin`` lays the mines, ``next_guess`` plays to the next guess; there any number of questions may be
    asked, and then ``choose`` says which cell is opened.
    """

    cdef readonly Workspace workspace
    cdef Game trial
    cdef Snapshot root
    cdef Position position
    cdef Tree tree
    cdef int32_t first_cell
    cdef int32_t protected_
    cdef int32_t cell
    cdef readonly Outcome outcome
    cdef Arena arena

    def __cinit__(self, Workspace workspace, int32_t mines, int32_t protected_, int32_t first_cell):
        self.workspace = workspace
        self.protected_ = protected_
        self.first_cell = first_cell
        memset(&self.trial, 0, sizeof(Game))
        memset(&self.tree, 0, sizeof(self.tree))
        workspace.game.mines = mines
        self.trial.mines = mines
        allocate_snapshot(&self.root, &self.arena, &workspace.analyzer.board)
        if self.arena.failed or not allocate_game(&self.trial, &workspace.analyzer.board):
            raise MemoryError

    def __dealloc__(self):
        release_tree(&self.tree)
        release_game(&self.trial)
        release(&self.arena)

    def begin(self, uint64_t seed, int64_t number) -> None:
        """Lay the mines of game ``number`` of a seed."""
        start(&self.workspace.analyzer.clock, INFINITY)
        self.workspace.game.mines = self.trial.mines
        begin_game(
            &self.workspace.analyzer,
            &self.workspace.game,
            self.protected_,
            self.first_cell,
            key_of_game(seed, number),
        )
        keep(&self.workspace.analyzer, &self.root)
        self.cell = self.first_cell
        self.outcome = GUESS

    def next_guess(self):
        """Open the chosen cell and all that is proved; whether there is something to guess then."""
        cdef Analyzer *a = &self.workspace.analyzer
        cdef Game *g = &self.workspace.game
        restore(a, &self.root)
        with nogil:
            self.outcome = proceed(a, g, self.cell)
        raise_interrupt(&self.workspace.analyzer.clock)
        if self.outcome != GUESS:
            return False
        self.cell = -1
        self.position.prior.mines = g.mines - g.proved_mines
        self.position.prior.log_odds = 0.0
        self.position.log_models = a.summary.log_models
        self.position.probability = g.marginals.probability
        keep(a, &self.root)
        return True

    def place(self, const int8_t[::1] grid, int32_t mines) -> None:
        """A position of board codes in place of a game, where no cell is proved; ``mines`` on the board."""
        cdef Analyzer *a = &self.workspace.analyzer
        cdef Game *g = &self.workspace.game
        cdef int32_t marked = 0
        cdef int32_t hidden = 0
        if grid.shape[0] != a.board.cells:
            raise ValueError("the grid is not of this board's size")
        start(&a.clock, INFINITY)
        if load(a, &grid[0], &marked, &hidden) != DONE:
            raise ValueError("no layout agrees with the clues")
        enqueue_all(a)
        if propagate(a) != DONE:
            raise ValueError("no layout agrees with the clues")
        g.mines = self.trial.mines = mines
        g.opened = a.board.cells - hidden - marked
        g.proved_mines = marked
        self.position.prior.mines = mines - marked
        self.position.prior.log_odds = 0.0
        self.position.probability = g.marginals.probability
        if analyze_frontier(a, self.position.prior, &g.marginals) != DONE:
            raise ValueError("no layout agrees with the clues")
        if a.known.settled_size or a.summary.proved:
            raise ValueError("a cell is proved")
        self.position.log_models = a.summary.log_models
        keep(a, &self.root)
        self.outcome = GUESS

    def choose(self, int32_t cell) -> None:
        """Which cell ``next_guess`` is to open."""
        self._check(cell)
        self.cell = cell

    @property
    def won(self):
        return self.outcome == WON

    @property
    def mines(self):
        """In unknown cells."""
        return self.position.prior.mines

    @property
    def log_models(self):
        """The logarithm of the number of layouts."""
        return self.position.log_models

    @property
    def probability(self) -> list:
        """The chance of a mine of each unknown cell; of the others -1."""
        return [
            self.position.probability[i] if self.root.state[i] == UNKNOWN else -1.0
            for i in range(self.workspace.analyzer.board.cells)
        ]

    @property
    def grid(self) -> list:
        """The board code of each cell: -1 hidden, 0 to 8, 10 a mine that is proved."""
        cdef Board *board = &self.workspace.analyzer.board
        cdef int i, k, shown
        cdef list codes = []
        for i in range(board.cells):
            if self.root.state[i] == OPEN:
                shown = self.root.need[i]
                for k in range(board.degree[i]):
                    shown += self.root.state[board.around[i][k]] == MINE
                codes.append(shown)
            else:
                codes.append(10 if self.root.state[i] == MINE else -1)
        return codes

    cdef _check(self, int32_t cell):
        if not 0 <= cell < self.workspace.analyzer.board.cells or self.root.state[cell] != UNKNOWN:
            raise ValueError(f"cell {cell} is not unknown")

    cdef _come_back(self, Chooser chooser):
        """To the position and its analysis."""
        cdef Analyzer *a = &self.workspace.analyzer
        if chooser is not None and chooser.workspace is not self.workspace:
            raise ValueError("the chooser is of another workspace")
        if self.outcome != GUESS:
            raise ValueError("the game is over")
        restore(a, &self.root)
        if analyze_frontier(a, self.position.prior, &self.workspace.game.marginals) != DONE:
            raise RuntimeError("a position did not fit")

    def ask(self, Chooser chooser, bint recording=False) -> dict:
        """The guess of a policy: the fields of ``Choice``; its candidates where ``recording``."""
        self._come_back(chooser)
        with nogil:
            chooser.choice = choose_guess(&chooser.search, &self.position, recording)
        raise_interrupt(&self.workspace.analyzer.clock)
        return chooser._found()

    def see(self, Chooser chooser, list which) -> tuple:
        """What the boosted trees see of some of the candidates that ``ask`` recorded, by their places there.

        Returns the traits of each, as lists, and what they share: the doubles of ``Traits`` and ``Shared``.
        """
        cdef Search *s = &chooser.search
        cdef Traits traits
        cdef Shared shared
        cdef Py_ssize_t at
        cdef double *own = <double *>&traits
        cdef list rows = []
        for at in which:
            if not 0 <= at < chooser.choice.candidate_count:
                raise IndexError(at)
            if describe_candidate(s, &self.position, &s.candidates[at], &traits):
                raise RuntimeError("a position did not fit")
            rows.append([own[k] for k in range(sizeof(Traits) // sizeof(double))])
        restore(s.analyzer, &self.root)
        if analyze_frontier(s.analyzer, self.position.prior, &s.ahead) != DONE:
            raise RuntimeError("a position did not fit")
        describe_shared(s, &self.position, &shared)
        own = <double *>&shared
        return rows, [own[k] for k in range(sizeof(Shared) // sizeof(double))]

    def draw(self, Chooser chooser, int8_t[:, ::1] layouts, uint64_t key) -> None:
        """Fill ``layouts`` (number, cells), 1 for a mine, with layouts of the position, each equally likely.

        ``key``: of the random numbers.
        """
        cdef Analyzer *a = &self.workspace.analyzer
        cdef Search *s = &chooser.search
        cdef Py_ssize_t k
        self._come_back(chooser)
        keep(a, &s.snapshot)
        for k in range(layouts.shape[0]):
            if draw(s, self.position.prior.mines, &key) != DONE:
                raise RuntimeError("a position did not fit")
            memcpy(&layouts[k, 0], s.playout.layout, a.board.cells)

    def play_on(
        self, Chooser chooser, list cells, const int8_t[:, ::1] layouts, double worth, double[:, ::1] results
    ) -> None:
        """Open each of the cells on each of the layouts, and have the policy play on.

        ``results``, float64 (cells, layouts), gets the variance-reduced results; ``worth``: of a guess
        survived. ``safest`` plays as in playouts: to 25 layouts, then as the game tree.
        """
        cdef Search *s = &chooser.search
        cdef Py_ssize_t at, k
        cdef int32_t cell
        self._come_back(chooser)
        keep(s.analyzer, &s.snapshot)
        for cell in cells:
            self._check(cell)
        for k in range(layouts.shape[0]):
            s.passages.count = s.passages.finished = 0
            for at, cell in enumerate(cells):
                with nogil:
                    results[at, k] = self._one(s, cell, &layouts[k, 0], worth)
        raise_interrupt(&self.workspace.analyzer.clock)

    cdef double _one(self, Search *s, int32_t cell, const int8_t *layout, double worth) noexcept nogil:
        """The result of one game; NaN where a position did not fit."""
        cdef double risk = self.position.probability[cell]
        cdef double result
        cdef GameResult played
        cdef Game *g = &self.trial
        if s.parameters.kind == SAFEST:
            s.playout.mines = self.trial.mines
            memcpy(s.playout.layout, layout, s.analyzer.board.cells)
            begin_playout(s)
            if play_out_safest(s, cell, risk, &result) != DONE:
                return INFINITY - INFINITY
            return result
        memcpy(g.layout, layout, s.analyzer.board.cells)
        restore(s.analyzer, &self.root)
        g.opened = self.workspace.game.opened
        g.proved_mines = self.workspace.game.proved_mines
        played = play_on(s, g, cell, risk, worth, False)
        if played.outcome == UNFINISHED:
            return INFINITY - INFINITY
        return played.adjusted

    def race(self, Chooser chooser, list cells, list scores) -> tuple:
        """Playouts of at most six cells by their scores, the best first, as in the policy's guesses.

        Returns the place of the best, the scores afterwards and the shares won (-1: not played out).
        """
        cdef Search *s = &chooser.search
        cdef Racer racers[MOST_CLOSE]
        cdef Status status = DONE
        cdef int32_t leader
        cdef Py_ssize_t k
        if not 0 < len(cells) <= MOST_CLOSE or len(scores) != len(cells):
            raise ValueError("from one to six cells, each with its score")
        self._come_back(chooser)
        keep(s.analyzer, &s.snapshot)
        for k in range(len(cells)):
            self._check(cells[k])
            racers[k].cell = cells[k]
            racers[k].score = scores[k]
        leader = race(s, &self.position, racers, len(cells), &status)
        raise_interrupt(&self.workspace.analyzer.clock)
        if status != DONE:
            raise RuntimeError("a position did not fit")
        cdef list found = [(racers[k].score, racers[k].won) for k in range(len(cells))]
        return leader, [score for score, _ in found], [won for _, won in found]

    def tree_value(self, int32_t layouts, int64_t nodes, int64_t slots=1 << 18) -> tuple:
        """(layouts that the best play wins, or -1 where the tree has no room or runs out; layouts).

        ``layouts``: room for so many. ``nodes``: most sets of layouts to search. ``slots``: sets to remember,
        a power of two.
        """
        cdef Analyzer *a = &self.workspace.analyzer
        cdef int32_t won = -1
        self._come_back(None)
        if self.tree.layout_room != layouts or self.tree.table_mask != slots - 1:
            release_tree(&self.tree)
            if not allocate_tree(&self.tree, &a.clock, &a.board, layouts, _ROOM, slots, NULL):
                raise MemoryError
        with nogil:
            if list_layouts(a, &self.tree, self.position.prior.mines):
                won = play_out(&self.tree, nodes)
        raise_interrupt(&self.workspace.analyzer.clock)
        return won, self.tree.layout_count

    @property
    def tree_nodes(self):
        """Sets of layouts that the last search of a game tree looked at."""
        return self.tree.nodes

    def tree_value_of(self, int32_t cell, int64_t nodes):
        """Layouts won by the best play once ``cell`` is opened first, -1 out of nodes; after ``tree_value``.

        What that search remembered is used.
        """
        cdef int32_t won
        self._check(cell)
        if self.tree.layout_count == 0 or self.tree.place[cell] < 0:
            raise ValueError("the game tree does not hold this cell")
        with nogil:
            self.tree.nodes = 0
            self.tree.most_nodes = nodes
            won = wins_opening(&self.tree, self.tree.place[cell], -1)
        raise_interrupt(&self.workspace.analyzer.clock)
        return won
