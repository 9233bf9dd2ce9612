"""Experiments: a description in, results in a file, tables and reports out of that file."""
