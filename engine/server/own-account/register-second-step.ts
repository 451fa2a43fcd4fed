/** The routes of two-step sign-in: the second step itself, and turning it on and off for one's own account. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { secondStep } from '../../contract/second-step.ts';
import { message } from '../../locales/message.ts';
import { secondStepMessages } from '../../locales/second-step.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import type { Account } from '../accounts/accounts.ts';
import { needsSecondStep } from '../accounts/memberships.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  isSecretOffered,
  offerSecret,
  replaceRecoveryCodes,
  secondStepRemoval,
  takeCode,
} from '../accounts/second-steps.ts';
import type { UnreadCount } from '../accounts/user-record.ts';
import { runParts } from '../database/statements.ts';
import { impossible, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { attempt, attemptOf } from '../sessions/attempts.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { openSession } from '../sessions/open-session.ts';
import { endOtherSessions, rememberDevice } from '../sessions/sessions.ts';
import { accountOfTicket } from '../sessions/sign-in-ticket.ts';
import { changeOwnAccount, type OwnCall, requirePresentPassword } from './change-own-account.ts';

export function registerSecondStep(
  server: FastifyInstance,
  application: Application,
  unread: UnreadCount,
): void {
  const { database } = application;
  mount(server, secondStep, {
    'POST /login/second-step': async ({ body }, request, reply) => {
      const account = await accountOfTicket(application, body.ticket);
      if (account === null || (await visitorOfAccount(application, account)) === null)
        throw unprocessable({ ticket: [message(secondStepMessages.ticketOver)] });
      const who = await attemptOf(application, request, { username: account.username, account });
      const isRight = await attempt(database, who, () =>
        useCode({ application, request, account: account.id }, body.code),
      );
      if (!isRight) throw codeWrong();
      if (who.device !== null) await rememberDevice(database, account.id, who.device);
      return openSession({ application, unread }, { request, reply }, account);
    },
    'GET /second-step': async (_input, request, reply) => {
      const { account } = requireSession(request);
      reply.header('cache-control', 'no-store');
      return {
        is_on: account.has_second_step,
        is_required: isRequired(application, request),
        recovery_codes: await countRecoveryCodes(database, account),
      };
    },
    'POST /second-step': async ({ body }, request, reply) => {
      const { account } = requireSession(request);
      await requirePresentPassword(application, request, body.current);
      reply.header('cache-control', 'no-store');
      return offerSecret(application, database, account);
    },
    'POST /second-step/confirm': async ({ body }, request, reply) => {
      reply.header('cache-control', 'no-store');
      return { codes: await turnOn(application, request, body.code) };
    },
    'POST /second-step/recovery-codes': async ({ body }, request, reply) => {
      await requirePresentPassword(application, request, body.current);
      reply.header('cache-control', 'no-store');
      const codes = await changeOwnAccount(callOf(application, request), async (client, account) => {
        requireOn(account);
        const answer = await replaceRecoveryCodes(client, account);
        return { event: { what: 'recovery-codes-replaced' }, answer };
      });
      return { codes };
    },
    'POST /second-step/off': async ({ body }, request, reply) => {
      await requirePresentPassword(application, request, body.current);
      if (isRequired(application, request))
        throw impossible('second-step-required', message(secondStepMessages.required));
      await changeOwnAccount(callOf(application, request), async (client, account) => {
        requireOn(account);
        for (const part of secondStepRemoval(account.id)) await runParts(client, [part]);
        return { event: { what: 'second-step-off' }, answer: undefined };
      });
      reply.header('cache-control', 'no-store');
      return {};
    },
  });
}

function callOf(application: Application, request: FastifyRequest): OwnCall {
  return { application, request, account: requireSession(request).account.id };
}

/** Uses up the code; a recovery code is stored in the account's history. */
function useCode(call: OwnCall, code: string): Promise<boolean> {
  return changeOwnAccount(call, async (client, account) => {
    const kind = await takeCode(call.application, client, account, code);
    return { event: kind === 'recovery' ? { what: 'recovery-code-used' } : null, answer: kind !== null };
  });
}

/** @returns the recovery codes */
async function turnOn(application: Application, request: FastifyRequest, code: string): Promise<string[]> {
  const { database } = application;
  const { account, token } = requireSession(request);
  if (!(await isSecretOffered(application, database, account)))
    throw impossible('second-step-not-offered', message(secondStepMessages.offerMissing));
  const who = await attemptOf(application, request, { username: account.username, account });
  let codes: string[] = [];
  const isRight = await attempt(database, who, () =>
    changeOwnAccount(callOf(application, request), async (client) => {
      if (!(await confirmSecret(application, client, account, code))) return { event: null, answer: false };
      codes = await replaceRecoveryCodes(client, account);
      await endOtherSessions(client, account.id, token);
      return { event: { what: 'second-step-on' }, answer: true };
    }),
  );
  if (!isRight) throw codeWrong();
  return codes;
}

function codeWrong() {
  return unprocessable({ code: [message(secondStepMessages.codeWrong)] });
}

function requireOn({ has_second_step: isOn }: Account): void {
  if (!isOn) throw impossible('second-step-off', message(secondStepMessages.notOn));
}

function isRequired(application: Application, request: FastifyRequest): boolean {
  return needsSecondStep(application.portal(), requireSession(request).account);
}
