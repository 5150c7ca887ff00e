//go:build cgo

#include <math.h>

#include "inside.h"

pdf_matrix oct_times(pdf_matrix m, pdf_matrix n) {
  return (pdf_matrix){
      m.a * n.a + m.b * n.c,       m.a * n.b + m.b * n.d,       m.c * n.a + m.d * n.c,
      m.c * n.b + m.d * n.d,       m.e * n.a + m.f * n.c + n.e, m.e * n.b + m.f * n.d + n.f,
  };
}

oct_box oct_place(const pdf_matrix *m, double left, double bottom, double right, double top) {
  oct_point p = oct_at(m, left, bottom);
  oct_box box = oct_stretch((oct_box){p.x, p.y, p.x, p.y}, oct_at(m, right, top));
  bool straight = (m->b == 0 && m->c == 0) || (m->a == 0 && m->d == 0);
  if (!straight) {  // the other corners may stand out
    box = oct_stretch(box, oct_at(m, left, top));
    box = oct_stretch(box, oct_at(m, right, bottom));
  }
  return box;
}

// oct_cut keeps what two boxes share; nothing shared leaves a box without area inside the first.
oct_box oct_cut(oct_box a, oct_box b) {
  oct_box c = {fmaxf(a.x0, b.x0), fmaxf(a.y0, b.y0), fminf(a.x1, b.x1), fminf(a.y1, b.y1)};
  if (c.x1 < c.x0) c.x0 = c.x1 = fminf(fmaxf(c.x0, a.x0), a.x1);
  if (c.y1 < c.y0) c.y0 = c.y1 = fminf(fmaxf(c.y0, a.y0), a.y1);
  return c;
}

bool oct_apart(oct_box a, oct_box b) { return a.x1 < b.x0 || b.x1 < a.x0 || a.y1 < b.y0 || b.y1 < a.y0; }

// oct_angle is clockwise, because y grows downwards.
float oct_angle(double x, double y) {
  double degrees = atan2(y, x) * 180 / M_PI;
  if (degrees < 0) degrees += 360;
  return degrees > 0.005 && degrees < 359.995 ? (float)degrees : 0;
}

uint32_t oct_color(unsigned r, unsigned g, unsigned b, unsigned a) {
  return (r & 255) << 24 | (g & 255) << 16 | (b & 255) << 8 | (a & 255);
}
