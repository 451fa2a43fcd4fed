/**
 * A button that is busy is disabled, and the browser then takes the focus from it. It gets the focus back when it is
 * enabled again, unless something else has it.
 */
import { useEffect } from 'react';

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
