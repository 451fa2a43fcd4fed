/** The page of one record in each condition: loading, failed, missing, loaded. */
import type { ReactNode } from 'react';
import type { Route } from '../../portal/model/route.ts';
import { useRecord } from '../api/hooks.ts';
import type { ProblemError } from '../api/problem.ts';
import { Notice } from '../page/notice.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Trouble } from '../page/trouble.tsx';
import { Waiting } from '../page/waiting.tsx';
import { useSession } from '../portal-context.ts';
import { NotFoundScreen } from '../page/not-found.tsx';
import { text } from '../text.ts';
import { LoadedRecord, type RecordPart } from './loaded-record.tsx';
import { PublicRecord } from './public-record.tsx';
import { subjectOf } from './links/pages.ts';
import { pageMessages } from '../../locales/page.ts';
import { recordMessages } from '../../locales/records.ts';

interface RecordFrameProps {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The middle of the page, between its head and its actions. */
  readonly children: (part: RecordPart) => ReactNode;
}

export function RecordFrame({ route, params, children }: RecordFrameProps) {
  const subject = subjectOf(route, params);
  const { data, error, mutate } = useRecord(subject?.type ?? '', subject?.slug ?? null);
  const { token } = useSession();
  const isWrongKind = data !== undefined && route.kind !== null && data.kind !== route.kind;
  if (data !== undefined && !isWrongKind && data.view !== 'read') {
    return <PublicRecord title={route.title} record={data} />;
  }
  if (data !== undefined && !isWrongKind) {
    return (
      <LoadedRecord key={data.slug} title={route.title} record={data} mutate={mutate}>
        {children}
      </LoadedRecord>
    );
  }
  if (token === null && isClosed(error)) return <NotFoundScreen />;
  return (
    <>
      <PageHead title={route.title} />
      {subject === null || isWrongKind ? (
        <Notice icon="search" heading={text(pageMessages.gone)}>
          {text(recordMessages.noSuchRecord)}
        </Notice>
      ) : error === undefined ? (
        <Waiting />
      ) : (
        <Trouble error={error} onRetry={() => void mutate()} />
      )}
    </>
  );
}

/** Missing or forbidden without signing in: the same page for both. */
function isClosed(error: ProblemError | undefined): boolean {
  return error?.problem.kind === 'missing' || error?.problem.kind === 'signed-out';
}
