// The part of Tesseract's public C interface that is used here, declared anew.
#ifndef OCTAVO_TESSERACT_API_H
#define OCTAVO_TESSERACT_API_H

#include <stdbool.h>
#include <stddef.h>

typedef void *tess_api, *tess_iterator, *tess_page, *tess_monitor;
typedef bool (*tess_cancel)(void *self, int words);

#define TESS_FUNCTIONS(X)                                                                                              \
  X(void, TessDeleteText, (const char *))                                                                              \
  X(tess_api, TessBaseAPICreate, (void))                                                                               \
  X(void, TessBaseAPIDelete, (tess_api))                                                                               \
  X(int, TessBaseAPIInit2, (tess_api, const char *, const char *, int))                                                \
  X(int, TessBaseAPISetVariable, (tess_api, const char *, const char *))                                               \
  X(void, TessBaseAPISetPageSegMode, (tess_api, int))                                                                  \
  X(void, TessBaseAPISetImage, (tess_api, const unsigned char *, int, int, int, int))                                  \
  X(void, TessBaseAPISetSourceResolution, (tess_api, int))                                                             \
  X(int, TessBaseAPIRecognize, (tess_api, tess_monitor))                                                               \
  X(void, TessBaseAPIClear, (tess_api))                                                                                \
  X(bool, TessBaseAPIDetectOrientationScript, (tess_api, int *, float *, const char **, float *))                      \
  X(tess_iterator, TessBaseAPIGetIterator, (tess_api))                                                                 \
  X(void, TessResultIteratorDelete, (tess_iterator))                                                                   \
  X(tess_page, TessResultIteratorGetPageIterator, (tess_iterator))                                                     \
  X(int, TessResultIteratorNext, (tess_iterator, int))                                                                 \
  X(char *, TessResultIteratorGetUTF8Text, (tess_iterator, int))                                                       \
  X(float, TessResultIteratorConfidence, (tess_iterator, int))                                                         \
  X(int, TessPageIteratorIsAtBeginningOf, (tess_page, int))                                                            \
  X(int, TessPageIteratorBoundingBox, (tess_page, int, int *, int *, int *, int *))                                    \
  X(tess_monitor, TessMonitorCreate, (void))                                                                           \
  X(void, TessMonitorDelete, (tess_monitor))                                                                           \
  X(void, TessMonitorSetCancelFunc, (tess_monitor, tess_cancel))                                                       \
  X(void, TessMonitorSetCancelThis, (tess_monitor, void *))

#endif
