/** Saved views in the database: each belongs to an account, or to everybody in a department's unit. */
import type { Queryable } from '../database/database.ts';

/** How many views of one list a person, or an office, can have. */
export const mostViews = 50;

/** The caller, in the department and unit of this visit. */
export interface ViewKeeper {
  readonly account: string;
  readonly department: string | null;
  readonly unit: string | null;
}

export interface ViewRow {
  readonly id: string;
  /** `type/list`. */
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly office: boolean;
  /** The list opens with it for the caller. */
  readonly is_default: boolean;
}

/** Of the caller ($1), or of their office ($2, $3). */
const seen = '(v.account = $1 OR (v.department = $2 AND v.unit IS NOT DISTINCT FROM $3))';

const reading = `SELECT v.id, v.list, v.name, v.query, v.account IS NULL AS office, d.view IS NOT NULL AS is_default
  FROM list_views v LEFT JOIN default_views d ON d.view = v.id AND d.account = $1 AND d.list = v.list
  WHERE ${seen} AND`;

/** By name; those of the office last. */
export function readViews(client: Queryable, keeper: ViewKeeper, list: string): Promise<ViewRow[]> {
  return client.query<ViewRow>({
    name: 'list-views',
    text: `${reading} v.list = $4 ORDER BY v.account IS NULL, lower(v.name)`,
    values: [...valuesOf(keeper), list],
  });
}

/** @returns null: it is neither the caller's nor their office's */
export async function findView(client: Queryable, keeper: ViewKeeper, id: string): Promise<ViewRow | null> {
  const [view] = await client.query<ViewRow>({
    name: 'list-view',
    text: `${reading} v.id::text = $4`,
    values: [...valuesOf(keeper), id],
  });
  return view ?? null;
}

interface NewView {
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly isOfOffice: boolean;
}

/**
 * Adds it, or replaces the one of the same name.
 * @returns false: there are too many already
 */
export async function saveView(
  client: Queryable,
  { account, department, unit }: ViewKeeper,
  { list, name, query, isOfOffice }: NewView,
): Promise<boolean> {
  const owner = isOfOffice ? [null, department, unit] : [account, null, null];
  const [saved] = await client.query(
    `INSERT INTO list_views (account, department, unit, list, name, query)
     SELECT $1::uuid, $2::text, $3::text, $4, $5, $6
     WHERE (SELECT count(*) FROM list_views v WHERE v.list = $4 AND v.account IS NOT DISTINCT FROM $1
       AND v.department IS NOT DISTINCT FROM $2 AND v.unit IS NOT DISTINCT FROM $3 AND lower(v.name) <> lower($5)) < ${mostViews}
     ON CONFLICT (list, coalesce(account::text, ''), coalesce(department, ''), coalesce(unit, ''), lower(name))
     DO UPDATE SET name = excluded.name, query = excluded.query RETURNING id`,
    [...owner, list, name, query],
  );
  return saved !== undefined;
}

/** Has another view of the same keeper this name? */
export async function isNameTaken(client: Queryable, { id }: ViewRow, name: string): Promise<boolean> {
  const [other] = await client.query(
    `SELECT FROM list_views v JOIN list_views o ON o.list = v.list AND o.id <> v.id
       AND o.account IS NOT DISTINCT FROM v.account AND o.department IS NOT DISTINCT FROM v.department
       AND o.unit IS NOT DISTINCT FROM v.unit
     WHERE v.id = $1 AND lower(o.name) = lower($2)`,
    [id, name],
  );
  return other !== undefined;
}

export async function changeView(
  client: Queryable,
  id: string,
  { name, query }: Pick<NewView, 'name' | 'query'>,
): Promise<void> {
  await client.query('UPDATE list_views SET name = $2, query = $3 WHERE id = $1', [id, name, query]);
}

export async function deleteView(client: Queryable, id: string): Promise<void> {
  await client.query('DELETE FROM list_views WHERE id = $1', [id]);
}

/** @param choice `view` null: the list opens whole */
export async function chooseDefault(
  client: Queryable,
  { account }: ViewKeeper,
  { list, view }: { readonly list: string; readonly view: string | null },
): Promise<void> {
  if (view === null) {
    await client.query('DELETE FROM default_views WHERE account = $1 AND list = $2', [account, list]);
    return;
  }
  await client.query(
    `INSERT INTO default_views (account, list, view) VALUES ($1, $2, $3)
     ON CONFLICT (account, list) DO UPDATE SET view = excluded.view`,
    [account, list, view],
  );
}

function valuesOf({ account, department, unit }: ViewKeeper): (string | null)[] {
  return [account, department, unit];
}
