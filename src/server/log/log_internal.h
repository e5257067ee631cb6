/* The parts of a log: forms of an entry, limits, the journal. */
#ifndef OISIN_SERVER_LOG_INTERNAL_H
#define OISIN_SERVER_LOG_INTERNAL_H

#include "base/stream.h"
#include "server/log/log.h"

typedef struct LogEventInfo {
    const char *name; /* LOGIN_FAILED */
    LogLevel level;
    bool audit, limited;
    const char *text, *doc;
} LogEventInfo;
extern const LogEventInfo log_events[LOG_EVENTS];

typedef struct LogFieldInfo {
    const char *name, *doc;
    size_t offset; /* in LogFields */
} LogFieldInfo;
extern const LogFieldInfo log_fields[];
extern const size_t log_field_count;

Text log_field(const LogFields *fields, size_t field);

/* "login-failed" */
void log_write_word(LogEvent event, Writer *out);
/* 32 hexadecimal digits, fixed for each name of an event. */
enum { LOG_ID_SIZE = 33 };
void log_event_id(LogEvent event, char out[LOG_ID_SIZE]);

/* ---- log_text.c ---- */

/* The text of the event with the values of the fields. */
void log_write_message(LogEvent event, const LogFields *fields, Writer *out);
/* A value as text, with escapes. */
void log_write_value(Text value, Writer *out);
/* Lines without LF. */
void log_write_text(LogEvent event, const LogFields *fields, int64_t now, Writer *out);
void log_write_json(LogEvent event, const LogFields *fields, int64_t now, Writer *out);

/* ---- log_journal.c ---- */

/* "MESSAGE=..." and so on, each ended by a zero byte, which values never contain. */
size_t log_journal_fields(LogEvent event, const LogFields *fields, Writer *out);
void log_journal_send(LogEvent event, const LogFields *fields, Arena *arena);

/* ---- log_limits.c ---- */

typedef struct LogLimits LogLimits;

typedef struct LogSuppressed {
    LogEvent event;
    uint64_t count;
    char network[64]; /* empty: of several networks */
} LogSuppressed;

LogLimits *log_limits_new(Arena *arena);
/* Whether another event from this address may be written; otherwise it is counted. */
bool log_limits_take(LogLimits *limits, LogEvent event, Text address, int64_t now);
/* The next count that is to be reported: those of at least LOG_REPORT_SECONDS ago, or `all`.
 * Returns false if there is none. */
bool log_limits_next(LogLimits *limits, int64_t now, bool all, LogSuppressed *out);

enum {
    LOG_BURST = 20,          /* events of one kind from one network */
    LOG_SECONDS = 6,         /* then one in so many seconds */
    LOG_BURST_ALL = 2000,    /* events of one kind from all networks */
    LOG_ALL_SECOND = 2,      /* then so many in a second */
    LOG_REPORT_SECONDS = 60, /* between two reports of a count */
    LOG_NETWORKS = 1024,     /* that are distinguished */
};

#endif
