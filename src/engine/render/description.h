/* What a frame shows, as text: for reading aloud and for tests.
 *
 * The description is collected while the frame is drawn, from the texts that are drawn, so that
 * each screen says in one place what it shows. Parts of it are separate, because a change of
 * one does not repeat the others: moving the selection does not repeat the title. */
#ifndef OISIN_ENGINE_RENDER_DESCRIPTION_H
#define OISIN_ENGINE_RENDER_DESCRIPTION_H

#include "engine/render/render.h"

typedef enum TextPart {
    PART_OTHER,  /* not in the description: other rows, labels of buttons */
    PART_TITLE,  /* of the screen; in a dialog, the speaker */
    PART_BODY,   /* a message, a note */
    PART_ROW,    /* the selected row */
    PART_DETAIL, /* of the selected row, outside of it; read after it */
    PART_NOTICE, /* shown for a time: alerts, chat, subtitles */
    PART_SIGN,   /* not a text: an arrow, a mark */
    PART_SHADOW, /* of another text */
} TextPart;

typedef struct Notice {
    uint64_t id; /* the same text with another number is another notice */
    Text text;
} Notice;

enum { NOTICES_MAX = 32 };

typedef struct Description {
    Text title, body, row, detail;
    uint32_t at, rows; /* the selected row from 0, and their number; 0: there are none */
    Notice notices[NOTICES_MAX];
    size_t notice_count;
} Description;

/* Of the last frame; valid until the next one. */
const Description *render_describe(const Renderer *renderer);

/* A line of text that is about to be drawn. */
typedef struct DrawnText {
    Rect box; /* of the target */
    Pixel colour;
    uint32_t size;    /* of the letters */
    Rect window;      /* the window or frame that it is in */
    bool is_inactive; /* in the colour of rows that cannot be chosen */
    TextPart part;
    Text text;
} DrawnText;

typedef struct TextWatch {
    /* `under`: the target without the text. */
    void (*on_text)(void *context, const Image *under, const DrawnText *text);
    /* Called after a window was drawn over an area. */
    void (*on_cover)(void *context, Rect area);
    void *context;
} TextWatch;
/* Reports the texts of the next frames. */
void renderer_watch_texts(Renderer *renderer, TextWatch watch);

/* ---- while a frame is drawn ---- */

/* Removes all but the notices: what follows is drawn over it and has the focus. */
void describe_clear(Renderer *renderer);
/* The following texts belong to a part; returns the part before, to be restored. PART_OTHER:
 * texts in the selected row belong to PART_ROW, all others to none. */
TextPart describe_as(Renderer *renderer, TextPart part);
/* The same for a notice. */
TextPart describe_notice(Renderer *renderer, uint64_t id);
/* The selected row's area and place. */
void describe_row_area(Renderer *renderer, Rect area);
void describe_rows(Renderer *renderer, uint32_t at, uint32_t rows);
/* Something else than the selected row has the focus. */
void describe_focus(Renderer *renderer, Text text);
/* Adds a text that is not drawn, such as the meaning of an icon. */
void describe_add(Renderer *renderer, TextPart part, Text text);
/* Called for each text that is drawn, by theme.c. */
void describe_drawn(Renderer *renderer, Rect box, Text text);

#endif
