/* Reads options into the settings of a conversion, as its subject's table says. */
#include "kit/convert/convert_options.h"

#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_forms.h"

#include <assert.h>

/* Every setting must have an option of its name; the tables are checked by this assertion. */
static JobOption option_named(const char *name)
{
    JobOption option = 0;
    while (option < JOB_OPTION_COUNT && strcmp(job_option_names[option], name) != 0)
        option++;
    assert(option < JOB_OPTION_COUNT);
    return option;
}

/* Some options belong to every conversion. */
bool conversion_takes(const Conversion *conversion, JobOption option)
{
    return option == OPTION_output || option == OPTION_format ||
           (option == OPTION_force && !*conversion->to) || /* replaces edited files */
           conversion_takes_option(conversion, job_option_names[option]);
}

/* NULL if the conversion does not take the option, even if it is given. */
static const char *value_of(const GivenOptions *given, const char *name)
{
    const Job *job = given->context;
    return conversion_takes_option(given->conversion, name) ? job_text(job, option_named(name))
                                                            : NULL;
}

static bool exists(Text path) { return file_exists(path.at); }

static void misuse(void *context, const char *text) { job_usage_error(context, "%s", text); }

static GivenOptions given_options(Job *job, const Conversion *conversion)
{
    return (GivenOptions){.conversion = conversion,
                          .value = value_of,
                          .exists = exists,
                          .misuse = misuse,
                          .context = job,
                          .report = job->report};
}

/* --format may name a format of files or one of pixels: only the latter counts as a group. */
uint64_t convert_options_given(const Job *job)
{
    const char *format = job_text(job, OPTION_format);
    uint64_t groups = 0;
    for (const Conversion *conversion = conversions; conversion->doc; conversion++)
        for (const Setting *row = conversion->subject->rows; row->name; row++)
            if (job_given(job, option_named(row->name)))
                groups |= row->group;
    return format && conversion_is_pixel_format(format) ? groups | OF_GROUP(pixels)
                                                        : groups & ~OF_GROUP(pixels);
}

bool convert_format_fits(Job *job, const char *to)
{
    const GivenOptions given = given_options(job, NULL);
    const char *format = job_text(job, OPTION_format);
    return !format || conversion_format_fits(&given, format, to);
}

/* ---- files ---- */

/* Adds a file, or all files of a folder. */
static bool add(Job *job, const char *path, ProjectFiles *out, Arena *arena)
{
    ProjectFiles files = {0};
    ProjectFile one = {.path = text_of(path)};
    if (is_folder(path)) {
        if (!project_load_files(path, &files, arena, job->report))
            return false;
        project_files_sort(&files);
    } else if (file_load(path, &one.bytes, arena, job->report)) {
        files = (ProjectFiles){.items = &one, .count = 1};
    } else {
        return false;
    }
    for (size_t i = 0; i < files.count; i++)
        *ARENA_PUSH(arena, out->items, out->count) = files.items[i];
    return true;
}

/* Loads files, folders and archives, separated by commas. */
static bool load_list(Job *job, const char *list, const ProjectFiles **out, Arena *arena)
{
    ProjectFiles *files = ARENA_ALLOC(arena, ProjectFiles, 1);
    while (list && *list) {
        const size_t size = strcspn(list, ",");
        if (size && !add(job, arena_text(arena, (Text){list, size}).at, files, arena))
            return false;
        list += size + (list[size] == ',');
        *out = files;
    }
    return true;
}

/* Loads what an option of a kind that loads names; others are left alone. */
static bool load(Job *job, const Setting *row, const char *value, char *settings, Arena *arena)
{
    void *member = settings + row->member, *path = settings + row->path;
    if (row->kind == SETTING_LOADED_LIST)
        return load_list(job, value, member, arena);
    if (row->kind != SETTING_LOADED && row->kind != SETTING_TARGET &&
        row->kind != SETTING_LOADED_MAP)
        return true;
    *(Text *)path = text_of(value);
    if (row->kind == SETTING_LOADED_MAP && is_folder(value))
        return folder_form_load(value, member, path, arena, job->report);
    return file_load(value, member, arena, job->report);
}

