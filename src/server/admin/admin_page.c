/* The HTML page. It has no scripts and no external resources; all names are escaped, and the
 * headers (admin.c) forbid scripts as well. */
#include "server/admin/admin_routes.h"

#include "base/html.h"

#include <inttypes.h>
#include <time.h>

enum { REFRESH = 5 /* s */ };

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem;"
    "background:#fff;color:#222}"
    "h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.5rem 0 .3rem}"
    "dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.5rem;margin:"
    "0}"
    "dl div{border:1px solid #bbb;border-radius:.5rem;padding:.4rem .7rem}"
    "dt{color:#555;font-size:.85rem}dd{margin:0;font-size:1.15rem;overflow-wrap:anywhere}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%}"
    "th,td{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid #ccc;"
    "white-space:nowrap}.n{text-align:right}"
    "a{color:#04c}"
    "@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}"
    "dl div,th,td{border-color:#555}dt{color:#aaa}a{color:#8bf}}";

static void write_cell(Writer *out, const char *label, Text value)
{
    write_format(out, "<div><dt>%s</dt><dd>", label);
    write_html(out, value);
    write_format(out, "</dd></div>\n");
}

static Text duration(uint64_t seconds, Arena *arena)
{
    Writer out = writer_to(arena);
    admin_write_duration(&out, seconds);
    return writer_text(&out);
}

static Text ago(int64_t then, int64_t now, Arena *arena)
{
    if (!then)
        return TEXT("not yet");
    const Text since = duration(now > then ? (uint64_t)(now - then) : 0, arena);
    return arena_format(arena, "%.*s ago", (int)since.size, since.at);
}

static void write_status(const AdminStatus *status, Writer *out)
{
    Arena *arena = out->arena;
    write_format(out, "<dl>\n");
    write_cell(out, "players",
               status->leaving ? arena_format(arena, "%" PRIu64 " online, %" PRIu64 " leaving",
                                              status->users, status->leaving)
                               : arena_format(arena, "%" PRIu64, status->users));
    write_cell(out, "accounts", arena_format(arena, "%" PRIu64, status->total));
    write_cell(out, "registration", status->registering ? TEXT("open") : TEXT("closed"));
    write_cell(out, "uptime", duration(status->uptime, arena));
    write_cell(out, "saved", ago(status->saved, status->now, arena));
}

static void write_load(const AdminMetrics *metrics, Writer *out)
{
    const AdminHistogram *ticks = &metrics->tick_seconds;
    uint64_t count = ticks->above;
    for (size_t i = 0; i < ticks->bucket_count; i++)
        count += ticks->buckets[i].count;
    if (count)
        write_cell(out, "average tick",
                   arena_format(out->arena, "%.2f ms", 1000 * ticks->sum / (double)count));
    write_cell(out, "late ticks",
               arena_format(out->arena, "%" PRIu64, metrics->late_ticks_total));
    write_cell(out, "connections", arena_format(out->arena, "%.0f", metrics->connections));
    write_cell(out, "memory",
               arena_format(out->arena, "%.0f MiB", metrics->resident_memory_bytes / 1048576));
    write_format(out, "</dl>\n");
}

static void write_players(const AdminPlayer *players, size_t count, int64_t now, Writer *out)
{
    size_t online = 0;
    for (size_t i = 0; i < count; i++)
        online += !players[i].leaves;
    write_format(out, "<h2>Players</h2>\n");
    if (!online) {
        write_format(out, "<p>No players.</p>\n");
        return;
    }
    write_format(out, "<div class=wide><table>\n<tr><th>name<th>map<th class=n>latency"
                      "<th>online for<th>address\n");
    for (size_t i = 0; i < count; i++) {
        const AdminPlayer *player = &players[i];
        if (player->leaves)
            continue;
        write_format(out, "<tr><td>");
        write_html(out, player->name);
        write_format(out, "<td>");
        write_html(out, player->map);
        write_format(out, "<td class=n>");
        if (player->latency)
            write_format(out, "%" PRIu32 " ms", player->latency);
        write_format(out, "<td>");
        admin_write_duration(out, now > player->since ? (uint64_t)(now - player->since) : 0);
        write_format(out, "<td>");
        write_html(out, wire_address_text(&player->address, out->arena));
        write_format(out, "\n");
    }
    write_format(out, "</table></div>\n");
}

/* Players who have lost the connection. */
static void write_leaving(const AdminPlayer *players, size_t count, Writer *out)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!players[i].leaves)
            continue;
        if (!any)
            write_format(out, "<h2>Leaving</h2>\n<div class=wide><table>\n"
                              "<tr><th>name<th>map<th class=n>leaves in\n");
        any = true;
        write_format(out, "<tr><td>");
        write_html(out, players[i].name);
        write_format(out, "<td>");
        write_html(out, players[i].map);
        write_format(out, "<td class=n>%" PRIu32 " s\n", players[i].leaves);
    }
    if (any)
        write_format(out, "</table></div>\n");
}

static void write_start(Text game, Writer *out)
{
    write_format(out,
                 "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
                 "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
                 "<meta http-equiv=refresh content=%d>\n<title>",
                 REFRESH);
    write_html(out, game);
    write_format(out, " - Ois\xC3\xADn</title>\n<style>%s</style></head>\n<body><h1>", style);
    write_html(out, game);
    write_format(out, "</h1>\n");
}

static void write_end(int64_t now, Writer *out)
{
    const time_t seconds = (time_t)now;
    struct tm date = {0};
    char words[32] = "";
    gmtime_r(&seconds, &date);
    strftime(words, sizeof words, "%Y-%m-%d %H:%M:%S", &date);
    write_format(out, "<p>%s UTC, refreshed every %d s.", words, REFRESH);
    for (const AdminRoute *route = admin_routes; route->word; route++)
        if (!route->changes && !route->needs && *route->word)
            write_format(out, " <a href=\"/%s\">%s</a>", route->word, route->word);
    write_format(out, "</p>\n</body></html>\n");
}

void admin_page(const AdminHost *host, Writer *out)
{
    AdminStatus status = {0};
    AdminMetrics metrics = {0};
    const AdminPlayer *players = NULL;
    host->status(host->context, &status);
    host->metrics(host->context, &metrics, out->arena);
    const size_t count = host->players(host->context, &players, out->arena);
    write_start(tng_game_id(host->game), out);
    write_status(&status, out);
    write_load(&metrics, out);
    write_players(players, count, status.now, out);
    write_leaving(players, count, out);
    write_end(status.now, out);
}
