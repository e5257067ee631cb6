#include "admin_kit.h"

#include "server/http/unix_socket.h"

#include <fcntl.h>

/* ---- the host ---- */

static void door_status(void *context, AdminStatus *out)
{
    Door *door = context;
    door->questions++;
    *out = door->status;
}

static size_t door_players(void *context, const AdminPlayer **out, Arena *arena)
{
    (void)arena;
    Door *door = context;
    door->questions++;
    *out = door->players;
    return door->player_count;
}

static void door_metrics(void *context, AdminMetrics *out, Arena *arena)
{
    Door *door = context;
    door->questions++;
    AdminBucket *buckets = ARENA_ALLOC(arena, AdminBucket, 3);
    buckets[0] = (AdminBucket){0.001, 5};
    buckets[1] = (AdminBucket){0.0025, 0};
    buckets[2] = (AdminBucket){0.01, 2};
    out->tick_seconds = (AdminHistogram){buckets, 3, 1, 0.0625};
    out->players = 2;
    out->leaving_players = 1;
    static const AdminCount refused[] = {{"WRONG", 7}, {"WAIT", 0}};
    out->refused_logins_total = (AdminCounts){refused, COUNT_OF(refused)};
    out->build_info = TEXT("1.2");
    out->resident_memory_bytes = 12345678;
    out->received_bytes_total = UINT64_MAX;
    out->uptime_seconds = 1.5;
}

ResultCode door_note(Door *door, const char *action, Text first, Text second)
{
    door->actions++;
    door->action = action;
    door->words[0] = arena_text(door->kit->arena, first);
    door->words[1] = arena_text(door->kit->arena, second);
    return door->result;
}

static Text door_network(const Network *network, Arena *arena)
{
    char text[NETWORK_TEXT_SIZE];
    network_text(network, text);
    return arena_text(arena, text_of(text));
}

DOOR_ACTION(ban, words->name, words->reason)
DOOR_ACTION(unban, words->name, TEXT(""))
DOOR_ACTION(deny, door_network(&words->network, door->kit->arena), words->note)
DOOR_ACTION(undeny, door_network(&words->network, door->kit->arena), TEXT(""))
DOOR_ACTION(kick, words->name, words->reason)
DOOR_ACTION(say, words->text, TEXT(""))
DOOR_ACTION(save, TEXT(""), TEXT(""))
DOOR_ACTION(stop, TEXT(""), TEXT(""))
DOOR_ACTION(mute, words->name, words->reason)
DOOR_ACTION(unmute, words->name, TEXT(""))
DOOR_ACTION(role, words->name, words->role)
DOOR_ACTION(delete, words->name, words->by)
DOOR_ACTION(resolve, words->report, TEXT(""))
DOOR_ACTION(motd, words->text, TEXT(""))

