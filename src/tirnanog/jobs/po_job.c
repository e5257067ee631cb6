/* po: templates and translations of a project. */
#include "kit/jobs/jobs.h"

#include "base/output/output.h"
#include "base/text.h"
#include "tirnanog/jobs/project_files.h"
#include "tirnanog/project/project.h"
#include "tirnanog/translations/language_names.h"
#include "tirnanog/translations/translations.h"

/* One call of the command. */
typedef struct PoJob {
    Job *job;
    const char *folder;
    ProjectFiles files;
    ProjectTexts texts;
    Arena *arena;
    Report *report; /* about files of the project */
} PoJob;

/* Warnings are left to check: most are about what merge is going to change. */
static void put_errors(void *context, const Message *message)
{
    if (message->severity == SEVERITY_ERROR)
        report_message(context, message);
}

static bool load(PoJob *po)
{
    Report errors = report_to(put_errors, po->report);
    return project_open_files(po->folder, &po->files, po->arena, po->job->report) &&
           project_texts(&po->files, &po->texts, po->arena, &errors);
}

/* The path within the project of the translation to a language. */
static Text path_of(const PoJob *po, Text code)
{
    return arena_format(po->arena, "lang/%.*s.po", (int)code.size, code.at);
}

/* The translation in the project; an empty one if there is none. */
static bool read_old(const PoJob *po, Text code, PoFile *out)
{
    const ProjectFile *file = project_file(&po->files, path_of(po, code));
    Report errors = report_to(put_errors, po->report),
           about = report_child(&errors, path_of(po, code));
    *out = (PoFile){0};
    return !file || po_read(file->bytes, out, po->arena, &about);
}

/* Files whose contents are the same already are not written. */
static bool put_file(const PoJob *po, Output *out, Text path, const PoFile *file)
{
    const Bytes bytes = po_write(file, po->arena);
    const ProjectFile *old = project_file(&po->files, path);
    return (old && old->bytes.size == bytes.size &&
            !memcmp(old->bytes.data, bytes.data, bytes.size)) ||
           output_put(out, path, &bytes, 1, 0, po->job->report);
}

/* ---- which languages ---- */

/* The container has two letters for a language. */
static bool code_ok(Job *job, Text code)
{
    return language_code_ok(code) ||
           job_usage_error(job,
                           "\"%.*s\" is not a language code: two small letters (ISO 639-1)",
                           (int)code.size, code.at);
}

/* The arguments after the project, otherwise all languages that have a file. */
static bool languages_of(const PoJob *po, Text **codes, size_t *count)
{
    *codes = NULL;
    *count = 0;
    for (size_t i = 2; i < po->job->input_count; i++) {
        const Text code = text_of(po->job->inputs[i]);
        if (!code_ok(po->job, code))
            return false;
        bool known = false;
        for (size_t k = 0; k < *count; k++)
            known |= text_equal((*codes)[k], code);
        if (!known)
            *ARENA_PUSH(po->arena, *codes, *count) = code;
    }
    for (size_t i = 0; po->job->input_count == 2 && i < po->files.count; i++) {
        const Text path = po->files.items[i].path;
        if (path.size == 10 && text_starts(path, "lang/") && text_ends(path, ".po"))
            *ARENA_PUSH(po->arena, *codes, *count) = text_slice(path, 5, 7);
    }
    return true;
}

/* ---- the verbs ---- */

static bool make_template(PoJob *po, Writer *out, JsonWriter *json)
{
    (void)out, (void)json;
    const char *output = job_text(po->job, OPTION_output);
    PoFile file;
    if (po->job->input_count > 2)
        return job_usage_error(po->job, "po template does not accept languages: there is one "
                                        "template for all");
    translation_template(&po->texts, &file, po->arena);
    const Bytes bytes = po_write(&file, po->arena);
    if (!output)
        output = arena_format(po->arena, "%s/lang/%.*s.pot", po->folder,
                              (int)po->files.game.size, po->files.game.at)
                     .at;
    if (is_stream(output))
        return file_save(output, &bytes, 1, po->job->report);
    Output *set = output_files(po->folder, po->arena, po->job->report);
    const bool ok = output_put_at(set, output, &bytes, 1, po->job->report);
    if (!output_end(set, ok, po->job->report))
        return false;
    job_note(po->job, "%s: %zu text%s", output, file.count, PLURAL(file.count));
    return true;
}

static void note_lines(Job *job, Text lines)
{
    for (Text line; text_line(&lines, &line);)
        job_note(job, "%.*s", (int)line.size, line.at);
}

