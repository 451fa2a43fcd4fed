/** A modal dialog of the browser: it opens when it is drawn. When it is gone, the focus is back on the page. */
import { type RefObject, useEffect, useRef } from 'react';
import { returnFocus } from './focus-request.ts';

export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    if (!element.open) {
      opener.current = document.activeElement;
      element.showModal();
    }
    return () => {
      // In development, React also runs this while the dialog stays.
      if (!element.isConnected) returnFocus(opener.current);
    };
  }, []);
  return dialog;
}
