/* A whole server and whole clients: they see each other, talk, trade, and nothing is lost. */
#include "lib/server_kit.h"

#include "server/admin_host.h"
#include "server/game/connections.h"
#include "server/game/controllers.h"
#include "server/game/zones.h"
#include "server/store/store_export.h"

static void two_players_see_each_other_walk(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so)";
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    const int32_t before = x_of(ann);
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(x_of(ann) > before + 40 * SUB);
    HALL_UNTIL(x_seen(ben, ann) > before + 40 * SUB);
    hall->inputs[ann].direction = 0;
    hall_wait(20);
    const World *world = server_world(hall->server);
    const Player *there = world->players[1];
    assert_string_equal(there->name, "Ann");
    HALL_UNTIL(world->actors[there->actor]->at.x == x_of(ann));
    HALL_UNTIL(x_seen(ben, ann) == x_of(ann));
    HALL_UNTIL(x_seen(ann, ben) == x_of(ben));
    hall_leave(ann);
    const ServerStats numbers = server_stats(hall->server);
    assert_int_equal(numbers.played, 2); /* she may come back */
    assert_int_equal(numbers.connections, 1);
}

static void unknown_name_cannot_log_in(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann");
    const unsigned thief = hall_client("ann", "another password", false);
    HALL_UNTIL(client_phase(hall->clients[thief]) == CLIENT_NAMELESS);
    assert_int_equal(hall->heard[thief].result, RESULT_WRONG);
    assert_true(client_ask(hall->clients[thief], TEXT("Ann"), TEXT("short"), true));
    HALL_UNTIL(hall->heard[thief].results == 2);
    assert_int_equal(hall->heard[thief].result, RESULT_PASSWORD);
    /* The right one takes over. */
    assert_true(client_ask(hall->clients[thief], TEXT("Ann"), TEXT("a good password"), false));
    HALL_UNTIL(client_world(hall->clients[thief]));
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_OVER);
    assert_true(client_status_text(hall->clients[ann]).size > 0);
}

/* Asks to log in, and gives the answer. */
static ResultCode answer_to(unsigned by, const char *name, const char *password)
{
    const unsigned results = hall->heard[by].results;
    assert_true(client_ask(hall->clients[by], text_of(name), text_of(password), false));
    HALL_UNTIL(hall->heard[by].results > results);
    return hall->heard[by].result;
}

/* The seconds of the message, as the client shows it. */
static unsigned told_to_wait(unsigned by)
{
    unsigned seconds = 0;
    char rest = 0;
    const Text words = client_status_text(hall->clients[by]);
    if (!text_is(words, hall->heard[by].words) ||
        sscanf(hall->heard[by].words, "too many attempts; wait %u %c", &seconds, &rest) != 2 ||
        rest != 's')
        fail_msg("\"%s\"", hall->heard[by].words);
    return seconds;
}

/* "Wait a little" helps nobody: it may be a second or an hour. */
static void wait_message_has_seconds(void **state)
{
    (void)state;
    hall->accounts.account = (LimitRule){2, 40 * 1000, 60 * 60 * 1000, 60 * 60 * 1000};
    hall->accounts.address = (LimitRule){4, 500 * 1000, 60 * 60 * 1000, 60 * 60 * 1000};
    hall->accounts.registering = (LimitRule){1, 3000 * 1000, 60 * 60 * 1000, 60 * 60 * 1000};
    hall_begin();
    hall_player("Ann");
    const unsigned ben = hall_client("Ann", "a wrong password", false);
    HALL_UNTIL(hall->heard[ben].results);
    assert_int_equal(hall->heard[ben].result, RESULT_WRONG);
    assert_int_equal(answer_to(ben, "Ann", "a wrong password"), RESULT_WRONG);
    assert_int_equal(answer_to(ben, "Ann", "a good password"), RESULT_WAIT);
    assert_in_range(told_to_wait(ben), 10, 40); /* of the account; a slow machine */
    assert_int_equal(answer_to(ben, "Cai", "a wrong password"), RESULT_WRONG);
    assert_int_equal(answer_to(ben, "Cai", "a wrong password"), RESULT_WAIT);
    assert_in_range(told_to_wait(ben), 470, 500); /* of the address */
    const unsigned cai = hall_client("Cai", "a good password", true);
    HALL_UNTIL(hall->heard[cai].results);
    assert_int_equal(hall->heard[cai].result, RESULT_WAIT);
    assert_in_range(told_to_wait(cai), 2970, 3000); /* of registrations */
}

