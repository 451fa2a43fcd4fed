/** Asks for the password that the account has now, to show that it is really its owner who changes it. */
import { PasswordInput } from '@mantine/core';
import { text } from '../../text.ts';
import { accountMessages } from '../../../locales/account.ts';

export function PresentPassword({ error }: { readonly error: string | undefined }) {
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
