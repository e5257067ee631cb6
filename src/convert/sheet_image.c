#include "convert/sheet_image.h"

#include "image/picture.h"

static bool begins_with(Bytes file, size_t at, const char *word)
{
    const size_t size = strlen(word);
    return file.size >= at + size && !memcmp(file.data + at, word, size);
}

bool sheet_image_read(Text path, Bytes file, Image *out, Arena *arena, Report *report)
{
    if (begins_with(file, 0, "\x89PNG"))
        return picture_read_png(file, out, arena, report);
    if (begins_with(file, 0, "RIFF") && begins_with(file, 8, "WEBP"))
        return picture_read_webp(file, out, arena, report);
    return picture_read(path, file, out, arena, report);
}
