/* The rules LB4 to LB31 of UAX 14, in their order. Most say that no line ends between two
 * classes: they are rows of a table. */
#include "tirnanog/fonts/line_breaks.h"

#include "base/text.h"

/* The property Line_Break; XX, AI, SA and SG are AL (LB1), CJ is NS. OPW: East Asian opening
 * marks; IDX: pictographs of later versions. */
typedef enum BreakClass {
    AL,
    B2,
    BA,
    BB,
    BK,
    CB,
    CL,
    CM,
    CP,
    CR,
    EB,
    EM,
    EX,
    GL,
    H2,
    H3,
    HL,
    HY,
    ID,
    IDX,
    IN,
    IS,
    JL,
    JT,
    JV,
    LF,
    NL,
    NS,
    NU,
    OP,
    OPW,
    PO,
    PR,
    QU,
    RI,
    SP,
    SY,
    WJ,
    ZW,
    ZWJ,
} BreakClass;

typedef struct ClassRange {
    unsigned first : 24, value : 8;
} ClassRange;

/* Sorted; each ends where the next begins. */
static const ClassRange ranges[] = {
#define R(first, value) {first, value},
#include "tirnanog/fonts/line_break_classes.def"
#undef R
};

static BreakClass class_of(uint32_t code)
{
    enum { HANGUL = 0xAC00, FINALS = 28 };
    size_t from = 0, to = COUNT_OF(ranges);
    while (to - from > 1) {
        const size_t middle = from + (to - from) / 2;
        *(ranges[middle].first <= code ? &from : &to) = middle;
    }
    const BreakClass found = (BreakClass)ranges[from].value;
    return found == H3 && (code - HANGUL) % FINALS == 0 ? H2 : found; /* without a final */
}

#define SET(class) (UINT64_C(1) << (class))
#define LETTERS (SET(AL) | SET(HL))
#define HANGULS (SET(JL) | SET(JV) | SET(JT) | SET(H2) | SET(H3))
#define IDEOGRAPHS (SET(ID) | SET(IDX) | SET(EB) | SET(EM))
#define OPENING (SET(OP) | SET(OPW))
#define ANY (~UINT64_C(0))

static bool in(uint64_t set, BreakClass class) { return set >> class & 1; }

/* No break between a class of `before` and one of `after`. */
typedef struct PairRule {
    uint64_t before, after;
} PairRule;

static bool is_pair(const PairRule *rules, size_t count, BreakClass before, BreakClass after)
{
    for (size_t i = 0; i < count; i++)
        if (in(rules[i].before, before) && in(rules[i].after, after))
            return true;
    return false;
}

/* Between neighbours, before breaks at spaces (LB18). */
static const PairRule early[] = {
    {ANY, SET(WJ)},                                         /* LB11 */
    {SET(WJ) | SET(GL), ANY},                               /* LB11, LB12 */
    {ANY & ~(SET(SP) | SET(BA) | SET(HY)), SET(GL)},        /* LB12a */
    {ANY, SET(CL) | SET(CP) | SET(EX) | SET(IS) | SET(SY)}, /* LB13 */
};

/* With spaces between them. */
static const PairRule spaced[] = {
    {OPENING, ANY},               /* LB14 */
    {SET(QU), OPENING},           /* LB15 */
    {SET(CL) | SET(CP), SET(NS)}, /* LB16 */
    {SET(B2), SET(B2)},           /* LB17 */
};

static const PairRule late[] = {
    {SET(BB), ANY & ~SET(CB)},                        /* LB21, after LB20 */
    {ANY & ~SET(CB), SET(BA) | SET(HY) | SET(NS)},    /* LB21 */
    {SET(SY), SET(HL)},                               /* LB21b */
    {ANY & ~SET(CB), SET(IN)},                        /* LB22 */
    {LETTERS, SET(NU)},                               /* LB23 */
    {SET(NU), LETTERS},                               /* LB23 */
    {SET(PR), IDEOGRAPHS},                            /* LB23a */
    {IDEOGRAPHS, SET(PO)},                            /* LB23a */
    {SET(PR) | SET(PO), LETTERS},                     /* LB24 */
    {LETTERS, SET(PR) | SET(PO)},                     /* LB24 */
    {SET(JL), SET(JL) | SET(JV) | SET(H2) | SET(H3)}, /* LB26 */
    {SET(JV) | SET(H2), SET(JV) | SET(JT)},           /* LB26 */
    {SET(JT) | SET(H3), SET(JT)},                     /* LB26 */
    {HANGULS, SET(PO)},                               /* LB27 */
    {SET(PR), HANGULS},                               /* LB27 */
    {LETTERS, LETTERS},                               /* LB28 */
    {SET(IS), LETTERS},                               /* LB29 */
    {LETTERS | SET(NU), SET(OP)},                     /* LB30 */
    {SET(CP), LETTERS | SET(NU)},                     /* LB30 */
    {SET(EB) | SET(IDX), SET(EM)},                    /* LB30b */
};

typedef enum NumberState {
    NUMBER_NONE,
    NUMBER_DIGITS, /* NU (NU | SY | IS)* */
    NUMBER_CLOSED, /* then (CL | CP) */
} NumberState;

