/* Converts a project's text files to the container's records; files that exist once are in
 * single_files.c. */
#include "tirnanog/sheets/single_files.h"

#include "tirnanog/maps/movement_kinds.h"

/* ---- files of which there are many, an asset each ---- */

/* Completes a text file's record and returns the container's record. */
typedef const void *Finish(Project *project, void *record, Text name, bool *ok, Report *report);

static const void *finish_plain(Project *project, void *record, Text name, bool *ok,
                                Report *report)
{
    (void)project, (void)name, (void)ok, (void)report;
    return record;
}

/* A slide has either a colour or an image (seed, cutscenes). */
static const void *finish_cutscene(Project *project, void *record, Text name, bool *ok,
                                   Report *report)
{
    (void)project, (void)name, (void)ok;
    const TngCutscene *cutscene = record;
    for (size_t i = 0; i < cutscene->slide_count; i++) {
        const Slide *slide = &cutscene->slides[i];
        if ((slide->image.index == TNG_NO_SPRITE) == (slide->colour == 0))
            report_warning(report,
                           "slide %zu: expected either a colour or an image; use 00000000 for "
                           "no colour, - for no image",
                           i);
    }
    return record;
}

/* Returns the number of sprites: none without layers, otherwise one for each column. */
static u8 merge_row(Project *project, const ProjectRow *rows, size_t count, SpriteRef **out)
{
    if (!count)
        return 0;
    *out = ARENA_ALLOC(project->arena, SpriteRef, TNG_ROW_LENGTH);
    for (size_t i = 0; i < TNG_ROW_LENGTH; i++)
        (*out)[i] = project_merged(project, rows, count, i);
    return TNG_ROW_LENGTH;
}

static const void *finish_options(Project *project, void *record, Text name, bool *ok,
                                  Report *report)
{
    (void)name, (void)ok, (void)report;
    ProjectOptions *options = record;
    TngOptions *group = &options->group;
    group->option_count = options->option_count;
    group->options = ARENA_ALLOC(project->arena, CharacterOption, options->option_count);
    for (size_t i = 0; i < options->option_count; i++) {
        ProjectOption *option = &options->options[i];
        option->option.sprite_count =
            merge_row(project, option->layers, option->layer_count, &option->option.sprites);
        group->options[i] = option->option;
        if (option->option.name < project->names.texts.count)
            project->names.texts.used[option->option.name] = true; /* see finish_object */
    }
    return group;
}

/* The container has one sprite per column where the text file has layers. */
static const void *finish_npc(Project *project, void *record, Text name, bool *ok,
                              Report *report)
{
    (void)name, (void)ok, (void)report;
    ProjectNpc *npc = record;
    npc->npc.sprite_count =
        merge_row(project, npc->layers, npc->layer_count, &npc->npc.sprites);
    return &npc->npc;
}

static void set_layers(ObjectLayers *layers, TextIndex option, const ProjectRow *above,
                       size_t above_count, const ProjectRow *behind, size_t behind_count)
{
    sheet_defaults(&ObjectLayers_layout, layers);
    layers->option = option;
    if (above_count)
        memcpy(layers->above, above->sprites, sizeof layers->above);
    if (behind_count)
        memcpy(layers->behind, behind->sprites, sizeof layers->behind);
}

static const void *finish_object(Project *project, void *record, Text name, bool *ok,
                                 Report *report)
{
    ProjectObject *source = record;
    TngObject *object = &source->object;
    sheet_uses_ways(&project->cursor, ways_of_object(object));
    for (size_t i = 0; i < source->equip_count; i++) {
        object->equip_mask |= 1u << source->equips[i].slot;
        object->equipped[source->equips[i].slot] = source->equips[i].sprite;
    }
    const bool plain = source->above_count || source->behind_count;
    if (source->looks_count + plain > UINT8_MAX)
        *ok = report_error(report, "%.*s has looks for %zu options; the maximum is %d",
                           (int)name.size, name.at, (size_t)source->looks_count + plain,
                           UINT8_MAX);
    object->layers =
        ARENA_ALLOC(project->arena, ObjectLayers, (size_t)source->looks_count + plain);
    object->layer_count = (u8)(source->looks_count + plain);
    if (source->above_count > 1 || source->behind_count > 1)
        *ok =
            report_error(report, "line \"f\" (above) or \"b\" (behind) occurs more than once");
    if (plain)
        set_layers(object->layers, TNG_NO_TEXT, source->above, source->above_count,
                   source->behind, source->behind_count);
    for (size_t i = 0; i < source->looks_count; i++) {
        const ProjectLooks *looks = &source->looks[i];
        const Text option = names_text_at(&project->names, looks->option);
        if (looks->above_count > 1 || looks->behind_count > 1)
            *ok = report_error(
                report,
                "line \"f\" (above) or \"b\" (behind) of option \"%.*s\" occurs more than once",
                (int)option.size, option.at);
        if (!project->report->errors && looks->option < project->names.texts.count &&
            !project->names.texts.used[looks->option])
            report_warning(report, "no character option is called \"%.*s\"", (int)option.size,
                           option.at);
        set_layers(&object->layers[i + plain], looks->option, looks->above, looks->above_count,
                   looks->behind, looks->behind_count);
    }
    return object;
}

