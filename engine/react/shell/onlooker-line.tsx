/** Says above every page that somebody sees the portal as another person, and leads back. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconEye } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { onlookerMessages } from '../../locales/onlookers.ts';
import { text } from '../language/text.ts';
import { sayParts, sayTime } from '../page/dates.ts';
import { signInPath } from '../router/places.ts';
import { usePortal, useSession, useSlice } from '../session/portal-context.ts';
import { Icon } from '../theme/icon.tsx';
import styles from './shell.module.css';

/** Milliseconds before its end: a page that reads then would be signed out. */
const early = 3_000;

/** Nothing for somebody who sees their own portal. */
export function OnlookerLine() {
  const { seenBy, name } = useSession();
  const { timeZone } = useSlice();
  const { store, account } = usePortal();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const { until = null, records = [] } = seenBy ?? {};
  const leave = useCallback(async () => {
    setIsBusy(true);
    await account.seeAsMyself();
    setIsBusy(false);
    // Leads people who are signed in to the home page of their department.
    await navigate(signInPath(store.get().slice));
  }, [account, navigate, store]);
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => void leave(), Math.max(0, Date.parse(until) - Date.now() - early));
    return () => clearTimeout(timer);
  }, [until, leave]);
  if (until === null) return null;
  return (
    <section className={styles.onlookerLine} aria-label={text(onlookerMessages.seeAs)}>
      <Icon of={IconEye} size={20} />
      <span>
        {text(onlookerMessages.banner, { name, time: sayTime(Date.parse(until), timeZone) })}{' '}
        {records.length === 0
          ? text(onlookerMessages.noRecords)
          : text(onlookerMessages.recordsOf, { types: sayParts(records) })}
      </span>
      <Button size="compact-md" variant="white" loading={isBusy} onClick={() => void leave()}>
        {text(onlookerMessages.backToMyself)}
      </Button>
    </section>
  );
}
