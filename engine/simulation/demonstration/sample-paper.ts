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
    const draw = ofPerson.test(title) ? portrait : house;
    const kind = isPaper ? title : `${draw.name} ${random.below(photos)}`;
    const paper = made.get(kind) ?? (isPaper ? paperOf(title, made.size) : photoOf(draw(random)));
    made.set(kind, paper);
    return paper;
  };
}

/** Different photos of a place, and of a person. */
const photos = 6;
/** Titles of papers that ask for the photo of a person. */
const ofPerson = /\b(?:ID|passport|portrait)\b/i;
const grey = '#8a8a83';
const ink = '#22303c';
const blue = '#44596b';
const pen = '#1d3f8f';
const remark = 'A sample for the demonstration. Everything on it is invented.';

const origin =
  'This paper was made out at the request of the person who shows it. The entries were compared with the register and with the papers that were shown at the counter on the same day.';
const reliance =
  'Whoever relies on it may ask the issuer for a copy of the entry. Name the number above. A change that is not signed by the issuer makes the paper void.';

const entries = {
  Name: 'as in the application',
  Address: 'as in the application',
  'Entered by': 'the clerk on duty',
  'Shown at the counter': 'an identity card and the last receipt',
  Pages: '1',
  Fee: 'paid',
  Remarks: 'none',
};

type PaperLayout = (paper: PDFKit.PDFDocument, title: string, number: string) => void;

/** Of several looks, so that a checklist does not show the same page for each item. */
const layouts: readonly PaperLayout[] = [drawCertificate, drawLetter, drawForm];

/** @param index of the paper among those that are made: neighbours look different */
async function paperOf(title: string, index: number): Promise<SamplePaper> {
  const paper = new PdfKit({ size: 'A4', margin: 60, info: { Title: title } });
  const parts: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  paper.on('data', (part: Buffer) => parts.push(part)).once('end', resolve);
  const code = [...title].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 7);
  const layout = layouts[index % layouts.length] ?? drawCertificate;
  layout(paper, title, `No. ${String(code).padStart(5, '0')}`);
  paper
    .font('Times-Italic')
    .fontSize(10)
    .fillColor(grey)
    .text(remark, 70, 764, { width: 455, align: 'center' });
  paper.end();
  await promise;
  return { name: `${fileNameOf(title)}.pdf`, type: 'application/pdf', content: Buffer.concat(parts) };
}

function drawCertificate(paper: PDFKit.PDFDocument, title: string, number: string): void {
  const centred = { width: 415, align: 'center', lineGap: 6 } as const;
  paper.rect(36, 36, 523, 724).lineWidth(1.5).stroke(blue);
  paper.circle(297, 110, 34).lineWidth(2).stroke(blue).circle(297, 110, 28).lineWidth(0.5).stroke();
  paper.font('Times-Bold').fontSize(20).fillColor(ink).text(title, 90, 180, centred);
  paper.font('Times-Roman').fontSize(12).fillColor(grey).text(number, centred).moveDown(2);
  paper.fontSize(13).fillColor(ink);
  for (const paragraph of [origin, reliance]) paper.text(paragraph, centred).moveDown();
  sign(paper, 330);
}

function drawLetter(paper: PDFKit.PDFDocument, title: string, number: string): void {
  const block = { width: 455, lineGap: 5 };
  paper.rect(70, 60, 36, 36).fill(blue);
  paper.moveTo(70, 112).lineTo(525, 112).lineWidth(1).stroke(blue);
  paper.font('Times-Roman').fontSize(11).fillColor(grey).text(number, 120, 72);
  paper.font('Times-Bold').fontSize(16).fillColor(ink).text(title, 70, 150, block).moveDown();
  paper.font('Times-Roman').fontSize(12);
  for (const paragraph of [origin, reliance, origin, reliance]) paper.text(paragraph, block).moveDown();
  sign(paper, 70);
}

function drawForm(paper: PDFKit.PDFDocument, title: string, number: string): void {
  paper.font('Times-Bold').fontSize(16).fillColor(ink).text(title, 70, 70, { width: 340 });
  paper.font('Times-Roman').fontSize(11).fillColor(grey).text(number, 430, 74);
  for (const [index, [row, entry]] of Object.entries(entries).entries()) {
    const top = 140 + index * 44;
    paper.rect(70, top, 455, 44).lineWidth(0.7).stroke(blue);
    paper
      .font('Times-Roman')
      .fontSize(9)
      .fillColor(grey)
      .text(row, 78, top + 6);
    paper
      .font('Times-Italic')
      .fontSize(13)
      .fillColor(pen)
      .text(entry, 78, top + 20);
  }
  paper.font('Times-Roman').fontSize(11).fillColor(ink).text(reliance, 70, 510, { width: 455 });
  sign(paper, 330);
}

function sign(paper: PDFKit.PDFDocument, left: number): void {
  paper
    .moveTo(left + 10, 690)
    .bezierCurveTo(left + 40, 640, left + 60, 720, left + 90, 668)
    .bezierCurveTo(left + 110, 640, left + 120, 700, left + 170, 670);
  paper.lineWidth(1.6).stroke(pen);
  paper
    .moveTo(left, 706)
    .lineTo(left + 190, 706)
    .lineWidth(0.7)
    .stroke(grey);
}

async function photoOf(drawing: string): Promise<SamplePaper> {
  const content = await sharp(Buffer.from(drawing)).jpeg({ quality: 78 }).toBuffer();
  return { name: 'photo.jpg', type: 'image/jpeg', content };
}

/** A house at the street, in one of several colours. */
function house(random: Random): string {
  const wall = `hsl(${random.below(360)} 35% 62%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7fb4de"/><stop offset="1" stop-color="#e9f1f5"/></linearGradient></defs>
    <rect width="960" height="720" fill="url(#sky)"/><rect y="520" width="960" height="200" fill="#8b857b"/>
    <rect y="505" width="960" height="22" fill="#b9b2a5"/><rect x="180" y="210" width="600" height="310" fill="${wall}"/>
    <path d="M150 215 480 90l330 125z" fill="#6d4436"/><rect x="220" y="250" width="520" height="60" fill="#f4efe2"/>
    <rect x="420" y="350" width="120" height="170" fill="#4a3527"/><rect x="230" y="350" width="150" height="110" fill="#dcecf4"/>
    <rect x="580" y="350" width="150" height="110" fill="#dcecf4"/><circle cx="80" cy="420" r="70" fill="#3f7a4a"/><rect x="70" y="440" width="18" height="90" fill="#5d4630"/>
  </svg>`;
}

/** Head and shoulders before a white wall, in a shirt of one of several colours. */
function portrait(random: Random): string {
  const shirt = `hsl(${random.below(360)} 35% 45%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="720">
    <rect width="720" height="720" fill="#f4f5f5"/><path d="M90 720c0-150 110-215 270-215s270 65 270 215z" fill="${shirt}"/>
    <path d="M300 430h120v90q-60 60-120 0z" fill="#a8765a"/><ellipse cx="360" cy="310" rx="122" ry="155" fill="#bd8a6b"/>
    <path d="M232 320c-20-130 40-195 128-195s148 65 128 195c-14-60-40-95-60-110-50 25-110 25-140 5-24 20-46 50-56 105z" fill="#2b211d"/>
    <circle cx="312" cy="315" r="10" fill="#2b211d"/><circle cx="408" cy="315" r="10" fill="#2b211d"/><path d="M316 390q44 34 88 0" fill="none" stroke="#7a4a3c" stroke-width="8"/>
  </svg>`;
}

function fileNameOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'paper'
  );
}
