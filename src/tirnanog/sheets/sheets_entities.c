/* The sheets of what stands and walks on maps: characters, NPCs, spawners, objects, tiles. */
#include "tirnanog/sheets/sheets.h"

#define ROW "sprites/chars[19] sprites.19/portraits"

const Sheet option_sheet = {
    .path = "game/#.opt",
    .magic = "TirNanoG CharOptions",
    .layout = &ProjectOptions_layout,
    .title = "a group of options while a character is made",
    .about = "A new character gets one option of each group. Options are shown only if the "
             "game has a main menu (`ui/mainmenu.cfg`); otherwise the first ones are taken.",
    .lines = {{"group.name...", "The name of the group."},
              {"'p'group.palettes/ui",
               "An image with palettes, one per row, in which the sprites of the options may "
               "be coloured; the first row has the colours of the sprites."},
              {"'o'options: option.name...", "An option; the lines below describe it."},
              {"'o.d'option.description...", "The text below the name."},
              {"'o.a|r'option.attributes: ./rule", "`a` sets an attribute, `r` is a condition: "
                                                   "without it, the option cannot be chosen."},
              {"'o.i'option.items: quantity object/tiles", "Items at the start."},
              {"'o.l'layers: " ROW,
               "A layer of the character: 20 sprites. Layers are drawn over each other in this "
               "order, those of the base group (`game/character.cfg`) below all others."}},
    .example_name = "calling",
    .example = "TirNanoG CharOptions\n"
               "Calling\n"
               "p cloth_dyes\n"
               "o Herder\n"
               " d A sling and a pocket of pebbles.\n"
               " a strength 1\n"
               " i 1 sling\n"
               " i 12 pebble\n"
               " l tunic_green_idle tunic_green_walk - - - - - - - - - - - - - - - - - -\n"
               "o Fighter\n"
               " d An old bronze sword. Needs a strong arm.\n"
               " r strength>=3\n"
               " i 1 sword\n"};

const Sheet character_sheet = {
    .path = "game/character.cfg",
    .magic = "TirNanoG CharBase",
    .layout = &ProjectCharacter_layout,
    .title = "the base of all characters",
    .about = "",
    .lines =
        {{"delta_y base/rest...",
          "Where characters are drawn, and which group of options contains their bodies."}},
    .example = "TirNanoG CharBase\n"
               "8 body\n"};

const Sheet npc_sheet = {
    .path = "npcs/#.npc",
    .magic = "TirNanoG NPC",
    .layout = &ProjectNpc_layout,
    .title = "a person, an animal, an enemy",
    .about = "It stands where the layer NPCs of a map has its tileset `npcs_NAME`. "
             "`npcs/NAME_npc.png`, which `oisin build --previews` writes, shows it in Tiled.",
    .lines =
        {{"npc.name...", "The name that players see."},
         {"npc.movement/stand|random|patrol npc.speed npc.turn_time npc.path/to98",
          "How the NPC moves."},
         {"'a|r'npc.attributes: ./rule",
          "`a` sets an attribute, `r` is a condition on the attributes of the player: the "
          "handlers do not run for players who do not meet it."},
         {"'l'layers: " ROW,
          "A layer of the NPC: 20 sprites. Layers are drawn over each other in this order."},
         {"'i'npc.items: chance/to100 quantity resupply object/tiles",
          "Items that the NPC carries, sells with `market()` and drops."},
         {"'e'%events", "A handler: see `oisin formats events`. Attributes without `@` are "
                        "those of the NPC, with `@` those of the player."}},
    .example_name = "watchman",
    .example = "TirNanoG NPC\n"
               "Watchman\n"
               "patrol 60 100 0\n"
               "a hp 20\n"
               "r told>=0\n"
               "l body_fair_idle body_fair_walk - - - - - - - - - - - - - - - - - -\n"
               "l tunic_red_idle tunic_red_walk - - - - - - - - - - - - - - - - - -\n"
               "i 50 5 10 penny\n"
               "e click {\n"
               "    switch(worm_dead=2) {\n"
               "        case 1 {\n"
               "            dialog(watchman_peace,0)\n"
               "        }\n"
               "        case 0 {\n"
               "            dialog(watchman,0)\n"
               "        }\n"
               "    }\n"
               "}\n"
               "e action1 {\n"
               "    hp=hp-@damage\n"
               "}\n"
               "e approach 4 {\n"
               "    sound(select)\n"
               "}\n"
               "e timer3 {\n"
               "    behave(patrol)\n"
               "}\n"};

