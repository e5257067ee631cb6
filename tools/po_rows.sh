#!/bin/sh
# po_rows.sh FILE.po: a translation of the player program as rows of C, for src/engine/render/screen_words.c:
# WORD(name, "text") of entries whose msgctxt is a name of src/engine/render/screen_words.def, SENTENCE("English",
# "text") of others. Texts are copied with their escapes, which are the same in both; fuzzy and
# empty translations are left out.
exec awk '
function row() {
    if (text != "" && !fuzzy && context != "")
        printf "WORD(%s, \"%s\")\n", context, text
    else if (text != "" && !fuzzy && id != "")
        printf "SENTENCE(\"%s\", \"%s\")\n", id, text
    context = id = text = part = ""
    fuzzy = 0
}
function value(line) {
    sub(/^[^"]*"/, "", line)
    sub(/"[ \t\r]*$/, "", line)
    return line
}
function add(line) {
    if (part == "msgctxt") context = context value(line)
    if (part == "msgid") id = id value(line)
    if (part == "msgstr") text = text value(line)
}
/^#,.*fuzzy/ { row(); fuzzy = 1; next }
/^#/ { next }
/^msg(ctxt|id) / && part == "msgstr" { row() }
/^(msgctxt|msgid|msgstr) / { part = $1; add($0) }
/^"/ { add($0) }
END {
    row()
    print "#undef WORD"
    print "#undef SENTENCE"
}' "$1"
