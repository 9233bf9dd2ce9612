# The search for a guess from Python.

cdef class Chooser:
    """A policy's choice of a guess on boards of one size; it works in a workspace, and so in its thread.
    Beside ``advise`` and ``play`` there is what the benchmark tools are made of, for a position of board
    codes where nothing is proved, ``mines`` on the board."""

    cdef readonly Workspace workspace
    cdef Search search
    cdef Choice choice
    cdef Position position
    cdef const unsigned char[:, ::1] trees

    def __cinit__(self, Workspace workspace, str kind, dict parameters, const unsigned char[:, ::1] trees):
        cdef Parameters search_parameters = {"kind": _KINDS.index(kind), **parameters}
        self.workspace = workspace
        self.trees = trees
        if not allocate_search(&self.search, &workspace.analyzer, &search_parameters):
            raise MemoryError
        if trees.shape[0] > 0:
            self.search.trees.count = trees.shape[0]
            self.search.trees.size = trees.shape[1] // sizeof(TreeNode)
            self.search.trees.nodes = <const TreeNode *>&trees[0, 0]

    def __dealloc__(self):
        release_search(&self.search)

    def advise(self, grid, int32_t mines, double log_odds, double seconds, allowed=None) -> dict:
        """What the policy makes of a position: the fields of ``Choice`` by name, and its candidates.
        ``grid``: board codes. ``mines``: on the board, or -1 with the prior ``log_odds`` of each hidden
        cell."""
        cdef Prior prior = Prior(mines=mines, log_odds=log_odds)
        cdef const int8_t *codes = self.workspace.read(grid, allowed)
        with nogil:
            start(&self.workspace.analyzer.clock, seconds)
            self.choice = advise(&self.search, codes, prior)
        raise_interrupt(&self.workspace.analyzer.clock)
        return {
            "decision": _DECISIONS[self.choice.decision],
            "status": _STATUSES[self.choice.status],
            "cell": self.choice.cell,
            "won": self.choice.won,
            "layouts": self.choice.layouts,
            "candidates": [self._candidate(k) for k in range(self.choice.candidate_count)],
        }

    cdef dict _candidate(self, int index):
        """Fields of ``Candidate`` by name; of its ``outcomes`` those that there may be, each with the number
        of the value that the cell then shows."""
        cdef Candidate *candidate = &self.search.candidates[index]
        cdef ShownValue *shown_value
        outcomes = []
        for value in range(VALUES):
            shown_value = &candidate.outcomes[value]
            if shown_value.chance > 0.0:
                outcomes.append((value, shown_value.chance, shown_value.safe_cells, shown_value.worth))
        return {
            "cell": candidate.cell,
            "score": candidate.score,
            "safety": candidate.safety,
            "progress": candidate.progress,
            "expected_safe": candidate.expected_safe,
            "entropy": candidate.entropy,
            "fifty_fifty": candidate.fifty_fifty,
            "playouts": candidate.playouts,
            "multiplier": candidate.multiplier,
            "outcomes": outcomes,
        }

    def play(self, int32_t mines, int32_t protected_, int32_t first_cell, uint64_t seed, int64_t first_game,
             double worth, double[:, ::1] results, double seconds, const int8_t[:, ::1] layouts=None):
        """Play games ``first_game`` and on of a seed, a row of ``results`` each; how many were begun in time.
        ``layouts``: (games, cells), to play on these instead; 1 for a mine, and above that the way of the
        clue. Columns: outcome (0 lost, 1 won, 2 not finished: a position did not fit), guesses, cells opened,
        guesses survived, the variance-reduced result (see play/games.pyx)."""
        cdef Search *s = &self.search
        cdef Game *g = &self.workspace.game
        cdef Clock *clock = &self.workspace.analyzer.clock
        cdef Py_ssize_t i = 0
        cdef bint has_layouts = layouts is not None
        cdef uint64_t key
        cdef const int8_t *layout
        cdef GameResult game_result
        if has_layouts and (
            layouts.shape[0] != results.shape[0] or layouts.shape[1] != self.workspace.analyzer.board.cells
        ):
            raise ValueError("the layouts are not those of games on this board")
        g.mines = mines
        with nogil:
            start(clock, seconds)
            while i < results.shape[0] and not clock.stopped:
                key = key_of_game(seed, first_game + i)
                layout = &layouts[i, 0] if has_layouts else NULL
                game_result = play_game(s, g, protected_, first_cell, key, worth, layout)
                write_result(game_result, &results[i, 0])
                i += 1
        raise_interrupt(clock)
        return i

    cdef _go_to(self, grid, int32_t mines, list cells, bint proved=False):
        """To a position and its analysis; ``cells`` are unknown there. ``proved``: others may be proved."""
        cdef Search *s = &self.search
        cdef const int8_t *codes = self.workspace.read(grid, None)
        start(&s.analyzer.clock, INFINITY)
        self.position.prior = Prior(mines=mines, log_odds=0.0)
        if (
            read_position(s, codes, &self.position) != DONE
            or analyze_frontier(s.analyzer, self.position.prior, &s.position_marginals) != DONE
        ):
            raise ValueError("no layout agrees with the clues, or the position does not fit")
        for i in range(0 if proved else s.analyzer.board.cells):
            if codes[i] == -1 and s.analyzer.knowledge.state[i] != UNKNOWN or s.analyzer.summary.proved:
                raise ValueError("a cell is proved")
        self.position.log_models = s.analyzer.summary.log_models
        copy_knowledge(&s.analyzer.board, &s.analyzer.knowledge, &s.snapshot)
        copy_knowledge(&s.analyzer.board, &s.analyzer.knowledge, &s.root)
        for cell in cells:
            if not 0 <= cell < s.analyzer.board.cells or s.root.state[<int>cell] != UNKNOWN:
                raise ValueError(f"cell {cell} is not unknown")

    def guess(self, grid, int32_t mines) -> int:
        """The cell that a game of the policy opens there."""
        self._go_to(grid, mines, [])
        with nogil:
            self.choice = choose_guess(&self.search, &self.position, False)
        raise_interrupt(&self.workspace.analyzer.clock)
        return self.choice.cell

    def see(self, grid, int32_t mines, list candidate_indices) -> list:
        """What the boosted trees see of candidates of ``advise`` there: ``CandidateFeatures`` as lists."""
        cdef Search *s = &self.search
        cdef bytearray traits_buffer = bytearray(len(candidate_indices) * sizeof(Traits))
        cdef Traits *traits_table = <Traits *><char *>traits_buffer
        cdef CandidateFeatures features
        cdef double *values = <double *>&features
        cdef list rows = []
        self._go_to(grid, mines, [])
        describe_shared(s, &self.position, &features.shared)
        for k in range(len(candidate_indices)):
            if not 0 <= candidate_indices[k] < self.choice.candidate_count:
                raise IndexError(candidate_indices[k])
            if describe_candidate(s, &self.position, &s.candidates[<int>candidate_indices[k]],
                                  &traits_table[k]) != DONE:
                raise RuntimeError("a position did not fit")
        for k in range(len(candidate_indices)):
            compare(traits_table, len(candidate_indices), k, &features)
            rows.append([values[i] for i in range(sizeof(CandidateFeatures) // sizeof(double))])
        return rows

    def draw(self, grid, int32_t mines, int8_t[:, ::1] layouts, uint64_t key) -> None:
        """Fill ``layouts`` (number, cells), 1 for a mine, with layouts of the position, each equally likely.
        ``key``: of the random numbers."""
        cdef Search *s = &self.search
        self._go_to(grid, mines, [])
        for k in range(layouts.shape[0]):
            if draw(s, self.position.prior.mines, &key) != DONE:
                raise RuntimeError("a position did not fit")
            memcpy(&layouts[k, 0], s.playout.layout, s.analyzer.board.cells)

    def play_on(self, grid, int32_t mines, list cells, const int8_t[:, ::1] layouts, double worth,
                double[:, ::1] results) -> None:
        """Open each of the cells on each of the layouts, and have the policy play on. ``results``, float64
        (cells, layouts), gets the variance-reduced results; ``worth``: of a guess survived. ``safest`` plays
        as in playouts: to 25 layouts, then as the game tree."""
        cdef Search *s = &self.search
        cdef Py_ssize_t cell_index
        cdef int32_t cell
        self._go_to(grid, mines, cells)
        for k in range(layouts.shape[0]):
            s.passages.count = s.passages.finished = 0
            for cell_index, cell in enumerate(cells):
                with nogil:
                    results[cell_index, k] = self._play_one(cell, &layouts[k, 0], worth)
        raise_interrupt(&s.analyzer.clock)

    cdef double _play_one(self, int32_t cell, const int8_t *layout, double worth) noexcept nogil:
        """The result of one game; NaN where a position did not fit."""
        cdef Search *s = &self.search
        cdef bint safest = s.parameters.kind == SAFEST
        cdef Game *g = &s.playout if safest else &self.workspace.game
        cdef double risk = self.position.probability[cell], result = INFINITY - INFINITY
        cdef GameResult played
        memcpy(g.layout, layout, s.analyzer.board.cells)
        begin_playout(s, &self.position, &s.root, g)
        if safest:
            return result if play_out_safest(s, cell, risk, &result) == DONE else INFINITY - INFINITY
        played = play_on(s, g, cell, risk, worth, False)
        return result if played.outcome == UNFINISHED else played.adjusted

    def race(self, grid, int32_t mines, list cells, list scores) -> tuple:
        """Playouts of at most six cells by their scores, the best first, as in the policy's guesses. Returns
        the place of the best, the scores afterwards and the shares won (-1: not played out)."""
        cdef Racer racers[MOST_CLOSE]
        cdef Status status = DONE
        cdef int32_t leader
        if not 0 < len(cells) <= MOST_CLOSE or len(scores) != len(cells):
            raise ValueError("from one to six cells, each with its score")
        self._go_to(grid, mines, cells)
        for k, (cell, score) in enumerate(zip(cells, scores)):
            racers[<int>k].cell, racers[<int>k].score = cell, score
        leader = race(&self.search, &self.position, racers, len(cells), &status)
        raise_interrupt(&self.workspace.analyzer.clock)
        if status != DONE:
            raise RuntimeError("a position did not fit")
        results = [(racers[k].score, racers[k].won) for k in range(len(cells))]
        return leader, [score for score, _ in results], [won for _, won in results]

    def values(self, grid, int32_t mines, list cells) -> tuple:
        """(layouts won by the best play, layouts, those won where each of the cells is opened first). By the
        policy's game tree, with all its nodes each time; -1: there is no room, or the nodes ran out."""
        cdef Tree *t = &self.search.tree
        cdef int32_t won = -1
        cdef list first_move_wins = []
        self._go_to(grid, mines, cells, True)
        if list_layouts(self.search.analyzer, t, self.position.prior.mines):
            won = play_out(t, self.search.parameters.tree_nodes)
        for cell in cells:
            t.sets.nodes = 0
            first_move_wins.append(-1 if won < 0 else wins_opening(t, t.column_of[<int>cell], -1))
        raise_interrupt(t.sets.clock)
        return won, t.layout_count, first_move_wins
