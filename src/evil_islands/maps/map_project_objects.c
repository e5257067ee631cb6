/* Draws the objects of a project. Parts, in order: collecting objects and their looks;
 * drawing; placing. Turns, bodies and heights are rounded, so that many objects share one
 * look. All looks of a model are drawn before the next model is loaded: only one is in
 * memory at a time. */
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "evil_islands/archives/file_store.h"
#include "evil_islands/maps/map_models.h"
#include "evil_islands/maps/map_placing.h"
#include "evil_islands/maps/map_pose.h"
#include "evil_islands/maps/map_project_internal.h"
#include "evil_islands/models/model_sprites.h"
#include "base/image/png_write.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
    TURNS = 8,
    BODY_STEPS = 8,   /* complexions are rounded to 1/8 */
    BODY_MAX = 16,    /* ... and to at most this */
    LOW = 16,         /* pixels: what is not higher is drawn under the actors */
    HEIGHT_STEPS = 4, /* heights above the land are rounded to 1/4 unit */
    HEIGHT_MAX = 32,  /* units, about half the size of a sprite */
    FRAMES = 8,       /* of a clip */
};
#define COSINE_PITCH 0.8660254f /* of MAP_PROJECT_PITCH */
#define DASHES_17 "- - - - - - - - - - - - - - - - -"

typedef enum LookState { LOOK_DAMAGED, LOOK_DRAWN, LOOK_BEYOND_LIMITS } LookState;

/* Drawn once: a model in a body, from one side. */
typedef struct Look {
    uint32_t model;
    bool unit;
    unsigned turn;
    float body[3];
    float height; /* above the land, in units */
    Text title;
    LookState state;
    uint32_t sprite;    /* index, if it is drawn */
    uint32_t rows_down; /* cells to the south and the east of its place */
    bool low;
} Look;

/* A model that is looked for once. */
typedef struct ObjectModel {
    const StoredFile *file, *skin;
    size_t looks;
} ObjectModel;

typedef struct PlacedObject {
    uint32_t look;
    uint32_t x, y; /* cell */
} PlacedObject;

typedef struct ObjectDrawing {
    const ProjectLand *land;
    FileStore *files;
    Table known_models, known_looks; /* index + 1 */
    ObjectModel *models;
    size_t model_count;
    Look *looks;
    size_t look_count, people_count;
    PlacedObject *standing;
    size_t standing_count;
    Table names;                   /* of all sprites of the project */
    uint64_t pixels, budget, work; /* of the sprites; that may be drawn; bytes that were read */
    size_t missing, damaged, outside, many, crowded;
    Text first_missing, first_damaged;
    uint8_t *taken[3]; /* cells: low, high, units */
    ProjectObjects *out;
    Arena *arena;
} ObjectDrawing;

/* ---- collecting ---- */

/* The index + 1 of the model; 0 if the files have none. Objects share models with the same
 * skin. */
static uint32_t model_of(ObjectDrawing *drawing, Text template, Text texture)
{
    Arena *arena = drawing->arena;
    const StoredFile *file = map_model_file(drawing->files, template);
    if (!file)
        return 0;
    const StoredFile *items = drawing->files->items;
    const StoredFile *skin = map_model_skin(drawing->files, texture);
    const Text key = arena_format(arena, "%zu %zu", (size_t)(file - items),
                                  skin ? (size_t)(skin - items) + 1 : (size_t)0);
    const uint32_t *found = table_get(&drawing->known_models, key);
    if (found)
        return *found;
    *ARENA_PUSH(arena, drawing->models, drawing->model_count) = (ObjectModel){file, skin, 0};
    return *table_put(&drawing->known_models, key, (uint32_t)drawing->model_count);
}

/* Objects with nearly the same body share a sprite. */
static float rounded_body(float part)
{
    const float most = BODY_MAX;
    if (!isfinite(part))
        return 0;
    part = part < -most ? -most : part > most ? most : part;
    return floorf(part * BODY_STEPS + 0.5f) / BODY_STEPS;
}

