/* Where the documents say that the members of each record are: offsets and lengths are copied
 * from seeds/tng_format.txt (specs/tng.md where it corrects them), not from tng.def. */
#include "lib/full_game.h"
#include "lib/small_game.h"

#include "base/deflate.h"
#include "tirnanog/container/tng_check.h"

/* ---- records with elements in each list ---- */

static u8 code[1];
static TngEvent event = {.script_size = 1, .script = code};

static const TngAnimation animation = {.frame_count = 1, .frames = (TngFrame[1]){{0}}};
static const TngElements elements = {.colour_count = 10,
                                     .colours = (u32[10]){0},
                                     .font_count = 6,
                                     .fonts = (UiFont[6]){{.padding = 0}},
                                     .sound_count = 3,
                                     .sounds = (u32[3]){0},
                                     .sprites_count = 2,
                                     .sprites = (SpriteRef[2]){{0}}};
static const TngMainMenu menu = {.enabled = 1,
                                 .look = {.parallax_count = 3,
                                          .parallaxes = (MenuParallax[3]){{.dx = 0}},
                                          .button_count = 5,
                                          .buttons = (MenuButton[5]){{.colour = 0}}}};
static const TngHud hud = {.bar_count = 2, .bars = (HudBar[2]){{.direction = 0}}};
static const TngAlerts alerts = {.alert_count = 3, .alerts = (Alert[3]){{.colour = 0}}};
static const TngCredits credits = {
    .groups_count = 1,
    .groups = (CreditsGroup[1]){{.author_count = 1, .authors = (u32[1]){0}}}};
static const TngChooser chooser = {.option_count = 1,
                                   .options = (ChooserOption[1]){{.position = 0}}};
static const TngCutscene cutscene = {.slide_count = 1,
                                     .speech_count = 1,
                                     .subtitle_count = 1,
                                     .script_size = 1,
                                     .slides = (Slide[1]){{.from = 0}},
                                     .speeches = (SpeechCue[1]){{.from = 0}},
                                     .subtitles = (Subtitle[1]){{.from = 0}},
                                     .script = code};
static const TngAttribute variable = {.type = 1, .handler_size = 1, .script = code},
                          calculated = {.type = 2, .expression_size = 1, .script = code};
static const TngAttributes attributes = {.special_count = 4,
                                         .special = (u32[4]){0},
                                         .attribute_count = 1,
                                         .attributes = (TngAttribute[1]){{.type = 0}}};
static const TngOptions options = {
    .option_count = 1,
    .options = (CharacterOption[1]){{.attribute_count = 1,
                                     .item_count = 1,
                                     .sprite_count = 1,
                                     .attributes = (AttributeRule[1]){{0}},
                                     .items = (StartItem[1]){{.quantity = 0}},
                                     .sprites = (SpriteRef[1]){{0}}}}};
static const TngNpc npc = {.attribute_count = 1,
                           .item_count = 1,
                           .sprite_count = 1,
                           .event_count = 1,
                           .attributes = (AttributeRule[1]){{0}},
                           .items = (NpcItem[1]){{.chance = 0}},
                           .sprites = (SpriteRef[1]){{0}},
                           .events = &event};
static const TngSpawner spawner = {.kind_count = 1,
                                   .kinds = (SpawnerKind[1]){{.animation = {0}}}};
static const TngDialog dialog = {.option_count = 1,
                                 .options = (DialogOption[1]){{.speech = 0}}};
static const TngObject object = {.mask_width = 1,
                                 .mask_height = 1,
                                 .sound_count = 1,
                                 .required_count = 1,
                                 .modifier_count = 1,
                                 .layer_count = 1,
                                 .event_count = 1,
                                 .mask = (u8[1]){0},
                                 .sounds = (u32[1]){0},
                                 .required = (AttributeRule[1]){{0}},
                                 .modifiers = (ObjectModifier[1]){{0}},
                                 .layers = (ObjectLayers[1]){{.option = 0}},
                                 .events = &event};
static const TngCrafting crafting = {.recipe_count = 1,
                                     .recipes = (Recipe[1]){{.quantity = 0}}};
