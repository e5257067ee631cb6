/* What is in the folders of targets (targets.def). Parts, in order: the player for Windows;
 * Windows; Linux; the page; the page for itch.io. */
#include "tirnanog/jobs/targets.h"

#include "base/stream.h"
#include "kit/formats/zip_write.h"
#include "kit/jobs/files.h"
#include "kit/jobs/program_folder.h"
#include "tirnanog/jobs/page_files.h"
#include "tirnanog/project/launchers.h"

static void add(TargetFiles *out, Text path, Bytes bytes, Arena *arena)
{
    *ARENA_PUSH(arena, out->files.items, out->files.count) = (ProjectFile){path, bytes};
}

/* GAME.ending */
static Text named(const TargetGame *game, const char *ending, Arena *arena)
{
    return arena_format(arena, "%.*s.%s", (int)game->name.size, game->name.at, ending);
}

/* ---- the player for Windows ---- */

#define WINDOWS_PLAYER "oisin-play.exe"

/* Beside the running program, PREFIX/share/oisin/windows or PREFIX/lib/oisin of an installed
 * one, otherwise windows of the build folder, which `make windows` has filled. Empty: none. */
static Text player_folder(Arena *arena)
{
    static const char *const places[] = {"", "../share/oisin/windows", "../lib/oisin",
                                         "../windows"};
    const char *folder =
        program_part("OISIN_WINDOWS", places, COUNT_OF(places), WINDOWS_PLAYER, arena);
    return text_of(folder ? folder : "");
}

/* ---- Windows ---- */

/* The player plays the game of its own name. */
bool windows_target(const TargetGame *game, TargetFiles *out, Arena *arena, Report *report)
{
    const Text folder = player_folder(arena), program = named(game, "exe", arena);
    const char *licences = arena_format(arena, "%s/licences.txt", folder.at).at;
    Bytes bytes;
    if (!folder.size)
        return report_error(
            report, "the player for Windows is not installed: put " WINDOWS_PLAYER
                    " of a release for Windows beside oisin or into share/oisin/windows, or "
                    "run `make windows` in the sources");
    if (!file_load(arena_format(arena, "%s/" WINDOWS_PLAYER, folder.at).at, &bytes, arena,
                   report))
        return false;
    add(out, program, bytes, arena);
    add(out, named(game, "tng", arena), game->file, arena);
    add(out, named(game, "lnk", arena),
        launcher_shortcut(game->title, program, TEXT(""), arena), arena);
    if (game->icon.size) {
        if (!launcher_icon(game->icon, &bytes, arena, report))
            return false;
        add(out, named(game, "ico", arena), bytes, arena);
    }
    if (file_exists(licences)) {
        if (!file_load(licences, &bytes, arena, report))
            return false;
        add(out, TEXT("licences.txt"), bytes, arena);
    }
    return true;
}

/* ---- Linux ---- */

static Bytes read_me(const TargetGame *game, Arena *arena)
{
    static const char with_icon[] =
        "For a menu with the icon, copy the launcher to ~/.local/share/applications, with the\n"
        "path of the game in it, and the image to ~/.local/share/icons.\n";
    const int size = (int)game->name.size;
    const char *name = game->name.at;
    Writer out = writer_to(arena);
    write_format(
        &out,
        "%.*s\n\n"
        "This game needs the player oisin (Debian: the package oisin-player):\n\n"
        "    oisin play %.*s.tng\n\n"
        "%.*s.tng is executable: it starts by itself where that package has installed\n"
        "/usr/bin/tngp. %.*s.desktop starts it from a file manager.\n%s",
        (int)game->title.size, game->title.at, size, name, size, name, size, name,
        game->icon.size ? with_icon : "");
    return writer_bytes(&out);
}

bool linux_target(const TargetGame *game, TargetFiles *out, Arena *arena, Report *report)
{
    (void)report;
    out->program = named(game, "tng", arena);
    add(out, out->program, game->file, arena);
    add(out, named(game, "desktop", arena),
        launcher_desktop(game->title, out->program, game->icon.size ? game->name : TEXT(""),
                         arena),
        arena);
    if (game->icon.size)
        add(out, named(game, "png", arena), game->icon, arena);
    add(out, TEXT("README.txt"), read_me(game, arena), arena);
    return true;
}

/* ---- the page ---- */

bool web_target(const TargetGame *game, TargetFiles *out, Arena *arena, Report *report)
{
    return web_page_files(game->file, &out->files, arena, report);
}

/* ---- the page for itch.io ---- */

/* What itch.io refuses of a zip file that is played in the browser; MB as it counts them. */
static void warn_of_limits(const ProjectFiles *page, Report *report)
{
    enum { FILES_MAX = 1000, MB = 1000000, FILE_MAX = 200, ALL_MAX = 500, PATH_MAX_SIZE = 240 };
    uint64_t all = 0;
    for (size_t i = 0; i < page->count; i++) {
        const ProjectFile *file = &page->items[i];
        all += file->bytes.size;
        if (file->bytes.size > (size_t)FILE_MAX * MB || file->path.size > PATH_MAX_SIZE)
            report_warning(report,
                           "%.*s: itch.io accepts files of at most %d MB, with a path of at "
                           "most %d bytes",
                           (int)file->path.size, file->path.at, FILE_MAX, PATH_MAX_SIZE);
    }
    if (all > (uint64_t)ALL_MAX * MB || page->count > FILES_MAX)
        report_warning(report,
                       "itch.io accepts at most %d files of %d MB in all; the page has %zu of "
                       "%llu MB",
                       FILES_MAX, ALL_MAX, page->count, (unsigned long long)(all / MB));
}

bool itch_target(const TargetGame *game, TargetFiles *out, Arena *arena, Report *report)
{
    ProjectFiles page;
    Bytes zip;
    if (!web_page_files(game->file, &page, arena, report))
        return false;
    warn_of_limits(&page, report);
    project_files_sort(&page);
    if (!zip_write(&page, &zip, arena, report))
        return false;
    add(out, named(game, "zip", arena), zip, arena);
    return true;
}
