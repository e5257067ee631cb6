/* Parts, in order: the loop over the inputs of a job, which check shares with other jobs; text
 * files that can be checked alone; projects; base games with their extensions. */
#include "kit/jobs.h"

#include "base/path.h"

#include "convert/glb_summary.h"
#include "convert/lay_pictures.h"
#include "convert/map.h"
#include "convert/map_graph.h"
#include "project/sheet_cut.h"
#include "formats/archive.h"
#include "formats/evil_islands/mob_script.h"
#include "formats/open/po.h"
#include "formats/open/tmx.h"
#include "formats/tirnanog/tng_check.h"
#include "image/aseprite.h"
#include "image/palette_files.h"
#include "kit/check.h"
#include "kit/files.h"
#include "kit/foreign.h"
#include "kit/map_folder.h"
#include "project/merge.h"
#include "project/project.h"
#include "authoring/lint/positions.h"
#include "authoring/lint/texts.h"
#include "authoring/scenario/scenario.h"

static void report_foreign(const char *path, Bytes file, Report *report)
{
    Arena *scratch = arena_new();
    const Text words = foreign_file(text_of(path), file, scratch);
    report_cause(report, CAUSE_UNSUPPORTED, "%.*s", (int)words.size, words.at);
    arena_free(scratch);
}

const Format *job_format(Job *job, const char *path, Bytes file, Report *report)
{
    const char *forced = job_text(job, OPTION_format);
    const Format *format =
        forced ? format_named(text_of(forced)) : format_of(text_of(path), file);
    if (!format && forced)
        report_cause(report, CAUSE_NOT_FOUND, "unknown format \"%s\"", forced);
    else if (!format)
        report_foreign(path, file, report);
    return format;
}

bool job_glb(const Job *job, const char *path, Bytes file)
{
    return !job_given(job, OPTION_format) && glb_is(text_of(path), file);
}

static bool is_map_folder(const Job *job, const char *path)
{
    return !job_given(job, OPTION_format) && is_folder(path) && map_folder_is(path);
}

/* A folder with a map is the .mpr that its files would be. */
static bool each_one(Job *job, const char *path, bool map_folder, JobEach *each)
{
    Arena *arena = arena_new();
    Bytes file;
    Text name = text_of(path);
    bool ok = map_folder ? map_folder_load(path, &file, &name, arena, job->report)
                         : file_load(path, &file, arena, job->report);
    if (ok) {
        Report about = report_child(job->report, name);
        ok = each(job, name.at, file, arena, &about);
    }
    arena_free(arena);
    return ok;
}

bool job_each_or_folder(Job *job, JobEach *each, JobFolder *folder)
{
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++) {
        const char *path = job->inputs[i];
        const bool map = is_map_folder(job, path);
        ok &= folder && is_folder(path) && !map ? folder(job, path)
                                                : each_one(job, path, map, each);
    }
    return ok;
}

bool job_each(Job *job, JobEach *each) { return job_each_or_folder(job, each, NULL); }

/* Text files that can be checked separately: layouts that projects share, maps,
 * translations. */
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

static bool check_tileset(Bytes file, Arena *arena, Report *report)
{
    TmxTileset tileset;
    return tsx_read(file, &tileset, arena, report);
}

static bool check_template(Bytes file, Arena *arena, Report *report)
{
    TmxPolygon object;
    return tx_read(file, &object, arena, report);
}

static bool check_translation(Bytes file, Arena *arena, Report *report)
{
    PoFile po;
    const bool ok = po_read(file, &po, arena, report);
    po_warn_fuzzy(&po, report);
    return ok;
}

static bool check_map_script(Bytes file, Arena *arena, Report *report)
{
    return mob_script_check_text(mob_script_text(file, arena), NULL, arena, report);
}

static const struct {
    const char *suffix;
    bool (*check)(Bytes file, Arena *arena, Report *report);
} text_checks[] = {{".lyt", check_layout},          {".tmx", check_map},
                   {".tsx", check_tileset},         {".tx", check_template},
                   {".po", check_translation},      {".eis", check_map_script},
                   {"script.txt", check_map_script}};

/* Checks the limits of convert. */
static bool check_lay_limits(Bytes file, Arena *arena, Report *report)
{
    Lay lay;
    return lay_read(file, &lay, arena, report) && lay_limits_check(&lay, report);
}

static bool check_mvl_limits(Bytes file, Arena *arena, Report *report)
{
    Mvl mvl;
    return mvl_read(file, &mvl, arena, report) && mvl_limits_check(&mvl, report);
}

static bool check_palette(Text suffix, Bytes file, Arena *arena, Report *report)
{
    Palette palette;
    return palette_load(suffix, file, &palette, arena, report);
}

