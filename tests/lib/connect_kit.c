#include "connect_kit.h"

static Seat *seats[SEATS];
unsigned seat_count;

static Known known_pin(void *context, uint8_t pin[PIN_SIZE], Report *report)
{
    const Seat *seat = context;
    (void)report;
    memcpy(pin, seat->pin, PIN_SIZE);
    return seat->pinned ? KNOWN_PIN : KNOWN_NOT;
}

static void trust_pin(void *context, const uint8_t pin[PIN_SIZE])
{
    Seat *seat = context;
    memcpy(seat->pin, pin, PIN_SIZE);
    seat->pinned = true;
}

/* ---- seats ---- */

void turn(void)
{
    for (int i = 0; i < 5 && hall->server; i++)
        server_turn(hall->server, 1);
    for (unsigned i = 0; i < seat_count; i++) {
        desk_tick(&seats[i]->desk, seats[i]->direction);
        session_draw(&seats[i]->session);
    }
}

void turns(unsigned count)
{
    while (count--)
        turn();
}

Seat *seat_new(const char *name, const char *password, bool registers)
{
    Seat *seat = ARENA_TAKE(hall->arena, Seat, 1);
    Bytes lobby;
    seat->server = (PlayerServer){.host = TEXT("127.0.0.1"),
                                  .port = server_port(hall->server),
                                  .name = text_of(name),
                                  .password = text_of(password),
                                  .registers = registers,
                                  .games = {.find = hall_find},
                                  .known = known_pin,
                                  .trust = trust_pin,
                                  .pins = TEXT("home/known_hosts"),
                                  .context = seat};
    seat->options = (PlayerOptions){.server = &seat->server, .language = TEXT("en")};
    assert_true(connect_lobby(&lobby, hall->arena, &hall->kit->report));
    assert_true(
        session_open(&seat->session, lobby, &seat->options, hall->arena, &hall->kit->report));
    assert_true(desk_open(&seat->desk, &seat->session, NULL, &hall->kit->report));
    seats[seat_count++] = seat;
    return seat;
}

bool inside(const Seat *seat) { return online_is_inside(seat->desk.online); }
uint32_t list(const Seat *seat) { return front_list_kind(seat->desk.front); }

Seat *seat_in(const char *name)
{
    Seat *seat = seat_new(name, "a good password", true);
    SOON(inside(seat));
    return seat;
}

void seat_act(Seat *seat, Action action)
{
    desk_action(&seat->desk, action, false);
    turns(2);
}

void seat_type(Seat *seat, const char *text)
{
    desk_text(&seat->desk, text_of(text));
    seat_act(seat, ACTION_confirm);
}

void seat_say(Seat *seat, const char *line)
{
    seat_act(seat, ACTION_say);
    assert_true(desk_wants_text(&seat->desk));
    seat_type(seat, line);
}

bool heard(const Seat *seat, const char *line)
{
    for (unsigned i = 0; i < HEARD_MOST; i++)
        if (!strcmp(seat->desk.front->heard[i].text, line))
            return true;
    return false;
}

void choose(Seat *seat, const char *title)
{
    const FrontList *open = &seat->desk.front->list;
    for (uint32_t i = 0; i < open->count; i++)
        if (text_is(open->rows[i].title, title)) {
            seat->desk.pressed.option = i + 1;
            turns(2);
            return;
        }
    fail_msg("there is no row \"%s\"", title);
}

const FrontEntry *entry(const Seat *seat, const char *title)
{
    const FrontList *open = &seat->desk.front->list;
    for (uint32_t i = 0; list(seat) && i < open->count; i++)
        if (text_is(open->rows[i].title, title))
            return &open->rows[i];
    return NULL;
}

bool shows(const Seat *seat, const char *title, const char *value)
{
    const FrontEntry *row = entry(seat, title);
    return row && text_is(row->value, value);
}

void more(Seat *seat, const char *title, int32_t step)
{
    const FrontEntry *row = entry(seat, title);
    assert_non_null(row);
    seat->desk.pressed.option = 1 + (uint32_t)(row - seat->desk.front->list.rows);
    seat->desk.pressed.adjust = step;
    turns(2);
}

static uint32_t id_of(const Seat *seat) { return client_player(seat->desk.online->client); }

void meet(Seat *seat, const Seat *whom)
{
    World *world = seat->session.world;
    const Actor *actor = NULL;
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == id_of(whom))
            actor = world->actors[world->players[i]->actor];
    assert_non_null(actor);
    const WorldInput click = {
        .go = 1, .target_x = actor->at.x >> 8, .target_y = (actor->at.y >> 8) - 4};
    assert_true(online_meet(seat->desk.online, &click));
    turns(2);
    assert_int_equal(list(seat), LIST_PLAYER);
}

bool sees(const Seat *seat, const Seat *whom)
{
    const World *world = seat->session.world;
    for (uint32_t i = 0; i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == id_of(whom))
            return true;
    return false;
}

/* The server, which is in the same thread, has to hear the goodbye. */
static void leave(Seat *seat)
{
    PlayerResult result;
    Online *online = seat->desk.online;
    session_return(&seat->session, TEXT("en"));
    client_free(online->client);
    online->client = NULL;
    for (int i = 0; i < 20; i++) {
        loop_turn(online->loop, 1);
        if (hall->server)
            server_turn(hall->server, 1);
    }
    desk_close(&seat->desk);
    session_close(&seat->session, &result);
}

int seat_tear_down(void **state)
{
    while (seat_count)
        leave(seats[--seat_count]);
    return hall_tear_down(state);
}
