/* Plays twenty games by the policy "strongest"; the argument is the file of its trees.
 *
 *     python bindings/build.py c
 *     cc -Ibindings/c/build bindings/c/examples/play.c bindings/c/build/libminesolver.a -lm -o play
 *     ./play bindings/c/build/minesolver_trees.bin
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minesolver.h"
#include "minesolver_policies.h"

int main(int count, char **arguments) {
    const int rows = 9, cols = 9, mines = 10, games = 20;
    const size_t size = (size_t)MINESOLVER_TREES_COUNT * MINESOLVER_TREES_SIZE;
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    void *trees = malloc(size);
    int won = 0, which = 0;
    if (!file || !trees || fread(trees, 1, size, file) != size) {
        fprintf(stderr, "the argument is minesolver_trees.bin\n");
        return 2;
    }
    fclose(file);
    while (strcmp(minesolver_policies[which].name, "strongest")) which++;
    minesolver *engine = minesolver_open(rows, cols);
    if (!engine || minesolver_policy(engine, minesolver_policies[which].kind, &minesolver_policies[which].game, trees,
                                     MINESOLVER_TREES_COUNT, MINESOLVER_TREES_SIZE)) {
        fprintf(stderr, "out of memory\n");
        return 3;
    }
    for (int game = 0; game < games; game++) {
        double result[5];
        if (minesolver_play(engine, mines, MINESOLVER_PROTECT_CELL, 0, 1, game, 0, INFINITY, result)) return 3;
        won += result[0] == MINESOLVER_WON;
    }
    printf("%d games of %dx%d with %d mines: %d won\n", games, rows, cols, mines, won);
    minesolver_close(engine);
    free(trees);
    return 0;
}
