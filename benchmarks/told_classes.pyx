# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Classes of layouts that a player is told, and the greatest share of a class that can be won.

``ceiling.py`` compiles this and says what it is for; benchmarks/results/ceiling.md has the proofs.

Cells are asked about one after the other; which one is next depends on the answers so far alone. The class of
a layout is the set of all layouts with the same answers. At last the number of mines in each component of
hidden cells is told. Components are then independent of each other, so that a class is a product of lists of
layouts, and so is the share of it that the best play wins.
"""

from libc.math cimport ceil
from libc.stdint cimport int8_t, int16_t, uint16_t, uint32_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.queue cimport priority_queue
from libcpp.string cimport string
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

cdef extern from *:
    int popcount "__builtin_popcountll" (uint64_t) noexcept nogil

cdef enum:
    HIDDEN
    SAFE
    MINE

cdef enum:
    MOST_LISTED_CELLS = 64  # of a component: a layout of it is a word
    DEEPEST = 5  # rows from the border: cells farther from it count as equally deep

cdef enum:
    SEEN_HIDDEN = -1  # board codes
    SEEN_MINE = 10

TOLD_COMPONENT = 100
"""In answers: a hidden cell, plus the mines of its component."""

cdef struct Clause:
    # of the mines among some cells of a component: at least, at most
    uint64_t cells
    int least
    int most

cdef struct Limits:
    int solutions  # of a component that is listed
    int nodes  # of the search that lists it
    int searched_set  # layouts of a set whose whole game tree is searched
    int depth  # of guesses tried in larger sets, before cells are told free of charge

cdef class ToldClasses:
    """The relaxation on one board.

    Parameters
    ----------
    rows, cols
        Of the board; clues count the up to eight neighbours.
    zeros_told
        Whether all cells that show a zero are told, and that there are no others.
    solutions, nodes, cells
        Components are listed that have no more layouts, nodes of the search for them, and cells. Of others
        cells are asked about.
    searched_set, depth
        Sets of no more layouts are played by their whole game tree, larger ones so many guesses deep; there
        the safest cell is told free of charge, which bounds the share from above.
    """

    cdef int rows, cols, cell_count, most_cells
    cdef bint zeros_told
    cdef Limits limits
    cdef vector[vector[int]] neighbours

    # Of the layout at hand, by cell.
    cdef const int8_t *mine
    cdef vector[int8_t] shown
    cdef vector[int8_t] is_queued
    cdef vector[int] clue, hidden_around, mines_around, agenda

    # Of the component at hand, by number of its cell or of its clause.
    cdef vector[int] number_of  # by cell of the board
    cdef vector[int] mark  # by cell of the board: of the component that it was last collected for
    cdef int next_mark
    cdef vector[Clause] clauses
    cdef vector[vector[int]] clauses_of
    cdef vector[int] order, laid, open_cells
    cdef vector[uint64_t] solutions, around
    cdef int nodes_left

    # Of the game tree over its layouts.
    cdef unordered_map[string, int] wins_of_set

    def __init__(self, int rows, int cols, bint zeros_told=True, int solutions=2000, int nodes=20000,
                 int cells=34, int searched_set=300, int depth=2):
        cdef int row, col, i, j
        if rows < 1 or cols < 1:
            raise ValueError(f"a board of {rows} rows and {cols} columns has no cells")
        if not 1 <= cells <= MOST_LISTED_CELLS:
            raise ValueError(f"components of 1 to {MOST_LISTED_CELLS} cells are listed, not {cells}")
        self.rows, self.cols, self.cell_count = rows, cols, rows * cols
        self.zeros_told, self.most_cells = zeros_told, cells
        self.limits = Limits(solutions, nodes, searched_set, depth)
        self.neighbours.resize(self.cell_count)
        for i in range(self.cell_count):
            for row in range(max(0, i // cols - 1), min(rows, i // cols + 2)):
                for col in range(max(0, i % cols - 1), min(cols, i % cols + 2)):
                    j = row * cols + col
                    if j != i:
                        self.neighbours[i].push_back(j)
        self.shown.resize(self.cell_count)
        self.is_queued.resize(self.cell_count)
        self.clue.resize(self.cell_count)
        self.hidden_around.resize(self.cell_count)
        self.mines_around.resize(self.cell_count)
        self.number_of.resize(self.cell_count)
        self.mark.resize(self.cell_count)
        self.next_mark = 0

    def evaluate(self, const int8_t[:, ::1] layouts, const int8_t[::1] known, double[::1] values,
                 float[:, ::1] first=None, const int8_t[::1] position=None, int16_t[:, ::1] answers=None,
                 double[::1] sizes=None, float[:, ::1] safe=None):
        """The greatest share of the class of each layout that can be won.

        Parameters
        ----------
        layouts
            int8 (layouts, cells): 1 for a mine.
        known
            int8 (cells,): 1 where a cell is known before anything is asked.
        values
            float64 (layouts,): the share, or a bound of it from above, is written here.
        first
            float32 (layouts, cells): the share where that cell has to be opened before any other.
        position
            int8 (cells,): what the player has seen beside the class, as board codes: all layouts agree with
            it. Nothing is asked for it; of the class, those layouts count that agree with it.
        answers
            int16 (layouts, cells): what is told: a clue, -1 for a mine, ``TOLD_COMPONENT`` plus the mines of
            its component for a hidden cell.
        sizes
            float64 (layouts,): the number of layouts in the class.
        safe
            float32 (layouts, cells): the share of the class in which that cell is no mine.
        """
        cdef Py_ssize_t k
        cdef float *first_row = NULL
        cdef const int8_t *seen = NULL
        cdef int16_t *answer_row = NULL
        cdef double *size = NULL
        cdef float *safe_row = NULL
        if layouts.shape[1] != self.cell_count or known.shape[0] != self.cell_count:
            raise ValueError(f"the board has {self.cell_count} cells")
        if position is not None:
            seen = &position[0]
        for k in range(layouts.shape[0]):
            self.mine = &layouts[k, 0]
            if first is not None:
                first_row = &first[k, 0]
            if answers is not None:
                answer_row = &answers[k, 0]
            if sizes is not None:
                size = &sizes[k]
            if safe is not None:
                safe_row = &safe[k, 0]
            values[k] = self._evaluate(&known[0], seen, first_row, answer_row, size, safe_row)

    cdef double _evaluate(self, const int8_t *known, const int8_t *seen, float *first, int16_t *answers,
                          double *size, float *safe) except -1.0:
        """The share of one layout's class; of ``first`` the factor of the cell's own component, at first."""
        cdef int i, j, mines, cell
        cdef double value = 1.0, class_size = 1.0, share
        cdef vector[vector[int]] components
        cdef vector[int] component, set_
        cdef vector[float] shares  # by cell, of its component

        # What a clue shows where it is opened, and what is known before the questions.
        for i in range(self.cell_count):
            self.shown[i] = HIDDEN
            self.clue[i] = self.mines_around[i] = 0
            self.hidden_around[i] = <int>self.neighbours[i].size()
            for j in self.neighbours[i]:
                self.clue[i] += self.mine[j]
        for i in range(self.cell_count):
            if known[i]:
                self._tell(i)
        if self.zeros_told:
            for i in range(self.cell_count):
                if not self.mine[i] and self.clue[i] == 0:
                    self._tell(i)
                    for j in self.neighbours[i]:
                        self._tell(j)
        for i in range(self.cell_count):
            self._queue(i)
        self._propagate()

        # Questions, until all components are listed; then the mines of each, and the best play of each.
        if first != NULL:
            shares.resize(self.cell_count)
        self._split_all(components)
        while not components.empty():
            component.swap(components.back())
            components.pop_back()
            if self._ask(component, components):
                continue
            mines = 0
            for cell in component:
                mines += self.mine[cell]
            self._keep_with(mines)
            if seen != NULL:
                self._keep_seen(component, seen)
            class_size *= self.solutions.size()
            share = self._best_share(component, set_)
            value *= share
            for i in range(<int>component.size()):
                cell = component[i]
                if first != NULL:
                    shares[cell] = self._share_of_first(i, set_, share) / share
                if answers != NULL:
                    answers[cell] = TOLD_COMPONENT + mines
                if safe != NULL:
                    safe[cell] = self._safe_share(i)

        # What is known of the others.
        for i in range(self.cell_count):
            if self.shown[i] != HIDDEN:
                if first != NULL:
                    first[i] = value if self.shown[i] == SAFE else 0.0
                if answers != NULL:
                    answers[i] = self.clue[i] if self.shown[i] == SAFE else -1
                if safe != NULL:
                    safe[i] = self.shown[i] == SAFE
            elif first != NULL:
                first[i] = value * shares[i]
        if size != NULL:
            size[0] = class_size
        return value

    def regions(self, const int8_t[:, ::1] layouts, int16_t[:, ::1] numbers):
        """What one click on a zero opens: the number of the region of zeros that each cell belongs to, from 0
        on in each layout, -1 where a cell shows no zero, into ``numbers`` (layouts, cells)."""
        cdef Py_ssize_t k
        cdef int i, j, cell, region
        cdef vector[int] stack
        for k in range(layouts.shape[0]):
            for i in range(self.cell_count):
                self.clue[i] = layouts[k, i]
                for j in self.neighbours[i]:
                    self.clue[i] += layouts[k, j]
                numbers[k, i] = -1
            region = 0
            for i in range(self.cell_count):
                if self.clue[i] or numbers[k, i] >= 0:
                    continue
                numbers[k, i] = region
                stack.push_back(i)
                while not stack.empty():
                    cell = stack.back()
                    stack.pop_back()
                    for j in self.neighbours[cell]:
                        if self.clue[j] == 0 and numbers[k, j] < 0:
                            numbers[k, j] = region
                            stack.push_back(j)
                region += 1

    # Answers, and what they prove at once.

    cdef void _queue(self, int cell) noexcept:
        if not self.is_queued[cell]:
            self.is_queued[cell] = True
            self.agenda.push_back(cell)

    cdef void _tell(self, int cell) noexcept:
        """Answer what a cell is."""
        cdef int j
        if self.shown[cell] != HIDDEN:
            return
        self.shown[cell] = MINE if self.mine[cell] else SAFE
        self._queue(cell)
        for j in self.neighbours[cell]:
            self.hidden_around[j] -= 1
            self.mines_around[j] += self.mine[cell]
            self._queue(j)

    cdef void _propagate(self) noexcept:
        """Tell what a single clue proves, until none proves anything; it tells nothing new."""
        cdef int i, j, needed
        while not self.agenda.empty():
            i = self.agenda.back()
            self.agenda.pop_back()
            self.is_queued[i] = False
            if self.shown[i] == SAFE:
                needed = self.clue[i] - self.mines_around[i]
                if self.hidden_around[i] > 0 and (needed == 0 or needed == self.hidden_around[i]):
                    for j in self.neighbours[i]:
                        self._tell(j)
            elif self._has_own_clause(i) and self.hidden_around[i] == 0:
                self._tell(i)  # a mine: it would show a zero

    cdef bint _has_own_clause(self, int cell) noexcept:
        """Whether "no further zeros" says anything of a hidden cell: it is a mine, or has one beside it."""
        return self.zeros_told and self.shown[cell] == HIDDEN and self.mines_around[cell] == 0

    # Components.

    cdef void _split_all(self, vector[vector[int]]& components) noexcept:
        cdef int i
        cdef vector[int] cells
        for i in range(self.cell_count):
            cells.push_back(i)
        self._split(cells, components)

    cdef void _split(self, vector[int]& cells, vector[vector[int]]& components) noexcept:
        """Add the components of the hidden ones among some cells, which are whole components together."""
        cdef int cell, begin_mark = self.next_mark
        cdef vector[int] component
        for cell in cells:
            if self.shown[cell] == HIDDEN and self.mark[cell] <= begin_mark:
                component.clear()
                self.next_mark += 1
                self._collect(cell, component)
                components.push_back(component)

    cdef void _collect(self, int start, vector[int]& component) noexcept:
        """All hidden cells that are linked with one: beside each other, or beside the same open clue."""
        cdef int i, j, other
        cdef size_t k = 0
        self.mark[start] = self.next_mark
        component.push_back(start)
        while k < component.size():
            i = component[k]
            k += 1
            for j in self.neighbours[i]:
                if self.mark[j] == self.next_mark or self.shown[j] == MINE:
                    continue
                self.mark[j] = self.next_mark
                if self.shown[j] == HIDDEN:
                    component.push_back(j)
                    continue
                for other in self.neighbours[j]:
                    if self.shown[other] == HIDDEN and self.mark[other] != self.next_mark:
                        self.mark[other] = self.next_mark
                        component.push_back(other)

    cdef bint _ask(self, vector[int]& component, vector[vector[int]]& components) except -1:
        """List a component. Where that is too much, or some of its cells are the same in all of its layouts,
        tell these, or the next cell that is asked about, add what it splits into, and return True."""
        cdef bint is_listed = self._list(component)
        cdef uint64_t any_mine = 0, all_mines = ~<uint64_t>0, solution
        cdef size_t i
        cdef bint told = False
        if not is_listed:
            self._tell(self._next_question(component))
            told = True
        else:
            if self.solutions.empty():
                raise AssertionError("no layout of a component agrees with what was told")
            for solution in self.solutions:
                any_mine |= solution
                all_mines &= solution
            for i in range(component.size()):
                if (~any_mine | all_mines) >> i & 1:
                    self._tell(component[i])
                    told = True
        if told:
            self._propagate()
            self._split(component, components)
        return told

    cdef int _next_question(self, vector[int]& component) noexcept:
        """A cell that is likely to split the component and to tell little else: near its middle, deep inside
        the board, beside many open clues and few known mines."""
        cdef int cell, row, col, depth, score, other, best = component[0], best_score = -1000000
        cdef int top = self.rows, bottom = 0, left = self.cols, right = 0
        cdef bint is_tall
        for cell in component:
            top = min(top, cell // self.cols)
            bottom = max(bottom, cell // self.cols)
            left = min(left, cell % self.cols)
            right = max(right, cell % self.cols)
        is_tall = bottom - top > right - left
        for cell in component:
            row = cell // self.cols
            col = cell % self.cols
            depth = min(min(row, self.rows - 1 - row), min(col, self.cols - 1 - col))
            score = 3 * min(depth, DEEPEST) - 4 * self.mines_around[cell]
            score -= 2 * abs(2 * row - top - bottom if is_tall else 2 * col - left - right)
            for other in self.neighbours[cell]:
                score += 3 * (self.shown[other] == SAFE)
            if score >= best_score:
                best = cell
                best_score = score
        return best

    # The layouts of a component.

    cdef bint _list(self, vector[int]& component) noexcept:
        """List its layouts into ``solutions``; whether the limits allow it."""
        cdef int i, j, k, other, count = <int>component.size()
        cdef uint64_t cells
        self.solutions.clear()
        if count > self.most_cells:
            return False

        # Clauses: what open clues still need, and that no cell is one more zero.
        self.next_mark += 1
        self.clauses.clear()
        self.around.assign(count, 0)
        for i in range(count):
            self.number_of[component[i]] = i
        for i in range(count):
            for j in self.neighbours[component[i]]:
                if self.shown[j] == HIDDEN:
                    self.around[i] |= <uint64_t>1 << self.number_of[j]
                elif self.shown[j] == SAFE and self.mark[j] != self.next_mark:
                    self.mark[j] = self.next_mark
                    cells = 0
                    for other in self.neighbours[j]:
                        if self.shown[other] == HIDDEN:
                            cells |= <uint64_t>1 << self.number_of[other]
                    k = self.clue[j] - self.mines_around[j]
                    self.clauses.push_back(Clause(cells, k, k))
        for i in range(count):
            if self._has_own_clause(component[i]):
                cells = self.around[i] | <uint64_t>1 << i
                self.clauses.push_back(Clause(cells, 1, MOST_LISTED_CELLS))

        # Cells in the order of clauses: exact ones first, started ones first, short ones first.
        self._order_cells(count)
        self.laid.assign(self.clauses.size(), 0)
        self.nodes_left = self.limits.nodes
        return self._extend(0, 0)

    cdef void _order_cells(self, int count) noexcept:
        cdef uint64_t ordered = 0, left
        cdef int k, score, best, best_score, i
        self.order.clear()
        self.clauses_of.resize(count)
        self.open_cells.clear()
        for i in range(count):
            self.clauses_of[i].clear()
        for k in range(<int>self.clauses.size()):
            self.open_cells.push_back(popcount(self.clauses[k].cells))
            for i in range(count):
                if self.clauses[k].cells >> i & 1:
                    self.clauses_of[i].push_back(k)
        while <int>self.order.size() < count:
            best = -1
            best_score = -1000
            for k in range(<int>self.clauses.size()):
                left = self.clauses[k].cells & ~ordered
                if left:
                    score = 100 * (self.clauses[k].least == self.clauses[k].most) - popcount(left)
                    score += 50 * (left != self.clauses[k].cells)
                    if score > best_score:
                        best = k
                        best_score = score
            left = self.clauses[best].cells & ~ordered if best >= 0 else ~ordered
            for i in range(count):
                if left >> i & 1:
                    self.order.push_back(i)
                    ordered |= <uint64_t>1 << i

    cdef bint _extend(self, size_t depth, uint64_t layout) noexcept:
        """Lay the cells from one on in all ways that the clauses allow; False where the limits end it."""
        cdef int cell, value, k
        cdef bint fits
        self.nodes_left -= 1
        if self.nodes_left < 0:
            return False
        if depth == self.order.size():
            self.solutions.push_back(layout)
            return <int>self.solutions.size() <= self.limits.solutions
        cell = self.order[depth]
        for value in range(2):
            fits = True
            for k in self.clauses_of[cell]:
                self.open_cells[k] -= 1
                self.laid[k] += value
                if self.laid[k] > self.clauses[k].most:
                    fits = False
                elif self.laid[k] + self.open_cells[k] < self.clauses[k].least:
                    fits = False
            if fits:
                fits = self._extend(depth + 1, layout | <uint64_t>value << cell)
            else:
                fits = True
            for k in self.clauses_of[cell]:
                self.open_cells[k] += 1
                self.laid[k] -= value
            if not fits:
                return False
        return True

    cdef void _keep_with(self, int mines) noexcept:
        """Of the listed layouts, those with so many mines."""
        cdef size_t i, kept = 0
        for i in range(self.solutions.size()):
            if popcount(self.solutions[i]) == mines:
                self.solutions[kept] = self.solutions[i]
                kept += 1
        self.solutions.resize(kept)

    cdef void _keep_seen(self, vector[int]& component, const int8_t *seen) noexcept:
        """Of the listed layouts, those that agree with what the player has seen."""
        cdef size_t i, k, kept
        cdef int cell, shown
        for i in range(component.size()):
            cell = component[i]
            if seen[cell] == SEEN_HIDDEN:
                continue
            kept = 0
            for k in range(self.solutions.size()):
                shown = SEEN_MINE
                if not self.solutions[k] >> i & 1:
                    shown = self._shows(<int>k, <int>i) + self.mines_around[cell]
                if shown == seen[cell]:
                    self.solutions[kept] = self.solutions[k]
                    kept += 1
            self.solutions.resize(kept)

    # The best play of a component: of a set of its layouts, how many are won at most.

    cdef double _best_share(self, vector[int]& component, vector[int]& whole) noexcept:
        """Share of the listed layouts that are won; ``whole`` becomes the set of all of them."""
        cdef int i
        whole.clear()
        for i in range(<int>self.solutions.size()):
            whole.push_back(i)
        self.wins_of_set.clear()
        return <double>self._most_wins(whole, self.limits.depth) / whole.size()

    cdef double _share_of_first(self, int cell, vector[int]& whole, double share) noexcept:
        """That share where the cell is opened first."""
        cdef double safe = self._safe_share(cell)
        if safe == 0.0 or <int>whole.size() > self.limits.searched_set:
            return min(share, safe)
        return min(share, <double>self._wins_after(whole, cell, self.limits.depth - 1) / whole.size())

    cdef double _safe_share(self, int cell) noexcept:
        """Share of the listed layouts in which the cell is no mine."""
        cdef int safe = 0
        cdef uint64_t solution
        for solution in self.solutions:
            safe += not (solution >> cell & 1)
        return <double>safe / self.solutions.size()

    cdef int _shows(self, int layout, int cell) noexcept:
        """What the cell's clue is in a layout, less what it is in all."""
        return popcount(self.solutions[layout] & self.around[cell])

    cdef int _most_wins(self, vector[int]& layouts, int depth) noexcept:
        cdef int size = <int>layouts.size(), best = 0, i, wins
        cdef uint64_t any_mine = 0, all_mines = ~<uint64_t>0
        cdef size_t cell
        cdef pair[int, int] risk
        cdef vector[pair[int, int]] guesses
        cdef string key
        cdef bint whole_tree
        if size <= 1:
            return size

        # A safe cell that tells some apart is opened first: it costs nothing, and what it shows cannot hurt.
        for i in layouts:
            any_mine |= self.solutions[i]
            all_mines &= self.solutions[i]
        for cell in range(self.around.size()):
            if not any_mine >> cell & 1 and self._tells_apart(layouts, <int>cell):
                return self._wins_after(layouts, <int>cell, depth)
        if size == 2:
            return 1

        # What was found of the set before: it depends on the depth where that is limited.
        whole_tree = size <= self.limits.searched_set
        key.assign(<const char *>layouts.data(), size * sizeof(int))
        if not whole_tree:
            key.push_back(<char>depth)
        if self.wins_of_set.count(key):
            return self.wins_of_set[key]

        # Else all guesses are tried, the safest first, until the next cannot be better.
        for cell in range(self.around.size()):
            if (any_mine & ~all_mines) >> cell & 1:
                risk = pair[int, int](0, <int>cell)
                for i in layouts:
                    risk.first += self.solutions[i] >> cell & 1
                guesses.push_back(risk)
        sort(guesses.begin(), guesses.end())
        if not whole_tree and depth <= 0:
            best = self._wins_told(layouts, guesses[0].second, depth)
            best = min(best, size - guesses[0].first)
        else:
            for risk in guesses:
                if size - risk.first <= best:
                    break
                wins = self._wins_after(layouts, risk.second, depth - 1)
                best = max(best, wins)
        self.wins_of_set[key] = best
        return best

    cdef bint _tells_apart(self, vector[int]& layouts, int cell) noexcept:
        cdef int i, shown = self._shows(layouts[0], cell)
        for i in layouts:
            if self._shows(i, cell) != shown:
                return True
        return False

    cdef int _wins_after(self, vector[int]& layouts, int cell, int depth) noexcept:
        """Layouts won where the cell is opened: of each set with the same clue there, the most."""
        cdef vector[int] parts[9]
        cdef int i, wins = 0
        for i in layouts:
            if not self.solutions[i] >> cell & 1:
                parts[self._shows(i, cell)].push_back(i)
        for i in range(9):
            wins += self._most_wins(parts[i], depth)
        return wins

    cdef int _wins_told(self, vector[int]& layouts, int cell, int depth) noexcept:
        """Layouts won, at most, where the player is told what the cell is."""
        cdef vector[int] mined
        cdef int i
        for i in layouts:
            if self.solutions[i] >> cell & 1:
                mined.push_back(i)
        return self._wins_after(layouts, cell, depth) + self._most_wins(mined, depth)


