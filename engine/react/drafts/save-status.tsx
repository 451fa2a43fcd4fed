/** "Saved 2 minutes ago", or where the answers are while they cannot be saved. */
import { useEffect, useState } from 'react';
import { sayProblem } from '../api/problem.ts';
import { sayRelative } from '../page/dates.ts';
import type { Saving } from './draft-keeper.ts';
import styles from './save-status.module.css';

const everyHalfMinute = 30_000;

export function SaveStatus({ saving }: { readonly saving: Saving }) {
  const now = useNow();
  const text = sayStatus(saving, now);
  return (
    <output className={styles.status} data-urgent={saving.kind === 'kept'}>
      {text}
    </output>
  );
}

function sayStatus(saving: Saving, now: number): string {
  switch (saving.kind) {
    case 'nothing':
      return '';
    case 'unsaved':
    case 'saving':
      return 'Saving …';
    case 'saved':
      return `Saved ${sayRelative(saving.at, now)}`;
    case 'kept':
      return sayProblem(saving.problem);
  }
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyHalfMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
