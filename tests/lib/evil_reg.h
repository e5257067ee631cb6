/* A REG file and a camera's way of our own, for tests and corpora. */
#ifndef OISIN_TESTS_EVIL_REG_H
#define OISIN_TESTS_EVIL_REG_H

#include "kit.h"

#include "evil_islands/tables/reg_ini.h"

#define SMALL_INI                                                                              \
    "[Main]\n"                                                                                 \
    "count=7\n"                                                                                \
    "least=-2147483648\n"                                                                      \
    "speed=0.5\n"                                                                              \
    "whole=3.0\n"                                                                              \
    "odd=0x7fc00001\n"                                                                         \
    "name=Лес, some words\n"                                                                \
    "code=\"007\"\n"                                                                           \
    "script=\"VCheck#0#1\"\n"                                                                  \
    "one[]=5\n"                                                                                \
    "none[float]=\n"                                                                           \
    "list=1\n"                                                                                 \
    "list=2\n"                                                                                 \
    "empty=\n"                                                                                 \
    "\n"                                                                                       \
    "[\"a=b\"]\n"                                                                              \
    "words=x\n"                                                                                \
    "words=\" y\\n\\\"\\x01\"\n"                                                               \
    "words=\"1\"\n"                                                                            \
    "\n"                                                                                       \
    "[Пусто]\n"

Bytes small_reg(Kit *kit);
Bytes small_cam(Kit *kit);

#endif
