/** Ends the view of a session that sees the portal as somebody else. The history of that account has how long it was. */
import type { FastifyRequest } from 'fastify';
import { ONLOOKING_MINUTES } from '../../contract/onlookers.ts';
import { digestOfToken } from '../accounts/digests.ts';
import { runParts } from '../database/statements.ts';
import type { Queryable } from '../database/database.ts';
import type { Application } from '../kernel/application.ts';
import { readUser } from '../users/user-calls.ts';
import { userEventParts } from '../users/user-history.ts';
import { stateOf } from '../users/wire-user.ts';
import { forgetSeen } from './seen-accounts.ts';

/** @returns the new token of the session; null: it saw nobody, or has ended */
export function endOnlooking(
  application: Application,
  request: FastifyRequest,
  token: string,
): Promise<string | null> {
  return application.database.transaction(async (client) => {
    const view = await findView(client, token);
    if (view === null) return null;
    const { seen, slug, onlooker: account, department, minutes } = view;
    await client.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [seen]);
    // Another tab may have ended it while this one waited.
    const next = await forgetSeen(client, token);
    if (next === null) return null;
    const scope = { portal: application.portal(), visitor: { ...request.visitor, account, department } };
    const user = await readUser({ application, request, client }, scope, slug);
    if (user !== null) {
      const event = { what: 'seen-as-ended', state: stateOf(user.account), minutes } as const;
      await runParts(client, userEventParts(application, user, event));
    }
    return next;
  });
}

interface OnlookingSession {
  /** Account that is seen. */
  readonly seen: string;
  readonly slug: string;
  /** Account of the session. */
  readonly onlooker: string;
  /** In which they began. */
  readonly department: string;
  /** Begun ones count. */
  readonly minutes: number;
}

async function findView(client: Queryable, token: string): Promise<OnlookingSession | null> {
  const limit = `interval '${ONLOOKING_MINUTES} minutes'`;
  const [view] = await client.query<OnlookingSession>(
    `SELECT s.seen, a.slug, s.account AS onlooker, coalesce(b.department, '') AS department,
        greatest(1, ceil(extract(epoch FROM least(now(), s.seen_until) - s.seen_until + ${limit}) / 60))::int AS minutes
      FROM sessions s JOIN accounts a ON a.id = s.seen
        LEFT JOIN LATERAL (SELECT e.department FROM events e WHERE e.record = s.seen AND e.account = s.account
          AND e.what = 'seen-as' ORDER BY e.version DESC LIMIT 1) b ON true
      WHERE s.token = $1`,
    [digestOfToken(token)],
  );
  return view ?? null;
}
