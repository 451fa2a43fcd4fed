/** The files of stories: every one is a page with the name of the file, made when it is opened. */
import { pdf } from 'tinypdf';

/** The answer to `POST /files/:id/link`: an address that needs no server. */
export function fileLink(id: string): Response {
  return Response.json({ url: `data:application/pdf;base64,${btoa(binaryOf(sheetOf(id)))}` });
}

/** The answer to `GET /files/:id/content`. */
export function fileContent(id: string): Response {
  return new Response(new Uint8Array(sheetOf(id)), { headers: { 'Content-Type': 'application/pdf' } });
}

/** In points: A4. */
const sheet = { width: 595, height: 842 };

function sheetOf(id: string): Uint8Array {
  const document = pdf();
  document.page(sheet.width, sheet.height, ({ text, line, rect }) => {
    rect(48, 728, 40, 40, '#0b5c8a');
    text('A paper of this story', 104, 750, 18);
    text(id, 104, 732, 10, { color: '#686359' });
    line(48, 712, sheet.width - 48, 712, '#bcb7ae');
    for (let row = 0; row < 18; row++) rect(48, 672 - row * 28, 470 - (row % 3) * 90, 8, '#e8e5e0');
  });
  return document.build();
}

function binaryOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
