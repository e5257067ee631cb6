/* Parts, in order: valid values; the file; settings that may change at run time; the commented
 * file for packages. */
#include "cli/serve_config.h"

#include "base/system/sockets.h"
#include "base/text.h"
#include "cli/listen_options.h"
#include "kit/jobs/files.h"

#include <limits.h>

/* ---- valid values ---- */

static bool is_numeric(Text host)
{
    char text[64];
    SocketAddress address;
    snprintf(text, sizeof text, "%.*s", (int)host.size, host.at);
    return address_read(text, &address);
}

static bool is_address(Text text)
{
    Text host;
    unsigned port = 0;
    Report silent = report_to(NULL, NULL);
    return listen_read(text, &host, &port, &silent) && is_numeric(host);
}

/* NULL, or a description of valid values. Names of files and addresses of databases are
 * checked when they are used. */
static const char *expected_of(unsigned option, Text value)
{
    static char players[64];
    int64_t number;
    LogLevel level;
    LogFormat format;
    switch (option) {
    case OPTION_players:
        snprintf(players, sizeof players, "a number from 1 to %d", SERVER_PLAYERS_MAX);
        return text_number(value, 1, SERVER_PLAYERS_MAX, &number) ? NULL : players;
    case OPTION_seed:
        return text_number(value, 0, LONG_MAX, &number) ? NULL : "a number";
    case OPTION_register:
        return text_is(value, "open") || text_is(value, "closed") ? NULL : "open or closed";
    case OPTION_log_level:
        return log_level_read(value, &level) ? NULL : "error, warning, notice, info or debug";
    case OPTION_log_format:
        return log_format_read(value, &format) ? NULL : "text, json or journal";
    case OPTION_admin: /* It was an address once. */
        return is_address(value) ? "the path of a socket" : NULL;
    case OPTION_listen:
    case OPTION_health:
        return is_address(value) ? NULL : "a numeric address, with or without a port";
    case OPTION_web:
        return !value.size || text_number(value, 0, 65535, &number) || is_address(value)
                   ? NULL
                   : "a port, or a numeric address with or without a port";
    case OPTION_web_proxy:
    case OPTION_proxy:
        return is_numeric(value) ? NULL : "a numeric address";
    default:
        return NULL;
    }
}

/* ---- the file ---- */

typedef struct ConfigFile {
    const char *values[OPTION_COUNT]; /* by OPTION_id; NULL: not in the file */
    SourcePosition at[OPTION_COUNT];  /* of the value */
} ConfigFile;

static bool is_allowed(size_t row)
{
    static const unsigned others[] = {OPTION_config, OPTION_import, OPTION_export,
                                      OPTION_export_passwords, OPTION_check};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (options[row].id == others[i])
            return false;
    return !strcmp(options[row].command, "serve");
}

/* Index among the options allowed in the file, or SIZE_MAX. */
static size_t row_of(Text name)
{
    for (size_t i = 0; options[i].name; i++)
        if (is_allowed(i) && text_is(name, options[i].name))
            return i;
    return SIZE_MAX;
}

static bool unknown(Text name, SourcePosition at, Report *report)
{
    Text candidates[64];
    size_t count = 0;
    for (size_t i = 0; options[i].name && count < COUNT_OF(candidates); i++)
        if (is_allowed(i))
            candidates[count++] = text_of(options[i].name);
    const Text near = text_nearest(name, candidates, count);
    return report_error_at(report, at, "unknown option \"%.*s\"%s%.*s%s", (int)name.size,
                           name.at, near.size ? "; did you mean \"" : "", (int)near.size,
                           near.at, near.size ? "\"?" : "");
}

/* The place of a part of a line. */
static SourcePosition position_of(uint32_t number, Text line, Text part)
{
    return (SourcePosition){.line = number, .column = (uint32_t)(part.at - line.at) + 1};
}

