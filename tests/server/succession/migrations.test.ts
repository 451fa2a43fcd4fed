/** Migrations change what is stored where a former name cannot say it, once for a database, and can be taken back. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireEvent, WireRecord } from '../../../engine/contract/record.ts';
import { askRecords } from '../../../engine/command/plan/ask-records.ts';
import { planChange } from '../../../engine/plan/plan.ts';
import { renderPlan } from '../../../engine/plan/render-plan.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { adoptPortal, sayObstacles } from '../../../engine/server/records/succession/adopt-portal.ts';
import { type Edits, editedPortal } from '../../plan/edited-portal.ts';
import { type Browser, openBrowser, openPortalServer, type PortalServer } from '../portal-server.ts';
import { applyVersion } from './apply-version.ts';
import { callRecords } from './call-records.ts';

const directory = 'tests/fixtures/library';
const original = editedPortal(directory);
let server: PortalServer;
let member: Browser;
let first: WireRecord;
let second: WireRecord;

beforeEach(async () => {
  server = await openPortalServer(original);
  await claimKey(server.database, testAuditKey);
  member = openBrowser(server.origin);
  await member.signIn('member@library.example');
  first = await file('Dune, Herbert');
  second = await file('The Sea, Banville');
});
afterEach(() => server.close());

const send = <T = WireRecord>(method: string, path: string, body?: unknown, version?: number) =>
  callRecords<T>(member, method, path, { body, version });

async function file(book: string, more: object = {}): Promise<WireRecord> {
  const made = await send('POST', 'loan', { data: { book, copies: 1, branch: 'hill', ...more } });
  return send('POST', `loan/${made.slug}/ask`, { input: {} }, made.version);
}

const read = (slug: string): Promise<WireRecord> => send('GET', `loan/${slug}`);

interface Applied {
  readonly number: number | null;
  readonly told: readonly string[];
}

async function apply(portal: Portal, again: number | null = null): Promise<Applied> {
  const { application, database } = server;
  const outcome = await applyVersion(application, portal, { again });
  const told = outcome.is === 'refused' ? sayObstacles(outcome.obstacles) : [];
  if (outcome.is === 'applied') await application.replacePortal(portal);
  expect((await verifyHistories(database, testAuditKey)).findings).toEqual([]);
  return { number: outcome.is === 'applied' ? outcome.number : null, told };
}

const runs = () =>
  server.database.query('SELECT migration, direction, records, version FROM migration_runs ORDER BY id');

const twoQuestions: Edits = {
  'forms/loan.yaml': [
    /required: \[book, [^]*  book: .*\n/g,
    `required: [name, author, copies, branch]
properties:
  name: { type: string, title: Title of the book, minLength: 1 }
  author: { type: string, title: Author, maxLength: 20 }
`,
  ],
  'records/loan.yaml': ['book: Atlas', 'name: Atlas, author: Nobody'],
  'gone.yaml': '- { question: "loan: book", values: erase, why: It is asked in two questions now. }\n',
};
const splitting = (
  expected: string,
  pattern = '([^,]+), (.+)',
): string => `title: Title and author are asked apart
type: loan
where: { state: asked }
steps:
  - split: { question: book, pattern: '${pattern}', into: [name, author] }
expect: ${expected}
back:
  - set: { book: '{name}, {author}' }
  - clear: [name, author]
`;

test('an answer is split into two questions, which the history says, and put together again on the way back', async () => {
  const { form } = await server.database
    .query<{ form: string }>('SELECT form FROM records WHERE slug = $1', [second.slug])
    .then(([row]) => row ?? { form: '' });
  const page = readFileSync('docs/configure/migrations.md', 'utf8');
  const shown = /```yaml\n(# migrations[^]*?)```/.exec(page)?.[1] ?? '';
  const after = editedPortal(directory, { ...twoQuestions, 'migrations/apart.yaml': shown });
  expect(await apply(after)).toEqual({ number: 2, told: [] });
  const changed = await read(second.slug);
  expect(changed.data).toEqual({ name: 'The Sea', author: 'Banville', copies: 1, branch: 'hill' });
  const history = await send<WireEvent[]>('GET', `loan/${second.slug}/events`);
  expect(history.map(({ text }) => text)).toContain(
    'Changed by the portal: Title and author are asked apart',
  );
  // What was erased is in no history.
  expect(
    await server.database.query(`SELECT FROM event_values WHERE entries::text LIKE '%The Sea, %'`),
  ).toEqual([]);
  const made = await send('POST', 'loan', {
    data: { name: 'Emma', author: 'Austen', copies: 1, branch: 'hill' },
  });

  expect(await apply(original, 1)).toEqual({ number: 3, told: [] });
  const returned = await read(second.slug);
  expect(returned.data).toEqual({ book: 'The Sea, Banville', copies: 1, branch: 'hill' });
  // The form that it was sent with.
  expect(await server.database.query('SELECT form FROM records WHERE slug = $1', [second.slug])).toEqual([
    { form },
  ]);
  expect((await read(made.slug)).data).toMatchObject({ book: 'Emma, Austen' });
  expect(await runs()).toEqual([
    { migration: 'apart', direction: 'forward', records: 2, version: 2 },
    { migration: 'apart', direction: 'back', records: 3, version: 3 },
  ]);
});

test.each([
  ['5', 'The migration "apart" changes 2 records, but expects 5. Look at its `where`, or correct `expect`.'],
  [
    '{ atMost: 1 }',
    'The migration "apart" changes 2 records, but expects 0 to 1. Look at its `where`, or correct `expect`.',
  ],
])('an expectation of %s that does not hold changes nothing', async (expected, said) => {
  const after = editedPortal(directory, { ...twoQuestions, 'migrations/apart.yaml': splitting(expected) });
  expect(await apply(after)).toEqual({ number: null, told: [said] });
  expect(await read(second.slug)).toEqual(second);
  expect(await runs()).toEqual([]);
});

test('answers that the pattern or the form refuses are named, and nothing is changed', async () => {
  const odd = await file('Emma');
  const plain = { ...twoQuestions, 'migrations/apart.yaml': splitting('3') };
  expect((await apply(editedPortal(directory, plain))).told).toEqual([
    `The migration "apart" cannot split the answer to "book" of ${odd.number}: it does not match the pattern.`,
  ]);
  const lacking: Edits = { ...twoQuestions, 'migrations/apart.yaml': splitting('3', '([^,]+)(?:, (.+))?') };
  expect((await apply(editedPortal(directory, lacking))).told).toEqual([
    `The migration "apart" would leave ${odd.number} with answers that their form refuses, at "author": Enter “Author”.`,
  ]);
  expect(await read(second.slug)).toEqual(second);
});

const halfFilled = (record: string | null, question: string, name: string) =>
  `The migration "${name}" cannot answer "${question}" of ${record}: an answer that its text names is missing, and the others would be lost. Give these records a step of their own, with \`when\`.`;

test('a text that would lose the answers that are there changes nothing, forward and back', async () => {
  const joined = `title: The school stands in the title
type: loan
where: { state: asked }
steps: [{ set: { name: '{book} ({school})' } }]
expect: { atLeast: 0 }
back: none
why: Nobody needs it.
`;
  const forward: Edits = { ...twoQuestions, 'migrations/joined.yaml': joined };
  const { told } = await apply(editedPortal(directory, forward));
  expect(told).toEqual([halfFilled(`${first.number} and 1 other record`, 'name', 'joined')]);
  expect(await read(second.slug)).toEqual(second);

  const [asked, questions] = twoQuestions['forms/loan.yaml'] as readonly [RegExp, string];
  const apart = editedPortal(directory, {
    ...twoQuestions,
    'forms/loan.yaml': [asked, questions.replace('author, ', '')],
    'migrations/apart.yaml': splitting('2'),
  });
  expect(await apply(apart)).toEqual({ number: 2, told: [] });
  const made = await send('POST', 'loan', { data: { name: 'Odyssey', copies: 1, branch: 'hill' } });
  expect(await apply(original, 1)).toEqual({ number: null, told: [halfFilled(made.slug, 'book', 'apart')] });
  expect((await read(made.slug)).data).toMatchObject({ name: 'Odyssey' });
});

test('a new required answer is filled in, and an answer of another type is converted', async () => {
  const migration = `title: Every loan has a purpose
type: loan
steps:
  - fill: { purpose: study }
    when: { field: branch, is: hill }
  - fill: { purpose: '{branch}' }
  - set: { copies: '{copies}' }
  - set: { code: '{branch}-{copies}' }
expect: { atLeast: 2 }
back: none
why: Nobody knows who had none.
`;
  const edits: Edits = {
    'forms/loan.yaml': [
      /branch\]\n[^]*  branch: .*\n/g,
      `branch, purpose, code]
properties:
  book: { type: string, title: Title of the book, minLength: 1 }
  copies: { type: string, title: Copies, maxLength: 9 }
  branch: { type: string, title: Branch, lookup: branch }
  purpose: { type: string, title: Purpose, minLength: 1 }
  code: { type: string, title: Code }
`,
    ],
    'records/loan.yaml': ['copies: 1', "copies: '1', purpose: study, code: x"],
    'migrations/purpose.yaml': migration,
  };
  const other = await file('Emma, Austen', { branch: 'harbour' });
  expect((await apply(editedPortal(directory, { ...edits, 'migrations/purpose.yaml': null }))).told).toEqual([
    '3 records have an answer to the question "loan: copies" that is not a text, but the question now asks for one. Convert ' +
      'them with a migration, or ask under another name and list this one in gone.yaml.',
  ]);
  expect(await apply(editedPortal(directory, edits))).toEqual({ number: 2, told: [] });
  const answers = { copies: '1', purpose: 'study', code: 'hill-1' };
  expect((await read(second.slug)).data).toMatchObject(answers);
  expect((await read(other.slug)).data).toMatchObject({ purpose: 'harbour', code: 'harbour-1' });
});

const moving: Edits = {
  'workflows/loan.yaml': [/\basked\b/g, 'waiting'],
  'records/loan.yaml': ['state: asked', 'state: waiting'],
};
const movingTo = (steps: string, back: string): string => `title: Requests wait
type: loan
steps: [${steps}]
expect: 2
${back}
`;

test('records move to another state, and back if they were moved', async () => {
  const text = movingTo(
    '{ state: { gone: asked, to: waiting } }',
    'back: [{ state: { from: waiting, to: asked } }]',
  );
  const after = editedPortal(directory, { ...moving, 'migrations/wait.yaml': text });
  expect(await apply(after)).toEqual({ number: 2, told: [] });
  expect(await read(second.slug)).toMatchObject({ state: 'waiting' });
  expect(await apply(original, 1)).toEqual({ number: 3, told: [] });
  expect(await read(second.slug)).toMatchObject({ state: 'asked' });
  expect(await apply(after, 2)).toEqual({ number: 4, told: [] });
  expect((await runs()).map(({ direction }) => direction)).toEqual(['forward', 'back', 'forward']);
  const begun = await file('Emma');
  expect(begun).toMatchObject({ state: 'waiting' });
  // It is in a state that the earlier version does not have, and no step says where it goes.
  expect((await apply(original, 3)).told).toEqual([
    'There is 1 record of the type "loan" in the state "waiting", which the workflow "loan" no longer has. Name it under ' +
      '`formerly` of the state that takes its place, or keep it.',
  ]);
  expect(await read(second.slug)).toMatchObject({ state: 'waiting' });
});

test('a migration runs once, however many processes start with it', async () => {
  const edits: Edits = {
    'migrations/copies.yaml': `title: One copy more
type: loan
steps: [{ set: { copies: 2 } }]
expect: { atMost: 2 }
back: none
why: Nobody knows how many there were.
`,
  };
  const after = editedPortal(directory, edits);
  const adopt = () => adoptPortal(server.database, { portal: after, before: original, key: testAuditKey });
  const both = await Promise.all([adopt(), adopt()]);
  expect(both.flatMap(sayObstacles)).toEqual([]);
  const forward = { migration: 'copies', direction: 'forward', records: 2 };
  expect(await runs()).toEqual([{ ...forward, version: 2 }]);
  await server.application.replacePortal(after);
  await file('Emma');
  const later = editedPortal(directory, {
    ...edits,
    'forms/loan.yaml': ['title: Copies', 'title: Number of copies'],
  });
  expect((await apply(later)).told).toEqual([]);
  expect(await runs()).toHaveLength(1);
  // Nothing takes it back, so it does not run again either.
  expect((await apply(original, 1)).told).toEqual([]);
  expect((await read(second.slug)).data).toMatchObject({ copies: 2 });
  expect((await apply(after, 2)).told).toEqual([]);
  expect(await runs()).toHaveLength(1);
});

/** What `munisipyo plan` shows of migrations, and what is in the way. It must not wait for a table, or lock one. */
async function planned(portal: Portal, again: number | null = null): Promise<string> {
  const sides = {
    before: { name: 'before', portal: server.application.portal() },
    after: { name: 'after', portal },
  };
  const { database } = server;
  const plan = planChange(sides.before, sides.after, '2026-11-27');
  const text = await whileNobodyMayWrite(async () =>
    renderPlan(await askRecords({ database, key: testAuditKey, again }, plan, sides)),
  );
  return /\nMigrations\n[^]*?(?=\n\n)/.exec(text)?.[0] ?? text;
}

