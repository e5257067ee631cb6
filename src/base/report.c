/* Parts, in order: children; counting and passing on messages; the text of a message; the
 * functions that report; positions in a source; printing. Text from files is cleaned of control
 * characters here, once, so no caller has to do it. */
#include "base/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Report report_to(ReportSink *sink, void *context)
{
    return (Report){.sink = sink, .context = context};
}

Report report_child(Report *parent, Text subject)
{
    return (Report){.parent = parent, .subject = subject};
}

Report report_part(Report *parent, Text name, Arena *arena)
{
    const Text whole = parent->subject;
    return report_child(parent, whole.size ? arena_format(arena, "%.*s/%.*s", (int)whole.size,
                                                          whole.at, (int)name.size, name.at)
                                           : name);
}

/* Whether the message is sent to the sink; notes always are. */
static bool takes(ReportKinds *kinds, const Message *message)
{
    size_t i = 0;
    if (!kinds || !message->kind || message->severity == SEVERITY_NOTE || message->alert)
        return true;
    while (i < kinds->count && strcmp(kinds->rows[i].kind, message->kind) != 0)
        i++;
    if (i == REPORT_KINDS)
        return true;
    if (i == kinds->count) {
        kinds->count++;
        kinds->rows[i].kind = message->kind;
        kinds->rows[i].severity = message->severity;
        kinds->rows[i].count = 0;
        snprintf(kinds->rows[i].example, sizeof kinds->rows[i].example, "%.*s",
                 (int)message->text.size, message->text.at);
    }
    return ++kinds->rows[i].count <= REPORT_LIMIT;
}

void report_suppressed(Report *report)
{
    ReportKinds *kinds = report->kinds;
    for (size_t i = 0; kinds && i < kinds->count; i++) {
        char line[300];
        if (kinds->rows[i].count <= REPORT_LIMIT)
            continue;
        snprintf(line, sizeof line, "and %zu more of this kind: %s",
                 kinds->rows[i].count - REPORT_LIMIT, kinds->rows[i].example);
        if (report->sink)
            report->sink(report->context, &(Message){.severity = kinds->rows[i].severity,
                                                     .text = text_of(line),
                                                     .cause = CAUSE_INVALID});
    }
    if (kinds)
        kinds->count = 0;
}

void report_count(Report *report, Severity severity)
{
    for (; report; report = report->parent) {
        report->errors += severity == SEVERITY_ERROR;
        report->warnings += severity == SEVERITY_WARNING;
        report->notes += severity == SEVERITY_NOTE;
    }
}

void report_message(Report *report, const Message *message)
{
    report_count(report, message->severity);
    while (report->parent)
        report = report->parent;
    if (report->limit && report->errors + report->warnings > report->limit && !message->alert)
        return;
    if (takes(report->kinds, message) && report->sink)
        report->sink(report->context, message);
}

/* Names from files must not send control sequences to the reader's terminal: control
 * characters, including C1, become question marks. Returns false if there are none. */
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

/* Generic formats such as "%s: %s" forward a message that another format has built. */
static const char *kind_of(const Report *report, const char *format)
{
    size_t letters = 0;
    for (const Report *one = report; one; one = one->parent)
        if (one->kind)
            return one->kind;
    for (const char *c = format; *c && letters < 3; c++)
        letters = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ? letters + 1 : 0;
    return letters == 3 ? format : NULL;
}

/* Messages are short; a longer one is truncated. `message` has the parts other than the text.
 */
static void say(Report *report, Message message, const char *format, va_list arguments)
{
    char line[2000];
    vsnprintf(line, sizeof line, format, arguments);
    const size_t size = strlen(line);
    if (report->page && message.severity == SEVERITY_ERROR)
        snprintf(line + size, sizeof line - size, " (oisin formats %s)", report->page);
    clean(line, strlen(line));
    message.subject = report->subject;
    message.text = text_of(line);
    message.kind = kind_of(report, format);
    report_message(report, &message);
}

#define SAY(...)                                                                               \
    do {                                                                                       \
        va_list arguments;                                                                     \
        va_start(arguments, format);                                                           \
        say(report, (Message){__VA_ARGS__}, format, arguments);                                \
        va_end(arguments);                                                                     \
    } while (0)

