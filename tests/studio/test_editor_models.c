/* The editor shows models of old games from all sides, and writes their sprites: in a
 * workspace, and in a project from files that the page sends or that are in its folder. */
#include "lib/edit_kit.h"
#include "lib/evil_creature.h"
#include "lib/evil_res.h"
#include "lib/folder_kit.h"

#include "base/output/output.h"
#include "base/text.h"
#include "evil_islands/models/model_export.h"
#include "evil_islands/models/model_sprites.h"
#include "base/image/png.h"
#include "base/image/png_write.h"
#include "kit/jobs/files.h"
#include "kit/jobs/jobs.h"

#include <string.h>

#define ROOT "figures.res/unmotr.mod/hp.json"

/* ---- a game of our own ---- */

static void put_file(Kit *kit, const char *folder, const char *name, Bytes bytes)
{
    const char *path = arena_format(kit->arena, "%s/%s", folder, name).at;
    assert_true(file_save(path, &bytes, 1, &kit->report));
}

static Bytes figures(Kit *kit)
{
    const Creature creature = creature_make("unmotr", kit->arena);
    const char *names[] = {"unmotr.mod", "unmotr.bon", "unmotr.anm"};
    const Bytes contents[] = {creature.model, creature.bones, creature.motions};
    return res_of(kit, names, contents, COUNT_OF(names));
}

static char folder[FOLDER_SIZE];

/* As in the game, the texture is in another archive. */
static int make_workspace(void **state)
{
    Kit *kit = kit_new();
    const char *values[JOB_OPTION_COUNT] = {0};
    assert_true(make_temporary_folder(folder, "oisin-models"));
    const char *game = arena_format(kit->arena, "%s/game", folder).at;
    const char *textures[] = {"unmotr.mmp"};
    const Bytes texture[] = {creature_make("unmotr", kit->arena).texture};
    Job job = {.verb = "unpack",
               .inputs = &game,
               .input_count = 1,
               .values = values,
               .report = &kit->report};
    (void)state;
    values[OPTION_open] = values[OPTION_recursive] = "";
    make_folder(game);
    put_file(kit, game, "figures.res", figures(kit));
    put_file(kit, game, "textures.res", res_of(kit, textures, texture, 1));
    assert_true(job_unpack(&job, arena_format(kit->arena, "%s/work", folder).at));
    kit_free(kit);
    return 0;
}

static int remove_workspace(void **state)
{
    (void)state;
    remove_all(folder);
    return 0;
}

static int set_up(void **state)
{
    char work[FOLDER_SIZE + 8];
    snprintf(work, sizeof work, "%s/work", folder);
    *state = edit_begin(work);
    return 0;
}

static int set_up_project(void **state)
{
    *state = edit_begin_new();
    return 0;
}

/* ---- requests ---- */

static Image image_of(EditKit *edit, const char *address)
{
    const HttpAnswer answer = edit_answer(edit, "GET", address, NULL, (Bytes){0});
    Image image;
    if (answer.status != 200)
        fail_msg("%s: %.*s", address, (int)answer.bytes.size, (const char *)answer.bytes.data);
    assert_string_equal(answer.type, "image/png");
    assert_true(png_read(answer.bytes, &image, NULL, edit->kit->arena, &edit->kit->report));
    return image;
}

static size_t opaque(const Image *image)
{
    size_t count = 0;
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++)
            count += PIXEL_A(*image_at(image, x, y)) != 0;
    return count;
}

/* How far the upper quarter, where the head is, is to the right of the middle. */
static double head_of(const Image *image)
{
    const Rect box = image_opaque_box(image);
    double sum = 0, count = 0;
    for (int32_t y = box.y; y < box.y + box.h / 4; y++)
        for (int32_t x = box.x; x < box.x + box.w; x++)
            if (PIXEL_A(*image_at(image, (uint32_t)x, (uint32_t)y))) {
                sum += x;
                count++;
            }
    return sum / count - image->w / 2.0;
}