function whileNobodyMayWrite<Result>(work: () => Promise<Result>): Promise<Result> {
  return server.database.changeSchema((owner) =>
    owner.transaction(async (client) => {
      await client.query(`DO $$ BEGIN EXECUTE (SELECT 'LOCK ' || string_agg(oid::regclass::text, ', ') || ' IN EXCLUSIVE MODE'
        FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace); END $$`);
      return work();
    }),
  );
}

const events = () => server.database.query('SELECT seq FROM events');

test('a plan tries migrations, and says what they change and what cannot be taken back', async () => {
  const after = editedPortal(directory, {
    ...twoQuestions,
    'migrations/apart.yaml': splitting('2'),
    'migrations/more.yaml': `title: One copy more
from: apart
type: loan
where: { field: author, is: Banville }
steps: [{ set: { copies: 2 } }, { office: { to: director } }]
expect: 1
back: none
why: Nobody knows how many there were.
`,
  });
  const before = await events();
  expect(await planned(after)).toBe(`
Migrations
  + apart "Title and author are asked apart"  tests/fixtures/library/migrations/apart.yaml:1
      changes 2 records
      for example ${first.number}: "name" gets an answer, "author" gets an answer
  + more "One copy more"  tests/fixtures/library/migrations/more.yaml:1
      changes 1 record
      for example ${second.number}: "copies" gets another answer, office desk → director`);
  expect(await events()).toEqual(before);
  expect(await read(second.slug)).toEqual(second);
  expect(await apply(after)).toMatchObject({ told: [] });
  expect(await planned(original, 1)).toBe(`
Migrations
  - apart "Title and author are asked apart"  tests/fixtures/library/migrations/apart.yaml:1
      its way back changes 2 records
      for example ${first.number}: "name" loses its answer, "author" loses its answer, "book" gets an answer
  - more "One copy more"  tests/fixtures/library/migrations/more.yaml:1
      it has no way back, so 1 record keeps what it changed: Nobody knows how many there were.`);
});

