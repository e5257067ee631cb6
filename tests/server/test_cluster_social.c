/* What players of several servers do with each other, while their lands change hands. */
#include "lib/cluster_kit.h"

#include "server/game/reports.h"

static void trade(unsigned who, TradeAct act, unsigned with, uint32_t revision)
{
    PacketItem coins = {COIN, 2};
    const PacketTradeAct wanted = {.act = act,
                                   .with = client_player(hall->clients[with]),
                                   .revision = revision,
                                   .item_count = act == TRADE_ITEMS,
                                   .items = &coins};
    assert_true(client_trade(hall->clients[who], &wanted));
}

/* Two coins of the first are on the table, and it has agreed. */
static void offer_coins(unsigned ann, unsigned ben)
{
    Heard *of_ann = &hall->heard[ann], *of_ben = &hall->heard[ben];
    of_ann->trade = of_ben->trade = (PacketTrade){0};
    trade(ann, TRADE_ASK, ben, 0);
    HALL_UNTIL(of_ben->trades && of_ben->trade.act == TRADE_ASK);
    trade(ben, TRADE_ASK, ann, 0);
    HALL_UNTIL(of_ann->trade.act == TRADE_ITEMS);
    const uint32_t revision = of_ann->trade.revision;
    trade(ann, TRADE_ITEMS, ben, 0);
    HALL_UNTIL(of_ben->trade.act == TRADE_ITEMS && of_ben->trade.item_count == 1);
    const PacketTrade offered = of_ben->trade;
    trade(ann, TRADE_AGREE, ben, revision);
    HALL_UNTIL(of_ben->trade.act == TRADE_AGREE);
    of_ben->trade.revision = offered.revision;
}

/* Right after something was kept: the next time is a second away. */
static void settle(Server *server, unsigned ben, unsigned ann)
{
    const uint64_t kept = server_stats(server).kept;
    HALL_UNTIL(server_stats(server).kept > kept);
    trade(ben, TRADE_AGREE, ann, hall->heard[ben].trade.revision);
}

static uint32_t held(const Server *server, unsigned who)
{
    const PlayerSlot *player_slot = player_slot_of(server, client_player(hall->clients[who]));
    return player_slot ? world_held(player_slot->zone->world, player_slot->player_index, COIN)
                       : 0;
}

static bool both_heard(unsigned ann, unsigned ben, TradeAct act)
{
    return hall->heard[ann].trade.act == act && hall->heard[ben].trade.act == act;
}

static void join(unsigned ann, unsigned ben)
{
    const PacketPartyAct invite = {PARTY_INVITE, client_player(hall->clients[ben])};
    const PacketPartyAct accept = {PARTY_ACCEPT, client_player(hall->clients[ann])};
    assert_true(client_party(hall->clients[ann], &invite));
    const unsigned results = hall->heard[ann].results;
    HALL_UNTIL(hall->heard[ann].results > results);
    assert_true(client_party(hall->clients[ben], &accept));
    HALL_UNTIL(hall->heard[ann].members == 2 && hall->heard[ben].members == 2);
}

/* ---- */

/* They could not trade any more on that server: the trade was waited for for ever. */
static void trade_ends_when_its_zone_is_lost(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so) give(coin,10)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    HALL_UNTIL(hall_count_of(ann, COIN) == 10 && hall_count_of(ben, COIN) == 10);
    offer_coins(ann, ben);
    settle(servers[0], ben, ann);
    HALL_UNTIL(held(servers[0], ben) == 12);
    holding_lost(0, cluster_of(servers[0]));
    HALL_UNTIL(both_heard(ann, ben, TRADE_CANCEL));
    HALL_UNTIL(has_zone(servers[0], 0) || has_zone(servers[1], 0));
    HALL_UNTIL(controller_of(servers[0], client_player(hall->clients[ann])) ||
               controller_of(servers[1], client_player(hall->clients[ann])));
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    HALL_UNTIL(hall_count_of(ann, COIN) == 10 && hall_count_of(ben, COIN) == 10);
    hall_wait(60); /* who asks too often is not heard */
    offer_coins(ann, ben);
    trade(ben, TRADE_AGREE, ann, hall->heard[ben].trade.revision);
    HALL_UNTIL(both_heard(ann, ben, TRADE_DONE));
    HALL_UNTIL(hall_count_of(ann, COIN) == 8 && hall_count_of(ben, COIN) == 12);
}

