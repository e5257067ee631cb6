/* Parts, in order: targets; their folders; the server. */
#include "cli/edit_publish.h"

#include "base/folders.h"
#include "base/path.h"
#include "base/system/files.h"
#include "base/system/process.h"
#include "base/text.h"
#include "kit/jobs/jobs.h"
#include "tirnanog/jobs/targets.h"

/* ---- targets ---- */

static const Target *target_named(Text name)
{
    const Target *target;
    for (size_t i = 0; (target = target_at(i)); i++)
        if (text_is(name, target->name))
            break;
    return target;
}

static const char *folder_of(const EditPublish *publish, const Target *target, Arena *arena)
{
    return path_join(text_of(publish->release), text_of(target->name), arena).at;
}

static void put_target(const EditPublish *publish, const Target *target, JsonWriter *json,
                       Arena *arena)
{
    const char *folder = folder_of(publish, target, arena);
    Text steps = text_of(target->steps), step;
    json_open(json, NULL);
    json_put_text(json, "name", text_of(target->name));
    json_put_text(json, "title", text_of(target->title));
    json_put_text(json, "note", text_of(target->note));
    json_open_list(json, "steps");
    while (text_line(&steps, &step))
        json_put_text(json, NULL, step);
    json_close_list(json);
    json_put_text(json, "folder", text_of(folder));
    json_put_bool(json, "made", is_folder(folder));
    json_close(json);
}

static void describe(void *context, JsonWriter *json, Arena *arena)
{
    EditPublish *publish = context;
    const Target *target;
    json_open_list(json, "targets");
    for (size_t i = 0; (target = target_at(i)); i++)
        put_target(publish, target, json, arena);
    json_close_list(json);
    json_put_bool(json, "opens", has_desktop());
    serve_beside_describe(&publish->server, json, arena);
}

/* ---- folders ---- */

static void on_misuse(void *context, const char *text) { report_error(context, "%s", text); }

static bool make(void *context, Text name, Arena *arena, Report *report)
{
    const EditPublish *publish = context;
    const Target *target = target_named(name);
    const char *values[JOB_OPTION_COUNT] = {0};
    if (!target)
        return report_error(report, "there is no such target");
    values[OPTION_for] = target->name;
    Job job = {.verb = "build",
               .inputs = &publish->project,
               .input_count = 1,
               .values = values,
               .report = report,
               .misuse = on_misuse,
               .context = report};
    (void)arena;
    return job_build(&job, publish->release);
}

static bool open_target(void *context, Text name, Arena *arena, Report *report)
{
    const EditPublish *publish = context;
    const Target *target = target_named(name);
    if (!target || !is_folder(folder_of(publish, target, arena)))
        return report_error(report, "the folder does not exist yet");
    return (has_desktop() && open_folder(folder_of(publish, target, arena))) ||
           report_error(report, "the folder cannot be opened here");
}

/* ---- the server ---- */

static bool serve(void *context, Text address, Arena *arena, Report *report)
{
    EditPublish *publish = context;
    return serve_beside_start(&publish->server, address, arena, report);
}

static void serve_end(void *context)
{
    EditPublish *publish = context;
    serve_beside_end(&publish->server);
}

void edit_publish_open(EditPublish *publish, EditorHost *host, const char *project,
                       Arena *arena)
{
    *publish = (EditPublish){
        .project = project,
        .release = arena_format(arena, "%s-release", project).at,
        .server = {.project = project,
                   .folder = arena_format(arena, "%s/.oisin/edit/server", project).at},
        .editor = {.context = publish,
                   .describe = describe,
                   .make = make,
                   .open = open_target,
                   .serve = serve,
                   .serve_end = serve_end}};
    host->publisher = &publish->editor;
}

void edit_publish_close(EditPublish *publish) { serve_end(publish); }
