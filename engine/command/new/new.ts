/** `munisipyo new`: adds an office, a requirement kind, a page … with everything that belongs to it, or nothing. */
import { type Diagnostic, errorsOf } from '../../config/diagnostics/diagnostic.ts';
import { renderDiagnostics, untranslatedByLanguage } from '../../config/diagnostics/render.ts';
import type { Additions } from '../../extension/extension.ts';
import { withCompileCache } from '../../config/cache/compile-cache.ts';
import { compilePortal, type CompileResult } from '../../config/compile.ts';
import { compileFolder } from '../../config/load.ts';
import { writeScalar } from '../../config/edit/edit-yaml.ts';
import { isGoodId } from '../../config/validate/file-kinds.ts';
import { readFiles } from '../../config/read-files.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { writeTogether } from '../writing/write-together.ts';
import { isFolder, readArguments, refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { createDraft, RefusedDraft } from './draft.ts';
import { parts } from './parts/parts.ts';
import { type NewPart, type PartRequest, type ValueFlag, valueFlags } from './parts/part.ts';
import { sayAppearance } from './say-appearance.ts';
import { renderPatch } from '../../config/edit/patch.ts';
import { renderDraft } from './render-draft.ts';

export const usage = `Usage: munisipyo new ${Object.keys(parts).join('|')} NAME [DIR] [--like EXISTING] [--dry-run] …
Adds it to the configuration in DIR (default: CONFIG_DIR, or else config), with everything that belongs to it: its pages,
its form, its place in lists. The whole configuration is checked with it, and nothing is written if there would be a
mistake. No file is overwritten, and what is inserted leaves all other lines as they are.
${Object.entries(parts)
  .map(
    ([name, part]) =>
      `  ${`${name} ${part.names}`.padEnd(20)}${part.flags.map((flag) => ` --${flag}`).join('')}\n`,
  )
  .join('')}${Object.entries(valueFlags)
  .map(([flag, said]) => `--${flag}: ${said}\n`)
  .join('')}--dry-run: shows the difference and writes nothing.
Exit code: 0 done; 1 the configuration has mistakes, or would have them; 2 wrong arguments, a name that exists, or
EXTENSIONS.
`;

/** @returns the exit code */
export async function makeNew(args: readonly string[]): Promise<number> {
  const words = readWords(args);
  if (typeof words === 'string') return refuse(`${words}\n`);
  const additions = await loadExtensions();
  return withCompileCache(words.directory, () => makePart(words, additions));
}

function makePart({ directory, part, name, flags, isDry }: NewArguments, additions: Additions): number {
  const options = { additions, cache: new Map() };
  const read = readFiles(directory);
  const linked = compileFolder(read, { ...options, proofs: false });
  if (linked.portal === null) return refuseBroken(directory, linked);
  const draft = createDraft(directory, read.files, { portal: linked.portal, cache: options.cache });
  const left = attempt(part, { draft, name, flags });
  if (left instanceof RefusedDraft) return refuse(`${left.message}\n`);
  const after = compilePortal(draft.files(), options);
  // Without diagnostics there were none before either, so nothing has to be compared.
  const before = after.diagnostics.length === 0 ? linked : compileFolder(read, options);
  if (before.portal === null) return refuseBroken(directory, before);
  if (after.portal === null) {
    process.stdout.write(renderDiagnostics(errorsOf(after.diagnostics)));
    return refuse('The configuration would have mistakes. Nothing was written.\n', 1);
  }
  if (!isDry) writeTogether(draft.changes());
  process.stdout.write((isDry ? renderPatch : renderDraft)(draft.changes()));
  process.stdout.write(`check: no mistakes${sayWarnings(before.diagnostics, after.diagnostics)}\n`);
  process.stdout.write(sayAppearance(before.portal, after.portal));
  if (left.length > 0) process.stdout.write(`Left to you:\n${left.map((one) => `  ${one}\n`).join('')}`);
  if (isDry) process.stdout.write('Nothing was written.\n');
  return 0;
}

function refuseBroken(directory: string, { diagnostics }: CompileResult): number {
  process.stdout.write(renderDiagnostics(errorsOf(diagnostics)));
  return refuse(`${directory} has mistakes. Correct them first.\n`, 1);
}

interface NewArguments {
  readonly directory: string;
  readonly part: NewPart;
  readonly name: string;
  readonly flags: PartRequest['flags'];
  readonly isDry: boolean;
}

/** The parsed arguments, or what is wrong with them. */
function readWords(args: readonly string[]): NewArguments | string {
  const options = Object.fromEntries(
    Object.keys(valueFlags).map((flag) => [flag, { type: 'string' } as const]),
  ) as Record<ValueFlag, { readonly type: 'string' }>;
  const words = readArguments(args, { ...options, 'dry-run': { type: 'boolean', default: false } });
  if (words === null) return usage;
  const [what = '', name, said, more] = words.positionals;
  const directory = said ?? (process.env['CONFIG_DIR'] || 'config');
  const part = Object.hasOwn(parts, what) ? parts[what as keyof typeof parts] : undefined;
  if (part === undefined || more !== undefined) return usage;
  if (name === undefined) return `Name the new ${what}: munisipyo new ${what} ${part.names}.`;
  if (!isFolder(directory)) return `"${directory}" is not a folder.`;
  const { 'dry-run': isDry, ...flags } = words.values;
  const strange = Object.keys(flags).filter((flag) => !part.flags.some((one) => one === flag));
  if (strange.length > 0) {
    const known = part.flags.map((flag) => `--${flag}`).join(', ');
    return `A new ${what} has no --${strange.join(', --')}. It has ${known}.`;
  }
  return { directory, part, name, flags, isDry };
}

function attempt(part: NewPart, request: PartRequest): readonly string[] | RefusedDraft {
  const problem = part === parts.language ? null : whyNoName(request.name, part);
  if (problem !== null) return new RefusedDraft(`"${request.name}" cannot be a name: ${problem}.`);
  try {
    return part.make(request);
  } catch (error) {
    if (error instanceof RefusedDraft) return error;
    throw error;
  }
}

/** Why nothing can have the name; null: something can. */
function whyNoName(name: string, { names }: NewPart): string | null {
  const [separator = '\n'] = /[./]/.exec(names) ?? [];
  const words = name.split(separator);
  if (!words.every(isGoodId)) return 'use lower-case letters, digits and hyphens';
  return words.every((word) => writeScalar(word) === word) ? null : 'YAML reads it as something else';
}

/** `, 2 new warnings (fil: 2 texts untranslated)` */
function sayWarnings(before: readonly Diagnostic[], after: readonly Diagnostic[]): string {
  const known = new Set(before.map(({ message }) => message));
  const fresh = after.filter(({ message }) => !known.has(message));
  if (fresh.length === 0) return '';
  const untranslated = untranslatedByLanguage(fresh);
  const languages = [...untranslated].map(
    ([language, texts]) => `${language}: ${countOfNoun(texts.length, 'text', 'texts')} untranslated`,
  );
  const counted = new Set([...untranslated.values()].flat());
  const other = fresh.filter((one) => !counted.has(one)).map(({ message }) => `\n  ${message}`);
  const said = languages.length === 0 ? '' : ` (${languages.join('; ')})`;
  return `, ${countOfNoun(fresh.length, 'new warning', 'new warnings')}${said}${other.join('')}`;
}
