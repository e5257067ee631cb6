/* People: layers of 32x48 pixels that are put over each other, four directions, standing,
 * walking and, wider, striking. West is east seen in a mirror. */
#include "art.h"

#include <stdio.h>
#include <string.h>

enum { W = 32, H = 48, STEPS = 4, HIP = 35, SOLE = 45, SHOULDER = 25 };
enum { STRIKES = 3, STRIKE_W = 64 };
enum { FRONT, BACK, SIDE };

typedef struct Pose {
    int view;
    int stride; /* -3 to 3: how far the left foot is ahead */
    int bob;    /* the body's height above its lowest */
    int strike; /* 0 or the frame of a stroke, from 1: raised, forward, down */
} Pose;

/* What the hand that strikes does in each frame: where it is, and the tip of a sword in it. */
static const struct {
    Spot hand, tip;
} strokes[3][STRIKES] = {
    {{{6, 15}, {4, 1}}, {{9, 30}, {17, 42}}, {{14, 34}, {26, 43}}},   /* FRONT */
    {{{24, 15}, {27, 1}}, {{21, 16}, {14, 3}}, {{18, 20}, {7, 9}}},   /* BACK */
    {{{7, 18}, {2, 4}}, {{24, 25}, {38, 20}}, {{22, 33}, {35, 41}}}}; /* SIDE */
static int strong_hand(const Pose *pose) { return pose->view == BACK; }

typedef struct Layer {
    const char *name;
    void (*draw)(const Image *image, const struct Layer *layer, const Pose *pose);
    Ramp ramp, second;
    int style;
} Layer;

/* A leg or an arm: from a joint to its end, lit from the left. */
static void limb(const Image *image, int x0, int y0, int x1, int y1, int width, Ramp ramp,
                 int low, int high)
{
    for (int y = y0; y <= y1; y++) {
        const int span = y1 > y0 ? y1 - y0 : 1;
        const int x = x0 + ((x1 - x0) * (y - y0) * 2 + (x1 > x0 ? span : -span)) / (2 * span);
        column(image, x, y, width, 1, ramp, low, high);
    }
}

/* Where the feet are: side by side, or one before the other. */
static void foot_at(const Pose *pose, int which, int *x, int *y)
{
    const int ahead = which ? -pose->stride : pose->stride;
    if (pose->view == SIDE) {
        *x = 14 + ahead * 3 / 2 + (which ? 1 : -1);
        *y = SOLE - (ahead < 0 ? 1 : 0) - (pose->stride == 0 && pose->bob ? which : 0);
    } else {
        *x = which ? 17 : 11;
        *y = SOLE - (ahead < 0 ? 3 : 0);
    }
}

static void hand_at(const Pose *pose, int which, int *x, int *y)
{
    if (pose->strike && which == strong_hand(pose)) {
        *x = strokes[pose->view][pose->strike - 1].hand.x;
        *y = strokes[pose->view][pose->strike - 1].hand.y;
        return;
    }
    const int ahead = which ? pose->stride : -pose->stride;
    if (pose->view == SIDE) {
        *x = 14 + ahead * 5 / 3;
        *y = 34 - pose->bob - (ahead ? 1 : 0);
    } else {
        *x = which ? 22 : 7;
        *y = 34 - pose->bob - (ahead < 0 ? 2 : 0);
    }
}

static void legs(const Image *image, const Pose *pose, Ramp ramp, int low, int high, int until)
{
    for (int which = 1; which >= 0; which--) {
        int x, y;
        foot_at(pose, which, &x, &y);
        const int from = pose->view == SIDE ? 14 : which ? 17 : 11;
        limb(image, from, HIP - pose->bob, x, y - until, 4, ramp, low,
             high - (which && pose->view == SIDE));
    }
}

static void boots(const Image *image, const Pose *pose, Ramp ramp)
{
    for (int which = 1; which >= 0; which--) {
        int x, y;
        foot_at(pose, which, &x, &y);
        column(image, x, y - 4, 4, 5, ramp, 0, 3);
        if (pose->view == SIDE)
            column(image, x + 3, y - 1, 3, 2, ramp, 0, 2);
    }
}

