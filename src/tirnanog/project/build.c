/* Builds a game. */
#include "tirnanog/project/build.h"

#include "base/deflate.h"
#include "base/text.h"
#include "tirnanog/sheets/script_names.h"

#include <stdlib.h>

/* ---- loading ---- */

static bool game_id_ok(Text id, Report *report)
{
    return tng_game_id_ok(id) ||
           report_error(
               report,
               "the name of the project's folder is the game ID; expected 1 to 16 ASCII "
               "characters without spaces, \"/\", \"\\\" or \":\", not starting with \".\", "
               "found "
               "\"%.*s\"",
               (int)id.size, id.at);
}

/* The format's limit: an asset has at most 4 GiB. */
static bool file_sizes_ok(Project *project)
{
    bool ok = true;
    for (size_t i = 0; i < project->files->count; i++)
        if (project->files->items[i].bytes.size > UINT32_MAX) {
            Report about = report_child(project->report, project->files->items[i].path);
            ok = report_error(&about, "the file has %zu bytes; the maximum is %u",
                              project->files->items[i].bytes.size, UINT32_MAX);
        }
    return ok;
}

/* For powers of two; config_ok() has rejected others. */
static unsigned log2_of(unsigned number)
{
    unsigned log = 0;
    while (1u << log < number)
        log++;
    return log;
}

/* The limits of the format for the three lines of config. */
static bool config_ok(Project *project, Report *report)
{
    enum { TILE_MAX = 1023, MAP_MAX = 4096, TITLE_MAX = 128 };
    const ProjectConfig *config = &project->config;
    SheetCursor *cursor = &project->cursor;
    Text rest = cursor->file, line;
    cursor->page = sheet_name(&config_sheet); /* project_read has ended with it */
    text_line(&rest, &line);
    SourcePosition third = {.line = 3, .column = 1};
    for (int i = 2; i <= 3; i++)
        text_line(&rest, &third.source);
    const Text revision = text_trimmed(text_slice(line, strlen(config_sheet.magic), line.size));
    const Text title = names_text_at(&project->names, config->title);
    if (revision.size && !text_is(revision, "0"))
        return report_error(report,
                            "the file has the unknown revision %.*s of the format; expected 0",
                            (int)revision.size, revision.at);
    if (!title.size)
        return report_error(report, "the second line, the game's title, is empty");
    if (title.size > TITLE_MAX)
        return report_error(report, "the title has %zu bytes; the maximum is %d", title.size,
                            TITLE_MAX);
    if (!config->tile_width || config->tile_width > TILE_MAX || !config->tile_height ||
        config->tile_height > TILE_MAX)
        return sheet_report_error(cursor, third, "tile sizes are 1 to %d pixels, found %u x %u",
                                  TILE_MAX, config->tile_width, config->tile_height);
    if (!config->map_size || config->map_size > MAP_MAX ||
        (config->map_size & (config->map_size - 1)))
        return sheet_report_error(cursor, third,
                                  "the map size must be a power of two up to %d, found %u",
                                  MAP_MAX, config->map_size);
    cursor->page = TEXT("");
    return true;
}

/* Text 0 is the title, text 1 the language's own name, even if they are equal. */
static bool read_config(Project *project)
{
    const ProjectFile *file = project_file(project->files, TEXT("config"));
    Report about = report_child(project->report, TEXT("config"));
    if (!file)
        return report_error(&about, "the project requires this file, but it is missing");
    return project_read(project, &config_sheet, file, &project->config, &about) &&
           config_ok(project, &about);
}

/* The rest of the header is known only after everything else has been read. */
static void fill_header(Project *project)
{
    TngHeader *header = &project->header;
    memcpy(header->magic, "#!/usr/bin/tngp\n", 16);
    memcpy(header->game, project->files->game.at, project->files->game.size);
    header->frame_rate =
        project->config.frame_rate ? project->config.frame_rate : TNG_FRAME_RATE;
    header->audio_rate = project->config.audio_rate;
    header->action_count = 9;
    header->layer_count = TNG_LAYERS;
    header->row_length = TNG_ROW_LENGTH;
}

