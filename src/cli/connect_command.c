/* Parts, in order: certificates; game files; opening; the game whose fonts and colours are used
 * before the login. A download is written to GAME.tng.part, continued after an interruption,
 * and renamed when it is complete. */
#include "cli/connect_command.h"

#include "base/deflate.h"
#include "base/output/output.h"
#include "base/system/files.h"
#include "base/system/process.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "tirnanog/container/tng.h"
#include "tirnanog/project/project.h"
#include "server/server.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- certificates ---- */

static Text pins_text(const Connect *connect, Arena *arena)
{
    Bytes file = {NULL, 0};
    if (!file_exists(connect->pins) || !file_load(connect->pins, &file, arena, connect->report))
        return TEXT("");
    return text_of_bytes(file);
}

static Known known(void *context, uint8_t pin[PIN_SIZE], Report *report)
{
    const Connect *connect = context;
    Arena *scratch = arena_new();
    Report about = report_child(report, text_of(connect->pins));
    const Known out = file_exists(connect->pins) && !file_is_readable(connect->pins)
                          ? KNOWN_BAD /* an unreadable file may have another pin */
                          : known_hosts_find(pins_text(connect, scratch), connect->server.host,
                                             connect->server.port, pin, &about);
    arena_free(scratch);
    return out;
}

static void trust(void *context, const uint8_t pin[PIN_SIZE])
{
    Connect *connect = context;
    Arena *scratch = arena_new();
    const Text file = known_hosts_add(pins_text(connect, scratch), connect->server.host,
                                      connect->server.port, pin, scratch);
    const Bytes bytes = {(const uint8_t *)file.at, file.size};
    if (folder_make(arena_text(scratch, folder_above(text_of(connect->pins), scratch)).at,
                    connect->report))
        file_save(connect->pins, &bytes, 1, connect->report);
    arena_free(scratch);
}

/* ---- game files ---- */

static void game_path(const Connect *connect, uint64_t unique, const char *end,
                      char out[PATH_SIZE])
{
    snprintf(out, PATH_SIZE, "%.*s/%016" PRIx64 "%s", PATH_SIZE - 40, connect->folder, unique,
             end);
}

/* Whether it is the server's game, and complete. A game that was just downloaded is
 * complete, even if its builder wrote a wrong checksum. */
static bool is_game(const Connect *connect, Bytes file, const PacketServerHello *hello)
{
    enum { UNIQUE_AT = 48 };
    TngFile game;
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    uint64_t unique = 0;
    for (size_t i = 0; i < 8 && file.size >= UNIQUE_AT + 8; i++)
        unique |= (uint64_t)file.data[UNIQUE_AT + i] << 8 * i;
    const bool ok = file.size == hello->size && unique == hello->unique &&
                    tng_read(file, &game, scratch, &silent) &&
                    (connect->fetched == unique || game.header.crc == tng_crc(file));
    arena_free(scratch);
    return ok;
}

static Bytes find(void *context, const PacketServerHello *hello)
{
    const Connect *connect = context;
    char path[PATH_SIZE];
    Bytes file;
    Report silent = report_to(NULL, NULL);
    if (is_game(connect, connect->given, hello))
        return connect->given;
    game_path(connect, hello->unique, ".tng", path);
    if (!file_exists(path))
        return (Bytes){NULL, 0};
    if (file_load(path, &file, connect->arena, &silent) && is_game(connect, file, hello))
        return file;
    file_remove(FOLDER_CURRENT, path); /* damaged: downloaded again */
    return (Bytes){NULL, 0};
}

static uint64_t begun(void *context, const PacketServerHello *hello)
{
    Connect *connect = context;
    FileInfo facts;
    game_path(connect, hello->unique, ".tng.part", connect->part);
    folder_make(connect->folder, connect->report);
    connect->coming = hello->unique;
    connect->part_size = file_info(connect->part, &facts) ? facts.size : 0;
    if (connect->part_size < hello->size)
        return connect->part_size;
    file_remove(FOLDER_CURRENT, connect->part); /* complete, but rejected */
    return connect->part_size = 0;
}

/* Written to a temporary file, then renamed: a file with the final name is complete. */
static bool keep_piece(void *context, uint64_t offset, Bytes piece, bool last)
{
    Connect *connect = context;
    if (offset != connect->part_size)
        return false;
    const int file = file_open(FOLDER_CURRENT, connect->part, OPEN_WRITE | OPEN_CREATE);
    bool ok = file >= 0 && file_write_at(file, piece.data, piece.size, offset) &&
              (!last || file_flush(file));
    if (file >= 0)
        ok = file_close(file) && ok;
    connect->part_size += piece.size;
    if (!ok || !last)
        return ok;
    char whole[PATH_SIZE];
    snprintf(whole, sizeof whole, "%.*s", (int)(strlen(connect->part) - strlen(".part")),
             connect->part);
    connect->fetched = connect->coming;
    return file_move(FOLDER_CURRENT, connect->part, FOLDER_CURRENT, whole);
}

/* ---- opening ---- */

bool connect_open(Connect *connect, const UserFolders *folders, const char *target,
                  const char *name, Arena *arena, Report *report)
{
    const char *given = environment("OISIN_PASSWORD");
    const Text password = arena_text(arena, text_of(given ? given : ""));
    environment_remove("OISIN_PASSWORD"); /* hidden from child processes */
    *connect = (Connect){.arena = arena, .report = report};
    PlayerServer *server = &connect->server;
    *server = (PlayerServer){.port = SERVER_PORT,
                             .name = text_of(name ? name : ""),
                             .password = password,
                             .games = {connect, find, begun, keep_piece, NULL},
                             .known = known,
                             .trust = trust,
                             .context = connect};
    if (!wire_target(text_of(target), &server->host, &server->port, report))
        return false;
    snprintf(connect->pins, sizeof connect->pins, "%s/known_hosts", folders->paths.settings);
    snprintf(connect->folder, sizeof connect->folder, "%s", folders->paths.game);
    server->pins = text_of(connect->pins);
    return true;
}

/* In all languages of the pages. */
static void add_languages(ProjectFiles *files, Arena *arena)
{
    static const char *const languages[][2] = {{"en", "English"},
                                               {"de", "Deutsch"},
                                               {"fr", "Fran\xC3\xA7"
                                                      "ais"},
                                               {"es", "Espa\xC3\xB1ol"}};
    for (size_t i = 0; i < COUNT_OF(languages); i++) {
        const Text text =
            arena_format(arena, "# TirNanoG Translation\n\nmsgid \"%s\"\nmsgstr \"%s\"\n",
                         languages[i][0], languages[i][1]);
        *ARENA_PUSH(arena, files->items, files->count) =
            (ProjectFile){arena_format(arena, "lang/%s.po", languages[i][0]),
                          {(const uint8_t *)text.at, text.size}};
    }
}

bool connect_lobby(Bytes *out, Arena *arena, Report *report)
{
    ProjectFiles files = {0};
    TngOutput output;
    if (!project_new(TEXT("oisin"), &files, arena, report))
        return false;
    add_languages(&files, arena);
    if (!project_build(&files, &(BuildOptions){0}, &output, arena, report))
        return false;
    *out = tng_output_bytes(&output, arena);
    return true;
}