bool job_check_bytes(Job *job, const char *path, Bytes file, Arena *arena, Report *report)
{
    for (size_t i = 0; i < COUNT_OF(text_checks); i++)
        if (text_ends(text_of(path), text_checks[i].suffix))
            return text_checks[i].check(file, arena, report);
    const PaletteFormat *palette = palette_format_of_suffix(path_suffix(text_of(path)));
    if (palette && palette->read != palette_read_png && !aseprite_is(file)) /* also .ase */
        return check_palette(path_suffix(text_of(path)), file, arena, report);
    if (job_glb(job, path, file))
        return glb_check(file, arena, report);
    if (job_picture(job, path))
        return job_picture_check(job, path, file, arena, report);
    const Format *format = job_format(job, path, file, report);
    if (!format || !format_check(format, file, arena, report))
        return false;
    if ((!strcmp(format->name, "lay") && !check_lay_limits(file, arena, report)) ||
        (!strcmp(format->name, "mvl") && !check_mvl_limits(file, arena, report)))
        return false;
    const ArchiveKind *kind = archive_kind(text_of(format->name));
    return !kind || archive_check(kind, text_of(path), file, report);
}

bool check_tests_and_world(const ProjectChecked *checked, Arena *arena, Report *report)
{
    if (!scenarios_read(checked->files, checked->names, arena, report))
        return false;
    if (checked->game) {
        lint_positions(checked->game, checked->scripts, arena, report);
        lint_texts(checked, arena, report);
    }
    return true;
}

static bool check_project(Job *job, const char *path)
{
    Arena *arena = arena_new();
    Within within;
    Report report = report_within(&within, path, job->report);
    ProjectFiles files;
    const bool ok = project_open_files(path, &files, arena, job->report) &&
                    project_check_with(&files, check_tests_and_world, arena, &report);
    arena_free(arena);
    return ok;
}

/* Extensions among the files are checked once more, joined with the games before them. */
static bool check_joined(Job *job)
{
    MergePart parts[MERGE_MAX] = {0};
    size_t count = 0;
    bool extension = false, ok = true;
    TngFile game, base;
    Report silent = report_to(NULL, NULL);
    Arena *arena = arena_new();
    for (size_t i = 0; i < job->input_count && count < MERGE_MAX; i++) {
        const char *path = job->inputs[i];
        Bytes bytes;
        if (is_folder(path) || !file_load(path, &bytes, arena, &silent) ||
            !tng_read(bytes, &game, arena, &silent))
            continue;
        if (!count)
            base = game;
        else if (!text_equal(tng_game_id(&game.header), tng_game_id(&base.header)))
            continue;
        extension |= count && tng_is_extension(&game);
        parts[count++] = (MergePart){text_of(path), bytes};
    }
    if (extension && !tng_is_extension(&base)) {
        Bytes whole;
        ok = project_merge(parts, count, &whole, arena, job->report);
        Report about = report_child(job->report, TEXT("together"));
        ok = ok && tng_check(whole, arena, &about);
    }
    arena_free(arena);
    return ok;
}

/* Also which sectors are missing; the archive has been checked, so nothing is reported twice.
 */
static bool check_map_folder(Job *job, const char *path, Bytes file, Arena *arena,
                             Report *report)
{
    const MapSource source = {.path = text_of(path), .file = file};
    Map *map = ARENA_ALLOC(arena, Map, 1);
    const Format *format = job_format(job, path, file, report);
    return format && format_check(format, file, arena, report) &&
           archive_check(archive_kind(TEXT("res")), text_of(path), file, report) &&
           map_load(&source, map, arena, report);
}

/* The sectors beside a .mp. */
static bool find_siblings(void *context, Text suffix, ProjectFiles *out, Arena *arena)
{
    const Text path = *(const Text *)context;
    return load_siblings(text_slice(path, 0, path.size - path_base(path).size), suffix, out,
                         arena);
}

static bool find_nothing(void *context, Text name, Bytes *out, Arena *arena)
{
    (void)context, (void)name, (void)out, (void)arena;
    return false;
}

/* The objects of the only input, a map: checked on their own, then against the map. */
static bool check_objects(Job *job, const char *path, Bytes map, Arena *arena, Report *report)
{
    const char *objects = job_text(job, OPTION_mob);
    Text name = text_of(path);
    const ConversionFolder folder = {
        .beside = find_nothing, .all = find_siblings, .context = &name};
    const MapSource source = {.path = name, .file = map, .folder = &folder};
    Bytes file;
    Report about = report_child(job->report, text_of(objects));
    return job_file(job, OPTION_mob, &file, arena) &&
           job_check_bytes(job, objects, file, arena, &about) &&
           map_graph_check(&source, file, arena, &about, report);
}

static bool is_map_file(const char *path)
{
    const Text name = text_of(path);
    return !is_folder(path) && (path_has_suffix(name, ".mpr") || path_has_suffix(name, ".mp"));
}

bool job_check(Job *job)
{
    bool ok = true, map = false; /* of the last input: a folder with a map */
    const bool objects = job_text(job, OPTION_mob) != NULL;
    if (objects && (job->input_count != 1 ||
                    !(is_map_file(job->inputs[0]) || is_map_folder(job, job->inputs[0]))))
        return job_usage_error(job, "--mob needs one map (.mpr, .mp or a folder of sectors)");
    for (size_t i = 0; i < job->input_count; i++) {
        const char *path = job->inputs[i];
        map = is_map_folder(job, path);
        ok &= is_folder(path) && !map
                  ? check_project(job, path)
                  : each_one(job, path, map, map ? check_map_folder : job_check_bytes);
    }
    if (objects)
        return ok && each_one(job, job->inputs[0], map, check_objects);
    return ok && (job->input_count < 2 || check_joined(job));
}