/* An arm in any direction; without the last `cut` pixels of it. */
static void arm(const Image *image, Spot from, Spot to, int cut, int width, Ramp ramp, int low,
                int high)
{
    const int dx = to.x - from.x, dy = to.y - from.y;
    const int length =
        (dx < 0 ? -dx : dx) > (dy < 0 ? -dy : dy) ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy);
    for (int i = 0; i <= length - cut; i++)
        ball(image, from.x + dx * i / length, from.y + dy * i / length, width / 2, width / 2,
             ramp, low, high);
}

static void arms(const Image *image, const Pose *pose, Ramp ramp, int low, int high, int cut,
                 int width)
{
    for (int which = 1; which >= 0; which--) {
        int x, y;
        if (pose->view == SIDE && which)
            continue;
        hand_at(pose, which, &x, &y);
        const int from = pose->view == SIDE ? 14 : which ? 21 : 8;
        if (pose->strike && which == strong_hand(pose)) {
            arm(image, (Spot){from + 1, SHOULDER + 1 - pose->bob}, (Spot){x + 1, y}, cut, width,
                ramp, low, high);
            continue;
        }
        limb(image, from - (width - 3) / 2, SHOULDER - pose->bob, x - (width - 3) / 2, y - cut,
             width, ramp, low, high);
    }
}

/* ---- layers ---- */

static void face(const Image *image, const Layer *layer, const Pose *pose)
{
    const int y = 17 - pose->bob;
    if (pose->view == FRONT) {
        for (int i = 0; i < 2; i++) {
            const int x = i ? 18 : 12;
            fill(image, x, y, 2, 3, ink(INK, 0));
            put(image, x, y, ink(LINEN, 3));
            put(image, x + 1, y - 2, ink(layer->ramp, 1));
            put(image, x, y - 2, ink(layer->ramp, 1));
            put(image, x + (i ? 1 : 0), y + 3, ink(RED, 3));
        }
        line(image, 15, y + 5, 16, y + 5, ink(layer->ramp, 1));
        put(image, 16, y + 3, ink(layer->ramp, 2));
    } else if (pose->view == SIDE) {
        fill(image, 19, y, 2, 3, ink(INK, 0));
        put(image, 20, y, ink(LINEN, 3));
        put(image, 19, y + 3, ink(RED, 3));
        put(image, 23, y + 2, ink(layer->ramp, 3));
        line(image, 20, y + 5, 21, y + 5, ink(layer->ramp, 1));
        ball(image, 14, y + 2, 1, 2, layer->ramp, 1, 3);
    }
}

static void body(const Image *image, const Layer *layer, const Pose *pose)
{
    const int max = ramp_max(layer->ramp);
    legs(image, pose, layer->ramp, 1, max - 1, 0);
    const Spot torso[] = {
        {11, 24 - pose->bob}, {21, 24 - pose->bob}, {20, 36 - pose->bob}, {12, 36 - pose->bob}};
    facet(image, torso, 4, LINEN, 0, 2);
    arms(image, pose, layer->ramp, 1, max, 0, 3);
    for (int which = pose->view == SIDE ? 0 : 1; which >= 0; which--) {
        int x, y;
        hand_at(pose, which, &x, &y);
        ball(image, x + 1, y, 2, 2, layer->ramp, 1, max);
    }
    fill(image, 14, 22 - pose->bob, 4, 4, ink(layer->ramp, 1));
    ball(image, 16, 17 - pose->bob, 7, 7, layer->ramp, 1, max);
    if (pose->view != SIDE)
        for (int side = 0; side < 2; side++)
            ball(image, side ? 23 : 9, 18 - pose->bob, 1, 2, layer->ramp, 1, max - 1);
    face(image, layer, pose);
    outline(image, ink(INK, 0));
    shadow(image, 16, 45, 9, 2);
}

