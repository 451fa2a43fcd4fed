/** Renames something everywhere: where it is declared, where it is used, and in the name of its file. */
import { isGoodId } from '../config/validate/file-kinds.ts';
import type { TestResult } from '../cases/try-tests.ts';
import { type Diagnostic, errorsOf } from '../config/diagnostics/diagnostic.ts';
import { compilePortal, type CompileResult } from '../config/compile.ts';
import { isOfBase, layeredName } from '../config/layers/layer-names.ts';
import { originOf } from '../config/source/origin.ts';
import type { SourceFile } from '../config/source/source.ts';
import { type CompileNames, compileNames, type NamedConfiguration } from './compile-names.ts';
import { nameOf } from '../config/link/names/declarations.ts';
import type { Portal } from '../portal/model/portal.ts';
import { formerlyEdit } from './formerly.ts';
import { keptPathEdit } from './kept-path.ts';
import { mendCases } from './mend-cases.ts';
import { mendNames } from './mend-names.ts';
import { type NameIndex, type NameSymbol } from './name-index.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

export interface RenamedFile {
  readonly before: SourceFile;
  readonly after: SourceFile;
}

export interface Rename {
  /** What changes, in the order of the files. */
  readonly files: readonly RenamedFile[];
  /** The names that change: several if something names them together. */
  readonly symbols: readonly NameSymbol[];
  readonly places: number;
  readonly placesInTexts: number;
  /** Warnings that the renamed configuration has and the current one has not. */
  readonly warnings: readonly Diagnostic[];
}

/** Why a rename is not possible. */
export interface RenameRefusal {
  readonly reason: string;
  /** The mistakes that the renamed configuration would have. */
  readonly diagnostics: readonly Diagnostic[];
  /** Cases that hold now, and would not any more. */
  readonly failures: readonly TestResult[];
}

export type RenameOutcome = Rename | RenameRefusal;

/**
 * Renames in memory, and compiles the result with every check and case.
 * @param configuration linked; its checks run here if they are needed
 * @param symbols what the person names: a name of several forms is one name
 */
export function renameSymbols(
  configuration: NamedConfiguration,
  symbols: readonly NameSymbol[],
  to: string,
  options: Omit<CompileNames, 'proofs'>,
): RenameOutcome {
  const { portal, index, files } = configuration;
  if (portal === null) return refuseBroken(configuration);
  const names = newNames(index, symbols, to);
  const together = names.map(({ symbol }) => symbol);
  const reason = whyNot(names, to, index);
  if (reason !== null) return { reason, diagnostics: [], failures: [] };
  const edits = editsOf(names, portal);
  // Several names may have one key: those of a page for each department.
  const keys = [...new Map(names.map(({ symbol, key }) => [symbol.key, key]))].map(([before, after]) => ({
    before,
    after,
  }));
  const written = files.map((file) => renamedFile(file, names, edits.get(file.path) ?? []));
  const inBase = whyInBase(changesOf(files, written), together);
  // A base without the new name would have mistakes that follow from it.
  if (inBase !== null) return { reason: inBase, diagnostics: [], failures: [] };
  const mended = mendNames(written, keys, (some) => compileNames(some, options));
  const after = mended.configuration;
  // A configuration without diagnostics had none before either, so nothing has to be compared.
  const before = after.diagnostics.length === 0 ? configuration : compilePortal(files, options);
  if (before.portal === null) return refuseBroken(before);
  const cases = mendCases({ files, portal }, after, keys);
  if (after.portal === null || cases.failures.length > 0) {
    return {
      reason: `"${to}" cannot take the place of "${together[0]?.name}": the configuration would have mistakes.`,
      diagnostics: errorsOf(after.diagnostics),
      failures: cases.failures,
    };
  }
  const other = firstChange(configuration, after.index, names);
  if (other !== null) return { reason: other, diagnostics: [], failures: [] };
  const changed = changesOf(files, cases.files);
  const casesInBase = whyInBase(changed, together);
  if (casesInBase !== null) return { reason: casesInBase, diagnostics: [], failures: [] };
  const ranges = together.flatMap((one) => rangesOf(one));
  const known = new Set(before.diagnostics.map(({ code, message }) => `${code}\n${message}`));
  return {
    files: changed,
    symbols: together,
    places: new Set(ranges.map(({ file, start }) => `${file}\n${start}`)).size + mended.count + cases.count,
    placesInTexts: new Set(ranges.filter((one) => one.isInText).map(({ file, start }) => `${file}\n${start}`))
      .size,
    warnings: after.diagnostics.filter(({ code, message }) => !known.has(`${code}\n${message}`)),
  };
}

