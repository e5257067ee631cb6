/* Reads, writes and checks animation databases. Parts, in order: the columns of an animation
 * (adb_columns.def); files and checks. A column is a member, or some bits of the member
 * `packed`: adb_get() and adb_set() hide the difference from JSON and CSV. */
#include "evil_islands/tables/adb_internal.h"

#include "base/game_text.h"
#include "base/text.h"

#include <math.h>

#define RECORD_FILE "evil_islands/tables/adb.def"
#include "base/record_define.h"

static const uint32_t sizes[] = {88, 84, 36}; /* by ADB_IN_... */

/* ---- values ---- */

static const char *const nothing[] = {NULL};
static const char *const weapon_names[] = {"SWORD",  "AXE", "DAGGER",  "SPEAR",
                                           "HAMMER", "BOW", "CROSSBOW"};
static const char *const state_names[] = {"NEUTRAL", "REST", "ATTACK", "UNK3",
                                          "WARRY",   "UNK5", "LIE",    "ALL"};
static const char *const type_names[] = {"UNK0", "SPECIAL", "ATTACK", "CAST",  "RUN", "WALK",
                                         "IDLE", "DEATH",   "SUFFER", "CROSS", NULL,  NULL,
                                         NULL,   NULL,      NULL,     "ALL"};
static const char *const stage_names[] = {"UNIQUE", "START", "CYCLE", "END"};
static const char *const form_names[] = {"HIDES", "STEPS",    "HIT",
                                         "SFXES", "LOWSHAPE", "HIGHSHAPE"};

static const AdbColumn columns[] = {
#define HEIGHT(name)                                                                           \
    {                                                                                          \
#name, ADB_FLOAT, offsetof(AdbHead, name), 0, 32, nothing, 1, ADB_IN_HEAD              \
    }
    HEIGHT(min_height),
    HEIGHT(mid_height),
    HEIGHT(max_height),
#define COLUMN(name, kind, member, from, width, names, in_sizes)                               \
    {#name,           ADB_##kind, offsetof(AdbAnimation, member), from, width, names,          \
     COUNT_OF(names), in_sizes},
#include "evil_islands/tables/adb_columns.def"
#undef COLUMN
};

/* The bit of a record size in `sizes` of the columns; 0 if there is no such size. */
unsigned adb_size_bit(uint32_t size)
{
    for (unsigned i = 0; i < COUNT_OF(sizes); i++)
        if (sizes[i] == size)
            return 1u << i;
    return 0;
}

const AdbColumn *adb_next(const AdbColumn *last, uint32_t size)
{
    const unsigned bit = size ? adb_size_bit(size) : ADB_IN_HEAD;
    for (const AdbColumn *next = last ? last + 1 : columns; next < columns + COUNT_OF(columns);
         next++)
        if (next->sizes & bit)
            return next;
    return NULL;
}

static bool is_packed(const AdbColumn *column)
{
    return column->kind == ADB_BITS || column->kind == ADB_FLAGS;
}

/* The highest value of a column of so many bits. */
uint64_t adb_max(const AdbColumn *column) { return (1ull << column->width) - 1; }

uint64_t adb_get(const AdbColumn *column, const void *record)
{
    uint32_t word;
    if (is_packed(column))
        return ((const AdbAnimation *)record)->packed >> column->from & adb_max(column);
    memcpy(&word, (const char *)record + column->offset, sizeof word);
    return word;
}

void adb_set(const AdbColumn *column, void *record, uint64_t value)
{
    const uint32_t word = (uint32_t)value;
    AdbAnimation *animation = record;
    if (is_packed(column)) {
        animation->packed &= ~(adb_max(column) << column->from);
        animation->packed |= value << column->from;
    } else {
        memcpy((char *)record + column->offset, &word, sizeof word);
    }
}

const char *adb_value_name(const AdbColumn *column, uint64_t value)
{
    return value < column->name_count ? column->names[value] : NULL;
}

/* For flags, the value is the number of the bit. */
bool adb_named_value(const AdbColumn *column, Text name, uint64_t *out)
{
    for (size_t i = 0; i < column->name_count; i++)
        if (column->names[i] && text_is_caseless(name, column->names[i])) {
            *out = i;
            return true;
        }
    return false;
}

/* The field's size is fixed: name, zero, and bytes that mostly are zeros. Trailing zeros do
 * not belong to the rest. */
void adb_split(const char *field, size_t size, Text *name, Bytes *rest)
{
    size_t from = 0;
    while (from < size && field[from])
        from++;
    *name = (Text){field, from};
    from += from < size;
    while (size > from && !field[size - 1])
        size--;
    *rest = (Bytes){(const uint8_t *)field + from, size - from};
}

