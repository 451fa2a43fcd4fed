/** Renames something everywhere: where it is declared, where it is used, and in the name of its file. */
import { isGoodId } from '../config/file-kinds.ts';
import type { TestResult } from '../cases/try-tests.ts';
import { type Diagnostic, errorsOf } from '../config/diagnostics/diagnostic.ts';
import { compilePortal, type CompileResult } from '../config/compile.ts';
import type { SourceFile } from '../config/source/source.ts';
import { type CompileNames, compileNames, type NamedConfiguration } from './compile-names.ts';
import { nameOf } from './declarations.ts';
import { formerlyEdit } from './formerly.ts';
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
  const together = namedTogether(index, symbols);
  const reason = whyNot(together, to, index);
  if (reason !== null) return { reason, diagnostics: [], failures: [] };
  const edits = editsOf(together, to);
  const names = together.map((one) => ({ before: one.key, after: keyAfter(one, to) }));
  const written = files.map((file) => renamedFile(file, together, { to, edits: edits.get(file.path) ?? [] }));
  const mended = mendNames(written, names, (some) => compileNames(some, options));
  const after = mended.configuration;
  // A configuration without diagnostics had none before either, so nothing has to be compared.
  const before = after.diagnostics.length === 0 ? configuration : compilePortal(files, options);
  if (before.portal === null) return refuseBroken(before);
  const cases = mendCases({ files, portal }, after, names);
  if (after.portal === null || cases.failures.length > 0) {
    return {
      reason: `"${to}" cannot take the place of "${together[0]?.name}": the configuration would have mistakes.`,
      diagnostics: errorsOf(after.diagnostics),
      failures: cases.failures,
    };
  }
  const other = firstChange(configuration, after.index, together, to);
  if (other !== null) return { reason: other, diagnostics: [], failures: [] };
  const changed = files.flatMap((file, at): RenamedFile[] => {
    const one = cases.files[at];
    return one === undefined || (one.text === file.text && one.name === file.name)
      ? []
      : [{ before: file, after: one }];
  });
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

/** Why the new name is not possible; null: it is. */
function whyNot(symbols: readonly NameSymbol[], to: string, { symbols: all }: NameIndex): string | null {
  const [first] = symbols;
  if (first === undefined) return 'There is nothing of that name.';
  const { kind } = first;
  if (kind === 'set')
    return 'A set of requirement kinds cannot be renamed: its kinds are stored under its name.';
  if (kind === 'role' && first.key === 'owner') return "Every record has an owner: the name is the engine's.";
  if (first.key.includes('{')) return `"${first.key}" is a template: its names come from elsewhere.`;
  const problem = `"${to}" cannot be a name of this kind`;
  const key = keyAfter(first, to);
  if (symbols.some((one) => one.key === key)) return `It already has the name "${to}".`;
  if (first.part === 'file' && !isGoodId(to.split('/').at(-1) ?? ''))
    return `${problem}: use lower-case letters, digits and hyphens.`;
  if (kind === 'kind' && setOf(key) !== setOf(first.key))
    return `${problem}: it stays in the set "${setOf(first.key)}".`;
  if (kind !== 'row' && !/^[\p{L}_][\p{L}\p{N}_.-]*(?:\/[\p{L}\p{N}_-]+)?$/u.test(to))
    return `${problem}: begin with a letter, and use letters, digits, hyphens and underscores.`;
  if (!isPlain(to)) return `${problem}: YAML reads it as something else.`;
  const names = new Set(symbols.map((one) => nameAfter(one, to)));
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

function nameAfter(symbol: NameSymbol, to: string): string {
  const { kind, key, name, of } = symbol;
  if (kind === 'question') return `${name.slice(0, name.length - key.length)}${to}`;
  return nameOf({ kind, of, key: keyAfter(symbol, to) });
}

function rangesOf({ part, definition, uses }: NameSymbol) {
  return part === 'file' ? uses : [definition, ...uses];
}

function editsOf(symbols: readonly NameSymbol[], to: string): Map<string, TextEdit[]> {
  const edits = new Map<string, TextEdit[]>();
  const add = (file: string, edit: TextEdit): void => {
    edits.set(file, [...(edits.get(file) ?? []), edit]);
  };
  for (const symbol of symbols) {
    const { key, at } = symbol;
    for (const { file, start, end } of rangesOf(symbol)) {
      // An alias of a department stays an alias.
      if (end - start === key.length) add(file, { start, end, text: keyAfter(symbol, to) });
    }
    const former = formerlyEdit(symbol, to);
    if (former !== null) add(at.file.path, former);
  }
  return edits;
}

function renamedFile(
  file: SourceFile,
  symbols: readonly NameSymbol[],
  { to, edits }: { readonly to: string; readonly edits: readonly TextEdit[] },
): SourceFile {
  const text = applyEdits(file.text.replace(/^\uFEFF/, ''), edits);
  const own = symbols.find(({ part, at }) => part === 'file' && at.file.path === file.path);
  const type = symbols.find(({ kind, key }) => kind === 'type' && isWorkflowWithoutType(file, key));
  const name = own ?? type;
  if (name === undefined) return text === file.text ? file : { ...file, text };
  const rename = (path: string) => path.replace(/[^/]+(?=\.yaml$)/, to.split('/').at(-1) ?? to);
  return { path: rename(file.path), name: rename(file.name), text };
}

/** A workflow without `of` belongs to the type of its file's name. */
function isWorkflowWithoutType({ name, text }: SourceFile, type: string): boolean {
  return name === `workflows/${type}.yaml` && !/^of:/m.test(text);
}

/** What another name would mean after the rename that it does not mean now; null: nothing. */
function firstChange(
  before: NamedConfiguration,
  after: NameIndex,
  symbols: readonly NameSymbol[],
  to: string,
): string | null {
  const renamed = new Map(
    symbols.map((one) => [`${one.kind}\n${one.name}`, `${one.kind}\n${nameAfter(one, to)}`]),
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
