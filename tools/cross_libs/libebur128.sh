library ebur128 "-Iebur128/queue" ebur128/ebur128.c
headers . ebur128/ebur128.h
