/** Answers an editor: what a name means, where it is used, and which names are possible. */
import {
  type CompletionItem,
  CompletionItemKind,
  type Hover,
  type Location,
  MarkupKind,
  type Position,
  type Range,
} from 'vscode-languageserver/node';
import { symbolNouns } from '../../symbols/symbol-nouns.ts';
import { kindsOfCodes } from '../../config/link/input/symbol-use.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { NameSymbol } from '../../symbols/name-index.ts';
import type { ConfigurationFolder } from './configuration-folder.ts';
import { locationOf, rangeOf } from './to-protocol.ts';

export interface EditorPlace {
  readonly uri: string;
  readonly position: Position;
}

function symbolsAt(folder: ConfigurationFolder, { uri, position }: EditorPlace): readonly NameSymbol[] {
  return folder.names().index.at(folder.pathOf(uri), position.line + 1, position.character + 1);
}

export function definitionsAt(folder: ConfigurationFolder, place: EditorPlace): Location[] {
  return symbolsAt(folder, place).map(({ definition }) => locationOf(definition, folder.uriOf));
}

export function referencesAt(
  folder: ConfigurationFolder,
  place: EditorPlace,
  { includeDeclaration }: { readonly includeDeclaration: boolean },
): Location[] {
  const ranges = symbolsAt(folder, place).flatMap(({ definition, uses }) =>
    includeDeclaration ? [definition, ...uses] : uses,
  );
  const once = new Map(ranges.map((one) => [`${one.file}\n${one.start}`, one]));
  return [...once.values()].map((one) => locationOf(one, folder.uriOf));
}

/** The range of the name at the place, to be renamed; null if there is none. */
export function nameAt(
  folder: ConfigurationFolder,
  place: EditorPlace,
): { readonly range: Range; readonly placeholder: string } | null {
  const [symbol] = symbolsAt(folder, place);
  if (symbol === undefined) return null;
  const path = folder.pathOf(place.uri);
  const line = place.position.line + 1;
  const range = [symbol.definition, ...symbol.uses].find(
    (one) =>
      one.file === path &&
      one.line === line &&
      one.column <= place.position.character + 1 &&
      place.position.character + 1 <= one.endColumn,
  );
  return range === undefined ? null : { range: rangeOf(range), placeholder: symbol.key };
}

/** The most files that a hover lists. */
const filesShown = 8;

export function hoverAt(folder: ConfigurationFolder, place: EditorPlace): Hover | null {
  const symbols = symbolsAt(folder, place);
  if (symbols.length === 0) return null;
  return {
    contents: { kind: MarkupKind.Markdown, value: symbols.slice(0, 3).map(describe).join('\n\n---\n\n') },
  };
}

function describe({ kind, name, title, uses }: NameSymbol): string {
  const files = [...Map.groupBy(uses, ({ file }) => file)].toSorted(([, a], [, b]) => b.length - a.length);
  const shown = files
    .slice(0, filesShown)
    .map(
      ([file, some]) => `- ${file}:${some[0]?.line}${some.length > 1 ? ` and ${some.length - 1} more` : ''}`,
    );
  const rest =
    files.length > filesShown
      ? [`- ${countOfNoun(files.length - filesShown, 'more file', 'more files')}`]
      : [];
  return [
    `${title === null ? '' : `**${title.trim()}**  \n`}${symbolNouns[kind]} \`${name}\``,
    uses.length === 0
      ? 'Used nowhere.'
      : `Used in ${countOfNoun(uses.length, 'place', 'places')}:\n${[...shown, ...rest].join('\n')}`,
  ].join('\n\n');
}

/** A name that no configuration has: what the compiler would take in its place is what is possible there. */
const wanted = 'zz-wanted-zz';

/** @param text of the buffer */
export function completionsAt(
  folder: ConfigurationFolder,
  { uri, position }: EditorPlace,
  text: string,
): CompletionItem[] {
  const lines = text.split('\n');
  const line = lines[position.line] ?? '';
  const [before = ''] = /[\w/-]*$/.exec(line.slice(0, position.character)) ?? [];
  const [after = ''] = /^[\w/-]*/.exec(line.slice(position.character)) ?? [];
  const start = position.character - before.length;
  const end = position.character + after.length;
  lines[position.line] = `${line.slice(0, start)}${wanted}${line.slice(end)}`;
  const { diagnostics, index } = folder.namesWith(uri, lines.join('\n'));
  const path = folder.pathOf(uri);
  const range = {
    start: { line: position.line, character: start },
    end: { line: position.line, character: end },
  };
  const items = diagnostics.flatMap(({ code, unknown, also = [], ...place }): CompletionItem[] => {
    const isHere = [place, ...also].some((one) => one.file === path && one.line === position.line + 1);
    if (unknown === undefined || !isHere || !unknown.name.includes(wanted)) return [];
    const kind = kindsOfCodes[code];
    return unknown.choices.map((name) => {
      const title = index.symbols.find(
        (one) => one.key === name && (kind === undefined || one.kind === kind),
      )?.title;
      return {
        label: name,
        kind: CompletionItemKind.Reference,
        ...(title != null && { detail: title }),
        textEdit: { range, newText: name },
      };
    });
  });
  return [...new Map(items.map((one) => [one.label, one])).values()];
}
