//go:build cgo

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>

#include "inside.h"

#define PDFIUM_NAME(result, name, arguments) {#name, offsetof(pdfium, name)},
static const struct {
  const char *name;
  size_t at;
} functions[] = {PDFIUM_FUNCTIONS(PDFIUM_NAME)};

// tune_heap fits the allocator to what a page is: very many small pieces beside a few large ones, all freed together.
// Without a list of small freed pieces of its own it need not sort that through for every large piece, and memory that
// the next page wants again is not given back in between.
static void tune_heap(void) {
#ifdef __GLIBC__
  mallopt(M_MXFAST, 0);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
}

pdfium *oct_open_library(const char *path, char *problem, size_t n) {
  // Local, because the library exports a FreeType of its own.
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(problem, n, "%s", dlerror());
    return NULL;
  }
  pdfium *lib = calloc(1, sizeof *lib);
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
  tune_heap();
  lib->FPDF_InitLibrary();
  return lib;
}

void oct_close_library(pdfium *lib) {
  lib->FPDF_DestroyLibrary();
  dlclose(lib->handle);
  free(lib);
}
