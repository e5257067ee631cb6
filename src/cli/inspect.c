/* probe, show, check, formats: looking without changing. */
#include "cli/command.h"
#include "cli/files.h"
#include "convert/sheet_cut.h"
#include "formats/evil_islands/mob_script.h"
#include "formats/archive.h"
#include "formats/format.h"
#include "formats/open/po.h"
#include "formats/open/tmx.h"
#include "formats/tirnanog/tng_check.h"
#include "net/packet.h"
#include "image/palette.h"
#include "project/join.h"
#include "project/project.h"
#include "scenario/scenario.h"

#include <stdio.h>

/* The format that --format names, or the file's own. */
static const Format *format_for(Invocation *invocation, const char *path, Bytes file)
{
    const char *forced = option_text(invocation, "format");
    const Format *format =
        forced ? format_named(text_of(forced)) : format_of(text_of(path), file);
    if (!format)
        report_error(&invocation->report,
                     forced ? "there is no such format" : "no format that is known here");
    return format;
}

typedef bool EachFile(Invocation *invocation, const char *path, Bytes file, Arena *arena);

/* Goes on after a bad file; the exit status tells. */
static int each_file(Invocation *invocation, EachFile *each)
{
    bool ok = true;
    for (size_t i = 0; i < invocation->argument_count; i++) {
        const char *path = invocation->arguments[i];
        Arena *arena = arena_new();
        Bytes file;
        if (!file_load(path, &file, arena, &invocation->report)) {
            ok = false;
        } else {
            report_about(&invocation->report, text_of(path));
            ok &= each(invocation, path, file, arena);
            report_about(&invocation->report, TEXT(""));
        }
        arena_free(arena);
    }
    return ok ? EXIT_DONE : EXIT_FAILED;
}

static bool probe(Invocation *invocation, const char *path, Bytes file, Arena *arena)
{
    const Format *format = format_for(invocation, path, file);
    if (!format)
        return false;
    const Text title = format->title_of(file, arena);
    if (invocation->argument_count > 1)
        printf("%s: ", path);
    printf("%s  %.*s\n", format->name, (int)title.size, title.at);
    return true;
}

int command_probe(Invocation *invocation) { return each_file(invocation, probe); }

static bool show(Invocation *invocation, const char *path, Bytes file, Arena *arena)
{
    const Format *format = format_for(invocation, path, file);
    Writer out = writer_to(arena);
    if (!format || !format_to_json(format, file, false, &out, arena, &invocation->report))
        return false;
    fwrite(out.data, 1, out.size, stdout);
    return true;
}

int command_show(Invocation *invocation) { return each_file(invocation, show); }

/* Text files that make sense alone: the palettes and layouts that projects share,
 * maps, translations. */
static bool check_palette(Bytes file, Arena *arena, Report *report)
{
    Palette palette;
    (void)arena;
    return palette_read(text_of_bytes(file), &palette, report);
}

static bool check_layout(Bytes file, Arena *arena, Report *report)
{
    SheetLayout layout;
    return sheet_layout_read(text_of_bytes(file), &layout, arena, report);
}

static bool check_map(Bytes file, Arena *arena, Report *report)
{
    TmxMap map;
    return tmx_read(file, &map, arena, report);
}

static bool check_translation(Bytes file, Arena *arena, Report *report)
{
    PoFile po;
    return po_read(file, &po, arena, report);
}

static bool check_map_script(Bytes file, Arena *arena, Report *report)
{
    return mob_script_check_text(mob_script_text(file, arena), NULL, arena, report);
}

static const struct {
    const char *suffix;
    bool (*check)(Bytes file, Arena *arena, Report *report);
} text_checks[] = {{".gpl", check_palette},    {".lyt", check_layout},
                   {".tmx", check_map},        {".po", check_translation},
                   {".eis", check_map_script}, {"script.txt", check_map_script}};

