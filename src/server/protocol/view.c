/* A client's view: packets and objects. */
#include "server/protocol/view_internal.h"

#include <assert.h>
#include <stdlib.h>

View *view_new(ViewWorld *views, uint32_t player_index)
{
    View *view = calloc(1, sizeof *view);
    if (!view)
        return NULL;
    view->views = views;
    view->player_index = player_index;
    view->quiet = VIEW_QUIET;
    views->plays[player_index] = false;
    return view;
}

void view_free(View *view) { free(view); }

/* ---- objects ---- */

static void write_cells(uint32_t index, const ViewMap *map, const uint32_t *cells, size_t count,
                        unsigned flags, Writer *out)
{
    StateCells part = {.map = (u16)index, .flags = (u8)flags, .count = (u32)count};
    part.cells = ARENA_ALLOC(out->arena, StateCell, count);
    for (size_t i = 0; i < count; i++)
        part.cells[i] = (StateCell){cells[i], map->seen[cells[i]]};
    state_write(STATE_CELLS, &part, out);
}

/* Writes all objects that differ from the game file. */
static void write_whole(const View *view, uint32_t index, const ViewMap *map, Writer *out)
{
    const size_t max = grid_cells(&view->views->world->content->grid);
    uint32_t *cells = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < max; i++)
        if (map->seen[i] != map->original[i])
            *ARENA_PUSH(out->arena, cells, count) = i;
    write_cells(index, map, cells, count, DELTA_RESET, out);
}

static void write_changes(uint32_t index, const ViewMap *map, uint32_t from, Writer *out)
{
    uint32_t cells[JOURNAL];
    const uint32_t count = map->sequence - from;
    for (uint32_t i = 0; i < count; i++)
        cells[i] = map->journal[(from + i) % JOURNAL];
    write_cells(index, map, cells, count, 0, out);
}

/* Finds or adds a map; the map that was visible longest ago is replaced. */
static KnownMap *known_map(View *view, uint32_t map, bool *fresh)
{
    KnownMap found = {map, 0};
    uint32_t at = 0;
    while (at < view->map_count && view->maps[at].map != map)
        at++;
    *fresh = at == view->map_count;
    if (!*fresh)
        found = view->maps[at];
    else if (view->map_count < COUNT_OF(view->maps))
        view->map_count++;
    else
        at--;
    memmove(view->maps + 1, view->maps, at * sizeof *view->maps);
    view->maps[0] = found;
    return &view->maps[0];
}

static void write_maps(View *view, const ShownMap *shown, size_t count, Writer *out)
{
    for (size_t i = count; i-- > 0;) {
        const ViewMap *map = view_map(view->views, shown[i].index);
        bool fresh;
        if (!map)
            continue;
        KnownMap *known = known_map(view, shown[i].index, &fresh);
        if (fresh || map->sequence - known->sequence > JOURNAL)
            write_whole(view, shown[i].index, map, out);
        else if (map->sequence != known->sequence)
            write_changes(shown[i].index, map, known->sequence, out);
        known->sequence = map->sequence;
    }
}

/* ---- a packet ---- */

/* Whether the player's position depends on more than the held direction. */
static bool is_led(const World *world, const Player *player)
{
    const Actor *actor = world->actors[player->actor];
    return actor->order_count || actor->leap_until || player->path_count || actor->dying ||
           player->screen.screen != SCREEN_GAME;
}

/* `start`: where the parts after the tick begin. */
static void write_snapshot(View *view, bool steps, size_t start, Writer *out)
{
    World *world = view->views->world;
    Spot middle;
    size_t count;
    const uint32_t index = world_view(player_context(world, view->player_index), &middle);
    const ShownMap *shown = view_shown(view->views, index, &count);
    const Cell here = grid_cell_at(&world->content->grid, middle);
    write_maps(view, shown, count, out);
    view_things_write(view, shown, count, out);
    view_near_write(view, index, here, shown, count,
                    steps || view_is_wide(view) || out->size > start, out);
    view->snapshots++;
}

/* Uses the short form if it follows the previous packet's tick. */
static void write_tick(View *view, ViewInput input, unsigned flags, Writer *out)
{
    const uint16_t age = (u16)(input.age < UINT16_MAX ? input.age : UINT16_MAX);
    const StateTick now = {view->views->world->tick, input.sequence, age, (u8)flags};
    const StateTick *sent = &view->sent;
    const uint32_t ticks = now.tick - sent->tick, inputs = now.sequence - sent->sequence;
    const bool follows = inputs ? age <= UINT8_MAX : age == sent->age + ticks;
    const unsigned more = inputs ? STATE_MORE : 0;
    const StateNext next = {(u8)(flags | more | ticks << STATE_TICKS_AT), (u8)inputs, (u8)age};
    if (view->self.sent && ticks <= STATE_TICKS_MAX && inputs <= UINT8_MAX && follows)
        state_write(STATE_NEXT, &next, out);
    else
        state_write(STATE_TICK, &now, out);
    view->sent = now;
}

/* Whether a tick has to be sent although nothing else is; `wide`: in a wide snapshot. */
static bool is_news(const View *view, const StateTick *sent, bool wide)
{
    const StateTick *now = &view->sent;
    return (sent->flags ^ now->flags) & DELTA_SERVER_CONTROLLED ||
           (wide && sent->sequence != now->sequence) || now->tick - sent->tick >= view->quiet;
}

static bool has_turn(const ViewWorld *views, uint32_t player_index)
{
    return views->world->tick % VIEW_TICKS == player_index % VIEW_TICKS;
}

bool view_is_due(const ViewWorld *views, uint32_t player_index)
{
    const Player *player = views->world->players[player_index];
    return has_turn(views, player_index) || player->effect_count ||
           !views->plays[player_index] || player->screen.screen != SCREEN_GAME;
}

/* A player who stands still where nothing happens needs fewer packets. */
static void note_quiet(View *view, bool changes)
{
    const uint32_t longer =
        2 * view->quiet < VIEW_QUIET_MAX ? 2 * view->quiet : (uint32_t)VIEW_QUIET_MAX;
    view->quiet = changes ? (uint32_t)VIEW_QUIET : longer;
}

bool view_write(View *view, ViewInput input, Writer *out)
{
    World *world = view->views->world;
    if (view->player_index >= world->player_count || !world->players[view->player_index]->used)
        return false;
    const Player *player = world->players[view->player_index];
    const bool snapshot = has_turn(view->views, view->player_index) || !view->self.sent;
    const StateTick sent = view->sent;
    const size_t start = out->size;
    bool sends = snapshot || view_self_hurries(view);
    if (sends) {
        const bool led = is_led(world, player), wide = view_is_wide(view);
        write_tick(view, input,
                   (led ? DELTA_SERVER_CONTROLLED : 0) | (snapshot ? DELTA_SNAPSHOT : 0), out);
        const size_t moment = out->size;
        bool news = is_news(view, &sent, wide);
        view_self_write(view, out);
        if (snapshot)
            write_snapshot(view, news || led, moment, out);
        const bool changes = out->size > moment || view->sent.sequence != sent.sequence;
        sends = news || out->size > moment;
        if (sends)
            note_quiet(view, changes);
        view->views->plays[view->player_index] = player->screen.screen == SCREEN_GAME;
    }
    if (!sends) {
        out->size = start;
        view->sent = sent;
    }
    return sends;
}
