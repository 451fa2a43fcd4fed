/** Does what has become due by the time alone: clocks that ran out, waits that are over, documents that expired, warnings. */
import { signedOut } from '../../portal/visitor.ts';
import type { Application } from '../application.ts';
import { createFormDesk } from '../forms/form-desk.ts';
import { createAccountDesk } from '../accounts/account-desk.ts';
import { Overtaken } from './carry-out.ts';
import { changeWithin, inTransaction } from './change-family.ts';
import { lockFamily } from './lock-family.ts';
import { askerOf, type RecordRequest } from './record-desk.ts';

const atOnce = 100;
/** A portal that was away for a month has much to do, but must not do it in one go for ever. */
const mostRounds = 1000;

export interface Woken {
  readonly records: number;
  /** What went wrong, one for each record that was left as it is. */
  readonly faults: readonly unknown[];
}

/**
 * Looks after every record whose moment has come. Several processes may do this at once: each takes what no other holds.
 */
export async function wakeDue(application: Application): Promise<Woken> {
  const desk = {
    application,
    forms: createFormDesk(application),
    accounts: createAccountDesk(application),
  };
  const request: RecordRequest = { desk, visitor: signedOut };
  const seen = new Set<string>();
  const faults: unknown[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const due = await dueIds(application, seen);
    if (due.length === 0) break;
    for (const id of due) {
      seen.add(id);
      await wakeOne(request, id).catch((error: unknown) => {
        if (!(error instanceof Overtaken)) faults.push(error);
      });
    }
  }
  return { records: seen.size, faults };
}

async function dueIds({ database, now }: Application, seen: ReadonlySet<string>): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    name: 'records-due',
    text: `SELECT id FROM records WHERE wake <= $1 AND NOT id = ANY($2::uuid[]) ORDER BY wake, id LIMIT ${atOnce}`,
    values: [now().toISOString(), [...seen]],
  });
  return rows.map(({ id }) => id);
}

/** Where somebody else holds its family, that one looks after it: it stays due, and is asked again in a minute. */
async function wakeOne(request: RecordRequest, id: string): Promise<void> {
  await inTransaction(request, async (inside) => {
    const stored = await lockFamily(inside.within.client, askerOf(inside), { id }, { waits: false });
    const isDue = (stored?.family.members.get(id)?.wake ?? '~') <= askerOf(inside).now.toISOString();
    if (stored === null || !isDue) return;
    await changeWithin(inside, stored, { deed: { does: 'wake' }, id, claim: null });
  });
}