static const TngTile tile = {.transport_count = 5, .speeds = (TileSpeed[5]){{.speed = 0}}};
static const TngQuest quest = {.script_size = 1, .script = code};
static const TngMap map = {
    .parallax_count = 1,
    .path_count = 1,
    .layers_size = 1,
    .parallaxes = (Parallax[1]){{.background = 0}},
    .paths = (PatrolPath[1]){{.point_count = 1, .points = (MapPoint[1]){{0}}}},
    .layers = (byte[1]){0}};

/* "offset length member", in the order of the document; "=N" instead of a member: a number of
 * elements, which is N. The last line is the size of all. */
static const struct {
    const RecordLayout *layout;
    const void *record;
    const char *members;
} records[] = {
#define NEW(type) &type##_layout, &(const type)
#define OF(type) &type##_layout, &
    {NEW(TngHeader){.delta_y = 0},
     "0 16 magic\n16 16 game\n32 1 revision\n33 1 type_bits\n34 1 tile_width_low\n"
     "35 1 tile_height_low\n36 1 map_log2\n37 1 atlas_log2\n38 1 audio_rate\n39 1 frame_rate\n"
     "40 1 action_count\n41 1 layer_count\n42 1 transport_count\n43 1 highest_command\n"
     "44 1 delta_y\n45 1 row_length\n46 2 reserved\n48 8 unique\n56 4 crc\n60 4 encrypted\n64"},
    {NEW(TngSectionEntry){.at = 0}, "0 4 at\n4 3 size\n7 1 type\n8"},
    {NEW(TngAsset){.at = 0}, "0 8 at\n8 4 size\n12 4 name\n16"},
    {NEW(TngAtlasAsset){.at = 0}, "0 8 at\n8 4 size\n12 4 zero\n16"},
    {NEW(TngSpriteAsset){.at = 0}, "0 8 at\n8 4 size\n12 3 zero\n15 1 direction_count\n16"},
    {NEW(TngTimedAsset){.at = 0}, "0 8 at\n8 4 size\n12 4 interval\n16"},
    {NEW(TngActionAsset){.at = 0}, "0 8 at\n8 4 size\n12 4 range\n16"},
    {NEW(TngObjectAsset){.at = 0}, "0 8 at\n8 4 size\n12 2 sprite\n14 2 zero\n16"},
    {NEW(TngLanguage){.at = 0}, "0 2 code\n2 8 at\n10 4 size\n14 4 name\n18"},
    {OF(TngAnimation) animation,
     "0 2 w\n2 2 h\n4 1 type\n5 1 =1\n6 2 frames[0].atlas\n8 2 frames[0].x\n10 2 frames[0].y\n"
     "12 2 frames[0].w\n14 2 frames[0].h\n16 2 frames[0].left\n18 2 frames[0].top\n20"},
    {OF(TngElements) elements,
     "0 1 =10\n1 4 colours[0]\n37 4 colours[9]\n41 1 =6\n42 1 fonts[0].font.style\n"
     "43 1 fonts[0].font.size\n44 3 fonts[0].font.font\n47 2 fonts[0].padding\n"
     "82 2 fonts[5].padding\n84 1 =3\n85 3 sounds[0]\n91 3 sounds[2]\n"
     "94 1 sprites[0].category\n95 2 sprites[0].index\n97 3 sprites[1]\n100"},
    {OF(TngMainMenu) menu,
     "0 3 intro\n3 3 look.music\n6 3 look.movie\n9 3 look.background\n12 1 =3\n"
     "13 2 look.parallaxes[0].dx\n15 2 look.parallaxes[0].dy\n17 2 look.parallaxes[0].time\n"
     "19 3 look.parallaxes[0].sprite\n40 3 look.title\n43 1 look.flags\n"
     "44 4 look.title_colour\n48 4 look.title_shadow\n52 5 look.title_font\n"
     "57 3 look.website\n60 2 look.button_padding\n62 5 look.button_font\n67 1 =5\n"
     "68 4 look.buttons[0].colour\n72 3 look.buttons[0].left\n"
     "75 3 look.buttons[0].background\n78 3 look.buttons[0].right\n"
     "130 3 look.buttons[4].right\n133 4 look.graph\n137 4 look.graph_grid\n141"},
    {OF(TngHud) hud,
     "0 3 navigation\n3 3 actions\n6 3 items_background\n9 3 items_foreground\n"
     "12 1 item_count\n13 1 item_width\n14 1 item_height\n15 1 item_left\n16 1 item_top\n"
     "17 1 item_gap\n18 1 hand_gap\n19 1 combined\n20 3 status_background\n"
     "23 3 status_foreground\n26 3 inventory_icon\n29 3 inventory_pressed\n32 1 slot_width\n"
     "33 1 slot_height\n34 1 slot_left\n35 1 slot_top\n36 5 count_font\n41 3 slot_background\n"
     "44 3 slot_selected\n47 3 equipment_background\n50 1 =2\n51 1 bars[0].direction\n"
     "52 2 bars[0].left\n54 2 bars[0].top\n56 3 bars[0].value\n59 3 bars[0].most\n"
     "62 3 bars[0].foreground\n65 3 bars[0].background\n82 3 bars[1].background\n85"},
    {NEW(EquipmentSlot){.left = 0}, "0 2 left\n2 2 top\n4"},
    {OF(TngAlerts) alerts,
     "0 5 font\n5 2 duration\n7 2 fade_in\n9 2 fade_out\n11 1 =3\n12 4 alerts[0].colour\n"
     "16 3 alerts[0].sound\n19 3 alerts[0].text\n39 3 alerts[2].text\n42"},
    {OF(TngCredits) credits,
     "0 3 music\n3 3 background\n6 4 header_colour\n10 5 header_font\n15 4 name_colour\n"
     "19 5 name_font\n24 1 groups[0].category\n25 2 =1\n27 3 groups[0].authors[0]\n30"},
    {OF(TngChooser) chooser,
     "0 2 left\n2 2 top\n4 2 horizontal\n6 2 vertical\n8 2 =1\n10 1 options[0].position\n"
     "11 6 options[0].sprites\n17 1 options[0].requires[0].type\n"
     "18 3 options[0].requires[0].attribute\n21 4 options[0].requires[0].value\n"
     "25 1 options[0].requires[1].type\n26 3 options[0].requires[1].attribute\n"
     "29 4 options[0].requires[1].value\n33 1 options[0].provides.type\n"
     "34 3 options[0].provides.attribute\n37 4 options[0].provides.value\n41"},
    {OF(TngCutscene) cutscene,
     "0 3 movie\n3 3 music\n6 3 loop_movie\n9 3 loop_music\n12 2 =1\n14 2 =1\n16 2 =1\n18 3 "
     "=1\n"
     "21 3 slides[0].from\n24 3 slides[0].fade_in\n27 3 slides[0].fade_out\n30 3 slides[0].to\n"
     "33 4 slides[0].colour\n37 3 slides[0].image\n40 3 speeches[0].from\n"
     "43 3 speeches[0].speech\n46 3 subtitles[0].from\n49 3 subtitles[0].fade_in\n"
     "52 3 subtitles[0].fade_out\n55 3 subtitles[0].to\n58 4 subtitles[0].colour\n"
     "62 1 subtitles[0].x\n63 1 subtitles[0].y\n64 1 subtitles[0].align\n"
     "65 5 subtitles[0].font\n70 3 subtitles[0].text\n73 1 script\n74"},
    {OF(TngAttributes) attributes,
     "0 2 total\n2 2 most\n4 1 =4\n5 3 special[0]\n8 3 special[1]\n11 3 special[2]\n"
     "14 3 special[3]\n17 2 =1\n20 3 attributes[0].name\n23 3 attributes[0].title\n26"},
    {OF(TngAttribute) variable,
     "0 1 =1\n1 3 name\n4 3 title\n7 4 value\n11 3 =1\n14 1 script\n15"},
    {OF(TngAttribute) calculated, "1 3 name\n4 3 title\n7 2 =1\n9 1 script\n10"},
    {OF(TngOptions) options,
     "0 3 name\n3 3 palettes\n6 1 =1\n7 3 options[0].name\n10 3 options[0].description\n13 1 "
     "=1\n"
     "14 1 =1\n15 1 =1\n16 1 options[0].attributes[0].relation\n"
     "17 3 options[0].attributes[0].attribute\n20 4 options[0].attributes[0].value\n"
     "24 1 options[0].items[0].quantity\n25 3 options[0].items[0].object\n"
     "28 3 options[0].sprites[0]\n31"},
    {OF(TngNpc) npc,
     "0 3 name\n3 1 movement\n4 2 speed\n6 2 turn_time\n8 1 path\n9 1 =1\n10 1 =1\n11 1 =1\n"
     "12 1 =1\n13 1 attributes[0].relation\n14 3 attributes[0].attribute\n"
     "17 4 attributes[0].value\n21 1 items[0].chance\n22 3 items[0].quantity\n"
     "25 3 items[0].resupply\n28 3 items[0].object\n31 3 sprites[0]\n34 1 events[0].type\n"
     "35 3 events[0].parameter\n38 3 =1\n41 1 events[0].script\n42"},
    {OF(TngSpawner) spawner,
     "0 1 most\n1 3 period\n4 2 =1\n6 3 kinds[0].requires.attribute\n"
     "9 1 kinds[0].requires.relation\n10 4 kinds[0].requires.value\n"
     "14 3 kinds[0].provides.attribute\n17 4 kinds[0].provides.value\n21 3 kinds[0].animation\n"
     "24 3 kinds[0].npc\n27"},
    {OF(TngDialog) dialog,
     "0 3 title\n3 3 message\n6 3 speech\n9 3 portrait\n12 1 left\n13 1 =1\n"
     "14 3 options[0].requires.attribute\n17 1 options[0].requires.relation\n"
     "18 4 options[0].requires.value\n22 3 options[0].provides.attribute\n"
     "25 4 options[0].provides.value\n29 3 options[0].speech\n32 3 options[0].text\n35"},
    {OF(TngObject) object,
     "0 3 title\n3 2 =1\n5 2 =1\n7 1 action\n8 3 inventory\n11 3 sound\n14 3 price\n17 2 unit\n"
     "19 1 category\n20 3 projectile\n23 3 projectile_time\n26 3 ammunition\n29 1 order\n"
     "30 4 equip_mask\n34 1 =1\n35 1 =1\n36 1 =1\n37 1 =1\n38 1 =1\n39 1 mask\n40 96 equipped\n"
     "136 3 sounds[0]\n139 1 required[0].relation\n140 3 required[0].attribute\n"
     "143 4 required[0].value\n147 1 modifiers[0].type\n148 3 modifiers[0].attribute\n"
     "151 4 modifiers[0].value\n155 3 layers[0].option\n158 60 layers[0].behind\n"
     "218 60 layers[0].above\n278 1 events[0].type\n279 3 events[0].parameter\n282 3 =1\n"
     "285 1 events[0].script\n286"},
    {OF(TngCrafting) crafting,
     "0 3 title\n3 3 message\n6 3 sound\n9 3 portrait\n12 1 any_order\n13 1 =1\n"
     "14 2 recipes[0].quantity\n16 2 recipes[0].product\n"
     "18 2 recipes[0].ingredients[0].quantity\n20 2 recipes[0].ingredients[0].object\n"
     "78 2 recipes[0].ingredients[15].quantity\n80 2 recipes[0].ingredients[15].object\n82"},
    {OF(TngTile) tile,
     "0 2 sprite\n2 2 speeds[0].speed\n4 3 speeds[0].sound\n7 2 speeds[1].speed\n"
     "9 3 speeds[1].sound\n12 2 speeds[2].speed\n14 3 speeds[2].sound\n17 2 speeds[3].speed\n"
     "19 3 speeds[3].sound\n22 2 speeds[4].speed\n24 3 speeds[4].sound\n27"},
    {OF(TngQuest) quest, "0 1 global\n1 3 title\n4 3 description\n7 3 =1\n10 1 script\n11"},
    {OF(TngMap) map,
     "0 3 title\n3 18 neighbours\n21 2 day_length\n23 3 daylight\n26 3 music\n29 1 =1\n30 1 "
     "=1\n"
     "31 3 =1\n34 1 parallaxes[0].background\n35 1 parallaxes[0].speed_x\n"
     "36 1 parallaxes[0].delta_x\n37 1 parallaxes[0].speed_y\n38 1 parallaxes[0].delta_y\n"
     "39 2 parallaxes[0].time\n41 3 parallaxes[0].sprite\n44 1 paths[0].id\n45 2 =1\n"
     "47 2 paths[0].points[0].x\n49 2 paths[0].points[0].y\n51 1 layers\n52"},
#undef NEW
#undef OF
};

