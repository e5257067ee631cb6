/* One client's view: who is near, and what is new about them. */
#include "net/view_parts.h"

#include <assert.h>
#include <stdlib.h>

View *view_new(ViewWorld *views, uint32_t place)
{
    View *view = calloc(1, sizeof *view);
    if (!view)
        return NULL;
    view->views = views;
    view->place = place;
    view->phase = views->views++ % VIEW_TICKS;
    return view;
}

void view_free(View *view) { free(view); }

/* ---- who is near ---- */

typedef struct Candidate {
    uint32_t actor;
    int32_t far;
} Candidate;

enum { CANDIDATES = 1024, FAR_MOST = VIEW_FAR + VIEW_STAYS };

typedef struct Near64 { /* who may be seen, and by how many cells away they are */
    Candidate items[CANDIDATES];
    uint32_t count;
    uint32_t counts[FAR_MOST + 1];
} Near64;

static const Known *find_known(const View *view, uint32_t actor)
{
    uint32_t low = 0, high = view->known_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (view->known[middle].actor < actor)
            low = middle + 1;
        else
            high = middle;
    }
    return low < view->known_count && view->known[low].actor == actor ? &view->known[low]
                                                                      : NULL;
}

static void consider(const View *view, uint32_t index, Cell here, Near64 *near)
{
    const ViewActor *seen = &view->views->actors[index];
    int32_t far = grid_distance(&view->views->world->content->grid, here, seen->cell);
    if (far > FAR_MOST || near->count == CANDIDATES)
        return;
    const Known *known = find_known(view, index);
    far -= known && known->born == seen->born ? VIEW_STAYS : 0;
    far = far < 0 ? 0 : far;
    if (far > VIEW_FAR)
        return;
    near->items[near->count++] = (Candidate){index, far};
    near->counts[far]++;
}

static int32_t bucket_of(int32_t cell) { return cell < 0 ? 0 : cell / BUCKET_CELLS; }

/* Those on one map; `here`: the middle of what is seen, in its cells. */
static void consider_map(const View *view, uint32_t map, Cell here, Near64 *near)
{
    const ViewWorld *views = view->views;
    const int32_t side = views->world->content->grid.side;
    if (here.x < -FAR_MOST || here.y < -FAR_MOST || here.x > side + FAR_MOST ||
        here.y > side + FAR_MOST)
        return;
    const int32_t right = here.x + FAR_MOST < side ? here.x + FAR_MOST : side - 1;
    const int32_t bottom = here.y + FAR_MOST < side ? here.y + FAR_MOST : side - 1;
    for (int32_t y = bucket_of(here.y - FAR_MOST); y <= bucket_of(bottom); y++)
        for (int32_t x = bucket_of(here.x - FAR_MOST); x <= bucket_of(right); x++)
            for (uint32_t at = views->buckets[view_bucket(map, x, y)]; at;
                 at = views->actors[at - 1].next) {
                const ViewActor *seen = &views->actors[at - 1];
                if (seen->map == map && seen->cell.x / BUCKET_CELLS == x &&
                    seen->cell.y / BUCKET_CELLS == y)
                    consider(view, at - 1, here, near);
            }
}

/* With whom the player trades; NONE if they do not. */
static uint32_t trader_of(const Player *player)
{
    const ScreenState *open =
        player->screen.screen == SCREEN_PAUSE ? &player->paused : &player->screen;
    return open->screen == SCREEN_MARKET ? open->record : NONE;
}

/* The nearest, as many as may be; ordered by their numbers. The player is always there, and
 * with whom they trade. */
static uint32_t choose(const Near64 *near, const Player *player, Candidate out[VIEW_ACTORS + 1])
{
    const uint32_t self = player->actor, trader = trader_of(player);
    uint32_t count = 0, left = VIEW_ACTORS - (trader != NONE);
    int32_t limit = 0;
    while (limit <= VIEW_FAR && near->counts[limit] <= left)
        left -= near->counts[limit++];
    out[count++] = (Candidate){self, 0};
    if (trader != NONE)
        out[count++] = (Candidate){trader, 0};
    for (uint32_t i = 0; i < near->count; i++) {
        const Candidate *candidate = &near->items[i];
        const bool fits = candidate->far < limit || (candidate->far == limit && left);
        if (!fits || candidate->actor == self || candidate->actor == trader ||
            count > VIEW_ACTORS)
            continue;
        left -= candidate->far == limit;
        out[count++] = *candidate;
    }
    for (uint32_t i = 1; i < count; i++) { /* nearly ordered already */
        const Candidate candidate = out[i];
        uint32_t at = i;
        for (; at && out[at - 1].actor > candidate.actor; at--)
            out[at] = out[at - 1];
        out[at] = candidate;
    }
    return count;
}

