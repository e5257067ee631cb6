/* Images: what the page needs to know about one, and how a layout cuts it. */
#include "studio/editor/editor_internal.h"

#include "base/path.h"
#include "base/text.h"
#include "base/image/picture.h"
#include "base/image/png_write.h"
#include "tirnanog/sprites/image_sprites.h"

enum { SHOWN_PIXELS_MAX = 1 << 24, BLOCKS_SHOWN_MAX = 1 << 16 };

/* ---- images ---- */

/* An image as it is now; its size is checked before it is decoded. */
static bool read_image(Call *call, Text path, ProjectFile *out, uint64_t *hash, Report *report)
{
    const PictureFormat *format = picture_format_of(path);
    uint32_t w, h;
    *out = (ProjectFile){.path = path};
    if (!format ||
        !edit_store_read(&call->editor->store, path, &out->bytes, hash, call->arena,
                         &call->report) ||
        !*hash)
        return report_error(report, "the project has no such image");
    if (!format->size(out->bytes, &w, &h, report))
        return false;
    return (uint64_t)w * h <= SHOWN_PIXELS_MAX ||
           report_error(report,
                        "an image of %u x %u pixels; the editor shows at most %d million "
                        "pixels",
                        w, h, SHOWN_PIXELS_MAX / 1000000);
}

static const char *browser_type(Text path)
{
    static const char *const types[][2] = {{".png", "image/png"},
                                           {".webp", "image/webp"},
                                           {".gif", "image/gif"},
                                           {".jpg", "image/jpeg"},
                                           {".jpeg", "image/jpeg"}};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (text_ends(path, types[i][0]))
            return types[i][1];
    return NULL;
}

/* Formats that browsers do not know are sent as PNG. */
void get_image(Call *call)
{
    const Text path = http_argument(call->request, "path");
    const char *type = browser_type(path);
    ProjectFile file;
    uint64_t hash;
    Image image;
    Bytes bytes;
    if (!read_image(call, path, &file, &hash, &call->report)) {
        call_error(call, 404, "the project has no such image");
        return;
    }
    bytes = file.bytes;
    if (!type) {
        if (!picture_read(path, file.bytes, &image, call->arena, &call->report)) {
            call_error(call, 409, "the image cannot be read");
            return;
        }
        bytes = png_write(&image, NULL, call->arena);
    }
    call->answer->status = 200;
    call->answer->type = type ? type : "image/png";
    call->answer->bytes = bytes;
}

bool image_is_valid(Text path, Bytes bytes, Arena *arena, Report *report)
{
    Image image;
    return !picture_format_of(path) || picture_read(path, bytes, &image, arena, report);
}

/* ---- layouts ---- */

static void put_blocks(JsonWriter *json, const SheetBlock *blocks, size_t count)
{
    json_open_list(json, "blocks");
    for (size_t i = 0; i < count; i++) {
        json_open_list(json, NULL);
        json_put_uint(json, NULL, blocks[i].x1);
        json_put_uint(json, NULL, blocks[i].y1);
        json_put_uint(json, NULL, blocks[i].x2);
        json_put_uint(json, NULL, blocks[i].y2);
        json_close_list(json);
    }
    json_close_list(json);
}

static void put_text_of_char(JsonWriter *json, const char *key, char c)
{
    json_put_text(json, key, (Text){&c, 1});
}

/* The numbers and lines of a layout. Without a grid (w is 0), lines have no meaning. */
void put_sheet_layout(JsonWriter *json, Text text, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    SheetLayout layout;
    sheet_layout_read(text, &layout, arena, &silent);
    json_open(json, "layout");
    json_put_uint(json, "w", layout.w);
    json_put_uint(json, "h", layout.h);
    json_put_uint(json, "left", layout.left);
    json_put_uint(json, "top", layout.top);
    json_put_uint(json, "rowGap", layout.vpad);
    json_put_uint(json, "columnGap", layout.hpad);
    json_put_text(json, "category", layout.category.size ? layout.category : TEXT("-"));
    json_open_list(json, "sprites");
    for (size_t i = 0; i < layout.sprite_count && i < BLOCKS_SHOWN_MAX; i++) {
        const SheetSprite *sprite = &layout.sprites[i];
        json_open(json, NULL);
        json_put_uint(json, "line", sprite->line);
        json_put_text(json, "direction", text_of(project_direction_name(sprite->direction)));
        put_text_of_char(json, "loop", sprite->loop);
        json_put_text(json, "suffix", sprite->suffix);
        put_blocks(json, sprite->blocks, sprite->block_count);
        json_close(json);
    }
    json_close_list(json);
    json_close(json);
}