/* ---- setting one member ---- */

typedef struct Setting {
    const char *member;
    Arena *arena;
    bool set;
    uint64_t (*value)(uint64_t);
} Setting;

/* Sets all bits of the member, or clears them again. */
static uint64_t inverted(uint64_t value) { return ~value; }

static void set_member(void *context, const RecordLayout *type, void *data, size_t count,
                       size_t at, const RecordPath *path)
{
    Setting *setting = context;
    const Text name = record_path(path, setting->arena);
    const size_t size = strlen(setting->member);
    (void)at;
    if (name.size < size || memcmp(name.at, setting->member, size) != 0 ||
        (name.size > size && !strchr(".[", name.at[size])))
        return;
    for (size_t i = 0; i < count; i++) {
        char *value = (char *)data + i * type->size;
        primitive_set(type, value, setting->value(primitive_get(type, value)));
    }
    setting->set = true;
}

static Bytes bytes_of(const RecordLayout *layout, const void *record, Arena *arena)
{
    Writer writer = writer_to(arena);
    record_write(layout, record, &writer);
    return writer_bytes(&writer);
}

static void expect_member(const RecordLayout *layout, void *record, unsigned offset,
                          unsigned length, const char *member, Arena *arena)
{
    const Bytes before = bytes_of(layout, record, arena);
    Setting setting = {member, arena, false, inverted};
    record_visit(layout, record, set_member, &setting);
    const Bytes after = bytes_of(layout, record, arena);
    record_visit(layout, record, set_member, &setting);
    assert_int_equal(before.size, after.size);
    for (size_t i = 0; i < after.size; i++) {
        const bool is_member = i >= offset && i < offset + length;
        if (!setting.set || (after.data[i] ^ before.data[i]) != (is_member ? 255 : 0))
            fail_msg("%s: %s is not at %u, %u bytes", layout->name, member, offset, length);
    }
}

