/** The rows of a long table that are near the window. Paper has all of them. */
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useIsPaper } from '../../page/use-paper.ts';

/** Shorter tables have all their rows in the page, where the browser finds their words. */
const longTable = 100;

/** A row, or the room of rows that are elsewhere. */
export type WindowPart = { readonly index: number } | { readonly gap: number; readonly before: number };

interface RowWindow {
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** It stays, so that the next key goes on from there. */
  readonly focused: number | null;
  readonly body: RefObject<HTMLElement | null>;
}

export function useRowWindow({ count, rowHeight, focused, body }: RowWindow): readonly WindowPart[] {
  const isPaper = useIsPaper();
  const [top, setTop] = useState(0);
  const isLong = count > longTable && !isPaper;
  // What is above the table changes with the filters, and with them the number of rows.
  useLayoutEffect(() => {
    if (isLong) setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [isLong, count, body]);
  // It renders this hook again whenever it changes.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    enabled: isLong,
    estimateSize: () => rowHeight,
    overscan: 15,
    scrollMargin: top,
    useFlushSync: false,
    rangeExtractor: (range) => withFocused(range, focused),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  if (!isLong) return Array.from({ length: count }, (_, index) => ({ index }));
  return withGaps(
    virtualizer.getVirtualItems().map(({ index }) => index),
    { count, rowHeight },
  );
}

function withFocused(range: Range, focused: number | null): number[] {
  const indexes = new Set(defaultRangeExtractor(range));
  // With the rows beside it, to which a key leads.
  const kept = focused === null ? [] : [focused - 1, focused, focused + 1];
  for (const index of kept) if (index >= 0 && index < range.count) indexes.add(index);
  return [...indexes].toSorted((one, other) => one - other);
}

/** @param indexes of the rows to show, in their order */
export function withGaps(
  indexes: readonly number[],
  { count, rowHeight }: Pick<RowWindow, 'count' | 'rowHeight'>,
): readonly WindowPart[] {
  const parts: WindowPart[] = [];
  let next = 0;
  for (const index of [...indexes, count]) {
    if (index > next) parts.push({ gap: (index - next) * rowHeight, before: index });
    if (index < count) parts.push({ index });
    next = index + 1;
  }
  return parts;
}
