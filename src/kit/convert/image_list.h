/* The images of a file, decoded to pixels: image files, textures with their levels, the
 * expressions of sprite layouts, the screenshots of saved games. */
#ifndef OISIN_KIT_CONVERT_IMAGE_LIST_H
#define OISIN_KIT_CONVERT_IMAGE_LIST_H

#include "kit/formats/format.h"
#include "base/image/image.h"

/* The file, which must outlive its list. */
typedef struct ImageFile {
    Text path; /* used for names, and for the kind of image files */
    Bytes bytes;
    const Format *format; /* or NULL */
    Bytes sheet;          /* of a sprite layout; data NULL: `beside` is searched */
    Text sheet_path;
    /* Loads a file from the same folder or archive; may be NULL. */
    bool (*beside)(void *context, Text name, Bytes *out, Arena *arena);
    void *context;
} ImageFile;

typedef struct ImageSource ImageSource;

typedef struct ImageList {
    ImageFile file;
    const ImageSource *source;
    size_t count;
    void *data; /* of the source */
} ImageList;

typedef struct ListedImage {
    Image image;
    int32_t x, y; /* of an expression: its position on the canvas that all of them share */
} ListedImage;

/* The row of a format. */
struct ImageSource {
    const char *format; /* NULL: of files without a format */
    bool (*open)(ImageList *list, Arena *arena, Report *report); /* sets `count` and `data` */
    Text (*name)(const ImageList *list, size_t index);
    bool (*draw)(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                 Report *report);
};

/* Whether the file has images, as far as its format, name and first bytes tell. */
bool images_are_in(const ImageFile *file);
/* Reads what is needed to list the images: at least one. */
bool image_list_open(const ImageFile *file, ImageList *out, Arena *arena, Report *report);
/* The name of an expression ("CRS_ALA_f01"), otherwise empty. */
Text image_list_name(const ImageList *list, size_t index);
bool image_list_draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,
                     Report *report);

/* The possible names of the file that has the pixels of this one's images, the most likely
 * first; returns their count, 0 if the file has them itself. */
enum { IMAGE_SHEETS_MAX = 10 };
size_t image_sheet_names(const Format *format, Text path, Text names[IMAGE_SHEETS_MAX],
                         Arena *arena);

/* The functions of the rows. */
#define IMAGE_SHEET(format, names)                                                             \
    void names(Text path, Text out[IMAGE_SHEETS_MAX], Arena *arena);
#define IMAGES(format, open, name, draw)                                                       \
    bool open(ImageList *list, Arena *arena, Report *report);                                  \
    Text name(const ImageList *list, size_t index);                                            \
    bool draw(const ImageList *list, size_t index, ListedImage *out, Arena *arena,             \
              Report *report);
#include "kit/convert/images.def"

#endif
