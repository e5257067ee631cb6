/* Parts, in order: file names; the set of layers and variants; choices; composing a sheet.
 * Variants are selected before anything is drawn, so that an unknown name or an unmet
 * dependency is reported with its column in the choice. */
#include "tirnanog/convert/generator.h"

#include "base/text.h"

#include <stdlib.h>

/* ---- file names ---- */

/* Removes "_(male)" from the end; returns false if there is none. */
static bool take_need(Text *name, Text *need)
{
    if (!text_ends(*name, ")"))
        return false;
    size_t at = name->size;
    while (at && name->at[at - 1] != '(')
        at--;
    if (at < 2 || name->size - 1 == at)
        return false;
    *need = text_slice(*name, at, name->size - 1);
    at--;
    *name = text_slice(*name, 0, at && name->at[at - 1] == '_' ? at - 1 : at);
    return true;
}

/* Parses layer_number_variant; the name of the layer may contain `_` and ends at the first
 * number. */
static bool take_apart(Text name, GeneratorPart *out)
{
    *out = (GeneratorPart){0};
    for (Text need; take_need(&name, &need);) {
        if (out->need_count == GENERATOR_NEEDS_MAX)
            return false;
        out->needs[out->need_count++] = need;
    }
    for (size_t from = 0, to; text_find(text_slice(name, from, name.size), '_', &to);) {
        const size_t end = from + to;
        Text rest = text_slice(name, end + 1, name.size);
        size_t digits;
        int64_t number;
        if (end && text_find(rest, '_', &digits) && rest.size > digits + 1 &&
            text_number(text_slice(rest, 0, digits), 0, UINT32_MAX, &number)) {
            out->layer = text_slice(name, 0, end);
            out->number = (uint32_t)number;
            out->variant = text_slice(rest, digits + 1, rest.size);
            return true;
        }
        from = end + 1;
    }
    return false;
}

/* Used to tell the parts of a generator from other images of a folder. */
bool generator_names_part(Text file)
{
    GeneratorPart part;
    return text_ends(file, ".png") && take_apart(text_slice(file, 0, file.size - 4), &part);
}

static int text_order(const void *a, const void *b)
{
    return text_compare(*(const Text *)a, *(const Text *)b);
}

/* Total, down to the file's name: results must not depend on the order of the folder. */
static int part_order(const void *a, const void *b)
{
    const GeneratorPart *first = a, *second = b;
    int order = text_compare(first->layer, second->layer);
    if (!order)
        order = (first->number > second->number) - (first->number < second->number);
    if (!order)
        order = text_compare(first->variant, second->variant);
    return order ? order : text_compare(first->file->name, second->file->name);
}

/* The name of an image's layer in a choice. */
static Text chosen_layer(Text layer)
{
    return text_is(layer, "toolb") || text_is(layer, "toolf") ? TEXT("tool") : layer;
}

/* `layers` is sorted by add_layers(). */
static bool layer_known(const GeneratorSet *set, Text layer)
{
    return set->layer_count &&
           bsearch(&layer, set->layers, set->layer_count, sizeof layer, text_order);
}

/* Layers are named by their icons. Body, head and tool exist without one. */
static void add_layers(GeneratorSet *set, const GeneratorFile *files, size_t count,
                       Arena *arena, Report *report)
{
    static const char *const always[] = {"body", "head", "tool"};
    Text *all = NULL;
    size_t all_count = 0;
    GeneratorPart part;
    for (size_t i = 0; i < COUNT_OF(always); i++)
        *ARENA_PUSH(arena, all, all_count) = text_of(always[i]);
    for (size_t i = 0; i < count; i++) {
        const Text file = files[i].name;
        const Text name = text_slice(file, 0, text_ends(file, ".png") ? file.size - 4 : 0);
        if (!name.size || take_apart(name, &part))
            continue;
        if (files[i].image.w != GENERATOR_ICON_SIDE || files[i].image.h != GENERATOR_ICON_SIDE)
            report_warning(
                report,
                "%.*s is not named layer_number_variant.png, and as an icon it should "
                "have 16 x 16 pixels, not %u x %u: left out",
                (int)file.size, file.at, files[i].image.w, files[i].image.h);
        else
            *ARENA_PUSH(arena, all, all_count) = name;
    }
    qsort(all, all_count, sizeof *all, text_order);
    set->layers = ARENA_ALLOC(arena, Text, all_count);
    for (size_t i = 0; i < all_count; i++)
        if (!i || !text_equal(all[i], all[i - 1]))
            set->layers[set->layer_count++] = all[i];
}

