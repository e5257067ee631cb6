/* Parts, in order: the triangles of the scene; the squares that list them; the height. */
#include "evil_islands/maps/map_ground.h"

#include "base/json.h"
#include "kit/open/affine.h"
#include "evil_islands/models/model_export.h"

enum { SQUARES_MAX = 1 << 20, SQUARE_UNITS = 2 };

/* ---- triangles ---- */

typedef struct Collecting {
    const Gltf *scene;
    MapGround *out;
    uint64_t work;
    Arena *arena;
    Report *report;
} Collecting;

static bool work(Collecting *all, uint64_t more)
{
    all->work += more;
    return all->work <= MAP_GROUND_WORK_MAX ||
           report_error(all->report, "the land of the scene is too complex: it has too many "
                                     "triangles, or too large ones");
}

static bool is_land(const GltfNode *node, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    if (node->mesh < 0 || !node->extras.size)
        return false;
    const Text text = arena_format(arena, "{%.*s}", (int)node->extras.size, node->extras.at);
    const json_t *extras = json_read(bytes_of_text(text), arena, &silent);
    return json_is_array(json_object_get(extras, "sector"));
}

static bool place_of(Collecting *all, const GltfNode *node, Affine *out)
{
    *out = affine_of(node->translation, node->rotation, node->scale);
    for (int32_t at = node->parent; at >= 0; at = all->scene->nodes[at].parent) {
        const GltfNode *parent = &all->scene->nodes[at];
        const Affine outer = affine_of(parent->translation, parent->rotation, parent->scale);
        *out = affine_multiply(&outer, out);
        if (!work(all, 1))
            return false;
    }
    return true;
}

static bool take_primitive(Collecting *all, const GltfPrimitive *primitive, const Affine *place)
{
    if (!work(all, primitive->index_count))
        return false;
    for (uint32_t i = 0; i + 2 < primitive->index_count; i += 3) {
        GroundTriangle triangle;
        bool ok = true;
        for (unsigned j = 0; j < 3; j++) {
            const Vec3 *at = &primitive->positions[primitive->indices[i + j]];
            triangle.corners[j] = model_axes_back(affine_apply(place, *at));
            ok &= vec3_finite(triangle.corners[j]);
        }
        if (ok)
            *ARENA_PUSH(all->arena, all->out->triangles, all->out->count) = triangle;
    }
    return true;
}

static bool take_land(Collecting *all)
{
    for (size_t i = 0; i < all->scene->node_count; i++) {
        const GltfNode *node = &all->scene->nodes[i];
        Affine place;
        if (!is_land(node, all->arena))
            continue;
        if (!place_of(all, node, &place))
            return false;
        const GltfMesh *mesh = &all->scene->meshes[node->mesh];
        for (size_t j = 0; j < mesh->primitive_count; j++)
            if (!take_primitive(all, &mesh->primitives[j], &place))
                return false;
    }
    return true;
}

/* ---- squares ---- */

typedef struct Bounds {
    Vec3 low, high;
} Bounds;

static Bounds bounds_of(const GroundTriangle *triangle)
{
    const Vec3 *c = triangle->corners;
    return (Bounds){vec3_min(vec3_min(c[0], c[1]), c[2]), vec3_max(vec3_max(c[0], c[1]), c[2])};
}

/* Squares have 2 units, or more if the land is large. */
static void lay_squares(MapGround *ground)
{
    Bounds all = bounds_of(&ground->triangles[0]);
    for (size_t i = 1; i < ground->count; i++) {
        const Bounds one = bounds_of(&ground->triangles[i]);
        all = (Bounds){vec3_min(all.low, one.low), vec3_max(all.high, one.high)};
    }
    const double w = (double)all.high.x - all.low.x, h = (double)all.high.y - all.low.y;
    ground->west = all.low.x;
    ground->south = all.low.y;
    ground->side = SQUARE_UNITS;
    while ((floor(w / ground->side) + 1) * (floor(h / ground->side) + 1) > SQUARES_MAX)
        ground->side *= 2;
    ground->columns = (uint32_t)(w / ground->side) + 1;
    ground->rows = (uint32_t)(h / ground->side) + 1;
}

