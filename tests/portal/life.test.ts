/* oxlint-disable unicorn/no-thenable -- the grammar's word for what follows a transition, and a list is no promise */
/** The effects of a step in a tree of records, computed without a database. */
import { expect, test } from 'vitest';
import type { ClockState, Transition, Workflow } from '../../engine/portal/model/workflow.ts';
import type { Condition } from '../../engine/portal/model/condition.ts';
import { type Family, familyOfRecords, memberOf } from '../../engine/portal/life/family.ts';
import { type Command, decideCommand, type Outcome } from '../../engine/portal/life/decide-command.ts';
import { blankRecord } from '../../engine/portal/model/record.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { signedOut, type Visitor } from '../../engine/portal/model/department.ts';
import {
  always,
  by,
  kindOf,
  nobody,
  path,
  portal as small,
  recordType,
  state,
  stateOf,
  step,
  workflow,
} from '../server/records/portal.ts';

const owner: Visitor = { ...signedOut, signedIn: true, account: 'o', department: 'member' };
const moment = { today: '2026-11-20', now: '2026-11-20T01:00:00.000Z' };
const access = { ...nobody, create: always, read: always };
const field = (name: string, value: string): Condition => ({
  test: 'compare',
  subject: { from: 'field', path: path(name) },
  operator: 'is',
  operand: { value },
});
const types = [
  recordType('case', { access, parties: { owner: { departments: ['member'], isMany: false } } }),
  recordType('part', {
    access,
    parents: ['case'],
    kinds: ['branches'],
    parties: {
      owner: { departments: ['member'], isMany: false },
      expert: { departments: ['watch'], isMany: true },
    },
  }),
];

function portalOf(...workflows: Workflow[]): Portal {
  const kind = kindOf('branches', 'wet', { applies: field('ground', 'wet') });
  return {
    ...small,
    recordTypes: by('type', types),
    workflows: by('of', workflows),
    kinds: { 'branches/wet': kind },
    sets: {
      branches: {
        key: 'branches',
        title: '',
        plural: null,
        office: null,
        under: null,
        kinds: ['branches/wet'],
      },
    },
  };
}

const states = ['open', 'sent', 'done', 'over'].map((key) => stateOf(key, key === 'open' ? 'owner' : null));
const own = (...steps: Transition[]) => workflow('case', 'open', states, steps);
const parts = (...steps: Transition[]) => workflow('part', 'open', states, steps);
const create = { effect: 'create', type: 'part', forEachKindOf: null, forEachInput: null, data: {} } as const;

const begun = (data: Record<string, unknown> = {}): Family =>
  familyOfRecords([blankRecord('case', { id: 'c', state: 'open', owner: 'o', data })], moment);

function done(portal: Portal, family: Family, command: Command): Outcome {
  let made = 0;
  const identity = () => ({ id: `${family.members.size}-${(made += 1)}`, slug: '' });
  const result = decideCommand(
    { portal, visitor: owner, tools: { identity, form: () => null } },
    family,
    command,
  );
  if (result.refused !== undefined) throw new Error(JSON.stringify(result));
  return result;
}

const taking = (name: string, input = {}, picked = {}): Command => ({
  type: 'take',
  id: 'c',
  step: { name, input, picked, formErrors: {}, inputErrors: {} },
});
const partsIn = ({ family }: Outcome) =>
  [...family.members.values()].filter(({ record }) => record.type === 'part');

test('a part whose kind applies no longer is dropped, and comes anew when it applies again', () => {
  const portal = portalOf(
    own(
      step('send', ['open'], 'sent', { by: always, then: [{ ...create, forEachKindOf: 'branches' }] }),
      step('return', ['sent'], 'open', { by: always }),
    ),
    parts(step('drop', ['open'], 'over', { by: null, trigger: { test: 'applies', is: false } })),
  );
  const sent = done(portal, begun({ ground: 'wet' }), taking('send'));
  expect(partsIn(sent).map(({ record }) => record.kind)).toEqual(['branches/wet']);
  const back = done(portal, sent.family, taking('return'));
  const ground = (value: string, { family }: Outcome) => {
    const record = { ...memberOf(family, 'c').record, data: { ground: value } };
    return done(portal, family, { type: 'put', record, what: 'saved', detail: {} });
  };
  const dry = done(portal, ground('dry', back).family, taking('send'));
  expect(partsIn(dry).map(({ record }) => record.state)).toEqual(['over']);
  const wet = ground('wet', done(portal, dry.family, taking('return')));
  const again = done(portal, wet.family, taking('send'));
  expect(partsIn(again).map(({ record }) => record.state)).toEqual(['over', 'open']);
});

test('each row of an answer becomes a record, and each account that was chosen has a part in one', () => {
  const data = { by: { input: 'who' } } as const;
  const portal = portalOf(
    own(
      step('list', ['open'], 'sent', { by: always, then: [{ ...create, forEachInput: 'rows', data }] }),
      step('invite', ['open'], 'sent', { by: always, then: [{ ...create, forEachInput: 'pick' }] }),
    ),
    parts(),
  );
  const rows = [{ text: 'a' }, { text: 'b', who: 'x' }];
  const listed = done(portal, begun(), taking('list', { rows, who: 'y' }));
  expect(partsIn(listed).map(({ record }) => record.data)).toEqual([
    { text: 'a', by: 'y' },
    { text: 'b', who: 'x', by: 'x' },
  ]);
  const picked = {
    m: { account: 'member-1', department: 'member' },
    w: { account: 'watch-1', department: 'watch' },
  };
  const invited = done(portal, begun(), taking('invite', { pick: ['m', 'w'] }, picked));
  expect(partsIn(invited).map(({ record, parties }) => [record.owner, parties])).toEqual([
    ['member-1', []],
    ['o', [{ role: 'expert', account: 'watch-1', department: null }]],
  ]);
});