static bool merge(PoJob *po, Writer *out, JsonWriter *json)
{
    (void)out, (void)json;
    Text *codes;
    size_t count;
    if (!languages_of(po, &codes, &count))
        return false;
    Output *set = output_files(po->folder, po->arena, po->job->report);
    Writer lines = writer_to(po->arena); /* printed when all files have been written */
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        PoFile old, merged;
        ok = read_old(po, codes[i], &old);
        if (!ok)
            break;
        if (text_equal(codes[i], po->texts.source) && old.count < 2) {
            job_note(po->job,
                     "lang/%.*s.po: not written, because the texts of the project are in this "
                     "language",
                     (int)codes[i].size, codes[i].at);
            continue;
        }
        translation_merge(&po->texts, codes[i], &old, &merged, po->arena);
        ok = put_file(po, set, path_of(po, codes[i]), &merged);
        const TranslationStats stats =
            translation_stats(&po->texts, codes[i], &merged, po->arena);
        write_format(&lines,
                     "lang/%.*s.po: %zu translated, %zu fuzzy, %zu missing, %zu obsolete\n",
                     (int)codes[i].size, codes[i].at, stats.translated, stats.fuzzy,
                     stats.missing, merged.obsolete_count);
    }
    ok = output_end(set, ok, po->job->report);
    note_lines(po->job, ok ? writer_text(&lines) : TEXT(""));
    return ok;
}

static bool print_stats(PoJob *po, Writer *out, JsonWriter *json)
{
    Text *codes;
    size_t count;
    bool ok = languages_of(po, &codes, &count);
    if (json)
        json_open_list(json, "languages");
    else if (ok)
        write_text(out, TEXT("language  translated  fuzzy  missing  total\n"));
    for (size_t i = 0; i < count && ok; i++) {
        PoFile file;
        ok = read_old(po, codes[i], &file);
        const TranslationStats stats =
            translation_stats(&po->texts, codes[i], &file, po->arena);
        if (!json) {
            write_format(out, "%-8.*s  %10zu  %5zu  %7zu  %5zu\n", (int)codes[i].size,
                         codes[i].at, stats.translated, stats.fuzzy, stats.missing,
                         stats.total);
            continue;
        }
        json_open(json, NULL);
        json_put_text(json, "language", codes[i]);
        json_put_uint(json, "translated", stats.translated);
        json_put_uint(json, "fuzzy", stats.fuzzy);
        json_put_uint(json, "missing", stats.missing);
        json_put_uint(json, "total", stats.total);
        json_close(json);
    }
    if (json)
        json_close_list(json);
    return ok;
}

static bool pseudo(PoJob *po, Writer *out, JsonWriter *json)
{
    (void)out, (void)json;
    PoFile old, file;
    const Text code = po->job->input_count > 2 ? text_of(po->job->inputs[2]) : TEXT("zz");
    const Text path = path_of(po, code);
    if (po->job->input_count > 3)
        return job_usage_error(po->job, "po pseudo accepts one language only");
    if (!code_ok(po->job, code) || !read_old(po, code, &old))
        return false;
    if (project_file(&po->files, path) && !translation_is_pseudo(&old)) {
        Report about = report_child(po->report, path);
        return report_error(&about, "this file is not a pseudo-translation: not replaced");
    }
    translation_pseudo(&po->texts, code, &file, po->arena);
    Output *set = output_files(po->folder, po->arena, po->job->report);
    if (!output_end(set, put_file(po, set, path, &file), po->job->report))
        return false;
    job_note(po->job, "%.*s: %zu text%s", (int)path.size, path.at, file.count,
             PLURAL(file.count));
    return true;
}

static const struct {
    const char *name;
    bool (*run)(PoJob *po, Writer *out, JsonWriter *json);
} verbs[] = {
    {"template", make_template}, {"merge", merge}, {"stats", print_stats}, {"pseudo", pseudo}};

bool job_po(Job *job, Writer *out, JsonWriter *json)
{
    size_t verb = 0;
    while (verb < COUNT_OF(verbs) && strcmp(job->inputs[0], verbs[verb].name) != 0)
        verb++;
    if (verb == COUNT_OF(verbs))
        return job_usage_error(
            job, "po: expected template, merge, stats or pseudo, found \"%s\"", job->inputs[0]);
    if (job_given(job, OPTION_output) && verbs[verb].run != make_template)
        return job_usage_error(job, "po %s does not accept --output", verbs[verb].name);
    Within within;
    Report report = report_within(&within, job->inputs[1], job->report);
    PoJob po = {.job = job, .folder = job->inputs[1], .arena = arena_new(), .report = &report};
    const bool ok = load(&po) && verbs[verb].run(&po, out, json);
    arena_free(po.arena);
    return ok;
}
