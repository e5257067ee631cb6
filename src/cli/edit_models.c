/* Parts, in order: the model that is kept; options of the conversion to sprites; the functions
 * that the editor calls. A page asks for many images of one model, so it stays open until
 * another one is wanted or its files change, with the warnings that opening it has caused. */
#include "cli/edit_models.h"

#include "base/text.h"
#include "cli/edit_model_files.h"
#include "evil_islands/models/model_sprites.h"
#include "kit/convert/convert_options.h"

/* ---- the model ---- */

static void forget(EditModels *models)
{
    arena_free(models->arena);
    models->arena = NULL;
}

/* The model of the wish; it is kept until another one is wanted, or files change. */
static const Model *stage_of(EditModels *models, const ModelWish *wish, Report *report)
{
    ModelFiles files;
    if (models->arena && text_equal(models->path, wish->path) &&
        models->given == (wish->given != NULL) && models->version == wish->version)
        return &models->stage->model;
    forget(models);
    Arena *arena = arena_new();
    models->warnings = (Messages){.arena = arena};
    models->stage = ARENA_ALLOC(arena, ModelStage, 1);
    Report warnings = report_to(messages_sink, &models->warnings);
    if (!model_files_find(models->host, models->workspace, wish->path, wish->given, &files,
                          arena, &warnings) ||
        !model_stage_open(&files.job, models->stage, arena, &warnings)) {
        messages_replay(&models->warnings, report);
        arena_free(arena);
        return NULL;
    }
    models->arena = arena;
    models->path = arena_text(arena, wish->path);
    models->given = wish->given != NULL;
    models->version = wish->version;
    return &models->stage->model;
}

/* ---- options ---- */

static const Conversion *to_sprites(void)
{
    const ConversionJob job = {0};
    return conversion_find("mod", "", &job);
}

/* Those of the conversion to sprites, except files: the page has other ways to name them. */
static bool is_shown(const Option *option)
{
    return !strcmp(option->command, "convert") && conversion_takes(to_sprites(), option->id) &&
           option->id != OPTION_output && option->id != OPTION_format &&
           option->id != OPTION_as && strcmp(option->argument, "FILE") != 0;
}

static const Option *option_named(const char *name)
{
    for (const Option *option = job_options; option->name; option++)
        if (!strcmp(option->name, name) && is_shown(option))
            return option;
    return NULL;
}

static void misuse(void *context, const char *text) { report_error(context, "%s", text); }

static bool take_options(const ModelWish *wish, ModelLook *out, Arena *arena, Report *report)
{
    const char *values[JOB_OPTION_COUNT] = {0};
    Job job = {.verb = "convert",
               .values = values,
               .report = report,
               .misuse = misuse,
               .context = report};
    const ModelSettings *settings;
    const char *name;
    json_t *value;
    *out = (ModelLook){0};
    values[OPTION_as] = "sprites";
    json_object_foreach((json_t *)(uintptr_t)wish->options, name, value)
    {
        const Option *option = option_named(name);
        const char *text = json_string_value(value);
        if (!option || !text)
            return report_error(report, "there is no option \"%s\"", name);
        if (*text)
            values[option->id] = arena_text(arena, text_of(text)).at;
    }
    settings = convert_options_take(&job, to_sprites(), "", 1, NULL, arena);
    if (!settings)
        return false;
    out->sprites = settings->sprites;
    memcpy(out->complexion, settings->complexion, sizeof out->complexion);
    return true;
}

static void put_options(JsonWriter *json)
{
    json_open_list(json, "options");
    for (const Option *option = job_options; option->name; option++) {
        if (!is_shown(option))
            continue;
        json_open(json, NULL);
        json_put_text(json, "name", text_of(option->name));
        json_put_text(json, "argument", text_of(option->argument));
        json_put_text(json, "doc", text_of(option->doc));
        json_close(json);
    }
    json_close_list(json);
}

/* ---- for the editor ---- */

static size_t triangles_of(const Model *model)
{
    size_t triangles = 0;
    for (size_t i = 0; i < model->bone_count; i++)
        triangles += model->bones[i].fig ? model->bones[i].fig->index_count / 3 : 0;
    return triangles;
}

static bool describe(void *context, const ModelWish *wish, JsonWriter *json, Arena *arena,
                     Report *report)
{
    EditModels *models = context;
    const Model *model = stage_of(models, wish, report);
    (void)arena;
    if (!model)
        return false;
    json_put_text(json, "name", model->name);
    json_put_uint(json, "bones", model->bone_count);
    json_put_uint(json, "triangles", triangles_of(model));
    json_open_list(json, "clips");
    for (size_t i = 0; i < model->clip_count; i++) {
        json_open(json, NULL);
        json_put_text(json, "name", model->clips[i].name);
        json_put_uint(json, "frames", model->clips[i].frame_count);
        json_close(json);
    }
    json_close_list(json);
    json_open_list(json, "warnings");
    for (size_t i = 0; i < models->warnings.count; i++)
        json_put_text(json, NULL, models->warnings.items[i].text);
    json_close_list(json);
    put_options(json);
    return true;
}

static bool turned(void *context, const ModelWish *wish, const ModelMomentWish *moment,
                   Bytes *out, Arena *arena, Report *report)
{
    enum { SIDE = 320 };
    EditModels *models = context;
    const Model *model = stage_of(models, wish, report);
    const ModelMoment when = {(int32_t)moment->clip, (uint32_t)moment->frame,
                              (float)moment->turn};
    ModelLook look;
    if (!model || !take_options(wish, &look, arena, report))
        return false;
    look.sprites.side = SIDE;
    return model_turned(models->stage, &look, &when, out, arena, report);
}

static bool sprites(void *context, const ModelWish *wish, Text folder, ModelSprites *out,
                    Arena *arena, Report *report)
{
    EditModels *models = context;
    ModelLook look;
    ModelSheet sheet;
    if (!stage_of(models, wish, report) || !take_options(wish, &look, arena, report) ||
        !model_sheet(models->stage, &look, arena_text(arena, folder).at, &sheet, arena, report))
        return false;
    *out = (ModelSprites){.sheet = sheet.png,
                          .w = sheet.image.w,
                          .h = sheet.image.h,
                          .layout = sheet.layout,
                          .count = sheet.sprite_count};
    return true;
}

void edit_models_open(EditModels *models, EditorHost *host, const WorkspaceEdit *workspace)
{
    *models = (EditModels){.host = host, .workspace = workspace};
    models->editor = (EditorModels){.context = models,
                                    .describe = describe,
                                    .turned = turned,
                                    .sprites = sprites,
                                    .list = model_files_list};
    host->models = &models->editor;
}

void edit_models_close(EditModels *models) { forget(models); }
