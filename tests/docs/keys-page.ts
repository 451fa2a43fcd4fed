/** Writes the reference page of all keys of all kinds of files from the schemas that check them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mappingOf } from '../../engine/portal/values/is-mapping.ts';
import { root } from '../architecture/sources.ts';

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

/** In reading order; `condition` comes last, because all others use it. */
const FILES: readonly (readonly [schema: string, file: string])[] = [
  ['portal', 'portal.yaml'],
  ['department', 'departments/{key}.yaml'],
  ['groups', 'groups.yaml'],
  ['guards', 'guards.yaml'],
  ['route', 'routes/*.yaml'],
  ['requirement-set', 'requirements/{set}/set.yaml'],
  ['requirement-kind', 'requirements/{set}/{kind}.yaml'],
  ['papers', 'papers.yaml'],
  ['gone', 'gone.yaml'],
  ['migration', 'migrations/{name}.yaml'],
  ['test', 'tests/*.yaml'],
  ['form', 'forms/{name}.yaml'],
  ['record', 'records/{type}.yaml'],
  ['workflow', 'workflows/{name}.yaml'],
  ['derived', '`derived:` of a department or a record type'],
  ['lookup', 'lookups/{name}.yaml'],
  ['fee', 'fees/{name}.yaml'],
  ['document', 'documents/{name}.yaml'],
  ['notice', 'notices/{name}.yaml'],
  ['report', 'reports/{name}.yaml'],
  ['days', 'calendar/days.yaml'],
  ['calendar', 'calendar/{name}.yaml'],
  ['arrivals', 'arrivals/{name}.yaml'],
  ['locale', 'locales/{language}.yaml'],
];

/** The places of conditions, each with its own subset of the keywords. */
const PLACES = {
  guard: 'guards',
  access: 'access, lists',
  by: 'by',
  needs: 'needs, when, applies',
  trigger: 'trigger',
  migration: 'migrations',
} as const;

const HEAD = `# Keys

Every key of every file. A star marks a key that is required. [The schemas](../../schemas) contain the same texts, so that an editor shows them while you type,
and the exact form of each value.

A test writes this page: \`npx vitest run tests/docs -u\`.`;

/** Markdown, not yet formatted. */
export function keysPage(): string {
  return [HEAD, ...FILES.map(describeFile), describeConditions()].join('\n\n');
}

function describeFile([name, file]: (typeof FILES)[number]): string {
  const schema = readSchema(name);
  const place = file.includes(' ') ? file : `\`config/${file}\``;
  return [`## ${schema.title}`, place, schema.description, ...tablesOf(schema, '', schema, new Set())].join(
    '\n\n',
  );
}

/** A table of the keys of this mapping, then those of its nested mappings. */
function tablesOf(schema: Schema, at: string, file: Schema, seen: Set<string>): string[] {
  const rows = Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const star = schema.required?.includes(key) ? ' \\*' : '';
    return `| \`${key}\`${star} | ${meaningOf(property)} |`;
  });
  const table =
    rows.length === 0
      ? []
      : [[`| ${at === '' ? 'key' : `in \`${at}\``} | meaning |`, '| --- | --- |', ...rows].join('\n')];
  const inner = partsOf(schema, at).flatMap(([place, part]) => {
    const name = part.$ref ?? '';
    if (seen.has(name)) return [];
    const found = name.startsWith('#/$defs/') ? file.$defs?.[name.slice('#/$defs/'.length)] : part;
    return found === undefined ? [] : tablesOf(found, place, file, name === '' ? seen : seen.add(name));
  });
  return [...table, ...inner];
}

function partsOf(schema: Schema, at: string): [string, Schema][] {
  const below = (key: string): string => (at === '' ? key : `${at}.${key}`);
  const named = Object.entries(schema.properties ?? {}).map(([key, part]): [string, Schema] => [
    below(key),
    part,
  ]);
  const free = [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties]
    .filter((part) => typeof part === 'object')
    .map((part): [string, Schema] => [below('{name}'), part]);
  return [
    ...named,
    ...free,
    ...(schema.items === undefined ? [] : [[`${at}[]`, schema.items] as [string, Schema]]),
  ];
}

/** A reference without a description has that of its target. */
function meaningOf(schema: Schema): string {
  const text = schema.description ?? (schema.$ref === undefined ? '' : referred(schema.$ref));
  const values = (schema.enum ?? []).map((value) => `\`${value}\``);
  const choices = values.every((value) => text.includes(value)) ? '' : ` One of ${values.join(', ')}.`;
  return `${text}${choices}`
    .replaceAll('|', '\\|')
    .replaceAll(/`[^`]*`|\{(?:[^{}]|\{[^{}]*\})*\}/g, (part) =>
      part.startsWith('`') ? part : `\`${part}\``,
    );
}

let current: Schema = {};

function referred(reference: string, home: Schema = current): string {
  const [file = '', path = ''] = reference.split('#');
  const schema: Schema = file === '' ? home : JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8'));
  const keys = path.split('/').slice(1);
  const found = keys.reduce<unknown>((at, key) => mappingOf(at)[key], schema) as Schema | undefined;
  return found?.description ?? (found?.$ref === undefined ? '' : referred(found.$ref, schema));
}

function describeConditions(): string {
  const schema = readSchema('condition');
  const places = Object.entries(PLACES).map(([name, title]) => ({
    title,
    words: schema.$defs?.[name]?.properties ?? {},
  }));
  const words = [...new Set(places.flatMap(({ words: own }) => Object.keys(own)))];
  const rows = words.map((word) => {
    const where = places.filter(({ words: own }) => word in own);
    const [first] = where;
    return `| \`${word}\` | ${meaningOf(first?.words[word] ?? {})} | ${where.map(({ title }) => title).join(', ')} |`;
  });
  return [
    `## ${schema.title}`,
    schema.description,
    ['| word | meaning | where |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

function readSchema(name: string): Schema {
  current = JSON.parse(readFileSync(join(root, 'schemas', `${name}.json`), 'utf8')) as Schema;
  return current;
}
