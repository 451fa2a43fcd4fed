/** Repeated user actions as direct API calls with the session of the page. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { RecordPage, WireItem, WireRecord } from '../../engine/contract/record.ts';
import { readWritten } from './fill-form.ts';
import { pdf, png, yesterdayOn } from './papers.ts';

interface Asked {
  readonly body?: unknown;
  readonly version?: number;
}

/** @throws with the server's message on a refusal */
export async function call<Answer>(
  page: Page,
  [method, path]: readonly [string, string],
  { body, version }: Asked = {},
): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
    ...(version !== undefined && { 'If-Match': String(version) }),
  };
  const { status, text } = await fetchOn(page, {
    method,
    path,
    headers: body === undefined ? {} : headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Answer;
}

interface Fetched {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

function fetchOn(
  page: Page,
  asked: Fetched,
): Promise<{ readonly status: number; readonly text: string; readonly location: string | null }> {
  return page.evaluate(async ({ method, path, headers, body }) => {
    const { content = '' } = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]') ?? {};
    const own = {
      Authorization: `Bearer ${localStorage.getItem('portal.token')}`,
      'X-Requested-With': 'XMLHttpRequest',
      'X-CSRF-TOKEN': content,
    };
    // A file is a text with one character for each byte.
    const isFile = headers['Content-Type']?.endsWith('octet-stream') === true;
    const sent = isFile ? Uint8Array.from(body ?? '', (one) => one.charCodeAt(0)) : body;
    const asking = { method, headers: { ...own, ...headers }, ...(sent !== null && { body: sent }) };
    const answered = await fetch(`/api/v1/${path}`, asking);
    return {
      status: answered.status,
      text: await answered.text(),
      location: answered.headers.get('location'),
    };
  }, asked);
}

type Named = Pick<WireRecord, 'type' | 'slug'>;

/** The current version for the user who is signed in on the page. */
export function readAgain(page: Page, { type, slug }: Named): Promise<WireRecord> {
  return call(page, ['GET', `records/${type}/${slug}`]);
}

/** The record of the open page: its slug is the last part of the URL. */
export function recordAt(page: Page, type: string): Promise<WireRecord> {
  return call(page, ['GET', `records/${type}/${new URL(page.url()).pathname.split('/').at(-1)}`]);
}

/** The children of a record, of one type. */
export async function recordsBelow(page: Page, type: string, parent: WireRecord): Promise<WireRecord[]> {
  const path = `records/${type}?parent=${parent.slug}&limit=100`;
  const { items } = await call<RecordPage>(page, ['GET', path]);
  return Promise.all(items.map((row) => readAgain(page, row)));
}

/** Runs a step with its answers. */
export async function take(page: Page, record: WireRecord, step: string, input = {}): Promise<WireRecord> {
  const { version } = await readAgain(page, record);
  const path = `records/${record.type}/${record.slug}/${step}`;
  return call(page, ['POST', path], { body: { input }, version });
}

/** Answers the questions of a record. */
export async function answer(page: Page, record: WireRecord, data: unknown): Promise<WireRecord> {
  const { version } = await readAgain(page, record);
  return call(page, ['PATCH', `records/${record.type}/${record.slug}`], { body: { data }, version });
}

/** Sends a paper for every item that requires one, except those left to the screen. */
export async function sendPapers(
  page: Page,
  record: WireRecord,
  except: readonly string[] = [],
): Promise<void> {
  const { items } = await readAgain(page, record);
  for (const item of items) {
    const { id, evidence, state, optional } = item;
    if (evidence !== 'file' || optional || except.includes(id)) continue;
    if (state === 'missing' || state === 'expired') await sendPaper(page, record, item);
  }
}

/** In one piece, as a browser sends a small file: a picture if only pictures are accepted. */
async function sendPaper(
  page: Page,
  { type, slug }: WireRecord,
  { id: item, accepts, dated }: WireItem,
): Promise<void> {
  const { name, mimeType, buffer } = accepts.includes('pdf') ? pdf(`${item}.pdf`, item) : png(`${item}.png`);
  const metadata = {
    record: `${type}/${slug}`,
    item,
    filename: name,
    filetype: mimeType,
    ...(dated && { issued_on: await yesterdayOn(page) }),
  };
  const announced = await fetchOn(page, {
    method: 'POST',
    path: 'files',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(buffer.length),
      'Upload-Metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
    body: null,
  });
  if (announced.status !== 201) throw new Error(`${item}: ${announced.status} ${announced.text}`);
  const sent = await fetchOn(page, {
    method: 'PATCH',
    path: `files/${announced.location?.split('/').at(-1)}`,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: buffer.toString('latin1'),
  });
  if (sent.status !== 204) throw new Error(`${item}: ${sent.status} ${sent.text}`);
}

/** The items that the office can accept: with a file, or checked on site. */
export function itemsToAccept({ items }: WireRecord): WireItem[] {
  return items.filter(
    ({ evidence, state }) => state !== 'accepted' && (state !== 'missing' || evidence === 'inspection'),
  );
}

/** The office accepts all that it can, except items left to the screen. */
export async function acceptItems(page: Page, record: Named, except: readonly string[] = []): Promise<void> {
  let current = await readAgain(page, record);
  for (const { id } of itemsToAccept(current)) {
    if (except.includes(id)) continue;
    const path = `records/${record.type}/${record.slug}/items/${id}`;
    const body = { state: 'accepted' };
    current = await call(page, ['POST', path], { body, version: current.version });
  }
}

/** Answers a record with its kind's example, sends its papers, and submits it to the office. */
export async function fileByExample(page: Page, record: WireRecord): Promise<WireRecord> {
  const { form, examples } = readWritten(`requirements/${record.kind}`) as {
    form?: unknown;
    examples?: unknown[];
  };
  if (form !== undefined) await answer(page, record, examples?.[0]);
  await sendPapers(page, record);
  return take(page, record, 'submit');
}

/** Books the first free slot. */
export async function bookFirstFree(page: Page, record: WireRecord): Promise<WireRecord> {
  const slots = await call<{ from: string; free: number }[]>(page, [
    'GET',
    `records/${record.type}/${record.slug}/book/slots`,
  ]);
  return take(page, record, 'book', { slot: slots.find(({ free }) => free > 0)?.from });
}
