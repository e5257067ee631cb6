/* Steps: crop the images, hash them, merge equal ones into shapes, find shapes that are
 * rotations or mirror images of each other, give each shape a cell, and pack the cells
 * (atlas_pack.c). */
#include "base/image/atlas.h"

#include "base/hash.h"
#include "base/tasks.h"
#include "base/image/atlas_pack.h"

#include <assert.h>
#include <stdlib.h>

enum { WAYS = 8 };

unsigned atlas_way(AtlasOperation operation)
{
    static const uint8_t ways[ATLAS_OPERATION_COUNT] = {
        [ATLAS_COPY] = 0,       [ATLAS_FLIP_VERTICALLY] = 5, [ATLAS_FLIP_HORIZONTALLY] = 1,
        [ATLAS_TURN_RIGHT] = 2, [ATLAS_TURN_HALF] = 4,       [ATLAS_TURN_LEFT] = 6};
    return ways[operation];
}

/* The orientation that equals `first` followed by `second`. Mirroring reverses the direction of
 * the rotations before it. */
static unsigned ways_joined(unsigned first, unsigned second)
{
    const unsigned turns =
        second & 1 ? (second >> 1) - (first >> 1) : (second >> 1) + (first >> 1);
    return ((first ^ second) & 1) | (turns & 3) << 1;
}

typedef struct Picture {
    Image image; /* cropped */
    uint64_t hash;
    uint32_t index, same; /* index of the first image with exactly the same pixels */
} Picture;

/* An image that differs from all images before it. */
typedef struct Shape {
    uint64_t key; /* equal for all orientations */
    uint32_t picture;
    uint32_t cell;         /* the cell that holds it */
    uint64_t hashes[WAYS]; /* one per orientation; only if another shape has the same key */
    uint64_t min;          /* the minimum of `hashes` */
    AtlasOperation operation;
    bool done;
} Shape;

typedef struct Job {
    const Image *images;
    Picture *pictures;
    AtlasPlan *plan;
    size_t count;
    Shape *shapes;
    Shape **alike; /* the shapes that share their key with another shape */
    size_t shape_count, alike_count;
    Arena *arena;
} Job;

enum { BATCH = 64 }; /* images per task, so that small images do not cause many tasks */

static void crop_batch(void *context, size_t batch)
{
    Job *job = context;
    for (size_t i = batch * BATCH; i < job->count && i < (batch + 1) * BATCH; i++) {
        const Rect box = image_opaque_box(&job->images[i]);
        AtlasPosition *place = &job->plan->places[i];
        *place = (AtlasPosition){.left = (uint32_t)box.x, .top = (uint32_t)box.y};
        Picture *picture = &job->pictures[i];
        picture->index = picture->same = (uint32_t)i;
        picture->image = image_part(&job->images[i], place->left, place->top, (uint32_t)box.w,
                                    (uint32_t)box.h);
        picture->hash = image_hash(&picture->image);
    }
}

typedef uint32_t Pixels4 __attribute__((vector_size(16)));

/* Two sums over the drawn pixels and the sides: rotation and mirroring change only the order.
 * Different images may have the same key; then their hashes are compared. */
static uint64_t key_of(const Image *image)
{
    Pixels4 sums = {0}, mixed_sums = {0};
    for (uint32_t y = 0; y < image->h; y++) {
        const Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x += 4) {
            Pixels4 pixels = {0};
            if (image->w - x >= 4)
                memcpy(&pixels, row + x, sizeof pixels);
            else
                memcpy(&pixels, row + x, (image->w - x) * sizeof *row);
            pixels &= (Pixels4)(pixels >> 24 != 0);
            sums += pixels;
            mixed_sums += pixels ^ pixels >> 11;
        }
    }
    const uint32_t sum = sums[0] + sums[1] + sums[2] + sums[3];
    const uint32_t mixed = mixed_sums[0] + mixed_sums[1] + mixed_sums[2] + mixed_sums[3];
    const uint32_t min = image->w < image->h ? image->w : image->h;
    return hash_mix(hash_mix((uint64_t)sum << 32 | mixed, min), image->w + image->h);
}

static void key_batch(void *context, size_t batch)
{
    Job *job = context;
    for (size_t i = batch * BATCH; i < job->shape_count && i < (batch + 1) * BATCH; i++)
        job->shapes[i].key = key_of(&job->pictures[job->shapes[i].picture].image);
}

static void turn_one(void *context, size_t index)
{
    Job *job = context;
    Shape *shape = job->alike[index];
    const Picture *picture = &job->pictures[shape->picture];
    shape->hashes[0] = shape->min = picture->hash;
    Arena *arena = arena_new();
    for (unsigned way = 1; way < WAYS; way++) {
        const Image turned = image_turned(&picture->image, way, arena);
        shape->hashes[way] = image_hash(&turned);
        if (shape->hashes[way] < shape->min)
            shape->min = shape->hashes[way];
    }
    arena_free(arena);
}

