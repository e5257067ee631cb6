#!/bin/sh
# Every #include "folder/..." below src/ must be allowed by tools/layers.txt.
cd "$(dirname "$0")/.." || exit 1
grep -rn --include='*.c' --include='*.h' --include='*.def' '^#include "' src | awk '
    BEGIN {
        while ((getline line < "tools/layers.txt") > 0) {
            if (line ~ /^#/ || line !~ /:/) continue
            split(line, parts, ":")
            known[parts[1]] = 1
            n = split(parts[2], words, " ")
            for (i = 1; i <= n; i++) allowed[parts[1] "," words[i]] = 1
        }
    }
    {
        split($0, fields, ":")
        split(fields[1], path, "/")
        match($0, /"[^"]*"/)
        split(substr($0, RSTART + 1, RLENGTH - 2), target, "/")
        from = path[2]; to = target[1]
        if (!(from in known)) { print fields[1] ": folder " from " is not in tools/layers.txt"; bad = 1 }
        else if (from != to && !((from "," to) in allowed)) {
            print fields[1] ":" fields[2] ": " from " may not use " to; bad = 1
        }
        if (to == "SDL.h" || to == "SDL2") bad = 1
    }
    END { exit bad }'