static void members_lie_where_the_document_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(records); i++) {
        Kit *kit = kit_new();
        const RecordLayout *layout = records[i].layout;
        const Bytes stored = bytes_of(layout, records[i].record, kit->arena);
        void *record = arena_alloc(kit->arena, 1, layout->size);
        memcpy(record, records[i].record, layout->size);
        for (const char *line = records[i].members; line; line = strchr(line, '\n')) {
            char member[60] = "";
            unsigned offset, length, count;
            line += *line == '\n';
            const int found = sscanf(line, "%u %u %59s", &offset, &length, member);
            if (found == 1 ? stored.size != offset
                           : sscanf(member, "=%u", &count) == 1 &&
                                 uint_of(stored.data + offset, length, false) != count)
                fail_msg("%s: not %.30s", layout->name, line);
            if (found > 1 && member[0] != '=')
                expect_member(layout, record, offset, length, member, kit->arena);
        }
        kit_free(kit);
    }
}

/* ---- the file ---- */

static void each_byte_of_the_magic_counts(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    assert_bytes_equal(
        bytes_slice(file, 0, 16),
        BYTES('#', '!', '/', 'u', 's', 'r', '/', 'b', 'i', 'n', '/', 't', 'n', 'g', 'p', '\n'));
    for (size_t i = 0; i < 16; i++) {
        uint8_t *copy = (uint8_t *)arena_copy(kit->arena, file).data;
        TngFile game;
        copy[i] ^= 1;
        assert_false(tng_read((Bytes){copy, file.size}, &game, kit->arena, &kit->report));
        assert_string_equal(kit_message(kit, 0), "at byte 0: not a TirNanoG game file");
        kit_clear(kit);
    }
    kit_free(kit);
}

