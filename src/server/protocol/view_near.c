/* Near actors and their changes. */
#include "server/protocol/view_internal.h"

#include <string.h>

/* ---- near actors ---- */

typedef struct Candidate {
    uint32_t actor;
    int32_t far;
} Candidate;

enum { CANDIDATES = 1024, FAR_MAX = VIEW_FAR + VIEW_STAYS };

typedef struct Found { /* actors that may be visible, by distance in cells */
    const ViewWorld *views;
    Candidate items[CANDIDATES];
    uint32_t count;
    uint32_t counts[FAR_MAX + 1];
} Found;

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

static void consider(void *context, uint32_t actor, int32_t far)
{
    Found *found = context;
    const ViewWorld *views = found->views;
    if (found->count == CANDIDATES)
        return;
    if (views->known[actor] == views->looks)
        far = far < VIEW_STAYS ? 0 : far - VIEW_STAYS;
    if (far > VIEW_FAR)
        return;
    found->items[found->count++] = (Candidate){actor, far};
    found->counts[far]++;
}

/* The player's trade partner; NONE: no trade. */
static uint32_t trader_of(const Player *player)
{
    const ScreenState *open =
        player->screen.screen == SCREEN_PAUSE ? &player->paused : &player->screen;
    return open->screen == SCREEN_MARKET ? open->record : NONE;
}

/* Selects the nearest actors, ordered by number. The player and the trade partner are always
 * included.
 *
 * The found ones were counted by their distance, so nothing is sorted by it: all that are
 * nearer than `limit` fit, and of those at `limit` the first `left`. By number, because the
 * view is compared with the one that was sent before, which is searched by number (find_known).
 */
static uint32_t choose(const Found *found, const Player *player, Candidate out[VIEW_ACTORS + 1])
{
    const uint32_t self = player->actor, trader = trader_of(player);
    uint32_t count = 0, left = VIEW_ACTORS - (trader != NONE);
    int32_t limit = 0;
    while (limit <= VIEW_FAR && found->counts[limit] <= left)
        left -= found->counts[limit++];
    out[count++] = (Candidate){self, 0};
    if (trader != NONE)
        out[count++] = (Candidate){trader, 0};
    for (uint32_t i = 0; i < found->count; i++) {
        const Candidate *candidate = &found->items[i];
        const bool fits = candidate->far < limit || (candidate->far == limit && left);
        if (!fits || candidate->actor == self || candidate->actor == trader ||
            count > VIEW_ACTORS)
            continue;
        left -= candidate->far == limit;
        out[count++] = *candidate;
    }
    for (uint32_t i = 1; i < count; i++) { /* nearly sorted already */
        const Candidate candidate = out[i];
        uint32_t at = i;
        for (; at && out[at - 1].actor > candidate.actor; at--)
            out[at] = out[at - 1];
        out[at] = candidate;
    }
    return count;
}

/* ---- changes of near actors ---- */

/* A snapshot of the near actors. */
typedef struct ViewSnapshot {
    View *view;
    Writer *out;
    StateStep steps[VIEW_ACTORS + 1];
    StateSteps part;
    uint32_t last; /* actor of the last step */
    bool news;     /* there is more than a step of the player */
} ViewSnapshot;

static bool wears_any(const Player *player)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (player->equipped[i] != TNG_NO_SPRITE)
            return true;
    return false;
}

static void write_look(ViewSnapshot *snapshot, uint32_t index)
{
    Writer *out = snapshot->out;
    const World *world = snapshot->view->views->world;
    const Actor *actor = world->actors[index];
    StateLook look = {.actor = (u16)index};
    sent_fill_Actor(&look, actor);
    if (actor->player) {
        const Player *player = world->players[actor->player - 1];
        look.player = player->id;
        look.name_size = (u8)strnlen(player->name, sizeof player->name);
        look.name = (ascii *)(uintptr_t)player->name;
        look.choice_count = (u16)world->choice_count;
        look.choices = ARENA_ALLOC(out->arena, StateChoice, world->choice_count);
        for (uint32_t i = 0; i < world->choice_count; i++)
            look.choices[i] = (StateChoice){player->choices[i], player->palettes[i]};
        look.worn_count = wears_any(player) ? TNG_EQUIP_SLOTS : 0;
        look.worn = (u16 *)(uintptr_t)player->equipped;
    }
    state_write(STATE_LOOK, &look, out);
    snapshot->news = true;
}

static void write_values(ViewSnapshot *snapshot, uint32_t index)
{
    const ViewActor *seen = &snapshot->view->views->actors[index];
    const StateValues values = {(u16)index, (u16)seen->value_count, seen->values};
    state_write(STATE_VALUES, &values, snapshot->out);
    snapshot->news = true;
}

static void end_steps(ViewSnapshot *snapshot)
{
    if (snapshot->part.count)
        state_write(STATE_STEPS, &snapshot->part, snapshot->out);
    snapshot->part.count = 0;
}

