/* Parts, in order: differences (encoding, applying, joining); the mirror; taking and restoring;
 * removing.
 *
 * Blocks are numbered in the order in which images first had them. An arena never returns a
 * block, so an image has the blocks 0 to n - 1, and a later image at least those. */
#include "base/arena_image.h"

#include "base/arena_internal.h"
#include "base/deflate.h"

#include <assert.h>
#include <stdlib.h>

/* gcc's analyzer does not track memory that is stored in a list. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

/* A compressed list of runs: a RunHead and `count` words, ordered by block and position. */
typedef struct Difference {
    uint8_t *data;
    size_t size, plain; /* bytes: compressed, and before */
} Difference;

typedef struct RunHead {
    uint32_t block, from, count, unused; /* the block's number; in words */
} RunHead;

typedef struct ImageBlock {
    uint32_t block;
    size_t used;
} ImageBlock;

typedef struct ArenaImage {
    ImageBlock *blocks; /* in the order of the arena's list */
    size_t block_count, taken, next_size;
    Difference change; /* to the image before; of the first one: empty */
    Difference whole;  /* of some images, all of it: the difference to zeros; otherwise empty */
} ArenaImage;

typedef struct KnownBlock {
    Block *block;
    uint8_t *mirror; /* zeros after the bytes that the image uses */
    size_t mirrored; /* bytes of `mirror` */
    bool attached;   /* the arena has the block now */
} KnownBlock;

struct ArenaImages {
    Arena *arena;
    KnownBlock *known;
    size_t known_count, known_capacity;
    ArenaImage *items;
    size_t count, capacity;
    size_t at; /* the image in the mirror */
    bool rests;
    size_t size; /* of all differences and lists of blocks */
};

/* ---- differences ---- */

typedef uint64_t Word;

/* Fast compression: most of a difference is zeros, and an image is added while the game
 * runs. */
static Difference packed(Bytes runs, Arena *scratch)
{
    const Bytes bytes = deflate_bytes(runs, WRAPPING_RAW, DEFLATE_FAST, scratch);
    Difference out = {memory_checked(malloc(bytes.size), bytes.size), bytes.size, runs.size};
    memcpy(out.data, bytes.data, bytes.size);
    return out;
}

/* Data in memory cannot be damaged, so that a failure is an error of the program. */
static Bytes unpacked(const Difference *change, Arena *scratch)
{
    const Inflated out = inflate_bytes((Bytes){change->data, change->size}, WRAPPING_RAW,
                                       change->plain, change->plain, scratch);
    assert(!out.problem && out.bytes.size == change->plain);
    return out.bytes;
}

static void difference_free(ArenaImages *images, Difference *change)
{
    images->size -= change->size;
    free(change->data);
    *change = (Difference){NULL, 0, 0};
}

/* Collects words that follow each other in a run. */
typedef struct Runs {
    uint8_t *data;
    size_t size, capacity;
    size_t head; /* of the last run */
    uint32_t block, next;
    bool any;
} Runs;

static void runs_reserve(Runs *runs, size_t size)
{
    if (runs->size + size <= runs->capacity)
        return;
    runs->capacity = 2 * runs->capacity + 4096 + size;
    runs->data = memory_checked(realloc(runs->data, runs->capacity), runs->capacity);
}

/* Words must be added in the order of blocks and positions: joined() merges two lists. The head
 * is copied, because `data` has no alignment for it. */
static void runs_word(Runs *runs, uint32_t block, uint32_t at, Word word)
{
    RunHead head;
    runs_reserve(runs, sizeof head + sizeof word);
    if (!runs->any || runs->block != block || runs->next != at) {
        head = (RunHead){block, at, 0, 0};
        runs->head = runs->size;
        memcpy(runs->data + runs->size, &head, sizeof head);
        runs->size += sizeof head;
    }
    memcpy(&head, runs->data + runs->head, sizeof head);
    head.count++;
    memcpy(runs->data + runs->head, &head, sizeof head);
    memcpy(runs->data + runs->size, &word, sizeof word);
    runs->size += sizeof word;
    runs->any = true;
    runs->block = block;
    runs->next = at + 1;
}

/* Frees the runs. */
static Difference runs_pack(Runs *runs)
{
    Arena *scratch = arena_new();
    const Difference out = packed((Bytes){runs->data, runs->size}, scratch);
    arena_free(scratch);
    free(runs->data);
    return out;
}

/* Reads a list of runs word by word. */
typedef struct RunReader {
    Bytes rest;
    RunHead head;
    bool ended;
} RunReader;

