/* Parts, in order: collecting portraits; pages of answers; the two menus, of characters and of
 * a character's expressions. A menu is a loop over its pages in the script of the NPC, with a
 * variable for the current page. */
#include "mages/sprites/lay_cast.h"

#include "base/text.h"
#include "mages/sprites/lay_faces.h"
#include "kit/open/picture_reduce.h"
#include "base/image/png_write.h"

#include <stdarg.h>

bool lay_put_new(const ConversionFolder *folder, Text path, const Bytes *parts, size_t count,
                 Report *report)
{
    return folder_had(folder, path) || folder->put(folder->context, path, parts, count, report);
}

void lay_cast_add(LayCast *cast, Text character, Text portrait, const Image *image)
{
    CastMember *last = cast->count ? &cast->members[cast->count - 1] : NULL;
    if (!last) {
        uint32_t w = image->w, h = image->h;
        picture_fit(&w, &h, LAY_CAST_SIDE);
        cast->figure = picture_reduced(image, w, h, cast->arena);
    }
    if (!last || !text_equal(last->title, character)) {
        last = ARENA_PUSH(cast->arena, cast->members, cast->count);
        *last = (CastMember){.title = arena_text(cast->arena, character),
                             .name = lay_portrait_name(character, cast->arena)};
    }
    *ARENA_PUSH(cast->arena, last->portraits, last->count) = arena_text(cast->arena, portrait);
}

/* ---- pages of answers, and the handler that asks them ---- */

typedef struct CastWriting {
    const LayCast *cast;
    const ConversionFolder *folder;
    Writer handler;
    unsigned depth; /* of its blocks */
    Arena *arena;
    Report *report;
} CastWriting;

/* A list that is shown in pages. */
typedef struct Menu {
    Text name;           /* of its pages: cast, cast2, cast3, with "_NAME" of a character */
    Text title, message; /* of its dialogs */
    Text portrait;       /* "-": none */
    const char *closing; /* the last answer */
    char page;           /* the variable that counts the pages, from 1; 0: it was closed */
    size_t count;
    Text (*label)(const void *list, size_t index);
    bool (*choose)(CastWriting *writing, const void *list, size_t index);
    const void *list;
} Menu;

static void line(CastWriting *writing, const char *format, ...) PRINTF_LIKE(2, 3);

static void line(CastWriting *writing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text text = arena_vformat(writing->arena, format, arguments);
    va_end(arguments);
    if (text_is(text, "}"))
        writing->depth--;
    write_format(&writing->handler, "%*s%.*s\r\n", (int)(4 * writing->depth), "",
                 (int)text.size, text.at);
    if (text_ends(text, "{"))
        writing->depth++;
}

static Text page_name(const Menu *menu, size_t page, Arena *arena)
{
    const int size = (int)menu->name.size;
    return page ? arena_format(arena, "cast%zu%.*s", page + 1, size, menu->name.at)
                : arena_format(arena, "cast%.*s", size, menu->name.at);
}

static size_t page_end(const Menu *menu, size_t page)
{
    const size_t end = (page + 1) * LAY_CAST_PAGE;
    return end < menu->count ? end : menu->count;
}

static bool put_page(CastWriting *writing, const Menu *menu, size_t page, size_t pages)
{
    Writer out = writer_to(writing->arena);
    const Text name = page_name(menu, page, writing->arena);
    write_format(&out, "TirNanoG Dialog\r\n%.*s\r\n%.*s", (int)menu->title.size, menu->title.at,
                 (int)menu->message.size, menu->message.at);
    if (pages > 1)
        write_format(&out, " (%zu of %zu)", page + 1, pages);
    write_format(&out, "\r\n- %.*s 1\r\n", (int)menu->portrait.size, menu->portrait.at);
    const size_t end = page_end(menu, page);
    for (size_t i = page * LAY_CAST_PAGE; i < end; i++) {
        const Text label = menu->label(menu->list, i);
        write_format(&out, "- - - %.*s\r\n", (int)label.size, label.at);
    }
    if (pages > 1)
        write_format(&out, "- - - More\r\n");
    write_format(&out, "- - - %s\r\n", menu->closing);
    const Bytes file = writer_bytes(&out);
    return lay_put_new(
        writing->folder,
        arena_format(writing->arena, "dialogs/%.*s.dlg", (int)name.size, name.at), &file, 1,
        writing->report);
}