/* The admin's count had those in it who had been gone for up to a minute. */
static void admin_lists_playing_and_leaving_players_separately(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann");
    hall_player("Ben");
    const AdminHost admin = admin_host(hall->server), *host = &admin;
    const AdminPlayer *players;
    AdminStatus status;
    AdminMetrics metrics = {0};
    host->status(host->context, &status);
    assert_int_equal(status.users, 2);
    assert_int_equal(status.leaving, 0);
    hall_leave(ann);
    HALL_UNTIL(server_stats(hall->server).connections == 1);
    host->status(host->context, &status);
    assert_int_equal(status.users, 1);
    assert_int_equal(status.leaving, 1);
    host->metrics(host->context, &metrics, hall->arena);
    assert_true(metrics.players == 1 && metrics.leaving_players == 1);
    assert_int_equal(host->players(host->context, &players, hall->arena), 2);
    for (unsigned i = 0; i < 2; i++)
        if (text_is(players[i].name, "Ann"))
            assert_in_range(players[i].leaves, 1, SERVER_LINGER);
        else
            assert_int_equal(players[i].leaves, 0);
}

/* kill -9 right after the answer lost what had been answered with "ok". */
static void admin_is_answered_after_the_save(void **state)
{
    (void)state;
    StoreAccount row = {.folded = TEXT("ann")};
    void *rows;
    size_t count;
    hall_begin();
    hall_player("Ann");
    const AdminHost admin = admin_host(hall->server), *host = &admin;
    AdminWords words = {.name = TEXT("Ann"), .reason = TEXT("no manners"), .note = TEXT("")};
    assert_true(network_read(TEXT("192.0.2.0/24"), &words.network));
    assert_int_equal(host->ban(host->context, &words, NULL), RESULT_OK);
    Store *store = hall->server->store; /* the server has no turn in between */
    assert_int_equal(
        store_find(store, STORE_ACCOUNT, "folded", &row, hall->arena, &hall->kit->report),
        STORE_FOUND);
    assert_true(row.flags & STORE_BANNED);
    assert_int_equal(host->deny(host->context, &words, NULL), RESULT_OK);
    assert_true(
        store_load(store, STORE_DENIED, &rows, &count, hall->arena, &hall->kit->report));
    assert_int_equal(count, 1);
    assert_int_equal(host->undeny(host->context, &words, NULL), RESULT_OK);
    assert_true(
        store_load(store, STORE_DENIED, &rows, &count, hall->arena, &hall->kit->report));
    assert_int_equal(count, 0);
}

static void chat_is_received(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    assert_true(
        client_send_chat(hall->clients[ann], CHANNEL_MAP, TEXT(""), TEXT("Dia duit, Ben")));
    HALL_UNTIL(strstr(hall->heard[ben].chat, "Ann: Dia duit, Ben"));
    assert_true(client_send_chat(hall->clients[ben], CHANNEL_WHISPER, TEXT("Ann"),
                                 TEXT("Dia's Muire")));
    HALL_UNTIL(strstr(hall->heard[ann].chat, "Ben: Dia's Muire"));
    assert_false(client_send_chat(hall->clients[ben], CHANNEL_MAP, TEXT(""), TEXT("a\nb")));
}