static void trade_is_confirmed_before_zone_change(void **state)
{
    (void)state;
    Server *servers[2];
    Game *game = hall->game;
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_put(game, TOWN, LAYER_OBJECTS, 6, 5, DOOR);
    begin_two("location(town,5,5,ea) give(coin,10)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[0], "Ben");
    HALL_UNTIL(hall_count_of(ann, COIN) == 10 && hall_count_of(ben, COIN) == 10);
    offer_coins(ann, ben);
    settle(servers[0], ben, ann);
    HALL_UNTIL(held(servers[0], ben) == 12);
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(both_heard(ann, ben, TRADE_DONE));
    HALL_UNTIL(map_of_client(ann) == CAVE && hall_count_of(ann, COIN) == 8);
}

static void put_doors(void)
{
    Game *game = hall->game;
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_object(game, TREE, 1, "location(town,5,5,ea)");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
    game_put(game, CAVE, LAYER_OBJECTS, 6, 5, TREE);
}

static void go_east_to(unsigned who, uint32_t map)
{
    hall->inputs[who].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(who) == map);
    hall->inputs[who].direction = 0;
}

static void act(unsigned who, PartyAct act, unsigned with)
{
    const PacketPartyAct wanted = {
        act, with == HALL_CLIENTS ? 0 : client_player(hall->clients[with])};
    const unsigned results = hall->heard[who].results;
    hall_wait(35); /* who asks too often is not heard */
    assert_true(client_party(hall->clients[who], &wanted));
    HALL_UNTIL(hall->heard[who].results > results);
}

static void trade_ends_and_party_remains_across_zones(void **state)
{
    (void)state;
    Server *servers[2];
    put_doors();
    begin_two("location(town,5,5,ea) give(coin,10)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    join(ann, ben);
    offer_coins(ann, ben);
    hall->heard[ben].members = 0;
    go_east_to(ben, CAVE);
    HALL_UNTIL(both_heard(ann, ben, TRADE_CANCEL));
    HALL_UNTIL(hall->heard[ann].members == 2 && hall->heard[ben].members == 2);
    client_send_chat(hall->clients[ben], CHANNEL_PARTY, TEXT(""), TEXT("a dark cave"));
    HALL_UNTIL(strstr(hall->heard[ann].chat, "Ben: a dark cave"));
    client_send_chat(hall->clients[ann], CHANNEL_PARTY, TEXT(""), TEXT("come back"));
    HALL_UNTIL(strstr(hall->heard[ben].chat, "Ann: come back"));
    assert_non_null(strstr(hall->heard[ben].chat, "Ben: a dark cave"));
    go_east_to(ben, TOWN);
    HALL_UNTIL(x_seen(ann, ben) > 0);
    assert_int_equal(hall->heard[ann].members, 2);
    assert_int_equal(hall->heard[ben].members, 2);
}

/* The leader is on one server, members on another one. */
static void members_on_another_server_join_leave_and_are_removed(void **state)
{
    (void)state;
    Server *servers[2];
    put_doors();
    begin_two("location(town,5,5,ea)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben"),
                   cay = player_at(servers[0], "Cay"), dan = player_at(servers[0], "Dan");
    join(ann, ben);
    go_east_to(ben, CAVE);
    go_east_to(cay, CAVE);
    HALL_UNTIL(x_seen(ben, cay) > 0);
    act(ann, PARTY_INVITE, cay); /* who is far away */
    assert_int_equal(hall->heard[ann].result, RESULT_FAR);
    act(ben, PARTY_INVITE, cay);
    act(cay, PARTY_ACCEPT, ben);
    HALL_UNTIL(hall->heard[ann].members == 3 && hall->heard[ben].members == 3 &&
               hall->heard[cay].members == 3);
    act(ann, PARTY_INVITE, dan);
    act(dan, PARTY_ACCEPT, ann);
    HALL_UNTIL(hall->heard[cay].members == 4 && hall->heard[dan].members == 4);
    act(ben, PARTY_REMOVE, ann);
    assert_int_equal(hall->heard[ben].result, RESULT_INVALID); /* not the leader */
    act(ann, PARTY_REMOVE, cay);
    HALL_UNTIL(hall->heard[ben].members == 3 && hall->heard[cay].members == 0);
    act(ann, PARTY_LEAVE, HALL_CLIENTS);
    HALL_UNTIL(hall->heard[ben].members == 2 && hall->heard[ann].members == 0);
    act(ben, PARTY_REMOVE, dan); /* the leader now */
    HALL_UNTIL(hall->heard[ben].members == 0 && hall->heard[dan].members == 0);
    HALL_UNTIL(social_member_count(servers[0]->social) == 0 &&
               social_member_count(servers[1]->social) == 0);
}

/* Ben walks away and answers when both are there. */
static void invitation_follows_a_player_to_another_server(void **state)
{
    (void)state;
    Server *servers[2];
    put_doors();
    begin_two("location(town,5,5,ea)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben"),
                   cay = player_at(servers[0], "Cay");
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ann, cay) > 0);
    act(ann, PARTY_INVITE, ben);
    act(cay, PARTY_INVITE, ben);
    go_east_to(ben, CAVE);
    act(ben, PARTY_ACCEPT, ann);
    assert_int_equal(hall->heard[ben].result, RESULT_FAR);
    act(ben, PARTY_REFUSE, cay);
    HALL_UNTIL(hall->heard[cay].refused == client_player(hall->clients[ben]));
    go_east_to(ann, CAVE);
    HALL_UNTIL(x_seen(ben, ann) > 0);
    act(ben, PARTY_ACCEPT, ann);
    HALL_UNTIL(hall->heard[ann].members == 2 && hall->heard[ben].members == 2);
}