#define PLACE(place) .line = (place).line, .column = (place).column, .source = (place).source

/* In parentheses, because a macro has the same name. */
bool(report_error)(Report *report, const char *format, ...)
{
    SAY(.severity = SEVERITY_ERROR, .cause = CAUSE_INVALID);
    return false;
}

bool(report_cause)(Report *report, Cause cause, const char *format, ...)
{
    SAY(.severity = SEVERITY_ERROR, .cause = cause);
    return false;
}

static Cause cause_of_errno(int error)
{
    return error == ENOENT || error == ENOTDIR     ? CAUSE_NOT_FOUND
           : error == EEXIST || error == ENOTEMPTY ? CAUSE_EXISTS
           : error == ENOMEM                       ? CAUSE_MEMORY
                                                   : CAUSE_FILE;
}

bool(report_system_error)(Report *report, const char *format, ...)
{
    const int error = errno;
    SAY(.severity = SEVERITY_ERROR, .cause = cause_of_errno(error), .system_error = error);
    return false;
}

void report_warning(Report *report, const char *format, ...)
{
    SAY(.severity = SEVERITY_WARNING);
}

void report_note(Report *report, const char *format, ...) { SAY(.severity = SEVERITY_NOTE); }

void report_alert(Report *report, const char *format, ...)
{
    SAY(.severity = SEVERITY_WARNING, .alert = true);
}

SourcePosition source_position(Text file, size_t at)
{
    SourcePosition out = {.line = 1};
    size_t line = 0, end = at;
    for (size_t i = 0; i < at; i++)
        if (file.at[i] == '\n') {
            out.line++;
            line = i + 1;
        }
    while (end < file.size && file.at[end] != '\n' && file.at[end] != '\r')
        end++;
    out.column = (uint32_t)(at - line) + 1;
    out.source = text_slice(file, line, end);
    return out;
}

bool(report_error_at)(Report *report, SourcePosition place, const char *format, ...)
{
    SAY(.severity = SEVERITY_ERROR, PLACE(place), .cause = CAUSE_INVALID);
    return false;
}

void report_warning_at(Report *report, SourcePosition place, const char *format, ...)
{
    SAY(.severity = SEVERITY_WARNING, PLACE(place));
}

static Text print_parts(const Message *message, bool colour, Arena *arena)
{
    const char *bold = colour ? "\033[1m" : "", *plain = colour ? "\033[0m" : "";
    const char *red = colour ? "\033[31m" : "", *yellow = colour ? "\033[33m" : "";
    const char *green = colour ? "\033[32m" : "";
    const char *const paints[] = {"", yellow, red};
    const Text subject = cleaned(message->subject, arena);
    const Text source = cleaned(message->source, arena);
    static const char *const words[] = {"", "warning: ", ""};
    Text place = TEXT("");
    if (message->line)
        place =
            arena_format(arena, "%u:%s", message->line,
                         message->column ? arena_format(arena, "%u:", message->column).at : "");
    const Text head = arena_format(
        arena, "%s%.*s%s%s%s%s%s%s%s%.*s%s", bold, (int)subject.size, subject.at,
        subject.size ? ":" : "", place.size ? place.at : "", plain,
        subject.size || place.size ? " " : "", paints[message->severity],
        words[message->severity], message->severity == SEVERITY_WARNING ? plain : "",
        (int)message->text.size, message->text.at, plain);
    if (!source.size || source.size > 400)
        return head;
    /* The caret is printed below its character: tabs stay tabs, and continuation bytes of UTF-8
     * have no width. */
    char pad[400];
    size_t size = 0;
    for (size_t i = 0; i + 1 < message->column && i < source.size; i++)
        if (((unsigned char)source.at[i] & 0xC0) != 0x80)
            pad[size++] = source.at[i] == '\t' ? '\t' : ' ';
    return arena_format(arena, "%s\n    %.*s\n    %.*s%s^%s", head.at, (int)source.size,
                        source.at, (int)size, pad, green, plain);
}

Text message_print(const Message *message, Arena *arena)
{
    return print_parts(message, false, arena);
}

Text message_print_coloured(const Message *message, Arena *arena)
{
    return print_parts(message, true, arena);
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
