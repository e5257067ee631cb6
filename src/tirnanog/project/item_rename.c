/* Parts, in order: files; words; maps; sheets. Words are changed where the build has recorded
 * uses of the name (name_uses.h). Tilesets and images in maps are not recorded as uses and are
 * found in the text. */
#include "tirnanog/project/item_rename.h"

#include "base/path.h"
#include "base/text.h"
#include "base/text_edit.h"
#include "tirnanog/project/build.h"
#include "tirnanog/project/xml_edit.h"
#include "tirnanog/sprites/image_sprites.h"

/* The names of a sheet and of all its sprites change together. */
typedef struct Renaming {
    const ProjectModel *model;
    uint16_t kind;
    Text *old, *new; /* the first one is that of the item */
    size_t name_count;
    Table numbers; /* of an old name: its index */
    Text layout;   /* of the sheet that is renamed; empty: it is none */
    ProjectRename *out;
    TextEdits *edits; /* of each file of `out` */
    size_t edit_count;
    Arena *arena;
} Renaming;

static void add_name(Renaming *renaming, Text old, Text new)
{
    size_t count = renaming->name_count;
    if (*table_put(&renaming->numbers, old, (uint32_t)count) != count)
        return;
    *ARENA_PUSH(renaming->arena, renaming->old, count) = old;
    *ARENA_PUSH(renaming->arena, renaming->new, renaming->name_count) = new;
}

/* An object, the rules of a tile and the images are one item, the tile of this name. */
static uint16_t item_kind(uint16_t kind)
{
    return kind == NAME_OBJECT || kind == NAME_TILE ? NAME_SPRITE + CATEGORY_TILES : kind;
}

/* ---- files ---- */

/* Where an old name is in the path of one of the item's files, and which one. */
static bool belongs(const Renaming *renaming, Text path, size_t *at, uint32_t *which)
{
    uint16_t kind;
    Text name;
    const uint32_t *found = NULL;
    const Text base = path_base(path);
    *at = path.size - base.size;
    *which = 0;
    if (text_equal(path, renaming->layout))
        return true;
    if (project_name_of(path, &kind, &name) && item_kind(kind) == renaming->kind) {
        if (kind == NAME_SPEECH) /* NAME_xx.ogg */
            name.size -= 3;
        found = table_get(&renaming->numbers, name);
    } else {
        /* previews for Tiled */
        const char *const tail = renaming->kind == NAME_NPC       ? "_npc.png"
                                 : renaming->kind == NAME_SPAWNER ? "_swr.png"
                                                                  : NULL;
        if (tail && text_ends(path, tail) && picture_category(path) < 0)
            found =
                table_get(&renaming->numbers, text_slice(base, 0, base.size - strlen(tail)));
    }
    if (!found)
        return false;
    *which = *found;
    return true;
}

static Text new_path(const Renaming *renaming, Text path, size_t at, uint32_t which)
{
    const Text new = renaming->new[which];
    const Text tail = text_slice(path, at + renaming->old[which].size, path.size);
    return arena_format(renaming->arena, "%.*s%.*s%.*s", (int)at, path.at, (int)new.size,
                        new.at, (int)tail.size, tail.at);
}

/* The index of a file among those that change. */
static size_t changing(Renaming *renaming, Text path)
{
    ProjectRename *out = renaming->out;
    for (size_t i = 0; i < out->count; i++)
        if (text_equal(out->files[i].from, path))
            return i;
    const ProjectFile *file = project_file(project_model_files(renaming->model), path);
    *ARENA_PUSH(renaming->arena, renaming->edits, renaming->edit_count) =
        (TextEdits){.arena = renaming->arena};
    *ARENA_PUSH(renaming->arena, out->files, out->count) =
        (RenamedFile){path, path, file ? file->bytes : (Bytes){0}};
    return out->count - 1;
}

/* All places of a file count from its beginning before the change. */
static void replace(Renaming *renaming, Text path, size_t from, uint32_t which)
{
    const size_t file = changing(renaming, path); /* may move the edits */
    text_replace(&renaming->edits[file], from, from + renaming->old[which].size,
                 renaming->new[which]);
    renaming->out->places++;
}

