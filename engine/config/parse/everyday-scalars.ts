/** The scalars of everyday YAML: keys, words, numbers, text in quotes, and text that keeps its lines. */
import { parse, Scalar } from 'yaml';
import { putRange, toContent, toNextLine, Unusual, type TextReader } from './everyday-reader.ts';

/** The package refuses keys a little longer than this. */
const longestKey = 1_000;

// No character of these means anything else; a colon before white space ends words, and so does a number sign after it.
const begin = String.raw`(?:[^ \n\-?:,[\]{}#&*!|>'"%@\x60.]|[-.](?=[\dA-Za-z]))`;
const blockWords = new RegExp(String.raw`${begin}(?:[^\n:#]|:(?=[^ \n])|(?<=[^ \n])#)*`, 'y');
const flowWords = new RegExp(String.raw`${begin}(?:[^\n:#,[\]{}]|:(?=[^ \n,[\]{}])|(?<=[^ \n])#)*`, 'y');
const linesHead = /([|>])(-?)\n/y;
const quotedKey = /(?:'(?:[^'\n]|'')*'|"(?:[^"\\\n]|\\.)*") *:/y;
const keyEnd = / *:(?=[ \n]|$)/y;
const singleQuoted = /'(?:[^']|'')*'/y;
const doubleQuoted = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
/** What the core schema may take for a number, a truth value or nothing. */
const notOnlyText = /^(?:[-+.\d~][^ ]*|null|true|false)$/i;

/** A key of a line and its colon; null, and nothing is read, where the line begins with none. */
export function readBlockKey(reader: TextReader): Scalar | null {
  return readKey(reader, blockWords);
}

/** A key between braces and its colon. */
export function readFlowKey(reader: TextReader): Scalar {
  const key = readKey(reader, flowWords);
  if (key === null) throw new Unusual();
  return key;
}

function readKey(reader: TextReader, words: RegExp): Scalar | null {
  const { text, at: start } = reader;
  quotedKey.lastIndex = start;
  const key = quotedKey.test(text) ? readQuoted(reader, null) : readWords(reader, words);
  keyEnd.lastIndex = reader.at;
  if (key === null || !keyEnd.test(text)) {
    reader.at = start;
    return null;
  }
  if (reader.at - start > longestKey) throw new Unusual();
  reader.at = keyEnd.lastIndex;
  return key;
}

/** A word, or several, between braces. */
export function readFlowWords(reader: TextReader): Scalar {
  const words = readWords(reader, flowWords);
  if (words === null) throw new Unusual();
  return words;
}

/** Text without quotes, in one line; null where there is none. */
function readWords(reader: TextReader, words: RegExp): Scalar | null {
  const { text, at: start } = reader;
  words.lastIndex = start;
  if (!words.test(text)) return null;
  const written = withoutEnd(text.slice(start, words.lastIndex));
  reader.at = start + written.length;
  reader.end = reader.at;
  return scalarOf('PLAIN', { start, end: reader.end, value: plainValue(written, reader), source: written });
}

/** Text without quotes, in one line or in several that are further right than `parent`. */
export function readPlain(reader: TextReader, parent: number): Scalar {
  const { text, at: start } = reader;
  const first = readWords(reader, blockWords);
  if (first === null) throw new Unusual();
  const lines = [first.source ?? ''];
  let { end } = reader;
  while (toNextLine(reader) && reader.indent > parent) {
    const more = /^ *\n *$/.test(text.slice(end, reader.at)) ? readWords(reader, blockWords) : null;
    if (more === null) throw new Unusual();
    lines.push(more.source ?? '');
    ({ end } = reader);
  }
  if (reader.at === end && end < text.length) throw new Unusual();
  if (lines.length === 1) return first;
  const value = lines.join(' ');
  return scalarOf('PLAIN', { start, end, value, source: value });
}

/** @param parent column that further lines must stay right of; null where there can be none */
export function readQuoted(reader: TextReader, parent: number | null): Scalar {
  const { text, at: start } = reader;
  const isSingle = text[start] === "'";
  const pattern = isSingle ? singleQuoted : doubleQuoted;
  pattern.lastIndex = start;
  if (!pattern.test(text)) throw new Unusual();
  reader.at = pattern.lastIndex;
  const written = folded(text.slice(start, reader.at), parent);
  const value = isSingle ? written.slice(1, -1).replaceAll("''", "'") : String(JSON.parse(written));
  reader.end = reader.at;
  return scalarOf(isSingle ? 'QUOTE_SINGLE' : 'QUOTE_DOUBLE', {
    start,
    end: reader.end,
    value,
    source: value,
  });
}

/** Quoted text of several lines as one. */
function folded(written: string, parent: number | null): string {
  if (!written.includes('\n')) return written;
  const isEven = [...written.matchAll(/\n( *)(?=([^ ]))/g)].every(
    ([, spaces = '', next]) => next !== '\n' && spaces.length > (parent ?? Infinity),
  );
  if (!isEven) throw new Unusual();
  return written.replaceAll(/ *\n */g, ' ');
}

/** Lines below a `|` or a `>` that are further right than `parent`. */
export function readLines(reader: TextReader, parent: number): Scalar {
  const { text, at: start } = reader;
  linesHead.lastIndex = start;
  const [head, style, strip] = linesHead.exec(text) ?? [];
  if (head === undefined) throw new Unusual();
  reader.at += head.length;
  const lines = takeLines(reader, parent);
  const body = lines.join('\n').replace(/\n*$/, '');
  // A line that stands out begins a paragraph of its own, in several ways.
  if (style === '>' && lines.some((line) => line.startsWith(' '))) throw new Unusual();
  const joined = style === '>' ? body.replaceAll(/\n(\n*)/g, (_, breaks: string) => breaks || ' ') : body;
  const value = strip === '-' ? joined : `${joined}\n`;
  const type = style === '>' ? 'BLOCK_FOLDED' : 'BLOCK_LITERAL';
  reader.end = reader.at;
  toContent(reader);
  return scalarOf(type, { start, end: reader.end, value, source: value });
}

/** Without what they are indented by. */
function takeLines(reader: TextReader, parent: number): string[] {
  const { text } = reader;
  const column = spacesAt(text, reader.at);
  const lines: string[] = [];
  while (reader.at < text.length) {
    const end = text.indexOf('\n', reader.at);
    const spaces = spacesAt(text, reader.at);
    const isBlank = reader.at + spaces === end;
    if (!isBlank && spaces <= parent) break;
    if (end === -1 || (isBlank ? spaces > column || lines.length === 0 : spaces < column))
      throw new Unusual();
    lines.push(text.slice(reader.at + column, end));
    reader.at = end + 1;
  }
  if (lines.length === 0) throw new Unusual();
  return lines;
}

function spacesAt(text: string, at: number): number {
  let end = at;
  while (text[end] === ' ') end += 1;
  return end - at;
}

function withoutEnd(text: string): string {
  return text.endsWith(' ') ? text.replace(/ +$/, '') : text;
}

function plainValue(written: string, { kept }: TextReader): unknown {
  if (!notOnlyText.test(written)) return written;
  if (!kept.has(written)) kept.set(written, parse(written, { version: '1.2', schema: 'core' }));
  return kept.get(written);
}

interface ScalarToken {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly source: string;
}

function scalarOf(type: Scalar.Type, { start, end, value, source }: ScalarToken): Scalar {
  const scalar = new Scalar(value);
  scalar.type = type;
  scalar.source = source;
  return putRange(scalar, start, end);
}
