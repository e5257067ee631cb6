/* The editor on a workspace: tables, lines, packing, and what it refuses. */
#include "lib/edit_kit.h"
#include "lib/evil_db.h"
#include "lib/evil_map.h"
#include "lib/evil_mob.h"
#include "lib/evil_mmp.h"
#include "lib/evil_reg.h"
#include "lib/evil_res.h"
#include "lib/folder_kit.h"

#include "base/output/output.h"
#include "base/system/files.h"
#include "base/text.h"
#include "mages/sprites/lay_pictures.h"
#include "evil_islands/maps/map_images.h"
#include "kit/formats/archive.h"
#include "base/image/png.h"
#include "base/image/png_write.h"
#include "kit/jobs/files.h"
#include "kit/jobs/jobs.h"

#include <stdio.h>
#include <string.h>

enum { MEMBERS = 1500, RECORDS = 40 };

#define WEAPONS "database.res/items.idb/weapons.csv"
#define REG "maps.res/settings.ini"

/* ---- a game of our own ---- */

static Bytes text(const char *words) { return bytes_of_text(text_of(words)); }

static Bytes database(Kit *kit)
{
    const Db items = db_of_kind(kit, DB_items, RECORDS);
    const char *names[] = {"items.idb", "odd.bin"};
    const Bytes contents[] = {db_bytes(kit, &items), BYTES(0, 1, 2, 250)};
    return res_of(kit, names, contents, COUNT_OF(names));
}

static Bytes maps(Kit *kit)
{
    const char **names = ARENA_ALLOC(kit->arena, const char *, MEMBERS);
    Bytes *contents = ARENA_ALLOC(kit->arena, Bytes, MEMBERS);
    names[0] = "settings.reg";
    contents[0] = small_reg(kit);
    names[1] = "grass.mmp";
    contents[1] = small_mmp(kit, MMP_8888);
    for (size_t i = 2; i < MEMBERS; i++) {
        names[i] = arena_format(kit->arena, "part%04zu", i).at;
        contents[i] = bytes_of_text(arena_format(kit->arena, "\xcb\xe5\xf1 %zu", i));
    }
    return res_of(kit, names, contents, MEMBERS);
}