/* The position of an asset counts from the end of the block: 68 + its size. The strings are
 * the first section, and maps the last assets. */
static void assets_follow_the_block_and_maps_are_last(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Bytes file = small_game(kit);
    const size_t size = (size_t)uint_of(file.data + 64, 4, false);
    const Inflated block =
        inflate_bytes(bytes_slice(file, 68, size - 4), WRAPPING_ZLIB, 0, 1 << 20, kit->arena);
    const uint8_t *table = block.bytes.data;
    assert_int_equal(uint_of(file.data + 68 + size - 4, 4, false), crc32_of(0, block.bytes));
    assert_int_equal(table[7], 0);
    size_t end = 0, maps = SIZE_MAX;
    for (size_t at = 0; at < uint_of(table, 4, false); at += 8) {
        const uint8_t *section = table + uint_of(table + at, 4, false);
        const unsigned type = table[at + 7];
        const size_t length = (size_t)uint_of(table + at + 4, 3, false);
        for (size_t i = 0; type == 35 && i < length; i += 16) {
            const size_t from = (size_t)uint_of(section + i, 8, false);
            const size_t bytes = (size_t)uint_of(section + i + 8, 4, false);
            const Inflated map_bytes = inflate_bytes(bytes_slice(file, 68 + size + from, bytes),
                                                     WRAPPING_ZLIB, 0, 1 << 20, kit->arena);
            assert_null(map_bytes.problem);
            maps = from < maps ? from : maps;
        }
        for (size_t i = 0; type >= 28 && type <= 30 && i < length; i += 16) {
            const size_t to =
                (size_t)(uint_of(section + i, 8, false) + uint_of(section + i + 8, 4, false));
            end = to > end ? to : end;
        }
    }
    assert_true(maps != SIZE_MAX && end > 0 && maps >= end);
    kit_free(kit);
}

