# What other languages call: the functions of `minesolver.h`, and nothing else of the core is linked with
# them.

cdef struct Host:
    Analyzer analyzer
    Game game
    int64_t states


cdef public void *ms_open(int rows, int cols) noexcept nogil:
    """Room for boards of one size, or NULL."""
    cdef Host *own = <Host *>calloc(1, sizeof(Host))
    if own == NULL:
        return NULL
    own.states = 1 << 12
    if not allocate_analyzer(&own.analyzer, rows, cols, own.states):
        free(own)
        return NULL
    if not allocate_game(&own.game, &own.analyzer.board):
        ms_close(own)
        return NULL
    return own


cdef public void ms_close(void *host) noexcept nogil:
    cdef Host *own = <Host *>host
    release_game(&own.game)
    release_analyzer(&own.analyzer)
    free(own)


cdef public int ms_analyze(
    void *host, const int8_t *grid, int64_t mines, double log_odds, double seconds, double *probability,
    int8_t *proof
) noexcept nogil:
    cdef Host *own = <Host *>host
    cdef Marginals out
    out.probability = probability
    out.proof = proof
    start(&own.analyzer.clock, seconds)
    return analyze_position(&own.analyzer, grid, mines, log_odds, &out)
