/* The loop over the inputs of a job. */
#include "kit/jobs/job_each.h"

#include "kit/jobs/files.h"

const FolderForm *job_folder_form(const Job *job, const char *path)
{
    return job_given(job, OPTION_format) ? NULL : folder_form_of(path);
}

bool job_each_one(Job *job, const char *path, const FolderForm *form, JobEach *each)
{
    Arena *arena = arena_new();
    Bytes file;
    Text name = text_of(path);
    bool ok = form ? form->load(path, &file, &name, arena, job->report)
                   : file_load(path, &file, arena, job->report);
    if (ok) {
        Report about = report_child(job->report, name);
        ok = each(job, name.at, file, arena, &about);
    }
    arena_free(arena);
    return ok;
}

bool job_each_or_folder(Job *job, JobEach *each, JobFolder *folder)
{
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++) {
        const char *path = job->inputs[i];
        const FolderForm *form = job_folder_form(job, path);
        ok &= folder && is_folder(path) && !form ? folder(job, path)
                                                 : job_each_one(job, path, form, each);
    }
    return ok;
}

bool job_each(Job *job, JobEach *each) { return job_each_or_folder(job, each, NULL); }
