/**
 * What somebody types into a field. The form gets it after a pause, on leaving the field, on Enter, and before it is
 * saved. Until then a key is the work of the browser alone: React neither draws nor hears of it.
 */
import { type KeyboardEvent, type RefCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { beginTyping, endTyping } from '../../session/unsaved.ts';

const pause = 250;

type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface Draft {
  /** The `ref` of the field, whose `defaultValue` is the form's value. */
  readonly place: RefCallback<TextField>;
  /** Enters the text as if somebody typed it. */
  readonly fill: (text: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface TypingOptions {
  /** The form's value, as the field shows it. */
  readonly value: string;
  /** Passes the text to the form. */
  readonly commit: (text: string) => void;
  /** Changes the text of the field after a key, for example to group thousands. `before`: the text before the key. */
  readonly rewrite?: (event: Event, before: string) => void;
}

export function useDraft(options: TypingOptions): Draft {
  const [typing] = useState(() => createTyping(options));
  const [, setVisits] = useState(0);
  useLayoutEffect(() => typing.show(options));
  useEffect(() => typing.settle, [typing]);
  return {
    place: typing.listen,
    fill: typing.fill,
    onBlur() {
      // Shows the form's value, which may be written in another way.
      if (typing.end()) setVisits((count) => count + 1);
    },
    onKeyDown(event) {
      // Enter submits the form at once, with the last typed text.
      if (event.key === 'Enter') flushSync(typing.settle);
    },
  };
}

/** The text that somebody types, and the wait until the form gets it. */
function createTyping(first: TypingOptions) {
  let options = first;
  let field: TextField | null = null;
  /** Null: nobody types. */
  let typed: string | null = null;
  let timer: number | null = null;
  const settle = () => {
    if (timer === null || typed === null) return;
    window.clearTimeout(timer);
    timer = null;
    endTyping(settle);
    options.commit(typed);
  };
  const take = (text: string) => {
    typed = text;
    if (timer === null) beginTyping(settle);
    else window.clearTimeout(timer);
    timer = window.setTimeout(settle, pause);
  };
  /**
   * The browser's own events end here. After each of them React would take the field's name away and put it back, and
   * a browser would look through all fields of the form again before it passes the next event on.
   */
  const hear = (event: Event) => {
    event.stopPropagation();
    const before = typed ?? options.value;
    if (field === null || field.value === before) return;
    options.rewrite?.(event, before);
    take(field.value);
  };
  return {
    listen(shown: TextField | null) {
      if (shown === null) return undefined;
      field = shown;
      // Some tools that fill in forms send `change` only.
      for (const name of ['input', 'change']) shown.addEventListener(name, hear);
      return () => {
        field = null;
        for (const name of ['input', 'change']) shown.removeEventListener(name, hear);
      };
    },
    /** Shows the form's value, unless somebody types. */
    show(next: TypingOptions) {
      options = next;
      if (field !== null && typed === null && field.value !== next.value) field.value = next.value;
    },
    fill(text: string) {
      if (field !== null) field.value = text;
      take(text);
    },
    /** Passes on what waits. */
    settle,
    /** @returns whether somebody has typed */
    end(): boolean {
      const hasTyped = typed !== null;
      settle();
      typed = null;
      return hasTyped;
    },
  };
}
