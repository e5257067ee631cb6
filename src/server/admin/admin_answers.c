/* Answers in JSON and plain text: /status, /tng, /players, /help. Others: admin_metrics.c. */
#include "server/admin/admin_routes.h"

#include "base/json.h"

void admin_status(const AdminHost *host, Writer *out)
{
    AdminStatus status = {0};
    host->status(host->context, &status);
    JsonWriter json = json_to(out);
    json_open(&json, NULL);
    json_put_int(&json, "now", status.now);
    json_put_uint(&json, "uptime", status.uptime);
    json_put_int(&json, "saved", status.saved);
    json_put_uint(&json, "users", status.users);
    json_put_uint(&json, "leaving", status.leaving);
    json_put_uint(&json, "total", status.total);
    json_put_bool(&json, "reg", status.registering);
    json_close(&json);
    json_end(&json);
}

void admin_tng(const AdminHost *host, Writer *out)
{
    const TngHeader *game = host->game;
    JsonWriter json = json_to(out);
    json_open(&json, NULL);
    json_put_text(&json, "gameid", tng_game_id(game));
    json_put_uint(&json, "rev", game->revision);
    json_put_uint(&json, "type", game->type_bits & 15);
    json_put_hex(&json, "id", (Bytes){game->unique, sizeof game->unique});
    json_put_uint(&json, "tilew", tng_tile_width(game));
    json_put_uint(&json, "tileh", tng_tile_height(game));
    json_put_uint(&json, "mapsize", 1ull << (game->map_log2 & 63));
    json_put_uint(&json, "atlassize", 1ull << (game->atlas_log2 & 63));
    json_put_uint(&json, "audiorate", game->audio_rate);
    json_put_uint(&json, "fps", game->frame_rate);
    json_put_uint(&json, "actions", game->action_count);
    json_put_uint(&json, "layers", game->layer_count);
    json_put_uint(&json, "transports", game->transport_count);
    json_put_uint(&json, "maxcommand", game->highest_command);
    json_put_uint(&json, "deltay", game->delta_y);
    json_put_uint(&json, "rowlength", game->row_length);
    json_close(&json);
    json_end(&json);
}

static void put_place(JsonWriter *json, const AdminPlayer *player)
{
    json_put_text(json, "name", player->name);
    json_put_text(json, "map", player->map);
    json_put_uint(json, "x", player->x);
    json_put_uint(json, "y", player->y);
}

static void put_online(JsonWriter *json, const AdminPlayer *player, Arena *arena)
{
    json_open(json, NULL);
    put_place(json, player);
    json_put_text(json, "language", player->language);
    json_put_text(json, "address", wire_address_text(&player->address, arena));
    json_put_int(json, "since", player->since);
    json_put_uint(json, "latency", player->latency);
    json_close(json);
}

static void put_leaving(JsonWriter *json, const AdminPlayer *player)
{
    json_open(json, NULL);
    put_place(json, player);
    json_put_uint(json, "leaves", player->leaves);
    json_close(json);
}

static void put_elsewhere(const AdminHost *host, JsonWriter *json, Arena *arena)
{
    const Text *names = NULL;
    const size_t count = host->elsewhere(host->context, &names, arena);
    json_open_list(json, "elsewhere");
    for (size_t i = 0; i < count; i++) {
        json_open(json, NULL);
        json_put_text(json, "name", names[i]);
        json_close(json);
    }
    json_close_list(json);
}

void admin_players(const AdminHost *host, Writer *out)
{
    const AdminPlayer *players = NULL;
    const size_t count = host->players(host->context, &players, out->arena);
    JsonWriter json = json_to(out);
    json_open(&json, NULL);
    json_open_list(&json, "players");
    for (size_t i = 0; i < count; i++)
        if (!players[i].leaves)
            put_online(&json, &players[i], out->arena);
    json_close_list(&json);
    json_open_list(&json, "leaving");
    for (size_t i = 0; i < count; i++)
        if (players[i].leaves)
            put_leaving(&json, &players[i]);
    json_close_list(&json);
    if (host->elsewhere)
        put_elsewhere(host, &json, out->arena);
    json_close(&json);
    json_end(&json);
}

static void write_parameter(AdminParameter parameter, const char *before, const char *after,
                            Writer *out)
{
    if (parameter)
        write_format(out, "%s%s=...%s", before, admin_parameter_name(parameter), after);
}

void admin_help(const AdminHost *host, Writer *out)
{
    (void)host;
    write_format(out, "Requests marked * change something; they accept %s=..., %s.\n\n",
                 admin_parameter_name(ADMIN_BY), admin_parameter_doc(ADMIN_BY));
    for (const AdminRoute *route = admin_routes; route->word; route++) {
        const size_t from = out->size;
        write_format(out, "%c /%s", route->changes ? '*' : ' ', route->word);
        write_parameter(route->needs, "?", "", out);
        write_parameter(route->may, route->needs ? "[&" : "[?", "]", out);
        for (AdminParameter i = ADMIN_NOTHING + 1; i < ADMIN_PARAMETERS; i++)
            if (route->options & 1u << i && i != ADMIN_BY)
                write_parameter(i, "[&", "]", out);
        const int wide = (int)(out->size - from);
        write_format(out, "%*s%s\n", wide < 34 ? 34 - wide : 1, "", route->doc);
    }
}

void admin_write_duration(Writer *out, uint64_t seconds)
{
    static const struct {
        uint64_t size;
        const char *name;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t i = 0;
    while (i + 1 < COUNT_OF(units) && seconds < units[i].size)
        i++;
    write_format(out, "%llu %s", (unsigned long long)(seconds / units[i].size), units[i].name);
    const uint64_t rest = seconds % units[i].size;
    if (i + 1 < COUNT_OF(units) && rest >= units[i + 1].size)
        write_format(out, " %llu %s", (unsigned long long)(rest / units[i + 1].size),
                     units[i + 1].name);
}
