/* A map's objects that return from a scene: the input is the size of the scene (32 bits), the
 * scene (.glb or its JSON), the objects (.mob). */
#include "evil_islands/maps/map_scene_import.h"
#include "evil_islands/maps/map_settings.h"

#include "evil_islands/objects/mob.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What comes out can be read. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t scene;
    if (size < sizeof scene)
        return 0;
    scene =
        data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
    data += sizeof scene;
    size -= sizeof scene;
    if (scene > size)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    ConversionJob job = {.path = TEXT("a.glb"),
                         .input = {data, scene},
                         .settings = &(MapSettings){.onto = {data + scene, size - scene},
                                                    .onto_path = TEXT("a.mob"),
                                                    .force = true}};
    Mob mob;
    if (scene_to_objects(&job, arena, &report) && !mob_read(job.output, &mob, arena, &report))
        abort();
    arena_free(arena);
    return 0;
}
