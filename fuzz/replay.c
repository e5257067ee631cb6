/* Runs a fuzz target over files, for builds without libFuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int count, char **paths)
{
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(paths[i], "rb");
        if (!file) {
            fprintf(stderr, "%s: cannot be read\n", paths[i]);
            return 1;
        }
        fseek(file, 0, SEEK_END);
        const long size = ftell(file);
        rewind(file);
        uint8_t *data =
            malloc(size > 0 ? (size_t)size : 1); /* exact, so that ASan sees overruns */
        if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
            return 1;
        fclose(file);
        fprintf(stderr, "%s\n", paths[i]);
        LLVMFuzzerTestOneInput(data, (size_t)size);
        free(data);
    }
    return count < 2;
}