/* The sheet that `convert` makes of the creature itself. */
static ModelSheet expected(EditKit *edit, SpriteSettings settings)
{
    Kit *kit = edit->kit;
    const Creature creature = creature_make("unmotr", kit->arena);
    const ConversionJob job = {.path = TEXT("unmotr.mod"),
                               .input = creature.model,
                               .settings = &(ModelSettings){.bones = creature.bones,
                                                            .animation = creature.motions,
                                                            .texture = creature.texture}};
    ModelStage stage;
    ModelSheet sheet;
    const ModelLook look = {.sprites = settings};
    assert_true(model_stage_open(&job, &stage, kit->arena, &kit->report));
    assert_true(model_sheet(&stage, &look, "chars", &sheet, kit->arena, &kit->report));
    return sheet;
}

static bool is_sheet(EditKit *edit, const Image *image, const ModelSheet *sheet)
{
    Image wanted;
    assert_true(png_read(sheet->png, &wanted, NULL, edit->kit->arena, &edit->kit->report));
    assert_int_equal(wanted.w, sheet->image.w);
    return image_equal(&wanted, image);
}

static SpriteSettings usual(void)
{
    return (SpriteSettings){
        .directions = SPRITE_DIRECTIONS, .frames = SPRITE_FRAMES, .pitch = SPRITE_PITCH};
}

/* ---- in a workspace ---- */

static void model_is_described_by_each_of_its_files(void **state)
{
    static const char *const files[] = {ROOT, "figures.res/unmotr.bon/hd",
                                        "figures.res/unmotr.anm/walk/hp",
                                        "figures.res/unmotr.mod/unmotr"};
    EditKit *edit = *state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        const json_t *model =
            edit_get(edit, arena_format(edit->kit->arena, "api/model?path=%s", files[i]).at);
        assert_string_equal(edit_text(model, "name"), "unmotr");
        assert_int_equal(json_integer_value(json_object_get(model, "bones")), CREATURE_BONES);
        const json_t *clips = json_object_get(model, "clips");
        assert_int_equal(json_array_size(clips), 2);
        assert_string_equal(edit_text(json_array_get(clips, 1), "name"), "walk");
        assert_int_equal(
            json_integer_value(json_object_get(json_array_get(clips, 1), "frames")),
            CREATURE_WALK);
        assert_int_equal(json_array_size(json_object_get(model, "warnings")), 0);
    }
}

/* From the table of `oisin convert`: a new option there is one here. */
static void options_are_those_of_the_converter(void **state)
{
    EditKit *edit = *state;
    const json_t *options = json_object_get(edit_get(edit, "api/model?path=" ROOT), "options");
    size_t i, found = 0;
    const json_t *option;
    json_array_foreach(options, i, option)
    {
        const char *name = edit_text(option, "name");
        assert_string_not_equal(name, "output");
        assert_string_not_equal(name, "texture");
        if (strcmp(name, "directions") == 0) {
            found++;
            assert_string_equal(edit_text(option, "argument"), "N");
            assert_non_null(strstr(edit_text(option, "doc"), "1, 2, 4 or 8"));
        }
        found += !strcmp(name, "clips") || !strcmp(name, "outline") || !strcmp(name, "size");
    }
    assert_int_equal(found, 4);
}

static void turntable_shows_the_model_from_each_side(void **state)
{
    EditKit *edit = *state;
    const Image front = image_of(edit, "api/model/image?path=" ROOT "&turn=0");
    const Image side = image_of(edit, "api/model/image?path=" ROOT "&turn=90");
    const Image again = image_of(edit, "api/model/image?path=" ROOT "&turn=0");
    const Image walking = image_of(edit, "api/model/image?path=" ROOT "&clip=1&frame=4");
    assert_int_equal(front.w, 320);
    assert_true(opaque(&front) > 3000 && opaque(&side) > 3000);
    assert_false(image_equal(&front, &side));
    assert_false(image_equal(&front, &walking));
    assert_true(image_equal(&front, &again));
    assert_true(head_of(&side) < -4); /* it has turned clockwise, seen from above */
    assert_true(fabs(head_of(&front)) < 4);
}

