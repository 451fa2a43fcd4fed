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
import { departmentKey, matchPath } from '../portal/routing/match.ts';
import { answerScopeOf, answerScopesOf } from '../portal/succession/names-in.ts';
import type { Portal } from '../portal/model/portal.ts';
import { mappingOf } from '../portal/values/is-mapping.ts';
import type { CaseRecord, ConfigurationCase, Expectation, Persona, UnknownCaseName } from './case.ts';

/** @param files of a configuration that has no errors */
export function readCases(files: readonly SourceFile[], portal: Portal): ConfigurationCase[] {
  return files
    .filter(({ name }) => name.startsWith('tests/'))
    .flatMap((file) => casesOf(rootOf(parseFile(file, 'test').file), portal));
}

interface CaseInput {
  readonly portal: Portal;
  readonly unknown: UnknownCaseName[];
}

function casesOf(root: Cursor, portal: Portal): ConfigurationCase[] {
  const file = root.file.name.replace(/^tests\/|\.yaml$/g, '');
  const personas = child(root, 'personas');
  return items(child(root, 'cases')).map((at) => {
    const title = text(child(at, 'case')) ?? '';
    const reading: CaseInput = { portal, unknown: [] };
    return {
      name: `${file}: ${title}`,
      title,
      persona: actorOf(child(at, 'as'), personas, reading),
      day: text(child(at, 'day')) ?? '',
      record: isPresent(child(at, 'record')) ? recordOf(child(at, 'record'), reading) : null,
      expected: expectationsOf(at, reading),
      unknown: reading.unknown,
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

function actorOf(at: Cursor, personas: Cursor, reading: CaseInput): Persona | null {
  const name = text(at);
  if (name === null) return null;
  const persona = child(personas, name);
  if (isPresent(persona)) return personaOf(persona, reading);
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
  const kind = name('kind', kinds);
  const questions = questionsOfRecord(reading.portal, { type, kind });
  for (const [question, answer] of entries(child(at, 'data'))) {
    if (!questions.has(question))
      reading.unknown.push({ place: placeOf(answer), what: 'question', name: question });
  }
  return {
    type,
    state: name('state', workflows[type]?.states ?? {}),
    kind,
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
  const all = itemsIn(reading.portal);
  const isKnown = {
    pages: (path: string) => matchPath(reading.portal, path) !== null,
    kinds: (kind: string) => Object.hasOwn(kinds, kind),
    // A repeating item has the id of its row after a dot.
    items: (item: string) => all.has(item.split('.', 1)[0] ?? ''),
    steps: (step: string) => Object.hasOwn(workflows[type]?.transitions ?? {}, step),
  };
  const each = <One>(key: keyof typeof choices, of: (name: string, isYes: boolean) => One) =>
    choices[key].flatMap((word, index) =>
      items(child(child(at, key), word)).map((one) => {
        const [name, place] = [text(one) ?? '', placeOf(one)];
        if (!isKnown[key](name)) reading.unknown.push({ place, what: key.slice(0, -1), name });
        return { place, ...of(name, index === 0) };
      }),
    );
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

/** Names of answers that a record of this type may have, from its form or from steps. */
export function questionsOfRecord(
  portal: Portal,
  record: { readonly type: string; readonly kind: string | null },
): ReadonlySet<string> {
  const scopes = new Set([record.type, answerScopeOf(portal, record)]);
  const names = answerScopesOf(portal)
    .filter(({ name }) => scopes.has(name))
    .flatMap(({ questions }) => questions.map(({ path }) => path.split('.', 1)[0] ?? path));
  const steps = Object.values(portal.workflows[record.type]?.transitions ?? {}).map(({ name }) => name);
  return new Set([...names, ...steps]);
}

/** Every item of the configuration: a case may say that one of another kind is not asked for. */
function itemsIn({ kinds, recordTypes }: Portal): ReadonlySet<string> {
  const all = [...Object.values(kinds), ...Object.values(recordTypes)].flatMap(({ items: some }) => some);
  return new Set(all.map(({ id }) => id));
}
