/* Warnings about what a project lacks, so that a part of it has no effect. */
#include "tirnanog/check/check.h"

#include "base/text.h"
#include "kit/formats/format.h"
#include "tirnanog/maps/tmx.h"

void *project_asset(const Project *project, unsigned type, size_t index)
{
    const TngFile game = {.header = project->header};
    Report silent = report_to(NULL, NULL);
    return tng_asset(&game, &project->by_type[type], index, project->arena, &silent);
}

/* The start script is first in its section, and empty (END) if the file has none. */
static void check_start(Project *project)
{
    const TngSection *section = &project->by_type[SECTION_STARTUP];
    const TngScript *start =
        section->kind && section->count ? project_asset(project, SECTION_STARTUP, 0) : NULL;
    Report about = report_child(project->report, TEXT("game/startup.cfg"));
    if (!start || start->script_count <= 1)
        report_warning(&about, "there is no handler `start`: the game begins in the middle of "
                               "the first map");
}

static bool has_market(const ProjectScripts *scripts)
{
    Instruction it;
    for (size_t i = 0; i < scripts->count; i++)
        for (size_t at = 0; at < scripts->items[i].code.bytes.size &&
                            instruction_read(scripts->items[i].code.bytes, at, &it) == DECODED;
             at += it.size)
            if (opcode_family(it.op) == FAMILY_CALL && it.value == COMMAND_market)
                return true;
    return false;
}

/* Coins themselves have no unit. */
static void check_prices(Project *project)
{
    const TngSection *section = &project->by_type[SECTION_OBJECTS];
    const size_t sprites = project->names.sprites[CATEGORY_TILES].count;
    bool *units = ARENA_ALLOC(project->arena, bool, sprites + 1);
    const TngObject **objects = ARENA_ALLOC(project->arena, const TngObject *, section->count);
    for (size_t i = 0; section->kind && i < section->count; i++) {
        objects[i] = project_asset(project, SECTION_OBJECTS, i);
        if (objects[i] && objects[i]->unit < sprites)
            units[objects[i]->unit] = true;
    }
    for (size_t i = 0; section->kind && i < section->count; i++) {
        const uint32_t own = ((const TngObjectAsset *)section->entries[i].descriptor)->sprite;
        Report about = report_child(project->report, project->entities[NAME_OBJECT][i]->path);
        if (objects[i] && objects[i]->price && objects[i]->unit == TNG_NO_SPRITE &&
            !(own < sprites && units[own]))
            report_warning(&about,
                           "the price of %u has no unit: in a market this object is free",
                           objects[i]->price);
    }
}

/* A choice needs the menu, whose new game begins with the choice of a character. */
static void check_characters(Project *project)
{
    const TngMainMenu *menu = project->by_type[SECTION_MAIN_MENU].record;
    const TngSection *section = &project->by_type[SECTION_OPTIONS];
    if (menu && menu->enabled)
        return;
    for (size_t i = 0; section->kind && i < section->count; i++) {
        const TngOptions *group = project_asset(project, SECTION_OPTIONS, i);
        Report about = report_child(project->report, project->entities[NAME_OPTION][i]->path);
        if (group && group->option_count > 1)
            report_warning(&about,
                           "without ui/mainmenu.cfg nobody can choose: the first option "
                           "is taken");
    }
}

/* Of several values of an attribute the last one is used; those of a primary one are added. */
static const char *duplicate_effect(const Project *project, Text name)
{
    const TngAttributes *all = project->by_type[SECTION_ATTRIBUTES].record;
    const uint32_t *index = table_get(&project->names.kinds[NAME_ATTRIBUTE].numbers, name);
    const bool primary =
        all && index && *index < all->attribute_count && all->attributes[*index].type == 0;
    return primary ? "its values are added" : "the last value is used";
}

/* Lines 1 and 2 are not tagged: they may begin with any word. An option has at most 255 values
 * and conditions. */
