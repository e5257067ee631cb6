#!/bin/sh
# make_docs.sh PROGRAM FOLDER: writes the generated documents below FOLDER.
set -e
program=$1
folder=$2
mkdir -p "$folder/docs/reference/formats" "$folder/docs/project" "$folder/tools/editor/vscode/syntaxes"
for format in $("$program" formats | cut -d' ' -f1); do
    "$program" formats "$format" >"$folder/docs/reference/formats/$format.md"
done
for page in $("$program" formats --project | cut -d' ' -f1); do
    "$program" formats "$page" >"$folder/docs/project/$page.md"
done
"$program" formats project >"$folder/docs/project/README.md"
"$program" formats protocol >"$folder/docs/reference/protocol.md"
"$program" formats state >"$folder/docs/reference/state.md"
"$program" formats server-log >"$folder/docs/reference/server-log.md"
"$program" formats server-metrics >"$folder/docs/reference/server-metrics.md"
mkdir -p "$folder/packaging"
"$program" formats server.conf >"$folder/packaging/server.conf"
tools/conformance.py >"$folder/docs/conformance.md"
"$program" manual >"$folder/docs/reference/oisin.1"
python3 tools/man3.py >"$folder/docs/reference/oisin.3"
mkdir -p "$folder/packaging/python/oisin"
python3 tools/python_abi.py >"$folder/packaging/python/oisin/_abi.py"
"$program" script reference >"$folder/docs/reference/script.md"
"$program" script syntax >"$folder/tools/editor/vscode/syntaxes/tirnanog.tmLanguage.json"

# The table of conversions, between its markers.
page=docs/reference/supported.md
{ sed '/^<!-- conversions -->$/q' $page; "$program" formats conversions; sed -n '/^<!-- end of conversions -->$/,$p' $page; } >"$folder/page.part"
mv "$folder/page.part" "$folder/$page"

# The open questions, between their markers.
mkdir -p "$folder/docs/explain"
page=docs/explain/unproven.md
{ sed '/^<!-- unproven -->$/q' $page; "$program" formats unproven; sed -n '/^<!-- end of unproven -->$/,$p' $page; } >"$folder/page.part"
mv "$folder/page.part" "$folder/$page"

# The end of the page about tests: from the heading of the file's language.
page=docs/how-to/test-a-story.md
mkdir -p "$folder/docs/how-to"
{ sed '/^## The file$/,$d' $page; "$program" test --reference; } >"$folder/page.part"
mv "$folder/page.part" "$folder/$page"

# The tables of what is proved, between their markers, from docs/assurance.json.
tools/nightly.py --page >"$folder/nightly.part"
sed -e '/^<!-- nightly -->$/,/^<!-- end of nightly -->$/{/^<!--/!d}' -e "/^<!-- nightly -->\$/r $folder/nightly.part" \
    docs/assurance.md >"$folder/page.part"
mv "$folder/page.part" "$folder/docs/assurance.md"
rm "$folder/nightly.part"

# The picture of the layers in the tour of the sources.
mkdir -p "$folder/src"
[ -e "$folder/src/README.md" ] || cp src/README.md "$folder/src/README.md"
python3 tools/layers_picture.py "$folder/src/README.md"
