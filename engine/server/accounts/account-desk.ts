/** Opens the accounts of people who register themselves. */
import type { Application } from '../application.ts';
import { runParts } from '../database/statement-parts.ts';
import { unprocessable } from '../http/errors.ts';
import { mailsPart } from '../mail/mails-part.ts';
import type { AccountDesk } from '../records/rows/record-desk.ts';
import { initialFlags } from './account-flags.ts';
import { addAccount, emailExpected, findAccount, isEmail } from './accounts.ts';
import { inHashQueue } from './hash-queue.ts';
import { knownAddressMail } from './known-address-mail.ts';
import { hashPassword } from './password.ts';
import { passwordFaults } from './password-rules.ts';
import { countRegistration, isFirstWithinAnHour } from './registration-limit.ts';

/** A new account starts with the `initial` value of each flag, not with a demonstration account's. */
export function createAccountDesk(application: Application): AccountDesk {
  return {
    async prepare({ password, ...account }, network) {
      const faults = await passwordFaults(password, account, application.portal());
      if (faults.length > 0) throw unprocessable({ password: faults });
      if (!isEmail(account.username.trim())) throw unprocessable({ username: [emailExpected] });
      await countRegistration(application, { network, username: account.username });
      return { ...account, hash: await inHashQueue(network, () => hashPassword(password)) };
    },
    open: (client, account) =>
      addAccount(client, { ...account, flags: initialFlags(application.portal(), account.department) }),
    async tellOwner(client, username) {
      const account = await findAccount(client, username);
      if (account === null || !(await isFirstWithinAnHour(client, username))) return;
      await runParts(client, mailsPart(application, [knownAddressMail(application, account)]));
    },
  };
}
