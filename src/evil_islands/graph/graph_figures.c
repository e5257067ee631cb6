/* Loads the figures that block tiles. Parts, in order: boxes and roles of a figure's bones;
 * loading figures. A bone's role follows from how its name begins. Of a model's files only .fig
 * and .bon are read, since clips and textures do not change its boxes. A template without a
 * figure is remembered, too, so that a damaged file is read once. */
#include "evil_islands/graph/graph_figures.h"

#include "base/text.h"
#include "evil_islands/maps/map_models.h"
#include "evil_islands/models/model.h"

bool graph_figures(const ProjectFiles *files, GraphFigures *out, Arena *arena, Report *report)
{
    *out =
        (GraphFigures){.files = file_store(arena), .known = table_new(arena), .arena = arena};
    return file_store_add_files(&out->files, files, report);
}

/* Only what shapes a figure at rest. */
static bool beside(void *context, Text name, Bytes *out, Arena *arena)
{
    return (path_has_suffix(name, ".fig") || path_has_suffix(name, ".bon")) &&
           file_store_beside(context, name, out, arena);
}

static GraphRole role_of(Text name)
{
    static const struct {
        const char *start;
        GraphRole role;
    } rows[] = {{"base", GRAPH_FLOOR}, {"crown", GRAPH_IGNORED}, {"empty", GRAPH_IGNORED}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const size_t size = strlen(rows[i].start);
        if (name.size >= size &&
            text_equal_caseless(text_slice(name, 0, size), text_of(rows[i].start)))
            return rows[i].role;
    }
    return GRAPH_OBSTACLE;
}

/* ---- boxes ---- */

static bool put_vector(const FigVector *from, double out[3])
{
    out[0] = from->x;
    out[1] = from->y;
    out[2] = from->z;
    return isfinite(from->x) && isfinite(from->y) && isfinite(from->z);
}

/* Adds the offsets of a bone and its parents. */
static void add_offsets(const Model *model, size_t bone, GraphPart *part)
{
    for (int32_t at = (int32_t)bone; at >= 0; at = model->bones[at].parent)
        for (unsigned i = 0; i < FIG_VARIANTS; i++) {
            const Vec3 offset = model->bones[at].offsets[i];
            part->centers[i][0] += offset.x;
            part->centers[i][1] += offset.y;
            part->centers[i][2] += offset.z;
        }
}

static void put_part(const Model *model, size_t bone, GraphPart *part)
{
    const FigFile *fig = model->bones[bone].fig;
    part->role = role_of(model->bones[bone].name);
    part->has_box = fig != NULL;
    for (unsigned i = 0; fig && i < FIG_VARIANTS; i++) {
        const unsigned variant = fig_variant(fig, i);
        part->has_box &= put_vector(&fig->centers[variant], part->centers[i]) &&
                         put_vector(&fig->mins[variant], part->mins[i]) &&
                         put_vector(&fig->maxs[variant], part->maxs[i]);
    }
    if (part->has_box && part->role != GRAPH_IGNORED)
        add_offsets(model, bone, part);
}

static GraphFigure *figure_of(const Model *model, Arena *arena)
{
    GraphFigure *out = ARENA_ALLOC(arena, GraphFigure, 1);
    out->parts = ARENA_ALLOC(arena, GraphPart, model->bone_count);
    out->count = model->bone_count;
    out->names = table_new(arena);
    for (size_t i = 0; i < model->bone_count; i++) {
        const Text name = text_lowered(arena_text(arena, model->bones[i].name), arena);
        put_part(model, i, &out->parts[i]);
        if (!table_get(&out->names, name))
            table_put(&out->names, name, (uint32_t)i);
    }
    return out;
}

/* ---- files ---- */

/* Returns the index of a figure, from 1; 0 if there is none. */
static uint32_t load_figure(GraphFigures *figures, const StoredFile *file)
{
    const ConversionFolder folder = {.beside = beside, .context = &figures->files};
    const ModelSource source = {.path = file->name, .file = file->bytes, .folder = &folder};
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    Model model;
    const bool ok = figures->work < GRAPH_FIGURES_MAX &&
                    figures->count < GRAPH_FIGURE_COUNT_MAX &&
                    model_load(&source, &model, scratch, &silent);
    if (ok)
        *ARENA_PUSH(figures->arena, figures->items, figures->count) =
            figure_of(&model, figures->arena);
    figures->work += arena_used(scratch);
    arena_free(scratch);
    return ok ? (uint32_t)figures->count : 0;
}

const GraphFigure *graph_figure(GraphFigures *figures, Text template)
{
    const Text key = path_key(template, figures->arena);
    const uint32_t *found = table_get(&figures->known, key);
    uint32_t index = found ? *found : 0;
    if (!found) {
        const StoredFile *file = map_model_file(&figures->files, template);
        index = file ? load_figure(figures, file) : 0;
        table_put(&figures->known, key, index);
    }
    return index ? figures->items[index - 1] : NULL;
}
