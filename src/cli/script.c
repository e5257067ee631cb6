/* script: listing and lifting the handlers of a game, running one alone. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/scripts.h"
#include "formats/tirnanog/tng_scripts.h"
#include "project/script_names.h"
#include "script/reference.h"

#include <stdio.h>
#include <string.h>

typedef struct Listing {
    const char *wanted; /* the start of a name, or NULL */
    const ScriptNames *names;
    bool lift;
    Arena *arena;
    Report *report;
    bool ok;
} Listing;

static void list_one(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Listing *listing = context;
    (void)ref;
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
    const BuildOptions build_options = {.optimise = option_given(invocation, "optimise")};
    bool ok = game_load(path, &build_options, &file, arena, report);
    report_about(report, text_of(path));
    ok = ok && tng_read(file, &game, arena, report);
    Names names;
    ok = ok && project_game_names(&game, &names, arena, report);
    if (ok) {
        const ScriptNames script_names = script_names_of(&names);
        listing.names = &script_names;
        ok = tng_scripts_visit(&game, list_one, &listing, arena, report) && listing.ok;
    }
    report_about(report, TEXT(""));
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* What follows from the language's tables alone. */
static int print_document(Invocation *invocation, bool reference)
{
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    bool ok = true;
    if (reference)
        ok = script_reference(&out, &invocation->report);
    else
        script_syntax(&out);
    fwrite(out.data, 1, out.size, stdout);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

int command_script(Invocation *invocation)
{
    const char *verb = invocation->arguments[0];
    const bool reference = !strcmp(verb, "reference");
    if (reference || !strcmp(verb, "syntax"))
        return invocation->argument_count == 1
                   ? print_document(invocation, reference)
                   : usage_error(invocation, "script %s takes nothing more", verb);
    const bool lists = !strcmp(verb, "list"), lifts = !strcmp(verb, "lift");
    if (!lists && !lifts && strcmp(verb, "run") != 0)
        return usage_error(
            invocation, "script can list, lift, run, reference and syntax, not \"%s\"", verb);
    if (invocation->argument_count < 2)
        return usage_error(invocation, "script %s needs a game or a project", verb);
    if (lists || lifts)
        return list(invocation, lifts);
    if (invocation->argument_count < 3)
        return usage_error(invocation, "script run needs a project and a handler");
    Arena *arena = arena_new();
    const bool ok = script_run_command(invocation, arena);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
