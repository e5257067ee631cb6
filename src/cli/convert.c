/* convert: one format into another, by suffix. */
#include "cli/command.h"
#include "cli/files.h"
#include "convert/conversion.h"

#include <stdio.h>
#include <string.h>

static const char *suffix_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot && dot[1] ? dot + 1 : "";
}

/* OUT itself, or, for a folder and several inputs, the input's name in it. */
static Text target_of(Invocation *invocation, const char *input, const char *output,
                      const char *suffix, Arena *arena)
{
    if (*suffix_of(output) && !is_folder(output))
        return text_of(output);
    (void)invocation;
    const char *slash = strrchr(input, '/');
    const char *name = slash ? slash + 1 : input;
    const char *dot = strrchr(name, '.');
    return arena_format(arena, "%s/%.*s.%s", output,
                        dot ? (int)(dot - name) : (int)strlen(name), name, suffix);
}

static bool load_option(Invocation *invocation, const char *name, Bytes *out, Arena *arena)
{
    const char *path = option_text(invocation, name);
    *out = (Bytes){0};
    return !path || file_load(path, out, arena, &invocation->report);
}

static bool load_input(const char *path, ConversionJob *job, Arena *arena, Report *report)
{
    job->path = text_of(path);
    if (is_folder(path))
        return project_load_files(path, &job->files, arena, report);
    return file_load(path, &job->input, arena, report);
}

static bool convert(Invocation *invocation, const char *path, const char *output, Arena *arena)
{
    Report *report = &invocation->report;
    const char *forced = option_text(invocation, "format");
    ConversionJob job = {.range = option_text(invocation, "range"),
                         .map = option_text(invocation, "map"),
                         .choice = option_text(invocation, "choose")};
    if (!load_input(path, &job, arena, report) ||
        !load_option(invocation, "layout", &job.layout, arena))
        return false;
    const char *from = is_folder(path) ? "" : forced ? forced : suffix_of(path);
    const Conversion *conversion = conversion_find(from, suffix_of(output), &job);
    report_about(report, text_of(path));
    if (!conversion) {
        report_error(report, "there is no way from .%s to %s%s%s (oisin help convert)", from,
                     *suffix_of(output) ? "." : "a folder", suffix_of(output), "");
        report_about(report, TEXT(""));
        return false;
    }
    const bool ok = conversion->run(&job, arena, report);
    report_about(report, TEXT(""));
    if (!ok)
        return false;
    if (!*conversion->to)
        return folder_save_files(output, &job.files_out, report);
    const Text target = target_of(invocation, path, output, conversion->to, arena);
    if (is_folder(output) && !folder_make(output, report))
        return false;
    return file_save(target.at, &job.output, 1, report);
}

int command_convert(Invocation *invocation)
{
    const char *output = option_text(invocation, "output");
    bool ok = true;
    size_t count = invocation->argument_count;
    if (!output && count == 2) /* convert IN OUT */
        output = invocation->arguments[--count];
    if (!output)
        return usage_error(invocation, "convert needs -o OUT");
    if (count > 1 && *suffix_of(output) && !is_folder(output))
        return usage_error(invocation, "several files go into a folder, not into \"%s\"",
                           output);
    for (size_t i = 0; i < count; i++) {
        Arena *arena = arena_new();
        ok &= convert(invocation, invocation->arguments[i], output, arena);
        arena_free(arena);
    }
    return ok ? EXIT_DONE : EXIT_FAILED;
}
