/** The confirmation of a step: the result, the number, what happens next, by when, whom to ask, and what to keep. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { text } from '../../language/text.ts';
import { nameOfState } from '../../facts/words.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { useReceiptPath } from './receipt-path.ts';
import { sayAnswerDue, sayHolder } from './record-holder.ts';
import styles from './status.module.css';
import { WhomToAsk } from './whom-to-ask.tsx';

/**
 * Announces a step that was just taken. Screen readers announce what changes in a region, not a region that appears: it
 * is there before.
 * @param record the answer to the step; null: nothing was taken
 */
export function StepDone({ record }: { readonly record: WireRecord | null }) {
  const { slug } = useSession();
  return (
    <div className={styles.done} data-empty={record === null}>
      <output>{record !== null && <DoneStep record={record} />}</output>
      {record !== null && record.owner === slug && <ToKeep record={record} />}
    </div>
  );
}

function DoneStep({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const { number, mailed } = record;
  const lines = [
    number === null ? null : text(recordMessages.numberGiven, { number }),
    sayHolder(slice, record),
    sayAnswerDue(slice, record),
    mailed === undefined ? null : text(recordMessages.mailedTo, { address: mailed }),
  ].filter((line) => line !== null);
  return (
    <>
      <strong>
        {text(recordMessages.stepDone, { state: nameOfState(slice, record.type, record.state) })}
      </strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </>
  );
}

function ToKeep({ record }: { readonly record: WireRecord }) {
  const receipt = useReceiptPath(record);
  if (receipt === null) return null;
  return (
    <>
      <WhomToAsk record={record} />
      <Button component={Link} to={receipt} className={styles.keep} variant="default">
        {text(recordMessages.receiptLink)}
      </Button>
    </>
  );
}
