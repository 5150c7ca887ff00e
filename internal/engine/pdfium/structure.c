//go:build cgo

#include "inside.h"

// Bounds of one page. An element is named by 16 bits.
enum { ELEMENTS = 65535, ELEMENT_DEPTH = 64, CONTENTS = 1 << 20, AMBIGUOUS = -1 };

typedef struct {
  oct_page *page;
  pdfium *lib;
  oct_map seen;  // elements: a file may let them hold each other
} tags;

// content_key makes a key for a map of the number of a marked piece of content.
static const void *content_key(int id) { return (const void *)(((uintptr_t)id + 1) << 4); }

static bool is_name(const unsigned char *text, size_t n, const char *name) {
  size_t length = strlen(name);
  if (n != 2 * length) return false;
  for (size_t i = 0; i < length; i++)
    if (text[2 * i] != (unsigned char)name[i] || text[2 * i + 1]) return false;
  return true;
}

static int span_of(tags *t, pdf_element element, const char *name) {
  int n = t->lib->FPDF_StructElement_GetAttributeCount(element);
  for (int i = 0; i < n && i < 16; i++) {
    pdf_attribute attribute = t->lib->FPDF_StructElement_GetAttributeAtIndex(element, i);
    pdf_value value = attribute ? t->lib->FPDF_StructElement_Attr_GetValue(attribute, name) : NULL;
    float number;
    if (value && t->lib->FPDF_StructElement_Attr_GetNumberValue(value, &number) && number >= 1 && number <= 10000)
      return (int)number;
  }
  return 0;
}

// claim notes which element a piece of content belongs to. One that two elements claim belongs to neither: numbers of
// content inside a form may be the same as those of the page's own, and PDFium does not tell them apart.
static bool claim(tags *t, int id, int32_t number) {
  oct_map *contents = t->page->contents;
  if (contents->n >= CONTENTS) return true;
  oct_entry *known = oct_map_get(contents, content_key(id));
  if (known) {
    if (known->number != number) known->number = AMBIGUOUS;
    return true;
  }
  return oct_map_put(contents, (oct_entry){.key = content_key(id), .number = number});
}

static int read_element(tags *t, pdf_element element, int32_t parent, int depth) {
  oct_page *page = t->page;
  pdfium *lib = t->lib;
  if (depth == ELEMENT_DEPTH || page->elements.n == ELEMENTS || oct_map_get(&t->seen, element)) return OCT_OK;
  oct_element *e = oct_add(&page->elements, sizeof *e);
  if (!e || !oct_map_put(&t->seen, (oct_entry){.key = element})) return OCT_MEMORY;
  int32_t number = (int32_t)page->elements.n - 1;
  e->parent = parent;
  OCT_TEXT(&page->heap, e->kind, 2, lib->FPDF_StructElement_GetType(element, into, room));
  OCT_TEXT(&page->heap, e->title, 2, lib->FPDF_StructElement_GetTitle(element, into, room));
  OCT_TEXT(&page->heap, e->alt, 2, lib->FPDF_StructElement_GetAltText(element, into, room));
  OCT_TEXT(&page->heap, e->text, 2, lib->FPDF_StructElement_GetActualText(element, into, room));
  OCT_TEXT(&page->heap, e->language, 2, lib->FPDF_StructElement_GetLang(element, into, room));
  const unsigned char *kind = (const unsigned char *)page->heap.at + e->kind.at;
  if (e->kind.n && (is_name(kind, e->kind.n, "TD") || is_name(kind, e->kind.n, "TH"))) {
    e->row_span = span_of(t, element, "RowSpan");
    e->col_span = span_of(t, element, "ColSpan");
  }
  int n = lib->FPDF_StructElement_CountChildren(element);
  for (int i = 0; i < n; i++) {
    pdf_element child = lib->FPDF_StructElement_GetChildAtIndex(element, i);
    if (child) {
      int problem = read_element(t, child, number, depth + 1);
      if (problem) return problem;
      continue;
    }
    int id = lib->FPDF_StructElement_GetChildMarkedContentID(element, i);
    if (id >= 0 && !claim(t, id, number)) return OCT_MEMORY;
  }
  return OCT_OK;
}

int oct_read_structure(oct_page *page) {
  pdfium *lib = page->doc->lib;
  if (!lib->FPDFCatalog_IsTagged(page->doc->main.pdf)) return OCT_OK;
  pdf_structure tree = lib->FPDF_StructTree_GetForPage(page->page);
  if (!tree) return OCT_OK;
  tags t = {.page = page, .lib = lib};
  int n = lib->FPDF_StructTree_CountChildren(tree), problem = OCT_OK;
  for (int i = 0; i < n && !problem; i++) {
    pdf_element top = lib->FPDF_StructTree_GetChildAtIndex(tree, i);
    if (top) problem = read_element(&t, top, -1, 0);
  }
  free(t.seen.at);
  lib->FPDF_StructTree_Close(tree);
  return problem;
}

uint16_t oct_element_of(oct_page *page, pdf_object object) {
  if (!page->contents->n) return 0;
  int id = page->doc->lib->FPDFPageObj_GetMarkedContentID(object);
  oct_entry *known = id < 0 ? NULL : oct_map_get(page->contents, content_key(id));
  return known && known->number != AMBIGUOUS ? (uint16_t)(known->number + 1) : 0;
}

bool oct_is_artifact(oct_page *page, pdf_object object) {
  pdfium *lib = page->doc->lib;
  if (!page->elements.n) return false;
  int n = lib->FPDFPageObj_CountMarks(object);
  for (int i = 0; i < n; i++) {
    unsigned char name[32];
    unsigned long size = 0;
    pdf_mark mark = lib->FPDFPageObj_GetMark(object, (unsigned long)i);
    if (mark && lib->FPDFPageObjMark_GetName(mark, name, sizeof name, &size) && size >= 2 && size <= sizeof name &&
        is_name(name, size - 2, "Artifact"))
      return true;
  }
  return false;
}
