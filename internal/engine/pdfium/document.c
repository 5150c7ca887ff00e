//go:build cgo

#include <errno.h>
#include <malloc.h>
#include <unistd.h>

#include "inside.h"

static bool read_at(int fd, unsigned char *into, unsigned long n, unsigned long at) {
  while (n > 0) {
    ssize_t got = pread(fd, into, n, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into += got;
    at += (unsigned long)got;
    n -= (unsigned long)got;
  }
  return true;
}

// PDFium reads files in small steps, so a window of the file is kept. The file is not mapped: a large one would
// count against the bound on address space.
static int read_block(void *self, unsigned long at, unsigned char *into, unsigned long n) {
  oct_doc *doc = self;
  if (at > doc->size || n > doc->size - at) return 0;
  if (n > WINDOW / 2) return read_at(doc->fd, into, n, at);
  if (at < doc->window_at || at + n > doc->window_at + doc->window_n) {
    unsigned long want = doc->size - at < WINDOW ? doc->size - at : WINDOW;
    doc->window_n = 0;
    if (!read_at(doc->fd, doc->window, want, at)) return 0;
    doc->window_at = at;
    doc->window_n = want;
  }
  memcpy(into, doc->window + (at - doc->window_at), n);
  return 1;
}

static pdf_doc load(oct_doc *doc) {
  if (doc->bytes) return doc->lib->FPDF_LoadMemDocument64(doc->bytes, doc->size, doc->password);
  return doc->lib->FPDF_LoadCustomDocument(&doc->file, doc->password);
}

// The callbacks of the form module. Nothing is shown and nothing is asked, so they do nothing.
static void ignore(void) {}
static void *no_page(void) { return NULL; }
static int zero(void) { return 0; }
typedef struct {
  unsigned short parts[8];
} local_time;
static local_time no_time(void *self) {
  (void)self;
  return (local_time){{0}};
}

typedef struct {
  int version;
  void (*release)(void);
  void (*invalidate)(void);
  void (*selected)(void);
  void (*cursor)(void);
  int (*set_timer)(void);
  void (*kill_timer)(void);
  local_time (*now)(void *);
  void (*changed)(void);
  void *(*page)(void);
  void *(*current_page)(void);
  int (*rotation)(void);
  void (*named_action)(void);
  void (*focus)(void);
  void (*uri)(void);
  void (*go_to)(void);
  void *scripts;
} form_callbacks;

static bool open_reading(oct_doc *doc, oct_reading *reading) {
  pdfium *lib = doc->lib;
  reading->pdf = load(doc);
  if (!reading->pdf) return false;
  if (lib->FPDF_GetFormType(reading->pdf) == 0) return true;
  form_callbacks *info = (form_callbacks *)doc->form_info;
  *info = (form_callbacks){1,       NULL,    ignore, ignore, ignore, zero,   ignore, no_time, ignore,
                           no_page, no_page, zero,   ignore, ignore, ignore, ignore, NULL};
  reading->form = lib->FPDFDOC_InitFormFillEnvironment(reading->pdf, info);
  return true;
}

static void close_reading(pdfium *lib, oct_reading *reading) {
  if (reading->form) lib->FPDFDOC_ExitFormFillEnvironment(reading->form);
  if (reading->pdf) lib->FPDF_CloseDocument(reading->pdf);
}

oct_doc *oct_open_document(pdfium *lib, const void *bytes, int fd, uint64_t size, const char *password, int *error) {
  oct_doc *doc = calloc(1, sizeof *doc);
  *error = OCT_MEMORY;
  if (!doc) return NULL;
  doc->lib = lib;
  doc->bytes = bytes;
  doc->fd = fd;
  doc->size = size;
  doc->file = (pdf_file){size, read_block, doc};
  doc->password = strdup(password);
  if (!bytes) doc->window = malloc(WINDOW);
  if (doc->password && (bytes || doc->window)) {
    *error = OCT_OK;
    if (!open_reading(doc, &doc->main)) *error = (int)lib->FPDF_GetLastError();
  }
  if (doc->main.pdf) return doc;
  oct_close_document(doc);
  return NULL;
}

oct_reading *oct_original(oct_doc *doc) {
  if (!doc->original.pdf && !open_reading(doc, &doc->original)) return NULL;
  return &doc->original;
}

// trim gives back room that a long document leaves behind and the next one may never need. Looking for it takes longer
// than a short document is worth.
static void trim(const oct_doc *doc) {
#ifdef __GLIBC__
  enum { KEPT = 16 << 20, LONG = 32, LARGE = 4 << 20 };
  if ((doc->opened >= LONG || doc->size >= LARGE) && mallinfo2().fordblks > KEPT) malloc_trim(KEPT);
#else
  (void)doc;
#endif
}

void oct_close_document(oct_doc *doc) {
  close_reading(doc->lib, &doc->main);
  close_reading(doc->lib, &doc->original);
  if (doc->password) {
    explicit_bzero(doc->password, strlen(doc->password));
    free(doc->password);
  }
  free(doc->painted.at);
  free(doc->window);
  trim(doc);
  free(doc);
}

// oct_page_count is the number of pages that can be found. The file's own number may be anything
// (1,410,065,407 has been seen), so when its last page is not there the pages are looked for one by one.
int oct_page_count(oct_doc *doc) {
  enum { GIVE_UP = 64 };
  float size[2];
  int said = doc->lib->FPDF_GetPageCount(doc->main.pdf);
  if (said <= 0 || doc->lib->FPDF_GetPageSizeByIndexF(doc->main.pdf, said - 1, size)) return said;
  int found = 0;
  for (int i = 0; i < said && i - found < GIVE_UP; i++)
    if (doc->lib->FPDF_GetPageSizeByIndexF(doc->main.pdf, i, size)) found = i + 1;
  return found;
}

int oct_pages_said(oct_doc *doc) { return doc->lib->FPDF_GetPageCount(doc->main.pdf); }
