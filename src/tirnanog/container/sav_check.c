/* Check of a saved game without its game. */
#include "base/text.h"
#include "tirnanog/container/sav.h"

typedef struct Check {
    const Sav *sav;
    const SavChunk *chunk;
    size_t number;
    Arena *arena;
    Report *report;
} Check;

static void odd(const Check *check, const char *what, long long value)
{
    report_warning(check->report, "at byte %zu: unpacked chunk %zu (%s): %s %lld",
                   check->chunk->at, check->number, sav_chunk_title(check->chunk->type), what,
                   value);
}

static void check_entity(const Check *check, const SavEntity *entity)
{
    if (entity->direction > 7)
        odd(check, "unknown direction", entity->direction);
    if (entity->behaviour > 2)
        odd(check, "unknown behaviour", entity->behaviour);
    if (entity->transport > 4)
        odd(check, "unknown movement type", entity->transport);
}

static void check_user(const Check *check, const SavUser *user)
{
    const size_t bad = utf8_invalid((Text){user->name, user->name_size});
    if (bad < user->name_size)
        odd(check, "the name is not UTF-8 from its byte", (long long)bad);
    if (user->flags > 1)
        odd(check, "unknown flags", user->flags);
    check_entity(check, &user->entity);
}

static void check_deny(const Check *check, const SavDeny *deny)
{
    for (size_t i = 0; i < deny->addresses_count; i++)
        if (deny->addresses[i].family != 2 && deny->addresses[i].family != 10)
            odd(check, "unknown address family", deny->addresses[i].family);
}

/* A layer is a square whose side is a power of two. */
static bool check_map(const Check *check, const SavMap *map)
{
    const size_t count = tng_layers_count(map->packets);
    if (!count || count & (count - 1) || count > (size_t)1 << 2 * TNG_MAP_LOG2_MAX) {
        odd(check, "invalid number of cells in its layer:", (long long)count);
        return true;
    }
    uint16_t *cells = arena_alloc_raw(check->arena, count, sizeof *cells);
    return tng_layers_read(map->packets, cells, count, check->report);
}

static bool check_chunk(const Check *check)
{
    const void *record = check->chunk->record;
    switch (check->chunk->type) {
    case SAV_DENY:
        check_deny(check, record);
        break;
    case SAV_USER:
        check_user(check, record);
        break;
    case SAV_NPC:
        check_entity(check, &((const SavNpc *)record)->entity);
        break;
    case SAV_MAP:
        return check_map(check, record);
    case SAV_STATE:
        if (((const SavState *)record)->version != SAV_STATE_VERSION)
            odd(check, "unknown version", ((const SavState *)record)->version);
        break;
    case SAV_UNKNOWN:
        if (memcmp(check->chunk->magic, SAV_SERVER_MAGIC, sizeof check->chunk->magic) != 0)
            odd(check, "preserved; bytes:", (long long)check->chunk->bytes.size);
        break;
    default:
        break;
    }
    return true;
}

static bool check_preview(const Sav *sav, Arena *arena, Report *report)
{
    Image image;
    for (size_t i = 0; sav->has_preview && i < sizeof sav->preview.reserved; i++)
        if (sav->preview.reserved[i]) {
            report_warning(report, "at byte %zu: a reserved byte of the preview is not zero",
                           (size_t)SAV_HEADER_SIZE + 12 + i);
            break;
        }
    return !sav->has_preview || sav_preview(sav, &image, arena, report);
}

static void check_whole(const Sav *sav, Report *report)
{
    size_t counts[SAV_UNKNOWN + 1] = {0};
    static const SavChunkType once[] = {SAV_DENY, SAV_GLOBALS, SAV_QUESTS, SAV_STATE};
    for (size_t i = 0; i < sav->chunk_count; i++)
        counts[sav->chunks[i].type]++;
    for (size_t i = 0; i < COUNT_OF(once); i++)
        if (counts[once[i]] > 1)
            report_warning(report, "%zu chunks \"%s\"; only the first one is used",
                           counts[once[i]], sav_chunk_title(once[i]));
    if (!counts[SAV_USER])
        report_warning(report, "it contains no player");
    if (!tng_game_id_ok(sav_game_id(sav)))
        report_warning(report, "at byte 16: invalid game id");
    static const struct {
        unsigned bit;
        const char *text;
    } forms[] = {{TNG_RAW_DEFLATE, "the chunks are a raw deflate stream, not zlib"},
                 {TNG_CRC_OF_STREAM, "the CRC is not that of the decompressed chunks"},
                 {TNG_NO_BLOCK_CRC, "no CRC follows the chunks"}};
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (sav->liberal & forms[i].bit)
            report_warning(report, "at byte %zu: %s", sav->block_at, forms[i].text);
}

bool sav_check(Bytes file, Arena *arena, Report *report)
{
    Sav sav;
    if (!sav_read(file, &sav, arena, report))
        return false;
    check_whole(&sav, report);
    bool ok = check_preview(&sav, arena, report);
    for (size_t i = 0; i < sav.chunk_count; i++) {
        const Check check = {&sav, &sav.chunks[i], i, arena, report};
        ok = check_chunk(&check) && ok;
    }
    return ok;
}
