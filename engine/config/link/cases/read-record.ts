/** Reads the records of tests. */
import type { StateOnDay } from '../../../portal/model/document.ts';
import type { ItemState } from '../../../portal/model/record.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import {
  child,
  type Cursor,
  entries,
  isPresent,
  items,
  oneOrMore,
  spanOf,
  text,
  truth,
} from '../input/cursor.ts';
import type { CaseRecord, GivenRecord, Persona } from './case.ts';
import { countAnswersOf, countName, type TestedRecord } from './case-uses.ts';
import {
  type CaseSource,
  itemsIn,
  nameAt,
  nameOrNull,
  personaAt,
  questionsOfRecord,
  requireName,
  kindNames,
} from './case-names.ts';

/** The record of a case, with those above it. */
export function caseRecordAt(reading: CaseSource, at: Cursor): CaseRecord {
  const parent = child(at, 'parent');
  return {
    ...writtenRecordAt(reading, at),
    isOwn: truth(child(at, 'own')),
    parent: isPresent(parent) ? caseRecordAt(reading, parent) : null,
    children: items(child(at, 'children')).map((one) => caseRecordAt(reading, one)),
  };
}

/** The given records of a story, each parent before its children. */
export function givenRecordsAt(reading: CaseSource, at: Cursor): readonly GivenRecord[] {
  const earlier: string[] = [];
  return entries(at).map(([name, one]) => {
    const parent = nameOrNull(reading, child(one, 'parent'), 'given record above it', earlier);
    earlier.push(name);
    return { ...writtenRecordAt(reading, one), name, owner: personaAt(reading, child(one, 'owner')), parent };
  });
}

function writtenRecordAt(
  reading: CaseSource,
  at: Cursor,
): Omit<CaseRecord, 'isOwn' | 'parent' | 'children'> & Omit<GivenRecord, 'name' | 'owner' | 'parent'> {
  const { recordTypes, departments, workflows, documents } = reading.portal;
  const type = nameAt(reading, child(at, 'type'), 'record type', Object.keys(recordTypes));
  const name = (key: string, choices: readonly string[]) =>
    nameOrNull(reading, child(at, key), key, choices, { type, kind: null });
  const kind = name('kind', kindNames(reading.portal));
  const record = { type, kind };
  requireQuestions(reading, child(at, 'data'), record);
  requireKeys(reading, child(at, 'documents'), 'document', Object.keys(documents));
  const roles = Object.keys(recordTypes[type]?.parties ?? {}).filter((role) => role !== 'owner');
  const signedSteps = Object.values(workflows[type]?.transitions ?? {}).filter(
    ({ quorum }) => quorum !== null,
  );
  for (const [item, one] of entries(child(at, 'items')))
    requireName(
      reading,
      one,
      { what: 'item', name: item.split('.', 1)[0] ?? '', choices: itemsIn(reading.portal) },
      record,
    );
  return {
    type,
    state: name('state', Object.keys(workflows[type]?.states ?? {})),
    kind,
    office: name('office', Object.keys(departments)),
    unit: text(child(at, 'unit')),
    data: mappingOf(child(at, 'data').value),
    items: mappingOf(child(at, 'items').value) as Readonly<Record<string, ItemState>>,
    documents: mappingOf(child(at, 'documents').value) as Readonly<Record<string, StateOnDay>>,
    parties: peopleAt(reading, child(at, 'parties'), { what: 'role', choices: roles, record }),
    signed: peopleAt(reading, child(at, 'signed'), {
      what: 'step',
      choices: signedSteps.map((step) => step.name),
      record,
    }),
  };
}

/** The personas under each name. */
function peopleAt(
  reading: CaseSource,
  at: Cursor,
  named: { readonly what: string; readonly choices: readonly string[]; readonly record: TestedRecord },
): Readonly<Record<string, readonly Persona[]>> {
  return Object.fromEntries(
    entries(at).map(([name, people]) => {
      requireName(reading, people, { ...named, name }, named.record);
      return [name, oneOrMore(people).flatMap((one) => personaAt(reading, one) ?? [])];
    }),
  );
}

/** Each answer is to a question of such a record. */
export function requireQuestions(
  reading: CaseSource,
  data: Cursor,
  record: Parameters<typeof questionsOfRecord>[1],
): void {
  requireKeys(reading, data, 'question', questionsOfRecord(reading.portal, record));
  if (reading.context !== null) countAnswersOf(data, record, reading.context);
}

function requireKeys(reading: CaseSource, at: Cursor, what: string, choices: readonly string[]): void {
  for (const [name, one] of entries(at)) {
    if (choices.includes(name)) {
      if (reading.context !== null)
        countName({ portal: reading.portal, context: reading.context }, one, { what, name });
      continue;
    }
    const place = one.file.positions(one.pointer, 'key') ?? spanOf(one);
    reading.unknown.push({ place, what, name, choices });
  }
}
