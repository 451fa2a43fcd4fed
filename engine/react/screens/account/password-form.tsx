/** Changes the password; the old one shows that it is really the account's owner. */
import { text } from '../../text.ts';
import { AccountForm, fieldOf } from './account-form.tsx';
import { NewPassword } from './new-password.tsx';
import { PresentPassword } from './present-password.tsx';
import { accountMessages } from '../../../locales/account.ts';

export function PasswordForm() {
  return (
    <AccountForm
      intro={text(accountMessages.newPasswordIntroduction)}
      button={text(accountMessages.changePassword)}
      path="password"
      done={text(accountMessages.passwordChanged)}
      bodyOf={(data) => ({ current: fieldOf(data, 'current'), password: fieldOf(data, 'password') })}
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
