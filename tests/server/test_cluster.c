/* Several servers with one world: who is connected where, and who has which map, is nothing
 * that players notice; a server that dies is missed by nobody for long. */
#include "lib/cluster_kit.h"

#include "server/admin_host.h"
#include "server/store/store_export.h"

static unsigned quest_of(unsigned i)
{
    return hall_world(i) ? local_context(hall_world(i)).player->quests[0] : QUEST_UNKNOWN;
}

/* ---- */

static void first_server_claims_all_zones_and_shares_them(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    assert_ptr_not_equal(servers[0], servers[1]);
}

static void players_of_two_servers_share_one_world(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    const int32_t before = x_of(ben);
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(x_of(ben) > before + 40 * SUB);
    HALL_UNTIL(x_seen(ann, ben) > before + 40 * SUB);
    hall->inputs[ben].direction = 0;
    HALL_UNTIL(x_seen(ann, ben) == x_of(ben));
    client_send_chat(hall->clients[ann], CHANNEL_MAP, TEXT(""), TEXT("well met"));
    HALL_UNTIL(strstr(hall->heard[ben].chat, "Ann: well met"));
    client_send_chat(hall->clients[ben], CHANNEL_WHISPER, TEXT("Ann"), TEXT("hush"));
    HALL_UNTIL(strstr(hall->heard[ann].chat, "Ben: hush"));
    hall_leave(ben);
    HALL_UNTIL(cluster_of(servers[1])->server->connection_count == 0);
}

/* Staging and production took each other's lands. */
static void messages_of_another_state_on_the_bus_are_ignored(void **state)
{
    (void)state;
    cluster_kit_begin("location(town,5,5,so)");
    Server *first = hall->server;
    hall_database = arena_format(hall->arena, "%s.other", hall->options.state).at;
    Server *second = one_more();
    hall_database = NULL;
    HALL_UNTIL(has_zone(second, 0) && has_zone(second, 1));
    const uint64_t until = loop_now(second->loop) + 3 * CLUSTER_PULSE;
    HALL_UNTIL(loop_now(second->loop) > until);
    assert_true(has_zone(first, 0) && has_zone(first, 1));
    assert_int_equal(cluster_of(first)->peer_count, 0);
    assert_int_equal(cluster_of(second)->peer_count, 0);
    assert_string_not_equal(cluster_of(first)->prefix, cluster_of(second)->prefix);
}

/* How many lands one of three has at most; 0 if one is nobody's. */
static unsigned zones_max(Server *const servers[3])
{
    unsigned max = 0, all = 0;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned has = (unsigned)has_zone(servers[i], 0) + has_zone(servers[i], 1);
        max = has > max ? has : max;
        all += has;
    }
    return all == 2 ? max : 0;
}

/* Two lands: the third has connections only, but none has both. */
static void zones_are_shared_if_servers_outnumber_them(void **state)
{
    (void)state;
    cluster_kit_begin("location(town,5,5,so)");
    Server *servers[3] = {hall->server};
    servers[1] = one_more();
    servers[2] = one_more();
    HALL_UNTIL(zones_max(servers) == 1);
}

/* Two lands: the third has connections only, and plays go on there when another one dies. */
static void idle_server_takes_over_from_a_dead_one(void **state)
{
    (void)state;
    cluster_kit_begin("location(town,5,5,so) give(coin,3)");
    Server *servers[3] = {hall->server};
    servers[1] = one_more();
    servers[2] = one_more();
    HALL_UNTIL(zones_max(servers) == 1);
    unsigned idle = 0, home = 0;
    while (has_zone(servers[idle], 0) || has_zone(servers[idle], 1))
        idle++;
    while (!has_zone(servers[home], 0))
        home++;
    const unsigned ann = player_at(servers[idle], "Ann");
    HALL_UNTIL(hall_count_of(ann, COIN) == 3);
    const uint64_t kept = server_stats(servers[home]).kept;
    HALL_UNTIL(server_stats(servers[home]).kept >= kept + 2);
    lose(servers[home]);
    HALL_UNTIL(has_zone(servers[idle], 0));
    HALL_UNTIL(servers[idle]->connections[0]->controller && hall_count_of(ann, COIN) == 3);
    assert_int_equal(client_phase(hall->clients[ann]), CLIENT_PLAYING);
    assert_false(has_zone(servers[idle], 1));
}

