/** Changes the password; the old one shows that it is really the account's owner. */
import { text } from '../../text.ts';
import { AccountForm, fieldOf } from './account-form.tsx';
import { NewPassword } from './new-password.tsx';
import { PresentPassword } from './present-password.tsx';

export function PasswordForm() {
  return (
    <AccountForm
      intro={text('After this you sign in with the new password. You stay signed in here.')}
      button={text('Change my password')}
      path="password"
      done={text('Your password is changed.')}
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
