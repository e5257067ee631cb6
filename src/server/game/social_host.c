/* The functions of SocialHost, which map account numbers to players of this server's worlds:
 * sending packets, names, distances, and the exchange of items. An exchange is confirmed by
 * autosave after its batch was saved. */
#include "server/game/social_host.h"

#include "server/game/chat_commands.h"
#include "server/game/chat_log.h"
#include "server/game/controllers.h"
#include "server/game/word_filter.h"
#include "server/game/zones.h"

/* Only lines that were delivered are remembered for reports, in their original words: lines
 * that were refused, for example because there are too many, would push out the others. */
void social_host_remember(Server *server, uint32_t from, uint32_t to, Channel channel,
                          Text said)
{
    const ChatLogLine line = {.seconds = server_moment(server).seconds,
                              .from = from,
                              .to = channel == CHANNEL_WHISPER ? to : 0,
                              .channel = (uint8_t)channel};
    chat_log_add(server->chat_log, &line, said);
}

/* The packet is built once. Lines of chat are remembered here, because now it is known that
 * they are delivered. */
static void send_all(void *context, const uint32_t *players, size_t count,
                     ServerPacketType type, const void *record)
{
    Server *server = context;
    Writer out = writer_to(server->scratch);
    packet_write(FROM_SERVER, type, record, &out);
    const PacketChat *chat = type == SERVER_CHAT ? record : NULL;
    if (chat && chat->player)
        social_host_remember(server, chat->player, players[0], (Channel)chat->channel,
                             server->said);
    for (size_t i = 0; i < count; i++) {
        Controller *controller = controller_of(server, players[i]);
        if (controller)
            controller_delay(controller, writer_bytes(&out));
    }
}

/* 0 if the player is not in a world of this server. */
static uint32_t named(void *context, Text name)
{
    Server *server = context;
    const StoreAccount *account = accounts_find(server->accounts, name);
    return account && controller_of(server, account->id) ? (uint32_t)account->id : 0;
}

/* A whisper to a player on another server; false if there is none. */
static bool pass(void *context, uint32_t player, Text name, Text text)
{
    Server *server = context;
    const StoreAccount *account = accounts_find(server->accounts, name);
    const StoreAccount *from = accounts_get(server->accounts, player);
    const uint32_t to = account ? (uint32_t)account->id : 0;
    const DirectoryLine line = {CHANNEL_WHISPER, from, text, server->said};
    if (!account || !from || !server->directory->chat(server, &line, &to, 1))
        return false;
    social_host_remember(server, player, to, CHANNEL_WHISPER, server->said);
    return true;
}

static Text clean(void *context, Text text)
{
    const Server *server = context;
    return word_filter_apply(server->word_filter, text, server->scratch);
}

static bool ignores(void *context, uint32_t player, uint32_t other)
{
    const Server *server = context;
    return accounts_ignores(server->accounts, player, other);
}

static Text name_of(void *context, uint32_t player)
{
    Server *server = context;
    const StoreAccount *account = accounts_get(server->accounts, player);
    return account ? account->name : TEXT("");
}

/* NULL if the player is in no map at the moment: nobody is near then. */
static const Actor *actor_in(const PlayerSlot *player_slot)
{
    const World *world = player_slot ? player_slot->zone->world : NULL;
    if (!world || !world->players[player_slot->player_index]->started)
        return NULL;
    const Actor *actor = world->actors[world->players[player_slot->player_index]->actor];
    return actor->map == NONE ? NULL : actor;
}

static Cell cell_of(const Grid *grid, const Actor *actor)
{
    return grid_cell_at(grid, (Spot){actor->at.x >> 8, actor->at.y >> 8}); /* SUB is 1 << 8 */
}

/* In cells; SOCIAL_NOWHERE if they cannot meet. */
static uint32_t apart(const PlayerSlot *one, const PlayerSlot *other)
{
    const Actor *a = actor_in(one), *b = actor_in(other);
    if (!a || !b || one->zone != other->zone || a->map != b->map || a->dying || b->dying)
        return SOCIAL_NOWHERE;
    const Grid *grid = &one->zone->world->content->grid;
    return (uint32_t)grid_distance(grid, cell_of(grid, a), cell_of(grid, b));
}

static uint32_t distance(void *context, uint32_t player, uint32_t other)
{
    return apart(player_slot_of(context, player), player_slot_of(context, other));
}

/* `out` first has indexes of actors and then, in the same memory, accounts. */
static size_t near(void *context, uint32_t player, uint32_t cells, uint32_t *out, size_t max)
{
    PlayerSlot *mine = player_slot_of(context, player);
    const Actor *here = actor_in(mine);
    if (!here)
        return 0;
    Zone *zone = mine->zone;
    const World *world = zone->world;
    const size_t found = view_world_near(
        zone->views, here->map, cell_of(&world->content->grid, here), (int32_t)cells, out, max);
    size_t count = 0;
    for (size_t i = 0; i < found; i++) {
        const Actor *other = world->actors[out[i]];
        const PlayerSlot *player_slot =
            player_slot_at(zone, other->player ? other->player - 1 : 0);
        if (other->used && player_slot->controller && apart(mine, player_slot) <= cells)
            out[count++] = (uint32_t)player_slot->account;
    }
    return count;
}

/* All worlds are of one game, and the trader is in one of them. */
static bool tradable(void *context, uint16_t object)
{
    const Server *server = context;
    return server->zone_count && world_tradable(server->zones[0]->world, object);
}

