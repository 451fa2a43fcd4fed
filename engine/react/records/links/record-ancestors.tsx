/** The ancestors of a record that the reader may see, each linked to its page, the topmost first. */
import { Link } from 'react-router-dom';
import { pathOf } from '../../../portal/routing/links.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { useRecord } from '../../api/hooks.ts';
import { useSlice } from '../../portal-context.ts';
import { useVisitor } from '../../shell/navigation.ts';
import { text } from '../../text.ts';
import styles from './record-ancestors.module.css';
import { nameOfRecord, nameOfSubject } from '../../facts/words.ts';
import { recordMessages } from '../../../locales/records.ts';

export function RecordAncestors({ record }: { readonly record: WireRecord }) {
  const seen = record.ancestors.filter(({ visible }) => visible);
  if (seen.length === 0) return null;
  return (
    <span className={styles.ancestors}>
      {text(recordMessages.partOf)}
      {seen.toReversed().map(({ type, slug }) => (
        <Ancestor key={slug} type={type} slug={slug} />
      ))}
    </span>
  );
}

function Ancestor({ type, slug }: { readonly type: string; readonly slug: string }) {
  const slice = useSlice();
  const visitor = useVisitor();
  const { data } = useRecord(type, slug);
  if (data === undefined) return null;
  const path = pathOf({ portal: slice, visitor }, data);
  const name = data.number ?? nameOfRecord(slice, data);
  const subject = nameOfSubject(slice, data);
  return (
    <span>
      {path === null ? name : <Link to={path}>{name}</Link>}
      {subject !== null && ` ${subject}`}
    </span>
  );
}
