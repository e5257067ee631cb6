#include "connect_kit.h"

static PlayerSlot *player_slots[SEATS];
unsigned player_slot_count;

static Known known_pin(void *context, uint8_t pin[PIN_SIZE], Report *report)
{
    const PlayerSlot *player_slot = context;
    (void)report;
    memcpy(pin, player_slot->pin, PIN_SIZE);
    return player_slot->pinned ? KNOWN_PIN : KNOWN_NOT;
}

static void trust_pin(void *context, const uint8_t pin[PIN_SIZE])
{
    PlayerSlot *player_slot = context;
    memcpy(player_slot->pin, pin, PIN_SIZE);
    player_slot->pinned = true;
}

/* ---- seats ---- */

void turn(void)
{
    for (int i = 0; i < 5 && hall->server; i++)
        server_turn(hall->server, 1);
    for (unsigned i = 0; i < player_slot_count; i++) {
        app_tick(&player_slots[i]->app, player_slots[i]->direction);
        session_draw(&player_slots[i]->session);
    }
}

void turns(unsigned count)
{
    while (count--)
        turn();
}

PlayerSlot *player_slot_new(const char *name, const char *password, bool registers)
{
    PlayerSlot *player_slot = ARENA_TAKE(hall->arena, PlayerSlot, 1);
    Bytes lobby;
    player_slot->server = (PlayerServer){.host = TEXT("127.0.0.1"),
                                         .port = server_port(hall->server),
                                         .name = text_of(name),
                                         .password = text_of(password),
                                         .registers = registers,
                                         .games = {.find = hall_find},
                                         .known = known_pin,
                                         .trust = trust_pin,
                                         .pins = TEXT("home/known_hosts"),
                                         .context = player_slot};
    player_slot->options =
        (PlayerOptions){.server = &player_slot->server, .language = TEXT("en")};
    assert_true(connect_lobby(&lobby, hall->arena, &hall->kit->report));
    assert_true(session_open(&player_slot->session, lobby, &player_slot->options, hall->arena,
                             &hall->kit->report));
    assert_true(app_open(&player_slot->app, &player_slot->session, NULL, &hall->kit->report));
    player_slots[player_slot_count++] = player_slot;
    return player_slot;
}

bool inside(const PlayerSlot *player_slot) { return online_is_inside(player_slot->app.online); }
uint32_t list(const PlayerSlot *player_slot) { return front_list_kind(player_slot->app.front); }

PlayerSlot *player_slot_in(const char *name)
{
    PlayerSlot *player_slot = player_slot_new(name, "a good password", true);
    SOON(inside(player_slot));
    return player_slot;
}

void seat_act(PlayerSlot *player_slot, Action action)
{
    app_action(&player_slot->app, action, false);
    turns(2);
}

void seat_type(PlayerSlot *player_slot, const char *text)
{
    app_text(&player_slot->app, text_of(text));
    seat_act(player_slot, ACTION_confirm);
}

void seat_say(PlayerSlot *player_slot, const char *line)
{
    seat_act(player_slot, ACTION_say);
    assert_true(app_wants_text(&player_slot->app));
    seat_type(player_slot, line);
}

bool heard(const PlayerSlot *player_slot, const char *line)
{
    for (unsigned i = 0; i < HEARD_MAX; i++)
        if (!strcmp(player_slot->app.front->heard[i].text, line))
            return true;
    return false;
}

void choose(PlayerSlot *player_slot, const char *title)
{
    const FrontList *open = &player_slot->app.front->list;
    for (uint32_t i = 0; i < open->count; i++)
        if (text_is(open->rows[i].title, title)) {
            player_slot->app.pressed.option = i + 1;
            turns(2);
            return;
        }
    fail_msg("there is no row \"%s\"", title);
}

const FrontEntry *entry(const PlayerSlot *player_slot, const char *title)
{
    const FrontList *open = &player_slot->app.front->list;
    for (uint32_t i = 0; list(player_slot) && i < open->count; i++)
        if (text_is(open->rows[i].title, title))
            return &open->rows[i];
    return NULL;
}

bool shows(const PlayerSlot *player_slot, const char *title, const char *value)
{
    const FrontEntry *row = entry(player_slot, title);
    return row && text_is(row->value, value);
}

void more(PlayerSlot *player_slot, const char *title, int32_t step)
{
    const FrontEntry *row = entry(player_slot, title);
    assert_non_null(row);
    player_slot->app.pressed.option = 1 + (uint32_t)(row - player_slot->app.front->list.rows);
    player_slot->app.pressed.adjust = step;
    turns(2);
}

static uint32_t id_of(const PlayerSlot *player_slot)
{
    return client_player(player_slot->app.online->client);
}

void meet(PlayerSlot *player_slot, const PlayerSlot *whom)
{
    World *world = player_slot->session.world;
    const Actor *actor = NULL;
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == id_of(whom))
            actor = world->actors[world->players[i]->actor];
    assert_non_null(actor);
    const WorldInput click = {
        .go = 1, .target_x = actor->at.x >> 8, .target_y = (actor->at.y >> 8) - 4};
    assert_true(online_meet(player_slot->app.online, &click));
    turns(2);
    assert_int_equal(list(player_slot), LIST_PLAYER);
}

bool sees(const PlayerSlot *player_slot, const PlayerSlot *whom)
{
    const World *world = player_slot->session.world;
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == id_of(whom))
            return true;
    return false;
}

/* The server, which is in the same thread, has to hear the goodbye. */
static void leave(PlayerSlot *player_slot)
{
    PlayerResult result;
    Online *online = player_slot->app.online;
    session_return(&player_slot->session, TEXT("en"));
    client_free(online->client);
    online->client = NULL;
    for (int i = 0; i < 20; i++) {
        loop_turn(online->loop, 1);
        if (hall->server)
            server_turn(hall->server, 1);
    }
    app_close(&player_slot->app);
    session_close(&player_slot->session, &result);
}

int seat_tear_down(void **state)
{
    while (player_slot_count)
        leave(player_slots[--player_slot_count]);
    return hall_tear_down(state);
}
