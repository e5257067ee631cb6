/* The map: ground, what stands on it, roofs, parallaxes, and its neighbours. */
#include "render/parts.h"

#include <stdlib.h>

enum { GROUND_LAYERS = 4, ROOF_LAYERS = 4, NEIGHBOURS = 6 };

static const MapState *loaded(const World *world, uint32_t map)
{
    return map < world->map_count && world->maps[map] && world->maps[map]->record
               ? world->maps[map]
               : NULL;
}

static const MapState *neighbour_of(const Renderer *renderer, const World *world,
                                    const MapState *map, int index)
{
    return loaded(
        world, content_find(renderer->content, SECTION_MAPS, map->record->neighbours[index]));
}

static uint16_t cell_at(const Grid *grid, const MapState *map, unsigned layer, Cell cell)
{
    const size_t side = (size_t)grid->side;
    return map->cells[(layer * side + (size_t)cell.y) * side + (size_t)cell.x];
}

static int32_t clamped(int32_t value, int32_t least, int32_t most)
{
    if (most < least) /* the map is smaller than the frame */
        return (least + most) / 2;
    return value < least ? least : value > most ? most : value;
}

static void place_camera(Renderer *renderer, const World *world, const MapState *map,
                         Spot middle)
{
    const Grid *grid = &renderer->content->grid;
    uint32_t w, h;
    grid_picture_size(grid, &w, &h);
    int32_t left = 0, top = 0, right = (int32_t)w, bottom = (int32_t)h;
    for (int i = 0; i < NEIGHBOURS; i++) {
        if (!neighbour_of(renderer, world, map, i))
            continue;
        const Spot shift = grid_neighbour_shift(grid, i);
        left += shift.x < 0 ? shift.x : 0;
        top += shift.y < 0 ? shift.y : 0;
        right += shift.x > 0 ? shift.x : 0;
        bottom += shift.y > 0 ? shift.y : 0;
    }
    renderer->camera = (Spot){
        clamped(middle.x - (int32_t)renderer->w / 2, left, right - (int32_t)renderer->w),
        clamped(middle.y - (int32_t)renderer->h / 2, top, bottom - (int32_t)renderer->h)};
}

static CellWalk visible(const Renderer *renderer, Spot shift)
{
    const Rect area = {renderer->camera.x - shift.x, renderer->camera.y - shift.y,
                       (int32_t)renderer->w, (int32_t)renderer->h};
    return cell_walk(&renderer->content->grid, area, renderer->most_w, renderer->most_h);
}

static void draw_layer(Renderer *renderer, const World *world, const MapState *map,
                       unsigned layer, Spot shift, const uint8_t *hidden, const Image *target)
{
    const Grid *grid = &renderer->content->grid;
    CellWalk walk = visible(renderer, shift);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        if (hidden && hidden[cell.y * grid->side + cell.x])
            continue;
        const Picture *picture = picture_at(&renderer->pictures, SPRITE_OBJECT,
                                            cell_at(grid, map, layer, cell), 0, world->tick);
        if (!picture)
            continue;
        const Spot box = grid_box(grid, cell);
        picture_draw(target, box.x + shift.x - renderer->camera.x,
                     box.y + shift.y + grid->tile_h - picture->h - renderer->camera.y, picture);
    }
}

void stander_add(Renderer *renderer, Stander stander)
{
    if (renderer->stander_count == renderer->stander_room) {
        Stander *old = renderer->standers;
        renderer->stander_room = renderer->stander_room ? renderer->stander_room * 2 : 1024;
        renderer->standers = ARENA_TAKE(renderer->arena, Stander, renderer->stander_room);
        if (old)
            memcpy(renderer->standers, old, renderer->stander_count * sizeof *old);
    }
    stander.order = (uint32_t)renderer->stander_count;
    renderer->standers[renderer->stander_count++] = stander;
}

static int compare(const void *a, const void *b)
{
    const Stander *one = a, *two = b;
    if (one->key != two->key)
        return one->key < two->key ? -1 : 1;
    return one->order < two->order ? -1 : 1;
}

/* An object's animation that a script has started in this cell. */
static const Overlay *overlay_at(const World *world, uint32_t map, Cell cell)
{
    for (uint32_t i = 0; i < world->overlay_count; i++)
        if (world->overlays[i].place.map == map && world->overlays[i].place.cell.x == cell.x &&
            world->overlays[i].place.cell.y == cell.y)
            return &world->overlays[i];
    return NULL;
}

