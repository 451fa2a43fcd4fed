/** The page of one record around its middle part: head, actions, what stands below, history; and its other conditions. */
import { useState, type ReactNode } from 'react';
import type { Route } from '../../portal/route.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { useRecord } from '../api/hooks.ts';
import { requestFocus } from '../page/focus-request.ts';
import { PageHead } from '../page/page-head.tsx';
import { Trouble } from '../page/trouble.tsx';
import { Waiting } from '../page/waiting.tsx';
import { Children } from './children.tsx';
import { RecordActions } from './record-actions.tsx';
import styles from './record-frame.module.css';
import { RecordMeta } from './record-meta.tsx';
import { StepDone } from './step-done.tsx';
import { subjectOf } from './subject-of.ts';
import { Timeline } from './timeline.tsx';

export interface RecordPart {
  readonly record: WireRecord;
  /** Hands a newer version of the record on to the whole page. */
  readonly onChange: (record: WireRecord) => void;
  /** Reads the record again. */
  readonly reload: () => void;
}

interface RecordFrameProps {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly children: (part: RecordPart) => ReactNode;
}

export function RecordFrame({ route, params, children }: RecordFrameProps) {
  const subject = subjectOf(route, params);
  // Version of the record after the step that was taken on this page.
  const [step, setStep] = useState<number | null>(null);
  const { data, error, mutate } = useRecord(subject?.type ?? '', subject?.slug ?? null);
  const isWrongKind = data !== undefined && route.kind !== null && data.kind !== route.kind;
  if (subject === null || isWrongKind) return <Gone title={route.title} />;
  if (error !== undefined && data === undefined) {
    return (
      <>
        <PageHead title={route.title} />
        <Trouble error={error} onRetry={() => void mutate()} />
      </>
    );
  }
  if (data === undefined) {
    return (
      <>
        <PageHead title={route.title} />
        <Waiting />
      </>
    );
  }
  const change = (record: WireRecord) => {
    if (record.state !== data.state) {
      setStep(record.version);
      // What came of it stands at the head of the page.
      requestFocus();
      window.scrollTo({ top: 0 });
    }
    void mutate(record, { revalidate: false });
  };
  return (
    <>
      <PageHead title={route.title} below={<RecordMeta record={data} />} />
      {step === data.version && <StepDone record={data} />}
      <div className={styles.columns}>
        <div className={styles.middle}>
          <Children record={data} />
          {children({ record: data, onChange: change, reload: () => void mutate() })}
          {data.actions.length > 0 && (
            <div className={styles.actions}>
              <RecordActions record={data} onChange={change} />
            </div>
          )}
        </div>
        <aside className={styles.history} aria-label="History">
          <h2 className={styles.title}>History</h2>
          <Timeline record={data} />
        </aside>
      </div>
    </>
  );
}

function Gone({ title }: { readonly title: string }) {
  return (
    <>
      <PageHead title={title} />
      <p>There is no such record here, or it is not open to you.</p>
    </>
  );
}
