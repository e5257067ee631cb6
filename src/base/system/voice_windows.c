/* The speech interface of Windows, SAPI 5, which is loaded with the first text. */
#include "base/system/voice.h"

#include "base/system/windows_internal.h"

#define COBJMACROS
#include <initguid.h>

#include <objbase.h>
#include <sapi.h>
#include <stdlib.h>

struct Voice {
    ISpVoice *speaks; /* NULL: not yet, or there is none */
    bool began;       /* COM was started in this thread */
};

Voice *voice_open(void) { return calloc(1, sizeof(Voice)); }

static bool find_voice(Voice *voice)
{
    if (!voice->began)
        voice->began = SUCCEEDED(CoInitializeEx(NULL, COINIT_MULTITHREADED));
    return voice->speaks || SUCCEEDED(CoCreateInstance(&CLSID_SpVoice, NULL, CLSCTX_ALL,
                                                       &IID_ISpVoice, (void **)&voice->speaks));
}

bool voice_say(Voice *voice, const char *text)
{
    if (!find_voice(voice))
        return false;
    wchar_t *wide = wide_text(text);
    const bool said =
        wide &&
        SUCCEEDED(ISpVoice_Speak(voice->speaks, wide,
                                 SPF_ASYNC | SPF_PURGEBEFORESPEAK | SPF_IS_NOT_XML, NULL));
    free(wide);
    return said;
}

void voice_close(Voice *voice)
{
    if (!voice)
        return;
    if (voice->speaks) {
        voice_say(voice, "");
        ISpVoice_Release(voice->speaks);
    }
    if (voice->began)
        CoUninitialize();
    free(voice);
}
