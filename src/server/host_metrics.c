/* Parts, in order: counts; readiness; the process; the metrics. */
#include "server/host_metrics.h"

#include "oisin.h"
#include "server/game/zones.h"

#include <dirent.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Of the zone that was saved longest ago. Without an open zone nothing has happened since the
 * last save. */
int64_t host_saved(const Server *server)
{
    int64_t min = server->saved;
    for (size_t i = 0; i < server->zone_count; i++)
        if (!i || autosave_saved(server->zones[i]->autosave) < min)
            min = autosave_saved(server->zones[i]->autosave);
    return min;
}

uint64_t host_leaving(const Server *server)
{
    uint64_t count = 0;
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++)
            count += player_slot_at(server->zones[i], k)->account &&
                     !player_slot_at(server->zones[i], k)->controller;
    return count;
}

uint64_t host_online(const Server *server)
{
    uint64_t count = 0;
    for (size_t i = 0; i < server->zone_count; i++)
        for (uint32_t k = 1; k < server->zones[i]->world->player_count; k++)
            count += player_slot_at(server->zones[i], k)->controller != NULL;
    return count;
}

/* ---- readiness ---- */

bool host_ready(void *context, Writer *reasons)
{
    const Server *server = context;
    DirectoryHealth health;
    server->directory->health(server, &health);
    if (server->state != SERVING || atomic_load(&server->stop))
        write_text(reasons, TEXT("the server is stopping\n"));
    if (!store_is_reachable(server->store))
        write_text(reasons, TEXT("the storage cannot be reached\n"));
    if (!health.bus_up)
        write_text(reasons, TEXT("the bus is not connected\n"));
    if (health.orphaned)
        write_format(reasons, "%u of %u zones have no server\n", health.orphaned, health.zones);
    return !reasons->size;
}

/* ---- the process: /proc, see proc(5) ---- */

static size_t open_descriptors(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (!folder)
        return 0;
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count - 1; /* without that of the folder */
}

/* Fields 22 to 24 of /proc/self/stat: start in clock ticks since boot, bytes, pages. The name
 * of the program, field 2, may contain blanks, and ends with the last parenthesis. */
static bool read_stat(unsigned long long *start, unsigned long *bytes, long *pages)
{
    char line[1024];
    FILE *file = fopen("/proc/self/stat", "r");
    const char *at = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (file)
        fclose(file);
    for (unsigned field = 3; at && field <= 22; field++)
        at = strchr(at + 1, ' ');
    return at && sscanf(at, "%llu %lu %ld", start, bytes, pages) == 3;
}

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void set_process(AdminMetrics *out)
{
    unsigned long long start;
    unsigned long bytes;
    long pages;
    out->cpu_seconds_total = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    out->open_fds = (double)open_descriptors();
    out->max_fds = (double)sysconf(_SC_OPEN_MAX);
    if (!read_stat(&start, &bytes, &pages))
        return;
    out->start_time_seconds = seconds_of(CLOCK_REALTIME) - seconds_of(CLOCK_BOOTTIME) +
                              (double)start / (double)sysconf(_SC_CLK_TCK);
    out->virtual_memory_bytes = (double)bytes;
    out->resident_memory_bytes = (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* ---- metrics ---- */

static void count_world(const Zone *zone, AdminMetrics *out)
{
    const World *world = zone->world;
    for (uint32_t i = 0; i < world->map_count; i++)
        out->maps += world->maps[i] && world->maps[i]->record;
    for (uint32_t i = 0; i < world->actor_count; i++)
        out->actors += world->actors[i]->used != 0;
    out->store_waiting += (double)autosave_waiting(zone->autosave);
}

/* Results that requests of a client can have, and others that were counted. */
static AdminCounts counts_of(const uint64_t *counts, Arena *arena)
{
    static const ResultCode usual[] = {RESULT_NAME,  RESULT_PASSWORD, RESULT_TAKEN,
                                       RESULT_WRONG, RESULT_BANNED,   RESULT_CLOSED,
                                       RESULT_WAIT,  RESULT_BUSY,     RESULT_FULL};
    AdminCount *items = NULL;
    size_t count = 0;
    for (unsigned result = 0; result < RESULTS; result++) {
        bool listed = counts[result] > 0;
        for (size_t i = 0; i < COUNT_OF(usual); i++)
            listed |= usual[i] == result;
        if (listed)
            *ARENA_PUSH(arena, items, count) =
                (AdminCount){result_name(result), counts[result]};
    }
    return (AdminCounts){items, count};
}

static void set_health(const Server *server, AdminMetrics *out, Arena *arena)
{
    DirectoryHealth health;
    Writer reasons = writer_to(arena);
    size_t denied;
    const AccountsQueue queue = accounts_queue(server->accounts, loop_now(server->loop));
    server->directory->health(server, &health);
    accounts_denials(server->accounts, &denied);
    out->ready = host_ready((void *)(uintptr_t)server, &reasons);
    out->storage_up = store_is_reachable(server->store);
    out->storage_last_write_seconds =
        (double)(server_moment(server).seconds - store_written(server->store));
    out->bus_up = health.bus_up;
    out->zones = health.zones;
    out->zones_owned = health.owned;
    out->zones_open = (double)server->zone_count;
    out->zones_without_owner = health.orphaned;
    out->password_queue = queue.length;
    out->password_queue_oldest_seconds = (double)queue.oldest / 1e3;
    out->banned_accounts =
        (double)accounts_banned(server->accounts, server_moment(server).seconds);
    out->denied_networks = (double)denied;
    out->build_info = TEXT(OISIN_VERSION);
}

void host_metrics(void *context, AdminMetrics *out, Arena *arena)
{
    const Server *server = context;
    const ServerStats *numbers = &server->numbers;
    const Moment now = server_moment(server);
    out->uptime_seconds = (double)(now.milliseconds - server->started) / 1e3;
    out->last_save_timestamp_seconds = (double)host_saved(server);
    out->players = (double)host_online(server);
    out->leaving_players = (double)host_leaving(server);
    out->accounts = (double)accounts_count(server->accounts);
    out->connections = (double)numbers->connections;
    for (size_t i = 0; i < server->zone_count; i++)
        count_world(server->zones[i], out);
    out->ticks_total = numbers->ticks;
    out->late_ticks_total = numbers->late;
    out->connections_total = numbers->accepted;
    out->refused_total = numbers->refused;
    out->registrations_total = numbers->registrations;
    out->logins_total = numbers->logins;
    out->failed_logins_total = numbers->failed_logins;
    out->malformed_total = numbers->malformed;
    out->flooded_total = numbers->flooded;
    out->slow_total = numbers->slow;
    out->received_packets_total = numbers->packets_in;
    out->received_bytes_total = numbers->bytes_in;
    out->sent_packets_total = numbers->packets_out;
    out->sent_bytes_total = numbers->bytes_out;
    out->saves_total = numbers->kept;
    set_health(server, out, arena);
    set_process(out);
    out->refused_logins_total = counts_of(numbers->refused_logins, arena);
    out->refused_registrations_total = counts_of(numbers->refused_registrations, arena);
    AdminBucket *buckets = ARENA_ALLOC(arena, AdminBucket, TICK_BUCKETS);
    for (size_t i = 0; i < TICK_BUCKETS; i++)
        buckets[i] = (AdminBucket){tick_limit(i) / 1e3, server->tick_buckets[i]};
    out->tick_seconds = (AdminHistogram){buckets, TICK_BUCKETS,
                                         server->tick_buckets[TICK_BUCKETS], server->tick_sum};
}
