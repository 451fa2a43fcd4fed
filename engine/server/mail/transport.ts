/** E-mail as a channel: the connection to the mail server of SMTP_URL. */
import { createTransport } from 'nodemailer';
import { type Channel, MAIL, UndeliverableError } from '../../extension/extension.ts';

export interface Sender {
  readonly name: string;
  readonly address: string;
}

// Together shorter than the time after which the queue gives the job to another process.
const TIMEOUTS = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 10_000,
  socketTimeout: 40_000,
};

/** @param sender called for each mail, because the configuration may change */
export function createMailChannel(url: string, sender: () => Sender): Channel {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...TIMEOUTS });
  return {
    name: MAIL,
    async send({ subject, text, html, calendar = null }, { name, email }, { idempotencyKey }) {
      const from = sender();
      const mail = {
        subject,
        text,
        html,
        ...(calendar !== null && { icalEvent: { filename: 'event.ics', ...calendar } }),
        from,
        to: { name, address: email },
        // The same at every attempt, so a mail client shows a duplicate only once.
        messageId: `<${idempotencyKey}@${from.address.split('@')[1] ?? 'localhost'}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw isRefusedForGood(error) ? new UndeliverableError(error.message, { cause: error }) : error;
      });
    },
    close: () => transport.close(),
  };
}

/** The server refuses this mail permanently. A wrong password is the operator's fault, and the mail waits. */
function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500) return false;
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}
