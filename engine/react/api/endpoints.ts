/** What each endpoint of the API takes and answers, by `METHOD /path`. */
import type { UserRecord } from '../../contract/sessions.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { Tariff } from '../../portal/fees/tariff.ts';
import type { Words } from '../../portal/language/say.ts';
import type { LookupRow } from '../../portal/model/portal.ts';
import type { WireDecision } from '../../portal/routing/decide.ts';
import type { PortalSlice, WireForm } from '../../portal/wire/slice.ts';
import type { WireDocumentCheck, WireSheet } from '../../contract/documents.ts';
import type { WireLink } from '../../contract/links.ts';
import type { WireLookup } from '../../contract/lookups.ts';
import type { WireReport } from '../../contract/reports.ts';
import type { OfferedPapers } from '../../contract/files.ts';
import type { PrefilledAnswers } from '../../contract/records.ts';
import type { WireEvent, WireRecord } from '../../contract/record.ts';

interface OfRecord {
  readonly type: string;
  readonly slug: string;
}

/** A transition of one record. */
export interface TransitionName extends OfRecord {
  readonly transition: string;
}

/** `state`, `parent`, a field: an empty one is left out of the address. */
type RecordListQuery = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface FileLink {
  readonly url: string;
}

/** Those that the contract does not have yet. */
export interface OtherEndpoints {
  'GET /portal': { answer: PortalSlice };
  'GET /portal/hash': { answer: { readonly hash: string } };
  'GET /decision': { query: { readonly path: string }; answer: WireDecision };
  'POST /password': { body: { current: string; password: string }; answer: Answers };
  'POST /credentials': { body: { current: string; username: string; password: string }; answer: UserRecord };
  'PUT /language': { body: { language: string }; answer: Answers };
  'GET /locales/:language': { params: { language: string }; answer: Words['texts'] };
  'GET /:lookup': { params: { lookup: string }; answer: readonly LookupRow[] };
  'GET /lookups/:name': { params: { name: string }; answer: WireLookup };
  'POST /lookups/:name': { params: { name: string }; body: { row?: Answers }; answer: WireLookup };
  'PATCH /lookups/:name/:value': {
    params: { name: string; value: string };
    body: { row?: Answers; retired?: boolean };
    answer: WireLookup;
  };
  'GET /forms/:hash': { params: { hash: string }; query?: { lookups?: string }; answer: WireForm };
  'GET /forms/:hash/validator.js': { params: { hash: string }; answer: string };
  'GET /records/:type': { params: { type: string }; query: RecordListQuery; answer: RecordPage };
  'GET /records/:type/export.csv': { params: { type: string }; query: RecordListQuery; answer: string };
  'GET /records/:type/prefill': { params: { type: string }; answer: PrefilledAnswers };
  'GET /records/:type/:slug': { params: OfRecord; answer: WireRecord };
  'GET /records/:type/:slug/events': {
    params: OfRecord;
    query?: { version?: number };
    answer: readonly WireEvent[];
  };
  'GET /records/:type/:slug/:transition/slots': {
    params: TransitionName;
    query?: { from?: string; days?: number };
    answer: readonly SlotChoice[];
  };
  'GET /records/:type/:slug/:transition/choices': {
    params: TransitionName;
    query?: { q?: string };
    answer: readonly AccountChoice[];
  };
  'POST /records/:type': {
    params: { type: string };
    body: { data: Answers; parent?: string };
    answer: WireRecord | NoRecord;
  };
  'PATCH /records/:type/:slug': { params: OfRecord; body: { data: Answers }; answer: WireRecord };
  'POST /records/:type/:slug/:transition': {
    params: TransitionName;
    body: { input: Answers };
    answer: WireRecord;
  };
  'POST /records/:type/:slug/items/:item': {
    params: OfRecord & { readonly item: string };
    body: {
      state: 'accepted' | 'returned' | 'waived';
      /** A sentence, or the code of a frequent one. */
      remark?: string | { readonly code: string };
      issued_on?: string;
    };
    answer: WireRecord;
  };
  'POST /files': { answer: string };
  'GET /files/offered': { query: { record: string }; answer: OfferedPapers };
  'POST /files/:id/link': { params: { id: string }; answer: FileLink };
  'POST /files/:id/reuse': {
    params: { id: string };
    body: { record: string; item: string; issued_on?: string };
    answer: Answers;
  };
  'DELETE /files/:id': { params: { id: string }; answer: null };
  'GET /documents/:code': { params: { code: string }; query?: { s?: string }; answer: WireDocumentCheck };
  'GET /documents/:code/sheet': { params: { code: string }; answer: WireSheet };
  'POST /documents/:code/link': { params: { code: string }; answer: FileLink };
  'GET /fees/:name': { params: { name: string }; answer: Tariff };
  'GET /reports/:name': {
    params: { name: string };
    query: Readonly<Record<string, string>>;
    answer: WireReport;
  };
  'GET /links/:token': { params: { token: string }; answer: WireLink };
  'POST /links/:token': { params: { token: string }; answer: WireLink };
}

/** What a form that opens an account is answered: it does not say whether there was an account already. */
type NoRecord = Readonly<Record<string, never>>;

export function isRecord(answer: WireRecord | NoRecord): answer is WireRecord {
  return 'slug' in answer;
}

export interface SlotChoice {
  readonly from: string;
  readonly to: string;
  readonly free: number;
}

export interface AccountChoice {
  readonly value: string;
  readonly label: string;
}

export interface RecordPage {
  readonly items: readonly WireRecord[];
  /** Cursor of the next page, or null. */
  readonly next: string | null;
  readonly total: number;
}
