/** Real small files to send: a PDF of one page and a PNG picture, generated on use. */
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';

export interface Paper {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Enters yesterday as the issue date, if the item asks for the date on its paper. */
export async function sayPaperDay(item: Locator): Promise<void> {
  const field = item.locator('input[type=date]');
  if ((await field.count()) === 0) return;
  await field.fill(await yesterdayOn(item.page()));
}

/** ISO date of yesterday in the browser. */
export async function yesterdayOn(page: Page): Promise<string> {
  const now = await page.evaluate(() => Date.now());
  return new Date(now - 86_400_000).toISOString().slice(0, 10);
}

/** A PDF of one page with `text`, valid for PDF readers. */
export function pdf(name: string, text: string): Paper {
  const content = `BT /F1 18 Tf 60 760 Td (${text.replaceAll(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\n`;
  const buffer = Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1');
  return { name, mimeType: 'application/pdf', buffer };
}

/** The number of pages of a printed document. */
export function pagesOf(document: Buffer): number {
  return (document.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
}

const [width, height] = [480, 300];
const colours = ['f4efe6', '0b5c8a', 'c9d8e2', '8a949b'];

/** A picture of something like an identity card: a stripe, a face, lines of text. */
export function png(name: string): Paper {
  const row = (y: number) => [0, ...Array.from({ length: width }, (_, x) => colourAt(x, y))];
  const pixels = Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat());
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.join(''), 'hex')),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

function colourAt(x: number, y: number): number {
  if (y < 56) return 1;
  if (x >= 36 && x < 156 && y >= 92 && y < 252) {
    const isHead = Math.hypot(x - 96, y - 150) < 30;
    const isBody = Math.hypot((x - 96) / 52, (y - 252) / 62) < 1;
    return isHead || isBody ? 3 : 2;
  }
  const isLine = x >= 192 && x < 430 && y >= 100 && y < 236 && y % 34 < 10;
  return isLine ? 3 : 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
