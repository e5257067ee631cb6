/* oisin new. */
#include "cli/invocation.h"
#include "tirnanog/jobs/projects_home.h"
#include "kit/jobs/jobs.h"

#include <stdio.h>

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
