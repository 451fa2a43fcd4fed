/** Records that are read once for many visitors. Only what a visitor did, and what facts tell them, differs for each. */
import { actorsOf } from '../../../portal/conditions/persons.ts';
import { signedOut, type Visitor } from '../../../portal/model/department.ts';
import { slugsNamedBy } from '../../../portal/forms/references.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { readContextRows, withFactsFor, withRelatives, readCounted } from './context-rows.ts';
import { toStoredPage } from './read-record.ts';
import type { RequestContext } from './request-context.ts';

export interface SharedRecord {
  /** The record as the conditions of this visitor read it. */
  readonly contextOf: (visitor: Visitor) => RecordContext;
  /**
   * Returns true if the record, its relatives or its steps mention the visitor. Conditions cannot tell anybody else
   * from others with the same department, unit and flags.
   */
  readonly mentions: (visitor: Visitor) => boolean;
}

/** The steps that each account took in a record, also by a deputy. */
interface Acts {
  readonly record: string;
  readonly account: string;
  readonly steps: readonly string[];
}

/** `isActOf` for every account. */
const acts = {
  name: 'acts-of-records',
  text: `SELECT e.record, a.account, array_agg(DISTINCT e.what) AS steps
    FROM events e CROSS JOIN LATERAL (VALUES (e.account::text), (e.detail ->> 'for')) AS a(account)
    WHERE e.record = ANY($1::uuid[]) AND a.account IS NOT NULL GROUP BY e.record, a.account`,
};

/** Reads the records with these ids, with three to seven statements for all of them. */
export async function readShared(
  client: Queryable,
  scope: Pick<RequestContext, 'portal' | 'now'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SharedRecord>> {
  if (ids.length === 0) return new Map();
  const { portal } = scope;
  const rows = await readContextRows(client, signedOut, ids);
  const stored = await toStoredPage(client, { ...scope, visitor: signedOut }, rows);
  const contexts = stored.map(({ context }) => ({ ...context, facts: {} }));
  const childrenOf = await readCounted(client, portal, { contexts });
  const taken = Map.groupBy(await client.query<Acts>({ ...acts, values: [ids] }), ({ record }) => record);
  return new Map(
    contexts.map((context) => {
      const own = taken.get(context.record.id) ?? [];
      const stepsOf = (account: string | null) => own.find((one) => one.account === account)?.steps ?? [];
      const text = JSON.stringify([{ ...context, referred: namedBy(portal, context) }, own]);
      return [
        context.record.id,
        {
          contextOf(visitor) {
            const [account, deputy] = actorsOf(visitor);
            const seen = { ...context, did: stepsOf(account), deputyDid: stepsOf(deputy) };
            return withFactsFor({ portal, visitor }, seen, childrenOf);
          },
          mentions: ({ account, name, username }) =>
            [account, name, username].some(
              (one) => one !== null && text.includes(JSON.stringify(one).slice(1, -1)),
            ),
        },
      ];
    }),
  );
}

/** The records that answers of the record and of its relatives name. Conditions read nothing around them. */
function namedBy(portal: Portal, context: RecordContext): PortalRecord[] {
  const slugs = new Set(slugsNamedBy(portal, withRelatives(context)));
  return (context.referred ?? []).flatMap(({ record }) => (slugs.has(record.slug) ? [record] : []));
}
