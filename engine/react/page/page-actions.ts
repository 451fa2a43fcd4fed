/** What can be done on the current page, for the search through everything. */
import { useEffect } from 'react';

export interface PageAction {
  readonly name: string;
  readonly title: string;
  readonly run: () => void;
}

const offered = new Set<readonly PageAction[]>();

/** Offers the actions while the component is on the page. */
export function usePageActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    offered.add(actions);
    return () => void offered.delete(actions);
  }, [actions]);
}

export function actionsOfPage(): readonly PageAction[] {
  return [...offered].flat();
}
