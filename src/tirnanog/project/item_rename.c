/* Parts, in order: files; words; maps. Words are changed where the build has recorded uses of
 * the name (name_uses.h). Tilesets and images in maps are not recorded as uses and are found in
 * the text. */
#include "tirnanog/project/item_rename.h"

#include "base/path.h"
#include "base/text.h"
#include "base/text_edit.h"
#include "tirnanog/project/build.h"
#include "tirnanog/project/xml_edit.h"

typedef struct Renaming {
    const ProjectModel *model;
    uint16_t kind;
    Text old, new;
    ProjectRename *out;
    Arena *arena;
} Renaming;

/* An object, the rules of a tile and the images are one item, the tile of this name. */
static uint16_t item_kind(uint16_t kind)
{
    return kind == NAME_OBJECT || kind == NAME_TILE ? NAME_SPRITE + CATEGORY_TILES : kind;
}

/* ---- files ---- */

/* Where the old name is in the path of one of the item's files. */
static bool belongs(const Renaming *renaming, Text path, size_t *at)
{
    uint16_t kind;
    Text name;
    const Text base = path_base(path);
    *at = path.size - base.size;
    if (project_name_of(path, &kind, &name) && item_kind(kind) == renaming->kind) {
        if (kind == NAME_SPEECH) /* NAME_xx.ogg */
            name.size -= 3;
        return text_equal(name, renaming->old);
    }
    /* previews for Tiled, and layouts of sheets */
    const char *const tail = renaming->kind == NAME_NPC       ? "_npc.png"
                             : renaming->kind == NAME_SPAWNER ? "_swr.png"
                                                              : NULL;
    return tail && text_ends(path, tail) && picture_category(path) < 0 &&
           text_equal(text_slice(base, 0, base.size - strlen(tail)), renaming->old);
}

static Text new_path(const Renaming *renaming, Text path, size_t at)
{
    const Text tail = text_slice(path, at + renaming->old.size, path.size);
    return arena_format(renaming->arena, "%.*s%.*s%.*s", (int)at, path.at,
                        (int)renaming->new.size, renaming->new.at, (int)tail.size, tail.at);
}

static RenamedFile *renamed(const Renaming *renaming, Text path)
{
    ProjectRename *out = renaming->out;
    for (size_t i = 0; i < out->count; i++)
        if (text_equal(out->files[i].from, path))
            return &out->files[i];
    const ProjectFile *file = project_file(project_model_files(renaming->model), path);
    RenamedFile *added = ARENA_PUSH(renaming->arena, out->files, out->count);
    *added = (RenamedFile){path, path, file ? file->bytes : (Bytes){0}};
    return added;
}

static void rename_files(const Renaming *renaming)
{
    const ProjectFiles *files = project_model_files(renaming->model);
    size_t at;
    for (size_t i = 0; i < files->count; i++)
        if (belongs(renaming, files->items[i].path, &at))
            renamed(renaming, files->items[i].path)->to =
                new_path(renaming, files->items[i].path, at);
}

/* ---- words ---- */

/* Changes the uses in one file: items[0, count). */
static void rename_words(const Renaming *renaming, const ProjectUse *uses, size_t count)
{
    const ProjectFile *file = project_file(project_model_files(renaming->model), uses[0].path);
    if (!file)
        return;
    const Text text = text_of_bytes(file->bytes);
    TextEdits edits = {.arena = renaming->arena};
    for (size_t i = 0; i < count; i++)
        if (!uses[i].cells && uses[i].to <= text.size &&
            text_equal(text_slice(text, uses[i].from, uses[i].to), renaming->old)) {
            text_replace(&edits, uses[i].from, uses[i].to, renaming->new);
            renaming->out->places++;
        }
    if (edits.count)
        renamed(renaming, uses[0].path)->bytes = bytes_of_text(text_edited(&edits, text));
}

static void rename_uses(const Renaming *renaming, uint32_t number)
{
    const ProjectUses uses =
        project_uses_of(project_model_uses(renaming->model), renaming->kind, number);
    for (size_t i = 0; i < uses.count;) {
        size_t end = i + 1;
        while (end < uses.count && text_equal(uses.items[end].path, uses.items[i].path))
            end++;
        rename_words(renaming, uses.items + i, end - i);
        i = end;
    }
}

/* ---- maps ---- */

