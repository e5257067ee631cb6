/* A format of the registry, for which there is no more to do than for all: checked, titled,
 * turned into JSON and back. Which one says the program's name: fuzz_cam takes .cam files. The
 * Makefile makes such a name of each folder in fuzz/corpus without a fuzz_NAME.c. */
#include "lossless.h"

#include <errno.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Format *format_of_program(void)
{
    const Text name = text_of(program_invocation_short_name);
    return format_named(text_slice(name, strlen("fuzz_"), name.size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Format *format = format_of_program(), *found;
    if (!format)
        abort();
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Bytes back;
    const bool sound = format_check(format, file, arena, &report);
    if (report.errors != !sound)
        abort(); /* reported once */
    format_title(format, file, arena);
    lossless(format->name, file, arena);
    report = report_to(NULL, NULL);
    if (size && data[0] == '{')
        format_from_json(file, &back, &found, arena, &report);
    arena_free(arena);
    return 0;
}
