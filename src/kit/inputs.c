#include "kit/inputs.h"

#include "kit/files.h"
#include "kit/member.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

enum { DEPTH_MAX = 8 };

void input_files_note(InputFiles *inputs, const char *path)
{
    struct stat found;
    size_t archive;
    const char *file = path;
    if (stat(path, &found) && member_path(path, &archive))
        file = arena_text(inputs->arena, (Text){path, archive}).at;
    if (stat(file, &found) == 0 && S_ISREG(found.st_mode))
        *ARENA_PUSH(inputs->arena, inputs->items, inputs->count) =
            (FileId){found.st_dev, found.st_ino};
}

static void note_below(InputFiles *inputs, const char *path, int depth)
{
    DIR *handle =
        depth < DEPTH_MAX && is_folder(path) ? folder_open(path, inputs->arena) : NULL;
    if (!handle)
        input_files_note(inputs, path);
    for (struct dirent *entry; handle && (entry = readdir(handle));)
        if (entry->d_name[0] != '.')
            note_below(inputs, arena_format(inputs->arena, "%s/%s", path, entry->d_name).at,
                       depth + 1);
    arena_release(inputs->arena, handle);
}

void input_files_note_below(InputFiles *inputs, const char *path)
{
    note_below(inputs, path, 0);
}

void input_files_note_list(InputFiles *inputs, const char *list)
{
    while (list && *list) {
        const size_t size = strcspn(list, ",");
        if (size)
            input_files_note_below(inputs, arena_text(inputs->arena, (Text){list, size}).at);
        list += size + (list[size] == ',');
    }
}

bool input_files_spare(const InputFiles *inputs, const char *path, Report *report)
{
    struct stat found;
    const bool there = stat(path, &found) == 0;
    for (size_t i = 0; there && i < inputs->count; i++)
        if (inputs->items[i].device == found.st_dev && inputs->items[i].inode == found.st_ino)
            return report_error(report, "%s would be written over, and it is what was read",
                                path);
    return true;
}
