/** Loads the record of a page, and shows the public view to visitors who may not read all of it. */
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WireRecord } from '../../contract/record.ts';
import { clockMessages } from '../../locales/clock.ts';
import { documentMessages } from '../../locales/documents.ts';
import { pageMessages } from '../../locales/page.ts';
import { recordMessages } from '../../locales/records.ts';
import type { Route } from '../../portal/model/route.ts';
import { referenceTo } from '../../portal/wire/batch-references.ts';
import { pathOf, type ReadRequest } from '../api/call.ts';
import { eventsInput, formInput, useRecord } from '../data/hooks.ts';
import type { ProblemError } from '../api/problem.ts';
import { StateTag } from '../facts/state-tag.tsx';
import { nameOfRecord } from '../facts/words.ts';
import { sayDate, sayDueDate } from '../page/dates.ts';
import { Fallback, Notice } from '../page/feedback.tsx';
import { NotFoundScreen } from '../page/not-found.tsx';
import { PageHead } from '../page/page-head.tsx';
import type { FirstReads } from '../router/screen.ts';
import { useSession, useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { LazyPart } from '../loading/lazy-part.tsx';
import { RecordFacts } from './answers/record-facts.tsx';
import { threadsInput } from '../threads/use-threads.ts';
import { listedRows } from './answers/listed-rows.ts';
import { BeginBelow } from './links/new-record.tsx';
import { subjectOf } from './links/pages.ts';
import { LoadedRecord, type RecordPart } from './loaded-record.tsx';
import { childReads } from './parts/child-reads.ts';
import { receiptParameter } from './status/receipt-path.ts';
import styles from './records.module.css';

const Receipt = lazy(async () => ({ default: (await import('./receipt/receipt.tsx')).Receipt }));

interface RecordFrameProps {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The middle of the page, between its head and its actions. */
  readonly children: (part: RecordPart) => ReactNode;
}

/** With what the page reads around the record, as far as the record itself names it. */
export const recordReads: FirstReads = ({ slice, session, route, params }) => {
  const subject = subjectOf(route, params);
  if (subject === null) return [];
  const { type, slug } = subject;
  const record: ReadRequest = ['GET /records/:type/:slug', { params: subject }];
  const of = (pointer: string) => referenceTo(pathOf(...record), pointer);
  const above = nearest(slice.recordTypes[type]?.parents ?? []).map((index): ReadRequest => [
    'GET /records/:type/:slug',
    { params: { type: of(`/ancestors/${index}/type`), slug: of(`/ancestors/${index}/slug`) } },
  ]);
  return [
    record,
    ['GET /records/:type/:slug/events', eventsInput(subject, of('/version'))],
    ['GET /forms/:hash', formInput(slice, of('/form'))],
    ['GET /threads', threadsInput({ record: `${type}/${slug}` })],
    ...above,
    ...childReads({ slice, session }, subject),
  ];
};

/** Places of the records above that are read with it; more of them read themselves. */
function nearest(parents: readonly string[]): readonly number[] {
  return parents.length === 0 ? [] : [0, 1];
}

export function RecordFrame({ route, params, children }: RecordFrameProps) {
  const subject = subjectOf(route, params);
  const { data, error, mutate } = useRecord(subject?.type ?? '', subject?.slug ?? null);
  const { token } = useSession();
  const [search] = useSearchParams();
  const slice = useSlice();
  // A page of all kinds has a title that says less than the kind's.
  const titleOf = ({ type, kind }: WireRecord) =>
    kind === null || route.kind !== null ? route.title : nameOfRecord(slice, { type, kind });
  const isWrongKind = data !== undefined && route.kind !== null && data.kind !== route.kind;
  if (data !== undefined && !isWrongKind && data.view !== 'read') {
    return <PublicRecord title={route.title} record={data} />;
  }
  if (data !== undefined && !isWrongKind && search.has(receiptParameter)) {
    return (
      <LazyPart>
        <Receipt record={data} />
      </LazyPart>
    );
  }
  if (data !== undefined && !isWrongKind) {
    return (
      <LoadedRecord key={data.slug} title={titleOf(data)} record={data} mutate={mutate}>
        {children}
      </LoadedRecord>
    );
  }
  if (token === null && isClosed(error)) return <NotFoundScreen />;
  return (
    <>
      <PageHead title={route.title} />
      {subject === null || isWrongKind ? (
        <Notice icon={IconSearch} heading={text(pageMessages.gone)}>
          {text(recordMessages.noSuchRecord)}
        </Notice>
      ) : (
        <Fallback error={error} retry={mutate} isAll />
      )}
    </>
  );
}

/** Missing or forbidden without signing in: the same page for both. */
function isClosed(error: ProblemError | undefined): boolean {
  return error?.problem.kind === 'missing' || error?.problem.kind === 'signed-out';
}

interface PublicRecordProps {
  readonly title: string;
  readonly record: WireRecord;
}

function PublicRecord({ title, record }: PublicRecordProps) {
  const slice = useSlice();
  const name = nameOfRecord(slice, record);
  return (
    <>
      <PageHead title={title} />
      <section className={styles.card} aria-label={name}>
        <p className={styles.head}>
          <StateTag type={record.type} state={record.state} />
          {record.number !== null && (
            <strong className={styles.number} data-figures>
              {record.number}
            </strong>
          )}
        </p>
        {record.due !== null && (
          <p>{text(clockMessages.publicDueDay, { date: sayDueDate(record.due, slice.timeZone) })}</p>
        )}
        {record.view === 'summary' ? <ListedFacts record={record} /> : <RecordFacts record={record} />}
        {record.documents.map((document) => (
          <p key={document.code}>
            {document.title}
            {document.number !== null && ` ${document.number}`}
            {document.valid_until !== null &&
              `, ${text(documentMessages.validUntilDate, { date: sayDate(document.valid_until, slice.timeZone) })}`}
          </p>
        ))}
        <BeginBelow record={record} />
        <p data-quiet>
          <ShownTo record={record} />
        </p>
      </section>
    </>
  );
}

/** The audience of this view. */
function ShownTo({ record }: Pick<PublicRecordProps, 'record'>) {
  const { title, timeZone } = useSlice();
  const [today] = useState(() => new Date().toISOString());
  if (record.view === 'summary') {
    return text(recordMessages.shownInSummary);
  }
  return text(recordMessages.shownToEverybody, {
    portal: title,
    date: sayDate(today, timeZone),
  });
}

/** The values from the list that links here, including values derived from answers. */
function ListedFacts({ record }: Pick<PublicRecordProps, 'record'>) {
  const slice = useSlice();
  const rows = listedRows(slice, record);
  if (rows.length === 0) return <RecordFacts record={record} />;
  return (
    <dl>
      {rows.map(({ title, said }) => (
        <div key={title} className={styles.fact}>
          <dt>{title}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}
