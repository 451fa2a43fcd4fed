/** Somebody with an account who works through the API as the browser does. */
import { randomUUID } from 'node:crypto';
import type { WireRecord } from '../../portal/wire.ts';

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

export class Person {
  readonly department: string;
  readonly username: string;
  /** Of an office, with every flag; others of the office have none that lets them approve. */
  readonly isApprover: boolean;
  readonly #base: string;
  readonly #tally: Tally;
  #cookie = '';
  #csrf = '';
  #token = '';

  constructor(base: string, tally: Tally, { department, username, isApprover }: Account) {
    this.#base = base;
    this.#tally = tally;
    this.department = department;
    this.username = username;
    this.isApprover = isApprover;
  }

  /** @throws Error when the account is refused */
  async signIn(password: string): Promise<void> {
    const csrf = await this.call<{ token: string }>('GET', 'csrf');
    this.#csrf = csrf.body.token;
    const form = new FormData();
    form.set('_method', 'POST');
    form.set('username', this.username);
    form.set('password', password);
    const answer = await this.call<{ token?: string }>('POST', 'login', { body: form });
    if (answer.body.token === undefined)
      throw new Error(`${this.username} could not sign in: ${answer.status}.`);
    this.#token = answer.body.token;
  }

  async call<T = unknown>(method: string, path: string, call: Call = {}): Promise<Answer<T>> {
    const { body: sent, version, headers = {} } = call;
    const isPlain = sent !== undefined && !(sent instanceof FormData) && !(sent instanceof Uint8Array);
    const response = await fetch(`${this.#base}/api/v1/${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        // Nobody gains from packing what stays on one machine.
        'Accept-Encoding': 'identity',
        'X-Requested-With': 'XMLHttpRequest',
        ...(this.#csrf !== '' && { 'X-CSRF-TOKEN': this.#csrf }),
        ...(this.#cookie !== '' && { Cookie: this.#cookie }),
        ...(this.#token !== '' && { Authorization: `Bearer ${this.#token}` }),
        ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }),
        ...(isPlain && { 'Content-Type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': String(version) }),
        ...headers,
      },
      ...(sent !== undefined && { body: (isPlain ? JSON.stringify(sent) : sent) as FormData }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
    if (method !== 'GET') this.#count(`${response.status}`);
    const text = await response.text();
    // An upload is named by its address, all else by its body.
    const body = text === '' ? response.headers.get('location') : parse(text);
    return { status: response.status, body: body as T };
  }

  /** Sends a file for an item of a record's checklist, as an upload that can be resumed does. */
  async upload({ type, slug }: WireRecord, item: string, { name, content }: Upload): Promise<Answer> {
    const words = { record: `${type}/${slug}`, item, filename: name, filetype: 'application/pdf' };
    const metadata = Object.entries(words).map(
      ([key, word]) => `${key} ${Buffer.from(word).toString('base64')}`,
    );
    const begun = await this.call<string>('POST', 'files', {
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': String(content.length),
        'Upload-Metadata': metadata.join(','),
      },
    });
    if (begun.status !== 201) return begun;
    const id = begun.body.split('/').at(-1) ?? '';
    return this.call('PATCH', `files/${id}`, {
      body: content,
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
    });
  }

  #count(what: string): void {
    this.#tally.set(what, (this.#tally.get(what) ?? 0) + 1);
  }
}

interface Upload {
  readonly name: string;
  readonly content: Uint8Array;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
