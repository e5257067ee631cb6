#include "base/portable_name.h"

#include "base/text.h"

#include <string.h>

/* Windows looks at what is before the first dot, without spaces at its end. */
static Text device_part(Text part)
{
    size_t size = 0;
    while (size < part.size && part.at[size] != '.')
        size++;
    while (size && part.at[size - 1] == ' ')
        size--;
    return text_slice(part, 0, size);
}

/* 1 to 9, also as superscripts, of which Windows takes those of Latin-1: 1, 2 and 3. */
static bool is_port_number(Text text)
{
    return (text.size == 1 && text.at[0] >= '1' && text.at[0] <= '9') ||
           text_is(text, "\xC2\xB9") || text_is(text, "\xC2\xB2") || text_is(text, "\xC2\xB3");
}

bool name_is_device(Text part)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    const Text name = device_part(part);
    for (size_t i = 0; i < COUNT_OF(devices); i++)
        if (text_is_caseless(name, devices[i]))
            return true;
    const Text port = text_slice(name, 0, name.size < 3 ? name.size : 3);
    return (text_is_caseless(port, "com") || text_is_caseless(port, "lpt")) &&
           is_port_number(text_slice(name, 3, name.size));
}

bool name_ends_badly(Text part)
{
    const char last = part.size ? part.at[part.size - 1] : 0;
    return last == ' ' || (last == '.' && !text_is(part, ".") && !text_is(part, ".."));
}

bool character_is_unportable(char c)
{
    return (unsigned char)c < ' ' || c == 127 || (c && strchr(":*?\"<>|", c));
}

static const char *character_problem(char c)
{
    return c == ':'                             ? "it has a drive letter or a colon"
           : !character_is_unportable(c)        ? NULL
           : (unsigned char)c < ' ' || c == 127 ? "it has a control character"
                                                : "it has one of the characters * ? \" < > |";
}

static const char *part_problem(Text part)
{
    return name_is_device(part)    ? "it is the name of a device"
           : name_ends_badly(part) ? "a part of it ends with a dot or a space"
                                   : NULL;
}

const char *portable_problem(Text path)
{
    size_t from = 0;
    for (size_t i = 0; i <= path.size; i++) {
        const bool ends = i == path.size || path.at[i] == '/';
        const char *problem =
            ends ? part_problem(text_slice(path, from, i)) : character_problem(path.at[i]);
        if (problem)
            return problem;
        if (ends)
            from = i + 1;
    }
    return NULL;
}
