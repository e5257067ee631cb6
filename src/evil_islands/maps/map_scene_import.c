/* Parts, in order: the objects of the scene; changes of one object; the tree of the map, in
 * which each object finds its nodes; what refers to removed objects. */
#include "evil_islands/maps/map_scene_import.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "evil_islands/maps/map_ground.h"
#include "evil_islands/maps/map_placing.h"
#include "evil_islands/maps/map_settings.h"
#include "evil_islands/models/model_export.h"
#include "kit/open/gltf.h"

/* ---- the objects of the scene ---- */

typedef struct SceneObject {
    Text name;
    Vec3 translation; /* in the scene, whatever its parents are */
    Quat rotation;
    bool has_complexion, has_ground, used;
    Vec3 complexion;
    float ground; /* height of the land where the object was when the scene was made */
    uint32_t id;
    uint32_t next; /* of the same kind and id: index + 1; 0: none */
} SceneObject;

enum { NONE = UINT32_MAX };

typedef struct Returning {
    SceneObject *objects;
    size_t count;
    Table first, last; /* indices by kind and id; NONE: all are used */
    Table left;        /* how many objects of a kind and id the map still has to come */
    uint32_t new_id;
    MapGround ground;
    size_t removed, scaled;
    size_t outside; /* objects that were moved to where there is no land, and the first */
    Text first_outside;
    size_t nodes; /* of the result: those of the old map, and of copies */
    size_t bytes; /* of copies */
    Arena *arena;
    Report *report;
} Returning;

/* Objects of different kinds may have the same number. */
static Text key_of(Text kind, uint32_t id, Arena *arena)
{
    return arena_format(arena, "%u %.*s", id, (int)kind.size, kind.at);
}

/* Blender may store whole numbers as floats. */
static bool take_id(const json_t *extras, uint32_t *id)
{
    const json_t *value = json_object_get(extras, "id");
    const double number = json_is_number(value) ? json_number_value(value) : -1;
    if (!(number >= 0 && number <= UINT32_MAX) || number != (double)(uint32_t)number)
        return false;
    *id = (uint32_t)number;
    return true;
}

static bool take_complexion(const json_t *extras, Vec3 *out)
{
    const json_t *list = json_object_get(extras, "complexion");
    float *const parts[] = {&out->x, &out->y, &out->z};
    if (json_array_size(list) != COUNT_OF(parts))
        return false;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const json_t *part = json_array_get(list, i);
        if (!json_is_number(part))
            return false;
        *parts[i] = (float)json_number_value(part);
    }
    return vec3_finite(*out);
}

static void take_ground(const json_t *extras, SceneObject *out)
{
    const json_t *value = json_object_get(extras, "ground");
    out->has_ground = json_is_number(value) && isfinite((float)json_number_value(value));
    out->ground = out->has_ground ? (float)json_number_value(value) : 0;
}

/* Parents in Blender may be moved or scaled: their transforms are applied. The depth is
 * limited, because the cost for all objects is its multiple. */
static bool take_place(const Gltf *gltf, size_t index, SceneObject *out, Report *report)
{
    const GltfNode *node = &gltf->nodes[index];
    unsigned depth = 0;
    out->translation = node->translation;
    out->rotation = node->rotation;
    for (int32_t at = node->parent; at >= 0; at = gltf->nodes[at].parent) {
        const GltfNode *parent = &gltf->nodes[at];
        const Vec3 v = out->translation, s = parent->scale;
        if (++depth > MAP_RETURN_DEPTH)
            return report_error(report, "\"%.*s\" has more than %d parents",
                                (int)node->name.size, node->name.at, MAP_RETURN_DEPTH);
        out->translation =
            vec3_add(parent->translation,
                     quat_turn(parent->rotation, (Vec3){v.x * s.x, v.y * s.y, v.z * s.z}));
        out->rotation = quat_multiply(parent->rotation, out->rotation);
    }
    out->rotation = quat_unit(out->rotation);
    return vec3_finite(out->translation) ||
           report_error(report, "\"%.*s\": the position is not a number", (int)node->name.size,
                        node->name.at);
}