function refuseBroken({ diagnostics }: CompileResult): RenameRefusal {
  return {
    reason: 'The configuration has mistakes: correct them first.',
    diagnostics: errorsOf(diagnostics),
    failures: [],
  };
}

export function isRefused(outcome: RenameOutcome): outcome is RenameRefusal {
  return 'reason' in outcome;
}

/** @param after in the order of the files */
function changesOf(files: readonly SourceFile[], after: readonly SourceFile[]): RenamedFile[] {
  return files.flatMap((file, at) => {
    const one = after[at];
    return one === undefined || (one.text === file.text && one.name === file.name)
      ? []
      : [{ before: file, after: one }];
  });
}

/** A base belongs to others, who extend it too. @returns null if none of its files would change */
function whyInBase(changed: readonly RenamedFile[], [symbol]: readonly NameSymbol[]): string | null {
  const ofBase = changed.find(({ before }) => isOfBase(before.name));
  if (ofBase === undefined) return null;
  const { name, path } = ofBase.before;
  const { base } = layeredName(name);
  return `"${symbol?.name}" is named in ${path}, a file of the base ${base}, which other configurations may extend too. Rename it in ${base} and in each of them.`;
}

/** The names that some place uses as one: it would break if only one of them changed. */
export function namedTogether({ symbols }: NameIndex, asked: readonly NameSymbol[]): NameSymbol[] {
  const byRange = new Map<string, NameSymbol[]>();
  for (const symbol of symbols) {
    for (const { file, start } of symbol.uses) {
      const key = `${symbol.kind}\n${file}\n${start}`;
      byRange.set(key, [...(byRange.get(key) ?? []), symbol]);
    }
  }
  const found = new Set(asked);
  for (const one of found) {
    for (const { file, start } of one.uses) {
      for (const other of byRange.get(`${one.kind}\n${file}\n${start}`) ?? [])
        if (other.key === one.key) found.add(other);
    }
  }
  return [...found];
}

/** A name with its new key. */
interface NewName {
  readonly symbol: NameSymbol;
  readonly key: string;
}

/** The names that change, the asked one first. The kinds of a set have its name in theirs. */
function newNames(index: NameIndex, symbols: readonly NameSymbol[], to: string): NewName[] {
  const together = namedTogether(index, symbols);
  const sets = new Set(together.flatMap(({ kind, key }) => (kind === 'set' ? [key] : [])));
  const ofSets = index.symbols.filter(({ kind, key }) => kind === 'kind' && sets.has(setOf(key)));
  return [
    ...together.map((symbol) => ({ symbol, key: keyAfter(symbol, to) })),
    ...ofSets.map((symbol) => ({ symbol, key: `${to}/${symbol.key.slice(setOf(symbol.key).length + 1)}` })),
  ];
}

/** Why the new name is not possible; null: it is. */
function whyNot(renamed: readonly NewName[], to: string, { symbols: all }: NameIndex): string | null {
  const [first] = renamed.map(({ symbol }) => symbol);
  if (first === undefined) return 'There is nothing of that name.';
  const { kind } = first;
  if (kind === 'role' && first.key === 'owner')
    return '"owner" is a word of the language, as "office" is: every record has an owner. What people read is a title.';
  if (first.key.includes('{')) return `"${first.key}" is a template: its names come from elsewhere.`;
  if (first.part === 'key' && first.definition.end - first.definition.start !== first.key.length)
    return `"${first.key}" has its name from the page beside it: rename that one, or write a \`name\` of its own.`;
  const problem = `"${to}" cannot be a name of this kind`;
  const key = keyAfter(first, to);
  if (renamed.some(({ symbol }) => symbol.key === key)) return `It already has the name "${to}".`;
  if (first.part === 'file' && !isGoodId(kind === 'kind' ? (to.split('/').at(-1) ?? '') : to))
    return `${problem}: use lower-case letters, digits and hyphens.`;
  if (kind === 'kind' && setOf(key) !== setOf(first.key))
    return `${problem}: it stays in the set "${setOf(first.key)}".`;
  if (kind !== 'row' && !/^[\p{L}_][\p{L}\p{N}_.-]*(?:\/[\p{L}\p{N}_-]+)?$/u.test(to))
    return `${problem}: begin with a letter, and use letters, digits, hyphens and underscores.`;
  if (!isPlain(to)) return `${problem}: YAML reads it as something else.`;
  const names = new Set(renamed.map(nameAfter));
  const taken = all.find((one) => isSameKind(one, first) && names.has(one.name));
  return taken === undefined
    ? null
    : `The name "${taken.name}" is taken (${taken.definition.file}:${taken.definition.line}).`;
}

