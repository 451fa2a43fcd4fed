/** What screens read, kept by SWR under keys that carry the session. */
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { OfferedPapers, WireEvent, WireItem, WireRecord } from '../../portal/wire/wire.ts';
import { usePortal, usePortalState } from '../portal-context.ts';
import type { ProblemError } from './problem.ts';
import { readForm } from './read-form.ts';

export interface RecordPage {
  readonly items: readonly WireRecord[];
  /** Cursor of the next page, or null. */
  readonly next: string | null;
  readonly total: number;
}

/** Parameters of a list; empty ones are left out of the address. */
export interface RecordQuery {
  readonly type: string;
  /** The list stands on a page that opens without an account. */
  readonly isOpen?: boolean;
  readonly list?: string | null;
  readonly parent?: string | null;
  readonly kind?: string | null;
  readonly q?: string | null;
  /** Only what is overdue, or due soon. */
  readonly due?: string | null;
  readonly sort?: string | null;
  readonly limit?: number;
  /** Filters by name: `state`, `office`, or a field. */
  readonly filters?: Readonly<Record<string, string>>;
}

/** Who comes back within SWR's two seconds must find what was done meanwhile. */
const fresh = { dedupingInterval: 0 };

export type ReadKey = readonly [token: string, path: string];

/** Reads one path; null reads nothing. Who is signed out reads only what is open to everybody. */
export function useRead<T>(
  path: string | null,
  isOpen = false,
  options: Pick<SWRConfiguration, 'dedupingInterval' | 'keepPreviousData'> = {},
): SWRResponse<T, ProblemError> {
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  const isAllowed = token !== null || isOpen;
  const key: ReadKey | null = path === null || !isAllowed ? null : [token ?? '', path];
  return useSWR<T, ProblemError>(key, ([, address]: ReadKey) => client.read<T>(address), options);
}

export function useRecord(type: string, slug: string | null): SWRResponse<WireRecord, ProblemError> {
  const path = slug === null ? null : `records/${type}/${encodeURIComponent(slug)}`;
  // A record may have a public view.
  return useRead<WireRecord>(path, true, fresh);
}

export function useEvents(record: WireRecord): SWRResponse<readonly WireEvent[], ProblemError> {
  // The version stands in the key: a new step of the record has a new history. Until it is here, the one before stays.
  return useRead<readonly WireEvent[]>(
    `records/${record.type}/${record.slug}/events?version=${record.version}`,
    false,
    { keepPreviousData: true },
  );
}

/** What was sent elsewhere and may be used for items that lack their file; asked only where there is such an item. */
export function useOfferedPapers({ type, slug, items }: WireRecord): OfferedPapers['items'] {
  const { data } = useRead<OfferedPapers>(
    items.some(lacksFile) ? `files/offered?record=${type}/${slug}` : null,
  );
  return data?.items ?? {};
}

function lacksFile({ editable, evidence, files }: WireItem): boolean {
  return editable && evidence === 'file' && files.length === 0;
}

/** A form never changes under its hash, so it needs no second look. */
export function useFormOf(hash: string | null): SWRResponse<WireForm, ProblemError> {
  const services = usePortal();
  return useSWR<WireForm, ProblemError>(
    hash === null ? null : `forms/${hash}`,
    (path: string) => readForm(services, path),
    {
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
    },
  );
}

/** One page of a list, for counts and first rows. */
export function useFirstRecords(query: RecordQuery | null): SWRResponse<RecordPage, ProblemError> {
  return useRead<RecordPage>(query === null ? null : listPath(query, null));
}

/** A list that grows page by page. */
export function useRecords(query: RecordQuery) {
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  return useSWRInfinite<RecordPage, ProblemError>(
    (index: number, previous: RecordPage | null): ReadKey | null => {
      const isAllowed = token !== null || query.isOpen === true;
      if (!isAllowed || (previous !== null && previous.next === null)) return null;
      return [token ?? '', listPath(query, index === 0 ? null : (previous?.next ?? null))];
    },
    ([, address]: ReadKey) => client.read<RecordPage>(address),
    { revalidateFirstPage: true, keepPreviousData: true, ...fresh },
  );
}

export function listPath(query: RecordQuery, cursor: string | null): string {
  const { type, isOpen: _isOpen, filters = {}, limit, ...rest } = query;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...rest, ...filters, cursor })) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  if (limit !== undefined) search.set('limit', String(limit));
  const text = search.toString();
  return `records/${type}${text === '' ? '' : `?${text}`}`;
}
