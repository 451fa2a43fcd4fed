/** The keywords of a record's life cycle: each is written once here and read back from the portal. */
import { beforeAll, expect, test } from 'vitest';
import { readFiles } from '../../engine/config/read-files.ts';
import { linkFiles, parseFiles, validateFiles } from '../../engine/config/stages.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { Transition } from '../../engine/portal/model/workflow.ts';

const files = {
  'forms/answers.yaml': `
title: Answers
type: object
properties:
  passed: { type: boolean, title: Passed? }
  rows:
    type: array
    title: Rows
    items: { type: object, properties: { what: { type: string, title: What } } }
`,
  'forms/task.yaml': `
title: Task
type: object
properties:
  day: { type: string, format: date, title: Day }
  email: { type: string, format: email, title: E-mail }
  rows:
    type: array
    title: Rows
    items: { type: object, properties: { amount: { type: string, format: money, title: Amount } } }
`,
  'forms/part.yaml': `
title: Part
type: object
properties:
  what: { type: string, title: What }
  amount: { type: string, format: money, title: Amount }
`,
  'notices/told.yaml': "subject: 'About {number}'\nbody: Look at it.\n",
  'calendar/visit.yaml':
    "title: Visits\ndays: [mon]\ntimes: [{ from: '09:00', to: '10:00', each: 30 minutes }]\ncapacity: 1\n",
  'records/task.yaml': `
title: Task
form: task
office: desk
parties: { owner: desk, helpers: { department: [desk], many: true } }
access: { create: { department: desk }, read: { signedIn: true } }
prefill:
  - { from: task, latest: day, where: { state: done }, except: [email, rows.amount] }
checklist:
  items:
    - { id: plan, title: Plan, each: { record: part, where: { state: made } } }
`,
  'records/part.yaml': `
title: Part
form: part
parent: task
access: { create: { department: desk }, read: { signedIn: true } }
`,
  'workflows/part.yaml': `
of: part
initial: made
states: { made: { title: Made, settled: true }, gone: { title: Gone, final: true } }
transitions:
  drop: { from: made, to: gone, trigger: { not: { parent: { state: open } } } }
`,
  'workflows/task.yaml': `
of: task
initial: open
states:
  open: { title: Open, waitsFor: owner }
  seen: { title: Seen, waitsFor: helpers }
  done: { title: Done, tone: good, settled: true }
clocks:
  limit:
    within: { cases: [{ when: { field: look.passed, is: true }, value: 1 week }], else: { constant: longest } }
    starts: open
    pauses: [seen]
    stops: done
    extend: { by: { office: own }, input: answers }
    warn: { before: 1 day, then: [{ notify: [owner, office, desk], notice: told }] }
transitions:
  look:
    from: open
    to: { cases: [{ when: { input: passed, is: true }, value: done }], else: seen }
    by: { party: [owner, helpers] }
    input: answers
    saves: true
    keeps: true
    needs: [{ field: rows.amount, exists: true, every: true }, { unseen: false }]
    then:
      - { create: part, forEach: { input: rows } }
      - { create: part, data: { what: { field: email }, amount: 12.50 } }
  invite:
    from: open
    to: seen
    by: { link: { sentTo: email, within: 60 minutes } }
    input: { pick: account, where: { department: desk }, many: true }
    then: [{ assign: { helpers: { input: pick } } }]
  visit: { from: seen, to: open, by: { office: own }, books: visit, bulk: true, needs: { input: slot, exists: true } }
  joined: { from: seen, to: done, trigger: { children: part, any: { state: made }, count: { atLeast: 2, below: 9 } } }
  late: { from: [open], to: done, trigger: { any: [{ lapsed: limit }, { after: 15 days }] } }
  reopen: { from: done, to: open, trigger: { all: [{ expired: any }, { not: { applies: false } }] } }
`,
};

let portal: Portal;
let step: (name: string) => Transition;

