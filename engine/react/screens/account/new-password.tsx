/** A new password, twice, because nobody sees what is typed. */
import { PasswordInput } from '@mantine/core';
import { text } from '../../text.ts';

/** As the server asks for it. */
export const shortest = 10;

export function NewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  return (
    <>
      <PasswordInput
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': text('Show or hide the password') }}
        label={text('New password')}
        description={text('At least {count} characters. A sentence is easier to remember than a word.', {
          count: shortest,
        })}
        name="password"
        required
        withAsterisk={false}
        minLength={shortest}
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
