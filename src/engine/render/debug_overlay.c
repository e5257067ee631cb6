/* Debug overlays for authors: collision, paths, timings, the timeline. */
#include "engine/render/debug_overlay.h"

#include "tirnanog/container/tng_names.h"
#include "engine/render/render_internal.h"

#include <stdio.h>

/* A mask has the type in bits 0-2 and whether a handler waits there in bit 3. */
enum { MASK = 7, TRIGGER = 8, MASKS = 8, LABEL = 8 };

/* Colours by type of mask; 0: walkable. */
static const Pixel mask_colours[MASKS] = {PIXEL(0, 0, 0, 0),        PIXEL(230, 40, 40, 110),
                                          PIXEL(240, 140, 30, 110), PIXEL(40, 120, 240, 110),
                                          PIXEL(150, 80, 220, 110), PIXEL(240, 220, 60, 110),
                                          PIXEL(60, 200, 220, 110), PIXEL(230, 90, 180, 110)};
static const Pixel trigger_colour = PIXEL(255, 255, 255, 220);
static const Pixel patrol_colour = PIXEL(255, 220, 60, 255);
static const Pixel way_colour = PIXEL(80, 255, 120, 255);
static const Pixel near_colour = PIXEL(80, 200, 255, 220);
static const Pixel spawner_colour = PIXEL(255, 100, 220, 255);

void renderer_author(Renderer *renderer, const RenderAuthor *author)
{
    renderer->author = *author;
}

typedef struct Board {
    Renderer *renderer;
    PlayerContext ctx;
    const Image *target;
    const Grid *grid;
    TextStyle style;
    Spot origin; /* of the map, in the target */
} Board;

static void label(const Board *board, Spot at, const char *text)
{
    theme_text(board->renderer, board->target, at.x, at.y, &board->style, text_of(text),
               ALIGN_CENTRE);
}

static Spot centre(const Board *board, Cell cell)
{
    const Spot spot = grid_centre(board->grid, cell);
    return (Spot){spot.x + board->origin.x, spot.y + board->origin.y};
}

/* A frame around a cell; half the size if cells are not rectangles, to avoid overlaps. */
static Rect box(const Board *board, Cell cell)
{
    const Spot middle = centre(board, cell);
    const bool whole = board->grid->type == GRID_ORTHO;
    const int32_t w = whole ? board->grid->tile_w : board->grid->tile_w / 2;
    const int32_t h = whole ? board->grid->tile_h : board->grid->tile_h / 2;
    return (Rect){middle.x - w / 2, middle.y - h / 2, w, h};
}

/* Labels of cells outside are left out: a map has thousands of them. */
static bool seen(const Board *board, Rect area)
{
    return area.x + area.w > 0 && area.y + area.h > 0 && area.x < (int32_t)board->target->w &&
           area.y < (int32_t)board->target->h;
}

static int32_t absolute(int32_t value) { return value < 0 ? -value : value; }

/* In steps of two pixels with dots of two; the limit is for targets far outside. */
static void line(const Board *board, Spot from, Spot to, Pixel colour)
{
    enum { LENGTH_LIMIT = 8192 };
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    const int32_t steps = absolute(dx) > absolute(dy) ? absolute(dx) : absolute(dy);
    for (int32_t i = 0; i <= steps && i < LENGTH_LIMIT; i += 2)
        fill(board->target,
             (Rect){from.x + (steps ? (int32_t)((int64_t)dx * i / steps) : 0),
                    from.y + (steps ? (int32_t)((int64_t)dy * i / steps) : 0), 2, 2},
             colour);
}

/* ---- collision ---- */

/* By the grid itself, so that the overlay shows what a click hits. */
static bool in_cell(const Board *board, Cell cell, int32_t x, int32_t y)
{
    const Cell at = grid_cell_at(board->grid, (Spot){x - board->origin.x, y - board->origin.y});
    return at.x == cell.x && at.y == cell.y;
}

