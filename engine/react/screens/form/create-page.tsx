/** The page of a form whose record is created when it is sent, or which opens an account. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { accountMessages } from '../../../locales/account.ts';
import { linkMessages } from '../../../locales/links.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { isRecord } from '../../api/call.ts';
import { useFormOf, useRefreshLists } from '../../data/hooks.ts';
import type { FieldTexts, Problem } from '../../api/problem.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { noErrors } from '../../forms/errors/errors.ts';
import { RecordForm } from '../../forms/record-form.tsx';
import { secretsOf, withDefaults } from '../../forms/step-schema.ts';
import { ProblemAlert, LoadError, Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortal, useSession, useSlice } from '../../session/portal-context.ts';
import { signInPath } from '../../router/places.ts';
import { textAround } from '../../language/text-around.tsx';
import { text } from '../../language/text.ts';
import { type Above, MayCreateBelow } from './may-create-below.tsx';
import { answersIn } from './draft-form.tsx';
import { Confirmation, Filed } from './filed.tsx';
import styles from '../screens.module.css';

interface CreatePageProps {
  readonly title: string;
  readonly type: string;
  /** The parent of the record. */
  readonly above: Above | null;
}

export function CreatePage(props: CreatePageProps) {
  // Another visit creates another record.
  return <OneVisit key={useLocation().key} {...props} />;
}

interface CreatedRecord {
  /** Null: an account was requested, and its mailbox receives the result. */
  readonly record: WireRecord | null;
  readonly answers: Answers;
  /** An earlier call made it, whose answer was lost. It may have had other answers. */
  readonly isEarlier: boolean;
}

function OneVisit({ title, type, above }: CreatePageProps) {
  const { recordTypes } = useSlice();
  const { token } = useSession();
  const { data: form, error, mutate } = useFormOf(recordTypes[type]?.form ?? null);
  const [made, setMade] = useState<CreatedRecord | null>(null);
  const link = recordTypes[type]?.first.link ?? null;
  const [secret] = useState(newSecret);
  const follow = recordTypes[type]?.follow ?? null;
  const address = made === null ? '' : addressIn(form, made.answers);
  if (made !== null && made.record === null) return <Registered username={address} link={link} />;
  if (made !== null && made.record !== null) {
    const isLinkSent = token === null && link !== null && address !== '';
    const href = follow === null ? null : `${window.location.origin}${follow.path}#${secret}`;
    const isMailed = !made.isEarlier && isLinkMailed(follow, made.answers);
    return (
      <Filed
        record={made.record}
        next={
          made.isEarlier
            ? text(linkMessages.followSentBefore)
            : isLinkSent && <LinkSent address={address} step={link} />
        }
        follow={href !== null && <FollowLink href={href} isMailed={isMailed} />}
      />
    );
  }
  const description = form?.schema.description;
  return (
    <>
      <PageHead title={title} {...(typeof description === 'string' && { below: description })} />
      {form !== undefined && (
        <MayCreateBelow type={type} above={above}>
          <Creating
            form={form}
            type={type}
            above={above}
            title={title}
            secret={follow === null ? null : secret}
            onMade={setMade}
          />
        </MayCreateBelow>
      )}
      {form === undefined && error === undefined && <Placeholder />}
      {error !== undefined && <LoadError error={error} isAll onRetry={() => void mutate()} />}
    </>
  );
}

interface NewRecordFormProps extends CreatePageProps {
  readonly form: WireForm;
  /** Of the link to the record; null: the sender gets none. */
  readonly secret: string | null;
  readonly onMade: (made: CreatedRecord) => void;
}

