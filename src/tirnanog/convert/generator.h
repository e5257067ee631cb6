/* Character sheets composed from layers: the images of the sprite generator in `.common`.
 *
 * File names (seeds/proj_format.txt, Sprite Generator):
 *     hair.png                  a layer's icon, 16 x 16; defines the layer
 *     hair_3_long.png           layer_number_variant
 *     ears_1_elf_(male).png     only if the variant of another layer is `male`
 * body, head, toolb and toolf need no icon; toolb and toolf together are the layer `tool`.
 *
 * Drawing order from bottom to top: toolb, body, head, the other layers by number (layers of
 * the same number by name), toolf.
 *
 * Rules that the specification leaves open:
 * - A variant may have several files that differ in dependencies or in number. Of those
 *   whose dependencies are met, the one with the most dependencies is used, then the
 *   lowest number.
 * - Recolouring: pixels of a layer whose red, green and blue equal entry i of palette A
 *   (the first such entry) get the colour of entry i of palette B; alpha is unchanged.
 *   Entries that B does not have are unchanged. */
#ifndef OISIN_TIRNANOG_CONVERT_GENERATOR_H
#define OISIN_TIRNANOG_CONVERT_GENERATOR_H

#include "base/report.h"
#include "base/image/palette.h"

enum { GENERATOR_ICON_SIDE = 16, GENERATOR_NEEDS_MAX = 8 };

typedef struct GeneratorFile {
    Text name; /* "ears_1_elf_(male).png", without folders */
    Image image;
} GeneratorFile;

typedef struct GeneratorPalette {
    Text name; /* "brown.gpl" */
    const Palette *palette;
} GeneratorPalette;

/* An image and the parts of its name. */
typedef struct GeneratorPart {
    Text layer, variant;
    uint32_t number;
    Text needs[GENERATOR_NEEDS_MAX];
    size_t need_count;
    const GeneratorFile *file;
} GeneratorPart;

typedef struct GeneratorSet {
    GeneratorPart *parts; /* sorted by layer, number, variant and name */
    size_t part_count;
    Text *layers; /* layers that can be chosen, sorted: body, head, tool and those with an icon
                   */
    size_t layer_count;
    const GeneratorPalette *palettes;
    size_t palette_count;
} GeneratorSet;

/* Parses the names. Files with other names, images of layers without an icon and icons of a
 * wrong size are ignored with a warning. Files, pixels and palettes are stored by reference;
 * the order of files does not matter. */
GeneratorSet generator_set(const GeneratorFile *files, size_t file_count,
                           const GeneratorPalette *palettes, size_t palette_count, Arena *arena,
                           Report *report);

typedef struct GeneratorPick {
    Text layer, variant; /* "long", or "3_long" to select the number too */
    uint32_t column;
} GeneratorPick;

typedef struct GeneratorRecolour {
    Text layer, from, to; /* names of palettes */
    uint32_t column;
} GeneratorRecolour;

typedef struct GeneratorChoice {
    GeneratorPick *picks;
    size_t pick_count;
    GeneratorRecolour *recolours;
    size_t recolour_count;
} GeneratorChoice;

/* Whether a file's name is that of a layer's variant: layer_number_variant.png. */
bool generator_names_part(Text file);

/* Parses words separated by spaces:
 *     body=male head=elf hair=3_long tool=longsword palette=hair:brown.gpl
 * `palette=LAYER:FROM.gpl:TO.gpl` recolours a layer; without FROM it is `LAYER.gpl`.
 * Palettes may be of any format of base/image/palette_formats.def. Texts
 * are slices of `text`, or allocated from the arena. Errors are reported with their column. */
bool generator_choice_read(Text text, GeneratorChoice *out, Arena *arena, Report *report);

/* Composes one sheet of the layers' common size. Unknown layers, variants and palettes, a
 * missing dependency and images of different sizes are errors. */
bool generator_compose(const GeneratorSet *set, const GeneratorChoice *choice, Image *out,
                       Arena *arena, Report *report);

#endif
