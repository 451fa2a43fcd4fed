/** A new password, twice, because nobody sees what is typed. */
import { PasswordInput } from '@mantine/core';
import { PASSWORD_MINIMUM } from '../../../portal/password-length.ts';
import { text } from '../../text.ts';

export function NewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  return (
    <>
      <PasswordInput
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': text('Show or hide the password') }}
        label={text('New password')}
        description={text('At least {count} characters. A sentence is easier to remember than a word.', {
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
        visibilityToggleButtonProps={{ 'aria-label': text('Show or hide the password') }}
        label={text('New password once more')}
        name="again"
        required
        withAsterisk={false}
        autoComplete="new-password"
        error={errors.again}
      />
    </>
  );
}