/* Steps are ordered by actor. */
static void add_step(ViewSnapshot *snapshot, uint32_t actor, StateStep step)
{
    if (snapshot->part.count && actor - snapshot->last > UINT8_MAX)
        end_steps(snapshot);
    if (!snapshot->part.count) {
        snapshot->part.first = (u16)actor;
        snapshot->last = actor;
    }
    step.gap = (u8)(actor - snapshot->last);
    snapshot->steps[snapshot->part.count++] = step;
    snapshot->last = actor;
}

/* Converts 1/256 pixels to whole pixels. */
static int32_t pixels_of(int32_t way) { return (way + SUB / 2) >> 8; /* SUB is 1 << 8 */ }

/* Positions of other walking actors are rounded to a pixel; the remainder is sent with the
 * next step. Returns false if the distance is too large for a step. */
static bool write_step(ViewSnapshot *snapshot, Known *known, const StateMove *at)
{
    const bool self = known->actor == view_player(snapshot->view)->actor;
    const Spot way = {at->x - known->at.x, at->y - known->at.y};
    const Spot pixels = {pixels_of(way.x), pixels_of(way.y)};
    StateStep step = {.pose = (u8)((at->pose & (7 | DELTA_WALKS)) | at->gait << 4),
                      .x = (i8)pixels.x,
                      .y = (i8)pixels.y,
                      .fine_x = (i16)way.x,
                      .fine_y = (i16)way.y};
    if (!self && at->pose & DELTA_WALKS && step.x == pixels.x && step.y == pixels.y) {
        known->at.x += pixels.x * SUB;
        known->at.y += pixels.y * SUB;
    } else {
        step.pose |= DELTA_PRECISE;
        if (step.fine_x != way.x || step.fine_y != way.y)
            return false;
        known->at = (Spot){at->x, at->y};
    }
    add_step(snapshot, known->actor, step);
    snapshot->news = snapshot->news || !self;
    return true;
}

static void send_move(ViewSnapshot *snapshot, Known *known, const StateMove *at)
{
    state_write(STATE_MOVE, at, snapshot->out);
    known->at = (Spot){at->x, at->y};
    snapshot->news = true;
}

/* Returns false if the duration is too long for ACT. */
static bool send_act(ViewSnapshot *snapshot, const StateMove *at)
{
    const uint32_t since = snapshot->view->views->world->tick - at->since;
    const uint32_t lasts = at->until - at->since;
    const unsigned hurt = at->pose & DELTA_FLINCH ? DELTA_HURT : 0;
    StateAct act = {at->actor, 0, 0, 0};
    if (at->action)
        act = (StateAct){at->actor, (u8)(at->action | hurt), (u8)since, (u16)lasts};
    if (at->action && (act.since != since || act.lasts != lasts))
        return false;
    state_write(STATE_ACT, &act, snapshot->out);
    snapshot->news = true;
    return true;
}

/* Writes all changes of a near actor. */
static void write_changes(ViewSnapshot *snapshot, Known *known)
{
    const ViewWorld *views = snapshot->view->views;
    const ViewActor *seen = &views->actors[known->actor];
    const ViewMark mark = views->marks[known->actor], sent = known->mark;
    known->mark.changed = mark.changed;
    if (sent.changed < seen->look)
        write_look(snapshot, known->actor);
    if (seen->has_values && sent.changed < seen->valued)
        write_values(snapshot, known->actor);
    if (sent.changed < seen->shaped ||
        (sent.changed < seen->acted && !send_act(snapshot, &seen->at))) {
        send_move(snapshot, known, &seen->at);
        known->mark.moved = mark.moved;
        return;
    }
    if (sent.moved == mark.moved || known->wait)
        return;
    known->mark.moved = mark.moved;
    known->wait = known->pace;
    if (seen->map == NONE || !write_step(snapshot, known, &seen->at))
        send_move(snapshot, known, &seen->at);
}

static void send_departure(ViewSnapshot *snapshot, uint32_t actor)
{
    state_write(STATE_GONE, &(StateGone){(u16)actor}, snapshot->out);
    snapshot->news = true;
}

/* Writes changes of actors that were near in the previous snapshot. */
static void write_known(ViewSnapshot *snapshot)
{
    View *view = snapshot->view;
    const ViewMark *marks = view->views->marks;
    const bool wide = view_is_wide(view);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < view->known_count; i++) {
        Known *known = &view->known[i];
        const ViewMark mark = marks[known->actor];
        known->wait -= known->wait > 0;
        const bool due = known->pace == 1 || wide;
        const bool changed = due && mark.changed != known->mark.changed;
        if (changed && !view->views->actors[known->actor].used) {
            send_departure(snapshot, known->actor);
            continue;
        }
        if (changed || (due && mark.moved != known->mark.moved && !known->wait))
            write_changes(snapshot, known);
        if (kept != i)
            view->known[kept] = *known;
        kept++;
    }
    view->known_count = kept;
}

