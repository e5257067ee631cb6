/* Images of the page, before they are in the project: what kind of sheet one is, how a preset
 * cuts it, and all of them written as one step. Files that belong to a sheet (a list in XML or
 * JSON) are sent, too. */
#include "studio/editor/editor_internal.h"

#include "base/path.h"
#include "base/text.h"
#include "base/image/aseprite.h"
#include "base/image/picture.h"
#include "base/image/png_write.h"
#include "tirnanog/convert/picture_conversions.h"
#include "tirnanog/convert/sheet_guess.h"
#include "tirnanog/sprites/image_sprites.h"
#include "tirnanog/sprites/picture_names.h"
#include "tirnanog/sprites/sprite_sheets.h"

enum { SENT_MAX = 128 << 20, IMAGES_MAX = 200, FILES_MAX = 20000, PIXELS_MAX = 1 << 24 };

/* ---- sent ---- */

void post_sheet_sent(Call *call)
{
    SentFiles *sent = &call->editor->images;
    const Text name = http_argument(call->request, "name");
    const Bytes body = call->request->body;
    if (call->editor->host->workspace || !edit_store_path_ok(name)) {
        call_error(call, 403, "this name is not allowed");
        return;
    }
    if (http_argument(call->request, "first").size)
        sent_files_clear(sent);
    if (!sent_files_take(sent, name, body.size, 0, body, SENT_MAX)) {
        call_error(call, 413, "at most 200 files at once, and 128 MiB of them");
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_uint(&json, "received", body.size);
    json_close(&json);
    call_json(call, &json);
}

static const ProjectFile *sent_file(const Call *call, Text name)
{
    const ProjectFiles *files = &call->editor->images.files;
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i].path, name))
            return &files->items[i];
    return NULL;
}

/* The size is known before anything is decoded. */
static bool sent_image(Call *call, Text name, const ProjectFile **file, Image *out)
{
    const PictureFormat *format = picture_format_of(name);
    uint32_t w, h;
    *file = sent_file(call, name);
    if (!*file)
        return report_cause(&call->report, CAUSE_NOT_FOUND, "%.*s was not sent", (int)name.size,
                            name.at);
    if (!format)
        return report_error(&call->report, "%.*s is not an image", (int)name.size, name.at);
    if (!format->size((*file)->bytes, &w, &h, &call->report))
        return false;
    if ((uint64_t)w * h > PIXELS_MAX)
        return report_error(&call->report,
                            "an image of %u x %u pixels; the editor cuts at most %d million "
                            "pixels",
                            w, h, PIXELS_MAX / 1000000);
    return picture_read(name, (*file)->bytes, out, call->arena, &call->report);
}

/* 410: it must be sent again. */
static void answer_cause(Call *call)
{
    const Messages *problems = &call->problems;
    const bool lost =
        problems->count && problems->items[problems->count - 1].cause == CAUSE_NOT_FOUND;
    call_error(call, lost ? 410 : 400, "the image cannot be read");
}

/* ---- presets ---- */

/* A list has the name of its image, whatever the sprites are called. */
typedef struct Lists {
    const Call *call;
    Text stem;
} Lists;

static bool list_beside(void *context, Text name, Bytes *out, Arena *arena)
{
    const Lists *lists = context;
    const Text suffix = path_suffix(name);
    const ProjectFile *file =
        sent_file(lists->call, arena_format(arena, "%.*s.%.*s", (int)lists->stem.size,
                                            lists->stem.at, (int)suffix.size, suffix.at));
    *out = file ? file->bytes : (Bytes){0};
    return file != NULL;
}

typedef struct SheetRequest {
    Text given, preset, stem, folder; /* stem, folder: empty: those of the preset */
    uint32_t w, h, margin, spacing;   /* of the preset "grid" */
} SheetRequest;

static const char *folder_of(Text folder)
{
    static const char *const folders[] = {"ui", "tiles", "chars", "portraits"};
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (text_is(folder, folders[i]))
            return folders[i];
    return NULL;
}

/* A file of Aseprite itself: its tags are animations. */
static bool has_animations(const Call *call, Text given)
{
    const ProjectFile *file = sent_file(call, given);
    Report silent = report_to(NULL, NULL);
    Aseprite aseprite;
    return file && aseprite_is(file->bytes) &&
           aseprite_open(file->bytes, &aseprite, call->arena, &silent) &&
           (aseprite.frame_count > 1 || aseprite.tag_count);
}

static bool apply(Call *call, const SheetRequest *wanted, const Image *image, PresetResult *out)
{
    const Text stem = path_without_suffix(path_base(wanted->given));
    const Text named = wanted->stem.size ? wanted->stem : stem;
    const PresetSettings settings = {.name = arena_text(call->arena, wanted->preset).at,
                                     .margin = wanted->margin,
                                     .spacing = wanted->spacing,
                                     .category = folder_of(wanted->folder),
                                     .w = wanted->w,
                                     .h = wanted->h};
    const Text path = arena_format(call->arena, "%.*s.png", (int)named.size, named.at);
    if (text_is(wanted->preset, "aseprite") && has_animations(call, wanted->given)) {
        ConversionJob job = {.path = path,
                             .input = sent_file(call, wanted->given)->bytes,
                             .settings = &settings};
        *out = (PresetResult){.stem = named};
        if (!aseprite_to_sprites(&job, call->arena, &call->report))
            return false;
        out->files = job.files_out;
        return true;
    }
    Lists lists = {call, stem};
    const PresetSheet sheet = {
        .path = path, .image = image, .beside = list_beside, .context = &lists};
    return preset_apply(&settings, &sheet, out, call->arena, &call->report);
}

