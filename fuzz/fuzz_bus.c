/* What comes over the bus from another server: read, and if it is a message, written again to
 * the same bytes. */
#include "server/cluster/bus_message.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    BusMessage message;
    Report silent = report_to(NULL, NULL);
    Arena *arena = arena_new();
    if (bus_message_read((Bytes){data, size}, &message, arena, &silent)) {
        Writer out = writer_to(arena);
        bus_message_write(message.from, message.kind, &message.alive, &out);
        if (!bytes_equal(writer_bytes(&out), (Bytes){data, size}))
            abort();
    }
    arena_free(arena);
    return 0;
}
