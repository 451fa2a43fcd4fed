/** Replaces the rows of lookups with the rows that an office maintains, and compiles the result. */
import { parseDocument } from 'yaml';
import { errorsOf } from './diagnostics/diagnostic.ts';
import type { EditedRow, RowFault } from '../portal/model/edited-row.ts';
import type { Portal } from '../portal/model/portal.ts';
import { type CompileOptions, compilePortal } from './compile.ts';
import { isOfBase, layeredName } from './layers/layer-names.ts';
import { parseFiles } from './stages.ts';
import { kindOfFile } from './validate/file-kinds.ts';
import type { SourceFile } from './source/source.ts';

export interface CompiledRows {
  /** Null if the configuration cannot use the rows. */
  readonly portal: Portal | null;
  readonly faults: readonly RowFault[];
}

/** Compiles valid files with the edited rows. The checks are skipped: they already ran on the files. */
export function compileWithRows(
  files: readonly SourceFile[],
  rows: readonly EditedRow[],
  compiling: Omit<CompileOptions, 'proofs'> = {},
): CompiledRows {
  const layered = withMergedLookups(files, rows).map((file) => layer(file, rows));
  const options = { ...compiling, proofs: false };
  const { portal, diagnostics } = compilePortal(
    layered.map(({ file }) => file),
    options,
  );
  const faults = errorsOf(diagnostics).map(({ file: path, line, message, remedy }): RowFault => {
    const place = layered.find(({ file }) => file.path === path)?.lines.get(line);
    return { ...(place ?? nowhere), message: `${message} ${remedy}` };
  });
  return { portal, faults };
}

/** A lookup whose rows come from several layers is one file: the rows that offices keep lie over all of them. */
function withMergedLookups(files: readonly SourceFile[], rows: readonly EditedRow[]): readonly SourceFile[] {
  if (rows.length === 0 || !files.some(({ name }) => isOfBase(name))) return files;
  const merged = parseFiles(files, undefined).parsed.flatMap(({ file }) =>
    file.kind === 'lookup' && file.layers !== undefined ? [file] : [],
  );
  const names = new Set(merged.map(({ name }) => name));
  return [
    ...files.filter(({ name }) => !names.has(layeredName(name).name)),
    // JSON is valid YAML.
    ...merged.map(({ name, path, value }) => ({ name, path, text: JSON.stringify(value) })),
  ];
}

type RowLine = Omit<RowFault, 'message'>;
const nowhere: RowLine = { lookup: null, value: null, column: null };

interface RowFile {
  readonly file: SourceFile;
  /** The line of each row. */
  readonly lines: ReadonlyMap<number, RowLine>;
}

/** A file that is not a lookup, has no such rows or is not valid stays unchanged. */
function layer(file: SourceFile, rows: readonly EditedRow[]): RowFile {
  const unchanged = { file, lines: new Map() };
  if (kindOfFile(layeredName(file.name).name) !== 'lookup') return unchanged;
  const lookup = file.name.slice(file.name.lastIndexOf('/') + 1).replace(/\.ya?ml$/i, '');
  const kept = rows.filter((row) => row.lookup === lookup);
  if (kept.length === 0) return unchanged;
  const { rows: written, ...head } = Object(parseDocument(file.text).toJS()) as Record<string, unknown>;
  // Nobody may maintain these rows any more, so the rows of the file apply.
  if (!Array.isArray(written) || head['edit'] === undefined) return unchanged;
  const merged = mergeRows(written as unknown[], kept);
  const lines = new Map<number, RowLine>();
  const text = [...Object.entries(head).map(([key, value]) => `${quote(key)}: ${quote(value)}`), '"rows":'];
  for (const row of merged) {
    const entries = Object.entries(row);
    for (const [at, [column, value]] of entries.entries()) {
      text.push(`  ${at === 0 ? '-' : ' '} ${quote(column)}: ${quote(value)}`);
      lines.set(text.length, { lookup, value: String(row['value']), column });
    }
  }
  return { file: { ...file, text: `${text.join('\n')}\n` }, lines };
}

function mergeRows(written: readonly unknown[], kept: readonly EditedRow[]): Record<string, unknown>[] {
  const own = new Map(kept.map((row) => [row.value, rowOf(row)] as const));
  const before = written.map((row) => Object(row) as Record<string, unknown>);
  const known = new Set(before.map(({ value }) => String(value)));
  const added = [...own].filter(([value]) => !known.has(value)).sort(([a], [b]) => (a < b ? -1 : 1));
  return [...before.map((row) => own.get(String(row['value'])) ?? row), ...added.map(([, row]) => row)];
}

function rowOf({ value, columns, isRetired }: EditedRow): Record<string, unknown> {
  return { value, ...columns, ...(isRetired && { retired: true }) };
}

/** JSON is valid YAML. */
function quote(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
