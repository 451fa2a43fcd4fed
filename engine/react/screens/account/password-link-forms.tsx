/** A forgotten password: the form that asks for a link by mail, and the page that the link opens. */
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { linkMessages } from '../../../locales/links.ts';
import { passkeyMessages } from '../../../locales/passkeys.ts';
import { providerMessages } from '../../../locales/providers.ts';
import { sayParts } from '../../page/dates.ts';
import { Notice } from '../../page/feedback.tsx';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { forgottenPath, signInPath } from '../../router/places.ts';
import { text } from '../../language/text.ts';
import { AccountForm, EmailField, fieldOf, NewPassword } from './account-form.tsx';
import styles from './account.module.css';

export function ForgottenForm() {
  const { client } = usePortal();
  const slice = useSlice();
  const [isSent, setIsSent] = useState(false);
  if (isSent) {
    return (
      <Notice
        icon={IconCheck}
        heading={text(accountMessages.checkYourMail)}
        action={<Link to={signInPath(slice)}>{text(accountMessages.signIn)}</Link>}
      >
        {text(accountMessages.forgottenSent)}
      </Notice>
    );
  }
  const explained = text(accountMessages.forgottenExplained);
  const { isPasswordless } = slice.signIn;
  return (
    <AccountForm
      intro={isPasswordless ? `${explained} ${text(providerMessages.someMailsSayHow)}` : explained}
      button={text(accountMessages.sendLink)}
      send={(data) =>
        client.send('POST /password/forgotten', { body: { username: fieldOf(data, 'username').trim() } })
      }
      onDone={async () => setIsSent(true)}
    >
      {(errors) => <EmailField label={text(accountMessages.emailAddress)} error={errors.username} />}
    </AccountForm>
  );
}

export function LinkedPasswordForm() {
  const { client } = usePortal();
  const slice = useSlice();
  const token = useLocation().hash.slice(1);
  const [passkeys, setPasskeys] = useState<readonly string[] | null>(null);
  const forgotten = forgottenPath(slice);
  if (passkeys !== null) {
    return (
      <Notice
        icon={IconCheck}
        heading={text(accountMessages.passwordChanged)}
        action={<Link to={signInPath(slice)}>{text(accountMessages.signIn)}</Link>}
      >
        {text(accountMessages.signInWithChosenPassword)}
        {passkeys.length > 0 && ` ${text(passkeyMessages.kept, { passkeys: sayParts(passkeys) })}`}
      </Notice>
    );
  }
  if (token === '') {
    return (
      <Notice
        icon={IconSearch}
        heading={text(linkMessages.unknownLink)}
        action={forgotten !== null && <Link to={forgotten}>{text(accountMessages.askForLink)}</Link>}
      >
        {text(accountMessages.passwordLinkIncomplete)}
      </Notice>
    );
  }
  return (
    <>
      <AccountForm
        intro={text(accountMessages.tokenPasswordExplained)}
        button={text(accountMessages.savePassword)}
        send={(data) =>
          client.send('POST /password/new', { body: { token, password: fieldOf(data, 'password') } })
        }
        onDone={async (answer) => setPasskeys(answer.passkeys)}
      >
        {(errors) => <NewPassword errors={errors} />}
      </AccountForm>
      {forgotten !== null && (
        <p className={styles.below}>
          <Link to={forgotten}>{text(accountMessages.askForLink)}</Link>
        </p>
      )}
    </>
  );
}
