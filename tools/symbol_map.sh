#!/bin/sh
# symbol_map.sh SYMBOLS: the version script for the linker, from the list of functions and their versions in
# packaging/liboisin0.symbols. All else is local: libvorbisenc exports the ends of its segments, and without this script
# the linker would export ours.
exec awk '
    $1 ~ /^[a-z_0-9]+@[A-Z0-9_.]+$/ {
        split($1, part, "@")
        if (!(part[2] in names))
            versions[++count] = part[2]
        names[part[2]] = names[part[2]] " " part[1] ";"
    }
    END {
        for (i = 1; i <= count; i++)
            printf "%s { global:%s%s }%s;\n", versions[i], names[versions[i]], i == 1 ? " local: *;" : "", i == 1 ? "" : " " versions[i - 1]
        exit !count
    }' "$1"