/* The image that a layout cuts: of the first format, as a build takes it. */
static bool image_of_layout(Call *call, Text path, ProjectFile *out, Report *report)
{
    const Text stem = path_without_suffix(path);
    for (const PictureFormat *format = picture_formats; format->name; format++) {
        Text rest = text_of(format->suffixes);
        for (Text word; (word = text_word(&rest)).size;) {
            const Text image = arena_format(call->arena, "%.*s.%.*s", (int)stem.size, stem.at,
                                            (int)word.size, word.at);
            Bytes bytes;
            uint64_t hash = 0;
            if (edit_store_read(&call->editor->store, image, &bytes, &hash, call->arena,
                                &call->report) &&
                hash)
                return read_image(call, image, out, &hash, report);
        }
    }
    *out = (ProjectFile){0};
    return true;
}

void put_layout(JsonWriter *json, Call *call, Text path, Bytes bytes)
{
    Messages problems = {.arena = call->arena};
    Report report = report_to(messages_sink, &problems);
    const ProjectFile layout_file = {path, bytes};
    ProjectFile sheet;
    SheetLayout layout;
    Image image = {0};
    if (image_of_layout(call, path, &sheet, &report))
        image_layout_check(&layout_file, sheet.path.size ? &sheet : NULL, &layout, &image,
                           call->arena, &report);
    put_sheet_layout(json, text_of_bytes(bytes), call->arena);
    json_put_text(json, "image", sheet.path);
    put_messages(json, &problems);
}

/* ---- the sprites of an image ---- */

static void put_sprite(JsonWriter *json, const ImageSprite *sprite)
{
    json_open(json, NULL);
    json_put_text(json, "path", sprite->path);
    json_put_text(json, "name", sprite->name);
    json_put_text(json, "direction", text_of(project_direction_name(sprite->direction)));
    put_text_of_char(json, "loop", sprite->loop);
    json_put_uint(json, "frames", sprite->frames);
    if (sprite->blocks) {
        put_blocks(json, sprite->blocks, sprite->frames);
    } else {
        json_put_uint(json, "x", sprite->x);
        json_put_uint(json, "y", sprite->y);
        json_put_uint(json, "w", sprite->w);
        json_put_uint(json, "h", sprite->h);
    }
    json_close(json);
}

static void put_picture(JsonWriter *json, Call *call, const ProjectFile *file,
                        const ImageSprites *sprites, const Messages *problems)
{
    const ProjectModel *model = call_model(call);
    json_put_text(json, "path", file->path);
    put_hash(json, "hash", file_hash(file->bytes));
    json_put_uint(json, "size", file->bytes.size);
    json_put_uint(json, "w", sprites->image.w);
    json_put_uint(json, "h", sprites->image.h);
    json_put_text(json, "category", text_of(category_folders[sprites->category]));
    json_put_uint(json, "frameTime", model ? project_model_frame_time(model) : 125);
    json_put_text(json, "layoutPath", sprites->layout_path);
    json_put_bool(json, "isSheet", sprites->is_sheet);
    json_put_bool(json, "canBeSheet",
                  !sprites->is_sheet && !sprites->is_strip &&
                      sprites->category != CATEGORY_BACKS);
    json_open_list(json, "sprites");
    for (size_t i = 0; i < sprites->count && i < BLOCKS_SHOWN_MAX; i++)
        put_sprite(json, &sprites->items[i]);
    json_close_list(json);
    put_messages(json, problems);
}

void get_picture(Call *call)
{
    const EditorHost *host = call->editor->host;
    const Text path = http_argument(call->request, "path");
    Messages problems = {.arena = call->arena};
    Report report = report_to(messages_sink, &problems);
    ImageSprites sprites = {0};
    ProjectFiles files;
    ProjectFile file;
    uint64_t hash = 0;
    if (!host->load(host->context, &files, call->arena, &call->report)) {
        call_error(call, 409, "the project cannot be read");
        return;
    }
    project_files_sort(&files);
    if (read_image(call, path, &file, &hash, &report))
        image_sprites(&files, &file, &sprites, call->arena, &report);
    if (!hash) {
        call_error(call, 404, "the project has no such image");
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    put_picture(&json, call, &file, &sprites, &problems);
    json_close(&json);
    call_json(call, &json);
}
