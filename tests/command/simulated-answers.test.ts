/** What simulated people seek, and the answers that they find for it. */
import { expect, test } from 'vitest';
import { holds } from '../../engine/portal/conditions/evaluate.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { whoseTurn } from '../../engine/simulation/people/agenda.ts';
import { Coverage } from '../../engine/simulation/people/coverage.ts';
import { Person } from '../../engine/simulation/town/person.ts';
import { createRandom } from '../../engine/simulation/town/random.ts';
import { type GivenAnswers, wishesFor, withWishes } from '../../engine/simulation/people/wishes.ts';
import { readPortal } from '../server/read-portal.ts';

test('the records of one state share among them what nobody has done', async () => {
  const coverage = new Coverage(await readPortal('tests/fixtures/library'));
  const slugs = Array.from({ length: 40 }, (_, index) => `record-${index}`);
  const goals = (): Set<string | null | undefined> =>
    new Set(slugs.map((slug) => coverage.goalOf({ type: 'loan', slug, state: 'asked' })?.name));
  expect(goals()).toEqual(new Set(['lend', 'refuse', 'bring-back']));
  coverage.claim('loan', 'lend');
  expect(goals()).toEqual(new Set(['refuse', 'bring-back']));
});

test('people seek the goals of some records, and of every account because accounts are few', async () => {
  const portal = await readPortal();
  const coverage = new Coverage(portal);
  const account = Object.values(portal.recordTypes).find((one) => one.account !== null)?.type ?? '';
  const sought = (type: string): number =>
    Array.from({ length: 40 }, (_, index) => ({ type, slug: `record-${index}`, state: '' })).filter((one) =>
      coverage.isSought(one),
    ).length;
  expect(sought(account)).toBe(40);
  expect([sought('application') > 0, sought('application') < 40]).toEqual([true, true]);
});

test('what waits for something that was refused is closed by its people within days, and not before', async () => {
  const portal = await readPortal();
  const waiting = Object.values(portal.workflows).flatMap(({ of, states, transitions }) =>
    Object.values(states)
      .filter(({ key, waitsFor }) => {
        const isTop = portal.recordTypes[of]?.parents.length === 0;
        const isClosed = ({ by, from, to }: (typeof transitions)[string]) =>
          by !== null && from.includes(key) && states[to]?.isFinal === true;
        return isTop && waitsFor === 'children' && Object.values(transitions).some(isClosed);
      })
      .map(({ key }) => ({ type: of, state: key })),
  );
  expect(waiting).not.toEqual([]);
  const town = { portal, people: Object.keys(portal.departments).map(personOf) };
  const random = createRandom(1);
  const stepsIn = (record: (typeof waiting)[number], isBlocked: boolean) => {
    const open = { ...record, id: '', root: '', slug: '', kind: null, office: null, unit: null };
    const parties = { owner: town.people.map(({ username }) => username) };
    const coverage = new Coverage(portal, { isSeeking: false });
    return Array.from({ length: 200 }, () =>
      whoseTurn({ town, coverage }, { ...open, parties, isWaking: false, isBlocked }, random),
    ).flatMap((turn) => (turn === null ? [] : [turn.wanted]));
  };
  for (const record of waiting) {
    const workflow = portal.workflows[record.type];
    const isClosed = (name: string) =>
      workflow?.states[workflow.transitions[name]?.to ?? '']?.isFinal === true;
    expect(stepsIn(record, false).length).toBeLessThan(4);
    const wanted = stepsIn(record, true);
    expect(wanted.length).toBeGreaterThan(4);
    expect(wanted.filter((name) => !isClosed(name))).toEqual([]);
  }
});

/** With every right, so that only the record decides who may act. */
function personOf(department: string): Person {
  const door = {
    servers: { address: () => Promise.resolve('') },
    password: '',
    tally: new Map<string, number>(),
    acknowledged: { versions: new Map<string, number>(), begun: new Set<string>() },
    cuts: 0,
    onWrite: () => {},
  };
  const flags = { approve: true };
  return new Person(door, {
    department,
    username: `${department}@example.com`,
    unit: null,
    flags,
    isApprover: true,
  });
}

test('a line of business is found for every kind of requirement that a group of lines needs', async () => {
  const portal = await readPortal();
  const kinds = Object.values(portal.kinds).filter(
    ({ applies }) => applies.test === 'compare' && applies.operator === 'has',
  );
  const missed = kinds.filter(({ applies }) => {
    const [type] = Object.keys(portal.recordTypes).filter((one) =>
      holds(applies, scopeOf(portal, one, wished(portal, one, applies))),
    );
    return type === undefined;
  });
  expect([kinds.length > 10, missed.map(({ id }) => id)]).toEqual([true, []]);
});

function wished(portal: Portal, type: string, condition: Parameters<typeof wishesFor>[0]): GivenAnswers {
  const schema = portal.forms[portal.recordTypes[type]?.form ?? '']?.schema ?? {};
  const data: GivenAnswers = structuredClone(portal.recordTypes[type]?.examples[0] ?? {});
  const wishes = wishesFor(condition, {
    portal,
    scope: scopeOf(portal, type, data),
    writable: { data: schema, input: null },
    sampling: { random: createRandom(1), today: '2026-11-23' },
  });
  return withWishes(data, wishes ?? [], 'data');
}

function scopeOf(portal: Portal, type: string, data: GivenAnswers) {
  const record = blankRecord(type, { data });
  return {
    portal,
    visitor: signedOut,
    context: contextAlone({ record, today: '2026-11-23', now: '2026-11-23T02:00:00.000Z' }),
  };
}