static bool check_file(Invocation *invocation, const char *path, Bytes file, Arena *arena)
{
    for (size_t i = 0; i < COUNT_OF(text_checks); i++)
        if (text_ends(text_of(path), text_checks[i].suffix))
            return text_checks[i].check(file, arena, &invocation->report);
    const Format *format = format_for(invocation, path, file);
    if (!format || !format->check(file, arena, &invocation->report))
        return false;
    const ArchiveKind *kind = archive_kind(text_of(format->name));
    return !kind || archive_check(kind, text_of(path), file, &invocation->report);
}

static bool check_tests(const ProjectFiles *files, const ScriptNames *names, Arena *arena,
                        Report *report)
{
    return scenarios_read(files, names, arena, report) != NULL;
}

static bool check_project(Invocation *invocation, const char *path)
{
    Arena *arena = arena_new();
    ProjectFiles files;
    bool ok = project_open_files(path, &files, arena, &invocation->report);
    messages_within(invocation, path);
    ok = ok && project_check_with(&files, check_tests, arena, &invocation->report);
    messages_within(invocation, "");
    arena_free(arena);
    return ok;
}

/* Extensions among the files are checked once more, as one game with what is before them. */
static bool check_joined(Invocation *invocation)
{
    JoinPart parts[JOIN_MOST] = {0};
    size_t count = 0;
    bool extension = false, ok = true;
    TngFile game, base;
    Report silent = report_to(NULL, NULL);
    Arena *arena = arena_new();
    for (size_t i = 0; i < invocation->argument_count && count < JOIN_MOST; i++) {
        const char *path = invocation->arguments[i];
        Bytes bytes;
        if (is_folder(path) || !file_load(path, &bytes, arena, &silent) ||
            !tng_read(bytes, &game, arena, &silent))
            continue;
        if (!count)
            base = game;
        else if (!text_equal(tng_game_id(&game.header), tng_game_id(&base.header)))
            continue;
        extension |= count && tng_is_extension(&game);
        parts[count++] = (JoinPart){text_of(path), bytes};
    }
    if (extension && !tng_is_extension(&base)) {
        Bytes whole;
        ok = project_join(parts, count, &whole, arena, &invocation->report);
        report_about(&invocation->report, TEXT("together"));
        ok = ok && tng_check(whole, arena, &invocation->report);
        report_about(&invocation->report, TEXT(""));
    }
    arena_free(arena);
    return ok;
}

int command_check(Invocation *invocation)
{
    bool ok = true;
    for (size_t i = 0; i < invocation->argument_count; i++) {
        const char *path = invocation->arguments[i];
        Invocation one = *invocation;
        one.arguments = &path;
        one.argument_count = 1;
        ok &= is_folder(path) ? check_project(invocation, path)
                              : each_file(&one, check_file) == EXIT_DONE;
        if (!is_folder(path)) {
            invocation->report.errors = one.report.errors;
            invocation->report.warnings = one.report.warnings;
        }
    }
    if (ok && invocation->argument_count > 1)
        ok = check_joined(invocation);
    if (!option_given(invocation, "quiet"))
        fprintf(stderr, "%zu error%s, %zu warning%s\n", invocation->report.errors,
                invocation->report.errors == 1 ? "" : "s", invocation->report.warnings,
                invocation->report.warnings == 1 ? "" : "s");
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* What a file is or, of `protocol`, what servers and clients say. */
static bool describe(Text name, Writer *out)
{
    const Format *format = format_named(name);
    if (format) {
        write_format(out, "# .%s: %s\n\n", format->name, format->title);
        format_describe(format, out);
    } else if (text_is(name, "protocol")) {
        protocol_describe(out);
    }
    return out->size != 0;
}

int command_formats(Invocation *invocation)
{
    if (!invocation->argument_count) {
        for (const Format *format = formats; format->name; format++)
            printf("%-6s %s\n", format->name, format->title);
        return EXIT_DONE;
    }
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    const bool known = describe(text_of(invocation->arguments[0]), &out);
    fwrite(out.data, 1, out.size, stdout);
    arena_free(arena);
    return known ? EXIT_DONE
                 : usage_error(invocation, "no format \"%s\"", invocation->arguments[0]);
}
