/* Reads and writes the container: head, checksum, stream (lz.c). The checksum covers whole
 * words of 4 bytes: up to 3 bytes at the end do not count. */
#include "evil_islands/archives/packed_container.h"

#include "evil_islands/archives/lz.h"

#define RECORD_FILE "evil_islands/archives/packed_container.def"
#include "base/record_define.h"

enum { PACKED_HEAD_SIZE = 17 };

bool packed_is(Bytes file, uint32_t kind)
{
    return file.size >= PACKED_HEAD_SIZE && uint_of(file.data, 4, false) == kind &&
           uint_of(file.data + 4, 4, false) == PACKED_VERSION;
}

uint32_t packed_checksum(Bytes data)
{
    uint32_t sum = 0;
    for (size_t at = 0; data.size - at >= 4; at += 4) {
        const uint32_t mixed = sum ^ (uint32_t)uint_of(data.data + at, 4, false);
        sum = mixed * ((mixed & 0xFC) | 3);
    }
    return sum;
}

static bool check_head(const PackedHead *head, uint32_t kind, Report *report)
{
    if (head->kind != kind)
        return report_error(report, "at byte 0: expected 0x%x, found 0x%x", kind, head->kind);
    if (head->one != 1)
        return report_error(report, "at byte 12: expected 1, found %u", head->one);
    return head->size <= PACKED_SIZE_MAX ||
           report_error(report, "at byte 13: %u bytes of data; the maximum is %d", head->size,
                        PACKED_SIZE_MAX);
}

bool packed_read(Bytes file, uint32_t kind, PackedHead *head, Bytes *data, Arena *arena,
                 Report *report)
{
    PackedHead own = {0};
    Reader reader = reader_of(file, report);
    if (!record_read(&PackedHead_layout, &own, &reader, arena) ||
        !check_head(&own, kind, report) || !lz_decode(&reader, own.size, data, arena))
        return false;
    const uint32_t sum = packed_checksum(*data);
    if (sum != own.checksum)
        return report_error(report,
                            "at byte 8: the checksum of the data is 0x%08x, expected 0x%08x",
                            sum, own.checksum);
    if (reader_left(&reader))
        report_warning(report, "at byte %zu: %zu bytes follow the end of the data", reader.at,
                       reader_left(&reader));
    if (head)
        *head = own;
    return true;
}

Bytes packed_write(uint32_t kind, uint32_t version, Bytes data, Arena *arena)
{
    const PackedHead head = {kind, version, packed_checksum(data), 1, (uint32_t)data.size};
    Writer writer = writer_to(arena);
    record_write(&PackedHead_layout, &head, &writer);
    lz_encode(data, &writer);
    return writer_bytes(&writer);
}

void packed_describe(Writer *writer)
{
    record_describe(&PackedHead_layout, writer);
    lz_describe(writer);
}
