/* A map's archive: into .glb, pictures and .tmx; its numbers put back give the same archive.
 * Objects and ways of cameras: into .glb. */
#include "evil_islands/maps/map_glb.h"
#include "evil_islands/maps/map_images.h"
#include "evil_islands/maps/map_placing.h"
#include "evil_islands/maps/map_project.h"
#include "evil_islands/maps/map_tmx.h"
#include "evil_islands/objects/mob.h"
#include "evil_islands/archives/res.h"

#include <stdlib.h>

enum { SECTORS_MAX = 9 }; /* larger maps are slow, not interesting */

static void said_once(bool ok, const Report *report)
{
    if (!ok && report->errors != 1)
        abort();
}

static void scene_try(const Gltf *gltf, Arena *arena, Report *report)
{
    Bytes file;
    Gltf back;
    if (!gltf_write(gltf, &file, arena, report))
        said_once(false, report);
    else if (!gltf_read(file, &back, arena, report))
        abort();
}

static void layers_try(Bytes file, Arena *arena)
{
    for (MapLayer layer = MAP_HEIGHTS; layer <= MAP_PICTURE; layer++) {
        Report report = report_to(NULL, NULL);
        ConversionJob job = {
            .path = TEXT("zone1.mpr"),
            .target = TEXT("zone1.mpr"),
            .input = file,
            .settings = &(MapSettings){
                .layer = layer, .side = 1, .onto_path = TEXT("zone1.mpr"), .onto = file}};
        const bool ok = map_to_picture(&job, arena, &report);
        said_once(ok, &report);
        if (!ok || layer == MAP_PICTURE)
            continue;
        job.input = job.output;
        if (!picture_to_map(&job, arena, &report) || !bytes_equal(job.output, file))
            abort(); /* nothing has changed */
    }
}

static void project_try(Bytes file, Bytes objects, Arena *arena)
{
    const ProjectFiles none = {0};
    Report report = report_to(NULL, NULL);
    ConversionJob job = {
        .path = TEXT("zone1.mpr"),
        .target = TEXT("isle"),
        .input = file,
        .settings = &(MapSettings){.layer = MAP_PROJECT, .objects = objects, .models = &none}};
    said_once(map_to_project(&job, arena, &report), &report);
}

static void map_try(Bytes file, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    ConversionJob job = {.path = TEXT("zone1.mpr"), .target = TEXT("x.tmx"), .input = file};
    const MapSource source = map_source(&job);
    Map *map = ARENA_ALLOC(arena, Map, 1);
    Gltf gltf;
    const bool ok = map_load(&source, map, arena, &report);
    said_once(ok, &report);
    if (!ok || (uint64_t)map->mp.sectors_x * map->mp.sectors_y > SECTORS_MAX)
        return;
    said_once(map_to_tmx(&job, arena, &report), &report);
    layers_try(file, arena);
    project_try(file, (Bytes){0}, arena);
    report = report_to(NULL, NULL);
    if (map_scene(map, &gltf, arena, &report))
        scene_try(&gltf, arena, &report);
    else
        said_once(false, &report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    const Bytes file = {data, size};
    Report report = report_to(NULL, NULL);
    const ProjectFiles none = {0};
    Gltf gltf = {0};
    if (res_is(file))
        map_try(file, arena);
    else if (mob_is(file) ? map_add_objects(&gltf, file, &none, arena, &report)
                          : map_add_camera(&gltf, file, arena, &report))
        scene_try(&gltf, arena, &report);
    else
        said_once(false, &report);
    arena_free(arena);
    return 0;
}