def most_after_clicks(const float[:, ::1] worth, const int16_t[:, ::1] answers, const int[::1] rows,
                      int first_cell, int safe_cells, int depth, double enough=0.0) -> float:
    """The worth of some layouts, summed, for a player who opens so many cells before being told the class.

    Parameters
    ----------
    worth
        float32 (layouts, cells): of a layout, where that cell is opened and the class told then.
    answers
        int16 (layouts, cells): what the class tells, as of ``ToldClasses.evaluate``.
    rows
        Of the layouts that show the same at ``first_cell``, which is open.
    safe_cells
        Of each layout; the game is won when all are open.
    depth
        How many cells are opened before the class is told.

    enough
        What need not be looked into further: a player who cannot win more.

    A click splits those layouts whose class tells that it is safe and no zero, by what it shows; all others
    are worth what they are once the class is told. One click more before that can only lower what a click is
    worth, so that it is tried of the click that is worth most yet, until that one has had all its clicks, or
    is worth no more than ``enough``. Worths are rounded up, by 1 / ``FULL_WORTH`` of the largest at most.
    """
    cdef Clicks clicks
    cdef vector[int] all_rows
    cdef vector[int8_t] is_open
    cdef Py_ssize_t k, cell, number = rows.shape[0]
    cdef double largest = 0.0, units
    if worth.shape[0] != answers.shape[0] or worth.shape[1] != answers.shape[1] or number == 0:
        raise ValueError("worth and answers are not of the same layouts, or there are none")
    clicks.cells = <int>worth.shape[1]
    for k in range(number):
        if not 0 <= rows[k] < worth.shape[0]:
            raise IndexError(rows[k])
        for cell in range(clicks.cells):
            if worth[rows[k], cell] < 0:
                raise ValueError(f"a worth of {worth[rows[k], cell]} is below 0")
            largest = max(largest, worth[rows[k], cell])
    if largest == 0.0:
        return 0.0

    # Copied into little space: whole numbers, and what is told, by cell.
    units = FULL_WORTH / largest
    clicks.worth.resize(number * clicks.cells)
    clicks.told.resize(clicks.cells)
    for cell in range(clicks.cells):
        clicks.told[cell].resize(number)
    for k in range(number):
        all_rows.push_back(<int>k)
        for cell in range(clicks.cells):
            clicks.worth[k * clicks.cells + cell] = <uint16_t>ceil(worth[rows[k], cell] * units)
            clicks.told[cell][k] = <int8_t>answers[rows[k], cell]
    is_open.resize(clicks.cells)
    is_open[first_cell] = True
    return _most_worth(&clicks, all_rows, is_open, first_cell, safe_cells - 1, depth, enough * units) / units

