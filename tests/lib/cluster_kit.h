/* Several servers with one world in one program, over their own bus. */
#ifndef OISIN_TESTS_CLUSTER_KIT_H
#define OISIN_TESTS_CLUSTER_KIT_H

#include "nats_kit.h"
#include "server_kit.h"

#include "server/cluster/cluster.h"
#include "server/game/controllers.h"

enum { LEASE = 2000 }; /* ms */

extern Nats cluster_nats;

Cluster *cluster_of(const Server *server);
bool has_zone(const Server *server, uint32_t zone);

/* Another server; the one before is among the others. */
Server *one_more(void);

/* Clients that come now connect to it. */
void go_to(Server *server);

/* It is gone at once, as if its machine had lost its power. */
void lose(Server *server);
void use_bus(void);
void cluster_kit_begin(const char *start);

/* Two, each with one of the two maps. */
void begin_two(const char *start, Server *servers[2]);
uint32_t map_of_client(unsigned i);
unsigned player_at(Server *server, const char *name);
int cluster_set_up(void **state);

#define TEST(name) cmocka_unit_test_setup_teardown(name, cluster_set_up, hall_tear_down)

int cluster_run(const struct CMUnitTest *tests, size_t count);

#endif
