/* Finds the decoder of an image file by the suffix of its name. A name without a known suffix
 * is read as the first row of picture_formats.def. */
#include "base/image/picture.h"

#include "base/path.h"
#include "base/text.h"
#include "base/image/png.h"
#include "base/image/xcf.h"

const PictureFormat picture_formats[] = {
#define PICTURE_FORMAT(id, suffixes, title)                                                    \
    {#id, suffixes, title, picture_read_##id, picture_size_##id},
#include "base/image/picture_formats.def"
#undef PICTURE_FORMAT
    {0}};

const PictureFormat *picture_format_of_suffix(Text suffix)
{
    for (const PictureFormat *format = picture_formats; format->name; format++) {
        Text rest = text_of(format->suffixes);
        for (Text word; (word = text_word(&rest)).size;)
            if (text_equal_caseless(word, suffix))
                return format;
    }
    return NULL;
}

const PictureFormat *picture_format_of(Text path)
{
    return picture_format_of_suffix(path_suffix(path));
}

bool picture_read(Text path, Bytes file, Image *out, Arena *arena, Report *report)
{
    const PictureFormat *format = picture_format_of(path);
    return (format ? format : picture_formats)->read(file, out, arena, report);
}

bool picture_read_png(Bytes file, Image *out, Arena *arena, Report *report)
{
    return png_read(file, out, NULL, arena, report);
}

bool picture_size_png(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    return png_size(file, w, h, report);
}

bool picture_read_xcf(Bytes file, Image *out, Arena *arena, Report *report)
{
    return xcf_read(file, out, arena, report);
}

bool picture_size_xcf(Bytes file, uint32_t *w, uint32_t *h, Report *report)
{
    return xcf_size(file, w, h, report);
}
