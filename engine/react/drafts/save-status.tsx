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
  /** Of the form: they give an unfinished answer its title. */
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
      {/* Heard once a change, not with every minute that passes. */}
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
      // A server whose clock runs ahead still saved in the past.
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
