/** Finds rules in the files of a configuration. A compiled condition knows neither its place nor its words. */
import { stringify } from 'yaml';
import { layeredName } from '../config/layers/layer-names.ts';
import type { ParsedFile, SourceFile } from '../config/source/source.ts';
import { parseFiles } from '../config/stages.ts';
import { keysOf } from '../portal/values/pointer.ts';
import type { WrittenRules } from './explanation.ts';

/** @returns a function that parses the files with the name of one when one of its rules is asked for */
export function createWrittenRules(files: readonly SourceFile[]): WrittenRules {
  const parsed = new Map<string, ParsedFile | null>();
  const fileAt = (path: string): ParsedFile | null => {
    const known = parsed.get(path);
    if (known !== undefined) return known;
    const source = files.find((file) => file.path === path);
    const found = source === undefined ? null : parsedWithLayers(files, source);
    parsed.set(path, found);
    return found;
  };
  return (near, pointer) => {
    const file = near === null ? null : fileAt(near.file);
    if (file === null) return { place: near, text: null };
    const { file: path, line, column } = file.positions(pointer, 'key');
    return { place: { file: path, line, column }, text: textAt(file.value, pointer) };
  };
}

/** Its file in other layers may have the rule. portal.yaml says which layers there are. */
function parsedWithLayers(files: readonly SourceFile[], source: SourceFile): ParsedFile | null {
  const { name } = layeredName(source.name);
  const wanted = files.filter((file) => [name, 'portal.yaml'].includes(layeredName(file.name).name));
  return parseFiles(wanted, undefined).parsed.find(({ file }) => file.name === name)?.file ?? null;
}

function textAt(root: unknown, pointer: string): string | null {
  const value = keysOf(pointer).reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    root,
  );
  if (value === undefined || value === null) return null;
  const text = stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    lineWidth: 0,
  }).trim();
  // A mapping reads like the lines of a file.
  return text.startsWith('{') ? text.slice(1, -1).trim() : text;
}
