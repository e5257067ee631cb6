/* Notes input files and checks an output against them. Paths are not compared, because links
 * and different spellings lead to the same file. */
#include "kit/jobs/job_inputs.h"

#include "base/system/files.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_walk.h"
#include "kit/jobs/archive_member.h"

#include <string.h>

void input_files_add(InputFiles *inputs, const FileInfo *status)
{
    if (status->kind == KIND_FILE)
        *ARENA_PUSH(inputs->arena, inputs->items, inputs->count) =
            (FileId){status->device, status->identity};
}

void input_files_note(InputFiles *inputs, const char *path)
{
    FileInfo found;
    size_t archive;
    const char *file = path;
    if (!file_info(path, &found) && member_path(path, &archive))
        file = arena_text(inputs->arena, (Text){path, archive}).at;
    if (file_info(file, &found))
        input_files_add(inputs, &found);
}

static bool skips_hidden(void *context, Text name, const FileInfo *status)
{
    (void)context;
    (void)status;
    return is_hidden(name);
}

static bool note_file(void *context, Text path, Text name, const FileInfo *status)
{
    (void)path;
    (void)name;
    input_files_add(context, status);
    return true;
}

void input_files_note_below(InputFiles *inputs, const char *path)
{
    Report silent = report_to(NULL, NULL);
    const FolderWalk walk = {.file = note_file,
                             .skip = skips_hidden,
                             .context = inputs,
                             .lenient = true,
                             .arena = inputs->arena,
                             .report = &silent};
    if (is_folder(path))
        folder_walk(path, &walk);
    else
        input_files_note(inputs, path);
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

bool input_files_check_output(const InputFiles *inputs, const char *path, Report *report)
{
    FileInfo found;
    const bool there = file_info(path, &found);
    for (size_t i = 0; there && i < inputs->count; i++)
        if (inputs->items[i].device == found.device &&
            inputs->items[i].identity == found.identity)
            return report_cause(report, CAUSE_EXISTS,
                                "%s is an input and must not be overwritten", path);
    return true;
}
