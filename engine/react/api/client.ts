/** The browser's API client: bearer token, marker, CSRF token, idempotency keys, and errors as values. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import { type ReceivedAnswer, createBatches } from './batches.ts';
import { type BegunReads, createBegunReads } from './begun-reads.ts';
import {
  type Answer,
  type CallInput,
  type CallKey,
  methodOf,
  pathOf,
  type PlainInput,
  type ReadKey,
  type ReadRequest,
} from './call.ts';
import { takeEarlyRead } from './early-reads.ts';
import { keepsNoAnswers, type KeptAnswers } from './kept-answer.ts';
import { createIntents, type Intents } from './intent.ts';
import { ProblemError, readProblem, type Problem } from './problem.ts';
import type { TokenStore } from './token.ts';

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly etag: string | null }
  | { readonly ok: false; readonly problem: Problem };

export interface Client {
  /** @throws ProblemError */
  call<K extends CallKey>(endpoint: K, input: CallInput<K>): Promise<Answer<K>>;
  /** The same call, but returns a failure as a value. A body is sent as JSON, or as multipart if it is a form. */
  send<K extends CallKey>(endpoint: K, input: CallInput<K>): Promise<Result<Answer<K>>>;
  /** The bytes of an endpoint that answers a file. */
  readFile<K extends ReadKey>(endpoint: K, input: CallInput<K>): Promise<Blob | Problem>;
  /**
   * Begins what the next page will read: its calls within a few seconds get these answers.
   * @returns settled when all are answered
   */
  begin(reads: readonly ReadRequest[]): Promise<unknown>;
  /** Milliseconds since the first read of a page with the present token was begun. */
  readingFor(): number;
  /** Something has changed elsewhere: what was begun before is read again. */
  dropBegun(): void;
  /**
   * The idempotency key of a write that had no answer. The caller sends it again itself: the same write with `send` is a
   * new one.
   */
  releaseKey<K extends CallKey>(endpoint: K, input: CallInput<K>): string;
  /** A call whose answer has no end. Null if it did not succeed. */
  follow<K extends CallKey>(
    endpoint: K,
    input: CallInput<K>,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** The headers of every call, for modules that send requests themselves (uploads, validator modules). */
  headers(): Record<string, string>;
  /** Requests a fresh CSRF token, for modules that send requests themselves. */
  renewCsrf(): Promise<void>;
  readonly tokens: TokenStore;
  /** Erases the answers that this device keeps. */
  forgetKept(): void;
  /** The same calls without a token, so that an expired token does not block public endpoints. */
  withoutToken(): Client;
  /** The address of the API and the path of the endpoint. */
  addressOf<K extends CallKey>(endpoint: K, input: CallInput<K>): string;
}

