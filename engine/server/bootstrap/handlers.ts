/** The handlers of each kind of job. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type EffectHandler, MAIL } from '../../extension/extension.ts';
import { sendForgottenPassword } from '../accounts/password-links.ts';
import type { Application } from '../kernel/application.ts';
import { anchorNow, auditNow, type Note } from '../audit/audit-job.ts';
import { deliverMessage } from '../mail/deliver-message.ts';
import { createMailChannel, type Sender } from '../mail/transport.ts';
import { originOf } from '../mail/messages.ts';
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
  const channels = new Map(additions.channels);
  if (settings.smtpUrl !== null) {
    channels.set(
      MAIL,
      createMailChannel(settings.smtpUrl, () => senderOf(application)),
    );
  }
  return {
    handlers: {
      message: (work) => deliverMessage(database, (name) => known(channels, name), work),
      'forgotten-password': ({ data: { username } }) => sendForgottenPassword(application, username),
      async effect({ id, data: { name, input, record, request } }) {
        const handler = known(additions.effects, name);
        requireFitting(handler, input);
        await handler.run(input, { idempotencyKey: id, record }).catch((cause: unknown) => {
          throw new Error(`The effect "${name}" of request ${request ?? 'none'} failed.`, { cause });
        });
      },
      async wake() {
        const { faults } = await wakeDue(desk);
        for (const fault of faults) log(fault);
      },
      anchor: () => anchorNow(application, note),
      audit: () => auditNow(application, note),
    },
    close() {
      for (const channel of channels.values()) channel.close?.();
    },
  };
}

/** @throws Error if another process enqueued it, with SMTP_URL or other extensions. The retry may reach that one. */
function known<One>(all: ReadonlyMap<string, One>, name: string): One {
  const found = all.get(name);
  if (found === undefined)
    throw new Error(
      name === MAIL ? 'This process has no SMTP_URL.' : `No extension of this process adds "${name}".`,
    );
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