/* A list of objects for each key, in the order of the scene. */
static void add_object(Returning *all, const SceneObject *object, Text kind)
{
    const Text key = key_of(kind, object->id, all->arena);
    const uint32_t index = (uint32_t)all->count;
    const uint32_t *last = table_get(&all->last, key);
    if (last)
        all->objects[*last].next = index + 1;
    else
        table_put(&all->first, key, index);
    *table_put(&all->last, key, index) = index;
    *ARENA_PUSH(all->arena, all->objects, all->count) = *object;
}

/* Nodes without kind and id, such as the land or lamps, are ignored. */
static bool take_objects(Returning *all, const Gltf *gltf)
{
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; i < gltf->node_count; i++) {
        const GltfNode *node = &gltf->nodes[i];
        SceneObject object = {.name = node->name};
        Text kind;
        if (!node->extras.size)
            continue;
        const Text text =
            arena_format(all->arena, "{%.*s}", (int)node->extras.size, node->extras.at);
        const json_t *extras = json_read(bytes_of_text(text), all->arena, &silent);
        if (!extras || !json_get_text(extras, "kind", &kind, all->arena, &silent) ||
            !take_id(extras, &object.id))
            continue;
        if (!take_place(gltf, i, &object, all->report))
            return false;
        object.has_complexion = take_complexion(extras, &object.complexion);
        take_ground(extras, &object);
        all->scaled += fabsf(node->scale.x - 1) > MAP_RETURN_NEAR ||
                       fabsf(node->scale.y - 1) > MAP_RETURN_NEAR ||
                       fabsf(node->scale.z - 1) > MAP_RETURN_NEAR;
        add_object(all, &object, kind);
    }
    return all->count ||
           report_error(all->report, "the scene has no objects of a map (nodes with \"kind\" "
                                     "and \"id\"): export it with custom properties");
}

/* ---- one object ---- */

/* Exported coordinates differ in their last digits; smaller changes than this are no
 * changes. */
static bool is_near(Vec3 a, Vec3 b)
{
    const Vec3 d = vec3_sub(a, b);
    return fabsf(d.x) <= MAP_RETURN_NEAR && fabsf(d.y) <= MAP_RETURN_NEAR &&
           fabsf(d.z) <= MAP_RETURN_NEAR;
}

/* A quaternion and its negative are the same rotation. */
static bool is_turned_alike(Quat a, Quat b)
{
    if (quat_dot(a, b) < 0)
        b = quat_negative(b);
    return fabsf(a.w - b.w) <= MAP_RETURN_NEAR && fabsf(a.x - b.x) <= MAP_RETURN_NEAR &&
           fabsf(a.y - b.y) <= MAP_RETURN_NEAR && fabsf(a.z - b.z) <= MAP_RETURN_NEAR;
}

/* Little-endian bits, as in the file. */
static Bytes floats(const float *values, size_t count, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        write_u32(&out, bits);
    }
    return writer_bytes(&out);
}

/* Replaces the payload of a child, or adds the child. The object has its own children. */
static void put_child(MobNode *object, uint32_t id, Bytes data, Arena *arena)
{
    for (size_t i = 0; i < object->count; i++)
        if (object->children[i].id == id) {
            object->children[i].data = data;
            object->children[i].raw = false;
            return;
        }
    mob_add_child(object, &(MobNode){.id = id, .kind = mob_kind(id), .data = data}, arena);
}

static void put_vec3(MobNode *object, uint32_t id, Vec3 v, Arena *arena)
{
    const float parts[] = {v.x, v.y, v.z};
    put_child(object, id, floats(parts, COUNT_OF(parts), arena), arena);
}

/* The rotation keeps the sign of the old one. */
static void put_rotation(MobNode *object, uint32_t id, Quat scene, Arena *arena)
{
    Quat q = model_axes_turn_back(scene);
    if (quat_dot(q, mob_quat(mob_child(object, id), q)) < 0)
        q = quat_negative(q);
    const float parts[] = {q.w, q.x, q.y, q.z};
    put_child(object, id, floats(parts, COUNT_OF(parts), arena), arena);
}

