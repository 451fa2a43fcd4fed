/** Reads for components: cached, retried, and shared by all that ask the same. */
import { useThrottledCallback } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { OfferedPapers } from '../../contract/files.ts';
import type { ChoiceCounts, RecordPage, WireItem, WireRecord } from '../../contract/record.ts';
import type { ToDo } from '../../contract/to-do.ts';
import type { DueFilter, WaitFilter } from '../../portal/model/record-type.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { referencesIn } from '../../portal/forms/references.ts';
import type { Labels } from '../../portal/forms/value-type.ts';
import type { NamedAnswers } from '../../portal/forms/figures.ts';
import { readThrough } from '../../portal/forms/computed-answers.ts';
import { slugsAt } from '../../portal/values/slugs-at.ts';
import { withDayDefaults } from '../../portal/forms/day-defaults.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { lookupEdition, withLookupRows } from '../../portal/wire/form-lookups.ts';
import type { PortalSlice, WireForm } from '../../portal/wire/slice.ts';
import { currentLanguage } from '../language/text.ts';
import { type PortalServices, usePortal, usePortalState } from '../session/portal-context.ts';
import type { Answer, CallInput, ReadKey } from '../api/call.ts';
import { isOfType, useLiveChanges } from './live.ts';
import type { ProblemError } from '../api/problem.ts';

/** Parameters of a list; empty ones are left out of the URL. */
export interface RecordQuery {
  readonly type: string;
  /** The list is on a page that opens without an account. */
  readonly isOpen?: boolean;
  readonly list?: string | null;
  readonly parent?: string | null;
  /** Slug of a record that answers of the rows name. */
  readonly naming?: string | null;
  readonly kind?: string | null;
  readonly q?: string | null;
  /** Only what is overdue, or due soon. */
  readonly due?: DueFilter | null;
  /** Only what the caller’s office has, or what anybody else has. */
  readonly waits?: WaitFilter | null;
  /** Only what the caller works on, or nobody of their office yet. */
  readonly assigned?: 'me' | 'nobody' | null;
  readonly sort?: string | null;
  readonly limit?: number;
  /** Each row tells who has the record, what is missing and what came of it. */
  readonly rows?: 'parts' | null;
  /** Filters by name: `state`, `office`, or a field. */
  readonly filters?: Readonly<Record<string, string>>;
}

/** A user who returns within SWR's two seconds must still see changes made in between. */
const fresh = { dedupingInterval: 0 };

/** The SWR cache key of a response: its texts are in one language. */
export type AnswerKey<K extends ReadKey> = readonly [
  token: string,
  endpoint: K,
  input: CallInput<K>,
  language: string,
];

interface ReadOptions<Data> extends Pick<
  SWRConfiguration<Data>,
  'dedupingInterval' | 'keepPreviousData' | 'refreshInterval'
> {
  /** Also readable without an account. */
  readonly isOpen?: boolean;
}

/**
 * Calls a GET endpoint and caches the response; null calls nothing. Visitors without an account read only public
 * data.
 */
export function useRead<K extends ReadKey>(
  endpoint: K,
  input: CallInput<K> | null,
  { isOpen = false, ...options }: ReadOptions<Answer<K>> = {},
): SWRResponse<Answer<K>, ProblemError> {
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  const isAllowed = token !== null || isOpen;
  const key: AnswerKey<K> | null =
    input === null || !isAllowed ? null : [token ?? '', endpoint, input, currentLanguage()];
  const read = ([, , asked]: AnswerKey<K>) => client.call(endpoint, asked);
  return useSWR<Answer<K>, ProblemError>(key, read, options);
}

export function useRecord(type: string, slug: string | null): SWRResponse<WireRecord, ProblemError> {
  const input = slug === null ? null : { params: { type, slug } };
  // A record may have a public view.
  return useRead('GET /records/:type/:slug', input, { isOpen: true, ...fresh });
}

export function useEvents({
  type,
  slug,
  version,
}: WireRecord): SWRResponse<Answer<'GET /records/:type/:slug/events'>, ProblemError> {
  // The version is part of the key: each new step of the record has a new history. The previous one is shown until it
  // loads.
  return useRead('GET /records/:type/:slug/events', eventsInput({ type, slug }, version), {
    keepPreviousData: true,
  });
}