static void tunic(const Image *image, const Layer *layer, const Pose *pose)
{
    const int b = pose->bob, max = ramp_max(layer->ramp);
    legs(image, pose, layer->second, 0, 2, 4);
    boots(image, pose, WOOD);
    const int in = pose->view == SIDE ? 2 : 0;
    const Spot trunk[] = {{10 + in, 24 - b}, {22 - in, 24 - b}, {21 - in, 33 - b},
                          {23 - in, 39 - b}, {9 + in, 39 - b},  {11 + in, 33 - b}};
    facet(image, trunk, 6, layer->ramp, 0, max);
    fill(image, 11 + in, 32 - b, 10 - in * 2, 2, ink(WOOD, 1));
    if (pose->view == FRONT) {
        fill(image, 15, 32 - b, 2, 2, ink(GOLD, 2));
        line(image, 15, 24 - b, 15, 27 - b, ink(layer->ramp, 0));
        put(image, 14, 24 - b, ink(LINEN, 3));
        put(image, 16, 24 - b, ink(LINEN, 3));
    }
    for (int x = 10 + in; x < 22 - in; x += 2) /* an embroidered hem */
        put(image, x, 37 - b, ink(GOLD, 2));
    arms(image, pose, layer->ramp, 0, max - (pose->view == SIDE), 2, 4);
    outline(image, ink(INK, 0));
}

static void dress(const Image *image, const Layer *layer, const Pose *pose)
{
    const int b = pose->bob, max = ramp_max(layer->ramp), sway = pose->stride / 2;
    boots(image, pose, WOOD);
    const int in = pose->view == SIDE ? 2 : 0;
    const Spot skirt[] = {
        {12 + in, 32 - b}, {20 - in, 32 - b}, {24 - in + sway, 44}, {8 + in + sway, 44}};
    facet(image, skirt, 4, layer->ramp, 0, max);
    for (int fold = 0; fold < 3; fold++)
        line(image, 13 + fold * 3, 35 - b, 11 + fold * 5 + sway, 42,
             ink(layer->ramp, fold ? 0 : 1));
    for (int x = 9 + in; x < 23 - in; x++)
        put(image, x + sway, 42, ink(layer->second, x % 2 ? 2 : 3));
    const Spot trunk[] = {
        {11 + in, 24 - b}, {21 - in, 24 - b}, {20 - in, 33 - b}, {12 + in, 33 - b}};
    facet(image, trunk, 4, layer->ramp, 1, max);
    fill(image, 12 + in, 32 - b, 8 - in * 2, 2, ink(layer->second, 2));
    if (pose->view == FRONT && layer->style) { /* an apron */
        const Spot apron[] = {{12, 33 - b}, {20, 33 - b}, {21, 42}, {11, 42}};
        facet(image, apron, 4, LINEN, 1, 3);
        fill(image, 13, 27 - b, 6, 6, ink(LINEN, 3));
    }
    arms(image, pose, layer->ramp, 0, max - (pose->view == SIDE), 2, 4);
    outline(image, ink(INK, 0));
}

static void robe(const Image *image, const Layer *layer, const Pose *pose)
{
    const int b = pose->bob, max = ramp_max(layer->ramp), sway = pose->stride / 2;
    boots(image, pose, EARTH);
    const int in = pose->view == SIDE ? 2 : 0;
    const Spot gown[] = {
        {10 + in, 23 - b}, {22 - in, 23 - b}, {24 - in + sway, 45}, {8 + in + sway, 45}};
    facet(image, gown, 4, layer->ramp, 0, max);
    for (int fold = 0; fold < 3; fold++)
        line(image, 12 + fold * 4, 33 - b, 11 + fold * 5 + sway, 44,
             ink(layer->ramp, fold == 2 ? 0 : 1));
    if (pose->view != BACK)
        for (int y = 24; y < 44; y++)
            put(image, 16 + (pose->view == SIDE ? 3 : 0), y - b, ink(layer->second, 2 + y % 2));
    fill(image, 11 + in, 33 - b, 10 - in * 2, 2, ink(layer->second, 1));
    arms(image, pose, layer->ramp, 0, max - (pose->view == SIDE), 1, 6);
    outline(image, ink(INK, 0));
}

