/** Reads what a test expects, of a case or after a step of a story. */
import type { IssuedDocument } from '../../../portal/model/document.ts';
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
  requirePage,
  stepsOf,
} from './case-names.ts';

/** @param type the type of the record in question; null if only the running story knows it */
export function expectationsAt(reading: CaseSource, at: Cursor, type: string | null): Expectation[] {
  return [
    ...pagesAt(reading, child(at, 'pages')),
    ...kindsAt(reading, child(at, 'kinds')),
    ...itemsAt(reading, child(at, 'items')),
    ...stepsAt(reading, child(at, 'steps'), type),
    ...refusalsAt(reading, child(at, 'refused'), type),
    ...feesAt(reading, child(at, 'fees')),
    ...dueAt(reading, child(at, 'due'), type),
    ...columnsAt(reading, child(at, 'columns'), type),
  ];
}

/** What happens once somebody has taken one of these transitions: who is told, and which documents there are. */
export function consequencesAt(reading: CaseSource, at: Cursor, type: string): Expectation[] {
  const steps = [...stepsOf(reading.portal, type)];
  const each = (key: string, of: (one: Cursor, after: string) => Expectation[]) =>
    entries(child(at, key)).flatMap(([after, one]) => {
      requireName(reading, one, { what: 'step', name: after, choices: steps });
      return of(one, after);
    });
  return [
    ...each('notified', (one, after) => notifiedAt(reading, one, after)),
    ...each('documents', (one, after) => documentsAt(reading, one, after)),
  ];
}

/** What the outcome of a step in a story has besides: its state, notices, documents, children, lapsed clocks. */
export function outcomeAt(reading: CaseSource, at: Cursor, type: string | null): Expectation[] {
  const { workflows, recordTypes, kinds } = reading.portal;
  const known =
    type === null ? Object.values(workflows) : [workflows[type]].filter((one) => one !== undefined);
  const state = child(at, 'state');
  return [
    ...(isPresent(state)
      ? [
          {
            expects: 'state' as const,
            state: nameAt(
              reading,
              state,
              'state',
              known.flatMap(({ states }) => Object.keys(states)),
            ),
            place: placeOf(state),
          },
        ]
      : []),
    ...notifiedAt(reading, child(at, 'notified'), null),
    ...documentsAt(reading, child(at, 'documents'), null),
    ...entries(child(at, 'children')).map(([of, one]) => {
      const choices = [...Object.keys(recordTypes), ...Object.keys(kinds)];
      requireName(reading, one, { what: 'record type or kind', name: of, choices });
      return { expects: 'children' as const, of, is: number(one) ?? text(one) ?? '', place: placeOf(one) };
    }),
    ...oneOrMore(child(at, 'lapsed')).map((one) => {
      const clock = nameAt(reading, one, 'clock', clocksOf(reading, type));
      return { expects: 'lapse' as const, clock, place: placeOf(one) };
    }),
    ...expectationsAt(reading, at, type),
  ];
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
  const choices = Object.keys(reading.portal.kinds);
  return eachOf(at, ['apply', 'not'], (applies) => (kind, one) => {
    requireName(reading, one, { what: 'kind', name: kind, choices });
    return { expects: 'kind', kind, applies, place: placeOf(one) };
  });
}

function itemsAt(reading: CaseSource, at: Cursor): Expectation[] {
  const choices = itemsIn(reading.portal);
  return eachOf(at, ['asked', 'not'], (applies) => (item, one) => {
    // A repeating item has the id of its row after a dot.
    requireName(reading, one, { what: 'item', name: item.split('.', 1)[0] ?? '', choices });
    return { expects: 'item', item, applies, place: placeOf(one) };
  });
}

function stepsAt(reading: CaseSource, at: Cursor, type: string | null): Expectation[] {
  return eachOf(at, ['possible', 'not'], (isOffered) => (step, one) => {
    requireName(reading, one, { what: 'step', name: step, choices: stepNames(reading, type) });
    return { expects: 'step', step, isOffered, place: placeOf(one) };
  });
}

function refusalsAt(reading: CaseSource, at: Cursor, type: string | null): Expectation[] {
  return entries(at).map(([step, one]) => {
    requireName(reading, one, { what: 'step', name: step, choices: stepNames(reading, type) });
    return { expects: 'refusal', step, rule: text(one) ?? '', place: placeOf(one) };
  });
}

function feesAt(reading: CaseSource, at: Cursor): Expectation[] {
  if (!isPresent(at)) return [];
  const schedule = nameAt(reading, child(at, 'schedule'), 'schedule', Object.keys(reading.portal.fees));
  const instalments = child(at, 'instalments');
  const amounts = entries(child(at, 'amounts')).map(([of, one]): Expectation => {
    return { expects: 'fee', schedule, of, amount: text(one) ?? '', place: placeOf(one) };
  });
  if (!isPresent(instalments)) return amounts;
  const place = placeOf(instalments);
  return [...amounts, { expects: 'instalments', schedule, amounts: texts(instalments), place }];
}

function dueAt(reading: CaseSource, at: Cursor, type: string | null): Expectation[] {
  if (!isPresent(at)) return [];
  if (!isMapping(at.value)) return [{ expects: 'due', clock: null, at: text(at) ?? '', place: placeOf(at) }];
  return entries(at).map(([clock, one]) => {
    requireName(reading, one, { what: 'clock', name: clock, choices: clocksOf(reading, type) });
    return { expects: 'due', clock, at: text(one) ?? '', place: placeOf(one) };
  });
}

function columnsAt({ portal, unknown }: CaseSource, at: Cursor, type: string | null): Expectation[] {
  const types = Object.values(portal.recordTypes).filter((one) => type === null || one.type === type);
  const lists = types.flatMap((one) => Object.values(one.lists));
  return entries(at).map(([list, one]) => {
    const reading = { portal, unknown, personas: at };
    requireName(reading, one, { what: 'list', name: list, choices: lists.map(({ name }) => name) });
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

function documentsAt(reading: CaseSource, at: Cursor, after: string | null): Expectation[] {
  const choices = Object.keys(reading.portal.documents);
  const named = isMapping(at.value) ? entries(at) : items(at).map((one) => [text(one) ?? '', one] as const);
  return named.map(([document, one]) => {
    requireName(reading, one, { what: 'document', name: document, choices });
    const state = isMapping(at.value) ? (one.value as IssuedDocument['state'] | 'none') : 'valid';
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

function stepNames({ portal }: CaseSource, type: string | null): readonly string[] {
  const types = type === null ? Object.keys(portal.workflows) : [type];
  return [...new Set(types.flatMap((one) => stepsOf(portal, one)))];
}

function clocksOf({ portal: { workflows } }: CaseSource, type: string | null): readonly string[] {
  const known = Object.values(workflows).filter(({ of }) => type === null || of === type);
  return [...new Set(known.flatMap(({ clocks }) => Object.keys(clocks)))];
}
