/* Reads and writes messages by the layouts of bus_records.def. `alive` stands for the member of
 * any kind: all members of the union begin at the same address. */
#include "server/cluster/bus_message.h"

#define RECORD_FILE "server/cluster/bus_records.def"
#include "base/record_define.h"

static const struct {
    const char *name;
    const RecordLayout *layout;
} kinds[] = {
#define MESSAGE(NAME, Record, member, doc) {#NAME, &Record##_layout},
#include "server/cluster/bus_message.def"
};

bool bus_message_read(Bytes bytes, BusMessage *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(bytes, report);
    reader.part = "message of a server";
    out->from = read_u64(&reader);
    const uint8_t kind = read_u8(&reader);
    if (reader.failed)
        return false;
    if (kind >= BUS_KINDS)
        return reader_fail(&reader, "unknown kind %u", kind);
    out->kind = (BusKind)kind;
    reader.part = kinds[kind].name;
    if (!record_read(kinds[kind].layout, &out->alive, &reader, arena))
        return false;
    return !reader_left(&reader) ||
           reader_fail(&reader, "%zu extra bytes", reader_left(&reader));
}

void bus_message_write(uint64_t from, BusKind kind, const void *record, Writer *out)
{
    write_u64(out, from);
    write_u8(out, (uint8_t)kind);
    record_write(kinds[kind].layout, record, out);
}
