/** Counts who has taken a step that several people take, who is still missing, and whether enough people are left. */
import type { Visitor } from '../model/department.ts';
import type { PortalRecord, RecordContext, StepSignature } from '../model/record.ts';
import type { QuorumRule } from '../model/workflow.ts';
import { actorsOf } from './persons.ts';

type RecordPeople = Pick<RecordContext, 'record' | 'parties'>;

export interface QuorumCount {
  readonly given: number;
  readonly needed: number;
  /** Accounts of all who may take it; null: not known. */
  readonly people: ReadonlySet<string> | null;
  readonly isReached: boolean;
  /** Too many people have taken another step instead. */
  readonly isUnreachable: boolean;
}

export function countQuorum(quorum: QuorumRule, context: RecordPeople): QuorumCount {
  const { signatures } = context.record;
  const { roles, atLeast, steps } = quorum;
  const people = roles === null ? null : peopleWith(roles, context);
  const isOfPeople = ({ by: [person = ''] }: StepSignature) => people?.has(person) ?? true;
  const own = signatures.filter((one) => steps.includes(one.step) && isOfPeople(one));
  const needed = atLeast ?? everybody(roles ?? [], people, context);
  const others = signatures.filter((one) => !own.includes(one) && isOfPeople(one));
  return {
    given: own.length,
    needed,
    people,
    isReached: own.length >= needed,
    isUnreachable: people !== null && people.size - others.length < needed,
  };
}

/** Everybody with one of the roles. A role that nobody has yet counts as one person more. */
function everybody(
  roles: readonly string[],
  people: ReadonlySet<string> | null,
  context: RecordPeople,
): number {
  const vacant = roles.filter((role) => holdersOf([role], context).length === 0);
  return (people?.size ?? Infinity) + vacant.length;
}

/** Null if a department has one of the roles: the number of its accounts is not known. */
function peopleWith(roles: readonly string[], context: RecordPeople): ReadonlySet<string> | null {
  const holders = holdersOf(roles, context);
  const accounts = holders.flatMap(({ account }) => account ?? []);
  return accounts.length < holders.length ? null : new Set(accounts);
}

function holdersOf(
  roles: readonly string[],
  { record: { owner }, parties }: RecordPeople,
): readonly Pick<RecordContext['parties'][number], 'account'>[] {
  const owners = roles.includes('owner') && owner !== null ? [{ account: owner }] : [];
  return [...owners, ...parties.filter(({ role }) => roles.includes(role))];
}

/** What this visitor has signed in the record's present state: themself, as a deputy, or through one; or null. */
export function signatureOf(
  { signatures }: Pick<PortalRecord, 'signatures'>,
  visitor: Visitor,
): StepSignature | null {
  const persons = actorsOf(visitor);
  return signatures.find(({ by }) => by.some((one) => persons.includes(one))) ?? null;
}

/** Has nothing happened to the record since this version but that people have signed it? */
export function isOnlySignedSince(
  { version, signatures }: Pick<PortalRecord, 'version' | 'signatures'>,
  known: number,
): boolean {
  const signed = new Set(signatures.map((one) => one.version));
  const since = Array.from({ length: Math.max(0, version - known) }, (_, index) => known + index + 1);
  return since.every((one) => signed.has(one));
}
