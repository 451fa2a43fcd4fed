/** The document screen: the sheet of a document, the result of its verification, or the page that asks for its code. */
import { Link, useLocation } from 'react-router-dom';
import type { WireSheet } from '../../../contract/documents.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { useRead, useRecord } from '../../data/hooks.ts';
import { DocumentSheet } from '../../documents/document-sheet.tsx';
import { text } from '../../language/text.ts';
import { Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { RecordFacts } from '../../records/answers/record-facts.tsx';
import { DocumentTag, sayDocumentDates } from '../../records/documents/record-documents.tsx';
import { subjectOf } from '../../records/links/pages.ts';
import { RecordFrame } from '../../records/record-frame.tsx';
import { checkPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { usePortalState, useSlice } from '../../session/portal-context.ts';
import styles from '../screens.module.css';
import { AskedCodePage } from './asked-code-page.tsx';
import { useChecksWithoutConnection } from './check-here.ts';
import { CheckedCode } from './checked-code.tsx';

export function DocumentScreen(props: ScreenProps) {
  const { route, params } = props;
  const name = Object.keys(route.params).find((one) => 'document' in (route.params[one] ?? {}));
  const code = name === undefined ? undefined : params[name];
  useChecksWithoutConnection();
  if (route.does === 'check') return <AskedCodePage title={route.title} />;
  return code === undefined ? <IssuedPage {...props} /> : <CodePage title={route.title} code={code} />;
}

function IssuedPage(props: ScreenProps) {
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

/**
 * The document, for a visitor who may read its record; for everybody else, the result of the check. The address in a QR
 * code also contains the signed statement: with it, the page always shows the check, because scanning is a check.
 */
function CodePage({ title, code }: CodePageProps) {
  const another = checkPath(useSlice());
  const isScanned = useLocation().hash !== '';
  const isSignedIn = usePortalState(({ session }) => session.token !== null);
  const input = isScanned || !isSignedIn ? null : { params: { code } };
  const { data: sheet, isLoading } = useRead('GET /documents/:code/sheet', input);
  if (sheet !== undefined && sheet.record !== null) return <ReadDocument sheet={sheet} />;
  return (
    <>
      <PageHead title={title} />
      {isLoading ? <Placeholder /> : <CheckedCode code={code} />}
      {another !== null && (
        <p className={styles.another}>
          <Link to={another}>{text(documentMessages.checkAnother)}</Link>
        </p>
      )}
    </>
  );
}

function ReadDocument({ sheet }: { readonly sheet: WireSheet }) {
  const slice = useSlice();
  const { title, number, verdict, issued_on: issued, valid_until: until } = sheet;
  return (
    <>
      <PageHead
        title={title}
        below={
          <>
            <DocumentTag state={verdict} />
            {number !== null && <strong data-figures>{number}</strong>}
            <span>{sayDocumentDates(slice, { issued, until })}</span>
          </>
        }
      />
      <DocumentSheet sheet={sheet} />
    </>
  );
}
