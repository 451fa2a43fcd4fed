/** Finds where a text stands in the files of a configuration. */
import { keyOfText } from '../../../portal/language/translation.ts';
import { isMapping } from '../../link/reading/cursor.ts';
import { pointerTo, type ParsedFile, type SourceSpan } from '../../source.ts';

interface TextPosition {
  readonly file: ParsedFile;
  readonly keys: readonly (string | number)[];
  /** Under a key that holds texts. */
  readonly isText: boolean;
}

/** Where each of these texts first stands, as a text if it can be; a text that the engine made of a name stands nowhere. */
export function whereTextsStand(
  files: readonly ParsedFile[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, () => SourceSpan> {
  const found = new Map<string, TextPosition>();
  const visit = (value: unknown, file: ParsedFile, keys: readonly (string | number)[]): void => {
    if (typeof value === 'string') {
      const text = keyOfText(value);
      if (!wanted.has(text)) return;
      const isText = holdsText(keys);
      if (!found.has(text) || (isText && !found.get(text)?.isText)) found.set(text, { file, keys, isText });
    } else if (Array.isArray(value)) value.forEach((part, index) => visit(part, file, [...keys, index]));
    else if (isMapping(value))
      for (const [key, part] of Object.entries(value)) visit(part, file, [...keys, key]);
  };
  for (const file of inOrder(files)) visit(file.value, file, []);
  return new Map(
    [...found].map(([text, { file, keys }]) => [text, () => file.positions(pointerTo(...keys))]),
  );
}

/** What nobody has to translate says some texts too; it is looked through last. */
function inOrder(files: readonly ParsedFile[]): ParsedFile[] {
  const others = files.filter(({ kind }) => kind !== 'locale');
  return [...others.filter((file) => !isLast(file)), ...others.filter(isLast)];
}

function isLast({ kind }: ParsedFile): boolean {
  return kind === 'document' || kind === 'fee' || kind === 'report';
}

const textKeys = new Set(
  'title label help description message heading points empty subject body messages ui:title ui:help ui:description ui:placeholder ui:enumNames ui:addLabel ui:rowTitle ui:unit'.split(
    ' ',
  ),
);

/** The key of the text, or the one of the list or the map that it is a part of. */
function holdsText(keys: readonly (string | number)[]): boolean {
  return keys.slice(-2).some((key) => textKeys.has(String(key)));
}
