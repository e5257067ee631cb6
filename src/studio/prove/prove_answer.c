/* The tables of prove.def, evidence, and the answers that follow from it. */
#include "studio/prove/prove_internal.h"

#include <limits.h>

const ProveQuestionRow prove_questions[PROVE_QUESTIONS] = {
#define QUESTION(id, kind, document, question, evidence)                                       \
    {#id, document, question, evidence, PROVE_##kind},
#include "studio/prove/prove.def"
};

const ProveReadingRow prove_readings[PROVE_READINGS] = {
#define READING(question, name, word, read, text) {QUESTION_##question, word, text, read},
#include "studio/prove/prove.def"
};

/* ---- evidence ---- */

const ProvePlace prove_whole_file = {UINT_MAX, SIZE_MAX, 0};

void prove_support(Proof *proof, ProveReading reading)
{
    proof->seen[prove_readings[reading].question] = true;
    proof->findings[reading].supported = true;
}

/* "section 31, number 3, byte 135: WHY". */
static Text at_place(const Proof *proof, ProvePlace place, Text why)
{
    const char *part = proof->kind == PROVE_GAME   ? "section"
                       : proof->kind == PROVE_SAVE ? "chunk"
                                                   : "file";
    if (place.section == UINT_MAX)
        return why;
    return place.index == SIZE_MAX
               ? arena_format(proof->arena, "%s %u, byte %zu: %s", part, place.section,
                              place.offset, why.at)
               : arena_format(proof->arena, "%s %u, number %zu, byte %zu: %s", part,
                              place.section, place.index, place.offset, why.at);
}

static void decide(Proof *proof, bool fits, ProveReading reading, ProvePlace place,
                   const char *format, va_list values)
{
    ProveFinding *finding = &proof->findings[reading];
    proof->seen[prove_readings[reading].question] = true;
    finding->supported |= fits;
    if (fits || finding->refuted)
        return;
    finding->refuted = true;
    finding->why = at_place(proof, place, arena_vformat(proof->arena, format, values));
}

void prove_whether(Proof *proof, bool fits, ProveReading reading, ProvePlace place,
                   const char *format, ...)
{
    va_list values;
    va_start(values, format);
    decide(proof, fits, reading, place, format, values);
    va_end(values);
}

void prove_which(Proof *proof, unsigned fits, ProveReading first, ProvePlace place,
                 const char *format, ...)
{
    const ProveQuestion question = prove_readings[first].question;
    for (unsigned i = first; i < PROVE_READINGS && prove_readings[i].question == question;
         i++, fits >>= 1) {
        va_list values;
        va_start(values, format);
        decide(proof, fits & 1, (ProveReading)i, place, format, values);
        va_end(values);
    }
}

void prove_misfit(Proof *proof, ProvePlace place, const char *format, ...)
{
    if (proof->misfits++)
        return;
    va_list values;
    va_start(values, format);
    const Text why = arena_vformat(proof->arena, format, values);
    va_end(values);
    proof->misfit = at_place(proof, place, why);
}

/* ---- answers ---- */

/* "READING: why; READING: why", of the refuted readings. */
static Text refutations(const Proof *proof, ProveQuestion question)
{
    Writer out = writer_to(proof->arena);
    for (unsigned i = 0; i < PROVE_READINGS; i++)
        if (prove_readings[i].question == question && proof->findings[i].refuted)
            write_format(&out, "%snot %s: %s", out.size ? "; " : "", prove_readings[i].word,
                         proof->findings[i].why.at);
    return arena_text(proof->arena, writer_text(&out));
}

static Text fitting(const Proof *proof, ProveQuestion question)
{
    Writer out = writer_to(proof->arena);
    for (unsigned i = 0; i < PROVE_READINGS; i++)
        if (prove_readings[i].question == question && !proof->findings[i].refuted)
            write_format(&out, "%s%s",
                         out.size ? ", " : "these readings fit: ", prove_readings[i].word);
    return arena_text(proof->arena, writer_text(&out));
}

static ProveAnswer without_evidence(const Proof *proof, ProveQuestion question)
{
    const bool number = question >= QUESTION_save_map; /* of a saved game */
    if (proof->damaged)
        return (ProveAnswer){PROVE_OPEN, PROVE_READINGS,
                             TEXT("a CRC fits no permitted reading, so the file may be "
                                  "damaged and proves nothing")};
    const Text why =
        number && proof->own_game
            ? TEXT("this program wrote the game, so its saved games have the numbers that this "
                   "program gives")
        : number && proof->game_error.size
            ? arena_format(proof->arena, "the game cannot be examined: %s",
                           proof->game_error.at)
        : number && proof->lacks_game ? TEXT("name the game of the saved game, too")
                                      : TEXT("the file does not contain it");
    return (ProveAnswer){PROVE_ABSENT, PROVE_READINGS, why};
}

/* Why the remaining readings of a question do not settle it; empty if they do. */
static Text doubt(const Proof *proof, ProveQuestion question, unsigned left, unsigned last)
{
    if (proof->other_build && question >= QUESTION_save_map)
        return TEXT("the game has another number of attributes than the saved game: is it "
                    "another build?");
    if (proof->own || proof->own_game)
        return arena_format(proof->arena,
                            "%s; but this program wrote the %s, so it proves nothing about the "
                            "format",
                            fitting(proof, question).at,
                            proof->own ? "file" : "game and perhaps the file");
    if (left > 1)
        return fitting(proof, question);
    if (!proof->findings[last].supported)
        return arena_format(proof->arena, "nothing shows %s; %s", prove_readings[last].word,
                            refutations(proof, question).at);
    return TEXT("");
}

ProveAnswer prove_answer(const Proof *proof, ProveQuestion question)
{
    unsigned left = 0, last = 0;
    for (unsigned i = 0; i < PROVE_READINGS; i++)
        if (prove_readings[i].question == question && !proof->findings[i].refuted)
            left++, last = i;
    const bool checksum = question == QUESTION_file_crc || question == QUESTION_save_checksum;
    if (!proof->seen[question] || (proof->damaged && !checksum))
        return without_evidence(proof, question);
    if (!left)
        return (ProveAnswer){PROVE_CONTRADICTION, PROVE_READINGS, refutations(proof, question)};
    const Text why = doubt(proof, question, left, last);
    if (why.size)
        return (ProveAnswer){PROVE_OPEN, PROVE_READINGS, why};
    return (ProveAnswer){PROVE_SETTLED, (ProveReading)last, refutations(proof, question)};
}

bool proof_agrees(const Proof *proof)
{
    bool agrees = !proof->damaged && !proof->misfits && !proof->unverified;
    for (unsigned i = 0; i < PROVE_QUESTIONS; i++) {
        const ProveAnswer answer = prove_answer(proof, (ProveQuestion)i);
        agrees &= answer.result != PROVE_CONTRADICTION &&
                  (answer.result != PROVE_SETTLED || prove_readings[answer.reading].read);
    }
    for (size_t i = 0; i < proof->section_count; i++)
        agrees &= proof->sections[i].same != PROVE_DIFFERENT &&
                  (proof->kind != PROVE_GAME || proof->sections[i].same != PROVE_NOT_COMPARED);
    agrees &= !proof->header_difference;
    return agrees && (proof->kind != PROVE_GAME || proof->built);
}
