/** The account screen: changes the credentials, the password (also a forgotten one), the second step and the profile, and lists the sessions and the deputies. */
import { IconClock, IconUser } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { message } from '../../../locales/message.ts';
import { providerMessages } from '../../../locales/providers.ts';
import { tell } from '../../../portal/text/tell.ts';
import { Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortal, useSession, useSlice } from '../../session/portal-context.ts';
import { signInPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { sessionOf } from '../../session/user.ts';
import { reader, text } from '../../language/text.ts';
import { Deputies } from './deputies.tsx';
import { AccountForm, EmailField, fieldOf, NewPassword, PresentPassword } from './account-form.tsx';
import { OwnProfile } from './own-profile.tsx';
import { ForgottenForm, LinkedPasswordForm } from './password-link-forms.tsx';
import { SecondStep } from './second-step.tsx';
import { SessionList } from './session-list.tsx';

export function AccountScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      <Form does={route.does} />
    </>
  );
}

/** Accounts without a password have nothing to change there. */
const ofPasswords: ReadonlySet<string> = new Set(['credentials', 'password', 'second-step']);

function Form({ does }: { readonly does: string | null }) {
  const { providers, isPasswordless } = useSlice().signIn;
  const isSignedIn = useSession().token !== null;
  if (isSignedIn && isPasswordless && does !== null && ofPasswords.has(does)) {
    const provider = { oneOf: providers.map(({ title }) => title) };
    return (
      <Notice icon={IconUser}>{tell(reader(), message(providerMessages.noPassword, { provider }))}</Notice>
    );
  }
  if (does === 'credentials') return <CredentialsForm />;
  if (does === 'password') return <PasswordForm />;
  if (does === 'forgotten') return <ForgottenForm />;
  if (does === 'second-step') return <SecondStep />;
  if (does === 'sessions') return <SessionList />;
  if (does === 'profile') return <OwnProfile />;
  if (does === 'deputies') return <Deputies />;
  if (does === 'new-password') return <LinkedPasswordForm />;
  return <Notice icon={IconClock}>{text(accountMessages.nothingToChange)}</Notice>;
}

function PasswordForm() {
  const { client } = usePortal();
  return (
    <AccountForm
      intro={text(accountMessages.newPasswordIntroduction)}
      button={text(accountMessages.changePassword)}
      done={text(accountMessages.passwordChanged)}
      send={(data) => {
        const [current, password] = [fieldOf(data, 'current'), fieldOf(data, 'password')];
        return client.send('POST /password', { body: { current, password } });
      }}
    >
      {(errors) => (
        <>
          <PresentPassword error={errors.current} />
          <NewPassword errors={errors} />
        </>
      )}
    </AccountForm>
  );
}

function CredentialsForm() {
  const { client, store, account } = usePortal();
  const navigate = useNavigate();
  return (
    <AccountForm
      intro={text(accountMessages.credentialsIntroduction)}
      button={text(accountMessages.saveCredentials)}
      send={(data) => {
        const username = fieldOf(data, 'username').trim();
        const [current, password] = [fieldOf(data, 'current'), fieldOf(data, 'password')];
        return client.send('POST /credentials', { body: { current, username, password } });
      }}
      onDone={async (record) => {
        client.tokens.write(record.token);
        store.change((draft) => void Object.assign(draft, { session: sessionOf(record, record.token) }));
        await account.reloadSlice();
        await navigate(signInPath(store.get().slice));
      }}
    >
      {(errors) => (
        <>
          <PresentPassword error={errors.current} />
          <EmailField label={text(accountMessages.newEmailAddress)} error={errors.username} />
          <NewPassword errors={errors} />
        </>
      )}
    </AccountForm>
  );
}
