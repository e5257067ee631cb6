/* Parts, in order: the list of saved games, for which every file is checked; reading; writing,
 * for which a snapshot is taken at once and packed by a background thread (write_job). If a
 * file is damaged, its previous version is offered. */
#include "player/saves.h"

#include "base/tasks.h"
#include "base/text.h"
#include "engine/render/screen_words.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATH_SIZE = 80, NAME_MAX = 32 };

/* A snapshot of the game, being written in the background. */
typedef struct SaveJob {
    Snapshot snapshot;
    Image scene; /* its central square */
    char path[PATH_SIZE];
    const PlayerDisk *disk;
    bool begun;             /* the thumbnail is available */
    Background *background; /* NULL: finished */
    bool ok;
    Arena *arena; /* also contains this struct */
} SaveJob;

/* Without a disk there are no saved games; the other functions may still be called. */
Saves saves_new(const PlayerDisk *disk, Session *session)
{
    return (Saves){.disk = disk,
                   .session = session,
                   .stale = true,
                   .opened = disk && disk->now ? disk->now(disk->context) : 0,
                   .arena = arena_new()};
}

void saves_begin(Saves *saves, uint64_t created) { saves->created = created; }

/* Dates and language for other programs. */
static void set_account(Saves *saves, Snapshot *snapshot)
{
    const PlayerDisk *disk = saves->disk;
    const Session *session = saves->session;
    if (!disk->now)
        return;
    const uint64_t now = disk->now(disk->context);
    SaveAccount account = {.login = saves->opened, .logout = now, .seen = now};
    const TngSection *language = tng_language(session->game, session->language);
    if (language)
        memcpy(account.language, ((const TngLanguage *)language->record)->code,
               sizeof account.language);
    if (!saves->created)
        saves->created = now;
    account.created = saves->created;
    snapshot_account(snapshot, &account);
}

/* A job that still waits for its scene gets it now: without a drawing it would never begin. */
void saves_wait(const Saves *saves)
{
    SaveJob *job = saves->job;
    if (job && !job->begun)
        session_scene_now(saves->session);
    if (job && job->background)
        background_wait(job->background);
    if (job)
        job->background = NULL;
}

/* The struct is in its own arena. */
static void free_job(Saves *saves)
{
    saves_wait(saves);
    if (saves->job)
        arena_free(saves->job->arena);
    saves->job = NULL;
}

void saves_free(Saves *saves)
{
    free_job(saves);
    arena_free(saves->arena);
}

/* Names are cut to NAME_MAX; find_all() leaves out longer ones. */
static void path_of(char out[PATH_SIZE], const char *name, bool before)
{
    snprintf(out, PATH_SIZE, "saves/%.*s.sav%s", NAME_MAX, name, before ? ".before" : "");
}

/* A number is a slot of the player; other slots have titles. */
static Text title_of(Text name, const char *code)
{
    static const struct {
        const char *name;
        Word word;
    } fixed[] = {{SLOT_QUICK, WORD_SLOT_QUICK},
                 {SLOT_AUTO, WORD_SLOT_AUTO},
                 {SLOT_EMERGENCY, WORD_SLOT_EMERGENCY}};
    for (size_t i = 0; i < COUNT_OF(fixed); i++)
        if (name.size >= strlen(fixed[i].name) &&
            !memcmp(name.at, fixed[i].name, strlen(fixed[i].name)))
            return word_in(code, fixed[i].word);
    return name;
}

/* A file name with the times of the current and the previous file. */
typedef struct Found {
    DiskFile files[2]; /* the second: name.size 0 if there is none */
    MenuSlot slot;
    int64_t time; /* of the file to be loaded */
} Found;

