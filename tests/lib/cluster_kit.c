#include "cluster_kit.h"

Nats cluster_nats;

Cluster *cluster_of(const Server *server) { return server->cluster; }

bool has_zone(const Server *server, uint32_t zone)
{
    return server && cluster_of(server)->leases[zone].ours;
}

Server *one_more(void)
{
    Server *before = hall->server;
    hall_open();
    if (before)
        hall->others[hall->others[0] != NULL] = before;
    return hall->server;
}

void go_to(Server *server)
{
    for (unsigned i = 0; i < HALL_OTHERS; i++)
        if (hall->others[i] == server) {
            hall->others[i] = hall->server;
            hall->server = server;
        }
}

void lose(Server *server)
{
    if (hall->server == server)
        go_to(hall->others[0]);
    for (unsigned i = 0; i < HALL_OTHERS; i++)
        if (hall->others[i] == server)
            hall->others[i] = NULL;
    server_free(server);
}

void use_bus(void)
{
    hall->options.bus = nats_address(&cluster_nats, "", hall->arena).at;
    hall->options.lease = LEASE;
}

void cluster_kit_begin(const char *start)
{
    hall->game->start = start;
    use_bus();
    hall_begin();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
}

void begin_two(const char *start, Server *servers[2])
{
    cluster_kit_begin(start);
    Server *first = hall->server, *second = one_more();
    HALL_UNTIL(has_zone(first, 0) != has_zone(first, 1) &&
               has_zone(second, 0) != has_zone(second, 1) &&
               has_zone(first, 0) != has_zone(second, 0));
    servers[0] = has_zone(first, 0) ? first : second;
    servers[1] = has_zone(first, 0) ? second : first;
    HALL_UNTIL(cluster_of(first)->leases[1].node == cluster_of(second)->leases[1].node &&
               cluster_of(first)->leases[0].node == cluster_of(second)->leases[0].node);
}

uint32_t map_of_client(unsigned i)
{
    return hall_world(i) ? context_actor(local_context(hall_world(i)))->map : NONE;
}

unsigned player_at(Server *server, const char *name)
{
    go_to(server);
    return hall_player(name);
}

int cluster_set_up(void **state)
{
    if (!cluster_nats.pid)
        assert_true(nats_start(&cluster_nats));
    return hall_set_up(state);
}

static int cluster_end(void **state)
{
    (void)state;
    nats_end(&cluster_nats);
    return 0;
}

int cluster_run(const struct CMUnitTest *tests, size_t count)
{
    if (!nats_program()) {
        printf("skipped: there is no nats-server\n");
        return 0;
    }
    return _cmocka_run_group_tests("cluster", tests, count, NULL, cluster_end);
}
