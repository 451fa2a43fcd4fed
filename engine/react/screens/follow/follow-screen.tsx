/** The page of a secret link: a record that somebody sent without an account, how far it is, and what happens next. */
import { IconClock } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { FollowedRecord } from '../../../contract/follow.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { linkMessages } from '../../../locales/links.ts';
import { ProblemError } from '../../api/problem.ts';
import { nameOfRecord } from '../../facts/words.ts';
import { text } from '../../language/text.ts';
import { sayDate } from '../../page/dates.ts';
import { Fallback, Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { RecordFacts } from '../../records/answers/record-facts.tsx';
import { RecordMeta } from '../../records/status/record-head.tsx';
import { sayAnswerDue, sayHolder } from '../../records/status/record-holder.ts';
import { WayAhead } from '../../records/status/way-ahead.tsx';
import { signInPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import styles from '../screens.module.css';
import { UnknownLink } from '../unknown-link.tsx';

export function FollowScreen({ route }: ScreenProps) {
  // Browsers send no fragment: the secret is in no log of addresses.
  const secret = useLocation().hash.slice(1);
  const isWhole = /^[\w-]{43}$/.test(secret);
  return isWhole ? (
    <Opened key={secret} secret={secret} title={route.title} />
  ) : (
    <UnknownLink title={route.title} help={text(linkMessages.followUnknownHelp)} />
  );
}

interface OpenedProps {
  readonly secret: string;
  readonly title: string;
}

function Opened({ secret, title }: OpenedProps) {
  const { client } = usePortal();
  const [found, setFound] = useState<FollowedRecord | ProblemError | null>(null);
  const open = useCallback(async () => {
    const result = await client.send('POST /followed-records', { body: { secret } });
    return result.ok ? result.value : new ProblemError(result.problem);
  }, [client, secret]);
  useEffect(() => void open().then(setFound), [open]);
  if (found instanceof ProblemError && found.problem.kind === 'missing')
    return <UnknownLink title={title} help={text(linkMessages.followUnknownHelp)} />;
  if (found === null || found instanceof ProblemError)
    return (
      <>
        <PageHead title={title} />
        <Fallback error={found ?? undefined} retry={() => open().then(setFound)} isAll />
      </>
    );
  const { record, until } = found;
  return record === null ? <Over title={title} /> : <Followed record={record} until={until} />;
}

interface FollowedProps {
  readonly record: WireRecord;
  /** When the link expires. */
  readonly until: string;
}

function Followed({ record, until }: FollowedProps) {
  const slice = useSlice();
  const next = [sayHolder(slice, record), sayAnswerDue(slice, record)].filter((said) => said !== null);
  return (
    <>
      <PageHead title={nameOfRecord(slice, record)} below={<RecordMeta record={record} />} />
      <div className={styles.followed}>
        {next.length > 0 && <p>{next.join(' ')}</p>}
        <WayAhead record={record} />
        <RecordFacts record={record} />
        <p>{text(linkMessages.followUntil, { until: sayDate(until, slice.timeZone) })}</p>
      </div>
    </>
  );
}

function Over({ title }: { readonly title: string }) {
  const slice = useSlice();
  return (
    <>
      <PageHead title={title} />
      <Notice
        icon={IconClock}
        heading={text(linkMessages.linkOver)}
        action={<Link to={signInPath(slice)}>{text(linkMessages.continueToPortal)}</Link>}
      >
        {text(linkMessages.followOver)}
      </Notice>
    </>
  );
}
