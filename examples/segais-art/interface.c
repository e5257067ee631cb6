/* The user interface's elements: one picture, cut by its list. */
#include "art.h"

#include <stdio.h>

static Atlas elements;

static Image piece(uint32_t w, uint32_t h) { return image_new(w, h, elements.art->arena); }

static void add(const char *name, Image image)
{
    atlas_add(&elements, name, "so", 'o', 1, image);
}

/* ---- cursors ---- */

static const Key cursor_keys[] = {{'#', INK, 0},  {'.', LINEN, 3}, {'+', LINEN, 1},
                                  {'g', GOLD, 2}, {'G', GOLD, 3},  {'o', GOLD, 1},
                                  {'r', RED, 2},  {'R', RED, 3},   {0, 0, 0}};

static void cursors(void)
{
    static const char *const arrow[] = {
        "##              ", "#.##            ", "#...##          ", "#.....##        ",
        "#.......##      ", "#.........##    ", "#......++##     ", "#.....+##       ",
        "#....+#         ", "#..#.+#         ", "#.# #.+#        ", "##  #.+#        ",
        "     #.+#       ", "     #.+#       ", "      ##        ", NULL};
    static const char *const hand[] = {
        "     ##         ", "    #..#        ", "    #..#        ", "    #..###      ",
        "    #..#..##    ", "    #..#..#.##  ", " ## #..#..#.#.# ", "#..##.......#.# ",
        "#...#.........# ", " #............# ", " #...........+# ", "  #..........+# ",
        "   #........+#  ", "   #.......++#  ", "    ########    ", NULL};
    static const char *const cross[] = {"   ######       ", " ##rrrrrr##     ",
                                        " #rR####rr#     ", "#rr##  ##rr#    ",
                                        "#r#R##   #r#    ", "#r# #R##  #r#   ",
                                        "#r#  #R## #r#   ", "#r#   #R###r#   ",
                                        "#r#    #R##r#   ", "#rr##  ##Rr#    ",
                                        " #rr####rRr#    ", " ##rrrrrr##     ",
                                        "   ######       ", NULL};
    static const char *const gear[] = {"     ####       ",
                                       "     #GG#       ",
                                       "  ## #gg# ##    ",
                                       " #GG##gg##GG#   ",
                                       " #GGgggggggg#   ",
                                       "  #gggggggg#    ",
                                       "###ggg##ggg###  ",
                                       "#Gggg#  #gggo#  ",
                                       "#Gggg#  #gggo#  ",
                                       "###ggg##ggg###  ",
                                       "  #gggggggg#    ",
                                       " #ggggggggoo#   ",
                                       " #gg##gg##oo#   ",
                                       "  ## #gg# ##    ",
                                       "     #oo#       ",
                                       "     ####       ",
                                       NULL};
    static const struct {
        const char *name;
        const char *const *rows;
    } all[] = {
        {"cursor", arrow}, {"cursor_click", hand}, {"cursor_no", cross}, {"cursor_use", gear}};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        const Image image = piece(16, 16);
        letters(&image, 0, 0, all[i].rows, cursor_keys);
        add(all[i].name, image);
    }
    const Image loading = piece(16 * 8, 16); /* a triskele that turns */
    for (int frame = 0; frame < 8; frame++)
        for (int arm = 0; arm < 3; arm++)
            for (int i = 0; i < 26; i++) {
                const int angle = arm * 85 + frame * 11 + i * 6, far = 1 + i / 4;
                ball(&loading, frame * 16 + 8 + wave(angle) * far / 256,
                     8 + wave(angle + 64) * far / 256, 1, 1, GOLD, 1, 3);
            }
    atlas_add(&elements, "cursor_wait", "so", 'l', 8, loading);
}

/* ---- small buttons ---- */

static void bevel(const Image *image, Ramp ramp, int base, bool pressed, bool plain)
{
    const int w = (int)image->w, h = (int)image->h;
    fill(image, 0, 0, w, h, ink(INK, 0));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            put(image, x, y,
                ink(ramp,
                    base + (!plain && !pressed && y < h / 2 && bayer(x, y) > y * 32 / h)));
    const int light = pressed ? base - 1 : base + 2, dark = pressed ? base + 1 : base - 1;
    line(image, 1, 1, w - 2, 1, ink(ramp, light));
    line(image, 1, 1, 1, h - 2, ink(ramp, light));
    line(image, 2, h - 2, w - 2, h - 2, ink(ramp, dark));
    line(image, w - 2, 2, w - 2, h - 2, ink(ramp, dark));
}

