/** Finds the places of a file that name something, by what the schemas say of each key. */
import type { AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ParsedFile } from '../source/source.ts';
import { readSchemasByName } from '../validate/read-schemas.ts';
import type { NameKind } from './declared-names.ts';

export interface NamedPlace {
  /** JSON Pointer to the name. */
  readonly pointer: string;
  readonly name: string;
  /** What it can name: a recipient is a role or a department. */
  readonly kinds: readonly NameKind[];
  /** In its place there may be a list of names, too. */
  readonly isListable: boolean;
}

/** @param file it must have the shape that its schema describes */
export function namedPlaces({ kind, value }: Pick<ParsedFile, 'kind' | 'value'>): readonly NamedPlace[] {
  grammar ??= readGrammar();
  const found = new Map<string, NamedPlace>();
  grammar.place = (one) => found.set(one.pointer, one);
  grammar.ajv.getSchema(`${kind}.json`)?.(value);
  return [...found.values()];
}

interface DataPlace {
  readonly instancePath: string;
}

interface NamesGrammar {
  readonly ajv: Ajv2020;
  place: (found: NamedPlace) => void;
}

let grammar: NamesGrammar | null = null;

/** Every schema has a keyword of our own, which reports the places that it meets and never fails. */
function readGrammar(): NamesGrammar {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    formats: { regex: true },
  });
  const read: NamesGrammar = { ajv, place: () => {} };
  ajv.addKeyword({
    keyword: 'x-names',
    type: 'string',
    validate: (said: NameKind | readonly NameKind[], name: string, key?: AnySchemaObject, at?: DataPlace) => {
      const isListable = [key?.['type']].flat().includes('array');
      read.place({ pointer: at?.instancePath ?? '', name, kinds: [said].flat(), isListable });
      return true;
    },
  });
  for (const [name, schema] of readSchemasByName()) ajv.addSchema(schema, `${name}.json`);
  return read;
}
