# The best play of a whole small board, by its game tree over sets of layouts.
#
# As in ``endgame``, what a player knows is the set of layouts that agrees with all that was seen, and its
# value the number of them that the best play wins. Here the boards are as large as time and memory allow, so:
#
# * A cell that is safe in all layouts is opened at once; only sets without one that tells something (*guess
#   sets*) are searched and remembered. A guess set of two layouts is worth 1.
# * A dead cell, which shows one value wherever it is no mine, tells nothing, so it can be opened last: it is
#   never guessed. A guess set with dead cells only is worth 1.
# * A guess set is worth at most as many layouts as its safest cell that is not dead is no mine in; a guess at
#   most the sum over the guess sets that it leads to, and that is what orders the guesses and cuts most of
#   them.
# * Two layouts that show the same in every cell that is safe in both cannot both be won, whatever is opened.
#   So a guess set is worth at most as many as the groups of such layouts that it falls into.
# * A guess is not tried where another that was tried is a mine in fewer layouts (or the same) and tells all
#   that it would tell.
# * Sets that a symmetry of the board turns into each other have one key, the least of their 128-bit sums of
#   random words.
#
# The same search serves other objectives than wins, see ``Objective``: what a set is worth is a sum over its
# layouts. Where a mine ends no game, the layouts in which a guess meets one are one more part of the set, and
# a cell that is a mine in some layouts always tells something: no cell is dead, and of the bounds above those
# that are about wins (two layouts, groups) are left out.

cdef enum:
    MOST_CELLS = 64
    BLOCK = 16  # cells that are looked at together: four words, sixteen bits a cell
    MOST_IMAGES = 8
    LEAST_GROUPED = 8  # layouts of a set that are put into groups
    MOST_GROUPED = 512

cdef struct SetSummary:
    # What a set of layouts shows in each cell.
    uint64_t values[16]  # a bit for each value that occurs, 9 for mines; sixteen bits a cell
    int32_t mines[MOST_CELLS]

cdef struct GuessSet:
    # A set of layouts in which no safe cell is left to open.
    int32_t begin, size, bound
    Words key

cdef struct Objective:
    # What a set of layouts is worth by best play: so much for each that is solved, less what guesses cost.
    int32_t solved  # of a layout; more than a game can cost, so that no worth is negative
    int32_t guess_cost, hit_cost  # in each layout of a guess; where it is a mine, besides
    bint goes_on  # after a mine, which is shown; else its layouts are worth nothing

cdef struct WholeBoard:
    int32_t layout_count
    Objective objective
    int shown_bits  # of `SetSummary.values`: what tells layouts apart that go on
    int parts  # into which a guess divides a set: values, and mines where the game goes on
    int32_t sure_bound  # a guess set with a bound up to it is worth that
    Sets sets
    uint64_t *bits  # [layouts * stride / 4] what a cell shows in a layout, as a bit of sixteen
    Words *words  # [layouts * images] random; of the layouts that the symmetries turn each into
    int32_t images
    bint grouped  # whether sets are put into groups
    uint64_t *agreeing  # [cells * 10 * MOST_GROUPED / 64] room of _count_groups
    GuessSet *guess_sets  # a stack
    int64_t guess_set_count, guess_set_room
    Arena arena

cdef enum:
    _STOPPED = -1
    _WAYS = 4  # entries of the table that a key can have

cdef extern from *:
    const uint64_t _IMAGE_SEED "0x2545F4914F6CDD1Dull"
    const uint64_t _ONES "0x1000100010001ull"

cdef void _sum_up_set(WholeBoard *w, int32_t begin, int32_t size, SetSummary *summary) noexcept nogil:
    """Sum up what a set shows, four words of four cells at a time."""
    cdef uint64_t shown_bits[4]
    cdef uint64_t mines[4]
    cdef int words = w.sets.stride // 4
    for word_index in range(0, words, 4):
        memset(shown_bits, 0, sizeof(shown_bits))
        memset(&summary.mines[4 * word_index], 0, 16 * sizeof(int32_t))
        stretch_end = begin
        while stretch_end < begin + size:
            k = stretch_end
            stretch_end = min(begin + size, k + 65535)  # sixteen bits count no further
            memset(mines, 0, sizeof(mines))
            for k in range(k, stretch_end):
                row = w.bits + <int64_t>w.sets.layouts[k] * words + word_index
                for a in range(4):
                    shown_bits[a] |= row[a]
                    mines[a] += (row[a] >> SHOWN_MINE) & _ONES
            for a in range(16):
                summary.mines[4 * word_index + a] += <int32_t>((mines[a >> 2] >> 16 * (a & 3)) & 65535)
        memcpy(&summary.values[word_index], shown_bits, sizeof(shown_bits))