/** Lending gives a document. */
const lentWith = (name: string, former = ''): Edits => ({
  [`documents/${name}.yaml`]: `title: Loan slip\n${former}of: loan\nblocks:\n  - { text: '{number}' }\n`,
  'workflows/loan.yaml': [
    'department: desk, can: access }',
    `department: desk, can: access }, then: [{ document: ${name} }]`,
  ],
});

test('a migration asks for a document by its new name, and a plan says the same', async () => {
  expect(await apply(editedPortal(directory, lentWith('slip')))).toEqual({ number: 2, told: [] });
  const desk = openBrowser(server.origin);
  await desk.signIn('desk@library.example');
  const { version } = await read(first.slug);
  await callRecords(desk, 'POST', `loan/${first.slug}/lend`, { body: { input: {} }, version });
  const rest = 'type: loan\nexpect: 1\nback: none\nwhy: Nobody knows who had how many.\n';
  const after = editedPortal(directory, {
    ...lentWith('card', 'formerly: slip\n'),
    'migrations/more.yaml': `title: One copy more\nwhere: { document: card, is: valid }\nsteps: [{ set: { copies: 2 } }]\n${rest}`,
    'migrations/near.yaml': `title: From the harbour\nfrom: more\nsteps: [{ set: { branch: harbour }, when: { document: card, is: valid } }]\n${rest}`,
  });
  const said = await planned(after);
  expect(said.match(/changes \d+ record/g)).toEqual(['changes 1 record', 'changes 1 record']);
  expect(await apply(after)).toEqual({ number: 3, told: [] });
  expect((await read(first.slug)).data).toMatchObject({ copies: 2, branch: 'harbour' });
  expect((await read(second.slug)).data).toEqual(second.data);
});

