/* How zones are distributed: any number of servers decide at the same time, each for itself,
 * and all of them read the same counts. */
#include "lib/kit.h"

#include "server/cluster/zone_shares.h"

enum { SERVERS = 9, ZONES = 24 };

typedef struct Group {
    uint32_t counts[SERVERS];
    size_t servers;
    uint32_t free_zones;
    unsigned moves; /* zones that a server released */
} Group;

/* All servers decide, then everything that they want happens. Returns whether anything did. */
static bool step(Group *group)
{
    uint32_t next[SERVERS];
    uint32_t left = group->free_zones, released = 0;
    memcpy(next, group->counts, sizeof next);
    for (size_t me = 0; me < group->servers; me++) {
        uint32_t counts[SERVERS];
        memcpy(counts, group->counts, sizeof counts);
        if (!group->free_zones && zone_shares_releases(counts, group->servers, me)) {
            next[me]--;
            released++;
            continue;
        }
        const uint32_t claims =
            zone_shares_claims(counts, group->servers, me, group->free_zones);
        assert_true(claims <= left);
        left -= claims;
        next[me] += claims;
    }
    const bool any = released || left != group->free_zones;
    assert_int_equal(left, 0);
    memcpy(group->counts, next, sizeof next);
    group->free_zones = left + released;
    group->moves += released;
    return any;
}

static void settle(Group *group, uint32_t zones)
{
    unsigned steps = 0;
    while (step(group))
        assert_true(++steps <= 2 * ZONES + 2);
    uint32_t all = 0;
    for (size_t i = 0; i < group->servers; i++) {
        all += group->counts[i];
        assert_true(group->counts[i] <= (zones + group->servers - 1) / group->servers);
        assert_true(group->counts[i] >= zones / group->servers);
    }
    assert_int_equal(all, zones);
}

static void join(Group *group) { group->counts[group->servers++] = 0; }

static void die(Group *group, size_t which)
{
    group->free_zones += group->counts[which];
    group->counts[which] = group->counts[--group->servers];
}

/* They remained like this: nobody had less than the rounded down share. */
static void uneven_counts_are_evened_out(void **state)
{
    (void)state;
    Group group = {.counts = {4, 2, 2, 2}, .servers = 4};
    settle(&group, 10);
    assert_int_equal(group.moves, 1);
    group = (Group){.counts = {0, 9, 0}, .servers = 3, .free_zones = 2};
    settle(&group, 11);
}

static void zones_are_spread_evenly_after_each_join_and_death(void **state)
{
    (void)state;
    for (uint32_t zones = 0; zones <= ZONES; zones++) {
        Group group = {.servers = 1, .free_zones = zones};
        settle(&group, zones);
        while (group.servers < SERVERS) {
            join(&group);
            settle(&group, zones);
        }
        for (size_t i = 0; group.servers > 1; i++) {
            die(&group, i % group.servers);
            settle(&group, zones);
        }
    }
}

/* Each move interrupts players for a moment. */
static void new_server_takes_only_its_share(void **state)
{
    (void)state;
    for (uint32_t zones = 0; zones <= ZONES; zones++) {
        Group group = {.servers = 1, .free_zones = zones};
        while (group.servers < SERVERS) {
            settle(&group, zones);
            group.moves = 0;
            join(&group);
            settle(&group, zones);
            assert_int_equal(group.moves, zones / group.servers);
        }
    }
}

static void death_of_a_server_moves_only_its_zones(void **state)
{
    (void)state;
    for (uint32_t zones = 0; zones <= ZONES; zones++) {
        Group group = {.servers = SERVERS, .free_zones = zones};
        settle(&group, zones);
        group.moves = 0;
        die(&group, 0);
        settle(&group, zones);
        assert_int_equal(group.moves, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uneven_counts_are_evened_out),
        cmocka_unit_test(zones_are_spread_evenly_after_each_join_and_death),
        cmocka_unit_test(new_server_takes_only_its_share),
        cmocka_unit_test(death_of_a_server_moves_only_its_zones),
    };
    return cmocka_run_group_tests_name("shares of zones", tests, NULL, NULL);
}