cdef enum:
    FULL_WORTH = 60000

cdef struct Clicks:
    vector[uint16_t] worth  # by row, then by cell
    vector[vector[int8_t]] told  # by cell, then by row
    int cells

cdef double _most_worth(Clicks *clicks, vector[int]& rows, vector[int8_t]& is_open, int last_cell,
                        int safe_left, int depth, double enough) noexcept:
    """What the layouts are worth, ``last_cell`` having been opened last, with so many safe cells to go."""
    cdef vector[uint64_t] sums
    cdef priority_queue[pair[double, pair[int, int]]] by_worth  # (worth, (clicks before the class, cell))
    cdef pair[double, pair[int, int]] click
    cdef double most = 0.0
    cdef int row, cell
    if safe_left == 0:
        for row in rows:
            most += clicks.worth[<size_t>row * clicks.cells + last_cell]
        return most
    _add_up(clicks, rows, sums)
    if depth <= 1 or rows.size() == 1:
        for cell in range(clicks.cells):
            if not is_open[cell]:
                most = max(most, <double>sums[cell])
        return most
    for cell in range(clicks.cells):
        if not is_open[cell]:
            by_worth.push(pair[double, pair[int, int]](sums[cell], pair[int, int](1, cell)))
    while by_worth.top().second.first < depth and by_worth.top().first > enough:
        click = by_worth.top()
        by_worth.pop()
        click.second.first += 1
        click.first = min(click.first, _worth_after(clicks, rows, is_open, click.second.second, safe_left - 1,
                                                    click.second.first))
        by_worth.push(click)
    return by_worth.top().first

