/* Parts, in order: targets on the map; targets of screens and pages; the focus. Targets are
 * computed again at each step and compared by kind and value, so a screen may change while the
 * focus moves. */
#include "player/one_switch.h"

#include "base/hash.h"
#include "player/menus/keyboard.h"
#include "engine/render/theme.h"
#include "engine/render/screen_words.h"

/* Longer than a tick, as an NPC in the way may step aside. */
enum { BLOCKED_TICKS = 8 };

typedef struct Targets {
    ScanTarget list[SCAN_TARGETS_MAX];
    size_t count;
} Targets;

/* Each target once: several hit areas may do the same. */
static void add(Targets *targets, ScanKind kind, uint32_t value, Rect area)
{
    for (size_t i = 0; i < targets->count; i++)
        if (targets->list[i].kind == kind && targets->list[i].value == value)
            return;
    if (targets->count < SCAN_TARGETS_MAX)
        targets->list[targets->count++] = (ScanTarget){kind, value, area};
}

/* ---- the map ---- */

/* Rows and columns of rhombuses and hexagons are diagonal on the screen. */
static void add_directions(Targets *targets, const Grid *grid)
{
    static const uint8_t straight[] = {NORTH, EAST, SOUTH, WEST};
    static const uint8_t diagonal[] = {NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST};
    for (size_t i = 0; i < 4; i++)
        add(targets, SCAN_DIRECTION, straight[i], (Rect){0});
    for (size_t i = 0; i < 4 && grid->type != GRID_ORTHO; i++)
        add(targets, SCAN_DIRECTION, diagonal[i], (Rect){0});
}

static void add_map_targets(Targets *targets, PlayerContext ctx)
{
    enum { ACTIONS_SHOWN = 3 }; /* as for fingers */
    add(targets, SCAN_BUTTONS, BUTTON_CONFIRM, (Rect){0});
    add_directions(targets, &ctx.world->content->grid);
    for (uint32_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (ctx.player->belt[i] != TNG_NO_SPRITE)
            add(targets, SCAN_BELT, i, (Rect){0});
    for (uint32_t i = 1; i <= ACTIONS_SHOWN; i++)
        add(targets, SCAN_ACTION, i, (Rect){0});
    add(targets, SCAN_BUTTONS, BUTTON_INVENTORY, (Rect){0});
    add(targets, SCAN_BUTTONS, BUTTON_PAUSE, (Rect){0});
}

/* ---- screens and pages ---- */

/* The arrows of a row follow it. */
static void add_row(Targets *targets, uint32_t row, const HitArea *areas, size_t count)
{
    add(targets, SCAN_ROW, row, (Rect){0});
    for (size_t i = 0; i < count; i++)
        if ((areas[i].kind == HIT_LESS || areas[i].kind == HIT_MORE) && areas[i].value == row)
            add(targets, areas[i].kind == HIT_LESS ? SCAN_LESS : SCAN_MORE, row, areas[i].area);
}

/* First the lines of keys, then the keys of the chosen line: fewer steps than through all
 * keys. */
static void add_keyboard(Targets *targets, uint32_t line, const HitArea *areas, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bool key = areas[i].kind == HIT_OPTION && areas[i].value >= KEYBOARD_OPTION;
        const uint32_t of = key ? (areas[i].value - KEYBOARD_OPTION) / KEYBOARD_COLUMNS : 0;
        if (key && !line)
            add(targets, SCAN_LINE, of, (Rect){0});
        else if (key && of + 1 == line)
            add(targets, SCAN_KEY, areas[i].value, (Rect){0});
    }
}

static void add_buttons(Targets *targets, const HitArea *areas, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (areas[i].kind == HIT_TAB)
            add(targets, SCAN_TAB, areas[i].value, areas[i].area);
    for (size_t i = 0; i < count; i++)
        if (areas[i].kind == HIT_BUTTONS && areas[i].value != BUTTON_CANCEL)
            add(targets, SCAN_BUTTONS, areas[i].value, areas[i].area);
    for (size_t i = 0; i < count; i++) /* last: it covers the screen */
        if (areas[i].kind == HIT_BUTTONS && areas[i].value == BUTTON_CANCEL)
            add(targets, SCAN_BUTTONS, BUTTON_CANCEL, (Rect){0});
}

