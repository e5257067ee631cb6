/* Puts objects, lights, sounds and particles into the scene of a map. Parts, in order: extras
 * of an object; nodes. Every node of the tree is visited, and has a place in the scene if one
 * of the four rows of map_places names its position. */
#include "evil_islands/maps/map_placing.h"

#include "base/json.h"
#include "base/text.h"
#include "evil_islands/maps/map_ground.h"
#include "evil_islands/maps/map_models.h"
#include "evil_islands/models/model_export.h"
#include "evil_islands/objects/mob.h"

const PlaceRow map_places[MAP_PLACES] = {
    {MOB_OBJPOSITION, MOB_OBJROTATION, MOB_NID, MOB_OBJNAME, true},
    {MOB_LIGHT_POSITION, 0, MOB_LIGHT_ID, MOB_LIGHT_NAME, false},
    {MOB_SOUND_POSITION, 0, MOB_SOUND_ID, MOB_SOUND_NAME, false},
    {MOB_PARTICL_POSITION, 0, MOB_PARTICL_ID, MOB_PARTICL_NAME, false},
};

typedef struct Placing {
    Gltf *gltf;
    int32_t root;
    MapGround ground;
    MapModels *models; /* NULL: not requested */
    size_t nowhere;    /* nodes with an invalid position */
    Arena *arena;
} Placing;

static Text text_of_node(const MobNode *node, Arena *arena)
{
    return text_to_zero(mob_text(node, arena));
}

/* ---- extras ---- */

/* Values that are copied to extras unchanged. */
static const struct {
    uint32_t id;
    const char *key;
} notes[] = {
    {MOB_OBJTEMPLATE, "template"},
    {MOB_PARENTTEMPLATE, "parent_template"},
    {MOB_OBJPRIMTXTR, "texture"},
    {MOB_OBJSECTXTR, "second_texture"},
    {MOB_OBJTYPE, "type"},
    {MOB_OBJ_PLAYER, "player"},
    {MOB_OBJ_PARENT_ID, "parent_id"},
    {MOB_OBJ_QUEST_INFO, "quest_info"},
    {MOB_OBJCOMPLECTION, "complexion"},
    {MOB_OBJBODYPARTS, "body_parts"},
    {MOB_LIGHT_RANGE, "range"},
    {MOB_LIGHT_SHADOW, "shadow"},
    {MOB_LIGHT_COLOR, "colour"},
    {MOB_SOUND_RANGE, "range"},
    {MOB_SOUND_RANGE2, "range2"},
    {MOB_SOUND_MIN, "min"},
    {MOB_SOUND_MAX, "max"},
    {MOB_SOUND_RESNAME, "sounds"},
    {MOB_SOUND_AMBIENT, "ambient"},
    {MOB_SOUND_IS_MUSIC, "music"},
    {MOB_PARTICL_TYPE, "particle"},
    {MOB_PARTICL_SCALE, "scale"},
    {MOB_TORCH_STRENGHT, "strength"},
    {MOB_TORCH_SOUND, "sound"},
};

static void put_strings(const MobNode *node, const char *key, JsonWriter *json, Arena *arena)
{
    Text *items = NULL;
    const size_t count = mob_strings(node, &items, arena);
    json_open_list(json, key);
    for (size_t i = 0; i < count; i++)
        json_put_text(json, NULL, text_to_zero(items[i]));
    json_close_list(json);
}

static void put_note(const MobNode *node, const char *key, JsonWriter *json, Arena *arena)
{
    const Vec3 vector = mob_vec3(node, (Vec3){0, 0, 0});
    switch (node->kind->payload) {
    case MOB_PAYLOAD_BYTE:
    case MOB_PAYLOAD_DWORD:
        json_put_uint(json, key, mob_u32(node, 0));
        break;
    case MOB_PAYLOAD_FLOAT:
        if (isfinite(mob_f32(node, 0)))
            json_put_float(json, key, mob_f32(node, 0));
        break;
    case MOB_PAYLOAD_PLOT:
        if (!vec3_finite(vector))
            break;
        json_open_list(json, key);
        json_put_float(json, NULL, vector.x);
        json_put_float(json, NULL, vector.y);
        json_put_float(json, NULL, vector.z);
        json_close_list(json);
        break;
    case MOB_PAYLOAD_STRINGS:
        put_strings(node, key, json, arena);
        break;
    default:
        if (text_of_node(node, arena).size)
            json_put_text(json, key, text_of_node(node, arena));
    }
}

