/** "Saved 2 minutes ago", or where the answers are while they cannot be saved. */
import { useEffect, useState } from 'react';
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { sayRelative } from '../page/dates.ts';
import { text } from '../text.ts';
import type { SaveState } from './draft-keeper.ts';
import styles from './save-status.module.css';
import { draftMessages } from '../../locales/drafts.ts';

const everyHalfMinute = 30_000;

interface SaveStatusProps {
  readonly saving: SaveState;
  /** The schema of the form: gives the titles of unfinished answers. */
  readonly questions: JsonSchema;
}

export function SaveStatus({ saving, questions }: SaveStatusProps) {
  const now = useNow();
  const heard = useHeard(saving);
  return (
    <>
      <span className={styles.status} data-urgent={saving.kind === 'kept'}>
        {sayStatus(saving, { now, questions })}
      </span>
      {/* Announced once for each change, not every minute. */}
      <output className={styles.heard}>{heard}</output>
    </>
  );
}

interface StatusContext {
  readonly now: number;
  readonly questions: JsonSchema;
}

function sayStatus(saving: SaveState, { now, questions }: StatusContext): string {
  switch (saving.kind) {
    case 'nothing':
      return '';
    case 'unsaved':
    case 'saving':
      return text(draftMessages.saving);
    case 'saved':
      // The server's clock may be ahead, but the save is still in the past.
      return saySaved(
        sayRelative(saving.at, Math.max(now, Date.parse(saving.at))),
        saving.open.map((name) => String(propertiesOf(questions)[name]?.['title'] ?? name)),
      );
    case 'kept':
      return text(draftMessages.keptOnDevice);
  }
}

function saySaved(ago: string, unfinished: readonly string[]): string {
  const [title] = unfinished;
  if (title === undefined) return text(draftMessages.savedAgo, { ago });
  return unfinished.length === 1
    ? text(draftMessages.savedExceptOne, { ago, title })
    : text(draftMessages.savedExceptUnfinished, { count: unfinished.length, ago });
}

/** The announced text stays unchanged during the next save, so that screen readers do not repeat it. */
function useHeard(saving: SaveState): string {
  const [heard, setHeard] = useState('');
  const next =
    saving.kind === 'saved'
      ? text(draftMessages.answersSaved)
      : saving.kind === 'kept'
        ? text(draftMessages.answersKeptOnDevice)
        : heard;
  // Nothing is announced when a saved draft opens, only after the user types.
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
