/** The handlers of each kind of job. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Channel, EffectHandler } from '../../extension/extension.ts';
import type { Application } from '../kernel/application.ts';
import { anchorNow, auditNow, type Note } from '../audit/audit-job.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { createMailChannel, type Sender } from '../mail/transport.ts';
import { originOf } from '../mail/origin.ts';
import { wakeDue } from '../records/upkeep/wake-due.ts';
import { createRecordDesk } from './record-desk.ts';
import type { Handlers } from '../jobs/start-jobs.ts';

export interface JobHandlers {
  readonly handlers: Handlers;
  close(): void;
}

/**
 * @param log receives the error of one record; the other records are processed nevertheless
 * @param note receives the audit's reports
 */
export function createHandlers(
  application: Application,
  log: (error: unknown) => void,
  note: Note = () => {},
): JobHandlers {
  const { settings, database, additions } = application;
  const desk = createRecordDesk(application);
  const mail: Channel | null =
    settings.smtpUrl === null ? null : createMailChannel(settings.smtpUrl, () => senderOf(application));
  return {
    handlers: {
      async mail(work) {
        // Another process, which has a mail server, wrote it and sends it.
        if (mail === null) throw new Error('A mail waits, but this process has no SMTP_URL.');
        await deliverMail(database, mail, work);
      },
      async effect({ id, data: { name, input, record, request } }) {
        const handler = known(additions.effects, name);
        requireFitting(handler, input);
        await handler.run(input, { idempotencyKey: id, record }).catch((cause: unknown) => {
          throw new Error(`The effect "${name}" of request ${request ?? 'none'} failed.`, { cause });
        });
      },
      async channel({ id, data: { channel, message, to, record } }) {
        await known(additions.channels, channel).send(message, to, { idempotencyKey: id, record });
      },
      async wake() {
        const { faults } = await wakeDue(desk);
        for (const fault of faults) log(fault);
      },
      anchor: () => anchorNow(application, note),
      audit: () => auditNow(application, note),
    },
    close() {
      for (const channel of [mail, ...additions.channels.values()]) channel?.close?.();
    },
  };
}

/** @throws Error if another process with other extensions enqueued it. The retry may reach that process. */
function known<One>(all: ReadonlyMap<string, One>, name: string): One {
  const found = all.get(name);
  if (found === undefined) throw new Error(`No extension of this process adds "${name}".`);
  return found;
}

/** @throws Error for an input that the effect does not accept */
function requireFitting({ name, input: schema }: EffectHandler, input: unknown): void {
  const ajv = new Ajv2020({ strict: false, logger: false });
  if (ajv.validate(schema, input)) return;
  throw new Error(`The input of "${name}" does not fit: ${ajv.errorsText()}.`);
}

function senderOf(application: Application): Sender {
  const { title, mail } = application.portal();
  const host = new URL(originOf(application.settings)).hostname;
  return { name: title, address: mail.from ?? `no-reply@${host}` };
}
