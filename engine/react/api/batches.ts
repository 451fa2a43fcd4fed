/** Sends the reads of one moment together: over a slow connection each request costs a round trip. */
import type { BatchPart } from '../../contract/batch.ts';
import { filledPath } from '../../portal/wire/batch-references.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { type CallKey, pathOf } from './call.ts';

/** A response with its body: JSON, plain text, or null if it had neither. */
export interface ReceivedAnswer {
  readonly response: Response;
  readonly body: unknown;
  /** What was read in a batch, with the values of other answers that it refers to. */
  readonly path?: string;
}

/** Null: there was no response. */
type PathCaller = (path: string) => Promise<ReceivedAnswer | null>;

/** Others wait for these, or the service worker keeps them: they go at once, and alone. */
const alone: ReadonlySet<CallKey> = new Set<CallKey>([
  'GET /csrf',
  'GET /decision',
  'GET /documents/keys',
  'GET /documents/revocations',
  'GET /locales/:language',
  'GET /portal',
  'GET /portal/hash',
  'GET /user',
]);

/** These may take long, and travel apart: a batch is answered when its last read is. */
const slow: ReadonlySet<CallKey> = new Set<CallKey>(['GET /reports/:name']);

/** As many as the server takes. */
const most = 30;

/** Characters. Servers and proxies refuse longer addresses. */
const longest = 6_000;

interface QueuedCall {
  readonly path: string;
  readonly answer: (answered: Promise<ReceivedAnswer | null>) => void;
}

/** @returns reads a path of the API, together with what else is read at this moment */
export function createBatches(
  readOne: PathCaller,
): (endpoint: CallKey, path: string) => Promise<ReceivedAnswer | null> {
  const quick = createQueue(readOne);
  const apart = createQueue(readOne);
  return (endpoint, path) => {
    if (alone.has(endpoint)) return readOne(path);
    return slow.has(endpoint) ? apart(path) : quick(path);
  };
}

function createQueue(readOne: PathCaller): PathCaller {
  let queue: QueuedCall[] = [];
  const send = () => {
    const now = queue;
    queue = [];
    for (const group of groupsOf(now)) void readGroup(readOne, group);
  };
  return (path) => {
    if (queue.length === 0) setTimeout(send, 0);
    return new Promise((answer) => queue.push({ path, answer }));
  };
}

function groupsOf(calls: readonly QueuedCall[]): readonly (readonly QueuedCall[])[] {
  const groups: QueuedCall[][] = [];
  let length = 0;
  for (const one of calls) {
    const own = encodeURIComponent(one.path).length;
    const last = groups.at(-1);
    if (last === undefined || last.length === most || length + own > longest) {
      groups.push([one]);
      length = own;
    } else {
      last.push(one);
      length += own;
    }
  }
  return groups;
}

async function readGroup(readOne: PathCaller, group: readonly QueuedCall[]): Promise<void> {
  const readEach = () => {
    for (const { path, answer } of group) answer(readAlone(readOne, path));
  };
  if (group.length === 1) return readEach();
  const answered = await readOne(pathOf('GET /batch', { query: { paths: group.map(({ path }) => path) } }));
  const parts = answered === null ? [] : partsOf(answered, group.length);
  // A proxy that takes no long address, or a server that is older than this page.
  if (parts === null) return readEach();
  const bodies = new Map(group.map(({ path }, index) => [path, parts[index]?.body]));
  for (const [index, { path, answer }] of group.entries())
    answer(withPath(parts[index], { path, filled: filledPath(path, (from) => bodies.get(from)) }));
}

/** What refers to the answer of another read is asked for when that is there. */
async function readAlone(readOne: PathCaller, path: string): Promise<ReceivedAnswer | null> {
  return (await filledPath(path, () => undefined)) === null ? null : readOne(path);
}

async function withPath(
  part: ReceivedAnswer | undefined,
  { path, filled }: { readonly path: string; readonly filled: Promise<string | null> },
): Promise<ReceivedAnswer | null> {
  const whole = await filled;
  if (part === undefined || whole === null) return null;
  // A server that is older than this page knows no references: the page asks again.
  return whole === path || part.response.ok ? { ...part, path: whole } : null;
}

/** Null: this is no answer to a batch. */
function partsOf({ response, body }: ReceivedAnswer, length: number): readonly ReceivedAnswer[] | null {
  if (!response.ok || !isBatch(body) || body.length !== length) return null;
  const hash = response.headers.get('x-portal-hash');
  return body.map((part) => {
    const headers = new Headers(part.headers);
    if (hash !== null) headers.set('x-portal-hash', hash);
    return { response: new Response(null, { status: part.status, headers }), body: part.body };
  });
}

function isBatch(body: unknown): body is readonly BatchPart[] {
  return Array.isArray(body) && body.every((part) => isMapping(part) && typeof part['status'] === 'number');
}
