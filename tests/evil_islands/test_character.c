/* Who parts and joins again, in the same world or another one: their handlers go on where they
 * wait, and no clock of theirs holds them up. */
#include "lib/social_host_kit.h"

#include "base/deflate.h"

enum { CLOCK_MAX_TICKS = 60 * 30 }; /* a minute */

static const WorldInput confirm = {.buttons = BUTTON_CONFIRM}, nothing = {0};

static uint32_t come(Game *game, Bytes character)
{
    return company_join(game, 7, "Ann", character);
}

static const ScreenState *screen_of(const Game *game, uint32_t player_index)
{
    return &game->world->players[player_index]->screen;
}

static uint32_t tasks_of(const World *world, uint32_t player_index)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->task_count; i++)
        count += world->tasks[i]->used && world->tasks[i]->player == player_index;
    return count;
}

/* A guard who gives a coin, asks something, then gives a sword. */
static void open_with_guard(Game *game, const char *handler)
{
    game->start = "location(town,10,10,so)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, handler);
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    open_shared(game);
}

/* Who went away for a minute in the middle of it could have the coin again. */
static void open_dialog_and_its_handler_are_restored(void **state)
{
    Game *game = *state;
    static DialogOption answers[3];
    game->dialogs[0].options = answers;
    game->dialogs[0].option_count = 3;
    open_with_guard(game, "give(coin,1) dialog(first,0) give(sword,a)");
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 1);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_DOWN}, 1);
    const ScreenState before = *screen_of(game, ann);
    assert_int_equal(before.screen, SCREEN_DIALOG);
    assert_int_equal(before.selected, 1);
    const Bytes away = part(game, ann);
    assert_int_equal(tasks_of(game->world, ann), 0);
    const uint32_t ben = company_join(game, 9, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ben, confirm, 40); /* numbers of tasks and the tick go on */
    const uint32_t again = come(game, away);
    const ScreenState *after = screen_of(game, again);
    assert_int_equal(after->screen, SCREEN_DIALOG);
    assert_int_equal(after->record, before.record);
    assert_int_equal(after->option_count, 3);
    assert_int_equal(after->selected, 1);
    assert_int_equal(company_count_of(game, again, COIN), 1);
    assert_int_equal(tasks_of(game->world, again), 1);
    company_ticks(game, again, (WorldInput){.option = 1}, 1); /* the first of three: a is 2 */
    company_ticks(game, again, nothing, 2);
    assert_int_equal(company_count_of(game, again, COIN), 1);
    assert_int_equal(company_count_of(game, again, SWORD), 2);
    assert_int_equal(tasks_of(game->world, again), 0);
}

static void delay_continues_with_its_remaining_time(void **state)
{
    Game *game = *state;
    open_with_guard(game, "delay(1000) give(coin,1)"); /* 300 ticks */
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, nothing, 500);
    company_ticks(game, ann, confirm, 1);
    company_ticks(game, ann, nothing, 199);
    const Bytes away = part(game, ann);
    for (unsigned i = 0; i < 2; i++) {
        if (i) /* a world that is younger */
            open_shared(game);
        else
            company_ticks(game, 0, nothing, 1000);
        const uint32_t again = come(game, away);
        company_ticks(game, again, nothing, 95);
        assert_int_equal(company_count_of(game, again, COIN), 0);
        company_ticks(game, again, nothing, 10);
        assert_int_equal(company_count_of(game, again, COIN), 1);
    }
}

/* Numbers and places of handlers are others then. */
static void calls_between_handlers_are_restored(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, "dialog(first,0) a=a+5");
    open_with_guard(game, "a=2 event(coin) give(sword,a)");
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 1);
    assert_int_equal(tasks_of(game->world, ann), 2);
    const Bytes away = part(game, ann);
    const uint32_t ben = company_join(game, 9, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ben, confirm, 1); /* in the slots that Ann's had */
    const uint32_t again = come(game, away);
    assert_int_equal(tasks_of(game->world, again), 2);
    company_ticks(game, again, confirm, 1);
    company_ticks(game, again, nothing, 2);
    assert_int_equal(company_count_of(game, again, SWORD), 7);
    assert_int_equal(company_count_of(game, ben, SWORD), 0);
    assert_int_equal(tasks_of(game->world, again), 0);
    assert_int_equal(tasks_of(game->world, ben), 2);
}

/* ---- others in it ---- */