static void traded_items_are_saved(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so) give(coin,10) give(sword,1)";
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    HALL_UNTIL(hall_count_of(ann, COIN) == 10 && hall_count_of(ben, COIN) == 10);
    const uint32_t a = client_player(hall->clients[ann]), b = client_player(hall->clients[ben]);
    PacketTradeAct act = {.act = TRADE_ASK, .with = b};
    assert_true(client_trade(hall->clients[ann], &act));
    HALL_UNTIL(hall->heard[ben].trades);
    act.with = a;
    assert_true(client_trade(hall->clients[ben], &act));
    HALL_UNTIL(hall->heard[ann].trade.act == TRADE_ITEMS &&
               hall->heard[ben].trade.act == TRADE_ITEMS);
    PacketItem swords = {SWORD, 1}, coins = {COIN, 7};
    act = (PacketTradeAct){.act = TRADE_ITEMS, .with = b, .item_count = 1, .items = &swords};
    assert_true(client_trade(hall->clients[ann], &act));
    HALL_UNTIL(hall->heard[ben].trade.item_count == 1);
    const uint32_t of_ann = hall->heard[ben].trade.revision;
    act = (PacketTradeAct){.act = TRADE_ITEMS, .with = a, .item_count = 1, .items = &coins};
    assert_true(client_trade(hall->clients[ben], &act));
    HALL_UNTIL(hall->heard[ann].trade.item_count == 1 &&
               hall->heard[ann].offered[0].sprite == COIN);
    const uint32_t of_ben = hall->heard[ann].trade.revision;
    act = (PacketTradeAct){.act = TRADE_AGREE, .with = b, .revision = of_ben};
    assert_true(client_trade(hall->clients[ann], &act));
    act = (PacketTradeAct){.act = TRADE_AGREE, .with = a, .revision = of_ann};
    assert_true(client_trade(hall->clients[ben], &act));
    HALL_UNTIL(hall->heard[ann].trade.act == TRADE_DONE &&
               hall->heard[ben].trade.act == TRADE_DONE);
    HALL_UNTIL(hall_count_of(ann, COIN) == 17 && hall_count_of(ann, SWORD) == 0);
    HALL_UNTIL(hall_count_of(ben, COIN) == 3 && hall_count_of(ben, SWORD) == 2);
}

static void a_restart_changes_nothing(void **state)
{
    Game *game = *state;
    game->quest.global = 1;
    game->start = "location(town,5,5,so) give(coin,4) quest(0,errand)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "quest(1,errand) add(town,9,9,tree)");
    game_put(game, TOWN, LAYER_NPCS, 5, 6, GUARD);
    hall_begin();
    unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    hall->inputs[ben].buttons = BUTTON_CONFIRM;
    HALL_UNTIL(local_context(hall_world(ben)).player->quests[0] == QUEST_DONE);
    HALL_UNTIL(local_context(hall_world(ann)).player->quests[0] == QUEST_FAILED);
    hall->inputs[ann].direction = 1 + EAST;
    hall_wait(15);
    hall->inputs[ann].direction = 0;
    hall_wait(15);
    const World *before = server_world(hall->server);
    const int32_t x = before->actors[before->players[1]->actor]->at.x;
    hall_stop();
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_LOST);
    hall_leave(ann);
    hall_leave(ben);
    hall_open();
    assert_int_equal(server_stats(hall->server).accounts, 2);
    ann = hall_client("Ann", "a good password", false);
    ben = hall_client("Ben", "a good password", false);
    HALL_UNTIL(hall_world(ann) && hall_world(ben));
    HALL_UNTIL(x_of(ann) == x);
    assert_int_equal(local_context(hall_world(ann)).player->quests[0], QUEST_FAILED);
    assert_int_equal(local_context(hall_world(ben)).player->quests[0], QUEST_DONE);
    assert_int_equal(hall_count_of(ann, COIN), 4);
    const World *world = server_world(hall->server);
    assert_int_equal(world->winners[0], 2);
    assert_int_equal(world->maps[TOWN]->cells[LAYER_OBJECTS * GAME_CELLS + 9 * GAME_SIDE + 9],
                     TREE);
}

