/* What players do with each other (server/social.h), in this world. */
#include "server/cluster.h"

static void send_all(void *context, const uint32_t *players, size_t count,
                     ServerPacketType type, const void *record)
{
    Server *server = context;
    Writer out = writer_to(server->scratch);
    packet_write(FROM_SERVER, type, record, &out);
    for (size_t i = 0; i < count; i++) {
        Pilot *pilot = pilot_of(server, players[i]);
        if (pilot)
            pilot_hold(pilot, writer_bytes(&out));
    }
}

static uint32_t named(void *context, Text name)
{
    Server *server = context;
    const StoreAccount *account = accounts_find(server->accounts, name);
    return account && pilot_of(server, account->id) ? (uint32_t)account->id : 0;
}

static bool pass(void *context, uint32_t player, Text name, Text text)
{
    Server *server = context;
    const StoreAccount *account = accounts_find(server->accounts, name);
    const StoreAccount *from = accounts_get(server->accounts, player);
    const uint64_t node = account ? cluster_place(server->cluster, account->id) : 0;
    if (!node || !from)
        return false;
    const BusWhisper whisper = {(u32)player,         (u32)account->id,
                                (u8)from->name.size, (ascii *)(uintptr_t)from->name.at,
                                (u8)text.size,       (ascii *)(uintptr_t)text.at};
    cluster_send(server->cluster, node, BUS_WHISPER, &whisper);
    return true;
}

static Text name_of(void *context, uint32_t player)
{
    Server *server = context;
    const StoreAccount *account = accounts_get(server->accounts, player);
    return account ? account->name : TEXT("");
}

static const Actor *actor_in(const Seat *seat)
{
    const World *world = seat ? seat->land->world : NULL;
    if (!world || !world->players[seat->place]->started)
        return NULL;
    const Actor *actor = world->actors[world->players[seat->place]->actor];
    return actor->map == NONE ? NULL : actor;
}

static Cell cell_of(const Grid *grid, const Actor *actor)
{
    return grid_cell_at(grid, (Spot){actor->at.x >> 8, actor->at.y >> 8}); /* SUB is 1 << 8 */
}

static uint32_t apart(const Seat *one, const Seat *other)
{
    const Actor *a = actor_in(one), *b = actor_in(other);
    if (!a || !b || one->land != other->land || a->map != b->map || a->dying || b->dying)
        return SOCIAL_NOWHERE;
    const Grid *grid = &one->land->world->content->grid;
    return (uint32_t)grid_distance(grid, cell_of(grid, a), cell_of(grid, b));
}

static uint32_t distance(void *context, uint32_t player, uint32_t other)
{
    return apart(seat_of(context, player), seat_of(context, other));
}

static size_t near(void *context, uint32_t player, uint32_t cells, uint32_t *out, size_t most)
{
    Seat *mine = seat_of(context, player);
    const Actor *here = actor_in(mine);
    if (!here)
        return 0;
    Land *land = mine->land;
    const World *world = land->world;
    const size_t found =
        view_world_near(land->views, here->map, cell_of(&world->content->grid, here),
                        (int32_t)cells, out, most);
    size_t count = 0;
    for (size_t i = 0; i < found; i++) {
        const Actor *other = world->actors[out[i]];
        const Seat *seat = &land->seats[other->player ? other->player - 1 : 0];
        if (other->used && seat->pilot && apart(mine, seat) <= cells)
            out[count++] = (uint32_t)seat->account;
    }
    return count;
}

/* All worlds are of one game, and who trades is in one of them. */
static bool tradable(void *context, uint16_t object)
{
    const Server *server = context;
    return server->land_count && world_tradable(server->lands[0]->world, object);
}

static uint32_t quantity(void *context, uint32_t player, uint16_t object)
{
    const Seat *seat = seat_of(context, player);
    return seat ? world_held(seat->land->world, seat->place, object) : 0;
}

static WorldSide side_of(Server *server, const SocialOffer *offer)
{
    Item *goods = ARENA_TAKE(server->scratch, Item, offer->count);
    for (size_t i = 0; i < offer->count; i++)
        goods[i] = (Item){offer->items[i].object, offer->items[i].quantity};
    const Seat *seat = seat_of(server, offer->player);
    return (WorldSide){seat ? seat->place : 0, goods, offer->count};
}

static bool room(void *context, const SocialOffer *gives, const SocialOffer *takes)
{
    Server *server = context;
    const WorldSide away = side_of(server, gives), here = side_of(server, takes);
    const Seat *seat = seat_of(server, gives->player);
    return seat && world_has_room(seat->land->world, &away, &here);
}

static ResultCode exchange(void *context, uint64_t trade, const SocialOffer offers[2])
{
    Server *server = context;
    const WorldSide sides[2] = {side_of(server, &offers[0]), side_of(server, &offers[1])};
    const Seat *one = seat_of(server, offers[0].player),
               *other = seat_of(server, offers[1].player);
    if (!one || !other || one->land != other->land)
        return RESULT_NOBODY;
    if (one->land->leaving || one->land->lost || !keep_confirm(one->land->keep, trade))
        return RESULT_BUSY;
    if (world_exchange(one->land->world, sides))
        return RESULT_OK;
    keep_unconfirm(one->land->keep, trade);
    return RESULT_LACKING;
}

static void social_due_now(void *context)
{
    Server *server = context;
    social_time(server->social, loop_now(server->loop));
    loop_timer_set(server->loop, &server->social_timer, social_due(server->social));
}

bool company_begin(Server *server)
{
    server->social_host = (SocialHost){.context = server,
                                       .send = send_all,
                                       .named = named,
                                       .pass = pass,
                                       .name = name_of,
                                       .distance = distance,
                                       .near = near,
                                       .tradable = tradable,
                                       .quantity = quantity,
                                       .room = room,
                                       .exchange = exchange};
    server->social = social_new(&server->social_host, SERVER_PLAYERS_MOST, server->arena);
    server->social_timer = (LoopTimer){.function = social_due_now, .context = server};
    return server->social != NULL;
}

void company_packet(Pilot *pilot, const Packet *packet)
{
    Server *server = pilot->land->server;
    const int64_t account = pilot->land->seats[pilot->place].account;
    social_packet(server->social, (uint32_t)account, packet, loop_now(server->loop));
    loop_timer_hasten(server->loop, &server->social_timer, social_due(server->social));
}
