/* The rows save and load: a game with 1,000 people on its map, each with attributes, things
 * to lose and its own quest. Prints lines of milliseconds of the processor:
 *     save OURS ZLIB BYTES ZLIB_BYTES      zlib: level 6, of the same bytes
 *     snapshot OURS                        cutting it loose from the world
 *     stall OURS                           a key that saves, at 1280 x 720: what its frame
 * waits load OURS INFLATE                    inflate: zlib's, of the same bytes entities COUNT
 * INFLATED_BYTES */
#include "game.h"

#include "base/deflate.h"
#include "player/app.h"

#include <string.h>
#include <zlib.h>

enum { PEOPLE = 1000, SIDE = 32, ATTRIBUTES = 16, TICKS = 600, REPEATS = 21, LEVEL = 6 };

static void put_attributes(ProjectFiles *files, Arena *arena)
{
    for (unsigned i = 0; i < ATTRIBUTES; i++)
        put_text(files, arena_format(arena, "game/skill%u.atr", i).at,
                 arena_format(arena, "TirNanoG Attribute\np Skill %u\n%u\n", i, i * 3).at,
                 arena);
}

/* Kinds that differ in what they can and carry; who is near them changes that. */
static void put_people(ProjectFiles *files, Arena *arena)
{
    enum { KINDS = 20 };
    for (unsigned kind = 0; kind < KINDS; kind++) {
        Writer out = writer_to(arena);
        write_format(&out, "TirNanoG NPC\nPerson %u\nrandom 100 %u 0\n", kind, 20 + kind);
        for (unsigned i = 0; i < ATTRIBUTES; i++)
            write_format(&out, "a skill%u %u\n", i, next_random(100));
        write_format(&out, "i 60 %u 0 coin\ni 30 2 0 sign\ni 10 1 0 tree\n", 1 + kind);
        write_format(&out, "l hero hero_walk - - - - - - - - - - - - - - - - - -\n"
                           "e timer1 {\n");
        for (unsigned i = 0; i < ATTRIBUTES; i++)
            write_format(&out, "    a = rnd(99)\n    skill%u = skill%u + a\n", i, i);
        write_format(&out, "    delay(a)\n    skill0 = skill0 - a\n}\n");
        put(files, arena_format(arena, "npcs/person%u.npc", kind), writer_bytes(&out), arena);
    }
    Writer start = writer_to(arena);
    write_format(&start, "TirNanoG StartUp\ne start {\nlocation(meadow,16,16,so)\n");
    for (unsigned i = 0; i < PEOPLE - 1; i++) /* and the player */
        write_format(&start, "npc(meadow,%u,%u,person%u)\n", 1 + i % (SIDE - 2),
                     1 + i / (SIDE - 2) % (SIDE - 2), i % KINDS);
    write_format(&start, "}\n");
    put(files, TEXT("game/startup.cfg"), writer_bytes(&start), arena);
}

/* ---- a disk that is too slow to wait for, and keeps nothing ---- */

static bool read_nothing(void *context, const char *name, Bytes *out, Arena *arena)
{
    (void)context, (void)name, (void)out, (void)arena;
    return false;
}

static bool write_nowhere(void *context, const char *name, Bytes bytes)
{
    (void)context, (void)name, (void)bytes;
    return true;
}

static size_t list_nothing(void *context, const char *folder, const char *suffix, DiskFile *out,
                           size_t max, Arena *arena)
{
    (void)context, (void)folder, (void)suffix, (void)out, (void)max, (void)arena;
    return 0;
}

static void drop_bytes(void *context, Bytes bytes) { (void)context, (void)bytes; }

static const PlayerDisk disk = {.read = read_nothing,
                                .write = write_nowhere,
                                .list = list_nothing,
                                .emergency = drop_bytes,
                                .slow = true};

/* ---- a session at a desk ---- */

typedef struct Play {
    PlayerOptions options;
    Session session;
    PlayerApp app;
} Play;

static void open_play(Play *play, Arena *arena, Report *report)
{
    ProjectFiles files;
    begin_game(&files, arena, report);
    put_attributes(&files, arena);
    put_people(&files, arena);
    *play = (Play){.options = {.skip_menu = true, .disk = &disk}};
    if (!session_open(&play->session, game_bytes(&files, arena, report), &play->options, arena,
                      report) ||
        !app_open(&play->app, &play->session, &disk, report))
        exit(1);
    session_resize(&play->session, 1280, 720,
                   &(RenderOptions){.zoom = 1, .ui_zoom = 1, .text_percent = 100});
    play->app.settings.values[SETTING_autosave] = 0;
    for (unsigned i = 0; i < TICKS; i++)
        app_tick(&play->app, 1 + i / 40 % 8);
    session_draw(&play->session);
}