/* Its member comes back through another server, and is still in the party; so it is on a server
 * that has begun later. */
static void party_survives_the_death_of_a_server(void **state)
{
    (void)state;
    Server *servers[2];
    put_doors();
    begin_two("location(town,5,5,ea)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[0], "Ben");
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    join(ann, ben);
    go_east_to(ben, CAVE);
    HALL_UNTIL(hall->heard[ben].members == 2);
    hall_wait(40);
    HALL_UNTIL(social_member_count(servers[1]->social) == 2);
    lose(servers[0]); /* both are connected to it */
    HALL_UNTIL(has_zone(servers[1], 0) && has_zone(servers[1], 1));
    Server *third = one_more();
    HALL_UNTIL(social_member_count(third->social) == 2);
    client_free(hall->clients[ann]);
    client_free(hall->clients[ben]);
    hall->clients[ann] = hall->clients[ben] = NULL;
    const unsigned again = hall_client("Ann", "a good password", false);
    const unsigned back = hall_client("Ben", "a good password", false);
    HALL_UNTIL(hall_world(again) && hall_world(back));
    HALL_UNTIL(hall->heard[again].members == 2 && hall->heard[back].members == 2);
    client_send_chat(hall->clients[back], CHANNEL_PARTY, TEXT(""), TEXT("still here"));
    HALL_UNTIL(strstr(hall->heard[again].chat, "Ben: still here"));
}

/* Messages sent before it had joined were lost, so it was searched again. */
static void recovered_player_is_still_in_party(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann"), ben = player_at(servers[1], "Ben");
    HALL_UNTIL(x_seen(ann, ben) > 0 && x_seen(ben, ann) > 0);
    join(ann, ben);
    const unsigned before = client_arrivals(hall->clients[ann]);
    hall->heard[ann].members = 0;
    controller_free(controller_of(servers[0], client_player(hall->clients[ann])));
    HALL_UNTIL(client_arrivals(hall->clients[ann]) == before + 1);
    HALL_UNTIL(hall->heard[ann].members == 2);
    hall_wait(60);
    assert_int_equal(client_arrivals(hall->clients[ann]), before + 1);
}

/* The log of the receiver's server had only lines of its own players. */
static void report_has_a_whisper_from_another_server(void **state)
{
    (void)state;
    Server *servers[2];
    const StoreReport *rows;
    size_t count = 0;
    Game *game = hall->game;
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, DOOR);
    begin_two("location(town,5,5,ea)", servers);
    const unsigned ann = player_at(servers[0], "Ann"), ben = player_at(servers[1], "Ben");
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(ben) == CAVE);
    client_send_chat(hall->clients[ben], CHANNEL_WHISPER, TEXT("Ann"), TEXT("a fat toad"));
    HALL_UNTIL(strstr(hall->heard[ann].chat, "Ben: a fat toad"));
    client_send_chat(hall->clients[ann], CHANNEL_MAP, TEXT(""), TEXT("/report Ben insults"));
    HALL_UNTIL(reports_load(servers[0], 0, &rows, &count, hall->arena) && count);
    assert_non_null(strstr(rows->lines.at, "<Ben> (whisper) a fat toad"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(trade_ends_when_its_zone_is_lost),
        TEST(trade_is_confirmed_before_zone_change),
        TEST(trade_ends_and_party_remains_across_zones),
        TEST(members_on_another_server_join_leave_and_are_removed),
        TEST(invitation_follows_a_player_to_another_server),
        TEST(party_survives_the_death_of_a_server),
        TEST(recovered_player_is_still_in_party),
        TEST(report_has_a_whisper_from_another_server),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
