/* The parts of STATE packets by their layouts: writing, reading, documentation. `tick` stands
 * for the member of any part: all members of the union begin at the same address. */
#include "server/protocol/state_packet.h"

#define RECORD_FILE "server/protocol/state_records.def"
#include "base/record_define.h"
#undef RECORD_FILE

static const struct {
    const char *name, *doc;
    const RecordLayout *layout;
} parts[STATE_KINDS] = {
#define PART(NAME, Record, member, doc) {#NAME, doc, &Record##_layout},
#include "server/protocol/state_parts.def"
};

void state_write(StateKind kind, const void *record, Writer *out)
{
    write_u8(out, (uint8_t)kind);
    record_write(parts[kind].layout, record, out);
}

bool state_next(Reader *reader, StatePart *out, Arena *arena)
{
    if (!reader_left(reader) || !reader_ok(reader))
        return false;
    const uint8_t kind = read_u8(reader);
    if (kind >= STATE_KINDS)
        return reader_fail(reader, "unknown part of kind %u", kind);
    *out = (StatePart){.kind = (StateKind)kind};
    return record_read(parts[kind].layout, &out->tick, reader, arena);
}

void state_describe(Writer *out)
{
    static const RecordLayout *const pieces[] = {
        &StateCell_layout, &StateItem_layout,   &StateAlert_layout,  &StateOverlay_layout,
        &StateShot_layout, &StateEffect_layout, &StateChoice_layout, &StateStep_layout};
    write_format(out,
                 "## Parts of STATE\n\nThe body of STATE is a sequence of parts: a byte, its "
                 "kind, and a record.\n\n| kind | part | record | |\n|--:|---|---|---|\n");
    for (unsigned i = 0; i < STATE_KINDS; i++)
        write_format(out, "| %u | %s | %s | %s |\n", i, parts[i].name, parts[i].layout->name,
                     parts[i].doc);
    write_format(out, "\n");
    for (unsigned i = 0; i < STATE_KINDS; i++)
        record_describe(parts[i].layout, out);
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        record_describe(pieces[i], out);
}
