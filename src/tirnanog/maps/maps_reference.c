/* The reference of maps, and their properties for a form. */
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_parts.h"
#include "tirnanog/maps/map_properties.h"
#include "tirnanog/sheets/reference.h"
#include "tirnanog/sheets/reference_members.h"
#include "tirnanog/sheets/schema.h"
#include "tirnanog/maps/tilesets.h"

#include "tirnanog/maps/tmx_use.h"

static void describe_properties(Writer *out)
{
    static const char *const types[] = {"ortho", "iso", "hexv", "hexh", "3d"};
    write_format(out,
                 "## Properties of the map\n\n"
                 "All are optional; the value has the syntax of a line of a text file.\n\n");
    for (size_t i = 0; i < MAP_PROPERTIES; i++) {
        TngMap map = {0};
        Parallax parallax = {0};
        write_format(out, "### `%s`\n\n%s Example: `%s`\n\n", map_properties[i].name,
                     map_properties[i].doc, map_properties[i].example);
        if (map_properties[i].is_parallax)
            reference_members(&Parallax_layout, &parallax, text_of(map_properties[i].members),
                              out);
        else
            reference_members(&TngMap_layout, &map, text_of(map_properties[i].members), out);
        write_format(out, "\n");
    }
    write_format(out, "### Neighbours\n\nThe name of the map on which an actor arrives that "
                      "leaves this one. Example: `town`\n\n| type in config | Tiled's "
                      "orientation | properties |\n|---|---|---|\n");
    for (unsigned type = 0; type < COUNT_OF(types); type++) {
        write_format(out, "| `%s` | %s |", types[type],
                     map_orientation_name(map_orientation(type)));
        for (unsigned i = 0; i < NEIGHBOURS && map_neighbour_name(type, i); i++)
            write_format(out, "%s `%s`", i ? "," : "", map_neighbour_name(type, i));
        write_format(out, " |\n");
    }
}

static void put_property(JsonWriter *json, const char *name, const char *doc,
                         const char *example, const char *members, bool is_parallax)
{
    TngMap map = {0};
    Parallax parallax = {0};
    json_open(json, NULL);
    json_put_text(json, "name", text_of(name));
    json_put_text(json, "doc", text_of(doc));
    json_put_text(json, "example", text_of(example));
    json_put_bool(json, "many", is_parallax);
    if (is_parallax)
        schema_put_members(json, &Parallax_layout, &parallax, text_of(members));
    else
        schema_put_members(json, &TngMap_layout, &map, text_of(members));
    json_close(json);
}

void map_properties_put(JsonWriter *json, unsigned grid)
{
    json_open_list(json, "known");
    for (size_t i = 0; i < MAP_PROPERTIES; i++)
        put_property(json, map_properties[i].name, map_properties[i].doc,
                     map_properties[i].example, map_properties[i].members,
                     map_properties[i].is_parallax);
    for (unsigned i = 0; i < NEIGHBOURS && map_neighbour_name(grid, i); i++)
        put_property(json, map_neighbour_name(grid, i),
                     "The map on which an actor arrives that leaves this one there.", "",
                     "neighbours.0", false);
    json_close_list(json);
}

