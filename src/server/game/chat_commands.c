/* Parts, in order: the commands of players; reading a line; orders of the staff. */
#include "server/game/chat_commands.h"

#include "server/game/reports.h"
#include "server/game/spectate.h"
#include "server/game/staff.h"
#include "server/game/zones.h"

#include "base/text.h"

/* A command that was read. */
typedef struct Line {
    Server *server;
    Controller *controller;
    const StoreAccount *me;
    const StoreAccount *about; /* of a name */
    StaffOrder order;
    Text answer; /* for the author; empty: none, or the result says it all */
} Line;

typedef struct ChatCommand {
    const char *word, *doc;
    AccountRole role;
    unsigned parts;
    ResultCode (*function)(Line *line);
} ChatCommand;

#define COMMAND(NAME, word, role, parts, doc) static ResultCode command_##NAME(Line *line);
#include "server/game/chat_commands.def"

static const ChatCommand commands[] = {
#define COMMAND(NAME, word_, role_, parts_, doc_)                                              \
    {#word_, doc_, ROLE_##role_, parts_, command_##NAME},
#include "server/game/chat_commands.def"
};

/* ---- players ---- */

static void write_usage(const char *word, unsigned parts, const char *doc, Writer *out)
{
    const bool needs = parts & ORDER_NEEDS;
    write_format(out, "/%s%s%s%s%s: %s", word, parts & ORDER_NAME ? " NAME" : "",
                 parts & ORDER_NETWORK ? " NETWORK" : "", parts & ORDER_TIME ? " [TIME]" : "",
                 !(parts & ORDER_TEXT) ? ""
                 : needs               ? " TEXT"
                                       : " [TEXT]",
                 doc);
}

static void tell(const Line *line, Text text)
{
    staff_tell(line->server, line->me->id, packet_text_cut(text));
}

static void tell_usage(const Line *line, const char *word, unsigned parts, const char *doc)
{
    Writer out = writer_to(line->server->scratch);
    write_usage(word, parts, doc, &out);
    tell(line, writer_text(&out));
}

static ResultCode command_HELP(Line *line)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (line->order.role >= commands[i].role)
            tell_usage(line, commands[i].word, commands[i].parts, commands[i].doc);
    for (size_t i = 0; i < STAFF_ORDERS; i++)
        if (line->order.role >= staff_orders[i].role)
            tell_usage(line, staff_orders[i].word, staff_orders[i].parts, staff_orders[i].doc);
    return RESULT_OK;
}

static ResultCode command_REPORT(Line *line)
{
    const ResultCode result =
        line->about == line->me
            ? RESULT_INVALID
            : report_add(line->server, line->me->id, line->about->id, line->order.text);
    line->answer =
        result == RESULT_OK ? TEXT("thank you: the staff will look at it") : TEXT("");
    return result;
}

static bool may_change_list(const Line *line)
{
    Server *server = line->server;
    const Bytes key = {(const uint8_t *)&line->me->id, sizeof line->me->id};
    return !limits_charge(&server->ignore_limits, key, server_moment(server).milliseconds);
}

static ResultCode command_IGNORE(Line *line)
{
    const StoreAccount *about = line->about;
    if (account_role(about) > ROLE_PLAYER)
        return RESULT_ROLE; /* the staff must be able to speak to everyone */
    if (!may_change_list(line))
        return RESULT_WAIT;
    const ResultCode result = accounts_ignore(line->server->accounts, line->me->id, about->id);
    if (result == RESULT_OK)
        line->answer = arena_format(line->server->scratch, "you ignore %.*s now",
                                    (int)about->name.size, about->name.at);
    return result;
}

static ResultCode command_UNIGNORE(Line *line)
{
    const StoreAccount *about = line->about;
    if (!may_change_list(line))
        return RESULT_WAIT;
    const ResultCode result =
        accounts_unignore(line->server->accounts, line->me->id, about->id);
    if (result == RESULT_OK)
        line->answer = arena_format(line->server->scratch, "you hear %.*s again",
                                    (int)about->name.size, about->name.at);
    return result;
}

