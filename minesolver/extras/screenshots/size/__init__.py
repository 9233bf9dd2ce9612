"""The size of a board, beside the lines at its ends (``../found_board.py``).

Sizes that games have (``sizes.py``), sides on which the picture's edge cuts a board (``edge.py``,
``margin.py``), numbers of rows and columns beside it (``labels.py``), and what is doubtful about a size
(``doubts.py``).
"""
