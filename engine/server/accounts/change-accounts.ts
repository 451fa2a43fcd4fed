/** Changes accounts as the steps of records require: closes and reopens them, ends their sessions, renames them. */
import type { AccountChange } from '../../portal/life/decision-draft.ts';
import type { Queryable } from '../database/database.ts';

export async function changeAccounts(client: Queryable, changes: readonly AccountChange[]): Promise<void> {
  for (const change of changes) {
    const { account, does } = change;
    if (does === 'rename') {
      await client.query('UPDATE accounts SET name = $2, updated_at = now() WHERE id = $1', [
        account,
        change.name,
      ]);
      continue;
    }
    if (does === 'suspend' || does === 'restore') {
      await client.query('UPDATE accounts SET is_suspended = $2, updated_at = now() WHERE id = $1', [
        account,
        does === 'suspend',
      ]);
    }
    // An account that is closed or gets a new password is signed out everywhere.
    if (does !== 'restore') await client.query('DELETE FROM sessions WHERE account = $1', [account]);
  }
}
