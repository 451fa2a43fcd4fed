/** Reports each question that somebody leaves, so that a wrong answer is shown at once. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * @param leave receives the path of the question
 * @returns the reference for the form
 */
export function useLeftQuestions(leave: (path: string) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement | null>(null);
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    let waiting: string | null = null;
    let isPressed = false;
    const press = () => void (isPressed = true);
    const tell = () => {
      if (waiting !== null) latest.current(waiting);
      waiting = null;
    };
    const release = () => {
      isPressed = false;
      // After the click: a message that appears before it would move the button away from the finger.
      setTimeout(tell);
    };
    const leaveQuestion = ({ target, relatedTarget }: FocusEvent) => {
      const path = form.current === null ? null : leftPath(form.current, target, relatedTarget);
      if (path === null) return;
      waiting = path;
      // Once the form has the answer.
      if (!isPressed) setTimeout(tell);
    };
    const listened = new AbortController();
    const { signal } = listened;
    document.addEventListener('pointerdown', press, { capture: true, signal });
    document.addEventListener('pointerup', release, { capture: true, signal });
    document.addEventListener('pointercancel', release, { capture: true, signal });
    // After the handlers of the field, which pass its answer to the form.
    document.addEventListener('focusout', leaveQuestion, { signal });
    return () => listened.abort();
  }, []);
  return form;
}

/** @returns null if the focus stays within the question, or was not in one */
function leftPath(form: HTMLElement, left: EventTarget | null, next: EventTarget | null): string | null {
  const question = left instanceof Element ? left.closest<HTMLElement>('[data-question]') : null;
  if (question === null || !form.contains(question)) return null;
  if (next instanceof Node && question.contains(next)) return null;
  return question.dataset['question'] ?? null;
}