/* A door leads to a map of the other server, and another one back. */
static void zone_change_is_seamless(void **state)
{
    (void)state;
    Server *servers[2];
    Game *game = hall->game;
    game_object(game, DOOR, 1, "location(cave,3,5,ea) give(coin,1)");
    game_object(game, TREE, 1, "location(town,5,5,ea) give(sword,1)");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
    game_put(game, CAVE, LAYER_OBJECTS, 6, 5, TREE);
    begin_two("location(town,5,5,ea) give(coin,3)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    for (unsigned i = 0; i < 2; i++) {
        const unsigned who = i ? ben : ann;
        hall->inputs[who].direction = 1 + EAST;
        HALL_UNTIL(map_of_client(who) == CAVE && hall_count_of(who, COIN) == 4);
        hall->inputs[who].direction = 0;
    }
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    for (unsigned i = 0; i < 2; i++) {
        const unsigned who = i ? ben : ann;
        hall->inputs[who].direction = 1 + EAST;
        HALL_UNTIL(map_of_client(who) == TOWN && hall_count_of(who, SWORD) == 1);
        hall->inputs[who].direction = 0;
        assert_int_equal(hall_count_of(who, COIN), 4);
        assert_int_equal(client_phase(hall->clients[who]), CLIENT_PLAYING);
    }
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    assert_int_equal(hall->server->numbers.accepted + hall->others[0]->numbers.accepted, 2);
}

/* Its maps are taken over; who was connected to another server plays on. */
static void zones_of_dead_server_are_taken_over(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so) give(coin,3)", servers);
    const unsigned ann = player_at(servers[1], "Ann");
    const int32_t before = x_of(ann);
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(x_of(ann) > before + 40 * SUB);
    hall->inputs[ann].direction = 0;
    HALL_UNTIL(servers[0]->zones[0]->played == 1);
    const uint64_t kept = server_stats(servers[0]).kept;
    HALL_UNTIL(server_stats(servers[0]).kept >= kept + 2);
    lose(servers[0]);
    HALL_UNTIL(has_zone(servers[1], 0));
    HALL_UNTIL(servers[1]->zone_count && servers[1]->zones[0]->played == 1 &&
               servers[1]->connections[0]->controller);
    HALL_UNTIL(hall_count_of(ann, COIN) == 3 && x_of(ann) > before + 20 * SUB);
    assert_int_equal(client_phase(hall->clients[ann]), CLIENT_PLAYING);
}

static void stopping_server_releases_zones_immediately(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so) give(coin,3)", servers);
    const unsigned ann = player_at(servers[1], "Ann");
    HALL_UNTIL(hall_count_of(ann, COIN) == 3);
    go_to(servers[0]);
    hall_stop();
    hall->server = servers[1];
    hall->others[0] = NULL;
    HALL_UNTIL(servers[1]->zone_count && servers[1]->connections[0]->controller);
    HALL_UNTIL(hall_count_of(ann, COIN) == 3);
}

static void cluster_survives_bus_restart(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so) give(coin,3)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    nats_kill(&cluster_nats);
    hall->inputs[ann].direction = 1 + EAST;
    hall_wait(30);
    hall->inputs[ann].direction = 0;
    assert_true(nats_start(&cluster_nats));
    HALL_UNTIL(x_of(ann) > 0 && x_seen(ben, ann) == x_of(ann));
    const int32_t before = x_of(ben);
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(x_of(ben) > before + 20 * SUB && x_seen(ann, ben) > before + 20 * SUB);
    assert_int_equal(client_phase(hall->clients[ben]), CLIENT_PLAYING);
}

/* ---- what worlds know of each other ---- */

