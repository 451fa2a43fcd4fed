/** The documents of a record with their status; each opens as a printable sheet. */
import { Link } from 'react-router-dom';
import { documentPathOf } from '../../../portal/routing/document-path.ts';
import type { WireDocument, WireRecord } from '../../../contract/record.ts';
import { sayDate } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { wordOfDocument } from './document-words.ts';
import styles from './record-documents.module.css';
import { Tag } from '../../facts/state-tag.tsx';
import { documentMessages } from '../../../locales/documents.ts';

export function RecordDocuments({ record }: { readonly record: WireRecord }) {
  const { documents } = record;
  if (documents.length === 0) return null;
  return (
    <section className={styles.documents} aria-labelledby="documents">
      <h2 id="documents" className={styles.title}>
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
  const { code, title, number, state, issued_at: issued, valid_until: until } = document;
  const path = documentPathOf(slice, code);
  const name = number === null ? title : `${title} ${number}`;
  return (
    <>
      <span className={styles.name}>{path === null ? name : <Link to={path}>{name}</Link>}</span>
      <Tag tone={state === 'valid' ? 'good' : 'bad'}>{wordOfDocument(state)}</Tag>
      <span className={styles.dates}>
        {until === null
          ? text(documentMessages.issuedDate, { date: sayDate(issued, slice.timeZone) })
          : text(documentMessages.issuedAndValidUntil, {
              date: sayDate(issued, slice.timeZone),
              until: sayDate(until, slice.timeZone),
            })}
      </span>
    </>
  );
}
