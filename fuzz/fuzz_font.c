/* Fonts of all formats that FreeType reads: what can be read is written, and is a font of ours
 * without a mistake. The first byte chooses the characters. And descriptions of image fonts,
 * whose images are missing. */
#include "tirnanog/convert/image_font.h"
#include "tirnanog/fonts/ssfn_import.h"
#include "tirnanog/fonts/ssfn_json.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const SsfnCodes latin = {0x20, 0x17F};
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL), silent = report_to(NULL, NULL);
    SsfnModel model;
    Bytes out;
    const Bytes file = {data + (size > 0), size - (size > 0)};
    const bool some = size && data[0] & 1;
    if (!ssfn_import(file, 0, some ? &latin : NULL, some, &model, arena, &report)) {
        if (report.errors != 1)
            abort();
    } else if (ssfn_write(&model, &out, arena, &report) &&
               !ssfn_file_check(out, arena, &silent)) {
        abort();
    }
    const ConversionJob job = {.input = file};
    Report third = report_to(NULL, NULL);
    Bytes same = file;
    if (!image_font_to_bdf(&job, &same, arena, &third) && third.errors != 1)
        abort();
    arena_free(arena);
    return 0;
}
