/* minesolver: exact Minesweeper, without Python. docs/howto/other-languages.md is the guide.
 *
 * Boards are int8_t arrays of rows * cols cells in row-major order: -1 hidden, 0 to 8 an opened clue, 10 a known
 * mine. Cells are indices into them. Canonical text is read and written; what people paste, and boards under rules by
 * name, the engine protocol reads (minesolver engine). A handle works on boards of one size and for one thread at a time.
 * Functions that return `int` return one of the statuses below; only after MINESOLVER_DONE is there an answer. What
 * the caller hands over belongs to the caller and is read during the call alone, except where something else is said.
 */
#ifndef MINESOLVER_H
#define MINESOLVER_H

#include <stdint.h>

/* The version of this header; that of the library at hand is what minesolver_version() says. */
#define MINESOLVER_HEADER_VERSION "1.0.0"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MINESOLVER_DONE = 0,
    MINESOLVER_CONTRADICTION = 1, /* no layout agrees with the board */
    MINESOLVER_LIMIT = 2,         /* memory is short, or (no_guess, layout) no such board was found */
    MINESOLVER_STOPPED = 3,       /* the time is over, or the interrupt said so */
    /* no such cell, protection or code of a cell, fewer mines than none (but -1 for unknown), no policy chosen yet, or a
     * game under weights without symbols, which do not say what its cells show */
    MINESOLVER_BAD_ARGUMENT = 4
};
enum { MINESOLVER_NOT_PROVED = 0, MINESOLVER_PROVED_SAFE = 1, MINESOLVER_PROVED_MINE = 2 };
enum { MINESOLVER_PROTECT_NOTHING = 0, MINESOLVER_PROTECT_CELL = 1, MINESOLVER_PROTECT_AROUND = 2 };
enum { MINESOLVER_BY_PROOF = 0, MINESOLVER_BY_TREE = 1, MINESOLVER_BY_SCORE = 2, MINESOLVER_UNDECIDED = 3,
       MINESOLVER_BY_REGION = 4 };
enum { MINESOLVER_LOST = 0, MINESOLVER_WON = 1, MINESOLVER_UNFINISHED = 2 };

/* The version of the library, and a status in words. Both texts are static. */
const char *minesolver_version(void);
const char *minesolver_status_text(int status);

/* The board in canonical text: perhaps a first line ROWSxCOLSxMINES (16x30x99; 16x30x? or none: `mines` is -1), then a row
 * a line, `#` hidden, 0 to 8 or `.` opened, `*` a known mine; blank lines and blanks at the end of a line are skipped.
 * `size`: rows and columns. `cells`: room for so many cells, or NULL to ask for the size first. MINESOLVER_LIMIT: more
 * cells than room, or than a board may have. MINESOLVER_BAD_ARGUMENT: `where` (or NULL) is the line and the column of the
 * defect, from 1; a first line that says another size, or a mine count that cannot be, is one in itself. */
int minesolver_read_board(const char *text, int32_t size[2], int64_t *mines, int8_t *cells, int32_t room,
                          int32_t where[2]);

/* The same text of a board, with its first line where `mines` is not -1. Returns how many bytes it takes with the zero at
 * its end; where that is more than `room` the text is empty. `text` may be NULL. -1: a code is none. */
int64_t minesolver_write_board(int32_t rows, int32_t cols, int64_t mines, const int8_t *cells, char *text,
                               int64_t room);

typedef struct minesolver minesolver;

/* A handle for boards of one size (up to 1,000,000 cells); NULL where memory is short. */
minesolver *minesolver_open(int rows, int cols);
/* Of NULL: nothing. */
void minesolver_close(minesolver *);

/* Other boards than square ones. Clue i, first one on each cell and then those on no cell, is about the cells
 * cells[starts[i]] to cells[starts[i + 1] - 1], in rising order. */
typedef struct {
    int32_t sites; /* number of clues */
    const int32_t *starts, *cells;
    /* NULL: the number on a cell is its mines. Else what a mine in each cell of a list adds to the sum of the clue, or
     * below 0 what no mine in it adds (62 together at most), and a clue allows a set of sums. */
    const int8_t *weights;
    /* Only for games with weights; else 0 and NULL. A clue of kind k (one of each site) with the sum s shows, in one of
     * several equally likely ways w, the symbol symbol[(k * sums + s) * ways + w]; symbol y says that the sum is among
     * the bits of symbol_sums[k * symbols + y]. The codes of a position are then symbols. */
    int32_t symbols, ways, sums;
    const int32_t *kinds;
    const int8_t *symbol;
    const uint64_t *symbol_sums;
} minesolver_lists;

/* `rows` and `cols` say how many cells there are, and in which order it is best to count. A known mine is -2. The lists
 * are copied. NULL where they are out of their ranges. */
minesolver *minesolver_open_lists(int rows, int cols, const minesolver_lists *);

/* With weights: the sums that each clue of the positions to come allows, a bit each; all 64 bits: it says nothing. Codes
 * from 0 on then only say that a cell is open. NULL: by the symbols, or without them nothing. They are copied. */
void minesolver_allow(minesolver *, const uint64_t *allowed);

/* The most that an analysis may take for its states, in bytes; 1 GiB at first. */
void minesolver_limit_memory(minesolver *, int64_t bytes);

