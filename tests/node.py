"""Node, for scripts that run for a second or two."""

import shutil

NODE = shutil.which("node")
NODE_COMMAND = [str(NODE), "--interrupt-budget=1000000"]
"""Functions are optimised fifteen times later than by default: what ends soon gains less by that than it
costs, a seventh of these scripts' time.
"""