void convert_options_note(const Job *job, const Conversion *conversion, bool in_place,
                          InputFiles *read)
{
    for (const Setting *row = conversion->subject->rows; row->name; row++)
        if ((row->group & conversion->options) &&
            (row->kind == SETTING_LOADED || row->kind == SETTING_LOADED_LIST ||
             (row->kind == SETTING_LOADED_MAP && !in_place)))
            input_files_note_list(read, job_text(job, option_named(row->name)));
}

/* ---- all ---- */

/* The value of the option of a row; NULL: not given, or not accepted. */
static const char *value_of_row(const Job *job, const GivenOptions *given, const Setting *row)
{
    return row->group & given->conversion->options ? job_text(job, option_named(row->name))
                                                   : NULL;
}

/* A function that parses may have reported the failure as an error. */
static bool parse_all(Job *job, const GivenOptions *given, void *settings)
{
    for (const Setting *row = given->conversion->subject->rows; row->name; row++) {
        const char *value = value_of_row(job, given, row);
        if (value && !setting_parse(row, given, value, settings)) {
            job->usage_wrong = true;
            return false;
        }
    }
    return true;
}

/* After all values are parsed: files are not loaded if an option is wrong. */
static bool load_all(Job *job, const GivenOptions *given, void *settings)
{
    for (const Setting *row = given->conversion->subject->rows; row->name; row++) {
        const char *value = value_of_row(job, given, row);
        if (value && !load(job, row, value, settings, given->arena))
            return false;
    }
    return true;
}

/* The result belongs to `arena`; NULL after a reported error. */
void *convert_options_take(Job *job, const Conversion *conversion, const char *output,
                           size_t input_count, Text *folder, Arena *arena)
{
    const Subject *subject = conversion->subject;
    char *settings = ARENA_ALLOC(arena, char, subject->size + 1);
    GivenOptions given = given_options(job, conversion);
    given.arena = arena;
    given.output = output;
    given.input_count = input_count;
    options_default(subject, settings);
    if (!parse_all(job, &given, settings) ||
        (subject->complete && !subject->complete(&given, settings)) ||
        !load_all(job, &given, settings))
        return NULL;
    if (folder && given.folder.size)
        *folder = given.folder;
    return settings;
}

/* ---- values ---- */

static void ignore(void *context, const char *text)
{
    (void)context;
    (void)text;
}

/* Whether a value suits a row; nothing is reported. */
static bool suits(const Subject *subject, const Setting *row, const char *value, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const GivenOptions given = {.misuse = ignore, .report = &silent, .arena = arena};
    return setting_parse(row, &given, value, ARENA_ALLOC(arena, char, subject->size));
}

/* Reports a value that suits none of the rows of its option. */
static bool suits_any(Job *job, JobOption option, Arena *arena)
{
    const char *value = job_text(job, option);
    const Setting *typical = NULL; /* a parser of a subject may ask for more than others do */
    size_t size = 0;
    for (const Conversion *conversion = conversions; conversion->doc; conversion++)
        for (const Setting *row = conversion->subject->rows; row->name; row++) {
            if (strcmp(row->name, job_option_names[option]) != 0)
                continue;
            if (suits(conversion->subject, row, value, arena))
                return true;
            if (!typical || (typical->kind == SETTING_PARSED && row->kind != SETTING_PARSED)) {
                typical = row;
                size = conversion->subject->size;
            }
        }
    GivenOptions given = given_options(job, NULL);
    given.arena = arena;
    return !typical || setting_parse(typical, &given, value, ARENA_ALLOC(arena, char, size));
}

/* Checks values of options before any input is read, though the conversion is not known yet. */
bool convert_values_fit(Job *job)
{
    Arena *arena = arena_new();
    bool ok = true;
    for (const Option *option = job_options; ok && option->name; option++)
        if (!strcmp(option->command, "convert") && job_given(job, option->id))
            ok = suits_any(job, option->id, arena);
    job->usage_wrong |= !ok;
    arena_free(arena);
    return ok;
}

bool convert_options_fit(Job *job, const Conversion *conversion, const char *from,
                         const char *to)
{
    for (const Option *option = job_options; option->name; option++)
        if (!strcmp(option->command, "convert") && job_given(job, option->id) &&
            !conversion_takes(conversion, option->id) && !(option->id == OPTION_force && !*to))
            return job_usage_error(job, "--%s does not apply to conversions from %s%s to %s%s",
                                   option->name, *from ? "." : "a folder", from,
                                   *to ? "." : "a folder", to);
    return true;
}
