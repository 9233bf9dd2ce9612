/* Boards in canonical text, as minesolver.h says. It needs nothing of the engine, and includes no header of it: it is
 * also the end of minesolver.c, which has the engine's own declarations. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
#define TEXT_FUNCTION extern "C"
#else
#define TEXT_FUNCTION extern
#endif

enum { HIDDEN_CELL = -1, MARKED_MINE = 10, NO_CELL = -2, MAX_BOARD = 1000000 };
enum { READ_DONE = 0, READ_LIMIT = 2, READ_BAD_ARGUMENT = 4 }; /* statuses of minesolver.h */

/* A line of the text without what is blank at its end. */
typedef struct {
    const char *start;
    size_t length;
    const char *next; /* what comes after it, or NULL */
    int32_t number;   /* from 1 */
} text_line;

static text_line line_at(const char *start, int32_t number) {
    text_line line = {start, strcspn(start, "\n"), NULL, number};
    if (start[line.length] == '\n') line.next = start + line.length + 1;
    while (line.length && strchr(" \t\r", start[line.length - 1])) line.length--;
    return line;
}

/* The next line that is not blank; its length is 0 where there is none. */
static text_line filled_line(const char *start, int32_t number) {
    text_line line = line_at(start, number);
    while (!line.length && line.next) line = line_at(line.next, line.number + 1);
    return line;
}

static text_line line_after(text_line line) {
    if (!line.next) return line_at("", line.number + 1);
    return filled_line(line.next, line.number + 1);
}

static int code_of(char sign) {
    if (sign == '#') return HIDDEN_CELL;
    if (sign == '*') return MARKED_MINE;
    if (sign == '.') return 0;
    return sign >= '0' && sign <= '8' ? sign - '0' : NO_CELL;
}

/* A whole number at a place of a line, which moves on behind it; -1 where there is none or it is too large. */
static int64_t number_at(text_line line, size_t *at) {
    int64_t number = 0;
    size_t first = *at;
    while (*at < line.length && line.start[*at] >= '0' && line.start[*at] <= '9' && number <= INT_MAX)
        number = 10 * number + (line.start[(*at)++] - '0');
    return *at > first && number <= INT_MAX ? number : -1;
}

/* Rows, columns and mine count (-1: not said) of a first line such as 16x30x99, 16x30x? or 16x30. Whether all of the line
 * is that; else `at` is where it is not. */
static int is_header(text_line line, int64_t sizes[3], size_t *at) {
    *at = 0;
    sizes[2] = -1;
    for (int k = 0; k < 3; k++) {
        if (k == 2 && *at < line.length && line.start[*at] == '?') {
            ++*at;
            break;
        }
        sizes[k] = number_at(line, at);
        if (sizes[k] < 0) return 0;
        if (k == 1 && *at == line.length) break;
        if (k < 2 && (*at >= line.length || line.start[(*at)++] != 'x')) return 0;
    }
    return *at == line.length;
}

static int defect(int32_t where[2], int32_t line, size_t column) {
    if (where) {
        where[0] = line;
        where[1] = (int32_t)column + 1;
    }
    return READ_BAD_ARGUMENT;
}

TEXT_FUNCTION int minesolver_read_board(const char *text, int32_t size[2], int64_t *mines, int8_t *cells, int32_t room,
                                        int32_t where[2]) {
    int64_t sizes[3] = {-1, -1, -1};
    int64_t marked = 0, hidden = 0, rows = 0, cols = 0;
    size_t at = 0;
    int32_t header_line = 0;
    text_line line = filled_line(text, 1);
    /* A first line with an x says the size; no cell is one. */
    if (line.length && memchr(line.start, 'x', line.length)) {
        if (!is_header(line, sizes, &at)) return defect(where, line.number, at);
        header_line = line.number;
        line = line_after(line);
    }
    for (; line.length; line = line_after(line), rows++) {
        if (!rows) cols = (int64_t)line.length;
        for (at = 0; at < line.length; at++) {
            int code = code_of(line.start[at]);
            if (code == NO_CELL || (int64_t)at >= cols) return defect(where, line.number, at);
            if (rows * cols + (int64_t)at >= MAX_BOARD) return READ_LIMIT;
            if (cells && rows * cols + (int64_t)at >= room) return READ_LIMIT;
            if (cells) cells[rows * cols + (int64_t)at] = (int8_t)code;
            marked += code == MARKED_MINE;
            hidden += code == HIDDEN_CELL;
        }
        if ((int64_t)line.length < cols) return defect(where, line.number, line.length);
    }
    if (!rows) return defect(where, line.number, 0);
    if (header_line) {
        int is_size = sizes[0] == rows && sizes[1] == cols;
        int is_count = sizes[2] < 0 || (sizes[2] >= marked && sizes[2] <= marked + hidden);
        if (!is_size || !is_count) return defect(where, header_line, 0);
    }
    size[0] = (int32_t)rows;
    size[1] = (int32_t)cols;
    *mines = sizes[2];
    return READ_DONE;
}

/* Append to a text that has so much room: what does not fit is counted only. */
static void append(char *text, int64_t room, int64_t *length, const char *part, size_t part_length) {
    if (text && *length + (int64_t)part_length < room) memcpy(text + *length, part, part_length);
    *length += (int64_t)part_length;
}

TEXT_FUNCTION int64_t minesolver_write_board(int32_t rows, int32_t cols, int64_t mines, const int8_t *cells, char *text,
                                             int64_t room) {
    char header[64], sign;
    int64_t length = 0;
    if (mines >= 0) {
        snprintf(header, sizeof header, "%dx%dx%lld\n", (int)rows, (int)cols, (long long)mines);
        append(text, room, &length, header, strlen(header));
    }
    for (int64_t i = 0; i < (int64_t)rows * cols; i++) {
        sign = cells[i] == HIDDEN_CELL ? '#' : cells[i] == MARKED_MINE ? '*' : (char)('0' + cells[i]);
        if (cells[i] < HIDDEN_CELL || cells[i] > MARKED_MINE || cells[i] == 9) return -1;
        append(text, room, &length, &sign, 1);
        if (i % cols == cols - 1) append(text, room, &length, "\n", 1);
    }
    if (text && room > 0) text[length < room ? length : 0] = '\0';
    return length + 1;
}