/* Draws the pixels of a cell in a row: rhombuses and hexagons are narrower above and below. */
static void draw_cell_row(const Board *board, Cell cell, Rect row, uint8_t mask, bool edge)
{
    enum { LINE = 2 };
    int32_t from = row.x, to = row.x + row.w;
    while (from < to && !in_cell(board, cell, from, row.y))
        from++;
    while (to > from && !in_cell(board, cell, to - 1, row.y))
        to--;
    if (mask & MASK)
        fill(board->target, (Rect){from, row.y, to - from, 1}, mask_colours[mask & MASK]);
    if (!(mask & TRIGGER))
        return;
    if (edge || to - from <= 2 * LINE) {
        fill(board->target, (Rect){from, row.y, to - from, 1}, trigger_colour);
    } else {
        fill(board->target, (Rect){from, row.y, LINE, 1}, trigger_colour);
        fill(board->target, (Rect){to - LINE, row.y, LINE, 1}, trigger_colour);
    }
}

/* The digit names the type, for players who do not distinguish the colours. */
static void draw_cell(const Board *board, Cell cell, uint8_t mask)
{
    enum { ROUNDING = 2 }; /* hexagons exceed their box by up to that */
    const char digit[2] = {(char)('0' + (mask & MASK)), 0};
    const Spot middle = centre(board, cell);
    const int32_t w = board->grid->tile_w, h = board->grid->tile_h;
    const Rect area = {middle.x - w / 2 - ROUNDING, middle.y - h / 2 - ROUNDING,
                       w + 2 * ROUNDING, h + 2 * ROUNDING};
    if (!(mask & (MASK | TRIGGER)) || !seen(board, area))
        return;
    for (int32_t i = 0; i < area.h; i++)
        draw_cell_row(board, cell, (Rect){area.x, area.y + i, area.w, 1}, mask,
                      i == ROUNDING || i == area.h - 1 - ROUNDING);
    if (mask & MASK)
        label(board, (Spot){middle.x, middle.y - LABEL / 2}, digit);
}

static void draw_collision(const Board *board, const MapState *map)
{
    const int32_t side = board->grid->side;
    for (int32_t y = 0; y < side && map->mask; y++)
        for (int32_t x = 0; x < side; x++)
            draw_cell(board, (Cell){x, y}, map->mask[(size_t)y * (size_t)side + (size_t)x]);
}

/* ---- paths ---- */

/* The last point leads to the first one. */
static void draw_patrols(const Board *board, const TngMap *map)
{
    for (size_t i = 0; i < map->path_count; i++) {
        const PatrolPath *path = &map->paths[i];
        char number[8];
        snprintf(number, sizeof number, "%u", path->id);
        for (size_t j = 0; j < path->point_count; j++) {
            const MapPoint *a = &path->points[j],
                           *b = &path->points[(j + 1) % path->point_count];
            line(board, centre(board, (Cell){a->x, a->y}), centre(board, (Cell){b->x, b->y}),
                 patrol_colour);
        }
        if (path->point_count)
            label(board, centre(board, (Cell){path->points[0].x, path->points[0].y}), number);
    }
}

/* All cells within a distance: a square of cells, in any grid. */
static void draw_radius(const Board *board, Cell at, int32_t far)
{
    const Cell corners[] = {{at.x - far, at.y - far},
                            {at.x + far, at.y - far},
                            {at.x + far, at.y + far},
                            {at.x - far, at.y + far}};
    for (size_t i = 0; i < COUNT_OF(corners); i++)
        line(board, centre(board, corners[i]), centre(board, corners[(i + 1) % 4]),
             near_colour);
}

static void draw_approaches(const Board *board, Cell at, const TngEvent *events, size_t count)
{
    enum { APPROACH = 3, FAR_MAX = 255 }; /* event codes: tirnanog/container/tng_events.def */
    for (size_t i = 0; i < count; i++)
        if (events[i].type == APPROACH && events[i].parameter <= FAR_MAX)
            draw_radius(board, at, (int32_t)events[i].parameter);
}

