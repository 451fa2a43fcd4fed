/** Keeps a draft while its form is open, and reports whether it is saved. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftMessages } from '../../locales/drafts.ts';
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { sayProblem } from '../api/problem.ts';
import { sayRelative } from '../page/dates.ts';
import { useTellsConnection } from '../data/told-connection.ts';
import { text } from '../language/text.ts';
import { useSlice } from '../session/portal-context.ts';
import { saveBeforeRedraw } from '../session/unsaved.ts';
import {
  createDraftKeeper,
  type DraftKeeper,
  type DraftOptions,
  type DraftState,
  type SaveState,
} from './draft-keeper.ts';
import styles from '../page/page.module.css';

/** Only the options of the first call count: another record is another page. */
export function useDraftKeeper(options: DraftOptions): readonly [DraftState, DraftKeeper] {
  const [keeper] = useState(() => createDraftKeeper(options));
  useEffect(() => {
    const end = saveBeforeRedraw(() => keeper.save());
    const retry = () => keeper.flush();
    const leave = () => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', leave);
    return () => {
      end();
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', leave);
      keeper.dispose();
    };
  }, [keeper]);
  return [useSyncExternalStore(keeper.subscribe, keeper.get), keeper];
}

const everyHalfMinute = 30_000;

interface SaveStatusProps {
  readonly saving: SaveState;
  /** The schema of the form: gives the titles of unfinished answers. */
  readonly questions: JsonSchema;
}

export function SaveStatus({ saving, questions }: SaveStatusProps) {
  const { timeZone } = useSlice();
  const now = useNow();
  const heard = useHeard(saving);
  return (
    <>
      <span data-quiet data-urgent={saving.kind === 'kept'}>
        {sayStatus(saving, { now, timeZone, questions })}
      </span>
      {/* Announced once for each change, not every minute. */}
      <output data-spoken>{heard}</output>
    </>
  );
}

interface StatusContext {
  readonly now: number;
  readonly timeZone: string;
  readonly questions: JsonSchema;
}

function sayStatus(saving: SaveState, { now, timeZone, questions }: StatusContext): string {
  switch (saving.kind) {
    case 'nothing':
      return '';
    case 'unsaved':
    case 'saving':
      return text(draftMessages.saving);
    case 'saved':
      // The server's clock may be ahead, but the save is still in the past.
      return saySaved(
        sayRelative(saving.at, timeZone, Math.max(now, Date.parse(saving.at))),
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

export function DraftNotice({ saving, isMerged }: Pick<DraftState, 'saving' | 'isMerged'>) {
  useTellsConnection(saving.kind === 'kept' && saving.problem.kind === 'offline');
  if (saving.kind === 'kept') {
    const { problem } = saving;
    const isAway = problem.kind === 'offline' || problem.kind === 'server';
    return (
      <div className={styles.note} data-above>
        {problem.kind === 'offline' ? text(draftMessages.offline) : sayProblem(problem)}
        {isAway && ` ${text(draftMessages.sentLater)}`}
      </div>
    );
  }
  if (!isMerged) return null;
  return (
    <output className={styles.note} data-above>
      {text(draftMessages.changedElsewhere)}
    </output>
  );
}
