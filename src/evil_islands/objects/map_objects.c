/* Map objects as conversions: which part of a .mob is which file of the folder, or of the pair
 * X.yaml, X.eis. What is in the files is made by mob_folder.c and mob_yaml.c. */
#include "kit/workspace/open_forms.h"
#include "evil_islands/objects/map_objects.h"

#include "base/path.h"
#include "evil_islands/objects/mob_folder.h"
#include "evil_islands/objects/mob_yaml.h"

static const struct {
    const char *name;
    size_t offset; /* in MobFolder */
} parts[] = {{MOB_TREE_FILE, offsetof(MobFolder, tree)},
             {MOB_SCRIPT_FILE, offsetof(MobFolder, script)},
             {MOB_GRAPH_FILE, offsetof(MobFolder, graph)}};

static Bytes *part_of(MobFolder *folder, size_t i)
{
    return (Bytes *)((char *)folder + parts[i].offset);
}

bool objects_to_files(ConversionJob *job, Arena *arena, Report *report)
{
    MobFolder folder;
    if (!mob_to_folder(job->input, &folder, arena, report))
        return false;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (part_of(&folder, i)->data)
            *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
                (ProjectFile){text_of(parts[i].name), *part_of(&folder, i)};
    return true;
}

bool files_to_objects(ConversionJob *job, Arena *arena, Report *report)
{
    MobFolder folder = {0};
    for (size_t i = 0; i < job->files.count; i++)
        for (size_t j = 0; j < COUNT_OF(parts); j++) {
            const ProjectFile *file = &job->files.items[i];
            if (text_is(file->path, parts[j].name)) /* empty files are stored as well */
                *part_of(&folder, j) =
                    file->bytes.data ? file->bytes : (Bytes){(const uint8_t *)"", 0};
        }
    return folder_to_mob(&folder, &job->output, arena, report);
}

bool objects_to_yaml(ConversionJob *job, Arena *arena, Report *report)
{
    Text yaml, script;
    if (!mob_to_yaml(job->input, &yaml, &script, arena, report))
        return false;
    job->output = bytes_of_text(yaml);
    *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
        (ProjectFile){TEXT("eis"), bytes_of_text(script)};
    return true;
}

static Bytes beside(const ConversionJob *job, Text name, Arena *arena)
{
    Bytes file = {0};
    if (!job->folder || !job->folder->beside(job->folder->context, name, &file, arena))
        return (Bytes){0};
    return file.data ? file : (Bytes){(const uint8_t *)"", 0};
}

bool yaml_to_objects(ConversionJob *job, Arena *arena, Report *report)
{
    Text name = path_without_suffix(path_base(job->path));
    const Bytes script =
        beside(job, arena_format(arena, "%.*s.eis", (int)name.size, name.at), arena);
    Bytes map = {0};
    if (text_ends(name, "_git"))
        map = beside(job, arena_text(arena, text_slice(name, 0, name.size - strlen("_git"))),
                     arena);
    return yaml_to_mob(text_of_bytes(job->input), text_of_bytes(script), map, &job->output,
                       arena, report);
}

/* A map called "objects.mob" was "objects.json". */
bool mob_was_json(Text path, Text open)
{
    const Text name = path_base(open), own = path_base(path);
    const size_t folder = open.size - name.size;
    const Text above = path_base(text_slice(open, 0, folder ? folder - 1 : 0));
    const bool is_tree =
        text_is(name, MOB_TREE_FILE) &&
        (text_equal(above, own) || !text_is(path_without_suffix(own), "objects"));
    return text_ends(name, ".json") && !is_tree;
}
