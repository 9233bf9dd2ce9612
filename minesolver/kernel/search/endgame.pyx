# The whole game tree over the layouts that remain, where these are few.
#
# All layouts are equally likely and what a player knows is the set of them that agrees with all that was
# seen; so the value of a set is the number of its layouts that the best play wins. A cell that is safe in all
# of a set costs nothing to open, so it is opened before any guess; what is seen then follows from the set.
# Before the parts that a cell divides a set into are searched, each is bounded: by what was found of it
# before, or by the layouts that its safest cell survives. Sets met before are looked up by a 128-bit sum of
# scrambled words over their layouts. The word of a layout is that of its mines, less those that the whole set
# has in common: so regions that are solved, and in whichever way, make no difference.

cdef enum:
    _OUT_OF_NODES = -1
    _LARGE_SET = 2000  # layouts of a set that takes its time

cdef extern from *:
    const int64_t _NODES_BETWEEN_LOOKS "(int64_t)(255)"  # a mask
    const int64_t ANY_WORK "((int64_t)1 << 62)"
    const uint64_t FIRST_BITS "0x101010101010101ull"

cdef struct Survey:
    # of a set of layouts
    int32_t fewest  # in so many each column that tells some apart is a mine, at least
    Words mines  # sum over the columns that are mines in all
    Words safe  # and over those that are safe in all and tell some apart

