/* Conversion of fonts to Scalable Screen Font. */
#include "base/text.h"
#include "kit/convert/conversion.h"
#include "tirnanog/convert/image_font.h"
#include "tirnanog/fonts/ssfn_import.h"

static const Setting font_rows[] = {
#define SETTINGS_FILE "tirnanog/convert/font_options.def"
#define AT(member) offsetof(FontSettings, member)
#include "kit/convert/setting_rows.h"
    {0}};
const Subject font_subject = {sizeof(FontSettings), font_rows, NULL, NULL, NULL};

bool font_to_sfn(ConversionJob *job, Arena *arena, Report *report)
{
    SsfnCodes *ranges = NULL;
    size_t count = 0;
    SsfnModel model;
    Bytes file = job->input;
    const FontSettings *settings = font_settings(job);
    const uint32_t face = settings->face ? settings->face - 1 : 0;
    return (!settings->range ||
            ssfn_ranges_parse(text_of(settings->range), &ranges, &count, arena, report)) &&
           image_font_to_bdf(job, &file, arena, report) &&
           ssfn_import(file, face, ranges, count, &model, arena, report) &&
           ssfn_write(&model, &job->output, arena, report);
}
