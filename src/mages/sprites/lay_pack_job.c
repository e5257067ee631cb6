/* The job pack for a folder of images: names of the outputs, options, and the files, which are
 * written together. Images are read only from the folder itself, because the manifest may come
 * from somebody else. */
#include "mages/sprites/lay_pack_job.h"

#include "base/output/output.h"
#include "base/path.h"

#include "kit/jobs/files.h"
#include "kit/jobs/job_inputs.h"
#include "kit/workspace/workspace.h"
#include "mages/sprites/lay_pack_manifest.h"
#include "base/image/png.h"
#include "base/image/png_write.h"

#include <string.h>

static bool is_mvl(const char *output) { return path_has_suffix(text_of(output), ".mvl"); }

bool is_layout(const char *folder, const char *output)
{
    return (path_has_suffix(text_of(output), ".lay") || is_mvl(output)) &&
           !is_workspace(folder, output);
}

static bool load_picture(void *context, Text file, Image *out, Arena *scratch, Report *report)
{
    const char *folder = context;
    Bytes bytes;
    const Text path = arena_format(scratch, "%s/%.*s", folder, (int)file.size, file.at);
    if (memchr(file.at, '/', file.size) || memchr(file.at, '\\', file.size))
        return report_error(report, "\"%.*s\" is not a file of the folder", (int)file.size,
                            file.at);
    return file_load(path.at, &bytes, scratch, report) &&
           png_read(bytes, out, NULL, scratch, report);
}

/* NAME of NAME_.lay, NAME.lay or NAME.mvl, with its folder; the image is NAME.png. */
static Text stem_of(const char *output)
{
    Text stem = text_slice(text_of(output), 0, strlen(output) - strlen(".lay"));
    if (text_ends(stem, "_"))
        stem = text_slice(stem, 0, stem.size - 1);
    return stem;
}

/* Returns -1 if the flavour is unknown. */
static int flavour_of(const Job *job)
{
    const char *flavour = job_text(job, OPTION_flavour);
    if (!flavour)
        return LAY_A;
    const char *letter = flavour[0] && !flavour[1] ? strchr("ABCabc", flavour[0]) : NULL;
    return letter ? (int)((letter - "ABCabc") % 3) : -1;
}

/* Packs the images and writes the bytes of the layout; `*note` describes them. */
static bool pack_lay(const Job *job, const LayManifest *manifest, Text name, const char *folder,
                     Bytes *out, Image *sheet, Text *note, Arena *arena, Report *report)
{
    Lay lay;
    if (!lay_pack_manifest(manifest, name, load_picture, (void *)(uintptr_t)folder,
                           (LayFlavour)flavour_of(job), &lay, sheet, arena, report))
        return false;
    lay.zlib = job_given(job, OPTION_zlib);
    *out = lay_write(&lay, arena);
    *note = arena_format(arena, "%u entries, %u cells", lay.file.sprite_count,
                         lay.file.chunk_count);
    return true;
}

static bool pack_mvl(const LayManifest *manifest, Text name, const char *folder, Bytes *out,
                     Image *sheet, Text *note, Arena *arena, Report *report)
{
    Mvl mvl;
    if (!mvl_pack_manifest(manifest, name, load_picture, (void *)(uintptr_t)folder, &mvl, sheet,
                           arena, report))
        return false;
    *out = mvl_write(&mvl, arena);
    *note = arena_format(arena, "%u states, %u vertices", mvl.head.state_count,
                         mvl.head.vertex_count);
    return true;
}

bool layout_options_fit(Job *job)
{
    if (flavour_of(job) >= 0)
        return true;
    return job_usage_error(job, "--flavour: expected A, B or C, found \"%s\"",
                           job_text(job, OPTION_flavour));
}

/* The sheet must not replace an image of the folder, nor the layout its manifest. */
static bool outputs_are_free(const LayManifest *manifest, const char *folder,
                             const char *const *outputs, Arena *arena, Report *report)
{
    InputFiles read = {.arena = arena};
    input_files_note(&read, arena_format(arena, "%s/" LAY_MANIFEST_NAME, folder).at);
    for (size_t i = 0; i < manifest->picture_count; i++) {
        const Text file = manifest->pictures[i].file;
        input_files_note(&read,
                         arena_format(arena, "%s/%.*s", folder, (int)file.size, file.at).at);
    }
    return input_files_check_output(&read, outputs[0], report) &&
           input_files_check_output(&read, outputs[1], report);
}

bool layout_pack_folder(Job *job, const char *folder, const char *output, Arena *arena)
{
    Report *report = job->report;
    const Text stem = stem_of(output),
               path = arena_format(arena, "%s/%s", folder, LAY_MANIFEST_NAME);
    LayManifest manifest;
    Bytes bytes, layout;
    Text note;
    Image sheet;
    const char *atlas = arena_format(arena, "%.*s.png", (int)stem.size, stem.at).at;
    if (is_mvl(output) && (job_given(job, OPTION_flavour) || job_given(job, OPTION_zlib)))
        return job_usage_error(job, "--flavour and --zlib are for .lay, not for .mvl");
    if (!path_base(stem).size)
        return report_error(report, "\"%s\" has no name before its suffix", output);
    if (is_folder(output) || is_folder(atlas))
        return report_error(report, "%s is a folder", is_folder(output) ? output : atlas);
    if (!file_load(path.at, &bytes, arena, report))
        return false;
    Report about_manifest = report_child(report, path);
    Report about = report_child(report, text_of(folder));
    bool ok =
        lay_manifest_read(bytes, &manifest, arena, &about_manifest) &&
        outputs_are_free(&manifest, folder, (const char *[]){atlas, output}, arena, &about) &&
        (is_mvl(output) ? pack_mvl(&manifest, path_base(stem), folder, &layout, &sheet, &note,
                                   arena, &about)
                        : pack_lay(job, &manifest, path_base(stem), folder, &layout, &sheet,
                                   &note, arena, &about));
    if (!ok)
        return false;
    const Bytes picture = png_write(&sheet, NULL, arena);
    Output *files = output_files(folder_above(text_of(output), arena).at, arena, report);
    ok = output_put_at(files, atlas, &picture, 1, report) &&
         output_put_at(files, output, &layout, 1, report);
    if (!output_end(files, ok, report))
        return false;
    job_note(job, "%s: %.*s; %s: %u x %u", output, (int)note.size, note.at, atlas, sheet.w,
             sheet.h);
    return true;
}
