/** Changes an account that the caller manages. Each change is stored with its event and the answer, or not at all. */
import type { FastifyRequest } from 'fastify';
import { managedAccounts } from '../../contract/accounts.ts';
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { grantedFlags } from '../../portal/access/accounts.ts';
import type { RecordScope } from '../../portal/conditions/scope.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { countIdentities, endDelegations, identityRemoval } from '../accounts/accounts.ts';
import { todayIn } from '../sql/today.ts';
import { requirePasswords } from '../accounts/no-password.ts';
import { mayMailLink, sendPasswordLink } from '../accounts/password-links.ts';
import { passkeyRemoval, passkeysOf } from '../accounts/passkeys.ts';
import { secondStepRemoval } from '../accounts/second-steps.ts';
import { runParts, type StatementPart } from '../database/statements.ts';
import { conflict, forbidden, type HttpError, impossible, tooMany, unprocessable } from '../http/errors.ts';
import { writeAnswer } from '../http/output.ts';
import { etagOf } from '../http/required-headers.ts';
import type { Application } from '../kernel/application.ts';
import type { HttpAnswer, IdempotencyKey } from '../records/read/answer.ts';
import { answerPart } from '../records/store/write-record.ts';
import { closedMembership, findUserAgain, type LockedUser, withLockedUser } from './user-calls.ts';
import { type UserEvent, userEventParts } from './user-history.ts';
import {
  endedMails,
  identitiesRemovedMail,
  restoredMail,
  secondStepResetMail,
  suspendedMail,
} from './user-mails.ts';
import { stateOf, wireUser } from './wire-user.ts';

export interface UserChangeCall {
  readonly request: FastifyRequest;
  readonly slug: string;
  /** The version that the change is based on. */
  readonly version: number;
  readonly idempotencyKey: IdempotencyKey;
}

/** What a change does: its event, and the statements besides. */
export interface UserDecision {
  readonly event: UserEvent;
  readonly parts: readonly StatementPart[];
}

/**
 * @param decide returns null if nothing changes
 * @throws HttpError 401, 403, 404, 409 with the current account, 422
 */
export async function changeUser(
  application: Application,
  { request, slug, version, idempotencyKey }: UserChangeCall,
  decide: (user: LockedUser) => UserDecision | null | Promise<UserDecision | null>,
): Promise<HttpAnswer> {
  return withLockedUser(application, { request, slug }, async (user) => {
    const { client } = user;
    if (user.account.version !== version) throw conflict(await wireUser(application, client, user));
    const decision = await decide(user);
    if (decision !== null) {
      for (const part of decision.parts) await runParts(client, [part]);
      await runParts(client, userEventParts(application, user, decision.event));
    }
    const changed = decision === null ? user : await findUserAgain(application, request, user);
    const answer = {
      status: 200,
      headers: { ETag: etagOf(changed.account.version) },
      text: writeAnswer(
        managedAccounts['PATCH /accounts/:slug'].answers[200],
        await wireUser(application, client, changed),
      ),
    };
    await runParts(client, [answerPart(idempotencyKey, answer)]);
    return answer;
  });
}

/**
 * The flags that differ from the account's.
 * @param values the account's own
 * @throws HttpError 403 for a flag that the caller may not grant, 422 for an unknown one
 */
export function changedFlags(
  scope: RecordScope,
  values: Readonly<Record<string, unknown>>,
  wished: Readonly<Record<string, boolean>>,
): { readonly name: string; readonly value: boolean }[] {
  const granted = new Map(grantedFlags(scope, values).map((flag) => [flag.name, flag]));
  return Object.entries(wished).flatMap(([name, value]) => {
    const flag = granted.get(name);
    if (flag === undefined) throw unprocessable({ [`flags.${name}`]: [message(userMessages.flagUnknown)] });
    if (flag.value === value) return [];
    if (!flag.isOpen) throw flagRefused(flag.title);
    return [{ name, value }];
  });
}

function flagRefused(title: string): HttpError {
  const flag = { text: title, kind: 'name' } as const;
  return forbidden('flag-not-granted', message(userMessages.flagNotGranted, { flag }));
}

/** Changes what holds in every membership. */
function changeWholeUser(
  application: Application,
  call: UserChangeCall,
  decide: (user: LockedUser) => UserDecision | Promise<UserDecision>,
): Promise<HttpAnswer> {
  return changeUser(application, call, (user) => {
    requireWhole(user);
    return decide(user);
  });
}

