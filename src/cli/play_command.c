/* play: a game or a project, in a window or headless. */
#include "base/system/files.h"
#include "base/system/process.h"
#include "cli/invocation.h"
#include "cli/connect_command.h"
#include "cli/play_debug.h"
#include "kit/jobs/files.h"
#include "kit/jobs/job_inputs.h"
#include "base/mapped_file.h"
#include "base/output/output.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/jobs/open_game.h"
#include "tirnanog/jobs/game_check.h"
#include "cli/system_font.h"
#include "cli/user_folders.h"
#include "cli/project_reload.h"
#include "engine/state/profile.h"
#include "tirnanog/container/tng.h"
#include "player/player.h"
#include "player/sdl/window.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static bool save_if_wanted(Invocation *invocation, unsigned option, Bytes bytes)
{
    const char *path = option_text(invocation, option);
    return !path || file_save(path, &bytes, 1, &invocation->report);
}

/* For interactive play; recordings must not depend on them. */
static Text preferred_languages(Arena *arena)
{
    char list[LANGUAGES_SIZE];
    system_languages(list);
    return arena_text(arena, text_of(list));
}

static bool has_project(const Invocation *invocation)
{
    bool any = false;
    for (size_t i = 0; i < invocation->argument_count; i++)
        any |= is_folder(invocation->arguments[i]);
    return any;
}

/* The names of extensions in recordings do not depend on their folders. */
static void read_extensions(const Invocation *invocation, PlayerOptions *out, Arena *arena)
{
    if (invocation->argument_count < 2)
        return;
    Text *names = ARENA_ALLOC(arena, Text, invocation->argument_count - 1);
    for (size_t i = 1; i < invocation->argument_count; i++)
        names[out->extension_count++] = game_path_name(invocation->arguments[i], arena);
    out->extensions = names;
}

static Text to_comma(Text *rest)
{
    size_t size = rest->size;
    (void)text_find(*rest, ',', &size);
    const Text part = text_slice(*rest, 0, size);
    *rest = text_slice(*rest, size < rest->size ? size + 1 : size, rest->size);
    return part;
}

/* "town,5,6": a new game begins there, looking south. */
static bool read_place(Invocation *invocation, PlayerOptions *out, Arena *arena)
{
    const char *value = option_text(invocation, OPTION_place);
    Text rest = text_of(value ? value : "");
    const Text map = to_comma(&rest), x = to_comma(&rest), y = rest;
    int64_t column, row;
    if (!value)
        return true;
    if (!names_ok(map) || !text_number(x, 0, UINT16_MAX, &column) ||
        !text_number(y, 0, UINT16_MAX, &row))
        return report_error(&invocation->report,
                            "--place %s: expected MAP,X,Y, for example town,5,6", value);
    out->skip_menu = true;
    out->place = arena_format(arena, "location(%.*s,%d,%d,so)", (int)map.size, map.at,
                              (int)column, (int)row);
    return true;
}

static bool read_options(Invocation *invocation, PlayerOptions *out, Arena *arena)
{
    const char *input = option_text(invocation, OPTION_input);
    long frames, every, seed;
    Bytes file = {NULL, 0};
    if (!option_number(invocation, OPTION_frames, 1, 100000000, 0, &frames) ||
        !option_number(invocation, OPTION_every, 1, 1000, 2, &every) ||
        !option_number(invocation, OPTION_seed, 0, LONG_MAX, 0, &seed) ||
        (input && !file_load(input, &file, arena, &invocation->report)))
        return false;
    *out = (PlayerOptions){
        .input = text_of_bytes(file),
        .input_name = text_of(input ? input : ""),
        .record = option_given(invocation, OPTION_record),
        .screenshot = option_given(invocation, OPTION_screenshot),
        .save = option_given(invocation, OPTION_save),
        .frames = (uint32_t)frames,
        .every = option_given(invocation, OPTION_animation) ? (uint32_t)every : 0,
        .language = option_given(invocation, OPTION_headless) || input ||
                            option_given(invocation, OPTION_record)
                        ? TEXT("")
                        : preferred_languages(arena),
        .has_seed = option_given(invocation, OPTION_seed),
        .seed = (uint64_t)seed,
        .author = has_project(invocation) || option_given(invocation, OPTION_author),
        .names = project_game_script_names, /* for the console */
        .read_aloud = option_given(invocation, OPTION_read_aloud),
        .one_switch = option_given(invocation, OPTION_one_switch),
        .skip_menu = option_given(invocation, OPTION_skip_menu)};
    if (!read_place(invocation, out, arena))
        return false;
    const char *language = option_text(invocation, OPTION_language);
    out->language_given = language != NULL;
    read_extensions(invocation, out, arena);
    if (language)
        out->language = text_of(language);
    return true;
}

