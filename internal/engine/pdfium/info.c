//go:build cgo

#include "inside.h"

const char *const oct_properties[OCT_PROPERTIES] = {
    "Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate", "ModDate", "Trapped",
};

// Bounds of one document.
enum { BOOKMARKS = 50000, BOOKMARK_DEPTH = 32, ATTACHMENTS = 10000, SIGNATURES = 1000, RANGES = 64 };

static int bookmark_page(oct_doc *doc, pdf_bookmark bookmark) {
  pdfium *lib = doc->lib;
  pdf_dest dest = lib->FPDFBookmark_GetDest(doc->main.pdf, bookmark);
  if (!dest) {
    pdf_action action = lib->FPDFBookmark_GetAction(bookmark);
    if (action && lib->FPDFAction_GetType(action) == ACTION_GOTO) dest = lib->FPDFAction_GetDest(doc->main.pdf, action);
  }
  int index = dest ? lib->FPDFDest_GetDestPageIndex(doc->main.pdf, dest) : -1;
  return index < 0 ? 0 : index + 1;
}

// An outline may lead back into itself; a bookmark that was seen ends its list.
static int read_bookmarks(oct_doc *doc, oct_info *info, pdf_bookmark above, int level, oct_map *seen) {
  pdfium *lib = doc->lib;
  if (level == BOOKMARK_DEPTH) return OCT_OK;
  for (pdf_bookmark b = lib->FPDFBookmark_GetFirstChild(doc->main.pdf, above); b;
       b = lib->FPDFBookmark_GetNextSibling(doc->main.pdf, b)) {
    if (info->bookmarks.n == BOOKMARKS || oct_map_get(seen, b)) return OCT_OK;
    oct_bookmark *mark = oct_add(&info->bookmarks, sizeof *mark);
    if (!mark || !oct_map_put(seen, (oct_entry){.key = b})) return OCT_MEMORY;
    OCT_TEXT(&info->heap, mark->title, 2, lib->FPDFBookmark_GetTitle(b, into, room));
    mark->level = level;
    mark->page = bookmark_page(doc, b);
    int problem = read_bookmarks(doc, info, b, level + 1, seen);
    if (problem) return problem;
  }
  return OCT_OK;
}

static int read_attachments(oct_doc *doc, oct_info *info) {
  pdfium *lib = doc->lib;
  int n = lib->FPDFDoc_GetAttachmentCount(doc->main.pdf);
  for (int i = 0; i < n && i < ATTACHMENTS; i++) {
    pdf_attachment file = lib->FPDFDoc_GetAttachment(doc->main.pdf, i);
    if (!file) continue;
    oct_attachment *a = oct_add(&info->attachments, sizeof *a);
    if (!a) return OCT_MEMORY;
    OCT_TEXT(&info->heap, a->name, 2, lib->FPDFAttachment_GetName(file, into, room));
    OCT_TEXT(&info->heap, a->type, 2, lib->FPDFAttachment_GetSubtype(file, into, room));
    unsigned long size = 0;
    if (lib->FPDFAttachment_GetFile(file, NULL, 0, &size)) a->size = (int64_t)size;
  }
  return OCT_OK;
}

static int read_signatures(oct_doc *doc, oct_info *info) {
  pdfium *lib = doc->lib;
  int n = lib->FPDF_GetSignatureCount(doc->main.pdf);
  for (int i = 0; i < n && i < SIGNATURES; i++) {
    pdf_signature object = lib->FPDF_GetSignatureObject(doc->main.pdf, i);
    // A field that nobody signed has no contents.
    if (!object || !lib->FPDFSignatureObj_GetContents(object, NULL, 0)) continue;
    oct_signature *s = oct_add(&info->signatures, sizeof *s);
    if (!s) return OCT_MEMORY;
    OCT_TEXT(&info->heap, s->filter, 1, lib->FPDFSignatureObj_GetSubFilter(object, into, room));
    OCT_TEXT(&info->heap, s->time, 1, lib->FPDFSignatureObj_GetTime(object, into, room));
    OCT_TEXT(&info->heap, s->reason, 2, lib->FPDFSignatureObj_GetReason(object, into, room));
    s->first = (int64_t)info->ranges.n;
    unsigned long numbers = lib->FPDFSignatureObj_GetByteRange(object, NULL, 0);
    if (numbers == 0 || numbers > RANGES) continue;
    int *ranges = oct_room(&info->ranges, sizeof *ranges, numbers);
    if (!ranges) return OCT_MEMORY;
    if (lib->FPDFSignatureObj_GetByteRange(object, ranges, numbers) != numbers) continue;
    info->ranges.n += numbers;
    s->count = (int64_t)numbers;
  }
  return OCT_OK;
}

int oct_read_info(oct_doc *doc, oct_info *info) {
  pdfium *lib = doc->lib;
  for (int i = 0; i < OCT_PROPERTIES; i++)
    OCT_TEXT(&info->heap, info->properties[i], 2, lib->FPDF_GetMetaText(doc->main.pdf, oct_properties[i], into, room));
  OCT_TEXT(&info->heap, info->language, 2, lib->FPDFCatalog_GetLanguage(doc->main.pdf, into, room));
  lib->FPDF_GetFileVersion(doc->main.pdf, &info->version);
  info->tagged = lib->FPDFCatalog_IsTagged(doc->main.pdf) != 0;
  info->encrypted = lib->FPDF_GetSecurityHandlerRevision(doc->main.pdf) >= 0;
  info->form = lib->FPDF_GetFormType(doc->main.pdf);
  oct_map seen = {0};
  int problem = read_bookmarks(doc, info, NULL, 0, &seen);
  free(seen.at);
  if (!problem) problem = read_attachments(doc, info);
  if (!problem) problem = read_signatures(doc, info);
  return problem;
}

void oct_free_info(oct_info *info) {
  oct_list *lists[] = {&info->bookmarks, &info->attachments, &info->signatures, &info->ranges, &info->heap};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->at);
}
