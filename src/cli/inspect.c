/* probe, show, check, formats: inspection without changes. */
#include "studio/prove/prove.h"
#include "cli/serve_config.h"
#include "cli/invocation.h"
#include "cli/conversion_list.h"
#include "cli/messages.h"
#include "kit/open/glb_summary.h"
#include "kit/workspace/open_forms.h"
#include "tirnanog/sprites/sheet_cut.h"
#include "engine/state/members.h"
#include "kit/formats/format.h"
#include "kit/jobs/files.h"
#include "kit/jobs/foreign.h"
#include "kit/jobs/jobs.h"
#include "server/protocol/packet.h"
#include "tirnanog/sheets/reference.h"
#include "base/game_text.h"
#include "base/text.h"

#include "server/transport/wire.h"
#include "server/admin/admin_routes.h"
#include "server/log/log.h"
#include "server/server.h"

#include <stdio.h>

/* Files without the magic number of the format, or of a format without one, are identified
 * only by their suffix: they must be readable. */
static bool holds(const Format *format, Bytes file, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    return format_is(format, file) || format_check(format, file, arena, &silent);
}

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
    if (!job_given(job, OPTION_format) && !holds(format, file, arena))
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

static const ConnectionLimits connection_limits = {
    .unsent = WIRE_QUEUE_MAX,
    .handshake = WIRE_HANDSHAKE,
    .pending = WIRE_HALF_OPEN,
    .pending_each = WIRE_HALF_OPEN_EACH,
    .rate = WIRE_RATE,
    .rate_max = WIRE_RATE_MAX,
    .each = SERVER_PER_ADDRESS,
};

/* Describes a format, or a text file of a project; `protocol`: the packets of servers and
 * clients; `state`: what a world consists of; `conversions`: the table of
 * docs/reference/supported.md; `server...`: the options file, events of the log and metrics of
 * a server; `unproven`: what documents leave open. */
static bool describe(Text name, Writer *out)
{
    const Format *format = format_named(name);
    if (format)
        format_describe(format, out);
    else if (text_is(name, "protocol"))
        protocol_describe(&connection_limits, out);
    else if (text_is(name, "state"))
        members_describe(out);
    else if (text_is(name, "conversions"))
        conversions_write_markdown(out);
    else if (text_is(name, "server.conf"))
        serve_config_describe(out);
    else if (text_is(name, "server-log"))
        log_describe(out);
    else if (text_is(name, "server-metrics"))
        admin_metrics_describe(out);
    else if (text_is(name, "lyt"))
        sheet_layout_describe(out);
    else if (text_is(name, "unproven"))
        prove_describe(out);
    else
        reference_describe(name, out);
    return out->size != 0;
}

int command_formats(Invocation *invocation)
{
    if (option_given(invocation, OPTION_project)) {
        if (invocation->argument_count)
            return usage_error(invocation, "--project lists all text files; it has no NAME");
        Arena *arena = arena_new();
        Writer out = writer_to(arena);
        reference_list(&out);
        print_result(&out);
        arena_free(arena);
        return EXIT_DONE;
    }
    if (!invocation->argument_count) {
        for (const Format *format = formats; format->name; format++)
            printf("%-6s %s\n", format->name, format->title);
        return EXIT_DONE;
    }
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    const bool known = describe(text_of(invocation->arguments[0]), &out);
    print_result(&out);
    arena_free(arena);
    return known ? EXIT_DONE
                 : usage_error(invocation, "unknown format \"%s\"", invocation->arguments[0]);
}
