/* A job: one call of a verb (convert, build, pack, ...) on files of the disk, whoever wants it
 * done: the command line, or a program that uses the library.
 *
 * What is wanted is said by settings, which are options of the command line by name
 * (options.def). The caller owns all that a job points to. A job touches the disk; it prints
 * nothing and ends no program: what it has to say goes to the report. */
#ifndef OISIN_KIT_JOB_H
#define OISIN_KIT_JOB_H

#include "base/progress.h"
#include "base/report.h"

/* Options by name: OPTION_flip. Commands that have an option of the same name share its id. */
typedef enum JobOption {
#define OPTION(command, id, name, letter, argument, doc) OPTION_##id,
#define OPTION_ALSO(command, id, name, letter, argument, doc)
#include "kit/options.def"
#undef OPTION_ALSO
#undef OPTION
    JOB_OPTION_COUNT
} JobOption;

typedef struct Option {
    const char *command; /* "" for every command */
    unsigned id;
    const char *name, *letter, *argument, *doc; /* letter and argument may be "" */
} Option;

/* All rows of options.def, ended by a name of NULL; the names by id. */
extern const Option job_options[];
extern const char *const job_option_names[JOB_OPTION_COUNT];

typedef struct Job {
    const char *verb; /* whose options there are */
    const char *const *inputs;
    size_t input_count;
    const char *const *values; /* by JobOption: NULL not given, "" without argument */
    Report *report;            /* also notes of what was done, for people */
    const Progress *progress;  /* or NULL */
    /* Says in one line what of inputs and settings does not go together. */
    void (*misuse)(void *context, const char *text);
    void *context;
    bool misused; /* that has happened */
} Job;

/* Whether an option was given, and its argument (NULL if it was not). */
bool job_given(const Job *job, JobOption option);
const char *job_text(const Job *job, JobOption option);
/* A number within limits; `fallback` if the option was not given; false, and misuse, if it is
 * no such number. */
bool job_number(Job *job, JobOption option, long min, long max, long fallback, long *out);
/* The file that an option names; true, and `*out` as it was, if it was not given. */
bool job_file(Job *job, JobOption option, Bytes *out, Arena *arena);

/* What was asked makes no sense; false. */
bool job_misuse(Job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line about what was done, which is about no file in particular. */
void job_note(Job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A report in front of another one: names of files get their project's folder. `folder` must
 * live as long. */
typedef struct Within {
    Report *outer;
    Text folder;
} Within;
Report report_within(Within *within, const char *folder, Report *outer);

#endif