/* `ground`: the height of the land below the object; NULL: none. */
static Text extras_of(const MobNode *node, const PlaceRow *row, const float *ground,
                      Arena *arena)
{
    Writer text = writer_to(arena);
    JsonWriter json = json_to(&text);
    const MobNode *id = mob_child(node, row->id);
    const Text name = text_of_node(mob_child(node, row->name), arena);
    json_put_text(&json, "kind", mob_name(node, arena));
    if (id && !id->raw)
        json_put_uint(&json, "id", mob_u32(id, 0));
    if (name.size)
        json_put_text(&json, "name", name);
    if (ground)
        json_put_float(&json, "ground", *ground);
    for (size_t i = 0; i < COUNT_OF(notes); i++) {
        const MobNode *child = mob_child(node, notes[i].id);
        if (child && !child->raw)
            put_note(child, notes[i].key, &json, arena);
    }
    return writer_text(&text);
}

/* ---- nodes ---- */

Text map_place_name(const MobNode *node, const PlaceRow *row, Arena *arena)
{
    const Text name = text_of_node(mob_child(node, row->name), arena);
    const Text template = text_of_node(mob_child(node, MOB_OBJTEMPLATE), arena);
    return name.size ? name : template.size ? template : mob_name(node, arena);
}

/* Colours may exceed 1, those of a glTF light may not. The intensity is our choice: at half its
 * range as bright as a sun of intensity 1. */
static int32_t add_light(Placing *placing, const MobNode *node, Text name)
{
    const Vec3 given = mob_vec3(mob_child(node, MOB_LIGHT_COLOR), (Vec3){1, 1, 1});
    const float range = mob_f32(mob_child(node, MOB_LIGHT_RANGE), 0);
    const float parts[] = {given.x, given.y, given.z};
    GltfLight light = {.name = name, .intensity = 1};
    float most = 1;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        most = isfinite(parts[i]) && parts[i] > most ? parts[i] : most;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        light.colour[i] = isfinite(parts[i]) && parts[i] > 0 ? parts[i] / most : 0;
    if (range > 0 && range < 1e6f) {
        light.range = range;
        light.intensity = range * range / 4;
    }
    *ARENA_PUSH(placing->arena, placing->gltf->lights, placing->gltf->light_count) = light;
    return (int32_t)placing->gltf->light_count - 1;
}

bool map_place_of(const MobNode *node, const PlaceRow *row, Vec3 *translation, Quat *rotation)
{
    *translation = model_axes(mob_vec3(mob_child(node, row->position), (Vec3){0, 0, 0}));
    *rotation = QUAT_NONE;
    if (row->rotation)
        *rotation =
            quat_unit(model_axes_turn(mob_quat(mob_child(node, row->rotation), QUAT_NONE)));
    return vec3_finite(*translation);
}

static void place(Placing *placing, const MobNode *node, const PlaceRow *row)
{
    Arena *arena = placing->arena;
    GltfNode out = GLTF_NODE;
    float ground = 0;
    if (!map_place_of(node, row, &out.translation, &out.rotation)) {
        placing->nowhere++;
        return;
    }
    const bool on_land = row->on_land && map_ground_at(&placing->ground, out.translation.x,
                                                       -out.translation.z, &ground);
    out.translation.y += ground;
    out.name = map_place_name(node, row, arena);
    out.parent = placing->root;
    out.extras = extras_of(node, row, on_land ? &ground : NULL, arena);
    if (row->position == MOB_LIGHT_POSITION)
        out.light = add_light(placing, node, out.name);
    *ARENA_PUSH(arena, placing->gltf->nodes, placing->gltf->node_count) = out;
    if (placing->models && row->position == MOB_OBJPOSITION)
        map_models_put(placing->models, node, (int32_t)placing->gltf->node_count - 1);
}

static void walk(Placing *placing, const MobNode *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < MAP_PLACES; j++) {
            const MobNode *position = mob_child(&nodes[i], map_places[j].position);
            if (position && !position->raw)
                place(placing, &nodes[i], &map_places[j]);
        }
        walk(placing, nodes[i].children, nodes[i].count);
    }
}

bool map_add_objects(Gltf *gltf, Bytes file, const ProjectFiles *models, Arena *arena,
                     Report *report)
{
    Mob mob;
    MapModels known;
    Placing placing = {.gltf = gltf, .root = (int32_t)gltf->node_count, .arena = arena};
    if (!mob_read(file, &mob, arena, report) ||
        !map_ground(gltf, &placing.ground, arena, report) ||
        (models && !map_models(models, gltf, &known, arena, report)))
        return false;
    placing.models = models ? &known : NULL;
    GltfNode *root = ARENA_PUSH(arena, gltf->nodes, gltf->node_count);
    *root = GLTF_NODE;
    root->name = TEXT("objects");
    for (size_t i = 0; i < mob.count; i++)
        walk(&placing, mob.nodes[i].children, mob.nodes[i].count);
    if (placing.nowhere)
        report_warning(report, "%zu object%s omitted: the position is not a number",
                       placing.nowhere, placing.nowhere == 1 ? " was" : "s were");
    if (models)
        map_models_end(&known, report);
    return true;
}
