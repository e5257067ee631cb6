/* Map objects as text and back: with the map that the text came from, the same bytes. The same
 * bytes as a text. */
#include "evil_islands/objects/mob_yaml.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    Text yaml, script;
    Bytes back;
    yaml_to_mob(text_of_bytes(file), (Text){0}, (Bytes){0}, &back, arena, &report);
    if (mob_to_yaml(file, &yaml, &script, arena, &report) && yaml.size &&
        (!yaml_to_mob(yaml, script, file, &back, arena, &report) || back.size != size ||
         memcmp(back.data, data, size)))
        abort();
    arena_free(arena);
    return 0;
}
