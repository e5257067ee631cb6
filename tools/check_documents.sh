#!/bin/sh
# check_documents.sh: generated documents are what the program prints; `make docs` writes them.
cd "$(dirname "$0")/.." || exit 1
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
status=0
tools/make_docs.sh "${OISIN-build/release/oisin}" "$made" || exit 1
for file in $(cd "$made" && find . -type f | sort) $(ls docs/reference/formats/* docs/project/*); do
    if ! cmp -s "$made/$file" "$file"; then
        echo "${file#./}: out of date; run make docs"
        status=1
    fi
done
exit $status