static void put_file(Kit *kit, const char *folder, const char *name, Bytes bytes)
{
    const char *path = arena_format(kit->arena, "%s/%s", folder, name).at;
    if (!file_save(path, &bytes, 1, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
}

static EvilMap zone(Kit *kit) { return evil_map(2, 2, 512, kit->arena, &kit->report); }

static void put_zone(Kit *kit, const char *game)
{
    const EvilMap map = zone(kit);
    put_file(kit, game, "zone1.mpr", map.mpr);
    put_file(kit, game, "zone1000.mmp", map.textures[0]);
    put_file(kit, game, "zone1001.mmp", map.textures[1]);
    put_file(kit, game, "zone1.mob", evil_mob(kit->arena));
}

static void put_example(Kit *kit, const char *game, const char *name)
{
    Bytes bytes;
    assert_true(file_load(arena_format(kit->arena, "examples/sprites/%s", name).at, &bytes,
                          kit->arena, &kit->report));
    put_file(kit, game, name, bytes);
}

enum { ZONE_FILES = 1 + 4 + EVIL_MAP_TEXTURES + 3 }; /* objects, script, graph */

/* The game, and its workspace, of which each test has a copy. */
static char folder[FOLDER_SIZE];

static int make_workspace(void **state)
{
    Kit *kit = kit_new();
    const char *values[JOB_OPTION_COUNT] = {0};
    assert_true(make_temporary_folder(folder, "oisin-workspace"));
    const char *game = arena_format(kit->arena, "%s/game", folder).at;
    Job job = {.verb = "unpack",
               .inputs = &game,
               .input_count = 1,
               .values = values,
               .report = &kit->report};
    (void)state;
    values[OPTION_open] = values[OPTION_recursive] = "";
    make_folder(game);
    put_file(kit, game, "database.res", database(kit));
    put_file(kit, game, "maps.res", maps(kit));
    put_file(kit, game, "readme.txt", text("\xd7\xe8\xf2\xe0\xe9"));
    put_zone(kit, game);
    put_example(kit, game, "CRS_AOI.png");
    put_example(kit, game, "CRS_AOI_.lay");
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

/* ---- requests ---- */

/* Replaces lines of a file; "[3, 1, \"a,b\\r\\n\"]". */
static json_t *send_lines(EditKit *edit, const char *path, const char *edits, bool dry,
                          unsigned *status)
{
    Arena *arena = edit->kit->arena;
    const json_t *file = edit_get(edit, arena_format(arena, "api/file?path=%s", path).at);
    return edit_send(
        edit, "POST", arena_format(arena, "api/lines?path=%s", path).at,
        edit_text(file, "hash"),
        arena_format(arena, "{\"edits\": [%s], \"dry\": %s}", edits, dry ? "true" : "false").at,
        status);
}

static Text line_of(Text file, size_t wanted)
{
    Text line = TEXT("");
    for (size_t i = 0; i <= wanted; i++)
        assert_true(text_line(&file, &line));
    return line;
}

/* The JSON of an edit that replaces a cell of a line, the n-th without quotes before it. */
static const char *cell_edit(EditKit *edit, const char *path, size_t line, size_t n,
                             const char *value)
{
    const Text row = line_of(edit_file(edit, path), line);
    size_t from = 0, to;
    for (; n; from++)
        n -= row.at[from] == ',';
    for (to = from; to < row.size && row.at[to] != ',' && row.at[to] != '\r';)
        to++;
    const int rest = (int)(row.size - to - text_ends(row, "\r"));
    Text out = arena_format(edit->kit->arena, "%.*s%s%.*s", (int)from, row.at, value, rest,
                            row.at + to);
    json_t *edits = json_pack("[i, i, o]", (int)line, 1, json_stringn(out.at, out.size));
    char *dumped = json_dumps(edits, 0);
    out = arena_text(edit->kit->arena, text_of(dumped));
    free(dumped);
    json_decref(edits);
    return arena_format(edit->kit->arena, "%.*s\\r\\n\"]", (int)out.size - 2, out.at).at;
}

static json_t *pack(EditKit *edit, const char *how)
{
    return edit_send(edit, "POST", "api/pack", NULL, how, NULL);
}

static bool says(const json_t *answer, const char *key, const char *words)
{
    size_t i;
    const json_t *message;
    json_array_foreach(json_object_get(answer, key), i,
                       message) if (strstr(edit_text(message, "text"), words)) return true;
    return false;
}

/* ---- files of the game ---- */

static Bytes load(EditKit *edit, const char *where, const char *name)
{
    Bytes bytes;
    assert_true(file_load(arena_format(edit->kit->arena, "%s/%s", where, name).at, &bytes,
                          edit->kit->arena, &edit->kit->report));
    return bytes;
}

static Bytes original(EditKit *edit, const char *name)
{
    return load(edit, arena_format(edit->kit->arena, "%s/game", folder).at, name);
}

typedef struct Members {
    ArchiveFile *items;
    size_t count;
    Arena *arena;
} Members;

static bool take_member(void *context, const ArchiveFile *file, Report *report)
{
    Members *members = context;
    (void)report;
    *ARENA_PUSH(members->arena, members->items, members->count) = (ArchiveFile){
        arena_text(members->arena, file->path), arena_copy(members->arena, file->bytes), 0};
    return true;
}

static Members members_of(EditKit *edit, Bytes archive)
{
    Members members = {.arena = edit->kit->arena};
    const ArchiveOptions how = {0};
    assert_true(archive_unpack(archive_of_bytes(archive), archive, &how, take_member, &members,
                               &edit->kit->report));
    return members;
}

/* The only member that differs; recipes have the times of members. */
static const char *difference(EditKit *edit, Bytes a, Bytes b)
{
    const Members before = members_of(edit, a), after = members_of(edit, b);
    const char *found = "";
    assert_int_equal(before.count, after.count);
    for (size_t i = 0; i < before.count; i++) {
        assert_true(text_equal(before.items[i].path, after.items[i].path));
        if (archive_is_recipe(before.items[i].path) ||
            bytes_equal(before.items[i].bytes, after.items[i].bytes))
            continue;
        assert_string_equal(found, "");
        found = before.items[i].path.at;
    }
    return found;
}

/* ---- tables ---- */

static void files_have_the_formats_of_the_game(void **state)
{
    EditKit *edit = *state;
    const json_t *project = edit_get(edit, "api/project");
    const json_t *files = json_object_get(project, "files"), *file;
    size_t i, tables = 0, textures = 0;
    assert_true(json_is_true(json_object_get(project, "workspace")));
    json_array_foreach(files, i, file)
    {
        const char *path = json_string_value(json_array_get(file, 0));
        const char *format = json_string_value(json_array_get(file, 1));
        assert_null(strstr(path, "/."));
        tables += !strcmp(format, "db");
        textures += !strcmp(format, "mmp") && !strcmp(path, "maps.res/grass.png");
    }
    assert_int_equal(json_array_size(files), MEMBERS + 6 + 1 + 1 + ZONE_FILES + 2);
    assert_int_equal(tables, 6);
    assert_int_equal(textures, 1);
}

static void columns_know_what_they_refer_to(void **state)
{
    EditKit *edit = *state;
    const json_t *table = edit_get(edit, "api/table?path=" WEAPONS);
    const json_t *column = json_array_get(json_object_get(table, "columns"), 3);
    assert_string_equal(edit_text(table, "table"), "Weapons");
    assert_string_equal(edit_text(column, "name"), "material");
    assert_string_equal(edit_text(json_object_get(column, "refers"), "table"), "materials");
    assert_int_equal(json_object_size(edit_get(edit, "api/table?path=" REG)), 0);
}

static void a_wrong_cell_gets_the_sentence_of_pack(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Text before = edit_file(edit, WEAPONS);
    const char *wrong = cell_edit(edit, WEAPONS, 5, 2, "nine");
    const json_t *answer = send_lines(edit, WEAPONS, wrong, true, &status);
    assert_int_equal(status, 200);
    const json_t *problem = json_array_get(json_object_get(answer, "problems"), 0);
    assert_non_null(strstr(edit_text(problem, "text"), "type_id: a whole number"));
    assert_string_equal(edit_text(problem, "path"), WEAPONS);
    assert_int_equal(json_integer_value(json_object_get(problem, "line")), 6);
    assert_int_equal(json_integer_value(json_object_get(problem, "column")), 11);
    assert_true(text_equal(before, edit_file(edit, WEAPONS)));
    /* It may be written, but not packed. */
    send_lines(edit, WEAPONS, wrong, false, &status);
    assert_int_equal(status, 200);
    assert_true(says(pack(edit, "{}"), "messages", "type_id: a whole number"));
    assert_false(file_exists(edit->output));
}

static void a_missing_reference_is_reported(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const json_t *answer =
        send_lines(edit, WEAPONS, cell_edit(edit, WEAPONS, 5, 3, "cheese"), true, &status);
    assert_true(says(answer, "problems", "cheese"));
}

/* ---- maps ---- */

static void objects_stand_on_the_image_of_their_map(void **state)
{
    EditKit *edit = *state;
    Kit *kit = edit->kit;
    const EditorWorkspace *workspace = edit->host.workspace;
    const json_t *map =
        json_object_get(edit_get(edit, "api/table?path=zone1.mob/objects.json"), "map");
    assert_int_equal(json_integer_value(json_object_get(map, "width")), 64);
    assert_int_equal(json_integer_value(json_object_get(map, "height")), 64);
    const EvilMap made = zone(kit);
    ProjectFile textures[] = {{TEXT("zone1000.mmp"), made.textures[0]},
                              {TEXT("zone1001.mmp"), made.textures[1]}};
    const ProjectFiles all = {.items = textures, .count = COUNT_OF(textures)};
    ConversionJob job = {
        .path = TEXT("zone1.mpr"),
        .input = made.mpr,
        .settings = &(MapSettings){.layer = MAP_PICTURE, .side = 16, .textures = &all}};
    assert_true(map_to_picture(&job, kit->arena, &kit->report));
    Bytes picture;
    assert_true(workspace->picture(workspace->context, TEXT("zone1.mob/objects.json"), 0,
                                   &picture, kit->arena, &kit->report));
    assert_bytes_equal(picture, job.output);
}

/* The layout of examples/sprites: its images are those of `convert`, on the whole canvas. */
static void expressions_are_composed(void **state)
{
    EditKit *edit = *state;
    const EditorWorkspace *workspace = edit->host.workspace;
    const json_t *expression,
        *list = json_object_get(edit_get(edit, "api/table?path=CRS_AOI_.json"), "expressions");
    size_t i, faces = 0, mouths = 0;
    const LayOptions all = {.all_frames = true};
    Lay lay;
    LayPlan plan;
    Image sheet;
    Arena *whole = edit->kit->arena;
    Report *report = &edit->kit->report;
    assert_true(lay_read(original(edit, "CRS_AOI_.lay"), &lay, whole, report) &&
                png_read(original(edit, "CRS_AOI.png"), &sheet, NULL, whole, report) &&
                lay_plan(&lay, &sheet, &all, TEXT(""), &plan, whole, report));
    assert_int_equal(json_array_size(list), plan.picture_count);
    json_array_foreach(list, i, expression)
    {
        Arena *arena = arena_new();
        Bytes bytes;
        const size_t face = (size_t)json_integer_value(json_object_get(expression, "face"));
        LayPicture picture = plan.pictures[i];
        const Image image = image_new(plan.w, plan.h, arena);
        faces = face > faces ? face : faces;
        mouths += json_integer_value(json_object_get(expression, "mouth")) > 0;
        assert_true(workspace->picture(workspace->context, TEXT("CRS_AOI_.json"), i, &bytes,
                                       arena, report));
        picture.box = (Rect){0, 0, (int32_t)plan.w, (int32_t)plan.h};
        lay_draw(&plan, &picture, &image);
        assert_bytes_equal(bytes, png_write(&image, NULL, arena));
        arena_free(arena);
    }
    assert_true(faces > 1 && mouths);
    unsigned status;
    edit_send(edit, "GET",
              arena_format(edit->kit->arena, "api/drawing?path=CRS_AOI_.json&number=%zu",
                           json_array_size(list))
                  .at,
              NULL, NULL, &status);
    assert_int_equal(status, 404);
}

static void files_without_a_map_have_no_image(void **state)
{
    static const char *const paths[] = {WEAPONS, "zone1.mpr/zone1.json", "none", "../x"};
    EditKit *edit = *state;
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        unsigned status;
        edit_send(edit, "GET",
                  arena_format(edit->kit->arena, "api/drawing?path=%s", paths[i]).at, NULL,
                  NULL, &status);
        assert_int_equal(status, 404);
    }
}

static void wrong_scripts_are_reported(void **state)
{
    EditKit *edit = *state;
    static const char script[] = "zone1.mob/script.txt";
    const Text file = edit_file(edit, script);
    size_t lines = 0;
    unsigned status;
    for (size_t i = 0; i < file.size; i++)
        lines += file.at[i] == '\n';
    const json_t *functions =
        json_object_get(edit_get(edit, "api/table?path=zone1.mob/script.txt"), "functions");
    assert_true(json_array_size(functions) > 100);
    const json_t *answer = send_lines(
        edit, script,
        arena_format(edit->kit->arena, "[0, %zu, \"\\n\\nScript x ( Kil\\n\"]", lines).at, true,
        &status);
    assert_int_equal(status, 200);
    const json_t *problem = json_array_get(json_object_get(answer, "problems"), 0);
    assert_string_equal(edit_text(problem, "path"), script);
    assert_int_equal(json_integer_value(json_object_get(problem, "line")), 4);
    assert_string_equal(edit_text(problem, "text"),
                        "expected \"(\" or \"=\", found the end of the script");
}

/* ---- packing ---- */

static void one_cell_changes_one_member(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Text before = edit_file(edit, WEAPONS);
    send_lines(edit, WEAPONS, cell_edit(edit, WEAPONS, 5, 2, "77"), false, &status);
    assert_int_equal(status, 200);
    const Text after = edit_file(edit, WEAPONS);
    size_t different = 0;
    for (size_t i = 0; i < RECORDS + 3; i++)
        different += !text_equal(line_of(before, i), line_of(after, i));
    assert_int_equal(different, 1);
    const json_t *plan = pack(edit, "{\"dry\": true}");
    assert_true(json_is_true(json_object_get(plan, "ok")));
    assert_true(says(plan, "messages", "database.res: 1 changed"));
    assert_false(file_exists(edit->output));
    assert_true(json_is_true(json_object_get(pack(edit, "{}"), "ok")));
    assert_string_equal(difference(edit, original(edit, "database.res"),
                                   load(edit, edit->output, "database.res")),
                        "items.idb");
    assert_bytes_equal(original(edit, "maps.res"), load(edit, edit->output, "maps.res"));
    assert_bytes_equal(original(edit, "readme.txt"), load(edit, edit->output, "readme.txt"));
}

static void undo_gives_the_same_archives(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    send_lines(edit, WEAPONS, cell_edit(edit, WEAPONS, 5, 2, "77"), false, &status);
    send_lines(edit, REG, "[0, 1, \"\"]", false, &status);
    assert_true(json_is_false(json_object_get(pack(edit, "{}"), "ok"))); /* no section */
    edit_restart(edit, false);
    for (int i = 0; i < 2; i++) {
        edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
        assert_int_equal(status, 200);
    }
    assert_true(json_is_true(json_object_get(pack(edit, "{}"), "ok")));
    static const char *const names[] = {"database.res", "maps.res", "readme.txt"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_bytes_equal(original(edit, names[i]), load(edit, edit->output, names[i]));
}

/* Random lines of the table, each changed, added or removed. */
static void changes_that_are_undone_leave_nothing(void **state)
{
    enum { STEPS = 200 };
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    unsigned status;
    for (unsigned i = 0; i < STEPS; i++) {
        const unsigned count = next_random(3);
        send_lines(edit, WEAPONS,
                   arena_format(edit->kit->arena, "[%u, %u, \"%u,\xd0\x9b\\r\\n\"]",
                                next_random(10), count, i)
                       .at,
                   false, &status);
        assert_int_equal(status, 200);
    }
    assert_true(edit_hash(edit) != before);
    for (unsigned i = 0; i < STEPS; i++)
        edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_true(edit_hash(edit) == before);
}

static void a_file_that_others_have_changed_is_not_replaced(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    assert_true(json_is_true(json_object_get(pack(edit, "{}"), "ok")));
    put_file(edit->kit, edit->output, "readme.txt", text("another mod"));
    send_lines(edit, "readme.txt", "[0, 1, \"mine\"]", false, &status);
    const json_t *answer = pack(edit, "{}");
    assert_true(json_is_false(json_object_get(answer, "ok")));
    assert_true(says(answer, "messages", "was changed by another program"));
    assert_bytes_equal(load(edit, edit->output, "readme.txt"), text("another mod"));
    assert_true(json_is_true(json_object_get(pack(edit, "{\"force\": true}"), "ok")));
    assert_bytes_equal(load(edit, edit->output, "readme.txt"), text("mine"));
}

/* ---- files ---- */

static void changes_of_others_are_merged(void **state)
{
    EditKit *edit = *state;
    Arena *arena = edit->kit->arena;
    unsigned status;
    const json_t *file = edit_get(edit, "api/file?path=" WEAPONS);
    const char *mine = cell_edit(edit, WEAPONS, 5, 2, "77");
    const char *theirs = cell_edit(edit, WEAPONS, 20, 2, "88");
    const char *body = arena_format(arena, "{\"edits\": [%s]}", mine).at;
    send_lines(edit, WEAPONS, theirs, false, &status);
    const json_t *answer = edit_send(edit, "POST", "api/lines?path=" WEAPONS,
                                     edit_text(file, "hash"), body, &status);
    assert_int_equal(status, 200);
    assert_true(json_is_true(json_object_get(answer, "merged")));
    assert_true(text_starts(line_of(edit_file(edit, WEAPONS), 5), "main,main,77,"));
    assert_true(text_starts(line_of(edit_file(edit, WEAPONS), 20), "main,main,88,"));
    /* The same line. */
    body = arena_format(arena, "{\"edits\": [%s]}", cell_edit(edit, WEAPONS, 5, 2, "99")).at;
    edit_send(edit, "POST", "api/lines?path=" WEAPONS, edit_text(file, "hash"), body, &status);
    assert_int_equal(status, 412);
    assert_true(text_starts(line_of(edit_file(edit, WEAPONS), 5), "main,main,77,"));
}

static void lines_that_are_not_there_are_refused(void **state)
{
    static const char *const edits[] = {"[-1, 1, \"\"]",
                                        "[0, -1, \"\"]",
                                        "[1000, 1, \"\"]",
                                        "[5, 1000, \"\"]",
                                        "[5, 1, 7]",
                                        "[5, 1]",
                                        "[\"5\", 1, \"\"]",
                                        "7",
                                        "[5, 2, \"\"], [6, 1, \"\"]",
                                        "[9223372036854775807, 9223372036854775807, \"\"]"};
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    for (size_t i = 0; i < COUNT_OF(edits); i++) {
        unsigned status;
        send_lines(edit, WEAPONS, edits[i], false, &status);
        if (status != 400)
            fail_msg("%s: %u", edits[i], status);
    }
    assert_true(edit_hash(edit) == before);
}

static void an_image_replaces_a_texture(void **state)
{
    EditKit *edit = *state;
    const json_t *file = edit_get(edit, "api/file?path=maps.res/grass.png");
    const Text before = edit_file(edit, "maps.res/grass.png");
    unsigned status;
    assert_null(json_object_get(file, "text"));
    const json_t *answer = edit_send(edit, "POST", "api/file?path=maps.res/grass.png",
                                     edit_text(file, "hash"), "GIF89a", &status);
    assert_int_equal(status, 400);
    assert_non_null(strstr(edit_text(answer, "error"), "PNG"));
    assert_true(text_equal(before, edit_file(edit, "maps.res/grass.png")));
}

static void hidden_files_and_files_outside_are_refused(void **state)
{
    static const char *const paths[] = {".oisin/workspace.json", "maps.res/.oisin.json",
                                        "../output/x",           "/etc/passwd",
                                        "maps.res/../../x",      "link.idb/x.csv"};
    EditKit *edit = *state;
    Arena *arena = edit->kit->arena;
    const uint64_t before = edit_hash(edit);
    const char *link = arena_format(arena, "%s/link.idb", edit->folder).at;
    const bool linked = make_link("/tmp", link);
    for (size_t i = 0; i < COUNT_OF(paths) - !linked; i++) { /* the last one is behind it */
        static const char *const requests[] = {"lines", "file", "change"};
        unsigned status;
        edit_send(edit, "GET", arena_format(arena, "api/file?path=%s", paths[i]).at, NULL, NULL,
                  &status);
        assert_int_equal(status, 403);
        edit_send(edit, "POST", arena_format(arena, "api/lines?path=%s", paths[i]).at,
                  "0000000000000000", "{\"edits\": [[0, 0, \"x\"]], \"dry\": true}", &status);
        assert_int_equal(status, 403);
        for (size_t j = 0; j < COUNT_OF(requests); j++) {
            edit_send(edit, "POST",
                      arena_format(arena, "api/%s?path=%s", requests[j], paths[i]).at,
                      "0000000000000000", "{\"edits\": [[0, 0, \"x\"]]}", &status);
            assert_in_range(status, 400, 499);
        }
    }
    if (linked)
        remove_all(link);
    assert_true(edit_hash(edit) == before);
}

static void a_workspace_for_reading_only_is_not_changed(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    edit_restart(edit, true);
    send_lines(edit, WEAPONS, cell_edit(edit, WEAPONS, 5, 2, "77"), false, &status);
    assert_int_equal(status, 409);
    edit_send(edit, "POST", "api/pack", NULL, "{}", &status);
    assert_int_equal(status, 409);
    assert_false(file_exists(edit->output));
}

/* A workspace has no items of a project, and a project no tables. */
static void requests_of_projects_are_refused(void **state)
{
    static const struct {
        const char *method, *path, *body;
    } requests[] = {
        {"POST", "api/new", "{\"kind\": \"npc\", \"name\": \"x\"}"},
        {"POST", "api/rename", "{\"path\": \"readme.txt\", \"name\": \"x\"}"},
        {"POST", "api/automap", "{\"path\": \"maps/x.tmx\"}"},
        {"GET", "api/map?path=maps/x.tmx", NULL},
        {"GET", "api/game", NULL},
        {"GET", "api/picture?path=maps.res/grass.png", NULL},
    };
    EditKit *edit = *state;
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        unsigned status;
        edit_send(edit, requests[i].method, requests[i].path, NULL, requests[i].body, &status);
        if (status < 400 || status > 499)
            fail_msg("%s: %u", requests[i].path, status);
    }
}

/* ---- search ---- */

/* The first of `count` results; a slow machine searches in several steps. */
static const json_t *found(EditKit *edit, const char *words, size_t *count)
{
    const json_t *answer, *first = NULL;
    int from = 0;
    *count = 0;
    do {
        answer = edit_get(
            edit, arena_format(edit->kit->arena, "api/search?q=%s&from=%d", words, from).at);
        const json_t *results = json_object_get(answer, "results");
        first = first ? first : json_array_get(results, 0);
        *count += json_array_size(results);
        from = (int)json_integer_value(json_object_get(answer, "next"));
    } while (!json_is_true(json_object_get(answer, "done")));
    return first;
}

static void assert_found(EditKit *edit, const char *words, const char *path, int line,
                         int column)
{
    size_t count;
    const json_t *hit = found(edit, words, &count);
    if (count != 1)
        fail_msg("%s: %zu results", words, count);
    assert_string_equal(edit_text(hit, "path"), path);
    assert_int_equal(json_integer_value(json_object_get(hit, "line")), line);
    assert_int_equal(json_integer_value(json_object_get(hit, "column")), column);
}

/* In the text forms of a workspace: settings of a .reg, cells of a database, scripts. */
static void contents_of_files_are_found_without_case(void **state)
{
    EditKit *edit = *state;
    size_t count;
    edit_write(edit, "notes.txt", TEXT("one\n\xd0\x9b\xd0\xb5\xd1\x81 and FOREST\n"));
    assert_found(edit, "forest", "notes.txt", 2, 9);
    assert_found(edit, "\xd0\xbb\xd0\x95\xd0\xa1 and", "notes.txt", 2, 1);
    edit_write(edit, "script.json", TEXT("{\n\"text\": \"if say(\\\"hero\\\")\"\n}\n"));
    assert_found(edit, "SAY(\"hero", "script.json", 2, 13);
    const json_t *hit = found(edit, "main,main", &count);
    assert_true(count > 0 && text_ends(text_of(edit_text(hit, "path")), ".csv"));
    assert_found(edit, "code=\"007\"", REG, 8, 1);
    found(edit, "no such words", &count);
    assert_int_equal(count, 0);
    found(edit, "", &count);
    assert_int_equal(count, 0);
}

static void changed_file_is_searched_again(void **state)
{
    EditKit *edit = *state;
    size_t count;
    edit_write(edit, "notes.txt", TEXT("before\n"));
    found(edit, "before", &count);
    assert_int_equal(count, 1);
    edit_write(edit, "notes.txt", TEXT("after it\n"));
    found(edit, "before", &count);
    assert_int_equal(count, 0);
    assert_found(edit, "after it", "notes.txt", 1, 1);
}

/* A long line, such as a script in JSON, is shown in part; other files are not searched. */
static void search_shows_parts_and_has_a_limit(void **state)
{
    enum { LETTERS = 5000, HITS_MAX = 200 };
    EditKit *edit = *state;
    size_t count;
    char *line = (char *)arena_alloc(edit->kit->arena, LETTERS + 1, 1);
    memset(line, 'x', LETTERS);
    memcpy(line + LETTERS / 2, "here", 4);
    edit_write(edit, "long.txt", text_of(line));
    const json_t *hit = found(edit, "xhere", &count);
    assert_int_equal(count, 1);
    assert_true(strlen(edit_text(hit, "text")) < 300);
    assert_non_null(strstr(edit_text(hit, "text"), "xherex"));
    edit_write(edit, "binary.bin", (Text){"xhere\0it is", 11});
    found(edit, "xhere", &count);
    assert_int_equal(count, 1);
    found(edit, "no such words", &count);                           /* all are kept now */
    const json_t *answer = edit_get(edit, "api/search?q=\xd0\xb5"); /* in 1,498 files */
    assert_int_equal(json_array_size(json_object_get(answer, "results")), HITS_MAX);
    assert_true(json_is_true(json_object_get(answer, "more")));
    const int64_t files = json_integer_value(json_object_get(answer, "files"));
    answer = edit_get(
        edit, arena_format(edit->kit->arena, "api/search?q=\xd0\xb5&from=%d", (int)files).at);
    assert_true(json_is_true(json_object_get(answer, "done")));
    assert_int_equal(json_array_size(json_object_get(answer, "results")), 0);
}

int main(void)
{
#define WORKSPACE(name) cmocka_unit_test_setup_teardown(name, set_up, edit_tear_down)
    const struct CMUnitTest tests[] = {
        WORKSPACE(files_have_the_formats_of_the_game),
        WORKSPACE(columns_know_what_they_refer_to),
        WORKSPACE(a_wrong_cell_gets_the_sentence_of_pack),
        WORKSPACE(a_missing_reference_is_reported),
        WORKSPACE(objects_stand_on_the_image_of_their_map),
        WORKSPACE(expressions_are_composed),
        WORKSPACE(files_without_a_map_have_no_image),
        WORKSPACE(wrong_scripts_are_reported),
        WORKSPACE(one_cell_changes_one_member),
        WORKSPACE(undo_gives_the_same_archives),
        WORKSPACE(changes_that_are_undone_leave_nothing),
        WORKSPACE(a_file_that_others_have_changed_is_not_replaced),
        WORKSPACE(changes_of_others_are_merged),
        WORKSPACE(lines_that_are_not_there_are_refused),
        WORKSPACE(an_image_replaces_a_texture),
        WORKSPACE(hidden_files_and_files_outside_are_refused),
        WORKSPACE(a_workspace_for_reading_only_is_not_changed),
        WORKSPACE(requests_of_projects_are_refused),
        WORKSPACE(contents_of_files_are_found_without_case),
        WORKSPACE(changed_file_is_searched_again),
        WORKSPACE(search_shows_parts_and_has_a_limit),
    };
    return cmocka_run_group_tests(tests, make_workspace, remove_workspace);
}