/* Two do it at once, each on a separate map. */
static void global_quest_is_completed_by_one_player(void **state)
{
    (void)state;
    Server *servers[2];
    Game *game = hall->game;
    game->quest.global = 1;
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_object(game, SWORD, 1, "give(coin,1) quest(1,errand)");
    game_object(game, TREE, 1, "give(coin,1) quest(1,errand)");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
    game_put(game, TOWN, LAYER_OBJECTS, 5, 8, SWORD);
    game_put(game, CAVE, LAYER_OBJECTS, 6, 5, TREE);
    begin_two("location(town,5,5,ea) quest(0,errand)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(ben) == CAVE);
    hall->inputs[ann].direction = 1 + SOUTH;
    HALL_UNTIL(hall_count_of(ann, COIN) > 0 && hall_count_of(ben, COIN) > 0);
    HALL_UNTIL(quest_of(ann) != QUEST_OPEN && quest_of(ben) != QUEST_OPEN);
    assert_int_equal((quest_of(ann) == QUEST_DONE) + (quest_of(ben) == QUEST_DONE), 1);
    assert_int_equal((quest_of(ann) == QUEST_FAILED) + (quest_of(ben) == QUEST_FAILED), 1);
}

/* A lever here, a stone there; and what everybody knows. */
static void script_effects_on_other_zones_are_visible(void **state)
{
    (void)state;
    Server *servers[2];
    Game *game = hall->game;
    game->attributes[3].type = ATTRIBUTE_GLOBAL;
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_object(game, TREE, 1, "add(town,2,2,sword) score=7");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
    game_put(game, CAVE, LAYER_OBJECTS, 6, 5, TREE);
    begin_two("location(town,5,5,ea)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    (void)ann;
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(ben) == CAVE);
    const World *town = servers[0]->zones[0]->world;
    const size_t cell = LAYER_OBJECTS * GAME_CELLS + 2 * GAME_SIDE + 2;
    HALL_UNTIL(town->maps[TOWN]->cells[cell] == SWORD);
    HALL_UNTIL(town->globals[3] == 7);
}

static void whispers_and_daytime_work_across_servers(void **state)
{
    (void)state;
    Server *servers[2];
    Game *game = hall->game;
    game->map_records[TOWN].day_length = game->map_records[CAVE].day_length = 1;
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
    begin_two("location(town,5,5,ea)", servers);
    const unsigned ann = player_at(servers[0], "Ann");
    hall_wait(60);
    const unsigned ben = player_at(servers[1], "Ben");
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(ben) == CAVE && map_of_client(ann) == TOWN);
    client_send_chat(hall->clients[ben], CHANNEL_WHISPER, TEXT("Ann"), TEXT("hush"));
    HALL_UNTIL(strstr(hall->heard[ann].chat, "Ben: hush"));
    const unsigned results = hall->heard[ann].results;
    client_send_chat(hall->clients[ann], CHANNEL_WHISPER, TEXT("Nobody"), TEXT("hush"));
    HALL_UNTIL(hall->heard[ann].results > results);
    assert_int_equal(hall->heard[ann].result, RESULT_NOBODY);
    HALL_UNTIL(servers[0]->zone_count == 1 && servers[1]->zone_count == 1);
    const World *worlds[2] = {servers[0]->zones[0]->world, servers[1]->zones[0]->world};
    const int32_t apart = (int32_t)(worlds[0]->tick - worlds[0]->play_started -
                                    (worlds[1]->tick - worlds[1]->play_started));
    assert_true(abs(apart) < 300); /* ticks that a busy machine has left out */
}

/* ---- from one server to several and back ---- */

static Bytes export(void)
{
    Sav sav;
    Bytes file;
    TngFile game;
    ZoneMap zones;
    StoreOptions options = {.reading = true};
    Report *report = &hall->kit->report;
    assert_true(tng_read(hall->file, &game, hall->arena, report));
    assert_true(zone_map(&game, false, &zones, hall->arena, report));
    options.game = tng_game_id(&game.header);
    memcpy(options.unique, game.header.unique, sizeof options.unique);
    Store *store = store_open(hall->options.state, &options, report);
    assert_non_null(store);
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    store_close(store);
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    return file;
}

static bool is_cleared(const World *world)
{
    return world->maps[TOWN] &&
           world->maps[TOWN]->cells[LAYER_OBJECTS * GAME_CELLS + 5 * GAME_SIDE + 7] ==
               TNG_NO_SPRITE;
}

