/** Changes the password; the old one shows that it is really the account's owner. */
import { usePortal } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { AccountForm, fieldOf } from './account-form.tsx';
import { NewPassword } from './new-password.tsx';
import { PresentPassword } from './present-password.tsx';
import { accountMessages } from '../../../locales/account.ts';

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
