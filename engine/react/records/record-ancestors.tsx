/** The records that a record stands below, each linked to its page, the farthest first. */
import { Link } from 'react-router-dom';
import { pathOf } from '../../portal/links.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { useRecord } from '../api/hooks.ts';
import { useSlice } from '../portal-context.ts';
import { useVisitor } from '../shell/use-navigation.ts';
import { text } from '../text.ts';
import styles from './record-ancestors.module.css';
import { nameOfRecord, nameOfSubject } from './words.ts';

export function RecordAncestors({ record }: { readonly record: WireRecord }) {
  if (record.ancestors.length === 0) return null;
  return (
    <span className={styles.ancestors}>
      {text('Part of')}
      {record.ancestors.toReversed().map((ancestor) => (
        <Ancestor key={ancestor.slug} {...ancestor} />
      ))}
    </span>
  );
}

function Ancestor({ type, slug }: { readonly type: string; readonly slug: string }) {
  const slice = useSlice();
  const visitor = useVisitor();
  const { data } = useRecord(type, slug);
  if (data === undefined) return null;
  const path = pathOf(slice, visitor, data);
  const name = data.number ?? nameOfRecord(slice, data);
  const subject = nameOfSubject(slice, data);
  return (
    <span>
      {path === null ? name : <Link to={path}>{name}</Link>}
      {subject !== null && ` ${subject}`}
    </span>
  );
}