export interface ClientOptions {
  readonly tokens: TokenStore;
  readonly base?: string;
  readonly fetch?: typeof fetch;
  /** The CSRF token in the page. */
  readonly csrf?: string | null;
  /** The server answered 401 although a token was sent. */
  readonly onSignedOut?: () => void;
  /** The hash of the current portal, as each response reports it. */
  readonly onPortalHash?: (hash: string) => void;
  /** Answers on this device, for when there is no connection. */
  readonly kept?: KeptAnswers;
  /** A read was answered: by the server (null), or from this device with what the server said then (milliseconds). */
  readonly onRead?: (keptAt: number | null) => void;
  /** Waits between two tries. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

interface Connection extends Omit<Required<ClientOptions>, 'csrf'> {
  csrf: string | null;
  readonly intents: Intents;
  readonly reads: BegunReads;
}

export function createClient(options: ClientOptions): Client {
  const line: Connection = {
    reads: createBegunReads(
      createBatches(async (path) => withBody(await attempt(line, path, { headers: headersOf(line) }))),
    ),
    fetch: (input, init = {}) => takeEarlyRead(String(input), init) ?? fetch(input, init),
    onSignedOut: () => {},
    onPortalHash: () => {},
    kept: keepsNoAnswers,
    onRead: () => {},
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    ...options,
    base: options.base ?? ofPage('api') ?? '',
    csrf: options.csrf === undefined ? ofPage('csrf-token') : options.csrf,
    intents: createIntents(),
  };
  let firstRead: { readonly token: string | null; readonly at: number } = { token: null, at: 0 };
  return {
    tokens: line.tokens,
    forgetKept: () => void line.kept.erase(),
    withoutToken: () => createClient({ ...options, tokens: { ...options.tokens, read: () => null } }),
    addressOf: (endpoint, input) => addressOf(line, pathOf(endpoint, input)),
    headers: () => headersOf(line),
    renewCsrf: () => renewCsrf(line),
    async call(endpoint, input) {
      const result = await send<Answer<typeof endpoint>>(line, endpoint, input);
      if (!result.ok) throw new ProblemError(result.problem);
      return result.value;
    },
    async follow(endpoint, input, signal) {
      const response = await attempt(line, pathOf(endpoint, input), { headers: headersOf(line), signal });
      if (response?.ok !== true) return null;
      noteHash(line, response);
      return response.body;
    },
    readFile: (endpoint, input) => readFile(line, pathOf(endpoint, input)),
    send: (endpoint, input) => send<Answer<typeof endpoint>>(line, endpoint, input),
    begin(reads) {
      const token = line.tokens.read();
      if (token !== firstRead.token) firstRead = { token, at: performance.now() };
      return Promise.all(
        reads.map(([endpoint, input]) => line.reads.begin(endpoint, pathOf(endpoint, input), token)),
      );
    },
    readingFor: () =>
      firstRead.token === line.tokens.read() ? Math.ceil(performance.now() - firstRead.at) : 0,
    dropBegun: () => line.reads.drop(),
    releaseKey(endpoint, input) {
      const signature = signatureOf(methodOf(endpoint), pathOf(endpoint, input), input);
      const key = line.intents.keyOf(signature);
      line.intents.settle(signature);
      return key;
    },
  };
}

/** The values that the server wrote into the head of the page. */
function ofPage(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

/** @param T the response type from the contract */
async function send<T>(line: Connection, endpoint: CallKey, input: PlainInput): Promise<Result<T>> {
  const method = methodOf(endpoint);
  const path = pathOf(endpoint, input);
  const token = line.tokens.read();
  const answered = await (method === 'GET'
    ? readAnswer(line, endpoint, path)
    : withBody(await write(line, method, path, input)));
  if (method !== 'GET') {
    line.reads.drop();
    if (answered !== null) keepWritten(line, answered, token);
  }
  return settle<T>(line, answered, token);
}

async function readFile(line: Connection, path: string): Promise<Blob | Problem> {
  const token = line.tokens.read();
  const response = await attempt(line, path, { headers: headersOf(line) });
  // The connection may break while the bytes arrive.
  if (response?.ok === true) return response.blob().catch((): Problem => ({ kind: 'offline' }));
  const refused = settle<never>(line, await withBody(response), token);
  return refused.ok ? refused.value : refused.problem;
}

/** Without a connection, a record opens as its reader has written it: most of a new draft is never read. */
function keepWritten({ kept }: Connection, answered: ReceivedAnswer, token: string | null): void {
  const { body } = answered;
  if (!isMapping(body) || typeof body['type'] !== 'string' || typeof body['slug'] !== 'string') return;
  const params = { type: body['type'], slug: body['slug'] };
  void kept.keep('GET /records/:type/:slug', pathOf('GET /records/:type/:slug', { params }), answered, token);
}

/** Without a connection from this device; null: there is no answer. */
async function readAnswer(line: Connection, endpoint: CallKey, path: string): Promise<ReceivedAnswer | null> {
  const token = line.tokens.read();
  const answered = await line.reads.read(endpoint, path, token);
  if (answered !== null) {
    line.onRead(null);
    void line.kept.keep(endpoint, path, answered, token);
    return answered;
  }
  const kept = await line.kept.find(path, token);
  if (kept === null) return null;
  line.onRead(kept.at);
  return kept.answered;
}

/** Null if there was no response. */
async function write(
  line: Connection,
  method: string,
  path: string,
  input: PlainInput,
): Promise<Response | null> {
  const { body: sent = {}, ifMatch, key, outlivesPage = false } = input;
  const isForm = sent instanceof FormData;
  const body = isForm ? sent : JSON.stringify(sent);
  const signature = signatureOf(method, path, input);
  const request = () =>
    attempt(line, path, {
      method,
      body,
      ...(outlivesPage && { keepalive: true }),
      headers: {
        ...headersOf(line),
        ...(isForm ? {} : { 'Content-Type': 'application/json' }),
        'Idempotency-Key': key ?? line.intents.keyOf(signature),
        ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
      },
    });
  let response = await request();
  // The write may have arrived before the connection broke; the idempotency key makes the retry safe.
  if (response === null) response = await request();
  if (response?.status === 403 && (await isCsrfRefusal(response))) {
    await renewCsrf(line);
    response = await request();
  }
  // The portal changes to another version of its configuration: it does nothing meanwhile, and is ready soon.
  for (let tries = 0; tries < mostSwitchTries && (await isSwitching(response)); tries += 1) {
    await line.pause(switchPauseMs);
    response = await request();
  }
  const isAnswered = response !== null && response.status < 500 && !(await isRunning(response));
  if (isAnswered) line.intents.settle(signature);
  return response;
}

const mostSwitchTries = 8;
const switchPauseMs = 1500;

async function isSwitching(response: Response | null): Promise<boolean> {
  return response?.status === 503 && (await codeOf(response)) === 'switching';
}

/** The same for a write and its repetition. */
function signatureOf(method: string, path: string, { body = {} }: PlainInput): string {
  return `${method} ${path} ${body instanceof FormData ? '' : JSON.stringify(body)}`;
}

/** In a tab left open overnight, the CSRF token has expired. */
async function isCsrfRefusal(response: Response): Promise<boolean> {
  const code = await codeOf(response);
  return code === '' || code.includes('csrf');
}

/** The first call is still running: a retry with the same key returns its response. */
async function isRunning(response: Response): Promise<boolean> {
  return response.status === 409 && (await codeOf(response)) === 'running';
}

async function codeOf(response: Response): Promise<string> {
  const body = await readJson(response.clone());
  return isMapping(body) && 'code' in body ? String(body['code']) : '';
}

async function renewCsrf(line: Connection): Promise<void> {
  const response = await attempt(line, pathOf('GET /csrf', {}), { headers: headersOf(line) });
  const body = response?.ok ? await readJson(response) : null;
  if (isMapping(body) && 'token' in body) line.csrf = String(body['token']);
}

/** Null if there was no response. */
async function attempt(line: Connection, path: string, init: RequestInit): Promise<Response | null> {
  try {
    return await line.fetch(addressOf(line, path), { credentials: 'same-origin', ...init });
  } catch {
    return null;
  }
}

/** @param token with which the call was sent; another one may have replaced it meanwhile */
function settle<T>(line: Connection, answered: ReceivedAnswer | null, token: string | null): Result<T> {
  if (answered === null) return { ok: false, problem: { kind: 'offline' } };
  const { response, body } = answered;
  noteHash(line, response);
  if (response.ok) return { ok: true, value: body as T, etag: response.headers.get('etag') };
  const hadSession = line.tokens.read() !== null;
  if (response.status === 401 && hadSession && line.tokens.read() === token) line.onSignedOut();
  return { ok: false, problem: readProblem(response, body, hadSession) };
}

function noteHash(line: Connection, { headers }: Response): void {
  const hash = headers.get('x-portal-hash');
  if (hash !== null) line.onPortalHash(hash);
}

async function withBody(response: Response | null): Promise<ReceivedAnswer | null> {
  return response === null ? null : { response, body: await readBody(response) };
}

/** A proxy in front of the portal may refuse a call in plain text. Its HTML pages are not shown. */
async function readBody(response: Response): Promise<unknown> {
  const isPage = response.headers.get('content-type')?.includes('html') ?? false;
  if (response.ok || isPage) return readJson(response);
  const said = await response.text().catch(() => '');
  try {
    return JSON.parse(said);
  } catch {
    return said === '' ? null : said;
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function headersOf(line: Connection): Record<string, string> {
  const token = line.tokens.read();
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...(line.csrf === null ? {} : { 'X-CSRF-TOKEN': line.csrf }),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  };
}

function addressOf(line: Connection, path: string): string {
  return `${line.base}/${path}`;
}
