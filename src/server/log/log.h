/* The log of a server, and its audit trail.
 *
 * The server reports events (log_events.def) with fields; the log decides how they are written:
 *
 *     text     2026-11-26T22:30:01Z notice login: Ann has entered from 192.0.2.7:5000
 *     JSON     {"time":"2026-11-26T22:30:01Z","level":"notice","event":"login", ...}
 *     journal  to systemd's journal, with the fields as fields of the entry
 *
 * Events that belong to the audit trail are also appended to a file, as JSON, whatever their
 * level is.
 *
 * Safety. Values may come from strangers. Control characters, invisible characters, and bytes
 * that are not UTF-8 are escaped, so that a value can neither end a line nor look like another
 * one. Events that strangers can repeat are limited by network and in sum; the number of events
 * that were not written is reported afterwards, so that nobody can fill the disk.
 *
 * Everything belongs to one thread. */
#ifndef OISIN_SERVER_LOG_H
#define OISIN_SERVER_LOG_H

#include "base/stream.h"

typedef enum LogLevel {
#define LEVEL(NAME, word, priority, doc) LOG_LEVEL_##NAME,
#include "server/log/log_events.def"
    LOG_LEVELS,
} LogLevel;

typedef enum LogEvent {
#define EVENT(NAME, LEVEL, TRAIL, LIMIT, text, doc) EVENT_##NAME,
#include "server/log/log_events.def"
    LOG_EVENTS,
} LogEvent;

/* Empty: absent. */
typedef struct LogFields {
#define FIELD(name, doc) Text name;
#include "server/log/log_events.def"
} LogFields;

typedef enum LogFormat { LOG_AS_TEXT, LOG_AS_JSON, LOG_AS_JOURNAL } LogFormat;

typedef struct LogOptions {
    LogFormat format;
    LogLevel level;    /* events of a lower importance are not written */
    const char *audit; /* path of the audit trail, or NULL */
    /* Receives the lines of text and JSON, without LF; NULL: they are written to stderr. */
    void (*sink)(void *context, Text line);
    void *context;
    int64_t (*now)(void); /* seconds since 1970; NULL: the system's time */
} LogOptions;

typedef struct Log Log;

/* On failure to open the audit trail, returns NULL and reports an error. */
Log *log_new(const LogOptions *options, Report *report);
/* Reports the events that were not written. NULL is allowed. */
void log_free(Log *log);

/* `log` NULL: does nothing. `fields` NULL: none; they are not kept. */
void log_write(Log *log, LogEvent event, const LogFields *fields);
/* Reports the numbers of events that were not written; to be called about once a second. */
void log_tick(Log *log);

void log_set_level(Log *log, LogLevel level);
/* Closes the audit trail and opens this file (NULL: none), which may be the same path after the
 * old file was renamed. On failure, returns false, reports an error and keeps the open file. */
bool log_set_audit(Log *log, const char *path, Report *report);

/* Whether the process was started by systemd with stderr connected to the journal. */
bool log_has_journal(void);

/* Words: "notice", "text", "login-failed". */
bool log_level_read(Text word, LogLevel *out);
bool log_format_read(Text word, LogFormat *out);
const char *log_level_word(LogLevel level);
Text log_event_word(LogEvent event, Arena *arena);
/* The tables of levels, fields and events as a page of the documentation. */
void log_describe(Writer *out);

#endif
