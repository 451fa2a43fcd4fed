/** Uploads of a simulation: a real PDF with one empty page, or a real picture if only pictures are accepted. */
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
];

function build(): Uint8Array {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}

export interface SamplePaper {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

const page: SamplePaper = { name: 'simulated.pdf', type: 'application/pdf', content: build() };

/** One white pixel. */
const picture: SamplePaper = {
  name: 'simulated.png',
  type: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
    'base64',
  ),
};

/** @param accepts accepted file extensions, such as `pdf` */
export function emptyPaper(accepts: readonly string[]): SamplePaper {
  return accepts.includes('pdf') ? page : picture;
}
