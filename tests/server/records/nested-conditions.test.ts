/** Every keyword of conditions in every nesting: the function and SQL agree, or there is an error at its line. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compilePortal } from '../../../engine/config/compile.ts';
import { readFiles } from '../../../engine/config/read-files.ts';
import type { ParseCache } from '../../../engine/config/stages.ts';
import { holds } from '../../../engine/portal/conditions/evaluate.ts';
import { signedOut } from '../../../engine/portal/model/department.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { openTestDatabase } from '../../../engine/server/database/testing.ts';
import { accessSql } from '../../../engine/server/sql/access-sql.ts';
import { readRecordById } from '../../../engine/server/records/rows/read-record.ts';

type Type = 'loan' | 'checklist';

const { files } = readFiles('tests/fixtures/library');
const cache: ParseCache = new Map();
const me = { ...signedOut, signedIn: true, account: randomUUID(), department: 'member' };
const rows = { loan: randomUUID(), checklist: randomUUID() };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  const columns = `id, type, slug, state, owner, office, unit, kind, parent, ancestors, data`;
  await database.query(
    `INSERT INTO records (${columns}) VALUES ($1, 'loan', 'l', 'asked', $2, 'desk', 'harbour', NULL, NULL, '{}', $3)`,
    [rows.loan, me.account, { book: 'Atlas' }],
  );
  await database.query(
    `INSERT INTO records (${columns}) VALUES ($1, 'checklist', 'c', 'sent', $2, 'desk', 'harbour', 'membership/resident', $3, ARRAY[$3::uuid], '{}')`,
    [rows.checklist, me.account, rows.loan],
  );
});
afterAll(() => database.end());

/** True conditions over a relative of this type. */
const known = (type: Type): Readonly<Record<string, object>> => ({
  state: { state: type === 'loan' ? 'asked' : 'sent' },
  field: { field: type === 'loan' ? 'book' : 'loan.book', is: 'Atlas' },
  fact: { fact: 'is-atlas', is: true },
  office: { office: 'desk' },
  unit: { unit: 'harbour' },
  owner: { party: 'owner' },
  self: { self: true },
  department: { department: 'member' },
  ...(type === 'checklist' && { kind: { kind: 'membership/resident' }, parent: { parent: 'loan' } }),
});

/** Unknown facts of a relative. */
const unknown: Readonly<Record<string, object>> = {
  children: { children: 'checklist', atLeast: 1 },
  'a counted fact': { fact: 'paper-count', atLeast: 1 },
  'a fact that asks for one': { fact: 'has-papers', is: true },
  'another party': { party: 'helper' },
  did: { did: 'ask' },
  document: { document: 'card', is: 'valid' },
  unseen: { unseen: true },
  form: { form: 'complete' },
  checklist: { checklist: 'passed' },
};

interface Nesting {
  /** Type of the record whose list has the condition. */
  readonly of: Type;
  /** Type of the relative in the inner condition. */
  readonly about: Type;
  /** In the list, or in a derived value that the list uses. */
  readonly write: (inner: object) => { readonly where: object; readonly derived?: object };
}

const nestings: Readonly<Record<string, Nesting>> = {
  parent: { of: 'checklist', about: 'loan', write: (inner) => ({ where: { parent: inner } }) },
  'all in a parent': {
    of: 'checklist',
    about: 'loan',
    write: (inner) => ({ where: { parent: { all: [inner] } } }),
  },
  'not not in a parent': {
    of: 'checklist',
    about: 'loan',
    write: (inner) => ({ where: { parent: { not: { not: inner } } } }),
  },
  'any child': {
    of: 'loan',
    about: 'checklist',
    write: (any) => ({ where: { children: 'checklist', any } }),
  },
  'every child': {
    of: 'loan',
    about: 'checklist',
    write: (every) => ({ where: { children: 'checklist', every, atLeast: 1 } }),
  },
  'the parent of a child': {
    of: 'loan',
    about: 'loan',
    write: (parent) => ({ where: { children: 'checklist', any: { parent } } }),
  },
  'a count of children': {
    of: 'loan',
    about: 'checklist',
    write: (where) => ({
      where: { fact: 'such', atLeast: 1 },
      derived: { count: 'checklist', where },
    }),
  },
  'a count of children, asked from below': {
    of: 'checklist',
    about: 'checklist',
    write: (where) => ({
      where: { fact: 'such', atLeast: 1 },
      derived: { count: 'checklist', where },
    }),
  },
};

function compile({ of, write }: Nesting, inner: object) {
  const { where, derived } = write(inner);
  const list = `  nested: { title: Nested, where: ${JSON.stringify(where)}, columns: [state], empty: None. }\n`;
  const such = derived === undefined ? '' : `  such: ${JSON.stringify(derived)}\n`;
  const facts =
    `  is-atlas: { cases: [{ when: { field: book, is: Atlas }, value: true }], else: false }\n` +
    `  has-papers: { cases: [{ when: { fact: paper-count, atLeast: 1 }, value: true }], else: false }\n${such}`;
  const laid = files.map((file) => {
    let { text } = file;
    if (file.name === 'records/loan.yaml') {
      text = text.replace('derived:\n', `derived:\n${facts}`);
      text = text.replace('parties:\n', 'parties:\n  helper: { department: member }\n');
    }
    if (file.name === `records/${of}.yaml`) text = text.replace('lists:\n', `lists:\n${list}`);
    return text === file.text ? file : { ...file, text };
  });
  return compilePortal(laid, { proofs: false, cache });
}

const matrix = (words: (type: Type) => Readonly<Record<string, object>>) =>
  Object.entries(nestings).flatMap(([name, nesting]) =>
    Object.entries(words(nesting.about)).map(([word, inner]) => ({ name, nesting, word, inner })),
  );

const errorsOf = ({ diagnostics }: ReturnType<typeof compile>) =>
  diagnostics.filter(({ severity }) => severity === 'error');

test.each(matrix(() => unknown))('$word in $name is an error at its line', ({ nesting, word, inner }) => {
  const [first, ...more] = errorsOf(compile(nesting, inner));
  expect(more).toEqual([]);
  expect(first?.quote?.lines[first.line - first.quote.first]).toContain(JSON.stringify(inner));
  // The schema reports what no list may contain.
  const isOfLists = !['form', 'checklist'].includes(word);
  expect(first?.code === 'condition/not-of-relative').toBe(isOfLists);
});

test.each(matrix(known))('$word in $name holds where it is so', async ({ nesting, inner }) => {
  const compiled = compile(nesting, inner);
  expect(errorsOf(compiled)).toEqual([]);
  const { portal } = compiled;
  const where = portal?.recordTypes[nesting.of]?.lists['nested']?.where;
  if (portal === null || where === undefined) throw new Error('The list is lost.');
  const stored = await readRecordById(database, { portal, visitor: me }, rows[nesting.of]);
  if (stored === null) throw new Error('The record is lost.');
  expect(holds(where, { portal, visitor: me, context: stored.context })).toBe(true);
  const { text, values } = accessSql(where, {
    portal,
    visitor: me,
    type: nesting.of,
    today: '2026-11-22',
  });
  const found = await database.query<{ id: string }>(
    `SELECT id FROM records r WHERE r.type = '${nesting.of}' AND ${text}`,
    values,
  );
  expect(found.map(({ id }) => id)).toEqual([rows[nesting.of]]);
});