static void preview_is_the_sheet_of_the_converter(void **state)
{
    EditKit *edit = *state;
    SpriteSettings settings = usual();
    ModelSheet sheet = expected(edit, settings);
    Image image = image_of(edit, "api/model/sheet?path=" ROOT);
    assert_true(is_sheet(edit, &image, &sheet));
    settings.side = 32;
    settings.directions = 4;
    settings.clips = "walk";
    settings.outline = true;
    sheet = expected(edit, settings);
#define OPTIONS                                                                                \
    "{\"size\":\"32\",\"directions\":\"4\",\"clips\":\"walk\",\"outline\":\"true\",\"pitch\":" \
    "\"\"}"
    const json_t *about = edit_get(edit, "api/model/sprites?path=" ROOT "&options=" OPTIONS);
    image = image_of(edit, "api/model/sheet?path=" ROOT "&options=" OPTIONS);
    assert_true(is_sheet(edit, &image, &sheet));
    assert_int_equal(json_integer_value(json_object_get(about, "count")), 4);
    assert_int_equal(json_integer_value(json_object_get(about, "w")), 8 * 32);
    assert_true(text_is(sheet.layout, edit_text(about, "layout")));
    assert_true(text_starts(sheet.layout, "TirNanoG Layout\n32 32 0 0 0 0 chars\n"
                                          "so l walk (0,0) (1,0) (2,0)"));
}

static void sprites_are_written_and_undone(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const char *body = "{\"path\": \"" ROOT "\", \"options\": {\"clips\": \"walk\"}, "
                       "\"folder\": \"figures.res\", \"name\": \"troll\"%s}";
    Arena *arena = edit->kit->arena;
    const char *once = arena_format(arena, body, "").at;
    edit_send(edit, "POST", "api/model/sprites", NULL, once, &status);
    assert_int_equal(status, 200);
    assert_true(text_starts(edit_file(edit, "figures.res/troll.lyt"),
                            "TirNanoG Layout\n64 64 0 0 0 0 chars\nso l walk"));
    assert_true(edit_file(edit, "figures.res/troll.png").size > 1000);
    const json_t *answer = edit_send(edit, "POST", "api/model/sprites", NULL, once, &status);
    assert_int_equal(status, 409);
    assert_int_equal(json_array_size(json_object_get(answer, "exists")), 2);
    edit_send(edit, "POST", "api/model/sprites", NULL,
              arena_format(arena, body, ", \"replace\": true").at, &status);
    assert_int_equal(status, 200);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(edit_file(edit, "figures.res/troll.png").size, 0);
    assert_int_equal(edit_file(edit, "figures.res/troll.lyt").size, 0);
}

static void edited_figure_is_shown_edited(void **state)
{
    EditKit *edit = *state;
    const Image before = image_of(edit, "api/model/image?path=" ROOT);
    const json_t *file = edit_get(edit, "api/file?path=textures.res/unmotr.png");
    Image red = image_new(4, 4, edit->kit->arena);
    for (uint32_t i = 0; i < 16; i++)
        *image_at(&red, i % 4, i / 4) = PIXEL(255, 0, 0, 255);
    const HttpAnswer answer =
        edit_answer(edit, "POST", "api/file?path=textures.res/unmotr.png",
                    edit_text(file, "hash"), png_write(&red, NULL, edit->kit->arena));
    assert_int_equal(answer.status, 200);
    const Image after = image_of(edit, "api/model/image?path=" ROOT);
    assert_false(image_equal(&before, &after));
}

static void wrong_requests_are_explained(void **state)
{
    static const struct {
        const char *address, *sentence;
        unsigned status;
    } rows[] = {{"api/model?path=textures.res/unmotr.png", "is not part of a model", 409},
                {"api/model?path=nothing.json", "is not a file of the game", 409},
                {"api/model?path=../secret.mod", "not allowed", 403},
                {"api/model/image?path=" ROOT "&clip=7", "no such clip", 409},
                {"api/model/image?path=" ROOT "&clip=0&frame=70", "no such frame", 409},
                {"api/model/sprites?path=" ROOT "&options={\"directions\":\"3\"}",
                 "--directions: expected 1, 2, 4 or 8, found 3", 409},
                {"api/model/sprites?path=" ROOT "&options={\"size\":\"9999\"}",
                 "--size: expected a number", 409},
                {"api/model/sprites?path=" ROOT "&options={\"texture\":\"/etc/passwd\"}",
                 "there is no option \"texture\"", 409},
                {"api/model/sprites?path=" ROOT "&options={\"clips\":\"swim\"}",
                 "none of its 2 clips is like \"swim\"", 409},
                {"api/model/sprites?path=" ROOT "&options=[", "", 400},
                {"api/model/sprites?path=" ROOT "&options={\"size\":\"1024\",\"poses\":\"32\"}",
                 "too much at once", 409}};
    EditKit *edit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        unsigned status;
        const json_t *answer = edit_send(edit, "GET", rows[i].address, NULL, NULL, &status);
        if (status != rows[i].status || !strstr(edit_text(answer, "error"), rows[i].sentence))
            fail_msg("%s: %u %s", rows[i].address, status, edit_text(answer, "error"));
    }
}

