/* One background thread reads the files in portions, so that a check can be stopped soon when
 * the player leaves. The main thread polls the results; `state` is atomic, and `size` is
 * complete when it is set. */
#include "tirnanog/jobs/game_check.h"

#include "base/deflate.h"
#include "base/tasks.h"
#include "tirnanog/container/tng.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/open_game.h"

#include <stdatomic.h>

enum { PORTION = 1 << 20 };

typedef enum FileState { UNKNOWN, GOOD, DAMAGED } FileState;

typedef struct CheckedFile {
    const char *path;
    uint64_t size;    /* set before `state` */
    atomic_int state; /* a FileState */
    bool polled;
} CheckedFile;

struct GameCheck {
    CheckedFile *files;
    size_t count;
    uint8_t *buffer;
    Background *work; /* NULL: done */
    atomic_bool stop;
};

/* A file that cannot be read any more was read completely before: no message. */
static FileState verify(GameCheck *check, CheckedFile *file)
{
    FileState state = GOOD;
    const int in = file_open(FOLDER_CURRENT, file->path, OPEN_READ);
    if (in < 0)
        return state;
    int64_t size = file_read(in, check->buffer, PORTION);
    if (size >= TNG_HEADER_SIZE && tng_is((Bytes){check->buffer, (size_t)size})) {
        uint32_t crc = tng_crc((Bytes){check->buffer, (size_t)size});
        const uint32_t wanted = tng_stored_crc((Bytes){check->buffer, (size_t)size});
        do {
            file->size += (uint64_t)size;
            size = file_read(in, check->buffer, PORTION);
            crc = size > 0 ? crc32_of(crc, (Bytes){check->buffer, (size_t)size}) : crc;
        } while (size > 0 && !atomic_load(&check->stop));
        if (crc != wanted && !size && !atomic_load(&check->stop))
            state = DAMAGED;
    }
    file_close(in);
    return state;
}

static void verify_all(void *context, size_t index)
{
    (void)index;
    GameCheck *check = context;
    for (size_t i = 0; i < check->count && !atomic_load(&check->stop); i++)
        atomic_store(&check->files[i].state, (int)verify(check, &check->files[i]));
}

GameCheck *game_check_begin(const char *const *paths, size_t count, Arena *arena)
{
    GameCheck *check = ARENA_ALLOC(arena, GameCheck, 1);
    check->files = ARENA_ALLOC(arena, CheckedFile, count);
    check->buffer = arena_alloc_raw(arena, PORTION, 1);
    for (size_t i = 0; i < count; i++)
        if (!is_folder(paths[i]))
            check->files[check->count++].path = paths[i];
    if (!check->count)
        return NULL;
    check->work = background_start(verify_all, check);
    return check;
}

bool game_check_poll(GameCheck *check, const char **path, bool *reported)
{
    for (size_t i = 0; check && i < check->count; i++) {
        CheckedFile *file = &check->files[i];
        if (file->polled || atomic_load(&file->state) != DAMAGED)
            continue;
        file->polled = true;
        *path = file->path;
        *reported = file->size <= GAME_VERIFY_MAX;
        return true;
    }
    return false;
}

void game_check_wait(GameCheck *check)
{
    if (check && check->work)
        background_wait(check->work);
    if (check)
        check->work = NULL;
}

void game_check_end(GameCheck *check)
{
    if (check)
        atomic_store(&check->stop, true);
    game_check_wait(check);
}