/* Objects in the land stand on it: what would be below is hidden there. */
static float rounded_height(float height)
{
    const float most = HEIGHT_MAX;
    if (!(height > 0))
        return 0;
    return floorf((height > most ? most : height) * HEIGHT_STEPS + 0.5f) / HEIGHT_STEPS;
}

/* The nearest of eight turns, counter-clockwise from above. */
static unsigned turn_of(Quat rotation)
{
    const float eighth = 0.41421356f; /* tangent of 22.5 degrees */
    const Vec3 east = quat_turn(rotation, (Vec3){1, 0, 0});
    const float x = fabsf(east.x), y = fabsf(east.y);
    if (y <= x * eighth)
        return east.x < 0 ? 4 : 0;
    if (x <= y * eighth)
        return east.y < 0 ? 6 : 2;
    return east.x > 0 ? (east.y > 0 ? 1 : 7) : (east.y > 0 ? 3 : 5);
}

/* The index + 1 of the object's look; 0: it has none. */
static uint32_t look_of(ObjectDrawing *drawing, const MobNode *object, const PlaceRow *row)
{
    Arena *arena = drawing->arena;
    const Text template = mob_text(mob_child(object, MOB_OBJTEMPLATE), arena);
    const Text texture = mob_text(mob_child(object, MOB_OBJPRIMTXTR), arena);
    const Vec3 body = mob_vec3(mob_child(object, MOB_OBJCOMPLECTION), (Vec3){0, 0, 0});
    const Quat rotation = quat_unit(mob_quat(mob_child(object, MOB_OBJROTATION), QUAT_NONE));
    Look look = {.unit = object->id == MOB_UNIT,
                 .body = {rounded_body(body.y), rounded_body(body.x), rounded_body(body.z)}};
    look.model = template.size ? model_of(drawing, template, texture) : 0;
    if (!look.model) {
        if (template.size && !drawing->missing++)
            drawing->first_missing = template;
        return 0;
    }
    look.turn = look.unit ? 0 : turn_of(rotation);
    look.height =
        look.unit
            ? 0
            : rounded_height(mob_vec3(mob_child(object, row->position), (Vec3){0, 0, 0}).z);
    look.title = look.unit ? map_place_name(object, row, arena) : TEXT("");
    const Text key =
        arena_format(arena, "%u %d %u %a %a %a %a %.*s", look.model, look.unit, look.turn,
                     (double)look.body[0], (double)look.body[1], (double)look.body[2],
                     (double)look.height, (int)look.title.size, look.title.at);
    const uint32_t *found = table_get(&drawing->known_looks, key);
    if (found)
        return *found;
    if ((look.unit && drawing->people_count == MAP_PROJECT_PEOPLE_MAX) ||
        drawing->look_count == MAP_PROJECT_LOOKS_MAX + MAP_PROJECT_PEOPLE_MAX) {
        drawing->many++;
        return 0;
    }
    drawing->people_count += look.unit;
    drawing->models[look.model - 1].looks++;
    *ARENA_PUSH(arena, drawing->looks, drawing->look_count) = look;
    return *table_put(&drawing->known_looks, key, (uint32_t)drawing->look_count);
}

/* Units of the map are 2 to a cell; the y axis points north, rows go south. */
static void collect_object(ObjectDrawing *drawing, const MobNode *object, const PlaceRow *row)
{
    const Vec3 at = mob_vec3(mob_child(object, row->position), (Vec3){-1, -1, 0});
    const float w = (float)drawing->land->w * 2, h = (float)drawing->land->h * 2;
    if (!(at.x >= 0 && at.x < w && at.y >= 0 && at.y < h)) {
        drawing->outside++;
        return;
    }
    const uint32_t look = look_of(drawing, object, row);
    if (look)
        *ARENA_PUSH(drawing->arena, drawing->standing, drawing->standing_count) =
            (PlacedObject){look - 1, (uint32_t)(at.x / 2),
                           drawing->land->h - 1 - (uint32_t)(at.y / 2)};
}

