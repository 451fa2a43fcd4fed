/** One number that matters, and the list behind it. */
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useFirstRecords } from '../../api/hooks.ts';
import { usePortal, usePortalState } from '../../portal-context.ts';
import { queryOf, type DashboardSubject } from './subject.ts';
import styles from './dashboard.module.css';
import { useListPath } from './use-list-path.ts';

export function Tile({ subject }: { readonly subject: DashboardSubject }) {
  const { store } = usePortal();
  const list = `${subject.type}/${subject.list.name}`;
  // The number of the last visit stands until the new one is there.
  const last = usePortalState((state) => state.dashboard.find((entry) => entry.list === list)?.total);
  const { data } = useFirstRecords(queryOf(subject));
  const path = useListPath(subject);
  useEffect(() => {
    if (data === undefined) return;
    store.change((draft) => {
      draft.dashboard = [
        ...draft.dashboard.filter((entry) => entry.list !== list),
        { list, total: data.total },
      ];
    });
  }, [data, list, store]);
  const content = (
    <>
      <span className={styles.number} data-figures>
        {data?.total ?? last ?? '…'}
      </span>
      <span className={styles.label}>{subject.list.title}</span>
    </>
  );
  return path === null ? (
    <div className={styles.tile}>{content}</div>
  ) : (
    <Link to={path} className={styles.tile}>
      {content}
    </Link>
  );
}
