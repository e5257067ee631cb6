/* Sheets: rows of blocks, filled from the left; a sprite of several frames has them side by
 * side. */
#include "art.h"

#include "base/image/png_write.h"
#include "base/stream.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct SheetPart {
    Text name;
    Image image;
    uint32_t x, y; /* of its first block */
    unsigned frames;
    char loop;
} SheetPart;

static ArtSheet *sheet_of(Art *art, Text name)
{
    for (size_t i = 0; i < art->sheet_count; i++)
        if (text_equal(art->sheets[i].name, name))
            return &art->sheets[i];
    if (!art->sheets)
        art->sheets = ARENA_ALLOC(art->arena, ArtSheet, SHEETS_MAX);
    if (art->sheet_count == SHEETS_MAX) {
        fprintf(stderr, "more than %d sheets\n", SHEETS_MAX);
        exit(1);
    }
    ArtSheet *sheet = &art->sheets[art->sheet_count++];
    *sheet = (ArtSheet){.name = arena_text(art->arena, name)};
    return sheet;
}

uint32_t sheet_add(Art *art, Text name, Text part, char loop, unsigned frames,
                   const Image *image, const ArtSheet **out)
{
    ArtSheet *sheet = sheet_of(art, name);
    if (image->h != CELL_SIDE || image->w != CELL_SIDE * frames || frames > SHEET_COLUMNS) {
        fprintf(stderr, "%.*s: sheets have cells of %d x %d pixels\n", (int)part.size, part.at,
                CELL_SIDE, CELL_SIDE);
        exit(1);
    }
    const Image own = art->half ? art_halved(image, frames, art->arena) : *image;
    if (sheet->x + frames > SHEET_COLUMNS) {
        sheet->x = 0;
        sheet->y++;
    }
    *ARENA_PUSH(art->arena, sheet->parts, sheet->count) =
        (SheetPart){arena_text(art->arena, part), own, sheet->x, sheet->y, frames, loop};
    sheet->x += frames;
    *out = sheet;
    return sheet->y * SHEET_COLUMNS + sheet->x - frames;
}

uint32_t sheet_blocks(const ArtSheet *sheet) { return (sheet->y + 1) * SHEET_COLUMNS; }

static void sheet_write(Art *art, const ArtSheet *sheet)
{
    const uint32_t cell = art_cell(art);
    const Image image = image_new(SHEET_COLUMNS * cell, (sheet->y + 1) * cell, art->arena);
    Writer layout = writer_to(art->arena);
    write_format(&layout, "TirNanoG Layout\n%u %u 0 0 0 0 tiles\n", cell, cell);
    for (size_t i = 0; i < sheet->count; i++) {
        const SheetPart *part = &sheet->parts[i];
        image_copy(&image, (int32_t)(part->x * cell), (int32_t)(part->y * cell), &part->image);
        write_format(&layout, "so %c %.*s", part->loop, (int)part->name.size, part->name.at);
        for (unsigned frame = 0; frame < part->frames; frame++)
            write_format(&layout, " (%u,%u)", part->x + frame, part->y);
        write_format(&layout, "\n");
    }
    /* `oisin maps sync` adds the terrain sets. */
    art_file(
        art,
        arena_format(art->arena, "maps/sheet_%.*s.tsx", (int)sheet->name.size, sheet->name.at)
            .at,
        bytes_of_text(arena_format(
            art->arena,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" "
            "name=\"%.*s\" tilewidth=\"%u\" tileheight=\"%u\" spacing=\"0\" margin=\"0\" "
            "tilecount=\"%u\" columns=\"%d\" objectalignment=\"bottom\">\n <image "
            "source=\"../tiles/%.*s.png\" width=\"%u\" height=\"%u\"/>\n</tileset>\n",
            (int)sheet->name.size, sheet->name.at, cell, cell, sheet_blocks(sheet),
            SHEET_COLUMNS, (int)sheet->name.size, sheet->name.at, image.w, image.h)));
    const PngOptions options = {.level = 12};
    const char *stem =
        arena_format(art->arena, "tiles/%.*s", (int)sheet->name.size, sheet->name.at).at;
    art_file(art, arena_format(art->arena, "%s.lyt", stem).at, writer_bytes(&layout));
    art_file(art, arena_format(art->arena, "%s.png", stem).at,
             png_write(&image, &options, art->arena));
}

void sheets_write(Art *art)
{
    Art plain = *art; /* their names are those of the project */
    plain.names = NULL;
    plain.wanted = NULL;
    for (size_t i = 0; i < art->sheet_count; i++)
        sheet_write(&plain, &art->sheets[i]);
}
