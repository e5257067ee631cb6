# Without freetype: programs pass the tables of a font (hb-ot.h).
cc=$cxx
library harfbuzz "-std=c++11 -fno-exceptions -fno-rtti -fno-threadsafe-statics" src/harfbuzz.cc
headers harfbuzz src/hb.h src/hb-*.h