/* Actions and lists that write members of the answer. */
#define DOOR_WRITER(word, key)                                                                 \
    static ResultCode door_##word(void *context, const AdminWords *words, JsonWriter *json)    \
    {                                                                                          \
        Door *door = context;                                                                  \
        json_put_text(json, key, words->name);                                                 \
        return door_note(door, #word, words->name, words->search);                             \
    }
DOOR_WRITER(reset, "password")
DOOR_WRITER(accounts, "accounts")
DOOR_WRITER(account, "name")
DOOR_WRITER(bans, "bans")
DOOR_WRITER(mutes, "mutes")
DOOR_WRITER(denials, "denials")
DOOR_WRITER(staff, "staff")
DOOR_WRITER(reports, "reports")

Door *door_closed(Kit *kit)
{
    Door *door = arena_alloc(kit->arena, 1, sizeof *door);
    door->kit = kit;
    strcpy(door->folder, "/tmp/oisin.admin.XXXXXX");
    assert_non_null(mkdtemp(door->folder));
    door->path = arena_format(kit->arena, "%s/door.sock", door->folder).at;
    door->loop = loop_new(NULL, NULL, &kit->report);
    door->game = (TngHeader){.type_bits = 0x11,
                             .tile_width_low = 0x2C,
                             .tile_height_low = 200,
                             .map_log2 = 6,
                             .atlas_log2 = 11,
                             .frame_rate = 30,
                             .action_count = 9,
                             .layer_count = 11,
                             .transport_count = 4,
                             .unique = {0xFE, 1, 2, 3, 4, 5, 6, 0xEF}};
    memcpy(door->game.game, "segais", 6);
    door->host = (AdminHost){
        .context = door,
        .game = &door->game,
        .status = door_status,
        .players = door_players,
        .metrics = door_metrics,
#define LIST(word, needs, may, doc) .word = door_##word,
#define ACTION(word, needs, may, options, doc) .word = door_##word,
#include "server/admin/admin_routes.def"
    };
    door->status = (AdminStatus){1800000100, 1800000040, 93784, 2, 17, true, 1};
    const WireAddress address = {4, {192, 0, 2, 7}, 40000};
    door->players[0] = (AdminPlayer){TEXT("Br\xC3\xAD"
                                          "d"),
                                     TEXT("meadow"),
                                     TEXT("en"),
                                     address,
                                     64,
                                     96,
                                     23,
                                     1800000000,
                                     0};
    door->players[1] = (AdminPlayer){TEXT("<script>alert('x')</script>&\"quoted\""),
                                     TEXT("</table><h1>"),
                                     TEXT("de"),
                                     address,
                                     1,
                                     2,
                                     0,
                                     1800000090,
                                     0};
    door->players[2] = (AdminPlayer){
        .name = TEXT("Cut off"), .map = TEXT("meadow"), .x = 3, .y = 4, .leaves = 42};
    door->player_count = 2;
    return door;
}

void door_open(Door *door, unsigned timeout)
{
    const AdminOptions options = {.path = door->path, .timeout = timeout};
    door->admin = admin_new(door->loop, &options, &door->host, &door->kit->report);
    if (!door->admin)
        fail_msg("%s", kit_message(door->kit, 0));
}

Door *door_new(Kit *kit)
{
    Door *door = door_closed(kit);
    door_open(door, 0);
    return door;
}

void door_free(Door *door)
{
    admin_free(door->admin);
    loop_turn(door->loop, 0);
    loop_free(door->loop);
    if (rmdir(door->folder) < 0)
        fail_msg("%s: %s", door->folder, strerror(errno));
}

/* ---- visitors ---- */

Visit *visit_new(Door *door, const char *request)
{
    Visit *visit = calloc(1, sizeof *visit);
    assert_non_null(visit);
    visit->door = door;
    visit->request = text_of(request);
    visit->descriptor = unix_socket_connect(door->path, 1, &door->kit->report);
    assert_true(visit->descriptor >= 0);
    fcntl(visit->descriptor, F_SETFL, O_NONBLOCK);
    return visit;
}

void visit_free(Visit *visit)
{
    if (visit->descriptor >= 0)
        close(visit->descriptor);
    free(visit);
}

void visit_go_on(Visit *visit)
{
    ssize_t count = 0;
    while (visit->size < VISIT_ANSWER &&
           (count = recv(visit->descriptor, visit->answer + visit->size,
                         VISIT_ANSWER - visit->size, 0)) > 0)
        visit->size += (size_t)count;
    if (visit->size < VISIT_ANSWER && (count == 0 || errno != EAGAIN))
        visit->gone = true;
    if (!visit->request.size || visit->gone)
        return;
    count = send(visit->descriptor, visit->request.at, visit->request.size, MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN)
        visit->gone = true;
    if (count > 0)
        visit->request = text_slice(visit->request, (size_t)count, visit->request.size);
}

unsigned visit_status(const Visit *visit)
{
    unsigned status = 0;
    return sscanf(visit->answer, "HTTP/1.1 %u ", &status) == 1 ? status : 0;
}

static const char *visit_body(const Visit *visit)
{
    const char *end = strstr(visit->answer, "\r\n\r\n");
    return end ? end + 4 : "";
}

bool visit_answered(const Visit *visit)
{
    const char *end = strstr(visit->answer, "\r\n\r\n");
    const char *length = strstr(visit->answer, "Content-Length: ");
    return visit->gone ||
           (end && length &&
            visit->size - (size_t)(end + 4 - visit->answer) >= strtoul(length + 16, NULL, 10));
}

Said door_ask_line(Door *door, const char *line, const char *headers)
{
    Arena *arena = door->kit->arena;
    Visit *visit = visit_new(
        door, arena_format(arena, "%s HTTP/1.1\r\nHost: x\r\n%s\r\n", line, headers).at);
    DOOR_UNTIL(door, visit, visit_answered(visit));
    const Said said = {visit_status(visit),
                       arena_text(arena, (Text){visit->answer, visit->size}).at,
                       arena_text(arena, text_of(visit_body(visit))).at};
    visit_free(visit);
    return said;
}

Said door_ask(Door *door, const char *path)
{
    return door_ask_line(door, arena_format(door->kit->arena, "GET %s", path).at, "");
}

json_t *door_json(Door *door, const char *path, unsigned status)
{
    const Said said = door_ask(door, path);
    if (said.status != status)
        fail_msg("%s: %u, %s", path, said.status, said.body);
    assert_non_null(strstr(said.head, "Content-Type: application/json\r\n"));
    json_t *json =
        json_read(bytes_of_text(text_of(said.body)), door->kit->arena, &door->kit->report);
    if (!json)
        fail_msg("%s: %s in %s", path, kit_message(door->kit, 0), said.body);
    return json;
}