/* The place in the scene of an object that was not moved. Scenes of versions before "ground"
 * was written have heights as in the file. */
static Vec3 unmoved(Vec3 translation, const PlaceRow *row, const SceneObject *object)
{
    if (row->on_land)
        translation.y += object->ground;
    return translation;
}

/* The object was only moved up or down, so the land below it is as when the scene was made. */
static bool has_old_ground(const SceneObject *to, Vec3 old)
{
    return to->has_ground && fabsf(old.x - to->translation.x) <= MAP_RETURN_NEAR &&
           fabsf(old.z - to->translation.z) <= MAP_RETURN_NEAR;
}

/* The height of the land below an object. */
static bool ground_below(Returning *all, Vec3 old, const SceneObject *to, float *height)
{
    const Vec3 at = to->translation;
    *height = to->ground;
    if (has_old_ground(to, old) || map_ground_at(&all->ground, at.x, 0 - at.z, height))
        return true;
    *height = 0;
    if (!all->ground.count)
        return report_error(
            all->report,
            "\"%.*s\" was moved, and the scene has no land: its height above the "
            "land is unknown; expected the sectors of the map in the scene",
            (int)to->name.size, to->name.at);
    if (!all->outside++)
        all->first_outside = to->name;
    return true;
}

/* Writes a new place. A height that is the same as before keeps its bits. */
static bool move(Returning *all, MobNode *object, const PlaceRow *row, Vec3 old,
                 const SceneObject *to)
{
    Vec3 translation = to->translation;
    float ground = 0;
    if (row->on_land && !ground_below(all, old, to, &ground))
        return false;
    translation.y -= ground;
    const float near =
        row->on_land && !has_old_ground(to, old) ? MAP_RETURN_ON_LAND : MAP_RETURN_NEAR;
    if (fabsf(translation.y - old.y) <= near)
        translation.y = old.y;
    if (!is_near(translation, old))
        put_vec3(object, row->position, model_axes_back(translation), all->arena);
    return true;
}

/* Only what differs is written, so that unmoved objects keep their bytes. */
static bool change(Returning *all, MobNode *object, const PlaceRow *row, const SceneObject *to)
{
    Arena *arena = all->arena;
    Vec3 translation;
    Quat rotation;
    const MobNode *body = mob_child(object, MOB_OBJCOMPLECTION);
    map_place_of(object, row, &translation, &rotation);
    if (!is_near(unmoved(translation, row, to), to->translation) &&
        !move(all, object, row, translation, to))
        return false;
    if (row->rotation && !is_turned_alike(rotation, to->rotation))
        put_rotation(object, row->rotation, to->rotation, arena);
    if (to->has_complexion && body && !body->raw &&
        !is_near(mob_vec3(body, to->complexion), to->complexion))
        put_vec3(object, MOB_OBJCOMPLECTION, to->complexion, arena);
    return true;
}

/* ---- the tree ---- */

/* NULL if the node is not an object. A node at the top level of the file never is one: it holds
 * the tree, and a file without it could not be read. */
static const PlaceRow *row_of(const MobNode *node, bool top)
{
    Vec3 translation;
    Quat rotation;
    for (size_t i = 0; !top && i < MAP_PLACES; i++) {
        const MobNode *position = mob_child(node, map_places[i].position);
        const MobNode *id = mob_child(node, map_places[i].id);
        if (position && !position->raw && id && !id->raw &&
            map_place_of(node, &map_places[i], &translation, &rotation))
            return &map_places[i];
    }
    return NULL;
}

/* The node that is the object itself; NULL if none is left. */
static SceneObject *choose(Returning *all, const MobNode *node, const PlaceRow *row,
                           uint32_t first)
{
    const Text name = map_place_name(node, row, all->arena);
    SceneObject *best = NULL;
    unsigned most = 0;
    Vec3 translation;
    Quat rotation;
    map_place_of(node, row, &translation, &rotation);
    for (uint32_t at = first + 1; at; at = all->objects[at - 1].next) {
        SceneObject *object = &all->objects[at - 1];
        const unsigned points =
            1u +
            2u * (is_near(unmoved(translation, row, object), object->translation) &&
                  is_turned_alike(rotation, object->rotation)) +
            4u * text_equal(name, object->name);
        if (!object->used && points > most) {
            best = object;
            most = points;
        }
    }
    return best;
}

