/** Sets one's own e-mail and password, in place of those that an account was opened with. */
import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { usePortal } from '../../portal-context.ts';
import { signInPath } from '../../router/places.ts';
import { sessionOf } from '../../session/user.ts';
import { text } from '../../text.ts';
import { AccountForm, fieldOf } from './account-form.tsx';
import { NewPassword } from './new-password.tsx';
import { PresentPassword } from './present-password.tsx';
import { accountMessages } from '../../../locales/account.ts';

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
        const token = record.token ?? client.tokens.read() ?? '';
        client.tokens.write(token);
        store.change((draft) => void Object.assign(draft, { session: sessionOf(record, token) }));
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