/* Uses the hit areas of the last drawing: what can be clicked on can be reached. */
static void find_targets(Targets *targets, const Scan *scan, const Session *session,
                         const Menus *menus)
{
    const PlayerContext ctx = local_context(session->world);
    const bool page = menus_page(menus) != MENU_NONE;
    size_t count;
    const HitArea *areas = hit_areas_all(session->renderer, &count);
    const uint32_t rows = page ? menus_rows(menus) : ctx.player->screen.option_count;
    if (!page && ctx.player->screen.screen == SCREEN_GAME) {
        add_map_targets(targets, ctx);
        return;
    }
    if (page && menus_keyboard_shown(menus)) {
        add_keyboard(targets, scan->line, areas, count);
        if (scan->line)
            return;
    } else {
        for (uint32_t i = 0; i < rows; i++)
            add_row(targets, i, areas, count);
        if (!rows) /* a dialog without answers, a cutscene */
            add(targets, SCAN_BUTTONS, BUTTON_CONFIRM, (Rect){0});
    }
    add_buttons(targets, areas, count);
}

/* ---- the focus ---- */

static Text label_of(const ScanTarget *target, const char *code, Arena *arena)
{
    static const uint8_t sides[][2] = {
        [SOUTH] = {WORD_ACT_DOWN}, [SOUTH_WEST] = {WORD_ACT_DOWN, WORD_ACT_LEFT},
        [WEST] = {WORD_ACT_LEFT},  [NORTH_WEST] = {WORD_ACT_UP, WORD_ACT_LEFT},
        [NORTH] = {WORD_ACT_UP},   [NORTH_EAST] = {WORD_ACT_UP, WORD_ACT_RIGHT},
        [EAST] = {WORD_ACT_RIGHT}, [SOUTH_EAST] = {WORD_ACT_DOWN, WORD_ACT_RIGHT}};
    static const Word tabs[TABS] = {WORD_BAG, WORD_STATS, WORD_SKILLS, WORD_QUESTS};
    switch (target->kind) {
    case SCAN_LINE:
        return arena_format(arena, "%u", target->value + 1);
    case SCAN_LESS:
        return word_in(code, WORD_LESS);
    case SCAN_MORE:
        return word_in(code, WORD_MORE);
    case SCAN_TAB:
        return word_in(code, tabs[target->value % TABS]);
    case SCAN_BELT:
        return word_in(code, (Word)(WORD_ACT_BELT1 + target->value));
    case SCAN_ACTION:
        return word_in(code, (Word)(WORD_ACT_ACTION1 + target->value - 1));
    case SCAN_DIRECTION: {
        const uint8_t *side = sides[target->value % COUNT_OF(sides)];
        return side[1] ? arena_format(arena, "%s, %s", word_in(code, (Word)side[0]).at,
                                      word_in(code, (Word)side[1]).at)
                       : word_in(code, (Word)side[0]);
    }
    case SCAN_BUTTONS:
        return word_in(code, target->value == BUTTON_INVENTORY ? WORD_BAG
                             : target->value == BUTTON_PAUSE   ? WORD_ACT_PAUSE
                             : target->value == BUTTON_CANCEL  ? WORD_BACK
                             : target->value == BUTTON_DROP    ? WORD_DROP
                                                               : WORD_ACT_CONFIRM);
    default: /* the row is selected, and the key on the screen */
        return TEXT("");
    }
}

static void show(const Scan *scan, const Session *session, Menus *menus)
{
    Arena *scratch = arena_new();
    menus_scan(menus, label_of(&scan->now, session->world->content->code, scratch),
               scan->now.area);
    arena_free(scratch);
}

/* Without any target the focus is empty; a screen may have none while it opens. */
static void focus_next(Scan *scan, const Session *session, Menus *menus, WorldInput *input)
{
    Targets targets = {.count = 0};
    find_targets(&targets, scan, session, menus);
    size_t next = 0;
    for (size_t i = 0; i < targets.count; i++)
        if (targets.list[i].kind == scan->now.kind && targets.list[i].value == scan->now.value)
            next = i + 1;
    if (next == targets.count && scan->line) { /* the whole line was offered: back to all */
        scan->line = 0;
        targets.count = 0;
        find_targets(&targets, scan, session, menus);
        next = 0;
    }
    scan->now = targets.count ? targets.list[next % targets.count] : (ScanTarget){0};
    scan->ticks = 0;
    if (scan->now.kind == SCAN_ROW || scan->now.kind == SCAN_KEY)
        input->select = scan->now.value + 1;
    else if (scan->now.kind == SCAN_LINE)
        input->select = KEYBOARD_OPTION + scan->now.value * KEYBOARD_COLUMNS + 1;
}

