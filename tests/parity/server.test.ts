/** The table of guard cases against a running server, with real accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchPath } from '../../engine/portal/routing/match.ts';
import {
  decide,
  pathOfLocation,
  toWireDecision,
  type WireDecision,
} from '../../engine/portal/routing/decide.ts';
import type { PortalSlice } from '../../engine/portal/wire/slice.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { insertAccount } from '../../engine/server/accounts/accounts.ts';
import { hashPassword } from '../../engine/server/accounts/password.ts';
import { startSession } from '../../engine/server/sessions/sessions.ts';
import type { UserRecord } from '../../engine/contract/sessions.ts';
import { sessionOf, visitorOf } from '../../engine/react/session/user.ts';
import { openPortalServer, type PortalServer } from '../server/portal-server.ts';
import { describeCase, guardCases, type Expected, type GuardCase } from './guard-cases.ts';

let server: PortalServer;
const tokens = new Map<string, Promise<string | null>>();

beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

test('every guard case comes out of the running server as the specification says', async () => {
  const wrong = await failing(async (one) => {
    const answer: WireDecision = await read(one, `decision?path=${encodeURIComponent(one.path)}`);
    return isAsExpected(answer, one.expected) ? null : answer;
  });
  expect(wrong).toEqual([]);
});

test('a browser decides every guard case from its slice and its user record as the server does', async () => {
  const wrong = await failing(async (one) => {
    const slice = await remembered<PortalSlice>(one, 'portal');
    if (matchPath(slice, pathOfLocation(one.path)) === null) return null;
    const user = one.as === undefined ? null : await remembered<UserRecord>(one, 'user');
    const visitor = user === null ? signedOut : visitorOf(sessionOf(user, 'token'), slice);
    const answer = toWireDecision(decide({ portal: slice, visitor }, one.path));
    return isAsExpected(answer, one.expected) ? null : answer;
  });
  expect(wrong).toEqual([]);
});

/** The cases with another result, each in one sentence. */
async function failing(ask: (one: GuardCase) => Promise<WireDecision | null>): Promise<string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < guardCases.length; at += 20) {
    const some = guardCases.slice(at, at + 20);
    const answers = await Promise.all(some.map(ask));
    for (const [index, answer] of answers.entries()) {
      const one = some[index];
      if (one !== undefined && answer !== null)
        wrong.push(`${describeCase(one)} ← ${JSON.stringify(answer)}`);
    }
  }
  return wrong;
}

async function read<T>(one: GuardCase, path: string): Promise<T> {
  const token = await tokenFor(one);
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.origin}/api/v1/${path}`, { headers });
  if (!answer.ok) throw new Error(`${describeCase(one)}: ${answer.status}`);
  return (await answer.json()) as T;
}

const hash = hashPassword('long enough');
const answers = new Map<string, Promise<unknown>>();

async function remembered<T>(one: GuardCase, path: string): Promise<T> {
  const key = `${path} ${nameOf(one)}`;
  const answer = answers.get(key) ?? read<T>(one, path);
  answers.set(key, answer);
  return (await answer) as T;
}

function tokenFor(one: GuardCase): Promise<string | null> {
  const name = nameOf(one);
  const token = tokens.get(name) ?? openSession(one);
  tokens.set(name, token);
  return token;
}

async function openSession({ as, can }: GuardCase): Promise<string | null> {
  if (as === undefined) return null;
  const username = `case-${tokens.size}-${as}@malay.example`;
  const account = { department: as, username, name: as, hash: await hash, flags: can ?? {} };
  const { id } = await insertAccount(server.database, account);
  return startSession(server.database, id);
}

function nameOf({ as, can }: GuardCase): string {
  return JSON.stringify([as, can]);
}

function isAsExpected(answer: WireDecision, expected: Expected): boolean {
  if (answer.outcome !== expected.outcome) return false;
  if (expected.outcome !== 'go') return true;
  return (
    answer.to?.split('?')[0] === expected.to &&
    (answer.signOut ?? false) === (expected.signOut ?? false) &&
    answer.message === expected.message
  );
}