static uint32_t column_of(const MapGround *ground, float x)
{
    return (uint32_t)(((double)x - ground->west) / ground->side);
}

static uint32_t row_of(const MapGround *ground, float y)
{
    return (uint32_t)(((double)y - ground->south) / ground->side);
}

/* Counts a triangle in its squares; in the second round lists it before their ends. */
static void list_triangle(MapGround *ground, uint32_t index)
{
    const Bounds bounds = bounds_of(&ground->triangles[index]);
    const uint32_t right = column_of(ground, bounds.high.x);
    const uint32_t top = row_of(ground, bounds.high.y);
    for (uint32_t y = row_of(ground, bounds.low.y); y <= top; y++)
        for (uint32_t x = column_of(ground, bounds.low.x); x <= right; x++) {
            uint32_t *first = &ground->first[(size_t)y * ground->columns + x];
            if (ground->listed)
                ground->listed[--*first] = index;
            else
                ++*first;
        }
}

static uint64_t squares_of(const MapGround *ground, const GroundTriangle *triangle)
{
    const Bounds bounds = bounds_of(triangle);
    return ((uint64_t)column_of(ground, bounds.high.x) - column_of(ground, bounds.low.x) + 1) *
           ((uint64_t)row_of(ground, bounds.high.y) - row_of(ground, bounds.low.y) + 1);
}

static bool list_triangles(Collecting *all)
{
    MapGround *ground = all->out;
    const size_t squares = (size_t)ground->columns * ground->rows;
    uint32_t total = 0;
    ground->first = ARENA_ALLOC(all->arena, uint32_t, squares + 1);
    for (uint32_t i = 0; i < ground->count; i++) {
        if (!work(all, squares_of(ground, &ground->triangles[i])))
            return false;
        list_triangle(ground, i);
    }
    for (size_t i = 0; i <= squares; i++) { /* where each square's list ends */
        total += i < squares ? ground->first[i] : 0;
        ground->first[i] = total;
    }
    ground->listed = ARENA_ALLOC(all->arena, uint32_t, total);
    for (uint32_t i = 0; i < ground->count; i++)
        list_triangle(ground, i);
    return true;
}

bool map_ground(const Gltf *scene, MapGround *out, Arena *arena, Report *report)
{
    Collecting all = {.scene = scene, .out = out, .arena = arena, .report = report};
    *out = (MapGround){0};
    if (!take_land(&all))
        return false;
    if (!out->count)
        return true;
    lay_squares(out);
    return list_triangles(&all);
}

/* ---- height ---- */

/* Twice the area of a, b and a place, signed. Differences of floats are exact in doubles, so
 * triangles with a common edge leave no gap. */
static double area(Vec3 a, Vec3 b, float x, float y)
{
    return ((double)b.x - a.x) * ((double)y - a.y) - ((double)b.y - a.y) * ((double)x - a.x);
}

static bool height_on(const GroundTriangle *triangle, float x, float y, double *out)
{
    const Vec3 *c = triangle->corners;
    const double a = area(c[1], c[2], x, y), b = area(c[2], c[0], x, y),
                 d = area(c[0], c[1], x, y), sum = a + b + d;
    const bool inside = (a >= 0 && b >= 0 && d >= 0) || (a <= 0 && b <= 0 && d <= 0);
    *out = (a * c[0].z + b * c[1].z + d * c[2].z) / sum;
    return inside && sum != 0;
}

bool map_ground_at(const MapGround *ground, float x, float y, float *height)
{
    bool found = false;
    double highest = 0, one;
    if (!ground->count)
        return false;
    const double east = ((double)x - ground->west) / ground->side;
    const double north = ((double)y - ground->south) / ground->side;
    if (!(east >= 0 && east < ground->columns && north >= 0 && north < ground->rows))
        return false;
    const size_t square = (size_t)(uint32_t)north * ground->columns + (uint32_t)east;
    for (uint32_t i = ground->first[square]; i < ground->first[square + 1]; i++)
        if (height_on(&ground->triangles[ground->listed[i]], x, y, &one) &&
            (!found || one > highest)) {
            highest = one;
            found = true;
        }
    *height = (float)highest;
    return found;
}