/* Answers are counted from the last one. */
static bool ask_page(CastWriting *writing, const Menu *menu, size_t page, size_t pages)
{
    const Text name = page_name(menu, page, writing->arena);
    const size_t end = page_end(menu, page);
    line(writing, "case %zu {", page + 1);
    line(writing, "dialog(%.*s,0)", (int)name.size, name.at);
    line(writing, "switch(a) {");
    for (size_t i = page * LAY_CAST_PAGE; i < end; i++) {
        line(writing, "case %zu {", end - i + (pages > 1));
        if (!menu->choose(writing, menu->list, i))
            return false;
        line(writing, "}");
    }
    if (pages > 1) {
        line(writing, "case 1 {");
        line(writing, "%c=%zu", menu->page, (page + 1) % pages + 1);
        line(writing, "}");
    }
    line(writing, "case 0 {");
    line(writing, "%c=0", menu->page);
    line(writing, "}");
    line(writing, "}");
    line(writing, "}");
    return put_page(writing, menu, page, pages);
}

static bool put_menu(CastWriting *writing, const Menu *menu)
{
    const size_t pages = (menu->count + LAY_CAST_PAGE - 1) / LAY_CAST_PAGE;
    line(writing, "%c=1", menu->page);
    line(writing, "while(%c>0) {", menu->page);
    line(writing, "switch(%c) {", menu->page);
    for (size_t i = 0; i < pages; i++)
        if (!ask_page(writing, menu, i, pages))
            return false;
    line(writing, "}");
    line(writing, "}");
    return true;
}

/* ---- the two menus ---- */

static Text portrait_label(const void *list, size_t index)
{
    return ((const CastMember *)list)->portraits[index];
}

static bool choose_portrait(CastWriting *writing, const void *list, size_t index)
{
    const Text portrait = portrait_label(list, index);
    line(writing, "dialog(%.*s,0)", (int)portrait.size, portrait.at);
    return true;
}

static Text member_label(const void *list, size_t index)
{
    return ((const LayCast *)list)->members[index].title;
}

static bool choose_member(CastWriting *writing, const void *list, size_t index)
{
    const CastMember *member = &((const LayCast *)list)->members[index];
    const Menu menu = {
        arena_format(writing->arena, "_%.*s", (int)member->name.size, member->name.at),
        member->title,
        TEXT("Which expression?"),
        member->portraits[0],
        "Back",
        'q',
        member->count,
        portrait_label,
        choose_portrait,
        member};
    return put_menu(writing, &menu);
}

static bool put_npc(CastWriting *writing)
{
    const Bytes file = writer_bytes(&writing->handler);
    const Bytes sprite = png_write(&writing->cast->figure, NULL, writing->arena);
    const ConversionFolder *folder = writing->folder;
    return lay_put_new(folder, TEXT("npcs/cast.npc"), &file, 1, writing->report) &&
           lay_put_new(folder, TEXT("chars/cast_soo0.png"), &sprite, 1, writing->report);
}

bool lay_cast_put(const LayCast *cast, const ConversionFolder *folder, Report *report)
{
    const Menu menu = {TEXT(""),    TEXT("Cast"), TEXT("Whom do you want to see?"),
                       TEXT("-"),   "Close",      'p',
                       cast->count, member_label, choose_member,
                       cast};
    if (cast->count < 2)
        return true;
    CastWriting writing = {.cast = cast,
                           .folder = folder,
                           .handler = writer_to(cast->arena),
                           .arena = cast->arena,
                           .report = report};
    const Text first = cast->members[0].portraits[0];
    line(&writing, "TirNanoG NPC");
    line(&writing, "Cast");
    line(&writing, "stand 100 0 0");
    line(&writing, "l cast cast - - - - - - - - - - - - - - - - - %.*s", (int)first.size,
         first.at);
    line(&writing, "e click {");
    if (!put_menu(&writing, &menu))
        return false;
    line(&writing, "}");
    return put_npc(&writing);
}
