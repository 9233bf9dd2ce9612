// A 9x9 board without guesses, opened by proved cells, from Java over JNA (https://github.com/java-native-access/jna).
//
//     python bindings/build.py c
//     javac -cp jna.jar -d out bindings/jvm/Solve.java
//     java -cp jna.jar:out -Djna.library.path=bindings/c/build Solve

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.Arrays;

public class Solve {
    /** The functions of minesolver.h that are called here: int8_t * is byte[], int64_t is long, a handle a Pointer. */
    public interface Minesolver extends Library {
        Pointer minesolver_open(int rows, int cols);

        void minesolver_close(Pointer handle);

        String minesolver_version();

        String minesolver_status_text(int status);

        int minesolver_no_guess(
                Pointer handle,
                int mines,
                int firstCell,
                long seed,
                long index,
                long tries,
                int repairs,
                double seconds,
                byte[] layout);

        int minesolver_analyze(
                Pointer handle,
                byte[] cells,
                long mines,
                double logOdds,
                double seconds,
                double[] probability,
                byte[] proof);

        int minesolver_best(Pointer handle, byte[] cells, double[] probability, byte[] proof);
    }

    static final int ROWS = 9, COLS = 9, MINES = 10;
    static final byte HIDDEN = -1, PROVED_SAFE = 1;
    static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    public static void main(String[] arguments) {
        Minesolver library = Native.load("minesolver", Minesolver.class);
        Pointer handle = library.minesolver_open(ROWS, COLS);
        byte[] layout = new byte[ROWS * COLS];
        int first = 4 * COLS + 4;
        check(library, library.minesolver_no_guess(handle, MINES, first, 7, 0, 100_000, 0, NO_LIMIT, layout));

        byte[] cells = new byte[ROWS * COLS];
        Arrays.fill(cells, HIDDEN);
        double[] probability = new double[cells.length];
        byte[] proof = new byte[cells.length];
        int opened = 0;
        for (int cell = first; cell >= 0; opened++) {
            if (layout[cell] != 0) throw new IllegalStateException("a proved cell is a mine");
            cells[cell] = clue(layout, cell);
            check(library, library.minesolver_analyze(handle, cells, MINES, 0, NO_LIMIT, probability, proof));
            cell = library.minesolver_best(handle, cells, probability, proof);
            if (cell >= 0 && proof[cell] != PROVED_SAFE) throw new IllegalStateException("a guess is needed");
        }
        library.minesolver_close(handle);
        System.out.println("minesolver " + library.minesolver_version() + " opened " + opened + " cells without a guess");
    }

    static void check(Minesolver library, int status) {
        if (status != 0) throw new IllegalStateException(library.minesolver_status_text(status));
    }

    /** The mines around a cell. */
    static byte clue(byte[] layout, int cell) {
        int row = cell / COLS, col = cell % COLS;
        byte mines = 0;
        for (int r = Math.max(0, row - 1); r <= Math.min(ROWS - 1, row + 1); r++)
            for (int c = Math.max(0, col - 1); c <= Math.min(COLS - 1, col + 1); c++) mines += layout[r * COLS + c];
        return mines;
    }
}