/** @throws HttpError 403 if the caller may not change each membership of the account */
export function requireWhole(user: LockedUser): void {
  const closed = closedMembership(user);
  if (closed === null) return;
  const { portal, reader } = user.scope;
  const { title } = reader.departments[departmentKey(portal, closed.department)] ?? {};
  const department = { text: title ?? closed.department, kind: 'name' } as const;
  throw forbidden('every-membership', message(userMessages.everyMembershipNeeded, { department }));
}

/** Suspends the account and signs it out everywhere. */
export function suspendUser(
  application: Application,
  call: UserChangeCall,
  reason: string,
): Promise<HttpAnswer> {
  return changeWholeUser(application, call, async ({ account, client }) => {
    if (account.is_suspended) throw impossible('suspended', message(userMessages.accountSuspended));
    const today = todayIn(application.portal().timeZone, application.now());
    const ended = await endDelegations(client, account.id, { today });
    return {
      event: { what: 'suspended', state: 'suspended', reason: reason.trim() },
      parts: [
        suspensionPart(account.id, true),
        sessionsPart(account.id),
        ...suspendedMail(application, account, reason.trim()),
        ...endedMails(application, account.id, ended),
      ],
    };
  });
}

/** Lets a suspended account sign in again. */
export function restoreUser(application: Application, call: UserChangeCall): Promise<HttpAnswer> {
  return changeWholeUser(application, call, ({ account }) => {
    if (!account.is_suspended) throw impossible('not-suspended', message(userMessages.accountActive));
    return {
      event: { what: 'restored', state: stateOf({ ...account, is_suspended: false }) },
      parts: [suspensionPart(account.id, false), ...restoredMail(application, account)],
    };
  });
}

/** Signs the account out everywhere. */
export function endUserSessions(application: Application, call: UserChangeCall): Promise<HttpAnswer> {
  return changeWholeUser(application, call, ({ account }) => ({
    event: { what: 'signed-out', state: stateOf(account) },
    parts: [sessionsPart(account.id)],
  }));
}

/**
 * Turns the second step of signing in off and removes the passkeys, for somebody who has lost their phone. Signs the
 * account out everywhere.
 */
export function resetUserSecondStep(application: Application, call: UserChangeCall): Promise<HttpAnswer> {
  return changeWholeUser(application, call, async ({ account, client }) => {
    if (!account.has_second_step && (await passkeysOf(client, account.id)).length === 0)
      throw impossible('second-step-off', message(userMessages.secondStepNotOn));
    return {
      event: { what: 'second-step-reset', state: stateOf(account) },
      parts: [
        ...secondStepRemoval(account.id),
        // They are on the lost phone too.
        passkeyRemoval(account.id),
        sessionsPart(account.id),
        ...secondStepResetMail(application, account),
      ],
    };
  });
}

/**
 * Forgets the identities at sign-in providers, for somebody whom a provider knows as another person now. Signs the
 * account out everywhere.
 */
export function unlinkUserIdentities(application: Application, call: UserChangeCall): Promise<HttpAnswer> {
  return changeWholeUser(application, call, async ({ account, client }) => {
    if ((await countIdentities(client, account.id)) === 0)
      throw impossible('no-identities', message(userMessages.identitiesNone));
    return {
      event: { what: 'unlinked', state: stateOf(account) },
      parts: [
        ...identityRemoval(account.id),
        sessionsPart(account.id),
        ...identitiesRemovedMail(application, account),
      ],
    };
  });
}

function suspensionPart(account: string, isSuspended: boolean): StatementPart {
  const text = 'UPDATE accounts SET is_suspended = $2 WHERE id = $1';
  return { name: 'suspended', text, values: [account, isSuspended] };
}

function sessionsPart(account: string): StatementPart {
  return { name: 'ended', text: 'DELETE FROM sessions WHERE account = $1', values: [account] };
}

const HOUR_SECONDS = 3600;

/** Mails a link for a new password, or the invitation again. */
export function sendUserLink(application: Application, call: UserChangeCall): Promise<HttpAnswer> {
  return changeWholeUser(application, call, async ({ account, client }) => {
    if (account.is_suspended) throw impossible('suspended', message(userMessages.accountSuspended));
    const isInvited = stateOf(account) === 'invited';
    if (!isInvited) requirePasswords(application.portal(), account);
    if (!(await mayMailLink(client, application, account)))
      throw tooMany(message(userMessages.linksTooMany), HOUR_SECONDS);
    const purpose = isInvited ? 'invitation' : 'reset';
    if (!(await sendPasswordLink(client, application, { account, purpose }))) throw noPasswordPage();
    return {
      event: { what: isInvited ? 'invited-again' : 'reset-sent', state: stateOf(account) },
      parts: [],
    };
  });
}

export function noPasswordPage(): HttpError {
  return impossible('no-password-page', message(userMessages.noPasswordPage));
}