/* The server is gone for a moment: the client finds it again by itself. */
static void lost_connection_is_resumed(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann");
    const unsigned port = server_port(hall->server);
    hall_stop();
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_LOST);
    hall->options.port = port;
    hall_open();
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_PLAYING && hall_world(ann));
    hall_wait(5);
}

/* ---- saved games of players ---- */

static Store *open_store(void)
{
    StoreOptions options = {.game = tng_game_id(&hall->game->world->content->game->header)};
    memcpy(options.unique, hall->game->world->content->game->header.unique, 8);
    Store *store = store_open(arena_format(hall->arena, "%s/state.db", hall->folder).at,
                              &options, &hall->kit->report);
    if (!store)
        fail_msg("%s", kit_message(hall->kit, 0));
    return store;
}

static void import_save(Bytes file)
{
    Sav sav;
    const SavImport import = {1, 8};
    Store *store = open_store();
    StoreBatch *batch = store_batch(store);
    assert_true(sav_read(file, &sav, hall->arena, &hall->kit->report));
    assert_true(store_import(store, &sav, &import, batch, hall->arena, &hall->kit->report));
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_close(store);
}

static Bytes export_save(void)
{
    Sav sav;
    Bytes file;
    Store *store = open_store();
    assert_true(store_export(store, NULL, &sav, hall->arena, &hall->kit->report));
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, &hall->kit->report));
    store_close(store);
    return file;
}

/* Somebody has played alone, goes on among others, and alone again. */
static void saved_game_continues_on_server_and_back(void **state)
{
    Game *game = *state;
    game->start = "location(town,5,5,so) give(coin,3) quest(0,errand)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "give(sword,1)");
    game_put(game, TOWN, LAYER_NPCS, 5, 6, GUARD);
    World *alone = game_open(game);
    const PlayerContext ctx = local_context(alone);
    game_walk(game, EAST, 20);
    game_walk(game, WEST, 20);
    game_walk(game, SOUTH, 2); /* the guard is there */
    snprintf(ctx.player->name, sizeof ctx.player->name, "Ann");
    Bytes file;
    assert_true(world_save(alone, NULL, &file, hall->arena, &hall->kit->report));
    const int32_t x = context_actor(ctx)->at.x;
    import_save(file);
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    HALL_UNTIL(x_of(ann) == x);
    assert_int_equal(hall_count_of(ann, COIN), 3);
    assert_int_equal(local_context(hall_world(ann)).player->quests[0], QUEST_OPEN);
    hall->inputs[ann].buttons = BUTTON_CONFIRM;
    HALL_UNTIL(hall_count_of(ann, SWORD) == 1);
    HALL_UNTIL(x_seen(ben, ann) == x);
    hall_stop();
    SaveNotes notes;
    World *again = world_load(game->world->content->game, export_save(), &(WorldOptions){0},
                              &notes, hall->arena, &hall->kit->report);
    if (!again)
        fail_msg("%s", kit_message(hall->kit, 0));
    assert_string_equal(local_context(again).player->name, "Ann");
    assert_int_equal(context_actor(local_context(again))->at.x, x);
    assert_int_equal(world_count(local_context(again), SWORD), 1);
}

/* The outcome of a write was delivered to a freed object. */
static void server_can_stop_during_a_save(void **state)
{
    (void)state;
    hall_begin();
    hall_player("Ann");
    hall_wait(3);
    autosave_soon(hall->server->zones[0]->autosave);
    HALL_UNTIL(autosave_waiting(hall->server->zones[0]->autosave));
    usleep(100000);               /* it is packed by now */
    server_turn(hall->server, 0); /* and given to the disk */
    server_free(hall->server);
    hall->server = NULL;
}

/* The hash of a password takes its time: who was sent away meanwhile does not come in, and
 * nobody goes for them. */
