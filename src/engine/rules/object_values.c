/* Attributes that handlers have changed of single objects on a map. All other attributes of
 * an object are the sums of its modifiers, and the same for all objects of its kind. Objects
 * in a bag are only counted: all have the values of their kind.
 *
 * The list is ordered by place and attribute. A row exists only as long as the object is
 * there, and its value differs from the sum of the modifiers. */
#include "engine/rules/rules.h"

#include <stdlib.h>

static int compare_rows(const void *a, const void *b)
{
    const ObjectValue *x = a, *y = b;
    const uint32_t xs[] = {x->place.map, (uint32_t)x->place.cell.y, (uint32_t)x->place.cell.x,
                           x->attribute};
    const uint32_t ys[] = {y->place.map, (uint32_t)y->place.cell.y, (uint32_t)y->place.cell.x,
                           y->attribute};
    for (size_t i = 0; i < COUNT_OF(xs); i++)
        if (xs[i] != ys[i])
            return xs[i] < ys[i] ? -1 : 1;
    return 0;
}

void object_values_take(World *world, const ObjectValue *rows, size_t count)
{
    world->object_values = ARENA_ALLOC(world->arena, ObjectValue, count + 1);
    world->object_value_capacity = count + 1;
    world->object_value_count = (uint32_t)count;
    if (!count)
        return;
    memcpy(world->object_values, rows, count * sizeof *rows);
    qsort(world->object_values, world->object_value_count, sizeof *world->object_values,
          compare_rows);
}

/* The index of the first row that is not before the attribute of an object there. */
static uint32_t row_from(const World *world, Location place, uint32_t attribute)
{
    const ObjectValue wanted = {.place = place, .attribute = attribute};
    uint32_t low = 0, high = world->object_value_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (compare_rows(&world->object_values[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_there(const ObjectValue *row, Location place)
{
    return row->place.map == place.map && row->place.cell.x == place.cell.x &&
           row->place.cell.y == place.cell.y;
}

static bool is_row(const World *world, uint32_t at, Location place, uint32_t attribute)
{
    return at < world->object_value_count && is_there(&world->object_values[at], place) &&
           world->object_values[at].attribute == attribute;
}

/* The place of the object that the running handler is about; false if it is not on a map, or
 * no longer there. */
static bool object_place(World *world, uint32_t entity, Location *out)
{
    const Task *task = world->running;
    if (!task || (task->run->self != entity && task->run->opponent != entity))
        return false;
    *out = task->place;
    const MapState *map = out->map < world->map_count ? world->maps[out->map] : NULL;
    return map && map->record &&
           map_cell(world, map, LAYER_OBJECTS, out->cell) == entity - ENTITY_OBJECT;
}

bool object_value_read(World *world, uint32_t entity, uint32_t attribute, int32_t *out)
{
    Location place;
    if (!world->object_value_count || !object_place(world, entity, &place))
        return false;
    const uint32_t at = row_from(world, place, attribute);
    if (!is_row(world, at, place, attribute))
        return false;
    *out = world->object_values[at].value;
    return true;
}

static void remove_row(World *world, uint32_t at)
{
    ObjectValue *row = &world->object_values[at];
    world->object_value_count--;
    memmove(row, row + 1, (world->object_value_count - at) * sizeof *row);
}

static void insert_row(World *world, uint32_t at, ObjectValue value)
{
    if (world->object_value_count >= OBJECT_VALUES_MAX)
        return;
    world->object_values =
        arena_reserve(world->arena, world->object_values, world->object_value_count,
                      &world->object_value_capacity, sizeof *world->object_values);
    ObjectValue *row = &world->object_values[at];
    memmove(row + 1, row, (world->object_value_count - at) * sizeof *row);
    world->object_value_count++;
    *row = value;
}

void object_value_write(World *world, uint32_t entity, uint32_t attribute, int32_t value)
{
    const uint32_t sprite = entity - ENTITY_OBJECT;
    Location place;
    if (!object_place(world, entity, &place))
        return;
    const uint32_t name = world->content->attributes->attributes[attribute].name;
    const uint32_t at = row_from(world, place, attribute);
    const bool known = is_row(world, at, place, attribute);
    const bool usual = object_value(world, sprite, name) == value;
    if (known && usual)
        remove_row(world, at);
    else if (known)
        world->object_values[at].value = value;
    else if (!usual)
        insert_row(world, at, (ObjectValue){place, sprite, attribute, value});
    world->actor_changes++; /* the machine's array of values is another one */
}

void object_values_clear(World *world, const MapState *map, Cell cell)
{
    Location place = {0, cell};
    if (!world->object_value_count)
        return;
    while (world->maps[place.map] != map)
        place.map++;
    const uint32_t at = row_from(world, place, 0);
    while (at < world->object_value_count && is_there(&world->object_values[at], place)) {
        remove_row(world, at);
        world->actor_changes++;
    }
}

const int32_t *object_values_at(World *world, uint32_t entity, const int32_t *usual)
{
    const size_t count = world->content->attributes->attribute_count;
    Location place;
    if (!world->object_value_count || !object_place(world, entity, &place))
        return usual;
    uint32_t at = row_from(world, place, 0);
    if (at >= world->object_value_count || !is_there(&world->object_values[at], place))
        return usual;
    void **known = number_map_put(&world->object_arrays,
                                  near_key(place.map, map_cell_index(world, place.cell)));
    if (!*known)
        *known = ARENA_ALLOC(world->arena, int32_t, count + 1);
    int32_t *values = *known;
    if (count)
        memcpy(values, usual, count * sizeof *values);
    for (; at < world->object_value_count && is_there(&world->object_values[at], place); at++)
        values[world->object_values[at].attribute] = world->object_values[at].value;
    return values;
}

int32_t object_value(World *world, uint32_t sprite, uint32_t name)
{
    const TngObject *object = content_object(world->content, sprite, NULL);
    uint32_t sum = 0;
    world->charge += 1 + (object ? object->modifier_count / 4 : 0u);
    for (size_t i = 0; object && i < object->modifier_count; i++)
        if (object->modifiers[i].attribute == name)
            sum += (uint32_t)object->modifiers[i].value;
    return (int32_t)sum;
}
