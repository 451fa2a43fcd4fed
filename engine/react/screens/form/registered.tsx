/** The page after a registration: the message to open first, and the name to sign in with. It says nothing of whether the address had an account. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSlice } from '../../portal-context.ts';
import { signInPath } from '../../router/places.ts';
import { text } from '../../text.ts';
import { Confirmation } from './confirmation.tsx';
import styles from './form.module.css';
import { LinkSent } from './link-sent.tsx';
import { accountMessages } from '../../../locales/account.ts';

interface RegisteredProps {
  readonly username: string;
  /** What the link does that was sent to this address; null: none was sent. */
  readonly link: string | null;
}

export function Registered({ username, link }: RegisteredProps) {
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
        <Button component={Link} className={styles.button} to={path} state={{ username }}>
          {text(accountMessages.signIn)}
        </Button>
      </div>
    </Confirmation>
  );
}
