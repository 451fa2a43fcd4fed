/** Estimates the fees: the lines that are certain with the known answers, and those that further answers decide. */
import { assessLine } from '../fees/assess-line.ts';
import { add, money, toAmount } from '../fees/amounts.ts';
import type { AssessedLine } from '../fees/assessment.ts';
import { signedOut } from '../model/department.ts';
import type { FeeLine, FeeSchedule } from '../model/fee.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import { valueShown } from '../text/tell.ts';
import { type FeeFacts, stateOfLine } from './fee-facts.ts';
import type { PartialRecord } from './partial-record.ts';
import { createdTypes } from './requirements.ts';

export interface NeededFees {
  readonly title: string;
  readonly version: string;
  /** Of its amounts (ISO 4217); left out: that of the portal. */
  readonly currency?: string;
  readonly lines: readonly FeeEstimate[];
  /** Of the lines that are certain. */
  readonly total: string;
  readonly open: readonly OpenFee[];
}

interface FeeEstimate {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  readonly amount: string;
  /** It also depends on lines that are open: it can only grow. */
  readonly isAtLeast: boolean;
}

interface OpenFee {
  readonly id: string;
  readonly title: string;
  readonly help: string | null;
  /** The amount if it applies; null: not known either. */
  readonly amount: string | null;
  readonly dependsOn: readonly string[];
}

/** @returns one estimate for each schedule that the workflows of the type, or of the records that it creates, assess */
export function neededFees(
  portal: Portal,
  partial: PartialRecord,
  context: RecordContext,
): readonly NeededFees[] {
  return schedulesFor(portal, context.record.type).map((schedule) =>
    estimate({ portal, partial, context }, schedule),
  );
}

/** The schedules over this type that its workflow assesses, or that of a record which it creates. */
export function schedulesFor(portal: Portal, type: string): readonly FeeSchedule[] {
  const schedules = [type, ...createdTypes(portal, type)].flatMap((one) => schedulesOf(portal, one));
  return [...new Set(schedules)].flatMap((name) => {
    const schedule = portal.fees[name];
    return schedule?.of === type ? [schedule] : [];
  });
}

function schedulesOf({ workflows }: Portal, type: string): string[] {
  const steps = Object.values(workflows[type]?.transitions ?? {});
  return steps.flatMap(({ then }) => then.flatMap((one) => (one.effect === 'assess' ? [one.schedule] : [])));
}

const always = { test: 'always' } as const;

function estimate(scope: FeeFacts, schedule: FeeSchedule): NeededFees {
  const reader = { ...scope.portal, currency: schedule.currency };
  const lines: (AssessedLine & { readonly isAtLeast: boolean })[] = [];
  const open: OpenFee[] = [];
  const openLines: FeeLine[] = [];
  for (const line of schedule.lines) {
    const state = stateOfLine(line, scope);
    if (state === null) continue;
    const isAtLeast = readsLines(line, openLines);
    // With what takes something off, an open line may also lower this one.
    const isBounded = isAtLeast && [line, ...openLines].every(addsOnly);
    const isSure = state.dependsOn.length === 0 && state.isComputable && isBounded === isAtLeast;
    const counted = isSure ? line : { ...line, when: always };
    const computed = state.isComputable
      ? computedLines(scope, schedule, { line: counted, before: lines })
      : [];
    if (isSure) {
      lines.push(...computed.map((one) => ({ ...one, isAtLeast })));
      if (isAtLeast) openLines.push(line);
      continue;
    }
    openLines.push(line);
    const [only, ...others] = isAtLeast ? [] : computed;
    const { id, title, help, isCharged } = line;
    const amount = only !== undefined && others.length === 0 ? only.amount : null;
    // A line that comes to nothing if it applies is left out.
    if (isCharged && amount !== '0.00') open.push({ id, title, help, amount, dependsOn: state.dependsOn });
  }
  const charged = lines.filter(({ isCharged }) => isCharged);
  return {
    title: schedule.title,
    version: schedule.version,
    ...(schedule.currency !== undefined && { currency: schedule.currency }),
    lines: charged.map(({ id, title, rule, amount, isAtLeast }) => ({
      id,
      title: valueShown(reader, title),
      rule: valueShown(reader, rule),
      amount,
      isAtLeast,
    })),
    total: money(add(charged.map(({ amount }) => toAmount(amount)))),
    open,
  };
}

/** What the line comes to, supposing that it applies where that is open. */
function computedLines(
  { portal, context }: FeeFacts,
  schedule: FeeSchedule,
  { line, before }: { readonly line: FeeLine; readonly before: readonly AssessedLine[] },
): AssessedLine[] {
  return assessLine(line, schedule, { scope: { portal, visitor: signedOut, context }, before });
}

/** The lines that this one adds up have an open one among them. */
function readsLines({ base, per, less, rebate }: FeeLine, lines: readonly FeeLine[]): boolean {
  const names = [
    ...[...base, ...per, ...less].flatMap((one) => ('lines' in one ? one.lines : [])),
    ...(rebate ?? []),
  ];
  return lines.some(({ id, tags }) => names.includes(id) || tags.some((tag) => names.includes(tag)));
}

function addsOnly({ rebate, rate }: FeeLine): boolean {
  return rebate === null && rate.by !== 'limits';
}