typedef struct Nodes {
    MobNode *items;
    size_t count;
} Nodes;

/* One large object may have a million copies in a small scene. */
static bool copy_fits(Returning *all, const MobNode *copied)
{
    all->nodes++;
    all->bytes += copied->data.size;
    for (size_t i = 0; i < copied->count; i++)
        if (!copy_fits(all, &copied->children[i]))
            return false;
    return (all->nodes <= MOB_NODES_MAX && all->bytes <= MAP_RETURN_COPIES) ||
           report_error(all->report,
                        "too many copies: with them, the map would have more than %d nodes, or "
                        "%d MB more",
                        MOB_NODES_MAX, MAP_RETURN_COPIES >> 20);
}

/* The children are copied first: nodes of the old tree are shared by copies. */
static bool put_object(Returning *all, const MobNode *node, const PlaceRow *row,
                       const SceneObject *to, bool copied, Nodes *out)
{
    MobNode object = *node;
    if (copied && !copy_fits(all, node))
        return false;
    object.children = ARENA_ALLOC(all->arena, MobNode, node->count);
    memcpy(object.children, node->children, node->count * sizeof *object.children);
    if (!change(all, &object, row, to))
        return false;
    if (copied) {
        uint8_t *id = arena_alloc(all->arena, 1, sizeof(uint32_t));
        if (++all->new_id == UINT32_MAX)
            return report_error(all->report, "no number is left for a new object");
        for (unsigned i = 0; i < sizeof(uint32_t); i++)
            id[i] = (uint8_t)(all->new_id >> 8 * i);
        put_child(&object, row->id, (Bytes){id, sizeof(uint32_t)}, all->arena);
    }
    *ARENA_PUSH(all->arena, out->items, out->count) = object;
    return true;
}

/* The object where its node is, and its copies behind it. The map may have several objects of
 * one number: then their nodes come in the order of the file, and the last one is copied. */
static bool return_object(Returning *all, const MobNode *node, const PlaceRow *row, Nodes *out)
{
    const uint32_t id = mob_u32(mob_child(node, row->id), 0);
    const Text key = key_of(mob_name(node, all->arena), id, all->arena);
    const uint32_t *found = table_get(&all->first, key);
    const uint32_t first = found ? *found : NONE, left = *table_get(&all->left, key) - 1;
    *table_put(&all->left, key, left) = left;
    if (first == NONE) {
        all->removed++;
        return true;
    }
    SceneObject *self = left ? &all->objects[first] : choose(all, node, row, first);
    self->used = true;
    if (!put_object(all, node, row, self, false, out))
        return false;
    if (left) {
        *table_put(&all->first, key, NONE) = self->next ? self->next - 1 : NONE;
        return true;
    }
    for (uint32_t at = first + 1; at; at = all->objects[at - 1].next) {
        SceneObject *copy = &all->objects[at - 1];
        if (!copy->used && !put_object(all, node, row, copy, true, out))
            return false;
        copy->used = true;
    }
    return true;
}

/* Children first, because an object may contain other objects. */
static bool return_nodes(Returning *all, MobNode **nodes, size_t *count, bool top)
{
    Nodes out = {0};
    for (size_t i = 0; i < *count; i++) {
        MobNode node = (*nodes)[i];
        if (node.count && !return_nodes(all, &node.children, &node.count, false))
            return false;
        const PlaceRow *row = row_of(&node, top);
        if (!row)
            *ARENA_PUSH(all->arena, out.items, out.count) = node;
        else if (!return_object(all, &node, row, &out))
            return false;
    }
    *nodes = out.items;
    *count = out.count;
    return true;
}

