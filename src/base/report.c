#include "base/report.h"

#include <stdio.h>
#include <stdlib.h>

Report report_to(ReportSink *sink, void *context)
{
    return (Report){.sink = sink, .context = context};
}

Text report_about(Report *report, Text subject)
{
    const Text before = report->subject;
    report->subject = subject;
    return before;
}

void report_message(Report *report, const Message *message)
{
    if (message->severity == SEVERITY_ERROR)
        report->errors++;
    else if (message->severity == SEVERITY_WARNING)
        report->warnings++;
    if (report->limit && report->errors + report->warnings > report->limit)
        return;
    if (report->sink)
        report->sink(report->context, message);
}

/* What a file's author has named must not steer the terminal of who reads it: control
 * characters, also those of C1, become question marks. False if there are none. */
static bool clean(char *text, size_t size)
{
    bool found = false;
    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)text[i];
        const bool c1 = c >= 0x80 && c < 0xA0 && i && (unsigned char)text[i - 1] == 0xC2;
        if ((c >= ' ' || c == '\t') && c != 0x7F && !c1)
            continue;
        text[i] = '?';
        if (c1)
            text[i - 1] = '?';
        found = true;
    }
    return found;
}

static Text cleaned(Text text, Arena *arena)
{
    Text copy = arena_text(arena, text);
    return clean((char *)(uintptr_t)copy.at, copy.size) ? copy : text;
}

/* Messages are short; a longer one is cut, never an error of its own. */
static void say(Report *report, Severity severity, Place place, const char *format,
                va_list arguments)
{
    char line[2000];
    vsnprintf(line, sizeof line, format, arguments);
    clean(line, strlen(line));
    report_message(report, &(Message){.severity = severity,
                                      .subject = report->subject,
                                      .line = place.line,
                                      .column = place.column,
                                      .text = text_of(line),
                                      .source = place.source});
}

#define SAY(severity, place)                                                                   \
    do {                                                                                       \
        va_list arguments;                                                                     \
        va_start(arguments, format);                                                           \
        say(report, severity, place, format, arguments);                                       \
        va_end(arguments);                                                                     \
    } while (0)

/* In parentheses, since a macro has the name, too. */
bool(report_error)(Report *report, const char *format, ...)
{
    SAY(SEVERITY_ERROR, ((Place){0}));
    return false;
}

void report_warning(Report *report, const char *format, ...)
{
    SAY(SEVERITY_WARNING, ((Place){0}));
}

void report_note(Report *report, const char *format, ...) { SAY(SEVERITY_NOTE, ((Place){0})); }

bool(report_error_at)(Report *report, Place place, const char *format, ...)
{
    SAY(SEVERITY_ERROR, place);
    return false;
}

void report_warning_at(Report *report, Place place, const char *format, ...)
{
    SAY(SEVERITY_WARNING, place);
}

Text message_print(const Message *message, Arena *arena)
{
    const Text subject = cleaned(message->subject, arena);
    const Text source = cleaned(message->source, arena);
    static const char *const words[] = {"", "warning: ", ""};
    Text place = TEXT("");
    if (message->line)
        place =
            arena_format(arena, "%u:%s", message->line,
                         message->column ? arena_format(arena, "%u:", message->column).at : "");
    const Text head = arena_format(arena, "%.*s%s%s%s%s%.*s", (int)subject.size, subject.at,
                                   subject.size ? ":" : "", place.size ? place.at : "",
                                   subject.size ? " " : "", words[message->severity],
                                   (int)message->text.size, message->text.at);
    if (!source.size || source.size > 400)
        return head;
    /* The caret stands below its character: tabs stay tabs, and the bytes that
     * continue a UTF-8 character take no room. */
    char pad[400];
    size_t size = 0;
    for (size_t i = 0; i + 1 < message->column && i < source.size; i++)
        if (((unsigned char)source.at[i] & 0xC0) != 0x80)
            pad[size++] = source.at[i] == '\t' ? '\t' : ' ';
    return arena_format(arena, "%s\n    %.*s\n    %.*s^", head.at, (int)source.size, source.at,
                        (int)size, pad);
}

void messages_sink(void *context, const Message *message)
{
    Messages *messages = context;
    Message *copy = ARENA_PUSH(messages->arena, messages->items, messages->count);
    *copy = *message;
    copy->subject = arena_text(messages->arena, message->subject);
    copy->text = arena_text(messages->arena, message->text);
    copy->source = arena_text(messages->arena, message->source);
}

void messages_replay(const Messages *messages, Report *report)
{
    for (size_t i = 0; i < messages->count; i++)
        report_message(report, &messages->items[i]);
}
