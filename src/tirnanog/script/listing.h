/* Listings: a handler written as its instructions.
 *
 *     listing {
 *         PUSH   a
 *         JZ     done    # a comment
 *         PUSHSND clock
 *         FNC1   sound
 *     done:
 *         END
 *     }
 *
 * Source has one bytecode form, the one that our compiler emits; other compilers emit other
 * instructions for the same source. A listing holds any valid code, so that a game by
 * another compiler can be unpacked and built again with the same bytes.
 *
 * A listing is the whole text of a handler or of an expression. Mnemonics and the notation
 * of operands are the rows of opcodes.def. A reference is the name of a thing, or its number
 * in brackets if it has none: `PUSHSND [19]`. Line ends are optional, as in statements. */
#ifndef OISIN_TIRNANOG_SCRIPT_LISTING_H
#define OISIN_TIRNANOG_SCRIPT_LISTING_H

#include "tirnanog/script/parser.h"

/* Whether the text from file[from] on starts with `listing {`. */
bool listing_starts(Text file, size_t from);

/* Assembles and verifies the listing at the parser's first token. */
bool listing_compile(Parser *parser, bool expression, const ScriptSource *source,
                     ScriptCode *out);

/* Prints verified code as a listing. `comment` is printed before the instructions, each
 * line as a comment; an expression is printed in one line without it. */
void listing_print(Bytes code, const ScriptNames *names, const ScriptStyle *style, Text comment,
                   Writer *out, Arena *arena);

#endif
