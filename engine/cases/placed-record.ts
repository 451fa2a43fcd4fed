/** What a record of a test has besides its answers: papers, documents, people and signatures. */
import type { CaseRecord } from '../config/link/cases/case.ts';
import type { IssuedDocument } from '../portal/model/document.ts';
import type { PortalRecord, RecordContext } from '../portal/model/record.ts';
import { dayAfter } from '../portal/time/working-days.ts';

export type PlacedRecord = Omit<CaseRecord, 'isOwn' | 'parent' | 'children'> & {
  readonly owner: string | null;
  readonly parent: string | null;
};

export function itemsOf({ items }: PlacedRecord): PortalRecord['items'] {
  const states = Object.entries(items);
  return Object.fromEntries(states.map(([id, state]) => [id, { state, remark: null, files: [] }]));
}

/** Issued now; one that has expired was valid until yesterday. */
export function documentsOf(
  { documents }: PlacedRecord,
  { id, now, today }: { readonly id: string; readonly now: string; readonly today: string },
): readonly IssuedDocument[] {
  return Object.entries(documents).map(([document, state]) => ({
    id: `${id} ${document}`,
    code: document,
    document,
    number: null,
    variant: null,
    state: state === 'expired' ? 'valid' : state,
    issuedAt: now,
    validUntil: state === 'expired' ? dayAfter(today, -1) : null,
  }));
}

export function partiesOf({ parties }: PlacedRecord): RecordContext['parties'] {
  return Object.entries(parties).flatMap(([role, people]) =>
    people.map(({ name }) => ({ role, account: name, department: null, name })),
  );
}

/** A deputy signs for the officer. @param version of the record before */
export function signaturesOf({ signed }: PlacedRecord, version: number): PortalRecord['signatures'] {
  const all = Object.entries(signed).flatMap(([step, people]) => people.map((person) => ({ step, person })));
  return all.map(({ step, person: { name, deputyOf } }, at) => ({
    step,
    by: [deputyOf?.name ?? [], name].flat(),
    version: version + at + 1,
  }));
}