cdef inline int _values(SetSummary *summary, int32_t cell, int shown_bits) noexcept nogil:
    """A bit for each value that a cell shows in a set, of those that are asked for."""
    return <int>(summary.values[cell >> 2] >> (16 * (cell & 3))) & shown_bits

cdef inline int32_t _most_worth(WholeBoard *w, int32_t size, int32_t mines) noexcept nogil:
    """What a set is worth at most after a guess that is a mine in so many of its layouts."""
    return (w.objective.solved - w.objective.guess_cost) * size - w.objective.hit_cost * mines

cdef int32_t _open_safe(WholeBoard *w, int32_t begin, int32_t size) noexcept nogil:
    """Open what is safe in a set, and so on; returns the most that all guess sets that it falls into can be
    worth. Those that may be worth less than their bounds are put on the stack."""
    cdef SetSummary summary
    cdef int32_t ends[11]
    cdef int32_t bound = 1, fewest_mines = size, safe_cell = -1
    cdef int widest = 0, shown_bits = w.shown_bits
    if size == 1:
        return w.objective.solved
    if size == 2 and not w.objective.goes_on:
        return 1 + told_apart(&w.sets, begin)

    # The safe cell that shows most, and the most that a guess could be worth.
    _sum_up_set(w, begin, size, &summary)
    for a in range(w.sets.column_count):
        v = _values(&summary, a, shown_bits)
        if v & (v - 1) == 0:
            continue
        if summary.mines[a]:
            fewest_mines = min(fewest_mines, summary.mines[a])
        elif v > widest:
            widest = v
            safe_cell = a

    # None is safe: a guess set.
    if safe_cell < 0:
        bound = max(bound, _most_worth(w, size, fewest_mines))
        if bound > w.sure_bound:
            w.guess_sets[w.guess_set_count].begin = begin
            w.guess_sets[w.guess_set_count].size = size
            w.guess_sets[w.guess_set_count].bound = bound
            w.guess_set_count += 1
        return bound

    # Open it, and go on in each part.
    divide(&w.sets, begin, begin + size, safe_cell, ends)
    total = 0
    for v in range(VALUES):
        if ends[v + 1] > ends[v]:
            total += _open_safe(w, ends[v], ends[v + 1] - ends[v])
    return total

cdef void _set_key(WholeBoard *w, GuessSet *guess_set) noexcept nogil:
    """The least sum of words over the images of a set."""
    cdef Words sums[8]
    cdef bint same_low
    memset(sums, 0, sizeof(sums))
    for k in range(guess_set.begin, guess_set.begin + guess_set.size):
        words = w.words + <int64_t>w.sets.layouts[k] * w.images
        for g in range(w.images):
            sums[g].low += words[g].low
            sums[g].high += words[g].high
    guess_set.key = sums[0]
    for g in range(1, w.images):
        same_low = sums[g].low == guess_set.key.low
        if sums[g].low < guess_set.key.low or same_low and sums[g].high < guess_set.key.high:
            guess_set.key = sums[g]

cdef inline SetEntry *_bucket_of(WholeBoard *w, Words *key) noexcept nogil:
    return w.sets.table + <int64_t>(key.low & <uint64_t>w.sets.table_mask & ~<uint64_t>3)

cdef bint _recall(WholeBoard *w, GuessSet *guess_set) noexcept nogil:
    """Whether the value of a guess set is remembered; its bound becomes the least that is known."""
    cdef SetEntry *entry = _bucket_of(w, &guess_set.key)
    for i in range(_WAYS):
        if entry[i].bound_kind and same_key(&entry[i].key, &guess_set.key):
            if entry[i].bound_kind == EXACT:
                guess_set.bound = entry[i].wins
                return True
            guess_set.bound = min(guess_set.bound, entry[i].wins)
            return False
    return False

