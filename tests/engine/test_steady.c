/* Play in the long run: no memory is asked for while one walks about, and what was saved is
 * there when a disk fails. The desk as the window uses it, with a disk in memory. */
#include "lib/malloc_kit.h"
#include "lib/small_game.h"

#include "player/menus/menus_internal.h"
#include "player/app.h"

#include <stdio.h>

enum { WARM_UP = 300, FRAMES = 300, FILES_MAX = 8 };

/* ---- a disk in memory that can be damaged and be full ---- */

typedef struct Disk {
    struct {
        char name[64];
        Bytes bytes;
    } files[FILES_MAX];
    size_t count;
    unsigned emergencies;
    bool full;
    Arena *arena; /* of the files: they are written in another thread */
} Disk;

static size_t disk_find(const Disk *disk, const char *name)
{
    size_t i = 0;
    while (i < disk->count && strcmp(disk->files[i].name, name) != 0)
        i++;
    return i;
}

static bool disk_read(void *context, const char *name, Bytes *out, Arena *arena)
{
    Disk *disk = context;
    const size_t i = disk_find(disk, name);
    if (i < disk->count)
        *out = arena_copy(arena, disk->files[i].bytes);
    return i < disk->count;
}

static void disk_put(Disk *disk, const char *name, Bytes bytes)
{
    const size_t i = disk_find(disk, name);
    if (i == FILES_MAX)
        abort();
    disk->count += i == disk->count;
    snprintf(disk->files[i].name, sizeof disk->files[i].name, "%s", name);
    disk->files[i].bytes = arena_copy(disk->arena, bytes);
}

static bool disk_write(void *context, const char *name, Bytes bytes)
{
    Disk *disk = context;
    char before[80];
    const size_t i = disk_find(disk, name);
    if (disk->full)
        return false;
    snprintf(before, sizeof before, "%s.before", name);
    if (i < disk->count)
        disk_put(disk, before, disk->files[i].bytes);
    disk_put(disk, name, bytes);
    return true;
}

static bool disk_remove(void *context, const char *name)
{
    (void)context, (void)name;
    return false;
}

static size_t disk_list(void *context, const char *folder, const char *suffix, DiskFile *out,
                        size_t max, Arena *arena)
{
    const Disk *disk = context;
    const size_t skip = strlen(folder) + 1;
    size_t count = 0;
    for (size_t i = 0; i < disk->count && count < max; i++) {
        const Text name = text_of(disk->files[i].name);
        if (text_starts(name, folder) && text_ends(name, suffix))
            out[count++] = (DiskFile){
                arena_text(arena, text_slice(name, skip, name.size - strlen(suffix))), 1,
                TEXT("today")};
    }
    return count;
}

static void count_emergency(void *context, Bytes bytes)
{
    ((Disk *)context)->emergencies += bytes.size > 0;
}
static void ignore_bytes(void *context, Bytes bytes) { (void)context, (void)bytes; }
static void ignore_text(void *context, const char *text) { (void)context, (void)text; }
static bool no_speech(void *context, const char *text)
{
    (void)context, (void)text;
    return false;
}

/* ---- a session at a desk ---- */

typedef struct Fixture {
    Kit *kit;
    Disk disk;
    PlayerDisk calls;
    PlayerOptions options;
    Session session;
    PlayerApp app;
} Fixture;

static const char walker[] =
    "TirNanoG NPC\nWalker\nrandom 100 20 0\nl hero hero_walk - - - - - "
    "- - - - - - - - - - - - -\ne approach 3 {\n    a = a + 1\n}\n";
static const char startup[] =
    "TirNanoG StartUp\ne start {\n    location(meadow,16,16,so)\n"
    "    npc(meadow,12,12,walker) npc(meadow,20,18,walker) npc(meadow,8,22,walker)\n}\n"
    "e timer1 {\n    hp = 20 + rnd(5)\n}\n";

static Bytes meadow(Kit *kit)
{
    ProjectFiles files;
    TngOutput out;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    for (size_t i = 0; i < files.count; i++)
        if (text_is(files.items[i].path, "game/startup.cfg"))
            files.items[i].bytes = bytes_of_text(text_of(startup));
    *ARENA_PUSH(kit->arena, files.items, files.count) =
        (ProjectFile){.path = TEXT("npcs/walker.npc"), .bytes = bytes_of_text(text_of(walker))};
    project_files_sort(&files);
    if (!project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&out, kit->arena);
}

