/** What the editing forms of the workbench can show of the grammar: the names of keys, their help, their choices. */
import {
  type PartSchema,
  resolveSchema,
  schemaBelow,
  schemaOfFile,
  shapeOf,
} from '../../engine/editing/part-schema.ts';
import { keyOfWord, wordsOfCondition } from '../../engine/editing/condition-grammar.ts';
import { plainHelp, SINGLE } from '../../engine/editing/part-form.ts';
import { isMapping, mappingOf } from '../../engine/portal/values/is-mapping.ts';

export interface ShownKey {
  /** The keys that lead to it, beginning with the kind of file. */
  readonly way: readonly string[];
  readonly help: string | null;
  readonly choices: readonly string[];
}

const editedKinds = ['requirement-kind', 'fee', 'lookup', 'locale', 'groups'];

/** A part may be of any of these: each has a branch of its own in the grammar. */
const values: readonly unknown[] = [undefined, {}, [], ''];

/** The nearest first. */
export function shownKeys(): readonly ShownKey[] {
  const found: ShownKey[] = [];
  const seen = new Set<string>();
  const waiting = editedKinds.map((kind): Visit => ({ part: schemaOfFile(kind, {}), way: [kind] }));
  for (const { part, way } of waiting) {
    for (const value of values) {
      const resolved = resolveSchema(part, value);
      const mark = JSON.stringify([resolved, value]);
      if (seen.has(mark)) continue;
      seen.add(mark);
      const shape = shapeOf(part, value);
      const { items, additionalProperties } = resolved.schema;
      const below = items ?? additionalProperties;
      if (shape === 'condition') {
        const words = wordsOfCondition(part);
        found.push(
          ...words.flatMap(({ name, part: word }) =>
            keysOf({ part: word, way: ['condition', keyOfWord(name)] }),
          ),
        );
      } else if (shape === 'form') {
        const parts = partsOf({ part: resolved, way });
        found.push(...parts.flatMap(keysOf));
        waiting.push(...parts);
      } else if ((shape === 'list' || shape === 'names') && isMapping(below)) {
        const entry: Visit = { part: { schema: below, home: resolved.home }, way };
        waiting.push(entry);
        if (shape === 'names') found.push(...keysOf({ ...entry, way: [...way, SINGLE] }));
      }
    }
  }
  return found;
}

interface Visit {
  readonly part: PartSchema;
  readonly way: readonly string[];
}

function partsOf({ part, way }: Visit): readonly Visit[] {
  return Object.keys(mappingOf(part.schema['properties'])).flatMap((name) => {
    const below = schemaBelow(part, name, {});
    return below === undefined ? [] : [{ part: below, way: [...way, name] }];
  });
}

function keysOf({ part, way }: Visit): readonly ShownKey[] {
  return values.map((value) => {
    const { schema, home } = resolveSchema(part, value);
    const items = resolveSchema({ schema: mappingOf(schema['items']), home }, undefined).schema;
    const others = [schema, items].map((one) => mappingOf(one['x-or'])['enum']);
    const choices = [schema['enum'] ?? [], items['enum'] ?? [], ...others].flat().filter(Boolean).map(String);
    return { way, help: plainHelp(part.schema) ?? plainHelp(schema), choices };
  });
}
