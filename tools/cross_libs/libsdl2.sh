# mingw has no windows.gaming.input.h, which two gamepad drivers need; XInput, DirectInput and HIDAPI stay.
sed '/HAVE_WINDOWS_GAMING_INPUT_H 1/d; /SDL_JOYSTICK_RAWINPUT/d; s/^#define SDL_config_h_/&\n#define HAVE_LIBC 1/' \
    include/SDL_config_windows.h > include/SDL_config.h
cd src
library SDL2 "-I../include -Ivideo/khronos" *.c atomic/*.c audio/*.c audio/directsound/*.c audio/disk/*.c audio/dummy/*.c audio/wasapi/*.c \
    audio/winmm/*.c core/windows/*.c cpuinfo/*.c dynapi/*.c events/*.c file/*.c filesystem/windows/*.c haptic/*.c haptic/windows/*.c \
    hidapi/*.c joystick/*.c joystick/hidapi/*.c joystick/virtual/*.c joystick/windows/*.c libm/*.c loadso/windows/*.c locale/*.c \
    locale/windows/*.c misc/*.c misc/windows/*.c power/*.c power/windows/*.c render/*.c render/direct3d/*.c render/direct3d11/*.c \
    render/direct3d12/*.c render/opengl/*.c render/opengles2/*.c render/software/*.c sensor/*.c sensor/windows/*.c stdlib/*.c thread/*.c \
    thread/generic/SDL_syscond.c thread/windows/*.c timer/*.c timer/windows/*.c video/*.c video/dummy/*.c video/windows/*.c \
    video/yuv2rgb/*.c
headers SDL2 ../include/SDL*.h ../include/begin_code.h ../include/close_code.h