static void cluster_continues_state_of_single_server(void **state)
{
    (void)state;
    Game *game = hall->game;
    SaveNotes notes;
    TngFile read;
    Sav sav;
    game->start = "location(town,5,5,ea) give(coin,3)";
    game_object(game, COIN, TNG_EVENT_TOUCH, "give(coin,1) remove()");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, COIN);
    hall_begin();
    unsigned ann = hall_player("Ann");
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(ann, COIN) == 4);
    hall_leave(ann);
    hall_stop();
    use_bus();
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    Server *second = one_more();
    HALL_UNTIL(has_zone(second, 0) != has_zone(second, 1));
    ann = hall_player("Ann");
    HALL_UNTIL(hall_count_of(ann, COIN) == 4);
    assert_true(x_of(ann) > (5 * GAME_TILE + GAME_TILE) * SUB);
    hall_leave(ann);
    for (unsigned i = 0; i < HALL_OTHERS; i++)
        if (hall->others[i]) {
            Server *other = hall->others[i];
            hall->others[i] = NULL;
            server_stop(other);
            while (!server_is_over(other))
                server_turn(other, 1);
            server_free(other);
        }
    hall_stop();
    const Bytes file = export();
    assert_true(tng_read(hall->file, &read, hall->arena, &hall->kit->report));
    const WorldOptions shared = {.shared = true};
    World *world = world_load(&read, file, &shared, &notes, hall->arena, &hall->kit->report);
    assert_non_null(world);
    assert_true(is_cleared(world));
    assert_true(sav_read(file, &sav, hall->arena, &hall->kit->report));
    const SavUser *user = sav_find(&sav, SAV_USER);
    assert_int_equal(user->entity.items[0].object, COIN);
    assert_int_equal(user->entity.items[0].quantity, 4);
    /* Alone it would mix their worlds up. */
    hall->options.bus = NULL;
    assert_null(server_new(&hall->options, &hall->kit->report));
    assert_non_null(strstr(kit_message(hall->kit, 0),
                           "this state belongs to a cluster: start the server with --bus"));
}

/* ---- what others may send ---- */

static uint32_t moments = 1;

static uint32_t chance(uint32_t below)
{
    moments = moments * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)moments * below) >> 32);
}

static uint64_t any_number(void)
{
    return chance(8) ? chance(8) : (uint64_t)chance(UINT32_MAX) << 32 | chance(UINT32_MAX);
}

/* A message of any kind with any numbers, cut off or longer now and then. */
static void write_any(Writer *out, uint64_t node)
{
    write_u64(out, chance(4) ? 1 + chance(100) : node);
    write_u8(out, (uint8_t)chance(BUS_KINDS + 1));
    for (uint32_t i = chance(12); i-- > 0;) {
        const uint64_t number = any_number();
        const unsigned bytes = 1u << chance(4);
        for (unsigned k = 0; k < bytes; k++)
            write_u8(out, (uint8_t)(number >> (8 * k)));
    }
}

static void ignore_message(void *context, Text subject, Bytes bytes)
{
    (void)context;
    (void)subject;
    (void)bytes;
}

static void lose_nothing(void *context, bool up)
{
    (void)context;
    (void)up;
}

/* Servers that are not in the store are not heard. */
static void put_servers(Server *server, uint64_t last)
{
    char name[17];
    StoreServer row = {.until = 0};
    StoreBatch *batch = store_batch(server->store);
    assert_true(store_clock(server->store, &row.until, &hall->kit->report));
    row.until += 60 * 1000;
    for (uint64_t i = 1; i <= last; i++) {
        snprintf(name, sizeof name, "%016llx", (unsigned long long)i);
        row.server = text_of(name);
        store_put(batch, STORE_SERVER, &row);
    }
    assert_true(store_commit(server->store, &batch, NULL, NULL));
    store_wait(server->store);
}

