/* The list of a layout's images: faces with their mouths and eyes. */
#include "mages/sprites/lay_internal.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Planning {
    LayPlan *plan;
    const LayOptions *options;
    Text name;
    const LayLayer **composed; /* overlays that are drawn on every image */
    size_t composed_count;
    uint32_t *numbers; /* their numbers */
    size_t count;      /* of images */
    Arena *arena;
    Report *report;
} Planning;

/* A frame has 8 bits. An entry "both" is numbered 3 * eye + mouth. */
enum { FRAMES = 256, BOTH_MOUTHS = 3 };

/* NULL above the limit, which is reported. The array may move: do not keep pointers. */
static LayPicture *add(Planning *planning)
{
    if (planning->count >= LAY_PICTURES_MAX) {
        report_error(planning->report, "more than %d pictures", LAY_PICTURES_MAX);
        return NULL;
    }
    LayPicture *picture =
        ARENA_PUSH(planning->arena, planning->plan->pictures, planning->count);
    *picture =
        (LayPicture){.box = {0, 0, (int32_t)planning->plan->w, (int32_t)planning->plan->h}};
    return picture;
}

static uint16_t index_of(const Planning *planning, const LayLayer *layer)
{
    return (uint16_t)(layer - planning->plan->layers);
}

static Text join(Planning *planning, const char *words)
{
    return arena_format(planning->arena, "%.*s%s", (int)planning->name.size, planning->name.at,
                        words);
}

/* "_f01_e1_m2", without numbers that are 0 */
static Text name_of(Planning *planning, uint32_t face, uint32_t eye, uint32_t mouth)
{
    char words[64];
    int size = snprintf(words, sizeof words, "_f%02u", face);
    if (eye)
        size += snprintf(words + size, sizeof words - (size_t)size, "_e%u", eye);
    if (mouth)
        snprintf(words + size, sizeof words - (size_t)size, "_m%u", mouth);
    return join(planning, words);
}

/* Adds an image of the given layers (NULL: absent) and the overlays for all images. */
static bool add_expression(Planning *planning, const LayLayer *const parts[LAY_KINDS],
                           Text name, uint32_t face, uint32_t eye, uint32_t mouth)
{
    LayPicture *picture = add(planning);
    if (!picture)
        return false;
    uint16_t *layers =
        ARENA_ALLOC(planning->arena, uint16_t, LAY_KINDS + planning->composed_count);
    for (size_t i = 0; i < LAY_KINDS; i++)
        if (parts[i]) {
            layers[picture->layer_count++] = index_of(planning, parts[i]);
            picture->type = parts[i]->type;
        }
    Writer words = writer_to(planning->arena);
    write_text(&words, name);
    for (size_t i = 0; i < planning->composed_count; i++) {
        layers[picture->layer_count++] = index_of(planning, planning->composed[i]);
        write_format(&words, "+o%u", planning->numbers[i]);
    }
    picture->name = writer_text(&words);
    picture->layers = layers;
    picture->face = face;
    picture->eye = eye;
    picture->mouth = mouth;
    picture->overlays = planning->numbers;
    picture->overlay_count = planning->composed_count;
    return true;
}

/* The parts of one kind that a face has. */
typedef struct Parts {
    const LayLayer *first;
    size_t count;
} Parts;

static Parts parts_of(const LayPlan *plan, uint32_t type, uint32_t face)
{
    Parts parts;
    parts.first = lay_layers_of(plan, type, face, &parts.count);
    return parts;
}

/* The numbers of mouths (or eyes) that have parts; only 0 if there are none. */
static void numbers_of(const Parts *alone, const Parts *both, bool eyes, bool known[FRAMES])
{
    memset(known, 0, FRAMES * sizeof *known);
    for (size_t i = 0; i < alone->count; i++)
        known[alone->first[i].frame] = true;
    for (size_t i = 0; i < both->count && !alone->count; i++)
        known[eyes ? both->first[i].frame / BOTH_MOUTHS : both->first[i].frame % BOTH_MOUTHS] =
            true;
    known[0] |= !alone->count && !both->count;
}

