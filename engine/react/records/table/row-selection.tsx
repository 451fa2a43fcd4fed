/** The checkboxes of a table or of cards. */
import type { WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { nameOfRecord } from '../../facts/words.ts';
import { text } from '../../language/text.ts';
import { useSlice } from '../../session/portal-context.ts';
import styles from './table.module.css';

export interface Selection {
  readonly slugs: ReadonlySet<string>;
  readonly onChange: (slugs: ReadonlySet<string>) => void;
}

export function SelectAll({
  records,
  selection,
}: {
  readonly records: readonly WireRow[];
  readonly selection: Selection;
}) {
  const shown = new Set(records.map(({ slug }) => slug));
  const isAll = [...shown].every((slug) => selection.slugs.has(slug));
  // Rows that were selected under other filters stay.
  const others = [...selection.slugs].filter((slug) => !shown.has(slug));
  const next = new Set(isAll ? others : [...others, ...shown]);
  return (
    <th scope="col" className={styles.select}>
      <input
        type="checkbox"
        aria-label={text(listMessages.selectAll)}
        checked={isAll}
        onChange={() => selection.onChange(next)}
      />
    </th>
  );
}

export function SelectRow({
  record,
  selection,
}: {
  readonly record: WireRow;
  readonly selection: Selection;
}) {
  const slice = useSlice();
  const { slugs, onChange } = selection;
  return (
    <input
      type="checkbox"
      data-select
      aria-label={text(listMessages.selectRow, { name: record.number ?? nameOfRecord(slice, record) })}
      checked={slugs.has(record.slug)}
      onChange={() => onChange(toggled(slugs, record.slug))}
    />
  );
}

/** The selection with this row, or without it if it has it. */
export function toggled(slugs: ReadonlySet<string>, slug: string): ReadonlySet<string> {
  const next = new Set(slugs);
  if (!next.delete(slug)) next.add(slug);
  return next;
}
