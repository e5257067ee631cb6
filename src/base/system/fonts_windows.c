/* Asks DirectWrite. It goes through all families: a second at most, and only for a character
 * that no font of the game has. Bitmap fonts are not in its collection. */
#include "base/system/fonts.h"

#include "base/system/windows_internal.h"

#define COBJMACROS
#include <initguid.h>

#include <dwrite.h>
#include <stdlib.h>

/* The files of a family's regular style that are on a disk of this machine. */
static bool path_of(IDWriteFontFace *face, char *out, size_t size)
{
    IDWriteFontFile *file = NULL;
    IDWriteFontFileLoader *loader = NULL;
    IDWriteLocalFontFileLoader *local = NULL;
    UINT32 count = 1, key_size = 0, length = 0;
    const void *key = NULL;
    bool found = false;
    if (FAILED(IDWriteFontFace_GetFiles(face, &count, &file)))
        return false;
    if (SUCCEEDED(IDWriteFontFile_GetLoader(file, &loader)) &&
        SUCCEEDED(IDWriteFontFile_GetReferenceKey(file, &key, &key_size)) &&
        SUCCEEDED(IDWriteFontFileLoader_QueryInterface(loader, &IID_IDWriteLocalFontFileLoader,
                                                       (void **)&local)) &&
        SUCCEEDED(IDWriteLocalFontFileLoader_GetFilePathLengthFromKey(local, key, key_size,
                                                                      &length))) {
        wchar_t *path = malloc(((size_t)length + 1) * sizeof *path);
        found = path &&
                SUCCEEDED(IDWriteLocalFontFileLoader_GetFilePathFromKey(local, key, key_size,
                                                                        path, length + 1)) &&
                narrow_path(path, out, size);
        free(path);
    }
    if (local)
        IDWriteLocalFontFileLoader_Release(local);
    if (loader)
        IDWriteFontFileLoader_Release(loader);
    IDWriteFontFile_Release(file);
    return found;
}

static size_t missing_in(IDWriteFont *font, const uint32_t *codes, size_t count, size_t most)
{
    size_t missing = 0;
    for (size_t i = 0; i < count && missing < most; i++) {
        BOOL has = FALSE;
        missing += FAILED(IDWriteFont_HasCharacter(font, codes[i], &has)) || !has;
    }
    return missing;
}

/* The style that is neither bold nor slanted; takes it if it is better than `out`. */
static void try_family(IDWriteFontFamily *family, const uint32_t *codes, size_t count,
                       InstalledFont *out)
{
    IDWriteFont *font = NULL;
    IDWriteFontFace *face = NULL;
    char path[sizeof out->path];
    if (FAILED(IDWriteFontFamily_GetFirstMatchingFont(family, DWRITE_FONT_WEIGHT_NORMAL,
                                                      DWRITE_FONT_STRETCH_NORMAL,
                                                      DWRITE_FONT_STYLE_NORMAL, &font)))
        return;
    const size_t missing = missing_in(font, codes, count, out->missing);
    if (missing < out->missing && !IDWriteFont_IsSymbolFont(font) &&
        SUCCEEDED(IDWriteFont_CreateFontFace(font, &face))) {
        if (path_of(face, path, sizeof path)) {
            *out = (InstalledFont){.face = IDWriteFontFace_GetIndex(face), .missing = missing};
            memcpy(out->path, path, sizeof path);
        }
        IDWriteFontFace_Release(face);
    }
    IDWriteFont_Release(font);
}

bool installed_font(const uint32_t *codes, size_t count, InstalledFont *out)
{
    IDWriteFactory *factory = NULL;
    IDWriteFontCollection *all = NULL;
    *out = (InstalledFont){.missing = count};
    if (FAILED(DWriteCreateFactory(DWRITE_FACTORY_TYPE_SHARED, &IID_IDWriteFactory,
                                   (IUnknown **)(void *)&factory)))
        return false;
    if (SUCCEEDED(IDWriteFactory_GetSystemFontCollection(factory, &all, FALSE))) {
        const UINT32 families = IDWriteFontCollection_GetFontFamilyCount(all);
        for (UINT32 i = 0; i < families && out->missing; i++) {
            IDWriteFontFamily *family = NULL;
            if (FAILED(IDWriteFontCollection_GetFontFamily(all, i, &family)))
                continue;
            try_family(family, codes, count, out);
            IDWriteFontFamily_Release(family);
        }
        IDWriteFontCollection_Release(all);
    }
    IDWriteFactory_Release(factory);
    return out->missing < count;
}
