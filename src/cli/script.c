/* script: listing and lifting the handlers of a game, running one alone. */
#include "cli/command.h"
#include "kit/game.h"
#include "cli/script_map.h"
#include "cli/scripts.h"
#include "formats/tirnanog/tng_scripts.h"
#include "project/script_names.h"
#include "script/reference.h"

#include <stdio.h>
#include <string.h>

enum { PIECE = 64 << 10 };

typedef struct Listing {
    const char *wanted; /* the start of a name, or NULL */
    const ScriptNames *names;
    bool lift;
    size_t count;
    Arena *scratch; /* for one script, or a piece of it */
    Report *report;
    bool ok;
} Listing;

/* Piece by piece: a small file may hold a script of millions of instructions. */
static bool list_code(Listing *listing, Bytes code)
{
    Writer out = writer_to(listing->scratch);
    bool ok = true;
    for (size_t at = 0; at < code.size && ok;) {
        ok = script_list_next(code, &at, listing->names, &out);
        if (out.size < PIECE && at < code.size && ok)
            continue;
        fwrite(out.data, 1, out.size, stdout);
        arena_reset(listing->scratch);
        out = writer_to(listing->scratch);
    }
    return ok;
}

static bool lift_code(Listing *listing, Bytes code, bool expression)
{
    Writer out = writer_to(listing->scratch);
    const ScriptStyle style = {.level = 1, .expression = expression};
    const bool ok =
        script_lift(code, listing->names, &style, &out, listing->scratch, listing->report);
    fwrite(out.data, 1, out.size, stdout);
    return ok;
}

static void list_one(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Listing *listing = context;
    (void)ref;
    if (listing->wanted && !text_starts(name, listing->wanted))
        return;
    listing->count++;
    printf("%.*s\n", (int)name.size, name.at);
    report_about(listing->report, name);
    listing->ok &=
        listing->lift ? lift_code(listing, code, expression) : list_code(listing, code);
    report_about(listing->report, TEXT(""));
    arena_reset(listing->scratch);
    printf("\n");
}

static bool list_game(Invocation *invocation, Listing *listing, Arena *arena)
{
    Bytes file;
    TngFile game;
    Names names;
    Report *report = &invocation->report;
    const char *path = invocation->arguments[1];
    const BuildOptions build_options = {.optimise = option_given(invocation, "optimise")};
    bool ok = game_load(path, &build_options, &file, arena, report);
    report_about(report, text_of(path));
    ok = ok && tng_read(file, &game, arena, report) &&
         project_game_names(&game, &names, arena, report);
    if (!ok)
        return false;
    const ScriptNames script_names = script_names_of(&names);
    listing->names = &script_names;
    if (!tng_scripts_visit(&game, list_one, listing, arena, report))
        return false;
    if (!listing->count && listing->wanted)
        return report_error(report, "no handler begins so: \"%s\"", listing->wanted);
    return listing->ok;
}

static int list(Invocation *invocation, bool lift)
{
    Arena *arena = arena_new();
    Listing listing = {.wanted =
                           invocation->argument_count > 2 ? invocation->arguments[2] : NULL,
                       .lift = lift,
                       .scratch = arena_new(),
                       .report = &invocation->report,
                       .ok = true};
    const bool ok = list_game(invocation, &listing, arena);
    report_about(&invocation->report, TEXT(""));
    arena_free(listing.scratch);
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

/* The first option that is given and is not for this verb, or NULL. */
static const char *option_too_much(const Invocation *invocation, const char *verb)
{
    static const char *const of_run[] = {"set",     "opponent", "answer", "trace",
                                         "profile", "seed",     "seconds"};
    const bool run = !strcmp(verb, "run");
    for (size_t i = 0; i < COUNT_OF(of_run) && !run; i++)
        if (option_given(invocation, of_run[i]))
            return of_run[i];
    const bool code = run || !strcmp(verb, "list") || !strcmp(verb, "lift");
    return !code && option_given(invocation, "optimise") ? "optimise" : NULL;
}

int command_script(Invocation *invocation)
{
    const char *verb = invocation->arguments[0];
    const bool reference = !strcmp(verb, "reference");
    const bool document = reference || !strcmp(verb, "syntax");
    const bool lists = !strcmp(verb, "list"), lifts = !strcmp(verb, "lift");
    const bool formats = !strcmp(verb, "format");
    if (!document && !lists && !lifts && !formats && strcmp(verb, "run") != 0)
        return usage_error(
            invocation, "script can list, lift, run, format, reference and syntax, not \"%s\"",
            verb);
    const char *option = option_too_much(invocation, verb);
    if (option)
        return usage_error(invocation, "script %s does not take --%s", verb, option);
    if (document)
        return invocation->argument_count == 1
                   ? print_document(invocation, reference)
                   : usage_error(invocation, "script %s takes nothing more", verb);
    if (invocation->argument_count < 2)
        return usage_error(invocation, "script %s needs a %s", verb,
                           formats ? "map or its script" : "game or a project");
    const bool of_map = formats || (lists && script_of_map(invocation->arguments[1]));
    if (of_map && invocation->argument_count > 2)
        return usage_error(invocation, "script %s takes one map", verb);
    if (of_map)
        return formats ? script_map_format(invocation) : script_map_list(invocation);
    if (lists || lifts)
        return list(invocation, lifts);
    if (invocation->argument_count < 3)
        return usage_error(invocation, "script run needs a project and a handler");
    Arena *arena = arena_new();
    const int status = script_run_command(invocation, arena);
    arena_free(arena);
    return status;
}
