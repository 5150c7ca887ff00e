//go:build cgo

#include "inside.h"

// display maps page space, where y grows upwards and nothing is turned yet, to the page as it is shown.
static pdf_matrix display(pdf_rect box, int quarter_turns) {
  switch (quarter_turns & 3) {
    case 1:
      return (pdf_matrix){0, 1, 1, 0, -box.bottom, -box.left};
    case 2:
      return (pdf_matrix){-1, 0, 0, 1, box.right, -box.bottom};
    case 3:
      return (pdf_matrix){0, -1, -1, 0, box.top, box.right};
    default:
      return (pdf_matrix){1, 0, 0, -1, -box.left, box.top};
  }
}

// draws_notes reports whether a page has annotations that show text of their own, which PDFium neither paints with
// the page nor finds among its characters.
static bool draws_notes(oct_doc *doc, pdf_page page) {
  int n = doc->lib->FPDFPage_GetAnnotCount(page);
  bool found = false;
  for (int i = 0; i < n && !found; i++) {
    pdf_annot annot = doc->lib->FPDFPage_GetAnnot(page, i);
    if (!annot) continue;
    int kind = doc->lib->FPDFAnnot_GetSubtype(annot);
    found = kind == ANNOT_WIDGET || kind == ANNOT_FREETEXT || kind == ANNOT_STAMP;
    doc->lib->FPDFPage_CloseAnnot(annot);
  }
  return found;
}

// drop_unpainted removes annotations that name no state and have no appearance. PDFium takes the first appearance it
// finds for such a one, and dies when that is a reference to nothing.
static void drop_unpainted(oct_doc *doc, pdf_page page) {
  pdfium *lib = doc->lib;
  for (int i = lib->FPDFPage_GetAnnotCount(page) - 1; i >= 0; i--) {
    pdf_annot annot = lib->FPDFPage_GetAnnot(page, i);
    bool unpainted = annot && !lib->FPDFAnnot_HasKey(annot, "AS") && lib->FPDFAnnot_GetAP(annot, 0, NULL, 0) <= 2;
    if (annot) lib->FPDFPage_CloseAnnot(annot);
    if (unpainted) lib->FPDFPage_RemoveAnnot(page, i);
  }
}

// paint draws the annotations into the page of the second reading and opens it anew, so that its objects are seen.
static pdf_page paint(oct_doc *doc, int index) {
  pdf_doc copy = oct_painted(doc);
  if (!copy) return NULL;
  pdf_page page = doc->lib->FPDF_LoadPage(copy, index);
  if (!page) return NULL;
  if (doc->painted_form) doc->lib->FORM_OnAfterLoadPage(page, doc->painted_form);
  drop_unpainted(doc, page);
  doc->lib->FPDFPage_Flatten(page, 0);
  if (doc->painted_form) doc->lib->FORM_OnBeforeClosePage(page, doc->painted_form);
  doc->lib->FPDF_ClosePage(page);
  return doc->lib->FPDF_LoadPage(copy, index);
}

int oct_open_page(oct_doc *doc, int index, oct_page **out) {
  oct_page *page = calloc(1, sizeof *page);
  if (!page) return OCT_MEMORY;
  *out = page;
  page->doc = doc;
  page->objects = calloc(1, sizeof *page->objects);
  page->page = doc->lib->FPDF_LoadPage(doc->plain, index);
  pdf_rect box;
  if (!page->objects || !page->page || !doc->lib->FPDF_GetPageBoundingBox(page->page, &box)) {
    int problem = page->objects ? OCT_REFUSED : OCT_MEMORY;
    oct_close_page(page);
    *out = NULL;
    return problem;
  }
  int turns = doc->lib->FPDFPage_GetRotation(page->page) & 3;
  page->rotation = turns * 90;
  page->display = display(box, turns);
  page->width = turns & 1 ? box.top - box.bottom : box.right - box.left;
  page->height = turns & 1 ? box.right - box.left : box.top - box.bottom;
  OCT_TEXT(&page->heap, page->label, 2, doc->lib->FPDF_GetPageLabel(doc->plain, index, into, room));
  page->own_objects = doc->lib->FPDFPage_CountObjects(page->page);
  if (draws_notes(doc, page->page)) {
    page->painted = paint(doc, index);
    // Whether a box is checked is known only for pages that the form module has seen.
    page->in_form = doc->form != NULL;
    if (page->in_form) doc->lib->FORM_OnAfterLoadPage(page->page, doc->form);
  }
  if (!page->painted) page->painted = page->page;
  return OCT_OK;
}

void oct_close_page(oct_page *page) {
  pdfium *lib = page->doc->lib;
  if (page->painted && page->painted != page->page) lib->FPDF_ClosePage(page->painted);
  if (page->in_form) lib->FORM_OnBeforeClosePage(page->page, page->doc->form);
  if (page->page) lib->FPDF_ClosePage(page->page);
  oct_list *lists[] = {&page->chars, &page->fonts,  &page->paths,   &page->segments, &page->images, &page->links,
                       &page->annots, &page->quads, &page->widgets, &page->options,  &page->heap};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->at);
  if (page->objects) free(page->objects->at);
  free(page->objects);
  free(page);
}

int oct_read_page(oct_page *page) {
  int problem = oct_read_drawing(page);
  if (!problem) problem = oct_read_chars(page);
  if (!problem) problem = oct_read_annots(page);
  return problem;
}

int oct_render(oct_page *page, void *pixels, int width, int height, int grey) {
  enum { GREY = 1, BGRX = 3, ANNOTATIONS = 0x01, GREYSCALE = 0x08, RGB_ORDER = 0x10 };
  pdfium *lib = page->doc->lib;
  pdf_bitmap bitmap = lib->FPDFBitmap_CreateEx(width, height, grey ? GREY : BGRX, pixels, grey ? width : width * 4);
  if (!bitmap) return OCT_MEMORY;
  lib->FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF);
  lib->FPDF_RenderPageBitmap(bitmap, page->painted, 0, 0, width, height, 0, ANNOTATIONS | (grey ? GREYSCALE : RGB_ORDER));
  lib->FPDFBitmap_Destroy(bitmap);
  return OCT_OK;
}
