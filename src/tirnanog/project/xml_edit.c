/* Finds elements and attributes in text without a parser, which would not tell the byte offsets
 * of values. */
#include "tirnanog/project/xml_edit.h"

#include "base/stream.h"
#include "base/text.h"

#include <stdio.h>

static bool at_text(Text text, size_t at, const char *word)
{
    const size_t size = strlen(word);
    return at + size <= text.size && memcmp(text.at + at, word, size) == 0;
}

/* After the next `word` from `at` on; the end of the text if there is none. */
static size_t after(Text text, size_t at, const char *word)
{
    while (at < text.size && !at_text(text, at, word))
        at++;
    return at < text.size ? at + strlen(word) : text.size;
}

/* After the `>` of a tag; quoted values may contain one. */
static size_t tag_end(Text text, size_t at)
{
    char quote = 0;
    for (; at < text.size; at++) {
        const char c = text.at[at];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return at + 1;
    }
    return text.size;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Whether the name at `at` is this one, as a whole. */
static bool has_name(Text text, size_t at, const char *name)
{
    const size_t end = at + strlen(name);
    return at_text(text, at, name) && end < text.size &&
           (is_space(text.at[end]) || text.at[end] == '>' || text.at[end] == '/');
}

/* The next tag from `*at` on, which is then after it; its `to` is not set. */
static bool next_tag(Text text, size_t *at, XmlElement *out)
{
    static const char *const skipped[][2] = {
        {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    while (*at < text.size) {
        if (text.at[*at] != '<') {
            ++*at;
            continue;
        }
        const size_t from = *at;
        *at = tag_end(text, from);
        bool skip = false;
        for (size_t i = 0; i < COUNT_OF(skipped) && !skip; i++) {
            skip = at_text(text, from, skipped[i][0]);
            if (skip)
                *at = after(text, from, skipped[i][1]);
        }
        *out = (XmlElement){.from = from, .tag = text_slice(text, from, *at)};
        if (!skip)
            return true;
    }
    return false;
}

/* After the end tag of an element; elements of its name may be in it. */
static size_t element_end(Text text, size_t at, const char *name)
{
    XmlElement tag;
    size_t open = 1;
    while (open && next_tag(text, &at, &tag)) {
        if (text.at[tag.from + 1] == '/')
            open -= has_name(text, tag.from + 2, name);
        else
            open += has_name(text, tag.from + 1, name) && !text_ends(tag.tag, "/>");
    }
    return at;
}

bool xml_next(Text text, size_t *at, const char *name, XmlElement *out)
{
    while (next_tag(text, at, out))
        if (has_name(text, out->from + 1, name)) {
            if (!text_ends(out->tag, "/>"))
                *at = element_end(text, *at, name);
            out->to = *at;
            return true;
        }
    return false;
}

Text xml_attribute(Text tag, const char *name)
{
    const size_t size = strlen(name);
    char quote = 0;
    for (size_t at = 0; at + size + 2 < tag.size; at++) {
        const char c = tag.at[at];
        if (quote) {
            quote = c == quote ? 0 : quote;
            continue;
        }
        if (c == '"' || c == '\'')
            quote = c;
        if (!is_space(c) || !at_text(tag, at + 1, name))
            continue;
        size_t from = at + 1 + size;
        while (from < tag.size && is_space(tag.at[from]))
            from++;
        if (from >= tag.size || tag.at[from] != '=')
            continue;
        for (from++; from < tag.size && is_space(tag.at[from]);)
            from++;
        size_t to = from + 1;
        while (to < tag.size && tag.at[to] != tag.at[from])
            to++;
        return to < tag.size ? text_slice(tag, from + 1, to) : TEXT("");
    }
    return TEXT("");
}

void xml_remove(TextEdits *edits, Text text, const XmlElement *element)
{
    size_t from = element->from, to = element->to;
    while (from && (text.at[from - 1] == ' ' || text.at[from - 1] == '\t'))
        from--;
    const bool begins = !from || text.at[from - 1] == '\n';
    if (begins && at_text(text, to, "\r\n"))
        to += 2;
    else if (begins && at_text(text, to, "\n"))
        to++;
    else
        from = element->from;
    text_replace(edits, from, to, TEXT(""));
}
