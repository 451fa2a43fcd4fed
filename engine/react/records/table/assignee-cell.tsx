/** Who works on the record of a row, with a button to claim it. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import type { WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { recordMessages } from '../../../locales/records.ts';
import { self } from '../../../portal/workflow/claims.ts';
import { type Problem, sayProblem } from '../../api/problem.ts';
import { nameOfRecord } from '../../facts/words.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import styles from './table.module.css';

interface AssigneeCellProps {
  readonly record: WireRow;
  /** The rows are read again, also after a refusal. */
  readonly onClaimed: () => void;
}

export function AssigneeCell({ record, onClaimed }: AssigneeCellProps) {
  const slice = useSlice();
  const { client } = usePortal();
  const [state, setState] = useState<'idle' | 'busy' | Problem>('idle');
  const { type, slug, version, assignment } = record;
  if (assignment === null) return null;
  const { assignee, claim } = assignment;
  if (assignee !== null) return assignee.own ? text(recordMessages.assigneeYou) : assignee.name;
  if (!claim) return null;
  const take = async () => {
    setState('busy');
    const params = { type, slug };
    const result = await client.send('PUT /records/:type/:slug/assignee', {
      params,
      body: { assignee: self },
      ifMatch: version,
    });
    setState(result.ok ? 'idle' : result.problem);
    onClaimed();
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        className={styles.claim ?? ''}
        loading={state === 'busy'}
        aria-label={text(listMessages.claimRow, { name: record.number ?? nameOfRecord(slice, record) })}
        onClick={() => void take()}
      >
        {text(recordMessages.claim)}
      </Button>
      {typeof state === 'object' && <span role="alert">{sayProblem(state)}</span>}
    </>
  );
}
