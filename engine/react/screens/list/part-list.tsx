/** Rows grouped by the record that they belong to. */
import { Link } from 'react-router-dom';
import type { WireParts, WireRow } from '../../../contract/record.ts';
import { pathOf } from '../../../portal/routing/links.ts';
import { cellText, nothing } from '../../facts/words.ts';
import { useSlice } from '../../session/portal-context.ts';
import type { SliceList } from '../../records/links/list-address.ts';
import { isBlocking } from '../../records/parts/part-groups.ts';
import { PartRows } from '../../records/parts/part-rows.tsx';
import { isDone } from '../../records/status/record-holder.ts';
import { Progress } from '../../records/status/record-status.tsx';
import { useVisitor } from '../../shell/navigation.ts';
import styles from './list.module.css';

interface PartListProps {
  readonly records: readonly WireRow[];
  readonly list: SliceList;
  /** All rows are loaded: only then is the progress known. */
  readonly isWhole: boolean;
  readonly isBesideToDo: boolean;
  /** All are children of the record of the page. */
  readonly isBelowOne: boolean;
}

export function PartList({ records, list, isWhole, isBesideToDo, isBelowOne }: PartListProps) {
  const slice = useSlice();
  const parents = [...new Set(records.map(({ parent }) => parent))];
  return parents.map((parent) => {
    const rows = records.filter((record) => record.parent === parent);
    const [first] = rows;
    if (first === undefined) return null;
    const done = rows.filter((record) => isDone(slice, record)).length;
    return (
      <section key={parent} className={styles.parts}>
        {!isBelowOne && <ParentHead record={first} list={list} />}
        {isWhole && !isBelowOne && (
          <Progress type={first.type} done={done} total={rows.length} blocking={blockingOf(rows)} />
        )}
        <PartRows records={rows} level={isBelowOne ? 2 : 3} isBesideToDo={isBesideToDo} />
      </section>
    );
  });
}

function blockingOf(rows: readonly WireRow[]): WireParts['blocking'] {
  const states = Map.groupBy(rows.filter(isBlocking), ({ state }) => state);
  return Array.from(states, ([state, { length: count }]) => ({ state, count }));
}

/** The list's values of the parents, linked to the page of the nearest. */
function ParentHead({ record, list }: { readonly record: WireRow; readonly list: SliceList }) {
  const slice = useSlice();
  const visitor = useVisitor();
  const [above, ...ancestors] = record.ancestors;
  if (above === undefined) return null;
  const texts = list.columns
    .filter(({ value }) => record.ancestors.some(({ type }) => value.startsWith(`${type}.`)))
    .map((column) => cellText(slice, record, column))
    .filter((cell) => cell !== nothing);
  // A line does not start with the dot.
  const title = texts.join('\u00a0· ') || (slice.recordTypes[above.type]?.title ?? above.type);
  const path = pathOf({ portal: slice, visitor }, { ...above, kind: null, office: null, ancestors });
  return <h2 className={styles.parent}>{path === null ? title : <Link to={path}>{title}</Link>}</h2>;
}
