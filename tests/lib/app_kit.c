#include "app_kit.h"

/* ---- a disk in memory ---- */

size_t memory_find(const Memory *memory, const char *name)
{
    size_t i = 0;
    while (i < memory->count && strcmp(memory->files[i].name, name) != 0)
        i++;
    return i;
}

bool memory_read(void *context, const char *name, Bytes *out, Arena *arena)
{
    Memory *memory = context;
    const size_t i = memory_find(memory, name);
    if (i < memory->count)
        *out = arena_copy(arena, memory->files[i].bytes);
    return i < memory->count;
}

void memory_put(Memory *memory, const char *name, Bytes bytes, int64_t time)
{
    const size_t i = memory_find(memory, name);
    assert_true(i < FILES_MAX);
    memory->count += i == memory->count;
    snprintf(memory->files[i].name, sizeof memory->files[i].name, "%s", name);
    memory->files[i].bytes = arena_copy(memory->arena, bytes);
    memory->files[i].time = time;
}

static bool memory_write(void *context, const char *name, Bytes bytes)
{
    Memory *memory = context;
    const size_t i = memory_find(memory, name);
    if (memory->takes_time)
        usleep(200000);
    if (i < memory->count) {
        char before[80];
        snprintf(before, sizeof before, "%s.before", name);
        memory_put(memory, before, memory->files[i].bytes, memory->files[i].time);
    }
    memory_put(memory, name, bytes, ++memory->now);
    memory->whole++;
    return true;
}

bool memory_remove(void *context, const char *name)
{
    Memory *memory = context;
    const size_t i = memory_find(memory, name);
    if (i == memory->count)
        return false;
    memory->files[i] = memory->files[--memory->count];
    return true;
}

static size_t memory_list(void *context, const char *folder, const char *suffix, DiskFile *out,
                          size_t max, Arena *arena)
{
    const Memory *memory = context;
    size_t count = 0;
    const size_t skip = strlen(folder) + 1;
    for (size_t i = memory->count; i-- > 0 && count < max;) {
        const Text name = text_of(memory->files[i].name);
        if (text_starts(name, folder) && text_ends(name, suffix))
            out[count++] = (DiskFile){
                arena_text(arena, text_slice(name, skip, name.size - strlen(suffix))),
                memory->files[i].time, TEXT("today")};
    }
    return count;
}

static void ignore_bytes(void *context, Bytes bytes) { (void)context, (void)bytes; }
static void ignore_text(void *context, const char *text) { (void)context, (void)text; }
static bool no_speech(void *context, const char *text)
{
    (void)context, (void)text;
    return false;
}

/* ---- a session at a desk ---- */

const ScriptNames *names_of(const TngFile *game, Arena *arena, Report *report)
{
    Names *names = ARENA_ALLOC(arena, Names, 1);
    ScriptNames *out = ARENA_ALLOC(arena, ScriptNames, 1);
    assert_true(project_game_names(game, names, arena, report));
    *out = script_names_of(names);
    return out;
}

static bool reload(void *context, Bytes *game, Text *trouble)
{
    Fixture *fixture = context;
    *game = fixture->next;
    *trouble = fixture->trouble;
    fixture->next = (Bytes){0};
    fixture->trouble = TEXT("");
    return game->size > 0;
}

void fixture_put(Fixture *fixture, const char *path, const char *text)
{
    ProjectFiles *files = &fixture->files;
    const Bytes bytes = {(const uint8_t *)text, strlen(text)};
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    ProjectFile *more = ARENA_ALLOC(fixture->kit->arena, ProjectFile, files->count + 1);
    memcpy(more, files->items, files->count * sizeof *more);
    more[files->count++] = (ProjectFile){text_of(path), bytes};
    files->items = more;
}

void drop(Fixture *fixture, const char *path)
{
    ProjectFiles *files = &fixture->files;
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path))
            files->items[i--] = files->items[--files->count];
}

Bytes build(Fixture *fixture)
{
    TngOutput out;
    Kit *kit = fixture->kit;
    if (!project_build(&fixture->files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&out, kit->arena);
}

static const char german[] = "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n\n"
                             "msgid \"Guide\"\nmsgstr \"F\xC3\xBChrerin\"\n";
static const char english[] = "# TirNanoG Translation\nmsgid \"en\"\nmsgstr \"English\"\n";

static void free_arena(void *arena) { arena_free(arena); }

int fixture_set_up(void **state)
{
    Kit *kit = kit_new();
    Fixture *fixture = ARENA_ALLOC(kit->arena, Fixture, 1);
    fixture->kit = kit;
    fixture->memory.arena = arena_new();
    arena_own(kit->arena, free_arena, fixture->memory.arena);
    fixture->disk = (PlayerDisk){memory_read,      memory_write, memory_remove, memory_list,
                                 ignore_bytes,     ignore_text,  no_speech,     ignore_bytes,
                                 &fixture->memory, false,        NULL};
    assert_true(project_new(TEXT("mygame"), &fixture->files, kit->arena, &kit->report));
    fixture_put(fixture, "lang/de.po", german);
    fixture_put(fixture, "lang/en.po", english);
    fixture->options = (PlayerOptions){.record = true,
                                       .author = true,
                                       .names = names_of,
                                       .disk = &fixture->disk,
                                       .skip_menu = true,
                                       .reload = reload,
                                       .reload_context = fixture};
    *state = fixture;
    return 0;
}

void fixture_begin(Fixture *fixture, Bytes game)
{
    Kit *kit = fixture->kit;
    if (!session_open(&fixture->session, game, &fixture->options, kit->arena, &kit->report) ||
        !app_open(&fixture->app, &fixture->session, &fixture->disk, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
}

int fixture_tear_down(void **state)
{
    kit_free(((Fixture *)*state)->kit);
    return 0;
}

void fixture_ticks(Fixture *fixture, unsigned count, uint32_t direction)
{
    for (unsigned i = 0; i < count; i++) {
        app_tick(&fixture->app, direction);
        session_draw(&fixture->session);
    }
}

void fixture_act(Fixture *fixture, Action action)
{
    app_action(&fixture->app, action, false);
    fixture_ticks(fixture, 2, 0);
}

void fixture_type(Fixture *fixture, const char *line)
{
    app_text(&fixture->app, text_of(line));
    fixture_act(fixture, ACTION_confirm);
}

void console(Fixture *fixture, const char *line)
{
    app_author(&fixture->app, 4);
    assert_true(app_wants_text(&fixture->app));
    fixture_type(fixture, line);
    app_author(&fixture->app, 4);
}

PlayerResult fixture_end(Fixture *fixture)
{
    PlayerResult result;
    app_close(&fixture->app);
    session_close(&fixture->session, &result);
    return result;
}

uint64_t played_back(Fixture *fixture, Bytes game, Bytes recording)
{
    Kit *kit = fixture->kit;
    PlayerResult result;
    const PlayerOptions options = {
        .input = text_of_bytes(recording), .names = names_of, .skip_menu = true};
    if (!player_run_headless(game, &options, &result, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, kit->messages.count - 1));
    return result.hash;
}

int32_t value(Fixture *fixture, const char *name)
{
    World *world = fixture->session.world;
    const TngAttributes *all = world->content->attributes;
    for (size_t i = 0; i < all->attribute_count; i++)
        if (text_is(tng_string(world->content->game, all->attributes[i].name), name))
            return world_attribute(local_context(world), ENTITY_PLAYER,
                                   all->attributes[i].name);
    fail_msg("no attribute %s", name);
    return 0;
}
