/** Says which departments gained or lost something, also where two of them became one. */
import type { Portal } from '../../portal/model/portal.ts';
import { successionsOf } from '../../portal/succession/succeed-record.ts';

/**
 * A department has its later key. Where several became one and not all of them had the same before, those for which
 * it is different have their earlier keys.
 */
export interface DepartmentGains<Key> {
  readonly gained: readonly Key[];
  readonly lost: readonly Key[];
}

/** The departments with something, by their own keys; null among them: visitors without an account. */
interface DepartmentsWith<Key> {
  readonly before: Iterable<Key> | undefined;
  readonly after: Iterable<Key> | undefined;
}

/** @param after with the way back from the one before */
export function departmentGains(
  before: Portal,
  after: Portal,
): <Key extends string | null>(having: DepartmentsWith<Key>) => DepartmentGains<Key> {
  const { departments } = successionsOf(after);
  const laterKey = (key: string | null) => (key === null ? null : (departments.get(key) ?? key));
  const earlier = Map.groupBy([null, ...Object.keys(before.departments)], laterKey);
  return <Key extends string | null>(having: DepartmentsWith<Key>) => {
    const [had, has] = [new Set<string | null>(having.before), new Set<string | null>(having.after)];
    const lost = new Set([...had].map(laterKey)).difference(has);
    const changed = (keys: ReadonlySet<string | null>, isOther: (earlierKey: string | null) => boolean) =>
      [...keys].flatMap((key) => {
        const parts = earlier.get(key) ?? [];
        const others = parts.filter(isOther);
        return (others.length === parts.length ? [key] : others) as Key[];
      });
    return { gained: changed(has, (key) => !had.has(key)), lost: changed(lost, (key) => had.has(key)) };
  };
}
