/** The routes with which people see and end their own sessions. */
import { parse } from 'bowser';
import type { FastifyInstance } from 'fastify';
import { ownSessions, type WireSession } from '../../contract/sessions.ts';
import { notFound } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { requireSession } from './register-sessions.ts';
import { digestOfToken } from '../accounts/digests.ts';

interface SessionRow {
  readonly id: string;
  readonly agent: string | null;
  readonly network: string | null;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly is_present: boolean;
}

export function registerOwnSessions(server: FastifyInstance, { database }: Application): void {
  mount(server, ownSessions, {
    'GET /sessions': async (_input, request, reply) => {
      const { account, token } = requireSession(request);
      const rows = await database.query<SessionRow>(
        `SELECT id, agent, network, started_at, seen_at, token = $2 AS is_present FROM sessions
         WHERE account = $1 AND portal_session_lives(started_at, seen_at)
         ORDER BY token = $2 DESC, seen_at DESC, id`,
        [account.id, digestOfToken(token)],
      );
      reply.header('cache-control', 'no-store');
      return { items: rows.map(wireSession) };
    },
    'DELETE /sessions/:id': async ({ params }, request, reply) => {
      const { account } = requireSession(request);
      const ended = await database.query(
        'DELETE FROM sessions WHERE account = $1 AND id::text = $2 RETURNING id',
        [account.id, params.id],
      );
      if (ended.length === 0) throw notFound();
      reply.header('cache-control', 'no-store');
      return {};
    },
    'DELETE /sessions': async (_input, request, reply) => {
      await database.query('DELETE FROM sessions WHERE account = $1', [requireSession(request).account.id]);
      reply.header('cache-control', 'no-store');
      return {};
    },
  });
}

function wireSession({ agent, started_at, seen_at, ...row }: SessionRow): WireSession {
  const { browser, os } = parse(agent === null || agent === '' ? '-' : agent);
  return {
    ...row,
    browser: browser.name || null,
    system: os.name || null,
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
  };
}
