/* The directory of a server that has all zones and all clients. Functions about other servers
 * have no effect. */
#include "server/game/directory.h"

/* A single server has the only zone. */
static ZoneOwner owner(const Server *server, uint32_t zone)
{
    (void)server, (void)zone;
    return (ZoneOwner){.ours = true, .serves = true};
}

static bool may_tick(const Server *server)
{
    (void)server;
    return true;
}

static bool find_zone_of(const Server *server, int64_t account, uint32_t *zone)
{
    (void)server, (void)account;
    *zone = 0;
    return true;
}

static void ignore_zone(Zone *zone) { (void)zone; }

static bool opened(Zone *zone, Report *report)
{
    (void)zone, (void)report;
    return true;
}

static bool is_idle(const Zone *zone)
{
    (void)zone;
    return true;
}

static void save(Zone *zone, StoreBatch *batch) { (void)zone, (void)batch; }

static void ignore_batch(const Zone *zone, StoreBatch *batch) { (void)zone, (void)batch; }

static void ignore_connection(const Connection *connection) { (void)connection; }

static void forward(const Connection *connection, ClientPacketType type, Bytes body)
{
    (void)connection, (void)type, (void)body;
}

static void deliver(Controller *controller, Bytes packets) { (void)controller, (void)packets; }

static void disconnect(const Controller *controller, ReasonCode reason, Text text)
{
    (void)controller, (void)reason, (void)text;
}

static void moved(const Server *server, const ClientAddress *client)
{
    (void)server, (void)client;
}

static void playing(const Server *server, int64_t account, bool here)
{
    (void)server, (void)account, (void)here;
}

static bool chat(const Server *server, const DirectoryLine *line, const uint32_t *accounts,
                 size_t count)
{
    (void)server, (void)line, (void)accounts, (void)count;
    return false;
}

static void announce(const Server *server, Text text) { (void)server, (void)text; }

static uint64_t node(const Server *server)
{
    (void)server;
    return 0;
}

static void members(const Server *server, const SocialMember *changed, size_t count)
{
    (void)server, (void)changed, (void)count;
}

static void party_act(const Server *server, int64_t account, PartyAct act, uint32_t about,
                      uint64_t ms)
{
    (void)server, (void)account, (void)act, (void)about, (void)ms;
}

static bool plays_elsewhere(const Server *server, int64_t account)
{
    (void)server, (void)account;
    return false;
}

static bool kick(const Server *server, int64_t account, ReasonCode reason, Text text)
{
    (void)server, (void)account, (void)reason, (void)text;
    return false;
}

static void depart(Server *server, int64_t account, uint32_t zone)
{
    (void)server, (void)account, (void)zone;
}

/* Only compared on this server: the loop's clock is enough. */
static LoginTime login_time(const Server *server)
{
    return (LoginTime){.at = loop_now(server->loop)};
}

static void account_changed(const Server *server, int64_t account)
{
    (void)server, (void)account;
}

static void health(const Server *server, DirectoryHealth *out)
{
    (void)server;
    *out = (DirectoryHealth){.bus_up = true, .zones = 1, .owned = 1};
}

static void ignore_server(Server *server) { (void)server; }

const ZoneDirectory directory_single = {.owner = owner,
                                        .may_tick = may_tick,
                                        .find_zone_of = find_zone_of,
                                        .prepare = ignore_zone,
                                        .opened = opened,
                                        .closed = ignore_zone,
                                        .is_idle = is_idle,
                                        .ticked = ignore_zone,
                                        .fence = ignore_batch,
                                        .save = save,
                                        .saved = ignore_zone,
                                        .leave = ignore_batch,
                                        .left = ignore_zone,
                                        .login_time = login_time,
                                        .enter = ignore_connection,
                                        .forward = forward,
                                        .disconnected = ignore_connection,
                                        .deliver = deliver,
                                        .disconnect = disconnect,
                                        .moved = moved,
                                        .playing = playing,
                                        .chat = chat,
                                        .announce = announce,
                                        .node = node,
                                        .members = members,
                                        .party_act = party_act,
                                        .plays_elsewhere = plays_elsewhere,
                                        .kick = kick,
                                        .depart = depart,
                                        .account_changed = account_changed,
                                        .health = health,
                                        .finish = ignore_server,
                                        .free = ignore_server};