test('what a killed command had prepared does not stay', async () => {
  const { database } = server;
  await database.query(`INSERT INTO wished_versions (state, author, message, plan, files, seal, needs_approval, at)
    VALUES ('preparing', 'Ana', 'Killed.', '{}', '{}', '', false, now() - interval '2 days')`);
  await apply(editedPortal(directory, { 'portal.yaml': ['title: City Library', 'title: Town Library'] }));
  expect(await database.query('SELECT FROM wished_versions')).toEqual([]);
});

const daysTimes = (factor: number, more: Edits = {}): Portal =>
  editedPortal(directory, {
    'forms/loan.yaml': [
      '  is_student:',
      `  days: { type: integer, title: Days in all, compute: { product: [copies, ${factor}] } }
  like: { title: As much as, ref: loan, label: [book] }
  alike: { type: integer, title: Days of both, compute: { product: [copies, like.copies, ${factor}] } }
  is_student:`,
    ],
    ...more,
  });

test('a plan names the drafts that get another figure, and what was sent keeps its own', async () => {
  await apply(daysTimes(7));
  const sent = await file('Emma, Austen', { copies: 2, like: first.slug });
  const answers = { book: 'Ulysses, Joyce', copies: 3, branch: 'hill', like: sent.slug };
  const draft = await send('POST', 'loan', { data: { ...answers, days: 1 } });
  expect([sent.data, draft.data]).toMatchObject([
    { days: 14, alike: 14 },
    { days: 21, alike: 42 },
  ]);
  const after = daysTimes(10);
  const text = await planned(after);
  expect(text).toContain('compute, product: - 7');
  expect(text).toContain(`
  ~ loan: days "Days in all"
  ~ loan: alike "Days of both"
      another figure in 1 of 1 record that was not sent: ${draft.slug}
`);
  await apply(after);
  const filed = await send('POST', `loan/${draft.slug}/ask`, { input: {} }, draft.version);
  expect([(await read(sent.slug)).data, filed.data]).toMatchObject([
    { days: 14, alike: 14 },
    { days: 30, alike: 60 },
  ]);
  const other = await send('POST', 'loan', { data: answers });
  const likeFirst = `title: As much as Dune
type: loan
where: { field: like, is: ${sent.slug} }
steps: [{ set: { copies: 5, like: ${first.slug} } }]
expect: 2
back: none
why: Nobody knows what was asked before.
`;
  expect(await apply(daysTimes(10, { 'migrations/like-first.yaml': likeFirst }))).toMatchObject({ told: [] });
  const stored = await server.database.query<{ data: object }>(
    'SELECT data FROM records WHERE slug = ANY($1) ORDER BY filed_at',
    [[filed.slug, other.slug]],
  );
  // Until somebody saves what was sent, its figure about another record stays.
  expect(stored.map(({ data }) => data)).toMatchObject([
    { copies: 5, alike: 60 },
    { copies: 5, alike: 50 },
  ]);
});