cdef void _remember(WholeBoard *w, GuessSet *guess_set, int32_t wins, bint exact) noexcept nogil:
    """Keep what was found in place of the same set, an empty entry, or the smallest set of the bucket."""
    cdef SetEntry *entry = _bucket_of(w, &guess_set.key)
    cdef SetEntry *worst = entry
    cdef int16_t size = <int16_t>min(guess_set.size, 32767)
    for i in range(_WAYS):
        if not entry[i].bound_kind or same_key(&entry[i].key, &guess_set.key):
            worst = entry + i
            break
        if entry[i].size < worst.size:
            worst = entry + i
    worst.key = guess_set.key
    worst.wins = wins
    worst.size = size
    worst.bound_kind = EXACT if exact else AT_MOST

cdef inline int _lowest(uint64_t word) noexcept nogil:
    """The place of the lowest bit that is set."""
    cdef int bit = 0, step = 32
    while step:
        if (word & ((<uint64_t>1 << step) - 1)) == 0:
            word >>= step
            bit += step
        step >>= 1
    return bit

cdef int32_t _list_agreeing(WholeBoard *w, GuessSet *guess_set, int32_t *cells) noexcept nogil:
    """Fill ``w.alike``: by cell and value, the layouts that show it or have a mine there, a bit each.
    ``cells``: those that show more than one value; returns how many."""
    cdef SetSummary summary
    cdef int words = (guess_set.size + 63) // 64, shown_bits = w.shown_bits
    cdef int32_t count = 0
    _sum_up_set(w, guess_set.begin, guess_set.size, &summary)
    for a in range(w.sets.column_count):
        v = _values(&summary, a, shown_bits)
        if v & (v - 1):
            cells[count] = a
            count += 1
    memset(w.agreeing, 0, count * 10 * words * sizeof(uint64_t))
    for k in range(guess_set.size):
        row = row_of(&w.sets, guess_set.begin + k)
        for a in range(count):
            w.agreeing[(a * 10 + row[cells[a]]) * words + (k >> 6)] |= <uint64_t>1 << (k & 63)
    for a in range(count):
        agreeing = w.agreeing + a * 10 * words
        for v in range(VALUES):
            for i in range(words):
                agreeing[v * words + i] |= agreeing[SHOWN_MINE * words + i]
    return count

cdef int32_t _count_groups(WholeBoard *w, GuessSet *guess_set) noexcept nogil:
    """A number of groups that a set falls into, any two layouts of a group not told apart: a bound."""
    cdef int32_t cells[64]
    cdef uint64_t ungrouped[8]
    cdef uint64_t group[8]
    cdef int words = (guess_set.size + 63) // 64
    cdef int32_t cell_count = _list_agreeing(w, guess_set, cells)
    cdef int32_t count = 0

    # All layouts are without a group.
    for i in range(words):
        ungrouped[i] = 0xFFFFFFFFFFFFFFFF
    if guess_set.size & 63:
        ungrouped[words - 1] = (<uint64_t>1 << (guess_set.size & 63)) - 1
    i = 0
    while i < words:
        if ungrouped[i] == 0:
            i += 1
            continue
        # A new group, begun by the first of them.
        count += 1
        if count >= guess_set.bound:
            return guess_set.bound
        for j in range(i, words):
            group[j] = ungrouped[j]
        j = i
        while j < words:  # of those that are alike to all of the group so far, the first joins it
            if group[j] == 0:
                j += 1
                continue
            a = _lowest(group[j])
            ungrouped[j] &= ~(<uint64_t>1 << a)
            group[j] &= ~(<uint64_t>1 << a)
            # Of those in question stay the ones that agree with it.
            row = row_of(&w.sets, guess_set.begin + 64 * j + a)
            for a in range(cell_count):
                if row[cells[a]] != SHOWN_MINE:
                    agreeing = w.agreeing + (a * 10 + row[cells[a]]) * words
                    for k in range(j, words):
                        group[k] &= agreeing[k]
    return count

