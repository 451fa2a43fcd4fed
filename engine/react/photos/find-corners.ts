/** Finds a light page on a darker ground in a small picture. Anything less certain is left to the person. */
import { type Corners, isConvex, type Point } from './corners.ts';
import type { Pixels } from './straighten.ts';

/** Share of the picture that a page covers at least. A page that fills the picture has nothing to cut off. */
const leastArea = 0.18;
const mostArea = 0.97;

/** Share of the four-sided shape that the page fills: a hand or a second sheet makes it less. */
const leastFill = 0.9;

/** Difference between page and ground, of 255. */
const leastContrast = 40;

/** Null if no page stands out. */
export function findCorners(picture: Pixels): Corners | null {
  const grey = softened(greyOf(picture), picture);
  const limit = thresholdOf(grey);
  if (limit === null) return null;
  const page = largestPatch(grey, picture, limit);
  const corners = outermost(page, picture);
  if (!isConvex(corners)) return null;
  const covered = areaOf(corners);
  const share = page.length / grey.length;
  const isPage =
    covered > leastArea && covered < mostArea && share / covered > leastFill && share / covered < 1.1;
  return isPage ? corners : null;
}

function greyOf({ data, width, height }: Pixels): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = data[at * 4]! * 0.3 + data[at * 4 + 1]! * 0.59 + data[at * 4 + 2]! * 0.11;
  }
  return grey;
}

/** The lightest of nine: closes the letters of a text, so that the page is one patch. */
function softened(grey: Uint8Array, { width, height }: Pixels): Uint8Array {
  let from = grey;
  for (let round = 0; round < 2; round += 1) {
    const next = new Uint8Array(from.length);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        let most = 0;
        for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
          for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
            most = Math.max(most, from[v * width + u]!);
          }
        }
        next[y * width + x] = most;
      }
    }
    from = next;
  }
  return from;
}

/** Otsu's method: the grey that parts light from dark best. Null if they hardly differ. */
function thresholdOf(grey: Uint8Array): number | null {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let best = { between: 0, limit: 0, contrast: 0 };
  let dark = 0;
  let darkSum = 0;
  for (let limit = 0; limit < 255; limit += 1) {
    dark += counts[limit] ?? 0;
    darkSum += (counts[limit] ?? 0) * limit;
    const light = grey.length - dark;
    if (dark === 0 || light === 0) continue;
    const contrast = (total - darkSum) / light - darkSum / dark;
    const between = dark * light * contrast * contrast;
    if (between > best.between) best = { between, limit, contrast };
  }
  return best.contrast < leastContrast ? null : best.limit;
}

/** The places of the largest connected light patch. */
function largestPatch(grey: Uint8Array, { width }: Pixels, limit: number): readonly number[] {
  const seen = new Uint8Array(grey.length);
  let largest: number[] = [];
  for (let start = 0; start < grey.length; start += 1) {
    if (seen[start] === 1 || grey[start]! <= limit) continue;
    seen[start] = 1;
    const patch = [start];
    for (let next = 0; next < patch.length; next += 1) {
      const at = patch[next]!;
      const x = at % width;
      const around = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const one of around) {
        if (one < 0 || one >= grey.length || seen[one] === 1 || grey[one]! <= limit) continue;
        seen[one] = 1;
        patch.push(one);
      }
    }
    if (patch.length > largest.length) largest = patch;
  }
  return largest;
}

/** The corners of a page that is not turned by much: the points that are farthest out on both diagonals. */
function outermost(patch: readonly number[], { width, height }: Pixels): Corners {
  const none: Point = { x: 0, y: 0 };
  const found = [
    { point: none, out: -Infinity },
    { point: none, out: -Infinity },
    { point: none, out: -Infinity },
    { point: none, out: -Infinity },
  ] as const;
  const best = found.map((one) => ({ ...one }));
  for (const at of patch) {
    const x = at % width;
    const y = Math.floor(at / width);
    const outs = [-x - y, x - y, x + y, y - x];
    for (const [index, out] of outs.entries()) {
      const one = best[index];
      if (one === undefined || out <= one.out) continue;
      one.out = out;
      one.point = {
        x: (x + (index === 1 || index === 2 ? 1 : 0)) / width,
        y: (y + (index > 1 ? 1 : 0)) / height,
      };
    }
  }
  const [a = none, b = none, c = none, d = none] = best.map(({ point }) => point);
  return [a, b, c, d];
}

function areaOf(corners: Corners): number {
  const twice = corners.reduce((sum, { x, y }, at) => {
    const next = corners[(at + 1) % 4] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}
