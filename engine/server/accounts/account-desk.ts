/** Opens the accounts of people who register themselves. */
import type { Application } from '../application.ts';
import type { AccountDesk } from '../records/record-desk.ts';
import { initialFlags } from './account-flags.ts';
import { createAccount } from './accounts.ts';

/** A new account starts with the `initial` value of each flag, not with a demonstration account's. */
export function createAccountDesk(application: Application): AccountDesk {
  return {
    create: (client, account) =>
      createAccount(client, { ...account, flags: initialFlags(application.portal(), account.department) }),
  };
}