static const struct {
    NameKind kind;
    const Sheet *sheet;
    Finish *finish;
} entity_kinds[] = {
    {NAME_CHOOSER, &chooser_sheet, finish_plain},
    {NAME_CUTSCENE, &cutscene_sheet, finish_cutscene},
    {NAME_OPTION, &option_sheet, finish_options},
    {NAME_NPC, &npc_sheet, finish_npc},
    {NAME_SPAWNER, &spawner_sheet, finish_plain},
    {NAME_DIALOG, &dialog_sheet, finish_plain},
    {NAME_OBJECT, &object_sheet, finish_object},
    {NAME_CRAFT, &crafting_sheet, finish_plain},
    {NAME_QUEST, &quest_sheet, finish_plain},
};

/* Before anything is read, because files that name an object without an image have errors, too:
 * the first message is then about the cause. */
static bool images_exist(Project *project)
{
    static const struct {
        NameKind kind;
        const char *word;
    } kinds[] = {{NAME_OBJECT, "object"}, {NAME_TILE, "tile"}};
    bool ok = true;
    uint32_t sprite;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const NameList *names = &project->names.kinds[kinds[k].kind];
        for (size_t i = 0; i < names->count; i++) {
            const Text name = names->items[i];
            Report about =
                report_child(project->report, project->entities[kinds[k].kind][i]->path);
            if (!names_find(&project->names.sprites[CATEGORY_TILES], name, &sprite))
                ok = report_error(&about, "no image tiles/%.*s_....png for this %s",
                                  (int)name.size, name.at, kinds[k].word);
        }
    }
    return ok;
}

/* An object is identified by its sprite. */
static bool name_entity(Project *project, NameKind kind, Text name, TngEntry *entry)
{
    if (kind != NAME_OBJECT) {
        ((TngAsset *)entry->descriptor)->name = names_string(&project->names, name);
        return true;
    }
    uint32_t sprite;
    if (!names_find(&project->names.sprites[CATEGORY_TILES], name, &sprite))
        return false; /* reported by images_exist */
    ((TngObjectAsset *)entry->descriptor)->sprite = (ObjectIndex)sprite;
    return true;
}

static bool read_entities(Project *project, size_t row)
{
    const NameKind kind = entity_kinds[row].kind;
    const Sheet *sheet = entity_kinds[row].sheet;
    const NameList *names = &project->names.kinds[kind];
    if (!names->count)
        return true;
    TngEntry *entries = project_entry(project, file_kind(kind)->section, names->count);
    const RecordLayout *layout = tng_section_kind(file_kind(kind)->section)->asset;
    bool ok = true;
    for (size_t i = 0; i < names->count; i++) {
        const ProjectFile *file = project->entities[kind][i];
        const Text name = names->items[i];
        void *record = arena_alloc(project->arena, 1, sheet->layout->size);
        const size_t first = project_script_count(project);
        Report about = report_child(project->report, file->path);
        const bool read = project_read(project, sheet, file, record, &about);
        if (project->cursor.places)
            script_positions_record(project->cursor.places, first, file_kind(kind)->section,
                                    (uint32_t)i);
        const bool named = name_entity(project, kind, name, &entries[i]);
        ok &= read && named;
        if (read)
            entries[i].stored = project_pack_record(
                project, layout, entity_kinds[row].finish(project, record, name, &ok, &about));
    }
    return ok;
}