static void check_option_file(const Project *project, const ProjectFile *file)
{
    Report about = report_child(project->report, file->path);
    Text rest = text_of_bytes(file->bytes), line, names[UINT8_MAX];
    size_t count = 0;
    for (uint32_t number = 1; text_line(&rest, &line); number++) {
        Text words = line;
        const Text tag = text_word(&words), name = text_word(&words);
        if (number <= 2 || text_is(tag, "o"))
            count = 0;
        if (number <= 2 || !text_is(tag, "a") || count == COUNT_OF(names))
            continue;
        size_t before = 0;
        while (before < count && !text_equal(names[before], name))
            before++;
        if (before < count)
            report_warning_at(&about,
                              (SourcePosition){.line = number,
                                               .column = (uint32_t)(name.at - line.at) + 1,
                                               .source = line},
                              "duplicate attribute \"%.*s\" of an option: %s", (int)name.size,
                              name.at, duplicate_effect(project, name));
        else
            names[count++] = name;
    }
}

static void check_options(Project *project)
{
    for (size_t i = 0; i < project->names.kinds[NAME_OPTION].count; i++)
        check_option_file(project, project->entities[NAME_OPTION][i]);
}

/* The player would show its own font instead. */
static void check_fonts(Project *project)
{
    const Format *font = format_named(TEXT("sfn"));
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        if (!path_is_kind(file->path, NAME_FONT))
            continue;
        Arena *scratch = arena_new();
        Report about = report_child(project->report, file->path);
        format_check(font, file->bytes, scratch, &about);
        arena_free(scratch);
    }
}

static void check_ground_size(Project *project, uint32_t file, uint32_t w, uint32_t h)
{
    const ProjectConfig *config = &project->config;
    if (w >= config->tile_width && h >= config->tile_height)
        return;
    Report about = report_child(project->report, project->files->items[file].path);
    report_warning(&about,
                   "%u x %u pixels leave a gap on the layer \"ground 1\": its cells have "
                   "%u x %u",
                   w, h, config->tile_width, config->tile_height);
}

/* Sprites that came from the cache have no images: those of the ground are decoded. Only images
 * of one sprite; atlases and sheets were checked when the cache was filled. */
static void check_ground_files(Project *project, const MapContents *maps)
{
    for (uint32_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        SpriteStrip strip = {.frames = 1};
        Text base;
        Image image;
        if (picture_category(file->path) != CATEGORY_TILES ||
            !project_has_picture(project->files, file, project->arena) ||
            !sprite_suffix_parse(picture_name(file->path), &base, &strip))
            continue;
        const uint32_t *number =
            table_get(&project->names.sprites[CATEGORY_TILES].numbers, base);
        Arena *scratch = arena_new();
        Report silent = report_to(NULL, NULL);
        if (number && maps->ground[*number] && strip.direction == 0 &&
            picture_read(file->path, file->bytes, &image, scratch, &silent))
            check_ground_size(project, i, image.w / strip.frames, image.h);
        arena_free(scratch);
    }
}

/* A smaller image of the ground leaves gaps. Only squares: others have no corners to fill. */
static void check_ground(Project *project, const MapContents *maps)
{
    if (project->config.type != TMX_ORTHOGONAL)
        return;
    if (project->sprites_known) {
        check_ground_files(project, maps);
        return;
    }
    for (size_t i = 0; i < project->names.sprites[CATEGORY_TILES].count; i++) {
        const SpriteSource *sprite = &project->sprites[CATEGORY_TILES][i];
        const SpriteStrip *strip = sprite->strips;
        if (!maps->ground[i] || !sprite->strip_count)
            continue;
        const uint32_t file = project->pictures[strip->picture].file;
        if (file < project->files->count)
            check_ground_size(project, file, strip->w / strip->frames, strip->h);
    }
}

void project_check_rules(Project *project, const ProjectScripts *scripts,
                         const MapContents *maps)
{
    check_start(project);
    if (has_market(scripts))
        check_prices(project);
    check_characters(project);
    check_options(project);
    check_fonts(project);
    check_ground(project, maps);
}
