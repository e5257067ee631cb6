/* Reads, writes and checks REG files. Parts, in order: reading, in the order of the file;
 * writing; checks of the hash chains. Slots can lead several times to the same bytes, so the
 * bytes that are read are counted, and may not exceed the size of the file. */
#include "evil_islands/tables/reg.h"

#include "base/text.h"
#include "base/game_text.h"
#include "base/hash.h"
#include "evil_islands/archives/hash_chain.h"

#include <stdlib.h>

#define RECORD_FILE "evil_islands/tables/reg.def"
#include "base/record_define.h"

const char *const reg_type_names[REG_TYPES] = {"int", "float", "text"};

bool reg_is(Bytes start)
{
    return start.size >= 4 && !memcmp(start.data, "\xFB\x3E\xAB\x45", 4);
}

/* ---- reading ---- */

typedef struct Reading {
    Reader reader;
    size_t used; /* bytes that were read, counting repeated reads */
    Arena *arena;
} Reading;

/* Limits the bytes that are read to the file size: overlapping parts could otherwise describe
 * any amount of data. */
static bool use(Reading *reading, size_t from)
{
    Reader *reader = &reading->reader;
    if (!reader_ok(reader))
        return false;
    reading->used += reader->at - from;
    if (reading->used <= reader->bytes.size)
        return true;
    reader->at = from;
    return reader_fail(reader, "its parts overlap");
}

/* The slot decides between equal offsets, because qsort() is not stable. */
static int by_offset(const void *a, const void *b)
{
    const RegExtent *x = a, *y = b;
    return x->at != y->at ? (x->at > y->at) - (x->at < y->at)
                          : (x->slot > y->slot) - (x->slot < y->slot);
}

/* The targets of the slots, in file order. */
static RegExtent *places_of(const RegSlot *slots, size_t count, size_t base, Arena *arena)
{
    RegExtent *places = ARENA_ALLOC(arena, RegExtent, count);
    for (size_t i = 0; i < count; i++)
        places[i] = (RegExtent){(uint32_t)i, slots[i].next, base + slots[i].offset};
    if (count)
        qsort(places, count, sizeof *places, by_offset);
    return places;
}

/* After an error, the reader returns zeros, and the caller stops. */
static RegValue read_value(Reading *reading, RegType type)
{
    Reader *reader = &reading->reader;
    if (type != REG_TEXT)
        return (RegValue){.bits = read_u32(reader)};
    const Bytes bytes = read_bytes(reader, read_u16(reader));
    return (RegValue){.text = arena_text(reading->arena, text_of_bytes(bytes))};
}

/* The size of the values is checked before they are allocated. Without REG_ARRAY there is
 * one. */
static bool read_key(Reading *reading, RegExtent place, RegKey *out)
{
    Reader *reader = &reading->reader;
    RegKeyHead head = {0};
    reader_seek(reader, place.at);
    const size_t from = reader->at;
    if (!record_read(&RegKeyHead_layout, &head, reader, reading->arena))
        return false;
    const unsigned type = head.type & ~(unsigned)REG_ARRAY;
    *out = (RegKey){.name = {head.name, head.name_size},
                    .type = (RegType)type,
                    .array = head.type & REG_ARRAY,
                    .count = head.type & REG_ARRAY ? head.count : 1,
                    .place = place};
    if (type >= REG_TYPES) {
        reader->at = from;
        return reader_fail(reader, "a key's type is %u; expected 0, 1 or 2", type);
    }
    if (!reader_need(reader, out->count * (type == REG_TEXT ? 2 : 4), "the values"))
        return false;
    out->values = ARENA_ALLOC(reading->arena, RegValue, out->count);
    for (size_t i = 0; i < out->count && reader_ok(reader); i++)
        out->values[i] = read_value(reading, out->type);
    return use(reading, from);
}

/* Offsets of keys are relative to the section. The head and each key are counted by use(). */
static bool read_section(Reading *reading, RegExtent place, RegSection *out)
{
    Reader *reader = &reading->reader;
    RegSectionHead head = {0};
    reader_seek(reader, place.at);
    const size_t from = reader->at;
    if (!record_read(&RegSectionHead_layout, &head, reader, reading->arena) ||
        !use(reading, from))
        return false;
    *out = (RegSection){
        .name = {head.name, head.name_size}, .count = head.key_count, .place = place};
    out->keys = ARENA_ALLOC(reading->arena, RegKey, out->count);
    const RegExtent *places = places_of(head.slots, out->count, place.at, reading->arena);
    for (size_t i = 0; i < out->count; i++)
        if (!read_key(reading, places[i], &out->keys[i]))
            return false;
    return true;
}

