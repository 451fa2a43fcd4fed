/** Describes the calls for tariffs: rates and fees, where a page shows them. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { object, reading, type Paths } from './operation.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const textOrNull = { type: ['string', 'null'] };
const texts = { type: 'array', items: text };
const basis = { source: textOrNull, certainty: { enum: ['law', 'practice', 'assumption', null] } };

/** Each schedule that a page shows. */
export function tariffPaths({ routes, fees }: Portal): Paths {
  const shown = new Set(routes.flatMap((route) => route.fees));
  return Object.fromEntries(
    [...shown].flatMap((name) => {
      const schedule = fees[name];
      return schedule === undefined ? [] : [[`/fees/${name}`, { get: read(name, schedule.title) }]];
    }),
  );
}

function read(name: string, title: string): JsonSchema {
  return reading({
    id: `fees.${name}`,
    tag: 'Tariffs',
    summary: `${title}: the lines and tables in force, for whoever may open a page that shows them.`,
    security: 'none',
    answer: { status: 200, description: 'Lines by heading, and the tables that they name.', schema: answer },
    errors: [404],
  });
}

const rate = object({ for: textOrNull, amount: text, percent: text, table: text }, ['for']);
const line = object({
  id: text,
  title: text,
  help: textOrNull,
  rates: { type: 'array', items: rate, description: 'One of amount, percent and table each.' },
  base: texts,
  per: texts,
  share: textOrNull,
  less: texts,
  min: textOrNull,
  max: textOrNull,
  isForAll: flag,
  ...basis,
});
const bracket = object({
  limit: textOrNull,
  rate: object({ amount: text, percent: text }, []),
  min: textOrNull,
  max: textOrNull,
});
const table = object({
  name: text,
  title: text,
  mode: { enum: ['flat', 'marginal'] },
  bound: { enum: ['from', 'upTo'] },
  rows: { type: 'array', items: bracket },
  of: texts,
  isMoney: flag,
  ...basis,
});
const answer = object({
  name: text,
  title: text,
  version: text,
  groups: {
    type: 'array',
    items: object({ title: textOrNull, lines: { type: 'array', items: line } }),
  },
  tables: { type: 'array', items: table },
  late: { type: ['object', 'null'], description: 'Surcharge and interest of what is paid late.' },
  ...basis,
});
