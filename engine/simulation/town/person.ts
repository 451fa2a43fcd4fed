/** A person with an account who uses the API like the browser does, over persistent connections. */
import { hash, randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireRecord } from '../../contract/record.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { openStream, type StreamEvent } from './event-stream.ts';
import type { SamplePaper } from './sample.ts';
import type { Servers } from './servers.ts';

export interface ServerAnswer<T = unknown> {
  readonly status: number;
  readonly body: T;
}

interface CallOptions {
  readonly body?: unknown;
  readonly version?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Numbers of answers by kind: `201`, `422 application/submit` … */
export type Tally = Map<string, number>;

export interface TownAccount {
  readonly department: string;
  readonly username: string;
  /** The unit of their department, or null. */
  readonly unit: string | null;
  readonly flags: Visitor['flags'];
  readonly isApprover: boolean;
  /** The documents of a demonstration name it, so visitors sign in with it. */
  readonly isShown?: boolean;
}

/** What the servers acknowledged. */
export interface AcknowledgedWrites {
  /** By slug: the newest acknowledged version of a record. */
  readonly versions: Map<string, number>;
  /** `type/slug` of each record that somebody created. */
  readonly begun: Set<string>;
}

/** The portal's address, and how people sign in. */
export interface Credentials {
  readonly servers: Pick<Servers, 'address'>;
  readonly password: string;
  readonly tally: Tally;
  readonly acknowledged: AcknowledgedWrites;
  /** Interrupted calls that were repeated. */
  cuts: number;
  /** Called with each call that writes. */
  onWrite: () => void;
}

/**
 * Maximum number of attempts of a call, and the pause between them (milliseconds), while servers are killed and
 * restarted.
 */
const patience = { times: 300, pause: 100 };

const piecesOf = { type: 'application/offset+octet-stream', version: '1.0.0' };

export class Person {
  readonly department: string;
  readonly username: string;
  /** The person as a visitor, with their user name as the account. */
  readonly visitor: Visitor;
  /** The office account with every flag. Other accounts of the office may not approve. */
  readonly isApprover: boolean;
  readonly isShown: boolean;
  readonly #credentials: Credentials;
  readonly #password: string;
  /** Everybody has an address of their own, because limits count the calls of an address. */
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  #csrf = '';
  #token = '';
  #signedIn: Promise<void> | null = null;

  /** @param password their own; absent: the one of the whole town */
  constructor(
    credentials: Credentials,
    { department, username, unit, flags, isApprover, isShown = false }: TownAccount,
    password?: string,
  ) {
    this.#credentials = credentials;
    this.#password = password ?? credentials.password;
    this.department = department;
    this.username = username;
    this.#address = `10.${[...hash('sha256', username, 'buffer').subarray(0, 3)].join('.')}`;
    this.visitor = { signedIn: true, account: username, department, unit, flags, name: username, username };
    this.isApprover = isApprover;
    this.isShown = isShown;
  }

  /**
   * Signs in before the first call.
   * @throws Error if the account is refused
   */
  async call<T = unknown>(method: string, path: string, call: CallOptions = {}): Promise<ServerAnswer<T>> {
    this.#signedIn ??= this.#signIn();
    await this.#signedIn;
    return this.#send(method, path, call);
  }

  /**
   * Signs in, and hears of changes until the returned function is called.
   * @param ended called when the connection has ended
   */
  async listen(hear: (event: StreamEvent) => void, ended: () => void): Promise<() => void> {
    this.#signedIn ??= this.#signIn();
    await this.#signedIn;
    const address = `${await this.#credentials.servers.address()}/api/v1/live`;
    const headers = { ...this.#headersOf('GET', {}), Accept: 'text/event-stream' };
    return openStream({ address, headers, hear, ended });
  }

  /** A call by a person who is not signed in. */
  async callSignedOut<T = unknown>(
    method: string,
    path: string,
    call: CallOptions = {},
  ): Promise<ServerAnswer<T>> {
    await this.#visit();
    return this.#send(method, path, call);
  }

  /**
   * Uploads a file for an item of a record's checklist, as a resumable upload.
   * @param inPieces announced first and sent later, as after an interrupted connection
   */
  async upload(
    { type, slug }: WireRecord,
    item: string,
    { name, type: filetype, content, inPieces, issuedOn }: Upload,
  ): Promise<ServerAnswer> {
    const words = {
      record: `${type}/${slug}`,
      item,
      filename: name,
      filetype,
      ...(issuedOn !== null && { issued_on: issuedOn }),
    };
    const metadata = Object.entries(words).map(
      ([key, word]) => `${key} ${Buffer.from(word).toString('base64')}`,
    );
    const announced = {
      'Tus-Resumable': piecesOf.version,
      'Upload-Length': String(content.length),
      'Upload-Metadata': metadata.join(','),
    };
    if (!inPieces) {
      const headers = { ...announced, 'Content-Type': piecesOf.type };
      return this.call('POST', 'files', { body: content, headers });
    }
    const begun = await this.call<string>('POST', 'files', { headers: announced });
    if (begun.status !== 201) return begun;
    const id = begun.body.split('/').at(-1) ?? '';
    const headers = {
      'Tus-Resumable': piecesOf.version,
      'Upload-Offset': '0',
      'Content-Type': piecesOf.type,
    };
    return this.call('PATCH', `files/${id}`, { body: content, headers });
  }

  async #visit(): Promise<void> {
    const csrf = await this.#send<{ token: string }>('GET', 'csrf');
    this.#csrf = csrf.body.token;
  }

