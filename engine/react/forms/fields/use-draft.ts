/** What is being typed stays in the field; the form hears of it when the typing pauses, on leaving and on Enter. */
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const pause = 250;

export interface Draft {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * @param text as the form has it
 * @param commit tells the form
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
      // Enter sends the form at once, and the last words belong to it.
      if (event.key === 'Enter') flushSync(settle);
    },
  };
}
