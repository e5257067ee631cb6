/* Objects of Tiled: their shapes, and how these are placed on the map.
 *
 * Tiled rotates an object on the screen, clockwise around its position, and moves it with its
 * layers. Points are integers, 1/1000 pixels; sine and cosine are computed with the four basic
 * operations, which give the same result everywhere. */
#include "tirnanog/maps/tmx_elements.h"

#include "base/text.h"
#include "tirnanog/maps/tmx_decimal.h"

#include <math.h>
#include <stdlib.h>

/* The difference of two points must be in the range that can be read. */
#define POINT_MAX INT64_C(500000000000)

/* ---- coordinates ---- */

/* Far beyond every map, and far from the end of integers. */
static int64_t rounded(double value)
{
    const double max = 1e15;
    return llround(value < -max ? -max : value > max ? max : value);
}

/* Screen and map are the same, but for isometric maps: a step of tile_h along x goes half a
 * tile to the right and half a tile down, along y to the left and down. */
TmxPoint tmx_map_point(const TmxMap *map, TmxPoint screen)
{
    if (map->orientation != TMX_ISOMETRIC)
        return screen;
    const double across = (double)screen.x * map->tile_h / map->tile_w;
    return (TmxPoint){rounded((double)screen.y + across), rounded((double)screen.y - across)};
}

static void to_screen(const TmxMap *map, TmxPoint point, double *x, double *y)
{
    *x = (double)point.x;
    *y = (double)point.y;
    if (map->orientation != TMX_ISOMETRIC)
        return;
    *x = (double)(point.x - point.y) * map->tile_w / (2.0 * map->tile_h);
    *y = (double)(point.x + point.y) / 2;
}

/* Of an angle in 1/1000 degrees. Quarter turns are exact; the series is exact to 1e-13. */
static void sine_and_cosine(int64_t angle, double *sine, double *cosine)
{
    enum { TURN = 360000, QUARTER = TURN / 4, TERMS = 24 };
    const int64_t turned = (angle % TURN + TURN) % TURN;
    const double x = (double)(turned % QUARTER) * (3.14159265358979323846 / (TURN / 2));
    double term = 1, sums[2] = {0};
    for (unsigned i = 0; i < TERMS; i++) { /* x^i / i!: even to the cosine, odd to the sine */
        sums[i % 2] += i & 2 ? -term : term;
        term *= x / (i + 1);
    }
    for (int64_t quarter = turned / QUARTER; quarter; quarter--) {
        const double before = sums[0];
        sums[0] = -sums[1];
        sums[1] = before;
    }
    *cosine = sums[0];
    *sine = sums[1];
}

static TmxPoint rotated(const TmxMap *map, TmxPoint point, double sine, double cosine)
{
    double x, y;
    to_screen(map, point, &x, &y);
    return tmx_map_point(
        map, (TmxPoint){rounded(x * cosine - y * sine), rounded(x * sine + y * cosine)});
}

static bool place_points(const TmxMap *map, TmxPolygon *polygon)
{
    const TmxPlacement *placement = &polygon->placement;
    double sine, cosine;
    sine_and_cosine(placement->rotation, &sine, &cosine);
    for (size_t i = 0; i < polygon->point_count; i++) {
        TmxPoint *point = &polygon->points[i];
        if (placement->rotation)
            *point = rotated(map, *point, sine, cosine);
        point->x += placement->position.x + placement->offset.x;
        point->y += placement->position.y + placement->offset.y;
        if (llabs(point->x) > POINT_MAX || llabs(point->y) > POINT_MAX)
            return false;
    }
    return true;
}

bool tmx_polygon_place(const TmxMap *map, TmxPolygon *polygon, const TmxPolygon *template,
                       Arena *arena)
{
    TmxPlacement *placement = &polygon->placement;
    polygon->name = placement->has_name ? polygon->name : template->name;
    if (!placement->has_rotation)
        placement->rotation = template->placement.rotation;
    if (!placement->has_shape && template->point_count) {
        polygon->points = ARENA_ALLOC(arena, TmxPoint, template->point_count);
        memcpy(polygon->points, template->points,
               template->point_count * sizeof *template->points);
        polygon->point_count = template->point_count;
    }
    placement->has_shape |= template->placement.has_shape;
    return place_points(map, polygon);
}

/* ---- elements ---- */

bool tmx_object_start(TmxReader *reader, const char **attributes)
{
    const SourcePosition at = tmx_position(reader);
    reader->object =
        (TmxPolygon){.name = arena_text(reader->arena, tmx_attribute_text(attributes, "name")),
                     .line = at.line,
                     .column = at.column};
    TmxPlacement *placement = &reader->object.placement;
    placement->object = reader->objects_seen - 1;
    placement->template = arena_text(reader->arena, tmx_attribute_text(attributes, "template"));
    placement->has_name = tmx_attribute(attributes, "name");
    placement->has_rotation = tmx_attribute(attributes, "rotation");
    placement->offset = tmx_map_point(reader->map, reader->offsets[reader->depth - 1]);
    reader->object_known = tmx_attribute(attributes, "gid");
    return tmx_attribute_decimal(reader, attributes, "x", &placement->position.x) &&
           tmx_attribute_decimal(reader, attributes, "y", &placement->position.y) &&
           tmx_attribute_decimal(reader, attributes, "rotation", &placement->rotation);
}

/* `points` is "x,y x,y ...", relative to the object. */
bool tmx_polygon_start(TmxReader *reader, const char **attributes)
{
    TmxPolygon *polygon = &reader->object;
    Text rest = tmx_attribute_text(attributes, "points"), word;
    polygon->point_count = 0;
    polygon->placement.has_shape = true;
    while ((word = text_word(&rest)).size) {
        TmxPoint point;
        bool ok = decimal_read(&word, &point.x) && word.size && word.at[0] == ',';
        if (ok) {
            word = text_slice(word, 1, word.size);
            ok = decimal_read(&word, &point.y) && !word.size;
        }
        if (!ok)
            return TMX_FAIL_AT(reader, "points", "point %zu of a polygon is not \"x,y\"",
                               polygon->point_count + 1);
        *ARENA_PUSH(reader->arena, polygon->points, polygon->point_count) = point;
    }
    const bool placed = polygon->placement.template.size || reader->root != TMX_NODE_MAP ||
                        place_points(reader->map, polygon);
    return placed ||
           TMX_FAIL_AT(reader, "points", "a point of a polygon is far beyond every map");
}

bool tmx_shape_start(TmxReader *reader, const char **attributes)
{
    (void)attributes;
    reader->object_known = true;
    return true;
}

void tmx_object_end(TmxReader *reader)
{
    TmxMap *map = reader->map;
    const TmxPlacement *placement = &reader->object.placement;
    if (placement->has_shape || placement->template.size || reader->root == TMX_NODE_TEMPLATE) {
        *ARENA_PUSH(reader->arena, map->polygons, map->polygon_count) = reader->object;
    } else if (!reader->object_known && !reader->rectangle_reported) {
        reader->rectangle_reported = true;
        report_warning_at(
            reader->report,
            (SourcePosition){.line = reader->object.line, .column = reader->object.column},
            "a rectangle is ignored: only polygons and polylines are patrol paths");
    }
}