cdef bint _dominated(WholeBoard *w, int32_t begin, int32_t size, int32_t cell,
                     int32_t other_cell) noexcept nogil:
    """Whether another cell is a mine only where ``cell`` is, and what it shows says what ``cell`` shows."""
    cdef int32_t implied_value[9]
    for k in range(9):
        implied_value[k] = -1
    for k in range(begin, begin + size):
        row = row_of(&w.sets, k)
        value = row[cell]
        other_value = row[other_cell]
        if other_value == SHOWN_MINE:
            if value != SHOWN_MINE:
                return False
        elif implied_value[other_value] < 0:
            implied_value[other_value] = value
        elif implied_value[other_value] != value:
            return False
    return True

cdef int32_t _open_guess(WholeBoard *w, GuessSet *guess_set, int32_t cell, int32_t alpha) noexcept nogil:
    """The most that a set can be worth after opening a cell; given up where that is not above ``alpha``.
    The guess sets that may be worth less are put on the stack, each with its key and bound."""
    cdef int64_t k = w.guess_set_count
    cdef int32_t ends[11]
    cdef int32_t total = 0
    divide(&w.sets, guess_set.begin, guess_set.begin + guess_set.size, cell, ends)
    for v in range(w.parts):
        if ends[v + 1] > ends[v]:
            total += _open_safe(w, ends[v], ends[v + 1] - ends[v])
    if w.objective.goes_on and ends[SHOWN_MINE + 1] > ends[SHOWN_MINE]:  # else it is no guess
        total -= w.objective.guess_cost * guess_set.size
        total -= w.objective.hit_cost * (ends[SHOWN_MINE + 1] - ends[SHOWN_MINE])
    while k < w.guess_set_count and total > alpha:
        next_set = w.guess_sets + k
        _set_key(w, next_set)
        total -= next_set.bound
        if _recall(w, next_set):
            total += next_set.bound
            w.guess_set_count -= 1
            next_set[0] = w.guess_sets[w.guess_set_count]
        else:
            if w.grouped and LEAST_GROUPED <= next_set.size <= MOST_GROUPED:
                next_set.bound = min(next_set.bound, _count_groups(w, next_set))
            total += next_set.bound
            k += 1
    return total

cdef int32_t _guess(WholeBoard *w, GuessSet *guess_set, int32_t cell, int32_t alpha) noexcept nogil:
    """What a set is worth by opening a cell; if not more than ``alpha``, a bound up to it."""
    cdef int64_t base = w.guess_set_count, k = base
    cdef int32_t total = _open_guess(w, guess_set, cell, alpha)
    while k < w.guess_set_count and total > alpha:
        value = _worth_of_set(w, w.guess_sets + k, alpha - total + w.guess_sets[k].bound)
        if value == _STOPPED:
            total = value
            break
        total += value - w.guess_sets[k].bound
        k += 1
    w.guess_set_count = base
    return total

cdef int32_t _rank_guesses(WholeBoard *w, GuessSet *guess_set, int32_t alpha, int32_t *cells, int32_t *bounds,
                           int32_t *settled) noexcept nogil:
    """The guesses that may be worth more than ``alpha``, by falling bound; returns how many. ``settled[0]``:
    the most of a guess whose bound is its worth, ``settled[1]`` that cell (or -1) and ``settled[2]`` the most
    that any guess left out could be worth."""
    cdef SetSummary summary
    cdef int32_t tried[64]
    cdef int64_t base
    cdef bint exact
    cdef int32_t candidates = 0, count = 0, bound
    cdef int shown_bits = w.shown_bits
    settled[0] = alpha
    settled[1] = -1
    settled[2] = 1

    # The cells that tell layouts apart, those with fewest mines first.
    _sum_up_set(w, guess_set.begin, guess_set.size, &summary)
    for a in range(w.sets.column_count):
        v = _values(&summary, a, shown_bits)
        if v & (v - 1) == 0:
            continue
        tried[candidates] = a
        candidates += 1
    sort_by(tried, candidates, summary.mines)
    for k in range(candidates):
        a = tried[k]
        # No cell from here on is worth enough.
        bound = _most_worth(w, guess_set.size, summary.mines[a])
        if bound <= settled[0]:
            settled[2] = max(settled[2], bound)
            break
        for sorted_index in range(k):
            if _dominated(w, guess_set.begin, guess_set.size, a, tried[sorted_index]):
                break
        else:
            sorted_index = k
        if sorted_index < k:
            continue
        # Its bound, by the guess sets that it leads to.
        base = w.guess_set_count
        bound = _open_guess(w, guess_set, a, settled[0])
        exact = w.guess_set_count == base
        w.guess_set_count = base
        if bound <= settled[0]:
            settled[2] = max(settled[2], bound)
            continue
        # All of these are known: the bound is its value.
        if exact:
            settled[0] = bound
            settled[1] = a
            continue
        sorted_index = count
        while sorted_index > 0 and bounds[sorted_index - 1] < bound:
            bounds[sorted_index] = bounds[sorted_index - 1]
            cells[sorted_index] = cells[sorted_index - 1]
            sorted_index -= 1
        bounds[sorted_index] = bound
        cells[sorted_index] = a
        count += 1
    return count

