//go:build cgo

#include "shim.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"

#define TESS_FIELD(result, name, arguments) result(*name) arguments;
struct tesseract {
  void *handle;
  TESS_FUNCTIONS(TESS_FIELD)
};

struct tess_reader {
  tesseract *lib;
  tess_api api;
};

#define TESS_NAME(result, name, arguments) {#name, offsetof(tesseract, name)},
static const struct {
  const char *name;
  size_t at;
} functions[] = {TESS_FUNCTIONS(TESS_NAME)};

enum { level_block = 0, level_line = 2, level_word = 3 };

tesseract *oct_tess_open(const char *path, char *problem, size_t n) {
  // Tesseract's threads wait for each other by spinning: on short lines they cost more than they bring.
  setenv("OMP_THREAD_LIMIT", "1", 1);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(problem, n, "%s", dlerror());
    return NULL;
  }
  tesseract *lib = calloc(1, sizeof *lib);
  for (size_t i = 0; lib && i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(handle, functions[i].name);
    if (!function) {
      snprintf(problem, n, "no function %s", functions[i].name);
      free(lib);
      dlclose(handle);
      return NULL;
    }
    memcpy((char *)lib + functions[i].at, &function, sizeof function);
  }
  if (!lib) {
    snprintf(problem, n, "out of memory");
    dlclose(handle);
    return NULL;
  }
  lib->handle = handle;
  return lib;
}

void oct_tess_close(tesseract *lib) {
  dlclose(lib->handle);
  free(lib);
}

tess_reader *oct_tess_reader(tesseract *lib, const char *folder, const char *languages, int engine) {
  tess_reader *r = calloc(1, sizeof *r);
  if (!r) {
    return NULL;
  }
  r->lib = lib;
  r->api = lib->TessBaseAPICreate();
  if (!r->api || lib->TessBaseAPIInit2(r->api, folder, languages, engine) != 0) {
    oct_tess_free(r);
    return NULL;
  }
  lib->TessBaseAPISetVariable(r->api, "debug_file", "/dev/null");
  return r;
}

void oct_tess_free(tess_reader *r) {
  if (r->api) {
    r->lib->TessBaseAPIDelete(r->api);
  }
  free(r);
}

void oct_tess_image(tess_reader *r, const unsigned char *pixels, int width, int height, int dpi) {
  r->lib->TessBaseAPISetImage(r->api, pixels, width, height, 1, width);
  if (dpi > 0) {
    r->lib->TessBaseAPISetSourceResolution(r->api, dpi);
  }
}

static bool stopped(void *self, int words) {
  (void)words;
  return __atomic_load_n((const int32_t *)self, __ATOMIC_RELAXED) != 0;
}

// append adds the word under the iterator. Its line number grows where a line begins.
static int append(tess_reader *r, tess_iterator at, tess_words *out, size_t *room, size_t *used, size_t *space, int *line) {
  tess_page page = r->lib->TessResultIteratorGetPageIterator(at);
  if (r->lib->TessPageIteratorIsAtBeginningOf(page, level_line)) {
    ++*line;
  }
  char *text = r->lib->TessResultIteratorGetUTF8Text(at, level_word);
  size_t length = text ? strlen(text) : 0;
  int left, top, right, bottom;
  if (length == 0 || !r->lib->TessPageIteratorBoundingBox(page, level_word, &left, &top, &right, &bottom)) {
    r->lib->TessDeleteText(text);
    return 0;
  }
  if (out->count == *room) {
    size_t more = *room ? 2 * *room : 32;
    tess_word *words = realloc(out->words, more * sizeof *words);
    if (words) {
      out->words = words;
      *room = more;
    }
  }
  if (*used + length > *space) {
    size_t more = 2 * (*used + length) + 256;
    char *bytes = realloc(out->text, more);
    if (bytes) {
      out->text = bytes;
      *space = more;
    }
  }
  if (out->count == *room || *used + length > *space) {
    r->lib->TessDeleteText(text);
    return -1;
  }
  memcpy(out->text + *used, text, length);
  out->words[out->count++] = (tess_word){left, top, right, bottom, (int32_t)*used, (int32_t)length,
      r->lib->TessResultIteratorConfidence(at, level_word), *line};
  *used += length;
  r->lib->TessDeleteText(text);
  return 0;
}

int oct_tess_read(tess_reader *r, int mode, const int32_t *stop, tess_words *out) {
  memset(out, 0, sizeof *out);
  r->lib->TessBaseAPISetPageSegMode(r->api, mode);
  tess_monitor monitor = r->lib->TessMonitorCreate();
  if (!monitor) {
    return -1;
  }
  r->lib->TessMonitorSetCancelFunc(monitor, stopped);
  r->lib->TessMonitorSetCancelThis(monitor, (void *)stop);
  int failed = r->lib->TessBaseAPIRecognize(r->api, monitor);
  r->lib->TessMonitorDelete(monitor);
  if (failed) {
    return -1;
  }
  tess_iterator at = r->lib->TessBaseAPIGetIterator(r->api);
  if (!at) {
    return 0; // nothing stands there
  }
  size_t room = 0, used = 0, space = 0;
  int line = -1;
  do {
    failed = append(r, at, out, &room, &used, &space, &line);
  } while (!failed && r->lib->TessResultIteratorNext(at, level_word));
  r->lib->TessResultIteratorDelete(at);
  if (failed) {
    oct_tess_words_free(out);
  }
  return failed;
}

void oct_tess_words_free(tess_words *w) {
  free(w->words);
  free(w->text);
  memset(w, 0, sizeof *w);
}

int oct_tess_orientation(tess_reader *r, int *degrees, float *confidence) {
  const char *script;
  float trust;
  r->lib->TessBaseAPISetPageSegMode(r->api, 0);
  return r->lib->TessBaseAPIDetectOrientationScript(r->api, degrees, confidence, &script, &trust) ? 0 : -1;
}

void oct_tess_clear(tess_reader *r) { r->lib->TessBaseAPIClear(r->api); }