enum { SHORT, LONG, BUN, WREATH };

static void strands(const Image *image, const Layer *layer, int top, int bottom)
{
    const int max = ramp_max(layer->ramp);
    for (int y = top; y < bottom; y++)
        for (int x = 6; x < 26; x++)
            if (get(image, x, y) && hash_of(701, x, y / 4) % 5 == 0)
                put(image, x, y, ink(layer->ramp, x < 16 ? max : max - 2));
}

static void hair(const Image *image, const Layer *layer, const Pose *pose)
{
    const int b = pose->bob, max = ramp_max(layer->ramp), long_hair = layer->style == LONG;
    const int y = 15 - b;
    if (pose->view == BACK) {
        ball(image, 16, y + 1, 8, 8, layer->ramp, 0, max);
        if (long_hair) {
            const Spot fall[] = {{8, y + 1}, {24, y + 1}, {23, y + 16}, {9, y + 16}};
            facet(image, fall, 4, layer->ramp, 0, max - 1);
        }
    } else {
        const int shift = pose->view == SIDE ? -1 : 0;
        ball(image, 16 + shift, y - 1, 8, 7, layer->ramp, 0, max);
        if (pose->view == FRONT) {
            for (int x = 10; x < 22; x++) /* a fringe over the brow */
                for (int j = y + 1 - (int)(hash_of(702, x, layer->style) % 3); j < y + 8; j++)
                    put(image, x, j, 0);
            for (int side = 0; side < 2; side++)
                column(image, side ? 22 : 8, y, 2, long_hair ? 14 : 5, layer->ramp, 0,
                       max - side);
        } else {
            for (int x = 15; x < 26; x++)
                for (int j = y + 1 - (int)(hash_of(703, x, layer->style) % 3); j < y + 8; j++)
                    put(image, x, j, 0);
            column(image, 8, y, 6, long_hair ? 15 : 6, layer->ramp, 0, max - 1);
        }
    }
    if (layer->style == BUN) {
        ball(image, pose->view == SIDE ? 9 : 16, y - (pose->view == SIDE ? 2 : 8), 4, 4,
             layer->ramp, 0, max);
        ellipse(image, pose->view == SIDE ? 11 : 16, y - (pose->view == SIDE ? 1 : 5), 2, 0,
                ink(RED, 2));
    }
    strands(image, layer, 4, 34);
    if (layer->style == WREATH)
        for (int x = 8; x < 24; x++)
            put(image, x, y - 2 + (x < 10 || x > 21),
                ink(x % 3 ? GRASS : LINEN, x % 3 ? 4 : 3));
    outline(image, ink(INK, 0));
}

static void beard(const Image *image, const Layer *layer, const Pose *pose)
{
    const int b = pose->bob, max = ramp_max(layer->ramp), length = layer->style;
    if (pose->view == BACK)
        return;
    const int x = pose->view == SIDE ? 3 : 0;
    const Spot shape[] = {{10 + x, 19 - b},          {22 + x / 3, 19 - b},
                          {21 + x / 3, 23 - b},      {17 + x, 24 + length - b},
                          {15 + x, 24 + length - b}, {11 + x, 23 - b}};
    facet(image, shape, 6, layer->ramp, 1, max);
    strands(image, layer, 18, 40);
    if (pose->view == FRONT) {
        fill(image, 12, 17 - b, 8, 3, 0);
        line(image, 14, 22 - b, 17, 22 - b, ink(SKIN, 1));
    } else {
        fill(image, 13, 17 - b, 12, 3, 0);
        line(image, 21, 22 - b, 22, 22 - b, ink(SKIN, 1));
    }
    for (int j = 14; j < 48; j++) /* outlined below the cheeks only */
        for (int i = 1; i < 31; i++)
            if (j > 22 - b && !get(image, i, j) && PIXEL_A(get(image, i, j - 1)) == 255 &&
                get(image, i, j - 1) != ink(INK, 0))
                put(image, i, j, ink(INK, 0));
}

