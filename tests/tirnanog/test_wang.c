/* Wang sets of automap rules: what a set says of a tile is what the rules do. */
#include "lib/kit.h"

#include "tirnanog/maps/wang.h"

enum { SIDE = 3, GROUND = 0, OVER = 1, THIRD = 2, FIRST_PLACED = 3, TILES = 12 };

/* Around the middle, clockwise from the north. */
static const uint8_t ring[WANG_PLACES] = {1, 2, 5, 8, 7, 6, 3, 0};

static AutomapRule rule_of(uint16_t place, uint16_t centre)
{
    AutomapRule rule = {.place = place};
    for (size_t i = 0; i < AUTOMAP_MASKS; i++)
        rule.masks[i] = i == AUTOMAP_CENTRE ? centre : TNG_NO_SPRITE;
    return rule;
}

static WangSets derive(Kit *kit, const AutomapRule *rules, size_t count, Automap *automap)
{
    WangSets sets;
    AutomapRule *copy = ARENA_ALLOC(kit->arena, AutomapRule, count);
    memcpy(copy, rules, count * sizeof *copy);
    *automap = (Automap){.rules = copy, .count = count, .tile_count = TILES};
    automap_link(automap, kit->arena);
    wang_derive(automap, 0, &sets, kit->arena);
    return sets;
}

/* The colours of a cell among its neighbours, computed from the layer; false: a corner has two
 * other terrains. */
