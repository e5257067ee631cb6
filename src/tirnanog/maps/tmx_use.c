/* Parts, in order: the tables; reports of elements; reports of attributes. Each name is
 * reported once per file, because a map repeats the same attribute thousands of times. */
#include "tirnanog/maps/tmx_use.h"
#include "tirnanog/maps/tmx_elements.h"

#include "base/text.h"
#include "tirnanog/maps/tmx_decimal.h"

const TmxElementRow tmx_elements[TMX_ELEMENTS] = {
#define TMX_ELEMENT(parent, name, node, use, doc)                                              \
    {TMX_NODE_##parent, name, TMX_NODE_##node, TMX_##use, doc},
#define TMX_ATTRIBUTE(node, name, standard, use, doc)
#include "tirnanog/maps/tmx_use.def"
#undef TMX_ELEMENT
#undef TMX_ATTRIBUTE
};

const TmxAttributeRow tmx_attributes[TMX_ATTRIBUTES] = {
#define TMX_ELEMENT(parent, name, node, use, doc)
#define TMX_ATTRIBUTE(node, name, standard, use, doc)                                          \
    {TMX_NODE_##node, name, standard, TMX_##use, doc},
#include "tirnanog/maps/tmx_use.def"
#undef TMX_ELEMENT
#undef TMX_ATTRIBUTE
};

const TmxElementRow *tmx_element_row(TmxNode parent, const char *name)
{
    for (size_t i = 0; i < TMX_ELEMENTS; i++)
        if (tmx_elements[i].parent == parent && strcmp(tmx_elements[i].name, name) == 0)
            return &tmx_elements[i];
    return NULL;
}

/* Whether the name is new; a file of many unknown names is reported up to the limit. */
static bool is_new(TmxReader *reader, const char *name)
{
    TmxReported *reported = &reader->reported;
    for (size_t i = 0; i < reported->unknown_count; i++)
        if (strcmp(reported->unknown[i], name) == 0)
            return false;
    if (reported->unknown_count == TMX_UNKNOWN_MAX)
        return false;
    reported->unknown[reported->unknown_count++] = arena_text(reader->arena, text_of(name)).at;
    return true;
}

void tmx_report_element(TmxReader *reader, TmxNode parent, const char *name,
                        const TmxElementRow *row)
{
    if (!row && parent != TMX_NODE_SKIPPED && parent != TMX_NODE_SHAPE && is_new(reader, name))
        report_warning_at(reader->report, tmx_position(reader),
                          "unknown element <%.40s>: ignored", name);
    if (!row || row->use != TMX_IGNORED || reader->reported.elements[row - tmx_elements])
        return;
    /* The same element elsewhere is not reported again. */
    for (size_t i = 0; i < TMX_ELEMENTS; i++)
        reader->reported.elements[i] |=
            strcmp(tmx_elements[i].name, name) == 0 && tmx_elements[i].doc == row->doc;
    reader->reported.elements[row - tmx_elements] = true;
    report_warning_at(reader->report, tmx_position(reader), "<%s> is ignored: %s", name,
                      row->doc);
}

static const TmxAttributeRow *attribute_row(TmxNode node, const char *name)
{
    for (size_t i = 0; i < TMX_ATTRIBUTES; i++)
        if (tmx_attributes[i].node == node && strcmp(tmx_attributes[i].name, name) == 0)
            return &tmx_attributes[i];
    return NULL;
}

/* As text or as numbers: "1" and "1.0" are equal. */
static bool same_value(Text a, Text b)
{
    int64_t x, y;
    if (text_equal(a, b))
        return true;
    return decimal_read(&a, &x) && !a.size && decimal_read(&b, &y) && !b.size && x == y;
}

static void report_attribute(TmxReader *reader, const char *element, const TmxAttributeRow *row,
                             const char *value)
{
    const size_t index = (size_t)(row - tmx_attributes);
    if (row->use != TMX_IGNORED || reader->reported.attributes[index] ||
        same_value(text_of(value), text_of(row->standard)))
        return;
    reader->reported.attributes[index] = true;
    report_warning_at(reader->report, tmx_attribute_position(reader, row->name),
                      "<%s>: %s=\"%.40s\" is ignored: %s", element, row->name, value, row->doc);
}

void tmx_report_attributes(TmxReader *reader, TmxNode node, const char *name,
                           const char **attributes)
{
    if (node == TMX_NODE_TILE || node >= TMX_NODE_SHAPE) /* millions of cells; not read */
        return;
    for (; attributes[0]; attributes += 2) {
        const TmxAttributeRow *row = attribute_row(node, attributes[0]);
        if (row)
            report_attribute(reader, name, row, attributes[1]);
        else if (!strchr(attributes[0], ':') && strncmp(attributes[0], "xmlns", 5) != 0 &&
                 is_new(reader, attributes[0]))
            report_warning_at(reader->report, tmx_attribute_position(reader, attributes[0]),
                              "<%s>: unknown attribute %.40s: ignored", name, attributes[0]);
    }
}
