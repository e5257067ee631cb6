/* build, unpack, pack, new, convert: jobs of kit/jobs.h with output for users. */
#include "cli/bar.h"
#include "cli/command.h"
#include "kit/home.h"
#include "kit/jobs.h"

#include <stdio.h>
#include <string.h>

typedef bool OutputJob(Job *job, const char *output);

static int run_job(Invocation *invocation, OutputJob *run)
{
    Bar bar;
    Job job = job_of(invocation, bar_begin(&bar, option_given(invocation, OPTION_quiet)));
    const bool ok = run(&job, option_text(invocation, OPTION_output));
    bar_end(&bar);
    return exit_status(&job, ok);
}

int command_build(Invocation *invocation) { return run_job(invocation, job_build); }

int command_pack(Invocation *invocation) { return run_job(invocation, job_pack); }

int command_unpack(Invocation *invocation) { return run_job(invocation, job_unpack); }

/* convert IN OUT */
static bool convert(Job *job, const char *output)
{
    if (!output && job->input_count == 2 && !job_given(job, OPTION_in_place))
        output = job->inputs[--job->input_count];
    return job_convert(job, output);
}

int command_convert(Invocation *invocation) { return run_job(invocation, convert); }

/* maps sync PROJECT, maps paint PROJECT [MAP...] */
int command_maps(Invocation *invocation)
{
    const char *word = invocation->arguments[0];
    const bool paint = strcmp(word, "paint") == 0;
    if (!paint && strcmp(word, "sync") != 0)
        return usage_error(
            invocation, "unknown word \"%s\"; expected sync PROJECT or paint PROJECT [MAP...]",
            word);
    if (!paint && invocation->argument_count > 2)
        return usage_error(invocation, "maps sync takes one project");
    Arena *arena = arena_new();
    invocation->arguments[1] = home_find_project(invocation->arguments[1], arena);
    Job job = job_of(invocation, NULL);
    job.inputs++; /* the word */
    job.input_count--;
    const bool ok = paint ? job_maps_paint(&job) : job_maps_sync(&job);
    arena_free(arena);
    return exit_status(&job, ok);
}

int command_new(Invocation *invocation)
{
    const char *name = invocation->arguments[0];
    const char *template = option_text(invocation, OPTION_template);
    const bool quest = option_text(invocation, OPTION_ei_quest) != NULL;
    Arena *arena = arena_new();
    if (!quest)
        invocation->arguments[0] = home_place_project(name, arena);
    if (template)
        invocation->values[OPTION_template] = home_find_template(template, arena);
    Job job = job_of(invocation, NULL);
    const bool ok = job_new(&job);
    if (ok && quest)
        fprintf(stderr,
                "%s: created a quest. Next, try:\n    oisin unpack %s -o work --open\n    "
                "oisin edit work\n",
                name, name);
    else if (ok)
        fprintf(stderr, "%s: created a %s. Next, try:\n    oisin build %s\n    oisin play %s\n",
                invocation->arguments[0], template ? "project" : "small game", name, name);
    arena_free(arena);
    return exit_status(&job, ok);
}
