/* Parts, in order: entries; the audit trail; events and their limits; opening, closing,
 * changes at run time. */
#include "server/log/log_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct Log {
    LogOptions options;
    LogLimits *limits;
    int audit;           /* descriptor; -1: none */
    uint64_t lost;       /* events that are missing in the audit trail, since it failed */
    int64_t ticked;      /* time of the last log_tick */
    Arena *arena, *line; /* for the lifetime; for one entry */
};

/* ---- entries ---- */

static int64_t now_of(const Log *log)
{
    return log->options.now ? log->options.now() : (int64_t)time(NULL);
}

static void print_line(const Log *log, Writer *line)
{
    if (log->options.sink) {
        log->options.sink(log->options.context, writer_text(line));
        return;
    }
    write_u8(line, '\n');
    Bytes rest = writer_bytes(line);
    while (rest.size) {
        const ssize_t size = write(STDERR_FILENO, rest.data, rest.size);
        if (size < 0 && errno != EINTR)
            return; /* nobody reads it */
        if (size > 0)
            rest = bytes_slice(rest, (size_t)size, rest.size - (size_t)size);
    }
}

static void write_entry(Log *log, LogEvent event, const LogFields *fields)
{
    Writer out = writer_to(log->line);
    if (log_events[event].level > log->options.level)
        return;
    if (log->options.format == LOG_AS_JOURNAL) {
        log_journal_send(event, fields, log->line);
        return;
    }
    (log->options.format == LOG_AS_JSON ? log_write_json : log_write_text)(event, fields,
                                                                           now_of(log), &out);
    print_line(log, &out);
}

/* ---- the audit trail ---- */

/* A pipe without a reader would block, a device would never be full. */
static int open_audit(const char *path, Report *report)
{
    struct stat info;
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
    if (file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode))
        return file;
    report_error(report, "%s: cannot write the audit trail: %s", path,
                 file < 0 ? strerror(errno) : "this is not a regular file");
    if (file >= 0)
        close(file);
    return -1;
}

/* Writes the whole line or nothing: on a full disk, half of a line would spoil the next one. */
static bool append(int file, Bytes line)
{
    struct stat before;
    if (fstat(file, &before) < 0)
        return false;
    ssize_t size;
    do
        size = write(file, line.data, line.size);
    while (size < 0 && errno == EINTR);
    if (size == (ssize_t)line.size)
        return true;
    const int why = size < 0 ? errno : ENOSPC;
    if (size > 0 && ftruncate(file, before.st_size) < 0)
        (void)size; /* the half line stays */
    errno = why;
    return false;
}

static void write_audit(Log *log, LogEvent event, const LogFields *fields)
{
    Writer out = writer_to(log->line);
    char count[24];
    log_write_json(event, fields, now_of(log), &out);
    write_u8(&out, '\n');
    if (!append(log->audit, writer_bytes(&out))) {
        const LogFields lost = {.reason = text_of(strerror(errno))};
        if (!log->lost++)
            write_entry(log, EVENT_AUDIT_LOST, &lost);
    } else if (log->lost) {
        snprintf(count, sizeof count, "%llu", (unsigned long long)log->lost);
        log->lost = 0;
        write_entry(log, EVENT_AUDIT_BACK, &(LogFields){.count = text_of(count)});
    }
}

/* ---- events ---- */

static void write_everywhere(Log *log, LogEvent event, const LogFields *fields)
{
    write_entry(log, event, fields);
    if (log->audit >= 0 && log_events[event].audit)
        write_audit(log, event, fields);
    arena_reset(log->line);
}

void log_write(Log *log, LogEvent event, const LogFields *fields)
{
    static const LogFields none;
    if (!log)
        return;
    fields = fields ? fields : &none;
    /* Events that nobody sees need not be counted. */
    const bool seen = log_events[event].level <= log->options.level ||
                      (log->audit >= 0 && log_events[event].audit);
    if (seen && (!log_events[event].limited ||
                 log_limits_take(log->limits, event, fields->address, now_of(log))))
        write_everywhere(log, event, fields);
}

static void report_suppressed_events(Log *log, bool all)
{
    LogSuppressed suppressed;
    char count[24];
    while (log_limits_next(log->limits, now_of(log), all, &suppressed)) {
        Arena *arena = arena_new();
        snprintf(count, sizeof count, "%llu", (unsigned long long)suppressed.count);
        write_everywhere(log, EVENT_SUPPRESSED,
                         &(LogFields){.count = text_of(count),
                                      .event = log_event_word(suppressed.event, arena),
                                      .network = text_of(suppressed.network)});
        arena_free(arena);
    }
}

void log_tick(Log *log)
{
    if (!log || now_of(log) == log->ticked)
        return;
    log->ticked = now_of(log);
    report_suppressed_events(log, false);
}

/* ---- opening, closing, changes ---- */

Log *log_new(const LogOptions *options, Report *report)
{
    const int audit = options->audit ? open_audit(options->audit, report) : -1;
    if (options->audit && audit < 0)
        return NULL;
    Arena *arena = arena_new();
    Log *log = ARENA_ALLOC(arena, Log, 1);
    *log = (Log){.options = *options,
                 .limits = log_limits_new(arena),
                 .audit = audit,
                 .arena = arena,
                 .line = arena_new()};
    return log;
}

void log_free(Log *log)
{
    if (!log)
        return;
    report_suppressed_events(log, true);
    if (log->audit >= 0)
        close(log->audit);
    arena_free(log->line);
    arena_free(log->arena);
}

void log_set_level(Log *log, LogLevel level) { log->options.level = level; }

bool log_set_audit(Log *log, const char *path, Report *report)
{
    const int audit = path ? open_audit(path, report) : -1;
    if (path && audit < 0)
        return false;
    if (log->audit >= 0)
        close(log->audit);
    log->audit = audit;
    return true;
}