function Creating({ form, type, above, title, secret, onMade }: NewRecordFormProps) {
  const parent = above?.slug ?? null;
  const { client } = usePortal();
  const { keeper, token } = useSession();
  const refresh = useRefreshLists();
  const copy = useMemo(() => {
    // Text typed without signing in is discarded with the window: the next user of the device may be somebody else.
    const storage = token === null ? window.sessionStorage : window.localStorage;
    return localCopy([keeper, type, parent ?? '', 'new'].join('.'), storage);
  }, [keeper, token, type, parent]);
  const { state: visit } = useLocation();
  const [data, setData] = useState<Answers>(() =>
    withDefaults(form, { ...answersIn(visit), ...copy.read() }),
  );
  const [errors, setErrors] = useState<FieldTexts>(noErrors);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = (answers: Answers) => {
    setData(answers);
    const secrets = secretsOf(form);
    copy.write(Object.fromEntries(Object.entries(answers).filter(([name]) => !secrets.includes(name))));
  };
  const finish = (made: CreatedRecord) => {
    copy.write({});
    refresh();
    onMade(made);
  };
  /** The record that an earlier call made with the secret of this visit; null: there is none. */
  const findEarlier = async (): Promise<WireRecord | null> => {
    if (secret === null) return null;
    const found = await client.send('POST /followed-records', { body: { secret } });
    return found.ok ? found.value.record : null;
  };
  const send = async (answers: Answers) => {
    setIsBusy(true);
    setProblem(null);
    const body = {
      data: answers,
      ...(parent !== null && { parent }),
      ...(secret !== null && { follow: secret }),
    };
    const result = await client.send('POST /records/:type', { params: { type }, body });
    const wrong = !result.ok && result.problem.kind === 'fields' ? result.problem.errors : null;
    const earlier = wrong !== null && Object.hasOwn(wrong, 'follow') ? await findEarlier() : null;
    setIsBusy(false);
    if (earlier !== null) return finish({ record: earlier, answers, isEarlier: true });
    if (wrong !== null) return setErrors({ ...wrong });
    if (!result.ok) return setProblem(result.problem);
    finish({ record: isRecord(result.value) ? result.value : null, answers, isEarlier: false });
  };
  return (
    <>
      <RecordForm
        form={form}
        data={data}
        onChange={change}
        onSubmit={(answers) => void send(answers)}
        submitLabel={title}
        extraErrors={errors}
        busy={isBusy}
        status={<ProblemAlert problem={problem} />}
      />
    </>
  );
}

function isLinkMailed(follow: { readonly mail: string | null } | null, answers: Answers): boolean {
  return follow !== null && follow.mail !== null && (answers[follow.mail] ?? '') !== '';
}

/** 32 random bytes in base64url. Only this browser knows it, and those with whom the sender shares the link. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

interface FollowLinkProps {
  readonly href: string;
  readonly isMailed: boolean;
}

function FollowLink({ href, isMailed }: FollowLinkProps) {
  return (
    <>
      <p>{text(linkMessages.followKeep)}</p>
      <p>
        <a href={href} className={styles.secret}>
          {href}
        </a>
      </p>
      {isMailed && <p>{text(linkMessages.followMailed)}</p>}
    </>
  );
}

/** The answer that is an e-mail address is the sign-in name. */
function addressIn(form: WireForm | undefined, answers: Answers): string {
  const questions = Object.entries(form === undefined ? {} : propertiesOf(form.schema));
  const found = questions.find(([, { format }]) => format === 'email');
  return found === undefined ? '' : String(answers[found[0]] ?? '');
}

interface RegisteredProps {
  readonly username: string;
  /** The purpose of the link sent to this address; null: none was sent. */
  readonly link: string | null;
}

function Registered({ username, link }: RegisteredProps) {
  const path = signInPath(useSlice());
  return (
    <Confirmation
      title={link === null ? text(accountMessages.registrationReceived) : text(accountMessages.checkYourMail)}
      panel={username !== '' && <p>{text(accountMessages.signInAs, { username })}</p>}
    >
      {link === null ? (
        <p>{text(accountMessages.signInWithChosenPassword)}</p>
      ) : (
        <ol className={styles.order}>
          <li>
            <LinkSent address={username} step={link} /> {text(accountMessages.messageSaysIfRegistered)}
          </li>
          <li>{text(accountMessages.thenSignInWithPassword)}</li>
        </ol>
      )}
      <div>
        <Button component={Link} to={path} state={{ username }}>
          {text(accountMessages.signIn)}
        </Button>
      </div>
    </Confirmation>
  );
}

interface LinkSentProps {
  readonly address: string;
  /** Title of the step that the link runs. */
  readonly step: string;
}

function LinkSent({ address, step }: LinkSentProps) {
  return (
    <>
      {textAround(linkMessages.messageSent, { step, address: <strong>{address}</strong> })}{' '}
      {text(linkMessages.lookInSpamFolder)}
    </>
  );
}
