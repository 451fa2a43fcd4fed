/** A file over that of a base, edited as the whole that both say, and written as what differs from the base. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, parse } from 'yaml';
import type { YamlPath } from '../config/edit/edit-yaml.ts';
import { writeValue } from '../config/edit/write-value.ts';
import { isOfBase, layeredName } from '../config/layers/layer-names.ts';
import { entriesOf, namedPartsOf } from '../config/layers/named-parts.ts';
import type { ParsedFile, SourceFile } from '../config/source/source.ts';
import { parseFiles } from '../config/stages.ts';
import { kindOfFile } from '../config/validate/file-kinds.ts';
import { writeYaml } from '../config/write-yaml.ts';
import { mappingOf } from '../portal/values/is-mapping.ts';
import { nodeIn, valueOf } from './part-document.ts';

/**
 * @returns the text of a file of the configuration itself that says what these layers say together; null: one of them
 * leaves the file out. Comments of merged files are lost
 */
export function wholeText(files: readonly SourceFile[], name: string): string | null {
  const file = mergedFile(files, name);
  if (file === undefined) return null;
  if (file.layers !== undefined) return `layer: replace\n${writeYaml(file.value)}`;
  const isOwn = files.some((one) => one.name === name);
  // A base may replace the file of a farther one already.
  const isWhole = isOwn || Object.hasOwn(mappingOf(parse(file.text)), 'layer');
  return isWhole ? file.text : replacingText(file.text);
}

/** @returns the text of a file that replaces this one of a base */
export function replacingText(text: string): string {
  const [above = ''] = /^(?:(?:---)?[ \t]*(?:#.*)?\r?\n)*/.exec(text) ?? [];
  const rest = text.slice(above.length);
  return /^(?:---\s*)?\{/.test(rest)
    ? writeValue(text, ['layer'], 'replace')
    : `${above}layer: replace\n${rest}`;
}

/**
 * @param files with the file as it is written
 * @param whole the file as a whole, changed
 * @returns the text of the file that adds, replaces and removes by name, as it did before; the whole if names cannot say
 * the change: another order, or a setting that the base has and this file has not
 */
export function layeredText(files: readonly SourceFile[], whole: SourceFile): string {
  if (!files.some(({ name }) => isOfBase(name))) return whole.text;
  const written = files.find(({ name }) => name === whole.name);
  const isLayered = mergedFile(files, whole.name)?.layers !== undefined;
  if (written === undefined || !isLayered) return whole.text;
  const others = files.filter((one) => one !== written);
  const merge = (text: string) => mergedFile([...others, { ...written, text }], whole.name);
  const below = mergedFile(others, whole.name);
  const wanted = merge(whole.text);
  if (below === undefined || wanted === undefined) return whole.text;
  const text = writeValue(written.text, [], differenceOf(below, wanted));
  return isDeepStrictEqual(merge(text)?.value, wanted.value) ? text : whole.text;
}

/** @returns the path in the whole of what is at this path of the file as it is written: entries of the base come before it */
export function pathInWhole(
  path: YamlPath,
  { name, written, whole }: { readonly name: string; readonly written: Document; readonly whole: Document },
): YamlPath {
  const [key, index, ...below] = path;
  const kind = kindOfFile(name);
  const part = kind === null ? undefined : namedPartsOf(kind).find((one) => one.key === key);
  const namedBy = part?.namedBy ?? null;
  if (key === undefined || typeof index !== 'number' || namedBy === null) return path;
  const [own = [], all = []] = [written, whole].map((document) => {
    const list = valueOf(nodeIn(document, [key]), document);
    return (Array.isArray(list) ? list : []).map((entry: unknown) => mappingOf(entry)[namedBy]);
  });
  return [key, all.indexOf(own[index]), ...below];
}

/** Merges only the files of this name: what is in others changes nothing. */
function mergedFile(files: readonly SourceFile[], name: string): ParsedFile | undefined {
  const needed = files.filter((one) => [name, 'portal.yaml'].includes(layeredName(one.name).name));
  return parseFiles(needed, undefined).parsed.find(({ file }) => file.name === name)?.file;
}

/** What a file says over the one below, to be the wanted one together. */
function differenceOf(below: ParsedFile, wanted: ParsedFile): Readonly<Record<string, unknown>> {
  const before = mappingOf(below.value);
  const value = Object.fromEntries(
    Object.entries(mappingOf(wanted.value)).filter(([key, one]) => !isDeepStrictEqual(one, before[key])),
  );
  const replace: Record<string, readonly string[]> = {};
  const remove: Record<string, readonly string[]> = {};
  for (const part of namedPartsOf(wanted.kind)) {
    const { name, key, namedBy } = part;
    if (key === null || !Object.hasOwn(value, key)) continue;
    const known = new Map(entriesOf(below, part).map((entry) => [entry.name, entry.value]));
    const entries = entriesOf(wanted, part);
    const own = entries.filter((entry) => !isDeepStrictEqual(entry.value, known.get(entry.name)));
    const replaced = own.filter((entry) => known.has(entry.name)).map((entry) => entry.name);
    const removed = new Set(known.keys()).difference(new Set(entries.map((entry) => entry.name)));
    if (replaced.length > 0) replace[name] = replaced;
    if (removed.size > 0) remove[name] = [...removed];
    value[key] =
      namedBy === null
        ? Object.fromEntries(own.map((entry) => [entry.name, entry.value]))
        : own.map((entry) => entry.value);
    if (own.length === 0) delete value[key];
  }
  const verbs = Object.entries({ replace, remove }).filter(([, parts]) => Object.keys(parts).length > 0);
  return { layer: verbs.length === 0 ? 'add' : Object.fromEntries(verbs), ...value };
}