test('a plan says that a new question is required, and how many drafts have no answer to it', async () => {
  await send('POST', 'loan', { data: { book: 'Persuasion, Austen', copies: 1, branch: 'hill' } });
  const asking = editedPortal(directory, {
    'forms/loan.yaml': [
      'required: [book, copies, branch]\nproperties:\n',
      'required: [book, copies, branch, phone]\nproperties:\n  phone: { type: string, title: Telephone }\n',
    ],
  });
  const text = await planned(asking);
  expect(text).toMatch(/\+ loan: phone "Telephone".*\n +required\n/);
  const [, unanswered = '', all = ''] = /without an answer in (\d+) of (\d+) record/.exec(text) ?? [];
  expect(Number(all)).toBeGreaterThan(0);
  expect(unanswered).toBe(all);
});

const currencyOfPortal = (own: string) => ['constants:\n', `constants:\n  currency: ${own}\n`] as const;

/** The loans with a price, in a portal of a currency. */
function pricedLoans(question: string, own: string): Portal {
  return editedPortal(directory, {
    'forms/loan.yaml': [
      'properties:\n',
      `properties:\n  price: { type: string, title: Price, ${question} }\n`,
    ],
    'portal.yaml': currencyOfPortal(own),
  });
}

function toldOf(what: string, before: string, after: string): readonly string[] {
  return [
    `1 record has ${what} in ${before}, which would be in ${after}. Amounts are never converted: keep the ` +
      'currency, and ask or bill in another one under another name.',
  ];
}