/* Another version of the program may be on the bus, or anything. */
static void malformed_bus_messages_are_ignored(void **state)
{
    (void)state;
    Server *servers[2];
    static const BusHandlers callbacks = {ignore_message, lose_nothing};
    begin_two("location(town,5,5,so) give(coin,3)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    put_servers(servers[0], 100);
    Bus *bus = bus_open(hall->loop, hall->options.bus, &callbacks, NULL, &hall->kit->report);
    assert_non_null(bus);
    for (unsigned i = 0; i < 3000; i++) {
        Arena *arena = arena_new();
        Writer out = writer_to(arena);
        const Cluster *to = cluster_of(servers[chance(2)]);
        const char *whom = chance(4) ? to->name : "all";
        write_any(&out, cluster_of(servers[chance(2)])->node);
        bus_send(bus, arena_format(arena, "%s%s", to->prefix, whom).at, writer_bytes(&out));
        arena_free(arena);
        if (i % 50 == 0)
            hall_turn();
    }
    hall_wait(60);
    bus_close(bus);
    for (unsigned i = 0; i < 2; i++)
        assert_null(server_problem(servers[i]));
    HALL_UNTIL(hall_count_of(ann, COIN) == 3 && hall_count_of(ben, COIN) == 3);
}

/* More than it remembers: one of the others was looked for, and was not there. */
static void unknown_server_may_leave(void **state)
{
    (void)state;
    static const BusHandlers callbacks = {ignore_message, lose_nothing};
    cluster_kit_begin("location(town,5,5,so)");
    const Cluster *to = cluster_of(hall->server);
    put_servers(hall->server, CLUSTER_PEERS + 1);
    Bus *bus = bus_open(hall->loop, hall->options.bus, &callbacks, NULL, &hall->kit->report);
    assert_non_null(bus);
    for (uint64_t i = 1; i <= CLUSTER_PEERS + 1; i++) {
        Arena *arena = arena_new();
        const BusKind kind = i > CLUSTER_PEERS ? BUS_GOING : BUS_DENIED;
        Writer out = writer_to(arena);
        bus_message_write(i, kind, &(BusNothing){0}, &out);
        bus_send(bus, arena_format(arena, "%s%s", to->prefix, to->name).at, writer_bytes(&out));
        arena_free(arena);
    }
    HALL_UNTIL(to->peer_count == CLUSTER_PEERS);
    HALL_UNTIL(to->peer_count == 0); /* silent */
    bus_close(bus);
}

/* ---- accounts ---- */

/* They overwrote each other's bans with rows that they had read before. */
static void ban_survives_logins_on_other_servers(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann");
    const uint32_t id = client_player(hall->clients[ann]);
    nats_kill(&cluster_nats);
    accounts_ban(servers[0]->accounts, TEXT("Ann"),
                 &(AccountDecision){TEXT("Mod"), TEXT("no manners"), 0, 0, 0});
    hall_wait(30);
    hall_leave(ann); /* the other server has not heard of the ban, and notes when she went */
    hall_wait(60);
    Arena *arena = arena_new();
    StoreAccount row = {.id = id};
    assert_int_equal(
        store_find(servers[0]->store, STORE_ACCOUNT, "id", &row, arena, &hall->kit->report),
        STORE_FOUND);
    assert_int_equal(row.flags & STORE_BANNED, STORE_BANNED);
    assert_true(row.logout > 0);
    arena_free(arena);
    go_to(servers[1]);
    const unsigned again = hall_client("Ann", "a good password", false);
    HALL_UNTIL(hall->heard[again].results);
    assert_int_equal(hall->heard[again].result, RESULT_BANNED);
    assert_true(nats_start(&cluster_nats));
}

/* It was overwritten by what was read before it was kept. */
static void pending_changes_survive_reload(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann");
    const uint32_t id = client_player(hall->clients[ann]);
    Accounts *accounts = servers[0]->accounts;
    HALL_UNTIL(accounts_get(accounts, id));
    accounts_ban(accounts, TEXT("Ann"),
                 &(AccountDecision){TEXT("Mod"), TEXT("no manners"), 0, 0, 0});
    assert_true(accounts_learn(accounts, id));
    assert_true(accounts_get(accounts, id)->flags & STORE_BANNED);
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_OVER);
}

