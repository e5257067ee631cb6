/* Pictures of every screen of a game, for `make pictures`: in three sizes of the window, two
 * sizes of text, and several languages; a contact sheet of each combination, and a page.
 *
 * screens FOLDER [GAME]: writes into FOLDER; GAME is a project. */
#include "../tests/lib/tour_kit.h"

#include "cli/system_font.h"
#include "base/image/png_write.h"
#include "engine/render/screen_words.h"

#include <stdio.h>
#include <sys/stat.h>

enum { CELL_W = 480, CELL_H = 270, GAP = 6, COLUMNS = 4, CELLS_MAX = 80 };

static const char *const languages[] = {"en", "de", "ja", "ar"};
static const uint32_t percents[] = {100, 200};
static const struct {
    uint32_t w, h;
    bool touch;
} sizes[] = {{480, 320, false},
             {1280, 720, false},
             {2560, 1440, false},
             {390, 844, true},
             {844, 390, true}};

typedef struct Sheet {
    const char *folder;
    char name[48]; /* of the combination */
    const char *language;
    uint32_t percent, w, h;
    bool touch;
    Image cells[CELLS_MAX];
    char titles[CELLS_MAX][64];
    size_t count;
    Arena *arena;
} Sheet;

static void save(const char *path, const Image *image)
{
    Arena *scratch = arena_new();
    const Bytes png = png_write(image, NULL, scratch);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(png.data, 1, png.size, file) != png.size || fclose(file) != 0)
        fail_msg("cannot write %s", path);
    arena_free(scratch);
}

/* The mean of the pixels that become one. */
static Pixel mean(const Image *image, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    uint32_t r = 0, g = 0, b = 0;
    const uint32_t count = (x1 - x0) * (y1 - y0);
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++) {
            const Pixel pixel = *image_at(image, x, y);
            r += PIXEL_R(pixel);
            g += PIXEL_G(pixel);
            b += PIXEL_B(pixel);
        }
    return PIXEL(r / count, g / count, b / count, 255);
}

/* Reduced to a cell; smaller pictures are kept. */
static Image reduced(const Image *image, Arena *arena)
{
    uint32_t w = image->w, h = image->h;
    if (w > CELL_W) {
        h = h * CELL_W / w;
        w = CELL_W;
    }
    const Image out = image_new(w, h, arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++)
            *image_at(&out, x, y) = mean(image, x * image->w / w, y * image->h / h,
                                         (x + 1) * image->w / w, (y + 1) * image->h / h);
    return out;
}

static void picture(void *context, Fixture *fixture, const TourStop *stop)
{
    Sheet *sheet = context;
    PlayerApp *app = &fixture->app;
    if (sheet->count == CELLS_MAX)
        return;
    app->settings.values[SETTING_text_percent] = (int32_t)sheet->percent;
    app->settings.values[SETTING_reduced_motion] = 1; /* alerts do not fade in */
    app_note_device(app, sheet->touch ? DEVICE_TOUCH : DEVICE_KEYS);
    const RenderOptions options = app_render_options(app, sheet->w, sheet->h);
    session_resize(&fixture->session, sheet->w, sheet->h, &options);
    session_draw(&fixture->session);
    fixture->session.drawn = false; /* pages know the languages from the frame before */
    const Image *frame = session_draw(&fixture->session);
    char *title = sheet->titles[sheet->count], path[512];
    snprintf(title, sizeof sheet->titles[0], "%s", stop->name);
    for (char *at = title; *at; at++)
        *at = *at == ' ' ? '-' : *at;
    snprintf(path, sizeof path, "%s/%s/%s.png", sheet->folder, sheet->name, title);
    save(path, frame);
    sheet->cells[sheet->count++] = reduced(frame, sheet->arena);
}

static void save_sheet(const Sheet *sheet)
{
    if (!sheet->count)
        return;
    const uint32_t rows = ((uint32_t)sheet->count + COLUMNS - 1) / COLUMNS;
    const uint32_t w = sheet->cells[0].w + GAP, h = sheet->cells[0].h + GAP;
    const Image all = image_new(COLUMNS * w, rows * h, sheet->arena);
    char path[512];
    for (uint32_t y = 0; y < all.h; y++)
        for (uint32_t x = 0; x < all.w; x++)
            *image_at(&all, x, y) = PIXEL(255, 0, 255, 255);
    for (size_t i = 0; i < sheet->count; i++) {
        const Image part =
            image_part(&all, (uint32_t)(i % COLUMNS) * w, (uint32_t)(i / COLUMNS) * h,
                       sheet->cells[i].w, sheet->cells[i].h);
        for (uint32_t y = 0; y < part.h; y++)
            for (uint32_t x = 0; x < part.w; x++)
                *image_at(&part, x, y) = *image_at(&sheet->cells[i], x, y);
    }
    snprintf(path, sizeof path, "%s/%s.png", sheet->folder, sheet->name);
    save(path, &all);
}

