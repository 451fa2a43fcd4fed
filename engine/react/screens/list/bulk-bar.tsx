/** What can be done with all selected rows at once, and afterwards what came of each. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireAction, WireRecord } from '../../../portal/wire/wire.ts';
import { bulkActionsOf } from '../../records/table/bulk.ts';
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import styles from './bulk.module.css';
import { listMessages } from '../../../locales/lists.ts';

interface BulkBarProps {
  readonly records: readonly WireRecord[];
  readonly onClear: () => void;
  /** Something was changed: the rows are read again. */
  readonly onDone: () => void;
}

interface BulkAction {
  readonly action: WireAction;
  /** As they were selected: the list behind moves on while they are worked off. */
  readonly records: readonly WireRecord[];
}

export function BulkBar({ records, onClear, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const actions = bulkActionsOf(records);
  const close = () => {
    setAsked(null);
    onDone();
  };
  return (
    <>
      {records.length > 0 && (
        <section className={styles.bar} aria-label={text(listMessages.selectedRows)}>
          <p aria-live="polite">
            {textAround(listMessages.selectedCount, {
              count: <strong data-figures>{records.length}</strong>,
            })}
          </p>
          {actions.map((action) => (
            <Button key={action.name} size="sm" onClick={() => setAsked({ action, records })}>
              {action.title}
            </Button>
          ))}
          {actions.length === 0 && <p>{text(listMessages.noSharedAction)}</p>}
          <Button size="sm" variant="default" onClick={onClear}>
            {text(listMessages.selectNone)}
          </Button>
        </section>
      )}
      {asked !== null && <BulkDialog {...asked} onClose={close} />}
    </>
  );
}