/* The radius within which its handlers notice the player, its path, and its goal. */
static void draw_actor(const Board *board, const Actor *actor)
{
    Cell cell = grid_cell_at(board->grid, (Spot){actor->at.x / SUB, actor->at.y / SUB});
    const TngNpc *npc =
        actor->npc == NONE ? NULL
                           : content_record(board->renderer->content, SECTION_NPCS, actor->npc);
    if (npc)
        draw_approaches(board, cell, npc->events, npc->event_count);
    for (uint32_t i = actor->way_count; i-- > 0;) { /* the next step is the last element */
        const Cell next = grid_step(board->grid, cell, (Direction)(actor->way[i] % DIRECTIONS));
        line(board, centre(board, cell), centre(board, next), way_colour);
        cell = next;
    }
    if (actor->going)
        outline(board->target, box(board, actor->goal), way_colour);
}

/* The path of a click: the next cell is the last element. */
static void draw_players_path(const Board *board)
{
    const PlayerContext ctx = board->ctx;
    const Actor *player = context_actor(ctx);
    Cell cell = grid_cell_at(board->grid, (Spot){player->at.x / SUB, player->at.y / SUB});
    for (uint32_t i = ctx.player->path_count; i-- > 0; cell = ctx.player->path[i])
        line(board, centre(board, cell), centre(board, ctx.player->path[i]), way_colour);
}

static void draw_spawners(const Board *board, const MapState *map)
{
    for (size_t i = 0; i < map->spawn_count; i++) {
        const SpawnPoint *point = &map->spawns[i];
        const Rect area = box(board, point->cell);
        const Text name = tng_string(
            board->renderer->content->game,
            content_name(board->renderer->content, SECTION_SPAWNERS, point->spawner));
        outline(board->target, area, spawner_colour);
        if (seen(board, area))
            label(board, (Spot){area.x + area.w / 2, area.y + area.h},
                  name.size ? name.at : "?");
    }
}

/* Radii of objects on the map as well as of actors. */
static void draw_paths(const Board *board, const ShownMap *shown)
{
    const World *world = board->ctx.world;
    draw_patrols(board, shown->map->record);
    draw_spawners(board, shown->map);
    for (size_t i = 0; i < shown->map->watch_count; i++) {
        const Watch *watch = &shown->map->watches[i];
        const TngObject *object = content_object(board->renderer->content, watch->sprite, NULL);
        if (object)
            draw_approaches(board, watch->cell, object->events, object->event_count);
    }
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i]->used && world->actors[i]->map == shown->index)
            draw_actor(board, world->actors[i]);
    if (context_actor(board->ctx)->map == shown->index)
        draw_players_path(board);
}

/* ---- timings ---- */

static uint32_t count_actors(const World *world)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->actor_count; i++)
        count += world->actors[i]->used != 0;
    return count;
}

static uint32_t count_tasks(const World *world)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->task_count; i++)
        count += world->tasks[i]->used != 0;
    return count;
}

static void draw_timings(const Board *board)
{
    enum { LINES = 4, MIN = 232, SIZE = 96 };
    const RenderAuthor *author = &board->renderer->author;
    const World *world = board->ctx.world;
    char lines[LINES][SIZE];
    snprintf(lines[0], SIZE, "frame %u.%02u  tick %u.%02u  draw %u.%02u ms",
             author->frame_us / 1000, author->frame_us % 1000 / 10, author->tick_us / 1000,
             author->tick_us % 1000 / 10, author->draw_us / 1000, author->draw_us % 1000 / 10);
    snprintf(lines[1], SIZE, "tick %u  time of day %u %%", world->tick,
             world_daytime(board->ctx) * 100 / 65536);
    snprintf(lines[2], SIZE, "actors %u  handlers %u  instructions %u", count_actors(world),
             count_tasks(world), TICK_BUDGET - world->budget);
    snprintf(lines[3], SIZE, "memory %u.%u MB", (uint32_t)(author->memory >> 20),
             (uint32_t)((author->memory & 0xFFFFF) * 10 >> 20));
    const int32_t step = theme_line(&board->style);
    const int32_t top = (int32_t)board->target->h / 4; /* the corners belong to the HUD */
    int32_t w = MIN;
    for (int32_t i = 0; i < LINES; i++) {
        const int32_t line_w = (int32_t)text_measure(&board->style, text_of(lines[i])).w + 8;
        w = line_w > w ? line_w : w;
    }
    fill(board->target, (Rect){4, top - 2, w, LINES * step + 6}, PIXEL(0, 0, 0, 170));
    for (int32_t i = 0; i < LINES; i++)
        theme_text(board->renderer, board->target, 8, top + i * step, &board->style,
                   text_of(lines[i]), ALIGN_LEFT);
}

