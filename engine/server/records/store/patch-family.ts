/** Adds the values that only the database knows to a computed outcome: numbers and document codes. */
import type { IssuedDocument } from '../../../portal/model/document.ts';
import type { Family, Member } from '../../../portal/life/family.ts';
import type { Outcome } from '../../../portal/life/decide-command.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';

type Numbers = ReadonlyMap<string, string>;

export function areNumbered({ numbers }: Outcome): boolean {
  return numbers.size === 0;
}

/** Replaces the records everywhere: in the family, and in the contexts of notices and documents. */
export function withNumbers(outcome: Outcome, numbers: Numbers): Outcome {
  const inContext = <T extends { readonly context: RecordContext }>(one: T): T => ({
    ...one,
    context: numberedContext(one.context, numbers),
  });
  return {
    ...outcome,
    family: mapMembers(outcome.family, (member) => ({
      ...member,
      record: numbered(member.record, numbers),
    })),
    events: outcome.events.map((one) => ({ ...one, after: numbered(one.after, numbers) })),
    notices: outcome.notices.map(inContext),
    documents: outcome.documents.map(inContext),
  };
}

/** Each document with its issued number and code. */
export function withDocuments(family: Family, issued: readonly IssuedDocument[]): Family {
  if (issued.length === 0) return family;
  const known = new Map(issued.map((one) => [one.id, one]));
  return mapMembers(family, (member) => ({
    ...member,
    documents: member.documents.map((one) => {
      const inserted = known.get(one.id);
      return inserted === undefined ? one : { ...inserted, state: one.state };
    }),
  }));
}

function mapMembers(family: Family, change: (member: Member) => Member): Family {
  const members = Array.from(family.members, ([id, member]) => [id, change(member)] as const);
  return { ...family, members: new Map(members) };
}

function numberedContext(context: RecordContext, numbers: Numbers): RecordContext {
  const each = (record: PortalRecord) => numbered(record, numbers);
  return {
    ...context,
    record: each(context.record),
    ancestors: context.ancestors.map(each),
    children: context.children.map(each),
  };
}

function numbered(record: PortalRecord, numbers: Numbers): PortalRecord {
  const number = numbers.get(record.id);
  return number === undefined ? record : { ...record, number };
}
