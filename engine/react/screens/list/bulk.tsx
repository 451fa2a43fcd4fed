/** The bar of the selected rows of a list: what can be done with all of them. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import type { WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { recordMessages } from '../../../locales/records.ts';
import { self } from '../../../portal/workflow/claims.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import { bulkActionsOf } from '../../records/table/selectable-rows.ts';
import { textAround } from '../../language/text-around.tsx';
import { text } from '../../language/text.ts';
import type { BulkAction, HandoverOfRows, LeftRows } from './bulk-dialogs.tsx';
import styles from './list.module.css';

const BulkDialog = onUse(async () => (await import('./bulk-dialogs.tsx')).BulkDialog);
const ClaimDialog = onUse(async () => (await import('./bulk-dialogs.tsx')).ClaimDialog);

interface BulkBarProps {
  readonly records: readonly WireRow[];
  readonly onClear: () => void;
  /** Something may have changed: the rows are read again. What failed stays selected. */
  readonly onDone: (left: LeftRows) => void;
}

function isClaimed({ assignment }: WireRow): boolean {
  return assignment !== null && (assignment.claim || assignment.release);
}

function ClaimSelected({ records, onDone }: Pick<BulkBarProps, 'records' | 'onDone'>) {
  const [asked, setAsked] = useState<HandoverOfRows | null>(null);
  const mayAll = (right: 'claim' | 'release') =>
    records.every(({ assignment }) => assignment?.[right] === true);
  const close = (left: LeftRows) => {
    setAsked(null);
    onDone(left);
  };
  return (
    <>
      {mayAll('claim') && (
        <Button size="sm" variant="default" onClick={() => setAsked({ records, to: self })}>
          {text(recordMessages.claim)}
        </Button>
      )}
      {mayAll('release') && (
        <Button size="sm" variant="default" onClick={() => setAsked({ records, to: null })}>
          {text(recordMessages.release)}
        </Button>
      )}
      {asked !== null && (
        <LazyPart isAbove>
          <ClaimDialog {...asked} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}

export function BulkBar({ records, onClear, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const actions = bulkActionsOf(records);
  const close = (left: LeftRows) => {
    setAsked(null);
    onDone(left);
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
          <ClaimSelected records={records} onDone={onDone} />
          {actions.length === 0 && !records.some(isClaimed) && <p>{text(listMessages.noSharedAction)}</p>}
          <Button size="sm" variant="default" onClick={onClear}>
            {text(listMessages.selectNone)}
          </Button>
        </section>
      )}
      {asked !== null && (
        <LazyPart isAbove>
          <BulkDialog {...asked} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}
