/** A record that is made in one step, such as a registration; what is typed survives a reload, but for passwords. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Answers } from '../../../portal/form-conditions.ts';
import type { FieldErrors } from '../../../portal/form-verdict.ts';
import type { WireForm } from '../../../portal/slice.ts';
import type { WireRecord } from '../../../portal/wire.ts';
import { useFormOf } from '../../api/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { noErrors } from '../../forms/errors.ts';
import { RecordForm } from '../../forms/lazy-record-form.tsx';
import { secretsOf, withDefaults } from '../../forms/step-schema.ts';
import { PageHead } from '../../page/page-head.tsx';
import { ProblemAlert } from '../../page/problem-alert.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { usePortal, useSession, useSlice } from '../../portal-context.ts';
import { Filed } from './filed.tsx';
import styles from './form.module.css';

interface CreatePageProps {
  readonly title: string;
  readonly type: string;
  readonly parent: string | null;
}

export function CreatePage({ title, type, parent }: CreatePageProps) {
  const { recordTypes } = useSlice();
  const { token } = useSession();
  const { data: form, error, mutate } = useFormOf(recordTypes[type]?.form ?? null);
  const [made, setMade] = useState<WireRecord | null>(null);
  if (made !== null) return token === null ? <Registered title={title} /> : <Filed record={made} />;
  const description = form?.schema.description;
  return (
    <>
      <PageHead title={title} {...(typeof description === 'string' && { below: description })} />
      {form !== undefined && (
        <Creating form={form} type={type} parent={parent} title={title} onMade={setMade} />
      )}
      {form === undefined && error === undefined && <Waiting />}
      {error !== undefined && <Trouble error={error} onRetry={() => void mutate()} />}
    </>
  );
}

interface CreatingProps extends CreatePageProps {
  readonly form: WireForm;
  readonly onMade: (record: WireRecord) => void;
}

function Creating({ form, type, parent, title, onMade }: CreatingProps) {
  const { client } = usePortal();
  const { slug } = useSession();
  const copy = useMemo(() => localCopy([slug, type, parent ?? '', 'new'].join('.')), [slug, type, parent]);
  const [data, setData] = useState<Answers>(() => withDefaults(form, copy.read()));
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = (answers: Answers) => {
    setData(answers);
    const secrets = secretsOf(form);
    copy.write(Object.fromEntries(Object.entries(answers).filter(([name]) => !secrets.includes(name))));
  };
  const send = async (answers: Answers) => {
    setIsBusy(true);
    setProblem(null);
    const body = { data: answers, ...(parent !== null && { parent }) };
    const result = await client.write<WireRecord>(`records/${type}`, { body });
    setIsBusy(false);
    if (!result.ok) {
      if (result.problem.kind === 'fields') setErrors({ ...result.problem.errors });
      else setProblem(result.problem);
      return;
    }
    copy.write({});
    onMade(result.value);
  };
  return (
    <>
      <ProblemAlert problem={problem} />
      <RecordForm
        form={form}
        data={data}
        onChange={change}
        onSubmit={(answers) => void send(answers)}
        submitLabel={title}
        extraErrors={errors}
        busy={isBusy}
      />
    </>
  );
}

function Registered({ title }: { readonly title: string }) {
  const { routes, login } = useSlice();
  const path = routes.find(({ name }) => name === login)?.path ?? '/';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.filed}>
      <div className={styles.panel}>
        <h1 ref={heading} tabIndex={-1}>
          {title}: done
        </h1>
        <p>Your account is ready.</p>
      </div>
      <h2>What happens next</h2>
      <p>Sign in with your e-mail address and the password that you have chosen.</p>
      <div>
        <Button component={Link} to={path}>
          Sign in
        </Button>
      </div>
    </div>
  );
}
