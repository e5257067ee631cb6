/* Several servers with one world in one program, over a bus of their own. */
#ifndef OISIN_TESTS_CLUSTER_KIT_H
#define OISIN_TESTS_CLUSTER_KIT_H

#include "nats_kit.h"
#include "server_kit.h"

#include "server/cluster.h"

enum { LEASE = 2000 }; /* ms */

static Nats cluster_nats;

static inline Cluster *cluster_of(const Server *server) { return server->cluster; }

static inline bool has_land(const Server *server, uint32_t land)
{
    return server && cluster_of(server)->holdings[land].ours;
}

/* Another server; the one before is among the others. */
static inline Server *one_more(void)
{
    Server *before = hall->server;
    hall_open();
    if (before)
        hall->others[hall->others[0] != NULL] = before;
    return hall->server;
}

/* Clients that come now connect to it. */
static inline void go_to(Server *server)
{
    for (unsigned i = 0; i < HALL_OTHERS; i++)
        if (hall->others[i] == server) {
            hall->others[i] = hall->server;
            hall->server = server;
        }
}

/* It is gone at once, as if its machine had lost its power. */
static inline void lose(Server *server)
{
    if (hall->server == server)
        go_to(hall->others[0]);
    for (unsigned i = 0; i < HALL_OTHERS; i++)
        if (hall->others[i] == server)
            hall->others[i] = NULL;
    server_free(server);
}

static inline void use_bus(void)
{
    hall->options.bus = nats_address(&cluster_nats, "", hall->arena).at;
    hall->options.lease = LEASE;
}

static inline void cluster_kit_begin(const char *start)
{
    hall->game->start = start;
    use_bus();
    hall_begin();
    HALL_UNTIL(has_land(hall->server, 0) && has_land(hall->server, 1));
}

/* Two, each with one of the two maps. */
static inline void begin_two(const char *start, Server *servers[2])
{
    cluster_kit_begin(start);
    Server *first = hall->server, *second = one_more();
    HALL_UNTIL(has_land(first, 0) != has_land(first, 1) &&
               has_land(second, 0) != has_land(second, 1) &&
               has_land(first, 0) != has_land(second, 0));
    servers[0] = has_land(first, 0) ? first : second;
    servers[1] = has_land(first, 0) ? second : first;
    HALL_UNTIL(cluster_of(first)->holdings[1].node == cluster_of(second)->holdings[1].node &&
               cluster_of(first)->holdings[0].node == cluster_of(second)->holdings[0].node);
}

static inline uint32_t map_of_client(unsigned i)
{
    return hall_world(i) ? world_player(hall_world(i))->map : NONE;
}

static inline unsigned player_at(Server *server, const char *name)
{
    go_to(server);
    return hall_player(name);
}

static inline int cluster_set_up(void **state)
{
    if (!cluster_nats.pid)
        assert_true(nats_start(&cluster_nats));
    return hall_set_up(state);
}

static inline int cluster_end(void **state)
{
    (void)state;
    nats_end(&cluster_nats);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cluster_set_up, hall_tear_down)

static inline int cluster_run(const struct CMUnitTest *tests, size_t count)
{
    if (!nats_program()) {
        printf("skipped: there is no nats-server\n");
        return 0;
    }
    return _cmocka_run_group_tests("cluster", tests, count, NULL, cluster_end);
}

#endif