static void collect(ObjectDrawing *drawing, const MobNode *nodes, size_t count)
{
    const PlaceRow *row = &map_places[0];
    for (size_t i = 0; i < count; i++) {
        const MobNode *position = mob_child(&nodes[i], row->position);
        if (position && !position->raw)
            collect_object(drawing, &nodes[i], row);
        collect(drawing, nodes[i].children, nodes[i].count);
    }
}

/* ---- drawing ---- */

/* "nafltr01.2": the second sprite of a template. There is no `_` in it, since names of clips
 * follow after one. */
static Text sprite_name(ObjectDrawing *drawing, const StoredFile *file)
{
    Arena *arena = drawing->arena;
    const Text base = path_without_suffix(file->name);
    Writer text = writer_to(arena);
    for (size_t i = 0; i < base.size && i < 64; i++)
        write_u8(&text, isalnum((unsigned char)base.at[i])
                            ? (uint8_t)tolower((unsigned char)base.at[i])
                        : i ? '.'
                            : 'm');
    const Text first = writer_text(&text);
    Text name = first;
    for (unsigned number = 2; table_get(&drawing->names, name); number++)
        name = arena_format(arena, "%.*s.%u", (int)first.size, first.at, number);
    table_put(&drawing->names, name, 0);
    return name;
}

/* Moves an image so that its bottom is the lower edge of a cell, its middle that of the cell,
 * and its origin so many pixels above it. */
static Image on_cells(const ModelStanding *standing, int32_t above, uint32_t *rows_down,
                      Arena *arena)
{
    enum { H = MAP_PROJECT_TILE_H };
    const int32_t below = (int32_t)standing->image.h - standing->y - above;
    const int32_t right = (int32_t)standing->image.w - standing->x;
    const int32_t half = standing->x > right ? standing->x : right;
    *rows_down = below > H / 2 ? (uint32_t)(below - H / 2 + H - 1) / H : 0;
    const int32_t bottom = H / 2 + (int32_t)*rows_down * H;
    const Image out =
        image_new((uint32_t)(2 * half), (uint32_t)(standing->y + above + bottom), arena);
    image_copy(&out, half - standing->x, 0, &standing->image);
    return out;
}

/* Objects are drawn from their rounded turn, 45 degrees off because of the isometric view. */
static bool draw_object(ObjectDrawing *drawing, const ModelStage *stage, ModelLook *look,
                        Look *of, Text name, Report *report)
{
    ModelStanding standing;
    Arena *scratch = arena_new();
    const float turn = 360.0f / TURNS * (float)of->turn - 45;
    const bool ok = model_standing(stage, look, turn, &standing, scratch, report);
    if (ok) {
        const int32_t above = (int32_t)(of->height * MAP_PROJECT_SCALE * COSINE_PITCH + 0.5f);
        const Image image = on_cells(&standing, above, &of->rows_down, scratch);
        of->low = standing.y + above <= LOW;
        drawing->pixels += (uint64_t)image.w * image.h;
        *ARENA_PUSH(drawing->arena, drawing->out->sprites, drawing->out->sprite_count) =
            (ProjectSprite){.name = name,
                            .png = png_write(&image, NULL, drawing->arena),
                            .w = image.w,
                            .h = image.h};
        of->sprite = (uint32_t)drawing->out->sprite_count - 1;
    }
    arena_free(scratch);
    return ok;
}

/* The name that model_sheet() gives to the sprite of a clip; "-": none. */
static Text clip_sprite(const Model *model, int32_t clip, Text name, Arena *arena)
{
    if (clip < 0)
        return model->clip_count ? TEXT("-") : name;
    const Text suffix = model_clip_name(model->clips[clip].name, arena);
    return arena_format(arena, "%.*s_%.*s", (int)name.size, name.at, (int)suffix.size,
                        suffix.at);
}

/* A text of one line. */
static Text one_line(Text text, Arena *arena)
{
    char *copy = (char *)arena_text(arena, text).at;
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)copy[i] < ' ')
            copy[i] = ' ';
    return (Text){copy, text.size};
}

