/** What is done for each kind of work. */
import type { Application } from '../application.ts';
import { anchorNow, auditNow, type Note } from '../audit/audit-job.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { createMailTransport, type Sender, type Transport } from '../mail/transport.ts';
import { originOf } from '../mail/origin.ts';
import { wakeDue } from '../records/upkeep/wake-due.ts';
import type { Handlers } from './start-jobs.ts';

export interface JobHandlers {
  readonly handlers: Handlers;
  close(): void;
}

/**
 * @param log takes what went wrong with one record, which keeps nobody from looking after the others
 * @param note takes what the audit reports
 */
export function createHandlers(
  application: Application,
  log: (error: unknown) => void,
  note: Note = () => {},
): JobHandlers {
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
        const { faults } = await wakeDue(application);
        for (const fault of faults) log(fault);
      },
      anchor: () => anchorNow(application, note),
      audit: () => auditNow(application, note),
    },
    close: () => transport?.close(),
  };
}

function senderOf(application: Application): Sender {
  const { title, mail } = application.portal();
  const host = new URL(originOf(application.settings)).hostname;
  return { name: title, address: mail.from ?? `no-reply@${host}` };
}
