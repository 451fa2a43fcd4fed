/** Pictures as a phone takes them: a page on a table, seen at an angle. */
import sharp from 'sharp';
import type { Paper } from './papers.ts';

/** Of a phone's camera: 12 megapixels. */
const size = { width: 4000, height: 3000 };

/** The corners of the page in the photo as it is seen upright (3000 × 4000). */
const pageInPhoto = { left: 420, right: 2600, top: 500, bottom: 3500 };

/** Stored across and turned upright by its EXIF orientation, as phones do. */
export async function photoOfPage(name: string, words = 'BARANGAY CLEARANCE'): Promise<Paper> {
  const upright = { width: size.height, height: size.width };
  const { left, right, top, bottom } = pageInPhoto;
  const lines = Array.from(
    { length: 24 },
    (_, row) =>
      `<rect x="${left + 260}" y="${top + 700 + row * 80}" width="${1300 - (row % 5) * 120}" height="22" fill="#333"/>`,
  ).join('');
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${upright.width}" height="${upright.height}">
    <polygon points="${left},${top} ${right - 120},${top + 90} ${right},${bottom} ${left + 60},${bottom - 140}" fill="#f6f3ea"/>
    <text x="${left + 300}" y="${top + 480}" font-size="150" font-family="sans-serif" fill="#111">${words}</text>${lines}</svg>`;
  const noise = { type: 'gaussian', mean: 70, sigma: 14 } as const;
  const table = sharp({ create: { ...upright, channels: 3, background: '#5b4632', noise } });
  const seen = await table
    .composite([{ input: Buffer.from(page) }])
    .png()
    .toBuffer();
  // Orientation 6: what is stored has to be turned clockwise once to be seen upright.
  const buffer = await sharp(seen)
    .rotate(270)
    .jpeg({ quality: 93 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
