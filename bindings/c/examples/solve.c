/* Reads a board in canonical text and prints the mine probability of each hidden cell in percent.
 *
 *     python bindings/build.py c
 *     cc -Ibindings/c/build bindings/c/examples/solve.c bindings/c/build/libminesolver.a -lm -o solve
 *     ./solve < examples/expert.mines
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "minesolver.h"

enum { MAX_TEXT = 1 << 21 };

int main(void) {
    static char text[MAX_TEXT];
    int32_t size[2], where[2];
    int64_t mines;
    text[fread(text, 1, sizeof text - 1, stdin)] = '\0';
    int status = minesolver_read_board(text, size, &mines, NULL, 0, where);
    if (status != MINESOLVER_DONE) {
        if (status == MINESOLVER_BAD_ARGUMENT) fprintf(stderr, "line %d, column %d: no board\n", where[0], where[1]);
        else fprintf(stderr, "%s\n", minesolver_status_text(status));
        return 2;
    }
    int rows = size[0], cols = size[1];
    minesolver *engine = minesolver_open(rows, cols);
    int8_t *cells = malloc(rows * cols), *proof = malloc(rows * cols);
    double *probability = malloc(sizeof *probability * rows * cols);
    if (!engine || !cells || !proof || !probability) {
        fprintf(stderr, "no board of %d by %d cells fits\n", rows, cols);
        return 3;
    }
    minesolver_read_board(text, size, &mines, cells, rows * cols, NULL);
    status = minesolver_analyze(engine, cells, mines, 0.0, INFINITY, probability, proof);
    if (status != MINESOLVER_DONE) {
        fprintf(stderr, "%s\n", minesolver_status_text(status));
        return status == MINESOLVER_CONTRADICTION ? 1 : 3;
    }
    for (int i = 0; i < rows * cols; i++) {
        if (cells[i] >= 0 && cells[i] <= 8) printf("%4d", cells[i]);
        else if (cells[i] == 10) printf("   *");
        else if (proof[i] == MINESOLVER_PROVED_SAFE) printf("   s");
        else if (proof[i] == MINESOLVER_PROVED_MINE) printf("   m");
        else printf("%3.0f%%", 100 * probability[i]);
        if (i % cols == cols - 1) putchar('\n');
    }
    int best = minesolver_best(engine, cells, probability, proof);
    if (best >= 0) printf("open row %d, column %d\n", best / cols, best % cols);
    minesolver_close(engine);
    free(cells), free(proof), free(probability);
    return 0;
}