/** @param version or a reference to it */
export function eventsInput(
  params: { readonly type: string; readonly slug: string },
  version: number | string,
): CallInput<'GET /records/:type/:slug/events'> & { readonly query: object } {
  return { params, query: { version } };
}

/** Files from other records that may be used for items without a file. Requested only if there is such an item. */
export function useOfferedPapers({ type, slug, items }: WireRecord): OfferedPapers['items'] {
  const isSeen = usePortalState(({ session }) => session.seenBy !== null);
  const { data } = useRead(
    'GET /files/offered',
    items.some(lacksFile) && !isSeen ? { query: { record: `${type}/${slug}` } } : null,
  );
  return data?.items ?? {};
}

function lacksFile({ editable, evidence, files }: WireItem): boolean {
  return editable && evidence === 'file' && files.length === 0;
}

/** A form never changes under its hash, so it is not revalidated. */
export function useFormOf(hash: string | null): SWRResponse<Answer<'GET /forms/:hash'>, ProblemError> {
  const services = usePortal();
  return useSWR<Answer<'GET /forms/:hash'>, ProblemError>(
    hash === null ? null : ['form', hash],
    ([, asked]: readonly [string, string]) => readForm(services, asked),
    {
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
    },
  );
}

/** One page of a list, for counts and first rows. */
export function useFirstRecords(query: RecordQuery | null): SWRResponse<RecordPage, ProblemError> {
  return useRead('GET /records/:type', query === null ? null : listInput(query));
}

/** The first pages of several lists, together. */
export function useFirstPages(queries: readonly RecordQuery[]): SWRResponse<RecordPage[], ProblemError> {
  return useReads(
    'GET /records/:type',
    queries.map((query) => listInput(query)),
  );
}

/** How many records of each list are overdue, or due soon; undefined until they are counted. */
export function useDueCounts(
  lists: readonly Pick<RecordQuery, 'type' | 'list'>[],
): ChoiceCounts[] | undefined {
  return useReads('GET /records/:type/choices', lists.map(dueInput)).data;
}

export function dueInput({
  type,
  list = null,
}: Pick<RecordQuery, 'type' | 'list'>): CallInput<'GET /records/:type/choices'> {
  return { params: { type }, query: { list, by: 'due' } };
}

/** What the records that these answers name are called, by question. */
export function useReferenceLabels(form: WireForm, answers: Answers): Readonly<Record<string, Labels>> {
  const named = namedIn(form, answers);
  const { data = [] } = useReads(choiceEndpoint, named);
  const labels: Record<string, Labels> = {};
  for (const [at, { params }] of named.entries())
    for (const { value, label } of data[at] ?? [])
      labels[params.question] = { ...labels[params.question], [value]: label };
  return labels;
}

/** What figures of the form read of the records that these answers name. */
export function useNamedAnswers(form: WireForm, answers: Answers): NamedAnswers {
  const isRead = (question: string) => readThrough(form, question).length > 0;
  const { data } = useReads(choiceEndpoint, namedIn(form, answers, isRead));
  return useMemo(() => {
    const choices = (data ?? []).flat();
    return new Map(choices.flatMap((one) => (one.answers === undefined ? [] : [[one.value, one.answers]])));
  }, [data]);
}

const choiceEndpoint = 'GET /forms/:hash/records/:question';

/** Asks for each record that answers name. @param isWanted tells which questions count */
function namedIn(form: WireForm, answers: Answers, isWanted: (question: string) => boolean = () => true) {
  return referencesIn(form)
    .filter(({ question }) => isWanted(question))
    .flatMap(({ keys, question }) =>
      slugsAt(answers, keys).map((value) => ({ params: { hash: form.hash, question }, query: { value } })),
    );
}

/** The answers of one endpoint to several inputs, for who is signed in. */
function useReads<K extends ReadKey>(
  endpoint: K,
  inputs: readonly CallInput<K>[],
): SWRResponse<Answer<K>[], ProblemError> {
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  type Key = readonly [string, K, readonly CallInput<K>[]];
  const key: Key | null = token === null ? null : [token, endpoint, inputs];
  return useSWR<Answer<K>[], ProblemError>(
    key,
    ([, , asked]: Key) => Promise.all(asked.map((input) => client.call(endpoint, input))),
    { keepPreviousData: true, ...fresh },
  );
}

