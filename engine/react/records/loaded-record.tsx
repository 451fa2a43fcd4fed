/** The page of one record around its main part: head, children, actions, history. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { WireRecord } from '../../contract/record.ts';
import type { FieldTexts } from '../api/problem.ts';
import { requestFocus } from '../page/focus-request.ts';
import { KeptWrites } from '../outbox/kept-writes.tsx';
import { Notice } from '../page/feedback.tsx';
import { PageHead } from '../page/page-head.tsx';
import { text } from '../language/text.ts';
import { nameOfOne } from '../facts/words.ts';
import { useSession, useSlice, useTabTitle } from '../session/portal-context.ts';
import { RecordThreads } from '../threads/record-threads.tsx';
import { BeginBelow } from './links/new-record.tsx';
import { Children } from './parts/children.tsx';
import styles from './records.module.css';
import { RecordAssignee } from './actions/record-assignee.tsx';
import { RecordViewers } from './actions/record-viewers.tsx';
import { RecordActions } from './actions/record-actions.tsx';
import { RecordDocuments } from './documents/record-documents.tsx';
import { RecordHead } from './status/record-head.tsx';
import { RecordStatus } from './status/record-status.tsx';
import { StepDone } from './status/step-done.tsx';
import { TwinLine } from './status/twin.tsx';
import { SaidWhy, Timeline } from './timeline/timeline.tsx';
import type { Came } from './actions/use-record-write.ts';
import { useRefreshLists } from '../data/hooks.ts';
import { recordMessages } from '../../locales/records.ts';

/** What the main part of the page asks for, besides the questions of steps. */
interface PageForm {
  /** Saves the typed answers; null if that failed. */
  readonly save: () => Promise<WireRecord | null>;
  /** Shows the errors of its questions at them. @returns those of other questions */
  readonly refuse: (errors: FieldTexts) => FieldTexts;
}

export interface RecordPart {
  readonly record: WireRecord;
  /** Passes a newer version of the record to the whole page. */
  readonly onChange: (record: WireRecord, came?: Came) => void;
  /** Reads the record again. */
  readonly reload: () => void;
  /** Registers the form that must be saved before an action runs. */
  readonly setForm: (form: PageForm | null) => void;
}

interface LoadedRecordProps {
  /** What it is. The heading adds what tells it from others. */
  readonly title: string;
  readonly record: WireRecord;
  /** Without a record: reads it again. */
  readonly mutate: (record?: WireRecord, options?: { readonly revalidate: boolean }) => unknown;
  readonly children: (part: RecordPart) => ReactNode;
}

interface TakenStep {
  /** The answer. */
  readonly record: WireRecord;
  /** Its owner sent it to an office. */
  readonly isSent: boolean;
}

export function LoadedRecord({ title, record, mutate, children }: LoadedRecordProps) {
  // The answer to the last step on this page.
  const [step, setStep] = useState<TakenStep | null>(null);
  const slice = useSlice();
  const { recordTypes } = slice;
  const { slug: me, name: reader } = useSession();
  const [{ setForm, save, refuse }] = useState(createPlaceOfForm);
  const { state } = record;
  const isOwnersTurn = record.owner === me && recordTypes[record.type]?.states[state]?.waitsFor === 'owner';
  const taken = step?.record.state === state ? step : null;
  const name = nameOfOne(slice, record, reader);
  const heading = name === null ? title : text(recordMessages.titleOfOne, { title, name });
  useTabTitle(heading);
  const refresh = useRefreshLists();
  const change = useCallback(
    (newer: WireRecord, came: Came = 'of-this') => {
      if (newer.state !== state && came === 'of-this') {
        setStep({ record: newer, isSent: isOwnersTurn && newer.waits_for?.who === 'office' });
        // The head of the page shows the result.
        requestFocus();
        window.scrollTo({ top: 0 });
      }
      mutate(newer, { revalidate: false });
      refresh();
    },
    [isOwnersTurn, mutate, refresh, state],
  );
  return (
    <>
      <div className={styles.top} ref={keepClear}>
        <PageHead title={heading} />
        {/* Stays mounted while a dialog is open, even if somebody else makes its action impossible. */}
        <div className={styles.actions} data-empty={record.actions.length === 0}>
          <RecordActions record={record} onChange={change} prepare={() => save(record)} refuse={refuse} />
        </div>
      </div>
      <div className={`${styles.meta} ${styles.below}`}>
        <RecordHead record={record} said={[title, name]} />
      </div>
      <StepDone record={taken?.record ?? null} isSent={taken?.isSent === true} />
      <KeptWrites line={`${record.type}/${record.slug}`} />
      <div className={styles.columns}>
        <div className={styles.middle}>
          {record.blocked !== null && (
            <div className={styles.standing}>
              <Notice icon={IconAlertTriangle} heading={text(recordMessages.stepsBlocked)}>
                {record.blocked}
              </Notice>
            </div>
          )}
          <div className={styles.standing}>
            <TwinLine record={record} />
            <RecordStatus record={record} isConfirmed={taken?.isSent === true} />
            <RecordAssignee record={record} onChange={change} prepare={() => save(record)} />
            {record.assignment !== null && <RecordViewers record={record} />}
            <SaidWhy record={record} />
          </div>
          <Children record={record} />
          <RecordDocuments record={record} />
          <BeginBelow record={record} />
          {children({ record, onChange: change, reload: () => void mutate(), setForm })}
        </div>
        <div className={styles.beside}>
          <aside aria-label={text(recordMessages.history)}>
            <h2 className={styles.title}>{text(recordMessages.history)}</h2>
            <Timeline record={record} />
          </aside>
          <RecordThreads type={record.type} slug={record.slug} />
        </div>
      </div>
    </>
  );
}

/** Without a form the record is used unchanged, and no error has a place. */
function createPlaceOfForm() {
  let registered: PageForm | null = null;
  return {
    setForm: (form: PageForm | null) => void (registered = form),
    save: async (record: WireRecord) => (registered === null ? record : registered.save()),
    refuse: (errors: FieldTexts) => (registered === null ? errors : registered.refuse(errors)),
  };
}

/** What is below the head in the window keeps clear of it, however many rows its buttons take. */
function keepClear(head: HTMLElement | null): (() => void) | undefined {
  if (head === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--record-head-height', `${head.offsetHeight}px`),
  );
  observer.observe(head);
  return () => {
    observer.disconnect();
    style.removeProperty('--record-head-height');
  };
}
