/**
 * Leaves out checks that have found nothing, here or in an earlier process, if nothing has changed since that they can
 * read: everything but the questions of requirement kinds, which are what people change most.
 */
import { hash } from 'node:crypto';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { checkOnce } from '../../cache/compile-cache.ts';
import { digestOfFile } from '../../cache/file-digest.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Check, CheckContext } from './check-context.ts';
import { watch } from './watched-portal.ts';

/** The parts of a kind that these checks may read. */
const ofKinds = [
  'id',
  'set',
  'title',
  'office',
  'isRetired',
  'issues',
  'valid',
  'visit',
  'items',
  'place',
] as const satisfies readonly (keyof RequirementKind)[];

/** The parts of the portal that follow from the questions of kinds, or cover everything. */
const left = [
  'hash',
  'kinds',
  'forms',
  'composed',
  'translations',
] as const satisfies readonly (keyof Portal)[];

/** @param checks of which none may read the questions of kinds: if one does, all of them are made each time */
export function checkUnlessKept(context: CheckContext, checks: readonly Check[]): readonly Diagnostic[] {
  // The text of a file that was merged from layers says only a part of it.
  if (context.files.some(({ layers }) => layers !== undefined)) return findingsOf(context, checks);
  let found: readonly Diagnostic[] = [];
  const names = checks.map(({ name }) => name);
  checkOnce(['checks', ...names, digestOf(context)], () => {
    const watched = watch(context);
    found = findingsOf(watched, checks);
    return found.length === 0 && [...watched.reads].every(isCovered);
  });
  return found;
}

function findingsOf(context: CheckContext, checks: readonly Check[]): readonly Diagnostic[] {
  return checks.flatMap((check) => check(context));
}

const notCovered: ReadonlySet<string> = new Set([...left, 'files.kinds']);
const coveredOfKinds: ReadonlySet<string> = new Set(ofKinds.map((part) => `kinds.${part}`));

/** False for what these checks must not read. @param part as `WatchedContext` names it */
export function isCovered(part: string): boolean {
  return part.startsWith('kinds.') ? coveredOfKinds.has(part) : !notCovered.has(part);
}

/** Covers everything that the checks may read. */
const digestOf = onceForEach(({ portal, files }: CheckContext): string => {
  const others = files.filter(({ kind }) => kind !== 'requirement-kind').map(digestOfFile);
  const parts = Object.entries(portal).filter(([part]) => !notCovered.has(part));
  const texts = [
    others.join('\n'),
    ...parts.map(([part, value]) => `${part}: ${entriesAsText(value)}`),
    ...Object.values(portal.kinds).map(partsOfKind),
  ];
  // JSON has no line breaks.
  return hash('sha256', texts.join('\n'), 'hex');
});

/** JSON values one after the other. Those of a part that stays the same, such as a route, are written once. */
function entriesAsText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify([value]);
  return Object.entries(value)
    .map(([key, one]: [string, unknown]) => {
      const text = typeof one === 'object' && one !== null ? asText(one) : JSON.stringify([one]);
      return `${JSON.stringify(key)}${text}`;
    })
    .join('');
}

const asText = onceForEach((part: object): string => JSON.stringify(part));

const partsOfKind = onceForEach((kind: RequirementKind): string =>
  JSON.stringify(ofKinds.map((part) => kind[part])),
);
