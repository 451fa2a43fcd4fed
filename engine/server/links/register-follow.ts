/** The route that opens a secret link to a record. The secret is in the body: addresses are logged. */
import type { FastifyInstance } from 'fastify';
import { followedRecords, type FollowedRecord } from '../../contract/follow.ts';
import { linkMessages } from '../../locales/links.ts';
import { message } from '../../locales/message.ts';
import { signedOut } from '../../portal/model/department.ts';
import { notFound } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { toWireByLink } from '../records/read/wire-record.ts';
import { readRecordById } from '../records/rows/read-record.ts';
import { type RecordDesk, recordRequestOf, requestContextOf } from '../records/rows/record-desk.ts';
import { findFollowLink } from './follow-links.ts';

export function registerFollow(server: FastifyInstance, desk: RecordDesk): void {
  const { database } = desk.application;
  mount(server, followedRecords, {
    'POST /followed-records': async ({ body }, request, reply): Promise<FollowedRecord> => {
      reply.header('Cache-Control', 'no-store');
      // An account sees no more by a link than anybody else.
      const scope = requestContextOf({ ...recordRequestOf(desk, request), visitor: signedOut });
      const link = await findFollowLink(database, body.secret);
      const stored = link === null ? null : await readRecordById(database, scope, link.record);
      const rule =
        stored === null ? null : scope.portal.recordTypes[stored.context.record.type]?.access.follow;
      if (link === null || stored === null || rule == null) throw notFound(message(linkMessages.noSuchLink));
      const isOver = link.expires_at < scope.now;
      const record = isOver ? null : toWireByLink(scope, stored, rule.fields);
      return { record, until: link.expires_at.toISOString() };
    },
  });
}
