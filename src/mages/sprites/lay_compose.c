/* Drawing and compression of all images, with shared content processed once: images are cut
 * into bands of rows, and bands with the same layers are shared. */
#include "base/hash.h"
#include "base/tasks.h"
#include "mages/sprites/lay_internal.h"
#include "base/image/png_bands.h"

/* Rows are grouped by 30, the height of a cell. A band consists of consecutive groups with the
 * same layers, at most eight: enough rows for good compression, and enough bands for all cores.
 */
enum { GROUP = LAY_PITCH, GROUPS_MAX = 8 };

typedef struct BandJob {
    Rect box; /* on the canvas */
    const uint16_t *layers;
    size_t layer_count;
    PngBand band; /* the result, or ... */
    Rect drawn;   /* ... the area that has drawn pixels */
    Arena *arena;
} BandJob;

/* Images with the same box, and the bands of their rows. */
typedef struct Cut {
    Rect box;
    uint32_t group_count, band_count;
    uint32_t *first_groups; /* of each band, and one more at the end */
    uint32_t **counts;      /* by layer: number of cells by group; NULL: no image uses the layer
                             */
    uint16_t *used;         /* the layers that are used */
    size_t used_count;
    Arena *arena; /* for one Cut at a time */
} Cut;

typedef struct Composing {
    const LayPlan *plan;
    BandJob *jobs;
    size_t job_count;
    uint32_t **picture_jobs; /* by image: the jobs of its bands */
    size_t *band_counts;
    Table known; /* from the content of a job to its index */
    uint64_t work;
    bool pack;
    int level;
    Arena *arena;
    Report *report;
} Composing;

/* The target has the size of the box; cells outside of its rows are skipped. */
static void draw_box(const LayPlan *plan, Rect box, const uint16_t *layers, size_t layer_count,
                     const Image *target)
{
    for (size_t i = 0; i < layer_count; i++) {
        const LayLayer *layer = &plan->layers[layers[i]];
        const bool replace = plan->replace && layer->type != LAY_OVERLAY;
        for (size_t k = 0; k < layer->count; k++) {
            const LayCell *cell = &layer->cells[k];
            if (cell->y >= box.y + box.h || cell->y + cell->h <= box.y)
                continue;
            if (layer->triangles) {
                flat_triangle(target, -box.x, -box.y, plan->sheet, layer->triangles[k].corners);
                continue;
            }
            const Image part =
                image_part(plan->sheet, cell->source_x, cell->source_y, cell->w, cell->h);
            (replace ? image_copy : image_over)(target, cell->x - box.x, cell->y - box.y,
                                                &part);
        }
    }
}

void lay_draw(const LayPlan *plan, const LayPicture *picture, const Image *target)
{
    draw_box(plan, picture->box, picture->layers, picture->layer_count, target);
}

/* ---- cutting ---- */

