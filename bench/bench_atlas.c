/* Atlas packing of seeded frames: cropping, finding doubles, packing; the floor is
 * our plainest packer, shelves by height, on the cells that are left.
 * Prints `name ours_ms floor_ms density floor_density power_of_two_density atlases`.
 * Density: the cells' area by the area of the atlases' used rows (for the last column: of
 * the whole atlases). The floor's time is packing alone. */
#include "kit.h"

#include "base/image/atlas.h"

enum { SIDE_LOG2 = 11 };

/* A blob with a ragged outline that touches all four sides. */
static Image frame_make(uint32_t w, uint32_t h, Arena *arena)
{
    const Image image = image_new(w, h, arena);
    const Pixel base = PIXEL(next_random(256), next_random(256), next_random(256), 255);
    for (uint32_t y = 0; y < h; y++) {
        const uint32_t indent = y == h / 2 ? 0 : next_random(w / 4 + 1);
        for (uint32_t x = indent; x < w - indent; x++)
            *image_at(&image, x, y) = base ^ (next_random(16) * 0x010101);
    }
    return image;
}

typedef enum Kind { ANIMATIONS, MIXED, UNIFORM, KINDS } Kind;

static void size_choose(Kind kind, uint32_t *w, uint32_t *h, size_t i)
{
    static uint32_t base_w, base_h;
    if (kind == ANIMATIONS) { /* 16 frames of a figure, much the same size */
        if (i % 16 == 0) {
            base_w = 14 + next_random(50);
            base_h = 24 + next_random(60);
        }
        *w = base_w + next_random(9) - 4;
        *h = base_h + next_random(7) - 3;
    } else if (kind == MIXED) { /* mostly small, a few large */
        const uint32_t max = i % 400 == 0 ? 512 : i % 20 == 0 ? 160 : 48;
        *w = 4 + next_random(max);
        *h = 4 + next_random(max);
    } else {
        *w = 8 + next_random(57);
        *h = 8 + next_random(57);
    }
}

/* One in eight is another one again, every second of those mirrored or turned. */
static Image *frames_make(Kind kind, size_t count, Arena *arena)
{
    Image *frames = ARENA_ALLOC(arena, Image, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t w, h;
        size_choose(kind, &w, &h, i);
        if (i && next_random(8) == 0)
            frames[i] = image_turned(&frames[next_random((uint32_t)i)],
                                     next_random(2) ? next_random(8) : 0, arena);
        else
            frames[i] = frame_make(w, h, arena);
    }
    return frames;
}

static int cell_order(const void *left, const void *right)
{
    const AtlasCell *a = left, *b = right;
    return a->h != b->h ? (int)b->h - (int)a->h : (int)b->w - (int)a->w;
}

/* Rows one above the other, each as high as its first cell; returns the rows used. */
static uint64_t shelves_pack(const AtlasCell *cells, size_t count, Arena *arena)
{
    AtlasCell *sorted = ARENA_ALLOC(arena, AtlasCell, count);
    memcpy(sorted, cells, count * sizeof *cells);
    qsort(sorted, count, sizeof *sorted, cell_order);
    uint64_t rows = 0, x = 0, y = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || x + sorted[i].w > 1 << SIDE_LOG2) {
            y = rows;
            x = 0;
            rows += sorted[i].h;
        }
        sorted[i].x = (uint16_t)x;
        sorted[i].y = (uint16_t)y;
        x += sorted[i].w;
    }
    return rows;
}

static void measure(const char *name, Kind kind, size_t count)
{
    Arena *arena = arena_new();
    const Image *frames = frames_make(kind, count, arena);
    Report report = report_to(NULL, NULL);
    double ours[RUNS], floor_ms[RUNS];
    AtlasPlan plan;
    uint64_t rows = 0;
    for (int i = 0; i < RUNS; i++) {
        double start = clock_ms(CLOCK_MONOTONIC);
        if (!atlas_plan(frames, count, SIDE_LOG2, &plan, arena, &report))
            abort();
        ours[i] = clock_ms(CLOCK_MONOTONIC) - start;
        start = clock_ms(CLOCK_MONOTONIC);
        rows = shelves_pack(plan.cells, plan.cell_count, arena);
        floor_ms[i] = clock_ms(CLOCK_MONOTONIC) - start;
    }
    uint64_t area = 0, used = 0, whole = 0;
    for (size_t i = 0; i < plan.cell_count; i++)
        area += (uint64_t)plan.cells[i].w * plan.cells[i].h;
    for (size_t i = 0; i < plan.atlas_count; i++) {
        used += (uint64_t)plan.atlases[i].w * plan.atlases[i].used_h;
        whole += (uint64_t)plan.atlases[i].w * plan.atlases[i].h;
        if (getenv("SHOW_ATLASES"))
            fprintf(stderr, "  %u x %u, %u rows\n", plan.atlases[i].w, plan.atlases[i].h,
                    plan.atlases[i].used_h);
    }
    printf("%s %.2f %.2f %.4f %.4f %.4f %zu\n", name, median(ours, RUNS),
           median(floor_ms, RUNS), (double)area / (double)used,
           (double)area / (double)(rows << SIDE_LOG2), (double)area / (double)whole,
           plan.atlas_count);
    arena_free(arena);
}

int main(void)
{
    random_state = 777;
    measure("atlas", ANIMATIONS, 4000);
    measure("atlas-mixed", MIXED, 4000);
    measure("atlas-uniform", UNIFORM, 4000);
    measure("atlas-8000", ANIMATIONS, 8000);
    measure("atlas-mixed-8000", MIXED, 8000);
    return 0;
}
