/** Scans the codes of owners one after the other, and takes the step that each code names. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useRef, useState } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { outboxMessages } from '../../../locales/outbox.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Decidable } from '../../../portal/model/portal.ts';
import { decide } from '../../../portal/routing/decide.ts';
import { stepParameter } from '../../../portal/routing/links.ts';
import { useRecord, useRefreshLists } from '../../data/hooks.ts';
import { nameOfRecord, nameOfState } from '../../facts/words.ts';
import { text } from '../../language/text.ts';
import { Fallback } from '../../page/feedback.tsx';
import { Modal } from '../../page/modal.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { useVisitor } from '../../shell/navigation.ts';
import { ActionQuestions, ActionResult } from '../actions/action-questions.tsx';
import { useRecordWrite } from '../actions/use-record-write.ts';
import { subjectOf } from '../links/pages.ts';
import { Camera } from './camera.tsx';
import styles from '../records.module.css';

/** A code that was read. */
interface ScannedStep {
  readonly code: string;
  readonly type: string;
  readonly slug: string;
  readonly step: string;
}

export function Scanner({ onClose }: { readonly onClose: () => void }) {
  const scope = { portal: useSlice(), visitor: useVisitor() };
  const [scanned, setScanned] = useState<ScannedStep | null>(null);
  const [told, setTold] = useState('');
  // The owner still shows the code after the step: it is not asked for again.
  const done = useRef('');
  const read = (code: string) => {
    if (code === done.current) return;
    const found = stepOf(scope, code);
    setTold(found === null ? text(recordMessages.scanForeign) : '');
    setScanned(found);
  };
  const finish = (result: string) => {
    if (result !== '') done.current = scanned?.code ?? '';
    setTold(result);
    setScanned(null);
  };
  return (
    <Modal title={text(recordMessages.scan)} onClose={onClose}>
      <div className={styles.body}>
        <output className={styles.told}>{told}</output>
        {scanned === null ? (
          <>
            <Camera onCode={read} />
            <div>
              <Button variant="default" onClick={onClose}>
                {text(recordMessages.scanEnd)}
              </Button>
            </div>
          </>
        ) : (
          <Step key={scanned.code} scanned={scanned} onDone={finish} />
        )}
      </div>
    </Modal>
  );
}

/** @returns null: not the address of a step on a record that this visitor can open */
function stepOf(scope: Scope<Decidable>, code: string): ScannedStep | null {
  // Any text can be in a code. `URL.parse` is too new for many phones.
  const address = /^https?:/.test(code) && URL.canParse(code) ? new URL(code) : null;
  const step = address?.searchParams.get(stepParameter) ?? null;
  if (address === null || step === null || address.origin !== location.origin) return null;
  const decision = decide(scope, address.pathname);
  const subject = decision.outcome === 'show' ? subjectOf(decision.route, decision.params) : null;
  return subject && { code, step, ...subject };
}

interface StepProps {
  readonly scanned: ScannedStep;
  /** With what was done; empty: nothing. */
  readonly onDone: (result: string) => void;
}

function Step({ scanned, onDone }: StepProps) {
  const { data, error, mutate } = useRecord(scanned.type, scanned.slug);
  if (data === undefined) {
    return (
      <>
        <Fallback error={error} retry={mutate} />
        <Next onNext={() => onDone('')} />
      </>
    );
  }
  return <StepOnRecord record={data} name={scanned.step} onChange={mutate} onDone={onDone} />;
}

interface StepOnRecordProps {
  readonly record: WireRecord;
  /** Of the step. */
  readonly name: string;
  readonly onChange: (newer: WireRecord) => unknown;
  readonly onDone: (result: string) => void;
}

function StepOnRecord({ record, name, onChange, onDone }: StepOnRecordProps) {
  const slice = useSlice();
  const refresh = useRefreshLists();
  const write = useRecordWrite(record, (newer) => {
    onChange(newer);
    refresh();
  });
  const action = record.actions.find((one) => one.name === name);
  const who = record.owner_name ?? nameOfRecord(slice, record);
  if (action === undefined) {
    return (
      <>
        <p className={styles.who}>{who}</p>
        <p>
          {text(recordMessages.scanNotPossible, { state: nameOfState(slice, record.type, record.state) })}
        </p>
        <Next onNext={() => onDone('')} />
      </>
    );
  }
  const take = async (input: object) => {
    const outcome = await write.take(name, { ...input });
    if (outcome === 'taken') onDone(text(recordMessages.scanDone, { who, step: action.title }));
    if (outcome === 'kept') onDone(text(outboxMessages.kept));
  };
  return (
    <>
      <p className={styles.who}>{who}</p>
      <ActionResult record={record} action={action} />
      <ActionQuestions
        record={record}
        action={action}
        write={write}
        onTake={(input) => void take(input)}
        onCancel={() => onDone('')}
      />
    </>
  );
}

function Next({ onNext }: { readonly onNext: () => void }) {
  return (
    <div>
      <Button onClick={onNext}>{text(recordMessages.scanNext)}</Button>
    </div>
  );
}
