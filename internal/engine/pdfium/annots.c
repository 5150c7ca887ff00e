//go:build cgo

#include "inside.h"

// Bounds of one page.
enum { ANNOTS = 20000, QUADS = 10000, OPTIONS = 10000 };

static oct_box rect_of(oct_page *page, pdf_rect r) { return oct_place(&page->display, r.left, r.bottom, r.right, r.top); }

static int page_of(pdfium *lib, pdf_doc pdf, pdf_dest dest) {
  int index = dest ? lib->FPDFDest_GetDestPageIndex(pdf, dest) : -1;
  return index < 0 ? 0 : index + 1;
}

static int read_links(oct_page *page, pdf_doc pdf, pdf_page at) {
  pdfium *lib = page->doc->lib;
  pdf_link link;
  for (int i = 0; lib->FPDFLink_Enumerate(at, &i, &link);) {
    if (page->links.n == ANNOTS) {
      page->dropped++;
      continue;
    }
    pdf_rect rect;
    if (!lib->FPDFLink_GetAnnotRect(link, &rect)) continue;
    oct_link *l = oct_add(&page->links, sizeof *l);
    if (!l) return OCT_MEMORY;
    l->box = rect_of(page, rect);
    l->page = page_of(lib, pdf, lib->FPDFLink_GetDest(pdf, link));
    pdf_action action = lib->FPDFLink_GetAction(link);
    unsigned long kind = action ? lib->FPDFAction_GetType(action) : 0;
    if (kind == ACTION_URI)
      OCT_TEXT(&page->heap, l->uri, 1, lib->FPDFAction_GetURIPath(pdf, action, into, room));
    else if (kind == ACTION_GOTO && !l->page)
      l->page = page_of(lib, pdf, lib->FPDFAction_GetDest(pdf, action));
  }
  return OCT_OK;
}

static int read_quads(oct_page *page, pdf_annot annot, oct_annot *a) {
  pdfium *lib = page->doc->lib;
  pdf_quad q;
  a->first = (int64_t)page->quads.n;
  // Asked for one by one until there is none: the count is a number from the file.
  for (size_t i = 0; i < QUADS && lib->FPDFAnnot_GetAttachmentPoints(annot, i, &q); i++) {
    oct_quad *quad = oct_add(&page->quads, sizeof *quad);
    if (!quad) return OCT_MEMORY;
    quad->at[0] = oct_at(&page->display, q.x1, q.y1);
    quad->at[1] = oct_at(&page->display, q.x2, q.y2);
    quad->at[2] = oct_at(&page->display, q.x3, q.y3);
    quad->at[3] = oct_at(&page->display, q.x4, q.y4);
    a->count++;
  }
  return OCT_OK;
}

static int read_annot(oct_page *page, pdf_page at, pdf_annot annot, int kind, int index) {
  pdfium *lib = page->doc->lib;
  oct_annot *a = oct_add(&page->annots, sizeof *a);
  if (!a) return OCT_MEMORY;
  pdf_rect rect;
  if (lib->FPDFAnnot_GetRect(annot, &rect)) a->box = rect_of(page, rect);
  a->kind = kind;
  a->index = index;
  a->flags = lib->FPDFAnnot_GetFlags(annot);
  unsigned r, g, b, alpha;
  if (lib->FPDFAnnot_GetColor(annot, 0, &r, &g, &b, &alpha)) a->color = oct_color(r, g, b, alpha);
  OCT_TEXT(&page->heap, a->contents, 2, lib->FPDFAnnot_GetStringValue(annot, "Contents", into, room));
  OCT_TEXT(&page->heap, a->author, 2, lib->FPDFAnnot_GetStringValue(annot, "T", into, room));
  OCT_TEXT(&page->heap, a->subject, 2, lib->FPDFAnnot_GetStringValue(annot, "Subj", into, room));
  OCT_TEXT(&page->heap, a->name, 2, lib->FPDFAnnot_GetStringValue(annot, "NM", into, room));
  OCT_TEXT(&page->heap, a->created, 2, lib->FPDFAnnot_GetStringValue(annot, "CreationDate", into, room));
  OCT_TEXT(&page->heap, a->modified, 2, lib->FPDFAnnot_GetStringValue(annot, "M", into, room));
  OCT_TEXT(&page->heap, a->state, 2, lib->FPDFAnnot_GetStringValue(annot, "State", into, room));
  a->reply_to = -1;
  pdf_annot first = lib->FPDFAnnot_GetLinkedAnnot(annot, "IRT");
  if (first) {
    a->reply_to = lib->FPDFPage_GetAnnotIndex(at, first);
    lib->FPDFPage_CloseAnnot(first);
  }
  return read_quads(page, annot, a);
}

