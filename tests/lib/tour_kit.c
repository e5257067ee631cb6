#include "tour_kit.h"

#include "engine/screens/screens.h"
#include "kit/jobs/files.h"
#include "player/menus/menus_internal.h"
#include "engine/render/render_internal.h"

typedef struct Tour {
    Fixture *fixture;
    uint32_t records_max;
    TourVisit *visit;
    void *context;
} Tour;

Bytes tour_game(Kit *kit, const char *path)
{
    ProjectFiles files;
    TngOutput out;
    if (!project_load_files(path, &files, kit->arena, &kit->report) ||
        !project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&out, kit->arena);
}

static PlayerContext ctx_of(const Tour *tour)
{
    return local_context(tour->fixture->session.world);
}

static Content *content_of(const Tour *tour) { return tour->fixture->session.world->content; }

static Text word(const Tour *tour, Word which)
{
    return word_in(content_of(tour)->code, which);
}

static void stop_at(const Tour *tour, const char *name, uint32_t number, Text title, bool moves)
{
    Fixture *fixture = tour->fixture;
    TourStop stop = {.title = title, .moves = moves};
    const OpenPage *page = top_page(fixture->app.menus);
    snprintf(stop.name, sizeof stop.name, number ? "%s %u" : "%s", name, number);
    stop.rows =
        page ? page_rows(fixture->app.menus, page) : ctx_of(tour).player->screen.option_count;
    fixture->session.drawn = false;
    session_draw(&fixture->session);
    tour->visit(tour->context, fixture, &stop);
}

/* The map, without anything over it. */
static void close_all(const Tour *tour)
{
    Player *player = ctx_of(tour).player;
    menus_list_close(tour->fixture->app.menus);
    menus_open(tour->fixture->app.menus, MENU_NONE);
    app_show_over(&tour->fixture->app);
    player->screen = (ScreenState){.screen = SCREEN_GAME};
    player->under = player->outer = player->paused = (ScreenState){.screen = SCREEN_GAME};
    player->alert_count = player->chat_count = 0;
}

static void visit_screen(const Tour *tour, const char *name, uint32_t screen, uint32_t record,
                         uint32_t number, Text title, bool moves)
{
    close_all(tour);
    if (screen_open(ctx_of(tour), screen, record, NULL))
        stop_at(tour, name, number, title, moves);
}

static uint32_t count_of(const Tour *tour, unsigned section)
{
    const uint32_t count = (uint32_t)content_count(content_of(tour), section);
    return count < tour->records_max ? count : tour->records_max;
}

/* ---- the game's screens ---- */

static void fill_player(const Tour *tour)
{
    const PlayerContext ctx = ctx_of(tour);
    Content *content = content_of(tour);
    for (uint32_t sprite = 0; sprite < TNG_NO_SPRITE && ctx.player->item_count < 24; sprite++) {
        const TngObject *object = content_object(content, sprite, NULL);
        if (object && object->title != NONE)
            inventory_give(ctx, sprite, sprite % 3 ? 1 : 12);
    }
    for (uint32_t i = 0; i < (uint32_t)content_count(content, SECTION_QUESTS); i++)
        ctx.player->quests[i] = i % 3 ? i % 3 == 1 ? QUEST_DONE : QUEST_FAILED : QUEST_OPEN;
}

static void visit_markets(const Tour *tour)
{
    const World *world = tour->fixture->session.world;
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->actor_count && count < tour->records_max; i++) {
        const Actor *actor = world->actors[i];
        const TngNpc *npc = actor->used && actor->npc != NONE
                                ? content_record(world->content, SECTION_NPCS, actor->npc)
                                : NULL;
        if (npc && npc->item_count)
            visit_screen(tour, "market", SCREEN_MARKET, i, ++count,
                         content_text(world->content, npc->name), false);
    }
}

static void visit_records(const Tour *tour)
{
    Content *content = content_of(tour);
    for (uint32_t i = 0; i < count_of(tour, SECTION_DIALOGS); i++) {
        const TngDialog *dialog = content_record(content, SECTION_DIALOGS, i);
        if (dialog)
            visit_screen(tour, "dialog", SCREEN_DIALOG, i, i + 1,
                         content_text(content, dialog->title), false);
    }
    for (uint32_t i = 0; i < count_of(tour, SECTION_CHOOSERS); i++)
        visit_screen(tour, "chooser", SCREEN_CHOOSER, i, i + 1, word(tour, WORD_CHOOSE), false);
    for (uint32_t i = 0; i < count_of(tour, SECTION_CRAFTING); i++) {
        const TngCrafting *rules = content_record(content, SECTION_CRAFTING, i);
        if (rules)
            visit_screen(tour, "craft", SCREEN_CRAFT, i, i + 1,
                         content_text(content, rules->title), false);
    }
    for (uint32_t i = 0; i < count_of(tour, SECTION_CUTSCENES); i++)
        if (content_record(content, SECTION_CUTSCENES, i))
            visit_screen(tour, "cutscene", SCREEN_CUTSCENE, i, i + 1, TEXT(""), true);
}

static void visit_alerts(const Tour *tour)
{
    const PlayerContext ctx = ctx_of(tour);
    const TngAlerts *alerts = content_of(tour)->alerts;
    for (uint32_t i = 0; i < alerts->alert_count && i < tour->records_max; i++) {
        close_all(tour);
        ctx.player->alert_count = 1;
        ctx.player->alerts[0] = (AlertState){.alert = i, .since = ctx.world->tick};
        fixture_ticks(tour->fixture, 12, 0); /* it fades in */
        if (ctx.player->alert_count)
            stop_at(tour, "alert", i + 1,
                    content_text(content_of(tour), alerts->alerts[i].text), true);
    }
}