/* The screen may have changed since the last step. */
static bool is_offered(const Scan *scan, const Session *session, const Menus *menus)
{
    Targets targets = {.count = 0};
    find_targets(&targets, scan, session, menus);
    for (size_t i = 0; i < targets.count; i++)
        if (targets.list[i].kind == scan->now.kind && targets.list[i].value == scan->now.value)
            return true;
    return false;
}

/* Walks on until the way is blocked for some ticks, or a screen opens. */
static void walk(Scan *scan, const Session *session, const Menus *menus, WorldInput *input)
{
    const PlayerContext ctx = local_context(session->world);
    const Spot at = context_actor(ctx)->at;
    scan->blocked = at.x == scan->at.x && at.y == scan->at.y ? scan->blocked + 1 : 0;
    scan->at = at;
    if (scan->blocked > BLOCKED_TICKS || menus_page(menus) != MENU_NONE ||
        ctx.player->screen.screen != SCREEN_GAME)
        scan->walking = 0;
    else
        input->direction = scan->walking;
}

/* Begins with the first target of another screen. Keys and the mouse may select rows, too. */
static void follow_screen(Scan *scan, const Session *session, const Menus *menus)
{
    const ScreenState *screen = &local_context(session->world).player->screen;
    const uint64_t where[] = {menus_depth(menus), menus_page(menus), screen->screen,
                              screen->record, screen->since};
    const uint64_t hash = hash_bytes(0, (Bytes){(const uint8_t *)where, sizeof where});
    const bool page = menus_page(menus) != MENU_NONE;
    if (hash != scan->where) {
        scan->now = (ScanTarget){0};
        scan->line = 0;
    } else if (scan->now.kind == SCAN_ROW) {
        scan->now.value = page ? menus_selected(menus) : screen->selected;
    }
    scan->where = hash;
}

/* While walking nothing else is offered: the next press stops. */
void scan_tick(Scan *scan, bool enabled, uint32_t interval, const Session *session,
               Menus *menus, WorldInput *input)
{
    if (!enabled) {
        if (scan->now.kind)
            menus_scan(menus, TEXT(""), (Rect){0});
        *scan = (Scan){.walking = 0};
        return;
    }
    if (scan->walking) {
        walk(scan, session, menus, input);
        return;
    }
    follow_screen(scan, session, menus);
    if (++scan->ticks >= interval || !is_offered(scan, session, menus)) {
        focus_next(scan, session, menus, input);
        show(scan, session, menus);
    }
}

/* A press of the switch does what a click on the target would. */
void scan_press(Scan *scan, WorldInput *input)
{
    const ScanTarget *now = &scan->now;
    scan->ticks = 0;
    if (scan->walking) {
        scan->walking = 0;
        return;
    }
    switch (now->kind) {
    case SCAN_NONE:
        break;
    case SCAN_ROW:
        input->option = now->value + 1;
        break;
    case SCAN_LINE:
        scan->line = now->value + 1;
        scan->now = (ScanTarget){0};
        break;
    case SCAN_KEY:
        input->option = now->value + 1;
        scan->line = 0;
        scan->now = (ScanTarget){0};
        break;
    case SCAN_LESS:
    case SCAN_MORE:
        input->option = now->value + 1;
        input->adjust = now->kind == SCAN_MORE ? 1 : -1;
        break;
    case SCAN_TAB:
        input->tab = now->value + 1;
        break;
    case SCAN_BELT:
        input->belt = now->value + 1;
        break;
    case SCAN_ACTION:
        input->action = now->value;
        break;
    case SCAN_DIRECTION:
        scan->walking = now->value + 1;
        scan->blocked = 0;
        break;
    case SCAN_BUTTONS:
        input->buttons |= now->value;
        break;
    }
}
