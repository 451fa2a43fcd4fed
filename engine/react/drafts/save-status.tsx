/** "Saved 2 minutes ago", or where the answers are while they cannot be saved. */
import { useEffect, useState } from 'react';
import { sayRelative } from '../page/dates.ts';
import { text } from '../text.ts';
import type { SaveState } from './draft-keeper.ts';
import styles from './save-status.module.css';
import { draftMessages } from '../../locales/drafts.ts';

const everyHalfMinute = 30_000;

export function SaveStatus({ saving }: { readonly saving: SaveState }) {
  const now = useNow();
  const heard = useHeard(saving);
  return (
    <>
      <span className={styles.status} data-urgent={saving.kind === 'kept'}>
        {sayStatus(saving, now)}
      </span>
      {/* Heard once a change, not with every minute that passes. */}
      <output className={styles.heard}>{heard}</output>
    </>
  );
}

function sayStatus(saving: SaveState, now: number): string {
  switch (saving.kind) {
    case 'nothing':
      return '';
    case 'unsaved':
    case 'saving':
      return text(draftMessages.saving);
    case 'saved':
      // A server whose clock runs ahead still saved in the past.
      return saySaved(sayRelative(saving.at, Math.max(now, Date.parse(saving.at))), saving.open);
    case 'kept':
      return text(draftMessages.keptOnDevice);
  }
}

function saySaved(ago: string, open: number): string {
  if (open === 0) return text(draftMessages.savedAgo, { ago });
  return text(draftMessages.savedExceptUnfinished, { count: open, ago });
}

/** What is said aloud stays as it is while the next save runs, so that the same words are not said again. */
function useHeard(saving: SaveState): string {
  const [heard, setHeard] = useState('');
  const next =
    saving.kind === 'saved'
      ? text(draftMessages.answersSaved)
      : saving.kind === 'kept'
        ? text(draftMessages.answersKeptOnDevice)
        : heard;
  // Nothing new when a saved draft is opened: it is said once something was typed.
  const [isTouched, setIsTouched] = useState(false);
  if (!isTouched && saving.kind !== 'saved' && saving.kind !== 'nothing') setIsTouched(true);
  if (isTouched && next !== heard) setHeard(next);
  return heard;
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyHalfMinute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
