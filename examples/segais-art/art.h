/* Draws and synthesises the files of the example game, examples/segais, and of the templates of
 * `oisin new`, templates/NAME.
 *
 * Everything follows from this code alone: no clock, no random numbers but
 * hashes of places, so the same program always writes the same files. Each
 * .c file here is about one subject and offers one function to main.c. */
#ifndef OISIN_TOOLS_ART_H
#define OISIN_TOOLS_ART_H

#include "base/image/image.h"

/* Colours that belong together, from dark to light; the whole palette is in palette.c. */
typedef enum Ramp {
    INK,
    GRASS,
    LEAF,
    PINE,
    EARTH,
    WOOD,
    STONE,
    SLATE,
    WATER,
    THATCH,
    SKIN,
    RED,
    VIOLET,
    GOLD,
    LINEN,
    GINGER,
    RAVEN,
    RAMP_COUNT
} Ramp;

/* A picture that maps may use: its name, what Tiled shows for it, its first frame's size. */
typedef struct ArtSprite {
    Text name, path;
    uint32_t w, h;
    unsigned frames;
    const struct ArtSheet *sheet; /* NULL: its own file */
    uint32_t block;               /* in the sheet, counted as Tiled does */
} ArtSprite;

/* What a project has of all that is drawn, and how it is called there. A sprite of tiles/ is
 * named exactly; one whose new name is "sheet/rest" is a part of tiles/sheet.png, and is called
 * sheet_rest. Of other paths the beginnings are named. */
typedef struct ArtName {
    const char *drawn, *name; /* NULL: the same */
} ArtName;

typedef struct Art {
    const char *folder;        /* of the project */
    const char *const *wanted; /* beginnings of the paths to be written; NULL: all */
    const ArtName *names; /* the same with other names; NULL: none; the last has no `drawn` */
    struct ArtSheet *sheets;
    size_t sheet_count;
    Text *previews; /* of NPCs and spawners, as maps name them */
    size_t preview_count;
    struct Collection *collections;
    bool half; /* tiles and figures are half as large: cells of 16 x 16 pixels */
    Arena *arena;
    ArtSprite *sprites; /* of tiles/ */
    size_t sprite_count;
} Art;

/* ---- palette.c ---- */
Pixel ink(Ramp ramp, int shade); /* 0 is the darkest; clamped at both ends */
int ramp_max(Ramp ramp);         /* the lightest shade */
void palette_files(Art *art);

/* ---- files.c: writing; paths are relative to the project ---- */
void art_file(Art *art, const char *path, Bytes bytes);
void art_png(Art *art, const char *path, const Image *image);
/* folder/name_soo0.png: direction `so`..., loop `o`, `f`, `l`, frames side by side. */
void art_sprite(Art *art, const char *folder, const char *name, const char *direction,
                char loop, unsigned frames, const Image *image);
const ArtSprite *art_find(const Art *art, const char *name);
/* Whether a file is to be written at all. */
bool art_wants(const Art *art, const char *path);
bool art_has(const Art *art, const char *name);

/* ---- sheets.c: cells in one picture, tiles/NAME.png, with its layout ---- */
enum { CELL_SIDE = 32, SHEET_COLUMNS = 8, SHEETS_MAX = 24 };
static inline uint32_t art_cell(const Art *art) { return CELL_SIDE >> art->half; }
/* ---- half.c: a strip of frames at half its size ---- */
Image art_halved(const Image *strip, unsigned frames, Arena *arena);

typedef struct ArtSheet {
    Text name;
    struct SheetPart *parts;
    size_t count;
    uint32_t x, y; /* the next free block */
} ArtSheet;
/* Gives the block of its first frame. */
uint32_t sheet_add(Art *art, Text sheet, Text part, char loop, unsigned frames,
                   const Image *image, const ArtSheet **out);
void sheets_write(Art *art);
/* Blocks of the written sheet. */
uint32_t sheet_blocks(const ArtSheet *sheet);

/* Strips collected into one picture with its list, folder/name_atls.png. */
typedef struct Atlas {
    Art *art;
    struct AtlasPart *parts;
    size_t count;
    bool half; /* figures */
} Atlas;
void atlas_add(Atlas *atlas, const char *name, const char *direction, char loop,
               unsigned frames, Image image);
void atlas_write(Atlas *atlas, const char *folder, const char *name);

/* ---- shapes.c: everything is clipped; light comes from the upper left ---- */
typedef struct Spot {
    int x, y;
} Spot;

uint32_t hash_of(uint32_t seed, int x, int y);
/* Smooth noise 0-255 with features of `cell` pixels, repeating each `period` pixels. */
int noise(uint32_t seed, int x, int y, int cell, int period);
int bayer(int x, int y); /* ordered dithering, 0-15 */
int isqrt(int value);
int wave(int angle); /* a sine: 256 steps a turn, -256 to 256 */