static int set_up(void **state)
{
    Kit *kit = kit_new();
    Fixture *fixture = ARENA_ALLOC(kit->arena, Fixture, 1);
    fixture->kit = kit;
    fixture->disk.arena = arena_new();
    fixture->calls = (PlayerDisk){.read = disk_read,
                                  .write = disk_write,
                                  .remove = disk_remove,
                                  .list = disk_list,
                                  .picture = ignore_bytes,
                                  .open_address = ignore_text,
                                  .speak = no_speech,
                                  .emergency = count_emergency,
                                  .context = &fixture->disk,
                                  .slow = true};
    fixture->options = (PlayerOptions){.disk = &fixture->calls, .skip_menu = true};
    if (!session_open(&fixture->session, meadow(kit), &fixture->options, kit->arena,
                      &kit->report) ||
        !app_open(&fixture->app, &fixture->session, &fixture->calls, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    fixture->app.settings.values[SETTING_autosave] = 0;
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    PlayerResult result;
    app_close(&fixture->app);
    session_close(&fixture->session, &result);
    arena_free(fixture->disk.arena);
    kit_free(fixture->kit);
    return 0;
}

static void frames(Fixture *fixture, unsigned count, uint32_t direction)
{
    for (unsigned i = 0; i < count; i++) {
        app_tick(&fixture->app, direction);
        session_draw(&fixture->session);
    }
}

static void act(Fixture *fixture, Action action)
{
    app_action(&fixture->app, action, false);
    frames(fixture, 1, 0);
    saves_wait(&fixture->app.saves);
    frames(fixture, 1, 0);
}

static Spot spot(const Fixture *fixture)
{
    return context_actor(local_context(fixture->session.world))->at;
}

static bool same_spot(Spot a, Spot b) { return a.x == b.x && a.y == b.y; }

static bool tells(const Fixture *fixture, Word word)
{
    const Menus *menus = fixture->app.menus;
    return menus->note_tick && text_is(word_in("en", word), menus->note);
}

/* ---- memory ---- */

static void walk_about(Fixture *fixture, unsigned frame)
{
    static const Direction ways[] = {SOUTH, EAST, NORTH, WEST, SOUTH_EAST, NORTH_WEST};
    frames(fixture, 1, 1 + ways[frame / 30 % COUNT_OF(ways)]);
}

static size_t memory_of(const Session *session)
{
    return arena_used(session->play) + arena_used(session->state) + arena_used(session->arena);
}

static void walking_allocates_no_memory(void **state)
{
    Fixture *fixture = *state;
    const Session *session = &fixture->session;
    for (unsigned i = 0; i < WARM_UP; i++)
        walk_about(fixture, i);
    const Spot from = spot(fixture);
    const unsigned emergencies = fixture->disk.emergencies;
    size_t before = taken, used = memory_of(session);
    unsigned moved = 0;
    for (unsigned i = 0; i < FRAMES; i++) {
        walk_about(fixture, i);
        moved += !same_spot(spot(fixture), from);
        if (taken != before)
            fail_msg("frame %u asks for memory %zu times", i, taken - before);
        if (memory_of(session) != used)
            fail_msg("frame %u takes memory", i);
    }
    assert_int_equal(local_context(session->world).player->screen.screen, SCREEN_GAME);
    assert_true(moved > FRAMES / 2);
    assert_int_equal(fixture->disk.emergencies, emergencies);
}

static void the_counter_counts(void **state)
{
    (void)state;
#ifdef SANITIZED
    skip();
#endif
    const size_t before = taken;
    arena_free(arena_new());
    assert_true(taken > before);
}

/* ---- saved games ---- */

static void damaged_save_falls_back_to_backup_with_notice(void **state)
{
    Fixture *fixture = *state;
    frames(fixture, 30, 0);
    const Spot first = spot(fixture);
    act(fixture, ACTION_quick_save);
    assert_true(tells(fixture, WORD_SAVED));
    frames(fixture, 30, 1 + EAST);
    const Spot second = spot(fixture);
    assert_false(same_spot(first, second));
    act(fixture, ACTION_quick_save);
    act(fixture, ACTION_quick_load); /* unchanged */
    assert_true(same_spot(spot(fixture), second));
    assert_int_equal(menus_page(fixture->app.menus), MENU_NONE);

    const size_t i = disk_find(&fixture->disk, "saves/quick.sav");
    const Bytes bytes = fixture->disk.files[i].bytes;
    ((uint8_t *)(uintptr_t)bytes.data)[bytes.size - 20] ^= 0x55;
    frames(fixture, 30, 1 + SOUTH);
    act(fixture, ACTION_quick_load);
    assert_true(same_spot(spot(fixture), first));
    assert_int_equal(menus_page(fixture->app.menus), MENU_MESSAGE);
    assert_true(text_equal(fixture->app.menus->message, word_in("en", WORD_LOADED_BEFORE)));
}

static void play_continues_if_save_and_backup_are_damaged(void **state)
{
    Fixture *fixture = *state;
    frames(fixture, 30, 0);
    act(fixture, ACTION_quick_save);
    act(fixture, ACTION_quick_save);
    for (size_t i = 0; i < fixture->disk.count; i++)
        fixture->disk.files[i].bytes.size /= 2;
    frames(fixture, 30, 1 + EAST);
    const uint64_t hash = world_hash(fixture->session.world);
    app_action(&fixture->app, ACTION_quick_load, false);
    assert_true(world_hash(fixture->session.world) == hash);
    assert_int_equal(menus_page(fixture->app.menus), MENU_MESSAGE);
    assert_true(text_equal(fixture->app.menus->message, word_in("en", WORD_NOT_LOADED)));
}

static void failed_write_is_reported_and_preserves_the_old_save(void **state)
{
    Fixture *fixture = *state;
    frames(fixture, 30, 0);
    const Spot first = spot(fixture);
    act(fixture, ACTION_quick_save);
    frames(fixture, 30, 1 + EAST);
    fixture->disk.full = true;
    act(fixture, ACTION_quick_save);
    assert_true(tells(fixture, WORD_NOT_SAVED));
    frames(fixture, 30, 1 + SOUTH);
    act(fixture, ACTION_quick_load);
    assert_true(same_spot(spot(fixture), first));
    assert_int_equal(menus_page(fixture->app.menus), MENU_NONE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_counter_counts),
        TEST(walking_allocates_no_memory),
        TEST(damaged_save_falls_back_to_backup_with_notice),
        TEST(play_continues_if_save_and_backup_are_damaged),
        TEST(failed_write_is_reported_and_preserves_the_old_save),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
