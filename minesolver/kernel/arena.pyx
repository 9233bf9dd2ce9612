# Where arrays are allocated and released: large ones each in a block of its own, small ones side by side in
# chunks. Where nothing is in the processor's cache, a page that is looked at takes about as long as a line
# of it, and a 9x9 board has dozens of arrays of a few lines. For a sanitizer each array has its own block: it
# then sees every step outside.

cdef extern from *:
    """
    typedef struct {
        void **blocks;
        int count, capacity, failed;
        char *chunk;  /* what is free of the last one */
        int64_t chunk_room, chunk_size;
    } Arena;

    #if defined(__SANITIZE_ADDRESS__)
    #define SMALL_ARRAY 0
    #else
    #define SMALL_ARRAY 4096
    #endif
    #define LARGEST_CHUNK (16 * SMALL_ARRAY)

    /* A zeroed block; on failure NULL, and `failed` is set. Untouched pages of a large one cost no memory. */
    static void *take_block(Arena *arena, int64_t count, size_t size) {
        void *block;
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

    /* The same for an array: a block of its own, or what comes next in a chunk. Each chunk is twice as large
       as the one before, so that an arena of few arrays takes little. */
    static void *take_array(Arena *arena, int64_t count, size_t size) {
        int64_t bytes = (count > 0 ? count : 1) * (int64_t)size;
        char *array;
        if (arena->failed) return NULL;
        if (bytes > SMALL_ARRAY) return take_block(arena, count, size);
        bytes = (bytes + 15) / 16 * 16;  /* as items of any type are aligned */
        if (bytes > arena->chunk_room) {
            int64_t chunk_size = arena->chunk_size ? 2 * arena->chunk_size : SMALL_ARRAY;
            if (chunk_size > LARGEST_CHUNK) chunk_size = LARGEST_CHUNK;
            arena->chunk = (char *)take_block(arena, chunk_size, 1);
            arena->chunk_size = arena->chunk_room = arena->chunk ? chunk_size : 0;
            if (!arena->chunk) return NULL;
        }
        array = arena->chunk;
        arena->chunk += bytes;
        arena->chunk_room -= bytes;
        return array;
    }

    /* An array of `count` items for a pointer of any type. */
    #define take(arena, field, count) ((field) = take_array(arena, count, sizeof *(field)))
    #define take3(arena, count, field1, field2, field3) \\
        (take(arena, field1, count), take(arena, field2, count), take(arena, field3, count))
    #define take4(arena, count, field1, field2, field3, field4) \\
        (take3(arena, count, field1, field2, field3), take(arena, field4, count))

    static void *take_row_block(Arena *arena, int64_t count, int64_t width, size_t size) {
        char **rows = take_array(arena, count, sizeof(void *));
        char *items = take_array(arena, count * width, size);
        if (items) for (int64_t i = 0; i < count; i++) rows[i] = items + i * width * size;
        return rows;
    }

    /* The same for a pointer to pointers: `count` rows of `width` items. */
    #define take_rows(arena, field, count, width) \\
        ((field) = take_row_block(arena, count, width, sizeof **(field)))

    /* Sort places by their keys, a few or mostly in order, the least first; equals stay as they are. */
    #define sort_by(items, count, keys) do { \\
        for (int64_t end_ = 1; end_ < (count); end_++) { \\
            int64_t place_ = end_; \\
            int32_t item_ = (items)[end_]; \\
            for (; place_ > 0 && (keys)[(items)[place_ - 1]] > (keys)[item_]; place_--) \\
                (items)[place_] = (items)[place_ - 1]; \\
            (items)[place_] = item_; \\
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
    void take3(Arena *arena, int64_t count, void *field1, void *field2, void *field3) nogil
    void take4(Arena *arena, int64_t count, void *field1, void *field2, void *field3,
               void *field4) nogil
    void take_rows(Arena *arena, void *field, int64_t count, int64_t width) nogil
    void sort_by(int32_t *items, int64_t count, const void *keys) nogil
    void release(Arena *arena) nogil  # frees all blocks