/* Distant walking actors are updated less often. */
static uint8_t pace_of(int32_t far)
{
    static const struct {
        int32_t max; /* cells */
        uint8_t pace;
    } paces[] = {{4, 1}, {14, VIEW_WIDE}, {21, 2 * VIEW_WIDE}};
    for (size_t i = 0; i < COUNT_OF(paces); i++)
        if (far <= paces[i].max)
            return paces[i].pace;
    return VIEW_PACE_MAX;
}

/* Writes the selected actors, in their order. */
static void write_chosen(ViewSnapshot *snapshot, const Candidate *chosen, uint32_t count)
{
    View *view = snapshot->view;
    Known now[VIEW_ACTORS + 1];
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t actor = chosen[i].actor;
        const uint8_t pace = pace_of(chosen[i].far);
        for (; at < view->known_count && view->known[at].actor < actor; at++)
            send_departure(snapshot, view->known[at].actor);
        now[i] = (Known){.actor = (uint16_t)actor, .wait = (uint8_t)(1 + actor % pace)};
        if (at < view->known_count && view->known[at].actor == actor)
            now[i] = view->known[at++];
        now[i].pace = pace;
        now[i].wait = now[i].wait > pace ? pace : now[i].wait;
        now[i].wait -= now[i].wait > 0;
        write_changes(snapshot, &now[i]);
    }
    for (; at < view->known_count; at++)
        send_departure(snapshot, view->known[at].actor);
    memcpy(view->known, now, count * sizeof *now);
    view->known_count = count;
}

/* ---- searches for near actors ---- */

static uint32_t arrivals_of(const ViewWorld *views, const ShownMap *shown, size_t count)
{
    uint32_t arrivals = 0;
    for (size_t i = 0; i < count; i++)
        arrivals += views->arrivals[shown[i].index];
    return arrivals;
}

/* Whether an actor may have come near since the last search. */
static bool must_look(const View *view, uint32_t map, Cell here, uint32_t arrivals)
{
    enum { FAR = VIEW_STAYS }; /* cells that the player has moved */
    const World *world = view->views->world;
    const Player *player = view_player(view);
    const uint32_t trader = trader_of(player);
    return map != view->looked.map || player->actor != view->looked.actor ||
           view->snapshots % VIEW_LOOKS == 0 ||
           (arrivals != view->looked.arrivals && view->snapshots % VIEW_LOOKS_MIN == 0) ||
           grid_distance(&world->content->grid, here, view->looked.here) > FAR ||
           (trader != NONE && !find_known(view, trader));
}

/* Selects at most VIEW_ACTORS actors and the player. */
static uint32_t look_around(View *view, Cell here, const ShownMap *shown, size_t count,
                            Candidate chosen[VIEW_ACTORS + 1])
{
    ViewWorld *views = view->views;
    Found found;
    views->looks++;
    for (uint32_t i = 0; i < view->known_count; i++)
        if (view->known[i].mark.changed >= views->actors[view->known[i].actor].born)
            views->known[view->known[i].actor] = views->looks;
    found.views = views;
    found.count = 0;
    memset(found.counts, 0, sizeof found.counts);
    for (size_t i = 0; i < count; i++) {
        if (map_is_elsewhere(views->world, shown[i].index))
            continue; /* they are not where they stand here */
        view_visit(views, shown[i].index,
                   (Cell){here.x - shown[i].cells.x, here.y - shown[i].cells.y}, FAR_MAX,
                   consider, &found);
    }
    return choose(&found, view_player(view), chosen);
}

/* Takes back a step of the player. */
static void take_back(ViewSnapshot *snapshot, const Known *before, size_t start)
{
    View *view = snapshot->view;
    for (uint32_t i = 0; i < view->known_count; i++)
        if (view->known[i].actor == before->actor)
            view->known[i] = *before;
    snapshot->out->size = start;
}

void view_near_write(View *view, uint32_t map, Cell here, const ShownMap *shown, size_t count,
                     bool steps, Writer *out)
{
    const size_t start = out->size;
    const Known *own = find_known(view, view_player(view)->actor);
    const Known before = own ? *own : (Known){0};
    Candidate chosen[VIEW_ACTORS + 1];
    ViewSnapshot snapshot = {.view = view, .out = out};
    const uint32_t arrivals = arrivals_of(view->views, shown, count);
    snapshot.part.steps = snapshot.steps;
    if (must_look(view, map, here, arrivals)) {
        view->looked.map = map;
        view->looked.actor = view_player(view)->actor;
        view->looked.arrivals = arrivals;
        view->looked.here = here;
        write_chosen(&snapshot, chosen, look_around(view, here, shown, count, chosen));
    } else {
        write_known(&snapshot);
    }
    end_steps(&snapshot);
    if (!snapshot.news && !steps && out->size > start)
        take_back(&snapshot, &before, start);
}
