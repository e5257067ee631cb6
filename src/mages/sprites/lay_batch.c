/* What the layouts of one call make together: a manifest, or a cast. */
#include "mages/sprites/lay_cast.h"

typedef struct LayBatch {
    LayManifest manifest;
    LayCast cast;
} LayBatch;

static void begin(void *state, Arena *arena)
{
    LayBatch *batch = state;
    batch->manifest.arena = arena;
    batch->cast.arena = arena;
}

static void join(void *settings, void *state)
{
    LaySettings *lay = settings;
    LayBatch *batch = state;
    lay->manifest = &batch->manifest;
    lay->cast = &batch->cast;
}

static void undo(void *state, const void *before)
{
    LayBatch *batch = state;
    const LayBatch *then = before;
    batch->manifest.picture_count = then->manifest.picture_count;
    batch->manifest.canvas_count = then->manifest.canvas_count;
    batch->cast.count = then->cast.count;
}

static bool is_there(void *context, Text file) { return folder_had(context, file); }

/* Images that are in the folder already are listed, too. */
static bool put_manifest(LayManifest *manifest, const ConversionFolder *folder, Report *report)
{
    ProjectFile file;
    LayManifest older;
    if (!manifest->picture_count)
        return true;
    if (folder->older(folder->context, TEXT(LAY_MANIFEST_NAME), &file, manifest->arena)) {
        Report about = report_child(report, file.path);
        if (!lay_manifest_read(file.bytes, &older, manifest->arena, &about))
            return false; /* made by another program */
        lay_manifest_merge(manifest, &older, is_there, (void *)(uintptr_t)folder);
    }
    const Bytes bytes = lay_manifest_write(manifest, manifest->arena);
    return folder->put(folder->context, TEXT(LAY_MANIFEST_NAME), &bytes, 1, report);
}

static bool end(void *state, const ConversionFolder *folder, Report *report)
{
    LayBatch *batch = state;
    const bool listed = put_manifest(&batch->manifest, folder, report);
    return lay_cast_put(&batch->cast, folder, report) && listed;
}

const ConversionBatch lay_batch = {"sprite layouts", sizeof(LayBatch), begin, join, undo, end};
