/* Entries of systemd's journal: systemd.journal-fields(7). */
#include "server/log/log_internal.h"

#include "base/hash.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

static const unsigned priorities[] = {
#define LEVEL(NAME, word, priority, doc) priority,
#include "server/log/log_events.def"
};

bool log_has_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM");
    uintmax_t device, inode;
    struct stat info;
    return stream && sscanf(stream, "%" SCNuMAX ":%" SCNuMAX, &device, &inode) == 2 &&
           fstat(STDERR_FILENO, &info) == 0 && info.st_dev == device && info.st_ino == inode;
}

size_t log_journal_fields(LogEvent event, const LogFields *fields, Writer *out)
{
    char id[LOG_ID_SIZE];
    size_t count = 5;
    log_event_id(event, id);
    write_text(out, TEXT("MESSAGE="));
    log_write_word(event, out);
    write_text(out, TEXT(": "));
    log_write_message(event, fields, out);
    write_format(out, "%cPRIORITY=%u%cMESSAGE_ID=%s%cSYSLOG_IDENTIFIER=oisin%cOISIN_EVENT=", 0,
                 priorities[log_events[event].level], 0, id, 0, 0);
    log_write_word(event, out);
    write_u8(out, 0);
    for (size_t i = 0; i < log_field_count; i++) {
        if (!log_field(fields, i).size)
            continue;
        write_text(out, TEXT("OISIN_"));
        for (const char *at = log_fields[i].name; *at; at++)
            write_u8(out, (uint8_t)toupper((unsigned char)*at));
        write_u8(out, '=');
        log_write_value(log_field(fields, i), out);
        write_u8(out, 0);
        count++;
    }
    return count;
}

void log_journal_send(LogEvent event, const LogFields *fields, Arena *arena)
{
    Writer out = writer_to(arena);
    const size_t count = log_journal_fields(event, fields, &out);
    struct iovec *parts = ARENA_ALLOC(arena, struct iovec, count);
    char *at = (char *)out.data;
    for (size_t i = 0; i < count; i++) {
        parts[i] = (struct iovec){at, strlen(at)};
        at += parts[i].iov_len + 1;
    }
    sd_journal_sendv(parts, (int)count);
}