static void describe_layers(Writer *out)
{
    write_format(
        out,
        "\n## Layers\n\nIn a map whose layers have exactly the IDs 1 to 11, as the original "
        "editor writes it, Tiled's ID decides which layer it is, and in all others the name "
        "(`Ground-2` is the same as `ground 2`); for other names, the ID. Where name and ID "
        "disagree, there is a warning. `oisin new` and `oisin unpack` write all "
        "eleven.\n\n| ID | name | contents |\n|--:|---|---|\n");
    for (unsigned i = 0; i < MAP_LAYERS; i++)
        write_format(out, "| %u | %s | %s |\n", i + 1, map_layer_names[i],
                     i == MAP_LAYER_NPCS       ? "NPCs"
                     : i == MAP_LAYER_SPAWNERS ? "spawners"
                                               : "tiles");
    write_format(
        out,
        "\nMissing layers are empty. Actors are drawn between the objects and the roofs. A "
        "layer may be larger or smaller than the maps of the game: the rest is ignored, or "
        "empty.\n\n"
        "## Tilesets\n\nTilesets may be in the map or in a `.tsx` file of the project. Most "
        "are "
        "written by `oisin maps sync`: collections of images, and sheets "
        "(`tiles/NAME.png` with `tiles/NAME.lyt`, see `oisin formats lyt`). A tileset of one "
        "thing has a name that begins with what it is:\n\n"
        "| name | contents |\n|---|---|\n");
    for (unsigned i = 0; i < CONTENTS; i++)
        write_format(out, "| `%s_NAME` | %s |\n", tileset_prefix(i), tileset_word(i));
    write_format(
        out,
        "\nThe image of a tileset is for Tiled; the game uses the sprites of the project. "
        "Without such a prefix, a name that only one of them has decides, otherwise the name "
        "of "
        "the image, with a warning. In a collection of images, a tile that shows a part of its "
        "image (Tiled 1.9) is the sprite of the sheet that begins there.\n\n"
        "## Patrol paths\n\nEach polygon or polyline of an object layer is a path along "
        "which NPCs walk; its name is its number, 0 to 98, as in `npcs/NAME.npc`. There may be "
        "several object layers. Paths are where Tiled shows them: rotated, moved with their "
        "layers and groups, and with the shape of their template (`.tx`). `oisin check` "
        "reports "
        "a number that occurs twice, points outside of the map, and NPCs that patrol on a map "
        "without their path.\n\n"
        "## The map itself\n\nOrientation and size of the tiles are those of `config`. The "
        "data "
        "of layers may be CSV, XML or base64, uncompressed or compressed with gzip, zlib or "
        "Zstandard.\n");
}

/* ---- what Tiled shows ---- */

static const char *const node_names[] = {
    [TMX_NODE_NONE] = "",
    [TMX_NODE_MAP] = "map",
    [TMX_NODE_PROPERTIES] = "properties",
    [TMX_NODE_PROPERTY] = "property",
    [TMX_NODE_TILESET] = "tileset",
    [TMX_NODE_TILEOFFSET] = "tileoffset",
    [TMX_NODE_SET_TILE] = "tile (of a tileset)",
    [TMX_NODE_IMAGE] = "image",
    [TMX_NODE_TILE_IMAGE] = "image (of a tile)",
    [TMX_NODE_GROUP] = "group",
    [TMX_NODE_LAYER] = "layer",
    [TMX_NODE_DATA] = "data",
    [TMX_NODE_TILE] = "tile",
    [TMX_NODE_TEMPLATE] = "template",
    [TMX_NODE_OBJECTS] = "objectgroup",
    [TMX_NODE_OBJECT] = "object",
    [TMX_NODE_POLYGON] = "polygon",
};

static const char *const use_words[] = {[TMX_USED] = "used",
                                        [TMX_REFUSED] = "refused",
                                        [TMX_IGNORED] = "**ignored, reported**",
                                        [TMX_TILED] = "for Tiled only"};

static void describe_elements(Writer *out)
{
    write_format(out, "\n### Elements\n\n| element | in | | |\n|---|---|---|---|\n");
    for (size_t i = 0; i < TMX_ELEMENTS; i++) {
        const TmxElementRow *row = &tmx_elements[i];
        write_format(out, "| `%s` | %s | %s | %s |\n", row->name, node_names[row->parent],
                     use_words[row->use], row->doc);
    }
}

static void describe_attributes(Writer *out)
{
    write_format(out, "\n### Attributes\n\n| attribute | of | | |\n|---|---|---|---|\n");
    for (size_t i = 0; i < TMX_ATTRIBUTES; i++) {
        const TmxAttributeRow *row = &tmx_attributes[i];
        write_format(out, "| `%s` | %s | %s | %s |\n", row->name, node_names[row->node],
                     use_words[row->use], row->doc);
    }
}

static void describe_uses(Writer *out)
{
    write_format(
        out, "\n## What the game uses of Tiled's files\n\nAll elements and attributes of maps "
             "(`.tmx`), tilesets (`.tsx`) and templates (`.tx`) up to Tiled 1.11. What is "
             "ignored is a warning with its line and column, once in each file, unless it has "
             "the value that changes nothing; so is what the tables do not have. Tiles that "
             "are flipped or rotated are drawn as their sprite is, with a warning for each "
             "layer.\n");
    describe_elements(out);
    describe_attributes(out);
}

void map_describe(Writer *out)
{
    describe_properties(out);
    describe_layers(out);
    describe_uses(out);
}
