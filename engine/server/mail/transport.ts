/** E-mail as a channel: the way to the mail server that SMTP_URL names. */
import { createTransport } from 'nodemailer';
import { type Channel, MAIL } from '../../extension/extension.ts';

export interface OutgoingMail {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

// Shorter together than the time after which the queue gives a piece of work to somebody else.
const TIMEOUTS = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 10_000,
  socketTimeout: 40_000,
};

/** @param sender asked for each mail, since the configuration may change */
export function createMailChannel(url: string, sender: () => Sender): Channel {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...TIMEOUTS });
  return {
    name: MAIL,
    async send(message, { name, email }, { idempotencyKey }) {
      const from = sender();
      await transport.sendMail({
        ...message,
        from,
        to: { name, address: email },
        // The same at every try: who gets it twice sees it once.
        messageId: `<${idempotencyKey}@${from.address.split('@')[1] ?? 'localhost'}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}

/** The server will not take this mail, however often it is asked; a wrong password is ours to mend, and the mail waits. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500) return false;
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}
