/* Forms of an entry: text and JSON. */
#include "server/log/log_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <time.h>

enum { VALUE_MAX = 1024 /* bytes of a value; the rest is cut */ };

/* ---- values ---- */

/* Control characters, line separators, and characters that change the order of others or are
 * invisible. */
static bool is_escaped(uint32_t character)
{
    static const uint32_t ranges[][2] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},
                                         {0x61c, 0x61c},   {0x200b, 0x200f}, {0x2028, 0x202e},
                                         {0x2060, 0x206f}, {0xfeff, 0xfeff}};
    for (size_t i = 0; i < COUNT_OF(ranges); i++)
        if (character >= ranges[i][0] && character <= ranges[i][1])
            return true;
    return false;
}

void log_write_value(Text value, Writer *out)
{
    value = utf8_cut(value, VALUE_MAX);
    for (size_t at = 0; at < value.size;) {
        const size_t from = at;
        const uint32_t character = utf8_next(value, &at);
        const Text bytes = text_slice(value, from, at);
        if (utf8_invalid(bytes) == 0 || (character < 0x80 && is_escaped(character)))
            write_format(out, "\\x%02x", (uint8_t)value.at[from]);
        else if (is_escaped(character))
            write_format(out, "\\u%04x", character);
        else if (character == '\\')
            write_text(out, TEXT("\\\\"));
        else
            write_text(out, bytes);
    }
}

static void write_json_value(Text value, Writer *out)
{
    value = utf8_cut(value, VALUE_MAX);
    write_u8(out, '"');
    for (size_t at = 0; at < value.size;) {
        const size_t from = at;
        const uint32_t character = utf8_next(value, &at);
        const Text bytes = text_slice(value, from, at);
        if (utf8_invalid(bytes) == 0)
            write_text(out, TEXT("\\ufffd"));
        else if (is_escaped(character))
            write_format(out, "\\u%04x", character);
        else if (character == '\\' || character == '"')
            write_format(out, "\\%c", (char)character);
        else
            write_text(out, bytes);
    }
    write_u8(out, '"');
}

static void write_time(int64_t now, Writer *out)
{
    const time_t time = (time_t)now;
    struct tm parts;
    char text[32];
    if (gmtime_r(&time, &parts) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts))
        write_text(out, text_of(text));
}

/* ---- messages ---- */

/* The value of the field whose name begins at `name`; `*size` becomes the length of the name.
 */
static Text value_of(const LogFields *fields, const char *name, size_t *size)
{
    *size = strcspn(name, "}");
    for (size_t i = 0; i < log_field_count; i++)
        if (text_is((Text){name, *size}, log_fields[i].name))
            return log_field(fields, i);
    return TEXT("");
}

void log_write_message(LogEvent event, const LogFields *fields, Writer *out)
{
    for (const char *at = log_events[event].text; *at; at++) {
        size_t size;
        if (*at == '[') {
            if (!value_of(fields, strchr(at, '{') + 1, &size).size)
                at = strchr(at, ']');
        } else if (*at == '{') {
            log_write_value(value_of(fields, at + 1, &size), out);
            at += size + 1;
        } else if (*at != ']') {
            write_u8(out, (uint8_t)*at);
        }
    }
}

/* ---- lines ---- */

void log_write_text(LogEvent event, const LogFields *fields, int64_t now, Writer *out)
{
    write_time(now, out);
    write_format(out, " %s ", log_level_word(log_events[event].level));
    log_write_word(event, out);
    write_text(out, TEXT(": "));
    log_write_message(event, fields, out);
}

/* The address is the first field, so that a pattern can find it in front of all texts that
 * strangers have chosen. */
void log_write_json(LogEvent event, const LogFields *fields, int64_t now, Writer *out)
{
    Writer message = writer_to(out->arena);
    write_text(out, TEXT("{\"time\":\""));
    write_time(now, out);
    write_format(out, "\",\"level\":\"%s\",\"event\":\"",
                 log_level_word(log_events[event].level));
    log_write_word(event, out);
    write_u8(out, '"');
    for (size_t i = 0; i < log_field_count; i++) {
        if (!log_field(fields, i).size)
            continue;
        write_format(out, ",\"%s\":", log_fields[i].name);
        write_json_value(log_field(fields, i), out);
    }
    log_write_message(event, fields, &message);
    write_text(out, TEXT(",\"message\":"));
    write_json_value(writer_text(&message), out);
    write_u8(out, '}');
}