/* The order of the offsets is that of the INI file from which the game's tools made it. */
bool reg_read(Bytes file, Reg *out, Arena *arena, Report *report)
{
    Reading reading = {.reader = reader_of(file, report), .arena = arena};
    RegHead head = {0};
    if (!record_read(&RegHead_layout, &head, &reading.reader, arena) || !use(&reading, 0))
        return false;
    *out = (Reg){.count = head.section_count};
    out->sections = ARENA_ALLOC(arena, RegSection, out->count);
    const RegExtent *places = places_of(head.slots, out->count, 0, arena);
    for (size_t i = 0; i < out->count; i++)
        if (!read_section(&reading, places[i], &out->sections[i]))
            return false;
    return true;
}

/* ---- writing ---- */

/* A single value has no count in the file: the layout omits it without REG_ARRAY. */
static void write_key(const RegKey *key, Writer *writer)
{
    const RegKeyHead head = {.type = (u8)(key->type | (key->array ? REG_ARRAY : 0)),
                             .name_size = (u16)key->name.size,
                             .name = (char *)key->name.at,
                             .count = (u16)key->count};
    record_write(&RegKeyHead_layout, &head, writer);
    for (size_t i = 0; i < key->count; i++) {
        const RegValue *value = &key->values[i];
        if (key->type == REG_TEXT) {
            write_u16(writer, (uint16_t)value->text.size);
            write_text(writer, value->text);
        } else {
            write_u32(writer, value->bits);
        }
    }
}

/* Builds slots for names whose data is at `offsets`. */
static RegSlot *make_slots(const Text *names, const size_t *offsets, size_t count, Arena *arena)
{
    RegSlot *slots = ARENA_ALLOC(arena, RegSlot, count);
    uint32_t *places = ARENA_ALLOC(arena, uint32_t, count);
    int32_t *next = ARENA_ALLOC(arena, int32_t, count);
    chain_build(names, count, places, next, arena);
    for (size_t i = 0; i < count; i++)
        slots[places[i]] = (RegSlot){(i16)next[places[i]], (u32)offsets[i]};
    return slots;
}

/* Offsets are needed by the table in front of the keys, so the keys are written to a buffer.
 * 4 is the size of the two counts. */
static void write_section(const RegSection *section, Writer *writer, Arena *arena)
{
    enum { SLOT_SIZE = 6 };
    Writer keys = writer_to(arena);
    Text *names = ARENA_ALLOC(arena, Text, section->count);
    size_t *offsets = ARENA_ALLOC(arena, size_t, section->count);
    for (size_t i = 0; i < section->count; i++) {
        names[i] = section->keys[i].name;
        offsets[i] = 4 + section->name.size + SLOT_SIZE * section->count + keys.size;
        write_key(&section->keys[i], &keys);
    }
    const RegSectionHead head = {.key_count = (u16)section->count,
                                 .name_size = (u16)section->name.size,
                                 .name = (char *)section->name.at,
                                 .slots = make_slots(names, offsets, section->count, arena)};
    record_write(&RegSectionHead_layout, &head, writer);
    write_bytes(writer, writer_bytes(&keys));
}

static bool text_fits(Text text, const char *what, Report *report)
{
    return text.size <= REG_TEXT_MAX ||
           report_error(report, "%s of %zu bytes; the maximum is %d", what, text.size,
                        REG_TEXT_MAX);
}

static bool key_fits(const RegKey *key, Report *report)
{
    if (!text_fits(key->name, "a key's name", report))
        return false;
    for (size_t i = 0; i < key->count; i++)
        if (!text_fits(key->values[i].text, "a text", report))
            return false;
    return key->count <= UINT16_MAX ||
           report_error(report, "an array of %zu; the maximum is %d", key->count, UINT16_MAX);
}

/* Checked before writing, since record_write() would truncate counts of 16 bits. */
static bool fits(const Reg *reg, Report *report)
{
    if (reg->count > REG_SLOTS_MAX)
        return report_error(report, "the file has %zu sections; the maximum is %d", reg->count,
                            REG_SLOTS_MAX);
    for (size_t i = 0; i < reg->count; i++) {
        const RegSection *section = &reg->sections[i];
        if (section->count > REG_SLOTS_MAX)
            return report_error(report, "a section of %zu keys; the maximum is %d",
                                section->count, REG_SLOTS_MAX);
        if (!text_fits(section->name, "a section's name", report))
            return false;
        for (size_t j = 0; j < section->count; j++)
            if (!key_fits(&section->keys[j], report))
                return false;
    }
    return true;
}

