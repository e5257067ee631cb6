/* Parts, in order: the choice of a style; the JSON document; annotations; printing. The state
 * is global because a process runs one command. Messages of the JSON document are collected
 * until the end, since the command's own members come first. */
#include "cli/messages.h"

#include "base/system/process.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef enum Style { STYLE_LINES, STYLE_COLOUR, STYLE_JSON, STYLE_GITHUB } Style;

static struct {
    Style style;
    bool quiet;
    Arena *arena;
    Writer out;
    JsonWriter json;
    Messages messages;
} state;

bool colours_on(FILE *stream)
{
    const char *none = environment("NO_COLOR");
    return !(none && *none) && is_colour_terminal(stream);
}

int messages_begin(Invocation *invocation)
{
    /* `admin --json` prints the server's own document. */
    const bool json =
        option_given(invocation, OPTION_json) && invocation->command->takes != TAKES_WORDS;
    const bool github = option_given(invocation, OPTION_github);
    if (json && github)
        return usage_error(invocation, "--json and --github cannot be combined");
    state.quiet = option_given(invocation, OPTION_quiet);
    state.style = json                 ? STYLE_JSON
                  : github             ? STYLE_GITHUB
                  : colours_on(stderr) ? STYLE_COLOUR
                                       : STYLE_LINES;
    if (!json)
        return EXIT_DONE;
    state.arena = arena_new();
    state.out = writer_to(state.arena);
    state.json = json_to(&state.out);
    state.messages = (Messages){.arena = state.arena};
    json_open(&state.json, NULL);
    json_put_uint(&state.json, "version", 1);
    return EXIT_DONE;
}

JsonWriter *messages_json(void) { return state.style == STYLE_JSON ? &state.json : NULL; }

void messages_end(const Report *report)
{
    static const char *const severities[] = {"note", "warning", "error"};
    if (state.style != STYLE_JSON)
        return;
    json_open_list(&state.json, "messages");
    for (size_t i = 0; i < state.messages.count; i++) {
        const Message *message = &state.messages.items[i];
        json_open(&state.json, NULL);
        json_put_text(&state.json, "severity", text_of(severities[message->severity]));
        if (message->subject.size)
            json_put_text(&state.json, "file", message->subject);
        if (message->line)
            json_put_uint(&state.json, "line", message->line);
        if (message->line && message->column)
            json_put_uint(&state.json, "column", message->column);
        json_put_text(&state.json, "text", message->text);
        json_close(&state.json);
    }
    json_close_list(&state.json);
    json_put_uint(&state.json, "errors", report->errors);
    json_put_uint(&state.json, "warnings", report->warnings);
    json_close(&state.json);
    json_end(&state.json);
    print_result(&state.out);
    arena_free(state.arena);
    state.style = STYLE_LINES;
}

/* Values and texts of annotations are escaped like parts of an address. */
static void put_escaped(Text text, const char *reserved)
{
    for (size_t i = 0; i < text.size; i++)
        if (strchr(reserved, text.at[i]) && text.at[i])
            printf("%%%02X", (unsigned char)text.at[i]);
        else
            putchar(text.at[i]);
}

/* ::error file=game/hud.cfg,line=3,col=5::the text */
static void print_annotation(const Message *message)
{
    static const char *const words[] = {"notice", "warning", "error"};
    printf("::%s ", words[message->severity]);
    if (message->subject.size) {
        printf("file=");
        put_escaped(message->subject, "%\r\n:,");
    }
    if (message->line)
        printf(",line=%u", message->line);
    if (message->line && message->column)
        printf(",col=%u", message->column);
    printf("::");
    put_escaped(message->text, "%\r\n");
    putchar('\n');
}

void messages_print(void *context, const Message *message)
{
    (void)context;
    if (state.style == STYLE_JSON) {
        messages_sink(&state.messages, message);
        return;
    }
    if (state.quiet && message->severity != SEVERITY_ERROR && !message->alert)
        return;
    if (state.style == STYLE_GITHUB) {
        print_annotation(message);
        return;
    }
    Arena *arena = arena_new();
    const Text lines = state.style == STYLE_COLOUR ? message_print_coloured(message, arena)
                                                   : message_print(message, arena);
    fprintf(stderr, "%s\n", lines.at);
    arena_free(arena);
}