/* The id in the header of a game file, without trailing zeros. */
static Text game_id(Bytes game)
{
    enum { AT = 16, SIZE = 16 };
    return game.size >= AT + SIZE ? text_to_zero((Text){(const char *)game.data + AT, SIZE})
                                  : TEXT("");
}

/* The game with its extensions. */
static bool load_all(Invocation *invocation, const BuildOptions *build, Bytes *game,
                     Arena *arena)
{
    return games_load(invocation->arguments, invocation->argument_count, build, game, arena,
                      &invocation->report);
}

/* Appends to the recording, so that it survives a crash of the game. */
static void add_recorded(void *context, Bytes part)
{
    const int file = file_open(FOLDER_CURRENT, context, OPEN_WRITE | OPEN_CREATE | OPEN_APPEND);
    if (file < 0)
        return;
    file_write(file, part.data, part.size);
    file_close(file);
}

static void cut_recorded(void *context, size_t size)
{
    const int file = file_open(FOLDER_CURRENT, context, OPEN_WRITE);
    if (file < 0)
        return;
    if (!file_cut(file, size))
        file_remove(FOLDER_CURRENT, context); /* rather than a wrong one, until the end */
    file_close(file);
}

/* A damaged file that games_load did not verify is reported on the terminal, too. */
typedef struct Damage {
    GameCheck *check;
    Report *report;
} Damage;

static bool found_damaged(void *context, Text *name)
{
    const Damage *damage = context;
    const char *path;
    bool reported;
    if (!game_check_poll(damage->check, &path, &reported))
        return false;
    Report about = report_child(damage->report, text_of(path));
    if (!reported)
        report_warning(&about, "the file's CRC is wrong: the file is damaged");
    *name = path_base(text_of(path));
    return true;
}

/* With a window, settings and saved games are stored, and a project is watched. It has its
 * own copy of the options, since they point into this call. */
static bool play_window(Invocation *invocation, Bytes game, PlayerOptions player_options,
                        PlayerResult *result, Arena *arena, Report *report)
{
    UserFolders folders;
    Reload reload;
    const bool watched =
        has_project(invocation) && !player_options.debug && !player_options.input.size;
    player_options.disk = user_folders_open(&folders, option_text(invocation, OPTION_home),
                                            game_id(game), &invocation->report);
    player_options.font = system_font;
    player_options.record_context = (void *)(uintptr_t)option_text(invocation, OPTION_record);
    if (player_options.record_context &&
        file_save(player_options.record_context, &(Bytes){NULL, 0}, 1, &invocation->report)) {
        player_options.recorded = add_recorded;
        player_options.record_cut = cut_recorded;
    }
    if (player_options.disk)
        user_folders_watch_faults(&folders);
    if (watched) {
        reload_begin(&reload, invocation->arguments, invocation->argument_count,
                     &invocation->report);
        player_options.reload = reload_ask;
        player_options.reloaded = reload_reported;
        player_options.reload_context = &reload;
    }
    Damage damage = {.report = &invocation->report};
    damage.check = game_check_begin(invocation->arguments, invocation->argument_count, arena);
    player_options.damaged = found_damaged;
    player_options.damaged_context = &damage;
    const bool ok = player_run(game, &player_options, result, arena, report);
    if (player_options.disk)
        user_folders_close(&folders);
    game_check_end(damage.check);
    if (watched)
        reload_end(&reload);
    return ok;
}

static bool play(Invocation *invocation, Bytes game, PlayerOptions player_options,
                 PlayerResult *result, Arena *arena)
{
    Report about = report_child(&invocation->report, text_of(invocation->arguments[0]));
    const char *load = option_text(invocation, OPTION_load);
    player_options.load_name = text_of(load ? load : "");
    if (load && !file_load(load, &player_options.load, arena, &invocation->report))
        return false;
    return option_given(invocation, OPTION_headless)
               ? player_run_headless(game, &player_options, result, arena, &about)
               : play_window(invocation, game, player_options, result, arena, &about);
}

