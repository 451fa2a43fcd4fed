/** The confirmation of a step: the result, the number, what happens next, by when, whom to ask, and what to keep. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { formMessages } from '../../../locales/forms.ts';
import { recordMessages } from '../../../locales/records.ts';
import { text } from '../../language/text.ts';
import { nameOfRecord, nameOfState } from '../../facts/words.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { useReceiptPath } from './receipt-path.ts';
import { sayAnswerDue, sayHolder } from './record-holder.ts';
import styles from './status.module.css';
import { WhomToAsk } from './whom-to-ask.tsx';

interface StepDoneProps {
  /** The answer to the step; null: nothing was taken. */
  readonly record: WireRecord | null;
  /** With the step its owner sent it to an office. */
  readonly isSent?: boolean;
}

/**
 * Announces a step that was just taken. Screen readers announce what changes in a region, not a region that appears: it
 * is there before.
 */
export function StepDone({ record, isSent = false }: StepDoneProps) {
  const { slug } = useSession();
  return (
    <div className={styles.done} data-empty={record === null}>
      <output>{record !== null && <DoneStep record={record} isSent={isSent} />}</output>
      {record !== null && record.owner === slug && <ToKeep record={record} />}
    </div>
  );
}

function DoneStep({ record, isSent }: { readonly record: WireRecord; readonly isSent: boolean }) {
  const slice = useSlice();
  const { number, mailed, waits_for: waiting, next } = record;
  const office = waiting?.title ?? text(recordMessages.office);
  const lines = [
    number === null ? null : text(recordMessages.numberGiven, { number }),
    isSent ? text(recordMessages.officeWorks, { office }) : sayHolder(slice, record),
    sayAnswerDue(slice, record),
    isSent && next[0] !== undefined ? text(recordMessages.nextStep, { step: next[0].title }) : null,
    mailed === undefined ? null : text(recordMessages.mailedTo, { address: mailed }),
  ].filter((line) => line !== null);
  return (
    <>
      <strong>
        {isSent
          ? text(formMessages.filingReceived, { name: nameOfRecord(slice, record) })
          : text(recordMessages.stepDone, { state: nameOfState(slice, record.type, record.state) })}
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