/* The head has 6 bytes and each slot 6; sections follow it in their order. */
bool reg_write(const Reg *reg, Bytes *out, Arena *arena, Report *report)
{
    if (!fits(reg, report))
        return false;
    Writer body = writer_to(arena), writer = writer_to(arena);
    Text *names = ARENA_ALLOC(arena, Text, reg->count);
    size_t *offsets = ARENA_ALLOC(arena, size_t, reg->count);
    for (size_t i = 0; i < reg->count; i++) {
        names[i] = reg->sections[i].name;
        offsets[i] = 6 + 6 * reg->count + body.size;
        write_section(&reg->sections[i], &body, arena);
    }
    const RegHead head = {.section_count = (u16)reg->count,
                          .slots = make_slots(names, offsets, reg->count, arena)};
    record_write(&RegHead_layout, &head, &writer);
    write_bytes(&writer, writer_bytes(&body));
    *out = writer_bytes(&writer);
    return true;
}

/* ---- checking ---- */

typedef struct Named {
    Text name;
    RegExtent place;
} Named;

/* Checks the names of one table, by slot. */
static void check_chains(const Named *by_order, size_t count, const char *what, Arena *arena,
                         Report *report)
{
    Text *names = ARENA_ALLOC(arena, Text, count);
    int32_t *next = ARENA_ALLOC(arena, int32_t, count);
    size_t *at = ARENA_ALLOC(arena, size_t, count);
    ChainState *states = ARENA_ALLOC(arena, ChainState, count);
    Table seen = table_new(arena);
    for (size_t i = 0; i < count; i++) {
        const uint32_t slot = by_order[i].place.slot;
        names[slot] = by_order[i].name;
        next[slot] = by_order[i].place.next;
        at[slot] = by_order[i].place.at;
        const Text name = game_text_decode(names[slot], arena);
        if (*table_put(&seen, names[slot], slot) != slot)
            report_warning(report, "at byte %zu: duplicate %s \"%.*s\"", at[slot], what,
                           (int)name.size, name.at);
        if (next[slot] < CHAIN_END || (next[slot] >= 0 && (size_t)next[slot] >= count))
            report_error(report,
                         "at byte %zu: the next slot of the %s \"%.*s\" is %d; there are %zu",
                         at[slot], what, (int)name.size, name.at, next[slot], count);
    }
    const size_t cycle = chain_cycle(next, count, arena);
    if (cycle != SIZE_MAX)
        report_error(report, "at byte %zu: the chain of this %s leads back to itself",
                     at[cycle], what);
    if (!chain_follow(names, next, count, states, arena)) {
        report_error(report, "the hash chains are too long to be followed");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const Text name = game_text_decode(names[i], arena);
        if (states[i] == CHAIN_LOST && chain_hash(names[i]) >= 0)
            report_error(report, "at byte %zu: the game cannot find the %s \"%.*s\"", at[i],
                         what, (int)name.size, name.at);
    }
}

/* Writing the file again detects layouts that are valid but differ from that of the game. */
bool reg_check(Bytes file, Arena *arena, Report *report)
{
    Reg reg;
    Bytes again;
    const size_t errors = report->errors;
    if (!reg_read(file, &reg, arena, report))
        return false;
    Named *sections = ARENA_ALLOC(arena, Named, reg.count);
    for (size_t i = 0; i < reg.count; i++) {
        const RegSection *section = &reg.sections[i];
        Named *keys = ARENA_ALLOC(arena, Named, section->count);
        sections[i] = (Named){section->name, section->place};
        for (size_t j = 0; j < section->count; j++)
            keys[j] = (Named){section->keys[j].name, section->keys[j].place};
        check_chains(keys, section->count, "key", arena, report);
    }
    check_chains(sections, reg.count, "section", arena, report);
    if (!reg_write(&reg, &again, arena, report))
        return false;
    if (report->errors == errors && !bytes_equal(again, file))
        report_warning(report, "its layout differs from the game's files: INI and JSON will "
                               "also contain its bytes");
    return report->errors == errors;
}

Text reg_title(Bytes file, Arena *arena)
{
    Reg reg;
    Report silent = report_to(NULL, NULL);
    if (!reg_read(file, &reg, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%zu section%s", reg.count, PLURAL(reg.count));
}

void reg_describe(Writer *writer)
{
    write_format(writer,
                 "A packed INI file, little-endian. Both tables are hash tables with coalesced "
                 "chains as in a .res; the order of the offsets is that of the INI file. "
                 "`convert` turns it into one and back.\n\n");
    record_describe(&RegHead_layout, writer);
    record_describe(&RegSlot_layout, writer);
    record_describe(&RegSectionHead_layout, writer);
    record_describe(&RegKeyHead_layout, writer);
}