/* Those who were near a picture ago; false if they have to be looked for. */
static bool choose_again(const View *view, uint32_t map, uint32_t self, Candidate *out,
                         uint32_t *count)
{
    bool has_self = false;
    *count = 0;
    if (view->pictures % VIEW_LOOKS == 0 || map != view->map)
        return false;
    for (uint32_t i = 0; i < view->known_count; i++) {
        const Known *known = &view->known[i];
        const ViewActor *seen = &view->views->actors[known->actor];
        has_self = has_self || known->actor == self;
        if (seen->used && seen->born == known->born)
            out[(*count)++] = (Candidate){known->actor, known->far};
    }
    return has_self;
}

/* ---- what is new about them ---- */

static bool wears_any(const Player *player)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (player->equipped[i] != TNG_NO_SPRITE)
            return true;
    return false;
}

static void write_look(const View *view, uint32_t index, Writer *out)
{
    const World *world = view->views->world;
    const Actor *actor = world->actors[index];
    StateLook look = {.actor = (u16)index,
                      .npc = actor->npc,
                      .transport = (u8)actor->transport,
                      .altitude = (i8)actor->altitude,
                      .born = actor->born,
                      .born_until = actor->born_until,
                      .born_sprite = actor->born_sprite};
    if (actor->player) {
        const Player *player = world->players[actor->player - 1];
        look.player = player->id;
        look.name_size = (u8)strnlen(player->name, sizeof player->name);
        look.name = (ascii *)(uintptr_t)player->name;
        look.choice_count = (u16)world->choice_count;
        look.choices = ARENA_TAKE(out->arena, StateChoice, world->choice_count);
        for (uint32_t i = 0; i < world->choice_count; i++)
            look.choices[i] = (StateChoice){player->choices[i], player->palettes[i]};
        look.worn_count = wears_any(player) ? TNG_EQUIP_SLOTS : 0;
        look.worn = (u16 *)(uintptr_t)player->equipped;
    }
    state_write(STATE_LOOK, &look, out);
}

static void write_values(const View *view, uint32_t index, Writer *out)
{
    const ViewActor *seen = &view->views->actors[index];
    const StateValues values = {(u16)index, (u16)seen->value_count, seen->values};
    state_write(STATE_VALUES, &values, out);
}

/* Whoever walks far away is told less often: in one of so many pictures. */
static bool is_due(const View *view, const Candidate *walker)
{
    static const int32_t limits[] = {8, 16}; /* cells */
    static const uint32_t paces[] = {1, 2, VIEW_PACE_MOST};
    size_t i = 0;
    while (i < COUNT_OF(limits) && walker->far > limits[i])
        i++;
    return (view->pictures + walker->actor) % paces[i] == 0;
}

static bool write_step(const ViewActor *seen, uint32_t index, Spot before, Writer *out)
{
    const int32_t x = seen->at.x - before.x, y = seen->at.y - before.y;
    const StateStep step = {(u16)index, (i16)x, (i16)y,
                            (u8)((seen->at.pose & 15) | seen->at.gait << 4)};
    if (step.x != x || step.y != y)
        return false;
    state_write(STATE_STEP, &step, out);
    return true;
}

/* Where somebody is; false if that is told later. */
static bool tell_place(const View *view, const Candidate *who, const Known *before, Writer *out)
{
    const ViewActor *seen = &view->views->actors[who->actor];
    const bool self = who->actor == view->views->world->me->actor;
    if (before && before->shaped == seen->shaped && !self) {
        if (before->moved == seen->moved)
            return true;
        if (!is_due(view, who))
            return false;
        if (write_step(seen, who->actor, before->at, out))
            return true;
    }
    if (!before || before->moved != seen->moved)
        write_bytes(out, (Bytes){seen->move, seen->move_size});
    return true;
}

/* `before` may be NULL. */
static Known tell(const View *view, const Candidate *who, const Known *before, Writer *out)
{
    const uint32_t index = who->actor;
    const ViewActor *seen = &view->views->actors[index];
    const bool fresh = !before || before->born != seen->born;
    if (fresh || before->look != seen->look)
        write_look(view, index, out);
    if (seen->has_values && (fresh || before->valued != seen->valued))
        write_values(view, index, out);
    Known now = {index,
                 seen->born,
                 seen->look,
                 seen->moved,
                 seen->valued,
                 seen->shaped,
                 {seen->at.x, seen->at.y},
                 who->far};
    if (!tell_place(view, who, fresh ? NULL : before, out)) {
        now.moved = before->moved;
        now.at = before->at;
    }
    return now;
}

