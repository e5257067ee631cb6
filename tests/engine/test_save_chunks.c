/* What the engine writes into the chunks of the document: each value at its place. */
#include "lib/game_kit.h"

#include "engine/screens/screens.h"
#include "engine/save/save.h"
#include "tirnanog/container/sav.h"

static Kit *kit;

static int set_up(void **state)
{
    kit = *state = kit_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kit_free(kit);
    return 0;
}

/* A player in the town with objects, a skill and two quests; a slime of a spawner in the cave.
 */
static Game *game_to_save(void)
{
    Game *game = game_new(kit);
    SpawnerKind *kind = ARENA_ALLOC(kit->arena, SpawnerKind, 1);
    kind->npc = (SpriteRef){TNG_NPC_CATEGORY, SLIME};
    kind->animation.index = TNG_NO_SPRITE;
    game->spawner = (TngSpawner){.most = 1, .period = 1, .kind_count = 1, .kinds = kind};
    game_put(game, CAVE, LAYER_SPAWNERS, 3, 5, 0);
    game_npc(game, SLIME, 0, NULL);
    game->quest.global = 1;
    game->quest.title = game_text(game, "Errand");
    game_object(game, COIN, 0, NULL);
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].equip_mask = 4;
    game_object(game, ROOF, 0, NULL);
    game->objects[ROOF].equip_mask = UINT32_MAX; /* a skill */
    CharacterOption *options = ARENA_ALLOC(kit->arena, CharacterOption, 2);
    for (size_t i = 0; i < 2; i++)
        options[i].name = game_text(game, i ? "tall" : "small");
    game->group_count = 1;
    game->groups[0] =
        (TngOptions){.option_count = 2, .palettes = {0, TNG_NO_SPRITE}, .options = options};
    game->start =
        "location(cave,9,9,so) delay(20) location(town,4,6,ea) give(coin,12) "
        "give(sword,1) give(roof,3) hp=70 level=5 score=-9 altitude(-5) quest(0,errand)";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 30);
    return game;
}

