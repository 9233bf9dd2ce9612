// The solver of b1f6c1c4/MineSweeperProb behind one function of C, for benchmarks/contenders.py. From a checkout of it:
//
//   g++ -std=c++23 -O3 -march=native -flto -DNDEBUG -fPIC -shared -IMineSweeperSolver -o minesweeperprob.so
//     minesweeperprob.cpp MineSweeperSolver/BasicSolver.cpp MineSweeperSolver/BinomialHelper.cpp
#include "BasicSolver.h"
#include "BinomialHelper.h"

// codes: of each cell, row by row, a clue or a negative number where it is hidden. probability: of a mine in each
// cell. Returns 0, or 1 where no layout fits.
extern "C" int probabilities(int rows, int cols, int mines, const signed char *codes, double *probability)
{
    static int cached_cells = 0;
    const int cells = rows * cols;
    if (cells > cached_cells) {
        CacheBinomials(cells, cells);
        cached_cells = cells;
    }
    try {
        BasicSolver solver(cells, mines);
        for (int cell = 0; cell < cells; ++cell)
            if (codes[cell] >= 0)
                solver.AddRestrain(cell, false);
        BlockSet neighbours;
        for (int cell = 0; cell < cells; ++cell) {
            if (codes[cell] < 0)
                continue;
            neighbours.clear();
            const int row = cell / cols, col = cell % cols;
            for (int r = MAX(row - 1, 0); r <= MIN(row + 1, rows - 1); ++r)
                for (int c = MAX(col - 1, 0); c <= MIN(col + 1, cols - 1); ++c)
                    if (r != row || c != col)
                        neighbours.push_back(r * cols + c);
            solver.AddRestrain(neighbours, codes[cell]);
        }
        solver.Solve(SolvingState::Reduce | SolvingState::Overlap | SolvingState::Probability, false);
        for (int cell = 0; cell < cells; ++cell) {
            const BlockStatus status = solver.GetBlockStatus(cell);
            probability[cell] = status == BlockStatus::Mine ? 1 : status == BlockStatus::Blank ? 0 : solver.GetProbability(cell);
        }
    } catch (const std::exception &) {
        return 1;
    }
    return 0;
}