/* When the files are sorted. */
static void start_reading(Project *project)
{
    ReadAhead *ahead = &project->ahead;
    *ahead = (ReadAhead){.arena = arena_new_within(project->arena),
                         .maps = maps_ahead(project),
                         .read_maps = maps_read_ahead,
                         .read_translations = translations_read};
    translations_list(project);
    read_ahead_start(ahead);
}

/* The order matters: names from the file list, sprites, then text files that refer to them,
 * maps, and languages with the texts that all of them have collected. */
bool project_load(Project *project, ProjectFiles *files, const BuildOptions *options,
                  Arena *arena, Report *report)
{
    *project = (Project){.files = files,
                         .cache = options->cache,
                         .progress = options->progress,
                         .automap = options->automap,
                         .level = options->draft ? DEFLATE_FAST : DEFLATE_BEST,
                         .png_level = options->draft ? DEFLATE_FAST : DEFLATE_NORMAL,
                         .arena = arena,
                         .report = report};
    project->names = names_new(arena);
    names_record_uses(&project->names, options->uses);
    project->merge_by_key = table_new(arena);
    project->scripts = script_names_of(&project->names);
    project->cursor = (SheetCursor){
        .names = &project->names,
        .scripts = &project->scripts,
        .compile = {.optimise = options->optimise, .positions = options->scripts != NULL},
        .places = options->scripts,
        .texts = options->texts,
        .arena = arena};
    project_files_sort(files);
    if (!game_id_ok(files->game, report) || !file_sizes_ok(project))
        return false;
    start_reading(project);
    bool ok = read_config(project);
    if (!ok) { /* continue with defaults, to report further errors */
        project->config = (ProjectConfig){.tile_width = 32, .tile_height = 32, .map_size = 64};
        project->config_wrong = true;
    }
    if (project->names.texts.count == 0)
        names_add(&project->names.texts, TEXT(""), arena);
    names_add(&project->names.texts, TEXT("\x01language"), arena); /* not a possible text */
    fill_header(project);
    ok &= project_scan(project);
    progress_step(project->progress, "images", 0, BUILD_STEPS);
    ok &= project_sprites(project);
    progress_step(project->progress, "texts and scripts", 1, BUILD_STEPS);
    project_open_packed(project);
    ok &= project_sheets(project);
    tng_set_shape(&project->header, project->config.type, project->config.tile_width,
                  project->config.tile_height);
    project->header.map_log2 = (u8)log2_of(project->config.map_size);
    progress_step(project->progress, "maps", 2, BUILD_STEPS);
    ok &= project_maps(project);
    progress_step(project->progress, "languages", 3, BUILD_STEPS);
    ok &= project_languages(project);
    bundle_close(project->packed);
    project->header.highest_command = project->cursor.highest_command;
    return ok;
}

/* ---- names that the container has no field for ---- */

/* Facts are strings after "#names", to which no section refers. */
static void add_fact(Project *project, Text fact)
{
    write_text(&project->names.strings, fact);
    write_u8(&project->names.strings, 0);
}

/* Automap rules exist only in the project; without them a game could not be unpacked with
 * them. */
static void keep_rules(Project *project)
{
    const NameList *tiles = &project->names.kinds[NAME_TILE];
    for (size_t i = 0; i < tiles->count; i++)
        for (size_t j = 0; j < project->tiles[i].rule_count; j++) {
            Writer line = writer_to(project->arena);
            write_format(&line, "rule:%.*s:%zu=", (int)tiles->items[i].size, tiles->items[i].at,
                         j);
            for (size_t k = 0; k < 9; k++) {
                const Text mask = project->tiles[i].rules[j].masks[k];
                write_format(&line, "%s%.*s", k ? " " : "", (int)mask.size, mask.at);
            }
            add_fact(project, writer_text(&line));
        }
}

/* Message IDs that the first language translates; they would be lost otherwise. */
static void keep_texts(Project *project)
{
    TngTexts texts;
    if (!project->language_count ||
        !tng_texts(&project->languages[0], &texts, project->arena, project->report))
        return;
    const NameList *ids = &project->names.texts;
    for (size_t i = 0; i < ids->count; i++)
        if (i != TEXT_LANGUAGE && !text_equal(ids->items[i], texts.items[i]))
            add_fact(project, arena_format(project->arena, "text:%zu=%.*s", i,
                                           (int)ids->items[i].size, ids->items[i].at));
}

