/* Two servers with copies of one database on one bus: each would take the other one's lands, as
 * a copy has the id of its original. The one that comes later does not begin, or ends. */
#include "lib/cluster_kit.h"

#include "server/transport/bus.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

static const char words[] = "uses the original of this database copy";

static const char *copy_path(void)
{
    return arena_format(hall->arena, "%s/copy.db", hall->folder).at;
}

/* As an operator does it for a test server, while the original is served. */
static void copy_state(void)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(hall_state(), &database), SQLITE_OK);
    const Text sql = arena_format(hall->arena, "VACUUM INTO '%s'", copy_path());
    assert_int_equal(sqlite3_exec(database, sql.at, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static Server *serve_copy(void)
{
    ServerOptions options = hall->options;
    options.state = copy_path();
    return server_new(&options, &hall->kit->report);
}

static int tear_down(void **state)
{
    static const char *const names[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < HALL_OTHERS; i++) {
        server_free(hall->others[i]);
        hall->others[i] = NULL;
    }
    for (size_t i = 0; i < COUNT_OF(names); i++)
        unlink(arena_format(hall->arena, "%s%s", copy_path(), names[i]).at);
    return hall_tear_down(state);
}

static atomic_bool over;

static void *turn(void *context)
{
    while (!atomic_load(&over))
        server_turn(context, 5);
    return NULL;
}

static void copy_of_a_served_state_is_rejected_at_start(void **state)
{
    (void)state;
    pthread_t thread;
    cluster_kit_begin("location(town,5,5,so)");
    copy_state();
    atomic_store(&over, false);
    assert_int_equal(pthread_create(&thread, NULL, turn, hall->server), 0);
    Server *copy = serve_copy();
    atomic_store(&over, true);
    pthread_join(thread, NULL);
    assert_null(copy);
    assert_non_null(strstr(kit_message(hall->kit, 0), words));
    assert_null(strchr(kit_message(hall->kit, 0), '\n'));
    assert_null(server_problem(hall->server));
    /* Its lands stay its own. */
    assert_true(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    hall_player("Ann");
}

/* The first one had no time to answer before the copy began. */
static void running_copy_stops_and_the_original_continues(void **state)
{
    (void)state;
    cluster_kit_begin("location(town,5,5,so)");
    const unsigned ann = hall_player("Ann");
    const uint64_t until = loop_now(hall->server->loop) + 1100;
    HALL_UNTIL(loop_now(hall->server->loop) >
               until); /* it is the elder by more than a second */
    const int64_t epoch = cluster_of(hall->server)->leases[0].epoch;
    copy_state();
    Server *copy = hall->others[0] = serve_copy();
    assert_non_null(copy);
    HALL_UNTIL(server_problem(copy));
    assert_non_null(strstr(server_problem(copy), words));
    HALL_UNTIL(server_is_over(copy));
    assert_null(server_problem(hall->server));
    assert_true(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    assert_int_equal(cluster_of(hall->server)->leases[0].epoch, epoch);
    assert_int_equal(cluster_of(hall->server)->peer_count, 0);
    assert_int_equal(client_phase(hall->clients[ann]), CLIENT_PLAYING);
}

static void on_message(void *context, Text subject, Bytes bytes)
{
    (void)context;
    (void)subject;
    (void)bytes;
}

static void on_link(void *context, bool up)
{
    (void)context;
    (void)up;
}

/* A server that has stood still for long was taken out of the store by others, who do not find
 * it there when it goes on. */
static void server_sharing_the_database_continues(void **state)
{
    (void)state;
    Server *servers[2];
    static const BusHandlers handlers = {on_message, on_link};
    begin_two("location(town,5,5,so)", servers);
    const Cluster *to = cluster_of(servers[0]);
    Bus *bus = bus_open(hall->loop, hall->options.bus, &handlers, NULL, &hall->kit->report);
    assert_non_null(bus);
    Writer out = writer_to(hall->arena);
    bus_message_write(cluster_of(servers[1])->node, BUS_FOREIGN, &(BusForeign){UINT64_MAX},
                      &out);
    bus_send(bus, arena_format(hall->arena, "%s%s", to->prefix, to->name).at,
             writer_bytes(&out));
    hall_wait(30);
    assert_null(server_problem(servers[0]));
    bus_close(bus);
}

int main(void)
{
#define COPY_TEST(name) cmocka_unit_test_setup_teardown(name, cluster_set_up, tear_down)
    const struct CMUnitTest tests[] = {
        COPY_TEST(copy_of_a_served_state_is_rejected_at_start),
        COPY_TEST(running_copy_stops_and_the_original_continues),
        COPY_TEST(server_sharing_the_database_continues),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