/* The set refers to `files` and `palettes`, which must live as long as it does. */
GeneratorSet generator_set(const GeneratorFile *files, size_t file_count,
                           const GeneratorPalette *palettes, size_t palette_count, Arena *arena,
                           Report *report)
{
    GeneratorSet set = {.palettes = palettes, .palette_count = palette_count};
    add_layers(&set, files, file_count, arena, report);
    for (size_t i = 0; i < file_count; i++) {
        const Text file = files[i].name;
        GeneratorPart part;
        if (!text_ends(file, ".png")) {
            report_warning(report, "%.*s is not a .png, and is ignored", (int)file.size,
                           file.at);
            continue;
        }
        if (!take_apart(text_slice(file, 0, file.size - 4), &part))
            continue;
        part.file = &files[i];
        if (layer_known(&set, chosen_layer(part.layer)))
            *ARENA_PUSH(arena, set.parts, set.part_count) = part;
        else
            report_warning(report, "%.*s: there is no icon %.*s.png: left out", (int)file.size,
                           file.at, (int)part.layer.size, part.layer.at);
    }
    if (set.part_count)
        qsort(set.parts, set.part_count, sizeof *set.parts, part_order);
    return set;
}

/* ---- choices ---- */

/* Without a source palette it is the one named like the layer: palette=hair:red.gpl. */
static bool read_recolour(Text value, GeneratorRecolour *out, Arena *arena)
{
    size_t at;
    if (!text_find(value, ':', &at) || !at || at + 1 == value.size)
        return false;
    out->layer = text_slice(value, 0, at);
    out->to = text_slice(value, at + 1, value.size);
    if (text_find(out->to, ':', &at)) {
        out->from = text_slice(out->to, 0, at);
        out->to = text_slice(out->to, at + 1, out->to.size);
        return out->from.size && out->to.size;
    }
    out->from = arena_format(arena, "%.*s.gpl", (int)out->layer.size, out->layer.at);
    return true;
}

/* Columns are kept for messages of generator_compose(), which has no text any more. */
bool generator_choice_read(Text text, GeneratorChoice *out, Arena *arena, Report *report)
{
    Text rest = text, word;
    *out = (GeneratorChoice){0};
    while ((word = text_word(&rest)).size) {
        const SourcePosition place = {1, (uint32_t)(word.at - text.at) + 1, text};
        size_t at;
        if (!text_find(word, '=', &at) || !at || at + 1 == word.size)
            return report_error_at(report, place, "\"%.*s\" is not layer=variant",
                                   (int)word.size, word.at);
        const Text layer = text_slice(word, 0, at), value = text_slice(word, at + 1, word.size);
        if (text_is(layer, "palette")) {
            GeneratorRecolour *recolour =
                ARENA_PUSH(arena, out->recolours, out->recolour_count);
            recolour->column = place.column;
            if (!read_recolour(value, recolour, arena))
                return report_error_at(report, place,
                                       "a palette is palette=layer:to.gpl or "
                                       "palette=layer:from.gpl:to.gpl");
            continue;
        }
        for (size_t i = 0; i < out->pick_count; i++)
            if (text_equal(out->picks[i].layer, layer))
                return report_error_at(report, place, "duplicate layer %.*s", (int)layer.size,
                                       layer.at);
        *ARENA_PUSH(arena, out->picks, out->pick_count) =
            (GeneratorPick){layer, value, place.column};
    }
    return true;
}

/* ---- composing ---- */

typedef struct Composer {
    const GeneratorSet *set;
    const GeneratorChoice *choice;
    const GeneratorPart **parts; /* two per pick: a tool has two parts */
    size_t part_count;
    Arena *arena;
    Report *report;
} Composer;

#define WORDS(text) (int)(text).size, (text).at

static SourcePosition position_at(uint32_t column)
{
    return (SourcePosition){.line = column > 0, .column = column};
}

/* "long", or "3_long" */
static bool variant_is(const GeneratorPart *part, Text wanted)
{
    size_t at;
    int64_t number;
    return text_equal(part->variant, wanted) ||
           (text_find(wanted, '_', &at) &&
            text_number(text_slice(wanted, 0, at), 0, UINT32_MAX, &number) &&
            number == part->number &&
            text_equal(part->variant, text_slice(wanted, at + 1, wanted.size)));
}

