/** A document: an issued document of a record, or the document that a code verifies. */
import { useLocation } from 'react-router-dom';
import { useRead, useRecord } from '../../api/hooks.ts';
import { DocumentSheet } from '../../documents/document-sheet.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { usePortalState } from '../../portal-context.ts';
import { RecordFacts } from '../../records/answers/record-facts.tsx';
import { subjectOf } from '../../records/links/pages.ts';
import { RecordFrame } from '../../records/record-frame.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { CheckResult } from './check-result.tsx';

export function DocumentScreen(props: ScreenProps) {
  const { route, params } = props;
  const name = Object.keys(route.params).find((one) => 'document' in (route.params[one] ?? {}));
  const code = name === undefined ? undefined : params[name];
  return code === undefined ? <IssuedPage {...props} /> : <CodePage title={route.title} code={code} />;
}

export function IssuedPage(props: ScreenProps) {
  const subject = subjectOf(props.route, props.params);
  return (
    <>
      <RecordFrame {...props}>{({ record }) => <RecordFacts record={record} />}</RecordFrame>
      {subject !== null && <Newest {...subject} />}
    </>
  );
}

function Newest({ type, slug }: { readonly type: string; readonly slug: string }) {
  const { data: record } = useRecord(type, slug);
  const newest = record?.documents.find(({ state }) => state === 'valid');
  const input = newest === undefined ? null : { params: { code: newest.code } };
  const { data } = useRead('GET /documents/:code/sheet', input, { isOpen: true });
  return data === undefined ? null : <DocumentSheet sheet={data} />;
}

interface CodePageProps {
  readonly title: string;
  readonly code: string;
}

export function CodePage({ title, code }: CodePageProps) {
  // The statement is in the URL fragment, which browsers do not send.
  const statement = useLocation().hash.slice(1);
  const input = { params: { code }, query: { s: statement } };
  const { data, error, mutate } = useRead('GET /documents/:code', input, { isOpen: true });
  const isUnknown = error?.problem.kind === 'missing';
  return (
    <>
      <PageHead title={title} />
      {data === undefined && error === undefined && <Waiting />}
      {error !== undefined && !isUnknown && <Trouble error={error} onRetry={() => void mutate()} />}
      {(data !== undefined || isUnknown) && <CheckResult check={data ?? null} code={code} />}
      {data !== undefined && data.verdict !== 'forged' && <Sheet code={code} isOpen={data.open} />}
    </>
  );
}

/** A forbidden document reveals nothing more. */
function Sheet({ code, isOpen }: { readonly code: string; readonly isOpen: boolean }) {
  const isSignedIn = usePortalState((state) => state.session.token !== null);
  const input = isOpen || isSignedIn ? { params: { code } } : null;
  const { data } = useRead('GET /documents/:code/sheet', input, { isOpen });
  return data === undefined ? null : <DocumentSheet sheet={data} />;
}