test('a step leads where its first case says, from the state that the record was in', () => {
  const toCases = [{ when: field('ground', 'wet'), to: 'done' }];
  const portal = portalOf(own(step('send', ['open'], 'sent', { by: always, toCases })), parts());
  expect(memberOf(done(portal, begun({ ground: 'wet' }), taking('send')).family, 'c').record.state).toBe(
    'done',
  );
  expect(memberOf(done(portal, begun(), taking('send')).family, 'c').record.state).toBe('sent');
});

const trigger = (from: string) => ({ by: null, trigger: state(from) });

test('a time that ran out leads on once: who goes on late is not thrown back', () => {
  const lapse = { by: null, trigger: { test: 'lapsed', clock: 'days' } } as const;
  const portal = portalOf(
    own(step('lapse', ['sent'], 'over', lapse), step('again', ['over'], 'sent', { by: always })),
    parts(),
  );
  const clock: ClockState = {
    state: 'running',
    startedAt: '2026-11-02T01:00:00.000Z',
    due: '2026-11-19T01:00:00.000Z',
    pausedAt: null,
    isExtended: false,
    isWarned: true,
  };
  const late = { id: 'c', state: 'sent', owner: 'o', clocks: { days: clock } };
  const lapsed = done(portal, familyOfRecords([blankRecord('case', late)], moment), { type: 'wake' });
  expect(memberOf(lapsed.family, 'c').record.state).toBe('over');
  const goneOn = done(portal, lapsed.family, taking('again'));
  expect(memberOf(goneOn.family, 'c').record.state).toBe('sent');
});

test('triggers that would run in a circle are stopped, and what stays where it is does not fire', () => {
  const still = portalOf(
    own(step('send', ['open'], 'sent', { by: always }), step('stay', ['sent'], 'sent', trigger('sent'))),
    parts(),
  );
  expect(done(still, begun(), taking('send')).events).toHaveLength(1);
  const round = portalOf(
    own(
      step('send', ['open'], 'sent', { by: always }),
      step('on', ['sent'], 'done', trigger('sent')),
      step('back', ['done'], 'sent', trigger('done')),
    ),
    parts(),
  );
  expect(() => done(round, begun(), taking('send'))).toThrow('do not come to rest');
});

const manyParts = (count: number): Family =>
  familyOfRecords(
    [
      blankRecord('case', { id: 'c', state: 'open', owner: 'o' }),
      ...Array.from({ length: count }, (_, at) =>
        blankRecord('part', { id: `p${at}`, parent: 'c', state: 'open', owner: 'o' }),
      ),
    ],
    moment,
  );
const ofParent = (name: string) =>
  ({ by: null, trigger: { test: 'parent', type: null, of: state(name) } }) as const;

test('a family of many records comes to rest, however many of them move, and its limit still stops a circle', () => {
  const send = step('send', ['open'], 'sent', { by: always });
  const follows = parts(step('follow', ['open'], 'sent', ofParent('sent')));
  const sent = done(portalOf(own(send), follows), manyParts(600), taking('send'));
  expect(new Set(partsIn(sent).map(({ record }) => record.state))).toEqual(new Set(['sent']));
  const round = parts(
    step('follow', ['open'], 'sent', ofParent('sent')),
    step('back', ['sent'], 'open', ofParent('sent')),
  );
  expect(() => done(portalOf(own(send), round), manyParts(2), taking('send'))).toThrow('follow, back');
});

test('records that make records of their own kind without end are stopped', () => {
  const then = [create, create];
  const growing = parts(step('grow', ['open'], 'sent', { by: null, trigger: always, then }));
  expect(() => done(portalOf(own(), growing), manyParts(1), { type: 'wake' })).toThrow(
    'do not come to rest: grow',
  );
});

test.each([
  ['by people', { by: always }, taking('issue'), 'refused'],
  ['by itself', { by: null, trigger: always }, { type: 'wake' } as Command, 'open'],
])(
  'a step taken %s issues the document of its kind, or is not taken at all',
  (_who, how, command, outcome) => {
    const then = [{ effect: 'document', document: null, variant: null }] as const;
    const issuing = (issues: string | null): Portal => ({
      ...portalOf(own(), parts(step('issue', ['open'], 'done', { ...how, then }))),
      kinds: { 'branches/wet': kindOf('branches', 'wet', { issues }) },
    });
    const record = blankRecord('part', { id: 'c', state: 'open', owner: 'o', kind: 'branches/wet' });
    const family = familyOfRecords([record], moment);
    const stateAfter = (portal: Portal): string => {
      const tools = { identity: () => ({ id: 'd', slug: '' }), form: () => null };
      const result = decideCommand({ portal, visitor: owner, tools }, family, command);
      if (result.refused === undefined) return memberOf(result.family, 'c').record.state;
      expect(result).toMatchObject({ refused: 'conflict', message: { values: { document: 'slip' } } });
      return 'refused';
    };
    expect(stateAfter(issuing('slip'))).toBe(outcome);
    expect(stateAfter(issuing(null))).toBe('done');
  },
);