static void put_guess(JsonWriter *json, const SheetGuess *guess)
{
    json_open(json, NULL);
    json_put_text(json, "preset", text_of(guess->preset));
    json_put_uint(json, "cell", guess->cell);
    json_put_uint(json, "margin", guess->margin);
    json_put_uint(json, "spacing", guess->spacing);
    json_close(json);
}

static void put_guesses(JsonWriter *json, Call *call, Text given, const Image *image)
{
    Lists lists = {call, path_without_suffix(path_base(given))};
    const PresetSheet sheet = {
        .path = given, .image = image, .beside = list_beside, .context = &lists};
    SheetGuess guesses[SHEET_GUESSES_MAX];
    const size_t count = sheet_guess(&sheet, guesses, call->arena);
    json_open_list(json, "guesses");
    if (has_animations(call, given))
        put_guess(json, &(SheetGuess){.preset = "aseprite"});
    for (size_t i = 0; i < count; i++)
        put_guess(json, &guesses[i]);
    json_close_list(json);
}

static void put_presets(JsonWriter *json)
{
    const char *name, *doc;
    json_open_list(json, "presets");
    for (size_t i = 0; (name = preset_name(i, &doc)) != NULL; i++) {
        if (!strcmp(name, "auto"))
            continue;
        json_open(json, NULL);
        json_put_text(json, "name", text_of(name));
        json_put_text(json, "doc", text_of(doc));
        json_close(json);
    }
    json_close_list(json);
}

/* A layout without sprites has one for each block that is not transparent. */
static void put_result(JsonWriter *json, Call *call, const PresetResult *result,
                       const Image *image)
{
    json_put_text(json, "stem", result->stem);
    if (result->layout.size) {
        Report silent = report_to(NULL, NULL);
        SheetLayout layout;
        const ProjectFile file = {TEXT("sheet.lyt"), bytes_of_text(result->layout)};
        json_put_text(json, "text", result->layout);
        put_sheet_layout(json, result->layout, call->arena);
        (void)sheet_layout_read(result->layout, &layout, call->arena, &silent);
        (void)sprite_sheet_read(&file, layout.category.at, image, &layout, call->arena,
                                &silent);
        json_put_uint(json, "count", layout.sprite_count);
        return;
    }
    json_open_list(json, "files");
    for (size_t i = 0; i < result->files.count && i < FILES_MAX; i++)
        json_put_text(json, NULL, result->files.items[i].path);
    json_close_list(json);
}

static uint32_t number_of(const Call *call, const char *name)
{
    int64_t number;
    return text_number(http_argument(call->request, name), 0, SHEET_NUMBER_MAX, &number)
               ? (uint32_t)number
               : 0;
}

