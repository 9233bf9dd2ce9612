"""The C library from Python by ``ctypes``; any language with such calls goes the same way.

python bindings/build.py c && python bindings/c/examples/solve.py
"""

import ctypes as c
import math
from pathlib import Path

library = c.CDLL(str(next((Path(__file__).parents[1] / "build").glob("libminesolver.[sd]*"))))
library.minesolver_open.restype = c.c_void_p

rows, cols, mines = 5, 5, 7
text = "##3#*########31##210#2100"
cells = (c.c_int8 * 25)(
    *(-1 if symbol == "#" else 10 if symbol == "*" else int(symbol) for symbol in text)
)
probability, proof = (c.c_double * 25)(), (c.c_int8 * 25)()

engine = c.c_void_p(library.minesolver_open(rows, cols))
status = library.minesolver_analyze(
    engine, cells, c.c_int64(mines), c.c_double(0), c.c_double(math.inf), probability, proof
)
assert status == 0, status
for row in range(rows):
    print(" ".join(f"{probability[row * cols + col]:.3f}" for col in range(cols)))
print("open", divmod(library.minesolver_best(engine, cells, probability, proof), cols))
library.minesolver_close(engine)
