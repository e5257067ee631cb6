/* view: serves pages with the contents of files to a browser. */
#include "base/html.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/system/signals.h"
#include "cli/browser.h"
#include "cli/invocation.h"
#include "cli/listen_options.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/open_game.h"
#include "kit/jobs/archive_member.h"
#include "tirnanog/jobs/page_files.h"
#include "studio/viewer/viewer_http.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

/* A folder, or a file (or a member of an archive) in one: files next to a model belong to
 * it. */
typedef struct Viewed {
    const char *folder;
    Text path; /* in the folder; empty: all of it */
    Text file; /* the part of `path` that is a file on the disk; empty: none */
} Viewed;

static const char *full_path(const Viewed *viewed, Text path, Arena *arena)
{
    return path.size
               ? arena_format(arena, "%s/%.*s", viewed->folder, (int)path.size, path.at).at
               : viewed->folder;
}

/* Whether no part is "..", ".", empty or hidden. */
static bool is_plain(Text path)
{
    for (size_t from = 0; from <= path.size && path.size;) {
        size_t to = from;
        while (to < path.size && path.at[to] != '/')
            to++;
        if (to == from || path.at[from] == '.')
            return false;
        from = to + 1;
    }
    return true;
}

/* Links must not lead outside of the viewed folder, nor to hidden files in it. The file
 * given on the command line may be hidden, or a link. */
static bool is_shown(const Viewed *viewed, Text path, Arena *arena)
{
    if (!path.size || (viewed->file.size && text_equal(path, viewed->file)))
        return true;
    if (!is_plain(path))
        return false;
    const char *root = path_resolved(viewed->folder, arena);
    const char *real = path_resolved(full_path(viewed, path, arena), arena);
    size_t size = root ? strlen(root) : 0;
    if (!real || !root || strncmp(real, root, size) != 0)
        return false;
    size -= size == 1; /* the folder is "/" */
    return !real[size] || (real[size] == '/' && is_plain(text_of(real + size + 1)));
}

/* Whether the folder is `path` or one of its parents: a link to it is a cycle. */
static bool is_around(const Viewed *viewed, Text path, const FileInfo *folder, Arena *arena)
{
    for (bool last = false; !last;) {
        FileInfo found;
        if (file_info(full_path(viewed, path, arena), &found) &&
            found.device == folder->device && found.identity == folder->identity)
            return true;
        last = !path.size;
        while (path.size && path.at[path.size - 1] != '/')
            path.size--;
        path.size -= path.size > 0;
    }
    return false;
}

static bool is_listed(const Viewed *viewed, Text folder, const char *name, FileInfo *status,
                      Arena *arena)
{
    const Text path = arena_format(arena, "%.*s%s%s", (int)folder.size, folder.at,
                                   folder.size ? "/" : "", name);
    const char *full = full_path(viewed, path, arena);
    if (name[0] == '.' || !file_info_at(FOLDER_CURRENT, full, status))
        return false;
    if (status->kind != KIND_LINK)
        return status->kind == KIND_FILE || status->kind == KIND_FOLDER;
    return file_info(full, status) && is_shown(viewed, path, arena) &&
           (status->kind == KIND_FILE ||
            (status->kind == KIND_FOLDER && !is_around(viewed, folder, status, arena)));
}

static bool list_folder(void *context, Text path, ViewerEntry **out, size_t *count,
                        Arena *arena)
{
    const char *full = full_path(context, path, arena);
    FolderEntries *handle = is_shown(context, path, arena) ? folder_entries(full) : NULL;
    if (!handle)
        return false;
    for (const ListedEntry *entry; (entry = folder_next(handle));) {
        FileInfo found;
        if (!is_listed(context, path, entry->name, &found, arena))
            continue;
        const bool folder = found.kind == KIND_FOLDER;
        *ARENA_PUSH(arena, *out, *count) = (ViewerEntry){
            arena_text(arena, text_of(entry->name)), folder, folder ? 0 : (uint64_t)found.size};
    }
    folder_entries_close(handle);
    return true;
}

static bool load_file(void *context, Text path, Bytes *out, Arena *arena, Report *report)
{
    const char *full = full_path(context, path, arena);
    FileInfo found;
    if (!is_shown(context, path, arena) || !file_info(full, &found) || found.kind != KIND_FILE)
        return report_error(report, "%.*s does not exist", (int)path.size, path.at);
    return file_load(full, out, arena, report);
}

static bool build_project(void *context, Text path, Bytes *game, Arena *arena, Report *report)
{
    if (!is_shown(context, path, arena))
        return report_error(report, "%.*s does not exist", (int)path.size, path.at);
    return game_load(full_path(context, path, arena), NULL, game, arena, report);
}

/* ---- the command ---- */

static bool find_viewed(const char *given, Viewed *out, Arena *arena)
{
    size_t size = strlen(given);
    *out = (Viewed){.folder = given};
    if (is_folder(given))
        return file_is_readable(given);
    if (!file_is_readable(given)) {
        const int cause = errno;
        if (!member_path(given, &size)) {
            errno = cause;
            return false;
        }
    }
    const Text file = {given, size};
    out->folder = folder_above(file, arena).at;
    out->path = text_of(path_base(file).at);
    out->file = path_base(file);
    return true;
}

static int serve_pages(Invocation *invocation, const Viewed *viewed,
                       const HttpServerOptions *wanted)
{
    Arena *arena = arena_new();
    const char *whole = path_resolved(viewed->folder, arena);
    const char *slash = whole ? strrchr(whole, '/') : NULL;
    ProjectFiles page;
    Report silent = report_to(NULL, NULL); /* it need not be installed */
    const bool with_page = web_page_load(&page, arena, &silent);
    const ViewerHost host = {.context = (void *)(uintptr_t)viewed,
                             .title = text_of(slash && slash[1] ? slash + 1 : viewed->folder),
                             .list = list_folder,
                             .load = load_file,
                             .build = build_project,
                             .page = with_page ? &page : NULL};
    Viewer *viewer = viewer_new(&host);
    const HttpHandler handler = viewer_http_handler(viewer);
    HttpServer *server = http_server_new(&handler, wanted, &invocation->report);
    bool ok = server != NULL;
    if (server) {
        Writer address = writer_to(arena);
        write_text(&address, http_server_address(server));
        write_url(&address, viewed->path);
        write_u8(&address, 0);
        printf("%s\n", writer_text(&address).at);
        fflush(stdout);
        if (!option_given(invocation, OPTION_no_browser))
            open_in_browser(writer_text(&address).at);
        while (!interrupted() && (ok = http_server_turn(server, 1000)))
            ;
        http_server_free(server);
    }
    viewer_free(viewer);
    arena_free(arena);
    return ok || interrupted() ? EXIT_DONE : EXIT_FAILED;
}

int command_view(Invocation *invocation)
{
    const char *given = invocation->arguments[0];
    Viewed viewed;
    HttpServerOptions wanted = {.idle = 5}; /* most readers read for longer */
    Arena *arena = arena_new();
    int status = EXIT_FAILED;
    if (!find_viewed(given, &viewed, arena)) {
        report_error(&invocation->report, "%s: %s", given, strerror(errno));
    } else if (option_listen(invocation, OPTION_listen, &wanted.address, &wanted.port, arena)) {
        interrupt_note(true);
        status = serve_pages(invocation, &viewed, &wanted);
    }
    arena_free(arena);
    return status;
}
