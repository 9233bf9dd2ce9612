# Where arrays are allocated and released, each in a block of its own: a sanitizer then sees every step
# outside.

cdef extern from *:
    """
    typedef struct { void **blocks; int count, capacity, failed; } Arena;

    /* A zeroed block; on failure NULL, and `failed` is set. Untouched pages of a large one cost no memory. */
    static void *take_block(Arena *arena, int64_t count, size_t size) {
        void *block;
        if (arena->failed) return NULL;
        if (arena->count == arena->capacity) {
            int capacity = 2 * arena->capacity + 32;
            void **blocks = (void **)realloc(arena->blocks, capacity * sizeof(void *));
            if (!blocks) { arena->failed = 1; return NULL; }
            arena->blocks = blocks;
            arena->capacity = capacity;
        }
        block = calloc(count > 0 ? count : 1, size);
        if (block) arena->blocks[arena->count++] = block;
        else arena->failed = 1;
        return block;
    }

    /* An array of `count` items for a pointer of any type. */
    #define take(arena, field, count) ((field) = take_block(arena, count, sizeof *(field)))
    #define take3(arena, count, one, two, three) \\
        (take(arena, one, count), take(arena, two, count), take(arena, three, count))
    #define take4(arena, count, one, two, three, four) \\
        (take3(arena, count, one, two, three), take(arena, four, count))

    static void *take_row_block(Arena *arena, int64_t count, int64_t width, size_t size) {
        char **rows = take_block(arena, count, sizeof(void *));
        char *items = take_block(arena, count * width, size);
        if (items) for (int64_t i = 0; i < count; i++) rows[i] = items + i * width * size;
        return rows;
    }

    /* The same for a pointer to pointers: `count` rows of `width` items. */
    #define take_rows(arena, field, count, width) \\
        ((field) = take_row_block(arena, count, width, sizeof **(field)))

    /* Sort places by their keys, a few or mostly in order, the least first; equals stay as they are. */
    #define sort_by(items, count, keys) do { \\
        for (int64_t end_ = 1; end_ < (count); end_++) { \\
            int64_t at_ = end_; \\
            int32_t own_ = (items)[end_]; \\
            for (; at_ > 0 && (keys)[(items)[at_ - 1]] > (keys)[own_]; at_--) \\
                (items)[at_] = (items)[at_ - 1]; \\
            (items)[at_] = own_; \\
        } \\
    } while (0)

    static void release(Arena *arena) {
        for (int i = 0; i < arena->count; i++) free(arena->blocks[i]);
        free(arena->blocks);
        memset(arena, 0, sizeof *arena);
    }
    """
    ctypedef struct Arena:
        bint failed

    void take(Arena *arena, void *field, int64_t count) nogil
    void take3(Arena *arena, int64_t count, void *one, void *two, void *three) nogil
    void take4(Arena *arena, int64_t count, void *one, void *two, void *three, void *four) nogil
    void take_rows(Arena *arena, void *field, int64_t count, int64_t width) nogil
    void sort_by(int32_t *items, int64_t count, const void *keys) nogil
    void release(Arena *arena) nogil  # frees all blocks