void get_sheet(Call *call)
{
    const SheetRequest wanted = {.given = http_argument(call->request, "given"),
                                 .preset = http_argument(call->request, "preset"),
                                 .stem = http_argument(call->request, "stem"),
                                 .folder = http_argument(call->request, "folder"),
                                 .w = number_of(call, "w"),
                                 .h = number_of(call, "h"),
                                 .margin = number_of(call, "margin"),
                                 .spacing = number_of(call, "spacing")};
    const ProjectFile *file;
    PresetResult result;
    Image image;
    if (!sent_image(call, wanted.given, &file, &image)) {
        answer_cause(call);
        return;
    }
    if (wanted.preset.size && !apply(call, &wanted, &image, &result)) {
        call_error(call, 400, "the image is not such a sheet");
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_uint(&json, "w", image.w);
    json_put_uint(&json, "h", image.h);
    json_put_uint(&json, "frameTime",
                  call_model(call) ? project_model_frame_time(call_model(call)) : 125);
    put_guesses(&json, call, wanted.given, &image);
    put_presets(&json);
    if (wanted.preset.size)
        put_result(&json, call, &result, &image);
    json_close(&json);
    call_json(call, &json);
}

/* Formats that browsers do not know are sent as PNG. */
void get_sheet_image(Call *call)
{
    const ProjectFile *file;
    Image image;
    if (!sent_image(call, http_argument(call->request, "given"), &file, &image)) {
        answer_cause(call);
        return;
    }
    call->answer->status = 200;
    call->answer->type = "image/png";
    call->answer->bytes = png_write(&image, NULL, call->arena);
}

/* ---- written ---- */

typedef struct Edits {
    FileEdit *items;
    size_t count;
} Edits;

static bool add_file(Call *call, Edits *edits, Text path, Bytes bytes)
{
    uint16_t kind;
    Text name;
    const bool image = project_name_of(path, &kind, &name) && names_ok(name);
    if (!edit_store_path_ok(path) || !(image || text_ends(path, ".lyt")))
        return report_error(&call->report,
                            "invalid name \"%.*s\"; expected letters, digits, \"_\" and \".\" "
                            "only",
                            (int)path.size, path.at);
    if (edits->count == FILES_MAX)
        return report_error(&call->report, "at most %d files at once", FILES_MAX);
    FileEdit *edit = ARENA_PUSH(call->arena, edits->items, edits->count);
    *edit = (FileEdit){.path = path, .mine = bytes};
    return edit_store_read(&call->editor->store, path, &edit->base, &edit->base_hash,
                           call->arena, &call->report);
}

/* A sprite that another file has would be an error of the project; a sheet that is replaced has
 * its own. */
static bool sprites_are_new(Call *call, Text path, const SheetLayout *layout)
{
    const ProjectModel *model = call_model(call);
    const Text stem = path_without_suffix(path_base(path));
    const int category = picture_category(path);
    if (!model || category < 0 || project_file(project_model_files(model), path))
        return true;
    const NameList *list = &project_model_names(model)->sprites[category];
    for (size_t i = 0; i < layout->sprite_count; i++) {
        const Text suffix = layout->sprites[i].suffix;
        const Text name = arena_format(call->arena, "%.*s%s%.*s", (int)stem.size, stem.at,
                                       suffix.size ? "_" : "", (int)suffix.size, suffix.at);
        if (table_get(&list->numbers, name))
            return report_error(
                &call->report, "there is already a %s \"%.*s\"; choose another name",
                file_kind((NameKind)(NAME_SPRITE + category))->word, (int)name.size, name.at);
    }
    return true;
}

/* The layout may have been changed by hand: it is checked as that of a project. */
static bool add_sheet(Call *call, Edits *edits, const ProjectFile *file, Text path, Text layout)
{
    const Text stem = path_without_suffix(path);
    const ProjectFile sheet = {path, file->bytes},
                      lines = {arena_format(call->arena, "%.*s.lyt", (int)stem.size, stem.at),
                               bytes_of_text(arena_text(call->arena, layout))};
    SheetLayout read;
    Image image;
    return image_layout_check(&lines, &sheet, &read, &image, call->arena, &call->report) &&
           sprites_are_new(call, path, &read) && add_file(call, edits, path, file->bytes) &&
           add_file(call, edits, lines.path, lines.bytes);
}

static bool add_image(Call *call, Edits *edits, const json_t *from)
{
    const SheetRequest wanted = {.given = json_find_text(from, "given"),
                                 .preset = json_find_text(from, "preset"),
                                 .stem = json_find_text(from, "stem"),
                                 .folder = json_find_text(from, "folder")};
    const Text path = json_find_text(from, "path"), layout = json_find_text(from, "layout");
    const ProjectFile *file;
    PresetResult result;
    Image image;
    if (!sent_image(call, wanted.given, &file, &image))
        return false;
    if (!wanted.preset.size && picture_format_of(path) != picture_format_of(wanted.given))
        return report_error(&call->report, "%.*s has another format than %.*s", (int)path.size,
                            path.at, (int)wanted.given.size, wanted.given.at);
    if (layout.size)
        return add_sheet(call, edits, file, path, layout);
    if (!wanted.preset.size)
        return add_file(call, edits, path, file->bytes);
    if (!apply(call, &wanted, &image, &result))
        return false;
    for (size_t i = 0; i < result.files.count; i++)
        if (!add_file(call, edits, result.files.items[i].path, result.files.items[i].bytes))
            return false;
    return result.files.count || report_error(&call->report, "the sheet needs a layout");
}

static bool is_taken(Call *call, const Edits *edits)
{
    Table seen = table_new(call->arena);
    for (size_t i = 0; i < edits->count; i++) {
        const FileEdit *edit = &edits->items[i];
        if ((edit->base_hash && !call_flag(call, "replace")) ||
            *table_put(&seen, edit->path, (uint32_t)i) != i) {
            (void)report_error(&call->report, "there is already a file %.*s",
                               (int)edit->path.size, edit->path.at);
            return true;
        }
    }
    return false;
}

/* All of them, as one step, or none. */
void post_images(Call *call)
{
    const json_t *images = json_object_get(call->body, "images");
    const size_t count = json_array_size(images);
    Edits edits = {0};
    if (call->editor->host->workspace || !count || count > IMAGES_MAX) {
        call_error(call, 400, "1 to 200 images are added at once, to a project");
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (!add_image(call, &edits, json_array_get(images, i))) {
            answer_cause(call);
            return;
        }
    if (is_taken(call, &edits)) {
        call_error(call, 409, "there is already such a file");
        return;
    }
    const Text first = edits.items[0].path;
    answer_change(call,
                  count == 1 ? arena_format(call->arena, "add %.*s", (int)first.size, first.at)
                             : arena_format(call->arena, "add %zu images", count),
                  edits.items, edits.count);
    if (call->answer->status == 200)
        sent_files_clear(&call->editor->images);
}