/* The server with the connection said that nobody of that name was there. */
static void a_player_is_kicked_by_the_server_it_is_connected_to(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann"), ben = player_at(servers[1], "Ben");
    assert_true(controller_of(servers[0], client_player(hall->clients[ann])));
    const AdminHost hosts[] = {admin_host(servers[1]), admin_host(servers[0])};
    const unsigned players[] = {ann, ben}; /* where they are connected; where their land is */
    for (unsigned i = 0; i < 2; i++) {
        const AdminWords words = {.name = i ? TEXT("Ben") : TEXT("Ann"), .reason = TEXT("bye")};
        assert_int_equal(hosts[i].kick(hosts[i].context, &words, NULL), RESULT_OK);
        HALL_UNTIL(client_phase(hall->clients[players[i]]) != CLIENT_PLAYING);
    }
}

static size_t count_of(const AdminHost *host, const char *name)
{
    const Text *names;
    size_t found = 0;
    const size_t count = host->elsewhere(host->context, &names, hall->arena);
    for (size_t i = 0; i < count; i++)
        found += text_is(names[i], name);
    return found;
}

/* Each server lists the players of the others, and kicks them. */
static void players_of_other_servers_are_listed_and_kicked(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[0], "Ann");
    const int64_t id = client_player(hall->clients[ann]);
    const unsigned owner = controller_of(servers[0], id) ? 0 : 1;
    const AdminHost here = admin_host(servers[owner]), there = admin_host(servers[1 - owner]);
    HALL_UNTIL(count_of(&there, "Ann") == 1);
    assert_int_equal(count_of(&here, "Ann"), 0);
    const AdminWords words = {.name = TEXT("ann"), .reason = TEXT("bye")};
    assert_int_equal(there.kick(there.context, &words, NULL), RESULT_OK);
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_OVER);
    HALL_UNTIL(count_of(&there, "Ann") == 0);
}

static void account_is_shared_by_all_servers(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[0], "Ann");
    go_to(servers[1]);
    const unsigned thief = hall_client("ann", "another password", true);
    HALL_UNTIL(client_phase(hall->clients[thief]) == CLIENT_NAMELESS);
    /* The right one takes over, from another server. */
    assert_true(client_ask(hall->clients[thief], TEXT("Ann"), TEXT("a good password"), false));
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_OVER);
    HALL_UNTIL(hall_world(thief) && client_phase(hall->clients[thief]) == CLIENT_PLAYING);
    /* Banned where it is not connected. */
    const AdminWords words = {.name = TEXT("Ann"), .reason = TEXT("no manners")};
    const AccountDecision ban = {TEXT("Mod"), words.reason, 0, 0, 0};
    assert_int_equal(accounts_ban(servers[0]->accounts, words.name, &ban), RESULT_OK);
    HALL_UNTIL(client_phase(hall->clients[thief]) == CLIENT_OVER);
}

/* A function that is missing in the table would be called only on a rare occasion. */
static void cluster_has_all_directory_functions(void **state)
{
    (void)state;
    void (*functions[sizeof(ZoneDirectory) / sizeof(void (*)(void))])(void);
    memcpy(functions, &cluster_directory, sizeof functions);
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        assert_non_null(functions[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cluster_has_all_directory_functions),
        TEST(messages_of_another_state_on_the_bus_are_ignored),
        TEST(zones_are_shared_if_servers_outnumber_them),
        TEST(idle_server_takes_over_from_a_dead_one),
        TEST(first_server_claims_all_zones_and_shares_them),
        TEST(players_of_two_servers_share_one_world),
        TEST(zone_change_is_seamless),
        TEST(zones_of_dead_server_are_taken_over),
        TEST(stopping_server_releases_zones_immediately),
        TEST(cluster_survives_bus_restart),
        TEST(global_quest_is_completed_by_one_player),
        TEST(script_effects_on_other_zones_are_visible),
        TEST(whispers_and_daytime_work_across_servers),
        TEST(cluster_continues_state_of_single_server),
        TEST(malformed_bus_messages_are_ignored),
        TEST(unknown_server_may_leave),
        TEST(a_player_is_kicked_by_the_server_it_is_connected_to),
        TEST(players_of_other_servers_are_listed_and_kicked),
        TEST(account_is_shared_by_all_servers),
        TEST(ban_survives_logins_on_other_servers),
        TEST(pending_changes_survive_reload),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
