//go:build cgo

#include <math.h>

#include "inside.h"

enum { CHARS = 1 << 21, PDFIUM_HYPHEN = 2 };  // what PDFium puts for a hyphen at a line end

typedef struct {
  oct_page *page;
  pdfium *lib;
  pdf_textpage text;
  oct_map fonts;
  pdf_object object;  // whose values follow
  oct_char like;
  oct_box clip;
} reading;

static int32_t font_of(reading *r, pdf_object object) {
  pdf_font font = r->lib->FPDFTextObj_GetFont(object);
  if (!font) return -1;
  oct_entry *known = oct_map_get(&r->fonts, font);
  if (known) return known->number;
  oct_font *f = oct_add(&r->page->fonts, sizeof *f);
  int32_t number = (int32_t)r->page->fonts.n - 1;
  if (!f || !oct_map_put(&r->fonts, (oct_entry){.key = font, .number = number})) return -1;
  OCT_TEXT(&r->page->heap, f->name, 1, r->lib->FPDFFont_GetBaseFontName(font, into, room));
  OCT_TEXT(&r->page->heap, f->family, 1, r->lib->FPDFFont_GetFamilyName(font, into, room));
  f->flags = r->lib->FPDFFont_GetFlags(font);
  f->weight = r->lib->FPDFFont_GetWeight(font);
  f->embedded = r->lib->FPDFFont_GetIsEmbedded(font) == 1;
  r->lib->FPDFFont_GetItalicAngle(font, &f->angle);
  return number;
}

// begin_object reads what all characters of one text object share.
static void begin_object(reading *r, pdf_object object, int i) {
  r->object = object;
  r->like = (oct_char){.font = -1, .object = -1, .size = 1};
  r->clip = (oct_box){-INFINITY, -INFINITY, INFINITY, INFINITY};
  if (!object) return;
  r->like.font = font_of(r, object);
  int mode = r->lib->FPDFTextObj_GetTextRenderMode(object);
  r->like.mode = mode < 0 || mode > 7 ? 0 : (uint8_t)mode;
  unsigned red, green, blue, alpha;
  if (r->lib->FPDFPageObj_GetFillColor(object, &red, &green, &blue, &alpha))
    r->like.fill = oct_color(red, green, blue, alpha);
  if (r->lib->FPDFPageObj_GetStrokeColor(object, &red, &green, &blue, &alpha))
    r->like.stroke = oct_color(red, green, blue, alpha);
  pdf_matrix m;
  if (r->lib->FPDFText_GetMatrix(r->text, i, &m)) {
    // The size is the raw operand: what is seen also depends on the matrix.
    r->like.size = oct_sound(fabs(r->lib->FPDFText_GetFontSize(r->text, i)) * hypot(m.c, m.d) * r->page->unit);
    float across = hypotf(m.a, m.b), up = hypotf(m.c, m.d);
    if (across > 0 && up > 0 && fabsf(m.a * m.c + m.b * m.d) > 0.1f * across * up) r->like.flags |= CHAR_SLANTED;
    m = oct_times(m, r->page->display);
    r->like.angle = oct_angle(m.a, m.b);
  }
  oct_entry *entry = oct_map_get(r->page->objects, object);
  if (entry) {
    r->like.object = entry->number;
    r->clip = entry->clip;
    if (entry->annotation) r->like.flags |= CHAR_ANNOTATION;
    if (entry->artifact) r->like.flags |= CHAR_ARTIFACT;
    r->like.element = entry->element;
  }
}

// unsound reports whether a value stands for no character: private ones, controls, and what a table says for want of
// one.
static bool unsound(uint32_t rune) {
  if (rune < 0x20) return rune != '\t' && rune != '\n' && rune != '\r';
  return (rune >= 0x7F && rune < 0xA0) || (rune >= 0xE000 && rune < 0xF900) || (rune >= 0xFFF0 && rune <= 0xFFFF) ||
         rune >= 0xF0000;
}

static void read_char(reading *r, int i, oct_char *c) {
  pdfium *lib = r->lib;
  const pdf_matrix *display = &r->page->display;
  pdf_object object = lib->FPDFText_GetTextObject(r->text, i);
  if (object != r->object || i == 0) begin_object(r, object, i);
  *c = r->like;
  c->rune = lib->FPDFText_GetUnicode(r->text, i);
  double left, right, bottom, top, x, y;
  if (lib->FPDFText_GetCharBox(r->text, i, &left, &right, &bottom, &top))
    c->box = oct_place(display, left, bottom, right, top);
  pdf_rect loose;
  c->loose = c->box;
  if (lib->FPDFText_GetLooseCharBox(r->text, i, &loose))
    c->loose = oct_place(display, loose.left, loose.bottom, loose.right, loose.top);
  if (lib->FPDFText_GetCharOrigin(r->text, i, &x, &y)) c->origin = oct_at(display, x, y);
  if (lib->FPDFText_IsGenerated(r->text, i) == 1) {
    c->flags |= CHAR_GENERATED;
    c->font = c->object = -1;
    return;
  }
  if (lib->FPDFText_IsHyphen(r->text, i) == 1) {
    c->flags |= CHAR_HYPHEN;
    if (c->rune == PDFIUM_HYPHEN) c->rune = '-';
  }
  if (lib->FPDFText_HasUnicodeMapError(r->text, i) == 1 || unsound(c->rune))
    c->flags |= CHAR_UNMAPPED;
  // The loose box: a space has no ink.
  if (oct_apart(c->loose, (oct_box){0, 0, r->page->width, r->page->height})) {
    c->flags |= CHAR_OFF_PAGE;
  } else if (c->object >= 0 && oct_apart(c->loose, r->clip)) {
    c->flags |= CHAR_CLIPPED;
  }
}

static bool high(uint32_t rune) { return rune >= 0xD800 && rune < 0xDC00; }
static bool low(uint32_t rune) { return rune >= 0xDC00 && rune < 0xE000; }

// join_halves makes one character of the two halves in which PDFium hands out those beyond 16 bits. It returns how
// many are left.
static size_t join_halves(oct_char *chars, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    oct_char c = chars[i];
    if (high(c.rune) && i + 1 < n && low(chars[i + 1].rune)) {
      c.rune = 0x10000 + ((c.rune - 0xD800) << 10) + (chars[i + 1].rune - 0xDC00);
      i++;
    } else if (high(c.rune) || low(c.rune) || c.rune > 0x10FFFF) {
      c.rune = 0xFFFD;
      c.flags |= CHAR_UNMAPPED;
    }
    chars[kept++] = c;
  }
  return kept;
}

int oct_read_chars(oct_page *page) {
  pdfium *lib = page->doc->lib;
  reading r = {.page = page, .lib = lib, .text = lib->FPDFText_LoadPage(page->page)};
  if (!r.text) return OCT_REFUSED;
  int n = lib->FPDFText_CountChars(r.text), result = OCT_OK;
  if (n > CHARS) {
    result = OCT_TOO_LARGE;
  } else if (n > 0) {
    // The number is of characters that were found, not one the file gave.
    oct_char *chars = oct_room(&page->chars, sizeof *chars, (size_t)n);
    if (chars) {
      for (int i = 0; i < n; i++) read_char(&r, i, &chars[i]);
      page->chars.n = join_halves(chars, (size_t)n);
    } else {
      result = OCT_MEMORY;
    }
  }
  free(r.fonts.at);
  lib->FPDFText_ClosePage(r.text);
  return result;
}