/* Whether a pick names this part, regardless of its dependencies. */
static bool pick_gives(const Composer *composer, const GeneratorPick *pick, Text variant)
{
    for (size_t i = 0; i < composer->set->part_count; i++) {
        const GeneratorPart *part = &composer->set->parts[i];
        if (text_equal(chosen_layer(part->layer), pick->layer) &&
            text_equal(part->variant, variant) && variant_is(part, pick->variant))
            return true;
    }
    return false;
}

/* The first dependency that no other layer meets, or an empty text. */
static Text need_missing(const Composer *composer, const GeneratorPart *part)
{
    const GeneratorChoice *choice = composer->choice;
    const Text own = chosen_layer(part->layer);
    for (size_t i = 0; i < part->need_count; i++) {
        bool met = false;
        for (size_t j = 0; j < choice->pick_count && !met; j++)
            met = !text_equal(choice->picks[j].layer, own) &&
                  pick_gives(composer, &choice->picks[j], part->needs[i]);
        if (!met)
            return part->needs[i];
    }
    return TEXT("");
}

/* The best part of a file layer ("toolb") for a pick; NULL if there is none. In that case
 * `*unmet` is a part that exists but has an unmet dependency. */
static const GeneratorPart *best_part(const Composer *composer, const GeneratorPick *pick,
                                      Text layer, const GeneratorPart **unmet)
{
    const GeneratorPart *best = NULL;
    for (size_t i = 0; i < composer->set->part_count; i++) {
        const GeneratorPart *part = &composer->set->parts[i];
        if (!text_equal(part->layer, layer) || !variant_is(part, pick->variant))
            continue;
        if (need_missing(composer, part).size)
            *unmet = *unmet ? *unmet : part;
        else if (!best || part->need_count > best->need_count)
            best = part;
    }
    return best;
}

/* Always false. Suggests among the variants of this layer only. */
static bool variant_unknown(const Composer *composer, const GeneratorPick *pick)
{
    Text *names = NULL;
    size_t count = 0;
    for (size_t i = 0; i < composer->set->part_count; i++)
        if (text_equal(chosen_layer(composer->set->parts[i].layer), pick->layer))
            *ARENA_PUSH(composer->arena, names, count) = composer->set->parts[i].variant;
    const Text nearest = text_nearest(pick->variant, names, count);
    return report_error_at(composer->report, position_at(pick->column),
                           "the layer %.*s has no variant \"%.*s\"%s%.*s%s", WORDS(pick->layer),
                           WORDS(pick->variant), nearest.size ? "; did you mean \"" : "",
                           WORDS(nearest), nearest.size ? "\"?" : "");
}

static bool layer_unknown(const Composer *composer, Text layer, uint32_t column)
{
    const GeneratorSet *set = composer->set;
    const Text nearest = text_nearest(layer, set->layers, set->layer_count);
    return report_error_at(composer->report, position_at(column),
                           "there is no layer \"%.*s\"%s%.*s%s", WORDS(layer),
                           nearest.size ? "; did you mean \"" : "", WORDS(nearest),
                           nearest.size ? "\"?" : "");
}

/* A tool may have a part behind the body and one before it; one of both suffices. */
static bool choose_parts(Composer *composer, const GeneratorPick *pick)
{
    const bool tool = text_is(pick->layer, "tool");
    const Text layers[] = {tool ? TEXT("toolb") : pick->layer, TEXT("toolf")};
    const GeneratorPart *unmet = NULL;
    const size_t before = composer->part_count;
    if (!layer_known(composer->set, pick->layer))
        return layer_unknown(composer, pick->layer, pick->column);
    for (size_t i = 0; i < (tool ? 2 : 1); i++) {
        const GeneratorPart *part = best_part(composer, pick, layers[i], &unmet);
        if (part)
            composer->parts[composer->part_count++] = part;
    }
    if (composer->part_count > before)
        return true;
    if (!unmet)
        return variant_unknown(composer, pick);
    const Text missing = need_missing(composer, unmet);
    return report_error_at(composer->report, position_at(pick->column),
                           "%.*s=%.*s needs \"%.*s\" in another layer (%.*s)",
                           WORDS(pick->layer), WORDS(pick->variant), WORDS(missing),
                           WORDS(unmet->file->name));
}

/* From back to front: back of the tool, body, head, other layers, front of the tool. */
static int rank(const GeneratorPart *part)
{
    static const char *const low[] = {"toolb", "body", "head"};
    for (size_t i = 0; i < COUNT_OF(low); i++)
        if (text_is(part->layer, low[i]))
            return (int)i;
    return text_is(part->layer, "toolf") ? 4 : 3;
}