/* Checks whether it can be loaded, and fills the slot. */
static bool look_at(const Saves *saves, Found *found, bool before)
{
    char path[PATH_SIZE];
    Bytes bytes;
    SaveSummary summary;
    Report silent = report_to(NULL, NULL);
    const DiskFile *file = &found->files[before];
    Arena *scratch = arena_new();
    path_of(path, arena_text(scratch, found->slot.name).at, before);
    const bool ok = file->name.size &&
                    saves->disk->read(saves->disk->context, path, &bytes, scratch) &&
                    save_summary(bytes, &summary, saves->arena, &silent);
    arena_free(scratch);
    if (!ok)
        return false;
    found->slot.title = summary.place;
    found->slot.seconds = summary.play_time;
    found->slot.preview = summary.preview;
    found->slot.when = file->when;
    found->slot.before = before;
    found->time = file->time;
    return true;
}

/* If it is damaged or missing, the previous one may be intact. */
static void look_at_both(const Saves *saves, Found *found, const char *code)
{
    const DiskFile *file = &found->files[found->files[0].name.size ? 0 : 1];
    const Text label = title_of(file->name, code);
    found->slot = (MenuSlot){.name = file->name,
                             .label = label,
                             .when = file->when,
                             .fixed = !text_equal(label, file->name)};
    found->time = file->time;
    found->slot.damaged = !look_at(saves, found, false) && !look_at(saves, found, true);
}

/* Latest first, then by name: the order must not depend on the file system. */
static int compare(const void *a, const void *b)
{
    const Found *one = a, *two = b;
    const Text name = one->slot.name, other = two->slot.name;
    const size_t min = name.size < other.size ? name.size : other.size;
    if (one->time != two->time)
        return one->time < two->time ? 1 : -1;
    const int order = memcmp(name.at, other.at, min);
    return order ? order : (name.size > other.size) - (name.size < other.size);
}

/* Files of the same name are grouped. */
static size_t find_all(const Saves *saves, Found *out)
{
    static const char *const suffixes[] = {".sav", ".sav.before"};
    DiskFile files[SLOTS_MAX];
    size_t count = 0;
    for (size_t k = 0; k < COUNT_OF(suffixes); k++) {
        const size_t more = saves->disk->list(saves->disk->context, "saves", suffixes[k], files,
                                              SLOTS_MAX, saves->arena);
        for (size_t i = 0; i < more; i++) {
            if (files[i].name.size > NAME_MAX) /* path_of would cut it */
                continue;
            size_t at = 0;
            while (at < count && !text_equal(out[at].files[0].name, files[i].name))
                at++;
            if (at == count)
                out[count++] = (Found){0};
            out[at].files[k] = files[i];
        }
    }
    return count;
}

/* All files are read, so only when something has changed (`stale`) or texts have (`again`). */
void saves_list(Saves *saves, const char *code, bool again)
{
    saves_wait(saves);
    if (!saves->stale && !again)
        return;
    saves->stale = false;
    arena_reset(saves->arena);
    saves->count = 0;
    if (!saves->disk)
        return;
    Found *found = ARENA_ALLOC(saves->arena, Found, 2 * SLOTS_MAX);
    const size_t count = find_all(saves, found);
    for (size_t i = 0; i < count; i++)
        look_at_both(saves, &found[i], code);
    qsort(found, count, sizeof *found, compare);
    while (saves->count < count && saves->count < SLOTS_MAX) {
        saves->slots[saves->count] = found[saves->count].slot;
        saves->count++;
    }
}

/* If all are damaged, the first one: loading it then shows the error. */
int32_t saves_latest(const Saves *saves)
{
    for (size_t i = 0; i < saves->count; i++)
        if (!saves->slots[i].damaged)
            return (int32_t)i;
    return saves->count ? 0 : -1;
}

int32_t saves_find(const Saves *saves, const char *name)
{
    for (size_t i = 0; i < saves->count; i++)
        if (text_is(saves->slots[i].name, name))
            return (int32_t)i;
    return -1;
}

/* The summary is read to check the file before the current game is given up. */
bool saves_read(const Saves *saves, const char *name, bool before, Bytes *out, Arena *arena,
                Report *report)
{
    char path[PATH_SIZE];
    SaveSummary summary;
    saves_wait(saves);
    path_of(path, name, before);
    return (saves->disk->read(saves->disk->context, path, out, arena) ||
            report_error(report, "cannot read %s", path)) &&
           save_summary(*out, &summary, arena, report);
}