/* The inverse of adb_split(). A name of the full size has no zero, and no rest. */
bool adb_join(char *field, size_t size, Text utf8, Bytes rest, const char **why, Arena *arena)
{
    Text name;
    size_t zero;
    if (!game_text_encode(utf8, &name, NULL, arena)) {
        *why = game_text_lack(utf8, arena).at;
        return false;
    }
    *why = "a name cannot contain a zero";
    if (text_find(name, 0, &zero))
        return false;
    *why = "the name is too long";
    if (name.size > size)
        return false;
    memset(field, 0, size);
    if (name.size)
        memcpy(field, name.at, name.size);
    const size_t capacity = name.size < size ? size - name.size - 1 : 0;
    if (capacity && rest.size)
        memcpy(field + name.size + 1, rest.data, rest.size < capacity ? rest.size : capacity);
    return true;
}

/* ---- files ---- */

bool adb_is(Bytes start) { return start.size >= 4 && !memcmp(start.data, "ADB", 4); }

/* The file has a count, but not the size of a record: it follows from the size of the file. */
static bool find_size(const Reader *reader, Adb *out, Report *report)
{
    const uint64_t left = reader_left(reader), count = out->head.count;
    out->size = sizes[0];
    if (!count && !left)
        return true;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (count && count * sizes[i] == left) {
            out->size = sizes[i];
            return true;
        }
    return report_error(
        report, "the file has %llu animations in %llu bytes; expected 88, 84 or 36 bytes each",
        (unsigned long long)count, (unsigned long long)left);
}

bool adb_read(Bytes file, Adb *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (Adb){0};
    if (!record_read(&AdbHead_layout, &out->head, &reader, arena) ||
        !find_size(&reader, out, report))
        return false;
    out->count = out->head.count;
    out->animations = ARENA_ALLOC(arena, AdbAnimation, out->count);
    for (size_t i = 0; i < out->count; i++) {
        out->animations[i].size = out->size;
        if (!record_read(&AdbAnimation_layout, &out->animations[i], &reader, arena))
            return false;
    }
    return true;
}

/* All records get the size of the file, whatever they had. */
Bytes adb_write(const Adb *adb, Arena *arena)
{
    Writer writer = writer_to(arena);
    AdbHead head = adb->head;
    head.count = (uint32_t)adb->count;
    record_write(&AdbHead_layout, &head, &writer);
    for (size_t i = 0; i < adb->count; i++) {
        AdbAnimation animation = adb->animations[i];
        animation.size = adb->size;
        record_write(&AdbAnimation_layout, &animation, &writer);
    }
    return writer_bytes(&writer);
}

enum { FORM_SFXES_BIT = 35 };

/* In all 775 records of the original game, special sounds and their form occur together (see
 * adb.h). */
static void check_sounds(const AdbAnimation *animation, size_t i, Report *report)
{
    const AdbTimes *times = &animation->times;
    uint32_t ids = 0;
    for (size_t j = 0; j < COUNT_OF(times->special_id); j++)
        ids |= times->special_id[j];
    const bool form = animation->packed >> FORM_SFXES_BIT & 1;
    if (form && !ids && !times->special)
        report_warning(report, "animation %zu has the form SFXES, but no special sounds", i);
    if (!form && (ids || times->special))
        report_warning(report, "animation %zu has special sounds, which need the form SFXES",
                       i);
}

/* These are warnings, because the file can be read all the same. */
bool adb_check(Bytes file, Arena *arena, Report *report)
{
    Adb adb;
    if (!adb_read(file, &adb, arena, report))
        return false;
    const AdbHead *head = &adb.head;
    if (!isfinite(head->min_height) || !isfinite(head->mid_height) ||
        !isfinite(head->max_height))
        report_warning(report, "a height of the unit is not a number");
    for (size_t i = 0; i < adb.count; i++) {
        const AdbAnimation *animation = &adb.animations[i];
        if (!animation->name[0])
            report_warning(report, "animation %zu has no name", i);
        if (adb.size != 36 && !isfinite(animation->times.speed))
            report_warning(report, "animation %zu: the speed is not a number", i);
        if (adb.size == 88)
            check_sounds(animation, i, report);
        if (animation->packed >> 7 & 0xFF || animation->packed >> 38 & 0x1FF)
            report_warning(report, "animation %zu: bits 7 to 14 and 38 to 46 should be zero",
                           i);
    }
    return true;
}

Text adb_title(Bytes file, Arena *arena)
{
    Adb adb;
    Text name;
    Bytes rest;
    Report silent = report_to(NULL, NULL);
    if (!adb_read(file, &adb, arena, &silent))
        return TEXT("");
    adb_split(adb.head.name, sizeof adb.head.name, &name, &rest);
    name = game_text_decode(name, arena);
    return arena_format(arena, "%.*s%s%zu animation%s", (int)name.size, name.at,
                        name.size ? ", " : "", adb.count, PLURAL(adb.count));
}

void adb_describe(Writer *writer)
{
    write_format(writer, "Little-endian. As CSV: a table of the unit, an empty row, a table "
                         "of the animations; each\nweapon and form is a column.\n\n");
    record_describe(&AdbHead_layout, writer);
    record_describe(&AdbAnimation_layout, writer);
    record_describe(&AdbTimes_layout, writer);
    record_describe(&AdbShort_layout, writer);
}
