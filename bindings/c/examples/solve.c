/* Reads a board in canonical text and prints the mine probability of each hidden cell in percent.
 *
 *     python bindings/build.py c
 *     cc -Ibindings/c/build bindings/c/examples/solve.c bindings/c/build/libminesolver.a -lm -o solve
 *     ./solve < examples/expert.mines
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minesolver.h"

int main(void) {
    static const char *problems[] = {"", "no mine layout fits this board", "out of memory", "out of time"};
    char line[4096];
    int rows, cols, mines, status, best, at = 0;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%dx%dx%d", &rows, &cols, &mines) != 3) {
        fprintf(stderr, "the first line is ROWSxCOLSxMINES\n");
        return 2;
    }
    minesolver *engine = minesolver_open(rows, cols);
    int8_t *cells = malloc(rows * cols), *proof = malloc(rows * cols);
    double *probability = malloc(sizeof *probability * rows * cols);
    if (!engine || !cells || !proof || !probability) {
        fprintf(stderr, "no board of %d by %d cells fits\n", rows, cols);
        return 3;
    }
    for (int c; at < rows * cols && (c = getchar()) != EOF;) {
        if (c == '#') cells[at++] = -1;
        else if (c == '*') cells[at++] = 10;
        else if (c == '.') cells[at++] = 0;
        else if (c >= '0' && c <= '8') cells[at++] = c - '0';
        else if (c > ' ') {
            fprintf(stderr, "row %d, column %d: '%c' is no cell\n", at / cols, at % cols, c);
            return 2;
        }
    }
    if (at < rows * cols) {
        fprintf(stderr, "%d cells in place of %d\n", at, rows * cols);
        return 2;
    }
    status = minesolver_analyze(engine, cells, mines, 0.0, INFINITY, probability, proof);
    if (status != MINESOLVER_DONE) {
        fprintf(stderr, "%s\n", problems[status]);
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
    best = minesolver_best(engine, cells, probability, proof);
    if (best >= 0) printf("open row %d, column %d\n", best / cols, best % cols);
    minesolver_close(engine);
    free(cells), free(proof), free(probability);
    return 0;
}
