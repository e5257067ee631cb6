#include "cli/serve_config.h"

#include "base/text.h"
#include "kit/files.h"

/* ---- the file ---- */

static bool is_allowed(size_t row)
{
    static const unsigned others[] = {OPTION_config, OPTION_import, OPTION_export,
                                      OPTION_export_passwords};
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

static bool unknown(Text name, Report *report)
{
    Text candidates[64];
    size_t count = 0;
    for (size_t i = 0; options[i].name && count < COUNT_OF(candidates); i++)
        if (is_allowed(i))
            candidates[count++] = text_of(options[i].name);
    const Text near = text_nearest(name, candidates, count);
    return report_error(report, "unknown option \"%.*s\"%s%.*s%s", (int)name.size, name.at,
                        near.size ? "; did you mean \"" : "", (int)near.size, near.at,
                        near.size ? "\"?" : "");
}

static bool read_line(Text line, const char **values, Arena *arena, Report *report)
{
    size_t equal = line.size;
    const bool has_value = text_find(line, '=', &equal);
    const Text name = text_trimmed(text_slice(line, 0, equal));
    const Text value =
        has_value ? text_trimmed(text_slice(line, equal + 1, line.size)) : TEXT("");
    const size_t row = row_of(name);
    if (row == SIZE_MAX)
        return unknown(name, report);
    if (values[options[row].id])
        return report_error(report, "%s is given more than once", options[row].name);
    if (*options[row].argument && *options[row].argument != '[' && !value.size)
        return report_error(report, "%s: expected %s", options[row].name,
                            options[row].argument);
    if (!*options[row].argument && has_value)
        return report_error(report, "%s does not accept a value", options[row].name);
    values[options[row].id] = arena_text(arena, value).at;
    return true;
}

static bool read_file(const char *path, const char **values, Arena *arena, Report *report)
{
    Bytes file;
    Text line;
    if (!file_load(path, &file, arena, report))
        return false;
    Text rest = text_of_bytes(file);
    for (unsigned number = 1; text_line(&rest, &line); number++) {
        line = text_trimmed(text_to_zero(line));
        if (!line.size || line.at[0] == '#')
            continue;
        Report about = report_child(report, arena_format(arena, "%s:%u", path, number));
        if (!read_line(line, values, arena, &about))
            return false;
    }
    return true;
}

bool serve_config_begin(ServeConfig *config, Report *report)
{
    const char **values = config->invocation->values;
    const char *path = option_text(config->invocation, OPTION_config);
    const char *read[COUNT_OF(config->given)] = {NULL};
    memcpy(config->given, values, sizeof config->given);
    if (!path)
        return true;
    if (!read_file(path, read, config->arena, report))
        return false;
    for (size_t i = 0; i < COUNT_OF(read); i++)
        values[i] = values[i] ? values[i] : read[i];
    return true;
}

/* ---- settings that may change at run time ---- */

typedef enum Change { CHANGE_RESTART, CHANGE_FILE, CHANGE_SETTING } Change;

static Change change_of(unsigned option)
{
    switch (option) {
    case OPTION_certificate:
    case OPTION_key:
        return CHANGE_FILE;
    case OPTION_players:
    case OPTION_register:
    case OPTION_no_fetch:
        return CHANGE_SETTING;
    default:
        return CHANGE_RESTART;
    }
}

/* Returns NULL, or a description of valid values. `value` NULL: not given. */
static const char *setting_read(unsigned option, const char *value, ServerSettings *out)
{
    static char expected[64];
    int64_t players = SERVER_PLAYERS;
    if (option == OPTION_no_fetch) {
        out->no_fetch = value != NULL;
    } else if (option == OPTION_register) {
        out->closed = value && !strcmp(value, "closed");
        return out->closed || !value || !strcmp(value, "open") ? NULL : "open or closed";
    } else if (value && !text_number(text_of(value), 1, SERVER_PLAYERS_MAX, &players)) {
        snprintf(expected, sizeof expected, "a number from 1 to %d", SERVER_PLAYERS_MAX);
        return expected;
    } else {
        out->players = (unsigned)players;
    }
    return NULL;
}

bool serve_config_settings(const ServeConfig *config, ServerSettings *out)
{
    for (size_t i = 0; options[i].name; i++) {
        if (!is_allowed(i) || change_of(options[i].id) != CHANGE_SETTING)
            continue;
        const char *value = config->invocation->values[options[i].id];
        const char *expected = setting_read(options[i].id, value, out);
        if (expected) {
            usage_error(config->invocation, "--%s: expected %s, found \"%s\"", options[i].name,
                        expected, value);
            return false;
        }
    }
    return true;
}

static const char *shown(const char *value)
{
    return !value ? "not set" : *value ? value : "set";
}

static void take_change(ServeConfig *config, size_t row, const char *now,
                        ServerSettings *settings, Report *report)
{
    const char *name = options[row].name,
               **value = &config->invocation->values[options[row].id];
    const Change change = change_of(options[row].id);
    ServerSettings next = *settings;
    const char *expected =
        change == CHANGE_SETTING ? setting_read(options[row].id, now, &next) : NULL;
    if (change == CHANGE_RESTART) {
        report_note(report, "%s: the change needs a restart", name);
        return;
    }
    if (expected) {
        report_error(report, "%s: expected %s, found \"%s\"; unchanged (%s)", name, expected,
                     now, shown(*value));
        return;
    }
    report_note(report, "%s: %s, before: %s", name, shown(now), shown(*value));
    *settings = next;
    *value = now ? arena_text(config->arena, text_of(now)).at : NULL;
}

static bool is_same(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

void serve_config_reload(ServeConfig *config, ServerSettings *settings, Report *report)
{
    const char *path = option_text(config->invocation, OPTION_config);
    const char *read[COUNT_OF(config->given)] = {NULL};
    Arena *arena = arena_new();
    if (!path || !read_file(path, read, arena, report)) {
        arena_free(arena);
        return;
    }
    for (size_t i = 0; options[i].name; i++) {
        const unsigned id = options[i].id;
        const char *now = config->given[id] ? config->given[id] : read[id];
        if (is_allowed(i) && !is_same(now, config->invocation->values[id]))
            take_change(config, i, now, settings, report);
    }
    arena_free(arena);
}

void serve_config_keep_files(ServeConfig *config, const char *const *values)
{
    for (size_t i = 0; options[i].name; i++)
        if (is_allowed(i) && change_of(options[i].id) == CHANGE_FILE)
            config->invocation->values[options[i].id] = values[options[i].id];
}
