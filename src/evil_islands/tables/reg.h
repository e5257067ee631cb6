/* REG files of Evil Islands: a binary form of INI files (specs/evil_islands.md).
 *
 * Sections and keys are looked up through hash chains like those of archives (hash_chain.h);
 * sorted by offset they are the INI file. The chains follow from the names and are not stored:
 * writing restores the game's own files byte for byte. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_REG_H
#define OISIN_EVIL_ISLANDS_TABLES_REG_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/tables/reg.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum { REG_SLOTS_MAX = 32767, REG_TEXT_MAX = 65535, REG_ARRAY = 128 };

typedef enum RegType { REG_INT, REG_FLOAT, REG_TEXT, REG_TYPES } RegType;

extern const char *const reg_type_names[REG_TYPES]; /* "int", ... */

typedef struct RegValue {
    uint32_t bits; /* of a number */
    Text text;     /* cp1251 */
} RegValue;

/* The position of a name in a file; ignored by writing. */
typedef struct RegExtent {
    uint32_t slot;
    int32_t next;
    size_t at; /* in the file */
} RegExtent;

typedef struct RegKey {
    Text name; /* cp1251 */
    RegType type;
    bool array; /* also for arrays of one value or none */
    RegValue *values;
    size_t count; /* 1 if it is not an array */
    RegExtent place;
} RegKey;

typedef struct RegSection {
    Text name;
    RegKey *keys;
    size_t count;
    RegExtent place;
} RegSection;

typedef struct Reg {
    RegSection *sections;
    size_t count;
} Reg;

bool reg_is(Bytes start);

/* Reads sections and keys in file order. Texts are copies. Overlapping parts that describe more
 * data than the file contains are errors. */
bool reg_read(Bytes file, Reg *out, Arena *arena, Report *report);
/* Fails for more than 32,767 sections, more than 32,767 keys in a section, or texts of more
 * than 65,535 bytes. */
bool reg_write(const Reg *reg, Bytes *out, Arena *arena, Report *report);

/* For the registry (kit/formats/format.h). */
bool reg_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool reg_check(Bytes file, Arena *arena, Report *report);
bool reg_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text reg_title(Bytes file, Arena *arena);
void reg_describe(Writer *writer);

#endif
