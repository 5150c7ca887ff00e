// The part of PDFium's public interface that is used here, declared anew: handles, structures and a table of function
// pointers which library.c fills by name.
#ifndef OCTAVO_PDFIUM_API_H
#define OCTAVO_PDFIUM_API_H

#include <stddef.h>
#include <stdint.h>

typedef void *pdf_doc, *pdf_page, *pdf_textpage, *pdf_object, *pdf_font, *pdf_segment, *pdf_clip, *pdf_annot, *pdf_form,
    *pdf_link, *pdf_action, *pdf_dest, *pdf_bookmark, *pdf_attachment, *pdf_signature, *pdf_bitmap,
    *pdf_structure, *pdf_element, *pdf_attribute, *pdf_value, *pdf_mark;

typedef struct {
  float a, b, c, d, e, f;
} pdf_matrix;
typedef struct {
  float left, top, right, bottom;
} pdf_rect;
typedef struct {
  float x1, y1, x2, y2, x3, y3, x4, y4;
} pdf_quad;
typedef struct {
  unsigned long size;
  int (*read)(void *self, unsigned long at, unsigned char *into, unsigned long n);
  void *self;
} pdf_file;

typedef unsigned long ulong_t;
typedef unsigned int uint_t;

#define PDFIUM_FUNCTIONS(X)                                                                                            \
  X(void, FPDF_InitLibrary, (void))                                                                                    \
  X(void, FPDF_DestroyLibrary, (void))                                                                                 \
  X(ulong_t, FPDF_GetLastError, (void))                                                                                \
  X(pdf_doc, FPDF_LoadMemDocument64, (const void *, size_t, const char *))                                             \
  X(pdf_doc, FPDF_LoadCustomDocument, (pdf_file *, const char *))                                                      \
  X(void, FPDF_CloseDocument, (pdf_doc))                                                                               \
  X(int, FPDF_GetPageCount, (pdf_doc))                                                                                 \
  X(int, FPDF_GetPageSizeByIndexF, (pdf_doc, int, float *))                                                            \
  X(ulong_t, FPDF_GetPageLabel, (pdf_doc, int, void *, ulong_t))                                                       \
  X(ulong_t, FPDF_GetMetaText, (pdf_doc, const char *, void *, ulong_t))                                               \
  X(int, FPDF_GetFileVersion, (pdf_doc, int *))                                                                        \
  X(int, FPDF_GetSecurityHandlerRevision, (pdf_doc))                                                                   \
  X(int, FPDF_GetFormType, (pdf_doc))                                                                                  \
  X(int, FPDFCatalog_IsTagged, (pdf_doc))                                                                              \
  X(ulong_t, FPDFCatalog_GetLanguage, (pdf_doc, void *, ulong_t))                                                      \
  X(pdf_bookmark, FPDFBookmark_GetFirstChild, (pdf_doc, pdf_bookmark))                                                 \
  X(pdf_bookmark, FPDFBookmark_GetNextSibling, (pdf_doc, pdf_bookmark))                                                \
  X(ulong_t, FPDFBookmark_GetTitle, (pdf_bookmark, void *, ulong_t))                                                   \
  X(pdf_dest, FPDFBookmark_GetDest, (pdf_doc, pdf_bookmark))                                                           \
  X(pdf_action, FPDFBookmark_GetAction, (pdf_bookmark))                                                                \
  X(ulong_t, FPDFAction_GetType, (pdf_action))                                                                         \
  X(pdf_dest, FPDFAction_GetDest, (pdf_doc, pdf_action))                                                               \
  X(ulong_t, FPDFAction_GetURIPath, (pdf_doc, pdf_action, void *, ulong_t))                                            \
  X(int, FPDFDest_GetDestPageIndex, (pdf_doc, pdf_dest))                                                               \
  X(int, FPDFDoc_GetAttachmentCount, (pdf_doc))                                                                        \
  X(pdf_attachment, FPDFDoc_GetAttachment, (pdf_doc, int))                                                             \
  X(ulong_t, FPDFAttachment_GetName, (pdf_attachment, void *, ulong_t))                                                \
  X(ulong_t, FPDFAttachment_GetSubtype, (pdf_attachment, void *, ulong_t))                                             \
  X(int, FPDFAttachment_GetFile, (pdf_attachment, void *, ulong_t, ulong_t *))                                         \
  X(int, FPDF_GetSignatureCount, (pdf_doc))                                                                            \
  X(pdf_signature, FPDF_GetSignatureObject, (pdf_doc, int))                                                            \
  X(ulong_t, FPDFSignatureObj_GetSubFilter, (pdf_signature, char *, ulong_t))                                          \
  X(ulong_t, FPDFSignatureObj_GetReason, (pdf_signature, void *, ulong_t))                                             \
  X(ulong_t, FPDFSignatureObj_GetTime, (pdf_signature, char *, ulong_t))                                               \
  X(ulong_t, FPDFSignatureObj_GetByteRange, (pdf_signature, int *, ulong_t))                                           \
  X(pdf_page, FPDF_LoadPage, (pdf_doc, int))                                                                           \
  X(void, FPDF_ClosePage, (pdf_page))                                                                                  \
  X(int, FPDF_GetPageBoundingBox, (pdf_page, pdf_rect *))                                                              \
  X(int, FPDFPage_GetRotation, (pdf_page))                                                                             \
  X(int, FPDFPage_Flatten, (pdf_page, int))                                                                            \
  X(int, FPDFPage_CountObjects, (pdf_page))                                                                            \
  X(pdf_object, FPDFPage_GetObject, (pdf_page, int))                                                                   \
  X(int, FPDFFormObj_CountObjects, (pdf_object))                                                                       \
  X(pdf_object, FPDFFormObj_GetObject, (pdf_object, ulong_t))                                                          \
  X(int, FPDFPageObj_GetType, (pdf_object))                                                                            \
  X(int, FPDFPageObj_GetMatrix, (pdf_object, pdf_matrix *))                                                            \
  X(int, FPDFPageObj_GetFillColor, (pdf_object, uint_t *, uint_t *, uint_t *, uint_t *))                               \
  X(int, FPDFPageObj_GetStrokeColor, (pdf_object, uint_t *, uint_t *, uint_t *, uint_t *))                             \
  X(int, FPDFPageObj_GetStrokeWidth, (pdf_object, float *))                                                            \
  X(pdf_clip, FPDFPageObj_GetClipPath, (pdf_object))                                                                   \
  X(int, FPDFClipPath_CountPaths, (pdf_clip))                                                                          \
  X(int, FPDFClipPath_CountPathSegments, (pdf_clip, int))                                                              \
  X(pdf_segment, FPDFClipPath_GetPathSegment, (pdf_clip, int, int))                                                    \
  X(int, FPDFPath_GetDrawMode, (pdf_object, int *, int *))                                                             \
  X(int, FPDFPath_CountSegments, (pdf_object))                                                                         \
  X(pdf_segment, FPDFPath_GetPathSegment, (pdf_object, int))                                                           \
  X(int, FPDFPathSegment_GetPoint, (pdf_segment, float *, float *))                                                    \
  X(int, FPDFPathSegment_GetType, (pdf_segment))                                                                       \
  X(int, FPDFPathSegment_GetClose, (pdf_segment))                                                                      \
  X(int, FPDFImageObj_GetImagePixelSize, (pdf_object, uint_t *, uint_t *))                                             \
  X(pdf_font, FPDFTextObj_GetFont, (pdf_object))                                                                       \
  X(int, FPDFTextObj_GetTextRenderMode, (pdf_object))                                                                  \
  X(size_t, FPDFFont_GetBaseFontName, (pdf_font, char *, size_t))                                                      \
  X(size_t, FPDFFont_GetFamilyName, (pdf_font, char *, size_t))                                                        \
  X(int, FPDFFont_GetFlags, (pdf_font))                                                                                \
  X(int, FPDFFont_GetWeight, (pdf_font))                                                                               \
  X(int, FPDFFont_GetItalicAngle, (pdf_font, int *))                                                                   \
  X(int, FPDFFont_GetIsEmbedded, (pdf_font))                                                                           \
  X(pdf_textpage, FPDFText_LoadPage, (pdf_page))                                                                       \
  X(void, FPDFText_ClosePage, (pdf_textpage))                                                                          \
  X(int, FPDFText_CountChars, (pdf_textpage))                                                                          \
  X(uint_t, FPDFText_GetUnicode, (pdf_textpage, int))                                                                  \
  X(pdf_object, FPDFText_GetTextObject, (pdf_textpage, int))                                                           \
  X(int, FPDFText_IsGenerated, (pdf_textpage, int))                                                                    \
  X(int, FPDFText_IsHyphen, (pdf_textpage, int))                                                                       \
  X(int, FPDFText_HasUnicodeMapError, (pdf_textpage, int))                                                             \
  X(double, FPDFText_GetFontSize, (pdf_textpage, int))                                                                 \
  X(int, FPDFText_GetMatrix, (pdf_textpage, int, pdf_matrix *))                                                        \
  X(int, FPDFText_GetCharBox, (pdf_textpage, int, double *, double *, double *, double *))                             \
  X(int, FPDFText_GetLooseCharBox, (pdf_textpage, int, pdf_rect *))                                                    \
  X(int, FPDFText_GetCharOrigin, (pdf_textpage, int, double *, double *))                                              \
  X(int, FPDFLink_Enumerate, (pdf_page, int *, pdf_link *))                                                            \
  X(int, FPDFLink_GetAnnotRect, (pdf_link, pdf_rect *))                                                                \
  X(pdf_dest, FPDFLink_GetDest, (pdf_doc, pdf_link))                                                                   \
  X(pdf_action, FPDFLink_GetAction, (pdf_link))                                                                        \
  X(int, FPDFPage_GetAnnotCount, (pdf_page))                                                                           \
  X(pdf_annot, FPDFPage_GetAnnot, (pdf_page, int))                                                                     \
  X(int, FPDFPage_GetAnnotIndex, (pdf_page, pdf_annot))                                                                \
  X(void, FPDFPage_CloseAnnot, (pdf_annot))                                                                            \
  X(int, FPDFAnnot_GetSubtype, (pdf_annot))                                                                            \
  X(int, FPDFAnnot_GetRect, (pdf_annot, pdf_rect *))                                                                   \
  X(int, FPDFAnnot_GetFlags, (pdf_annot))                                                                              \
  X(int, FPDFAnnot_GetColor, (pdf_annot, int, uint_t *, uint_t *, uint_t *, uint_t *))                                 \
  X(size_t, FPDFAnnot_CountAttachmentPoints, (pdf_annot))                                                              \
  X(int, FPDFAnnot_GetAttachmentPoints, (pdf_annot, size_t, pdf_quad *))                                               \
  X(ulong_t, FPDFAnnot_GetStringValue, (pdf_annot, const char *, void *, ulong_t))                                     \
  X(int, FPDFAnnot_HasKey, (pdf_annot, const char *))                                                                  \
  X(ulong_t, FPDFAnnot_GetAP, (pdf_annot, int, void *, ulong_t))                                                       \
  X(int, FPDFPage_RemoveAnnot, (pdf_page, int))                                                                        \
  X(pdf_annot, FPDFAnnot_GetLinkedAnnot, (pdf_annot, const char *))                                                    \
  X(int, FPDFAnnot_GetFormFieldType, (pdf_form, pdf_annot))                                                            \
  X(int, FPDFAnnot_GetFormFieldFlags, (pdf_form, pdf_annot))                                                           \
  X(ulong_t, FPDFAnnot_GetFormFieldName, (pdf_form, pdf_annot, void *, ulong_t))                                       \
  X(ulong_t, FPDFAnnot_GetFormFieldAlternateName, (pdf_form, pdf_annot, void *, ulong_t))                              \
  X(ulong_t, FPDFAnnot_GetFormFieldValue, (pdf_form, pdf_annot, void *, ulong_t))                                      \
  X(ulong_t, FPDFAnnot_GetFormFieldExportValue, (pdf_form, pdf_annot, void *, ulong_t))                                \
  X(int, FPDFAnnot_GetOptionCount, (pdf_form, pdf_annot))                                                              \
  X(ulong_t, FPDFAnnot_GetOptionLabel, (pdf_form, pdf_annot, int, void *, ulong_t))                                    \
  X(int, FPDFAnnot_IsOptionSelected, (pdf_form, pdf_annot, int))                                                       \
  X(int, FPDFAnnot_IsChecked, (pdf_form, pdf_annot))                                                                   \
  X(int, FPDFAnnot_GetFontSize, (pdf_form, pdf_annot, float *))                                                        \
  X(pdf_form, FPDFDOC_InitFormFillEnvironment, (pdf_doc, void *))                                                      \
  X(void, FPDFDOC_ExitFormFillEnvironment, (pdf_form))                                                                 \
  X(void, FORM_OnAfterLoadPage, (pdf_page, pdf_form))                                                                  \
  X(void, FORM_OnBeforeClosePage, (pdf_page, pdf_form))                                                                \
  X(pdf_structure, FPDF_StructTree_GetForPage, (pdf_page))                                                             \
  X(void, FPDF_StructTree_Close, (pdf_structure))                                                                      \
  X(int, FPDF_StructTree_CountChildren, (pdf_structure))                                                               \
  X(pdf_element, FPDF_StructTree_GetChildAtIndex, (pdf_structure, int))                                                \
  X(ulong_t, FPDF_StructElement_GetType, (pdf_element, void *, ulong_t))                                               \
  X(ulong_t, FPDF_StructElement_GetTitle, (pdf_element, void *, ulong_t))                                              \
  X(ulong_t, FPDF_StructElement_GetAltText, (pdf_element, void *, ulong_t))                                            \
  X(ulong_t, FPDF_StructElement_GetActualText, (pdf_element, void *, ulong_t))                                         \
  X(ulong_t, FPDF_StructElement_GetLang, (pdf_element, void *, ulong_t))                                               \
  X(int, FPDF_StructElement_CountChildren, (pdf_element))                                                              \
  X(pdf_element, FPDF_StructElement_GetChildAtIndex, (pdf_element, int))                                               \
  X(int, FPDF_StructElement_GetChildMarkedContentID, (pdf_element, int))                                               \
  X(int, FPDF_StructElement_GetAttributeCount, (pdf_element))                                                          \
  X(pdf_attribute, FPDF_StructElement_GetAttributeAtIndex, (pdf_element, int))                                         \
  X(pdf_value, FPDF_StructElement_Attr_GetValue, (pdf_attribute, const char *))                                        \
  X(int, FPDF_StructElement_Attr_GetNumberValue, (pdf_value, float *))                                                 \
  X(int, FPDFPageObj_GetMarkedContentID, (pdf_object))                                                                 \
  X(int, FPDFPageObj_CountMarks, (pdf_object))                                                                         \
  X(pdf_mark, FPDFPageObj_GetMark, (pdf_object, ulong_t))                                                              \
  X(int, FPDFPageObjMark_GetName, (pdf_mark, void *, ulong_t, ulong_t *))                                              \
  X(ulong_t, FPDFSignatureObj_GetContents, (pdf_signature, void *, ulong_t))                                           \
  X(int, FPDFAnnot_GetValueType, (pdf_annot, const char *))                                                            \
  X(pdf_bitmap, FPDFBitmap_CreateEx, (int, int, int, void *, int))                                                     \
  X(int, FPDFBitmap_FillRect, (pdf_bitmap, int, int, int, int, ulong_t))                                               \
  X(void, FPDFBitmap_Destroy, (pdf_bitmap))                                                                            \
  X(void, FPDF_RenderPageBitmap, (pdf_bitmap, pdf_page, int, int, int, int, int, int))

#define PDFIUM_MEMBER(result, name, arguments) result(*name) arguments;
typedef struct {
  void *handle;
  PDFIUM_FUNCTIONS(PDFIUM_MEMBER)
} pdfium;

enum { OBJECT_TEXT = 1, OBJECT_PATH = 2, OBJECT_IMAGE = 3, OBJECT_FORM = 5 };
enum { SEGMENT_LINE = 0, SEGMENT_CURVE = 1, SEGMENT_MOVE = 2 };
enum { ANNOT_LINK = 2, ANNOT_FREETEXT = 3, ANNOT_STAMP = 13, ANNOT_POPUP = 16, ANNOT_WIDGET = 20 };
enum { ACTION_GOTO = 1, ACTION_URI = 3 };
enum { FIELD_SIGNATURE = 7, TYPE_DICTIONARY = 6, TYPE_REFERENCE = 9 };

#endif
