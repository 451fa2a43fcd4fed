/** What is done for each kind of work. */
import type { Application } from '../application.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { createMailTransport, type Sender, type Transport } from '../mail/transport.ts';
import { originOf } from '../mail/origin.ts';
import type { Handlers } from './start-jobs.ts';

export interface Working {
  readonly handlers: Handlers;
  close(): void;
}

/** @param wake does what has become due in records */
export function createHandlers(
  application: Application,
  wake: (application: Application) => Promise<unknown>,
): Working {
  const { settings, database } = application;
  const transport: Transport | null =
    settings.smtpUrl === null ? null : createMailTransport(settings.smtpUrl, () => senderOf(application));
  return {
    handlers: {
      async mail(work) {
        // Another process, which had a mail server, wrote it: that one sends it.
        if (transport === null) throw new Error('A mail waits, but this process has no SMTP_URL.');
        await deliverMail(database, transport, work);
      },
      async wake() {
        await wake(application);
      },
    },
    close: () => transport?.close(),
  };
}

function senderOf(application: Application): Sender {
  const { title, mail } = application.portal();
  const host = new URL(originOf(application.settings)).hostname;
  return { name: title, address: mail.from ?? `no-reply@${host}` };
}
