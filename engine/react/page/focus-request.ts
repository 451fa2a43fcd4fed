/**
 * Decides where the focus goes. After a navigation the new page’s heading takes it; the first page of a visit leaves it
 * unchanged.
 */
import { useEffect } from 'react';

let isRequested = false;

export function requestFocus(): void {
  isRequested = true;
}

/** True once after each request. A modal dialog keeps the focus until it is gone. */
export function takeFocusRequest(): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  const wasRequested = isRequested;
  isRequested = false;
  return wasRequested;
}

/**
 * Gives the focus back when a modal dialog is gone, unless something on the page has taken it. If the dialog has changed
 * the page, the heading takes it.
 * @param opener had the focus before
 */
export function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const isOfHeading = takeFocusRequest();
  const isLeft = opener instanceof HTMLElement && opener.isConnected && !opener.matches(':disabled');
  if (isLeft && !isOfHeading) opener.focus();
  else document.querySelector('h1')?.focus({ preventScroll: true });
}

/** Moves the focus to the first field with an error. @param errors by name of the field */
export function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, unknown>>): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement);
  fields.find((element) => Object.hasOwn(errors, element.getAttribute('name') ?? ''))?.focus();
}

/**
 * A button that is busy is disabled, and the browser then takes the focus from it. It gets the focus back when it is
 * enabled again, unless something else has it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: HTMLElement | null = null;
    const giveBack = () => {
      if (focused?.matches(':enabled') === true && document.activeElement === document.body)
        focused.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(giveBack);
    const follow = ({ target }: FocusEvent) => {
      observer.disconnect();
      focused = target instanceof HTMLElement ? target : null;
      if (focused !== null) observer.observe(focused, { attributeFilter: ['disabled'] });
    };
    document.addEventListener('focusin', follow);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', follow);
    };
  }, []);
}
