/* The files of a project and their names. */
#include "tirnanog/project/build.h"

#include "base/path.h"
#include "base/portable_name.h"
#include "base/text.h"

#include <stdlib.h>

/* Files of a project that are neither an entity nor an image. */
static bool is_known_file(Text path)
{
    static const char *const single[] = {"config", "ui/credits.cfg", "license.txt",
                                         "endusers.txt"};
    for (size_t i = 0; i < COUNT_OF(single); i++)
        if (text_is(path, single[i]))
            return true;
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++)
        if (text_is(path, (*sheet)->path))
            return true;
    const Text folder = path_folder(path);
    if (text_is(folder, "lang"))
        return (text_ends(path, ".po") && path.size == 10) || text_ends(path, ".pot") ||
               text_ends(path, ".txt");
    if (text_is(folder, "ext"))
        return text_ends(path, ".cfg");
    if (text_is(folder, "tests")) /* scenarios and their pictures; not part of the game */
        return (text_ends(path, ".test") || text_ends(path, ".png")) && path_one_level(path);
    if (picture_category(path) >= 0 || text_ends(path, ".tsx") || text_ends(path, ".tx"))
        return true;
    if (path_folder_is(folder, "npcs"))
        return text_ends(path, "_npc.png") || text_ends(path, "_swr.png");
    return !folder.size; /* game.tng, launchers, other files of the author */
}

/* The image of a layout, with any suffix of an image. */
static bool has_sheet(const ProjectFiles *files, Text path, Arena *arena)
{
    const Text stem = path_without_suffix(path);
    const Text sheet = arena_format(arena, "%.*s.", (int)stem.size, stem.at);
    for (size_t i = 0; i < files->count; i++)
        if (text_starts(files->items[i].path, sheet.at) &&
            picture_category(files->items[i].path) >= 0 &&
            picture_category(files->items[i].path) < CATEGORY_BACKS)
            return true;
    return false;
}

static Text entity_name(Text path, NameKind kind)
{
    Text name = path_name(path, file_kind(kind)->suffix);
    if (kind == NAME_SPEECH)
        name.size -= 3; /* _xx */
    return name;
}

static bool add_entity(Project *project, Text path, NameKind kind, Report *report)
{
    const Text name = entity_name(path, kind);
    if (!names_ok(name))
        return report_error(
            report, "invalid name \"%.*s\"; expected letters, digits, \"_\" and \".\" only",
            (int)name.size, name.at);
    NameList *list = &project->names.kinds[kind];
    if (kind == NAME_ATTRIBUTE && name.size < 2)
        return report_error(report,
                            "an attribute's name needs at least two letters; \"%.*s\" is a "
                            "local variable in scripts",
                            (int)name.size, name.at);
    if (table_get(&list->numbers, name)) /* a voice in another language */
        return kind == NAME_SPEECH ||
               report_error(report, "duplicate %s \"%.*s\"", file_kind(kind)->word,
                            (int)name.size, name.at);
    names_add(list, name, project->arena);
    return true;
}

/* Sorted by the names' bytes: files are sorted by path, which differs ("a.b.npc" and
 * "a.npc"), so names are sorted again. */
static int compare_texts(const void *a, const void *b)
{
    return text_compare(*(const Text *)a, *(const Text *)b);
}

static bool sort_names(Project *project, NameKind kind)
{
    NameList *list = &project->names.kinds[kind];
    Arena *arena = project->arena;
    Text *items = list->items;
    const size_t count = list->count;
    if (count)
        qsort(items, count, sizeof *items, compare_texts);
    *list = names_list_empty(list, arena);
    for (size_t i = 0; i < count; i++)
        names_add(list, items[i], arena);
    return count < UINT16_MAX || /* 16-bit numbers; 65535 means none */
           report_error(project->report, "%s/: %zu files *%s; the maximum is %d",
                        file_kind(kind)->folder, count, file_kind(kind)->suffix,
                        UINT16_MAX - 1);
}

/* The contents of files are visited in the order of names, not of paths. */
static void note_files(Project *project)
{
    for (NameKind kind = 0; kind < NAME_SLOT; kind++)
        project->entities[kind] =
            ARENA_ALLOC(project->arena, const ProjectFile *, project->names.kinds[kind].count);
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        const Text folder = path_folder(file->path);
        for (NameKind kind = 0; kind < NAME_SLOT; kind++) {
            const uint32_t *index = path_is_kind_in(file->path, folder, kind)
                                        ? table_get(&project->names.kinds[kind].numbers,
                                                    entity_name(file->path, kind))
                                        : NULL;
            if (index) /* NULL: its name was rejected */
                project->entities[kind][*index] = file;
        }
    }
}