static bool same_box(Rect a, Rect b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

/* Each layer is counted once for a Cut, whatever number of images uses it. */
static void count_cells(const LayPlan *plan, Cut *cut, uint16_t index)
{
    if (cut->counts[index])
        return;
    uint32_t *counts = ARENA_ALLOC(cut->arena, uint32_t, cut->group_count);
    const LayLayer *layer = &plan->layers[index];
    for (size_t i = 0; i < layer->count; i++) {
        const int32_t top = layer->cells[i].y - cut->box.y, bottom = top + layer->cells[i].h;
        if (bottom <= 0 || top >= cut->box.h)
            continue;
        const int32_t last = (bottom > cut->box.h ? cut->box.h : bottom) - 1;
        /* A triangle counts as the cells that its box would hold. */
        const uint32_t cells = layer->triangles ? (layer->cells[i].w + GROUP - 1u) / GROUP : 1;
        for (int32_t group = (top > 0 ? top : 0) / GROUP; group <= last / GROUP; group++)
            counts[group] += cells;
    }
    cut->counts[index] = counts;
    *ARENA_PUSH(cut->arena, cut->used, cut->used_count) = index;
}

/* Whether the same layers have cells in this group and the one before. */
static bool same_layers(const Cut *cut, uint32_t group)
{
    for (size_t i = 0; i < cut->used_count; i++) {
        const uint32_t *counts = cut->counts[cut->used[i]];
        if (!counts[group] != !counts[group - 1])
            return false;
    }
    return true;
}

/* Cuts the images from `first` on that have the same box and no bands yet. */
static Cut cut_rows(const LayPlan *plan, size_t first, Arena *arena)
{
    Cut cut = {.box = plan->pictures[first].box, .arena = arena};
    cut.group_count = ((uint32_t)cut.box.h + GROUP - 1) / GROUP;
    cut.first_groups = ARENA_ALLOC(arena, uint32_t, cut.group_count + 1);
    cut.counts = ARENA_ALLOC(arena, uint32_t *, plan->layer_count);
    for (size_t i = first; i < plan->picture_count; i++)
        if (same_box(plan->pictures[i].box, cut.box))
            for (size_t k = 0; k < plan->pictures[i].layer_count; k++)
                count_cells(plan, &cut, plan->pictures[i].layers[k]);
    for (uint32_t group = 1; group < cut.group_count; group++)
        if (group - cut.first_groups[cut.band_count] == GROUPS_MAX || !same_layers(&cut, group))
            cut.first_groups[++cut.band_count] = group;
    cut.first_groups[++cut.band_count] = cut.group_count;
    return cut;
}

/* ---- jobs ---- */

static size_t cells_in(const uint32_t *counts, uint32_t first, uint32_t end)
{
    size_t count = 0;
    for (uint32_t i = first; i < end; i++)
        count += counts[i];
    return count;
}

/* Returns the job for one band of an image; another image may have created it. */
static bool job_of(Composing *composing, const Cut *cut, uint32_t band,
                   const LayPicture *picture, uint32_t *index)
{
    const LayPlan *plan = composing->plan;
    const uint32_t first = cut->first_groups[band], end = cut->first_groups[band + 1];
    const int32_t top = (int32_t)first * GROUP, bottom = (int32_t)end * GROUP;
    const Rect box = {cut->box.x, cut->box.y + top, cut->box.w,
                      (bottom < cut->box.h ? bottom : cut->box.h) - top};
    struct {
        Rect box;
        uint16_t layers[LAY_LAYERS_MAX];
    } key = {.box = box};
    size_t count = 0;
    uint64_t draws = 0, visits = 0;
    for (size_t i = 0; i < picture->layer_count; i++) {
        const size_t cells = cells_in(cut->counts[picture->layers[i]], first, end);
        if (!cells)
            continue;
        key.layers[count++] = picture->layers[i];
        draws += cells;
        visits += plan->layers[picture->layers[i]].count;
    }
    const Text name = {(const char *)&key, sizeof box + count * sizeof *key.layers};
    const uint32_t *known = table_get(&composing->known, name);
    *index = known ? *known : (uint32_t)composing->job_count;
    if (known)
        return true;
    const Text kept = arena_text(composing->arena, name);
    table_put(&composing->known, kept, *index);
    *ARENA_PUSH(composing->arena, composing->jobs, composing->job_count) = (BandJob){
        .box = box, .layers = (const uint16_t *)(kept.at + sizeof box), .layer_count = count};
    /* Drawing a cell costs about an eighth of compressing its pixels; skipping a cell costs
     * almost nothing. */
    composing->work +=
        (uint64_t)box.w * (uint64_t)box.h + draws * (GROUP * GROUP / 8) + visits / 8;
    return composing->work <= LAY_WORK_MAX ||
           report_error(composing->report, "the pictures take more than %d million pixels",
                        LAY_WORK_MAX >> 20);
}

/* Plans the jobs of the images from `first` on that have the same box. */
static bool plan_box(Composing *composing, size_t first, Arena *scratch)
{
    const LayPlan *plan = composing->plan;
    const Cut cut = cut_rows(plan, first, scratch);
    for (size_t i = first; i < plan->picture_count; i++) {
        if (!same_box(plan->pictures[i].box, cut.box))
            continue;
        composing->band_counts[i] = cut.band_count;
        composing->picture_jobs[i] = ARENA_ALLOC(composing->arena, uint32_t, cut.band_count);
        for (uint32_t band = 0; band < cut.band_count; band++)
            if (!job_of(composing, &cut, band, &plan->pictures[i],
                        &composing->picture_jobs[i][band]))
                return false;
    }
    return true;
}

/* A band that is compressed once may be written many times. */
static bool pixels_check(const LayPlan *plan, Report *report)
{
    uint64_t pixels = 0;
    for (size_t i = 0; i < plan->picture_count; i++)
        pixels += (uint64_t)plan->pictures[i].box.w * (uint64_t)plan->pictures[i].box.h;
    return pixels <= LAY_PIXELS_MAX ||
           report_error(report, "%zu pictures with more than %d million pixels in all",
                        plan->picture_count, LAY_PIXELS_MAX >> 20);
}

/* Images are handled by boxes, because only those with equal ones can share bands. */
static bool plan_jobs(Composing *composing)
{
    const LayPlan *plan = composing->plan;
    if (!pixels_check(plan, composing->report))
        return false;
    composing->known = table_new(composing->arena);
    composing->picture_jobs = ARENA_ALLOC(composing->arena, uint32_t *, plan->picture_count);
    composing->band_counts = ARENA_ALLOC(composing->arena, size_t, plan->picture_count);
    Arena *scratch = arena_new();
    bool ok = true;
    for (size_t first = 0; first < plan->picture_count && ok; first++) {
        if (composing->picture_jobs[first])
            continue;
        ok = plan_box(composing, first, scratch);
        arena_reset(scratch);
    }
    arena_free(scratch);
    return ok;
}

/* Runs in several threads: it writes only its own job. Results have their own arena. */
static void run_job(void *context, size_t index)
{
    const Composing *composing = context;
    BandJob *job = &composing->jobs[index];
    Arena *scratch = arena_new();
    const Image rows = image_new((uint32_t)job->box.w, (uint32_t)job->box.h, scratch);
    draw_box(composing->plan, job->box, job->layers, job->layer_count, &rows);
    if (composing->pack) {
        job->arena = arena_new();
        job->band = png_band(&rows, composing->level, job->arena, scratch);
    } else {
        job->drawn = image_opaque_box(&rows);
    }
    arena_free(scratch);
}

/* Arenas of the results are adopted afterwards, in this thread. */
static void run_jobs(Composing *composing)
{
    tasks_run(run_job, composing, composing->job_count);
    for (size_t i = 0; i < composing->job_count; i++)
        if (composing->jobs[i].arena)
            arena_adopt(composing->arena, composing->jobs[i].arena);
}

/* ---- results ---- */

/* An image without drawn pixels keeps one, as a PNG needs it. */
static Rect drawn_box(const Composing *composing, size_t picture)
{
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    for (size_t i = 0; i < composing->band_counts[picture]; i++) {
        const BandJob *job = &composing->jobs[composing->picture_jobs[picture][i]];
        const int32_t x = job->box.x + job->drawn.x, y = job->box.y + job->drawn.y;
        if (!job->drawn.w)
            continue;
        left = x < left ? x : left;
        top = y < top ? y : top;
        right = x + job->drawn.w > right ? x + job->drawn.w : right;
        bottom = y + job->drawn.h > bottom ? y + job->drawn.h : bottom;
    }
    const Rect whole = composing->plan->pictures[picture].box;
    return left > right ? (Rect){whole.x, whole.y, 1, 1}
                        : (Rect){left, top, right - left, bottom - top};
}

/* Draws everything once to find the boxes; lay_compose_plan() then cuts again. */
bool lay_trim(LayPlan *plan, Arena *arena, Report *report)
{
    Composing composing = {.plan = plan, .arena = arena, .report = report};
    if (!plan_jobs(&composing))
        return false;
    run_jobs(&composing);
    plan->work += composing.work;
    for (size_t i = 0; i < plan->picture_count; i++)
        plan->pictures[i].box = drawn_box(&composing, i);
    return true;
}

/* The image's parts are not copied: shared bands appear in several images. */
static void join_bands(const Composing *composing, size_t index)
{
    LayPicture *picture = &composing->plan->pictures[index];
    const size_t count = composing->band_counts[index];
    const PngBand **bands = ARENA_ALLOC(composing->arena, const PngBand *, count);
    Bytes *parts = ARENA_ALLOC(composing->arena, Bytes, count + 2);
    for (size_t i = 0; i < count; i++)
        bands[i] = &composing->jobs[composing->picture_jobs[index][i]].band;
    png_join((uint32_t)picture->box.w, (uint32_t)picture->box.h, bands, count, parts,
             composing->arena);
    picture->parts = parts;
    picture->part_count = count + 2;
}

/* `work` also counts the drawing of lay_trim(). */
bool lay_compose_plan(LayPlan *plan, const LayOptions *options, Arena *arena, Report *report)
{
    Composing composing = {
        .plan = plan, .pack = true, .level = options->level, .arena = arena, .report = report};
    if ((options->trim && !lay_trim(plan, arena, report)) || !plan_jobs(&composing))
        return false;
    run_jobs(&composing);
    plan->work += composing.work;
    for (size_t i = 0; i < plan->picture_count; i++)
        join_bands(&composing, i);
    return true;
}

bool lay_compose(const Lay *lay, const Image *sheet, const LayOptions *options, Text name,
                 LayPlan *out, Arena *arena, Report *report)
{
    return lay_plan(lay, sheet, options, name, out, arena, report) &&
           lay_compose_plan(out, options, arena, report);
}

bool lay_draw_bands(const Lay *lay, const Image *sheet, const LayOptions *options, Arena *arena,
                    Report *report)
{
    LayPlan plan;
    Composing composing = {.plan = &plan, .arena = arena, .report = report};
    if (!lay_plan(lay, sheet, options, TEXT(""), &plan, arena, report) ||
        !plan_jobs(&composing))
        return false;
    run_jobs(&composing);
    return true;
}

Bytes lay_picture_file(const LayPicture *picture, Arena *arena)
{
    Writer writer = writer_to(arena);
    for (size_t i = 0; i < picture->part_count; i++)
        write_bytes(&writer, picture->parts[i]);
    return writer_bytes(&writer);
}

/* Checks the limits of `lay_compose`, before anything is drawn. */
static bool limits_hold(const Lay *lay, const Mvl *mvl, const LayOptions *options,
                        Report *report)
{
    /* The maximum size of a sheet, so that no cell is outside of it. */
    const Image sheet = {PNG_SIDE_MAX, PNG_SIDE_MAX, PNG_SIDE_MAX, NULL};
    LayPlan plan;
    Arena *arena = arena_new();
    Composing composing = {.plan = &plan, .arena = arena, .report = report};
    const bool ok = (lay ? lay_plan(lay, &sheet, options, TEXT(""), &plan, arena, report)
                         : mvl_plan(mvl, &sheet, options, TEXT(""), &plan, arena, report)) &&
                    plan_jobs(&composing);
    arena_free(arena);
    return ok;
}

/* The usual images must be possible; for all frames there is only a warning. */
static bool limits_check(const Lay *lay, const Mvl *mvl, Report *report)
{
    Report silent = report_to(NULL, NULL);
    if (!limits_hold(lay, mvl, &(LayOptions){0}, report))
        return false;
    if (!limits_hold(lay, mvl, &(LayOptions){.all_frames = true}, &silent))
        report_warning(report,
                       "with --frames all, the pictures would exceed the limits of convert");
    return true;
}

bool lay_limits_check(const Lay *lay, Report *report)
{
    return limits_check(lay, NULL, report);
}

bool mvl_limits_check(const Mvl *mvl, Report *report)
{
    return limits_check(NULL, mvl, report);
}

bool lay_check_limits(Bytes file, Arena *arena, Report *report)
{
    Lay lay;
    return lay_read(file, &lay, arena, report) && lay_limits_check(&lay, report);
}

bool mvl_check_limits(Bytes file, Arena *arena, Report *report)
{
    Mvl mvl;
    return mvl_read(file, &mvl, arena, report) && mvl_limits_check(&mvl, report);
}