static void hood(const Image *image, const Layer *layer, const Pose *pose)
{
    const int b = pose->bob, max = ramp_max(layer->ramp);
    ball(image, 16 - (pose->view == SIDE), 16 - b, 9, 9, layer->ramp, 0, max);
    const Spot cape[] = {{9, 22 - b}, {23, 22 - b}, {26, 30 - b}, {6, 30 - b}};
    facet(image, cape, 4, layer->ramp, 0, max - 1);
    if (pose->view == FRONT)
        ellipse(image, 16, 18 - b, 6, 6, 0);
    else if (pose->view == SIDE)
        ellipse(image, 21, 18 - b, 5, 6, 0);
    if (pose->view == FRONT)
        ball(image, 16, 26 - b, 2, 2, GOLD, 1, 3);
    outline(image, ink(INK, 0));
}

/* A stroke with what is held: a bar from the hand, or from behind it, to the tip. */
static void stroke(const Image *image, const Layer *layer, const Pose *pose)
{
    const Spot hand = strokes[pose->view][pose->strike - 1].hand,
               tip = strokes[pose->view][pose->strike - 1].tip;
    const int dx = tip.x - hand.x, dy = tip.y - hand.y;
    const Ramp ramp = layer->style ? WOOD : GOLD;
    const Spot end = {hand.x + 1 - (layer->style ? dx / 2 : 0),
                      hand.y - (layer->style ? dy / 2 : 0)};
    for (int i = 0; i < 3 - layer->style; i++)
        line(image, end.x + (dx * dx < dy * dy ? i - 1 : 0),
             end.y + (dx * dx < dy * dy ? 0 : i - 1), tip.x + 1, tip.y, ink(ramp, 3 - i));
    if (layer->style)
        ball(image, tip.x + 1, tip.y, 3, 3, WATER, 2, 5);
    else
        line(image, hand.x + 1 - dy / 4, hand.y + dx / 4, hand.x + 1 + dy / 4, hand.y - dx / 4,
             ink(WOOD, 2));
    outline(image, ink(INK, 0));
}

/* What is held in the hand. */
static void blade(const Image *image, const Layer *layer, const Pose *pose)
{
    int x, y;
    if (pose->strike) {
        stroke(image, layer, pose);
        return;
    }
    hand_at(pose, strong_hand(pose), &x, &y);
    x += 1;
    if (layer->style) { /* a staff */
        column(image, x - 1, y - 22, 2, 32, WOOD, 1, 4);
        ball(image, x, y - 23, 2, 3, WATER, 2, 5);
    } else {
        column(image, x - 1, y - 14, 3, 13, GOLD, 0, 3);
        line(image, x - 3, y - 2, x + 3, y - 2, ink(WOOD, 2));
    }
    outline(image, ink(INK, 0));
}

static const Layer layers[] = {
    {"body_fair", body, SKIN, 0, 0},           {"body_tan", body, EARTH, 0, 0},
    {"tunic_green", tunic, GRASS, EARTH, 0},   {"tunic_red", tunic, RED, SLATE, 0},
    {"tunic_blue", tunic, SLATE, WOOD, 0},     {"tunic_leather", tunic, EARTH, SLATE, 0},
    {"dress_blue", dress, WATER, GOLD, 0},     {"dress_red", dress, RED, LINEN, 1},
    {"dress_violet", dress, VIOLET, LINEN, 0}, {"robe_white", robe, LINEN, GOLD, 0},
    {"hair_short", hair, WOOD, 0, SHORT},      {"hair_raven", hair, RAVEN, 0, LONG},
    {"hair_long", hair, GINGER, 0, LONG},      {"hair_bun", hair, GINGER, 0, BUN},
    {"hair_blond", hair, THATCH, 0, WREATH},   {"hair_grey", hair, STONE, 0, LONG},
    {"beard_grey", beard, STONE, 0, 11},       {"beard_black", beard, RAVEN, 0, 4},
    {"dress_green", dress, PINE, LINEN, 1},    {"beard_red", beard, GINGER, 0, 6},
    {"hood_green", hood, PINE, 0, 0},          {"hold_sword", blade, GOLD, 0, 0},
    {"hold_rod", blade, WOOD, 0, 1},
};