/* Files of which oisin makes what belongs in a project. */
static void warn_unknown(Text path, Report *about)
{
    static const struct {
        const char *folder, *suffixes, *made;
    } sources[] = {
        {"fonts/", ".ttf .otf .ttc .woff .woff2 .pfb .pfa .bdf .pcf",
         ".sfn (oisin convert FONT -o NAME.sfn)"},
        {"music/", ".wav .flac .mp3 .opus .aif .aiff",
         ".ogg (oisin convert FILE -o music/NAME.ogg)"},
        {"music/", ".mid", ".ogg (stereo), with a program such as fluidsynth"},
        {"sounds/", ".wav .flac .mp3 .opus .aif .aiff",
         ".ogg (oisin convert FILE -o sounds/NAME.ogg)"},
        {"speech/", ".wav .flac .mp3 .opus .aif .aiff",
         ".ogg (oisin convert FILE -o speech/NAME.ogg)"},
        {"movies/", ".mp4 .mkv .webm .avi .mov", ".ogv, with a program such as ffmpeg"},
    };
    const Text suffix = path_suffix(path);
    for (size_t i = 0; suffix.size && i < COUNT_OF(sources); i++) {
        Text rest = text_of(sources[i].suffixes), word;
        if (!text_starts(path, sources[i].folder))
            continue;
        while ((word = text_word(&rest)).size)
            if (text_equal(text_slice(word, 1, word.size), suffix)) {
                report_warning(about, "not part of a project: ignored; convert it to %s",
                               sources[i].made);
                return;
            }
    }
    report_warning(about, "not part of a project: ignored");
}

/* Sources can be checked out only where such names are allowed. `lowered`: indices of the files
 * before this one, by their paths in lower case. */
static void warn_unportable(const Project *project, size_t index, Table *lowered, Report *about)
{
    const ProjectFile *files = project->files->items;
    const Text path = files[index].path;
    const char *problem = portable_problem(path);
    const uint32_t other =
        *table_put(lowered, text_lowered(path, project->arena), (uint32_t)index);
    if (problem)
        report_warning(about, "Windows cannot have a file of this name: %s", problem);
    else if (other != index)
        report_warning(about,
                       "Windows cannot have a file of this name: %.*s differs only in case",
                       (int)files[other].path.size, files[other].path.at);
}

bool project_scan(Project *project)
{
    bool ok = true;
    const ProjectFiles *files = project->files;
    Table lowered = table_new(project->arena);
    for (size_t i = 0; i < files->count; i++) {
        const Text path = files->items[i].path, folder = path_folder(path);
        bool known = false;
        Report about = report_child(project->report, path);
        for (NameKind kind = 0; kind < NAME_SLOT; kind++)
            if (path_is_kind_in(path, folder, kind)) {
                known = true;
                ok &= add_entity(project, path, kind, &about);
            }
        if (text_ends(path, ".lyt") && has_sheet(files, path, project->arena))
            known = true;
        if (!known && !is_known_file(path))
            warn_unknown(path, &about);
        warn_unportable(project, i, &lowered, &about);
        if (picture_category(path) >= 0 && picture_is_palette(&files->items[i])) {
            report_warning(&about,
                           "ignored, because it is a palette of Adobe, not an Aseprite image");
            continue;
        }
        const ProjectFile *other =
            picture_category(path) >= 0 ? picture_hidden_by(files, path, project->arena) : NULL;
        if (other)
            report_warning(&about, "ignored, because %.*s has the same name",
                           (int)other->path.size, other->path.at);
    }
    for (NameKind kind = 0; kind < NAME_SLOT; kind++)
        ok &= sort_names(project, kind);
    note_files(project);
    /* Strings in a deterministic order: by kind, then by name. */
    for (NameKind kind = 0; kind < NAME_SLOT; kind++)
        for (size_t i = 0; i < project->names.kinds[kind].count; i++)
            if (kind != NAME_OBJECT && kind != NAME_TILE)
                names_string(&project->names, project->names.kinds[kind].items[i]);
    return ok;
}