static void small_buttons(void)
{
    for (int on = 0; on < 2; on++) {
        const Image image = piece(16, 16); /* over an item, which is seen through it */
        for (int i = 0; i < 2; i++) {
            const int wide = on ? 0 : 7 - 2 * i, x = 8 + i, y = 1 + i;
            line(&image, x, y, x + wide, y, ink(i ? GOLD : INK, i ? 3 : 0));
            line(&image, x, y + wide, x + wide, y + wide, ink(i ? GOLD : INK, i ? 2 : 0));
            line(&image, x, y, x, y + wide, ink(i ? GOLD : INK, i ? 3 : 0));
            line(&image, x + wide, y, x + wide, y + wide, ink(i ? GOLD : INK, i ? 2 : 0));
        }
        for (int i = 0; on && i < 3; i++) {
            line(&image, 4, 5 + i, 7, 8 + i, ink(GRASS, 4 - i));
            line(&image, 7, 8 + i, 13, 2 + i, ink(GRASS, 4 - i));
        }
        if (on)
            outline(&image, ink(INK, 0));
        add(on ? "check_on" : "check_off", image);
    }
    static const char *const sides[] = {"left", "right", "up", "down"};
    for (int side = 0; side < 4; side++)
        for (int pressed = 0; pressed < 2; pressed++) {
            char name[32];
            const Image image = piece(16, 16);
            bevel(&image, WOOD, pressed ? 2 : 3, pressed, false);
            for (int i = 0; i < 5; i++)
                for (int j = -i; j <= i; j++) {
                    const int along = side & 1 ? 10 - i : 5 + i, d = pressed;
                    put(&image, (side < 2 ? along : 8 + j) + d, (side < 2 ? 8 + j : along) + d,
                        ink(GOLD, 3 - (i > 2)));
                }
            snprintf(name, sizeof name, "arrow_%s%s", sides[side], pressed ? "_pressed" : "");
            add(name, image);
        }
    const Image knob = piece(12, 16), groove = piece(16, 16), thumb = piece(12, 16),
                rail = piece(12, 16);
    bevel(&knob, GOLD, 1, false, false);
    add("slider_knob", knob);
    fill(&groove, 0, 5, 16, 6, ink(INK, 0));
    fill(&groove, 0, 6, 16, 4, ink(WOOD, 1));
    fill(&groove, 0, 6, 16, 1, ink(WOOD, 0));
    add("slider", groove);
    bevel(&thumb, WOOD, 3, false, false);
    for (int i = 0; i < 3; i++)
        line(&thumb, 3, 5 + i * 3, 8, 5 + i * 3, ink(WOOD, 1));
    add("scroll_knob", thumb);
    bevel(&rail, WOOD, 1, true, false);
    add("scroll", rail);
}

/* ---- things in three parts: left, middle, right ---- */

static void thirds(const char *name, uint32_t h, Ramp ramp, int base, bool pressed, Ramp edge)
{
    const Image whole = piece(48, h);
    bevel(&whole, ramp, base, pressed, true); /* labels stand on it */
    for (int i = 0; i < 2; i++) {
        line(&whole, 3, (int)h - 4 - i * ((int)h - 8), 44, (int)h - 4 - i * ((int)h - 8),
             ink(edge, i ? 2 : 1));
        line(&whole, 3 + i * 41, 3, 3 + i * 41, (int)h - 4, ink(edge, i ? 1 : 2));
        for (int j = 0; j < 2; j++) {
            put(&whole, i * 47, j * ((int)h - 1), 0);
            put(&whole, i ? 44 : 3, j ? (int)h - 4 : 3, ink(ramp, base));
        }
    }
    static const char *const parts[] = {"left", "middle", "right"};
    for (uint32_t i = 0; i < 3; i++) {
        char full[40];
        const Image part = piece(i == 1 ? 16 : 12, h);
        const Image source = image_part(&whole, i == 0 ? 0 : i == 1 ? 16 : 36, 0, part.w, h);
        image_copy(&part, 0, 0, &source);
        snprintf(full, sizeof full, "%s_%s", name, parts[i]);
        add(full, part);
    }
}

/* Knotwork: two ribbons that cross. */
static void ribbon(const Image *image, int x, int y, int length, bool down)
{
    for (int i = 0; i < length; i++) {
        const int a = wave(i * 16) * 3 / 256;
        for (int strand = 0; strand < 2; strand++) {
            const int across = 4 + (strand ? -a : a);
            const bool over = (i / 8 + strand) & 1;
            for (int k = 0; k < 2; k++) {
                const int px = down ? x + across + k - 1 : x + i,
                          py = down ? y + i : y + across + k - 1;
                if (over || get(image, px, py) == ink(WOOD, 1))
                    put(image, px, py, ink(GOLD, (strand ? 1 : 2) + (k == 0)));
            }
        }
    }
}

