/** The handlers of each kind of job. */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type EffectHandler, MAIL } from '../../extension/extension.ts';
import { sendForgottenPassword } from '../accounts/password-links.ts';
import type { Application } from '../kernel/application.ts';
import { anchorNow, auditNow, type Note } from '../audit/audit-job.ts';
import { forgetOldFollowLinks } from '../links/follow-links.ts';
import { deliverMessage } from '../mail/deliver-message.ts';
import { createMailChannel, type Sender } from '../mail/transport.ts';
import { originOf } from '../mail/messages.ts';
import { forgetOldExports, writeExport } from '../exports/write-export.ts';
import { mailReports } from '../reports/mail-reports.ts';
import { rollUp } from '../reports/roll-up.ts';
import { releaseClaims } from '../records/upkeep/release-claims.ts';
import { wakeDue } from '../records/upkeep/wake-due.ts';
import { mailUnreadThreads } from '../threads/mail-unread.ts';
import { pruneVersions } from '../portals/pruned-versions.ts';
import { createRecordDesk } from './record-desk.ts';
import type { Handlers } from '../jobs/start-jobs.ts';
import { withinLimit } from '../jobs/time-limit.ts';

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
        const fault = (cause: unknown): Error =>
          new Error(
            `The effect "${name}" for ${record.type}/${record.slug}, request ${request ?? 'none'}, failed.`,
            { cause },
          );
        const misfit = misfitOf(handler, input);
        // Another attempt would have the same input.
        if (misfit !== null) return log(fault(misfit));
        await withinLimit((signal) => handler.run(input, { idempotencyKey: id, record, signal })).catch(
          (cause: unknown) => {
            throw fault(cause);
          },
        );
      },
      export: ({ data: { id }, isLastTry }) => writeExport(desk, id, { isLastTry }),
      async wake() {
        const { faults } = await wakeDue(desk);
        for (const fault of faults) log(fault);
        await mailUnreadThreads(application);
        await mailReports(application);
        await forgetOldExports(application);
        await forgetOldFollowLinks(application.database);
      },
      release: ({ data: { account } }) => releaseClaims(desk, account),
      summaries: () => rollUp(application),
      anchor: () => anchorNow(application, note),
      audit: () => auditNow(application, note),
      async prune() {
        const { keepFiles } = application.portal();
        if (keepFiles === null) return;
        const pruned = await pruneVersions(database, { keepFiles });
        if (pruned.versions.length > 0) note('info', pruned, 'files of old versions pruned');
      },
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

/** @returns why the effect does not accept the input; null if it does */
function misfitOf({ input: schema }: EffectHandler, input: unknown): Error | null {
  const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
  return ajv.validate(schema, input) ? null : new Error(`Its input does not fit: ${ajv.errorsText()}.`);
}

function senderOf(application: Application): Sender {
  const { title, mail } = application.portal();
  const host = new URL(originOf(application.settings)).hostname;
  return { name: title, address: mail.from ?? `no-reply@${host}` };
}
