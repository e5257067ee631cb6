/* A report takes what a job has to say about its data: errors, warnings, notes.
 *
 * Whoever starts the job makes the report and decides where messages go (a
 * sink). Readers say a mistake once, where they notice it, and return false;
 * callers pass that up and say nothing more. A report belongs to one thread;
 * a task has its own collecting report, replayed in order afterwards. */
#ifndef OISIN_BASE_REPORT_H
#define OISIN_BASE_REPORT_H

#include "base/arena.h"

typedef enum Severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

typedef struct Message {
    Severity severity;
    Text subject;          /* a file's name; empty if the job has none */
    uint32_t line, column; /* from 1; 0 if it has none */
    Text text;             /* one line, no full stop */
    Text source;           /* the line of source it is about, or empty */
    const char
        *kind; /* messages that differ in names and numbers alone have the same; or NULL */
} Message;

typedef void ReportSink(void *context, const Message *message);

/* How many messages of each kind a report has got. A table of fixed size: a kind is a place in
 * the sources, so there are few, and those that find no place are not limited. */
enum { REPORT_KINDS = 256, REPORT_LIMIT = 50 };
typedef struct ReportKinds {
    struct {
        const char *kind;
        Severity severity;
        size_t count;
        char example[160];
    } rows[REPORT_KINDS];
    size_t count;
} ReportKinds;

typedef struct Report {
    ReportSink *sink;
    void *context;
    Text subject;            /* said with every message; set it by `report_about` */
    size_t errors, warnings; /* how many there were */
    size_t limit;            /* after so many messages the rest is only counted; 0 none */
    ReportKinds *kinds; /* after REPORT_LIMIT of a kind the rest is only counted; or NULL */
    const char *kind;   /* of the next messages; NULL: what they are formatted with */
} Report;

/* A report whose messages go to `sink`; NULL drops them (they still count). */
Report report_to(ReportSink *sink, void *context);

/* The following messages are about `subject`; returns the one before. */
Text report_about(Report *report, Text subject);

/* All three say one line. An error returns false, so that a reader can
 * `return report_error(...)`; the macros below let compilers and analysers see it. */
bool report_error(Report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void report_warning(Report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void report_note(Report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends `and N more of this kind` for each kind whose messages were held back. */
void report_held_back(Report *report);

/* With a place in a text file; `source`, if not empty, is shown with a caret. */
typedef struct Place {
    uint32_t line, column;
    Text source;
} Place;
bool report_error_at(Report *report, Place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_warning_at(Report *report, Place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline bool report_false(bool said) { return said & false; }
#define report_error(...) report_false(report_error(__VA_ARGS__))
#define report_error_at(...) report_false(report_error_at(__VA_ARGS__))

/* A message made elsewhere, subject and all. */
void report_message(Report *report, const Message *message);

/* `subject:line:column: error: text`, then source and caret where there is one. Control
 * characters, which files may have in their names, are shown as `?`. */
Text message_print(const Message *message, Arena *arena);

/* A sink that keeps copies, for tests and for tasks. */
typedef struct Messages {
    Arena *arena;
    Message *items;
    size_t count;
} Messages;
void messages_sink(void *context, const Message *message);
void messages_replay(const Messages *messages, Report *report);

#endif
