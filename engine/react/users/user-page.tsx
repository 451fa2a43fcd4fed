/** The page of one account: what others may change of it, whether it may sign in, and its history. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { type FormEvent, useState } from 'react';
import type { WireAccount } from '../../contract/accounts.ts';
import { userMessages } from '../../locales/users.ts';
import { USER } from '../../portal/access/accounts.ts';
import { StateTag } from '../facts/state-tag.tsx';
import { Fallback, ProblemAlert } from '../page/feedback.tsx';
import { PersonPicture } from '../page/person-picture.tsx';
import { PageHead } from '../page/page-head.tsx';
import { useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { useUser, useUserWrite, type UserWrite } from './use-user.ts';
import { UserAccess } from './user-access.tsx';
import { answersOf, MembershipFields, NameField, type UserAnswers } from './user-fields.tsx';
import { UserMemberships } from './user-memberships.tsx';
import { UserHistory } from './user-history.tsx';
import formStyles from '../page/plain-form.module.css';
import styles from './users.module.css';

export function UserPage({ title, slug }: { readonly title: string; readonly slug: string }) {
  const { data: account, error, mutate } = useUser(slug);
  if (account === undefined) {
    return (
      <>
        <PageHead title={title} />
        <Fallback error={error} retry={mutate} />
      </>
    );
  }
  const show = (changed?: WireAccount) => void mutate(changed, { revalidate: changed === undefined });
  return <LoadedUser account={account} onChange={show} />;
}

interface LoadedUserProps {
  readonly account: WireAccount;
  /** Without an account it is read again. */
  readonly onChange: (account?: WireAccount) => void;
}

function LoadedUser({ account, onChange }: LoadedUserProps) {
  const details = useUserWrite(account, onChange);
  return (
    <>
      <PageHead title={account.name} below={<UserHead account={account} />} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {account.editable ? (
            <>
              <UserDetails key={account.version} account={account} write={details} />
              <UserMemberships account={account} onChange={onChange} />
              <UserAccess account={account} onChange={onChange} />
            </>
          ) : (
            <p>{text(account.own ? userMessages.yourOwn : userMessages.onlyRead)}</p>
          )}
        </div>
        {(account.editable || account.own) && <UserHistory account={account} />}
      </div>
    </>
  );
}

function UserHead({ account }: { readonly account: WireAccount }) {
  const { departments } = useSlice();
  const parts = [account.position, departments[account.department]?.title, account.username];
  return (
    <>
      <PersonPicture name={account.name} photo={account.photo} />
      <StateTag type={USER} state={account.state} />
      {parts.map((part) => part !== null && part !== undefined && <span key={part}>{part}</span>)}
    </>
  );
}

/** All of them in one form if there is one membership; otherwise each membership has its own. */
function UserDetails({ account, write }: { readonly account: WireAccount; readonly write: UserWrite }) {
  const { memberships, elsewhere } = account;
  const [only, ...others] = memberships;
  const whole = only !== undefined && others.length === 0 ? only : null;
  const [answers, setAnswers] = useState<UserAnswers>(() => answersOf(whole ?? { flags: [] }, account.name));
  if (elsewhere !== null) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, unit, flags } = answers;
    const position = answers.position.trim() || null;
    const body = whole === null ? { name } : { name, unit, flags, position };
    void write.change(text(userMessages.changesSaved), (client, base) =>
      client.send('PATCH /accounts/:slug', { ...base, body }),
    );
  };
  return (
    <form className={formStyles.form} noValidate onSubmit={submit}>
      <NameField answers={answers} errors={write.errors} onChange={setAnswers} />
      {whole !== null && (
        <MembershipFields
          answers={answers}
          units={whole.units}
          flags={whole.flags}
          errors={write.errors}
          onChange={setAnswers}
        />
      )}
      <ProblemAlert problem={write.problem} />
      {write.done !== null && <output className={formStyles.done}>{write.done}</output>}
      <Button type="submit" loading={write.isBusy}>
        {text(userMessages.save)}
      </Button>
    </form>
  );
}
