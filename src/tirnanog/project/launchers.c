/* Launchers: a .desktop file for Linux, a .lnk shortcut for Windows; and icons. */
#include "tirnanog/project/launchers.h"

#include "base/image/png.h"
#include "base/stream.h"
#include "base/text.h"
#include "kit/open/picture_reduce.h"
#include "tirnanog/project/project.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/png_write.h"

/* An argument of the key Exec: quoted; what a shell would expand has a backslash, which strings
 * of desktop files double; % begins a field code. */
static void write_argument(Writer *writer, const char *text, size_t size)
{
    write_text(writer, TEXT("\""));
    for (size_t i = 0; i < size; i++)
        write_format(writer, "%s%s%c", strchr("\"`$\\", text[i]) ? "\\\\" : "",
                     text[i] == '%'    ? "%"
                     : text[i] == '\\' ? "\\"
                                       : "",
                     text[i]);
    write_text(writer, TEXT("\""));
}

/* The icon's name is looked up in the user's folders for icons, because the format has no
 * paths relative to the file. */
Bytes launcher_desktop(Text title, Text file, Text icon, Arena *arena)
{
    static const char command[] = "exec oisin play --show-errors \"$(dirname \"$1\")/$2\"";
    Writer writer = writer_to(arena);
    write_format(&writer, "[Desktop Entry]\nType=Application\nName=%.*s\nExec=sh -c ",
                 (int)title.size, title.at);
    write_argument(&writer, command, sizeof command - 1);
    write_text(&writer, TEXT(" sh %k "));
    write_argument(&writer, file.at, file.size);
    write_text(&writer, TEXT("\nTerminal=false\nCategories=Game;RolePlaying;\n"));
    if (icon.size)
        write_format(&writer, "Icon=%.*s\n", (int)icon.size, icon.at);
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
Bytes launcher_shortcut(Text title, Text program, Text arguments, Arena *arena)
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
    write_u32(&writer, HAS_NAME | HAS_PATH | (arguments.size ? HAS_ARGUMENTS : 0) | UNICODE);
    write_u32(&writer, ATTRIBUTE_NORMAL);
    write_zeros(&writer, 3 * 8 + 4 + 4); /* times (none, for reproducible builds), size, icon */
    write_u32(&writer, SHOW_NORMAL);
    write_zeros(&writer, 2 + 2 + 4 + 4);
    write_string(&writer, title);
    write_string(&writer, arena_format(arena, ".\\%.*s", (int)program.size, program.at));
    if (arguments.size)
        write_string(&writer, arguments);
    return writer_bytes(&writer);
}

/* ---- the icon ---- */

/* The last sprite of ui/elements.cfg (seeds/proj_format.txt, Common User Interface Elements).
 */
static const TngAnimation *icon_of(const TngFile *game, Arena *arena, Report *report)
{
    enum { NAMED = 11 };
    const TngSection *section = tng_section(game, SECTION_ELEMENTS);
    const TngElements *elements = section ? section->record : NULL;
    if (!elements || elements->sprites_count < NAMED)
        return NULL;
    const SpriteRef last = elements->sprites[elements->sprites_count - 1];
    const TngSection *sprites =
        last.category < 4 ? tng_section(game, (unsigned)SECTION_UI + last.category) : NULL;
    if (!sprites || last.index >= sprites->count)
        return NULL;
    const TngSprite *sprite = tng_asset(game, sprites, last.index, arena, report);
    return sprite && sprite->directions_count ? &sprite->directions[0] : NULL;
}

bool project_icon(Bytes file, Bytes *out, Arena *arena, Report *report)
{
    TngFile game;
    if (!tng_read(file, &game, arena, report))
        return false;
    const TngAnimation *animation = icon_of(&game, arena, report);
    if (!animation || !animation->frame_count)
        return true;
    TngAtlases atlases = tng_atlases(&game, arena);
    Image strip;
    if (!tng_strip(&atlases, animation, &strip, arena, report))
        return false;
    const Image first = image_part(&strip, 0, 0, animation->w, animation->h);
    *out = png_write(&first, NULL, arena);
    return true;
}

/* One image, stored as PNG, which Windows reads since Vista; at most 256 pixels wide and high.
 */
bool launcher_icon(Bytes png, Bytes *out, Arena *arena, Report *report)
{
    enum { SIDE_MAX = 256, HEADER_SIZE = 6 + 16, ICON = 1, PLANES = 1, BITS = 32 };
    Image image;
    if (!png_read(png, &image, NULL, arena, report))
        return false;
    uint32_t w = image.w, h = image.h;
    if (w > SIDE_MAX || h > SIDE_MAX) {
        picture_fit(&w, &h, SIDE_MAX);
        const Image small = picture_reduced(&image, w, h, arena);
        png = png_write(&small, NULL, arena);
    }
    Writer writer = writer_to(arena);
    write_u16(&writer, 0);
    write_u16(&writer, ICON);
    write_u16(&writer, 1);
    write_u8(&writer, (uint8_t)w); /* 256: 0 */
    write_u8(&writer, (uint8_t)h);
    write_u16(&writer, 0);
    write_u16(&writer, PLANES);
    write_u16(&writer, BITS);
    write_u32(&writer, (uint32_t)png.size);
    write_u32(&writer, HEADER_SIZE);
    write_bytes(&writer, png);
    *out = writer_bytes(&writer);
    return true;
}

static void add_file(ProjectFiles *out, Text game, const char *ending, Bytes bytes,
                     Arena *arena)
{
    *ARENA_PUSH(arena, out->items, out->count) =
        (ProjectFile){arena_format(arena, "%.*s.%s", (int)game.size, game.at, ending), bytes};
}

bool project_launchers(const ProjectFiles *files, const TngOutput *game, Text file,
                       ProjectFiles *out, Arena *arena, Report *report)
{
    const ProjectFile *config = project_file(files, TEXT("config"));
    Text rest = config ? text_of_bytes(config->bytes) : TEXT(""), title = files->game;
    Bytes icon = {NULL, 0};
    if (!project_icon(tng_output_bytes(game, arena), &icon, arena, report))
        return false;
    if (text_line(&rest, &title))
        text_line(&rest, &title); /* the second line */
    add_file(out, files->game, "desktop",
             launcher_desktop(title, file, icon.size ? files->game : TEXT(""), arena), arena);
    add_file(out, files->game, "lnk",
             launcher_shortcut(title, TEXT("oisin.exe"),
                               arena_format(arena, "play \"%.*s\"", (int)file.size, file.at),
                               arena),
             arena);
    if (icon.size)
        add_file(out, files->game, "png", icon, arena);
    return true;
}
