//go:build cgo

#include "inside.h"

// display maps page space, where y grows upwards and nothing is turned yet, to the page as it is shown. PDFium knows
// nothing of units other than points.
static pdf_matrix display(pdf_rect box, int quarter_turns, float u) {
  switch (quarter_turns & 3) {
    case 1:
      return (pdf_matrix){0, u, u, 0, -box.bottom * u, -box.left * u};
    case 2:
      return (pdf_matrix){-u, 0, 0, u, box.right * u, -box.bottom * u};
    case 3:
      return (pdf_matrix){0, -u, -u, 0, box.top * u, box.right * u};
    default:
      return (pdf_matrix){u, 0, 0, -u, -box.left * u, box.top * u};
  }
}

// draws_notes reports whether a page has annotations that show text of their own, which PDFium neither paints with
// the page nor finds among its characters.
static bool draws_notes(pdfium *lib, pdf_page page) {
  int n = lib->FPDFPage_GetAnnotCount(page);
  bool found = false;
  for (int i = 0; i < n && !found; i++) {
    pdf_annot annot = lib->FPDFPage_GetAnnot(page, i);
    if (!annot) continue;
    int kind = lib->FPDFAnnot_GetSubtype(annot);
    found = kind == ANNOT_WIDGET || kind == ANNOT_FREETEXT || kind == ANNOT_STAMP;
    lib->FPDFPage_CloseAnnot(annot);
  }
  return found;
}

// drop_unpainted removes annotations that name no state and have no appearance. PDFium takes the first appearance it
// finds for such a one, and dies when that is a reference to nothing.
static void drop_unpainted(pdfium *lib, pdf_page page) {
  for (int i = lib->FPDFPage_GetAnnotCount(page) - 1; i >= 0; i--) {
    pdf_annot annot = lib->FPDFPage_GetAnnot(page, i);
    bool unpainted = annot && !lib->FPDFAnnot_HasKey(annot, "AS") && lib->FPDFAnnot_GetAP(annot, 0, NULL, 0) <= 2;
    if (annot) lib->FPDFPage_CloseAnnot(annot);
    if (unpainted) lib->FPDFPage_RemoveAnnot(page, i);
  }
}

// paint draws the annotations into the page and opens it anew, so that what they show is among its objects.
static int paint(oct_page *page, int index, const void *key) {
  oct_doc *doc = page->doc;
  pdfium *lib = doc->lib;
  if (!oct_map_put(&doc->painted, (oct_entry){.key = key, .number = page->own_objects})) return OCT_MEMORY;
  drop_unpainted(lib, page->page);
  lib->FPDFPage_Flatten(page->page, 0);
  if (doc->main.form) lib->FORM_OnBeforeClosePage(page->page, doc->main.form);
  lib->FPDF_ClosePage(page->page);
  page->page = lib->FPDF_LoadPage(doc->main.pdf, index);
  return page->page ? OCT_OK : OCT_REFUSED;
}

// read_notes lists the annotations of a page. Whether a box is checked is known only for pages that the form module
// has seen.
static int read_notes(oct_page *page, const oct_reading *from, pdf_page at) {
  if (from->form) page->doc->lib->FORM_OnAfterLoadPage(at, from->form);
  return oct_read_annots(page, from, at);
}

// reread_notes lists the annotations of a page into which they were drawn before.
static int reread_notes(oct_page *page, int index) {
  pdfium *lib = page->doc->lib;
  oct_reading *original = oct_original(page->doc);
  pdf_page at = original ? lib->FPDF_LoadPage(original->pdf, index) : NULL;
  if (!at) return OCT_REFUSED;
  int problem = read_notes(page, original, at);
  if (original->form) lib->FORM_OnBeforeClosePage(at, original->form);
  lib->FPDF_ClosePage(at);
  return problem;
}

static int fill_page(oct_page *page, int index) {
  oct_doc *doc = page->doc;
  pdfium *lib = doc->lib;
  page->page = lib->FPDF_LoadPage(doc->main.pdf, index);
  pdf_rect box;
  if (!page->page || !lib->FPDF_GetPageBoundingBox(page->page, &box)) return OCT_REFUSED;
  int turns = lib->FPDFPage_GetRotation(page->page) & 3;
  page->rotation = turns * 90;
  page->display = display(box, turns, page->unit);
  float across = (box.right - box.left) * page->unit, down = (box.top - box.bottom) * page->unit;
  page->width = turns & 1 ? down : across;
  page->height = turns & 1 ? across : down;
  if (!(page->width > 0 && page->width < FARTHEST && page->height > 0 && page->height < FARTHEST)) return OCT_REFUSED;
  OCT_TEXT(&page->heap, page->label, 2, lib->FPDF_GetPageLabel(doc->main.pdf, index, into, room));

  const void *key = (const void *)(uintptr_t)(index + 1);
  oct_entry *painted = oct_map_get(&doc->painted, key);
  if (painted) {
    page->own_objects = painted->number;
    return reread_notes(page, index);
  }
  page->own_objects = lib->FPDFPage_CountObjects(page->page);
  if (!draws_notes(lib, page->page)) return oct_read_annots(page, &doc->main, page->page);
  int problem = read_notes(page, &doc->main, page->page);
  return problem ? problem : paint(page, index, key);
}

int oct_open_page(oct_doc *doc, int index, float unit, oct_page **out) {
  oct_page *page = calloc(1, sizeof *page);
  if (!page) return OCT_MEMORY;
  page->doc = doc;
  doc->opened++;
  page->unit = unit;
  page->objects = calloc(1, sizeof *page->objects);
  page->contents = calloc(1, sizeof *page->contents);
  int problem = page->objects && page->contents ? fill_page(page, index) : OCT_MEMORY;
  if (problem) {
    oct_close_page(page);
    page = NULL;
  }
  *out = page;
  return problem;
}

void oct_close_page(oct_page *page) {
  pdfium *lib = page->doc->lib;
  if (page->page) lib->FPDF_ClosePage(page->page);
  oct_list *lists[] = {&page->chars, &page->fonts,  &page->paths,   &page->segments, &page->images, &page->links,
                       &page->annots, &page->quads, &page->widgets, &page->options,  &page->heap,
                       &page->elements};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->at);
  oct_map *maps[] = {page->objects, page->contents};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    if (maps[i]) free(maps[i]->at);
    free(maps[i]);
  }
  free(page);
}

int oct_read_page(oct_page *page) {
  int problem = oct_read_structure(page);
  if (!problem) problem = oct_read_drawing(page);
  return problem ? problem : oct_read_chars(page);
}

int oct_render(oct_page *page, void *pixels, int width, int height, int grey) {
  enum { GREY = 1, BGRX = 3, ANNOTATIONS = 0x01, GREYSCALE = 0x08, RGB_ORDER = 0x10 };
  pdfium *lib = page->doc->lib;
  pdf_bitmap bitmap = lib->FPDFBitmap_CreateEx(width, height, grey ? GREY : BGRX, pixels, grey ? width : width * 4);
  if (!bitmap) return OCT_MEMORY;
  lib->FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF);
  lib->FPDF_RenderPageBitmap(bitmap, page->page, 0, 0, width, height, 0, ANNOTATIONS | (grey ? GREYSCALE : RGB_ORDER));
  lib->FPDFBitmap_Destroy(bitmap);
  return OCT_OK;
}