static void run_next(RunReader *reader)
{
    reader->ended = !reader->rest.size;
    if (reader->ended)
        return;
    memcpy(&reader->head, reader->rest.data, sizeof reader->head);
    reader->rest =
        bytes_slice(reader->rest, sizeof reader->head, reader->rest.size - sizeof reader->head);
}

static RunReader run_reader(Bytes runs)
{
    RunReader reader = {.rest = runs};
    run_next(&reader);
    return reader;
}

static Word run_word(RunReader *reader)
{
    Word word;
    memcpy(&word, reader->rest.data, sizeof word);
    reader->rest = bytes_slice(reader->rest, sizeof word, reader->rest.size - sizeof word);
    reader->head.from++;
    if (!--reader->head.count)
        run_next(reader);
    return word;
}

/* Ordered as in the list; after the end it is larger than any position. */
static uint64_t run_position(const RunReader *reader)
{
    return reader->ended ? UINT64_MAX : (uint64_t)reader->head.block << 32 | reader->head.from;
}

/* The difference over two steps. */
static Difference joined(const Difference *a, const Difference *b)
{
    Arena *scratch = arena_new();
    RunReader readers[2] = {run_reader(unpacked(a, scratch)), run_reader(unpacked(b, scratch))};
    Runs runs = {0};
    for (;;) {
        const uint64_t first = run_position(&readers[0]), second = run_position(&readers[1]);
        const uint64_t at = first < second ? first : second;
        if (at == UINT64_MAX)
            break;
        Word word = first == at ? run_word(&readers[0]) : 0;
        word ^= second == at ? run_word(&readers[1]) : 0;
        if (word)
            runs_word(&runs, (uint32_t)(at >> 32), (uint32_t)at, word);
    }
    arena_free(scratch);
    return runs_pack(&runs);
}

/* ---- the mirror ---- */

/* Words after the end of an image count as zeros: a difference may reach beyond an older
 * image. */
static void mirror_extend(KnownBlock *known, size_t size)
{
    if (size <= known->mirrored)
        return;
    known->mirror = memory_checked(realloc(known->mirror, size), size);
    memset(known->mirror + known->mirrored, 0, size - known->mirrored);
    known->mirrored = size;
}

/* Exclusive or: the same call moves the mirror forward or back. */
static void mirror_apply(ArenaImages *images, const Difference *change)
{
    Arena *scratch = arena_new();
    for (RunReader reader = run_reader(unpacked(change, scratch)); !reader.ended;) {
        KnownBlock *known = &images->known[reader.head.block];
        const size_t at = (size_t)reader.head.from * sizeof(Word);
        Word word;
        mirror_extend(known, at + reader.head.count * sizeof word);
        memcpy(&word, known->mirror + at, sizeof word);
        word ^= run_word(&reader);
        memcpy(known->mirror + at, &word, sizeof word);
    }
    arena_free(scratch);
}

/* Bytes of changes between two images. */
static size_t distance(const ArenaImages *images, size_t a, size_t b)
{
    size_t size = 0;
    for (size_t i = a < b ? a : b; i < (a < b ? b : a); i++)
        size += images->items[i + 1].change.plain;
    return size;
}

/* Continues from an image that is stored as a whole, if the changes from there are fewer. */
static void mirror_jump(ArenaImages *images, size_t to)
{
    size_t nearest = images->at, least = distance(images, images->at, to);
    for (size_t i = 0; i < images->count; i++) {
        const Difference *whole = &images->items[i].whole;
        if (!whole->data)
            continue;
        const size_t size = whole->plain + distance(images, i, to);
        if (size < least) {
            nearest = i;
            least = size;
        }
    }
    if (nearest == images->at)
        return;
    for (size_t i = 0; i < images->known_count; i++)
        if (images->known[i].mirrored)
            memset(images->known[i].mirror, 0, images->known[i].mirrored);
    mirror_apply(images, &images->items[nearest].whole);
    images->at = nearest;
}

/* items[i].change leads from image i - 1 to i, so that going back applies that of the current
 * one. */
static void mirror_move(ArenaImages *images, size_t to)
{
    mirror_jump(images, to);
    while (images->at < to)
        mirror_apply(images, &images->items[++images->at].change);
    while (images->at > to)
        mirror_apply(images, &images->items[images->at--].change);
}