static uint32_t guards(const World *world)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < world->actor_count; i++)
        count += entity_is_npc(world, i + 1) && world->actors[i]->npc == GUARD;
    return count;
}

/* The only one of its kind is found wherever it is; several are distinguished by their places.
 */
static void npc_of_a_handler_is_restored(void **state)
{
    Game *game = *state;
    open_with_guard(game, "dialog(first,0) remove()");
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 1);
    const Bytes away = part(game, ann);
    World *world = game->world;
    const uint32_t old = actor_in(world, TOWN, (Cell){10, 11}, NONE);
    actor_remove(world, old);
    while (!world->actors[old]->used)
        actor_new(world, SLIME, TOWN, (Cell){3, 3}); /* one has its place now */
    const uint32_t now = actor_new(world, GUARD, TOWN, (Cell){4, 4});
    assert_int_not_equal(now, old);
    uint32_t again = come(game, away);
    company_ticks(game, again, confirm, 1);
    company_ticks(game, again, nothing, 2);
    assert_int_equal(guards(world), 0);
    world_remove_player(world, again);

    const uint32_t others[] = {actor_new(world, GUARD, TOWN, (Cell){5, 5}),
                               actor_new(world, GUARD, TOWN, (Cell){6, 6})};
    assert_true(others[0] != old && others[1] != old);
    again = come(game, away);
    company_ticks(game, again, confirm, 1);
    company_ticks(game, again, nothing, 2);
    assert_int_equal(guards(world), 2); /* nobody knows which: neither */
    assert_int_equal(tasks_of(world, again), 0);
    world_remove_player(world, again);

    for (uint32_t i = 1; i < world->actor_count; i++)
        if (entity_is_npc(world, i + 1) && world->actors[i]->npc == SLIME)
            actor_remove(world, i);
    while (!(entity_is_npc(world, old + 1) && world->actors[old]->npc == GUARD))
        actor_new(world, GUARD, TOWN, (Cell){7, 7});
    const uint32_t all = guards(world);
    assert_true(all > 2);
    again = come(game, away);
    company_ticks(game, again, confirm, 1);
    company_ticks(game, again, nothing, 2);
    assert_int_equal(guards(world), all - 1);
    assert_false(entity_is_npc(world, old + 1));
}

static void a_market_without_its_trader_is_closed(void **state)
{
    Game *game = *state;
    open_with_guard(game, "market() give(coin,1)");
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 2);
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_MARKET);
    const Bytes away = part(game, ann);
    uint32_t again = come(game, away);
    assert_int_equal(screen_of(game, again)->screen, SCREEN_MARKET);
    company_ticks(game, again, nothing, 3);
    assert_int_equal(company_count_of(game, again, COIN), 0);
    world_remove_player(game->world, again);
    actor_remove(game->world, actor_in(game->world, TOWN, (Cell){10, 11}, NONE));
    again = come(game, away);
    assert_int_equal(screen_of(game, again)->screen, SCREEN_GAME);
    company_ticks(game, again, nothing, 3);
    assert_int_equal(company_count_of(game, again, COIN), 1); /* the handler goes on */
}

/* As far as ordered, not a cell less; then the handler continues. */
static void orders_continue_to_their_end(void **state)
{
    Game *game = *state;
    for (unsigned moment = 1; moment < 40; moment += 3) {
        game->start = "location(town,3,10,so) east(4) waitnpc() give(coin,1)";
        open_shared(game);
        uint32_t again = come(game, (Bytes){NULL, 0});
        company_ticks(game, again, nothing, moment);
        again = come(game, part(game, again));
        company_ticks(game, again, nothing, 60);
        const Cell cell = actor_cell(game->world, actor_of(game, again));
        if (cell.x != 7 || cell.y != 10)
            fail_msg("parted in tick %u: comes to %d %d", moment, cell.x, cell.y);
        assert_int_equal(company_count_of(game, again, COIN), 1);
    }
}

/* Pauses and the bag are one's own, and closed; what lies under them is not. */
static void only_screens_opened_by_handlers_are_restored(void **state)
{
    Game *game = *state;
    open_with_guard(game, "dialog(first,0) give(coin,1)");
    uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_INVENTORY}, 1);
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_INVENTORY);
    ann = come(game, part(game, ann));
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_GAME);
    company_ticks(game, ann, confirm, 1);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_PAUSE}, 1);
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_PAUSE);
    ann = come(game, part(game, ann));
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_DIALOG);
    company_ticks(game, ann, confirm, 1);
    company_ticks(game, ann, nothing, 2);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
}

