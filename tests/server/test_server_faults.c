/* Those who say nothing, half a word or far too much, and those who do not listen: the server
 * sends them away and goes on serving the others. */
#include "lib/server_kit.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>

enum { RUDE = 8 };

/* Somebody who speaks TLS, but not our protocol. */
typedef struct Rude {
    WireConnection *connection;
    Bytes says;
    bool open, closed;
} Rude;

static Rude rude[RUDE];

static void on_open(void *context) { ((Rude *)context)->open = true; }

static void on_bytes(void *context, Bytes bytes)
{
    (void)context;
    (void)bytes;
}

static void on_closed(void *context, WireEnd end, Text why)
{
    (void)end;
    (void)why;
    ((Rude *)context)->closed = true;
}

static const WireHandlers handlers = {on_open, on_bytes, NULL, on_closed};

static void come(Rude *who, Bytes says)
{
    *who = (Rude){.says = says};
    who->connection = wire_connect(hall->loop, hall->wire, TEXT("127.0.0.1"),
                                   server_port(hall->server), NULL, &handlers, who);
    wire_send(who->connection, says);
}

static SessionLimits short_limits(void)
{
    SessionLimits limits = session_limits;
    limits.hello = 300;
    limits.login = 600;
    limits.ping = 500;
    limits.idle = 2000;
    return limits;
}

static uint32_t others_seen(unsigned by)
{
    const World *world = hall_world(by);
    uint32_t count = 0;
    for (uint32_t i = 0; world && i < world->player_count; i++)
        count += world->players[i]->used && world->players[i]->id;
    return count;
}

/* Both are served: what one does the other one sees. */
static void check_served(unsigned ann, unsigned ben)
{
    static unsigned said;
    char words[24];
    snprintf(words, sizeof words, "still here %u", ++said);
    assert_int_equal(client_phase(hall->clients[ann]), CLIENT_PLAYING);
    assert_int_equal(client_phase(hall->clients[ben]), CLIENT_PLAYING);
    const int32_t x = context_actor(local_context(hall_world(ann)))->at.x;
    hall->inputs[ann].direction = 1 + (x > GAME_SIDE * GAME_TILE / 2 * SUB ? WEST : EAST);
    HALL_UNTIL(abs(context_actor(local_context(hall_world(ann)))->at.x - x) > 8 * SUB);
    hall->inputs[ann].direction = 0;
    assert_true(client_send_chat(hall->clients[ann], CHANNEL_MAP, TEXT(""), text_of(words)));
    HALL_UNTIL(strstr(hall->heard[ben].chat, words));
    assert_true(others_seen(ben) >= 1);
}

static void half_open_connections_are_closed(void **state)
{
    (void)state;
    const SessionLimits limits = short_limits();
    int sockets[RUDE];
    hall->options.limits = &limits;
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    struct sockaddr_in there = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)server_port(hall->server)),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
    for (unsigned i = 0; i < RUDE; i++) { /* without TLS */
        sockets[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        connect(sockets[i], (struct sockaddr *)&there, sizeof there);
    }
    for (unsigned i = 0; i < RUDE; i++) /* with it, half of them with half a hello */
        come(&rude[i], (Bytes){(const uint8_t *)"\x00\x01\x00", i % 2 ? 0 : 3});
    HALL_UNTIL(server_stats(hall->server).connections > 2 + RUDE);
    check_served(ann, ben);
    HALL_UNTIL(server_stats(hall->server).connections == 2);
    for (unsigned i = 0; i < RUDE; i++)
        HALL_UNTIL(rude[i].closed);
    check_served(ann, ben);
    for (unsigned i = 0; i < RUDE; i++)
        close(sockets[i]);
}

static void connection_without_login_is_closed(void **state)
{
    (void)state;
    const SessionLimits limits = short_limits();
    hall->options.limits = &limits;
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    for (unsigned i = 0; i < RUDE; i++)
        come(&rude[i], (Bytes){(const uint8_t *)"\x00\x01\x01\x00TNGP", 8});
    for (unsigned i = 0; i < RUDE; i++)
        HALL_UNTIL(rude[i].closed);
    check_served(ann, ben);
    assert_int_equal(server_stats(hall->server).connections, 2);
}

static void frames_that_are_too_large_end_the_connection(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    const size_t size = 64 << 10;
    uint8_t *noise = ARENA_ALLOC(hall->arena, uint8_t, size);
    memset(noise, 0xFF, size);
    static const char hello[] = "\x00\x01\x01\x00TNGP";
    uint8_t *greeted = ARENA_ALLOC(hall->arena, uint8_t, size);
    memcpy(greeted, hello, 8);
    memset(greeted + 8, 0xE4, size - 8); /* inputs of the greatest length */
    const Bytes words[] = {{noise, size},
                           {greeted, size},
                           {(const uint8_t *)"\xE0\xFF\x00\x00TNGP", 8}, /* type 0, too long */
                           {(const uint8_t *)"\x00\x00", 2}}; /* shorter than its header */
    for (unsigned i = 0; i < RUDE; i++)
        come(&rude[i], words[i % COUNT_OF(words)]);
    for (unsigned i = 0; i < RUDE; i++)
        HALL_UNTIL(rude[i].closed);
    check_served(ann, ben);
    HALL_UNTIL(server_stats(hall->server).connections == 2);
    assert_true(server_stats(hall->server).malformed >= RUDE / COUNT_OF(words));
}

/* A player whose program hangs: nothing is read, no ping is answered. */
static void slow_client_is_disconnected_and_may_resume(void **state)
{
    (void)state;
    const SessionLimits limits = short_limits();
    hall->options.limits = &limits;
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    Loop *usual = hall->loop, *hung = loop_new(NULL, NULL, &hall->kit->report);
    hall->loop = hung;
    const unsigned cai = hall_player("Cai");
    hall->loop = usual;
    Client *client = hall->clients[cai];
    hall->clients[cai] = NULL; /* is not ticked */
    HALL_UNTIL(others_seen(ann) >= 2);
    HALL_UNTIL(server_stats(hall->server).connections == 2);
    check_served(ann, ben);
    const time_t end = time(NULL) + 30;
    while (time(NULL) < end && !(client_phase(client) == CLIENT_PLAYING &&
                                 server_stats(hall->server).connections == 3)) {
        loop_turn(hung, 1); /* it goes on */
        hall_turn();
    }
    assert_int_equal(client_phase(client), CLIENT_PLAYING);
    client_free(client);
    for (unsigned i = 0; i < 50; i++) {
        loop_turn(hung, 1);
        hall_turn();
    }
    loop_free(hung);
    check_served(ann, ben);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(half_open_connections_are_closed),
        TEST(connection_without_login_is_closed),
        TEST(frames_that_are_too_large_end_the_connection),
        TEST(slow_client_is_disconnected_and_may_resume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
