/** The page of one record in each of its conditions: on the way, failed, gone, there. */
import type { ReactNode } from 'react';
import type { Route } from '../../portal/route.ts';
import { useRecord } from '../api/hooks.ts';
import { Notice } from '../page/notice.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Trouble } from '../page/trouble.tsx';
import { Waiting } from '../page/waiting.tsx';
import { LoadedRecord, type RecordPart } from './loaded-record.tsx';
import { subjectOf } from './subject-of.ts';

interface RecordFrameProps {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The middle of the page, between its head and its actions. */
  readonly children: (part: RecordPart) => ReactNode;
}

export function RecordFrame({ route, params, children }: RecordFrameProps) {
  const subject = subjectOf(route, params);
  const { data, error, mutate } = useRecord(subject?.type ?? '', subject?.slug ?? null);
  const isWrongKind = data !== undefined && route.kind !== null && data.kind !== route.kind;
  if (data !== undefined && !isWrongKind) {
    return (
      <LoadedRecord title={route.title} record={data} mutate={mutate}>
        {children}
      </LoadedRecord>
    );
  }
  return (
    <>
      <PageHead title={route.title} />
      {subject === null || isWrongKind ? (
        <Notice icon="search" heading="No longer here">
          There is no such record here, or it is not open to you.
        </Notice>
      ) : error === undefined ? (
        <Waiting />
      ) : (
        <Trouble error={error} onRetry={() => void mutate()} />
      )}
    </>
  );
}
