/** Straightens a page that was photographed at an angle: a perspective transformation with bilinear sampling. */
import type { Corners, Size } from './corners.ts';

/** RGBA, row by row. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** @param corners clockwise from what becomes the top left */
export function straighten(photo: Pixels, corners: Corners, page: Size): Pixels {
  const data = new Uint8ClampedArray(page.width * page.height * 4);
  const { a, b, c, d, e, f, g, h } = projectionTo(corners);
  const right = photo.width - 1;
  const bottom = photo.height - 1;
  const from = photo.data;
  let to = 0;
  for (let row = 0; row < page.height; row += 1) {
    const v = (row + 0.5) / page.height;
    for (let column = 0; column < page.width; column += 1) {
      const u = (column + 0.5) / page.width;
      const w = g * u + h * v + 1;
      const x = Math.min(right, Math.max(0, ((a * u + b * v + c) / w) * photo.width - 0.5));
      const y = Math.min(bottom, Math.max(0, ((d * u + e * v + f) / w) * photo.height - 0.5));
      const left = x | 0;
      const top = y | 0;
      const dx = x - left;
      const dy = y - top;
      const first = (top * photo.width + left) * 4;
      const beside = left < right ? 4 : 0;
      const below = top < bottom ? photo.width * 4 : 0;
      for (let part = 0; part < 3; part += 1) {
        const at = first + part;
        const upper = from[at]! + (from[at + beside]! - from[at]!) * dx;
        const lower = from[at + below]! + (from[at + below + beside]! - from[at + below]!) * dx;
        data[to + part] = upper + (lower - upper) * dy;
      }
      data[to + 3] = 255;
      to += 4;
    }
  }
  return { data, ...page };
}

/**
 * The projection of the unit square onto four corners (Heckbert, "Fundamentals of Texture Mapping", 1989):
 * x = (a·u + b·v + c) / (g·u + h·v + 1), y = (d·u + e·v + f) / (g·u + h·v + 1).
 */
function projectionTo([p, q, r, s]: Corners) {
  const x1 = q.x - r.x;
  const x2 = s.x - r.x;
  const x3 = p.x - q.x + r.x - s.x;
  const y1 = q.y - r.y;
  const y2 = s.y - r.y;
  const y3 = p.y - q.y + r.y - s.y;
  const all = x1 * y2 - x2 * y1;
  const g = (x3 * y2 - x2 * y3) / all;
  const h = (x1 * y3 - x3 * y1) / all;
  return {
    a: q.x - p.x + g * q.x,
    b: s.x - p.x + h * s.x,
    c: p.x,
    d: q.y - p.y + g * q.y,
    e: s.y - p.y + h * s.y,
    f: p.y,
    g,
    h,
  };
}
