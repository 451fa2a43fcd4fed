/** A page for one step of one record: its subject, its questions, and its result. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { useRecord } from '../../data/hooks.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { requestFocus } from '../../page/focus-request.ts';
import { Notice, LoadError, Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { RecordAssessment } from '../../records/assessment/assessment.tsx';
import { RecordFacts } from '../../records/answers/record-facts.tsx';
import { RecordMeta } from '../../records/status/record-head.tsx';
import { StepDone } from '../../records/status/step-done.tsx';
import { subjectOf, usePageOf } from '../../records/links/pages.ts';
import { text } from '../../language/text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { TransitionForm } from '../../records/actions/steps-on-use.tsx';
import { recordMessages } from '../../../locales/records.ts';

export function TransitionScreen({ route, params }: ScreenProps) {
  const { title, does } = route;
  const subject = subjectOf(route, params);
  const { data: record, error, mutate } = useRecord(subject?.type ?? '', subject?.slug ?? null);
  const [taken, setTaken] = useState<WireRecord | null>(null);
  if (record === undefined) {
    return (
      <>
        <PageHead title={title} />
        {subject !== null && error === undefined && <Placeholder />}
        {error !== undefined && <LoadError error={error} onRetry={() => void mutate()} />}
      </>
    );
  }
  const show = (newer: WireRecord) => void mutate(newer, { revalidate: false });
  const action = record.actions.find(({ name }) => name === does);
  const done = taken?.version === record.version ? taken : null;
  if (action === undefined || done !== null) {
    return <NoStep title={title} record={record} done={done} />;
  }
  const finish = (newer: WireRecord) => {
    setTaken(newer);
    requestFocus();
    window.scrollTo({ top: 0 });
    show(newer);
  };
  return (
    <>
      <LazyPart waiting={<Placeholder />}>
        <TransitionForm title={title} record={record} action={action} onTaken={finish} onNewer={show} />
      </LazyPart>
      <RecordAssessment record={record} />
      <RecordFacts record={record} />
    </>
  );
}

interface NoStepProps {
  readonly title: string;
  readonly record: WireRecord;
  /** The answer to the step; null: it was not taken here. */
  readonly done: WireRecord | null;
}

/** The step was just taken, or the record is in a state that does not allow it. */
function NoStep({ title, record, done }: NoStepProps) {
  const page = usePageOf()(record);
  const open = page !== null && (
    <Button component={Link} to={page} variant="default">
      {text(recordMessages.openItsPage)}
    </Button>
  );
  return (
    <>
      <PageHead title={title} below={<RecordMeta record={record} />} />
      {done !== null ? (
        <>
          <StepDone record={done} />
          {open}
        </>
      ) : (
        <Notice icon={IconAlertTriangle} heading={text(recordMessages.stepNotNow)} action={open}>
          {text(recordMessages.stepNotAvailable)}
        </Notice>
      )}
    </>
  );
}