cdef int32_t _best_guess(WholeBoard *w, GuessSet *guess_set, int32_t alpha,
                         int32_t *best_cell) noexcept nogil:
    """The most that a guess is worth, and its cell; if not more than ``alpha``, a bound, and no cell."""
    cdef int32_t cells[64]
    cdef int32_t bounds[64]
    cdef int32_t settled[3]
    cdef int32_t count = _rank_guesses(w, guess_set, max(alpha, 0), cells, bounds, settled)
    cdef int32_t best = settled[0], bound = settled[2]
    best_cell[0] = settled[1]
    for i in range(count):
        if bounds[i] <= best:
            bound = max(bound, bounds[i])
            break
        value = _guess(w, guess_set, cells[i], best)
        if value == _STOPPED:
            return value
        if value > best:
            best = value
            best_cell[0] = cells[i]
        else:
            bound = max(bound, value)
    return best if best_cell[0] >= 0 else bound

cdef int32_t _worth_of_set(WholeBoard *w, GuessSet *guess_set, int32_t alpha) noexcept nogil:
    """What a guess set is worth by the best play; if not more than ``alpha``, a bound up to it."""
    cdef GuessSet searched = guess_set[0]  # the stack is used below
    cdef int32_t cell
    w.sets.nodes += 1
    if w.sets.nodes > w.sets.most_nodes or ((w.sets.nodes & 63) == 0 and look(w.sets.clock)):
        return _STOPPED
    if searched.bound <= alpha:
        return searched.bound
    value = _best_guess(w, &searched, alpha, &cell)
    if value != _STOPPED:
        _remember(w, &searched, value, cell >= 0)
    return value