/* Counts the nodes, and the objects of each number; finds the largest number. */
static void count_numbers(Returning *all, const MobNode *nodes, size_t count, bool top)
{
    for (size_t i = 0; i < count; i++) {
        const PlaceRow *row = row_of(&nodes[i], top);
        for (size_t j = 0; j < MAP_PLACES; j++) {
            const uint32_t id = mob_u32(mob_child(&nodes[i], map_places[j].id), 0);
            if (id != UINT32_MAX && id > all->new_id)
                all->new_id = id;
        }
        if (row) {
            const Text key = key_of(mob_name(&nodes[i], all->arena),
                                    mob_u32(mob_child(&nodes[i], row->id), 0), all->arena);
            ++*table_put(&all->left, key, 0);
        }
        all->nodes++;
        count_numbers(all, nodes[i].children, nodes[i].count, false);
    }
}

/* A copy whose original was removed has no node to be copied from. */
static bool all_are_known(const Returning *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (!all->objects[i].used)
            return report_error(all->report,
                                "\"%.*s\": the map has no such object with the id %u, so it "
                                "cannot be copied",
                                (int)all->objects[i].name.size, all->objects[i].name.at,
                                all->objects[i].id);
    return true;
}

/* ---- references ---- */

/* The checks of `oisin check`, for the old and the new file. */
static Messages warnings_of(Bytes file, Arena *arena)
{
    Messages out = {.arena = arena};
    Report report = report_to(messages_sink, &out);
    mob_check(file, arena, &report);
    return out;
}

/* Reports the warnings that the old file did not have. If there are too many, some are not
 * told: so removing could hide one. */
static bool may_remove(const Returning *all, const ConversionJob *job, Bytes old, Bytes new)
{
    const Messages before = warnings_of(old, all->arena), after = warnings_of(new, all->arena);
    Table known = table_new(all->arena);
    bool fits = after.count < MOB_WARNINGS_MAX;
    for (size_t i = 0; i < before.count; i++)
        table_put(&known, before.items[i].text, 0);
    for (size_t i = 0; i < after.count; i++)
        if (!table_get(&known, after.items[i].text)) {
            report_message(all->report, &after.items[i]);
            fits = false;
        }
    return fits || map_settings(job)->force ||
           report_error(all->report,
                        "%zu object%s would be removed, and the map may refer to "
                        "them (--force removes them)",
                        all->removed, PLURAL(all->removed));
}

/* Objects that the scene lacks are removed, but only if nothing refers to them, or with
 * --force. */
bool scene_to_objects(ConversionJob *job, Arena *arena, Report *report)
{
    Returning all = {.first = table_new(arena),
                     .last = table_new(arena),
                     .left = table_new(arena),
                     .arena = arena,
                     .report = report};
    const Bytes old = map_settings(job)->onto;
    Report about = report_child(report, map_settings(job)->onto_path),
           silent = report_to(NULL, NULL);
    Gltf gltf;
    Mob mob;
    if (!old.data)
        return report_error(report,
                            "the objects of a scene need --onto MAP.mob: it has all that "
                            "the scene leaves out");
    if (!mob_read(old, &mob, arena, &silent))
        return mob_read(old, &mob, arena, &about);
    if (!gltf_read(job->input, &gltf, arena, report) || !take_objects(&all, &gltf) ||
        !map_ground(&gltf, &all.ground, arena, report))
        return false;
    count_numbers(&all, mob.nodes, mob.count, true);
    if (!return_nodes(&all, &mob.nodes, &mob.count, true) || !all_are_known(&all) ||
        !mob_write(&mob, &job->output, arena, report))
        return false;
    if (all.scaled)
        report_warning(report, "the scale of %zu object%s is ignored: the map has a complexion",
                       all.scaled, PLURAL(all.scaled));
    if (all.outside)
        report_warning(report,
                       "%zu object%s moved to where the scene has no land, first \"%.*s\": "
                       "height%s counted from 0",
                       all.outside, all.outside == 1 ? " was" : "s were",
                       (int)all.first_outside.size, all.first_outside.at,
                       all.outside == 1 ? " is" : "s are");
    return !all.removed || may_remove(&all, job, old, job->output);
}
