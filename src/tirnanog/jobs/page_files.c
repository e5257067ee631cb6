/* Finds the installed files of the page, and puts a game into it. web_page.h makes the page in
 * memory; this file is the part that uses the file system. */
#include "tirnanog/jobs/page_files.h"

#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/program_folder.h"
#include "tirnanog/project/web_page.h"

#include <stdlib.h>

/* ---- the files of the page ---- */

/* PREFIX/share/oisin/web of an installed program, share/oisin/web of one that was unpacked from
 * a zip file, otherwise web/page of the build folder, which `make web` has filled. Empty: there
 * is neither. */
static Text page_folder(Arena *arena)
{
    static const char *const places[] = {"share/oisin/web", "../share/oisin/web",
                                         "../web/page"};
    const char *folder =
        program_part("OISIN_WEB", places, COUNT_OF(places), "index.html", arena);
    return text_of(folder ? folder : "");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t names_in(Text folder, const char ***out, Arena *arena)
{
    FolderEntries *directory = folder_entries(arena_text(arena, folder).at);
    size_t count = 0;
    *out = NULL;
    for (const ListedEntry *entry; directory && (entry = folder_next(directory));)
        if (entry->name[0] != '.')
            *ARENA_PUSH(arena, *out, count) = arena_text(arena, text_of(entry->name)).at;
    if (directory)
        folder_entries_close(directory);
    if (count)
        qsort(*out, count, sizeof **out, by_name);
    return count;
}

/* ---- a game's page ---- */

bool web_page_load(ProjectFiles *out, Arena *arena, Report *report)
{
    const char **names;
    const Text folder = page_folder(arena);
    if (!folder.size)
        return report_error(
            report,
            "the files of the page are not installed: install the package oisin-web, or run "
            "`make web` in the sources");
    const size_t count = names_in(folder, &names, arena);
    *out = (ProjectFiles){.items = ARENA_ALLOC(arena, ProjectFile, count + 1)};
    for (size_t i = 0; i < count; i++) {
        Bytes bytes;
        if (!file_load(arena_format(arena, "%.*s/%s", (int)folder.size, folder.at, names[i]).at,
                       &bytes, arena, report))
            return false;
        /* a copy: the installed files may be replaced while `view` serves them */
        out->items[out->count++] = (ProjectFile){text_of(names[i]), arena_copy(arena, bytes)};
    }
    return true;
}

static bool make(Bytes game, bool serves, ProjectFiles *out, Arena *arena, Report *report)
{
    ProjectFiles plain;
    const WebPage wanted = {
        .files = &plain, .game = game, .offline = !serves, .serves = serves};
    *out = (ProjectFiles){0};
    return web_page_load(&plain, arena, report) && web_page_make(&wanted, out, arena, report);
}

bool web_page_files(Bytes game, ProjectFiles *out, Arena *arena, Report *report)
{
    return make(game, false, out, arena, report);
}

bool web_page_serve(Bytes game, ProjectFiles *out, Arena *arena, Report *report)
{
    return make(game, true, out, arena, report);
}
