/* Reads the list with expat, which reports line numbers and does not need the whole document as
 * a tree. Only the first error is reported: expat may call handlers again after it was stopped.
 * */
#include "tirnanog/convert/texture_atlas.h"

#include "base/text.h"

#include <expat.h>

enum { NUMBER_MAX = 1 << 20, CHUNK = 1 << 20 };

typedef struct Reading {
    XML_Parser parser;
    TextureAtlas *out;
    bool inside, failed; /* inside the list */
    Arena *arena;
    Report *report;
} Reading;

static void fail(Reading *reading, const char *format, const char *what)
{
    const SourcePosition place = {
        .line = (uint32_t)XML_GetCurrentLineNumber(reading->parser),
        .column = (uint32_t)XML_GetCurrentColumnNumber(reading->parser) + 1};
    if (!reading->failed)
        report_error_at(reading->report, place, format, what);
    reading->failed = true;
    XML_StopParser(reading->parser, XML_FALSE);
}

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (!strcmp(attributes[0], name))
            return attributes[1];
    return NULL;
}

/* Some programs write numbers with a fraction of zero. */
static bool number(Reading *reading, const XML_Char **attributes, const char *name, int64_t min,
                   uint32_t *out)
{
    const char *text = attribute(attributes, name);
    int64_t value = 0;
    Text whole = text ? text_of(text) : TEXT("");
    if (text_ends(whole, ".0"))
        whole.size -= 2;
    if (!text_number(whole, min, NUMBER_MAX, &value)) {
        fail(reading, "the attribute \"%s\" must be a whole number", name);
        return false;
    }
    *out = (uint32_t)value;
    return true;
}

/* frameX and frameY are mostly negative: the part begins right of and below the frame's corner.
 */
static bool read_frame(Reading *reading, const XML_Char **attributes, TexturePart *part)
{
    uint32_t x = 0, y = 0;
    part->frame_w = part->w;
    part->frame_h = part->h;
    if (!attribute(attributes, "frameWidth") && !attribute(attributes, "frameHeight") &&
        !attribute(attributes, "frameX") && !attribute(attributes, "frameY"))
        return true;
    if (!number(reading, attributes, "frameX", -NUMBER_MAX, &x) ||
        !number(reading, attributes, "frameY", -NUMBER_MAX, &y) ||
        !number(reading, attributes, "frameWidth", 1, &part->frame_w) ||
        !number(reading, attributes, "frameHeight", 1, &part->frame_h))
        return false;
    part->frame_x = -(int32_t)x;
    part->frame_y = -(int32_t)y;
    return true;
}

static void XMLCALL on_start(void *context, const XML_Char *element,
                             const XML_Char **attributes)
{
    Reading *reading = context;
    if (!reading->inside) {
        reading->inside = true;
        if (strcmp(element, "TextureAtlas") != 0)
            fail(reading, "expected the element TextureAtlas, found \"%s\"", element);
        return;
    }
    if (strcmp(element, "SubTexture") != 0)
        return;
    TexturePart part = {.line = (uint32_t)XML_GetCurrentLineNumber(reading->parser)};
    const char *name = attribute(attributes, "name"),
               *rotated = attribute(attributes, "rotated");
    if (!name || !*name)
        fail(reading, "the attribute \"%s\" is missing", "name");
    else if (rotated && !strcmp(rotated, "true"))
        fail(reading, "\"%s\" is rotated; make the atlas without rotation", name);
    else if (reading->out->count == TEXTURE_PARTS_MAX)
        fail(reading, "too many images%s", "");
    else if (number(reading, attributes, "x", 0, &part.x) &&
             number(reading, attributes, "y", 0, &part.y) &&
             number(reading, attributes, "width", 1, &part.w) &&
             number(reading, attributes, "height", 1, &part.h)) {
        part.name = arena_text(reading->arena, text_of(name));
        if (!read_frame(reading, attributes, &part))
            return;
        *ARENA_PUSH(reading->arena, reading->out->parts, reading->out->count) = part;
    }
}

/* Entities of a document type could expand to any size. */
static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *identifier, int internal)
{
    (void)system;
    (void)identifier;
    if (internal)
        fail(context, "an internal document type (%s) is not supported", name);
}

static void free_parser(void *parser) { XML_ParserFree(parser); }

bool texture_atlas_read(Bytes file, TextureAtlas *out, Arena *arena, Report *report)
{
    Reading reading = {.out = out, .arena = arena, .report = report};
    *out = (TextureAtlas){0};
    reading.parser = XML_ParserCreate(NULL);
    if (!reading.parser)
        return report_error(report, "out of memory");
    arena_own(arena, free_parser, reading.parser);
    XML_SetUserData(reading.parser, &reading);
    XML_SetElementHandler(reading.parser, on_start, NULL);
    XML_SetStartDoctypeDeclHandler(reading.parser, on_doctype);
    size_t at = 0;
    do {
        const size_t size = file.size - at < CHUNK ? file.size - at : CHUNK;
        if (XML_Parse(reading.parser, (const char *)file.data + at, (int)size,
                      at + size == file.size) != XML_STATUS_OK)
            fail(&reading, "%s", XML_ErrorString(XML_GetErrorCode(reading.parser)));
        at += size;
    } while (at < file.size && !reading.failed);
    arena_release(arena, reading.parser);
    return !reading.failed &&
           (out->count > 0 || report_error(report, "the list has no images"));
}
