/** A new password, twice, because nobody sees what is typed. */
import { PasswordInput } from '@mantine/core';
import { PASSWORD_MINIMUM } from '../../../portal/access/password-length.ts';
import { text } from '../../text.ts';
import { accountMessages } from '../../../locales/account.ts';

export function NewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
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
