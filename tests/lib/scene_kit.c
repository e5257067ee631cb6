#include "scene_kit.h"

Gltf read_back(Kit *kit, Bytes file)
{
    Gltf scene = {0};
    if (!gltf_read(file, &scene, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return scene;
}

Gltf map_scene_of(Kit *kit, const EvilMap *made, const ConversionFolder *folder,
                  const MapSettings *settings)
{
    ConversionJob job = {
        .path = TEXT("zone1.mpr"), .input = made->mpr, .folder = folder, .settings = settings};
    if (!map_to_glb(&job, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return read_back(kit, job.output);
}

const GltfNode *node_named(const Gltf *scene, const char *name)
{
    for (size_t i = 0; i < scene->node_count; i++)
        if (text_is(scene->nodes[i].name, name))
            return &scene->nodes[i];
    fail_msg("no node %s", name);
    return NULL;
}

bool extras_report(Text extras, const char *part)
{
    char all[4096], wanted[128];
    size_t size = 0, wanted_size = 0;
    for (size_t i = 0; i < extras.size && size < sizeof all; i++)
        if (!strchr(" \n", extras.at[i]))
            all[size++] = extras.at[i];
    for (; *part; part++)
        if (*part != ' ')
            wanted[wanted_size++] = *part;
    wanted[wanted_size] = 0;
    return find_part(all, size, wanted) != NULL;
}
