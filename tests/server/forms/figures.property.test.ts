/** Random figures over random answers: the server, the browser's bundle and PostgreSQL compute the same. */
import * as fc from 'fast-check';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as server from '../../../engine/portal/forms/computed-answers.ts';
import type { Answers } from '../../../engine/portal/forms/form-conditions.ts';
import { operationIn, spanIn } from '../../../engine/portal/forms/figures.ts';
import type { Condition } from '../../../engine/portal/model/condition.ts';
import type { Rounding } from '../../../engine/portal/values/rounding.ts';
import type { Computation, Figure } from '../../../engine/portal/model/form.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { openTestDatabase } from '../../../engine/server/database/testing.ts';

let database: Database;
let browser: typeof server;

beforeAll(async () => {
  database = await openTestDatabase();
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: 'engine/portal/forms/computed-answers.ts', formats: ['es'] },
    },
  })) as Rolldown.RolldownOutput[];
  const { code } = built[0]!.output[0];
  browser = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as typeof server;
});
afterAll(() => database.end());

const path = fc.constantFrom('whole', 'number', 'amount', 'rows.whole', 'rows.amount');
const single = fc.constantFrom('whole', 'number', 'amount');
const constant = fc.integer({ min: -2000, max: 2000 }).map((one) => ({ number: String(one / 100) }));
const span = fc.constantFrom({ from: 'starts_on', to: 'ends_on' }, { from: 'ends_on', to: 'starts_on' });
const round: fc.Arbitrary<Rounding> = fc.record({
  to: fc.constantFrom('0.01', '0.05', '1', '25'),
  mode: fc.constantFrom('half up', 'half even', 'up', 'down'),
});
const condition = fc.integer({ min: -20, max: 20 }).map((value): Condition => ({
  test: 'compare',
  subject: { from: 'field', path: { ancestor: null, keys: ['whole'], lookup: null } },
  operator: 'above',
  operand: { value },
}));

/** Figures without a division, which PostgreSQL does not do exactly. */
const { exact } = fc.letrec<{ exact: Computation; part: Figure; parts: Figure[] }>((tie) => ({
  exact: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(
      fc.array(fc.oneof(path, constant), { minLength: 1, maxLength: 3 }).map((sum) => ({ sum })),
      fc.array(path, { minLength: 1, maxLength: 3 }).map((min) => ({ min })),
      fc.array(path, { minLength: 1, maxLength: 3 }).map((max) => ({ max })),
      fc.constant({ count: 'rows' }),
      span.map((days) => ({ days })),
      span.map((years) => ({ years })),
    ),
    fc.oneof(
      tie('parts').map((product) => ({ product })),
      tie('parts').map((difference) => ({ difference })),
      tie('parts').map((sum) => ({ sum })),
      fc.tuple(tie('parts'), round).map(([sum, rounding]) => ({ sum, round: rounding })),
      fc.tuple(constant, tie('part')).map((rate) => ({ rate })),
      fc
        .tuple(condition, tie('part'), fc.option(tie('part')))
        .map(([when, value, otherwise]) => ({ cases: [{ when, value }], otherwise })),
    ),
  ),
  part: fc.oneof(single, constant, tie('exact')),
  parts: fc.array(tie('part'), { minLength: 2, maxLength: 3 }),
}));
const figure: fc.Arbitrary<Computation> = fc.oneof(
  exact,
  fc.tuple(exact, single, round).map(([of, by, rounding]) => ({ quotient: [of, by], round: rounding })),
  fc.tuple(single, exact, round).map(([of, by, rounding]) => ({ percent: [of, by], round: rounding })),
  fc
    .tuple(fc.array(path, { minLength: 1, maxLength: 3 }), round)
    .map(([average, rounding]) => ({ average, round: rounding })),
);

