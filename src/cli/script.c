/* script: listing and lifting the handlers of a game, running one alone. */
#include "cli/command.h"
#include "cli/files.h"
#include "cli/scripts.h"
#include "project/script_names.h"

#include <stdio.h>
#include <string.h>

/* A game from a file, or built from a project. */
bool game_load(const char *path, Bytes *out, Arena *arena, Report *report)
{
    ProjectFiles files;
    TngOutput game;
    if (!is_folder(path))
        return file_load(path, out, arena, report);
    if (!project_load_files(path, &files, arena, report) ||
        !project_build(&files, &(BuildOptions){0}, &game, arena, report))
        return false;
    *out = tng_output_bytes(&game, arena);
    return true;
}

typedef struct Listing {
    const char *wanted; /* the start of a name, or NULL */
    const ScriptNames *names;
    bool lift;
    Arena *arena;
    Report *report;
    bool ok;
} Listing;

static void list_one(void *context, Text name, Bytes code, bool expression)
{
    Listing *listing = context;
    if (listing->wanted && !text_starts(name, listing->wanted))
        return;
    Writer out = writer_to(listing->arena);
    printf("%.*s\n", (int)name.size, name.at);
    report_about(listing->report, name);
    const ScriptStyle style = {.level = 1, .expression = expression};
    listing->ok &= listing->lift ? script_lift(code, listing->names, &style, &out,
                                               listing->arena, listing->report)
                                 : script_list(code, listing->names, &out);
    report_about(listing->report, TEXT(""));
    fwrite(out.data, 1, out.size, stdout);
    printf("\n");
}

static int list(Invocation *invocation, bool lift)
{
    Arena *arena = arena_new();
    Bytes file;
    TngFile game;
    Report *report = &invocation->report;
    const char *path = invocation->arguments[1];
    Listing listing = {.wanted =
                           invocation->argument_count > 2 ? invocation->arguments[2] : NULL,
                       .lift = lift,
                       .arena = arena,
                       .report = report,
                       .ok = true};
    bool ok = game_load(path, &file, arena, report);
    report_about(report, text_of(path));
    ok = ok && tng_read(file, &game, arena, report);
    Names names;
    ok = ok && project_game_names(&game, &names, arena, report);
    if (ok) {
        const ScriptNames script_names = script_names_of(&names);
        listing.names = &script_names;
        ok = game_scripts(&game, list_one, &listing, arena, report) && listing.ok;
    }
    report_about(report, TEXT(""));
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

int command_script(Invocation *invocation)
{
    const char *verb = invocation->arguments[0];
    if (!strcmp(verb, "list"))
        return list(invocation, false);
    if (!strcmp(verb, "lift"))
        return list(invocation, true);
    if (strcmp(verb, "run") != 0)
        return usage_error(invocation, "script can list, lift and run, not \"%s\"", verb);
    if (invocation->argument_count < 3)
        return usage_error(invocation, "script run needs a project and a handler");
    Arena *arena = arena_new();
    const bool ok = script_run_alone(invocation, arena);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