/* Units have clips for standing and walking in all directions; the first frame is their
 * tile. */
static bool draw_unit(ObjectDrawing *drawing, const ModelStage *stage, ModelLook *look,
                      Look *of, Text name, Report *report)
{
    Arena *arena = drawing->arena;
    const Model *model = &stage->model;
    const int32_t idle = map_pose_clip(model, "idle"), walk = map_pose_clip(model, "walk");
    int32_t clips[2];
    ModelSheet sheet;
    if (idle >= 0)
        clips[look->clip_count++] = idle;
    if (walk >= 0 && walk != idle)
        clips[look->clip_count++] = walk;
    if (!look->clip_count && model->clip_count)
        clips[look->clip_count++] = 0;
    const int32_t standing = look->clip_count ? clips[0] : -1;
    look->clips = clips;
    if (!model_sheet(stage, look, "-", &sheet, arena, report))
        return false;
    const uint32_t side = sheet.side;
    const Image first = image_part(&sheet.image, 0, 0, side, side);
    drawing->pixels += (uint64_t)sheet.image.w * sheet.image.h;
    const Text title = one_line(of->title, arena),
               still = clip_sprite(model, standing, name, arena),
               moving = clip_sprite(model, walk < 0 ? standing : walk, name, arena);
    *ARENA_PUSH(arena, drawing->out->people, drawing->out->people_count) = (ProjectSprite){
        .name = name,
        .png = png_write(&first, NULL, arena),
        .w = side,
        .h = side,
        .sheet = sheet.png,
        .layout = sheet.layout,
        .npc = arena_format(
            arena, "TirNanoG NPC\n%.*s\nstand 100 200 0\nl %.*s %.*s " DASHES_17 " -\n",
            (int)title.size, title.at, (int)still.size, still.at, (int)moving.size, moving.at)};
    of->sprite = (uint32_t)drawing->out->people_count - 1;
    return true;
}

/* Errors of a model are counted and not reported one by one. */
static LookState draw_look(ObjectDrawing *drawing, const ModelStage *stage, Look *look,
                           Text name)
{
    Report silent = report_to(NULL, NULL);
    ModelLook how = {
        .sprites = {.directions = TURNS, .frames = FRAMES, .pitch = MAP_PROJECT_PITCH},
        .scale = MAP_PROJECT_SCALE,
        .budget = &drawing->budget};
    memcpy(how.complexion, look->body, sizeof how.complexion);
    if (drawing->pixels > MAP_PROJECT_PIXELS_MAX || !drawing->budget)
        return LOOK_BEYOND_LIMITS;
    return (look->unit ? draw_unit : draw_object)(drawing, stage, &how, look, name, &silent)
               ? LOOK_DRAWN
               : LOOK_DAMAGED;
}

/* Draws all looks of a model. */
static void draw_model(ObjectDrawing *drawing, uint32_t number)
{
    const ObjectModel *wanted = &drawing->models[number - 1];
    const bool beyond = drawing->work > MAP_MODEL_WORK_MAX;
    Report silent = report_to(NULL, NULL);
    Arena *scratch = arena_new();
    ModelStage stage;
    const bool loaded = !beyond && map_model_load(drawing->files, wanted->file, wanted->skin,
                                                  &stage.model, scratch, &silent);
    if (loaded)
        stage.paints = model_paints(&stage.model, scratch, &silent);
    drawing->work += arena_used(scratch);
    for (size_t i = 0; i < drawing->look_count; i++) {
        Look *look = &drawing->looks[i];
        if (look->model != number)
            continue;
        look->state = beyond ? LOOK_BEYOND_LIMITS
                      : loaded
                          ? draw_look(drawing, &stage, look, sprite_name(drawing, wanted->file))
                          : LOOK_DAMAGED;
        if (look->state == LOOK_DAMAGED && !drawing->first_damaged.size)
            drawing->first_damaged = wanted->file->name;
    }
    arena_free(scratch);
}

