/** Where a reader of everyday YAML is in its text, and how it gets to the next line. */
import type { Node } from 'yaml';

export interface TextReader {
  readonly text: string;
  at: number;
  /** Column of the line's first character, from 0; after a dash, of what follows it. -1 at the end of the text. */
  indent: number;
  /** End of the last node. */
  end: number;
  /** What the package makes of words that may be more than text. */
  readonly kept: Map<string, unknown>;
}

/** The package has to read it. */
export class Unusual extends Error {}

const emptyLines = / *(?:(?:#[^\n]*)?\n *)*(?:#[^\n]*$)?/y;
const restOfLine = / *(?:(?<= )#[^\n]*)?(?:\n|$)/y;

/** From the beginning of a line to the next character that is neither white space nor in a comment. */
export function toContent(reader: TextReader): void {
  const { text } = reader;
  emptyLines.lastIndex = reader.at;
  emptyLines.test(text);
  reader.at = emptyLines.lastIndex;
  reader.indent = reader.at === text.length ? -1 : reader.at - text.lastIndexOf('\n', reader.at - 1) - 1;
}

/** Goes to the next content where nothing but a comment follows in this line. @returns false where something does */
export function toNextLine(reader: TextReader): boolean {
  restOfLine.lastIndex = reader.at;
  if (!restOfLine.test(reader.text)) return false;
  reader.at = restOfLine.lastIndex;
  toContent(reader);
  return true;
}

export function putRange<T extends Node>(node: T, start: number, end: number): T {
  node.range = [start, end, end];
  return node;
}
