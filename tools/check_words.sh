#!/bin/sh
# Sources, tests, tools and documents use the words of the field: tools/words.txt.
exec python3 "$(dirname "$0")/check_words.py"
