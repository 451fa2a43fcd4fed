/**
 * Reports names that nothing uses. Every reference is resolved by looking its name up, so a name that was never looked
 * up while linking is not used.
 */
import type { FilesByKind } from '../input/files.ts';
import { baseName } from '../input/files.ts';
import { child, type Cursor, entries, items, rootOf, spanOf, text } from '../input/cursor.ts';
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';

/** The names of one kind that were looked up. */
export type UsedNames = Readonly<Record<UsedKind, Set<string>>>;

const usedKinds = [
  'group',
  'guard',
  'chain',
  'message',
  'constant',
  'office constant',
  'navigation group',
  'format',
  'lookup',
  'form',
] as const;
type UsedKind = (typeof usedKinds)[number];

/** Names of `portal.yaml` that the browser reads, whether or not the configuration uses them. */
const ofTheBrowser: Partial<Record<UsedKind, readonly string[]>> = {
  constant: ['region', 'currencySign', 'signInErrorDialog', 'loaderSize', 'maxSignatures'],
  message: [
    'no-access',
    'server-error',
    'check-fields',
    'sign-in-error-title',
    'sign-in-error-button',
    'user-load-title',
    'user-load-error',
  ],
};

export function noUsedNames(): UsedNames {
  return Object.fromEntries(
    usedKinds.map((kind) => [kind, new Set(ofTheBrowser[kind])]),
  ) as unknown as UsedNames;
}

/** Makes a set or map of names write down each name that is looked up in it. */
export function watched<T extends Set<string> | Map<string, unknown>>(names: T, used: Set<string>): T {
  const note = (name: string) => {
    used.add(name);
    return name;
  };
  const has = names.has.bind(names);
  names.has = (name) => has(note(name));
  if (names instanceof Map) {
    const get = names.get.bind(names);
    names.get = (name: string) => get(note(name));
  }
  return names;
}

/** A warning for each name that linking has not looked up. */
export function unusedNames(files: FilesByKind, used: UsedNames): Diagnostic[] {
  const declared = declaredNames(files);
  return usedKinds.flatMap((kind) => {
    const unused = declared[kind].filter(([name]) => !used[kind].has(name));
    // Several departments may declare a constant of the same name.
    return [...new Map(unused.toReversed())].map(([name, at]) =>
      createDiagnostic('name/unused', spanOf({ ...at, value: {} }), { kind, name }),
    );
  });
}

function declaredNames(files: FilesByKind): Record<UsedKind, readonly (readonly [string, Cursor])[]> {
  const below = (kind: 'groups' | 'guards' | 'portal' | 'department', key: string) =>
    files[kind].flatMap((file) => entries(child(rootOf(file), key)));
  const named = (kind: 'lookup' | 'form') =>
    files[kind].map((file) => [baseName(file), rootOf(file)] as const);
  return {
    group: below('groups', 'groups'),
    guard: below('guards', 'guards'),
    chain: below('guards', 'chains'),
    message: below('portal', 'messages'),
    constant: below('portal', 'constants'),
    'office constant': below('department', 'constants'),
    'navigation group': files.portal.flatMap((file) =>
      items(child(rootOf(file), 'navigation')).map((one) => [text(child(one, 'key')) ?? '', one] as const),
    ),
    format: below('portal', 'formats'),
    lookup: named('lookup'),
    form: named('form'),
  };
}