static ResultCode command_IGNORED(Line *line)
{
    int64_t list[ACCOUNT_IGNORED_MAX];
    const size_t count = account_ignored(line->me, list);
    Writer out = writer_to(line->server->scratch);
    write_format(&out, "%zu player%s ignored", count, count == 1 ? " is" : "s are");
    for (size_t i = 0; i < count; i++) {
        const StoreAccount *row = accounts_get(line->server->accounts, list[i]);
        if (row && !account_is_deleted(row))
            write_format(&out, "%s%.*s", i ? ", " : ": ", (int)row->name.size, row->name.at);
    }
    line->answer = writer_text(&out);
    return RESULT_OK;
}

static Text name_of(const Line *line, int64_t account)
{
    const StoreAccount *row = accounts_get(line->server->accounts, account);
    return row ? row->name : TEXT("");
}

static ResultCode command_REPORTS(Line *line)
{
    const StoreReport *rows;
    size_t count, shown = 0;
    if (!reports_load(line->server, REPORTS_SEARCHED, &rows, &count, line->server->scratch))
        return RESULT_BUSY;
    for (size_t i = 0; i < count && shown < REPORTS_SHOWN; i++) {
        if (rows[i].resolved || !report_is_for(line->server, &rows[i], line->order.role))
            continue;
        const Text by = name_of(line, rows[i].account), name = name_of(line, rows[i].about);
        tell(line, arena_format(line->server->scratch, "%lld: %.*s about %.*s: %.*s",
                                (long long)rows[i].report, (int)by.size, by.at, (int)name.size,
                                name.at, (int)rows[i].words.size, rows[i].words.at));
        shown++;
    }
    line->answer = shown ? TEXT("") : TEXT("there are no open reports");
    return RESULT_OK;
}

static ResultCode command_SPECTATE(Line *line)
{
    const StoreAccount *about = line->about;
    if (account_role(about) >= line->order.role)
        return RESULT_ROLE;
    const ResultCode result = spectate_begin(line->controller, about->id);
    if (result == RESULT_OK)
        server_event(line->server, EVENT_SPECTATED,
                     &(LogFields){.name = about->name, .by = line->me->name});
    return result;
}

static ResultCode command_RETURN(Line *line)
{
    return spectate_end(line->controller) ? RESULT_OK : RESULT_INVALID;
}

/* ---- reading a line ---- */

bool chat_is_command(const PacketSay *say)
{
    return say->channel == CHANNEL_MAP && say->text_size > 1 && say->text[0] == '/';
}

/* The size of the longest name of an account at the beginning of a text, of at most `end`
 * bytes; 0 if there is none. */
static size_t known_name(const Server *server, Text text, size_t end)
{
    for (; end; end--)
        if ((end == text.size || text.at[end] == ' ') &&
            accounts_find(server->accounts, text_slice(text, 0, end)))
            return end;
    return 0;
}

/* Somebody with the name "Max for" would be hit instead of Max: only quotes tell which of two
 * players is meant. Sets line->answer; returns an empty text. */
static Text ask_for_quotes(Line *line, Text longer, Text shorter)
{
    line->answer = arena_format(line->server->scratch,
                                "there are players with the names \"%.*s\" and \"%.*s\": "
                                "write the name in quotes",
                                (int)shorter.size, shorter.at, (int)longer.size, longer.at);
    return TEXT("");
}

/* The name in quotes, an existing name at the beginning, or a word; empty at the end, or if
 * line->answer says why. */
static Text next_name(Line *line, Text *rest)
{
    size_t end;
    *rest = text_trimmed(*rest);
    if (text_starts(*rest, "\"") && text_find(text_slice(*rest, 1, rest->size), '"', &end)) {
        const Text name = text_slice(*rest, 1, 1 + end);
        *rest = text_slice(*rest, end + 2, rest->size);
        return text_trimmed(name);
    }
    end = known_name(line->server, *rest,
                     rest->size < ACCOUNT_NAME_BYTES ? rest->size : (size_t)ACCOUNT_NAME_BYTES);
    if (!end)
        return text_word(rest);
    const Text name = text_slice(*rest, 0, end);
    const size_t shorter = known_name(line->server, *rest, end - 1);
    if (shorter)
        return ask_for_quotes(line, name, text_slice(*rest, 0, shorter));
    *rest = text_slice(*rest, end, rest->size);
    return name;
}

