/** A page that is drawn from top to bottom: sizes, margins, fonts, colours. */
import { fileURLToPath } from 'node:url';
import PdfKit from 'pdfkit';
import type { DocumentBorder, PaperSize } from '../../../portal/model/document.ts';

type Pdf = InstanceType<typeof PdfKit>;

export interface PdfPaper {
  readonly pdf: Pdf;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Lower edge of the drawing area. */
  readonly bottom: number;
  /** Size of body text in points. */
  readonly size: number;
  readonly isCard: boolean;
  readonly border: DocumentBorder;
  readonly accent: string;
  /** The color of every second line of a security border. */
  readonly second: string;
  readonly seal: PdfSeal;
  /** Pictures by the id of their file. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

export interface PdfSeal {
  /** Of the portal, for the default seal. */
  readonly title: string;
  /** A PNG; null: the default seal. */
  readonly picture: Buffer | null;
}

export const ink = { text: '#1c1a17', faint: '#57534b', line: '#c9c4bb', warning: '#b3261e' } as const;

const point = 72 / 25.4;
const sheets: Readonly<
  Record<PaperSize, { readonly size: [number, number]; readonly margin: number; readonly text: number }>
> = {
  A4: { size: [210 * point, 297 * point], margin: 18 * point, text: 10.5 },
  card: { size: [85.6 * point, 53.98 * point], margin: 3.5 * point, text: 6 },
};

/** Leaves room for the waves and the tiny print. */
const framedMargin = 17 * point;

const font = (file: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/source-sans-3/${file}`));
const fonts = {
  regular: font('400Regular/SourceSans3_400Regular.ttf'),
  bold: font('600SemiBold/SourceSans3_600SemiBold.ttf'),
  italic: font('400Regular_Italic/SourceSans3_400Regular_Italic.ttf'),
} as const;

export interface PaperOptions extends Pick<PdfPaper, 'border' | 'accent' | 'second' | 'seal' | 'pictures'> {
  readonly size: PaperSize;
  /** 1, or less if more has to fit on the page. */
  readonly scale: number;
  readonly info: { readonly Title: string; readonly Subject: string; readonly Keywords: string };
}

export function createPaper({ size, scale, info, ...design }: PaperOptions): PdfPaper {
  const { size: points, text, ...sheet } = sheets[size];
  const margin = design.border === 'security' && size === 'A4' ? framedMargin : sheet.margin;
  const pdf = new PdfKit({
    size: points,
    margin,
    bufferPages: true,
    autoFirstPage: true,
    lang: 'en',
    info,
  });
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, file);
  const [width, height] = points;
  return {
    pdf,
    left: margin,
    top: margin,
    width: width - 2 * margin,
    bottom: height - margin,
    size: text * scale,
    isCard: size === 'card',
    ...design,
  };
}

export function millimetres(count: number): number {
  return count * point;
}