cdef void _open_column(Tree *t, Frame *frame, int32_t column, int32_t alpha) noexcept nogil:
    """Open a column: the parts that follow, the layouts won in those that are plain, bounds of the others.
    Given up where it cannot be more than ``alpha``."""
    cdef SetEntry *entry
    cdef Survey survey
    t.work_left -= (frame.end - frame.begin) * (1 + t.sets.column_count // COLUMNS_OF_WORD)
    frame.total = frame.next_value = 0
    divide(&t.sets, frame.begin, frame.end, column, frame.ends)
    frame.remaining_bound = frame.ends[VALUES] - frame.begin
    for v in range(VALUES):
        size = frame.ends[v + 1] - frame.ends[v]
        frame.bounds[v] = 0
        if size == 0:
            continue
        frame.remaining_bound -= size
        # What a part is worth: at once, of few layouts.
        if size <= 2:
            frame.total += 1 + (size == 2 and told_apart(&t.sets, frame.ends[v]))
        else:
            _survey(t, frame.ends[v], frame.ends[v + 1], &survey)
            frame.bounds[v] = size - survey.fewest
            frame.keys[v] = _make_key(t, frame.ends[v], frame.ends[v + 1], &survey)
            # Or as it was found before; that may be a bound.
            entry = _entry(t, &frame.keys[v])
            if same_key(&entry.key, &frame.keys[v]):
                if entry.bound_kind == EXACT:
                    frame.total += entry.wins
                    frame.bounds[v] = 0
                elif entry.bound_kind == AT_MOST:
                    frame.bounds[v] = min(frame.bounds[v], entry.wins)
            frame.remaining_bound += frame.bounds[v]
        # No more than that can be won.
        if frame.total + frame.remaining_bound <= alpha:
            return

cdef inline void _add_word(Words *key, uint64_t low, uint64_t high) noexcept nogil:
    """Add two words, scrambled, to a sum."""
    low = (low ^ (low >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    low = (low ^ (low >> 27)) * <uint64_t>0x94D049BB133111EB
    low ^= low >> 31
    key.low += low
    key.high += (high ^ low) * GOLDEN

cdef void _survey(Tree *t, int32_t begin, int32_t end, Survey *survey) noexcept nogil:
    """What the layouts of a set have in common. Eight columns at a time, a byte each; of 0 to 9, only a mine
    has both the first and the fourth bit."""
    cdef uint64_t word, all_bits, any_bits, mines
    cdef uint8_t mine_bytes[COLUMNS_OF_WORD]
    cdef uint8_t all_bytes[COLUMNS_OF_WORD]
    cdef uint8_t any_bytes[COLUMNS_OF_WORD]
    cdef int32_t mine_counts[COLUMNS_OF_WORD]
    survey.fewest = end - begin
    survey.mines.low = survey.mines.high = survey.safe.low = survey.safe.high = 0
    for word_index in range((t.sets.column_count + COLUMNS_OF_WORD - 1) // COLUMNS_OF_WORD):
        first_column = word_index * COLUMNS_OF_WORD
        # The bits that all layouts have in eight columns, and those that any has. Mines are counted
        # in bytes, which hold 255.
        all_bits = ~<uint64_t>0
        any_bits = 0
        memset(mine_counts, 0, COLUMNS_OF_WORD * sizeof(int32_t))
        k = begin
        while k < end:
            stretch_end = min(end, k + 255)
            mines = 0
            while k < stretch_end:
                memcpy(&word, row_of(&t.sets, k) + first_column, COLUMNS_OF_WORD)
                all_bits &= word
                any_bits |= word
                mines += word >> 3 & word & FIRST_BITS
                k += 1
            memcpy(mine_bytes, &mines, COLUMNS_OF_WORD)
            for byte_index in range(COLUMNS_OF_WORD):
                mine_counts[byte_index] += mine_bytes[byte_index]
        # Nothing differs in these columns, and none is a mine.
        if all_bits == any_bits and (all_bits >> 3 & all_bits & FIRST_BITS) == 0:
            continue
        memcpy(all_bytes, &all_bits, COLUMNS_OF_WORD)
        memcpy(any_bytes, &any_bits, COLUMNS_OF_WORD)
        # Column by column: a mine in all, or a cell that tells layouts apart.
        for byte_index in range(min(COLUMNS_OF_WORD, t.sets.column_count - first_column)):
            words = &t.column_words[first_column + byte_index]
            if all_bytes[byte_index] == SHOWN_MINE:
                survey.mines.low ^= words.low
                survey.mines.high ^= words.high
            elif all_bytes[byte_index] != any_bytes[byte_index]:
                survey.fewest = min(survey.fewest, mine_counts[byte_index])
                if mine_counts[byte_index] == 0:
                    _add_word(&survey.safe, words.low + GOLDEN, words.high)

cdef Words _make_key(Tree *t, int32_t begin, int32_t end, Survey *survey) noexcept nogil:
    """The key of a set: the mines that its layouts differ in, and the safe cells that tell them apart."""
    cdef Words key = survey.safe
    for k in range(begin, end):
        words = &t.words[t.sets.layouts[k]]
        _add_word(&key, words.low ^ survey.mines.low, words.high ^ survey.mines.high)
    key.low ^= t.generation * GOLDEN
    return key

cdef inline SetEntry *_entry(Tree *t, const Words *key) noexcept nogil:
    return t.sets.table + <int64_t>(key.low & <uint64_t>t.sets.table_mask)

cdef void _count_shown(Tree *t, Frame *frame, Frame *parent) noexcept nogil:
    """What the layouts of a set show in each open cell of its parent: layout by layout, as they lie."""
    memset(t.counts, 0, parent.open_count * 10 * sizeof(int32_t))
    for k in range(frame.begin, frame.end):
        row = row_of(&t.sets, k)
        for a in range(parent.open_count):
            t.counts[a][row[parent.open[a]]] += 1

cdef int32_t _look_at_cells(Tree *t, Frame *frame, Frame *parent) noexcept nogil:
    """Which cells tell the layouts of a set apart, and in how many each is no mine. Returns the place of the
    cell that is safe in all of them and divides them most finely, or -1."""
    cdef int32_t size = frame.end - frame.begin, safe_column = -1, open_count = 0
    cdef int64_t squares, safe_squares = <int64_t>size * size
    _count_shown(t, frame, parent)
    for a in range(parent.open_count):
        column = parent.open[a]
        count = t.counts[a]
        largest = 0
        squares = 0
        for v in range(10):
            largest = max(largest, count[v])
            squares += <int64_t>count[v] * count[v]
        if largest == size:
            continue
        survivors = size - count[SHOWN_MINE]
        if survivors == size and squares < safe_squares:
            safe_column = column
            safe_squares = squares
        # By least mines, then by how finely they divide.
        t.rank[open_count] = (
            -(<int64_t>survivors << 40) + squares - <int64_t>count[SHOWN_MINE] * count[SHOWN_MINE]
        )
        frame.survivors[open_count] = survivors
        frame.open[open_count] = column
        open_count += 1
    frame.open_count = open_count
    return safe_column

cdef int32_t _parts_won(Tree *t, int depth, int32_t alpha) noexcept nogil:
    """Layouts of the set of frame ``depth`` won by what was opened; if not above ``alpha``, a bound up to
    it."""
    cdef Frame *frame = &t.frames[depth]
    cdef Frame *child = frame + 1
    while frame.remaining_bound and frame.total + frame.remaining_bound > alpha:
        while frame.bounds[frame.next_value] == 0:
            frame.next_value += 1
        v = frame.next_value
        frame.next_value += 1
        frame.remaining_bound -= frame.bounds[v]
        child.begin = frame.ends[v]
        child.end = frame.ends[v + 1]
        child.alpha = alpha - frame.total - frame.remaining_bound
        child.key = frame.keys[v]
        value = _set_won(t, depth + 1)
        if value < 0:
            return value
        frame.total += value
    return frame.total + frame.remaining_bound

cdef int32_t _set_won(Tree *t, int depth) noexcept nogil:
    """Layouts of the set of frame ``depth`` that the best play wins, -1 out of nodes or time. If that is not
    more than ``frame.alpha``, any bound up to it."""
    cdef Frame *frame = &t.frames[depth]
    cdef SetEntry *entry = _entry(t, &frame.key)
    cdef int32_t bound = 0
    cdef bint exact = False

    # Found before.
    if depth > 1 and same_key(&entry.key, &frame.key):
        if entry.bound_kind == EXACT or entry.bound_kind == AT_MOST and entry.wins <= frame.alpha:
            return entry.wins

    # Or given up.
    t.sets.nodes += 1
    if t.sets.nodes > t.sets.most_nodes or t.work_left < 0 or depth + 1 >= TREE_DEPTH:
        return _OUT_OF_NODES
    if (t.sets.nodes & _NODES_BETWEEN_LOOKS) == 0 or frame.end - frame.begin > _LARGE_SET:
        t.sets.clock.calls |= 15  # at the clock itself
        if look(t.sets.clock):
            return _OUT_OF_NODES

    # A safe cell that tells layouts apart costs nothing.
    safe_column = _look_at_cells(t, frame, frame - 1)
    if safe_column >= 0:
        _open_column(t, frame, safe_column, frame.alpha)
        best = _parts_won(t, depth, frame.alpha)
        if best < 0:
            return best
        exact = best > frame.alpha
        if depth == 1:
            t.first_cell = safe_column
    else:
        for a in range(frame.open_count):
            bound = max(bound, frame.survivors[a])
        if bound <= frame.alpha:
            return bound
        for a in range(frame.open_count):
            frame.order[a] = a
        sort_by(frame.order, frame.open_count, t.rank)
        # The guesses, those with fewest mines first, until none can be better.
        best = max(0, frame.alpha)
        for a in range(frame.open_count):
            column = frame.open[frame.order[a]]
            if frame.survivors[frame.order[a]] <= best:
                break
            _open_column(t, frame, column, best)
            value = _parts_won(t, depth, best)
            if value < 0:
                return value
            if value > best:
                best = value
                exact = True
                if depth == 1:
                    t.first_cell = column

    # What was found is kept.
    entry.key = frame.key
    entry.wins = best
    entry.bound_kind = EXACT if exact else AT_MOST
    return best

cdef int32_t wins(Tree *t, int32_t begin, int32_t end, int32_t alpha) noexcept nogil:
    """How many of the layouts ``begin`` to ``end - 1`` the best play wins; -1 out of nodes or time. If that
    is not more than ``alpha``, any bound up to ``alpha``."""
    cdef Frame *root = &t.frames[1]
    cdef Survey survey
    if end - begin == 1:
        return 1
    root.begin = begin
    root.end = end
    root.alpha = alpha
    _survey(t, begin, end, &survey)
    root.key = _make_key(t, begin, end, &survey)
    return _set_won(t, 1)

cdef int32_t wins_opening(Tree *t, int32_t column, int32_t alpha) noexcept nogil:
    """:func:`wins` of all layouts when a column is opened first, or any bound up to ``alpha``."""
    cdef Frame *root = &t.frames[0]
    cdef int32_t total = 0
    divide(&t.sets, 0, t.layout_count, column, root.ends)
    remaining = root.ends[VALUES]
    for v in range(VALUES):
        if root.ends[v + 1] == root.ends[v]:
            continue
        remaining -= root.ends[v + 1] - root.ends[v]
        won = wins(t, root.ends[v], root.ends[v + 1], alpha - total - remaining)
        if won < 0:
            return won
        total += won
        if total + remaining <= alpha:
            return total + remaining
    return total

cdef void begin_tree(Tree *t, int64_t nodes) noexcept nogil:
    """A new tree over the layouts that are listed, with so many nodes to spend."""
    t.sets.nodes = 0
    t.sets.most_nodes = nodes
    t.generation += 1
    t.first_cell = -1
    t.frames[0].open_count = t.sets.column_count
    for column in range(t.sets.column_count):
        t.frames[0].open[column] = column
    for layout in range(t.layout_count):
        row = t.sets.shown_values + layout * t.sets.stride
        words = &t.words[layout]
        words.low = words.high = 0
        for column in range(t.sets.column_count):
            if row[column] == SHOWN_MINE:
                words.low ^= t.column_words[column].low
                words.high ^= t.column_words[column].high

cdef int32_t play_out(Tree *t, int64_t nodes) noexcept nogil:
    """Layouts that the best play wins, ``t.first_cell`` the column that it opens first; -1 out of nodes or
    time."""
    begin_tree(t, nodes)
    return wins(t, 0, t.layout_count, -1)

cdef bint _isolated(Analyzer *a, Tree *t, int32_t component) noexcept nogil:
    """Whether all unknown cells around those of a component are its own."""
    cdef Frontier *frontier = &a.frontier
    for q in range(frontier.group_count):
        t.in_component[q] = 0
    for q in range(frontier.group_start[component], frontier.group_start[component + 1]):
        t.in_component[frontier.order[q]] = 1
    for i in range(a.board.cells):
        group = frontier.group_of[i]
        if a.knowledge.state[i] != UNKNOWN or group < 0 or not t.in_component[group]:
            continue
        for k in range(a.board.degree[i] + a.board.covering_count[i]):
            if k < a.board.degree[i]:
                cell = a.board.neighbours[i][k]
            elif a.board.covering_clues == a.board.neighbours:
                break
            else:
                cell = a.board.covering_clues[i][k - a.board.degree[i]]
                if cell >= a.board.cells:
                    continue
            if a.knowledge.state[cell] == UNKNOWN:
                group = frontier.group_of[cell]
                if group < 0 or not t.in_component[group]:
                    return False
    return True

cdef int32_t play_region(Analyzer *a, Tree *t, int64_t nodes) noexcept nogil:
    """:func:`play_out` of a region that has nothing to do with the others; -1 where there is none. Its mines
    are so many in all layouts and no cell around its own is unknown: whatever is opened elsewhere tells
    nothing about it, nor the other way round. So it is played by itself, and now is as good as later."""
    for c in range(a.frontier.component_count):
        if a.counts.component[c].length != 1 or not _isolated(a, t, c):
            continue
        if list_component(a, t, c):
            won = play_out(t, nodes)
            if won >= 0 and t.first_cell >= 0:
                return won
    return -1