static void choose_language(Fixture *fixture, const char *language)
{
    for (size_t i = 0; i < tng_language_count(fixture->session.game); i++)
        if (!memcmp(((const TngLanguage *)tng_language(fixture->session.game, i)->record)->code,
                    language, 2))
            session_set_language(&fixture->session, i);
    /* The words of the interface, also if the game has no such language. */
    memcpy(fixture->session.world->content->code, language, 2);
    letters_note_game(&fixture->app.letters, &fixture->session);
}

static void write_page(FILE *page, const Sheet *sheet)
{
    fprintf(page, "<h2 id=\"%s\">%s</h2>\n<p><a href=\"%s.png\">contact sheet</a></p>\n<p>",
            sheet->name, sheet->name, sheet->name);
    for (size_t i = 0; i < sheet->count; i++)
        fprintf(page,
                "<a href=\"%s/%s.png\"><img src=\"%s/%s.png\" alt=\"%s\" title=\"%s\" "
                "width=\"320\" loading=\"lazy\"></a>\n",
                sheet->name, sheet->titles[i], sheet->name, sheet->titles[i], sheet->titles[i],
                sheet->titles[i]);
    fprintf(page, "</p>\n");
}

static void draw_sheet(Sheet *sheet, Bytes game, FILE *page)
{
    void *state = NULL;
    char folder[512];
    fixture_set_up(&state);
    Fixture *fixture = state;
    sheet->count = 0;
    sheet->arena = fixture->kit->arena;
    snprintf(sheet->name, sizeof sheet->name, "%ux%u-%u-%s", sheet->w, sheet->h, sheet->percent,
             sheet->language);
    snprintf(folder, sizeof folder, "%s/%s", sheet->folder, sheet->name);
    mkdir(folder, 0777);
    fixture->options.skip_menu = false;
    fixture->options.font = system_font;
    fixture_begin(fixture, game);
    choose_language(fixture, sheet->language);
    tour(fixture, 2, picture, sheet);
    fixture_end(fixture);
    save_sheet(sheet);
    write_page(page, sheet);
    printf("%s/%s.png: %zu screens\n", sheet->folder, sheet->name, sheet->count);
    fixture_tear_down(&state);
}

/* English stands in for a language that the interface does not have. */
static bool has_language(const char *language)
{
    return !strcmp(language, "en") ||
           !text_equal(word_in(language, WORD_OPTIONS), word_in("en", WORD_OPTIONS));
}

static void draw_all(const char *folder, const char *path)
{
    Kit *kit = kit_new();
    char name[512];
    const Bytes game = tour_game(kit, path);
    Sheet *sheet = ARENA_ALLOC(kit->arena, Sheet, 1);
    mkdir(folder, 0777);
    snprintf(name, sizeof name, "%s/index.html", folder);
    FILE *page = fopen(name, "w");
    if (!page)
        fail_msg("cannot write %s", name);
    fprintf(page, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Screens</title>\n"
                  "<h1>Screens: window size, text percent, language</h1>\n");
    sheet->folder = folder;
    for (size_t l = 0; l < COUNT_OF(languages); l++)
        for (size_t p = 0; p < COUNT_OF(percents) && has_language(languages[l]); p++)
            for (size_t s = 0; s < COUNT_OF(sizes); s++) {
                sheet->language = languages[l];
                sheet->percent = percents[p];
                sheet->w = sizes[s].w;
                sheet->h = sizes[s].h;
                sheet->touch = sizes[s].touch;
                draw_sheet(sheet, game, page);
            }
    if (fclose(page) != 0)
        fail_msg("cannot write %s", name);
    kit_free(kit);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "screens FOLDER [GAME]\n");
        return 2;
    }
    draw_all(argv[1], argc > 2 ? argv[2] : "examples/segais");
    return 0;
}
