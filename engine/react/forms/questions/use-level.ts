/** Changes within a group or a list: one answer at a time, and rows that keep their place on the page. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answers } from '../../../portal/forms/form-conditions.ts';

type LevelChange<Level> = (level: Level, name: string, value: unknown) => Level;

/**
 * Two changes before the next draw both count, and the function stays the same, so that nothing else is drawn again.
 * @param put a function that never changes
 */
export function useLevelChange<Level>(level: Level, put: LevelChange<Level>, commit: (level: Level) => void) {
  const latest = useRef({ level, commit });
  useEffect(() => {
    latest.current = { level, commit };
  });
  return useCallback(
    (name: string, value: unknown) => {
      const next = put(latest.current.level, name, value);
      latest.current = { ...latest.current, level: next };
      latest.current.commit(next);
    },
    [put],
  );
}

export function putAnswer(level: Answers, name: string, value: unknown): Answers {
  return { ...level, [name]: value };
}

export function putRow(rows: readonly unknown[], index: string, row: unknown): readonly unknown[] {
  return rows.map((one, at) => (String(at) === index ? row : one));
}

/** A key for each row that stays with it when a row before it goes. */
export function useRowKeys(count: number) {
  const [keys, setKeys] = useState<{ readonly list: readonly number[]; readonly next: number }>({
    list: [],
    next: 0,
  });
  const missing = count - keys.list.length;
  if (missing > 0) {
    const more = Array.from({ length: missing }, (_, index) => keys.next + index);
    setKeys({ list: [...keys.list, ...more], next: keys.next + missing });
  }
  const remove = (index: number) => setKeys({ ...keys, list: keys.list.filter((_, at) => at !== index) });
  return { list: keys.list, remove };
}
