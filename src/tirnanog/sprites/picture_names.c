/* What the names of a project's images say: the folder is the category, `name_soo0` a strip. */
#include "tirnanog/sprites/picture_names.h"

#include "base/image/picture.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/container/tng_sprites.h"
#include "tirnanog/sheets/reference.h"

/* By loop type: once, back and forth, loop. */
static const char loop_letters[] = "ofl";

/* Number of frames minus one: 0-9, A-V. */
static int frame_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'V' ? c - 'A' + 10 : -1;
}

bool sprite_suffix_parse(Text name, Text *base, SpriteStrip *strip)
{
    if (name.size < 6 || name.at[name.size - 5] != '_')
        return false;
    const char *suffix = name.at + name.size - 4;
    const char *loop = suffix[2] ? strchr(loop_letters, suffix[2]) : NULL;
    const int frames = frame_digit(suffix[3]);
    for (uint8_t i = 0; i < 8; i++)
        if (!memcmp(suffix, tng_direction_names[i], 2) && loop && frames >= 0) {
            *base = text_slice(name, 0, name.size - 5);
            strip->direction = i;
            strip->loop = (uint8_t)(loop - loop_letters);
            strip->frames = (uint8_t)(frames + 1);
            return true;
        }
    return false;
}

Text sprite_base_name(Text name)
{
    SpriteStrip strip;
    Text base = name;
    if (text_ends(name, "_full"))
        base = text_slice(name, 0, name.size - 5);
    else
        sprite_suffix_parse(name, &base, &strip);
    return base;
}

Text picture_name(Text path) { return path_without_suffix(path_base(path)); }

int picture_category(Text path)
{
    for (int i = 0; i < CATEGORIES; i++) {
        const size_t size = strlen(category_folders[i]);
        if (text_starts(path, category_folders[i]) && path.size > size && path.at[size] == '/')
            return picture_format_of(path) ? i : -1;
    }
    return -1;
}

const ProjectFile *picture_hidden_by(const ProjectFiles *files, Text path, Arena *arena)
{
    const Text stem = path_without_suffix(path);
    const PictureFormat *own = picture_format_of(path);
    for (const PictureFormat *format = picture_formats; format != own; format++) {
        Text rest = text_of(format->suffixes);
        for (Text word; (word = text_word(&rest)).size;) {
            const ProjectFile *file =
                project_file(files, arena_format(arena, "%.*s.%.*s", (int)stem.size, stem.at,
                                                 (int)word.size, word.at));
            if (file)
                return file;
        }
    }
    return NULL;
}

bool picture_is_palette(const ProjectFile *file)
{
    return path_has_suffix(file->path, ".ase") &&
           text_starts(text_of_bytes(file->bytes), "ASEF");
}

bool project_has_picture(const ProjectFiles *files, const ProjectFile *file, Arena *arena)
{
    return picture_category(file->path) >= 0 && !picture_is_palette(file) &&
           !picture_hidden_by(files, file->path, arena);
}

/* ---- the reference ---- */

void sprite_describe(Writer *out)
{
    static const char *const directions[] = {"south", "south-west", "west", "north-west",
                                             "north", "north-east", "east", "south-east"};
    static const char *const loops[] = {"once", "forth and back", "again and again"};
    write_format(
        out,
        "An image is a strip: frames of the same size side by side. Its name is the name of "
        "the sprite, `_`, and four characters: direction, repetition, number of frames.\n\n"
        "    tiles/oak_soo0.png         one frame\n"
        "    chars/hero_walk_wel3.png   to the west, in a loop, four frames\n\n"
        "| direction | |\n|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(directions); i++)
        write_format(out, "| `%s` | %s |\n", tng_direction_names[i], directions[i]);
    write_format(out,
                 "\nA sprite may have an image for each direction; missing ones are replaced "
                 "by the nearest. Things without a direction have `%s`.\n\n"
                 "| repetition | plays |\n|---|---|\n",
                 tng_direction_names[0]);
    for (size_t i = 0; i < COUNT_OF(loops); i++)
        write_format(out, "| `%c` | %s |\n", loop_letters[i], loops[i]);
    write_format(out,
                 "\n| frames | character |\n|---|---|\n| 1 to 10 | `%c` to `%c` |\n"
                 "| 11 to 32 | `%c` to `%c` |\n\n"
                 "Other endings: `_full` is a full-screen image of one frame; `_atls` "
                 "an atlas, a PNG file with the list of its sprites in its comment, each with "
                 "position, size and a name as above.\n\n"
                 "| folder | sprites |\n|---|---|\n",
                 tng_frame_letter(1), tng_frame_letter(10), tng_frame_letter(11),
                 tng_frame_letter(32));
    for (size_t i = 0; i < CATEGORIES; i++)
        write_format(out, "| `%s/` | %s |\n", category_folders[i],
                     file_kind(NAME_SPRITE + i)->word);
    write_format(out,
                 "\nA frame has at most %d x %d pixels. A text file names a sprite without "
                 "folder and ending (`hero_walk`); the folder that is usual there is searched "
                 "first, then the others.\n\n| format | suffixes |\n|---|---|\n",
                 TNG_SPRITE_MAX, TNG_SPRITE_MAX);
    for (const PictureFormat *format = picture_formats; format->name; format++)
        write_format(out, "| %s | %s |\n", format->title, format->suffixes);
    write_format(out, "\nOf two images with the same name, the format that is listed first is "
                      "used.\n");
}