/* ---- placing ---- */

/* Takes the cell itself, or a free one next to it. */
static bool find_free(const ObjectDrawing *drawing, uint8_t *taken, uint32_t *x, uint32_t *y)
{
    static const int8_t around[][2] = {{0, 0}, {1, 0},  {0, 1},  {-1, 0}, {0, -1},
                                       {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const ProjectLand *land = drawing->land;
    for (size_t i = 0; i < COUNT_OF(around); i++) {
        const uint32_t column = *x + (uint32_t)around[i][0], row = *y + (uint32_t)around[i][1];
        if (column < land->side && row < land->side && !taken[row * land->side + column]) {
            *x = column;
            *y = row;
            taken[row * land->side + column] = 1;
            return true;
        }
    }
    return false;
}

/* Sprites extend below their cell, so they are placed on a cell further down: rows_down. */
static void place(ObjectDrawing *drawing, const PlacedObject *standing)
{
    ProjectObjects *out = drawing->out;
    const Look *look = &drawing->looks[standing->look];
    const unsigned layer = look->unit ? 2 : look->low ? 0 : 1;
    ProjectPlace **lists[] = {&out->low, &out->high, &out->units};
    size_t *counts[] = {&out->low_count, &out->high_count, &out->unit_count};
    ProjectPlace at = {.x = standing->x + look->rows_down, .y = standing->y + look->rows_down};
    if (look->state != LOOK_DRAWN) {
        (*(look->state == LOOK_DAMAGED ? &drawing->damaged : &drawing->many))++;
        return;
    }
    at.sprite = look->sprite;
    if (!find_free(drawing, drawing->taken[layer], &at.x, &at.y)) {
        drawing->crowded++;
        return;
    }
    *ARENA_PUSH(drawing->arena, *lists[layer], *counts[layer]) = at;
}

/* ---- all of it ---- */

/* Sprites that the project has without objects. */
static const char *const project_names[] = {"land", "barrier", "hero"};

static void warn(const ObjectDrawing *drawing, Report *report)
{
    const struct {
        size_t count;
        const char *why;
        Text first;
    } rows[] = {{drawing->missing, "have no model", drawing->first_missing},
                {drawing->damaged, "have a model that cannot be drawn", drawing->first_damaged},
                {drawing->outside, "are outside the map", TEXT("")},
                {drawing->crowded, "have no free cell", TEXT("")},
                {drawing->many, "are beyond the limits of a game", TEXT("")}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].count)
            report_warning(report, "objects that %s: %zu%s%.*s%s", rows[i].why, rows[i].count,
                           rows[i].first.size ? " (the first is \"" : "",
                           (int)rows[i].first.size, rows[i].first.at,
                           rows[i].first.size ? "\")" : "");
}

/* Looks are drawn model by model, and placed when all are drawn. */
void project_objects(const Mob *mob, FileStore *files, const ProjectLand *land,
                     ProjectObjects *out, Arena *arena, Report *report)
{
    ObjectDrawing drawing = {.land = land,
                             .files = files,
                             .known_models = table_new(arena),
                             .known_looks = table_new(arena),
                             .names = table_new(arena),
                             .budget = MODEL_COVER_MAX,
                             .out = out,
                             .arena = arena};
    *out = (ProjectObjects){0};
    for (size_t i = 0; i < COUNT_OF(drawing.taken); i++)
        drawing.taken[i] = ARENA_ALLOC(arena, uint8_t, land->side * land->side);
    for (size_t i = 0; i < COUNT_OF(project_names); i++)
        table_put(&drawing.names, text_of(project_names[i]), 0);
    collect(&drawing, mob->nodes, mob->count);
    for (uint32_t i = 1; i <= drawing.model_count; i++)
        if (drawing.models[i - 1].looks)
            draw_model(&drawing, i);
    for (size_t i = 0; i < drawing.standing_count; i++)
        place(&drawing, &drawing.standing[i]);
    warn(&drawing, report);
}
