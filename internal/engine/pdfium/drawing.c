//go:build cgo

#include <math.h>

#include "inside.h"

// Bounds of one page. Forms may call each other many times over, and a map may be drawn with millions of steps.
enum { DEPTH = 16, OBJECTS = 1 << 20, SEGMENTS = 1 << 22, CLIP_STEPS = 1 << 20 };

typedef struct {
  oct_page *page;
  pdfium *lib;
  oct_box paper;
  int32_t order;
  int clip_steps;
} walk;

typedef struct {
  pdf_matrix to_display;
  oct_box clip;
  int depth, annotation;
  uint16_t element, artifact;
} place;

// clip_of is the box that the clip paths of an object leave, in display space.
static oct_box clip_of(walk *w, pdf_object object, const place *at) {
  oct_box left = at->clip;
  pdf_clip clip = w->lib->FPDFPageObj_GetClipPath(object);
  int paths = clip ? w->lib->FPDFClipPath_CountPaths(clip) : 0;
  for (int i = 0; i < paths; i++) {
    int steps = w->lib->FPDFClipPath_CountPathSegments(clip, i);
    if (steps <= 0) continue;
    w->clip_steps += steps < CLIP_STEPS ? steps : CLIP_STEPS;
    if (w->clip_steps > CLIP_STEPS) return left;
    oct_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int s = 0; s < steps; s++) {
      float x, y;
      if (!w->lib->FPDFPathSegment_GetPoint(w->lib->FPDFClipPath_GetPathSegment(clip, i, s), &x, &y)) continue;
      box = oct_stretch(box, oct_at(&at->to_display, x, y));
    }
    left = oct_cut(left, box);
  }
  return left;
}

static int add_path(walk *w, pdf_object object, const place *at, oct_box clip) {
  oct_page *page = w->page;
  int fill = 0, stroke = 0, steps = w->lib->FPDFPath_CountSegments(object);
  if (!w->lib->FPDFPath_GetDrawMode(object, &fill, &stroke) || (!fill && !stroke) || steps <= 0) return OCT_OK;
  if (page->segments.n + (size_t)steps > SEGMENTS) {
    page->dropped++;
    return OCT_OK;
  }
  pdf_matrix m;
  if (!w->lib->FPDFPageObj_GetMatrix(object, &m)) return OCT_OK;
  m = oct_times(m, at->to_display);
  oct_segment *to = oct_room(&page->segments, sizeof *to, (size_t)steps);
  oct_path *path = to ? oct_add(&page->paths, sizeof *path) : NULL;
  if (!path) return OCT_MEMORY;
  static const uint8_t kinds[] = {[SEGMENT_LINE] = 1, [SEGMENT_CURVE] = 2, [SEGMENT_MOVE] = 0};
  oct_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < steps; i++) {
    pdf_segment segment = w->lib->FPDFPath_GetPathSegment(object, i);
    float x = 0, y = 0;
    int kind = w->lib->FPDFPathSegment_GetType(segment);
    w->lib->FPDFPathSegment_GetPoint(segment, &x, &y);
    oct_point p = oct_at(&m, x, y);
    to[i] = (oct_segment){p, kind < 0 || kind > 2 ? 0 : kinds[kind], w->lib->FPDFPathSegment_GetClose(segment) != 0, 0};
    box = oct_stretch(box, p);
  }
  path->first = (int64_t)page->segments.n;
  path->count = steps;
  page->segments.n += (size_t)steps;
  path->box = box;
  path->visible = oct_cut(box, clip);
  path->object = w->order;
  path->annotation = at->annotation;
  path->element = at->element;
  unsigned r, g, b, a;
  if (fill && w->lib->FPDFPageObj_GetFillColor(object, &r, &g, &b, &a)) path->fill = oct_color(r, g, b, a);
  if (stroke && w->lib->FPDFPageObj_GetStrokeColor(object, &r, &g, &b, &a)) path->stroke = oct_color(r, g, b, a);
  if (stroke && w->lib->FPDFPageObj_GetStrokeWidth(object, &path->width))
    path->width = oct_sound(path->width * sqrtf(fabsf(m.a * m.d - m.b * m.c)));
  return OCT_OK;
}