static bool read_line(uint32_t number, Text line, ConfigFile *out, Arena *arena, Report *report)
{
    size_t equal = line.size;
    const bool has_value = text_find(line, '=', &equal);
    const Text name = text_trimmed(text_slice(line, 0, equal));
    const Text value = text_trimmed(has_value ? text_slice(line, equal + 1, line.size)
                                              : text_slice(line, equal, equal));
    const SourcePosition at_name = position_of(number, line, name);
    const size_t row = row_of(name);
    if (row == SIZE_MAX)
        return unknown(name, at_name, report);
    const unsigned id = options[row].id;
    const char *argument = options[row].argument;
    if (out->values[id])
        return report_error_at(report, at_name, "%s is given more than once",
                               options[row].name);
    if (*argument && *argument != '[' && !value.size)
        return report_error_at(report, at_name, "%s: expected %s", options[row].name, argument);
    if (!*argument && has_value)
        return report_error_at(report, at_name, "%s does not accept a value",
                               options[row].name);
    out->values[id] = arena_text(arena, value).at;
    out->at[id] = value.size ? position_of(number, line, value) : at_name;
    return true;
}

static bool read_file(const char *path, ConfigFile *out, Arena *arena, Report *report)
{
    Bytes file;
    Text line;
    if (!file_load(path, &file, arena, report))
        return false;
    Report about = report_child(report, text_of(path));
    Text rest = text_without_mark(text_of_bytes(file));
    for (uint32_t number = 1; text_line(&rest, &line); number++) {
        line = text_to_zero(line);
        const Text words = text_trimmed(line);
        if (words.size && words.at[0] != '#' && !read_line(number, line, out, arena, &about))
            return false;
    }
    return true;
}

/* Reports an invalid value; `end` follows. */
static bool is_valid(const ConfigFile *file, size_t row, const char *end, Report *report)
{
    const unsigned id = options[row].id;
    const char *value = file->values[id];
    const char *expected = value ? expected_of(id, text_of(value)) : NULL;
    return !expected || report_error_at(report, file->at[id], "%s: expected %s, found \"%s\"%s",
                                        options[row].name, expected, value, end);
}

bool serve_config_begin(ServeConfig *config, Report *report)
{
    const char **values = config->invocation->values;
    const char *path = option_text(config->invocation, OPTION_config);
    ConfigFile file = {0};
    memcpy(config->given, values, sizeof config->given);
    if (!path)
        return true;
    if (!read_file(path, &file, config->arena, report))
        return false;
    Report about = report_child(report, text_of(path));
    for (size_t i = 0; options[i].name; i++)
        if (is_allowed(i) && !values[options[i].id] && !is_valid(&file, i, "", &about))
            return false;
    for (size_t i = 0; i < COUNT_OF(file.values); i++)
        values[i] = values[i] ? values[i] : file.values[i];
    return true;
}

/* ---- settings that may change at run time ---- */

typedef enum Change { CHANGE_RESTART, CHANGE_FILE, CHANGE_SETTING } Change;

static Change change_of(unsigned option)
{
    switch (option) {
    case OPTION_certificate:
    case OPTION_key:
    case OPTION_word_filter:
        return CHANGE_FILE;
    case OPTION_players:
    case OPTION_register:
    case OPTION_no_fetch:
    case OPTION_log_level:
    case OPTION_audit:
        return CHANGE_SETTING;
    default:
        return CHANGE_RESTART;
    }
}

/* Takes a valid value; NULL: not given. */
static void take_setting(unsigned option, const char *value, ServeSettings *out)
{
    int64_t players = SERVER_PLAYERS;
    if (option == OPTION_no_fetch) {
        out->server.no_fetch = value != NULL;
    } else if (option == OPTION_register) {
        out->server.closed = value && !strcmp(value, "closed");
    } else if (option == OPTION_audit) {
        out->audit = value;
    } else if (option == OPTION_log_level) {
        out->level = LOG_LEVEL_INFO;
        if (value)
            log_level_read(text_of(value), &out->level);
    } else {
        if (value)
            text_number(text_of(value), 1, SERVER_PLAYERS_MAX, &players);
        out->server.players = (unsigned)players;
    }
}