static int draw_order(const void *a, const void *b)
{
    const GeneratorPart *first = *(const GeneratorPart *const *)a;
    const GeneratorPart *second = *(const GeneratorPart *const *)b;
    const int order = rank(first) - rank(second);
    if (order)
        return order;
    if (first->number != second->number)
        return first->number > second->number ? 1 : -1;
    return text_compare(first->layer, second->layer);
}

/* Reports an unknown name and returns NULL. */
static const Palette *find_palette(const Composer *composer, Text name, uint32_t column)
{
    for (size_t i = 0; i < composer->set->palette_count; i++)
        if (text_equal(composer->set->palettes[i].name, name))
            return composer->set->palettes[i].palette;
    report_error_at(composer->report, position_at(column), "there is no palette \"%.*s\"",
                    WORDS(name));
    return NULL;
}

/* Colours are compared without alpha, which is kept. Surplus colours of either palette stay. */
static void recolour(const Image *image, const Palette *from, const Palette *to)
{
    const Pixel colour = PIXEL(255, 255, 255, 0), alpha = PIXEL(0, 0, 0, 255);
    const size_t count = from->count < to->count ? from->count : to->count;
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++) {
            Pixel *pixel = image_at(image, x, y);
            size_t i = 0;
            while (i < from->count && (from->colours[i] & colour) != (*pixel & colour))
                i++;
            if (i < count)
                *pixel = (to->colours[i] & colour) | (*pixel & alpha);
        }
}

/* The image of the part, recoloured according to the choice. */
static bool part_image(const Composer *composer, const GeneratorPart *part, Image *out)
{
    const GeneratorChoice *choice = composer->choice;
    const Image *source = &part->file->image;
    *out = *source;
    for (size_t i = 0; i < choice->recolour_count; i++) {
        const GeneratorRecolour *change = &choice->recolours[i];
        if (!text_equal(change->layer, chosen_layer(part->layer)))
            continue;
        const Palette *from = find_palette(composer, change->from, change->column);
        const Palette *to = from ? find_palette(composer, change->to, change->column) : NULL;
        if (!to)
            return false;
        if (out->pixels == source->pixels) {
            *out = image_new(source->w, source->h, composer->arena);
            image_copy(out, 0, 0, source);
        }
        recolour(out, from, to);
    }
    return true;
}

/* A palette without its layer is probably a mistake, so it is an error. */
static bool recolours_named(const Composer *composer)
{
    const GeneratorChoice *choice = composer->choice;
    for (size_t i = 0; i < choice->recolour_count; i++) {
        const GeneratorRecolour *change = &choice->recolours[i];
        bool picked = false;
        for (size_t j = 0; j < choice->pick_count; j++)
            picked |= text_equal(choice->picks[j].layer, change->layer);
        if (!picked)
            return layer_known(composer->set, change->layer)
                       ? report_error_at(composer->report, position_at(change->column),
                                         "a palette for the layer %.*s, of which no variant is "
                                         "chosen",
                                         WORDS(change->layer))
                       : layer_unknown(composer, change->layer, change->column);
    }
    return true;
}

/* All sizes are checked before drawing: parts are frames of one layout. */
bool generator_compose(const GeneratorSet *set, const GeneratorChoice *choice, Image *out,
                       Arena *arena, Report *report)
{
    Composer composer = {.set = set, .choice = choice, .arena = arena, .report = report};
    composer.parts = ARENA_ALLOC(arena, const GeneratorPart *, choice->pick_count * 2);
    if (!choice->pick_count)
        return report_error(report, "no layer is chosen");
    for (size_t i = 0; i < choice->pick_count; i++)
        if (!choose_parts(&composer, &choice->picks[i]))
            return false;
    if (!recolours_named(&composer))
        return false;
    qsort(composer.parts, composer.part_count, sizeof *composer.parts, draw_order);
    const GeneratorFile *first = composer.parts[0]->file;
    for (size_t i = 1; i < composer.part_count; i++) {
        const GeneratorFile *file = composer.parts[i]->file;
        if (file->image.w != first->image.w || file->image.h != first->image.h)
            return report_error(report, "%.*s has %u x %u pixels, %.*s %u x %u",
                                WORDS(file->name), file->image.w, file->image.h,
                                WORDS(first->name), first->image.w, first->image.h);
    }
    *out = image_new(first->image.w, first->image.h, arena);
    for (size_t i = 0; i < composer.part_count; i++) {
        Image image;
        if (!part_image(&composer, composer.parts[i], &image))
            return false;
        image_over(out, 0, 0, &image);
    }
    return true;
}
