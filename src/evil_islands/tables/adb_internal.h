/* Internal declarations of the ADB module. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_ADB_INTERNAL_H
#define OISIN_EVIL_ISLANDS_TABLES_ADB_INTERNAL_H

#include "evil_islands/tables/adb.h"

enum {
    ADB_IN_88 = 1,
    ADB_IN_84 = 2,
    ADB_IN_36 = 4,
    ADB_IN_LONG = 3,
    ADB_IN_ALL = 7,
    ADB_IN_HEAD = 8
};

typedef enum AdbKind {
    ADB_INT,
    ADB_BITS,
    ADB_FLAGS, /* each bit has a name */
    ADB_FLOAT,
    ADB_HEX,
} AdbKind;

typedef struct AdbColumn {
    const char *name;
    AdbKind kind;
    size_t offset;            /* in AdbAnimation or AdbHead */
    unsigned from, width;     /* in bits; for ADB_HEX in bytes */
    const char *const *names; /* of values or bits; NULL: unnamed */
    size_t name_count;
    unsigned sizes;
} AdbColumn;

/* The column after `last` that animations of this size have, or for size 0 the head of the
 * file; NULL for the first, and at the end. */
const AdbColumn *adb_next(const AdbColumn *last, uint32_t size);
/* The ADB_IN_... flag of a record size; 0 if the size is invalid. */
unsigned adb_size_bit(uint32_t size);

/* The value of a column, except ADB_HEX, in an animation or the head. A float is represented by
 * its bits. */
uint64_t adb_get(const AdbColumn *column, const void *record);
void adb_set(const AdbColumn *column, void *record, uint64_t value);
uint64_t adb_max(const AdbColumn *column);

/* The name of a value, NULL if it has none; and the value of a name, ignoring case. */
const char *adb_value_name(const AdbColumn *column, uint64_t value);
bool adb_named_value(const AdbColumn *column, Text name, uint64_t *out);

/* Splits a field of `size` bytes into the name before its zero and the bytes after it, without
 * trailing zeros. */
void adb_split(const char *field, size_t size, Text *name, Bytes *rest);
/* Combines `utf8` and `rest` to a field; returns false and sets `*why` if the name does not fit
 * or cannot be encoded in cp1251. Bytes that do not fit after a longer name are dropped. */
bool adb_join(char *field, size_t size, Text utf8, Bytes rest, const char **why, Arena *arena);

#endif
