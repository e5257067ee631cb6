/* Rows of checks.def: text files that can be checked separately; base games together with their
 * extensions. */
#include "kit/jobs/checks.h"
#include "kit/jobs/files.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/maps/tmx.h"
#include "tirnanog/project/merge_games.h"
#include "tirnanog/sprites/sheet_cut.h"
#include "tirnanog/translations/po.h"

/* Text files that can be checked separately: layouts that projects share, maps,
 * translations. */
bool check_sheet_layout(Bytes file, Arena *arena, Report *report)
{
    SheetLayout layout;
    return sheet_layout_read(text_of_bytes(file), &layout, arena, report);
}

bool check_tiled_map(Bytes file, Arena *arena, Report *report)
{
    TmxMap map;
    return tmx_read(file, &map, arena, report);
}

bool check_tileset(Bytes file, Arena *arena, Report *report)
{
    TmxTileset tileset;
    return tsx_read(file, &tileset, arena, report);
}

bool check_template(Bytes file, Arena *arena, Report *report)
{
    TmxPolygon object;
    return tx_read(file, &object, arena, report);
}

bool check_translation(Bytes file, Arena *arena, Report *report)
{
    PoFile po;
    const bool ok = po_read(file, &po, arena, report);
    po_warn_fuzzy(&po, report);
    return ok;
}

/* Extensions among the files are checked once more, joined with the games before them. */
bool check_joined_games(Job *job)
{
    MergePart parts[MERGE_MAX] = {0};
    size_t count = 0;
    bool extension = false, ok = true;
    TngFile game, base;
    Report silent = report_to(NULL, NULL);
    if (job->input_count < 2)
        return true;
    Arena *arena = arena_new();
    for (size_t i = 0; i < job->input_count && count < MERGE_MAX; i++) {
        const char *path = job->inputs[i];
        Bytes bytes;
        if (is_folder(path) || !file_load(path, &bytes, arena, &silent) ||
            !tng_read(bytes, &game, arena, &silent))
            continue;
        if (!count)
            base = game;
        else if (!text_equal(tng_game_id(&game.header), tng_game_id(&base.header)))
            continue;
        extension |= count && tng_is_extension(&game);
        parts[count++] = (MergePart){text_of(path), bytes};
    }
    if (extension && !tng_is_extension(&base)) {
        Bytes whole;
        ok = project_merge(parts, count, &whole, arena, job->report);
        Report about = report_child(job->report, TEXT("together"));
        ok = ok && tng_check(whole, arena, &about);
    }
    arena_free(arena);
    return ok;
}
