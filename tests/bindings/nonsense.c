/* Nonsense for every function of the C library: numbers out of all ranges, codes and lists that are none. An address or
 * undefined-behaviour sanitizer ends the program where one of them does harm.
 *
 *     nonsense TREES SEED CALLS
 *
 * TREES: the file minesolver_trees.bin. Arrays have the sizes that the header asks for: those are the caller's to keep.
 */
#include "minesolver.h"
#include "minesolver_policies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096, SITES = 200, LISTED = 400, SHOWN = 4000 };

static uint64_t state;
static int8_t cells[ROOM], layout[ROOM], opened[ROOM], answer[ROOM], proof[ROOM];
static double probability[ROOM], candidates[4 * ROOM];
static int32_t part[ROOM], clues[ROOM], starts[SITES + 1], listed[LISTED], kinds[SITES];
static uint32_t limbs[ROOM], other_limbs[ROOM];
static int8_t weights[LISTED], symbol[SHOWN];
static uint64_t sums[SITES];
static int64_t drawn;
static char text[100000], trees[4 << 20];

static uint64_t any(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static int64_t below(int64_t end) { return (int64_t)(any() % (uint64_t)end); }

static int64_t number(void)
{
    static const int64_t strange[] = {-1, -2, 99, 127, 128, 255, 256, 1000, 65536, 1000000, 1000001, INT32_MAX, INT32_MIN,
                                      1LL << 32, -(1LL << 32), INT64_MAX, INT64_MIN};
    return below(3) ? below(14) : strange[below(17)];
}

static double real(void)
{
    static const double strange[] = {0, 1, -1, 0.5, INFINITY, -INFINITY, NAN, 1e308, -1e308, 1e-308, 709, 745, -745, 64, 63};
    return strange[below(15)];
}

static double seconds(void)
{
    double value = real();
    return value > 0.1 ? 0.1 : value;
}

static void fill(int8_t *codes)
{
    int64_t kind = below(4);
    for (int i = 0; i < ROOM; i++) {
        if (kind == 0) codes[i] = (int8_t)any();
        else if (kind == 1) codes[i] = -1;
        else if (kind == 2) codes[i] = (int8_t)(below(12) - 1);
        else codes[i] = below(3) ? -1 : (int8_t)below(3);
    }
}

/* Lists of a board of so many cells: mostly as they should be, some with one thing wrong. */
static minesolver *open_lists(int rows, int cols)
{
    minesolver_lists lists = {0};
    int count = rows * cols, size = 0;
    lists.sites = below(6) ? count : count + (int)below(3);
    for (int i = 0; i < lists.sites; i++) {
        int64_t cell = below(4);
        for (int k = 0; k < 3 && size < LISTED - 1; k++, cell += 1 + below(4)) {
            if (cell >= count && below(30)) break;
            listed[size++] = below(50) ? (int32_t)cell : (int32_t)number();
        }
        starts[i + 1] = below(200) ? size : (int32_t)below(LISTED);
    }
    lists.starts = starts;
    lists.cells = listed;
    if (below(2)) {
        for (int k = 0; k < LISTED; k++) weights[k] = below(5) ? 1 : (int8_t)(below(7) - 3);
        if (!below(20)) weights[below(20)] = (int8_t)any();
        lists.weights = weights;
    }
    if (lists.weights && below(2)) {
        lists.symbols = below(10) ? 3 : (int32_t)(number() % 8);
        lists.sums = below(10) ? 10 : (int32_t)(number() % 20);
        lists.ways = 1;
        for (int k = 0; k < SHOWN; k++) symbol[k] = (int8_t)below(3);
        for (int k = 0; k < SITES; k++) kinds[k] = 0, sums[k] = below(4) ? UINT64_MAX : any();
        if (!below(20)) kinds[below(5)] = (int32_t)number();
        if (!below(10)) symbol[below(5)] = (int8_t)any();
        lists.kinds = below(30) ? kinds : NULL;
        lists.symbol = below(30) ? symbol : NULL;
        lists.symbol_sums = sums;
    }
    return minesolver_open_lists(rows, cols, &lists);
}

static int choose_policy(minesolver *handle)
{
    minesolver_parameters parameters;
    double *values = (double *)&parameters;
    if (below(2)) {
        size_t k = (size_t)below(sizeof minesolver_policies / sizeof *minesolver_policies);
        int has_trees = minesolver_policies[k].trees;
        return minesolver_policy(handle, minesolver_policies[k].kind, &minesolver_policies[k].single,
                                 has_trees ? trees : NULL, has_trees ? MINESOLVER_TREES_COUNT : 0,
                                 has_trees ? MINESOLVER_TREES_SIZE : 0);
    }
    for (size_t k = 0; k < sizeof parameters / sizeof *values; k++) values[k] = real();
    if (below(4)) parameters.tree_slots = 1 << below(16), parameters.tree_room = (double)below(100000);
    return minesolver_policy(handle, (int)number(), &parameters, trees, 0, 0);
}

static int count_layouts(minesolver *handle)
{
    int64_t sizes[3] = {0};
    int status = minesolver_count(handle, cells, number(), (uint32_t)number(), (uint32_t)number(), seconds(), part, sizes);
    if (status == MINESOLVER_DONE && sizes[0] < ROOM && sizes[1] < ROOM) {
        minesolver_solutions(handle, limbs);
        for (int k = 0; k < 4; k++) minesolver_part(handle, (int)number(), limbs, other_limbs);
    }
    return status;
}

static int read_and_write(void)
{
    static const char signs[] = "#*0123456789.x?\n \t_-";
    int32_t size[2], where[2];
    int64_t mines, length = below(200);
    for (int k = 0; k < length; k++) text[k] = below(20) ? signs[below(sizeof signs - 1)] : (char)any();
    text[length] = 0;
    int status = minesolver_read_board(text, size, &mines, below(3) ? cells : NULL, (int32_t)below(ROOM), where);
    minesolver_write_board((int32_t)below(60), (int32_t)below(60), number(), cells, below(3) ? text : NULL,
                           below(3) ? (int64_t)sizeof text : below(100));
    minesolver_status_text((int)number());
    return status;
}

static int ask(minesolver *handle)
{
    int32_t choice[5] = {0};
    uint64_t allowed[SITES];
    double result[5];
    int status, mine_count;
    fill(cells);
    switch (below(12)) {
    case 0: return minesolver_analyze(handle, cells, number(), real(), seconds(), probability, proof);
    case 1: return count_layouts(handle);
    case 2:
        for (int k = 0; k < ROOM; k++) probability[k] = real(), proof[k] = (int8_t)below(3);
        minesolver_best(handle, cells, probability, proof);
        return MINESOLVER_DONE;
    case 3: return minesolver_reason(handle, cells, number(), (int)number(), seconds(), clues, &mine_count) < 0;
    case 4: return choose_policy(handle);
    case 5:
        status = minesolver_recommend(handle, cells, (int32_t)number(), real(), seconds(), choice);
        if (status == MINESOLVER_DONE) minesolver_candidates(handle, candidates);
        return status;
    case 6: return minesolver_layout(handle, (int)number(), (int)number(), (int)number(), any(), number(), answer);
    case 7:
        drawn = number();
        return minesolver_no_guess(handle, (int)number(), (int)number(), any(), number(), below(50), (int)number(), seconds(),
                                   &drawn, answer);
    case 8:
        fill(layout), fill(opened);
        for (int k = 0; below(6) && k < ROOM; k++) layout[k] &= 1;
        return minesolver_judge(handle, layout, opened, seconds(), answer);
    case 9:
        return minesolver_play(handle, (int)number(), (int)number(), (int)number(), any(), number(), real(), seconds(), result);
    case 10:
        for (int k = 0; k < SITES; k++) allowed[k] = below(2) ? any() : below(3) ? UINT64_MAX : 0;
        minesolver_allow(handle, below(3) ? allowed : NULL);
        return MINESOLVER_DONE;
    default: return read_and_write();
    }
}

int main(int count, char **words)
{
    int statuses[5] = {0}, boards = 0;
    FILE *file = count == 4 ? fopen(words[1], "rb") : NULL;
    if (!file || !fread(trees, 1, sizeof trees, file)) return 2;
    fclose(file);
    state = strtoull(words[2], NULL, 10) * 2654435761u + 88172645463325252u;
    minesolver_close(minesolver_open((int)number(), (int)number()));
    for (int calls = atoi(words[3]); calls > 0;) {
        int rows = 1 + (int)below(7), cols = 1 + (int)below(7);
        minesolver *handle = below(3) ? minesolver_open(rows, cols) : open_lists(rows, cols);
        calls--;
        if (!handle) continue;
        boards++;
        minesolver_limit_memory(handle, below(5) ? 1 << 26 : number());
        for (int64_t k = 3 + below(12); k > 0; k--, calls--) statuses[ask(handle)]++;
        minesolver_close(handle);
    }
    for (int k = 0; k < 5; k++) printf("%d ", statuses[k]);
    printf("%d\n", boards);
    return 0;
}
