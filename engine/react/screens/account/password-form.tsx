/** Changes the name and the password of an account. */
import { PasswordInput, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { PASSWORD_MINIMUM } from '../../../portal/access/password-length.ts';
import { usePortal } from '../../portal-context.ts';
import { signInPath } from '../../router/places.ts';
import { sessionOf } from '../../session/user.ts';
import { text } from '../../text.ts';
import { AccountForm, fieldOf } from './account-form.tsx';

function PresentPassword({ error }: { readonly error: string | undefined }) {
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': text(accountMessages.togglePassword) }}
      label={text(accountMessages.presentPassword)}
      name="current"
      required
      withAsterisk={false}
      autoComplete="current-password"
      error={error}
    />
  );
}

function NewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  return (
    <>
      <PasswordInput
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': text(accountMessages.togglePassword) }}
        label={text(accountMessages.newPassword)}
        description={text(accountMessages.newPasswordHint, {
          count: PASSWORD_MINIMUM,
        })}
        name="password"
        required
        withAsterisk={false}
        minLength={PASSWORD_MINIMUM}
        autoComplete="new-password"
        error={errors.password}
      />
      <PasswordInput
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': text(accountMessages.togglePassword) }}
        label={text(accountMessages.newPasswordAgain)}
        name="again"
        required
        withAsterisk={false}
        autoComplete="new-password"
        error={errors.again}
      />
    </>
  );
}

export function PasswordForm() {
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

export function CredentialsForm() {
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
          <TextInput
            size="md"
            label={text(accountMessages.newEmailAddress)}
            name="username"
            type="email"
            required
            withAsterisk={false}
            autoComplete="username"
            error={errors.username}
          />
          <NewPassword errors={errors} />
        </>
      )}
    </AccountForm>
  );
}
