/* Parts, in order: the objects of the file; the boxes of an object; its tiles, for pieces of
 * the list in parallel; the tiles of all objects. */
#include "evil_islands/graph/graph_objects.h"

#include "base/tasks.h"
#include "base/text.h"
#include "evil_islands/graph/graph_boxes.h"
#include "kit/open/affine.h"
#include "evil_islands/models/model.h"

/* ---- objects ---- */

typedef struct Finding {
    GraphObjects *out;
    GraphFigures *figures;
    Arena *arena;
} Finding;

/* People do not block, since they move. Objects without a figure are counted for a warning. */
static void take_object(const Finding *finding, const MobNode *node)
{
    const MobNode *position = mob_child(node, MOB_OBJPOSITION);
    if (!position || position->raw || node->id == MOB_UNIT)
        return;
    const Vec3 place = mob_vec3(position, (Vec3){0, 0, 0});
    const Text template = mob_text(mob_child(node, MOB_OBJTEMPLATE), finding->arena);
    if (!vec3_finite(place) || !template.size)
        return;
    GraphObject object = {.node = node, .place = {place.x, place.y, place.z}};
    if (finding->figures)
        object.figure = graph_figure(finding->figures, template);
    if (!object.figure && !finding->out->without++)
        finding->out->first = template;
    *ARENA_PUSH(finding->arena, finding->out->items, finding->out->count) = object;
}

/* Objects may contain others. */
static void find_objects(const Finding *finding, const MobNode *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        take_object(finding, &nodes[i]);
        find_objects(finding, nodes[i].children, nodes[i].count);
    }
}

GraphObjects graph_find_objects(const Mob *mob, GraphFigures *figures, Arena *arena)
{
    GraphObjects out = {0};
    const Finding finding = {&out, figures, arena};
    find_objects(&finding, mob->nodes, mob->count);
    return out;
}

/* ---- boxes ---- */

/* The map stores dexterity, strength, height: bit 0 of the variant is the second number. */
static void weights_of(const MobNode *object, double out[FIG_VARIANTS])
{
    const Vec3 none = {0, 0, 0};
    Vec3 body = mob_vec3(mob_child(object, MOB_OBJCOMPLECTION), none);
    body = vec3_finite(body) ? body : none;
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        out[i] = (i & 1 ? (double)body.y : 1 - (double)body.y) *
                 (i & 2 ? (double)body.x : 1 - (double)body.x) *
                 (i & 4 ? (double)body.z : 1 - (double)body.z);
}