static int add_image(walk *w, pdf_object object, const place *at, oct_box clip) {
  pdf_matrix m;
  if (!w->lib->FPDFPageObj_GetMatrix(object, &m)) return OCT_OK;
  m = oct_times(m, at->to_display);
  oct_image *image = oct_add(&w->page->images, sizeof *image);
  if (!image) return OCT_MEMORY;
  unsigned width = 0, height = 0;
  w->lib->FPDFImageObj_GetImagePixelSize(object, &width, &height);
  image->width = width > INT32_MAX ? 0 : (int32_t)width;
  image->height = height > INT32_MAX ? 0 : (int32_t)height;
  float across = hypotf(m.a, m.b), down = hypotf(m.c, m.d);
  if (across > 0) image->dpi_x = oct_sound(72.0 * image->width / across);
  if (down > 0) image->dpi_y = oct_sound(72.0 * image->height / down);
  image->angle = oct_angle(m.a, m.b);
  image->box = oct_place(&m, 0, 0, 1, 1);
  image->visible = oct_cut(image->box, clip);
  image->object = w->order;
  image->annotation = at->annotation;
  image->element = at->element;
  return OCT_OK;
}

static int visit(walk *w, pdf_object object, place at);

static int descend(walk *w, pdf_object form, place at, oct_box clip) {
  pdf_matrix m;
  int n = w->lib->FPDFFormObj_CountObjects(form);
  if (n <= 0 || !w->lib->FPDFPageObj_GetMatrix(form, &m)) return OCT_OK;
  if (at.depth == DEPTH) {
    w->page->dropped += n;
    return OCT_OK;
  }
  at.to_display = oct_times(m, at.to_display);
  at.clip = clip;
  at.depth++;
  for (int i = 0; i < n; i++) {
    int problem = visit(w, w->lib->FPDFFormObj_GetObject(form, (unsigned long)i), at);
    if (problem) return problem;
  }
  return OCT_OK;
}

static int visit(walk *w, pdf_object object, place at) {
  if (!object) return OCT_OK;
  if (w->order == OBJECTS) {
    w->page->dropped++;
    return OCT_OK;
  }
  oct_box clip = clip_of(w, object, &at);
  // What a form holds belongs where the form does: numbers inside it are of another series.
  if (at.depth == 0 && !at.annotation) at.element = oct_element_of(w->page, object);
  if (!at.element && !at.artifact) at.artifact = oct_is_artifact(w->page, object);
  int problem = OCT_OK;
  switch (w->lib->FPDFPageObj_GetType(object)) {
    case OBJECT_TEXT:
      if (!oct_map_put(w->page->objects, (oct_entry){object, w->order, at.annotation, clip, at.element, at.artifact})) problem = OCT_MEMORY;
      break;
    case OBJECT_PATH:
      problem = add_path(w, object, &at, clip);
      break;
    case OBJECT_IMAGE:
      problem = add_image(w, object, &at, clip);
      break;
    case OBJECT_FORM:
      return descend(w, object, at, clip);
  }
  w->order++;
  return problem;
}

// oct_read_drawing lists paths and images, and notes where each text object stands in drawing order.
int oct_read_drawing(oct_page *page) {
  pdfium *lib = page->doc->lib;
  walk w = {page, lib, {0, 0, page->width, page->height}, 0, 0};
  int n = lib->FPDFPage_CountObjects(page->page);
  for (int i = 0; i < n; i++) {
    place at = {page->display, w.paper, 0, i >= page->own_objects, 0, 0};
    int problem = visit(&w, lib->FPDFPage_GetObject(page->page, i), at);
    if (problem) return problem;
  }
  return OCT_OK;
}