static void strings_begin_with_an_empty_one_and_end_with_zero(void **state)
{
    (void)state;
    static const struct {
        const char *strings;
        size_t size;
        const char *says;
    } cases[] = {{"\0hp", 4, NULL},
                 {"", 1, NULL},
                 {"hp", 3, "string 0 is not empty"},
                 {"\0hp", 3, "the last string is not terminated"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        TngFile *file = full_game_read(full_game_new(kit)), read;
        file->section_count = 1; /* the strings */
        file->strings = (Bytes){(const uint8_t *)cases[i].strings, cases[i].size};
        const bool ok = tng_read(full_game_bytes(kit, file), &read, kit->arena, &kit->report);
        assert_int_equal(ok, !cases[i].says);
        if (cases[i].says)
            assert_true(kit_has_message(kit, cases[i].says));
        kit_free(kit);
    }
}

static void credits_have_the_ten_categories_of_the_document(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    TngFile *file = full_game_read(full_game_new(kit));
    CreditsGroup group = {.author_count = 0};
    const TngCredits record = {
        .background = {1, TNG_NO_SPRITE}, .groups_count = 1, .groups = &group};
    full_game_section(file, SECTION_CREDITS)->record = (void *)(uintptr_t)&record;
    for (unsigned category = 0; category < 256; category++) {
        const bool known = category && strchr("gcdafmsvtp", (int)category);
        group.category = (u8)category;
        kit_clear(kit);
        if (tng_check(full_game_bytes(kit, file), kit->arena, &kit->report) != known)
            fail_msg("category %u: %s", category, kit_message(kit, 0));
        assert_int_equal(kit_has_message(kit, "unknown category"), !known);
    }
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_lie_where_the_document_says),
        cmocka_unit_test(each_byte_of_the_magic_counts),
        cmocka_unit_test(strings_begin_with_an_empty_one_and_end_with_zero),
        cmocka_unit_test(credits_have_the_ten_categories_of_the_document),
        cmocka_unit_test(assets_follow_the_block_and_maps_are_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