static void cutscene_is_restored(void **state)
{
    Game *game = *state;
    game->cutscene.slide_count = 1;
    game->cutscene.slides = ARENA_ALLOC(game->arena, Slide, 1);
    game->cutscene.slides[0] = (Slide){0, 0, 0, 500, PIXEL(9, 9, 9, 255), {4, TNG_NO_SPRITE}};
    open_with_guard(game, "cutscn(scene) give(coin,1)");
    uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 1);
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_CUTSCENE);
    const Bytes away = part(game, ann);
    company_ticks(game, 0, nothing, 3000);
    ann = come(game, away);
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_CUTSCENE);
    company_ticks(game, ann, confirm, 1);
    company_ticks(game, ann, nothing, 2);
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_GAME);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
}

/* An external script belongs to the world that it was run in. */
static void external_script_is_not_part_of_a_character(void **state)
{
    Game *game = *state;
    open_with_guard(game, "");
    World *world = game->world;
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    const Bytes code = game_code(game, "dialog(first,0) give(coin,1)");
    const PlayerContext ctx = player_context(world, ann);
    assert_true(world_run(ctx, code, context_entity(ctx), ENTITY_NONE, &game->kit->report));
    company_ticks(game, ann, nothing, 1);
    assert_int_equal(screen_of(game, ann)->screen, SCREEN_DIALOG);
    const uint32_t again = come(game, part(game, ann));
    assert_int_equal(tasks_of(world, again), 0);
    assert_int_equal(screen_of(game, again)->screen, SCREEN_GAME);
}

/* ---- characters that are not from here ---- */

static Bytes packed(Game *game, const Sav *sav)
{
    Bytes out;
    assert_true(sav_write(sav, DEFLATE_FAST, &out, game->arena, &game->kit->report));
    return out;
}

/* They could neither move nor die for two years. */
static void clocks_far_in_the_future_expire_soon(void **state)
{
    Game *game = *state;
    HudBar bar = {.direction = 3,
                  .value = game_string(game, "hp"),
                  .foreground = {0, TNG_NO_SPRITE},
                  .background = {0, TNG_NO_SPRITE}};
    game->has_hud = true; /* so that there are hit points: one can die */
    game->hud = (TngHud){.bar_count = 1, .bars = &bar};
    open_with_guard(game, "");
    uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, nothing, 5);
    enum { CLOCKS = 9 };
    for (size_t i = 0; i < CLOCKS; i++) {
        Actor *actor = actor_of(game, ann);
        uint32_t *const clocks[CLOCKS] = {
            &actor->action_until, &actor->turn_at,    &actor->born_until,
            &actor->talking,      &actor->dying,      &actor->retry,
            &actor->pressed,      &actor->leap_until, &actor->orders[0].amount};
        *clocks[i] = UINT32_MAX - 5;
        actor->action = ROW_ACTION;
        actor->order_count = clocks[i] == &actor->orders[0].amount;
        actor->orders[0].kind = ORDER_ACT;
        actor->orders[0].value = ROW_ACTION;
        ann = come(game, part(game, ann));
        actor = actor_of(game, ann);
        company_ticks(game, ann, nothing, 2 * CLOCK_MAX_TICKS + 60);
        assert_int_equal(actor->action, 0);
        assert_int_equal(actor->dying, 0);
        const Spot at = actor->at;
        company_ticks(game, ann, (WorldInput){.direction = 1 + (i % 2 ? WEST : EAST)}, 10);
        assert_true(actor->at.x != at.x);
    }
}

/* Numbers and offsets are others there; a handler that is the same goes on. */
static void another_build_finds_handlers_by_their_names(void **state)
{
    static const char first[] = "give(coin,1) dialog(first,0) give(sword,3)",
                      changed[] = "give(coin,9) dialog(first,0) give(sword,9)";
    Game *game = *state;
    open_with_guard(game, first);
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 1);
    const Bytes away = part(game, ann);
    for (unsigned i = 0; i < 2; i++) {
        Game *second = game_new(game->kit);
        game_string(second, "something new");
        open_with_guard(second, i ? changed : first);
        assert_memory_not_equal(second->world->content->game->header.unique,
                                game->world->content->game->header.unique, 8);
        const uint32_t again = come(second, away);
        assert_int_equal(screen_of(second, again)->screen, i ? SCREEN_GAME : SCREEN_DIALOG);
        company_ticks(second, again, confirm, i ? 0 : 1);
        company_ticks(second, again, nothing, 2);
        assert_int_equal(company_count_of(second, again, COIN), 1);
        assert_int_equal(company_count_of(second, again, SWORD), i ? 0 : 3);
        assert_int_equal(tasks_of(second->world, again), 0);
    }
}

