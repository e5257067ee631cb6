/* probe, show, check: inspection without changes. */
#include "cli/invocation.h"
#include "cli/messages.h"
#include "kit/open/glb_summary.h"
#include "kit/workspace/open_forms.h"
#include "kit/formats/format.h"
#include "kit/jobs/files.h"
#include "kit/jobs/foreign.h"
#include "kit/jobs/jobs.h"
#include "base/game_text.h"
#include "base/text.h"

#include <stdio.h>

/* `NAME  TITLE`, or an element of the list "files". */
static void print_probed(const Job *job, const char *path, const char *name, Text title)
{
    JsonWriter *json = messages_json();
    if (json) {
        json_open(json, NULL);
        json_put_text(json, "file", text_of(path));
        json_put_text(json, "format", text_of(name));
        json_put_text(json, "title", title);
        json_close(json);
        return;
    }
    if (job->input_count > 1)
        printf("%s: ", path);
    printf("%s  %.*s\n", name, (int)title.size, title.at);
}

static bool probe(Job *job, const char *path, Bytes file, Arena *arena, Report *report)
{
    if (job_picture(job, path)) {
        Text title;
        if (!job_picture_title(job, path, file, &title, arena, report))
            return false;
        size_t blank = 0; /* "png  Portable Network Graphics, ..." */
        text_find(title, ' ', &blank);
        print_probed(job, path, arena_text(arena, text_slice(title, 0, blank)).at,
                     text_trimmed(text_slice(title, blank, title.size)));
        return true;
    }
    if (job_glb(job, path, file)) {
        Text title;
        if (!glb_title(file, &title, arena, report))
            return false;
        print_probed(job, path, "glb", title);
        return true;
    }
    const Format *format = job_format(job, path, file, report);
    if (!format)
        return false;
    if (!job_given(job, OPTION_format) && !format_holds(format, file, arena))
        return report_error(report, "the content is not %s %s, in spite of the suffix",
                            strchr("AEIOU", *format->title) ? "an" : "a", format->title);
    print_probed(job, path, format->name, format_title(format, file, arena));
    return true;
}

/* The title and the third line of a project's file `config`. */
static bool probe_project(const Job *job, const char *path, Bytes config, Arena *arena)
{
    Text rest = text_without_mark(text_of_bytes(config)), magic, title, shape;
    if (!text_line(&rest, &magic) || !text_starts(magic, "TirNanoG Project") ||
        !text_line(&rest, &title) || !text_line(&rest, &shape))
        return false;
    print_probed(job, path, "project",
                 arena_format(arena, "\"%.*s\", %.*s", (int)title.size, title.at,
                              (int)shape.size, shape.at));
    return true;
}

static bool probe_folder(const Job *job, const char *path)
{
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL), about = report_child(job->report, text_of(path));
    Bytes config;
    bool ok = file_load(arena_format(arena, "%s/config", path).at, &config, arena, &silent) &&
              probe_project(job, path, config, arena);
    if (!ok) {
        const Text words = foreign_folder(path, arena);
        report_error(&about, "%s",
                     words.size ? words.at
                                : "expected a file or a project, found another folder");
    }
    arena_free(arena);
    return ok;
}

int command_probe(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    JsonWriter *json = messages_json();
    if (json)
        json_open_list(json, "files");
    const bool ok = job_each_or_folder(&job, probe, probe_folder);
    if (json)
        json_close_list(json);
    return exit_status(&job, ok);
}

/* Texts without a format, such as those of texts.res: printed in UTF-8. */
static bool show_text(const Job *job, const char *path, Bytes file, Arena *arena)
{
    Opened opened;
    if (job_given(job, OPTION_format) || format_of(text_of(path), file))
        return false;
    open_form_open(text_of(path), file, &opened, arena);
    if (!text_is(opened.format, "text") || opened.files.count != 1)
        return false;
    Text unused;
    size_t bad;
    const bool utf8 = game_text_encode(text_of_bytes(file), &unused, &bad, arena);
    const Bytes text = utf8 ? file : opened.files.items[0].bytes;
    fwrite(text.data, 1, text.size, stdout);
    return true;
}

static bool show(Job *job, const char *path, Bytes file, Arena *arena, Report *report)
{
    Writer out = writer_to(arena);
    if (job_glb(job, path, file)) {
        if (!glb_to_summary(file, &out, arena, report))
            return false;
        print_result(&out);
        return true;
    }
    if (show_text(job, path, file, arena))
        return true;
    if (job_picture(job, path)) {
        if (!job_picture_show(job, path, file, &out, report))
            return false;
        print_result(&out);
        return true;
    }
    const Format *format = job_format(job, path, file, report);
    if (!format || !format_to_json(format, file, false, &out, arena, report))
        return false;
    print_result(&out);
    return true;
}

int command_show(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    return exit_status(&job, job_each(&job, show));
}

int command_check(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    const bool ok = job_check(&job);
    Report *report = &invocation->report;
    report_suppressed(report);
    if (!option_given(invocation, OPTION_quiet) && !messages_json())
        fprintf(stderr, "%zu error%s, %zu warning%s\n", report->errors, PLURAL(report->errors),
                report->warnings, PLURAL(report->warnings));
    return exit_status(&job, ok);
}