/* Whether one walks below it, as through a gate (mask value 7). */
static bool is_above(Renderer *renderer, uint32_t sprite)
{
    const TngObject *object = content_object(renderer->content, sprite, NULL);
    const size_t count = object ? (size_t)object->mask_width * object->mask_height : 0;
    for (size_t i = 0; i < count; i++)
        if ((object->mask[i] & 7) == 7)
            return true;
    return false;
}

static void add_objects(Renderer *renderer, const World *world, const MapState *map,
                        uint32_t index, Spot shift)
{
    const Grid *grid = &renderer->content->grid;
    CellWalk walk = visible(renderer, shift);
    for (Cell cell; cell_walk_next(&walk, &cell);) {
        uint32_t sprite = cell_at(grid, map, LAYER_OBJECTS, cell), age = world->tick;
        const Overlay *overlay = world->overlay_count ? overlay_at(world, index, cell) : NULL;
        if (overlay) {
            sprite = overlay->sprite;
            age = world->tick - overlay->since;
        }
        const Picture *picture = picture_at(&renderer->pictures, SPRITE_OBJECT, sprite, 0, age);
        if (!picture)
            continue;
        const Spot box = grid_box(grid, cell);
        const int64_t row =
            box.y + shift.y + grid->tile_h + (is_above(renderer, sprite) ? grid->tile_h : 0);
        stander_add(renderer, (Stander){.key = row << 16,
                                        .picture = picture,
                                        .x = box.x + shift.x,
                                        .y = box.y + shift.y + grid->tile_h - picture->h});
    }
}

/* Which roofs are over the player: those whose picture covers the feet, and
 * all that hang together with them. */
static void find_hidden(Renderer *renderer, const World *world, const MapState *map)
{
    const Grid *grid = &renderer->content->grid;
    const Actor *player = world_player(world);
    const Spot feet = {player->at.x >> 8, player->at.y >> 8};
    const Cell here = grid_cell_at(grid, feet);
    const uint32_t count = (uint32_t)(grid->side * grid->side);
    const uint32_t at = (uint32_t)(here.y * grid->side + here.x);
    if (renderer->hidden && renderer->hidden_map == player->map && renderer->hidden_cell == at)
        return;
    if (!renderer->hidden)
        renderer->hidden = ARENA_TAKE(renderer->arena, uint8_t, count);
    if (renderer->any_hidden)
        memset(renderer->hidden, 0, count);
    renderer->hidden_map = player->map;
    renderer->hidden_cell = at;
    renderer->any_hidden = false;
    uint32_t *queue = ARENA_TAKE(renderer->scratch, uint32_t, count);
    uint32_t head = 0, tail = 0;
    for (unsigned layer = LAYER_ROOFS; layer < LAYER_ROOFS + ROOF_LAYERS; layer++) {
        CellWalk walk = visible(renderer, (Spot){0, 0});
        for (Cell cell; cell_walk_next(&walk, &cell);) {
            const Picture *picture = picture_at(&renderer->pictures, SPRITE_OBJECT,
                                                cell_at(grid, map, layer, cell), 0, 0);
            const Spot box = grid_box(grid, cell);
            const int32_t bottom = box.y + grid->tile_h;
            const uint32_t index = (uint32_t)(cell.y * grid->side + cell.x);
            if (!picture || renderer->hidden[index] || feet.x < box.x ||
                feet.x >= box.x + picture->w || feet.y >= bottom ||
                feet.y < bottom - picture->h)
                continue;
            renderer->hidden[index] = 1;
            queue[tail++] = index;
        }
    }
    renderer->any_hidden = tail > 0;
    while (head < tail) {
        const uint32_t index = queue[head++];
        const Cell cell = {(int32_t)(index % (uint32_t)grid->side),
                           (int32_t)(index / (uint32_t)grid->side)};
        for (unsigned i = 0; i < DIRECTIONS; i++) {
            const Cell next = grid_step(grid, cell, (Direction)i);
            if (!grid_inside(grid, next))
                continue;
            const uint32_t other = (uint32_t)(next.y * grid->side + next.x);
            bool roof = false;
            for (unsigned layer = LAYER_ROOFS; layer < LAYER_ROOFS + ROOF_LAYERS; layer++)
                roof |= cell_at(grid, map, layer, next) != TNG_NO_SPRITE;
            if (roof && !renderer->hidden[other]) {
                renderer->hidden[other] = 1;
                queue[tail++] = other;
            }
        }
    }
}

static int32_t wrapped(int64_t value, int32_t period)
{
    return (int32_t)(((value % period) + period) % period);
}

/* Parallaxes fill the frame; they move with the camera (delta, percent) and by
 * themselves (speed, pixels each `time`). */