static void rename_files(Renaming *renaming)
{
    const ProjectFiles *files = project_model_files(renaming->model);
    size_t at;
    uint32_t which;
    for (size_t i = 0; i < files->count; i++)
        if (belongs(renaming, files->items[i].path, &at, &which)) {
            const size_t file = changing(renaming, files->items[i].path);
            renaming->out->files[file].to = new_path(renaming, files->items[i].path, at, which);
        }
}

/* ---- words ---- */

static void rename_uses(Renaming *renaming, uint32_t number, uint32_t which)
{
    const ProjectFiles *files = project_model_files(renaming->model);
    const ProjectUses uses =
        project_uses_of(project_model_uses(renaming->model), renaming->kind, number);
    for (size_t i = 0; i < uses.count; i++) {
        const ProjectUse *use = &uses.items[i];
        const ProjectFile *file = project_file(files, use->path);
        const Text text = file ? text_of_bytes(file->bytes) : TEXT("");
        if (!use->cells && use->to <= text.size &&
            text_equal(text_slice(text, use->from, use->to), renaming->old[which]))
            replace(renaming, use->path, use->from, which);
    }
}

/* ---- maps ---- */

/* `npcs_NAME`, `npcs/NAME`, and the plain name. */
static void rename_tileset(Renaming *renaming, Text path, Text text, Text name)
{
    const char *prefix = tileset_prefix(renaming->kind == NAME_NPC       ? CONTENT_NPCS
                                        : renaming->kind == NAME_SPAWNER ? CONTENT_SPAWNERS
                                                                         : CONTENT_TILES);
    const size_t size = strlen(prefix);
    size_t at = 0;
    if (text_starts(name, prefix) && name.size > size &&
        (name.at[size] == '_' || name.at[size] == '/'))
        at = size + 1;
    const uint32_t *which = table_get(&renaming->numbers, text_slice(name, at, name.size));
    if (which)
        replace(renaming, path, (size_t)(name.at - text.at) + at, *which);
}

/* The path of an image, relative to the file. */
static void rename_image(Renaming *renaming, Text path, Text text, Text source)
{
    const Text full = tileset_path(path, source, renaming->arena);
    const Text base = path_base(source);
    size_t at;
    uint32_t which;
    if (belongs(renaming, full, &at, &which))
        replace(renaming, path, (size_t)(base.at - text.at), which);
}

static void rename_in_map(Renaming *renaming, const ProjectFile *file)
{
    const Text text = text_of_bytes(file->bytes);
    XmlElement element;
    for (size_t at = 0; xml_next(text, &at, "tileset", &element); at = element.from + 1)
        rename_tileset(renaming, file->path, text, xml_attribute(element.tag, "name"));
    for (size_t at = 0; xml_next(text, &at, "image", &element);)
        rename_image(renaming, file->path, text, xml_attribute(element.tag, "source"));
}

static void rename_in_maps(Renaming *renaming)
{
    const ProjectFiles *files = project_model_files(renaming->model);
    if (renaming->kind != NAME_NPC && renaming->kind != NAME_SPAWNER &&
        renaming->kind != NAME_SPRITE + CATEGORY_TILES)
        return;
    for (size_t i = 0; i < files->count; i++)
        if (text_ends(files->items[i].path, ".tmx") || text_ends(files->items[i].path, ".tsx"))
            rename_in_map(renaming, &files->items[i]);
}

/* ---- sheets ---- */

/* The sprites of a sheet begin with its name. The sprites of an atlas have other names. */
static void add_sprites(Renaming *renaming, Text path)
{
    const ProjectFiles *files = project_model_files(renaming->model);
    const ProjectFile *file = project_file(files, path);
    const Text old = renaming->old[0], new = renaming->new[0];
    Report silent = report_to(NULL, NULL);
    ImageSprites sprites;
    if (!file)
        return;
    (void)image_sprites(files, file, &sprites, renaming->arena, &silent);
    if (!sprites.is_sheet)
        return;
    renaming->layout = sprites.layout_path;
    for (size_t i = 0; i < sprites.count; i++) {
        const Text name = sprites.items[i].name;
        const Text tail = text_slice(name, old.size, name.size);
        add_name(renaming, name,
                 arena_format(renaming->arena, "%.*s%.*s", (int)new.size, new.at,
                              (int)tail.size, tail.at));
    }
}

