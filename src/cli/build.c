/* build, unpack, pack, new: projects and games; archives.c does the other archives. */
#include "cli/archives.h"
#include "cli/bar.h"
#include "cli/cache.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/layouts.h"
#include "cli/workspace.h"
#include "formats/format.h"
#include "formats/tirnanog/tng.h"
#include "project/project.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static bool save_launchers(Invocation *invocation, const char *game, const ProjectFiles *files,
                           const char *folder, Arena *arena)
{
    ProjectFiles launchers = {.game = files->game};
    const char *slash = strrchr(game, '/');
    project_launchers(files, text_of(slash ? slash + 1 : game), &launchers, arena);
    return folder_save_files(folder, &launchers, &invocation->report);
}

static bool build(Invocation *invocation, const char *folder, const char *output, Arena *arena)
{
    const char *extension = option_text(invocation, "extension");
    DiskCache disk;
    Bar bar;
    const BuildOptions build_options = {
        .strip = option_given(invocation, "strip"),
        .optimise = option_given(invocation, "optimise"),
        .extension = text_of(extension ? extension : ""),
        .cache = option_given(invocation, "no-cache") ? NULL : disk_cache_open(&disk),
        .progress = bar_begin(&bar, option_given(invocation, "quiet"))};
    ProjectFiles files;
    TngOutput game;
    Report *report = &invocation->report;
    bool built = project_open_files(folder, &files, arena, report);
    messages_within(invocation, folder);
    built = built && project_build(&files, &build_options, &game, arena, report);
    messages_within(invocation, "");
    bar_end(&bar);
    if (!built) {
        fprintf(stderr, "%zu error%s: nothing was written\n", report->errors,
                report->errors == 1 ? "" : "s");
        return false;
    }
    if (build_options.cache)
        disk_cache_tidy(&disk);
    if (!file_holds(output, game.parts, game.count) &&
        !file_save(output, game.parts, game.count, report))
        return false;
    if (option_given(invocation, "launchers")) {
        char beside[PATH_MAX];
        snprintf(beside, sizeof beside, "%s", output);
        char *slash = strrchr(beside, '/');
        if (slash)
            *slash = 0;
        if (!save_launchers(invocation, output, &files, slash ? beside : ".", arena))
            return false;
    }
    if (!option_given(invocation, "quiet"))
        fprintf(stderr, "%s: %zu bytes\n", output, game.size);
    return true;
}

int command_build(Invocation *invocation)
{
    const char *folder = invocation->arguments[0];
    const char *output = option_text(invocation, "output");
    const char *extension = option_text(invocation, "extension");
    Arena *arena = arena_new();
    if (!output)
        output = arena_format(arena, "%s/%s.tng", folder, extension ? extension : "game").at;
    const bool ok = build(invocation, folder, output, arena);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* What a folder can be packed into; the first row that says so. */
static bool is_archive(const char *folder, const char *output)
{
    return archive_of_folder(folder, output) != NULL;
}

static bool is_project(const char *folder, const char *output)
{
    (void)folder;
    (void)output;
    return true;
}

static const struct {
    bool (*fits)(const char *folder, const char *output);
    bool (*pack)(Invocation *invocation, const char *folder, const char *output, Arena *arena);
    bool of_workspace;
} packers[] = {{is_workspace, workspace_pack_folder, true},
               {is_layout, layout_pack_folder, false},
               {is_workspace_part, workspace_pack_part, true},
               {is_archive, archive_pack_folder, false},
               {is_project, build, false}};

int command_pack(Invocation *invocation)
{
    const char *folder = invocation->arguments[0];
    const char *output = option_text(invocation, "output");
    if (!output || !*output)
        return usage_error(invocation, "pack needs -o FILE");
    if (!layout_options_fit(invocation))
        return EXIT_USAGE;
    size_t row = 0;
    while (!packers[row].fits(folder, output))
        row++;
    if (option_given(invocation, "dry-run") && !packers[row].of_workspace)
        return usage_error(invocation, "--dry-run is for a workspace, and %s is none", folder);
    Arena *arena = arena_new();
    const bool ok = packers[row].pack(invocation, folder, output, arena);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

static bool unpack_game(Invocation *invocation, Bytes file, const char *folder, Arena *arena)
{
    TngFile game;
    ProjectFiles files;
    Report *report = &invocation->report;
    if (!tng_read(file, &game, arena, report) || !project_unbuild(&game, &files, arena, report))
        return false;
    report_about(report, TEXT(""));
    if (!project_save_files(folder, &files, option_given(invocation, "force"), report))
        return false;
    if (!option_given(invocation, "quiet"))
        fprintf(stderr, "%s/%.*s: %zu files\n", folder, (int)files.game.size, files.game.at,
                files.count);
    return true;
}

/* Of several archives each gets a folder of its own, named like it. */
static Text archive_folder(const Invocation *invocation, const char *path, const char *folder,
                           Arena *arena)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return invocation->argument_count == 1
               ? text_of(folder)
               : arena_format(arena, "%s/%.*s", folder,
                              dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

static bool unpack(Invocation *invocation, const char *path, const char *folder, Arena *arena)
{
    Bytes file;
    Report *report = &invocation->report;
    if (!file_load(path, &file, arena, report))
        return false;
    report_about(report, text_of(path));
    const Format *format = format_of(text_of(path), file);
    const ArchiveKind *kind = format ? archive_kind(text_of(format->name)) : NULL;
    const bool ok =
        kind ? archive_unpack_into(invocation, kind, file,
                                   archive_folder(invocation, path, folder, arena).at)
        : format && strcmp(format->name, "tng")
            ? report_error(report, "a .%s is neither a game nor an archive", format->name)
            : unpack_game(invocation, file, folder, arena);
    report_about(report, TEXT(""));
    return ok;
}

/* What is to be in open forms, and any folder, becomes a workspace. */
static bool makes_workspace(const Invocation *invocation)
{
    bool folders = false;
    for (size_t i = 0; i < invocation->argument_count; i++)
        folders = folders || is_folder(invocation->arguments[i]);
    return folders || option_given(invocation, "open");
}

int command_unpack(Invocation *invocation)
{
    const char *folder = option_text(invocation, "output");
    bool ok = true;
    if (!folder)
        return usage_error(invocation, "unpack needs -o DIR");
    if (makes_workspace(invocation)) {
        Arena *arena = arena_new();
        ok = workspace_unpack(invocation, folder, option_given(invocation, "open"), arena);
        arena_free(arena);
        return ok ? EXIT_DONE : EXIT_FAILED;
    }
    for (size_t i = 0; i < invocation->argument_count; i++) {
        Arena *arena = arena_new();
        ok &= unpack(invocation, invocation->arguments[i], folder, arena);
        arena_free(arena);
    }
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* "a/b/mygame/" is the game mygame within a/b. */
int command_new(Invocation *invocation)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", invocation->arguments[0]);
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        path[--size] = 0;
    char *slash = strrchr(path, '/');
    const Text game = text_of(slash ? slash + 1 : path);
    ProjectFiles files = {0};
    Arena *arena = arena_new();
    if (slash)
        *slash = 0;
    bool ok = project_new(game, &files, arena, &invocation->report) &&
              project_save_files(slash ? (path[0] ? path : "/") : ".", &files, false,
                                 &invocation->report);
    if (ok)
        fprintf(stderr, "%s: a small game. Now try:\n    oisin build %s\n    oisin play %s\n",
                invocation->arguments[0], invocation->arguments[0], invocation->arguments[0]);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