  async #signIn(): Promise<void> {
    await this.#visit();
    const body = new URLSearchParams({
      _method: 'POST',
      username: this.username,
      password: this.#password,
    });
    const answer = await this.#send<{ token?: string }>('POST', 'login', { body });
    if (answer.body.token === undefined)
      throw new Error(`${this.username} could not sign in: ${answer.status}.`);
    this.#token = answer.body.token;
  }

  async #send<T>(method: string, path: string, call: CallOptions = {}): Promise<ServerAnswer<T>> {
    const received = await this.#insist({
      method,
      path,
      // The same key each time, so that the call is carried out once.
      headers: this.#headersOf(method, call),
      body: bodyOf(call.body),
    });
    for (const cookie of received.headers['set-cookie'] ?? []) {
      const [pair = ''] = cookie.split(';');
      this.#cookies.set(pair.split('=')[0] ?? '', pair);
    }
    // An upload is identified by its address, everything else by its body.
    const body = received.text === '' ? received.headers.location : parse(received.text);
    if (method !== 'GET') this.#count(received.status, body);
    if (received.status === 201) this.#began(path, body);
    return { status: received.status, body: body as T };
  }

  #headersOf(method: string, { body, version, headers = {} }: CallOptions): Record<string, string> {
    return {
      Accept: 'application/json',
      // Compression gains nothing on one machine.
      'Accept-Encoding': 'identity',
      'X-Requested-With': 'XMLHttpRequest',
      'X-Forwarded-For': this.#address,
      ...(this.#csrf !== '' && { 'X-CSRF-TOKEN': this.#csrf }),
      ...(this.#cookies.size > 0 && { Cookie: [...this.#cookies.values()].join('; ') }),
      ...(this.#token !== '' && { Authorization: `Bearer ${this.#token}` }),
      ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }),
      ...(body !== undefined && { 'Content-Type': typeOf(body) }),
      ...(version !== undefined && { 'If-Match': String(version) }),
      ...headers,
    };
  }

  /**
   * Repeats a call until it is answered, like a browser after a lost connection. @throws Error after the last attempt
   */
  async #insist({
    path,
    ...call
  }: Omit<RawRequest, 'address'> & { readonly path: string }): Promise<RawResponse> {
    for (let cuts = 0; cuts < patience.times; cuts += 1) {
      const address = `${await this.#credentials.servers.address()}/api/v1/${path}`;
      if (call.method !== 'GET') this.#credentials.onWrite();
      const received = await send({ ...call, address }).catch(() => null);
      if (received !== null && !(cuts > 0 && isUnderWay(received))) return received;
      this.#credentials.cuts += 1;
      await sleep(patience.pause);
    }
    throw new Error(`${call.method} ${path} was not answered.`);
  }

  #count(status: number, body: unknown): void {
    const { tally, acknowledged } = this.#credentials;
    tally.set(`${status}`, (tally.get(`${status}`) ?? 0) + 1);
    if (status >= 300 || !isMapping(body)) return;
    const { slug, version } = body;
    if (typeof slug !== 'string' || typeof version !== 'number') return;
    acknowledged.versions.set(slug, Math.max(version, acknowledged.versions.get(slug) ?? 0));
  }

  #began(path: string, body: unknown): void {
    const [, type] = /^records\/([^/]+)$/.exec(path) ?? [];
    if (type !== undefined && isMapping(body))
      this.#credentials.acknowledged.begun.add(`${type}/${String(body['slug'])}`);
  }
}

interface Upload extends SamplePaper {
  readonly inPieces: boolean;
  /** The date on the paper (ISO date), if it is required. */
  readonly issuedOn: string | null;
}

/** The first attempt's server is gone, but the database has not noticed yet. */
function isUnderWay({ status, text }: RawResponse): boolean {
  const body: unknown = status === 409 ? parse(text) : null;
  return status === 503 || (isMapping(body) && body['code'] === 'running');
}

function typeOf(body: unknown): string {
  return body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';
}

function bodyOf(body: unknown): string | Uint8Array | null {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return body;
  return body instanceof URLSearchParams ? body.toString() : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface RawRequest {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

function send({ method, address, headers, body }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const call = request(address, { method, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    call.once('error', reject);
    call.end(body ?? undefined);
  });
}