/* What is before the place that is looked at. */
typedef struct BreakState {
    BreakClass before;      /* the class of the last character, with its marks */
    BreakClass before_that; /* of the one before it */
    BreakClass visible;     /* of the last one that is not a space */
    BreakClass raw;         /* of the last character itself */
    NumberState number;
    size_t flags; /* regional indicators in a row */
} BreakState;

/* LB25: (PR | PO)? (OP | HY)? NU (NU | SY | IS)* (CL | CP)? (PR | PO)? stays whole. `next`: the
 * class after `after`. */
static bool is_in_number(const BreakState *state, BreakClass after, BreakClass next)
{
    const uint64_t prefix = SET(PR) | SET(PO), sign = OPENING | SET(HY);
    if (state->number == NUMBER_DIGITS &&
        in(SET(NU) | SET(SY) | SET(IS) | SET(CL) | SET(CP), after))
        return true;
    if (state->number != NUMBER_NONE && in(prefix, after))
        return true;
    if (in(prefix | sign, state->before) && after == NU)
        return true;
    return in(prefix, state->before) && in(sign, after) && next == NU;
}

static NumberState number_after(const BreakState *state, BreakClass after)
{
    if (after == NU)
        return NUMBER_DIGITS;
    if (state->number == NUMBER_DIGITS && in(SET(SY) | SET(IS), after))
        return NUMBER_DIGITS;
    return state->number == NUMBER_DIGITS && in(SET(CL) | SET(CP), after) ? NUMBER_CLOSED
                                                                          : NUMBER_NONE;
}

/* Whether a line may begin with a character of the class `after`. */
static bool may_break(const BreakState *state, BreakClass after, BreakClass next)
{
    const BreakClass before = state->before;
    if (in(SET(BK) | SET(LF) | SET(NL), before) || (before == CR && after != LF))
        return true; /* LB4, LB5 */
    if (in(SET(BK) | SET(CR) | SET(LF) | SET(NL) | SET(SP) | SET(ZW), after))
        return false; /* LB6, LB7 */
    if (state->visible == ZW)
        return true; /* LB8 */
    if (state->raw == ZWJ || is_pair(early, COUNT_OF(early), before, after) ||
        is_pair(spaced, COUNT_OF(spaced), state->visible, after))
        return false; /* LB8a, LB11 to LB17 */
    if (before == SP)
        return true; /* LB18 */
    if (before == QU || after == QU)
        return false; /* LB19 */
    if (before == CB || after == CB)
        return true; /* LB20 */
    if (state->before_that == HL && in(SET(HY) | SET(BA), before))
        return false; /* LB21a */
    if (before == RI && after == RI)
        return state->flags % 2 == 0; /* LB30a */
    return !is_in_number(state, after, next) && !is_pair(late, COUNT_OF(late), before, after);
}

/* LB9, LB10: marks belong to the character before them, otherwise they are letters. */
static bool joins(const BreakState *state, BreakClass class)
{
    return in(SET(CM) | SET(ZWJ), class) &&
           !in(SET(BK) | SET(CR) | SET(LF) | SET(NL) | SET(SP) | SET(ZW), state->before);
}

static void advance(BreakState *state, BreakClass class, BreakClass raw)
{
    *state = (BreakState){.before = class,
                          .before_that = state->before,
                          .visible = class == SP ? state->visible : class,
                          .raw = raw,
                          .number = number_after(state, class),
                          .flags = class == RI ? state->flags + 1 : 0};
}

/* The class of the next character that is not a mark. */
static BreakClass next_class(const uint32_t *codes, size_t count, size_t at)
{
    BreakClass class = AL;
    while (at < count && in(SET(CM) | SET(ZWJ), class = class_of(codes[at])))
        at++;
    return at < count ? class : AL;
}

const bool *line_breaks_codes(const uint32_t *codes, size_t count, Arena *arena)
{
    bool *breaks = ARENA_ALLOC(arena, bool, count + 1);
    BreakState state = {.before = SP, .before_that = SP, .visible = SP, .raw = SP};
    for (size_t i = 0; i < count; i++) {
        const BreakClass raw = class_of(codes[i]);
        if (joins(&state, raw)) {
            state.raw = raw;
            continue;
        }
        const BreakClass class = in(SET(CM) | SET(ZWJ), raw) ? AL : raw;
        const bool signs = in(OPENING | SET(HY), class); /* only these need to look ahead */
        breaks[i] = i && may_break(&state, class, signs ? next_class(codes, count, i + 1) : AL);
        advance(&state, class, raw);
    }
    return breaks;
}

const bool *line_breaks_text(Text text, Arena *arena)
{
    uint32_t *codes = ARENA_ALLOC(arena, uint32_t, text.size + 1);
    bool *breaks = ARENA_ALLOC(arena, bool, text.size + 1);
    size_t count = 0;
    for (size_t at = 0; at < text.size;)
        codes[count++] = utf8_next(text, &at);
    const bool *each = line_breaks_codes(codes, count, arena);
    for (size_t at = 0, i = 0; at < text.size; i++) {
        breaks[at] = each[i];
        utf8_next(text, &at);
    }
    return breaks;
}
