/** Representative visitors: a department's demonstration account, and every combination of the flags in rules. */
import type { Condition, Value } from '../model/condition.ts';
import { testsOf } from '../conditions/possible.ts';
import { departmentKey } from './match.ts';
import type { Decidable } from '../model/portal.ts';
import { signedOut, type Visitor } from '../model/visitor.ts';

export type Flags = Readonly<Record<string, Value>>;

/**
 * The visitor with a department's demonstration account.
 * @param name the department's key or alias
 * @param flags values that differ from those of the demonstration account
 * @returns null if there is no such department
 */
export function visitorOf(portal: Decidable, name: string, flags: Flags = {}): Visitor | null {
  const key = departmentKey(portal, name);
  const department = Object.hasOwn(portal.departments, key) ? portal.departments[key] : undefined;
  if (department === undefined) return null;
  const usual = Object.entries(department.flags).map(([flag, said]) => [flag, said.default]);
  return {
    ...signedOut,
    signedIn: true,
    department: key,
    unit: department.demonstrationUnit ?? null,
    name: department.title,
    flags: { ...Object.fromEntries(usual), ...flags },
  };
}

/** The flags of a department. */
export function flagsOf(portal: Decidable, name: string): readonly string[] {
  return Object.keys(portal.departments[departmentKey(portal, name)]?.flags ?? {});
}

/** The names of the flags that these conditions read. */
export function flagsRead(conditions: readonly Condition[]): string[] {
  const read = conditions
    .flatMap(testsOf)
    .flatMap((test) => (test.test === 'compare' && test.subject.from === 'flag' ? [test.subject.name] : []));
  return [...new Set(read)];
}

/** Every combination of true and false for these flags, the usual one (all true) first. */
export function mixtures(flags: readonly string[]): Flags[] {
  let all: Flags[] = [{}];
  for (const flag of flags) {
    all = [true, false].flatMap((value) => all.map((one) => ({ ...one, [flag]: value })));
  }
  return all;
}
