/* Launchers: a .desktop file for Linux, a .lnk shortcut for Windows. */
#include "project/project.h"

#include "base/stream.h"
#include "base/text.h"

static Bytes desktop_file(Text title, Text file, Arena *arena)
{
    Writer writer = writer_to(arena);
    write_format(&writer,
                 "[Desktop Entry]\nType=Application\nName=%.*s\n"
                 "Exec=sh -c 'exec oisin play \"$(dirname \"$1\")/%.*s\"' sh %%k\n"
                 "Terminal=false\nCategories=Game;RolePlaying;\n",
                 (int)title.size, title.at, (int)file.size, file.at);
    return writer_bytes(&writer);
}

static void write_utf16(Writer *writer, Text text)
{
    for (size_t at = 0; at < text.size;) {
        const uint32_t character = utf8_next(text, &at);
        if (character < 0x10000) {
            write_u16(writer, (uint16_t)character);
        } else {
            write_u16(writer, (uint16_t)(0xD800 + ((character - 0x10000) >> 10)));
            write_u16(writer, (uint16_t)(0xDC00 + ((character - 0x10000) & 0x3FF)));
        }
    }
}

static size_t utf16_length(Text text)
{
    size_t length = 0;
    for (size_t at = 0; at < text.size;)
        length += utf8_next(text, &at) < 0x10000 ? 1 : 2;
    return length;
}

static void write_string(Writer *writer, Text text)
{
    write_u16(writer, (uint16_t)utf16_length(text));
    write_utf16(writer, text);
}

/* [MS-SHLLINK] 2.1 (header) and 2.4 (string data): a relative path and arguments; no link
 * target, so that it is relative to the file's folder. */
static Bytes shortcut_file(Text title, Text file, Arena *arena)
{
    static const uint8_t class_id[16] = {0x01, 0x14, 0x02, 0, 0, 0, 0, 0,
                                         0xC0, 0,    0,    0, 0, 0, 0, 0x46};
    enum {
        HEADER_SIZE = 0x4C,
        HAS_NAME = 4,
        HAS_PATH = 8,
        HAS_ARGUMENTS = 0x20,
        UNICODE = 0x80,
        SHOW_NORMAL = 1,
        ATTRIBUTE_NORMAL = 0x80
    };
    Writer writer = writer_to(arena);
    write_u32(&writer, HEADER_SIZE);
    write_bytes(&writer, (Bytes){class_id, sizeof class_id});
    write_u32(&writer, HAS_NAME | HAS_PATH | HAS_ARGUMENTS | UNICODE);
    write_u32(&writer, ATTRIBUTE_NORMAL);
    write_zeros(&writer, 3 * 8 + 4 + 4); /* times (none, for reproducible builds), size, icon */
    write_u32(&writer, SHOW_NORMAL);
    write_zeros(&writer, 2 + 2 + 4 + 4);
    write_string(&writer, title);
    write_string(&writer, TEXT(".\\oisin.exe"));
    write_string(&writer, arena_format(arena, "play \"%.*s\"", (int)file.size, file.at));
    return writer_bytes(&writer);
}

void project_launchers(const ProjectFiles *files, Text file, ProjectFiles *out, Arena *arena)
{
    const ProjectFile *config = project_file(files, TEXT("config"));
    Text rest = config ? text_of_bytes(config->bytes) : TEXT(""), title = files->game;
    if (text_line(&rest, &title))
        text_line(&rest, &title); /* the second line */
    *ARENA_PUSH(arena, out->items, out->count) = (ProjectFile){
        arena_format(arena, "%.*s.desktop", (int)files->game.size, files->game.at),
        desktop_file(title, file, arena)};
    *ARENA_PUSH(arena, out->items, out->count) =
        (ProjectFile){arena_format(arena, "%.*s.lnk", (int)files->game.size, files->game.at),
                      shortcut_file(title, file, arena)};
}