/* The list may not have all saved games. */
static bool is_taken(const Saves *saves, const char *name)
{
    char path[PATH_SIZE];
    Bytes bytes;
    bool taken = false;
    Arena *scratch = arena_new();
    for (int before = 0; before < 2 && !taken; before++) {
        path_of(path, name, before);
        taken = saves->disk->read(saves->disk->context, path, &bytes, scratch);
    }
    arena_free(scratch);
    return taken;
}

/* The smallest free number. */
static void next_name(const Saves *saves, char out[NAME_MAX])
{
    for (unsigned i = 1;; i++) {
        snprintf(out, NAME_MAX, "%u", i);
        if (saves_find(saves, out) < 0 && !is_taken(saves, out))
            return;
    }
}

/* Runs in a background thread: only the job and the disk are touched. */
static void write_job(void *context, size_t index)
{
    SaveJob *job = context;
    Report silent = report_to(NULL, NULL);
    Bytes bytes;
    (void)index;
    snapshot_picture(&job->snapshot, &job->scene, job->arena);
    job->ok = snapshot_pack(&job->snapshot, &bytes, job->arena, &silent) &&
              job->disk->write(job->disk->context, job->path, bytes);
}

/* Copies immediately; the background job scales it to the size of the thumbnail. */
static void take_scene(void *context, const Image *scene)
{
    SaveJob *job = context;
    const uint32_t side = scene->w < scene->h ? scene->w : scene->h;
    const Image middle =
        image_part(scene, (scene->w - side) / 2, (scene->h - side) / 2, side, side);
    job->scene = image_new(side, side, job->arena);
    image_copy(&job->scene, 0, 0, &middle);
    job->begun = true;
    if (job->disk->slow)
        job->background = background_start(write_job, job);
    else
        write_job(job, 0);
}

/* The world is copied now, the scene is added with the next drawing. One job at a time. */
bool saves_write(Saves *saves, const char *name, Report *report)
{
    char number[NAME_MAX];
    free_job(saves);
    if (!name) {
        next_name(saves, number);
        name = number;
    }
    Arena *arena = arena_new();
    SaveJob *job = ARENA_ALLOC(arena, SaveJob, 1);
    job->arena = arena;
    job->disk = saves->disk;
    path_of(job->path, name, false);
    if (!world_snapshot(saves->session->world, &job->snapshot, arena, report)) {
        arena_free(arena);
        return false;
    }
    set_account(saves, &job->snapshot);
    saves->job = job;
    saves->stale = true;
    session_take_scene(saves->session, (SceneCapture){take_scene, job});
    if (!saves->disk->slow)
        saves_wait(saves);
    return true;
}

/* True once, when a job has ended. */
bool saves_done(Saves *saves, bool *ok)
{
    const SaveJob *job = saves->job;
    if (!job || !job->begun || (job->background && !background_done(job->background)))
        return false;
    saves_wait(saves);
    *ok = job->ok;
    free_job(saves);
    return true;
}

/* The first free slot, otherwise the oldest one. */
void saves_auto_name(const Saves *saves, char out[SLOT_NAME])
{
    int32_t oldest = -1, at[AUTO_SLOTS];
    for (int i = 0; i < AUTO_SLOTS; i++) {
        snprintf(out, SLOT_NAME, SLOT_AUTO "%d", i + 1);
        at[i] = saves_find(saves, out);
        if (at[i] < 0)
            return;
        oldest = oldest < 0 || at[i] > at[oldest] ? i : oldest; /* the latest are first */
    }
    snprintf(out, SLOT_NAME, SLOT_AUTO "%d", oldest + 1);
}

/* Both files: otherwise the previous version would appear in the list. */
bool saves_remove(Saves *saves, const char *name)
{
    char path[PATH_SIZE];
    bool gone = false;
    saves_wait(saves);
    saves->stale = true;
    for (int before = 0; before < 2; before++) {
        path_of(path, name, before);
        gone |= saves->disk->remove(saves->disk->context, path);
    }
    return gone;
}
