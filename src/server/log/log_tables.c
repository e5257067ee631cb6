/* Parts, in order: the tables; the names of events; documentation. Programs that only describe
 * the log need nothing else of it. */
#include "server/log/log_internal.h"

#include "base/hash.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

/* ---- tables ---- */

enum { PLAIN = false, AUDIT = true, ALWAYS = false, LIMITED = true };

const LogEventInfo log_events[LOG_EVENTS] = {
#define EVENT(NAME, LEVEL, TRAIL, LIMIT, text, doc)                                            \
    {#NAME, LOG_LEVEL_##LEVEL, TRAIL, LIMIT, text, doc},
#include "server/log/log_events.def"
};

const LogFieldInfo log_fields[] = {
#define FIELD(name, doc) {#name, doc, offsetof(LogFields, name)},
#include "server/log/log_events.def"
};
const size_t log_field_count = COUNT_OF(log_fields);

static const struct {
    const char *word, *doc;
} levels[] = {
#define LEVEL(NAME, word, priority, doc) {word, doc},
#include "server/log/log_events.def"
};

static const char *const formats[] = {
    [LOG_AS_TEXT] = "text", [LOG_AS_JSON] = "json", [LOG_AS_JOURNAL] = "journal"};

Text log_field(const LogFields *fields, size_t field)
{
    return *(const Text *)(const void *)((const char *)fields + log_fields[field].offset);
}

const char *log_level_word(LogLevel level) { return levels[level].word; }

bool log_level_read(Text word, LogLevel *out)
{
    for (size_t i = 0; i < COUNT_OF(levels); i++)
        if (text_is(word, levels[i].word)) {
            *out = (LogLevel)i;
            return true;
        }
    return false;
}

bool log_format_read(Text word, LogFormat *out)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (text_is(word, formats[i])) {
            *out = (LogFormat)i;
            return true;
        }
    return false;
}

Text log_event_word(LogEvent event, Arena *arena)
{
    Writer out = writer_to(arena);
    log_write_word(event, &out);
    return writer_text(&out);
}

/* A new event needs no number, and an old one keeps its own as long as it has its name. */
void log_event_id(LogEvent event, char out[LOG_ID_SIZE])
{
    const Bytes name = bytes_of_text(text_of(log_events[event].name));
    snprintf(out, LOG_ID_SIZE, "%016" PRIx64 "%016" PRIx64, hash_bytes(0x6f6973696e, name),
             hash_bytes(0x6576656e74, name));
}

void log_write_word(LogEvent event, Writer *out)
{
    for (const char *at = log_events[event].name; *at; at++)
        write_u8(out, *at == '_' ? '-' : (uint8_t)tolower((unsigned char)*at));
}

/* ---- documentation ---- */

void log_describe(Writer *out)
{
    char id[LOG_ID_SIZE];
    write_text(
        out,
        TEXT(
            "# Events of a server's log\n\nThis page is written by `oisin formats server-log`. "
            "How to read and store the log: [Administering a server]"
            "(../how-to/administer-a-server.md#log).\n\n| level | meaning |\n|---|---|\n"));
    for (size_t i = 0; i < COUNT_OF(levels); i++)
        write_format(out, "| `%s` | %s |\n", levels[i].word, levels[i].doc);
    write_text(out, TEXT("\n| field | meaning |\n|---|---|\n"));
    for (size_t i = 0; i < log_field_count; i++)
        write_format(out, "| `%s` | %s |\n", log_fields[i].name, log_fields[i].doc);
    write_text(out, TEXT("\n| event | level | audit | limited | meaning | `MESSAGE_ID` |\n"
                         "|---|---|---|---|---|---|\n"));
    for (size_t i = 0; i < LOG_EVENTS; i++) {
        const LogEventInfo *event = &log_events[i];
        const Text word = log_event_word((LogEvent)i, out->arena);
        log_event_id((LogEvent)i, id);
        write_format(out, "| `%.*s` | %s | %s | %s | %s | `%s` |\n", (int)word.size, word.at,
                     log_level_word(event->level), event->audit ? "yes" : "",
                     event->limited ? "yes" : "", event->doc, id);
    }
}
