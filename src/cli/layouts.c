#include "cli/layouts.h"

#include "cli/files.h"
#include "convert/lay_pack_manifest.h"
#include "image/png.h"
#include "image/png_write.h"

#include <stdio.h>

bool is_layout(const char *folder, const char *output)
{
    (void)folder;
    return text_ends(text_of(output), ".lay");
}

static bool load_picture(void *context, Text file, Image *out, Arena *scratch, Report *report)
{
    const char *folder = context;
    Bytes bytes;
    const Text path = arena_format(scratch, "%s/%.*s", folder, (int)file.size, file.at);
    if (memchr(file.at, '/', file.size) || memchr(file.at, '\\', file.size))
        return report_error(report, "\"%.*s\" is no file of the folder", (int)file.size,
                            file.at);
    return file_load(path.at, &bytes, scratch, report) &&
           png_read(bytes, out, NULL, scratch, report);
}

/* NAME of NAME_.lay or NAME.lay, with its folder; the picture is NAME.png. */
static Text stem_of(const char *output)
{
    Text stem = text_slice(text_of(output), 0, strlen(output) - strlen(".lay"));
    if (text_ends(stem, "_"))
        stem = text_slice(stem, 0, stem.size - 1);
    return stem;
}

/* As the manifest knows it. */
static Text layout_name(Text stem)
{
    size_t from = stem.size;
    while (from && stem.at[from - 1] != '/')
        from--;
    return text_slice(stem, from, stem.size);
}

static bool read_flavour(Invocation *invocation, LayFlavour *out)
{
    const char *flavour = option_text(invocation, "flavour");
    *out = LAY_A;
    if (!flavour)
        return true;
    const char *letter = flavour[0] && !flavour[1] ? strchr("ABCabc", flavour[0]) : NULL;
    if (!letter)
        return report_error(&invocation->report, "--flavour is A, B or C, not \"%s\"", flavour);
    *out = (LayFlavour)((letter - "ABCabc") % 3);
    return true;
}

bool layout_pack_folder(Invocation *invocation, const char *folder, const char *output,
                        Arena *arena)
{
    Report *report = &invocation->report;
    const Text stem = stem_of(output),
               path = arena_format(arena, "%s/%s", folder, LAY_MANIFEST_NAME);
    LayManifest manifest;
    LayFlavour flavour;
    Bytes bytes;
    Lay lay;
    Image sheet;
    if (!read_flavour(invocation, &flavour) || !file_load(path.at, &bytes, arena, report))
        return false;
    report_about(report, path);
    bool ok = lay_manifest_read(bytes, &manifest, arena, report);
    report_about(report, text_of(folder));
    ok = ok &&
         lay_pack_manifest(&manifest, layout_name(stem), load_picture,
                           (void *)(uintptr_t)folder, flavour, &lay, &sheet, arena, report);
    report_about(report, TEXT(""));
    if (!ok)
        return false;
    lay.zlib = option_given(invocation, "zlib");
    const Bytes layout = lay_write(&lay, arena), picture = png_write(&sheet, NULL, arena);
    const char *atlas = arena_format(arena, "%.*s.png", (int)stem.size, stem.at).at;
    if (!file_save(atlas, &picture, 1, report) || !file_save(output, &layout, 1, report))
        return false;
    if (!option_given(invocation, "quiet"))
        fprintf(stderr, "%s: %u entries, %u cells; %s: %u x %u\n", output,
                lay.file.sprite_count, lay.file.chunk_count, atlas, sheet.w, sheet.h);
    return true;
}
