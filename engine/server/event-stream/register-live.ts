/** The stream of changes: each reader hears only of records that they may see, or could see before. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { live, type LiveEvents, longestAgo } from '../../contract/live.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { busy } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { addChanges, type Changes, type CollectedRecords, followChanges } from '../live/changes.ts';
import { doorOf } from '../records/change/open-door.ts';
import { visibleAmong } from '../records/lists/visible-records.ts';
import { type RecordDesk, recordRequestOf } from '../records/rows/record-desk.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { findSession } from '../sessions/sessions.ts';

/** Milliseconds. Proxies close a stream on which nothing moves for a minute. */
const heartbeat = 25_000;
/** Changes within so many milliseconds are checked and told together. */
const together = 200;
/** A change may arrive here a little before a page that does not have it yet began to read. */
const margin = 500;
/** Of one account in one process. */
const mostStreams = 12;
/** A reader that does not take so many bytes has gone, or reads too slowly. */
const mostUnread = 65_536;

interface EventStream {
  readonly request: FastifyRequest;
  readonly output: PassThrough;
  readonly account: string;
  /** Not told yet. Null: anything may have changed. */
  readonly waiting: (Changes | null)[];
}

export function registerLive(server: FastifyInstance, desk: RecordDesk): void {
  const streams = new Set<EventStream>();
  const recent = createRecentChanges();
  const pass = (stream: EventStream, changes: Changes | null): void => {
    stream.waiting.push(changes);
    if (stream.waiting.length === 1) setTimeout(() => void tellWaiting(desk, stream), together).unref();
  };
  const hear = (changes: Changes | null): void => {
    recent.add(changes);
    for (const stream of streams) pass(stream, changes);
  };
  const forget = desk.application.onPortalChange(({ hash }) => {
    for (const stream of streams) tell(stream, 'portal', hash);
  });
  let following: Promise<() => Promise<void>> | null = null;
  const follow = async (): Promise<void> => {
    following ??= followChanges(desk.application.database, hear).then((stop) => {
      recent.begin();
      return stop;
    });
    await following.catch((error: unknown) => {
      // The next stream tries again.
      following = null;
      throw error;
    });
  };
  // The first page that opens already asks what has changed since it began to read.
  server.addHook('onReady', async () => void follow().catch(() => {}));
  server.addHook('preClose', async () => {
    forget();
    for (const { output } of streams) output.end();
    await following?.then((stop) => stop()).catch(() => {});
  });
  mount(
    server,
    live,
    {
      'GET /live': async ({ query: { ago } }, request, reply) => {
        const { id: account } = requireSession(request).account;
        if ([...streams].filter((stream) => stream.account === account).length >= mostStreams) throw busy();
        await follow();
        const stream = { request, account, output: new PassThrough(), waiting: [] };
        streams.add(stream);
        if (ago !== undefined) for (const changes of recent.since(ago + margin)) pass(stream, changes);
        const beat = setInterval(() => void keepOpen(desk, stream), heartbeat).unref();
        stream.output.once('close', () => {
          clearInterval(beat);
          streams.delete(stream);
        });
        stream.output.write(': open\n\n');
        if (request.method === 'HEAD') stream.output.end();
        reply.headers({
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          // Nginx would collect the events.
          'X-Accel-Buffering': 'no',
        });
        return reply.send(stream.output);
      },
    },
    { mayAsk: doorOf(desk.application) },
  );
}

interface RecentChanges {
  /** From now on nothing is missed. */
  begin(): void;
  add(changes: Changes | null): void;
  /** What has changed in the last milliseconds; null: anything. */
  since(ago: number): readonly (Changes | null)[];
}

/** What has changed in the last minute: a page begins to read before its stream is open. */
function createRecentChanges(): RecentChanges {
  let known: { readonly at: number; readonly changes: Changes | null }[] = [];
  let begun = Infinity;
  return {
    begin: () => void (begun = performance.now()),
    add(changes) {
      const at = performance.now();
      known = known.filter((one) => one.at > at - longestAgo - margin);
      known.push({ at, changes });
    },
    since(ago) {
      const from = performance.now() - ago;
      const isKnown = ago <= longestAgo + margin && from >= begun;
      return isKnown ? known.filter(({ at }) => at >= from).map(({ changes }) => changes) : [null];
    },
  };
}

/** The stream ends with the session, and follows what its account may do. */
async function keepOpen({ application }: RecordDesk, { request, output }: EventStream): Promise<void> {
  try {
    const { token } = requireSession(request);
    const account = await findSession(application.database, token, request.ip);
    request.portal = application.portal();
    const visitor = account && (await visitorOfAccount(application, account));
    if (visitor === null) output.end();
    else {
      request.visitor = visitor;
      output.write(': still open\n\n');
    }
  } catch {
    // The reader asks again, and is told then what is wrong.
    output.end();
  }
}

async function tellWaiting(desk: RecordDesk, stream: EventStream): Promise<void> {
  // Another version may have other departments and rules.
  if (stream.request.portal !== desk.application.portal()) await keepOpen(desk, stream);
  const waiting = stream.waiting.splice(0);
  const known = waiting.filter((changes) => changes !== null);
  if (known.length < waiting.length) {
    tell(stream, 'all', null);
    return;
  }
  if (known.some(({ accounts }) => accounts.includes(stream.account))) {
    // Perhaps it may see something else now, or its session has another token.
    await keepOpen(desk, stream);
    tell(stream, 'account', null);
  }
  if (known.some(({ viewers }) => viewers.includes(stream.account))) tell(stream, 'viewers', null);
  const changed: CollectedRecords = {};
  for (const { records } of known) addChanges(changed, records);
  const asked = recordRequestOf(desk, stream.request);
  const visible = Object.entries(changed).map(([type, records]) => visibleAmong(asked, type, records));
  try {
    const records = (await Promise.all(visible)).flat();
    if (records.length > 0) tell(stream, 'records', records);
  } catch {
    tell(stream, 'all', null);
  }
}

function tell<Name extends keyof LiveEvents>(
  { output }: EventStream,
  event: Name,
  data: LiveEvents[Name],
): void {
  if (output.writableLength > mostUnread) output.destroy();
  else if (!output.writableEnded) output.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
