/** Reads what a test expects, of a case or after a step of a story. */
import type { StateOnDay } from '../../../portal/model/document.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import {
  child,
  type Cursor,
  entries,
  isPresent,
  items,
  number,
  oneOrMore,
  placeOf,
  text,
  texts,
} from '../input/cursor.ts';
import type { Expectation } from './case.ts';
import {
  type CaseSource,
  itemsIn,
  nameAt,
  personaAt,
  requireName,
  nounOf,
  recordNamed,
  requirePage,
  workflowNames,
  recordNames,
  kindNames,
} from './case-names.ts';
import { countFeeLines, type TestedRecord } from './case-uses.ts';

/** @param record the record in question */
export function expectationsAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  return [
    ...pagesAt(reading, child(at, 'pages')),
    ...kindsAt(reading, child(at, 'kinds')),
    ...itemsAt(reading, child(at, 'items'), record),
    ...stepsAt(reading, child(at, 'steps'), record),
    ...refusalsAt(reading, child(at, 'refused'), record),
    ...feesAt(reading, child(at, 'fees')),
    ...dueAt(reading, child(at, 'due'), record),
    ...columnsAt(reading, child(at, 'columns'), record),
    ...unsignedAt(reading, child(at, 'unsigned')),
  ];
}

/** What happens once somebody has taken one of these transitions: who is told, and which documents there are. */
export function consequencesAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  const steps = workflowNames(reading.portal, record, 'transitions');
  const each = (key: string, of: (one: Cursor, after: string) => Expectation[]) =>
    entries(child(at, key)).flatMap(([after, one]) => {
      requireName(reading, one, { what: 'step', name: after, choices: steps }, record);
      return of(one, after);
    });
  return [
    ...each('notified', (one, after) => notifiedAt(reading, one, after)),
    ...each('documents', (one, after) => documentsAt(reading, one, after)),
  ];
}

/** What the outcome of a step in a story has besides: its state, notices, documents, children, lapsed clocks. */
export function outcomeAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  const state = child(at, 'state');
  return [
    ...(isPresent(state)
      ? [
          {
            expects: 'state' as const,
            state: nameAt(reading, state, 'state', workflowNames(reading.portal, record, 'states'), record),
            place: placeOf(state),
          },
        ]
      : []),
    ...notifiedAt(reading, child(at, 'notified'), null),
    ...documentsAt(reading, child(at, 'documents'), null),
    ...entries(child(at, 'children')).map(([of, one]) => {
      const choices = recordNames(reading.portal);
      requireName(reading, one, {
        what: nounOf(reading.portal, of) ?? 'record type or kind',
        name: of,
        choices,
      });
      return { expects: 'children' as const, of, is: childrenAt(reading, one, of), place: placeOf(one) };
    }),
    ...oneOrMore(child(at, 'lapsed')).map((one) => {
      const clock = nameAt(reading, one, 'clock', workflowNames(reading.portal, record, 'clocks'), record);
      return { expects: 'lapse' as const, clock, place: placeOf(one) };
    }),
    ...expectationsAt(reading, at, record),
  ];
}

/** How many there are, or the state of all. */
function childrenAt(reading: CaseSource, at: Cursor, of: string): number | string {
  const record = recordNamed(reading.portal, of);
  return number(at) ?? nameAt(reading, at, 'state', workflowNames(reading.portal, record, 'states'), record);
}

type ReadName = (name: string, one: Cursor) => Expectation;

/** The entries of the list below the first word are expected, those below the second are not. */
function eachOf(
  at: Cursor,
  words: readonly [string, string],
  of: (isYes: boolean) => ReadName,
): Expectation[] {
  return words.flatMap((word, index) =>
    items(child(at, word)).map((one) => of(index === 0)(text(one) ?? '', one)),
  );
}

function pagesAt(reading: CaseSource, at: Cursor): Expectation[] {
  return eachOf(at, ['open', 'closed'], (isOpen) => (path, one) => {
    requirePage(reading, one, path);
    return { expects: 'page', path, isOpen, place: placeOf(one) };
  });
}

function kindsAt(reading: CaseSource, at: Cursor): Expectation[] {
  const choices = kindNames(reading.portal);
  return eachOf(at, ['apply', 'not'], (applies) => (kind, one) => {
    requireName(reading, one, { what: 'kind', name: kind, choices });
    return { expects: 'kind', kind, applies, place: placeOf(one) };
  });
}

function itemsAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  const choices = itemsIn(reading.portal);
  return eachOf(at, ['asked', 'not'], (applies) => (item, one) => {
    // A repeating item has the id of its row after a dot.
    requireName(reading, one, { what: 'item', name: item.split('.', 1)[0] ?? '', choices }, record);
    return { expects: 'item', item, applies, place: placeOf(one) };
  });
}

function stepsAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  return eachOf(at, ['possible', 'not'], (isOffered) => (step, one) => {
    requireName(
      reading,
      one,
      { what: 'step', name: step, choices: workflowNames(reading.portal, record, 'transitions') },
      record,
    );
    return { expects: 'step', step, isOffered, place: placeOf(one) };
  });
}

function refusalsAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  return entries(at).map(([step, one]) => {
    requireName(
      reading,
      one,
      { what: 'step', name: step, choices: workflowNames(reading.portal, record, 'transitions') },
      record,
    );
    return { expects: 'refusal', step, rule: text(one) ?? '', place: placeOf(one) };
  });
}

function feesAt(reading: CaseSource, at: Cursor): Expectation[] {
  if (!isPresent(at)) return [];
  const schedule = nameAt(reading, child(at, 'schedule'), 'schedule', Object.keys(reading.portal.fees));
  const instalments = child(at, 'instalments');
  if (reading.context !== null) countFeeLines(child(at, 'amounts'), schedule, reading.context);
  const amounts = entries(child(at, 'amounts')).map(([of, one]): Expectation => {
    return { expects: 'fee', schedule, of, amount: text(one) ?? '', place: placeOf(one) };
  });
  if (!isPresent(instalments)) return amounts;
  const place = placeOf(instalments);
  return [...amounts, { expects: 'instalments', schedule, amounts: texts(instalments), place }];
}

function dueAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  if (!isPresent(at)) return [];
  if (!isMapping(at.value)) return [{ expects: 'due', clock: null, at: text(at) ?? '', place: placeOf(at) }];
  return entries(at).map(([clock, one]) => {
    requireName(
      reading,
      one,
      { what: 'clock', name: clock, choices: workflowNames(reading.portal, record, 'clocks') },
      record,
    );
    return { expects: 'due', clock, at: text(one) ?? '', place: placeOf(one) };
  });
}

function columnsAt(reading: CaseSource, at: Cursor, record: TestedRecord): Expectation[] {
  const { type } = record;
  const types = Object.values(reading.portal.recordTypes).filter((one) => type === null || one.type === type);
  const lists = types.flatMap((one) => Object.values(one.lists));
  return entries(at).map(([list, one]) => {
    requireName(reading, one, { what: 'list', name: list, choices: lists.map(({ name }) => name) }, record);
    const columns = lists.filter(({ name }) => name === list).flatMap((found) => found.columns);
    for (const column of items(one))
      nameAt(
        reading,
        column,
        `column of the list ${list}`,
        columns.map(({ value }) => value),
      );
    return { expects: 'columns', list, columns: texts(one), place: placeOf(one) };
  });
}

function unsignedAt(reading: CaseSource, at: Cursor): Expectation[] {
  if (!isPresent(at)) return [];
  const people = items(at).flatMap((one) => personaAt(reading, one)?.name ?? []);
  return [{ expects: 'unsigned', people, place: placeOf(at) }];
}

function documentsAt(reading: CaseSource, at: Cursor, after: string | null): Expectation[] {
  const choices = Object.keys(reading.portal.documents);
  const named = isMapping(at.value) ? entries(at) : items(at).map((one) => [text(one) ?? '', one] as const);
  return named.map(([document, one]) => {
    requireName(reading, one, { what: 'document', name: document, choices });
    const state = isMapping(at.value) ? (one.value as StateOnDay | 'none') : 'valid';
    return { expects: 'document', after, document, state, place: placeOf(one) };
  });
}

function notifiedAt(reading: CaseSource, at: Cursor, after: string | null): Expectation[] {
  const choices = Object.keys(reading.portal.notices);
  const isByName = isMapping(at.value);
  const named = isByName ? entries(at) : items(at).map((one) => [text(one) ?? '', one] as const);
  return named.map(([who, one]) => {
    if (isByName) for (const notice of oneOrMore(one)) nameAt(reading, notice, 'notice', choices);
    return {
      expects: 'notified',
      after,
      who,
      persona: personaNamed(reading, who, one),
      notices: isByName ? texts(one) : null,
      place: placeOf(one),
    };
  });
}

function personaNamed(reading: CaseSource, who: string, at: Cursor) {
  if (who === 'owner' && !isPresent(child(reading.personas, who))) return null;
  return personaAt(reading, { ...at, value: who });
}