/* ---- the whole ---- */

static const NameList *list_of(const Names *names, uint16_t kind)
{
    return kind < NAME_KINDS ? &names->kinds[kind] : &names->sprites[kind - NAME_SPRITE];
}

static const char *word_of(const Renaming *renaming)
{
    return file_kind((NameKind)renaming->kind)->word;
}

/* A new name must not be that of another item, nor a new path that of another file. */
static bool is_free(const Renaming *renaming, const NameList *list, Report *report)
{
    const ProjectFiles *files = project_model_files(renaming->model);
    for (size_t i = 0; i < renaming->name_count; i++) {
        const Text name = renaming->new[i];
        if (table_get(&list->numbers, name) && !table_get(&renaming->numbers, name))
            return report_error(report, "there is already a %s \"%.*s\"", word_of(renaming),
                                (int)name.size, name.at);
    }
    for (size_t i = 0; i < renaming->out->count; i++) {
        const RenamedFile *file = &renaming->out->files[i];
        if (!text_equal(file->from, file->to) && project_file(files, file->to))
            return report_error(report, "there is already a file %.*s", (int)file->to.size,
                                file->to.at);
    }
    return true;
}

/* `x_soo0` is a strip, `x_full` a full screen, `x_atls` an atlas. */
static bool keeps_meaning(Text path, Text old, Text new, Report *report)
{
    uint16_t kind;
    Text name;
    return (project_name_of(path, &kind, &name) && text_equal(name, new) &&
            text_ends(old, "_atls") == text_ends(new, "_atls")) ||
           report_error(report,
                        "with the name \"%.*s\", the image would be of another kind (oisin "
                        "formats sprites)",
                        (int)new.size, new.at);
}

static void finish_texts(Renaming *renaming)
{
    for (size_t i = 0; i < renaming->out->count; i++) {
        RenamedFile *file = &renaming->out->files[i];
        if (renaming->edits[i].count)
            file->bytes =
                bytes_of_text(text_edited(&renaming->edits[i], text_of_bytes(file->bytes)));
    }
}

bool project_rename(const ProjectModel *model, Text path, Text name, ProjectRename *out,
                    Arena *arena, Report *report)
{
    Renaming renaming = {.model = model, .out = out, .arena = arena};
    uint16_t kind;
    Text old;
    *out = (ProjectRename){0};
    renaming.numbers = table_new(arena);
    if (!project_name_of(path, &kind, &old))
        return report_error(report, "%.*s has no name that can be changed", (int)path.size,
                            path.at);
    if (kind == NAME_SPEECH)
        old.size -= 3;
    renaming.kind = item_kind(kind);
    const NameList *list = list_of(project_model_names(model), renaming.kind);
    const bool is_image = kind >= NAME_SPRITE;
    if (!names_ok(name) || (kind == NAME_ATTRIBUTE && name.size < 2))
        return report_error(report,
                            "invalid name \"%.*s\"; expected letters, digits, \"_\" and "
                            "\".\" only%s",
                            (int)name.size, name.at,
                            kind == NAME_ATTRIBUTE ? ", at least two" : "");
    if (table_get(&list->numbers, name) || text_equal(name, old))
        return report_error(report, "there is already a %s \"%.*s\"", word_of(&renaming),
                            (int)name.size, name.at);
    if (is_image ? !project_file(project_model_files(model), path)
                 : !table_get(&list->numbers, old))
        return report_error(report, "the project has no %s \"%.*s\"", word_of(&renaming),
                            (int)old.size, old.at);
    add_name(&renaming, old, name);
    if (is_image)
        add_sprites(&renaming, path);
    if (project_file(project_model_files(model), path))
        (void)changing(&renaming, path); /* the first of the list */
    rename_files(&renaming);
    if ((is_image && !keeps_meaning(out->files[0].to, old, name, report)) ||
        !is_free(&renaming, list, report))
        return false;
    for (uint32_t i = 0; i < renaming.name_count; i++) {
        const uint32_t *number = table_get(&list->numbers, renaming.old[i]);
        if (number)
            rename_uses(&renaming, *number, i);
    }
    rename_in_maps(&renaming);
    finish_texts(&renaming);
    return true;
}