static bool pictures_check(const Job *job, unsigned side_log2, Report *report)
{
    uint32_t max = 1u << side_log2;
    if (max > ATLAS_PICTURE_MAX)
        max = ATLAS_PICTURE_MAX;
    for (size_t i = 0; i < job->count; i++) {
        const Image *image = &job->pictures[i].image;
        if (image->w > max || image->h > max)
            return report_error(report, "image %zu has %u x %u pixels; the maximum is %u x %u",
                                i, image->w, image->h, max, max);
    }
    return true;
}

/* Merges images with exactly the same pixels into one shape. */
static void shapes_collect(Job *job)
{
    Table table = table_new(job->arena);
    job->shapes = ARENA_ALLOC(job->arena, Shape, job->count);
    for (uint32_t i = 0; i < job->count; i++) {
        Picture *picture = &job->pictures[i];
        if (picture->image.w == 0)
            continue;
        const Text key = {(const char *)&picture->hash, sizeof picture->hash};
        const uint32_t first = *table_put(&table, key, i);
        if (first != i && image_equal(&job->pictures[first].image, &picture->image))
            picture->same = first;
        else
            job->shapes[job->shape_count++] = (Shape){.picture = i};
    }
}

static int key_order(const void *left, const void *right)
{
    const Shape *a = *(Shape *const *)left, *b = *(Shape *const *)right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->picture > b->picture) - (a->picture < b->picture);
}

static int min_order(const void *left, const void *right)
{
    const Shape *a = *(Shape *const *)left, *b = *(Shape *const *)right;
    if (a->min != b->min)
        return a->min < b->min ? -1 : 1;
    return (a->picture > b->picture) - (a->picture < b->picture);
}

/* Finds the shapes that may be a rotation or mirror image of another. */
static void alike_collect(Job *job)
{
    job->alike = ARENA_ALLOC(job->arena, Shape *, job->shape_count);
    for (size_t i = 0; i < job->shape_count; i++)
        job->alike[i] = &job->shapes[i];
    qsort(job->alike, job->shape_count, sizeof *job->alike, key_order);
    uint64_t before = 0;
    for (size_t i = 0; i < job->shape_count; i++) {
        const uint64_t key = job->alike[i]->key;
        const bool next = i + 1 < job->shape_count && job->alike[i + 1]->key == key;
        if (next || (i && before == key))
            job->alike[job->alike_count++] = job->alike[i];
        before = key;
    }
}

static uint32_t cell_new(Job *job, const Shape *shape, unsigned way)
{
    const Image *image = &job->pictures[shape->picture].image;
    AtlasCell *cell = &job->plan->cells[job->plan->cell_count];
    *cell = (AtlasCell){.image = shape->picture,
                        .way = (uint16_t)way,
                        .w = (uint16_t)(way & 2 ? image->h : image->w),
                        .h = (uint16_t)(way & 2 ? image->w : image->h)};
    return (uint32_t)job->plan->cell_count++;
}

/* Finds the operation that turns a cell, which holds `first` in an orientation, into `shape`.
 */
static bool operation_find(const Shape *first, unsigned way, const Shape *shape,
                           AtlasOperation *operation)
{
    for (unsigned i = 0; i < ATLAS_OPERATION_COUNT; i++)
        if (first->hashes[ways_joined(way, atlas_way(i))] == shape->hashes[0]) {
            *operation = i;
            return true;
        }
    return false;
}

/* Chooses the orientation of the first shape's cell that can represent the largest number of
 * other shapes. */
static unsigned way_choose(Shape **shapes, size_t count)
{
    unsigned best = 0;
    size_t max = 0;
    for (unsigned way = 0; way < WAYS && max < count; way++) {
        size_t served = 0;
        AtlasOperation operation;
        for (size_t i = 0; i < count; i++)
            served += operation_find(shapes[0], way, shapes[i], &operation);
        if (served > max) {
            max = served;
            best = way;
        }
    }
    return best;
}

/* Shapes that are orientations of each other share a cell. The operations lack only the two
 * diagonal mirrorings, so at most two cells are needed. There are at most eight shapes. */
