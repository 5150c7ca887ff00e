// What the files of the shim share among themselves.
#ifndef OCTAVO_PDFIUM_INSIDE_H
#define OCTAVO_PDFIUM_INSIDE_H

#include <stdlib.h>
#include <string.h>

#include "shim.h"

enum { WINDOW = 1 << 16 };

struct oct_map {
  struct oct_entry *at;
  size_t n, room;
};

// A reading of the document: PDFium's handle, and its form module where there is a form.
typedef struct {
  pdf_doc pdf;
  pdf_form form;
} oct_reading;

struct oct_doc {
  pdfium *lib;
  oct_reading main;      // annotations are drawn into its pages and are gone from them then
  oct_reading original;  // opened only when annotations of such a page are asked for again
  oct_map painted;       // the pages of main into which annotations were drawn, by page number
  char form_info[512];  // PDFium keeps the address
  pdf_file file;
  const void *bytes;
  size_t size;
  int fd;
  int opened;  // pages so far
  unsigned long window_at, window_n;
  unsigned char *window;
  char *password;
};

// oct_map finds a number and a box by the address of an object.
typedef struct oct_entry {
  const void *key;
  int32_t number, annotation;
  oct_box clip;
  uint16_t element, artifact;
} oct_entry;

bool oct_map_put(oct_map *map, oct_entry entry);
oct_entry *oct_map_get(oct_map *map, const void *key);

// oct_room makes room for n more values of the given size and returns the place of the first, or NULL.
void *oct_room(oct_list *list, size_t size, size_t n);
// oct_add is oct_room for one value, which it zeroes and counts.
void *oct_add(oct_list *list, size_t size);

// A single text of a file may be this long; a longer one counts as absent.
enum { TEXT_BYTES = 1 << 20, HEAP_BYTES = 1 << 28 };

// OCT_TEXT calls a function of PDFium twice: for the size of a text and for the text. In the call, `into` and `room`
// stand for the buffer; unit is the size of the zero that ends the text.
#define OCT_TEXT(heap, text, unit, call)                                                                               \
  do {                                                                                                                 \
    void *into = NULL;                                                                                                 \
    unsigned long room = 0, size_ = (call);                                                                            \
    if (size_ > (unit) && size_ <= TEXT_BYTES && (heap)->n < HEAP_BYTES && (into = oct_room((heap), 1, size_ + 1))) {   \
      room = size_;                                                                                                    \
      if ((call) == size_) {                                                                                           \
        (text) = (oct_text){(uint32_t)(heap)->n, (uint32_t)(size_ - (unit))};                                          \
        (heap)->n += size_ + (size_ & 1);                                                                              \
      }                                                                                                                \
    }                                                                                                                  \
  } while (0)

// Coordinates stay within these bounds, so that no infinity and no NaN leaves the shim.
#define FARTHEST 1e7f
static inline float oct_sound(double value) {
  return value > -FARTHEST ? (value < FARTHEST ? (float)value : FARTHEST) : -FARTHEST;
}

static inline oct_point oct_at(const pdf_matrix *m, double x, double y) {
  return (oct_point){oct_sound(m->a * x + m->c * y + m->e), oct_sound(m->b * x + m->d * y + m->f)};
}

// oct_stretch makes a box hold a point.
static inline oct_box oct_stretch(oct_box b, oct_point p) {
  return (oct_box){p.x < b.x0 ? p.x : b.x0, p.y < b.y0 ? p.y : b.y0, p.x > b.x1 ? p.x : b.x1, p.y > b.y1 ? p.y : b.y1};
}

pdf_matrix oct_times(pdf_matrix first, pdf_matrix then);
oct_box oct_place(const pdf_matrix *m, double left, double bottom, double right, double top);
oct_box oct_cut(oct_box a, oct_box b);
bool oct_apart(oct_box a, oct_box b);
float oct_angle(double x, double y);
uint32_t oct_color(unsigned r, unsigned g, unsigned b, unsigned a);

// oct_original returns NULL when the document cannot be opened once more.
oct_reading *oct_original(oct_doc *doc);
// oct_read_annots lists the annotations of a page as the given reading has it.
int oct_read_annots(oct_page *page, const oct_reading *from, pdf_page at);
// The parts of oct_read_page, in this order.
int oct_read_structure(oct_page *page);
int oct_read_drawing(oct_page *page);
int oct_read_chars(oct_page *page);
// oct_element_of is the element that holds an object of the page's own content, counted from 1; 0 for none.
uint16_t oct_element_of(oct_page *page, pdf_object object);
// oct_is_artifact reports whether an object is tagged as no part of the content.
bool oct_is_artifact(oct_page *page, pdf_object object);

#endif