const Sheet spawner_sheet = {
    .path = "npcs/#.swr",
    .magic = "TirNanoG Spawner",
    .layout = &TngSpawner_layout,
    .title = "a place where NPCs appear",
    .about = "It is where the layer spawners of a map has its tileset `spawners_NAME`.",
    .lines =
        {{"most period",
          "How many NPCs of this spawner live at the same time, and how often one is added."},
         {"kinds*: requires provides animation/chars npc/npc",
          "A kind of NPC. Each is equally likely; repeat a line to make it more likely."}},
    .example_name = "bats",
    .example = "TirNanoG Spawner\n"
               "4 1500\n"
               "- - appear_walk bat\n"
               "- - appear_walk bat\n"
               "told>=50 hp=8 appear_walk slime\n"};

const Sheet object_sheet = {
    .path = "objects/#.obj",
    .magic = "TirNanoG Object",
    .layout = &ProjectObject_layout,
    .title = "a thing on the map or in the bag",
    .about =
        "It has the name of a sprite in `tiles/`. A sprite without such a file is only drawn.",
    .lines =
        {{"object.title...",
          "The name in the bag; an empty line for things that nobody carries. A description "
          "may "
          "follow after ` | `: it is shown in the bag, in the market and while crafting."},
         {"object.mask_width object.mask_height object.action/dash object.inventory/ui "
          "object.sound object.price object.unit object.category object.equip_mask/skill "
          "object.order",
          "The size of the mask, and what the object is as an item."},
         {"%mask", "The mask: a line for each row, a number for each cell; see `oisin formats "
                   "masks`. A size of `0 0` has no lines."},
         {"'s'equips: slot sprite/ui",
          "A slot in which the object can be worn, and its sprite there."},
         {"'r'object.required: ./plain", "A condition for using and wearing it."},
         {"'m'object.modifiers: type/bit0 type/bit1 attribute value",
          "A change of an attribute of whoever carries it. The first number: 1 if the object "
          "must be worn; the second: 1 if the value is in percent. With the attribute `-`, the "
          "value is a way of moving while it is worn: 0 on foot, 1 swimming, 2 flying, 3 "
          "driving or riding."},
         {"'p'object.projectile/tiles object.projectile_time object.ammunition/tiles",
          "What it throws."},
         {"'n'object.sounds: .", "A sound. The first line is for picking up, the second for "
                                 "using, the third for dropping, the fourth for putting on."},
         {"'f'above[1]: " ROW,
          "How it looks in front of any character that wears it: 20 sprites."},
         {"'b'behind[1]: " ROW, "The same behind the character."},
         {"'o'looks: option...",
          "A character option; the lines below replace the sprites for characters with it."},
         {"'o.f'above[1]: " ROW, "In front of these characters."},
         {"'o.b'behind[1]: " ROW, "Behind these characters."},
         {"'e'%events", "A handler: see `oisin formats events`. Attributes without `@` are "
                        "those of the object, with `@` those of the actor that uses it."}},
    .example_name = "rod",
    .example = "TirNanoG Object\n"
               "Hazel rod | Throws light, and is a good listener.\n"
               "1 1 2 rod pickup 18 penny 3 0 2\n"
               "8\n"
               "s weapon rod\n"
               "r wit>=2\n"
               "m 1 0 damage 1\n"
               "m 1 1 maxmana 20\n"
               "m 0 0 weight 2\n"
               "p flying_spark 60 -\n"
               "n pickup\n"
               "n swing\n"
               "f hold_rod_idle hold_rod_walk - - - - - - - - hold_rod_strike "
               "- - - - - - - - -\n"
               "b - - - - - - - - - - - - - - - - - - - -\n"
               "o Daughter of the poet\n"
               " f hold_rod_idle hold_rod_walk - - - - - - - - hold_rod_strike "
               "- - - - - - - - -\n"
               " b - - - - - - - - - - - - - - - - - - - -\n"
               "e touch {\n"
               "    give(rod,1)\n"
               "    sound(pickup)\n"
               "    remove()\n"
               "}\n"};

const Sheet tile_sheet = {
    .path = "tiles/#.til",
    .magic = "TirNanoG TileRule",
    .alternative_magic = "TirNanoG Tile",
    .layout = &ProjectTile_layout,
    .title = "how fast a tile is, how it sounds, and where it is drawn",
    .about = "It has the name of a sprite in `tiles/`. A tile without such a file has 100 "
             "percent and no sound.",
    .lines = {{"%tile", "Lines of two words are the speed in percent (0: no passage) and the "
                        "sound of a step, one line for each way of moving: walking, swimming, "
                        "flying, driving, and a fifth one that is yours. Lines of nine words "
                        "are automap rules: see `oisin formats automap`."}},
    .example_name = "grass_00",
    .example = "TirNanoG TileRule\n"
               "90 step_grass\n"
               "0 -\n"
               "100 -\n"
               "150 hoof\n"
               "- grass_11 - grass_11 grass_00 grass_11 - grass_11 -\n"};