test('stored amounts keep their currency', async () => {
  const price = 'an amount under "loan: price"';
  const euros = pricedLoans('format: money', 'EUR');
  expect(await apply(euros)).toMatchObject({ told: [] });
  expect(await apply(pricedLoans('format: money, currency: USD', 'EUR'))).toMatchObject({
    told: [],
  });
  expect(await apply(euros)).toMatchObject({ told: [] });
  await file('Atlas', { price: '12.50' });
  const dollars = await apply(pricedLoans('format: money, currency: USD', 'EUR'));
  expect(dollars.told).toEqual(toldOf(price, 'EUR', 'USD'));
  // The code beside the question would not reach the forms that were filled in before.
  const moved = await apply(pricedLoans('format: money, currency: EUR', 'PHP'));
  expect(moved.told).toEqual(toldOf(price, 'EUR', 'PHP'));
  expect(await apply(pricedLoans('format: money, currency: EUR', 'EUR'))).toMatchObject({
    told: [],
  });
});

const bill = 'a bill of "loan"';

const named = (currency: string | null): string => (currency === null ? '' : `currency: ${currency}\n`);

/** @param schedule the currency of the fees of a loan, which are due when it is asked for; null: that of the portal */
function chargedLoans(own: string, schedule: string | null = null): Edits {
  return {
    'portal.yaml': currencyOfPortal(own),
    'fees/loan.yaml': `title: Fees of a loan\nof: loan\n${named(schedule)}lines: [{ id: desk, title: Desk fee, amount: 5 }]\n`,
    'workflows/loan.yaml': [
      'needs: [{ form: complete }] }',
      'needs: [{ form: complete }], then: [{ assess: loan }] }',
    ],
  };
}

const unchargedLoans = (own: string): Portal =>
  editedPortal(directory, { 'portal.yaml': currencyOfPortal(own) });

/** The loans are lendings now. */
function renamedLoans(edits: Edits): Portal {
  return editedPortal(directory, edits, (name, text) => [
    name.replace('records/loan', 'records/lending'),
    text
      .replaceAll(/\b(of|parent|under|slug): loan\b/g, '$1: lending')
      .replaceAll(/\[loan(?=[/\]])/g, '[lending')
      .replace('title: Loan\nnumber', 'title: Loan\nformerly: loan\nnumber'),
  ]);
}

test('stored bills keep their currency, also of a type that is renamed or makes no bills any more', async () => {
  const euros = chargedLoans('EUR');
  const dollars = chargedLoans('USD');
  expect(await apply(editedPortal(directory, euros))).toMatchObject({ told: [] });
  await file('Atlas');
  const byTheSchedule = await apply(editedPortal(directory, chargedLoans('EUR', 'USD')));
  expect(byTheSchedule.told).toEqual(toldOf(bill, 'EUR', 'USD'));
  const fees = String(dollars['fees/loan.yaml']).replace('of: loan', 'of: lending');
  const renamed = await apply(renamedLoans({ ...dollars, 'fees/loan.yaml': fees }));
  expect(renamed.told).toEqual(toldOf('a bill of "lending"', 'EUR', 'USD'));
  expect((await apply(unchargedLoans('USD'))).told).toEqual(toldOf(bill, 'EUR', 'USD'));

  expect(await apply(unchargedLoans('EUR'))).toMatchObject({ told: [] });
  expect((await apply(unchargedLoans('USD'))).told).toEqual(toldOf(bill, 'EUR', 'USD'));
  const billedAgain = await apply(editedPortal(directory, chargedLoans('EUR', 'USD')));
  expect(billedAgain.told).toEqual(toldOf(bill, 'EUR', 'USD'));
});

test('a stored bill with a code of its own keeps it where no schedule is left', async () => {
  expect(await apply(editedPortal(directory, chargedLoans('EUR', 'USD')))).toMatchObject({ told: [] });
  await file('Atlas');
  expect(await apply(unchargedLoans('PHP'))).toMatchObject({ told: [] });
  const inPesos = await apply(editedPortal(directory, chargedLoans('PHP')));
  expect(inPesos.told).toEqual(toldOf(bill, 'USD', 'PHP'));
  expect(await apply(editedPortal(directory, chargedLoans('USD')))).toMatchObject({ told: [] });
});
