/* Chat and parties of players on different servers. */
#include "server/cluster/cluster.h"

#include "server/game/controllers.h"
#include "server/game/social_host.h"

#include <assert.h>

/* ---- chat ---- */

/* Another server has applied its filter and its limits to the line. */
static bool is_valid_line(const BusChat *said)
{
    const Text name = {said->name, said->name_size}, text = {said->text, said->text_size};
    return (said->channel == CHANNEL_WHISPER || said->channel == CHANNEL_PARTY) && said->from &&
           packet_text_ok(name) && packet_text_ok(text) && name.size <= 96 &&
           text.size == packet_text_cut(text).size;
}

static void chat(Server *server, const BusChat *said)
{
    const PacketChat line = {.channel = said->channel,
                             .player = said->from,
                             .from_size = said->name_size,
                             .from = said->name,
                             .text_size = said->text_size,
                             .text = said->text};
    uint32_t receiver = 0;
    Writer out = writer_to(server->scratch);
    if (!is_valid_line(said))
        return;
    packet_write(FROM_SERVER, SERVER_CHAT, &line, &out);
    for (uint32_t i = 0; i < said->count; i++) {
        Controller *controller = controller_of(server, said->accounts[i]);
        if (!controller || accounts_ignores(server->accounts, said->accounts[i], said->from))
            continue;
        receiver = said->accounts[i];
        controller_send_packet(controller, writer_bytes(&out));
    }
    const Text typed = {said->said, said->said_size};
    if (receiver)
        social_host_remember(server, said->from, receiver, (Channel)said->channel,
                             packet_text_ok(typed) ? typed
                                                   : (Text){said->text, said->text_size});
}

/* ---- parties ---- */

static BusMember bus_member(const SocialMember *member)
{
    return (BusMember){member->player, member->party, member->joined,    member->stamp,
                       member->node,   member->about, member->removed_by};
}

static void send(Cluster *cluster, uint64_t node, const SocialMember *members, size_t count,
                 bool asks)
{
    BusMembers sent = {.asks = asks};
    sent.members = ARENA_ALLOC(cluster->server->scratch, BusMember, count);
    for (size_t i = 0; i < count; i++)
        sent.members[sent.count++] = bus_member(&members[i]);
    cluster_send(cluster, node, BUS_MEMBERS, &sent);
}

void cluster_members(const Server *server, const SocialMember *members, size_t count)
{
    send(server->cluster, 0, members, count, false);
}

/* All memberships; a party is not divided. */
static void send_all(Cluster *cluster, uint64_t node, bool asks)
{
    enum { PART = 500 };
    const Server *server = cluster->server;
    const size_t max = social_member_count(server->social);
    SocialMember *list = ARENA_ALLOC(server->scratch, SocialMember, max);
    const size_t count = social_members(server->social, list, max);
    for (size_t i = 0, end; i < count || asks; i = end, asks = false) {
        end = i + PART < count ? i + PART : count;
        while (end && end < count && list[end].party == list[end - 1].party)
            end++;
        send(cluster, node, list + i, end - i, asks);
    }
}

void cluster_social_exchange(Cluster *cluster) { send_all(cluster, 0, true); }

static void take_members(Cluster *cluster, uint64_t node, const BusMembers *sent)
{
    Server *server = cluster->server;
    SocialMember *list = ARENA_ALLOC(server->scratch, SocialMember, sent->count);
    for (uint32_t i = 0; i < sent->count; i++) {
        const BusMember *in = &sent->members[i];
        list[i] = (SocialMember){in->player, in->party, in->joined,    in->stamp,
                                 in->node,   in->about, in->removed_by};
    }
    social_take_members(server->social, list, sent->count, loop_now(server->loop));
    social_host_set_timer(server);
    if (sent->asks)
        send_all(cluster, node, false);
}

void cluster_party_act(const Server *server, int64_t account, PartyAct act, uint32_t about,
                       uint64_t ms)
{
    const uint64_t node = cluster_node_of(server->cluster, account);
    const BusPartyAct sent = {(u32)account, (u8)act, about, (u32)ms};
    if (node)
        cluster_send(server->cluster, node, BUS_PARTY, &sent);
}

void cluster_social_on_message(Cluster *cluster, const BusMessage *message)
{
    Server *server = cluster->server;
    const BusPartyAct *act = &message->party;
    switch (message->kind) {
    case BUS_CHAT:
        chat(server, &message->chat);
        break;
    case BUS_MEMBERS:
        take_members(cluster, message->from, &message->members);
        break;
    case BUS_PARTY:
        social_take_act(server->social, act->player, (PartyAct)act->act, act->about, act->ms,
                        loop_now(server->loop));
        break;
    default:
        assert(!"on_message passes other kinds on");
    }
}
