/** What can be done on the current page, for the search through everything. */
import { useEffect } from 'react';

export interface PageAction {
  readonly name: string;
  readonly title: string;
  readonly run: () => void;
}

let current: readonly PageAction[] = [];

/** Offers the actions while the component is on the page. */
export function usePageActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    current = actions;
    return () => {
      if (current === actions) current = [];
    };
  }, [actions]);
}

export function actionsOfPage(): readonly PageAction[] {
  return current;
}