/* A word that begins with a digit is not a reason but a misspelled time: without it, the
 * decision would be for ever. Then sets line->answer. */
static bool read_time(Line *line, Text *rest)
{
    Text after = *rest;
    const Text word = text_word(&after);
    if (account_time_read(word, &line->order.seconds)) {
        *rest = after;
        return true;
    }
    if (!word.size || word.at[0] < '0' || word.at[0] > '9')
        return true;
    line->answer =
        arena_format(line->server->scratch,
                     "\"%.*s\" is not a time; write for example 90s, 30m, 2h, 7d or 4w",
                     (int)word.size, word.at);
    return false;
}

/* Returns false if a part is missing or invalid. */
static bool read_parts(Line *line, unsigned parts, Text rest)
{
    if (parts & ORDER_NAME && !(line->order.name = next_name(line, &rest)).size)
        return false;
    if (parts & ORDER_NETWORK && !network_read(text_word(&rest), &line->order.network))
        return false;
    if (parts & ORDER_TIME && !read_time(line, &rest))
        return false;
    line->order.text = text_trimmed(rest);
    return parts & ORDER_TEXT ? !(parts & ORDER_NEEDS) || line->order.text.size
                              : !line->order.text.size;
}

/* The command may have ended the connection. */
static void answer(const Line *line, ResultCode result)
{
    Controller *controller = controller_of(line->server, line->me->id);
    if (!controller)
        return;
    if (result != RESULT_OK)
        controller_answer(controller, CLIENT_SAY, result, line->answer);
    else if (line->answer.size)
        tell(line, line->answer);
}

static void run_command(Line *line, const ChatCommand *info, Text rest)
{
    if (!read_parts(line, info->parts, rest)) {
        if (line->answer.size)
            tell(line, line->answer);
        else
            tell_usage(line, info->word, info->parts, info->doc);
        return;
    }
    line->about = info->parts & ORDER_NAME
                      ? accounts_find(line->server->accounts, line->order.name)
                      : NULL;
    if (info->parts & ORDER_NAME && !line->about)
        answer(line, RESULT_NOBODY);
    else
        answer(line, line->order.role < info->role ? RESULT_ROLE : info->function(line));
}

static void run_order(Line *line, StaffOrderKind kind, Text rest)
{
    const StaffOrderInfo *info = &staff_orders[kind];
    if (line->order.role < info->role)
        answer(line, RESULT_ROLE);
    else if (read_parts(line, info->parts, rest))
        answer(line, staff_order(line->server, kind, &line->order, &line->answer));
    else if (line->answer.size)
        tell(line, line->answer);
    else
        tell_usage(line, info->word, info->parts, info->doc);
}

void chat_command(Controller *controller, Text text)
{
    Server *server = controller->zone->server;
    Text rest = text_slice(text, 1, text.size);
    const Text word = text_word(&rest);
    const StoreAccount *me = accounts_get(
        server->accounts, player_slot_at(controller->zone, controller->player_index)->account);
    if (!me)
        return;
    if (!budget_spend(&controller->commands, 1, loop_now(server->loop))) {
        controller_answer(controller, CLIENT_SAY, RESULT_WAIT, TEXT(""));
        return;
    }
    Line line = {.server = server,
                 .controller = controller,
                 .me = me,
                 .order = {.by = me->name, .role = account_role(me)}};
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (text_is(word, commands[i].word)) {
            run_command(&line, &commands[i], rest);
            return;
        }
    for (size_t i = 0; i < STAFF_ORDERS; i++)
        if (text_is(word, staff_orders[i].word)) {
            run_order(&line, (StaffOrderKind)i, rest);
            return;
        }
    tell(&line, TEXT("unknown command; /help lists the commands"));
}
