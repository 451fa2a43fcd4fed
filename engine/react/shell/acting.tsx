/** For whom a person acts: changes it, and the line above each page while they act for somebody else. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { delegationMessages } from '../../locales/delegations.ts';
import { sayProblem } from '../api/problem.ts';
import { text } from '../language/text.ts';
import { pageMessages } from '../../locales/page.ts';
import { sayDate } from '../page/dates.ts';
import { signInPath } from '../router/places.ts';
import { usePortal, useSession, useSlice } from '../session/portal-context.ts';
import { sessionOf } from '../session/user.ts';
import styles from './shell.module.css';

/** Changes for whom or where the session acts, and opens the start page. */
export function useActing() {
  const { client, store, account } = usePortal();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const choose = async (delegation: string | null) => {
    setIsBusy(true);
    const result = await client.send('PUT /acts-for', { body: { delegation } });
    setIsBusy(false);
    if (!result.ok) {
      store.change((draft) => {
        const [title, button] = [text(delegationMessages.notChanged), text(pageMessages.close)];
        draft.dialog = { title, text: sayProblem(result.problem), button, closesAfter: null };
      });
      return;
    }
    const { value } = result;
    store.change((draft) => void Object.assign(draft, { session: sessionOf(value, value.token) }));
    await account.reloadSlice();
    await navigate(signInPath(store.get().slice));
  };
  const chooseMembership = async (id: string) => {
    if (!(await account.chooseMembership(id))) return;
    // Leads people who are signed in to the home page of their department.
    await navigate(signInPath(store.get().slice));
  };
  return { isBusy, choose, chooseMembership };
}

/** Nothing for somebody who acts for themself. */
export function ActingLine() {
  const { actsFor, deputyOf } = useSession();
  const { timeZone } = useSlice();
  const { isBusy, choose } = useActing();
  const delegation = deputyOf.find(({ id }) => id === actsFor);
  if (delegation === undefined) return null;
  const { name: officer, last_day: last } = delegation;
  return (
    <div className={styles.line}>
      <span>{text(delegationMessages.actingFor, { officer, day: sayDate(last, timeZone) })}</span>
      <Button size="compact-md" variant="default" loading={isBusy} onClick={() => void choose(null)}>
        {text(delegationMessages.actForMyself)}
      </Button>
    </div>
  );
}