static Sav saved(Game *game)
{
    Bytes file;
    Sav sav = {0};
    if (!world_save(game->world, NULL, &file, kit->arena, &kit->report) ||
        !sav_read(file, &sav, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return sav;
}

static void player_is_in_USER_with_name_options_and_equipment(void **state)
{
    (void)state;
    Game *game = game_to_save();
    Player *player = local_context(game->world).player;
    text_keep(player->name, sizeof player->name, "Aífe");
    player->choices[0] = 1;
    player->equipped[2] = SWORD;
    memset(player->belt, 0xFF, sizeof player->belt);
    player->belt[31] = COIN;
    const Sav sav = saved(game);
    const SavUser *user = sav_find(&sav, SAV_USER);
    assert_true(text_is((Text){user->name, user->name_size}, "Aífe"));
    assert_int_equal(user->option_count, 1);
    assert_int_equal(user->options[0], 1);
    for (size_t i = 0; i < 32; i++) {
        assert_int_equal(user->equipped[i], i == 2 ? SWORD : TNG_NO_SPRITE);
        assert_int_equal(user->belt[i], i == 31 ? COIN : TNG_NO_SPRITE);
    }
}

static void entity_block_has_place_values_items_skills_and_quests(void **state)
{
    (void)state;
    Game *game = game_to_save();
    Sav sav = saved(game);
    const SavEntity *entity = &((SavUser *)sav_find(&sav, SAV_USER))->entity;
    assert_int_equal(entity->map, TOWN);
    assert_int_equal(entity->direction, EAST);
    assert_int_equal(entity->x, 4 * GAME_TILE + GAME_TILE / 2);
    assert_int_equal(entity->y, 6 * GAME_TILE + GAME_TILE / 2);
    assert_int_equal(entity->behaviour, 0);
    assert_int_equal(entity->altitude, -5);
    assert_int_equal(entity->attribute_count, 3); /* all but the global one */
    assert_int_equal(entity->attributes[0], 70);
    assert_int_equal(entity->attributes[1], 5);
    assert_int_equal(entity->item_count, 2);
    assert_int_equal(entity->items[0].object, COIN);
    assert_int_equal(entity->items[0].quantity, 12);
    assert_int_equal(entity->items[1].object, SWORD);
    assert_int_equal(entity->skill_count, 1);
    assert_int_equal(entity->skills[0].object, ROOF);
    assert_int_equal(entity->skills[0].quantity, 3);
    assert_int_equal(entity->quest_count, 1);
    assert_int_equal(entity->quests[0], 0);
    local_context(game->world).player->quests[0] = QUEST_DONE;
    context_actor(local_context(game->world))->transport = 3;
    sav = saved(game);
    entity = &((SavUser *)sav_find(&sav, SAV_USER))->entity;
    assert_int_equal(entity->quests[0], SAV_QUEST_DONE);
    assert_int_equal(entity->transport, 3);
}

static void globals_and_global_quests_are_in_their_chunks(void **state)
{
    (void)state;
    Game *game = game_to_save();
    Sav sav = saved(game);
    const SavGlobals *globals = sav_find(&sav, SAV_GLOBALS);
    assert_int_equal(globals->values_count, 1);
    assert_int_equal(globals->values[0], -9);
    const SavQuests *quests = sav_find(&sav, SAV_QUESTS);
    assert_int_equal(quests->players_count, 1);
    assert_int_equal(quests->players[0], -1);
    game->world->winners[0] = 1; /* the first player, number 0 */
    sav = saved(game);
    quests = sav_find(&sav, SAV_QUESTS);
    assert_int_equal(quests->players[0], 0);
}

static void each_npc_has_a_chunk_with_its_kind_and_spawner(void **state)
{
    (void)state;
    Game *game = game_to_save();
    const Sav sav = saved(game);
    size_t count = 0;
    for (size_t i = 0; i < sav.chunk_count; i++)
        if (sav.chunks[i].type == SAV_NPC) {
            const SavNpc *npc = sav.chunks[i].record;
            assert_int_equal(npc->npc, SLIME);
            assert_int_equal(npc->spawner, 0);
            assert_int_equal(npc->entity.map, CAVE);
            assert_int_equal(npc->entity.x / GAME_TILE, 3);
            assert_int_equal(npc->entity.y / GAME_TILE, 5);
            count++;
        }
    assert_int_equal(count, 1);
}

/* Both maps were entered; a script adds an object to one of them. */
static void only_changed_maps_have_a_chunk_with_their_objects(void **state)
{
    (void)state;
    static const char *const changes[] = {"", " add(cave,2,3,tree)", " delete(cave,5,5)"};
    for (size_t k = 0; k < COUNT_OF(changes); k++) {
        Game *game = game_new(kit);
        game_put(game, CAVE, LAYER_OBJECTS, 5, 5, WALL);
        game->start = arena_format(kit->arena, "location(town,9,9,so) location(cave,4,4,so)%s",
                                   changes[k])
                          .at;
        game_open(game);
        game_ticks(game, (WorldInput){0}, 5);
        const Sav sav = saved(game);
        size_t count = 0;
        for (size_t i = 0; i < sav.chunk_count; i++)
            if (sav.chunks[i].type == SAV_MAP) {
                const SavMap *map = sav.chunks[i].record;
                uint16_t cells[GAME_CELLS];
                assert_int_equal(map->map, CAVE);
                assert_true(tng_layers_read(map->packets, cells, GAME_CELLS, &kit->report));
                assert_int_equal(cells[3 * GAME_SIDE + 2], k == 1 ? TREE : TNG_NO_SPRITE);
                assert_int_equal(cells[5 * GAME_SIDE + 5], k == 2 ? TNG_NO_SPRITE : WALL);
                count++;
            }
        assert_int_equal(count, k > 0);
    }
}

/* As a server writes it. */
static void deny_list_is_skipped_by_the_player(void **state)
{
    (void)state;
    Game *game = game_to_save();
    Sav sav = saved(game);
    SavDeny *deny = sav_add(&sav, SAV_DENY, kit->arena);
    static SavAddress address = {2, {127, 0, 0, 1}};
    *deny = (SavDeny){&address, 1};
    const SavChunk first = sav.chunks[sav.chunk_count - 1]; /* the server's first chunk */
    memmove(sav.chunks + 1, sav.chunks, (sav.chunk_count - 1) * sizeof *sav.chunks);
    sav.chunks[0] = first;
    Bytes file;
    SaveNotes notes;
    assert_true(sav_write(&sav, 1, &file, kit->arena, &kit->report));
    const World *world = world_load(game->world->content->game, file, &(WorldOptions){0},
                                    &notes, kit->arena, &kit->report);
    assert_non_null(world);
    assert_int_equal(notes.count, 0);
    assert_int_equal(world_hash(world), world_hash(game->world));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(player_is_in_USER_with_name_options_and_equipment),
        TEST(entity_block_has_place_values_items_skills_and_quests),
        TEST(globals_and_global_quests_are_in_their_chunks),
        TEST(each_npc_has_a_chunk_with_its_kind_and_spawner),
        TEST(only_changed_maps_have_a_chunk_with_their_objects),
        TEST(deny_list_is_skipped_by_the_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
