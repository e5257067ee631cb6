/* Models as sprites of a 2D game: each clip in several directions, and for each direction an
 * image with its frames side by side. A project accepts the file names unchanged:
 * NAME_CLIP_(direction)(type)(frames).png (seeds/proj_format.txt, sprites). A model without
 * clips has one frame, NAME_(direction)o0.png.
 *
 * All images have the same size and scale, so a figure that falls is as large as one that
 * walks. In direction so the model faces the viewer; it turns clockwise, seen from above,
 * through sw, we and so on. The origin of the model is in the horizontal centre, and its lowest
 * position in any frame is at the bottom. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_MODEL_SPRITES_H
#define OISIN_EVIL_ISLANDS_MODELS_MODEL_SPRITES_H

#include "kit/convert/conversion.h"
#include "evil_islands/models/model_view.h"

/* Limits and defaults of SpriteSettings. */
enum {
    SPRITE_SIDE_MIN = 8,
    SPRITE_SIDE = 64,
    SPRITE_SIDE_MAX = 1024,
    SPRITE_FRAMES = 8,
    SPRITE_FRAMES_MAX = 32, /* maximum frames of a sprite */
    SPRITE_DIRECTIONS = 8,
    SPRITE_PITCH = 30,
    SPRITE_PICTURE_SIDE = 512, /* of a single image */
};
#define MODEL_COVER_MAX (1ull << 33) /* pixels of triangles: some ten seconds */

/* A model that was loaded once, to be drawn with different settings. */
typedef struct ModelStage {
    Model model;
    ModelPaints paints;
} ModelStage;

typedef struct ModelLook {
    SpriteSettings sprites;
    float complexion[3];  /* as in ModelSettings */
    float scale;          /* pixels per unit; images are as large as needed. 0: they have
                           * `sprites.side`, and the model fits in */
    const int32_t *clips; /* indices, instead of `sprites.clips`; NULL: those */
    size_t clip_count;
    uint64_t *budget; /* pixels of triangles that may be drawn, of which what is drawn is taken;
                       * NULL: MODEL_COVER_MAX for each call */
} ModelLook;

/* The settings of the job are not used, only its files. */
bool model_stage_open(const ConversionJob *job, ModelStage *out, Arena *arena, Report *report);

/* A frame of a clip (-1: at rest), from one side. */
typedef struct ModelMoment {
    int32_t clip;
    uint32_t frame;
    float turn; /* degrees, clockwise from above; at 0 the model faces the viewer */
} ModelMoment;

/* One image, a PNG. Its scale is the same for all frames of the clip, from all sides. */
bool model_turned(const ModelStage *stage, const ModelLook *look, const ModelMoment *moment,
                  Bytes *out, Arena *arena, Report *report);

/* A model at rest, seen from one side, at the scale of the look. */
typedef struct ModelStanding {
    Image image;  /* all that is visible, and a pixel around it */
    int32_t x, y; /* the model's origin in the image */
} ModelStanding;
bool model_standing(const ModelStage *stage, const ModelLook *look, float turn,
                    ModelStanding *out, Arena *arena, Report *report);

/* Limits of a sheet, as those of a layout and of the editor. */
enum { MODEL_SHEET_SIDE_MAX = 16384, MODEL_SHEET_PIXELS_MAX = 1 << 24 };

/* All sprites in one image, and the layout that cuts it. */
typedef struct ModelSheet {
    Bytes png;
    Image image;
    uint32_t side; /* of an image in it */
    Text layout;   /* a .lyt file */
    size_t sprite_count;
} ModelSheet;

/* The name of a clip in the names of its sprites. */
Text model_clip_name(Text clip, Arena *arena);

/* `folder`: of the project, for the layout: "chars", or "-". */
bool model_sheet(const ModelStage *stage, const ModelLook *look, const char *folder,
                 ModelSheet *out, Arena *arena, Report *report);

/* Used by conversions.def. */
bool model_to_sprites(ConversionJob *job, Arena *arena, Report *report);
/* Draws one image of the model, slightly rotated: a frame of the first selected clip, or the
 * rest pose. */
bool model_to_picture(ConversionJob *job, Arena *arena, Report *report);

#endif
