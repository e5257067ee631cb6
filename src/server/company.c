/* What players do with each other (server/social.h), in this world. */
#include "server/server_parts.h"

static uint32_t place_of(const void *context, uint32_t player)
{
    return seat_of(context, player);
}

static void send_all(void *context, const uint32_t *players, size_t count, PacketType type,
                     const void *record)
{
    Server *server = context;
    Writer out = writer_to(server->scratch);
    packet_write(FROM_SERVER, type, record, &out);
    for (size_t i = 0; i < count; i++) {
        Guest *guest = guest_of(server, players[i]);
        Writer copy = out; /* the same bytes for each */
        if (guest)
            guest_send(guest, &copy);
    }
}

static uint32_t named(void *context, Text name)
{
    Server *server = context;
    const StoreAccount *account = accounts_find(server->accounts, name);
    return account && guest_of(server, account->id) ? (uint32_t)account->id : 0;
}

static Text name_of(void *context, uint32_t player)
{
    Server *server = context;
    const StoreAccount *account = accounts_get(server->accounts, player);
    return account ? account->name : TEXT("");
}

static const Actor *actor_in(const Server *server, uint32_t place)
{
    if (!place || !server->world->players[place]->started)
        return NULL;
    const Actor *actor = server->world->actors[server->world->players[place]->actor];
    return actor->map == NONE ? NULL : actor;
}

static Cell cell_of(const Server *server, const Actor *actor)
{
    return grid_cell_at(&server->world->content->grid,
                        (Spot){actor->at.x >> 8, actor->at.y >> 8}); /* SUB is 1 << 8 */
}

static uint32_t apart(const Server *server, const Actor *a, const Actor *b)
{
    if (!a || !b || a->map != b->map || a->dying || b->dying)
        return SOCIAL_NOWHERE;
    return (uint32_t)grid_distance(&server->world->content->grid, cell_of(server, a),
                                   cell_of(server, b));
}

static uint32_t distance(void *context, uint32_t player, uint32_t other)
{
    const Server *server = context;
    return apart(server, actor_in(server, place_of(server, player)),
                 actor_in(server, place_of(server, other)));
}

static size_t near(void *context, uint32_t player, uint32_t cells, uint32_t *out, size_t most)
{
    const Server *server = context;
    const Actor *here = actor_in(server, place_of(server, player));
    size_t count = 0;
    for (uint32_t i = 1; i < server->world->player_count && count < most; i++) {
        const Seat *seat = &server->seats[i];
        if (seat->guest && apart(server, here, actor_in(server, i)) <= cells)
            out[count++] = (uint32_t)seat->account;
    }
    return count;
}

static bool tradable(void *context, uint16_t object)
{
    return world_tradable(((Server *)context)->world, object);
}

static uint32_t quantity(void *context, uint32_t player, uint16_t object)
{
    const Server *server = context;
    const uint32_t place = place_of(server, player);
    return place ? world_held(server->world, place, object) : 0;
}

static WorldSide side_of(Server *server, const SocialOffer *offer)
{
    Item *goods = ARENA_TAKE(server->scratch, Item, offer->count);
    for (size_t i = 0; i < offer->count; i++)
        goods[i] = (Item){offer->items[i].object, offer->items[i].quantity};
    return (WorldSide){place_of(server, offer->player), goods, offer->count};
}

static bool room(void *context, const SocialOffer *gives, const SocialOffer *takes)
{
    Server *server = context;
    const WorldSide away = side_of(server, gives), here = side_of(server, takes);
    return away.place && world_has_room(server->world, &away, &here);
}

static ResultCode exchange(void *context, uint64_t trade, const SocialOffer offers[2])
{
    Server *server = context;
    const WorldSide sides[2] = {side_of(server, &offers[0]), side_of(server, &offers[1])};
    if (!sides[0].place || !sides[1].place)
        return RESULT_NOBODY;
    if (!keep_confirm(server, trade))
        return RESULT_BUSY;
    if (world_exchange(server->world, sides))
        return RESULT_OK;
    keep_unconfirm(server, trade);
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
                                       .name = name_of,
                                       .distance = distance,
                                       .near = near,
                                       .tradable = tradable,
                                       .quantity = quantity,
                                       .room = room,
                                       .exchange = exchange};
    server->social = social_new(&server->social_host, server->options.players, server->arena);
    server->social_timer = (LoopTimer){.function = social_due_now, .context = server};
    return server->social != NULL;
}

void company_packet(Guest *guest, const Packet *packet)
{
    Server *server = guest->server;
    if (!guest->place) /* it has just been let go */
        return;
    social_packet(server->social, (uint32_t)server->seats[guest->place].account, packet,
                  loop_now(server->loop));
    loop_timer_hasten(server->loop, &server->social_timer, social_due(server->social));
}
