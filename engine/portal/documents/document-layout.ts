/** Arranges the blocks of a document on its pages: signatures side by side, code and fine print at the foot. */
import type { ContentBlock, DocumentContent } from './document-content.ts';

export type Signature = Extract<ContentBlock, { block: 'signature' }>;

type Photo = Extract<ContentBlock, { block: 'photo' }>;

export type LayoutBlock =
  | Exclude<ContentBlock, { block: 'signature' | 'qr' | 'fine' | 'color' | 'back' }>
  | { readonly block: 'signatures'; readonly signatures: readonly Signature[] };

export interface DocumentPage {
  /** Colour of the paper, front and back; null: white. */
  readonly color: string | null;
  readonly body: readonly LayoutBlock[];
  readonly foot: {
    /** The text beside the code; null: the page has no code. */
    readonly qr: string | null;
    readonly fine: readonly Extract<ContentBlock, { block: 'text' | 'fine' }>[];
    /** A picture of a place; null: none. */
    readonly photo: string | null;
  };
}

/** How much smaller text and spacing become, on a sheet or in a PDF, until a page fits on its paper. */
export const paperScales = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64] as const;

/** As many signatures are side by side as their names have room. */
const signaturesBeside = 3;

/** One page, or the front and the back of a card. */
export function layOutDocument({ blocks }: Pick<DocumentContent, 'blocks'>): DocumentPage[] {
  const pages: ContentBlock[][] = [[]];
  for (const block of blocks) {
    if (block.block === 'back') pages.push([]);
    else pages.at(-1)?.push(block);
  }
  const color = blocks.findLast((one) => one.block === 'color')?.color ?? null;
  return pages.map((page) => layOutPage(page, color));
}

function layOutPage(blocks: readonly ContentBlock[], color: string | null): DocumentPage {
  const body: LayoutBlock[] = [];
  let signatures: Signature[] = [];
  const sign = (): void => {
    if (signatures.length > 0) body.push({ block: 'signatures', signatures });
    signatures = [];
  };
  for (const block of blocks) {
    if (block.block === 'signature') {
      if (signatures.length === signaturesBeside) sign();
      signatures.push(block);
    } else if (!isBeside(block)) {
      sign();
      body.push(block);
    }
  }
  sign();
  const qr = blocks.find((one) => one.block === 'qr');
  const fine = blocks.flatMap((one) => (one.block === 'fine' ? [one] : []));
  const photo = blocks.find((one): one is Photo => isWide(one))?.file ?? null;
  return { color, body, foot: { qr: qr?.block === 'qr' ? qr.text : null, fine, photo } };
}

function isWide(block: ContentBlock): block is Photo {
  return block.block === 'photo' && block.isWide === true;
}

/** A longer text takes the whole width of a table that has two columns. */
const longText = 44;

export function isLongRow({ text }: { readonly text: string }): boolean {
  return text.length > longText || text.includes('\n');
}

/** Decides whether a block is at the foot of the page, or on no line at all. */
function isBeside(
  block: ContentBlock,
): block is Extract<ContentBlock, { block: 'qr' | 'fine' | 'color' | 'back' }> {
  return ['qr', 'fine', 'color', 'back'].includes(block.block) || isWide(block);
}

/** The lines of a table with two columns. The order of the rows stays. */
export function pairRows<Row extends { readonly text: string }>(rows: readonly Row[]): Row[][] {
  const lines: Row[][] = [];
  let open: Row | null = null;
  for (const row of rows) {
    if (open !== null && !isLongRow(row)) {
      lines.push([open, row]);
      open = null;
      continue;
    }
    if (open !== null) lines.push([open]);
    open = isLongRow(row) ? null : row;
    if (open === null) lines.push([row]);
  }
  return open === null ? lines : [...lines, [open]];
}