static void alike_place(Job *job, Shape **shapes, size_t count)
{
    for (size_t left = count; left;) {
        Shape *first = shapes[0];
        const unsigned way = way_choose(shapes, left);
        const uint32_t cell = cell_new(job, first, way);
        const size_t before = left;
        left = 0;
        for (size_t i = 0; i < before; i++) {
            Shape *shape = shapes[i];
            bool served = operation_find(first, way, shape, &shape->operation);
            if (served && i) { /* hashes may collide */
                const Image turned =
                    image_turned(&job->pictures[first->picture].image,
                                 ways_joined(way, atlas_way(shape->operation)), job->arena);
                served = image_equal(&turned, &job->pictures[shape->picture].image);
            }
            if (served) {
                shape->cell = cell;
                shape->done = true;
            } else {
                shapes[left++] = shape;
            }
        }
    }
}

/* Assigns a cell to every shape. */
static void cells_make(Job *job)
{
    qsort(job->alike, job->alike_count, sizeof *job->alike, min_order);
    for (size_t i = 0, end; i < job->alike_count; i = end) {
        for (end = i + 1; end < job->alike_count; end++)
            if (job->alike[end]->min != job->alike[i]->min)
                break;
        alike_place(job, job->alike + i, end - i);
    }
    for (size_t i = 0; i < job->shape_count; i++)
        if (!job->shapes[i].done)
            job->shapes[i].cell = cell_new(job, &job->shapes[i], 0);
}

static void places_fill(Job *job)
{
    AtlasPosition *places = job->plan->places;
    for (size_t i = 0; i < job->shape_count; i++) {
        const Shape *shape = &job->shapes[i];
        const AtlasCell *cell = &job->plan->cells[shape->cell];
        AtlasPosition *place = &places[shape->picture];
        place->atlas = cell->atlas;
        place->operation = (uint16_t)shape->operation;
        place->x = cell->x;
        place->y = cell->y;
        place->w = cell->w;
        place->h = cell->h;
    }
    for (size_t i = 0; i < job->count; i++) {
        const AtlasPosition *first = &places[job->pictures[i].same];
        const uint32_t left = places[i].left, top = places[i].top;
        places[i] = *first;
        places[i].left = left;
        places[i].top = top;
    }
}

static void cells_sort(AtlasPlan *plan, Arena *arena)
{
    size_t *next = ARENA_ALLOC(arena, size_t, plan->atlas_count);
    for (size_t i = 0, at = 0; i < plan->atlas_count; i++) {
        plan->atlases[i].first_cell = next[i] = at;
        at += plan->atlases[i].cell_count;
    }
    AtlasCell *sorted = ARENA_ALLOC(arena, AtlasCell, plan->cell_count);
    for (size_t i = 0; i < plan->cell_count; i++)
        sorted[next[plan->cells[i].atlas]++] = plan->cells[i];
    plan->cells = sorted;
}

bool atlas_plan(const Image *images, size_t count, unsigned side_log2, AtlasPlan *out,
                Arena *arena, Report *report)
{
    assert(side_log2 <= ATLAS_SIDE_LOG2_MAX);
    *out = (AtlasPlan){.place_count = count};
    out->places = ARENA_ALLOC(arena, AtlasPosition, count);
    Job job = {.images = images,
               .pictures = ARENA_ALLOC(arena, Picture, count),
               .plan = out,
               .count = count,
               .arena = arena};
    tasks_run(crop_batch, &job, (count + BATCH - 1) / BATCH);
    if (!pictures_check(&job, side_log2, report))
        return false;
    shapes_collect(&job);
    tasks_run(key_batch, &job, (job.shape_count + BATCH - 1) / BATCH);
    alike_collect(&job);
    tasks_run(turn_one, &job, job.alike_count);
    out->cells = ARENA_ALLOC(arena, AtlasCell, job.shape_count);
    cells_make(&job);
    if (!cells_pack(out->cells, out->cell_count, side_log2, out, arena, report))
        return false;
    places_fill(&job);
    cells_sort(out, arena);
    return true;
}

Image atlas_draw(const AtlasPlan *plan, size_t atlas, const Image *images, Arena *arena)
{
    const Atlas *sheet = &plan->atlases[atlas];
    const Image drawing = image_new(sheet->w, sheet->h, arena);
    for (size_t i = 0; i < sheet->cell_count; i++) {
        const AtlasCell *cell = &plan->cells[sheet->first_cell + i];
        const AtlasPosition *place = &plan->places[cell->image];
        const bool lies = cell->way & 2;
        Image part = image_part(&images[cell->image], place->left, place->top,
                                lies ? cell->h : cell->w, lies ? cell->w : cell->h);
        if (cell->way)
            part = image_turned(&part, cell->way, arena);
        for (uint32_t y = 0; y < cell->h; y++) {
            const Pixel *from = image_at(&part, 0, y);
            Pixel *to = image_at(&drawing, cell->x, cell->y + y);
            for (uint32_t x = 0; x < cell->w; x++)
                to[x] = PIXEL_A(from[x]) ? from[x] : 0;
        }
    }
    return drawing;
}
