/** The text of a field while somebody types: the form gets it after a pause, on leaving the field, and on Enter. */
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const pause = 250;

export interface Draft {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * @param text the form's value
 * @param commit passes the text to the form
 */
export function useDraft(text: string, commit: (text: string) => void): Draft {
  const [typed, setTyped] = useState<string | null>(null);
  const waiting = useRef<{ readonly text: string; readonly timer: number } | null>(null);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  const settle = useCallback(() => {
    if (waiting.current === null) return;
    window.clearTimeout(waiting.current.timer);
    const { text: last } = waiting.current;
    waiting.current = null;
    latest.current(last);
  }, []);
  useEffect(() => settle, [settle]);
  return {
    text: typed ?? text,
    onType(next) {
      setTyped(next);
      if (waiting.current !== null) window.clearTimeout(waiting.current.timer);
      waiting.current = { text: next, timer: window.setTimeout(settle, pause) };
    },
    onBlur() {
      settle();
      setTyped(null);
    },
    onKeyDown(event) {
      // Enter submits the form at once, with the last typed text.
      if (event.key === 'Enter') flushSync(settle);
    },
  };
}
