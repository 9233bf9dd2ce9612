# The search for a guess, from Python.


cdef class Chooser:
    """A policy's choice of a guess on boards of one size; it works in a workspace, and so in its thread."""

    cdef readonly Workspace workspace
    cdef Search search
    cdef Choice choice
    cdef const unsigned char[:, ::1] trees

    def __cinit__(self, Workspace workspace, str kind, dict parameters, const unsigned char[:, ::1] trees):
        cdef Parameters own = {"kind": _KINDS.index(kind), **parameters}
        self.workspace = workspace
        self.trees = trees
        if not allocate_search(&self.search, &workspace.analyzer, &own):
            raise MemoryError
        if trees.shape[0] > 0:
            self.search.trees.count = trees.shape[0]
            self.search.trees.size = trees.shape[1] // sizeof(TreeNode)
            self.search.trees.nodes = <const TreeNode *>&trees[0, 0]

    def __dealloc__(self):
        release_search(&self.search)

    def advise(self, grid, int32_t mines, double log_odds, double seconds, allowed=None) -> dict:
        """What the policy makes of a position: the fields of ``Choice`` by name, and its candidates.

        ``grid``: board codes. ``mines``: on the board, or -1 with the prior ``log_odds`` of each hidden cell.
        """
        cdef Prior prior
        prior.mines = mines
        prior.log_odds = log_odds
        cdef const int8_t *codes = self.workspace.read(grid, allowed)
        with nogil:
            start(&self.workspace.analyzer.clock, seconds)
            self.choice = advise(&self.search, codes, prior)
        raise_interrupt(&self.workspace.analyzer.clock)
        return self._found()

    def play(
        self,
        int32_t mines,
        int32_t protected_,
        int32_t first_cell,
        uint64_t seed,
        int64_t first,
        double worth,
        double[:, ::1] results,
        double seconds,
    ):
        """Play games ``first`` and on of a seed, a row of ``results`` each; how many were begun in time.

        Columns: outcome (0 lost, 1 won, 2 not finished: a position did not fit), guesses, cells opened,
        guesses survived, the variance-reduced result (see play/games.py).
        """
        cdef Search *s = &self.search
        cdef Game *g = &self.workspace.game
        cdef Analyzer *a = &self.workspace.analyzer
        cdef GameResult played
        cdef Py_ssize_t i = 0
        g.mines = mines
        with nogil:
            start(&a.clock, seconds)
            while i < results.shape[0] and not a.clock.stopped:
                played = play_game(s, g, protected_, first_cell, key_of_game(seed, first + i), worth)
                results[i, 0] = <int>played.outcome
                results[i, 1] = played.guesses
                results[i, 2] = played.opened
                results[i, 3] = played.survived
                results[i, 4] = played.adjusted
                i += 1
        raise_interrupt(&self.workspace.analyzer.clock)
        return i

    cdef dict _found(self):
        return {
            "decision": _DECISIONS[self.choice.decision],
            "status": _STATUSES[self.choice.status],
            "cell": self.choice.cell,
            "won": self.choice.won,
            "layouts": self.choice.layouts,
            "candidates": [self._candidate(k) for k in range(self.choice.candidate_count)],
        }

    cdef dict _candidate(self, int which):
        """The fields of ``Candidate`` by name."""
        cdef dict found = self.search.candidates[which]
        found["outcomes"] = found["outcomes"][:VALUES]
        return found


def play_layouts(
    const int8_t[:, ::1] shown, int first=-1, int64_t nodes=1 << 62, int64_t slots=1 << 20, int least=-1
) -> tuple:
    """(layouts won by the best play, -1 out of nodes; its first cell, or -1; nodes used), by the game tree.

    ``shown``: (layouts, cells), what each cell shows in each layout, 9 for a mine. ``first``: the first cell
    to open, -1 for the best. ``slots``: sets to remember, a power of two. ``least``: only a bound up to this.
    """
    cdef Tree tree
    cdef Clock clock
    cdef int i, won = -1
    if shown.shape[0] == 0 or shown.shape[1] == 0:
        return shown.shape[0], -1, 0
    memset(&clock, 0, sizeof(Clock))
    clock.interrupted = _interrupted
    if not allocate_tree(&tree, &clock, NULL, shown.shape[0], shown.shape[1], slots, &shown[0, 0]):
        raise MemoryError
    with nogil:
        start(&clock, INFINITY)
        tree.layout_count = tree.layout_room
        tree.place_count = tree.place_room
        for i in range(tree.layout_count):
            tree.layouts[i] = i
        begin_tree(&tree, nodes)
        won = wins_opening(&tree, first, least) if first >= 0 else wins(&tree, 0, tree.layout_count, least)
        release_tree(&tree)
    raise_interrupt(&clock)
    return won, tree.first_cell, tree.nodes
