/* Maps of loose files as inputs and outputs of convert. */
#include "kit/convert/loose_files.h"

#include "base/path.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/project_folder.h"
#include "evil_islands/maps/map_folder.h"
#include "evil_islands/maps/map_settings.h"

/* Whether a map is to become a project. */
static bool maps_are_projects(const Job *job)
{
    const char *as = job_text(job, OPTION_as);
    return as && !strcmp(as, "project");
}

static bool maps_are_loose(const Job *job, const char *path, const char *to)
{
    static const char *const outputs[] = {"glb", "png", "tmx"};
    bool drawn = text_is_caseless(text_of(to), "mob") && job_given(job, OPTION_rebuild_aigraph);
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        drawn |= text_is_caseless(text_of(to), outputs[i]);
    drawn |= !*to && maps_are_projects(job);
    return drawn && !job_given(job, OPTION_choose) && is_folder(path) && map_folder_is(path);
}

static bool maps_written_loose(const Job *job, const char *output)
{
    const char *onto = job_text(job, OPTION_onto);
    return onto && (is_folder(output) || !path_suffix(text_of(output)).size) &&
           is_folder(onto) && map_folder_is(onto);
}

static bool maps_save(const ConversionJob *job, bool in_place, LoosePut *put, void *context,
                      Arena *arena, Report *report)
{
    const Bytes none = {0}, old = in_place ? map_settings(job)->onto : none;
    return map_folder_unpack(job->output, old, put, context, arena, report);
}

static bool maps_may_write(Job *job, const char *output)
{
    if (!maps_are_projects(job) || job_given(job, OPTION_force) || !is_folder(output))
        return true;
    Report about = report_child(job->report, text_of(output));
    return !project_is_in(output) ||
           report_cause(&about, CAUSE_EXISTS,
                        "is a project already; --force replaces the files "
                        "that come from the map");
}

extern const LooseKind loose_map;
const LooseKind loose_map = {"mpr",     OPTION_onto,   maps_are_loose, maps_written_loose,
                             maps_save, maps_may_write};