/* ---- the program's pages ---- */

static void visit_page(const Tour *tour, const char *name, MenuPage page, Word title)
{
    close_all(tour);
    if (page == MENU_LOAD || page == MENU_SAVE)
        app_open_slots(&tour->fixture->app, page);
    else
        menus_open(tour->fixture->app.menus, page);
    app_show_over(&tour->fixture->app);
    stop_at(tour, name, 0, word(tour, title), false);
}

static void visit_settings(const Tour *tour)
{
    static const Word titles[SETTINGS_PAGES] = {
#define PAGE(name, word) WORD_##word,
#include "player/menus/settings.def"
    };
    for (SettingsPage i = 0; i < SETTINGS_PAGES; i++) {
        close_all(tour);
        menus_push(tour->fixture->app.menus, (OpenPage){.page = MENU_SETTINGS, .settings = i});
        app_show_over(&tour->fixture->app);
        stop_at(tour, "settings", i + 1u, word(tour, titles[i]), false);
    }
}

static void visit_login(const Tour *tour)
{
    const MenuEntry rows[] = {
        {.title = word(tour, WORD_NAME), .field = 1, .capacity = 32},
        {.title = word(tour, WORD_PASSWORD), .field = 2, .capacity = 64, .hidden = true},
        {.title = word(tour, WORD_LOG_IN), .number = 1},
        {.title = word(tour, WORD_NEW_ACCOUNT), .number = 2},
        {.title = word(tour, WORD_EXIT), .number = 3}};
    close_all(tour);
    menus_list(tour->fixture->app.menus, &(MenuList){.kind = 1,
                                                     .title = word(tour, WORD_SERVER),
                                                     .note = word(tour, WORD_NAME_MISSING),
                                                     .rows = rows,
                                                     .count = COUNT_OF(rows)});
    app_show_over(&tour->fixture->app);
    stop_at(tour, "login", 0, word(tour, WORD_SERVER), false);
}

static void visit_pages(const Tour *tour)
{
    Menus *menus = tour->fixture->app.menus;
    visit_page(tour, "options", MENU_OPTIONS, WORD_OPTIONS);
    visit_settings(tour);
    visit_page(tour, "controls", MENU_CONTROLS, WORD_CONTROLS);
    visit_page(tour, "language", MENU_LANGUAGE, WORD_LANGUAGE);
    visit_page(tour, "load", MENU_LOAD, WORD_LOAD);
    visit_page(tour, "save", MENU_SAVE, WORD_SAVE);
    visit_page(tour, "history", MENU_HISTORY, WORD_HISTORY);
    close_all(tour);
    menus_ask(menus, WORD_OVERWRITE, (MenuRequest){.kind = MENU_REQUEST_SAVE});
    app_show_over(&tour->fixture->app);
    stop_at(tour, "confirm", 0, word(tour, WORD_OVERWRITE), false);
    for (uint32_t keyboard = 0; keyboard < 2; keyboard++) {
        close_all(tour);
        menus_type(menus, word(tour, WORD_NAME), TEXT("Niamh"), NAME_SIZE);
        menus_keyboard(menus, keyboard);
        app_show_over(&tour->fixture->app);
        stop_at(tour, "type", keyboard + 1, word(tour, WORD_NAME), false);
    }
    menus_keyboard(menus, false);
    close_all(tour);
    menus_message(menus, word(tour, WORD_LATER_GAME));
    app_show_over(&tour->fixture->app);
    stop_at(tour, "message", 0, word(tour, WORD_LATER_GAME), false);
    visit_login(tour);
    close_all(tour);
}

void tour(Fixture *fixture, uint32_t records_max, TourVisit *visit, void *context)
{
    const Tour tour = {fixture, records_max, visit, context};
    fixture_ticks(fixture, 4, 0);
    const Text title = content_text(content_of(&tour), 0);
    if (ctx_of(&tour).player->screen.screen == SCREEN_MENU)
        stop_at(&tour, "menu", 0, title, false);
    world_new_game(ctx_of(&tour));
    fixture_ticks(fixture, 2, 0);
    if (ctx_of(&tour).player->screen.screen == SCREEN_CREATE) {
        stop_at(&tour, "create", 0, word(&tour, WORD_CHARACTER), false);
        world_start_game(ctx_of(&tour));
    }
    for (int i = 0; i < 40; i++) /* past an introduction */
        fixture_act(fixture, ACTION_confirm);
    close_all(&tour);
    fill_player(&tour);
    const Actor *actor = context_actor(ctx_of(&tour));
    stop_at(&tour, "map", 0,
            content_text(content_of(&tour),
                         fixture->session.world->maps[actor->map]->record->title),
            true);
    visit_records(&tour);
    visit_markets(&tour);
    visit_screen(&tour, "bag", SCREEN_INVENTORY, 0, 0, word(&tour, WORD_BAG), false);
    visit_screen(&tour, "stats", SCREEN_STATS, 0, 0, word(&tour, WORD_STATS), false);
    visit_screen(&tour, "skills", SCREEN_SKILLS, 0, 0, word(&tour, WORD_SKILLS), false);
    visit_screen(&tour, "quests", SCREEN_QUESTS, 0, 0, word(&tour, WORD_QUESTS), false);
    visit_screen(&tour, "credits", SCREEN_CREDITS, 0, 0, word(&tour, WORD_CREDITS), true);
    visit_alerts(&tour);
    close_all(&tour);
    fixture_act(fixture, ACTION_pause);
    stop_at(&tour, "pause", 0, word(&tour, WORD_PAUSED), false);
    visit_pages(&tour);
}
