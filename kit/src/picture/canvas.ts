/** With less than all of its opacity (0 to 1), what lies below shows through: the page, where nothing does. */
export type Color = readonly [red: number, green: number, blue: number, opacity?: number];

/** RGBA pixels to draw on. Edges are smooth, what lies outside is cut off. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  /** Without a background the picture takes that of the page, light or dark. */
  constructor(width: number, height: number, background?: Color) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 4);
    if (background) this.fill(0, 0, width, height, 0, background);
  }

  /** A rectangle with round corners. */
  fill(x: number, y: number, width: number, height: number, radius: number, color: Color): void {
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    const round = Math.min(radius, halfWidth, halfHeight);
    const [left, right] = [Math.max(0, Math.floor(x)), Math.min(this.width, Math.ceil(x + width))];
    const [top, bottom] = [Math.max(0, Math.floor(y)), Math.min(this.height, Math.ceil(y + height))];
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        // The distance of the pixel's middle from the edge says how much of the pixel is inside.
        const dx = Math.abs(column + 0.5 - x - halfWidth) - halfWidth + round;
        const dy = Math.abs(row + 0.5 - y - halfHeight) - halfHeight + round;
        const distance = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round;
        this.#blend(column, row, color, Math.max(0, Math.min(1, 0.5 - distance)));
      }
    }
  }

  #blend(x: number, y: number, [red, green, blue, opacity = 1]: Color, covered: number): void {
    const share = covered * opacity;
    if (share === 0) return;
    const at = (y * this.width + x) * 4;
    const under = (this.pixels[at + 3] ?? 0) / 255;
    const whole = share + under * (1 - share);
    for (const [channel, value] of [red, green, blue].entries()) {
      const below = this.pixels[at + channel] ?? 0;
      this.pixels[at + channel] = Math.round((value * share + below * under * (1 - share)) / whole);
    }
    this.pixels[at + 3] = Math.round(whole * 255);
  }
}
