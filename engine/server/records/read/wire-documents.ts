/** The documents of a record as its reader receives them, and those that stand for its papers. */
import type { WireDocument, WireItem } from '../../../contract/record.ts';
import type { AvailableItem } from '../../../portal/checklist/checklist.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { StoredRecord } from '../rows/read-record.ts';

export function documentsOf({ portal }: Scope, { context }: StoredRecord): WireDocument[] {
  return context.documents.map((one) => ({
    code: one.code,
    document: one.document,
    title: portal.documents[one.document]?.title ?? one.document,
    number: one.number,
    variant: one.variant,
    state: one.state === 'valid' && (one.validUntil ?? context.today) < context.today ? 'expired' : one.state,
    issued_at: one.issuedAt,
    valid_until: one.validUntil,
  }));
}

export function heldOf(portal: Portal, { held }: AvailableItem): WireItem['held'] {
  if (held === null) return null;
  const { document, number, validUntil } = held;
  const title = portal.documents[document]?.title ?? document;
  return { document, title, number, valid_until: validUntil };
}