/* Copies the memory of an arena that rested. */
static void mirror_wake(ArenaImages *images)
{
    if (!images->rests)
        return;
    images->rests = false;
    const ArenaImage *image = &images->items[images->at];
    for (size_t i = 0; i < image->block_count; i++) {
        KnownBlock *known = &images->known[image->blocks[i].block];
        mirror_extend(known, image->blocks[i].used);
        memcpy(known->mirror, known->block->data, image->blocks[i].used);
    }
}

/* ---- taking and restoring ---- */

/* The arena must outlive the images. */
ArenaImages *arena_images_new(Arena *arena)
{
    ArenaImages *images = memory_checked(calloc(1, sizeof *images), sizeof *images);
    images->arena = arena;
    return images;
}

/* A linear search: an arena that doubles its blocks has few of them. */
static uint32_t number_of(ArenaImages *images, Block *block)
{
    for (size_t i = 0; i < images->known_count; i++)
        if (images->known[i].block == block)
            return (uint32_t)i;
    images->known = memory_larger(images->known, images->known_count, &images->known_capacity,
                                  sizeof(KnownBlock));
    images->known[images->known_count] = (KnownBlock){.block = block, .attached = true};
    return (uint32_t)images->known_count++;
}

/* Updates the mirror. Most memory is unchanged: it is skipped in larger steps. */
static void note_changes(KnownBlock *known, uint32_t number, size_t used, Runs *runs)
{
    enum { STEP = 256 };
    const uint8_t *now = known->block->data;
    mirror_extend(known, used);
    for (size_t at = 0; at < known->mirrored; at += STEP) {
        const size_t end = at + STEP < known->mirrored ? at + STEP : known->mirrored;
        if (end <= used && !memcmp(now + at, known->mirror + at, end - at))
            continue;
        for (size_t i = at; i < end; i += sizeof(Word)) {
            Word is = 0, was;
            if (i < used)
                memcpy(&is, now + i, sizeof is);
            memcpy(&was, known->mirror + i, sizeof was);
            if (is == was)
                continue;
            if (runs)
                runs_word(runs, number, (uint32_t)(i / sizeof is), is ^ was);
            memcpy(known->mirror + i, &is, sizeof is);
        }
    }
}

/* To restore an image, the changes since the whole image before it are read. If they become
 * larger than the memory, this image is stored as a whole, too. */
static void add_whole(ArenaImages *images, ArenaImage *image)
{
    enum { TIMES = 2 };
    size_t changes = 0, size = 0;
    for (size_t i = images->count; i-- > 1 && !images->items[i].whole.data;)
        changes += images->items[i].change.plain;
    for (size_t i = 0; i < images->known_count; i++)
        size += images->known[i].mirrored;
    if (changes < TIMES * size)
        return;
    Runs runs = {0};
    for (uint32_t i = 0; i < images->known_count; i++) {
        const KnownBlock *known = &images->known[i];
        for (size_t at = 0; at < known->mirrored; at += sizeof(Word)) {
            Word word;
            memcpy(&word, known->mirror + at, sizeof word);
            if (word)
                runs_word(&runs, i, (uint32_t)(at / sizeof word), word);
        }
    }
    image->whole = runs_pack(&runs);
    images->size += image->whole.size;
}

/* Counted in `size` for as long as the image exists. */
static size_t list_size(const ArenaImage *image)
{
    return sizeof *image + image->block_count * sizeof *image->blocks;
}

/* The mirror moves to the newest image first: the arena's memory is compared with that one.
 * After it the mirror is the new image. */
void arena_images_add(ArenaImages *images)
{
    const Arena *arena = images->arena;
    ArenaImage image = {.taken = arena->taken, .next_size = arena->next_size};
    Runs runs = {0};
    assert(!arena->owned);
    mirror_wake(images);
    if (images->count)
        mirror_move(images, images->count - 1);
    for (const Block *block = arena->first; block; block = block->next)
        image.block_count++;
    image.blocks = memory_checked(malloc((image.block_count + 1) * sizeof *image.blocks), 1);
    size_t at = 0;
    for (Block *block = arena->first; block; block = block->next)
        image.blocks[at++] = (ImageBlock){number_of(images, block), block->used};
    assert(images->known_count == image.block_count);
    for (uint32_t i = 0; i < images->known_count; i++)
        note_changes(&images->known[i], i, images->known[i].block->used,
                     images->count ? &runs : NULL);
    if (images->count)
        image.change = runs_pack(&runs);
    images->size += list_size(&image) + image.change.size;
    add_whole(images, &image);
    images->items =
        memory_larger(images->items, images->count, &images->capacity, sizeof(ArenaImage));
    images->at = images->count;
    images->items[images->count++] = image;
}

