/* Campaigns of Evil Islands (scenario.sav): stocks of items, the party, the quest variables and
 * the money, found among other data (save_parts.h).
 *
 * Source (facts only): Kyr4l/ei-universal-mod, docs/file-formats/sav-format.md. No genuine file
 * was at hand. */
#include "evil_islands/archives/packed_container.h"
#include "evil_islands/saves/save_parts.h"
#include "kit/formats/format.h"

static const SaveKind campaign = {PACKED_CAMPAIGN, NULL, NULL,
                                  "format exact version data parts", "a campaign"};

bool campaign_is(Bytes file) { return packed_is(file, PACKED_CAMPAIGN); }

bool campaign_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    (void)whole;
    return save_show(&campaign, file, json, arena, report);
}

bool campaign_check(Bytes file, Arena *arena, Report *report)
{
    return save_check(&campaign, file, arena, report);
}

bool campaign_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    return save_parse(&campaign, json, out, arena, report);
}

Text campaign_title(Bytes file, Arena *arena) { return save_title(&campaign, file, arena); }

void campaign_describe(Writer *writer)
{
    write_text(writer, TEXT("The file scenario.sav of a saved game. Little-endian; the data is "
                            "compressed.\n\n"));
    packed_describe(writer);
    save_parts_describe(writer);
}
