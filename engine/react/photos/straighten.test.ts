/** A page at an angle is found in its photo, and straightened. */
import { expect, test } from 'vitest';
import {
  cornersAfter,
  type Corners,
  sizeOfPage,
  turned,
  turnedBack,
  wholePicture,
  withCorner,
} from './corners.ts';
import { findCorners } from './find-corners.ts';
import { type Pixels, straighten } from './straighten.ts';

const size = { width: 200, height: 260 };
const page: Corners = [
  { x: 0.2, y: 0.15 },
  { x: 0.8, y: 0.2 },
  { x: 0.85, y: 0.9 },
  { x: 0.15, y: 0.85 },
];

/** A light page on a dark table, red in its top left quarter. */
function photo(ground = 40): Pixels {
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  for (let at = 0; at < size.width * size.height; at += 1) {
    const x = (at % size.width) / size.width;
    const y = Math.floor(at / size.width) / size.height;
    const isPage = page.every((corner, index) => {
      const next = page[(index + 1) % 4] ?? corner;
      return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) > 0;
    });
    const isRed = isPage && x < 0.4 && y < 0.4;
    data.set(
      isPage ? [250, isRed ? 190 : 245, isRed ? 190 : 240, 255] : [ground, ground, ground, 255],
      at * 4,
    );
  }
  return { data, ...size };
}

function pixel({ data }: Pixels, x: number, y: number): number[] {
  return Array.from(data.slice((y * 60 + x) * 4, (y * 60 + x) * 4 + 3));
}

test('the corners of a page are found to two pixels', () => {
  const found = findCorners(photo());
  expect(found).not.toBeNull();
  for (const [index, { x, y }] of page.entries()) {
    expect(Math.abs((found?.[index]?.x ?? 1) - x)).toBeLessThan(0.02);
    expect(Math.abs((found?.[index]?.y ?? 1) - y)).toBeLessThan(0.02);
  }
});

test('a page that hardly differs from its ground is left to the person', () => {
  expect(findCorners(photo(235))).toBeNull();
});

test('a straightened page shows nothing of the table, and turns with its corners', () => {
  const upright = straighten(photo(), page, { width: 60, height: 80 });
  expect(pixel(upright, 2, 2)[1]).toBe(190);
  expect(pixel(upright, 57, 2)[1]).toBe(245);
  expect(pixel(upright, 57, 77)[1]).toBe(245);
  const once = straighten(photo(), cornersAfter(page, 1), { width: 60, height: 80 });
  expect(pixel(once, 57, 2)[1]).toBe(190);
  expect(pixel(once, 2, 2)[1]).toBe(245);
});

test('a page keeps its proportions, and is never larger than in the photo', () => {
  expect(sizeOfPage(wholePicture, { width: 3000, height: 4000 }, 2000)).toEqual({
    width: 1500,
    height: 2000,
  });
  expect(sizeOfPage(wholePicture, { width: 300, height: 400 }, 2000)).toEqual({ width: 300, height: 400 });
});

test('a corner stays in the picture and never crosses another', () => {
  expect(withCorner(wholePicture, 0, { x: -1, y: 0.1 })[0]).toEqual({ x: 0, y: 0.1 });
  expect(withCorner(wholePicture, 0, { x: 1, y: 1 })).toBe(wholePicture);
  expect(turnedBack(turned({ x: 0.1, y: 0.3 }, 3), 3)).toEqual({
    x: expect.closeTo(0.1),
    y: expect.closeTo(0.3),
  });
});
