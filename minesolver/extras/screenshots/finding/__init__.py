"""The boards that a picture shows: candidates in its lattices, the best of them, and others beside it."""