static uint32_t quantity(void *context, uint32_t player, uint16_t object)
{
    const PlayerSlot *player_slot = player_slot_of(context, player);
    return player_slot ? world_held(player_slot->zone->world, player_slot->player_index, object)
                       : 0;
}

/* Memory of the scratch arena: valid until the end of the turn. */
static WorldSide side_of(Server *server, const SocialOffer *offer)
{
    Item *goods = ARENA_ALLOC(server->scratch, Item, offer->count);
    for (size_t i = 0; i < offer->count; i++)
        goods[i] = (Item){offer->items[i].object, offer->items[i].quantity};
    const PlayerSlot *player_slot = player_slot_of(server, offer->player);
    return (WorldSide){player_slot ? player_slot->player_index : 0, goods, offer->count};
}

static bool capacity(void *context, const SocialOffer *gives, const SocialOffer *takes)
{
    Server *server = context;
    const WorldSide away = side_of(server, gives), here = side_of(server, takes);
    const PlayerSlot *player_slot = player_slot_of(server, gives->player);
    return player_slot && world_has_room(player_slot->zone->world, &away, &here);
}

/* Confirmed before the exchange, so that it cannot happen without being saved. */
static ResultCode exchange(void *context, uint64_t trade, const SocialOffer offers[2])
{
    Server *server = context;
    const WorldSide sides[2] = {side_of(server, &offers[0]), side_of(server, &offers[1])};
    const PlayerSlot *one = player_slot_of(server, offers[0].player),
                     *other = player_slot_of(server, offers[1].player);
    if (!one || !other || one->zone != other->zone)
        return RESULT_NOBODY;
    if (one->zone->leaving || one->zone->lost || !autosave_confirm(one->zone->autosave, trade))
        return RESULT_BUSY;
    if (world_exchange(one->zone->world, sides))
        return RESULT_OK;
    autosave_unconfirm(one->zone->autosave, trade);
    return RESULT_LACKING;
}

/* ---- several servers ---- */

static bool elsewhere(void *context, uint32_t player)
{
    const Server *server = context;
    return server->directory->plays_elsewhere(server, player);
}

static void members(void *context, const SocialMember *changed, size_t count)
{
    const Server *server = context;
    server->directory->members(server, changed, count);
}

static void pass_party(void *context, uint32_t player, const uint32_t *members, size_t count,
                       Text text)
{
    Server *server = context;
    const StoreAccount *from = accounts_get(server->accounts, player);
    const DirectoryLine line = {CHANNEL_PARTY, from, text, server->said};
    if (from)
        server->directory->chat(server, &line, members, count);
}

static void pass_act(void *context, uint32_t player, PartyAct act, uint32_t about, uint64_t ms)
{
    const Server *server = context;
    server->directory->party_act(server, player, act, about, ms);
}

/* A single server has no node number, and these functions stay NULL. */
static void share_parties(Server *server)
{
    SocialHost *host = &server->social_host;
    host->node = server->directory->node(server);
    host->elsewhere = elsewhere;
    host->members = members;
    host->pass_party = pass_party;
    host->pass_act = pass_act;
}

void social_host_set_timer(Server *server)
{
    loop_timer_set_earlier(server->loop, &server->social_timer, social_due(server->social));
}

/* ---- */

/* The timer is set again for the next due time. */
static void social_due_now(void *context)
{
    Server *server = context;
    social_time(server->social, loop_now(server->loop));
    loop_timer_set(server->loop, &server->social_timer, social_due(server->social));
}

bool social_host_begin(Server *server)
{
    server->social_host = (SocialHost){.context = server,
                                       .send = send_all,
                                       .named = named,
                                       .pass = pass,
                                       .clean = clean,
                                       .ignores = ignores,
                                       .name = name_of,
                                       .distance = distance,
                                       .near = near,
                                       .tradable = tradable,
                                       .quantity = quantity,
                                       .capacity = capacity,
                                       .exchange = exchange};
    if (server->directory->node(server))
        share_parties(server);
    server->social = social_new(&server->social_host, SERVER_PLAYERS_MAX, server->arena);
    server->social_timer = (LoopTimer){.function = social_due_now, .context = server};
    return server->social != NULL;
}

/* A line of chat, unless it is a command or the player is muted. The log for reports has the
 * original words. Returns false if the line goes no further. */
static bool take_line(Controller *controller, int64_t account, const PacketSay *say)
{
    Server *server = controller->zone->server;
    const StoreAccount *row = accounts_get(server->accounts, account);
    const Text text = {say->text, say->text_size};
    AccountDecision mute;
    if (chat_is_command(say)) {
        chat_command(controller, text);
        return false;
    }
    if (row && account_is_muted(row, server_moment(server).seconds, &mute)) {
        controller_answer(controller, CLIENT_SAY, RESULT_MUTED,
                          account_decision_text(TEXT("you are muted"), &mute, server->scratch));
        return false;
    }
    server->said = text;
    return true;
}

/* `said` has the original line only during this call. */
void social_host_packet(Controller *controller, const Packet *packet)
{
    Server *server = controller->zone->server;
    const int64_t account = player_slot_at(controller->zone, controller->player_index)->account;
    if (packet->type == CLIENT_SAY && !take_line(controller, account, &packet->say))
        return;
    social_packet(server->social, (uint32_t)account, packet, loop_now(server->loop));
    server->said = TEXT("");
    social_host_set_timer(server);
}