/* Older versions did not say when it was; nothing they waited for is known. */
static void character_of_older_version_is_accepted(void **state)
{
    Game *game = *state;
    open_with_guard(game, "give(coin,1) dialog(first,0) give(sword,1)");
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 1);
    Sav sav;
    actor_of(game, ann)->dying = 77777;
    assert_true(sav_read(part(game, ann), &sav, game->arena, &game->kit->report));
    SavState *saved = sav_find(&sav, SAV_STATE);
    for (u16 i = 0; i < saved->table_count; i++)
        if (text_is((Text){saved->tables[i].name.text, saved->tables[i].name.size}, "moment"))
            saved->tables[i].name.size--;
    const uint32_t again = come(game, packed(game, &sav));
    assert_int_equal(screen_of(game, again)->screen, SCREEN_GAME);
    assert_int_equal(tasks_of(game->world, again), 0);
    assert_int_equal(actor_of(game, again)->dying, 0);
    assert_int_equal(company_count_of(game, again, COIN), 1);
}

/* One that has called another, which asks; both are about the guard. */
static Bytes busy_character(Game *game)
{
    game_object(game, COIN, 0, "dialog(first,0) a=a+5");
    open_with_guard(game, "market() a=2 event(coin) give(sword,a)");
    const uint32_t ann = come(game, (Bytes){NULL, 0});
    company_ticks(game, ann, confirm, 3);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CANCEL}, 1);
    company_ticks(game, ann, nothing, 3);
    assert_int_equal(tasks_of(game->world, ann), 2);
    return part(game, ann);
}

/* With other numbers in a column: false if it is refused. */
static bool plays_changed(Game *game, Bytes away, u16 table_index, u16 column)
{
    static const u32 values[] = {0, 1, 2, 255, 4095, 65535, 1u << 30, ACTOR_GONE, NONE};
    Sav sav;
    SaveNotes notes = {0};
    assert_true(sav_read(away, &sav, game->arena, &game->kit->report));
    const SavTable *table = &((SavState *)sav_find(&sav, SAV_STATE))->tables[table_index];
    for (u32 row = 0; row < table->row_count; row++)
        table->values[(size_t)column * table->row_count + row] =
            values[next_random(COUNT_OF(values))];
    const WorldJoin joins = {7, "Ann", packed(game, &sav)};
    kit_clear(game->kit);
    const uint32_t ann = world_join(game->world, &joins, &notes, &game->kit->report);
    assert_int_equal(game->kit->messages.count, ann == NONE);
    if (ann == NONE)
        return false;
    company_ticks(game, ann, confirm, 2);
    company_ticks(game, ann, nothing, 2);
    world_remove_player(game->world, ann);
    assert_int_equal(tasks_of(game->world, ann), 0);
    return true;
}

/* Whatever its numbers are: it is refused in one line, or it plays. */
static void corrupted_character_is_handled_safely(void **state)
{
    Game *game = *state;
    const Bytes away = busy_character(game);
    Sav whole;
    assert_true(sav_read(away, &whole, game->arena, &game->kit->report));
    const SavState *saved = sav_find(&whole, SAV_STATE);
    unsigned played = 0;
    for (unsigned round = 0; round < 10; round++)
        for (u16 i = 0; i < saved->table_count; i++)
            for (u16 k = 0; k < saved->tables[i].column_count; k++)
                played += plays_changed(game, away, i, k);
    assert_true(played > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(open_dialog_and_its_handler_are_restored),
        TEST(delay_continues_with_its_remaining_time),
        TEST(calls_between_handlers_are_restored),
        TEST(npc_of_a_handler_is_restored),
        TEST(a_market_without_its_trader_is_closed),
        TEST(orders_continue_to_their_end),
        TEST(only_screens_opened_by_handlers_are_restored),
        TEST(cutscene_is_restored),
        TEST(external_script_is_not_part_of_a_character),
        TEST(clocks_far_in_the_future_expire_soon),
        TEST(another_build_finds_handlers_by_their_names),
        TEST(character_of_older_version_is_accepted),
        TEST(corrupted_character_is_handled_safely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
