//! One function of C: the mine probability of every cell, by a solver that has seen no board before.

use demine::solver::Solver;

/// `codes`: of each cell, row by row, a clue or a negative number where it is hidden. `probability`: of a mine in
/// each cell. Returns 0, or 1 where it refuses the board.
///
/// # Safety
/// Both pointers are to `rows * cols` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn probabilities(
    rows: i32,
    cols: i32,
    mines: i32,
    codes: *const i8,
    probability: *mut f64,
) -> i32 {
    let (rows, cols) = (rows as usize, cols as usize);
    let (codes, probability) = unsafe {
        (
            std::slice::from_raw_parts(codes, rows * cols),
            std::slice::from_raw_parts_mut(probability, rows * cols),
        )
    };
    let clues: Vec<Option<usize>> = codes.iter().map(|&code| usize::try_from(code).ok()).collect();
    let mut solver = Solver::new(cols, rows, 1);
    let Ok(mut known) = solver.with_known(&clues, Some(mines as usize)) else {
        return 1;
    };
    for (cell, chance) in probability.iter_mut().enumerate() {
        if clues[cell].is_some() {
            continue;
        }
        match known.mine_probability(cell / cols, cell % cols) {
            Ok(Some(value)) => *chance = f64::from(value),
            _ => return 1,
        }
    }
    0
}
