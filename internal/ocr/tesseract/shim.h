// What Go calls: one reader per language list, one call per image.
#ifndef OCTAVO_TESSERACT_SHIM_H
#define OCTAVO_TESSERACT_SHIM_H

#include <stddef.h>
#include <stdint.h>

typedef struct tesseract tesseract;
typedef struct tess_reader tess_reader;

typedef struct {
  int32_t x0, y0, x1, y1;
  int32_t text, length; // bytes in tess_words.text
  float confidence;     // 0 to 100
  int32_t line;         // counted from 0 over all blocks
} tess_word;

typedef struct {
  tess_word *words;
  size_t count;
  char *text;
} tess_words;

tesseract *oct_tess_open(const char *path, char *problem, size_t n);
void oct_tess_close(tesseract *lib);

// oct_tess_reader loads models; engine is 0 for the old recogniser (which alone tells orientation), 1 for the new.
tess_reader *oct_tess_reader(tesseract *lib, const char *folder, const char *languages, int engine);
void oct_tess_free(tess_reader *r);

// oct_tess_image copies a grey image. oct_tess_read reads it; *stop, set by another thread, ends the reading.
void oct_tess_image(tess_reader *r, const unsigned char *pixels, int width, int height, int dpi);
int oct_tess_read(tess_reader *r, int mode, const int32_t *stop, tess_words *out);
void oct_tess_words_free(tess_words *w);
int oct_tess_orientation(tess_reader *r, int *degrees, float *confidence);
void oct_tess_clear(tess_reader *r);

#endif
