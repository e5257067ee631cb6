/* Conversion of fonts to Scalable Screen Font. */
#include "base/text.h"
#include "convert/conversion.h"
#include "convert/image_font.h"
#include "formats/open/ssfn_import.h"

bool font_to_sfn(ConversionJob *job, Arena *arena, Report *report)
{
    SsfnCodes *ranges = NULL;
    size_t count = 0;
    SsfnModel model;
    Bytes file = job->input;
    return (!job->range ||
            ssfn_ranges_parse(text_of(job->range), &ranges, &count, arena, report)) &&
           image_font_to_bdf(job, &file, arena, report) &&
           ssfn_import(file, job->face, ranges, count, &model, arena, report) &&
           ssfn_write(&model, &job->output, arena, report);
}
