/* Jobs on files of the disk. */
#include "kit/jobs/jobs.h"

#include "base/text.h"
#include "library/library_internal.h"
#include "kit/jobs/job_recovery.h"

/* Options of the command line: the library has functions instead. */
static bool is_of_the_library(const Option *option)
{
    return option->id != OPTION_help && option->id != OPTION_quiet &&
           option->id != OPTION_jobs && option->id != OPTION_output;
}

static bool no_option(const char *verb, const char *name, Report *report)
{
    Text names[JOB_OPTION_COUNT];
    size_t count = 0;
    for (const Option *option = job_options; option->name; option++)
        if (!strcmp(option->command, verb) && is_of_the_library(option))
            names[count++] = text_of(option->name);
    const Text near = text_nearest(text_of(name), names, count);
    return report_cause(report, CAUSE_USAGE, "%s has no option \"%s\"%s%.*s%s", verb, name,
                        near.size ? "; did you mean " : "", (int)near.size, near.at,
                        near.size ? "?" : "");
}

static bool take_option(const OisinOption *given, const char *verb, const char **values,
                        Report *report)
{
    const char *value = given->value ? given->value : "";
    for (const Option *option = job_options; option->name; option++) {
        if (strcmp(option->command, verb) != 0 || strcmp(option->name, given->name) != 0 ||
            !is_of_the_library(option))
            continue;
        if (!*option->argument && *value)
            return report_cause(report, CAUSE_USAGE, "the option %s does not accept a value",
                                option->name);
        if (*option->argument && !*value)
            return report_cause(report, CAUSE_USAGE, "the option %s requires %s", option->name,
                                option->argument);
        values[option->id] = value;
        return true;
    }
    return no_option(verb, given->name, report);
}

static void misuse(void *context, const char *text)
{
    report_cause(context, CAUSE_USAGE, "%s", text);
}

bool kit_job(const Call *call, const char *verb, const char *values[JOB_OPTION_COUNT], Job *out)
{
    OisinKit *kit = call->kit;
    memset(values, 0, JOB_OPTION_COUNT * sizeof *values);
    *out = (Job){.verb = verb,
                 .inputs = call->inputs,
                 .input_count = call->count,
                 .values = values,
                 .report = &kit->report,
                 .misuse = misuse,
                 .context = &kit->report};
    bool ok = true;
    for (const OisinOption *option = call->options; ok && option && option->name; option++)
        ok = take_option(option, verb, values, &kit->report);
    const GivenPaths given = {call->inputs, call->inputs ? call->count : 0, values,
                              JOB_OPTION_COUNT};
    return ok && recover_before(verb, &given, &kit->report) && job_choose_encoding(out);
}

/* ---- the verbs ---- */

/* A job that has progress and can be cancelled. */
static bool begin(const Call *call, const char *verb, const char *values[JOB_OPTION_COUNT],
                  Job *out)
{
    OisinKit *kit = call->kit;
    const bool ok = kit_job(call, verb, values, out);
    out->progress = kit->progress_callback ? &kit->progress : NULL;
    progress_watch((ProgressWatch){.progress = out->progress, .job = verb});
    return ok;
}

static bool run(Call *call)
{
    const char *values[JOB_OPTION_COUNT];
    Job job;
    if (!call->count)
        return report_cause(&call->kit->report, CAUSE_USAGE, "%s requires an input",
                            call->name);
    return kit_paths(call) && begin(call, call->name, values, &job) &&
           call->verb(&job, call->output);
}

bool oisin_convert(OisinKit *kit, const char *const *inputs, size_t count, const char *output,
                   const OisinOption *options)
{
    return kit_call(
        kit, (Call){run, .name = "convert", job_convert, inputs, count, output, options});
}

bool oisin_unpack(OisinKit *kit, const char *const *inputs, size_t count, const char *folder,
                  const OisinOption *options)
{
    return kit_call(kit,
                    (Call){run, .name = "unpack", job_unpack, inputs, count, folder, options});
}

bool oisin_pack(OisinKit *kit, const char *folder, const char *output,
                const OisinOption *options)
{
    return kit_call(kit, (Call){run, .name = "pack", job_pack, &folder, 1, output, options});
}

bool oisin_build(OisinKit *kit, const char *project, const char *output,
                 const OisinOption *options)
{
    return kit_call(kit, (Call){run, .name = "build", job_build, &project, 1, output, options});
}

static bool new_project(Job *job, const char *output)
{
    (void)output;
    return job_new(job);
}