static const Layer *layer_find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(layers); i++)
        if (!strcmp(layers[i].name, name))
            return &layers[i];
    return NULL;
}

/* Those of the player, who fights. */
static bool strikes(const Layer *layer)
{
    static const char *const names[] = {
        "body_fair", "tunic_green", "dress_violet",  "hair_short", "hair_long",
        "hair_bun",  "hood_green",  "tunic_leather", "hold_sword", "hold_rod"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(layer->name, names[i]))
            return true;
    return false;
}

static void add_strip(Atlas *atlas, const char *name, int view, char loop, unsigned frames,
                      Image image)
{
    static const char *const directions[] = {"so", "no", "ea"};
    atlas_add(atlas, name, directions[view], loop, frames, image);
    if (view == SIDE) {
        const Image west = image_new(image.w, H, atlas->art->arena);
        mirror(&west, &image, frames);
        atlas_add(atlas, name, "we", loop, frames, west);
    }
}

/* In the middle of wider frames, for the sword. */
static void strike_strip(Atlas *atlas, const Layer *layer, int view)
{
    const Image image = image_new(STRIKE_W * STRIKES, H, atlas->art->arena);
    for (int i = 0; i < STRIKES; i++) {
        const Pose pose = {view, i && view == SIDE ? 2 : 0, 0, i + 1};
        const Image part = image_part(&image, (uint32_t)(STRIKE_W * i + (STRIKE_W - W) / 2), 0,
                                      (STRIKE_W + W) / 2, H);
        layer->draw(&part, layer, &pose);
    }
    char name[40];
    snprintf(name, sizeof name, "%s_strike", layer->name);
    add_strip(atlas, name, view, 'o', STRIKES, image);
}

static void strip(Atlas *atlas, const Layer *layer, int view, bool walks)
{
    static const int strides[STEPS] = {3, 0, -3, 0}, bobs[STEPS] = {0, 1, 0, 1};
    const unsigned frames = walks ? STEPS : 1;
    const Image image = image_new(W * frames, H, atlas->art->arena);
    for (unsigned i = 0; i < frames; i++) {
        const Pose pose = {view, walks ? strides[i] : 0, walks ? bobs[i] : 0, 0};
        const Image frame = frame_of(&image, frames, i);
        layer->draw(&frame, layer, &pose);
    }
    char name[40];
    snprintf(name, sizeof name, "%s_%s", layer->name, walks ? "walk" : "idle");
    add_strip(atlas, name, view, walks ? 'l' : 'o', frames, image);
}

void person_preview(Art *art, const Image *image, const Outfit *outfit)
{
    const char *const names[] = {outfit->body, outfit->clothes, outfit->hair, outfit->extra};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const Layer *layer = names[i] ? layer_find(names[i]) : NULL;
        const Image over = image_new(W, H, art->arena);
        if (!layer)
            continue;
        layer->draw(&over, layer, &(Pose){FRONT, 0, 0, 0});
        image_over(image, 0, 0, &over);
    }
}

void people_files(Art *art)
{
    for (size_t i = 0; i < COUNT_OF(layers); i++) {
        Atlas atlas = {.art = art, .half = art->half};
        for (int view = FRONT; view <= SIDE; view++)
            for (int walks = 0; walks < 2; walks++)
                strip(&atlas, &layers[i], view, walks);
        for (int view = FRONT; view <= SIDE && strikes(&layers[i]); view++)
            strike_strip(&atlas, &layers[i], view);
        atlas_write(&atlas, "chars", layers[i].name);
    }
}