bool serve_config_settings(const ServeConfig *config, ServeSettings *out)
{
    for (size_t i = 0; options[i].name; i++) {
        const unsigned id = options[i].id;
        if (!is_allowed(i) ||
            (change_of(id) != CHANGE_SETTING && id != OPTION_log_format && id != OPTION_admin))
            continue;
        const char *value = config->invocation->values[id];
        const char *expected = value ? expected_of(id, text_of(value)) : NULL;
        if (expected) {
            usage_error(config->invocation, "--%s: expected %s, found \"%s\"", options[i].name,
                        expected, value);
            return false;
        }
        if (change_of(id) == CHANGE_SETTING)
            take_setting(id, value, out);
    }
    return true;
}

static const char *shown(const char *value)
{
    return !value ? "not set" : *value ? value : "set";
}

static void take_change(ServeConfig *config, size_t row, const ConfigFile *file,
                        const char *now, ServeSettings *settings, Report *report)
{
    char end[160];
    const unsigned id = options[row].id;
    const char *name = options[row].name, **value = &config->invocation->values[id];
    snprintf(end, sizeof end, "; unchanged (%s)", shown(*value));
    if (change_of(id) == CHANGE_RESTART) {
        report_note(report, "%s: the change needs a restart", name);
        return;
    }
    if (now == file->values[id] && !is_valid(file, row, end, report))
        return;
    report_note(report, "%s: %s, before: %s", name, shown(now), shown(*value));
    *value = now ? arena_text(config->arena, text_of(now)).at : NULL;
    if (change_of(id) == CHANGE_SETTING)
        take_setting(id, *value, settings);
}

static bool is_same(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

void serve_config_reload(ServeConfig *config, ServeSettings *settings, Report *report)
{
    const char *path = option_text(config->invocation, OPTION_config);
    ConfigFile file = {0};
    Arena *arena = arena_new();
    if (!path || !read_file(path, &file, arena, report)) {
        arena_free(arena);
        return;
    }
    Report about = report_child(report, text_of(path));
    for (size_t i = 0; options[i].name; i++) {
        const unsigned id = options[i].id;
        const char *now = config->given[id] ? config->given[id] : file.values[id];
        if (is_allowed(i) && !is_same(now, config->invocation->values[id]))
            take_change(config, i, &file, now, settings, &about);
    }
    arena_free(arena);
}

void serve_config_keep_files(ServeConfig *config, const char *const *values)
{
    for (size_t i = 0; options[i].name; i++)
        if (is_allowed(i) && change_of(options[i].id) == CHANGE_FILE)
            config->invocation->values[options[i].id] = values[options[i].id];
}

/* ---- the commented file ---- */

/* Option texts begin with a small letter and mention other options with dashes. */
void serve_config_describe(Writer *out)
{
    write_format(
        out,
        "# Options of `oisin serve --config FILE`: one NAME = VALUE in each line. Remove\n"
        "# the # in front of a name to set it; values here are examples or placeholders.\n"
        "# The command line overrides this file. Paths are relative to the folder in which\n"
        "# the server is started. SIGHUP reads the file again, and changes those marked\n"
        "# with * at once; the others require a restart. Check it with\n"
        "# `oisin serve --config FILE --check`. This file is written by\n"
        "# `oisin formats server.conf`.\n");
    for (size_t i = 0; options[i].name; i++) {
        const Option *option = &options[i];
        if (!is_allowed(i))
            continue;
        write_format(out, "\n# %s%s\n#%s", change_of(option->id) == CHANGE_RESTART ? "" : "* ",
                     option->doc, option->name);
        if (*option->argument == '[')
            write_format(out, " = %.*s", (int)strlen(option->argument) - 2,
                         option->argument + 1);
        else if (*option->argument)
            write_format(out, " = %s", option->argument);
        write_format(out, "\n");
    }
}
