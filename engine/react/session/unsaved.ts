/** What somebody has typed and the server does not have yet. It is saved before another language draws the pages anew. */
const open = new Set<() => Promise<unknown>>();

/** @returns ends it: the form is closed */
export function saveBeforeRedraw(save: () => Promise<unknown>): () => void {
  open.add(save);
  return () => void open.delete(save);
}

/** What cannot be saved now is kept on this device. */
export async function saveUnsaved(): Promise<void> {
  await Promise.allSettled([...open].map((save) => save()));
}
