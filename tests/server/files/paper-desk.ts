/** Uploads files to a listening server like the browser: tus requests, one piece after another. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { registerFiles } from '../../../engine/server/files/register-files.ts';
import { registerForms } from '../../../engine/server/forms/register-forms.ts';
import { expectStatus, openOffice, type Caller, type Office } from '../records/office.ts';
import { portal } from '../records/portal.ts';

export interface PaperDesk {
  readonly office: Office;
  /** Base URL of the API. */
  readonly api: string;
  readonly directory: string;
  end(): Promise<void>;
}

export async function openPaperDesk(
  of: Portal = portal,
  limits: Partial<Portal['uploads']> = {},
): Promise<PaperDesk> {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-files-'));
  const settled = {
    ...of,
    uploads: {
      maxBytes: 200_000,
      maxPixels: 1_000_000,
      accepts: ['pdf', 'jpg', 'jpeg', 'png'],
      open: 40,
      processes: 2,
      waiting: { each: 20, all: 100 },
      photos: { side: 2000, quality: 75 },
      ...limits,
    },
  };
  const office = await openOffice(settled, undefined, {
    dataDirectory: directory,
    register(server, desk) {
      registerFiles(server, desk);
      registerForms(server, desk.application, desk.forms);
    },
  });
  const api = `${await office.server.listen({ port: 0, host: '127.0.0.1' })}/api/v1`;
  return {
    office,
    api,
    directory,
    async end() {
      // Closing the server would wait for the idle timeout of a connection with a response in progress.
      office.server.server.closeAllConnections();
      await office.end();
      await rm(directory, { recursive: true });
    },
  };
}

/** The names of all files that the desk stores or receives. */
export async function filesNow({ directory }: PaperDesk): Promise<string[]> {
  const folders = ['files', 'uploads'].map((name) => readdir(join(directory, name)).catch(() => []));
  return (await Promise.all(folders)).flat();
}

/** A checklist that waits for its owner's papers. */
export async function openChecklist(owner: Caller): Promise<WireRecord> {
  const data = { title: `Order ${randomUUID()}`, year: 2026, lines: [{ line: 'hotel' }] };
  const made = await owner.post('order', { data });
  expectStatus(made, 201);
  const { slug } = made.json<WireRecord>();
  expectStatus(await owner.post(`order/${slug}/submit`, {}, { version: 1 }), 200);
  const [clearance] = (await owner.get(`clearance?parent=${slug}`)).json().items;
  const [checklist] = (await owner.get(`checklist?parent=${clearance.slug}`)).json().items;
  return checklist;
}

export interface Paper {
  readonly record: string;
  readonly item: string;
  readonly name: string;
  readonly content: Buffer;
  /** The date on it; omitted: not given. */
  readonly issuedOn?: string;
  /** Of the reader; omitted: the portal's own. */
  readonly language?: string;
}

/** Creates an upload. */
export function announce(desk: PaperDesk, who: Caller, paper: Paper, bytes = paper.content.length) {
  const { record, item, name: filename, issuedOn, language } = paper;
  const said = { record, item, filename, ...(issuedOn !== undefined && { issued_on: issuedOn }) };
  const metadata = Object.entries(said)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  return call(desk, who, 'POST', 'files', {
    'upload-length': String(bytes),
    'upload-metadata': metadata,
    ...(language !== undefined && { 'accept-language': language }),
  });
}

export function sendPiece(desk: PaperDesk, who: Caller, location: string, piece: Buffer, offset: number) {
  const headers = {
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  };
  return call(desk, who, 'PATCH', fileOf(location), headers, piece);
}

export function call(
  { api }: PaperDesk,
  who: Caller,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Response> {
  return fetch(`${api}/${path}`, {
    method,
    headers: { 'x-visitor': who.visitor.name, 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body: new Uint8Array(body) }),
  });
}

/** Creates an upload and sends it in one piece. */
export async function send(desk: PaperDesk, who: Caller, paper: Paper): Promise<Response> {
  const announced = await announce(desk, who, paper);
  if (announced.status !== 201) return announced;
  return sendPiece(desk, who, announced.headers.get('location') ?? '', paper.content, 0);
}

/** `files/ID` of a URL from the server. */
export function fileOf(location: string): string {
  return `files/${location.split('/').at(-1)}`;
}

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