/* Adds every pair of eyes and mouth for which all required parts exist. */
static bool plan_face(Planning *planning, uint32_t face)
{
    const LayPlan *plan = planning->plan;
    const Parts mouths = parts_of(plan, LAY_MOUTH, face), eyes = parts_of(plan, LAY_EYES, face);
    const Parts both = parts_of(plan, LAY_BOTH, face);
    const LayLayer *layers[LAY_KINDS] = {lay_layer(plan, LAY_BASE, 0, 0),
                                         lay_layer(plan, LAY_SUB, face, 0)};
    bool eye_known[FRAMES], mouth_known[FRAMES];
    const size_t before = planning->count;
    numbers_of(&eyes, &both, true, eye_known);
    numbers_of(&mouths, &both, false, mouth_known);
    for (uint32_t eye = 0; eye < FRAMES; eye++)
        for (uint32_t mouth = 0; mouth < FRAMES && eye_known[eye]; mouth++) {
            if (!mouth_known[mouth])
                continue;
            layers[2] = mouths.count ? lay_layer(plan, LAY_MOUTH, face, mouth) : NULL;
            layers[3] = both.count && mouth < BOTH_MOUTHS
                            ? lay_layer(plan, LAY_BOTH, face, BOTH_MOUTHS * eye + mouth)
                            : NULL;
            layers[4] = eyes.count ? lay_layer(plan, LAY_EYES, face, eye) : NULL;
            if (both.count && !layers[3])
                continue; /* the image would have a hole */
            const Text name = name_of(planning, face, eye, mouth);
            if (!add_expression(planning, layers, name, face, eye, mouth))
                return false;
            if (!planning->options->all_frames)
                return true;
        }
    if (planning->count == before)
        report_warning(planning->report, "face %u: its mouths and eyes do not fit together",
                       face);
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* A layout without faces has one image, its base. */
static bool plan_faces(Planning *planning)
{
    const LayPlan *plan = planning->plan;
    uint32_t *faces = ARENA_ALLOC(planning->arena, uint32_t, plan->layer_count);
    size_t count = 0;
    for (size_t i = 0; i < plan->layer_count; i++)
        if (plan->layers[i].type != LAY_BASE && plan->layers[i].type != LAY_OVERLAY)
            faces[count++] = plan->layers[i].face;
    qsort(faces, count, sizeof *faces, compare_numbers);
    for (size_t i = 0; i < count; i++)
        if ((i == 0 || faces[i] != faces[i - 1]) && !plan_face(planning, faces[i]))
            return false;
    const LayLayer *base[LAY_KINDS] = {lay_layer(plan, LAY_BASE, 0, 0)};
    return count || !base[0] || add_expression(planning, base, planning->name, 0, 0, 0);
}

/* One image of one layer, without the others. */
static bool add_layer(Planning *planning, const LayLayer *layer, Text name)
{
    LayPicture *picture = add(planning);
    if (!picture)
        return false;
    uint16_t *index = ARENA_ALLOC(planning->arena, uint16_t, 1);
    *index = index_of(planning, layer);
    picture->name = name;
    picture->type = layer->type;
    picture->layers = index;
    picture->layer_count = 1;
    picture->face = layer->face;
    if (layer->type == LAY_OVERLAY) {
        picture->overlays = &layer->frame;
        picture->overlay_count = 1;
    } else if (layer->type == LAY_BOTH) {
        picture->eye = layer->frame / BOTH_MOUTHS;
        picture->mouth = layer->frame % BOTH_MOUTHS;
    } else {
        *(layer->type == LAY_EYES ? &picture->eye : &picture->mouth) = layer->frame;
    }
    return true;
}

static Text overlay_name(Planning *planning, const LayLayer *layer)
{
    return arena_format(planning->arena, "%.*s_o%u", (int)planning->name.size,
                        planning->name.at, layer->frame);
}

/* Overlays that are not drawn on other images are separate images, on the same canvas. */
static bool plan_overlays(Planning *planning)
{
    const Parts overlays = parts_of(planning->plan, LAY_OVERLAY, 0);
    for (size_t i = 0; i < overlays.count && !planning->composed_count; i++)
        if (overlays.first[i].count && !add_layer(planning, &overlays.first[i],
                                                  overlay_name(planning, &overlays.first[i])))
            return false;
    return true;
}

static Rect cells_box(const LayLayer *layer)
{
    int32_t left = INT32_MAX, top = INT32_MAX, right = 0, bottom = 0;
    for (size_t i = 0; i < layer->count; i++) {
        const LayCell *cell = &layer->cells[i];
        left = cell->x < left ? cell->x : left;
        top = cell->y < top ? cell->y : top;
        right = cell->x + cell->w > right ? cell->x + cell->w : right;
        bottom = cell->y + cell->h > bottom ? cell->y + cell->h : bottom;
    }
    return (Rect){left, top, right - left, bottom - top};
}

/* "_base", "_f01", "_f01_m0", "_f01_e0", "_f01_e0_m0", "_o1" */
static Text layer_name(Planning *planning, const LayLayer *layer)
{
    char words[64];
    const uint32_t face = layer->face, frame = layer->frame;
    switch (layer->type) {
    case LAY_BASE:
        return join(planning, "_base");
    case LAY_OVERLAY:
        return overlay_name(planning, layer);
    case LAY_MOUTH:
        snprintf(words, sizeof words, "_f%02u_m%u", face, frame);
        break;
    case LAY_EYES:
        snprintf(words, sizeof words, "_f%02u_e%u", face, frame);
        break;
    case LAY_BOTH:
        snprintf(words, sizeof words, "_f%02u_e%u_m%u", face, frame / BOTH_MOUTHS,
                 frame % BOTH_MOUTHS);
        break;
    default:
        snprintf(words, sizeof words, "_f%02u", face);
    }
    return join(planning, words);
}

/* For `layers`: each layer alone, cropped to its cells. */
static bool plan_entries(Planning *planning)
{
    const LayPlan *plan = planning->plan;
    for (size_t i = 0; i < plan->layer_count; i++) {
        const LayLayer *layer = &plan->layers[i];
        if (!layer->count)
            continue;
        if (!add_layer(planning, layer, layer_name(planning, layer)))
            return false;
        plan->pictures[planning->count - 1].box = cells_box(layer);
    }
    return true;
}

/* Selects the requested overlays. */
static bool choose_overlays(Planning *planning)
{
    const LayOptions *options = planning->options;
    const Parts all = parts_of(planning->plan, LAY_OVERLAY, 0);
    const size_t most = options->all_overlays ? all.count : options->overlay_count;
    planning->composed = ARENA_ALLOC(planning->arena, const LayLayer *, most);
    planning->numbers = ARENA_ALLOC(planning->arena, uint32_t, most);
    for (size_t i = 0; i < most; i++) {
        const uint32_t number =
            options->all_overlays ? all.first[i].frame : options->overlays[i];
        const LayLayer *layer = lay_layer(planning->plan, LAY_OVERLAY, 0, number);
        if (!layer)
            return report_error(planning->report, "no overlay %u; it has %zu", number,
                                all.count);
        for (size_t k = 0; k < i; k++)
            if (planning->numbers[k] == number)
                return report_error(planning->report, "duplicate overlay %u", number);
        planning->composed[i] = layer;
        planning->numbers[i] = number;
    }
    planning->composed_count = most;
    return true;
}

/* Creates the list of images of a plan whose layers are known. */
static bool plan_pictures(LayPlan *plan, const LayOptions *options, Text name, Arena *arena,
                          Report *report)
{
    Planning planning = {
        .plan = plan, .options = options, .name = name, .arena = arena, .report = report};
    if (options->layers ? !plan_entries(&planning)
                        : !choose_overlays(&planning) || !plan_faces(&planning) ||
                              !plan_overlays(&planning))
        return false;
    plan->picture_count = planning.count;
    return planning.count || report_error(report, "no entry can be drawn");
}

/* Layers and images are in `arena`; `sheet` must stay valid as long as the plan. */
bool lay_plan(const Lay *lay, const Image *sheet, const LayOptions *options, Text name,
              LayPlan *out, Arena *arena, Report *report)
{
    *out = (LayPlan){.sheet = sheet, .parts = options->layers};
    return lay_plan_layers(lay, options, out, arena, report) &&
           plan_pictures(out, options, name, arena, report);
}

bool mvl_plan(const Mvl *mvl, const Image *sheet, const LayOptions *options, Text name,
              LayPlan *out, Arena *arena, Report *report)
{
    *out = (LayPlan){.sheet = sheet, .parts = options->layers};
    return mvl_plan_layers(mvl, options, out, arena, report) &&
           plan_pictures(out, options, name, arena, report);
}
