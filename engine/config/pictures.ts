/** The pictures of a configuration: SVG and PNG files in pictures/, whose content is checked before it is served. */
import { type Picture, pictureTypes } from '../portal/model/document.ts';
import { createDiagnostic, type Diagnostic } from './diagnostics/diagnostic.ts';
import { layeredName } from './layers/layer-names.ts';
import type { SourceFile } from './source/source.ts';

/** Bytes of one picture: several times a detailed seal. */
export const largestPicture = 200 * 1024;

const pattern = /^pictures\/([^/]+)\.(svg|png)$/;

/** True for the name of a picture below the configuration folder. */
export function isPictureName(name: string): boolean {
  return pattern.test(layeredName(name).name);
}

interface ReadPictures {
  /** By name, without the ending. */
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly diagnostics: readonly Diagnostic[];
}

/** @param files their text is the picture in base64; other files are left out. Of two with one name, the later counts */
export function readPictures(files: readonly SourceFile[]): ReadPictures {
  const pictures = new Map<string, Picture>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const [, name = '', ending = ''] = pattern.exec(layeredName(file.name).name) ?? [];
    if (name === '') continue;
    const type = ending === 'png' ? pictureTypes.png : pictureTypes.svg;
    const bytes = Buffer.from(file.text, 'base64');
    const place = { file: file.path, line: 1, column: 1 };
    const unsafe = type === pictureTypes.svg ? unsafePart(bytes.toString()) : null;
    if (!(type === pictureTypes.png ? isPng(bytes) : isSvg(bytes.toString()))) {
      diagnostics.push(
        createDiagnostic('picture/unreadable', place, { type: ending === 'png' ? 'PNG' : 'SVG' }),
      );
    } else if (unsafe !== null) {
      diagnostics.push(createDiagnostic('picture/unsafe', place, { found: unsafe }));
    }
    // Even a faulty picture has a name, so that the seal that uses it is not reported too.
    pictures.set(name, { type, content: file.text });
  }
  return { pictures, diagnostics };
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function isPng(bytes: Buffer): boolean {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(signature)) return false;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].every((side) => side >= 64 && side <= 2000);
}

function isSvg(text: string): boolean {
  const start = text.replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*)*/, '');
  return /^<svg[\s>]/.test(start) && /\bviewBox\s*=/.test(text) && /<\/svg>\s*$/.test(text);
}

const unsafeParts: readonly (readonly [RegExp, string])[] = [
  [/<!(?:DOCTYPE|ENTITY)/i, 'a document type or an entity'],
  [/<(script|foreignObject|iframe|style|image|animate|set|handler)\b/i, 'the element'],
  [/\son\w+\s*=/i, 'an event handler'],
  [/(?:href|src)\s*=\s*(?!["']?\s*#)/i, 'an address outside of the picture'],
  [/url\(\s*(?!["']?\s*#)/i, 'an address outside of the picture'],
];

/** The first part that a seal does not need; null: none. */
function unsafePart(text: string): string | null {
  for (const [part, words] of unsafeParts) {
    const found = part.exec(text);
    if (found !== null) return found[1] === undefined ? words : `${words} <${found[1]}>`;
  }
  return null;
}
