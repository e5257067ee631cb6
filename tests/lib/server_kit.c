#include "server_kit.h"

Hall *hall;

Bytes hall_find(void *context, const PacketServerHello *hello)
{
    (void)context;
    (void)hello;
    return hall->file;
}

static void hall_chat(void *context, const PacketChat *chat)
{
    Heard *heard = context;
    const size_t size = strlen(heard->chat);
    snprintf(heard->chat + size, sizeof heard->chat - size, "%.*s: %.*s\n", chat->from_size,
             chat->from_size ? chat->from : "", chat->text_size, chat->text);
}

static void hall_trade(void *context, const PacketTrade *trade)
{
    Heard *heard = context;
    heard->trade = *trade;
    for (unsigned i = 0; i < trade->item_count && i < 8; i++)
        heard->offered[i] = (Item){trade->items[i].object, trade->items[i].quantity};
    heard->trades++;
}

static void hall_party(void *context, const PacketParty *party)
{
    Heard *heard = context;
    if (party->act == PARTY_MEMBERS)
        heard->members = party->member_count;
    if (party->act == PARTY_REFUSE)
        heard->refused = party->with;
}

static void hall_result(void *context, unsigned request, ResultCode result, Text words)
{
    Heard *heard = context;
    snprintf(heard->words, sizeof heard->words, "%.*s", (int)words.size, words.at);
    heard->request = request;
    heard->result = result;
    heard->results++;
}

static void hall_say(void *context, Text line)
{
    (void)context;
    print_message("the server says: %.*s\n", (int)line.size, line.at);
}

const char *hall_database;

const char *hall_state(void)
{
    return hall_database ? hall_database
                         : arena_format(hall->arena, "%s/state.db", hall->folder).at;
}

void hall_open(void)
{
    const LogOptions log = {.level = LOG_LEVEL_DEBUG, .sink = hall_say};
    if (!hall->log)
        hall->log = log_new(&log, &hall->kit->report);
    hall->options.log = hall->log;
    hall->options.game = hall->file;
    hall->options.identity = &hall->identity;
    hall->options.accounts = &hall->accounts;
    hall->options.state = hall_state();
    hall->server = server_new(&hall->options, &hall->kit->report);
    if (!hall->server)
        fail_msg("%s", kit_message(hall->kit, 0));
}

void hall_turn(void)
{
    struct timespec time;
    if (hall->server)
        server_turn(hall->server, 1);
    for (unsigned i = 0; i < HALL_OTHERS; i++)
        if (hall->others[i])
            server_turn(hall->others[i], 0);
    loop_turn(hall->loop, hall->server ? 0 : 1);
    clock_gettime(CLOCK_MONOTONIC, &time);
    const uint64_t now = (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
    if (now - hall->ticked < 33)
        return;
    hall->ticked = now;
    for (unsigned i = 0; i < hall->count; i++)
        if (hall->clients[i]) {
            client_tick(hall->clients[i], &hall->inputs[i]);
            hall->inputs[i] = (WorldInput){.direction = hall->inputs[i].direction};
        }
}

void hall_wait(uint64_t ticks)
{
    const uint64_t until = server_stats(hall->server).ticks + ticks;
    HALL_UNTIL(server_stats(hall->server).ticks >= until);
}

unsigned hall_client(const char *name, const char *password, bool registers)
{
    const unsigned i = hall->count++;
    assert_true(i < HALL_CLIENTS);
    Heard *heard = &hall->heard[i];
    const ClientOptions options = {
        .loop = hall->loop,
        .wire = hall->by_web ? hall->web_wire : hall->wire,
        .host = TEXT("127.0.0.1"),
        .port = hall->line     ? hall->line
                : hall->by_web ? server_web_port(hall->server)
                               : server_port(hall->server),
        .name = text_of(name),
        .password = text_of(password),
        .language = TEXT("en"),
        .registers = registers,
        .games = {.find = hall_find},
        .callbacks = {heard, hall_chat, hall_trade, hall_party, hall_result}};
    hall->clients[i] = client_new(&options, &hall->kit->report);
    assert_non_null(hall->clients[i]);
    return i;
}

unsigned hall_player(const char *name)
{
    const unsigned i = hall_client(name, "a good password", true);
    HALL_UNTIL(client_world(hall->clients[i]));
    return i;
}

World *hall_world(unsigned i) { return client_world(hall->clients[i]); }

int32_t x_seen(unsigned by, unsigned whom)
{
    const World *world = hall_world(by);
    const uint32_t id = client_player(hall->clients[whom]);
    for (uint32_t i = 0; world && i < world->player_count; i++)
        if (world->players[i]->used && world->players[i]->id == id)
            return world->actors[world->players[i]->actor]->at.x;
    return -1;
}

int32_t x_of(unsigned i)
{
    return hall_world(i) ? context_actor(local_context(hall_world(i)))->at.x : -1;
}

int32_t hall_count_of(unsigned i, uint32_t object)
{
    return hall_world(i) ? world_count(local_context(hall_world(i)), object) : -1;
}

void hall_leave(unsigned i)
{
    client_free(hall->clients[i]);
    hall->clients[i] = NULL;
    for (unsigned k = 0; k < 20; k++)
        hall_turn();
}

void hall_stop(void)
{
    server_stop(hall->server);
    HALL_UNTIL(server_is_over(hall->server));
    if (server_problem(hall->server))
        fail_msg("%s", server_problem(hall->server));
    server_free(hall->server);
    hall->server = NULL;
}

int hall_set_up(void **state)
{
    Kit *kit = kit_new();
    Game *game = game_new(kit);
    hall = arena_alloc(kit->arena, 1, sizeof *hall);
    hall->game = game;
    hall->kit = kit;
    hall->arena = kit->arena;
    hall->accounts = (AccountsOptions){.cost = PASSWORD_COST_MIN,
                                       .account = LIMIT_NONE,
                                       .address = LIMIT_NONE,
                                       .registering = LIMIT_NONE};
    assert_true(make_temporary_folder(hall->folder, "oisin-server"));
    *state = game;
    return 0;
}

void hall_begin(void)
{
    hall->file = game_bytes(hall->game);
    assert_true(identity_make(1800000000, (Bytes){NULL, 0}, &hall->identity, hall->arena,
                              &hall->kit->report));
    hall->loop = loop_new(NULL, NULL, &hall->kit->report);
    hall->wire = wire_client(&hall->kit->report);
    hall->web_wire = wire_client_web(&hall->kit->report);
    hall_open();
}

int hall_tear_down(void **state)
{
    (void)state;
    for (unsigned i = 0; i < hall->count; i++) {
        client_free(hall->clients[i]);
        hall->clients[i] = NULL;
    }
    for (unsigned i = 0; i < 50 && hall->loop; i++)
        hall_turn();
    server_free(hall->server);
    for (unsigned i = 0; i < HALL_OTHERS; i++)
        server_free(hall->others[i]);
    log_free(hall->log);
    if (hall->loop)
        loop_free(hall->loop);
    wire_free(hall->wire);
    wire_free(hall->web_wire);
    static const char *const names[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        unlink(arena_format(hall->arena, "%s/state.db%s", hall->folder, names[i]).at);
    rmdir(hall->folder);
    kit_free(hall->kit);
    return 0;
}