static void draw_parallaxes(Renderer *renderer, const World *world, const MapState *map,
                            bool background, const Image *target)
{
    for (size_t i = 0; i < map->record->parallax_count; i++) {
        const Parallax *parallax = &map->record->parallaxes[i];
        const Picture *picture = picture_of(&renderer->pictures, parallax->sprite, world->tick);
        if (!picture || (parallax->background != 0) != background || picture->w <= 0 ||
            picture->h <= 0)
            continue;
        const int64_t hsec = (int64_t)world->tick * 100 / renderer->content->rate;
        const int64_t steps = hsec / (parallax->time ? parallax->time : 1);
        const int64_t x =
            steps * parallax->speed_x - (int64_t)renderer->camera.x * parallax->delta_x / 100;
        const int64_t y =
            steps * parallax->speed_y - (int64_t)renderer->camera.y * parallax->delta_y / 100;
        const int32_t left = wrapped(x, picture->w), top = wrapped(y, picture->h);
        for (int32_t ty = top - picture->h; ty < (int32_t)target->h; ty += picture->h)
            for (int32_t tx = left - picture->w; tx < (int32_t)target->w; tx += picture->w)
                picture_draw(target, tx, ty, picture);
    }
}

/* Thrown things fly over the ground, at the height of a hand. */
static void add_shots(Renderer *renderer, const World *world, uint32_t map)
{
    const Grid *grid = &renderer->content->grid;
    for (uint32_t i = 0; i < world->shot_count; i++) {
        const Shot *shot = &world->shots[i];
        const uint32_t age = world->tick - shot->since, whole = shot->until - shot->since;
        const Picture *picture =
            picture_at(&renderer->pictures, shot->sprite >> 16, shot->sprite & 0xFFFF,
                       grid_direction(shot->from, shot->to), age);
        if (!picture || shot->map != map || !whole)
            continue;
        const int32_t x =
            shot->from.x + (int32_t)((int64_t)(shot->to.x - shot->from.x) * age / whole);
        const int32_t y =
            shot->from.y + (int32_t)((int64_t)(shot->to.y - shot->from.y) * age / whole);
        stander_add(renderer, (Stander){.key = ((int64_t)y + grid->tile_h) << 16,
                                        .picture = picture,
                                        .x = x - picture->w / 2,
                                        .y = y - picture->h / 2 - grid->tile_h / 4});
    }
}

typedef struct Shown {
    const MapState *map;
    uint32_t index;
    Spot shift;
} Shown;

static void draw_standers(Renderer *renderer, const Image *target)
{
    if (renderer->stander_count)
        qsort(renderer->standers, renderer->stander_count, sizeof *renderer->standers, compare);
    for (size_t i = 0; i < renderer->stander_count; i++) {
        const Stander *stander = &renderer->standers[i];
        picture_draw(target, stander->x - renderer->camera.x, stander->y - renderer->camera.y,
                     stander->picture);
    }
}

void scene_draw(Renderer *renderer, World *world, const Image *target)
{
    Spot middle;
    const uint32_t index = world_view(world, &middle);
    Shown shown[NEIGHBOURS + 1] = {{loaded(world, index), index, {0, 0}}};
    const MapState *map = shown[0].map;
    if (!map)
        return;
    place_camera(renderer, world, map, middle);
    size_t count = 1;
    for (int i = 0; i < NEIGHBOURS; i++) {
        const MapState *neighbour = neighbour_of(renderer, world, map, i);
        if (neighbour)
            shown[count++] = (Shown){
                neighbour,
                content_find(renderer->content, SECTION_MAPS, map->record->neighbours[i]),
                grid_neighbour_shift(&renderer->content->grid, i)};
    }
    draw_parallaxes(renderer, world, map, true, target);
    for (unsigned layer = 0; layer < GROUND_LAYERS; layer++)
        for (size_t i = 0; i < count; i++)
            draw_layer(renderer, world, shown[i].map, layer, shown[i].shift, NULL, target);
    renderer->stander_count = 0;
    for (size_t i = 0; i < count; i++)
        add_objects(renderer, world, shown[i].map, shown[i].index, shown[i].shift);
    actors_draw(renderer, world, index);
    add_shots(renderer, world, index);
    draw_standers(renderer, target);
    const bool inside = world_player(world)->map == index;
    if (inside)
        find_hidden(renderer, world, map);
    for (unsigned layer = LAYER_ROOFS; layer < LAYER_ROOFS + ROOF_LAYERS; layer++)
        for (size_t i = 0; i < count; i++)
            draw_layer(renderer, world, shown[i].map, layer, shown[i].shift,
                       i == 0 && inside && renderer->any_hidden ? renderer->hidden : NULL,
                       target);
    light_draw(renderer, world, target);
    draw_parallaxes(renderer, world, map, false, target);
}
