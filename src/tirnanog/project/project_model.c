/* Answers questions about a checked project, and reads single files again. The model keeps the
 * state of a build (`Project`); reading a file again uses a copy of its cursor, without the
 * lists of texts and positions, so that the model does not change. */
#include "tirnanog/project/project_model.h"

#include "base/text.h"
#include "tirnanog/project/build.h"
#include "tirnanog/check/check.h"

struct ProjectModel {
    Project project;
    ProjectTexts texts; /* only the places; see project_model_texts */
    NameUses found;
    ProjectUses uses;
    TerrainRules terrains;
    bool has_terrains; /* its automap rules have no errors */
};

ProjectModel *project_model_new(ProjectFiles *files, const BuildCache *cache,
                                ProjectChecker *checker, Arena *arena, Report *report)
{
    ProjectModel *model = ARENA_ALLOC(arena, ProjectModel, 1);
    model->found.arena = arena;
    const BuildOptions options = {
        .cache = cache, .texts = &model->texts, .uses = &model->found};
    (void)project_check_into(&model->project, files, &options, checker, arena, report);
    Report silent = report_to(NULL, NULL);
    model->has_terrains = /* also records the names in automap rules */
        model->project.tiles &&
        terrain_rules_of(&model->project, &model->terrains, arena, &silent);
    model->project.report = report;
    names_record_uses(&model->project.names, NULL);
    model->uses = project_uses(&model->found, files, arena);
    return model;
}

const ProjectFiles *project_model_files(const ProjectModel *model)
{
    return model->project.files;
}

const Names *project_model_names(const ProjectModel *model) { return &model->project.names; }

const ProjectUses *project_model_uses(const ProjectModel *model) { return &model->uses; }

const Story *project_model_story(const ProjectModel *model) { return model->project.story; }

const TerrainRules *project_model_terrains(const ProjectModel *model)
{
    return model->has_terrains ? &model->terrains : NULL;
}

const ProjectConfig *project_model_config(const ProjectModel *model)
{
    return &model->project.config;
}

Text project_model_language(const ProjectModel *model)
{
    return project_source_language(&model->project);
}

/* Copies the places, since sorting them changes them. */
void project_model_texts(const ProjectModel *model, ProjectTexts *out, Arena *arena)
{
    const size_t count = model->texts.place_count;
    *out = (ProjectTexts){.places = ARENA_ALLOC(arena, TextPlace, count + 1),
                          .place_count = count};
    if (count)
        memcpy(out->places, model->texts.places, count * sizeof *out->places);
    if (model->project.names.texts.count) /* 0: the files were not read at all */
        project_texts_finish(&model->project, out, arena);
}

unsigned project_model_frame_time(const ProjectModel *model)
{
    const TngHeader *header = &model->project.header;
    return 1000 * tng_animation_ticks(header) / tng_frame_rate(header);
}

bool project_name_of(Text path, uint16_t *kind, Text *name)
{
    for (uint16_t i = 0; i < NAME_SLOT; i++)
        if (path_is_kind(path, (NameKind)i)) {
            *kind = i;
            *name = path_name(path, file_kind((NameKind)i)->suffix);
            return true;
        }
    const int category = picture_category(path);
    if (category < 0)
        return false;
    *kind = (uint16_t)(NAME_SPRITE + category);
    *name = sprite_base_name(picture_name(path));
    return true;
}

void project_model_read(ProjectModel *model, const Sheet *sheet, const ProjectFile *file,
                        SheetRows *rows, Arena *arena, Report *report)
{
    Project *project = &model->project;
    SheetCursor cursor = project->cursor;
    void *record = arena_alloc(arena, 1, sheet->layout->size);
    Report about = report_child(report, file->path);
    *rows = (SheetRows){.arena = arena};
    cursor.rows = rows;
    cursor.places = NULL;
    cursor.texts = NULL;
    cursor.arena = arena;
    cursor.position = NULL;
    (void)sheet_read(sheet, record, text_of_bytes(file->bytes), &cursor, &about);
}
