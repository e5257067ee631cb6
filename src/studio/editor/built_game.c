/* Parts, in order: building; figures; maps. */
#include "studio/editor/built_game.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/container/tng.h"
#include "tirnanog/maps/map_layers.h"

struct BuiltGame {
    Arena *arena;
    uint64_t change;     /* the game is as after this change ... */
    uint64_t map_change; /* ... and the cells of the map that is shown as after this one */
    Bytes bytes;
    TngFile file;
    FigureView *figure; /* NULL: not asked for yet */
    MapView *maps;      /* the same */
    Text shown;         /* path of the map that is shown; empty: none */
    Table numbers[3];   /* names of tiles, NPCs and spawners; without slots: not asked yet */
    Report silent;
};

/* ---- building ---- */

void built_game_free(BuiltGame *game)
{
    if (game)
        arena_free(game->arena);
}

/* A draft: what is shown now need not be small. */
static BuiltGame *build(Call *call)
{
    Editor *editor = call->editor;
    Arena *arena = arena_new();
    BuiltGame *game = ARENA_ALLOC(arena, BuiltGame, 1);
    *game = (BuiltGame){.arena = arena,
                        .change = editor->store.changes,
                        .map_change = editor->store.changes,
                        .silent = report_to(NULL, NULL)};
    if (build_game(call, true, &game->bytes, arena)) {
        if (tng_read(game->bytes, &game->file, arena, &call->report)) {
            built_game_free(editor->built);
            editor->built = game;
            return game;
        }
        call_error(call, 409, "the game cannot be read");
    }
    arena_free(arena);
    return NULL;
}

static BuiltGame *built(Call *call)
{
    BuiltGame *game = call->editor->built;
    return game && game->change == call->editor->store.changes ? game : build(call);
}

bool built_bytes(Call *call, Bytes *out)
{
    const BuiltGame *game = built(call);
    *out = game ? arena_copy(call->arena, game->bytes) : (Bytes){0};
    return game;
}

/* ---- figures ---- */

FigureView *built_figure(Call *call)
{
    const ProjectModel *model = call_model(call);
    BuiltGame *game = built(call);
    if (!game)
        return NULL;
    if (!game->figure)
        game->figure =
            figure_view_new(game->bytes, model ? project_model_language(model) : TEXT(""),
                            game->arena, &game->silent);
    if (!game->figure)
        call_error(call, 409, "the game cannot be read");
    return game->figure;
}

/* ---- maps ---- */

static bool is_shown(const Call *call, const BuiltGame *game, Text path)
{
    return game && game->map_change == call->editor->store.changes &&
           text_equal(game->shown, path);
}

static bool show(BuiltGame *game, Text path)
{
    const Text name = path_without_suffix(path_base(path));
    uint32_t map = 0;
    if (!game->maps)
        game->maps = map_view_new(&game->file, game->arena, &game->silent);
    while (map < map_view_maps(game->maps) &&
           !text_equal(map_view_map_name(game->maps, map), name))
        map++;
    game->shown = TEXT("");
    if (map == map_view_maps(game->maps) || !map_view_select(game->maps, map, &game->silent))
        return false;
    game->shown = arena_text(game->arena, path);
    return true;
}

MapView *built_map(Call *call, Text path, bool afresh)
{
    BuiltGame *game = call->editor->built;
    if (!afresh && is_shown(call, game, path))
        return game->maps;
    game = built(call);
    if (!game)
        return NULL;
    game->map_change = game->change;
    if (show(game, path))
        return game->maps;
    call_error(call, 404, "the project has no such map");
    return NULL;
}

static const Table *numbers_of(BuiltGame *game, unsigned layer)
{
    Table *table = &game->numbers[layer == MAP_LAYER_NPCS       ? 1
                                  : layer == MAP_LAYER_SPAWNERS ? 2
                                                                : 0];
    if (table->arena)
        return table;
    *table = table_new(game->arena);
    for (uint32_t i = 0; i < map_view_things(game->maps, layer); i++)
        (void)table_put(table, map_view_thing_name(game->maps, layer, i), i);
    return table;
}

/* False: the game is older than one of the names. */
static bool set_cells(BuiltGame *game, const LayerChanges *layer)
{
    const uint32_t side = (uint32_t)map_view_grid(game->maps)->side;
    uint16_t *cells = map_view_cells(game->maps) + (size_t)layer->layer * side * side;
    const Table *numbers = numbers_of(game, layer->layer);
    for (size_t i = 0; i < layer->count; i++) {
        const MapChange *change = &layer->items[i];
        const uint32_t *number = change->name.size ? table_get(numbers, change->name) : NULL;
        if ((change->name.size && !number) || change->x >= side || change->y >= side)
            return false;
        cells[(size_t)change->y * side + change->x] =
            number ? (uint16_t)*number : TNG_NO_SPRITE;
    }
    return true;
}

void built_map_written(Editor *editor, Text path, uint64_t before, const LayerChanges *layers,
                       size_t count)
{
    BuiltGame *game = editor->built;
    bool ok = game && game->map_change == before && text_equal(game->shown, path) &&
              editor->store.changes == before + 1;
    for (size_t i = 0; i < count && ok; i++)
        ok = set_cells(game, &layers[i]);
    if (ok)
        game->map_change = editor->store.changes;
}
