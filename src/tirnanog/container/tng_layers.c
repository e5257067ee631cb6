/* Run-length packets of map layers: counting, decoding and encoding cells. `tng_layers_count`
 * only adds up the lengths in the packets, so that callers can compare the number of cells
 * before they allocate memory; decoding then checks each packet. */
#include "tirnanog/container/tng.h"

/* The header byte n of a packet: if bit 7 is set, one cell that is repeated (n & 127) + 1
 * times; otherwise n + 1 cells (specs/tng.md, RLE). */
enum { PACKET_MAX = 128, REPEAT = 0x80, SHORTEST_REPEAT = 2 };

size_t tng_layers_count(Bytes packets)
{
    size_t count = 0;
    for (size_t at = 0; at < packets.size;) {
        const uint8_t head = packets.data[at];
        count += (size_t)(head & 127) + 1;
        at += 1 + (head & REPEAT ? 2 : ((size_t)(head & 127) + 1) * 2);
    }
    return count;
}

/* Decodes `count` cells, of which the first `kept` are stored. */
static bool read_cells(Bytes packets, uint16_t *cells, size_t count, size_t kept,
                       Report *report)
{
    const uint8_t *data = packets.data, *end = packets.data + packets.size;
    size_t done = 0;
    while (data < end) {
        const uint8_t head = *data++;
        const size_t length = (size_t)(head & 127) + 1;
        const size_t size = head & REPEAT ? 2 : length * 2;
        if (length > count - done || size > (size_t)(end - data))
            return report_error(report,
                                "map layers: a packet of %zu cells at byte %zu is too long",
                                length, (size_t)(data - 1 - packets.data));
        const size_t left = done < kept ? kept - done : 0,
                     stored = length < left ? length : left;
        if (head & REPEAT) {
            const uint16_t cell = (uint16_t)(data[0] | data[1] << 8);
            for (size_t i = 0; i < stored; i++)
                cells[done + i] = cell;
        } else if (stored) {
            memcpy(cells + done, data, stored * 2); /* little-endian only */
        }
        done += length;
        data += size;
    }
    return done == count ||
           report_error(report, "map layers: %zu cells instead of %zu", done, count);
}

bool tng_layers_read(Bytes packets, uint16_t *cells, size_t count, Report *report)
{
    return read_cells(packets, cells, count, count, report);
}

size_t tng_map_layers(const TngHeader *header)
{
    return header->layer_count ? header->layer_count : TNG_LAYERS;
}

bool tng_map_layers_read(const TngHeader *header, Bytes packets, uint16_t *cells, size_t size,
                         Report *report)
{
    const size_t wanted = size * TNG_LAYERS, count = size * tng_map_layers(header);
    if (count < wanted)
        memset(cells + count, 0xFF, (wanted - count) * sizeof *cells);
    return read_cells(packets, cells, count, count < wanted ? count : wanted, report);
}

static size_t run_length(const uint16_t *cells, size_t left)
{
    const size_t most = left < PACKET_MAX ? left : PACKET_MAX;
    size_t length = 1;
    while (length < most && cells[length] == cells[0])
        length++;
    return length;
}

/* As the format's author packs: two equal cells are always a run, also between literals. */
Bytes tng_layers_write(const uint16_t *cells, size_t count, Arena *arena)
{
    Writer writer = writer_to(arena);
    size_t at = 0;
    while (at < count) {
        const size_t run = run_length(cells + at, count - at);
        if (run >= SHORTEST_REPEAT) {
            write_u8(&writer, (uint8_t)(REPEAT | (run - 1)));
            write_u16(&writer, cells[at]);
            at += run;
            continue;
        }
        const size_t from = at;
        while (at < count && at - from < PACKET_MAX &&
               run_length(cells + at, count - at) < SHORTEST_REPEAT)
            at++;
        write_u8(&writer, (uint8_t)(at - from - 1));
        write_bytes(&writer, (Bytes){(const uint8_t *)(cells + from), (at - from) * 2});
    }
    return writer_bytes(&writer);
}