static void nine(const char *name, bool knots, Ramp ramp, int base)
{
    enum { SIDE = 96, EDGE = 16 };
    static const char *const parts[9] = {"tl", "t", "tr", "l", "m", "r", "bl", "b", "br"};
    const Image whole = piece(SIDE, SIDE);
    fill(&whole, 0, 0, SIDE, SIDE, ink(INK, 0));
    fill(&whole, 1, 1, SIDE - 2, SIDE - 2, ink(GOLD, 1));
    fill(&whole, 2, 2, SIDE - 4, SIDE - 4, ink(WOOD, 1));
    if (knots) {
        ribbon(&whole, 0, 2, SIDE, false);
        ribbon(&whole, 0, SIDE - 11, SIDE, false);
        ribbon(&whole, 2, 0, SIDE, true);
        ribbon(&whole, SIDE - 11, 0, SIDE, true);
    }
    const int in = knots ? 11 : 5;
    fill(&whole, in, in, SIDE - in * 2, SIDE - in * 2, ink(GOLD, 0));
    fill(&whole, in + 1, in + 1, SIDE - in * 2 - 2, SIDE - in * 2 - 2, ink(INK, 0));
    /* Text stands on the middle, which is plain. Only the rim is parchment: darker and uneven.
     */
    for (int y = in + 2; y < SIDE - in - 2; y++)
        for (int x = in + 2; x < SIDE - in - 2; x++) {
            const int across = x < SIDE - 1 - x ? x : SIDE - 1 - x,
                      down = y < SIDE - 1 - y ? y : SIDE - 1 - y;
            const int depth = (across < down ? across : down) - in - 2; /* 0 at the frame */
            const int width =
                1 + (hash_of(1201, across == depth + in + 2 ? y % 16 : x % 16, 0) & 3) *
                        (EDGE - in - 3) / 4;
            put(&whole, x, y, ink(ramp, base - (depth < width)));
        }
    for (int corner = 0; corner < 4; corner++) { /* bosses */
        const int x = corner & 1 ? SIDE - 8 : 7, y = corner & 2 ? SIDE - 8 : 7;
        ball(&whole, x, y, knots ? 7 : 4, knots ? 7 : 4, GOLD, 0, 3);
        ball(&whole, x, y, knots ? 3 : 2, knots ? 3 : 2, RED, 0, 3);
    }
    for (uint32_t i = 0; i < 9; i++) {
        static const uint32_t at[3] = {0, 32, SIDE - EDGE};
        char full[40];
        const Image part = piece(EDGE, EDGE);
        const Image source = image_part(&whole, at[i % 3], at[i / 3], EDGE, EDGE);
        image_copy(&part, 0, 0, &source);
        snprintf(full, sizeof full, "%s_%s", name, parts[i]);
        add(full, part);
    }
}

static void game_icon(void)
{
    const Image image = piece(64, 64), nut = piece(32, 32);
    ellipse(&image, 32, 32, 30, 30, ink(GOLD, 1));
    ball(&image, 32, 32, 28, 28, WATER, 0, 4);
    item_draw(&nut, "hazelnut");
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            if (get(&nut, (x - 2) * 8 / 15, (y - 2) * 8 / 15))
                put(&image, x, y, get(&nut, (x - 2) * 8 / 15, (y - 2) * 8 / 15));
    outline(&image, ink(INK, 0));
    add("app_icon", image);
}

void interface_files(Art *art)
{
    elements = (Atlas){.art = art};
    cursors();
    small_buttons();
    thirds("button", 24, WOOD, 2, false, GOLD);
    thirds("button_over", 24, WOOD, 3, false, GOLD);
    thirds("button_down", 24, WOOD, 1, true, GOLD);
    thirds("button_off", 24, STONE, 2, false, STONE);
    thirds("input", 24, THATCH, 3, true, WOOD);
    thirds("tab", 20, WOOD, 1, false, WOOD);
    thirds("tab_over", 20, WOOD, 3, false, GOLD);
    thirds("option", 20, SLATE, 0, false, SLATE);
    thirds("option_over", 20, SLATE, 1, false, GOLD);
    thirds("chat", 24, SLATE, 0, true, GOLD);
    nine("window", true, THATCH, 4);
    nine("dialog", false, THATCH, 4);
    game_icon();
    atlas_write(&elements, "ui", "elements");
}