/* The rotation as a matrix, in double precision. */
static void linear_of(const MobNode *object, double out[3][3])
{
    const Quat turn = mob_quat(mob_child(object, MOB_OBJROTATION), QUAT_NONE);
    const QuatWide q = quat_finite(turn) ? quat_wide_unit(quat_wide(turn)) : QUAT_WIDE_NONE;
    const double w = q.w, x = q.x, y = q.y, z = q.z;
    const double rows[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(out, rows, sizeof rows);
}

/* Weights of a body add up to 1. */
static double blend(const double variants[FIG_VARIANTS][3], unsigned axis,
                    const double weights[FIG_VARIANTS])
{
    double sum = 0;
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        sum += variants[i][axis] * weights[i];
    return sum;
}

/* Returns false if the body is not one: a number is too large. */
static bool shape_box(const GraphPart *part, const double weights[FIG_VARIANTS], GraphBox *box)
{
    bool ok = true;
    for (unsigned axis = 0; axis < 3; axis++) {
        const double center = blend(part->centers, axis, weights);
        const double a = center + blend(part->mins, axis, weights);
        const double b = center + blend(part->maxs, axis, weights);
        box->min[axis] = a < b ? a : b;
        box->max[axis] = a < b ? b : a;
        ok &= isfinite(a) && isfinite(b);
    }
    return ok;
}

/* The parts of an object, in its list of names or all. */
typedef struct Parts {
    const GraphPart **items;
    size_t count;
} Parts;

/* Names that the figure does not have are ignored; without a list, all parts count. */
static Parts parts_of(const GraphObject *object, Arena *arena)
{
    const GraphFigure *figure = object->figure;
    Text *names = NULL;
    const size_t count = mob_strings(mob_child(object->node, MOB_OBJBODYPARTS), &names, arena);
    Parts out = {ARENA_ALLOC(arena, const GraphPart *, count ? count : figure->count), 0};
    for (size_t i = 0; i < count; i++) {
        const Text name = text_lowered(text_to_zero(names[i]), arena);
        const uint32_t *part = table_get(&figure->names, name);
        if (part)
            out.items[out.count++] = &figure->parts[*part];
    }
    for (size_t i = 0; !count && i < figure->count; i++)
        out.items[out.count++] = &figure->parts[i];
    return out;
}

/* ---- one object ---- */

typedef struct TileVolume {
    uint32_t tile;
    GraphVolume volume;
} TileVolume;

typedef struct VolumeList {
    TileVolume *items;
    size_t count, capacity;
} VolumeList;

typedef struct Piece {
    VolumeList lists[GRAPH_IGNORED]; /* by role */
    Arena *arena;
} Piece;

typedef struct Adding {
    const GraphTiles *tiles;
    const GraphObjects *objects;
    GraphWork work, volumes;
    Piece *pieces;
} Adding;

enum { PIECE = 32 }; /* objects */

/* If samples of one kind are missing, those of the other kind count for both. */
static GraphVolume volume_of(const GraphSamples *samples, double step)
{
    const GraphSpan *walls = &samples->walls, *top = &samples->top;
    const double low = walls->low > walls->high ? top->low : walls->low;
    const double high = top->low > top->high ? walls->high : top->high;
    return (GraphVolume){graph_round(low / step), graph_round(high / step)};
}

/* Tiles without samples are not touched by the object. The number of volumes is limited. */
static void take_volumes(Adding *adding, const GraphArea *area, VolumeList *out, Arena *arena)
{
    const GraphTiles *tiles = adding->tiles;
    for (uint32_t i = 0; i < area->w * area->h; i++) {
        const GraphSamples *samples = &area->samples[i];
        if (samples->walls.low > samples->walls.high && samples->top.low > samples->top.high)
            continue;
        if (!graph_work(&adding->volumes, 1))
            return;
        const uint32_t tile = (area->y + i / area->w) * tiles->w + area->x + i % area->w;
        out->items =
            arena_reserve(arena, out->items, out->count, &out->capacity, sizeof *out->items);
        out->items[out->count++] = (TileVolume){tile, volume_of(samples, tiles->step)};
    }
}

/* The parts of one role together. */
static void add_parts(Adding *adding, const Parts *parts, GraphRole role, GraphBox box,
                      const double weights[FIG_VARIANTS], Piece *piece, Arena *scratch)
{
    size_t most = 0, count = 0;
    for (size_t i = 0; i < parts->count; i++)
        most += parts->items[i]->role == role && parts->items[i]->has_box;
    if (!most || !graph_work(&adding->work, 16 * most) || !graph_work(&adding->volumes, 0))
        return;
    GraphBox *boxes = ARENA_ALLOC(scratch, GraphBox, most);
    for (size_t i = 0; i < parts->count; i++) {
        const GraphPart *part = parts->items[i];
        if (part->role == role && part->has_box && shape_box(part, weights, &box))
            boxes[count++] = box;
    }
    if (!count)
        return;
    const GraphArea area = graph_area(adding->tiles, boxes, count, &adding->work, scratch);
    for (size_t i = 0; area.w && i < count; i++)
        graph_sample(adding->tiles, &boxes[i], &area, &adding->work);
    take_volumes(adding, &area, &piece->lists[role], piece->arena);
}

/* The height is that of the ground below, which is looked up before objects change it. */
static void add_object(Adding *adding, const GraphObject *object, Piece *piece, Arena *scratch)
{
    const GraphTiles *tiles = adding->tiles;
    const double x = floor(object->place[0] / GRAPH_TILE);
    const double y = floor(object->place[1] / GRAPH_TILE);
    GraphBox box;
    double weights[FIG_VARIANTS];
    if (!graph_work(&adding->work, 0)) /* beyond the limit */
        return;
    if (!object->figure || !(x >= 0 && y >= 0 && x < tiles->w && y < tiles->h))
        return;
    const int32_t ground = tiles->ground[(size_t)y * tiles->w + (size_t)x];
    memcpy(box.place, object->place, sizeof box.place);
    box.place[2] += ground * tiles->step;
    linear_of(object->node, box.linear);
    weights_of(object->node, weights);
    const Parts parts = parts_of(object, scratch);
    for (unsigned role = 0; role < GRAPH_IGNORED; role++)
        add_parts(adding, &parts, role, box, weights, piece, scratch);
}

/* Runs in a thread: each piece has its own lists, which are joined in order afterwards. */
static void add_piece(void *context, size_t index)
{
    Adding *adding = context;
    Piece *piece = &adding->pieces[index];
    Arena *scratch = arena_new();
    piece->arena = arena_new();
    for (size_t i = index * PIECE; i < adding->objects->count && i < (index + 1) * PIECE; i++) {
        add_object(adding, &adding->objects->items[i], piece, scratch);
        arena_reset(scratch);
    }
    arena_free(scratch);
}

/* ---- all objects ---- */

/* Floors, such as bridges, raise the ground, and make it a road. */
static void put_floors(GraphTiles *tiles, const VolumeList *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const uint32_t tile = list->items[i].tile;
        const int32_t high = list->items[i].volume.high;
        tiles->ground[tile] = high > tiles->ground[tile] ? high : tiles->ground[tile];
        tiles->depth[tile] = 0;
        tiles->cost[tile] = GRAPH_COST_ROAD;
    }
}

