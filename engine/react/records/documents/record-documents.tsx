/** The documents that a record has issued, and the words for their state. */
import { Link } from 'react-router-dom';
import type { WireDocument, WireRecord } from '../../../contract/record.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { documentPathOf } from '../../../portal/routing/links.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { Tag } from '../../facts/state-tag.tsx';
import { nameOfDocument } from '../../facts/words.ts';
import { sayDate } from '../../page/dates.ts';
import { useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import styles from '../records.module.css';

export function RecordDocuments({ record }: { readonly record: WireRecord }) {
  const { documents } = record;
  if (documents.length === 0) return null;
  return (
    <section className={styles.documents} aria-labelledby="documents">
      <h2 id="documents" className={styles.documentTitle}>
        {text(documentMessages.issuedDocuments)}
      </h2>
      <ul>
        {documents.map((document) => (
          <li key={document.code} className={styles.document}>
            <DocumentLine document={document} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DocumentLine({ document }: { readonly document: WireDocument }) {
  const slice = useSlice();
  const { code, state, issued_at: issued, valid_until: until } = document;
  const path = documentPathOf(slice, code);
  const name = nameOfDocument(document);
  return (
    <>
      <span className={styles.name}>{path === null ? name : <Link to={path}>{name}</Link>}</span>
      <DocumentTag state={state} />
      <span className={styles.dates}>{sayDocumentDates(slice, { issued, until })}</span>
    </>
  );
}

export function DocumentTag({ state }: Pick<WireDocument, 'state'>) {
  return <Tag tone={state === 'valid' ? 'good' : 'bad'}>{wordOfDocument(state)}</Tag>;
}

interface DocumentDates {
  readonly issued: string;
  /** Null: it does not expire. */
  readonly until: string | null;
}

export function sayDocumentDates(
  { timeZone }: Pick<PortalSlice, 'timeZone'>,
  { issued, until }: DocumentDates,
): string {
  const date = sayDate(issued, timeZone);
  return until === null
    ? text(documentMessages.issuedDate, { date })
    : text(documentMessages.issuedAndValidUntil, { date, until: sayDate(until, timeZone) });
}

const words = {
  valid: () => text(documentMessages.stateValid),
  expired: () => text(documentMessages.stateExpired),
  suspended: () => text(documentMessages.stateSuspended),
  revoked: () => text(documentMessages.stateRevoked),
} satisfies Readonly<Record<WireDocument['state'], () => string>>;

export function wordOfDocument(state: WireDocument['state']): string {
  return words[state]();
}
