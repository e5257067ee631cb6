/* A model's archive as a scene. The first byte says how: its bits are --bake and --skin, and
 * whether what follows is the archive of bones, of clips, or of places (with a fixed model
 * beside it). */
#include "../tests/lib/evil_creature.h"

#include "evil_islands/models/model_export.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Creature fixed;
    static Arena *kept;
    if (!kept) {
        kept = arena_new();
        fixed = creature_make("x", kept);
    }
    if (!size)
        return 0;
    enum { MEMORY = 512 << 20 };
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data + 1, size - 1};
    const unsigned which = data[0] >> 2 & 3;
    const ModelSettings settings = {
        .bake = data[0] & 1, .skin = data[0] & 2, .complexion = {0.5f, 0, 1}};
    const ModelSource source = {.path = TEXT("x.mod"),
                                .file = which == 1 || which == 2 ? fixed.model : file,
                                .bones = which == 1 ? file : fixed.bones,
                                .animation = which == 2 ? file : fixed.motions,
                                .texture = which == 3 ? fixed.texture : (Bytes){0}};
    Model model;
    Gltf scene, back;
    Bytes glb;
    if (!model_load(&source, &model, arena, &report)) {
        if (report.errors != 1)
            abort(); /* said once */
    } else if (model_scene(&model, &settings, &scene, arena, &report) &&
               gltf_write(&scene, &glb, arena, &report) &&
               !gltf_read(glb, &back, arena, &report)) {
        abort(); /* what we write we read */
    }
    if (arena_used(arena) > MEMORY + 100 * size)
        abort();
    arena_free(arena);
    return 0;
}