/* Maps are drawn at their shift: neighbouring maps may be visible, too. */
void overlay_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    Board board = {.renderer = renderer,
                   .ctx = ctx,
                   .target = target,
                   .grid = &renderer->content->grid,
                   .style =
                       theme_style(renderer, (FontStyle){0, 8, 0}, PIXEL(255, 255, 255, 255))};
    for (size_t i = 0; i < renderer->shown_count; i++) {
        const ShownMap *shown = &renderer->shown[i];
        board.origin =
            (Spot){shown->shift.x - renderer->camera.x, shown->shift.y - renderer->camera.y};
        if (renderer->author.views & AUTHOR_COLLISION)
            draw_collision(&board, shown->map);
        if (renderer->author.views & AUTHOR_PATHS)
            draw_paths(&board, shown);
    }
    if (renderer->author.views & AUTHOR_TIMINGS)
        draw_timings(&board);
}

/* ---- the timeline ---- */

/* Minutes and seconds of a number of ticks, as 1:23.4. */
static void write_time(char *out, size_t size, uint32_t ticks, uint32_t rate)
{
    const uint64_t tenths = (uint64_t)ticks * 10 / rate;
    snprintf(out, size, "%u:%02u.%u", (uint32_t)(tenths / 600), (uint32_t)(tenths / 10 % 60),
             (uint32_t)(tenths % 10));
}

/* The short form of the hints is used if the long one does not fit. */
void overlay_draw_timeline(Renderer *renderer, const Image *target)
{
    enum { SIZE = 128, EDGE = 6, BAR = 6, KNOB = 4, TIME = 24 };
    static const char *const hints[] = {
        "F6 continue   F7 F8 a tick   Shift a second   Ctrl ten", "F6 F7 F8"};
    const RenderTimeline *timeline = &renderer->author.timeline;
    const uint32_t rate = renderer->content->rate, length = timeline->last - timeline->first;
    const TextStyle style =
        theme_style(renderer, (FontStyle){0, 8, 0}, PIXEL(255, 255, 255, 255));
    const int32_t step = theme_line(&style), w = (int32_t)target->w;
    char line[SIZE], position[TIME], whole[TIME];
    if (!timeline->shown)
        return;
    write_time(position, TIME, timeline->now - timeline->first, rate);
    write_time(whole, TIME, length, rate);
    snprintf(line, SIZE, "%s / %s   tick %u%s", position, whole, timeline->now,
             timeline->reloaded ? "   since the last reload" : "");
    fill(target, (Rect){0, 0, w, 2 * EDGE + BAR + 2 * step}, PIXEL(0, 0, 0, 190));
    theme_text(renderer, target, EDGE, EDGE / 2, &style, text_of(line), ALIGN_LEFT);
    const int32_t hint_w = (int32_t)text_measure(&style, text_of(hints[0])).w;
    theme_text(renderer, target, EDGE, EDGE / 2 + step, &style,
               text_of(hints[hint_w + 2 * EDGE > w]), ALIGN_LEFT);
    const Rect bar = {EDGE, EDGE + 2 * step, w - 2 * EDGE, BAR};
    const int32_t done =
        length ? (int32_t)((int64_t)bar.w * (timeline->now - timeline->first) / length) : bar.w;
    fill(target, bar, PIXEL(90, 90, 90, 255));
    fill(target, (Rect){bar.x, bar.y, done, bar.h}, PIXEL(255, 220, 60, 255));
    fill(target, (Rect){bar.x + done - KNOB / 2, bar.y - 2, KNOB, bar.h + 4},
         PIXEL(255, 255, 255, 255));
}