export function useToDo(
  below: { readonly type: string; readonly slug: string } | undefined,
  limit?: number,
): SWRResponse<ToDo, ProblemError> {
  return useRead('GET /to-do', toDoInput(below, limit), { keepPreviousData: true, ...fresh });
}

/** @param below the record at the top; left out: everything */
export function toDoInput(
  below?: { readonly type: string; readonly slug: string },
  limit?: number,
): CallInput<'GET /to-do'> {
  const query = {
    ...(limit !== undefined && { limit }),
    ...(below !== undefined && { record: `${below.type}/${below.slug}` }),
  };
  return { query };
}

/** Rows of each page but the first, which is there sooner: the most that the server gives at a time. */
const laterRows = 100;
/** A list with more pages is read again less often, because all its pages are read. */
const fewPages = 5;
/** Milliseconds. */
const longRest = 15_000;

/** A list that loads page by page. */
export function useRecords(query: RecordQuery) {
  const { client } = usePortal();
  const token = usePortalState((state) => state.session.token);
  const pages = useSWRInfinite<RecordPage, ProblemError>(
    (index: number, previous: RecordPage | null): AnswerKey<'GET /records/:type'> | null => {
      const isAllowed = token !== null || query.isOpen === true;
      if (!isAllowed || (previous !== null && previous.next === null)) return null;
      const cursor = index === 0 ? null : (previous?.next ?? null);
      const rows = cursor === null ? query : { ...query, limit: laterRows };
      return [token ?? '', 'GET /records/:type', listInput(rows, cursor), currentLanguage()];
    },
    ([, endpoint, input]: AnswerKey<'GET /records/:type'>) => client.call(endpoint, input),
    { revalidateFirstPage: true, revalidateAll: true, keepPreviousData: true, ...fresh },
  );
  const { mutate, size } = pages;
  const readAgain = useRef(mutate);
  useEffect(() => void (readAgain.current = mutate));
  const rest = size > fewPages ? longRest : 0;
  const refresh = useThrottledCallback(() => void readAgain.current(), rest);
  useLiveChanges(
    useCallback((changed) => void (isOfType(changed, query.type) && refresh()), [refresh, query.type]),
  );
  return pages;
}

/** What a page lists of records of a type for the record above them: those below it, or else those that name it. */
export function aroundRecord(
  type: { readonly parents: readonly string[] } | undefined,
  above: { readonly type: string; readonly slug: string } | null,
): Required<Pick<RecordQuery, 'parent' | 'naming'>> {
  const isBelow = above !== null && type?.parents.includes(above.type) === true;
  return { parent: isBelow ? above.slug : null, naming: isBelow ? null : (above?.slug ?? null) };
}

/** @param cursor of the page; omitted for the first page */
export function listInput(
  { type, isOpen: _isOpen, filters = {}, ...rest }: RecordQuery,
  cursor: string | null = null,
): CallInput<'GET /records/:type'> {
  return { params: { type }, query: { ...rest, ...filters, ...(cursor !== null && { cursor }) } };
}

/**
 * @returns the whole form with this hash, and with today's defaults
 * @throws ProblemError
 */
async function readForm(
  { client, store, readLookups }: Pick<PortalServices, 'client' | 'store' | 'readLookups'>,
  hash: string,
): Promise<WireForm> {
  const read = client.call('GET /forms/:hash', formInput(store.get().slice, hash));
  const [form] = await Promise.all([read, readLookups()]);
  const { lookups, slice } = store.get();
  const whole =
    withLookupRows(form, lookups) ?? (await client.call('GET /forms/:hash', { params: { hash } }));
  return withDayDefaults(whole, localDate(Date.now(), slice.timeZone));
}

/** Without the rows of the lookups that this visitor has. */
export function formInput(slice: PortalSlice, hash: string): CallInput<'GET /forms/:hash'> {
  return { params: { hash }, query: { lookups: lookupEdition(slice) } };
}

export function useRefreshLists(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate(isRecordList), [mutate]);
}

function isRecordList(key: unknown): boolean {
  const endpoints: readonly ReadKey[] = [
    'GET /records/:type',
    'GET /records/:type/choices',
    'GET /to-do',
    'GET /navigation/counts',
  ];
  return Array.isArray(key) && endpoints.some((endpoint) => endpoint === key[1]);
}