const whole = fc.integer({ min: -30, max: 30 });
const amount = fc.integer({ min: 0, max: 100_000 }).map((one) => (one / 100).toFixed(2));
const day = fc
  .tuple(
    fc.integer({ min: 1990, max: 2030 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map((parts) => parts.map((one) => String(one).padStart(2, '0')).join('-'));
const answers: fc.Arbitrary<Answers> = fc.record(
  {
    whole,
    number: fc.integer({ min: -3000, max: 3000 }).map((one) => one / 1000),
    amount,
    rows: fc.array(fc.record({ whole, amount }, { requiredKeys: [] }), { maxLength: 4 }),
    starts_on: day,
    ends_on: day,
  },
  { requiredKeys: [] },
);

/** The figure of a record `d.data`, as SQL says it. */
function sqlOf(one: Figure): string {
  if (typeof one === 'string') return `(d.data->>'${one}')::numeric`;
  if ('number' in one) return `(${one.number})::numeric`;
  const value = unrounded(one);
  return one.round === undefined ? value : roundedSql(value, one.round);
}

function unrounded(one: Computation): string {
  const { cases, otherwise = null, count } = one;
  if (count !== undefined) return `jsonb_array_length(d.data->'${count}')::numeric`;
  if (cases !== undefined) {
    const branches = cases.map(({ when, value }) => {
      const above = when.test === 'compare' && 'value' in when.operand ? Number(when.operand.value) : 0;
      return `WHEN (d.data->>'whole')::numeric > ${above} THEN ${value === null ? 'NULL' : sqlOf(value)}`;
    });
    return `(CASE ${branches.join(' ')} ELSE ${otherwise === null ? 'NULL::numeric' : sqlOf(otherwise)} END)`;
  }
  const period = spanIn(one);
  if (period !== null) {
    const [from, to] = [period.from, period.to].map((name) => `(d.data->>'${name}')::date`);
    if (period.unit === 'days') return `(${to} - ${from})::numeric`;
    return `date_part('year', age(${to}, ${from}))::numeric`;
  }
  const { operation, of } = operationIn(one);
  const parts = of.map(sqlOf);
  switch (operation) {
    case 'product':
      return `(${parts.join(' * ')})`;
    case 'difference':
      return `(${parts.join(' - ')})`;
    case 'quotient':
      return `(${parts[0]} / NULLIF(${parts[1]}, 0))`;
    case 'percent':
      return `(${parts[0]} * 100 / NULLIF(${parts[1]}, 0))`;
    case 'rate':
      return `(${parts.join(' * ')} * 0.01)`;
    default: {
      const values = of.map((part) =>
        typeof part === 'string' && part.includes('.')
          ? `SELECT (r->>'${part.slice(5)}')::numeric FROM jsonb_array_elements(d.data->'rows') r`
          : `SELECT ${sqlOf(part)}`,
      );
      const name = operation === 'average' ? 'avg' : operation;
      return `(SELECT ${name}(v) FROM (${values.join(' UNION ALL ')}) AS t(v))`;
    }
  }
}

function roundedSql(value: string, { to, mode }: Rounding): string {
  const steps = `(${value} / ${to})`;
  const count = {
    'half up': `round(${steps})`,
    'half even': `(CASE WHEN abs(${steps}) % 1 = 0.5 THEN 2 * round(${steps} / 2) ELSE round(${steps}) END)`,
    up: `(sign(${steps}) * ceil(abs(${steps})))`,
    down: `trunc(${steps})`,
  }[mode];
  return `(${count} * ${to})`;
}

/** An amount keeps all its digits, up to ten decimals. */
function formOf(computation: Computation) {
  return {
    schema: { properties: { figure: { type: 'string' } } },
    uiSchema: { figure: { 'ui:compute': computation } },
    conditions: [],
  };
}

const plain = (digits: unknown) => (digits === null ? null : Number(digits));

test('server, browser and PostgreSQL compute the same figures, and the same sum of them', async () => {
  let known = 0;
  await fc.assert(
    fc.asyncProperty(
      figure,
      fc.array(answers, { minLength: 1, maxLength: 8 }),
      async (computation, records) => {
        const form = formOf(computation);
        const ofServer = records.map((data) => server.computeAnswers(form, data)['figure'] ?? null);
        const ofBrowser = records.map((data) => browser.computeAnswers(form, data)['figure'] ?? null);
        expect(ofBrowser).toEqual(ofServer);
        const [row] = await database.query<{ figures: (string | null)[]; isSame: boolean }>(
          `SELECT array_agg(round(d.figure, 10)::text ORDER BY d.at) AS figures,
                coalesce(sum(round(d.figure, 10)), 0) = (SELECT coalesce(sum(s::numeric), 0) FROM unnest($2::text[]) s) AS "isSame"
         FROM (SELECT d.at, ${sqlOf(computation)} AS figure
               FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS d(data, at)) AS d`,
          [JSON.stringify(records), ofServer],
        );
        expect(row?.figures.map(plain)).toEqual(ofServer.map(plain));
        expect(row?.isSame).toBe(true);
        known += ofServer.filter((one) => one !== null).length;
      },
    ),
    { numRuns: 300, seed: 15 },
  );
  // Most of them have a value, so that the test compares more than nothing with nothing.
  expect(known).toBeGreaterThan(500);
});
