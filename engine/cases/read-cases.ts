/** Reads the cases of a configuration from its files in tests/. */
import {
  child,
  type Cursor,
  entries,
  isPresent,
  items,
  placeOf,
  rootOf,
  text,
  texts,
  truth,
} from '../config/link/input/cursor.ts';
import { parseFile } from '../config/parse/parse-file.ts';
import { type SourceFile } from '../config/source/source.ts';
import { departmentKey } from '../portal/routing/match.ts';
import type { Portal } from '../portal/model/portal.ts';
import { mappingOf } from '../portal/values/is-mapping.ts';
import type { ConfigurationCase, CaseRecord, Expectation, Persona } from './case.ts';

/** A name in a case that the configuration does not have. */
interface UnknownNameInCase {
  readonly place: ConfigurationCase['place'];
  readonly what: string;
  readonly name: string;
}

export interface ReadCases {
  readonly cases: readonly ConfigurationCase[];
  readonly unknown: readonly UnknownNameInCase[];
}

/** @param files of a configuration that has no errors */
export function readCases(files: readonly SourceFile[], portal: Portal): ReadCases {
  const unknown: UnknownNameInCase[] = [];
  const cases = files
    .filter(({ name }) => name.startsWith('tests/'))
    .flatMap((file) => casesOf(rootOf(parseFile(file, 'test').file), { portal, unknown }));
  return { cases, unknown };
}

interface CaseInput {
  readonly portal: Portal;
  readonly unknown: UnknownNameInCase[];
}

function casesOf(root: Cursor, reading: CaseInput): ConfigurationCase[] {
  const personas = new Map(
    entries(child(root, 'personas')).map(([name, at]) => [name, personaOf(at, reading)]),
  );
  const file = root.file.name.replace(/^tests\/|\.yaml$/g, '');
  return items(child(root, 'cases')).map((at) => {
    const title = text(child(at, 'case')) ?? '';
    return {
      name: `${file}: ${title}`,
      title,
      persona: actorOf(child(at, 'as'), personas, reading),
      day: text(child(at, 'day')) ?? '',
      record: isPresent(child(at, 'record')) ? recordOf(child(at, 'record'), reading) : null,
      expected: expectationsOf(at, reading),
      place: placeOf(child(at, 'case')),
    };
  });
}

function known(
  { unknown }: CaseInput,
  at: Cursor,
  { what, choices }: { readonly what: string; readonly choices: object },
): string {
  const name = text(at) ?? '';
  if (isPresent(at) && !Object.hasOwn(choices, name)) unknown.push({ place: placeOf(at), what, name });
  return name;
}

function personaOf(at: Cursor, reading: CaseInput): Persona {
  const { departments } = reading.portal;
  return {
    department: known(reading, child(at, 'department'), { what: 'department', choices: departments }),
    unit: text(child(at, 'unit')),
    flags: mappingOf(child(at, 'flags').value) as Persona['flags'],
  };
}

function actorOf(at: Cursor, personas: ReadonlyMap<string, Persona>, reading: CaseInput): Persona | null {
  const name = text(at);
  if (name === null) return null;
  const persona = personas.get(name);
  if (persona !== undefined) return persona;
  const department = departmentKey(reading.portal, name);
  if (!Object.hasOwn(reading.portal.departments, department)) {
    reading.unknown.push({ place: placeOf(at), what: 'persona or department', name });
  }
  return { department, unit: null, flags: {} };
}

function recordOf(at: Cursor, reading: CaseInput): CaseRecord {
  const { recordTypes, kinds, departments, workflows } = reading.portal;
  const type = known(reading, child(at, 'type'), { what: 'record type', choices: recordTypes });
  const name = (key: string, choices: object) =>
    isPresent(child(at, key)) ? known(reading, child(at, key), { what: key, choices }) : null;
  return {
    type,
    state: name('state', workflows[type]?.states ?? {}),
    kind: name('kind', kinds),
    office: name('office', departments),
    unit: text(child(at, 'unit')),
    isOwn: truth(child(at, 'own')),
    data: mappingOf(child(at, 'data').value),
    documents: mappingOf(child(at, 'documents').value) as CaseRecord['documents'],
    parent: isPresent(child(at, 'parent')) ? recordOf(child(at, 'parent'), reading) : null,
  };
}

/** The words for what is expected, and for what is not. */
const choices = {
  pages: ['open', 'closed'],
  kinds: ['apply', 'not'],
  items: ['asked', 'not'],
  steps: ['possible', 'not'],
} as const;

function expectationsOf(at: Cursor, reading: CaseInput): Expectation[] {
  const { kinds, fees, workflows } = reading.portal;
  const type = text(child(child(at, 'record'), 'type')) ?? '';
  const each = <One>(key: keyof typeof choices, of: (name: string, isYes: boolean) => One) =>
    choices[key].flatMap((word, index) =>
      items(child(child(at, key), word)).map((one) => ({
        place: placeOf(one),
        ...of(text(one) ?? '', index === 0),
      })),
    );
  for (const word of choices.kinds) {
    for (const one of items(child(child(at, 'kinds'), word)))
      known(reading, one, { what: 'kind', choices: kinds });
  }
  for (const word of choices.steps) {
    for (const one of items(child(child(at, 'steps'), word))) {
      known(reading, one, { what: 'step', choices: workflows[type]?.transitions ?? {} });
    }
  }
  const charged = child(at, 'fees');
  const schedule = isPresent(charged)
    ? known(reading, child(charged, 'schedule'), { what: 'schedule', choices: fees })
    : '';
  return [
    ...each('pages', (path, isOpen) => ({ expects: 'page' as const, path, isOpen })),
    ...each('kinds', (kind, applies) => ({ expects: 'kind' as const, kind, applies })),
    ...each('items', (item, applies) => ({ expects: 'item' as const, item, applies })),
    ...each('steps', (step, isOffered) => ({ expects: 'step' as const, step, isOffered })),
    ...entries(child(charged, 'amounts')).map(([of, amount]) => ({
      expects: 'fee' as const,
      schedule,
      of,
      amount: text(amount) ?? '',
      place: placeOf(amount),
    })),
    ...(isPresent(child(charged, 'instalments'))
      ? [
          {
            expects: 'instalments' as const,
            schedule,
            amounts: texts(child(charged, 'instalments')),
            place: placeOf(child(charged, 'instalments')),
          },
        ]
      : []),
  ];
}