cdef void _add_up(Clicks *clicks, vector[int]& rows, vector[uint64_t]& sums) noexcept:
    """The worth of each cell, opened next; of few rows at a time in words of 32 bits, which is quick."""
    cdef vector[uint32_t] few
    cdef const uint16_t *worth
    cdef uint32_t *sum_
    cdef size_t k
    cdef int cell, cells = clicks.cells
    sums.assign(cells, 0)
    few.assign(cells, 0)
    sum_ = few.data()
    for k in range(rows.size()):
        worth = clicks.worth.data() + <size_t>rows[k] * cells
        for cell in range(cells):
            sum_[cell] += worth[cell]
        if k % 65536 == 65535 or k + 1 == rows.size():
            for cell in range(cells):
                sums[cell] += sum_[cell]
                sum_[cell] = 0

cdef double _worth_after(Clicks *clicks, vector[int]& rows, vector[int8_t]& is_open, int cell,
                         int safe_left, int depth) noexcept:
    """What the layouts are worth where the cell is opened."""
    cdef vector[int] parts[9]
    cdef const int8_t *told = clicks.told[cell].data()
    cdef double total = 0.0
    cdef int row, k
    for row in rows:
        if 0 < told[row] <= 8:
            parts[told[row]].push_back(row)
        else:
            total += clicks.worth[<size_t>row * clicks.cells + cell]
    is_open[cell] = True
    for k in range(1, 9):
        if not parts[k].empty():
            total += _most_worth(clicks, parts[k], is_open, cell, safe_left, depth - 1, 0.0)
    is_open[cell] = False
    return total
