#include "connect_kit.h"

static TestPlayer *test_players[SEATS];
unsigned test_player_count;

Known known_pin(void *context, uint8_t pin[PIN_SIZE], Report *report)
{
    const TestPlayer *player = context;
    (void)report;
    memcpy(pin, player->pin, PIN_SIZE);
    return player->pinned ? KNOWN_PIN : KNOWN_NOT;
}

static void trust_pin(void *context, const uint8_t pin[PIN_SIZE])
{
    TestPlayer *player = context;
    memcpy(player->pin, pin, PIN_SIZE);
    player->pinned = true;
}

/* ---- seats ---- */

void turn(void)
{
    for (int i = 0; i < 5 && hall->server; i++)
        server_turn(hall->server, 1);
    for (unsigned i = 0; i < test_player_count; i++) {
        app_tick(&test_players[i]->app, test_players[i]->direction);
        session_draw(&test_players[i]->session);
    }
}

void turns(unsigned count)
{
    while (count--)
        turn();
}

TestPlayer *test_player_new(const char *name, const char *password, bool registers)
{
    TestPlayer *player = ARENA_ALLOC(hall->arena, TestPlayer, 1);
    Bytes lobby;
    player->server = (PlayerServer){.host = TEXT("127.0.0.1"),
                                    .port = server_port(hall->server),
                                    .name = text_of(name),
                                    .password = text_of(password),
                                    .registers = registers,
                                    .games = {.find = hall_find},
                                    .known = known_pin,
                                    .trust = trust_pin,
                                    .pins = TEXT("home/known_hosts"),
                                    .context = player};
    player->options = (PlayerOptions){.server = &player->server, .language = TEXT("en")};
    assert_true(connect_lobby(&lobby, hall->arena, &hall->kit->report));
    assert_true(session_open(&player->session, lobby, &player->options, hall->arena,
                             &hall->kit->report));
    assert_true(app_open(&player->app, &player->session, NULL, &hall->kit->report));
    test_players[test_player_count++] = player;
    return player;
}

bool inside(const TestPlayer *player) { return online_is_inside(player->app.online); }
uint32_t list(const TestPlayer *player) { return menus_list_kind(player->app.menus); }

TestPlayer *test_player_in(const char *name)
{
    TestPlayer *player = test_player_new(name, "a good password", true);
    SOON(inside(player));
    return player;
}

void player_acts(TestPlayer *player, Action action)
{
    app_action(&player->app, action, false);
    turns(2);
}

void player_types(TestPlayer *player, const char *text)
{
    app_text(&player->app, text_of(text));
    player_acts(player, ACTION_confirm);
}

void player_says(TestPlayer *player, const char *line)
{
    player_acts(player, ACTION_say);
    assert_true(app_wants_text(&player->app));
    player_types(player, line);
}

bool heard(const TestPlayer *player, const char *line)
{
    for (unsigned i = 0; i < HEARD_MAX; i++)
        if (!strcmp(player->app.menus->heard[i].text, line))
            return true;
    return false;
}

void choose(TestPlayer *player, const char *title)
{
    const MenuList *open = &player->app.menus->list;
    for (uint32_t i = 0; i < open->count; i++)
        if (text_is(open->rows[i].title, title)) {
            player->app.pressed.option = i + 1;
            turns(2);
            return;
        }
    fail_msg("there is no row \"%s\"", title);
}

const MenuEntry *entry(const TestPlayer *player, const char *title)
{
    const MenuList *open = &player->app.menus->list;
    for (uint32_t i = 0; list(player) && i < open->count; i++)
        if (text_is(open->rows[i].title, title))
            return &open->rows[i];
    return NULL;
}

bool shows(const TestPlayer *player, const char *title, const char *value)
{
    const MenuEntry *row = entry(player, title);
    return row && text_is(row->value, value);
}

void more(TestPlayer *player, const char *title, int32_t step)
{
    const MenuEntry *row = entry(player, title);
    assert_non_null(row);
    player->app.pressed.option = 1 + (uint32_t)(row - player->app.menus->list.rows);
    player->app.pressed.adjust = step;
    turns(2);
}

static uint32_t id_of(const TestPlayer *player)
{
    return client_player(player->app.online->client);
}

void meet(TestPlayer *player, const TestPlayer *whom)
{
    World *world = player->session.world;
    const Actor *actor = NULL;
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == id_of(whom))
            actor = world->actors[world->players[i]->actor];
    assert_non_null(actor);
    const WorldInput click = {
        .go = 1, .target_x = actor->at.x >> 8, .target_y = (actor->at.y >> 8) - 4};
    assert_true(online_meet(player->app.online, &click));
    turns(2);
    assert_int_equal(list(player), LIST_PLAYER);
}

bool sees(const TestPlayer *player, const TestPlayer *whom)
{
    const World *world = player->session.world;
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == id_of(whom))
            return true;
    return false;
}

/* The server, which is in the same thread, has to hear the goodbye. */
static void leave(TestPlayer *player)
{
    PlayerResult result;
    Online *online = player->app.online;
    session_return(&player->session, TEXT("en"));
    client_free(online->client);
    online->client = NULL;
    for (int i = 0; i < 20; i++) {
        loop_turn(online->loop, 1);
        if (hall->server)
            server_turn(hall->server, 1);
    }
    app_close(&player->app);
    session_close(&player->session, &result);
}

int seat_tear_down(void **state)
{
    while (test_player_count)
        leave(test_players[--test_player_count]);
    return hall_tear_down(state);
}
