"""What is not the solver: each folder declares in its ``extra.json`` what it adds, and can be deleted.

Nothing outside of ``extras`` names anything inside, and no extra names another: what one wants of another it
asks the registry for.
"""
