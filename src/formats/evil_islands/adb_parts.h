/* What the files of the ADB module share; nobody else includes it. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_ADB_PARTS_H
#define OISIN_FORMATS_EVIL_ISLANDS_ADB_PARTS_H

#include "formats/evil_islands/adb.h"

enum { ADB_IN_88 = 1, ADB_IN_84 = 2, ADB_IN_36 = 4, ADB_IN_LONG = 3, ADB_IN_ALL = 7 };

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
    size_t offset;            /* in AdbAnimation */
    unsigned from, width;     /* in bits; of ADB_HEX in bytes */
    const char *const *names; /* of values or of bits, NULL where one has none */
    size_t name_count;
    unsigned sizes;
} AdbColumn;

extern const AdbColumn adb_columns[];
extern const size_t adb_column_count;

/* ADB_IN_... of a record size; 0 if there is no such size. */
unsigned adb_size_bit(uint32_t size);

/* Not of ADB_HEX. A float is its bits. */
uint64_t adb_get(const AdbColumn *column, const AdbAnimation *animation);
void adb_set(const AdbColumn *column, AdbAnimation *animation, uint64_t value);
uint64_t adb_max(const AdbColumn *column);

/* The name of a value, NULL if it has none; and back, in either case of letters. */
const char *adb_value_name(const AdbColumn *column, uint64_t value);
bool adb_named_value(const AdbColumn *column, Text name, uint64_t *out);

/* A field of `size` bytes is a name to its zero and what lies behind that, without the
 * zeros at the end. */
void adb_split(const char *field, size_t size, Text *name, Bytes *rest);
/* `utf8` and `rest` into a field; false if the name does not fit or is not in cp1251,
 * `*why` says so. What does not fit behind a longer name is cut. */
bool adb_join(char *field, size_t size, Text utf8, Bytes rest, const char **why, Arena *arena);

#endif