static bool colours_of(const WangSet *set, const uint16_t cells[SIDE * SIDE],
                       uint8_t colours[WANG_PLACES])
{
    static const int8_t steps[WANG_PLACES][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                                 {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};
    for (int i = 0; i < WANG_PLACES; i++) {
        const int dx = steps[i][0], dy = steps[i][1];
        uint16_t terrain = cells[AUTOMAP_CENTRE];
        colours[i] = 0;
        if (set->type != WANG_MIXED && (set->type == WANG_EDGE) == (dx && dy))
            continue;
        for (int y = 0; y <= 1; y++)
            for (int x = 0; x <= 1; x++) {
                const uint16_t there = cells[(1 + dy * y) * SIDE + 1 + dx * x];
                if (there == cells[AUTOMAP_CENTRE])
                    continue;
                if (terrain != cells[AUTOMAP_CENTRE] && terrain != there)
                    return false;
                terrain = there;
            }
        for (size_t j = 0; j < set->terrain_count; j++)
            if (set->terrains[j] == terrain)
                colours[i] = (uint8_t)(j + 1);
    }
    return true;
}

/* Each neighbourhood of GROUND with the colours of a tile in the set gets this tile. Returns
 * the number of neighbourhoods that the set knows. */
static size_t check_set(Kit *kit, const Automap *automap, const WangSet *set)
{
    size_t known = 0;
    for (unsigned n = 0; n < 256; n++) {
        uint16_t cells[SIDE * SIDE], before[SIDE * SIDE];
        uint8_t colours[WANG_PLACES];
        cells[AUTOMAP_CENTRE] = GROUND;
        for (unsigned i = 0; i < WANG_PLACES; i++)
            cells[ring[i]] = n >> i & 1 ? OVER : GROUND;
        memcpy(before, cells, sizeof cells);
        if (!colours_of(set, cells, colours))
            continue;
        automap_apply(automap, 0, SIDE, cells, kit->arena);
        for (size_t i = 0; i < set->tile_count; i++) {
            const WangTile *tile = &set->tiles[i];
            if (memcmp(tile->colours, colours, sizeof colours) != 0 || tile->sprite == OVER)
                continue;
            known++;
            if (tile->sprite != cells[AUTOMAP_CENTRE])
                fail_msg("neighbours %x: the set has %u, the rules place %u", n, tile->sprite,
                         cells[AUTOMAP_CENTRE]);
        }
    }
    return known;
}

/* One rule that looks at one neighbour. */
static AutomapRule single_rule(uint16_t place, unsigned neighbour)
{
    AutomapRule rule = rule_of(place, GROUND);
    rule.masks[ring[neighbour % WANG_PLACES]] = OVER;
    return rule;
}

/* Rules about edges, diagonals or both; or about one or two corners, each through its three
 * cells; or about two edges and then the corner between them. */
static size_t random_rules(AutomapRule *rules, size_t max)
{
    const unsigned kind = next_random(5), corner = next_random(4) * 2 + 1;
    size_t count = kind < 3 ? 1 + next_random((uint32_t)max) : kind == 3 ? 3 : 6;
    for (size_t i = 0; i < count; i++) {
        const uint16_t place = (uint16_t)(FIRST_PLACED + next_random(6));
        rules[i] = rule_of(place, GROUND);
        for (unsigned j = 0; j < WANG_PLACES && kind < 3; j++)
            if ((kind == 2 || j % 2 == kind) && next_random(3) == 0)
                rules[i].masks[ring[j]] = next_random(4) ? OVER : GROUND;
        if (kind == 3) /* the edges before and after the corner, then itself */
            rules[i] = single_rule(place, i == 2 ? corner : corner + (i ? 1 : 7));
        if (kind == 4)
            rules[i] = single_rule((uint16_t)(FIRST_PLACED + i / 3),
                                   corner + (i < 3 ? 0 : 2) + 7 + (unsigned)i % 3);
    }
    return count;
}

/* Random rules of all kinds: most have no set; a set that there is must be true. */
static void sets_say_what_the_rules_do(void **state)
{
    enum { ROUNDS = 3000, RULES = 6 };
    Kit *kit = *state;
    size_t found[WANG_TYPES] = {0}, known = 0;
    random_state = 11;
    for (unsigned round = 0; round < ROUNDS; round++) {
        AutomapRule rules[RULES];
        Automap automap;
        const size_t count = random_rules(rules, RULES);
        const WangSets sets = derive(kit, rules, count, &automap);
        for (size_t i = 0; i < sets.count; i++) {
            found[sets.items[i].type]++;
            known += check_set(kit, &automap, &sets.items[i]);
        }
    }
    assert_true(found[WANG_CORNER] > 100 && found[WANG_EDGE] > 100 && found[WANG_MIXED] > 100);
    assert_true(known > 10000);
}

/* A corner follows from three cells, so its rules are these. */
static void corners_of_rules_in_three_lines_are_a_set(void **state)
{
    Kit *kit = *state;
    AutomapRule rules[3] = {rule_of(FIRST_PLACED, GROUND), rule_of(FIRST_PLACED, GROUND),
                            rule_of(FIRST_PLACED, GROUND)};
    Automap automap;
    rules[0].masks[1] = rules[1].masks[2] = rules[2].masks[5] = OVER;
    WangSets sets = derive(kit, rules, 3, &automap);
    assert_int_equal(sets.count, 1);
    assert_int_equal(sets.items[0].type, WANG_CORNER);
    assert_int_equal(check_set(kit, &automap, &sets.items[0]), 2); /* none, and north-east */
    static const uint8_t expected[WANG_PLACES] = {0, 2, 0, 1, 0, 1, 0, 1};
    for (size_t i = 0; i < sets.items[0].tile_count; i++)
        if (sets.items[0].tiles[i].sprite == FIRST_PLACED)
            assert_memory_equal(sets.items[0].tiles[i].colours, expected, sizeof expected);
    /* Without one of them the tile is not a function of corners and edges. */
    sets = derive(kit, rules + 1, 2, &automap);
    assert_int_equal(sets.count, 0);
    assert_int_equal(sets.other_count, 1);
    assert_int_equal(sets.others[0], GROUND);
}

/* One tile that has a terrain on each side. */
static void tile_may_have_three_terrains(void **state)
{
    Kit *kit = *state;
    AutomapRule rules[3] = {rule_of(FIRST_PLACED, GROUND), rule_of(FIRST_PLACED + 1, GROUND),
                            rule_of(FIRST_PLACED + 2, GROUND)};
    Automap automap;
    rules[0].masks[1] = rules[1].masks[1] = OVER;
    rules[0].masks[7] = rules[2].masks[7] = THIRD;
    const WangSets sets = derive(kit, rules, 3, &automap);
    assert_int_equal(sets.count, 1);
    assert_int_equal(sets.items[0].type, WANG_EDGE);
    assert_int_equal(sets.items[0].terrain_count, 3);
    const uint8_t third = sets.items[0].terrains[1] == THIRD ? 2 : 3, over = 5 - third;
    const uint8_t expected[3][WANG_PLACES] = {{over, 0, 1, 0, third, 0, 1, 0},
                                              {over, 0, 1, 0, 1, 0, 1, 0},
                                              {1, 0, 1, 0, third, 0, 1, 0}};
    size_t found = 0;
    for (size_t i = 0; i < sets.items[0].tile_count; i++) {
        const WangTile *tile = &sets.items[0].tiles[i];
        if (tile->sprite < FIRST_PLACED)
            continue;
        assert_memory_equal(tile->colours, expected[tile->sprite - FIRST_PLACED], WANG_PLACES);
        found++;
    }
    assert_int_equal(found, 3);
}

/* A corner that has both is left to Tiled. */
static void corners_may_have_three_terrains(void **state)
{
    Kit *kit = *state;
    AutomapRule rules[15];
    Automap automap;
    for (unsigned i = 0; i < 15; i++) {
        rules[i] = rule_of((uint16_t)(FIRST_PLACED + (i < 9 ? 0 : i < 12 ? 1 : 2)), GROUND);
        if (i < 12)
            rules[i].masks[ring[i % 3]] = OVER; /* north-east */
        if (i < 9 || i >= 12)
            rules[i].masks[ring[4 + (i < 9 ? i / 3 : i % 3)]] = THIRD; /* south-west */
    }
    const WangSets sets = derive(kit, rules, 15, &automap);
    assert_int_equal(sets.count, 1);
    assert_int_equal(sets.items[0].type, WANG_CORNER);
    const uint8_t third = sets.items[0].terrains[1] == THIRD ? 2 : 3, over = 5 - third;
    const uint8_t expected[WANG_PLACES] = {0, over, 0, 1, 0, third, 0, 1};
    size_t found = 0;
    for (size_t i = 0; i < sets.items[0].tile_count; i++)
        if (sets.items[0].tiles[i].sprite == FIRST_PLACED) {
            assert_memory_equal(sets.items[0].tiles[i].colours, expected, sizeof expected);
            found++;
        }
    assert_int_equal(found, 1);
}

static void rules_without_a_terrain_have_no_set(void **state)
{
    Kit *kit = *state;
    AutomapRule rules[2] = {rule_of(FIRST_PLACED, TNG_NO_SPRITE), rule_of(GROUND, GROUND)};
    Automap automap;
    WangSets sets;
    rules[0].masks[1] = rules[1].masks[1] = OVER;
    sets = derive(kit, rules, 2, &automap);
    assert_int_equal(sets.count + sets.other_count, 0);
    rules[0] = rule_of(FIRST_PLACED, GROUND);
    rules[0].masks[1] = OVER;
    (void)derive(kit, rules, 1, &automap);
    for (unsigned type = 0; type < 5; type++) {
        wang_derive(&automap, type, &sets, kit->arena);
        assert_int_equal(sets.count, type != 2 && type != 3); /* not on hexagons */
    }
}

/* 3000 rules about 60 terrains that meet in pairs: 1770 pairs of 6561 cases each. */
static void huge_rules_do_not_take_minutes(void **state)
{
    enum { COUNT = 3000, TERRAINS = 60 };
    Kit *kit = *state;
    AutomapRule *rules = ARENA_ALLOC(kit->arena, AutomapRule, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        rules[i] = rule_of(TERRAINS + 1, GROUND);
        rules[i].masks[1] = (uint16_t)(1 + i % TERRAINS);
        rules[i].masks[7] = (uint16_t)(1 + i / TERRAINS);
    }
    Automap automap = {.rules = rules, .count = COUNT, .tile_count = TERRAINS + 2};
    WangSets sets;
    automap_link(&automap, kit->arena);
    wang_derive(&automap, 0, &sets, kit->arena);
    assert_int_equal(sets.count, 0);
    assert_int_equal(sets.other_count, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(sets_say_what_the_rules_do),
        TEST(corners_of_rules_in_three_lines_are_a_set),
        TEST(tile_may_have_three_terrains),
        TEST(corners_may_have_three_terrains),
        TEST(rules_without_a_terrain_have_no_set),
        TEST(huge_rules_do_not_take_minutes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