/* ---- tiles, files ---- */

/* Reads all tiles; `*max` gets the number of lines of speeds that one of them has. */
static bool read_tile_files(Project *project, size_t *max)
{
    const NameList *names = &project->names.kinds[NAME_TILE];
    const unsigned ways = project->config.ways;
    bool ok = true;
    project->cursor.ways_max = ways ? (uint8_t)ways : TNG_WAYS_MAX;
    project->tiles = ARENA_ALLOC(project->arena, ProjectTile, names->count);
    for (size_t i = 0; i < names->count; i++) {
        ProjectTile *tile = &project->tiles[i];
        const ProjectFile *file = project->entities[NAME_TILE][i];
        Report about = report_child(project->report, file->path);
        ok &= project_read(project, &tile_sheet, file, tile, &about);
        *max = tile->speed_count > *max ? tile->speed_count : *max;
    }
    return ok;
}

/* All tiles have a speed for each way of moving, which the header counts: as config says, or as
 * many as something uses. Call it after all scripts and objects. */
static bool read_tiles(Project *project)
{
    const NameList *names = &project->names.kinds[NAME_TILE];
    size_t max = TNG_WAYS_MIN;
    const bool ok = read_tile_files(project, &max);
    max = project->cursor.ways_used > max ? project->cursor.ways_used : max;
    max = project->config.ways ? project->config.ways : max;
    project->header.transport_count = (u8)max;
    if (!names->count)
        return ok;
    TngEntry *entries = project_entry(project, SECTION_TILE_META, names->count);
    for (size_t i = 0; i < names->count; i++) {
        const uint32_t *sprite =
            table_get(&project->names.sprites[CATEGORY_TILES].numbers, names->items[i]);
        const ProjectTile *source = &project->tiles[i];
        TngTile *tile = arena_alloc(project->arena, 1, sizeof *tile);
        tile->sprite = (ObjectIndex)(sprite ? *sprite : TNG_NO_SPRITE);
        tile->transport_count = source->speed_count;
        tile->speeds = source->speeds;
        ways_widen(tile, (unsigned)max, project->arena);
        entries[i].asset = tile;
    }
    return ok;
}

/* Fonts, music, sounds and movies are copied unchanged, if their format is right. */
static bool read_files(Project *project)
{
    static const struct {
        NameKind kind;
        const char *magic, *gzip;
        const char *what;
    } kinds[] = {
        {NAME_FONT, "SFN", "\x1f\x8b", "an SSFN font"},
        {NAME_MUSIC, "OggS", NULL, "an Ogg file"},
        {NAME_SOUND, "OggS", NULL, "an Ogg file"},
        {NAME_MOVIE, "OggS", NULL, "an Ogg file"},
        {NAME_SPEECH, "OggS", NULL, "an Ogg file"},
    };
    bool ok = true;
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        const NameKind kind = kinds[k].kind;
        const NameList *names = &project->names.kinds[kind];
        TngEntry *entries = kind != NAME_SPEECH && names->count
                                ? project_entry(project, file_kind(kind)->section, names->count)
                                : NULL;
        for (size_t i = 0; i < project->files->count; i++) {
            const ProjectFile *file = &project->files->items[i];
            if (!path_is_kind(file->path, kind))
                continue;
            const Text start = text_of_bytes(file->bytes);
            Report about = report_child(project->report, file->path);
            if (!text_starts(start, kinds[k].magic) &&
                !(kinds[k].gzip && text_starts(start, kinds[k].gzip)))
                ok = report_error(&about, "this is not %s", kinds[k].what);
            const Text name = path_name(file->path, file_kind(kind)->suffix);
            const uint32_t *index = table_get(&names->numbers, name);
            if (!entries || !index)
                continue;
            entries[*index].stored = file->bytes;
            ((TngAsset *)entries[*index].descriptor)->name =
                names_string(&project->names, name);
        }
    }
    return ok;
}

bool project_sheets(Project *project)
{
    bool ok = images_exist(project);
    ok &= read_files(project);
    ok &= project_singles(project);
    for (size_t i = 0; i < COUNT_OF(entity_kinds); i++)
        ok &= read_entities(project, i);
    return read_tiles(project) && ok;
}
