/** Changes accounts as steps of their records say: closes them, opens them again, ends their sessions. */
import type { AccountChange } from '../../portal/life/work.ts';
import type { Queryable } from '../database/database.ts';

export async function changeAccounts(client: Queryable, changes: readonly AccountChange[]): Promise<void> {
  for (const { account, does } of changes) {
    if (does === 'suspend' || does === 'restore') {
      await client.query('UPDATE accounts SET is_suspended = $2, updated_at = now() WHERE id = $1', [
        account,
        does === 'suspend',
      ]);
    }
    // Whoever is closed out, or gets another password, is signed out everywhere.
    if (does !== 'restore') await client.query('DELETE FROM sessions WHERE account = $1', [account]);
  }
}