bool oisin_new_project(OisinKit *kit, const char *folder)
{
    return kit_call(kit, (Call){run, .name = "new", new_project, &folder, 1, NULL, NULL});
}

static bool check(Job *job, const char *output)
{
    (void)output;
    return job_check(job);
}

bool oisin_check(OisinKit *kit, const char *const *inputs, size_t count,
                 const OisinOption *options)
{
    return kit_call(kit, (Call){run, .name = "check", check, inputs, count, NULL, options});
}

static bool test(Call *call)
{
    const char *values[JOB_OPTION_COUNT];
    const char **lines = call->out;
    Job job;
    Writer out = writer_to(call->kit->messages_arena);
    if (!call->count)
        return report_cause(&call->kit->report, CAUSE_USAGE, "test requires an input");
    const bool ok =
        kit_paths(call) && begin(call, "test", values, &job) && job_test(&job, &out, NULL);
    if (!ok && !call->kit->code)
        report_cause(&call->kit->report, CAUSE_TESTS, "scenarios failed");
    if (out.size)
        *lines = kit_text(call->kit, writer_text(&out));
    return ok;
}

bool oisin_test(OisinKit *kit, const char *const *inputs, size_t count,
                const OisinOption *options, const char **lines)
{
    const char *output = NULL;
    const bool ok = kit_call(kit, (Call){.work = test,
                                         .inputs = inputs,
                                         .count = count,
                                         .options = options,
                                         .out = &output});
    if (lines)
        *lines = output;
    return ok;
}

static void add_piece(void *context, Text piece) { write_text(context, piece); }

static bool scripts(Call *call)
{
    static const ScriptOutput faces[] = {[OISIN_SCRIPT_LISTED] = SCRIPT_DISASSEMBLY,
                                         [OISIN_SCRIPT_LIFTED] = SCRIPT_LIFTED,
                                         [OISIN_SCRIPT_FORMATTED] = SCRIPT_FORMATTED};
    const char *values[JOB_OPTION_COUNT];
    Job job;
    Writer out = writer_to(call->kit->messages_arena);
    if (!kit_paths(call) || !begin(call, "script", values, &job) ||
        !job_scripts(&job, faces[*(const OisinScriptFace *)call->input], add_piece, &out))
        return false;
    *(const char **)call->out = kit_text(call->kit, writer_text(&out));
    return true;
}

const char *oisin_scripts(OisinKit *kit, const char *input, const char *begins,
                          OisinScriptFace face, const OisinOption *options)
{
    const char *const inputs[] = {input, begins}, *text = NULL;
    const Call call = {.work = scripts,
                       .inputs = inputs,
                       .count = begins ? 2 : 1,
                       .input = &face,
                       .options = options,
                       .out = &text};
    return kit_call(kit, call) ? text : NULL;
}

/* ---- diff ---- */

typedef struct Finding {
    OisinFound *found;
    void *context;
    size_t count;
    OisinKit *kit;
} Finding;

static void find(void *context, const Difference *difference)
{
    static const OisinChange changes[] = {[DIFFERENCE_CHANGED] = OISIN_CHANGED,
                                          [DIFFERENCE_REMOVED] = OISIN_REMOVED,
                                          [DIFFERENCE_ADDED] = OISIN_ADDED};
    const Finding *finding = context;
    if (!finding->found)
        return;
    Arena *arena = arena_new();
    const OisinDifference found = {.change = changes[difference->kind],
                                   .file = arena_text(arena, difference->file).at,
                                   .place = arena_text(arena, difference->place).at,
                                   .text = arena_text(arena, difference->text).at};
    kit_callback_begin(finding->kit);
    finding->found(finding->context, &found);
    kit_callback_end(finding->kit);
    arena_free(arena);
}

static bool diff(Call *call)
{
    const char *values[JOB_OPTION_COUNT];
    Job job;
    Finding *finding = call->out;
    Differences differences = {.sink = find, .context = finding};
    const bool ok =
        kit_paths(call) && begin(call, "diff", values, &job) && job_diff(&job, &differences);
    finding->count = differences.count;
    return ok;
}

bool oisin_diff(OisinKit *kit, const char *a, const char *b, const OisinOption *options,
                OisinFound *found, void *context, size_t *count)
{
    const char *const inputs[] = {a, b};
    Finding finding = {found, context, 0, kit};
    const bool ok = kit_call(
        kit,
        (Call){
            .work = diff, .inputs = inputs, .count = 2, .options = options, .out = &finding});
    if (count)
        *count = finding.count;
    return ok;
}
