/** Somebody with an account who works through the API as the browser does. */
import { randomUUID } from 'node:crypto';
import type { WireRecord } from '../../portal/wire.ts';
import type { Paper } from './paper.ts';
import { send } from './send.ts';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly body: T;
}

interface Call {
  readonly body?: unknown;
  readonly version?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the server answered, counted by what it was: `201`, `422 application/submit` … */
export type Tally = Map<string, number>;

export interface Account {
  readonly department: string;
  readonly username: string;
  readonly isApprover: boolean;
}

/** Where people work, and how they are let in. */
export interface Door {
  readonly base: string;
  readonly password: string;
  readonly tally: Tally;
}

const piecesOf = { type: 'application/offset+octet-stream', version: '1.0.0' };

export class Person {
  readonly department: string;
  readonly username: string;
  /** Of an office, with every flag; others of the office have none that lets them approve. */
  readonly isApprover: boolean;
  readonly #door: Door;
  #cookie = '';
  #csrf = '';
  #token = '';
  #signedIn: Promise<void> | null = null;

  constructor(door: Door, { department, username, isApprover }: Account) {
    this.#door = door;
    this.department = department;
    this.username = username;
    this.isApprover = isApprover;
  }

  /**
   * Signs in before the first call.
   * @throws Error when the account is refused
   */
  async call<T = unknown>(method: string, path: string, call: Call = {}): Promise<Answer<T>> {
    this.#signedIn ??= this.#signIn();
    await this.#signedIn;
    return this.#send(method, path, call);
  }

  /**
   * Sends a file for an item of a record's checklist, as an upload that can be resumed does.
   * @param inPieces announced first and sent then, as by somebody whose line was broken
   */
  async upload(
    { type, slug }: WireRecord,
    item: string,
    { name, type: filetype, content, inPieces, issuedOn }: Upload,
  ): Promise<Answer> {
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

  async #signIn(): Promise<void> {
    const csrf = await this.#send<{ token: string }>('GET', 'csrf');
    this.#csrf = csrf.body.token;
    const { password } = this.#door;
    const body = new URLSearchParams({ _method: 'POST', username: this.username, password });
    const answer = await this.#send<{ token?: string }>('POST', 'login', { body });
    if (answer.body.token === undefined)
      throw new Error(`${this.username} could not sign in: ${answer.status}.`);
    this.#token = answer.body.token;
  }

  async #send<T>(method: string, path: string, call: Call = {}): Promise<Answer<T>> {
    const received = await send({
      method,
      address: `${this.#door.base}/api/v1/${path}`,
      headers: this.#headersOf(method, call),
      body: bodyOf(call.body),
    });
    const [cookie] = received.headers['set-cookie'] ?? [];
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
    if (method !== 'GET') this.#count(`${received.status}`);
    // An upload is named by its address, all else by its body.
    const body = received.text === '' ? received.headers.location : parse(received.text);
    return { status: received.status, body: body as T };
  }

  #headersOf(method: string, { body, version, headers = {} }: Call): Record<string, string> {
    return {
      Accept: 'application/json',
      // Nobody gains from packing what stays on one machine.
      'Accept-Encoding': 'identity',
      'X-Requested-With': 'XMLHttpRequest',
      ...(this.#csrf !== '' && { 'X-CSRF-TOKEN': this.#csrf }),
      ...(this.#cookie !== '' && { Cookie: this.#cookie }),
      ...(this.#token !== '' && { Authorization: `Bearer ${this.#token}` }),
      ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }),
      ...(body !== undefined && { 'Content-Type': typeOf(body) }),
      ...(version !== undefined && { 'If-Match': String(version) }),
      ...headers,
    };
  }

  #count(what: string): void {
    const { tally } = this.#door;
    tally.set(what, (tally.get(what) ?? 0) + 1);
  }
}

interface Upload extends Paper {
  readonly inPieces: boolean;
  /** The day that stands on it (ISO date), where that is asked. */
  readonly issuedOn: string | null;
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
