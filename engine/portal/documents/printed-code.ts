/** The code of a document as people read it: printed on the paper, and typed, pasted or scanned to check it. */

export interface PrintedCode {
  readonly code: string;
  /** The signed statement after the `#` of the address; empty if only the code is known. */
  readonly statement: string;
}

/** What people read and type: 16 letters and digits. */
const shape = /^[a-z0-9]{16}$/;

/**
 * Takes the code, or the whole address in the QR code.
 * @returns null: there is no code in it
 */
export function printedCodeOf(said: string): PrintedCode | null {
  const [address = '', statement = ''] = said.trim().split('#', 2);
  const last =
    address
      .split('?', 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? '';
  // People write spaces and dashes between groups of letters; codes have none.
  const code = last.replaceAll(/[\s-]/g, '').toLowerCase();
  return shape.test(code) ? { code, statement } : null;
}

const groups = /.{1,4}/g;

/**
 * @param text of the document beside its QR code; null: it has none
 * @param address in the QR code
 * @returns the lines beside the QR code: the text, and the code in groups of four letters
 */
export function linesBesideCode(text: string | null, address: string): readonly string[] {
  if (text === null) return [];
  // A portal without a page that checks documents has no code in the address.
  const code = printedCodeOf(address)?.code ?? '';
  const grouped = (code.match(groups) ?? []).join(' ');
  return [text, grouped].filter((line) => line !== '');
}
