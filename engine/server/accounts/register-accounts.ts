/** What people change about their own account: the password, and the details that somebody else chose for them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { unauthenticated, unprocessable } from '../http/errors.ts';
import { readFields, textOf } from '../sessions/fields.ts';
import { endOtherSessions, findSession } from '../sessions/sessions.ts';
import { visitorOfAccount } from './account-flags.ts';
import { type Account, changeSignIn } from './accounts.ts';
import { verifyPassword } from './password.ts';
import { toUserRecord } from './user-record.ts';

export function registerAccounts(server: FastifyInstance, application: Application): void {
  server.post('/api/v1/password', async (request) => {
    const { account, token } = requireSession(request);
    const fields = await readFields(request);
    if (!(await verifyPassword(textOf(fields, 'current'), account.password))) {
      throw unprocessable({ current: ['This is not your present password.'] });
    }
    await change(application, { account, token }, { password: textOf(fields, 'password') });
    return currentUser(application, token);
  });
  server.post('/api/v1/credentials', async (request) => {
    const { account, token } = requireSession(request);
    const fields = await readFields(request);
    const password = textOf(fields, 'password');
    if (await verifyPassword(password, account.password)) {
      throw unprocessable({ password: ['Choose another password than the one you were given.'] });
    }
    const { credentialsFlag } = application.portal();
    const flags = credentialsFlag === null ? {} : { [credentialsFlag]: true };
    await change(application, { account, token }, { username: textOf(fields, 'username'), password, flags });
    return currentUser(application, token);
  });
}

interface Own {
  readonly account: Account;
  readonly token: string;
}

function requireSession(request: FastifyRequest): Own {
  if (request.session === null) throw unauthenticated();
  return request.session;
}

/** Whoever else holds a session of this account is out. */
async function change(
  { database }: Application,
  { account, token }: Own,
  details: Parameters<typeof changeSignIn>[2],
): Promise<void> {
  await database.transaction(async (client) => {
    await changeSignIn(client, account.id, details);
    await endOtherSessions(client, account.id, token);
  });
}

async function currentUser(application: Application, token: string) {
  const account = await findSession(application.database, token);
  const visitor = account === null ? null : visitorOfAccount(application.portal(), account);
  if (account === null || visitor === null) throw unauthenticated();
  return toUserRecord(application.portal(), account, visitor);
}