cdef class LayoutTree:
    """The game tree over listed layouts, with a table of sets that is kept from call to call.

    shown: uint8 (layouts, cells), what each cell shows in each layout, 9 for a mine
    images: int32 (symmetries, layouts), what each layout is turned into by each symmetry of the board
    slots: sets to remember, a power of two (24 bytes each)
    grouped: whether to bound sets by groups of layouts that nothing safe tells apart: it pays with few mines
    costs: (of a guess, of a mine that it meets) where the game goes on after a mine; ``None``: it is lost,
        and a set is worth the layouts that are won
    """

    cdef WholeBoard board
    cdef Clock clock
    cdef readonly int cells

    @property
    def solved(self) -> int:
        """What a layout is worth that is solved, before what its guesses cost."""
        return self.board.objective.solved

    def __cinit__(self, const uint8_t[:, ::1] shown, const int32_t[:, ::1] images, int64_t slots,
                  bint grouped, costs=None):
        cdef WholeBoard *w = &self.board
        cdef uint64_t state
        cdef int64_t index
        cdef int32_t guess_cost = 0, hit_cost = 1
        if costs is not None:
            guess_cost, hit_cost = costs
            if guess_cost < 0 or hit_cost < 0 or grouped:
                raise ValueError("costs are not negative, and groups bound wins only")
        if shown.shape[1] > MOST_CELLS or images.shape[0] > MOST_IMAGES or slots < 4:
            raise ValueError("at most 64 cells and 8 symmetries, at least 4 slots")
        # Sizes.
        memset(w, 0, sizeof(WholeBoard))
        memset(&self.clock, 0, sizeof(Clock))
        self.cells = w.sets.column_count = shown.shape[1]
        w.sets.clock = &self.clock
        self.clock.interrupted = _interrupted
        w.layout_count = shown.shape[0]
        w.sets.stride = (w.sets.column_count + BLOCK - 1) // BLOCK * BLOCK
        w.images = images.shape[0]
        w.grouped = grouped
        # The objective: a layout won counts 1, or more than the guesses on all its cells can cost.
        w.objective.guess_cost = guess_cost
        w.objective.hit_cost = hit_cost
        w.objective.goes_on = costs is not None
        w.objective.solved = 1 if costs is None else (guess_cost + hit_cost) * self.cells + 1
        w.parts = VALUES + w.objective.goes_on
        w.shown_bits = (1 << w.parts) - 1
        # Two layouts that a guess tells apart are both won; a set of three with that bound has no more.
        w.sure_bound = -1 if w.objective.goes_on else 2
        if <int64_t>w.layout_count * w.objective.solved > 0x7FFFFFFF:
            raise ValueError("so many layouts with such costs are more than the sums can hold")
        w.sets.table_mask = slots - 1
        # Arrays: a guess set has three layouts or more, two where each is to be told from the other.
        w.guess_set_room = <int64_t>w.layout_count * (w.sets.column_count + 1) // (4 if costs is None else 2)
        w.guess_set_room += 64
        take(&w.arena, w.bits, w.layout_count * w.sets.stride // 4)
        take(&w.arena, w.sets.shown_values, w.layout_count * w.sets.stride)
        take(&w.arena, w.words, <int64_t>w.layout_count * w.images)
        take(&w.arena, w.sets.layouts, w.layout_count)
        take(&w.arena, w.sets.spare, w.layout_count)
        take(&w.arena, w.agreeing, <int64_t>w.sets.column_count * 10 * (MOST_GROUPED // 64))
        take(&w.arena, w.guess_sets, w.guess_set_room)
        take(&w.arena, w.sets.table, slots)
        if w.arena.failed:
            raise MemoryError
        # What each layout shows, also as bits, and its word under each symmetry.
        for k in range(w.layout_count):
            for a in range(w.sets.stride):
                index = <int64_t>k * w.sets.stride + a
                w.sets.shown_values[index] = shown[k, a] if a < w.sets.column_count else 0
                w.bits[index // 4] |= <uint64_t>1 << (16 * (a & 3) + w.sets.shown_values[index])
            for g in range(w.images):
                state = _IMAGE_SEED + 2 * <uint64_t>images[g, k] * GOLDEN
                w.words[<int64_t>k * w.images + g].low = mix(state)
                w.words[<int64_t>k * w.images + g].high = mix(state + GOLDEN)

    def __dealloc__(self):
        release(&self.board.arena)

    def opening(self, const int32_t[::1] layouts, int32_t cell, int32_t alpha, int64_t nodes) -> tuple:
        """What the layouts are worth by opening a cell and the best play from there, and sets searched.
        -1 where the nodes ran out; if not more than ``alpha``, any bound up to it."""
        cdef WholeBoard *w = &self.board
        cdef GuessSet guess_set = self._begin(layouts, nodes)
        cdef int32_t value
        with nogil:
            value = _guess(w, &guess_set, cell, alpha)
        raise_interrupt(&self.clock)
        return value, w.sets.nodes

    def best(self, const int32_t[::1] layouts) -> tuple:
        """(worth, the best cell) of a set in which no safe cell tells layouts apart. The cell is -1 where no
        guess tells layouts apart either: one layout is won."""
        cdef WholeBoard *w = &self.board
        cdef GuessSet guess_set = self._begin(layouts, <int64_t>1 << 62)
        cdef int32_t cell, value
        with nogil:
            value = _best_guess(w, &guess_set, 0, &cell)
        raise_interrupt(&self.clock)
        return value, cell

    cdef GuessSet _begin(self, const int32_t[::1] layouts, int64_t nodes) except *:
        """Lay the layouts of a set out."""
        cdef WholeBoard *w = &self.board
        cdef GuessSet guess_set
        if layouts.shape[0] > w.layout_count:
            raise ValueError("more layouts than there are")
        w.sets.nodes = 0
        w.sets.most_nodes = nodes
        w.guess_set_count = 0
        memcpy(w.sets.layouts, &layouts[0], layouts.shape[0] * sizeof(int32_t))
        guess_set.begin = 0
        guess_set.size = layouts.shape[0]
        start(w.sets.clock, INFINITY)
        return guess_set
