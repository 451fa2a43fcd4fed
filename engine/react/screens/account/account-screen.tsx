/** The account pages: change the password, or replace given sign-in details. */
import { Notice } from '../../page/notice.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { text } from '../../text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { CredentialsForm, PasswordForm } from './password-form.tsx';
import { accountMessages } from '../../../locales/account.ts';

export function AccountScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      <Form does={route.does} />
    </>
  );
}

function Form({ does }: { readonly does: string | null }) {
  if (does === 'credentials') return <CredentialsForm />;
  if (does === 'password') return <PasswordForm />;
  return <Notice icon="clock">{text(accountMessages.nothingToChange)}</Notice>;
}