/* What unpacking cannot find in the container: see unbuild_names.c. */
void project_keep_names(Project *project)
{
    Arena *arena = project->arena;
    add_fact(project, TEXT("#names"));
    for (unsigned c = 0; c < CATEGORY_BACKS; c++)
        for (size_t i = 0; i < project->names.sprites[c].count; i++) {
            const Text name = project->names.sprites[c].items[i];
            add_fact(project,
                     arena_format(arena, "sprite:%u:%zu=%.*s", c, i, (int)name.size, name.at));
        }
    const NameList *slots = &project->names.kinds[NAME_SLOT];
    for (size_t i = 0; i < slots->count; i++)
        add_fact(project, arena_format(arena, "slot:%zu=%.*s", i, (int)slots->items[i].size,
                                       slots->items[i].at));
    for (size_t i = 0; i < COUNT_OF(project->action_names); i++)
        if (project->action_names[i].size)
            add_fact(project, arena_format(arena, "action:%zu=%.*s", i + 1,
                                           (int)project->action_names[i].size,
                                           project->action_names[i].at));
    if (project->base.size)
        add_fact(project,
                 arena_format(arena, "base=%.*s", (int)project->base.size, project->base.at));
    keep_rules(project);
    keep_texts(project);
}

/* ---- extensions ---- */

enum { EXTENSION_OPTIONS = 18 };

/* The meaning of the options 0 to 17 of an extension: sections 16 and following; the slots
 * (19) belong to the display (18). */
static bool option_of_section(unsigned section, unsigned *option)
{
    if (section < SECTION_ELEMENTS || section > SECTION_QUESTS)
        return false;
    *option = section - SECTION_ELEMENTS - (section >= SECTION_SLOTS);
    return true;
}

static bool has_language(const Project *project, Text code)
{
    for (size_t i = 0; i < project->language_count; i++)
        if (text_equal(code, (Text){((TngLanguage *)project->languages[i].record)->code, 2}))
            return true;
    return false;
}

/* Checks the file without applying it; also called by the check of a project. */
bool project_extension(Project *project, const ProjectFile *file, ProjectExtension *out)
{
    const NameList *maps = &project->names.kinds[NAME_MAP];
    Report about = report_child(project->report, file->path);
    bool ok = project_read(project, &extension_sheet, file, out, &about);
    for (size_t i = 0; i < out->options_count; i++)
        if (out->options[i].number >= EXTENSION_OPTIONS)
            ok = report_error(&about, "section number %u is too high; expected 0 to %d",
                              out->options[i].number, EXTENSION_OPTIONS - 1);
    for (size_t i = 0; i < out->maps_count; i++) {
        const Text name = out->maps[i].name, near = names_nearest(maps, name);
        uint32_t number;
        if (!names_find(maps, name, &number))
            ok = report_error(&about, "no map \"%.*s\"%s%.*s%s", (int)name.size, name.at,
                              near.size ? "; did you mean \"" : "", (int)near.size, near.at,
                              near.size ? "\"?" : "");
    }
    for (size_t i = 0; i < out->languages_count; i++)
        if (!has_language(project, out->languages[i].name))
            ok = report_error(&about, "no language \"%.*s\": there is no lang/%.*s.po",
                              (int)out->languages[i].name.size, out->languages[i].name.at,
                              (int)out->languages[i].name.size, out->languages[i].name.at);
    return ok;
}

/* A section without a kind is not written: see project_assemble(). */
static void keep_maps(Project *project, const ProjectExtension *extension)
{
    TngSection *section = &project->by_type[SECTION_MAPS];
    size_t kept = 0;
    for (size_t i = 0; i < section->count; i++)
        for (size_t j = 0; j < extension->maps_count; j++)
            if (text_equal(extension->maps[j].name, project->names.kinds[NAME_MAP].items[i])) {
                section->entries[kept++] = section->entries[i];
                break;
            }
    section->count = kept;
    if (!kept)
        section->kind = NULL;
}