beforeAll(() => {
  const tiny = readFiles('tests/fixtures/tiny').files.map((file) =>
    file.name === 'portal.yaml'
      ? { ...file, text: `${file.text}constants: { longest: 3 working days }\n` }
      : file,
  );
  const written = Object.entries(files).map(([name, text]) => ({ path: `config/${name}`, name, text }));
  const linked = linkFiles(validateFiles(parseFiles([...tiny, ...written], undefined)));
  const told = linked.diagnostics.map(({ file, line, message }) => `${file}:${line} ${message}`);
  if (linked.portal === null || told.length > 0) throw new TypeError(`It does not link. ${told.join('\n')}`);
  portal = linked.portal;
  step = (name) => portal.workflows['task']?.transitions[name] as Transition;
});

test('a clock has cases, constants, an extension and a warning', () => {
  const clock = portal.workflows['task']?.clocks['limit'];
  expect(clock?.within).toMatchObject({
    cases: [{ value: { amount: 1, unit: 'week' } }],
    otherwise: { amount: 3, unit: 'working day' },
  });
  expect([clock?.starts, clock?.pauses, clock?.stops]).toEqual([['open'], ['seen'], ['done']]);
  expect(clock?.warn?.then).toEqual([
    { effect: 'notify', to: { parties: ['owner'], isOffice: true, departments: ['desk'] }, notice: 'told' },
  ]);
});

test('an extension is a step of its own, wherever the clock runs, that stays in its state', () => {
  expect(step('extend-limit')).toMatchObject({
    from: ['open'],
    to: '',
    extends: 'limit',
    trigger: null,
    keeps: true,
    title: 'Extend the limit',
  });
  expect(step('extend-limit').input).toBe(step('look').input);
});

test('a step chooses its target by what is answered, and asks what the rows say one by one', () => {
  const { to, toCases, needs, keeps, by } = step('look');
  expect([to, keeps]).toEqual(['seen', true]);
  expect(toCases).toMatchObject([{ to: 'done', when: { subject: { from: 'input', name: 'passed' } } }]);
  expect(needs.map(({ condition }) => condition)).toMatchObject([
    { operator: 'exists', each: 'every' },
    { test: 'not', of: { test: 'unseen' } },
  ]);
  expect(by).toEqual({
    test: 'any',
    of: [
      { test: 'party', role: 'owner' },
      { test: 'party', role: 'helpers' },
    ],
  });
});

test('records are made of answers, one by one or with what is said', () => {
  expect(step('look').then).toMatchObject([
    { type: 'part', forEachInput: 'rows', data: {} },
    { type: 'part', data: { what: { field: { keys: ['email'] } } } },
  ]);
});

test('accounts are picked, times are booked, and links let somebody in', () => {
  const { pick, then, by } = step('invite');
  expect(pick?.isMany).toBe(true);
  expect(then).toEqual([{ effect: 'assign', role: 'helpers', to: { input: 'pick' } }]);
  expect(by).toEqual({ test: 'link', field: 'email', within: { amount: 60, unit: 'minute' } });
  expect(step('visit')).toMatchObject({ books: 'visit', bulk: true, pick: null });
});

test('what the engine fires waits for children, clocks, time, documents and kinds', () => {
  const any = {
    test: 'compare',
    operator: 'is',
    subject: { from: 'record', name: 'state' },
    operand: { value: 'made' },
  };
  expect(step('joined').trigger).toEqual({
    test: 'all',
    of: [
      { test: 'children', type: 'part', quantifier: { every: null, any, atLeast: 2 } },
      { test: 'not', of: { test: 'children', type: 'part', quantifier: { every: null, any, atLeast: 9 } } },
    ],
  });
  expect(step('late').trigger).toMatchObject({ of: [{ test: 'lapsed', clock: 'limit' }, { test: 'after' }] });
  expect(step('reopen').trigger).toEqual({
    test: 'all',
    of: [
      { test: 'expired', document: null },
      { test: 'not', of: { test: 'applies', is: false } },
    ],
  });
});

test('a record type says where its answers come from, its own items and its parties', () => {
  const type = portal.recordTypes['task'];
  expect(type?.prefill).toMatchObject([{ from: 'task', latest: 'day', except: ['email', 'rows.amount'] }]);
  expect(type?.items).toMatchObject([{ id: 'plan', each: { record: 'part' } }]);
  expect(type?.parties).toEqual({
    owner: { departments: ['desk'], isMany: false },
    helpers: { departments: ['desk'], isMany: true },
  });
});
