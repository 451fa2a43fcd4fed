/** The counts in a visitor's navigation: of the pages that they may open, and of what they may see there. */
import type { FastifyInstance } from 'fastify';
import { navigation, type PageCounts } from '../../contract/to-do.ts';
import type { ListTotal } from '../../contract/record.ts';
import type { Route } from '../../portal/model/route.ts';
import { ownPath } from '../../portal/routing/own-page.ts';
import { mount } from '../http/mount.ts';
import { doorOf } from '../records/change/open-door.ts';
import { countList } from '../records/lists/list-records.ts';
import { countToDo } from '../records/lists/to-do.ts';
import { type RecordDesk, recordRequestOf, type RecordRequest } from '../records/rows/record-desk.ts';
import { countUnreadOf } from '../threads/register-threads.ts';

export function registerNavigation(server: FastifyInstance, desk: RecordDesk): void {
  mount(
    server,
    navigation,
    {
      'GET /navigation/counts': async (_input, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return countPages(recordRequestOf(desk, request));
      },
    },
    { mayAsk: doorOf(desk.application) },
  );
}

async function countPages(request: RecordRequest): Promise<PageCounts> {
  const { desk, visitor } = request;
  const portal = desk.application.portal();
  const counted = portal.routes.filter(
    (route) => route.nav?.counts === true && ownPath({ portal, visitor }, route) !== null,
  );
  return Object.fromEntries(
    await Promise.all(counted.map(async (route) => [route.name, await countPage(request, route)] as const)),
  );
}

async function countPage(request: RecordRequest, { screen, of, kind }: Route): Promise<ListTotal> {
  if (screen === 'to-do') return countToDo(request);
  if (screen === 'messages') return { total: await countUnreadOf(request.desk, request.visitor) };
  const [subject] = of;
  return subject === undefined || subject.list === null
    ? { total: 0 }
    : countList(request, subject.type, { list: subject.list, ...(kind !== null && { kind }) });
}
