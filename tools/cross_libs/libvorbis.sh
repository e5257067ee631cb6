[ $system = web ] && encoder= || encoder=lib/vorbisenc.c
library vorbis "-Iinclude -Ilib" lib/analysis.c lib/bitrate.c lib/block.c lib/codebook.c lib/envelope.c lib/floor0.c lib/floor1.c \
    lib/info.c lib/lookup.c lib/lpc.c lib/lsp.c lib/mapping0.c lib/mdct.c lib/psy.c lib/registry.c lib/res0.c lib/sharedbook.c \
    lib/smallft.c lib/synthesis.c $encoder lib/vorbisfile.c lib/window.c
headers vorbis include/vorbis/codec.h include/vorbis/vorbisfile.h ${encoder:+include/vorbis/vorbisenc.h}