static bool play_alone(Invocation *invocation, PlayerOptions player_options,
                       PlayerResult *result, Arena *arena)
{
    Bytes game;
    return load_all(invocation, NULL, &game, arena) &&
           play(invocation, game, player_options, result, arena);
}

/* Handlers of a project are debugged by source line, those of a game by instruction. */
static bool play_debugged(Invocation *invocation, PlayerOptions player_options,
                          PlayerResult *result, Arena *arena)
{
    Report *report = &invocation->report;
    const char *path = invocation->arguments[0];
    Bytes game;
    TngFile file;
    Names names;
    ProjectScripts scripts = {0};
    const bool project = is_folder(path);
    if (!load_all(invocation, &(BuildOptions){.scripts = &scripts}, &game, arena))
        return false;
    Report about = report_child(report, text_of(path));
    if (!tng_read(game, &file, arena, &about) ||
        !project_game_names(&file, &names, arena, &about))
        return false;
    const ScriptNames script_names = script_names_of(&names);
    const DebuggerOptions debugger = {
        .game = &file, .scripts = project ? &scripts : NULL, .names = &script_names};
    DebugSession *session = debug_session_new(&debugger, arena);
    player_options.debug = debug_session_player(session);
    const bool ok = play(invocation, game, player_options, result, arena);
    debug_session_free(session);
    return ok;
}

static bool play_profiled(Invocation *invocation, PlayerOptions player_options,
                          PlayerResult *result, Arena *arena)
{
    Bytes game;
    TngFile file;
    Report *report = &invocation->report;
    Profile profile = profile_new(arena);
    const Observer observer = {.context = &profile, .ran = profile_ran};
    player_options.observer = &observer;
    if (!load_all(invocation, NULL, &game, arena) ||
        !play(invocation, game, player_options, result, arena) ||
        !tng_read(game, &file, arena, report))
        return false;
    Writer table = writer_to(arena);
    profile_write(&profile, &file, &table);
    print_result(&table);
    return true;
}

/* ---- on a server ---- */

/* Options for single-player worlds. */
static const char *not_with_connect(const Invocation *invocation)
{
    static const unsigned own[] = {
        OPTION_headless,  OPTION_input,  OPTION_record,     OPTION_save,  OPTION_load,
        OPTION_animation, OPTION_debug,  OPTION_profile,    OPTION_seed,  OPTION_skip_menu,
        OPTION_author,    OPTION_frames, OPTION_screenshot, OPTION_every, OPTION_place};
    for (size_t i = 0; i < COUNT_OF(own); i++)
        if (option_given(invocation, own[i]))
            return option_name(own[i]);
    return NULL;
}

static bool play_connected(Invocation *invocation, PlayerOptions player_options,
                           PlayerResult *result, Arena *arena)
{
    UserFolders folders;
    Connect connect;
    Bytes lobby;
    Report *report = &invocation->report;
    player_options.disk = user_folders_open(&folders, option_text(invocation, OPTION_home),
                                            TEXT("games"), report);
    player_options.font = system_font;
    player_options.server = &connect.server;
    player_options.author = false;
    if (!player_options.disk)
        return report_error(report, "no home folder; use --home DIR");
    if (!connect_open(&connect, &folders, option_text(invocation, OPTION_connect),
                      option_text(invocation, OPTION_name), arena, report) ||
        (invocation->argument_count && !load_all(invocation, NULL, &connect.given, arena)))
        return false;
    connect.server.registers = option_given(invocation, OPTION_register);
    const bool ok = connect_lobby(&lobby, arena, report) &&
                    player_run(lobby, &player_options, result, arena, report);
    user_folders_close(&folders);
    return ok;
}

