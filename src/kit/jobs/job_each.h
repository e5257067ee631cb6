/* The steps of the loop over the inputs of a job (jobs.h), for jobs that have a loop of their
 * own. */
#ifndef OISIN_KIT_JOBS_JOB_EACH_H
#define OISIN_KIT_JOBS_JOB_EACH_H

#include "kit/jobs/folder_forms.h"

/* A folder may be the file that its files would be; NULL: it is none, or --format names the
 * format of files. */
const FolderForm *job_folder_form(const Job *job, const char *path);
/* Loads one input, `form` (or NULL) being its folder's, and calls `each`. */
bool job_each_one(Job *job, const char *path, const FolderForm *form, JobEach *each);

#endif