function isSameKind(one: NameSymbol, other: NameSymbol): boolean {
  const papers: readonly string[] = ['item', 'paper'];
  return one.kind === other.kind || (papers.includes(one.kind) && papers.includes(other.kind));
}

/** Returns true for a word that YAML reads as text, also in a list. */
function isPlain(to: string): boolean {
  return (
    /^[\p{L}\p{N}_][\p{L}\p{N}_ ./()&'-]*$/u.test(to) &&
    !/^(?:true|false|null|yes|no|on|off|y|n|[\d._-]+)$/i.test(to)
  );
}

function setOf(id: string): string {
  return id.split('/', 1)[0] ?? '';
}

function keyAfter({ kind, key }: NameSymbol, to: string): string {
  return kind === 'kind' && !to.includes('/') ? `${setOf(key)}/${to}` : to;
}

function nameAfter({ symbol: { kind, of, key: before, name }, key }: NewName): string {
  if (kind === 'question') return `${name.slice(0, name.length - before.length)}${key}`;
  return nameOf({ kind, of, key });
}

function rangesOf({ part, definition, uses }: NameSymbol) {
  return part === 'file' ? uses : [definition, ...uses];
}

function editsOf(names: readonly NewName[], portal: Portal): Map<string, TextEdit[]> {
  const edits = new Map<string, TextEdit[]>();
  const add = (file: string, edit: TextEdit): void => {
    edits.set(file, [...(edits.get(file) ?? []), edit]);
  };
  for (const { symbol, key } of names) {
    for (const { file, start, end } of rangesOf(symbol)) {
      // An alias of a department stays an alias.
      if (end - start === symbol.key.length) add(file, { start, end, text: key });
    }
    const remembered = formerlyEdit(symbol, key) ?? keptPathEdit(symbol, portal);
    if (remembered !== null) add(originOf(symbol.at).file.path, remembered);
  }
  return edits;
}

function renamedFile(file: SourceFile, names: readonly NewName[], edits: readonly TextEdit[]): SourceFile {
  const text = applyEdits(file.text.replace(/^\uFEFF/, ''), edits);
  const name = names.find(
    ({ symbol: { kind, part, at, key } }) =>
      (part === 'file' && at.file.path === file.path) ||
      (kind === 'type' && isWorkflowWithoutType(file, key)) ||
      (kind === 'lookup' && file.name === `districts/${key}.geojson`),
  );
  if (name === undefined) return text === file.text ? file : { ...file, text };
  const ending = name.symbol.kind === 'set' ? /\/set\.ya?ml$/ : /\.(?:ya?ml|geojson)$/;
  const [end = ''] = ending.exec(file.path) ?? [];
  const rename = (path: string) => path.slice(0, -(name.symbol.key + end).length) + name.key + end;
  return { path: rename(file.path), name: rename(file.name), text };
}

/** A workflow without `of` belongs to the type of its file's name. */
function isWorkflowWithoutType({ name, text }: SourceFile, type: string): boolean {
  return name === `workflows/${type}.yaml` && !/^of:/m.test(text);
}

/** What another name would mean after the rename that it does not mean now; null: nothing. */
function firstChange(before: NamedConfiguration, after: NameIndex, names: readonly NewName[]): string | null {
  const renamed = new Map(
    names.map((one) => {
      const { kind, name } = one.symbol;
      return [`${kind}\n${name}`, `${kind}\n${nameAfter(one)}`];
    }),
  );
  const later = new Map(after.symbols.map((one) => [`${one.kind}\n${one.name}`, one]));
  for (const one of before.index.symbols) {
    const key = `${one.kind}\n${one.name}`;
    const now = later.get(renamed.get(key) ?? key);
    if (renamed.has(key) && now === undefined) return `"${one.name}" would be gone.`;
    if (now !== undefined && now.uses.length < one.uses.length) {
      const place = one.uses.find(({ file }) => countIn(now, file) < countIn(one, file)) ?? one.definition;
      return `"${one.name}" would no longer be what is named in ${place.file}:${place.line}.`;
    }
  }
  return null;
}

function countIn({ uses }: NameSymbol, file: string): number {
  return uses.filter((one) => one.file === file).length;
}
