/**
 * Checks that somebody can have each flag that a guard, a transition or a right requires: from the start, granted, or
 * derived.
 */
import { isNever } from '../../../portal/access/access.ts';
import type { Condition, Value } from '../../../portal/model/condition.ts';
import type { Department } from '../../../portal/model/department.ts';
import { holds } from '../../../portal/conditions/evaluate.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { visitorOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { child, isPresent, rootOf } from '../../link/input/cursor.ts';
import { baseName } from '../../link/input/files.ts';
import type { SourceSpan } from '../../source/source.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { type KnownTruth, possible } from '../../../portal/conditions/possible.ts';
import { knownForVisitor, knownVisitor } from '../../logic/visitor-facts.ts';

export function checkFlags(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const waiting = waitingIn(portal).flatMap((one) =>
    wantedIn(one.condition).map((flag) => ({ ...one, flag })),
  );
  for (const [flag, all] of Map.groupBy(waiting, (one) => one.flag)) {
    const lacking = all.filter((one) => isLacking(portal, one));
    const [first] = lacking;
    if (first === undefined) continue;
    const shut = lacking.filter((one) => isShut(portal, one));
    const place = placeOf(context, flag, departmentsOf(portal, first));
    const names = (shut.length > 0 ? shut : lacking).map(({ name }) => name);
    findings.add(shut.length > 0 ? 'flag/nobody-has' : 'flag/never-given', place, {
      flag,
      names: [...new Set(names)],
    });
  }
  return findings.all();
}

interface FlagCondition {
  /** For example `the guard "has-access"`. */
  readonly name: string;
  readonly condition: Condition;
  /** Null for a guard, which has no record. */
  readonly type: RecordType | null;
}

type FlagDependency = FlagCondition & { readonly flag: string };

function waitingIn({ guards, workflows, recordTypes }: Portal): FlagCondition[] {
  const rules = Object.values(guards).flatMap(({ name, rules: all }) =>
    all.map(({ require }): FlagCondition => ({
      name: `the guard "${name}"`,
      condition: require,
      type: null,
    })),
  );
  const steps = Object.values(workflows).flatMap(({ of, transitions }) =>
    Object.values(transitions).flatMap(({ name, by, needs }): FlagCondition[] => {
      const type = recordTypes[of];
      if (by === null || type === undefined) return [];
      const condition: Condition = { test: 'all', of: [by, ...needs.map((need) => need.condition)] };
      return [{ name: `"${name}" of a "${of}"`, condition, type }];
    }),
  );
  const rights = Object.values(recordTypes).flatMap((type) => {
    const { access, checklist, claim } = type;
    const asked = [
      ['access.create', access.create],
      ['access.update', access.update],
      ['checklist.review', checklist?.review],
      ['checklist.waive', checklist?.waive],
      ['claim.by', claim?.by],
    ] as const;
    return asked.flatMap(([name, condition]): FlagCondition[] =>
      condition === undefined || isNever(condition)
        ? []
        : [{ name: `\`${name}\` of a "${type.type}"`, condition, type }],
    );
  });
  return [...rules, ...steps, ...rights];
}

/** Names of the flags that the condition requires to be true. */
function wantedIn(condition: Condition, isWanted = true): string[] {
  switch (condition.test) {
    case 'all':
    case 'any':
      return [...new Set(condition.of.flatMap((part) => wantedIn(part, isWanted)))];
    case 'not':
      return wantedIn(condition.of, !isWanted);
    default: {
      const flag = flagAsked(condition);
      return isWanted && flag !== null ? [flag] : [];
    }
  }
}

function flagAsked(test: Condition): string | null {
  if (test.test !== 'compare' || test.subject.from !== 'flag' || test.operator !== 'is') return null;
  return 'value' in test.operand && test.operand.value === true ? test.subject.name : null;
}

/** Departments for which the condition can be true. */
function departmentsOf(portal: Portal, { condition, type }: FlagCondition): Department[] {
  return Object.values(portal.departments).filter(
    (one) =>
      possible(
        condition,
        knownOf(portal, one, type, () => null),
      ).true,
  );
}

/** Returns true if no account that is created in the portal gets the flag, in all departments that need it. */
function isLacking(portal: Portal, waiting: FlagDependency): boolean {
  const departments = departmentsOf(portal, waiting);
  return (
    departments.length > 0 &&
    departments.every((one) => valuesOf(portal, one, waiting.flag)?.initial === false)
  );
}

/** Returns true if nobody at all can meet the condition, not even a demonstration account. */
function isShut(portal: Portal, { condition, type, flag }: FlagDependency): boolean {
  return departmentsOf(portal, { condition, type, name: '' }).every((one) => {
    const values = (name: string): readonly Value[] | null => {
      const said = name === flag ? valuesOf(portal, one, name) : null;
      return said && [said.default, said.initial];
    };
    return !possible(condition, knownOf(portal, one, type, values)).true;
  });
}

/** The values with which accounts of the department start; null if the flag can change later. */
function valuesOf(
  portal: Portal,
  { flags, derived }: Department,
  name: string,
): { readonly default: Value; readonly initial: Value } | null {
  if (Object.hasOwn(derived, name)) return null;
  const flag = flags[name];
  if (flag === undefined) return { default: false, initial: false };
  return !isNever(flag.grantedBy) || portal.credentialsFlag === name ? null : flag;
}

/** @param values of a flag; null means any */
function knownOf(
  portal: Portal,
  { key }: Department,
  type: RecordType | null,
  values: (flag: string) => readonly Value[] | null,
): KnownTruth {
  const visitor = visitorOf(portal, key);
  if (visitor === null) return () => null;
  const known =
    type === null ? knownVisitor({ portal, visitor }) : knownForVisitor({ portal, visitor, type });
  return (test) => {
    if (test.test !== 'compare' || test.subject.from !== 'flag') return known(test);
    const { name } = test.subject;
    const truths = values(name)?.map((value) =>
      holds(test, { portal, visitor: { ...visitor, flags: { [name]: value } } }),
    );
    const [first] = truths ?? [];
    return first !== undefined && truths?.every((one) => one === first) === true ? first : null;
  };
}

/** The place of the flag's declaration: of a department that overrides it, else of the portal. */
function placeOf(context: CheckContext, flag: string, departments: readonly Department[]): SourceSpan {
  const own = context.files.find(
    (file) =>
      file.kind === 'department' &&
      departments.some(({ key }) => key === baseName(file)) &&
      isPresent(child(child(rootOf(file), 'flags'), flag)),
  );
  if (own !== undefined) return spanIn(context, { kind: 'department', name: baseName(own) }, 'flags', flag);
  return spanIn(context, { kind: 'portal', name: 'portal' }, 'flags', flag);
}
