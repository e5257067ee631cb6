/* Internal declarations of the views of a file (views.def). */
#ifndef OISIN_STUDIO_VIEWER_VIEWS_INTERNAL_H
#define OISIN_STUDIO_VIEWER_VIEWS_INTERNAL_H

#include "base/html.h"
#include "studio/viewer/view_path.h"

enum {
    ROWS_A_PAGE = 200,
    HEX_A_PAGE = 4096, /* bytes */
    TEXT_A_PAGE = 1 << 18,
    SHEETS_A_PAGE = 24,
    THUMB_SIDE = 192, /* pixels */
};

typedef struct Look {
    const ViewerRequest *request;
    Found *found;
    Arena *arena;
} Look;

typedef struct View {
    const char *word, *title;
    bool (*has)(const Look *look);
    /* Writes the inner part of the page. On failure, returns false and reports an error,
     * which is shown instead. */
    bool (*write)(const Look *look, Writer *out, Report *report);
} View;

extern const View views[]; /* terminated by a word of NULL */

#define VIEW(word, title, has, write)                                                          \
    bool has(const Look *look);                                                                \
    bool write(const Look *look, Writer *out, Report *report);
#include "studio/viewer/views.def"
#undef VIEW

/* Writes <a href="..."> with the address of a path and a `query`, or "". */
void write_link(const Look *look, Text path, const char *query, Writer *out);
void write_size(uint64_t size, Writer *out);
/* The path of an entry of the folder or archive. */
Text entry_path(const Look *look, const ViewerEntry *entry);
/* Writes links to the previous and next page, for `count` rows or bytes, `size` per page;
 * nothing if there is one page. `query` is inserted before from=, such as "as=hex&". */
void write_pages(const Look *look, uint64_t count, uint64_t size, const char *query,
                 Writer *out);

/* The PNG of a file that is an image or can be converted to one. */
bool look_picture(const Look *look, Bytes *out, Report *report);
/* Caches the image that the browser will request next. */
void look_keep_picture(const Look *look, Bytes picture);
/* That image, reduced to at most THUMB_SIDE pixels a side. */
bool look_thumb(const Look *look, Bytes *out, Report *report);
/* Writes the thumbnails of at most `max` layouts of this folder or archive (gallery.c). */
void write_gallery(const Look *look, uint64_t from, uint64_t max, Writer *out);
/* Whether the images of entries with that name are cheap to make. */
bool look_is_quick_picture(Text name);

/* Writes a JSON value as HTML: the members at the pointer `request->at`. */
bool write_tree(const Look *look, const json_t *root, Writer *out, Report *report);

#endif