/* Of the thread of the frames; what packs and writes has its own. */
static double time_frame(Play *play)
{
    const double start = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    app_tick(&play->app, 0);
    session_draw(&play->session);
    return clock_ms(CLOCK_THREAD_CPUTIME_ID) - start;
}

/* By how much a frame with a saving takes longer than one without. */
static double time_stall(Play *play)
{
    double with[REPEATS], without[REPEATS];
    for (unsigned i = 0; i < REPEATS; i++) {
        without[i] = time_frame(play);
        app_action(&play->app, ACTION_quick_save, false);
        with[i] = time_frame(play);
        saves_wait(&play->app.saves);
    }
    return median(with, REPEATS) - median(without, REPEATS);
}

static double now(void) { return clock_ms(CLOCK_PROCESS_CPUTIME_ID); }

static Bytes time_saving(const World *world, const Image *frame, double *all, double *first,
                         Arena *arena, Report *report)
{
    double snapshots[REPEATS], saves[REPEATS];
    Bytes file = {NULL, 0};
    for (unsigned i = 0; i < REPEATS; i++) {
        Snapshot snapshot;
        Arena *scratch = arena_new();
        const double start = now();
        if (!world_snapshot(world, &snapshot, scratch, report))
            exit(1);
        const double middle = now();
        snapshot_picture(&snapshot, frame, scratch);
        if (!snapshot_pack(&snapshot, &file, arena, report))
            exit(1);
        saves[i] = now() - start;
        snapshots[i] = middle - start;
        arena_free(scratch);
    }
    *all = median(saves, REPEATS);
    *first = median(snapshots, REPEATS);
    return file;
}

static double time_loading(const TngFile *game, Bytes file, uint64_t hash, Report *report)
{
    double times[REPEATS];
    for (unsigned i = 0; i < REPEATS; i++) {
        SaveNotes notes;
        Arena *arena = arena_new();
        const double start = now();
        const World *world = world_load(game, file, &(WorldOptions){0}, &notes, arena, report);
        times[i] = now() - start;
        if (!world || world_hash(world) != hash)
            exit(1);
        arena_free(arena);
    }
    return median(times, REPEATS);
}

/* zlib on the same bytes: the picture and the block of chunks. */
static void time_peer(const Bytes *parts, size_t count, double *packing, double *unpacking,
                      size_t *size, Arena *arena)
{
    double packs[REPEATS], unpacks[REPEATS];
    for (unsigned i = 0; i < REPEATS; i++) {
        packs[i] = unpacks[i] = 0;
        *size = 0;
        for (size_t k = 0; k < count; k++) {
            uLongf packed_size = compressBound(parts[k].size), whole = parts[k].size;
            uint8_t *packed = arena_alloc_raw(arena, packed_size, 1);
            uint8_t *back = arena_alloc_raw(arena, whole, 1);
            const double start = now();
            if (compress2(packed, &packed_size, parts[k].data, parts[k].size, LEVEL) != Z_OK)
                exit(1);
            const double middle = now();
            if (uncompress(back, &whole, packed, packed_size) != Z_OK)
                exit(1);
            unpacks[i] += now() - middle;
            packs[i] += middle - start;
            *size += packed_size;
        }
    }
    *packing = median(packs, REPEATS);
    *unpacking = median(unpacks, REPEATS);
}

int main(void)
{
    Arena *arena = arena_new();
    Report report = report_to(say, NULL);
    Play *play = ARENA_ALLOC(arena, Play, 1);
    open_play(play, arena, &report);
    const World *world = play->session.world;
    const Image frame = *session_draw(&play->session);
    const double stall = time_stall(play);
    double save, snapshot, packing, unpacking;
    size_t entities = 0, size;
    for (uint32_t i = 0; i < world->actor_count; i++)
        entities += world->actors[i]->used;
    const Bytes file = time_saving(world, &frame, &save, &snapshot, arena, &report);
    const double load = time_loading(world->content->game, file, world_hash(world), &report);
    Sav sav;
    if (!sav_read(file, &sav, arena, &report))
        return 1;
    const Bytes parts[] = {
        inflate_any(bytes_slice(file, sav.block_at, file.size), 0, 1 << 28, NULL, arena).bytes,
        {(const uint8_t *)sav_preview_pixels(&frame, arena), SAV_PREVIEW_BYTES}};
    time_peer(parts, COUNT_OF(parts), &packing, &unpacking, &size, arena);
    printf("save %.4f %.4f %zu %zu\n", save, packing, file.size, size);
    printf("snapshot %.4f\nstall %.4f\n", snapshot, stall);
    printf("load %.4f %.4f\n", load, unpacking);
    printf("entities %zu %zu\n", entities, parts[0].size);
    PlayerResult result;
    app_close(&play->app);
    session_close(&play->session, &result);
    arena_free(arena);
    return 0;
}
