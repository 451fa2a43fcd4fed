/** Records when names were succeeded or erased. */
import type { FormerName } from '../../../portal/model/place.ts';
import type { Queryable } from '../../database/database.ts';
import type { Version } from '../../history/event-chain.ts';

type SucceededName = Pick<FormerName, 'kind' | 'name' | 'successor'>;

/** @returns when the last succession of a name was carried out; null: never, or the name went elsewhere last */
export async function readSuccessions(client: Queryable): Promise<(name: SucceededName) => Date | null> {
  const rows = await client.query<SucceededName & { readonly at: Date }>(
    'SELECT DISTINCT ON (kind, name) kind, name, successor, at FROM successions ORDER BY kind, name, id DESC',
  );
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  return (name) => {
    const found = last.get(keyOf(name));
    return found === undefined || found.successor !== name.successor ? null : found.at;
  };
}

function keyOf({ kind, name }: SucceededName): string {
  return `${kind}\n${name}`;
}

/** @returns every name that something took the place of, the oldest first */
export async function readSucceeded(client: Queryable): Promise<readonly FormerName[]> {
  const rows = await client.query<Pick<FormerName, 'kind' | 'name' | 'successor'>>({
    name: 'succeeded-names',
    text: 'SELECT kind, name, successor FROM successions WHERE successor IS NOT NULL ORDER BY id',
  });
  return rows.map((row) => ({ ...row, values: null, why: null, place: nowhere }));
}

/** The configuration that declared it may be gone. */
const nowhere = { file: '', line: 1, column: 1 };

/** Those that are new in this version. */
export async function noteSuccessions(
  client: Queryable,
  { number }: Version,
  names: readonly SucceededName[],
): Promise<void> {
  await client.query(
    `INSERT INTO successions (kind, name, successor, version)
     SELECT kind, name, successor, $2 FROM jsonb_to_recordset($1) AS n(kind text, name text, successor text)`,
    [JSON.stringify(names.map(({ kind, name, successor }) => ({ kind, name, successor }))), number],
  );
}
