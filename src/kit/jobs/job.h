/* A job: one call of a command (convert, build, pack, ...) on files of the disk, by the command
 * line or by a program that uses the library.
 *
 * Its parameters are settings, which have the names of the command line's options
 * (job_options.def). The caller owns all data to which a job points. A job accesses the disk;
 * it prints nothing and never ends the program: all messages go to the report. */
#ifndef OISIN_KIT_JOBS_JOB_H
#define OISIN_KIT_JOBS_JOB_H

#include "base/progress.h"
#include "base/report.h"

/* Options by name: OPTION_flip. Commands that have an option of the same name share its id. */
typedef enum JobOption {
#define OPTION(command, id, name, letter, argument, doc) OPTION_##id,
#define OPTION_ALSO(command, id, name, letter, argument, doc)
#define OPTIONS_OF_ALL_WINGS
#include "kit/jobs/job_options.def"
#undef OPTIONS_OF_ALL_WINGS
#undef OPTION_ALSO
#undef OPTION
    JOB_OPTION_COUNT
} JobOption;

typedef struct Option {
    const char *command; /* "" for every command */
    unsigned id;
    const char *name, *letter, *argument, *doc; /* letter and argument may be "" */
} Option;

/* All rows of job_options.def, terminated by a name of NULL; the names by id. */
extern const Option job_options[];
extern const char *const job_option_names[JOB_OPTION_COUNT];

typedef struct Job {
    const char *verb; /* the name of the command, which defines the valid options */
    const char *const *inputs;
    size_t input_count;
    const char *const *values; /* by JobOption: NULL not given, "" without argument */
    Report *report;            /* also receives notes about completed work, for the user */
    const Progress *progress;  /* or NULL */
    /* Reports, in one line, inputs and settings that are not compatible. */
    void (*misuse)(void *context, const char *text);
    void *context;
    bool usage_wrong; /* `misuse` was called */
} Job;

/* Whether an option was given, and its argument (NULL if it was not). */
bool job_given(const Job *job, JobOption option);
const char *job_text(const Job *job, JobOption option);
/* Chooses the encoding that the option names (base/game_text.h), for all that this thread does;
 * without the option, nothing changes. Returns false and calls misuse if it is unknown. */
bool job_choose_encoding(Job *job);
/* A number within limits; `fallback` if the option was not given. If it is invalid, calls
 * misuse and returns false. */
bool job_number(Job *job, JobOption option, long min, long max, long fallback, long *out);
/* Loads the file that an option names; if it was not given, returns true and leaves `*out`
 * unchanged. */
bool job_file(Job *job, JobOption option, Bytes *out, Arena *arena);

/* Reports a misuse; returns false. */
bool job_usage_error(Job *job, const char *format, ...) PRINTF_LIKE(2, 3);
/* A note about completed work that does not concern a particular file. */
void job_note(Job *job, const char *format, ...) PRINTF_LIKE(2, 3);

/* A report that prefixes file names with their project's folder and passes messages on.
 * `folder` must stay valid. */
typedef struct Within {
    Report *outer;
    Text folder;
} Within;
Report report_within(Within *within, const char *folder, Report *outer);

#endif
