// How large the pages are: known once a picture of them was seen, until then as large as the first that was.

const points = 96; // pixels of the screen to an inch at 100 %

export class Sizes {
  private readonly wide: Float64Array;
  private readonly tall: Float64Array;
  private standard: [number, number] = [8.5, 11];
  private any = false;

  constructor(pages: number) {
    this.wide = new Float64Array(pages);
    this.tall = new Float64Array(pages);
  }

  /** learn takes the size of a page from its picture and tells whether anything changed. */
  learn(page: number, width: number, height: number, dpi: number): boolean {
    const i = page - 1;
    if (!(width > 0 && height > 0) || this.wide[i]! > 0) return false;
    const before = [this.inches(page), this.ratio(page)];
    this.wide[i] = width / dpi;
    this.tall[i] = height / dpi;
    if (!this.any) { this.any = true; this.standard = [width / dpi, height / dpi]; return true; }
    // Pictures have whole pixels, so that equal pages differ a little.
    return Math.abs(before[0]! - this.inches(page)) > 0.05 || Math.abs(before[1]! - this.ratio(page)) > 0.01;
  }

  /** inches is how wide a page is. */
  inches(page: number): number { return this.wide[page - 1] || this.standard[0]; }

  /** ratio is height by width. */
  ratio(page: number): number {
    const i = page - 1;
    return this.wide[i]! > 0 ? this.tall[i]! / this.wide[i]! : this.standard[1] / this.standard[0];
  }

  /** pixels is how wide a page is on the screen at 100 %. */
  pixels(page: number): number { return this.inches(page) * points; }
}