size_t arena_images_count(const ArenaImages *images) { return images->count; }

/* Frees the blocks of the arena that no image has. */
static void free_later(ArenaImages *images)
{
    for (Block *block = images->arena->first; block;) {
        Block *next = block->next;
        bool known = false;
        for (size_t i = 0; i < images->known_count && !known; i++)
            known = images->known[i].block == block;
        if (!known)
            free(block);
        block = next;
    }
}

/* Blocks of later images are detached, not freed: their images may be restored again. */
void arena_images_restore(ArenaImages *images, size_t index)
{
    Arena *arena = images->arena;
    assert(index < images->count && !arena->owned);
    mirror_wake(images);
    mirror_move(images, index);
    free_later(images);
    const ArenaImage *image = &images->items[index];
    for (size_t i = 0; i < images->known_count; i++)
        images->known[i].attached = false;
    Block **link = &arena->first;
    for (size_t i = 0; i < image->block_count; i++) {
        KnownBlock *known = &images->known[image->blocks[i].block];
        known->attached = true;
        known->block->used = image->blocks[i].used;
        mirror_extend(known, known->block->used); /* the end may be zeros */
        memcpy(known->block->data, known->mirror, known->block->used);
        *link = known->block;
        link = &known->block->next;
    }
    *link = NULL;
    arena->taken = image->taken;
    arena->next_size = image->next_size;
}

/* ---- removing ---- */

static void take_out(ArenaImages *images, size_t index)
{
    ArenaImage *image = &images->items[index];
    images->size -= list_size(image);
    difference_free(images, &image->change);
    difference_free(images, &image->whole);
    free(image->blocks);
    images->count--;
    memmove(image, image + 1, (images->count - index) * sizeof *image);
}

/* The difference of the next image then covers both steps. The mirror must not be at an image
 * that is removed. */
void arena_images_remove(ArenaImages *images, size_t index)
{
    assert(index && index + 1 < images->count);
    mirror_wake(images);
    if (images->at == index)
        mirror_move(images, index + 1);
    ArenaImage *next = &images->items[index + 1];
    const Difference both = joined(&images->items[index].change, &next->change);
    difference_free(images, &next->change);
    next->change = both;
    images->size += both.size;
    take_out(images, index);
    images->at -= images->at > index;
}

/* `change` is the difference to the image before: the second one becomes the first, and needs
 * none. */
void arena_images_remove_first(ArenaImages *images)
{
    assert(images->count > 1);
    mirror_wake(images);
    if (!images->at)
        mirror_move(images, 1);
    difference_free(images, &images->items[1].change);
    take_out(images, 0);
    images->at--;
}

/* Blocks that only removed images have are freed, unless the arena has them now. */
void arena_images_truncate(ArenaImages *images, size_t count)
{
    assert(count && count <= images->count);
    mirror_wake(images);
    if (images->at >= count)
        mirror_move(images, count - 1);
    while (images->count > count)
        take_out(images, images->count - 1);
    while (images->known_count > images->items[count - 1].block_count) {
        KnownBlock *known = &images->known[--images->known_count];
        if (!known->attached)
            free(known->block);
        free(known->mirror);
    }
}

void arena_images_rest(ArenaImages *images)
{
    if (images->rests || !images->count)
        return;
    arena_images_restore(images, images->at);
    images->rests = true;
    for (size_t i = 0; i < images->known_count; i++) {
        KnownBlock *known = &images->known[i];
        free(known->mirror);
        known->mirror = NULL;
        known->mirrored = 0;
    }
}

/* Detached blocks belong to the images, attached ones to the arena. */
void arena_images_free(ArenaImages *images)
{
    if (!images)
        return;
    for (size_t i = 0; i < images->known_count; i++) {
        if (!images->known[i].attached)
            free(images->known[i].block);
        free(images->known[i].mirror);
    }
    while (images->count)
        take_out(images, images->count - 1);
    free(images->known);
    free(images->items);
    free(images);
}

size_t arena_images_size(const ArenaImages *images)
{
    size_t size = sizeof *images + images->size + images->known_capacity * sizeof(KnownBlock) +
                  (images->capacity - images->count) * sizeof(ArenaImage);
    for (size_t i = 0; i < images->known_count; i++) /* its mirror, or while they rest, itself */
        size += images->known[i].block->size;
    return size;
}
