/* An input that begins with a line, the name of a format; an empty line: see yourself. So the
 * corpora stay unchanged when formats are added. */
#ifndef OISIN_FUZZ_NAMED_FORMAT_H
#define OISIN_FUZZ_NAMED_FORMAT_H

#include "base/text.h"
#include "kit/formats/format.h"

/* The rest of the input; false: there is no line. A name that no format has is an empty one. */
static bool named_format(Bytes input, const Format **format, Bytes *rest)
{
    Text text = text_of_bytes(input), name;
    size_t end;
    if (!text_find(text, '\n', &end))
        return false;
    name = text_slice(text, 0, end);
    *format = name.size ? format_named(name) : NULL;
    *rest = bytes_slice(input, end + 1, input.size - end - 1);
    return true;
}

#endif