/* Checks for options that are not compatible; 0 if there are none. */
static int check_options(Invocation *invocation)
{
    static const unsigned combined[][2] = {{OPTION_debug, OPTION_profile},
                                           {OPTION_place, OPTION_load},
                                           {OPTION_place, OPTION_input}};
    for (size_t i = 0; i < COUNT_OF(combined); i++)
        if (option_given(invocation, combined[i][0]) &&
            option_given(invocation, combined[i][1]))
            return usage_error(invocation, "--%s and --%s cannot be combined",
                               option_name(combined[i][0]), option_name(combined[i][1]));
    if (option_given(invocation, OPTION_connect)) {
        const char *name = not_with_connect(invocation);
        return name ? usage_error(invocation, "--connect and --%s cannot be combined", name)
                    : 0;
    }
    if (!invocation->argument_count)
        return usage_error(invocation, "expected a GAME or PROJECT, or --connect HOST");
    if (option_given(invocation, OPTION_name) || option_given(invocation, OPTION_register))
        return usage_error(invocation, "--name and --register require --connect");
    return 0;
}

/* Input files must not be overwritten. */
static bool outputs_are_free(Invocation *invocation, Arena *arena)
{
    static const unsigned read[] = {OPTION_input, OPTION_load};
    static const unsigned written[] = {OPTION_save, OPTION_record, OPTION_screenshot,
                                       OPTION_animation};
    InputFiles inputs = {.arena = arena};
    bool ok = true;
    for (size_t i = 0; i < invocation->argument_count; i++)
        input_files_note_below(&inputs, invocation->arguments[i]);
    for (size_t i = 0; i < COUNT_OF(read); i++)
        if (option_given(invocation, read[i]))
            input_files_note(&inputs, option_text(invocation, read[i]));
    for (size_t i = 0; i < COUNT_OF(written); i++)
        if (option_given(invocation, written[i]))
            ok &= input_files_check_output(&inputs, option_text(invocation, written[i]),
                                           &invocation->report);
    return ok;
}

static int play_command(Invocation *invocation)
{
    file_mapping_disable(); /* long-running: files may be truncated meanwhile */
    const bool headless = option_given(invocation, OPTION_headless);
    PlayerOptions player_options;
    PlayerResult result = {0};
    const bool debug = option_given(invocation, OPTION_debug);
    const bool profile = option_given(invocation, OPTION_profile);
    const int mistake = check_options(invocation);
    if (mistake)
        return mistake;
    Arena *arena = arena_new();
    bool ok = outputs_are_free(invocation, arena) &&
              read_options(invocation, &player_options, arena) &&
              (option_given(invocation, OPTION_connect) ? play_connected
               : debug                                  ? play_debugged
               : profile                                ? play_profiled
                         : play_alone)(invocation, player_options, &result, arena);
    ok = ok && save_if_wanted(invocation, OPTION_record, result.recording) &&
         save_if_wanted(invocation, OPTION_screenshot, result.screenshot) &&
         save_if_wanted(invocation, OPTION_save, result.save) &&
         save_if_wanted(invocation, OPTION_animation, result.animation);
    if (ok && headless && !option_given(invocation, OPTION_quiet))
        printf("%u frames, world %016llx\n", result.frames, (unsigned long long)result.hash);
    if (ok && option_given(invocation, OPTION_timing))
        fprintf(stderr, "first frame after %u.%03u ms\n", result.first_frame / 1000,
                result.first_frame % 1000);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* Passes messages on, and keeps the first error. */
typedef struct FirstError {
    Report report; /* receives the messages */
    Arena *arena;
    Text text;
} FirstError;

static void keep_first_error(void *context, const Message *message)
{
    FirstError *first = context;
    first->report.sink(first->report.context, message);
    if (message->severity == SEVERITY_ERROR && !first->text.size)
        first->text = message_print(message, first->arena);
}

/* Started by double click, the program has no terminal where messages are seen. */
int command_play(Invocation *invocation)
{
    if (!option_given(invocation, OPTION_show_errors) ||
        option_given(invocation, OPTION_headless))
        return play_command(invocation);
    FirstError first = {.report = invocation->report, .arena = arena_new()};
    invocation->report.sink = keep_first_error;
    invocation->report.context = &first;
    const int status = play_command(invocation);
    invocation->report.sink = first.report.sink;
    invocation->report.context = first.report.context;
    if (status != EXIT_DONE && first.text.size)
        player_show_message("oisin", arena_text(first.arena, first.text).at);
    arena_free(first.arena);
    return status;
}