void put(const Image *image, int x, int y, Pixel pixel);
Pixel get(const Image *image, int x, int y); /* 0 outside */
void fill(const Image *image, int x, int y, int w, int h, Pixel pixel);
void line(const Image *image, int x0, int y0, int x1, int y1, Pixel pixel);
void ellipse(const Image *image, int cx, int cy, int rx, int ry, Pixel pixel);
/* An ellipse shaded like a ball with shades low..high. */
void ball(const Image *image, int cx, int cy, int rx, int ry, Ramp ramp, int low, int high);
/* A rectangle shaded like an upright cylinder. */
void column(const Image *image, int x, int y, int w, int h, Ramp ramp, int low, int high);
void polygon(const Image *image, const Spot *spots, size_t count, Pixel pixel);
/* A polygon whose shade falls from `high` at the upper left to `low`. */
void facet(const Image *image, const Spot *spots, size_t count, Ramp ramp, int low, int high);
/* Drawn pixels' neighbours that are not drawn get this colour. */
void outline(const Image *image, Pixel pixel);
/* A soft shadow on the ground, below what is drawn there. */
void shadow(const Image *image, int cx, int cy, int rx, int ry);
/* Rows of letters; `keys` lists a letter, then its ramp and shade. */
typedef struct Key {
    char letter;
    Ramp ramp;
    int shade;
} Key;
void letters(const Image *image, int x, int y, const char *const *rows, const Key *keys);
/* The picture drawn left side right into `target`, frame by frame. */
void mirror(const Image *target, const Image *source, unsigned frames);
Image frame_of(const Image *strip, unsigned frames, unsigned frame);

/* ---- collections.c: tilesets of all images that are not in sheets, maps/NAME.tsx ---- */
enum { COLLECTIONS = 4 };
typedef struct Collection {
    const char *name;
    const ArtSprite **sprites; /* NULL in those of previews */
    Text *images;
    size_t count;
} Collection;
void collections_write(Art *art);

/* ---- subjects ---- */
void terrain_files(Art *art);
/* A cell of an area of a terrain; `neighbours` as in autotiles.h. */
enum { AREA_INNER = 0x1EF };
void terrain_area(const Image *image, const char *name, int neighbours, int frame);
/* ---- areas.c: a tile for each combination of neighbours, with their rules ---- */
typedef void AreaDraw(const Image *image, const char *name, int neighbours, int frame);
/* `til`: the lines of speeds and sounds at its border, and of the cell with all neighbours. */
void area_files(Art *art, const char *name, unsigned frames, const char *const til[2],
                AreaDraw *draw);
void trees_files(Art *art);
void buildings_files(Art *art);
void props_files(Art *art);
void wilds_files(Art *art);
void riding_files(Art *art);
void cavern_files(Art *art);
void items_files(Art *art);
void people_files(Art *art);
void beasts_files(Art *art);
void portraits_files(Art *art);
void interface_files(Art *art);
void hud_files(Art *art);
void scenery_files(Art *art);
void cast_files(Art *art);
void masks_files(Art *art);
void maps_files(Art *art);
/* The two small games beside it, FOLDER-iso and FOLDER-hex. */
void companion_files(Art *art);
/* Of templates alone: grass that repeats in each cell; rooms. */
void meadow_files(Art *art);
void deep_files(Art *art);
void inside_files(Art *art);
void furniture_masks_files(Art *art);
void crypt_files(Art *art);
void wall_area(const Image *image, const char *name, int neighbours, int frame);
void rug_area(const Image *image, const char *name, int neighbours, int frame);
/* ---- cast.c ---- */
typedef struct CastRow {
    const char *name;    /* of the NPC */
    const char *spawner; /* of this NPC, or NULL */
    const char *beast;   /* NULL: a person */
    struct Outfit {
        const char *body, *clothes, *hair, *extra; /* names of layers, or NULL */
    } outfit;
} CastRow;
void cast_draw(Art *art, const CastRow *rows, size_t count);
/* ---- templates.c: the folders below FOLDER ---- */
void templates_write(const char *folder, Arena *arena);
void music_files(Art *art);
void sounds_files(Art *art);
void movie_files(Art *art);
void font_files(Art *art);

/* ---- shared between subjects ---- */
/* The menu's landscape with moving water, perhaps with the hazel in front; `time` in 1/256
 * of the loop. */
void scenery_lake(const Image *image, int time, bool tree);
/* 32x32 icons of things. */
bool item_draw(const Image *image, const char *name);
/* One person of people.c: standing, front view, for previews. */
typedef struct Outfit Outfit;
void person_preview(Art *art, const Image *image, const Outfit *outfit);
void beast_preview(const Image *image, const char *name);
void pony_preview(const Image *image);

/* ---- sound.c: synthesis and Ogg Vorbis ---- */
enum { SOUND_RATE = 44100 };
typedef struct Wave {
    float *left, *right; /* -1 to 1; `right` is NULL in mono */
    size_t count;
} Wave;
typedef enum Voice {
    VOICE_SQUARE,
    VOICE_PULSE,
    VOICE_TRIANGLE,
    VOICE_NOISE,
    VOICE_FLUTE,
    VOICE_HARP
} Voice;
typedef struct Note {
    Voice voice;
    double from, seconds; /* on the time line */
    double hertz, slide;  /* `slide`: hertz at the end, 0 for none */
    double loud, pan;     /* 0-1; -1 left to 1 right */
    double attack, release;
} Note;
Wave wave_new(Art *art, double seconds, bool stereo);
/* Adds a note; what passes the end goes on at the beginning if `loop`. */
void wave_add(Wave *wave, const Note *note, bool loop);
/* level.c: as loud as others of its kind, in LUFS. */
enum { EFFECT_LUFS = -18, QUIET_LUFS = -25, SPEECH_LUFS = -18, MUSIC_LUFS = -21 };
void wave_level(Wave *wave, double lufs);
void wave_level_music(Wave *wave, double lufs);
double key_hertz(int key); /* 69 is a' = 440 Hz */
void art_ogg(Art *art, const char *path, const Wave *wave, float quality);

#endif
