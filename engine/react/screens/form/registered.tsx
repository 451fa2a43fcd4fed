/** The page after a registration, or after a request for a link by mail. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { linkMessages } from '../../../locales/links.ts';
import { useSlice } from '../../portal-context.ts';
import { signInPath } from '../../router/places.ts';
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { Confirmation } from './filed.tsx';
import styles from './form.module.css';

interface RegisteredProps {
  readonly username: string;
  /** The purpose of the link sent to this address; null: none was sent. */
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

interface LinkSentProps {
  readonly address: string;
  /** Title of the step that the link runs. */
  readonly step: string;
}

export function LinkSent({ address, step }: LinkSentProps) {
  return (
    <>
      {textAround(linkMessages.messageSent, { step, address: <strong>{address}</strong> })}{' '}
      {text(linkMessages.lookInSpamFolder)}
    </>
  );
}