static void kicked_client_cannot_finish_login(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann");
    hall_client("Ben", "a good password", false);
    HALL_UNTIL(hall->server->connection_count == 2);
    Connection *connection = hall->server->connections[1];
    connection_close(connection, REASON_DENIED, TEXT(""));
    connection_answered(hall->server,
                        &(AccountAnswer){.asker = connection->number,
                                         .request = CLIENT_LOGIN,
                                         .result = RESULT_OK,
                                         .account = client_player(hall->clients[ann])});
    assert_int_equal(connection->controller, 0);
    hall_wait(5);
    assert_non_null(hall_world(ann));
}

/* After a stall of the network many inputs arrive at once, and clients send a press once. */
static void full_input_queue_keeps_every_press(void **state)
{
    (void)state;
    hall_begin();
    hall_player("Ann");
    Controller *controller = hall->server->connections[0]->controller;
    controller->queue_count = 0;
    for (unsigned i = 0; i + 1 < INPUT_QUEUE; i++)
        controller_queue(controller, &(PacketInput){.sequence = i});
    const WorldInput inputs[] = {
        {.action = 3, .direction = 2, .buttons = BUTTON_CONFIRM},
        {.item = 4},
        {.belt = 5, .tab = 2},
        {.option = 6, .adjust = -1},
        {.select = 7},
        {.go = 1, .target_x = 8, .target_y = 9},
        {.direction = 1, .buttons = BUTTON_CANCEL},
    };
    for (unsigned i = 0; i < COUNT_OF(inputs); i++) {
        const PacketInput packet = packet_of_input(&inputs[i], 100 + i);
        controller_queue(controller, &packet);
    }
    assert_int_equal(controller->queue_count, INPUT_QUEUE);
    for (unsigned i = 0; i < INPUT_QUEUE; i++)
        controller_take_input(controller);
    const WorldInput *applied = &controller->applied;
    assert_int_equal(controller->confirmed.sequence, 100 + COUNT_OF(inputs) - 1);
    assert_int_equal(applied->direction, 1);
    assert_int_equal(applied->buttons, BUTTON_CONFIRM | BUTTON_CANCEL);
    assert_int_equal(applied->action, 3);
    assert_int_equal(applied->item, 4);
    assert_int_equal(applied->belt, 5);
    assert_int_equal(applied->tab, 2);
    assert_int_equal(applied->option, 6);
    assert_int_equal(applied->adjust, -1);
    assert_int_equal(applied->select, 7);
    assert_int_equal(applied->go, 1);
    assert_int_equal(applied->target_x, 8);
    assert_int_equal(applied->target_y, 9);
}

/* Lines of the server's log, each ended by LF. */
static void keep_line(void *context, Text line)
{
    char *lines = context;
    const size_t size = strlen(lines);
    snprintf(lines + size, 1024 - size, "%.*s\n", (int)line.size, line.at);
}

/* When it was lost during a change of zones, nothing was logged, and the answer to a login was
 * that the server "could not save it". */
static void character_that_cannot_enter_is_logged_with_the_reason(void **state)
{
    char lines[1024] = "";
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann");
    const LogOptions options = {.level = LOG_LEVEL_INFO, .sink = keep_line, .context = lines};
    Log *const log = log_new(&options, &hall->kit->report);
    hall->server->options.log = log;
    Zone *zone = hall->server->zones[0];
    const int64_t account = client_player(hall->clients[ann]);
    assert_true(player_slot_leave(player_slot_of(hall->server, account)));
    const Bytes character = autosave_leaving(zone->autosave, account)->character;
    memset((uint8_t *)(uintptr_t)character.data, 0xFF, character.size);
    HALL_UNTIL(client_phase(hall->clients[ann]) != CLIENT_PLAYING);
    assert_non_null(strstr(lines, "Ann cannot enter the world: "));
    assert_non_null(strstr(lines, "Ann has left\n"));
    for (uint32_t i = 0; i < hall->server->connection_count; i++)
        assert_int_equal(hall->server->connections[i]->account, 0);
    lines[0] = 0;
    hall_leave(ann);
    const unsigned again = hall_client("Ann", "a good password", false);
    HALL_UNTIL(hall->heard[again].results);
    assert_int_equal(hall->heard[again].result, RESULT_ENTER);
    assert_non_null(strstr(lines, "Ann cannot enter the world: "));
    hall_leave(again);
    hall_wait(5);
    assert_null(strstr(lines, "has left")); /* nor has entered */
    hall->server->options.log = NULL;
    log_free(log);
}

