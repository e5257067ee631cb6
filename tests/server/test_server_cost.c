/* What each player costs a server: records of TLS, system calls, allocations. */
#include "lib/malloc_kit.h"
#include "lib/server_kit.h"

#include "server/client/bots.h"

#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>

enum { DESCRIPTORS = 1024, RECORD_HEAD = 5 };

/* Of each descriptor of the server since the last look. */
static struct Sent {
    unsigned calls, records;
} sent[DESCRIPTORS];
static unsigned most_calls, most_records, all_calls;

static bool is_of_server(int descriptor)
{
    struct sockaddr_in here = {0};
    socklen_t size = sizeof here;
    return hall && hall->server && descriptor < DESCRIPTORS &&
           getsockname(descriptor, (struct sockaddr *)&here, &size) == 0 &&
           ntohs(here.sin_port) == server_port(hall->server);
}

/* Replaces the system's function in this program. */
ssize_t send(int descriptor, const void *bytes, size_t size, int flags)
{
    const uint8_t *at = bytes;
    if (is_of_server(descriptor)) {
        sent[descriptor].calls++;
        for (size_t i = 0; i + RECORD_HEAD <= size; sent[descriptor].records++)
            i += RECORD_HEAD + ((size_t)at[i + 3] << 8 | at[i + 4]);
    }
    return syscall(SYS_sendto, descriptor, bytes, size, flags, NULL, 0);
}

/* Compares with the ticks that have passed since the last look. */
static void look_at_sends(uint64_t ticks)
{
    for (unsigned i = 0; i < DESCRIPTORS; i++) {
        const struct Sent now = sent[i];
        all_calls += now.calls;
        most_calls = now.calls > ticks && now.calls > most_calls ? now.calls : most_calls;
        most_records =
            now.records > ticks && now.records > most_records ? now.records : most_records;
        sent[i] = (struct Sent){0};
    }
}

/* Whatever happens in a tick: steps, chat, requests to trade, screens. */
static void players_get_one_record_in_a_tick(void **state)
{
    enum { PLAYERS = 4, TICKS = 90 };
    static const char *const names[PLAYERS] = {"Ann", "Ben", "Cai", "Dil"};
    Game *game = *state;
    unsigned who[PLAYERS];
    game->start = "location(town,5,5,so) give(coin,10)";
    hall_begin();
    for (unsigned i = 0; i < PLAYERS; i++)
        who[i] = hall_player(names[i]);
    hall_wait(10);
    look_at_sends(UINT64_MAX);
    all_calls = 0;
    uint64_t now = server_stats(hall->server).ticks, before = now - 1;
    for (const uint64_t end = now + TICKS; now < end;) {
        const uint64_t last = now;
        for (unsigned i = 0; i < PLAYERS; i++) {
            hall->inputs[who[i]].direction = 1 + (uint32_t)(now / 7 + i) % 8;
            hall->inputs[who[i]].buttons = now % 31 == i ? BUTTON_INVENTORY : 0;
        }
        if (now != before && now % 8 == 0) {
            const PacketTradeAct act = {.act = TRADE_ASK,
                                        .with = client_player(hall->clients[who[1]])};
            client_send_chat(hall->clients[who[0]], CHANNEL_MAP, TEXT(""), TEXT("hello"));
            client_send_chat(hall->clients[who[2]], CHANNEL_MAP, TEXT(""), TEXT("goodbye"));
            client_trade(hall->clients[who[3]], &act);
        }
        before = now;
        hall_turn();
        now = server_stats(hall->server).ticks;
        look_at_sends(now - last);
    }
    assert_int_equal(most_calls, 0);
    assert_int_equal(most_records, 0);
    assert_in_range(all_calls, TICKS / 3, PLAYERS * TICKS);
    assert_non_null(strstr(hall->heard[who[1]].chat, "goodbye"));
    assert_int_equal(hall->heard[who[1]].trades > 0, 1);
}

/* A turn of the server, and the bots at the time that they need. */
static size_t turn_with(Bots *bots)
{
    const size_t before = taken_here;
    server_turn(hall->server, 1);
    const size_t now = taken_here;
    loop_turn(hall->loop, 0);
    bots_turn(bots);
    return now - before;
}

static void tick_takes_no_memory(void **state)
{
    enum { BOTS = 50, WARM = 300, TICKS = 100 };
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    hall_begin();
    const BotsOptions options = {.loop = hall->loop,
                                 .wire = hall->wire,
                                 .host = TEXT("127.0.0.1"),
                                 .port = server_port(hall->server),
                                 .count = BOTS,
                                 .ramp = 200,
                                 .seed = 7};
    Bots *bots = bots_new(&options, &hall->kit->report);
    while (bots_stats(bots).playing < BOTS)
        turn_with(bots);
    const uint64_t begin = server_stats(hall->server).ticks + WARM;
    while (server_stats(hall->server).ticks < begin)
        turn_with(bots);
    size_t taken_in_all = 0;
    while (server_stats(hall->server).ticks < begin + TICKS)
        taken_in_all += turn_with(bots);
    assert_int_equal(taken_in_all, 0);
    bots_free(bots);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(players_get_one_record_in_a_tick),
        TEST(tick_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
