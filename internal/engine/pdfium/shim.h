// What the Go side calls: one call for a document, and one for each kind of thing on a page.
#ifndef OCTAVO_PDFIUM_SHIM_H
#define OCTAVO_PDFIUM_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#include "api.h"

// Results, laid out as the Go types of the same meaning.
typedef struct {
  float x, y;
} oct_point;
typedef struct {
  float x0, y0, x1, y1;
} oct_box;
typedef struct {
  uint32_t rune;
  oct_box box, loose;
  oct_point origin;
  float size, angle;
  uint32_t fill, stroke;
  int32_t font, object;
  uint8_t mode, flags;
  uint16_t element;
} oct_char;
typedef struct {
  oct_point to;
  uint8_t kind, close;
  uint16_t unused;
} oct_segment;

enum { offset_char_object = offsetof(oct_char, object), offset_char_element = offsetof(oct_char, element) };

enum {
  CHAR_GENERATED = 1,
  CHAR_HYPHEN = 2,
  CHAR_UNMAPPED = 4,
  CHAR_CLIPPED = 8,
  CHAR_OFF_PAGE = 16,
  CHAR_ANNOTATION = 32,
  CHAR_SLANTED = 64,
  CHAR_ARTIFACT = 128,
};

// Text lies in the heap of its page or document, from at, n bytes: UTF-16LE or as the function says.
typedef struct {
  uint32_t at, n;
} oct_text;

typedef struct {
  oct_text name, family;  // bytes
  int32_t flags, weight, angle, embedded;
} oct_font;
typedef struct {
  oct_box box, visible;
  int64_t first, count;  // of its segments
  uint32_t fill, stroke;
  float width;
  int32_t object, annotation, element;
} oct_path;
typedef struct {
  oct_box box, visible;
  int32_t width, height;
  float dpi_x, dpi_y, angle;
  int32_t object, annotation, element;
} oct_image;
typedef struct {
  oct_box box;
  oct_text uri;  // bytes
  int32_t page;
} oct_link;
typedef struct {
  oct_point at[4];
} oct_quad;
typedef struct {
  oct_box box;
  int32_t kind, flags, index, reply_to;
  uint32_t color;
  int64_t first, count;  // of its quads
  oct_text contents, author, subject, name, created, modified, state;
} oct_annot;
typedef struct {
  oct_box box;
  int32_t kind, hidden, index, checked, is_signed;
  uint32_t flags;
  float size;
  int64_t first, count;  // of its options
  oct_text name, title, value, export_value;
} oct_widget;
typedef struct {
  oct_text label;
  int32_t selected;
} oct_option;
typedef struct {
  oct_text kind, title, alt, text, language;
  int32_t parent, row_span, col_span;
} oct_element;
typedef struct {
  oct_text title;
  int32_t level, page;
} oct_bookmark;
typedef struct {
  oct_text name, type;
  int64_t size;
} oct_attachment;
typedef struct {
  oct_text filter, time;  // bytes
  oct_text reason;
  int64_t first, count;  // of its byte ranges
} oct_signature;

// A list grows by what is found, never by a number the file gives.
typedef struct {
  void *at;
  size_t n, room;
} oct_list;

// Values of a page or document that could not be had: memory, or a bound.
enum { OCT_OK = 0, OCT_MEMORY = -1, OCT_TOO_LARGE = -2, OCT_REFUSED = -3 };

#define OCT_PROPERTIES 9
extern const char *const oct_properties[OCT_PROPERTIES];

typedef struct {
  oct_text properties[OCT_PROPERTIES], language;
  int32_t version, tagged, encrypted, form;
  oct_list bookmarks, attachments, signatures, ranges, heap;
} oct_info;

typedef struct oct_doc oct_doc;
typedef struct oct_map oct_map;

typedef struct {
  oct_doc *doc;
  pdf_page page;    // with form fields and notes drawn into it
  int own_objects;  // of its objects, those that its content stream drew
  pdf_matrix display;
  float width, height, unit;
  int32_t rotation, dropped;
  oct_text label;
  oct_list chars, fonts, paths, segments, images, links, annots, quads, widgets, options, elements, heap;
  oct_map *objects, *contents;
} oct_page;

pdfium *oct_open_library(const char *path, char *problem, size_t n);
void oct_close_library(pdfium *lib);

// The bytes or the descriptor stay the caller's and must outlive the document. On failure *error holds PDFium's code.
oct_doc *oct_open_document(pdfium *lib, const void *bytes, int fd, uint64_t size, const char *password, int *error);
void oct_close_document(oct_doc *doc);
int oct_page_count(oct_doc *doc);
int oct_pages_said(oct_doc *doc);
int oct_read_info(oct_doc *doc, oct_info *info);
void oct_free_info(oct_info *info);

// Opening a page lists its annotations; oct_read_page, at most once, what is drawn on it.
// One unit of the page stands for so many points.
int oct_open_page(oct_doc *doc, int index, float unit, oct_page **page);
void oct_close_page(oct_page *page);
int oct_read_page(oct_page *page);
int oct_render(oct_page *page, void *pixels, int width, int height, int grey);

#endif
