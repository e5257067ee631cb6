/* The inputs of convert; see convert_inputs.h. */
#include "kit/convert/convert_inputs.h"

#include "base/path.h"
#include "base/stream.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_walk.h"
#include "kit/convert/conversion.h"

#include <stdlib.h>
#include <string.h>

void inputs_add(ConvertInputs *inputs, const char *path)
{
    *ARENA_PUSH(inputs->arena, inputs->paths, inputs->count) = path;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool skips_hidden(void *context, Text name, const FileInfo *status)
{
    (void)context;
    (void)status;
    return is_hidden(name);
}

/* Whether a conversion takes files with this suffix, if a folder is given. */
static bool is_taken_from_folder(const char *suffix)
{
    for (const Conversion *row = conversions; row->doc; row++)
        if ((row->options & OF_GROUP(EACH)) && conversion_takes_suffix(row, suffix))
            return true;
    return false;
}

static bool add_input(void *context, Text path, Text name, const FileInfo *status)
{
    ConvertInputs *inputs = context;
    (void)status;
    if (is_taken_from_folder(path_suffix(name).at))
        inputs_add(inputs, path.at);
    return true;
}

static bool nothing_to_take(const char *folder, Arena *arena, Report *report)
{
    Writer out = writer_to(arena);
    const char *inputs = "files";
    for (const Conversion *row = conversions; row->doc; row++) {
        Text rest = text_of(row->options & OF_GROUP(EACH) ? row->from : "");
        for (Text word; (word = text_word(&rest)).size;)
            write_format(&out, "%s.%.*s", out.size ? ", " : "", (int)word.size, word.at);
        if (row->options & OF_GROUP(EACH))
            inputs = row->subject->batch->inputs;
    }
    const Text suffixes = writer_text(&out);
    return report_error(report, "%s: no %s (%.*s) in the folder", folder, inputs,
                        (int)suffixes.size, suffixes.at);
}

bool inputs_add_folder(ConvertInputs *inputs, const char *folder, Report *report)
{
    const size_t before = inputs->count;
    const FolderWalk walk = {.file = add_input,
                             .skip = skips_hidden,
                             .context = inputs,
                             .arena = inputs->arena,
                             .report = report};
    if (!folder_walk(folder, &walk)) {
        inputs->count = before;
        return false;
    }
    if (inputs->count > before)
        qsort(inputs->paths + before, inputs->count - before, sizeof *inputs->paths,
              compare_paths);
    return inputs->count > before || nothing_to_take(folder, inputs->arena, report);
}
