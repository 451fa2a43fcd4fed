/** What somebody has typed and the server does not have yet. It is saved before another language draws the pages anew. */
import { flushSync } from 'react-dom';

const open = new Set<() => Promise<unknown>>();

/** @returns ends it: the form is closed */
export function saveBeforeRedraw(save: () => Promise<unknown>): () => void {
  open.add(save);
  return () => void open.delete(save);
}

/** Each passes the text of a field to its form, which waits for a pause in the typing. */
const typings = new Set<() => void>();
/** The form needs all texts then: it is sent, or the browser may end the page without a further word. */
const occasions = ['submit', 'visibilitychange', 'pagehide'];

/** A field has a text that its form does not have. @param settle passes it on, at the latest before the form is saved */
export function beginTyping(settle: () => void): void {
  // The window hears of these before the form does.
  if (typings.size === 0) for (const name of occasions) window.addEventListener(name, settleTypings, true);
  typings.add(settle);
}

/** The form has the text. */
export function endTyping(settle: () => void): void {
  typings.delete(settle);
  if (typings.size === 0) for (const name of occasions) window.removeEventListener(name, settleTypings, true);
}

function settleTypings(): void {
  flushSync(() => {
    for (const settle of typings) settle();
  });
}

/** What cannot be saved now is kept on this device. */
export async function saveUnsaved(): Promise<void> {
  settleTypings();
  await Promise.allSettled([...open].map((save) => save()));
}
