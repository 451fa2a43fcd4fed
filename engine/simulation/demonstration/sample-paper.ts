/** Papers and photos for a demonstration. They look like something, and say that they are samples. */
import PdfKit from 'pdfkit';
import sharp from 'sharp';
import type { PaperMaker, SamplePaper } from '../town/sample.ts';
import type { Random } from '../town/random.ts';

/** @returns a maker that makes one paper for each title, because people look at one at a time */
export function paperMaker(): PaperMaker {
  const made = new Map<string, Promise<SamplePaper>>();
  return ({ title, accepts }, random) => {
    const isPaper = accepts.includes('pdf');
    const kind = isPaper ? title : `photo ${random.below(photos)}`;
    const paper = made.get(kind) ?? (isPaper ? paperOf(title) : photoOf(random));
    made.set(kind, paper);
    return paper;
  };
}

/** Different photos. */
const photos = 6;
const grey = '#8a8a83';

async function paperOf(title: string): Promise<SamplePaper> {
  const paper = new PdfKit({ size: 'A4', margin: 60, info: { Title: title } });
  const parts: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  paper.on('data', (part: Buffer) => parts.push(part)).once('end', resolve);
  paper.rect(36, 36, 523, 770).lineWidth(1.5).stroke('#44596b');
  paper.circle(297, 110, 34).lineWidth(2).stroke('#44596b').circle(297, 110, 28).lineWidth(0.5).stroke();
  paper
    .fillColor('#22303c')
    .font('Times-Bold')
    .fontSize(20)
    .text(title, 70, 170, { width: 455, align: 'center' });
  paper.font('Times-Roman').fontSize(11).fillColor(grey);
  paper.text('A sample for the demonstration. Everything on it is invented.', 70, 250, {
    width: 455,
    align: 'center',
  });
  // Lines in place of text.
  for (let line = 0; line < 14; line += 1) {
    const width = line % 5 === 4 ? 240 : 455;
    paper.rect(70, 300 + line * 22, width, 5).fill('#d9d9d2');
  }
  paper
    .moveTo(340, 690)
    .bezierCurveTo(370, 640, 390, 720, 420, 668)
    .bezierCurveTo(440, 640, 450, 700, 500, 670);
  paper.lineWidth(1.6).stroke('#1d3f8f').moveTo(330, 706).lineTo(520, 706).lineWidth(0.7).stroke(grey);
  paper.end();
  await promise;
  return { name: `${fileNameOf(title)}.pdf`, type: 'application/pdf', content: Buffer.concat(parts) };
}

/** A house at the street, in one of several colours. */
async function photoOf(random: Random): Promise<SamplePaper> {
  const wall = `hsl(${random.below(360)} 35% 62%)`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7fb4de"/><stop offset="1" stop-color="#e9f1f5"/></linearGradient></defs>
    <rect width="960" height="720" fill="url(#sky)"/><rect y="520" width="960" height="200" fill="#8b857b"/>
    <rect y="505" width="960" height="22" fill="#b9b2a5"/><rect x="180" y="210" width="600" height="310" fill="${wall}"/>
    <path d="M150 215 480 90l330 125z" fill="#6d4436"/><rect x="220" y="250" width="520" height="60" fill="#f4efe2"/>
    <rect x="420" y="350" width="120" height="170" fill="#4a3527"/><rect x="230" y="350" width="150" height="110" fill="#dcecf4"/>
    <rect x="580" y="350" width="150" height="110" fill="#dcecf4"/><circle cx="80" cy="420" r="70" fill="#3f7a4a"/><rect x="70" y="440" width="18" height="90" fill="#5d4630"/>
  </svg>`;
  const content = await sharp(Buffer.from(drawing)).jpeg({ quality: 78 }).toBuffer();
  return { name: 'photo.jpg', type: 'image/jpeg', content };
}

function fileNameOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'paper'
  );
}
