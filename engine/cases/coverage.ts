/** Finds the rules of a configuration that none of its tests has used. */
import type { Place } from '../portal/model/place.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Need } from '../portal/model/workflow.ts';
import { onceForEach } from '../portal/values/once-for-each.ts';
import { namesOfNeed } from './rules.ts';

/** What the tests have used so far. */
export interface UsedRules {
  /** `type step`, taken by somebody or automatically, or found possible. */
  readonly steps: Set<string>;
  /** Needs that have refused a step. */
  readonly needs: Set<Need>;
  /** `schedule line`. */
  readonly feeLines: Set<string>;
  readonly notices: Set<string>;
  /** Kinds that applied to a record, and kinds that did not. */
  readonly applied: Set<string>;
  readonly excluded: Set<string>;
}

export function emptyCoverage(): UsedRules {
  return {
    steps: new Set(),
    needs: new Set(),
    feeLines: new Set(),
    notices: new Set(),
    applied: new Set(),
    excluded: new Set(),
  };
}

export interface UnusedRule {
  readonly place: Place;
  readonly name: string;
}

export interface CoveredRules {
  /** In the plural, and in the singular. */
  readonly noun: readonly [string, string];
  readonly total: number;
  readonly unused: readonly UnusedRule[];
}

/** The rules of each sort: how many there are, and which no test has used. */
export function coveredRules(portal: Portal, used: UsedRules): readonly CoveredRules[] {
  const all = rulesOf(portal);
  const sort = (
    noun: CoveredRules['noun'],
    rules: readonly PlacedRule[],
    isUsed: (rule: PlacedRule) => boolean,
  ): CoveredRules => ({ noun, total: rules.length, unused: rules.filter((one) => !isUsed(one)) });
  return [
    sort(['transitions', 'transition'], all.steps, ({ key }) => used.steps.has(key)),
    sort(['refusals', 'refusal'], all.needs, ({ need }) => need !== undefined && used.needs.has(need)),
    sort(['fee lines', 'fee line'], all.feeLines, ({ key }) => used.feeLines.has(key)),
    sort(['notices', 'notice'], all.notices, ({ key }) => used.notices.has(key)),
    sort(['sides of kinds', 'side of a kind'], all.kinds, ({ key, applies }) =>
      (applies === true ? used.applied : used.excluded).has(key),
    ),
  ];
}

interface PlacedRule extends UnusedRule {
  readonly key: string;
  readonly need?: Need;
  readonly applies?: boolean;
}

const rulesOf = onceForEach((portal: Portal) => {
  const workflows = Object.values(portal.workflows);
  const steps = workflows.flatMap(({ of, transitions }) =>
    Object.values(transitions).map((taken) => ({ of, taken })),
  );
  // A kind that always applies has no other side.
  const kinds = Object.values(portal.kinds).filter((one) => !one.isRetired && one.applies.test !== 'always');
  return {
    steps: steps.map(({ of, taken }): PlacedRule => ({
      key: stepKey(of, taken.name),
      name: taken.name,
      place: taken.place,
    })),
    needs: steps.flatMap(({ of, taken }) =>
      // An automatic step that lacks something waits; it refuses nobody.
      (taken.by === null ? [] : taken.needs).map((need): PlacedRule => ({
        key: stepKey(of, taken.name),
        name: `${taken.name}: needs/${namesOfNeed(need).join(', ')}`,
        place: need.place,
        need,
      })),
    ),
    feeLines: Object.values(portal.fees).flatMap(({ name, lines }) =>
      lines.map((line): PlacedRule => ({ key: feeKey(name, line.id), name: line.id, place: line.place })),
    ),
    notices: Object.values(portal.notices).map(({ name, place }): PlacedRule => ({ key: name, name, place })),
    kinds: kinds.flatMap(({ id, place }) =>
      [true, false].map((applies): PlacedRule => ({
        key: id,
        name: `${id} ${applies ? 'applies' : 'does not apply'}`,
        place,
        applies,
      })),
    ),
  };
});

export function stepKey(type: string, step: string): string {
  return `${type} ${step}`;
}

/** @param line its id, with or without its group */
export function feeKey(schedule: string, line: string): string {
  return `${schedule} ${line.split('/', 1)[0]}`;
}