static int read_widget(oct_page *page, pdf_form form, pdf_annot annot, int index) {
  enum { HIDDEN = 1 << 1, NO_VIEW = 1 << 5 };
  pdfium *lib = page->doc->lib;
  oct_widget *w = oct_add(&page->widgets, sizeof *w);
  if (!w) return OCT_MEMORY;
  pdf_rect rect;
  if (lib->FPDFAnnot_GetRect(annot, &rect)) w->box = rect_of(page, rect);
  w->index = index;
  w->hidden = (lib->FPDFAnnot_GetFlags(annot) & (HIDDEN | NO_VIEW)) != 0;
  if (!form) return OCT_OK;
  int kind = lib->FPDFAnnot_GetFormFieldType(form, annot);
  w->kind = kind < 0 || kind > 7 ? 0 : kind;
  int signature = lib->FPDFAnnot_GetValueType(annot, "V");
  w->is_signed = w->kind == FIELD_SIGNATURE && (signature == TYPE_DICTIONARY || signature == TYPE_REFERENCE);
  w->flags = (uint32_t)lib->FPDFAnnot_GetFormFieldFlags(form, annot);
  w->checked = lib->FPDFAnnot_IsChecked(form, annot) != 0;
  if (lib->FPDFAnnot_GetFontSize(form, annot, &w->size)) w->size = oct_sound(w->size * page->unit);
  OCT_TEXT(&page->heap, w->name, 2, lib->FPDFAnnot_GetFormFieldName(form, annot, into, room));
  OCT_TEXT(&page->heap, w->title, 2, lib->FPDFAnnot_GetFormFieldAlternateName(form, annot, into, room));
  OCT_TEXT(&page->heap, w->value, 2, lib->FPDFAnnot_GetFormFieldValue(form, annot, into, room));
  OCT_TEXT(&page->heap, w->export_value, 2, lib->FPDFAnnot_GetFormFieldExportValue(form, annot, into, room));
  w->first = (int64_t)page->options.n;
  int options = lib->FPDFAnnot_GetOptionCount(form, annot);
  for (int i = 0; i < options && i < OPTIONS; i++) {
    oct_option *o = oct_add(&page->options, sizeof *o);
    if (!o) return OCT_MEMORY;
    OCT_TEXT(&page->heap, o->label, 2, lib->FPDFAnnot_GetOptionLabel(form, annot, i, into, room));
    o->selected = lib->FPDFAnnot_IsOptionSelected(form, annot, i) != 0;
    w->count++;
  }
  return OCT_OK;
}

int oct_read_annots(oct_page *page, const oct_reading *from, pdf_page at) {
  pdfium *lib = page->doc->lib;
  int n = lib->FPDFPage_GetAnnotCount(at), problem = OCT_OK;
  if (n > ANNOTS) {
    page->dropped += n - ANNOTS;
    n = ANNOTS;
  }
  if (n > 0) problem = read_links(page, from->pdf, at);
  for (int i = 0; i < n && !problem; i++) {
    pdf_annot annot = lib->FPDFPage_GetAnnot(at, i);
    if (!annot) continue;
    int kind = lib->FPDFAnnot_GetSubtype(annot);
    if (kind == ANNOT_WIDGET)
      problem = read_widget(page, from->form, annot, i);
    else if (kind != ANNOT_LINK && kind != ANNOT_POPUP)
      problem = read_annot(page, at, annot, kind, i);
    lib->FPDFPage_CloseAnnot(annot);
  }
  return problem;
}
