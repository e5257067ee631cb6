/* The script of a map of Evil Islands as text: a row of script_job.def. */
#include "base/path.h"
#include "evil_islands/objects/mob.h"
#include "evil_islands/objects/mob_script.h"
#include "kit/jobs/files.h"
#include "kit/jobs/script_rows.h"

static bool is_of_map(Text path)
{
    return path_has_suffix(path, ".mob") || path_has_suffix(path, ".txt") ||
           path_has_suffix(path, ".eis");
}

static bool text_of_map(const char *path, Text *out, Arena *arena, Report *report)
{
    Bytes file;
    Mob mob;
    if (!file_load(path, &file, arena, report))
        return false;
    if (!path_has_suffix(text_of(path), ".mob") && !mob_is(file)) {
        *out = mob_script_text(file, arena);
        return true;
    }
    if (!mob_read(file, &mob, arena, report))
        return false;
    const MobNode *script = mob_script(&mob);
    *out = mob_text(script, arena);
    return script || report_error(report, "this map has no script");
}

bool map_script(Job *job, ScriptOutput face, ScriptSink *to, void *context, Arena *arena)
{
    Text text;
    MobSource source;
    Writer out = writer_to(arena);
    if (job->input_count > 1)
        return job_usage_error(job, "a map has only one script");
    Report about = report_child(job->report, text_of(job->inputs[0]));
    if (!text_of_map(job->inputs[0], &text, arena, &about) ||
        !mob_script_parse(text, &source, arena, &about))
        return false;
    if (face == SCRIPT_FORMATTED)
        mob_script_print(&source, &out);
    else
        mob_script_list(&source, &out);
    if (out.size)
        to(context, writer_text(&out));
    return true;
}

bool map_has_script(const char *path, ScriptOutput face)
{
    return face == SCRIPT_FORMATTED || (face == SCRIPT_DISASSEMBLY && is_of_map(text_of(path)));
}