/* `data` has to live as long as the handle. `interrupted(data)` is asked some twenty times a second; what is running stops where it returns non-zero. */
void minesolver_on_interrupt(minesolver *, int (*interrupted)(void *), void *data);

/* The mine probability and the proof of each hidden cell. `mines`: on the whole board, or -1 where unknown; each
 * hidden cell is then a mine with the log odds `log_odds` (0: all layouts alike). `seconds`: INFINITY for no limit.
 * `probability` and `proof` have rows * cols entries. */
int minesolver_analyze(minesolver *, const int8_t *cells, int64_t mines, double log_odds, double seconds,
                       double *probability, int8_t *proof);

/* The same in integers of 32-bit limbs, the lowest first. Where `mines` is -1, the odds of a mine are those two whole
 * numbers. `part`: of each cell the number of its part; cells of one part have one probability. `sizes`: limbs of the
 * number of layouts, limbs of the numbers of a part, and how many parts there are; the two part numbers above stand for
 * cells that hold no mine, and a mine. */
int minesolver_count(minesolver *, const int8_t *cells, int64_t mines, uint32_t odds_of_mine, uint32_t odds_of_none,
                     double seconds, int32_t *part, int64_t sizes[3]);

/* After a count: the number of layouts; and P(mine) of the cells of a part, `mines` / (`total` * what is
 * returned); -1 where there is no such part, or nothing was counted. */
void minesolver_solutions(minesolver *, uint32_t *limbs);
int64_t minesolver_part(minesolver *, int part, uint32_t *mines, uint32_t *total);

/* The cell to open after an analysis: proved safe, else of least probability; -1 where none is left. */
int minesolver_best(minesolver *, const int8_t *cells, const double *probability, const int8_t *proof);

/* Why a hidden cell is proved: clues (cells) none of which can be left out, into `clues` (room for all), and whether the mine
 * count is needed as well. Returns their number; 0 where nothing is proved (or the mine count alone proves it), -1 out of time
 * or memory, or where a code or the mine count is none. For the cell -1: why no layout agrees with the board. */
int minesolver_reason(minesolver *, const int8_t *cells, int64_t mines, int cell, double seconds, int32_t *clues,
                      int *mine_count);

/* How far a policy looks, and what counts; yes and no are 1 and 0, numbers of layouts are natural logarithms (below 0:
 * none). docs/reference has what each field means, under `minesolver.policy.Search`. */
typedef struct minesolver_parameters {
    double min_relative_safety;
    double tree_log_layouts;
    double tree_nodes;
    double tree_room;
    double tree_cells;
    double tree_slots;
    double skip_uninformative;
    double fifty_fifty_credit;
    double second_best_weight;
    double third_best_weight;
    double expected_errors_weight;
    double lookahead_exponent;
    double frontier_bonus;
    double zero_bonus;
    double solve_regions;
    double playouts;
    double playout_log_layouts;
    double trees_weight;
} minesolver_parameters;

/* The policy of `recommend` and `play`. `minesolver_policies.h` has the arguments of each; others are out of range. */
int minesolver_policy(minesolver *, int kind, const minesolver_parameters *, const void *trees, int count, int size);

/* The policy's move. `choice`: how it was decided, the cell (-1: a proved cell is to be opened), layouts won by the
 * best play and all layouts (where a game tree decided), and how many candidates there are. */
int minesolver_recommend(minesolver *, const int8_t *cells, int32_t mines, double log_odds, double seconds,
                         int32_t choice[5]);

/* Of each candidate of the last recommendation: cell, P(safe), score, P(another cell is then proved safe). */
void minesolver_candidates(minesolver *, double *rows);

/* The layout of a game, 1 for a mine; the same for the same seed everywhere. MINESOLVER_LIMIT: the mines do not fit. */
int minesolver_layout(minesolver *, int mines, int protection, int first_cell, uint64_t seed, int64_t index,
                      int8_t *layout);

/* A layout that needs no guess from `first_cell` on, proved so. `repairs`: the most mines moved in one drawn layout
 * (0: all such layouts are equally likely; 50 finds dense ones). `drawn`: how many layouts of the seed and index were
 * drawn before, 0 at first; it is counted on by up to `tries`, so that the next call goes on to another board. */
int minesolver_no_guess(minesolver *, int mines, int first_cell, uint64_t seed, int64_t index, int64_t tries,
                        int repairs, double seconds, int64_t *drawn, int8_t *layout);

/* A whole layout (1 for a mine) played from cells that are open at the beginning (`opened`, 1 each; mines among them are
 * left out) with proved cells only. `cells` gets the position at which nothing more is proved: -1 for what is not open.
 * The layout needs no guess where only mines are not open there. */
int minesolver_judge(minesolver *, const int8_t *layout, const int8_t *opened, double seconds, int8_t *cells);

/* A whole game of the policy. `result`: outcome, guesses, cells opened, guesses survived, variance-reduced result;
 * `worth`: of a guess survived, for the last. */
int minesolver_play(minesolver *, int mines, int protection, int first_cell, uint64_t seed, int64_t index,
                    double worth, double seconds, double result[5]);

#ifdef __cplusplus
}
#endif
#endif