/* `npcs_NAME`, `npcs/NAME`, and the plain name. */
static void rename_tileset(const Renaming *renaming, Text text, Text name, TextEdits *edits)
{
    const char *prefix = tileset_prefix(renaming->kind == NAME_NPC       ? CONTENT_NPCS
                                        : renaming->kind == NAME_SPAWNER ? CONTENT_SPAWNERS
                                                                         : CONTENT_TILES);
    const size_t size = strlen(prefix);
    size_t at = 0;
    if (text_starts(name, prefix) && name.size > size &&
        (name.at[size] == '_' || name.at[size] == '/'))
        at = size + 1;
    if (!text_equal(text_slice(name, at, name.size), renaming->old))
        return;
    const size_t from = (size_t)(name.at - text.at) + at;
    text_replace(edits, from, from + renaming->old.size, renaming->new);
    renaming->out->places++;
}

/* The path of an image, relative to the file. */
static void rename_image(const Renaming *renaming, Text path, Text text, Text source,
                         TextEdits *edits)
{
    const Text full = tileset_path(path, source, renaming->arena);
    const Text base = path_base(source);
    size_t at;
    if (!belongs(renaming, full, &at))
        return;
    const size_t from = (size_t)(base.at - text.at);
    text_replace(edits, from, from + renaming->old.size, renaming->new);
    renaming->out->places++;
}

static void rename_in_map(const Renaming *renaming, const ProjectFile *file)
{
    const RenamedFile *before = NULL;
    for (size_t i = 0; i < renaming->out->count; i++)
        if (text_equal(renaming->out->files[i].from, file->path))
            before = &renaming->out->files[i];
    const Text text = text_of_bytes(before ? before->bytes : file->bytes);
    TextEdits edits = {.arena = renaming->arena};
    XmlElement element;
    for (size_t at = 0; xml_next(text, &at, "tileset", &element); at = element.from + 1)
        rename_tileset(renaming, text, xml_attribute(element.tag, "name"), &edits);
    for (size_t at = 0; xml_next(text, &at, "image", &element);)
        rename_image(renaming, file->path, text, xml_attribute(element.tag, "source"), &edits);
    if (edits.count)
        renamed(renaming, file->path)->bytes = bytes_of_text(text_edited(&edits, text));
}

static void rename_in_maps(const Renaming *renaming)
{
    const ProjectFiles *files = project_model_files(renaming->model);
    if (renaming->kind != NAME_NPC && renaming->kind != NAME_SPAWNER &&
        renaming->kind != NAME_SPRITE + CATEGORY_TILES)
        return;
    for (size_t i = 0; i < files->count; i++)
        if (text_ends(files->items[i].path, ".tmx") || text_ends(files->items[i].path, ".tsx"))
            rename_in_map(renaming, &files->items[i]);
}

/* ---- the whole ---- */

static const NameList *list_of(const Names *names, uint16_t kind)
{
    return kind < NAME_KINDS ? &names->kinds[kind] : &names->sprites[kind - NAME_SPRITE];
}

bool project_rename(const ProjectModel *model, Text path, Text name, ProjectRename *out,
                    Arena *arena, Report *report)
{
    Renaming renaming = {.model = model, .new = name, .out = out, .arena = arena};
    uint16_t kind;
    uint32_t number, taken;
    *out = (ProjectRename){0};
    if (!project_name_of(path, &kind, &renaming.old))
        return report_error(report, "%.*s has no name that can be changed", (int)path.size,
                            path.at);
    if (kind == NAME_SPEECH)
        renaming.old.size -= 3;
    renaming.kind = item_kind(kind);
    const NameList *list = list_of(project_model_names(model), renaming.kind);
    if (!names_ok(name) || (kind == NAME_ATTRIBUTE && name.size < 2))
        return report_error(report,
                            "invalid name \"%.*s\"; expected letters, digits, \"_\" and "
                            "\".\" only%s",
                            (int)name.size, name.at,
                            kind == NAME_ATTRIBUTE ? ", at least two" : "");
    if (names_find(list, name, &taken))
        return report_error(report, "there is already a %s \"%.*s\"",
                            file_kind((NameKind)renaming.kind)->word, (int)name.size, name.at);
    if (!names_find(list, renaming.old, &number))
        return report_error(report, "the project has no %s \"%.*s\"",
                            file_kind((NameKind)renaming.kind)->word, (int)renaming.old.size,
                            renaming.old.at);
    rename_files(&renaming);
    rename_uses(&renaming, number);
    rename_in_maps(&renaming);
    return true;
}