/* ---- in a project ---- */

static json_t *send_file(EditKit *edit, const char *name, bool first, Bytes bytes,
                         unsigned *status)
{
    Report silent = report_to(NULL, NULL);
    const HttpAnswer answer =
        edit_answer(edit, "POST",
                    arena_format(edit->kit->arena, "api/model/files?name=%s%s", name,
                                 first ? "&first=1" : "")
                        .at,
                    NULL, bytes);
    *status = answer.status;
    return json_read(answer.bytes, edit->kit->arena, &silent);
}

static Creature send_creature(EditKit *edit)
{
    const Creature creature = creature_make("unmotr", edit->kit->arena);
    unsigned status;
    send_file(edit, "unmotr.bon", true, creature.bones, &status);
    send_file(edit, "unmotr.anm", false, creature.motions, &status);
    send_file(edit, "unmotr.mmp", false, creature.texture, &status);
    const json_t *answer = send_file(edit, "unmotr.mod", false, creature.model, &status);
    const json_t *models = json_object_get(answer, "models");
    assert_int_equal(status, 200);
    assert_int_equal(json_array_size(models), 1);
    assert_string_equal(json_string_value(json_array_get(models, 0)), "unmotr.mod");
    return creature;
}

static void sent_model_becomes_a_sheet_of_the_project(void **state)
{
    EditKit *edit = *state;
    const ModelSheet sheet = expected(edit, usual());
    unsigned status;
    send_creature(edit);
    const Image image = image_of(edit, "api/model/sheet?path=unmotr.mod&given=1&folder=chars");
    assert_true(is_sheet(edit, &image, &sheet));
    const uint64_t before = edit_hash(edit);
    edit_send(edit, "POST", "api/model/sprites", NULL,
              "{\"path\": \"unmotr.mod\", \"given\": true, \"folder\": \"chars\", "
              "\"name\": \"troll\"}",
              &status);
    assert_int_equal(status, 200);
    const json_t *picture = edit_get(edit, "api/picture?path=chars/troll.png");
    const json_t *sprites = json_object_get(picture, "sprites");
    assert_true(json_is_true(json_object_get(picture, "isSheet")));
    assert_int_equal(json_array_size(json_object_get(picture, "problems")), 0);
    assert_int_equal(json_array_size(sprites), 2 * SPRITE_DIRECTIONS);
    assert_string_equal(edit_text(json_array_get(sprites, 0), "name"), "troll_cidle");
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_true(edit_hash(edit) == before);
}

static void archive_lists_its_models(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const json_t *answer = send_file(edit, "figures.res", true, figures(edit->kit), &status);
    const json_t *models = json_object_get(answer, "models");
    assert_int_equal(json_array_size(models), 1);
    assert_string_equal(json_string_value(json_array_get(models, 0)), "figures.res/unmotr.mod");
    const json_t *model = edit_get(edit, "api/model?path=figures.res/unmotr.mod&given=1");
    assert_int_equal(json_array_size(json_object_get(model, "clips")), 2);
}

static void glb_is_a_model_too(void **state)
{
    EditKit *edit = *state;
    Kit *kit = edit->kit;
    const Creature creature = creature_make("unmotr", kit->arena);
    ConversionJob job = {.path = TEXT("unmotr.mod"),
                         .input = creature.model,
                         .settings = &(ModelSettings){.bones = creature.bones,
                                                      .animation = creature.motions,
                                                      .texture = creature.texture}};
    unsigned status;
    assert_true(model_to_glb(&job, kit->arena, &kit->report));
    send_file(edit, "Troll.glb", true, job.output, &status);
    const json_t *model = edit_get(edit, "api/model?path=Troll.glb&given=1");
    assert_string_equal(edit_text(model, "name"), "Troll");
    assert_int_equal(json_array_size(json_object_get(model, "clips")), 2);
    const Image image = image_of(edit, "api/model/image?path=Troll.glb&given=1&turn=45");
    assert_true(opaque(&image) > 3000);
}

