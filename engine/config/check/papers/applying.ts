/** Computes when requirement kinds apply, and why one of them never does. */
import { officesOf } from '../../../portal/workflow/record-offices.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import { keyOf } from '../../logic/one-value.ts';
import { contradictsItself } from '../../logic/satisfiability.ts';
import { formOf, unfolded } from '../../logic/unfolded.ts';

/** Returns true if the conditions exclude each other. */
export type ExclusionProof = (conditions: readonly Condition[]) => boolean;

/** Thousands of kinds have the same conditions, so each proof is made once. */
export function createProof(): ExclusionProof {
  const known = new Map<string, boolean>();
  return (conditions) => {
    const of = conditions.filter(({ test }) => test !== 'always');
    const key = of.map(keyOf).join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const isNever = contradictsItself({ test: 'all', of });
    known.set(key, isNever);
    return isNever;
  };
}

export interface KindConditions {
  /** When the kind applies. */
  readonly own: Condition;
  /** If its records are below those of other kinds: the type of these, and when each of them applies. */
  readonly below: { readonly type: string; readonly kinds: readonly AboveKind[] } | null;
}

interface AboveKind {
  readonly title: string;
  readonly applies: Condition;
}

/** At most so many kinds above are tried for each kind, so that the check stays linear. */
const mostTried = 20;

/** Returns a function that computes when a kind applies. */
export function appliesOf(portal: Portal): (kind: RequirementKind) => KindConditions {
  const ofOffice = new Map<string, AboveKind[]>();
  const typeOf = new Map<string, string | null>();
  const unfoldedAs = new Map<string, Condition>();
  // Many kinds apply under the same condition.
  const ownOf = ({ set, applies }: RequirementKind): Condition => {
    const type = typeOf.get(set) ?? typeAbove(portal, set);
    typeOf.set(set, type);
    const key = `${type} ${keyOf(applies)}`;
    const known =
      unfoldedAs.get(key) ?? ofParent(unfolded(applies, { portal, type, form: formOf(portal, type) }));
    unfoldedAs.set(key, known);
    return known;
  };
  for (const kind of Object.values(portal.kinds)) {
    if (kind.isRetired) continue;
    const key = `${kind.set} ${kind.office}`;
    const alike = ofOffice.get(key) ?? [];
    if (alike.length <= mostTried) alike.push({ title: kind.title, applies: ownOf(kind) });
    ofOffice.set(key, alike);
  }
  return (kind) => {
    const type = portal.recordTypes[portal.sets[kind.set]?.under ?? ''];
    const own = ownOf(kind);
    // Only then do the records above have the office of their kind.
    if (type === undefined || type.kinds.length === 0 || type.office !== 'kind') return { own, below: null };
    const kinds = type.kinds.flatMap((set) => ofOffice.get(`${set} ${kind.office}`) ?? []);
    const isCertain = kinds.length <= mostTried && officesOf(portal, type).size > 0;
    return { own, below: isCertain ? { type: type.type, kinds } : null };
  };
}

/** The type of the records above records of this set's kinds; null if there are several. */
function typeAbove({ sets, workflows }: Portal, set: string): string | null {
  const under = sets[set]?.under ?? null;
  if (under !== null) return under;
  const creating = Object.values(workflows).filter(({ transitions }) =>
    Object.values(transitions).some(({ then }) =>
      then.some((one) => one.effect === 'create' && one.forEachKindOf === set),
    ),
  );
  return creating.length === 1 ? (creating[0]?.of ?? null) : null;
}

/** Its tests of a state or an office are about the record above. */
function ofParent(condition: Condition): Condition {
  switch (condition.test) {
    case 'all':
    case 'any':
      return { test: condition.test, of: condition.of.map(ofParent) };
    case 'not':
      return { test: 'not', of: ofParent(condition.of) };
    case 'always':
    case 'between':
      return condition;
    case 'compare':
      return ['field', 'fact'].includes(condition.subject.from)
        ? condition
        : { test: 'parent', type: null, of: condition };
    default:
      return { test: 'parent', type: null, of: condition };
  }
}

interface NeverReason {
  /** The type of the record above that never has its kind; null: `applies` contradicts itself. */
  readonly type: string | null;
  /** The kinds of the records above that have its office. */
  readonly kinds: readonly string[];
  readonly office: string;
}

/** Null if it can apply. */
export function whyNever(
  { office }: RequirementKind,
  { own, below }: KindConditions,
  isNever: ExclusionProof,
): NeverReason | null {
  if (isNever([own])) return { type: null, kinds: [], office };
  if (below === null || below.kinds.some(({ applies }) => !isNever([applies, own]))) return null;
  return { type: below.type, kinds: below.kinds.map(({ title }) => title), office };
}
