/* A scene as a model. The first byte says what comes out: an archive, loose files or a figure.
 * What is an archive can be read as a model again, made a scene and a model once more. */
#include "evil_islands/models/model_import.h"
#include "evil_islands/models/model_export.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Bytes file_of(const ConversionJob *job, const char *path)
{
    const ProjectFile *file = project_file(&job->files_out, text_of(path));
    return file ? file->bytes : (Bytes){0};
}

static void again(const ConversionJob *job, Arena *arena, Report *report)
{
    const ModelSource source = {.path = TEXT("x.mod"),
                                .file = job->output,
                                .bones = file_of(job, ".bon"),
                                .animation = file_of(job, ".anm")};
    const ModelSettings settings = {0};
    Model model;
    Gltf scene;
    ConversionJob next = {.path = TEXT("x.glb"), .target = TEXT("x.mod")};
    const size_t before = report->errors;
    if (!model_load(&source, &model, arena, report))
        abort(); /* what we write we read */
    if (model_scene(&model, &settings, &scene, arena, report) &&
        gltf_write(&scene, &next.input, arena, report) && !glb_to_model(&next, arena, report) &&
        report->errors != before + 1)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MEMORY = 512 << 20 };
    if (!size)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    ConversionJob job = {
        .path = TEXT("x.glb"), .target = TEXT("x.mod"), .input = {data + 1, size - 1}};
    const bool ok = data[0] % 3 == 0   ? glb_to_model(&job, arena, &report)
                    : data[0] % 3 == 1 ? glb_to_links(&job, arena, &report)
                                       : glb_to_figure(&job, arena, &report);
    if (ok != (report.errors == 0) || report.errors > 1)
        abort(); /* said once */
    if (arena_used(arena) > MEMORY + 100 * size)
        abort();
    if (ok && data[0] % 3 == 0)
        again(&job, arena, &report);
    arena_free(arena);
    return 0;
}