/* By default all languages are included, because texts are needed. */
static void keep_languages(Project *project, const ProjectExtension *extension)
{
    size_t kept = 0;
    for (size_t i = 0; i < project->language_count; i++)
        for (size_t j = 0; j < extension->languages_count; j++)
            if (text_equal(extension->languages[j].name,
                           (Text){((TngLanguage *)project->languages[i].record)->code, 2})) {
                project->languages[kept++] = project->languages[i];
                break;
            }
    project->language_count = kept ? kept : project->language_count;
}

/* Records refer to NPCs and spawners by number: joining the extension needs their names, even
 * of those which are not included. */
static void keep_left_out(Project *project)
{
    static const NameKind kinds[] = {NAME_NPC, NAME_SPAWNER};
    static const char *const words[] = {"npc", "spawner"};
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const NameList *list = &project->names.kinds[kinds[k]];
        for (size_t i = 0;
             i < list->count && !project->by_type[file_kind(kinds[k])->section].kind; i++)
            add_fact(project, arena_format(project->arena, "%s:%zu=%.*s", words[k], i,
                                           (int)list->items[i].size, list->items[i].at));
    }
}

/* The extension's own name and address: the program lists them. */
static void keep_address(Project *project, Text name, Text address)
{
    const bool none = text_is(address, "-");
    add_fact(project, arena_format(project->arena, "extension:%.*s=%.*s", (int)name.size,
                                   name.at, none ? 0 : (int)address.size, address.at));
}

/* Removes everything from the project that the extension does not have. */
static bool apply_extension(Project *project, Text name, Text *address)
{
    const Text path = arena_format(project->arena, "ext/%.*s.cfg", (int)name.size, name.at);
    const ProjectFile *file = project_file(project->files, path);
    ProjectExtension extension = {0};
    bool keep_option[EXTENSION_OPTIONS] = {false};
    Report about = report_child(project->report, path);
    if (!file)
        return report_error(&about,
                            "this file, which lists the contents of the extension, is missing");
    if (!project_extension(project, file, &extension))
        return false;
    if (extension.encrypt)
        return report_cause(&about, CAUSE_UNSUPPORTED, "encrypted files cannot be written");
    for (size_t i = 0; i < extension.options_count; i++)
        keep_option[extension.options[i].number] = true;
    for (unsigned type = 0; type < SECTION_TYPES; type++) {
        unsigned option;
        if (option_of_section(type, &option) && !keep_option[option])
            project->by_type[type].kind = NULL;
    }
    keep_maps(project, &extension);
    keep_languages(project, &extension);
    *address = extension.url;
    return true;
}

/* ---- the file ---- */

/* The order of sections: strings, languages, then by type. */
bool project_assemble(Project *project, TngOutput *out)
{
    TngFile game = {.header = project->header};
    game.sections =
        ARENA_ALLOC(project->arena, TngSection, SECTION_TYPES + project->language_count + 1);
    game.sections[game.section_count++] =
        (TngSection){.type = SECTION_STRINGS, .kind = tng_section_kind(SECTION_STRINGS)};
    for (size_t i = 0; i < project->language_count; i++)
        game.sections[game.section_count++] = project->languages[i];
    for (unsigned type = 2; type < SECTION_TYPES; type++)
        if (project->by_type[type].kind)
            game.sections[game.section_count++] = project->by_type[type];
    game.strings = writer_bytes(&project->names.strings);
    return tng_write_at(&game, project->level, out, project->arena, project->report);
}

/* Names are kept after an extension was applied, so that only its own are stored. */
bool project_build(ProjectFiles *files, const BuildOptions *options, TngOutput *out,
                   Arena *arena, Report *report)
{
    Project *project = arena_alloc(arena, 1, sizeof *project);
    if (!project_load(project, files, options, arena, report))
        return false;
    progress_step(project->progress, "atlases", 4, BUILD_STEPS);
    if (!project_atlases(project))
        return false;
    progress_step(project->progress, "the game file", 5, BUILD_STEPS);
    Text address = TEXT("");
    if (options->extension.size && !apply_extension(project, options->extension, &address))
        return false;
    if (!options->strip)
        project_keep_names(project);
    if (!options->strip && options->extension.size) {
        keep_left_out(project);
        keep_address(project, options->extension, address);
    }
    return project_assemble(project, out);
}
