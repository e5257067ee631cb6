/* A report receives the messages of a job about its data: errors, warnings, notes.
 *
 * The caller that starts the job creates the report and its sink, the destination of messages.
 * A function that detects an error reports it once, at that place, and returns false; its
 * callers return false as well and add nothing.
 *
 * A message names the file that it is about. Whoever opens a file makes a child of the report
 * with the file's name as its subject, and hands the child down to the functions that read the
 * file:
 *
 *     Report about = report_child(report, path);
 *     return lay_read(bytes, &lay, arena, &about);
 *
 * The child passes its messages to its parent, which counts, limits and prints them; the counts
 * of the child are those of its own messages. Nothing must be reset afterwards: a message of
 * the caller goes to the caller's report and names the caller's file. A child is a value; it
 * must not outlive its parent. A child of a child names its own subject only.
 *
 * A report and its children belong to one thread; a task has its own collecting report, which
 * is replayed in order afterwards. */
#ifndef OISIN_BASE_REPORT_H
#define OISIN_BASE_REPORT_H

#include "base/arena.h"

typedef enum Severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

/* Kinds of errors: causes.def. */
typedef enum Cause {
    CAUSE_NONE, /* not an error */
#define CAUSE(name, number, doc) CAUSE_##name = (number),
#include "base/causes.def"
#undef CAUSE
} Cause;

typedef struct Message {
    Severity severity;
    Text subject;          /* file name; empty if the job has none */
    uint32_t line, column; /* from 1; 0: unknown */
    Text text;             /* one line, no full stop */
    Text source;           /* the line of source text, or empty */
    const char
        *kind; /* messages that differ only in names and numbers have the same kind; or NULL */
    Cause cause;      /* of an error */
    int system_error; /* its errno; 0: none */
    bool alert;       /* see report_alert */
} Message;

typedef void ReportSink(void *context, const Message *message);

/* The number of messages of each kind. The table has a fixed size: each kind is one place in
 * the sources, so there are few. Kinds that do not fit are not limited. */
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
    struct Report *parent; /* receives all messages; NULL: `sink` does */
    ReportSink *sink;
    void *context;
    Text subject;                   /* part of every message of this report */
    size_t errors, warnings, notes; /* number of messages so far */
    size_t limit;       /* after this many messages the rest is only counted; 0: no limit
                         */
    ReportKinds *kinds; /* after REPORT_LIMIT messages of a kind the rest is only counted; or
                         * NULL */
    const char
        *kind; /* kind of the next messages, also of children; NULL: their format string */
    const char *page; /* errors end with "(oisin formats PAGE)"; NULL: they do not */
} Report;

/* A report that sends its messages to `sink`; NULL drops them (they are still counted). */
Report report_to(ReportSink *sink, void *context);

/* A report about `subject` that sends its messages to `parent`. */
Report report_child(Report *parent, Text subject);
/* The same about a part of the parent's subject: SUBJECT/NAME, or just NAME. */
Report report_part(Report *parent, Text name, Arena *arena);

/* Each reports one line. `report_error` returns false, so that a reader can `return
 * report_error(...)`; the macros below make that visible to compilers and analysers. */
bool report_error(Report *report, const char *format, ...) PRINTF_LIKE(2, 3);
void report_warning(Report *report, const char *format, ...) PRINTF_LIKE(2, 3);
void report_note(Report *report, const char *format, ...) PRINTF_LIKE(2, 3);
/* A warning that something has happened to a file of the user: no limit suppresses it, and it
 * is shown when other warnings are not. */
void report_alert(Report *report, const char *format, ...) PRINTF_LIKE(2, 3);

/* As report_error, with a cause other than CAUSE_INVALID. */
bool report_cause(Report *report, Cause cause, const char *format, ...) PRINTF_LIKE(3, 4);
/* An error of a system call: `errno` decides the cause. The text should include its message. */
bool report_system_error(Report *report, const char *format, ...) PRINTF_LIKE(2, 3);

/* Reports `and N more of this kind` for each kind whose messages were suppressed. */
void report_suppressed(Report *report);

/* Messages with a position in a text file; `source`, if not empty, is shown with a caret. */
typedef struct SourcePosition {
    uint32_t line, column;
    Text source;
} SourcePosition;
/* The position of a byte of a text, which may be its end; columns are bytes. */
SourcePosition source_position(Text file, size_t at);
bool report_error_at(Report *report, SourcePosition place, const char *format, ...)
    PRINTF_LIKE(3, 4);
void report_warning_at(Report *report, SourcePosition place, const char *format, ...)
    PRINTF_LIKE(3, 4);

static inline bool report_false(bool said) { return said & false; }
#define report_error(...) report_false(report_error(__VA_ARGS__))
#define report_error_at(...) report_false(report_error_at(__VA_ARGS__))
#define report_cause(...) report_false(report_cause(__VA_ARGS__))
#define report_system_error(...) report_false(report_system_error(__VA_ARGS__))

/* Counts a message that is not sent. */
void report_count(Report *report, Severity severity);

/* Forwards a message that was created elsewhere, including its subject. */
void report_message(Report *report, const Message *message);

/* `subject:line:column: text`, with `warning: ` before the text of a warning; then the source
 * line and a caret, if known. Control characters, which names in files may contain, are shown
 * as `?`. */
Text message_print(const Message *message, Arena *arena);
/* The same with colours of a terminal. */
Text message_print_coloured(const Message *message, Arena *arena);

/* A sink that stores copies of messages, for tests and for tasks. */
typedef struct Messages {
    Arena *arena;
    Message *items;
    size_t count;
} Messages;
void messages_sink(void *context, const Message *message);
void messages_replay(const Messages *messages, Report *report);

#endif
