/* What the views of a file share (views.def). */
#ifndef OISIN_VIEWER_LOOK_H
#define OISIN_VIEWER_LOOK_H

#include "base/html.h"
#include "viewer/place.h"

enum {
    ROWS_A_PAGE = 200,
    HEX_A_PAGE = 4096, /* bytes */
    TEXT_A_PAGE = 1 << 18,
};

typedef struct Look {
    const ViewerRequest *request;
    Found *found;
    Arena *arena;
} Look;

typedef struct View {
    const char *word, *title;
    bool (*has)(const Look *look);
    /* The inner part of the page. False and a report: that is what is shown. */
    bool (*write)(const Look *look, Writer *out, Report *report);
} View;

extern const View views[]; /* ended by a word of NULL */

#define VIEW(word, title, has, write)                                                          \
    bool has(const Look *look);                                                                \
    bool write(const Look *look, Writer *out, Report *report);
#include "viewer/views.def"
#undef VIEW

/* The address of a path: <a href="...">; `query` behind it, or "". */
void write_link(const Look *look, Text path, const char *query, Writer *out);
void write_size(uint64_t size, Writer *out);
/* To the pages before and behind, of `count` rows or bytes, `size` on a page; nothing if all is
 * on one. `query` comes before from=, such as "as=hex&". */
void write_pages(const Look *look, uint64_t count, uint64_t size, const char *query,
                 Writer *out);

/* The PNG of a file that is a picture, or becomes one. */
bool look_picture(const Look *look, Bytes *out, Report *report);
/* The browser will ask for it next. */
void look_keep_picture(const Look *look, Bytes picture);
/* Whether entries of that name have pictures that cost little. */
bool look_is_quick_picture(Text name);

/* A JSON value as HTML: what is in it at the pointer `request->at`. */
bool write_tree(const Look *look, const json_t *root, Writer *out, Report *report);

#endif