static void connections_per_address_are_limited(void **state)
{
    (void)state;
    hall->options.per_address = 2;
    hall->options.count_here = true;
    hall_begin();
    hall_player("Ann");
    hall_player("Ben");
    const unsigned fionn = hall_client("Fionn", "a good password", true);
    HALL_UNTIL(client_phase(hall->clients[fionn]) == CLIENT_LOST);
    assert_int_equal(server_stats(hall->server).refused, 1);
    assert_int_equal(server_stats(hall->server).accepted, 2);
    /* An honest player shares the address: a sentence says why, and what to do. */
    assert_string_equal(client_status_text(hall->clients[fionn]).at,
                        "too many connections from this network (at most 2); try again when "
                        "another one has ended");
    hall_leave(0);
    HALL_UNTIL(hall_world(fionn)); /* it has tried again */
}

static void full_server_reports_that_it_is_full(void **state)
{
    (void)state;
    hall->options.players = 1;
    hall_begin();
    hall_player("Ann");
    const unsigned ben = hall_client("Ben", "a good password", true);
    HALL_UNTIL(client_phase(hall->clients[ben]) == CLIENT_NAMELESS);
    assert_int_equal(hall->heard[ben].result, RESULT_FULL);
}

/* A function that is missing in the table would be called only on a rare occasion. */
static void single_server_has_all_directory_functions(void **state)
{
    (void)state;
    void (*functions[sizeof(ZoneDirectory) / sizeof(void (*)(void))])(void);
    memcpy(functions, &directory_single, sizeof functions);
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        assert_non_null(functions[i]);
}

/* Chat waited for the next STATE, which an idle player gets after up to two seconds: it was
 * heard up to 60 ticks late. Ticks that this program is late with are done at once. */
static void chat_does_not_wait_for_idle_players(void **state)
{
    (void)state;
    hall_begin();
    const unsigned ann = hall_player("Ann"), ben = hall_player("Ben");
    hall_wait(110);
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t packets = server_stats(hall->server).packets_in;
        hall->heard[ben].chat[0] = 0;
        assert_true(client_send_chat(hall->clients[ann], CHANNEL_MAP, TEXT(""), TEXT("hello")));
        HALL_UNTIL(server_stats(hall->server).packets_in > packets);
        const uint64_t said = server_stats(hall->server).ticks;
        HALL_UNTIL(hall->heard[ben].chat[0]);
        assert_in_range(server_stats(hall->server).ticks - said, 0, 12);
        hall_wait(22);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, hall_set_up, hall_tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_server_has_all_directory_functions),
        TEST(two_players_see_each_other_walk),
        TEST(unknown_name_cannot_log_in),
        TEST(wait_message_has_seconds),
        TEST(admin_lists_playing_and_leaving_players_separately),
        TEST(admin_is_answered_after_the_save),
        TEST(chat_is_received),
        TEST(chat_does_not_wait_for_idle_players),
        TEST(traded_items_are_saved),
        TEST(a_restart_changes_nothing),
        TEST(lost_connection_is_resumed),
        TEST(saved_game_continues_on_server_and_back),
        TEST(server_can_stop_during_a_save),
        TEST(kicked_client_cannot_finish_login),
        TEST(full_input_queue_keeps_every_press),
        TEST(character_that_cannot_enter_is_logged_with_the_reason),
        TEST(connections_per_address_are_limited),
        TEST(full_server_reports_that_it_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
