"""Second looks at a picture whose first reading is a question, or whose board is of a known size.

Lines are added or left out, cells of other sides looked for (``second_look.py``), a title taken off
(``title.py``), a lost line found again (``lost_line.py``), or the board is one that goes on beyond the
picture's edge (``part.py``). A board of known size lies in one of few places (``known_size.py``).
"""