static void model_in_the_folder_of_the_project_is_found(void **state)
{
    EditKit *edit = *state;
    const Creature creature = creature_make("unmotr", edit->kit->arena);
    make_folder(arena_format(edit->kit->arena, "%s/models", edit->folder).at);
    edit_write(edit, "models/unmotr.mod", text_of_bytes(creature.model));
    edit_write(edit, "models/UNMOTR.BON", text_of_bytes(creature.bones));
    edit_write(edit, "models/unmotr.anm", text_of_bytes(creature.motions));
    edit_write(edit, "models/figures.res", text_of_bytes(figures(edit->kit)));
    static const char *const paths[] = {"models/unmotr.mod", "models/figures.res/unmotr.mod"};
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const json_t *model =
            edit_get(edit, arena_format(edit->kit->arena, "api/model?path=%s", paths[i]).at);
        assert_int_equal(json_array_size(json_object_get(model, "clips")), 2);
    }
}

static void sheets_are_written_only_where_a_project_has_some(void **state)
{
    static const char *const bodies[] = {
        "{\"path\": \"unmotr.mod\", \"given\": true, \"folder\": \"game\", \"name\": \"a\"}",
        "{\"path\": \"unmotr.mod\", \"given\": true, \"folder\": \"..\", \"name\": \"a\"}",
        "{\"path\": \"unmotr.mod\", \"given\": true, \"folder\": \"chars\", \"name\": "
        "\"../a\"}",
        "{\"path\": \"unmotr.mod\", \"given\": true, \"folder\": \"chars\", \"name\": \"\"}"};
    EditKit *edit = *state;
    unsigned status;
    send_creature(edit);
    const uint64_t before = edit_hash(edit);
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        edit_send(edit, "POST", "api/model/sprites", NULL, bodies[i], &status);
        assert_int_equal(status, 400);
    }
    assert_true(edit_hash(edit) == before);
}

static void sent_files_are_bounded(void **state)
{
    enum { PART = 30 << 20 };
    EditKit *edit = *state;
    unsigned status;
    const Bytes part = {arena_alloc(edit->kit->arena, PART, 1), PART};
    send_file(edit, "a.mod", true, part, &status);
    assert_int_equal(status, 200);
    send_file(edit, "b.mod", false, part, &status);
    assert_int_equal(status, 200);
    send_file(edit, "c.mod", false, part, &status);
    assert_int_equal(status, 413);
    send_file(edit, "c.mod", true, part, &status); /* the others are forgotten */
    assert_int_equal(status, 200);
    send_file(edit, "..", true, part, &status);
    assert_int_equal(status, 403);
    edit_get(edit, "api/model?path=c.mod&given=1"); /* damaged: an error, not a crash */
}

static void read_only_editor_writes_no_sprites(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    edit_restart(edit, true);
    send_creature(edit);
    edit_send(edit, "POST", "api/model/sprites", NULL,
              "{\"path\": \"unmotr.mod\", \"given\": true, \"folder\": \"chars\", "
              "\"name\": \"troll\"}",
              &status);
    assert_int_equal(status, 409);
    assert_int_equal(edit_file(edit, "chars/troll.png").size, 0);
}

int main(void)
{
    const struct CMUnitTest workspace[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, edit_tear_down)
        TEST(model_is_described_by_each_of_its_files),
        TEST(options_are_those_of_the_converter),
        TEST(turntable_shows_the_model_from_each_side),
        TEST(preview_is_the_sheet_of_the_converter),
        TEST(sprites_are_written_and_undone),
        TEST(edited_figure_is_shown_edited),
        TEST(wrong_requests_are_explained),
#undef TEST
    };
    const struct CMUnitTest project[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_project, edit_tear_down)
        TEST(sent_model_becomes_a_sheet_of_the_project),
        TEST(archive_lists_its_models),
        TEST(glb_is_a_model_too),
        TEST(model_in_the_folder_of_the_project_is_found),
        TEST(sheets_are_written_only_where_a_project_has_some),
        TEST(sent_files_are_bounded),
        TEST(read_only_editor_writes_no_sprites),
#undef TEST
    };
    const int failed = cmocka_run_group_tests(workspace, make_workspace, remove_workspace);
    return failed + cmocka_run_group_tests(project, NULL, NULL);
}
