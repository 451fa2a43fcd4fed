/** The public page behind the code of a document: is it genuine, is it valid; and the sheet for who may open it. */
import { useLocation } from 'react-router-dom';
import { useRead } from '../../api/hooks.ts';
import { DocumentSheet } from '../../documents/document-sheet.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { usePortalState } from '../../portal-context.ts';
import { CheckResult } from './check-result.tsx';

interface CodePageProps {
  readonly title: string;
  readonly code: string;
}

export function CodePage({ title, code }: CodePageProps) {
  // The statement stands behind the number sign, which no browser sends by itself.
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

/** Whoever may not open it has learned all that is for him. */
function Sheet({ code, isOpen }: { readonly code: string; readonly isOpen: boolean }) {
  const isSignedIn = usePortalState((state) => state.session.token !== null);
  const input = isOpen || isSignedIn ? { params: { code } } : null;
  const { data } = useRead('GET /documents/:code/sheet', input, { isOpen });
  return data === undefined ? null : <DocumentSheet sheet={data} />;
}
