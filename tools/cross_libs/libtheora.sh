library theoradec "-Iinclude -Ilib" lib/apiwrapper.c lib/bitpack.c lib/decapiwrapper.c lib/decinfo.c lib/decode.c lib/dequant.c \
    lib/fragment.c lib/huffdec.c lib/idct.c lib/info.c lib/internal.c lib/quant.c lib/state.c
# Tests make movies. What both need is in the decoder's archive.
[ $system = web ] || library theoraenc "-Iinclude -Ilib" lib/analyze.c lib/encapiwrapper.c lib/encfrag.c lib/encinfo.c lib/encode.c \
    lib/enquant.c lib/fdct.c lib/huffenc.c lib/mathops.c lib/mcenc.c lib/rate.c lib/tokenize.c
headers theora include/theora/*.h
