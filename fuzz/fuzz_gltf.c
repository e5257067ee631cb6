/* A .glb that can be read can be written, and read again. */
#include "kit/open/gltf.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Gltf scene;
    Bytes file;
    if (gltf_read((Bytes){data, size}, &scene, arena, &report)) {
        bool whole = true; /* meshes without triangles, and what lacks data, are not written */
        for (size_t i = 0; i < scene.mesh_count; i++)
            whole = whole && scene.meshes[i].primitive_count;
        for (size_t i = 0; i < scene.animation_count; i++)
            whole = whole && scene.animations[i].channel_count;
        for (size_t i = 0; i < scene.skin_count; i++)
            whole = whole && scene.skins[i].joint_count;
        if (whole && (!gltf_write(&scene, &file, arena, &report) ||
                      !gltf_read(file, &scene, arena, &report)))
            abort();
    } else if (report.errors != 1) {
        abort();
    }
    arena_free(arena);
    return 0;
}
