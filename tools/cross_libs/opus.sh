files=$(printf 'include opus_sources.mk\ninclude celt_sources.mk\ninclude silk_sources.mk\nlist:\n\t@echo %s\n' \
    '$(OPUS_SOURCES) $(OPUS_SOURCES_FLOAT) $(CELT_SOURCES) $(CELT_SOURCES_SSE) $(CELT_SOURCES_SSE2) $(SILK_SOURCES) $(SILK_SOURCES_FLOAT)' |
    make -s -f - list)
# Every x86-64 processor has SSE2: no choice at run time.
simd="-DOPUS_X86_MAY_HAVE_SSE -DOPUS_X86_PRESUME_SSE -DOPUS_X86_MAY_HAVE_SSE2 -DOPUS_X86_PRESUME_SSE2"
options="-DOPUS_BUILD -DVAR_ARRAYS -DHAVE_LRINT -DHAVE_LRINTF -DPACKAGE_VERSION=\"$version\""
library opus "-Iinclude -I. -Icelt -Isilk -Isilk/float $options $simd" \
    $(echo "$files" | tr ' ' '\n' | grep -v 'x86cpu\|_map')
headers opus include/*.h