static void write_actors(View *view, const Candidate *chosen, uint32_t count, Writer *out)
{
    Known now[VIEW_ACTORS + 1];
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (; at < view->known_count && view->known[at].actor < chosen[i].actor; at++)
            state_write(STATE_GONE, &(StateGone){(u16)view->known[at].actor}, out);
        const bool known = at < view->known_count && view->known[at].actor == chosen[i].actor;
        now[i] = tell(view, &chosen[i], known ? &view->known[at++] : NULL, out);
    }
    for (; at < view->known_count; at++)
        state_write(STATE_GONE, &(StateGone){(u16)view->known[at].actor}, out);
    memcpy(view->known, now, count * sizeof *now);
    view->known_count = count;
}

/* ---- objects ---- */

static void write_cells(uint32_t index, const ViewMap *map, const uint32_t *cells, size_t count,
                        unsigned flags, Writer *out)
{
    StateCells part = {.map = (u16)index, .flags = (u8)flags, .count = (u32)count};
    part.cells = ARENA_TAKE(out->arena, StateCell, count);
    for (size_t i = 0; i < count; i++)
        part.cells[i] = (StateCell){cells[i], map->seen[cells[i]]};
    state_write(STATE_CELLS, &part, out);
}

/* All that is not as in the game file. */
static void write_whole(const View *view, uint32_t index, const ViewMap *map, Writer *out)
{
    const size_t side = (size_t)view->views->world->content->grid.side;
    uint32_t *cells = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < side * side; i++)
        if (map->seen[i] != map->original[i])
            *ARENA_PUSH(out->arena, cells, count) = i;
    write_cells(index, map, cells, count, STATE_ANEW, out);
}

static void write_changes(uint32_t index, const ViewMap *map, uint32_t from, Writer *out)
{
    uint32_t cells[JOURNAL];
    const uint32_t count = map->sequence - from;
    for (uint32_t i = 0; i < count; i++)
        cells[i] = map->journal[(from + i) % JOURNAL];
    write_cells(index, map, cells, count, 0, out);
}

/* The maps that are forgotten are those that were shown longest ago. */
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

/* Whether more than the direction that is held decides where the player is. */
static bool is_led(const World *world, const Player *player)
{
    const Actor *actor = world->actors[player->actor];
    return actor->order_count || actor->leap_until || player->path_count || actor->dying ||
           player->screen.screen != SCREEN_GAME;
}

/* Who is near, at most VIEW_ACTORS and the player. */
static uint32_t look_around(View *view, uint32_t map, Cell here, const ShownMap *shown,
                            size_t shown_count, Candidate chosen[VIEW_ACTORS + 1])
{
    const Player *player = view->views->world->me;
    const uint32_t trader = trader_of(player);
    uint32_t count;
    Near64 near;
    if ((trader == NONE || find_known(view, trader)) &&
        choose_again(view, map, player->actor, chosen, &count))
        return count;
    near.count = 0;
    memset(near.counts, 0, sizeof near.counts);
    for (size_t i = 0; i < shown_count; i++)
        consider_map(view, shown[i].index,
                     (Cell){here.x - shown[i].cells.x, here.y - shown[i].cells.y}, &near);
    view->map = map;
    return choose(&near, player, chosen);
}

static void write_picture(View *view, Writer *out)
{
    World *world = view->views->world;
    Spot middle;
    size_t count;
    const uint32_t index = world_view(world, &middle);
    const ShownMap *shown = view_shown(view->views, index, &count);
    const Cell here = grid_cell_at(&world->content->grid, middle);
    Candidate chosen[VIEW_ACTORS + 1];
    write_maps(view, shown, count, out);
    write_actors(view, chosen, look_around(view, index, here, shown, count, chosen), out);
    view_things_write(view, shown, count, out);
    view->pictures++;
}

bool view_write(View *view, ViewInput input, Writer *out)
{
    World *world = view->views->world;
    Player *const turn = world->me;
    if (!world_turn(world, view->place))
        return false;
    const Player *player = world->me;
    const size_t start = out->size;
    const bool picture = world->tick % VIEW_TICKS == view->phase || !view->self.told;
    const StateTick tick = {
        world->tick, input.sequence, (u16)(input.age < UINT16_MAX ? input.age : UINT16_MAX),
        (u8)((is_led(world, player) ? STATE_LED : 0) | (picture ? STATE_PICTURE : 0))};
    state_write(STATE_TICK, &tick, out);
    const size_t before = out->size;
    view_self_write(view, out);
    if (picture)
        write_picture(view, out);
    world->me = turn;
    if (!picture && out->size == before) {
        out->size = start;
        return false;
    }
    return true;
}
