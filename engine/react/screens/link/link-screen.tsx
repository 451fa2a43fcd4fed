/** The page of a link in a mail: explains its purpose, and runs the step only when the button is pressed. */
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { WireLink } from '../../../contract/links.ts';
import { useRead } from '../../data/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { Notice, ProblemAlert, LoadError, Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { PrimaryButton } from '../../page/buttons.tsx';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { signInPath } from '../../router/places.ts';
import { text } from '../../language/text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import styles from '../screens.module.css';
import { UnknownLink } from '../unknown-link.tsx';
import { linkMessages } from '../../../locales/links.ts';

export function LinkScreen({ route, params }: ScreenProps) {
  const [token = ''] = Object.values(params);
  const { data, error, mutate } = useRead('GET /links/:token', { params: { token } }, { isOpen: true });
  const [done, setDone] = useState<WireLink | null>(null);
  if (error?.problem.kind === 'missing')
    return <UnknownLink title={route.title} help={text(linkMessages.unknownLinkHelp)} />;
  if (error !== undefined) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Placeholder />;
  const link = done ?? data;
  return (
    <>
      <PageHead title={link.title} below={link.about} />
      {link.state === 'open' ? (
        <Confirm token={token} link={link} onDone={setDone} />
      ) : (
        <Outcome link={link} />
      )}
    </>
  );
}

interface ConfirmProps {
  readonly token: string;
  readonly link: WireLink;
  readonly onDone: (link: WireLink) => void;
}

function Confirm({ token, link, onDone }: ConfirmProps) {
  const { client } = usePortal();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const press = async () => {
    setBusy(true);
    const result = await client.send('POST /links/:token', { params: { token } });
    setBusy(false);
    if (result.ok) onDone(result.value);
    else setProblem(result.problem);
  };
  return (
    <div className={styles.confirm}>
      <p>{text(linkMessages.confirmIntroduction)}</p>
      <ProblemAlert problem={problem} />
      <PrimaryButton type="button" disabled={isBusy} onClick={() => void press()}>
        {link.title}
      </PrimaryButton>
    </div>
  );
}

function Outcome({ link }: { readonly link: WireLink }) {
  const slice = useSlice();
  const onward = <Link to={signInPath(slice)}>{text(linkMessages.continueToPortal)}</Link>;
  if (link.state === 'used') {
    return (
      <Notice icon={IconCheck} heading={text(linkMessages.confirmed)} action={onward}>
        {text(linkMessages.confirmedNothingMore)}
      </Notice>
    );
  }
  return (
    <Notice icon={IconClock} heading={text(linkMessages.linkOver)} action={onward}>
      {text(linkMessages.linkOverHelp)}
    </Notice>
  );
}
