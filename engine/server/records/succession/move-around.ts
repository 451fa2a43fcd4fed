/** Moves what is stored beside records to the present names: accounts, parties, places, documents, counters, rows. */
import type { Portal } from '../../../portal/model/portal.ts';
import { successionsOf } from '../../../portal/succession/succeed-record.ts';
import type { Queryable } from '../../database/database.ts';
import { departmentsWithUnits } from './name-uses.ts';

/** @param client of a transaction in which nobody else adopts a configuration */
export async function moveAround(client: Queryable, portal: Portal): Promise<void> {
  const { departments, types, documents, lookups, rows, roles, steps } = successionsOf(portal);
  for (const names of departments) await moveDepartment(client, names);
  for (const [from, to] of types) {
    await client.query(
      'UPDATE list_views SET list = $2 || substr(list, length($1) + 1) WHERE starts_with(list, $1)',
      [`${from}/`, `${to}/`],
    );
  }
  for (const names of documents)
    await client.query('UPDATE documents SET document = $2 WHERE document = $1', names);
  for (const names of lookups) await client.query(movingRows, [names[0], names[1], null, null]);
  for (const [lookup, values] of rows) {
    const offices = departmentsWithUnits(portal, lookup);
    for (const [from, to] of values) {
      await client.query(movingRows, [lookup, lookup, from, to]);
      await moveUnit(client, { offices, from, to });
    }
  }
  for (const [type, names] of roles) {
    for (const [from, to] of names) await client.query(movingRole, [type, from, to]);
  }
  for (const [type, names] of steps) {
    for (const [from, to] of names) await client.query(movingStep, [type, from, to]);
  }
  await moveCounters(client, portal);
}

async function moveDepartment(client: Queryable, names: readonly [from: string, to: string]): Promise<void> {
  for (const text of movingDepartment) await client.query(text, names);
}

/** Whoever belongs to both departments keeps one membership. */
const movingDepartment = [
  'UPDATE accounts SET department = $2, updated_at = now() WHERE department = $1',
  `DELETE FROM memberships m USING accounts a WHERE a.id = m.account AND m.department = $1
    AND ((a.department = $2 AND a.unit IS NOT DISTINCT FROM m.unit) OR EXISTS (
      SELECT FROM memberships o WHERE o.account = m.account AND o.department = $2 AND o.unit IS NOT DISTINCT FROM m.unit))`,
  'UPDATE memberships SET department = $2 WHERE department = $1',
  `UPDATE accounts SET other_departments = ARRAY(SELECT DISTINCT m.department FROM memberships m
    WHERE m.account = accounts.id ORDER BY 1) WHERE $1 = ANY(other_departments)
    AND $2::text IS NOT NULL`,
  `DELETE FROM parties p WHERE p.department = $1 AND EXISTS (
    SELECT FROM parties o WHERE o.record = p.record AND o.role = p.role AND o.department = $2)`,
  'UPDATE parties SET department = $2 WHERE department = $1',
  'UPDATE thread_sides SET department = $2 WHERE department = $1',
  `DELETE FROM list_views v WHERE v.department = $1 AND EXISTS (SELECT FROM list_views o
    WHERE o.list = v.list AND o.department = $2 AND o.unit IS NOT DISTINCT FROM v.unit AND lower(o.name) = lower(v.name))`,
  'UPDATE list_views SET department = $2 WHERE department = $1',
  'UPDATE exports SET department = $2 WHERE department = $1',
  `INSERT INTO slots (calendar, office, unit, starts_at) SELECT calendar, $2, unit, starts_at FROM slots WHERE office = $1
    ON CONFLICT DO NOTHING`,
  'UPDATE bookings SET office = $2 WHERE office = $1',
  'DELETE FROM slots WHERE office = $1 AND $2::text IS NOT NULL',
];

/** Rows that offices keep. Where the later row has been kept too, that one counts. */
const movingRows = `UPDATE kept_rows k SET lookup = $2, value = coalesce($4, value)
  WHERE lookup = $1 AND ($3::text IS NULL OR value = $3)
    AND NOT EXISTS (SELECT FROM kept_rows o WHERE o.lookup = $2 AND o.value = coalesce($4, k.value))`;

const movingRole = `UPDATE parties p SET role = $3 FROM records r
  WHERE r.id = p.record AND r.type = $1 AND p.role = $2 AND NOT EXISTS (
    SELECT FROM parties o WHERE o.record = p.record AND o.role = $3
      AND o.account IS NOT DISTINCT FROM p.account AND o.department IS NOT DISTINCT FROM p.department)`;

const movingStep = `UPDATE links l SET transition = $3 FROM records r
  WHERE r.id = l.record AND r.type = $1 AND l.transition = $2`;

interface UnitMove {
  /** The departments whose units the lookup has. */
  readonly offices: readonly string[];
  readonly from: string;
  readonly to: string;
}

async function moveUnit(client: Queryable, { offices, from, to }: UnitMove): Promise<void> {
  if (offices.length === 0) return;
  for (const text of movingUnit) await client.query(text, [from, to, offices]);
}

const movingUnit = [
  'UPDATE accounts SET unit = $2, updated_at = now() WHERE unit = $1 AND department = ANY($3::text[])',
  `DELETE FROM memberships m USING accounts a WHERE a.id = m.account AND m.unit = $1 AND m.department = ANY($3::text[])
    AND ((a.department = m.department AND a.unit = $2) OR EXISTS (SELECT FROM memberships o
      WHERE o.account = m.account AND o.department = m.department AND o.unit = $2))`,
  'UPDATE memberships SET unit = $2 WHERE unit = $1 AND department = ANY($3::text[])',
  'UPDATE thread_sides SET unit = $2 WHERE unit = $1 AND department = ANY($3::text[])',
  'UPDATE list_views SET unit = $2 WHERE unit = $1 AND department = ANY($3::text[])',
  `INSERT INTO slots (calendar, office, unit, starts_at) SELECT calendar, office, $2, starts_at FROM slots
    WHERE unit = $1 AND office = ANY($3::text[]) ON CONFLICT DO NOTHING`,
  'UPDATE bookings SET unit = $2 WHERE unit = $1 AND office = ANY($3::text[])',
];

/** A number is given once: the counter goes on under the new name, from the higher one if there are two. */
async function moveCounters(client: Queryable, portal: Portal): Promise<void> {
  const { departments, types, documents } = successionsOf(portal);
  if (departments.size + types.size + documents.size === 0) return;
  const counters = await client.query<{ name: string; value: number }>('SELECT name, value FROM sequences');
  for (const { name, value } of counters) {
    const to = presentCounter(name, { departments, types, documents });
    if (to === name) continue;
    await client.query(
      `INSERT INTO sequences AS s (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = greatest(s.value, excluded.value)`,
      [to, value],
    );
    await client.query('DELETE FROM sequences WHERE name = $1', [name]);
  }
}

/** `permit/2026/desk`, or `document/licence/2026/desk`. */
function presentCounter(
  name: string,
  {
    departments,
    types,
    documents,
  }: Pick<ReturnType<typeof successionsOf>, 'departments' | 'types' | 'documents'>,
): string {
  const [first = '', second = '', ...rest] = name.split('/');
  const scope = (parts: readonly string[]) => parts.map((part) => departments.get(part) ?? part);
  return first === 'document'
    ? [first, documents.get(second) ?? second, ...scope(rest)].join('/')
    : [types.get(first) ?? first, ...scope(name.split('/').slice(1))].join('/');
}
