/** The switch between the visitor's own records of a list, those that nobody works on, and all of them. */
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useSearchParams } from 'react-router-dom';
import type { ListTotal } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { type RecordQuery, useFirstRecords } from '../../data/hooks.ts';
import { withParameter } from '../../records/links/list-address.ts';
import { text } from '../../language/text.ts';
import styles from './list.module.css';

export function ListShare({ query }: { readonly query: RecordQuery }) {
  const [search, setSearch] = useSearchParams();
  const counted = { ...query, limit: 1, sort: null };
  const mine = useFirstRecords({ ...counted, assigned: 'me' }).data;
  const nobody = useFirstRecords({ ...counted, assigned: 'nobody' }).data;
  const all = useFirstRecords({ ...counted, assigned: null }).data;
  // All are done, or wait for somebody outside.
  if (mine?.total === 0 && nobody?.total === 0 && (query.assigned ?? '') === '') return null;
  return (
    <SegmentedControl
      className={styles.share ?? ''}
      aria-label={text(listMessages.assignedFilter)}
      data={[
        { value: 'me', label: withTotal(text(listMessages.assignedMine), mine) },
        { value: 'nobody', label: withTotal(text(listMessages.assignedNobody), nobody) },
        { value: '', label: withTotal(text(listMessages.assignedAll), all) },
      ]}
      value={query.assigned ?? ''}
      onChange={(value) => setSearch(withParameter(search, 'assigned', value), { replace: true })}
    />
  );
}

function withTotal(title: string, page: ListTotal | undefined): string {
  if (page === undefined) return title;
  return text(listMessages.choiceWithCount, {
    title,
    total: `${page.total}${page.more === true ? '+' : ''}`,
  });
}
