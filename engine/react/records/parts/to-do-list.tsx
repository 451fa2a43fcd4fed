/** What the visitor has to do, as the server lists it: everywhere, or about one record and those below it. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { recordMessages } from '../../../locales/records.ts';
import { useToDo } from '../../data/hooks.ts';
import { sayTotal } from '../../facts/words.ts';
import { Fallback } from '../../page/feedback.tsx';
import { Icon } from '../../theme/icon.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { groupsByRecord } from './part-groups.ts';
import { PartRow } from './part-rows.tsx';
import styles from './part-rows.module.css';
import { aboveOf } from './row-words.ts';

interface ToDoListProps {
  /** The record at the top; left out: everything. */
  readonly below?: { readonly type: string; readonly slug: string };
  readonly level?: 2 | 3;
  /** Says so if there is nothing to do; otherwise nothing is shown. */
  readonly isWhole?: boolean;
}

export function ToDoList({ below, level = 2, isWhole = false }: ToDoListProps) {
  const slice = useSlice();
  const [limit, setLimit] = useState<number>();
  const { data, error, mutate } = useToDo(below, limit);
  if (data === undefined) return isWhole ? <Fallback error={error} retry={mutate} shape="rows" /> : null;
  // The status of a page already says that its record waits.
  const isOnlyThis = data.total === 1 && data.items[0]?.slug === below?.slug;
  if (data.total === 0 || isOnlyThis) {
    return isWhole && <NothingToDo />;
  }
  const Heading = `h${level}` as const;
  const Subheading = level === 2 ? 'h3' : 'h4';
  const wordsAbove = (record: WireRow) => aboveOf(slice, record, below?.slug ?? null);
  const groups = groupsByRecord(data.items, wordsAbove);
  return (
    <section className={styles.section} data-to-do>
      <Heading className={styles.heading}>
        {text(recordMessages.groupDoNext)} <span data-figures>({sayTotal(data)})</span>
      </Heading>
      {groups.map(({ above, rows }, index) => (
        <Fragment key={rows[0]?.slug}>
          {above.length > 0 ? (
            <Subheading className={styles.above}>{above.join(' · ')}</Subheading>
          ) : (
            index > 0 && <Subheading className={styles.above}>{text(recordMessages.otherTasks)}</Subheading>
          )}
          <ul className={styles.rows}>
            {rows.map((record) => (
              <PartRow
                key={record.slug}
                record={record}
                above={wordsAbove(record).filter((word) => !above.includes(word))}
                isThisPage={record.slug === below?.slug}
                isTask
              />
            ))}
          </ul>
        </Fragment>
      ))}
      {data.total > data.items.length && (
        <Button variant="default" onClick={() => setLimit(2 * data.items.length)}>
          {text(listMessages.showMore)}
        </Button>
      )}
    </section>
  );
}

function NothingToDo() {
  return (
    <p className={styles.calm}>
      <Icon of={IconCheck} size={20} />
      {text(recordMessages.nothingDue)}
    </p>
  );
}
