/* The data of a character or a saved game of Evil Islands, not packed: packed as each kind,
 * then checked, titled, turned into JSON and back. So the fuzzer need not find checksums. */
#include "lossless.h"

#include "evil_islands/archives/packed_container.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct {
        const char *format;
        uint32_t kind;
    } kinds[] = {{"character", PACKED_CHARACTER},
                 {"campaign", PACKED_CAMPAIGN},
                 {"zonestate", PACKED_ZONE}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        Arena *arena = arena_new();
        Report report = report_to(NULL, NULL);
        const Format *format = format_named(text_of(kinds[i].format));
        const Bytes file =
            packed_write(kinds[i].kind, PACKED_VERSION, (Bytes){data, size}, arena);
        const bool sound = format_check(format, file, arena, &report);
        if (report.errors != !sound)
            abort(); /* reported once */
        format_title(format, file, arena);
        if (!lossless(kinds[i].format, file, arena))
            abort(); /* any data can be shown */
        arena_free(arena);
    }
    return 0;
}
