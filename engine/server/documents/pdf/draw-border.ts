/** Draws the border of a sheet: a plain frame, or wave lines with tiny print that copiers lose. */
import { rosette, wavePaths } from '../../../portal/documents/wave-lines.ts';
import { millimetres, type PdfPaper } from './paper.ts';

/** From the edge of the paper to the outer edge of the waves, and their height. */
const inset = millimetres(6);
const band = millimetres(6.5);
const wave = millimetres(7);
const tinySize = 2.1;

/** @param tiny the text that the tiny print repeats */
export function drawBorder(paper: PdfPaper, tiny: string): void {
  if (paper.border === 'line') return drawFrame(paper, inset + band, 0.9);
  if (paper.border === 'security') drawWaves(paper, tiny);
}

function drawFrame({ pdf, accent }: PdfPaper, from: number, lineWidth: number): void {
  const { width, height } = pdf.page;
  pdf
    .rect(from, from, width - 2 * from, height - 2 * from)
    .lineWidth(lineWidth)
    .strokeColor(accent)
    .stroke();
}

function drawWaves(paper: PdfPaper, tiny: string): void {
  const { pdf, accent, second } = paper;
  const { width, height } = pdf.page;
  const middle = inset + band / 2;
  const corner = band * 1.15;
  pdf.save().lineWidth(0.35).strokeOpacity(0.75);
  const sides = [
    { isVertical: false, length: width, middle },
    { isVertical: false, length: width, middle: height - middle },
    { isVertical: true, length: height, middle },
    { isVertical: true, length: height, middle: width - middle },
  ];
  for (const { length, ...side } of sides) {
    const from = middle + corner / 2;
    const paths = wavePaths({ ...side, from, length: length - 2 * from, height: band * 0.86 }, wave);
    // Each strand begins at another point, so the ends are cut.
    pdf.save();
    clip(pdf, side.isVertical, { from, length: length - 2 * from, middle: side.middle });
    paths.forEach((path, at) =>
      pdf
        .path(path)
        .strokeColor(at % 2 === 0 ? accent : second)
        .stroke(),
    );
    pdf.restore();
  }
  for (const x of [middle, width - middle]) {
    for (const y of [middle, height - middle]) {
      for (const circle of rosette(x, y, corner / 2)) pdf.circle(circle.x, circle.y, circle.r).stroke(accent);
    }
  }
  pdf.restore();
  drawFrame(paper, inset, 0.5);
  drawFrame(paper, inset + band, 0.5);
  drawTiny(paper, tiny);
}

function clip(
  pdf: PdfPaper['pdf'],
  isVertical: boolean,
  { from, length, middle }: { readonly from: number; readonly length: number; readonly middle: number },
): void {
  const start = middle - band / 2;
  if (isVertical) pdf.rect(start, from, band, length).clip();
  else pdf.rect(from, start, length, band).clip();
}

/** Along the inner edge of the waves, on all four sides. */
function drawTiny({ pdf, accent }: PdfPaper, tiny: string): void {
  const { width, height } = pdf.page;
  const from = inset + band + 2.4;
  pdf.font('regular').fontSize(tinySize).fillColor(accent);
  const unit = `${tiny} · `;
  const step = Math.max(1, pdf.widthOfString(unit));
  const line = (x: number, y: number, room: number): void => {
    const count = Math.floor(room / step);
    if (count > 0)
      pdf.text(unit.repeat(count), x, y, {
        lineBreak: false,
        characterSpacing: (room - count * step) / (count * unit.length),
      });
  };
  line(from, from - tinySize / 2, width - 2 * from);
  line(from, height - from - tinySize / 2, width - 2 * from);
  for (const [x, turn] of [
    [from, -90],
    [width - from, 90],
  ] as const) {
    pdf.save().rotate(turn, { origin: [x, height / 2] });
    line(x - (height - 2 * from) / 2, height / 2 - tinySize / 2, height - 2 * from);
    pdf.restore();
  }
}