/* Sorts the volumes by tile; those of a tile stay in order. */
static void sort_volumes(GraphTiles *tiles, const Piece *pieces, size_t count, Arena *arena)
{
    const size_t size = (size_t)tiles->w * tiles->h;
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        const VolumeList *list = &pieces[i].lists[GRAPH_OBSTACLE];
        total += list->count;
        for (size_t j = 0; j < list->count; j++)
            tiles->first[list->items[j].tile]++;
    }
    tiles->volumes = arena_alloc_raw(arena, total, sizeof *tiles->volumes);
    for (size_t i = 0, at = 0; i <= size; i++) { /* where each tile's end */
        at += i < size ? tiles->first[i] : 0;
        tiles->first[i] = (uint32_t)at;
    }
    for (size_t i = count; i--;) {
        const VolumeList *list = &pieces[i].lists[GRAPH_OBSTACLE];
        for (size_t j = list->count; j--;)
            tiles->volumes[--tiles->first[list->items[j].tile]] = list->items[j].volume;
    }
}

bool graph_add_objects(GraphTiles *tiles, const GraphObjects *objects, Arena *arena,
                       Report *report)
{
    const size_t count = (objects->count + PIECE - 1) / PIECE;
    Adding adding = {.tiles = tiles,
                     .objects = objects,
                     .work = {.max = GRAPH_SAMPLES_MAX},
                     .volumes = {.max = GRAPH_VOLUMES_MAX}};
    if (!(tiles->step > 0))
        return true;
    adding.pieces = ARENA_ALLOC(arena, Piece, count);
    tasks_run(add_piece, &adding, count);
    for (size_t i = 0; i < count; i++)
        arena_adopt(arena, adding.pieces[i].arena);
    if (!graph_work(&adding.work, 0) || !graph_work(&adding.volumes, 0))
        return report_error(report,
                            "the objects are too large for a navigation graph: their figures "
                            "cover more than %d tiles, or have more than %d points on them",
                            GRAPH_VOLUMES_MAX, GRAPH_SAMPLES_MAX);
    for (size_t i = 0; i < count; i++)
        put_floors(tiles, &adding.pieces[i].lists[GRAPH_FLOOR]);
    sort_volumes(tiles, adding.pieces, count, arena);
    return true;
}
