/** A record as its reader receives it: the visible fields and the actions that are possible now. */
import {
  type WireClock,
  type WireItem,
  type WirePart,
  type WireRecord,
  type WireRow,
} from '../../../contract/record.ts';
import {
  isDraft,
  may,
  recordTypeOf,
  verifiedFields,
  type View,
  viewByLink,
  viewOf,
  whyRuleless,
} from '../../../portal/access/access.ts';
import { isVisible, visibleData } from '../../../portal/access/visible-data.ts';
import { availableItems, mayFile, reviewRights } from '../../../portal/checklist/checklist.ts';
import { isDated, lastDayOfItem } from '../../../portal/checklist/paper-term.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import { spokenData } from '../../../portal/fees/assessment.ts';
import { filedAtOf } from '../../../portal/forms/form-days.ts';
import type { Basis } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import { remarkShown } from '../../../portal/text/remark.ts';
import { tell, valueShown } from '../../../portal/text/tell.ts';
import { recordLabels } from '../../../portal/wire/column-labels.ts';
import { outlookOf } from '../../../portal/wire/outlook.ts';
import { typesToCreate } from '../../../portal/workflow/new-records.ts';
import { isBlocking } from '../../../portal/life/blocking-parts.ts';
import { claimRights } from '../../../portal/workflow/claims.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import { pathOf, stepParameter } from '../../../portal/routing/links.ts';
import type { StoredRecord } from '../rows/read-record.ts';
import { referenceLabels } from '../references/reference-labels.ts';
import { asReader, type RequestContext } from '../rows/request-context.ts';
import { fieldAt } from '../rows/rows.ts';
import { shownInStep, shownValues } from './shown-values.ts';
import { actionInFull, wireActions } from './wire-actions.ts';
import { documentsOf, heldOf } from './wire-documents.ts';
import { wireQuorum } from './wire-quorum.ts';

/** The record for this visitor, or null if they may not see it. */
export function toWire(scope: RequestContext, stored: StoredRecord): WireRecord | null {
  const view = viewOf({ ...scope, context: stored.context });
  return view === null ? null : wireOf(asReader(scope), stored, view);
}

/** The record for a visitor who has just changed it, even if they may not see it any more. */
export function toWireAfterChange(scope: RequestContext, stored: StoredRecord): WireRecord {
  const view = viewOf({ ...scope, context: stored.context });
  return view?.level === 'read' ? wireOf(asReader(scope), stored, view) : receiptOf(scope, stored, view);
}

const receipt = ['number', 'due', 'kind', 'office'];

/**
 * What the applicant keeps, even without an account: the number, the responsible office, the due date and what happens
 * next.
 */
function receiptOf(scope: RequestContext, stored: StoredRecord, seen: View | null): WireRecord {
  const reader = asReader(scope);
  const part = seen ?? { level: 'summary' as const, fields: [], hidden: [], masked: [] };
  const view: View = { ...part, fields: [...(part.fields ?? []), ...receipt] };
  const { waits_for, next } = wireOutlook(reader, stored.context, null);
  return { ...wireOf(reader, stored, view), waits_for, next };
}

/**
 * The record for whoever has its link: the receipt, the fields that the link shows, and what everybody may see.
 * @param scope without an account
 */
export function toWireByLink(
  scope: RequestContext,
  stored: StoredRecord,
  fields: readonly string[],
): WireRecord {
  const seen = viewOf({ ...scope, context: stored.context });
  if (seen?.level === 'read') return wireOf(asReader(scope), stored, seen);
  const view = viewByLink({ ...scope, context: stored.context }, fields);
  const masked = (seen?.masked ?? []).filter((name) => !fields.includes(name));
  return receiptOf(scope, stored, {
    ...view,
    fields: [...fields, ...(seen?.fields ?? [])],
    masked: [...view.masked, ...masked],
  });
}

function wireOf(scope: RequestContext, stored: StoredRecord, view: View): WireRecord {
  const { record, ancestors } = stored.context;
  const isRead = view.level === 'read';
  return {
    ...headOf(scope, stored, { view, columns: null }),
    owner: isVisible(view, 'owner') ? (stored.owner?.slug ?? null) : null,
    ancestors: isRead ? ancestors.map((one) => ancestorOf(stored, one)) : [],
    since: record.since,
    clocks: isRead ? clocksOf(scope, stored) : [],
    documents: documentsOf(scope, stored).filter(
      ({ document }) => isRead || (view.level === 'public' && isOpenSheet(scope, document)),
    ),
    // A form contains no data, but the visible fields need it for their names. The form of a kind would reveal the
    // kind.
    form: isRead || record.kind === null ? record.form : null,
    ...(isRead ? duties(scope, stored, view) : none),
    ...(isRead && quorumOf(scope, stored)),
    begins: typesToCreate({ ...scope, context: stored.context }),
    ...(isRead
      ? wireOutlook(scope, stored.context, stored.owner?.name ?? null)
      : { waits_for: null, next: [], parts: [], answered: [] }),
  };
}

interface Appearance {
  readonly view: View;
  /** Of the list that shows the record; null: it is shown whole. */
  readonly columns: readonly string[] | null;
}

/** What a record and its row in a list have in common. */
function headOf(
  scope: RequestContext,
  stored: StoredRecord,
  { view, columns }: Appearance,
): Omit<WireRow, 'ancestors' | 'actions' | 'editable' | 'part'> {
  const { record, ancestors } = stored.context;
  const shown = <T>(column: string, value: T): T | null => (isVisible(view, column) ? value : null);
  const data = spokenData(scope.portal, visibleData(view, record.data));
  const values = visibleData(view, shownValues(scope, stored, view, columns));
  return {
    view: view.level,
    type: record.type,
    slug: record.slug,
    number: shown('number', record.number),
    state: record.state,
    kind: shown('kind', record.kind),
    owner_name: shown('owner', stored.owner?.name ?? null),
    office: shown('office', record.office),
    unit: shown('unit', record.unit),
    parent: shown('parent', ancestors[0]?.slug ?? null),
    assignment: assignmentOf(scope, stored),
    version: record.version,
    due: shown('due', record.due),
    booking: view.level === 'read' ? record.booking : null,
    data,
    shown: values,
    labels: {
      ...labelsOf(scope, record, { data, values, view }),
      ...referenceLabels(scope, stored.context, data),
    },
    created_at: record.createdAt,
    filed_at: filedAtOf(scope.portal, record),
    updated_at: record.updatedAt,
  };
}

/** Who works on it, for those who do, too. */
function assignmentOf(
  { portal, visitor }: Scope,
  { context, assignee }: StoredRecord,
): WireRecord['assignment'] {
  const rights = claimRights({ portal, visitor, context });
  if (rights === null) return null;
  const isOwn = context.record.assignee === visitor.account;
  return { assignee: assignee && { ...assignee, own: isOwn }, ...rights };
}

/** How a list shows a record. */
interface RowAppearance {
  readonly columns: readonly string[];
  /** With who has it, what is missing and what came of it. */
  readonly isPart: boolean;
}

/** The row of a list for this visitor, or null if they may not see the record. */
export function toRow(
  scope: RequestContext,
  stored: StoredRecord,
  { columns, isPart }: RowAppearance,
): WireRow | null {
  const view = viewOf({ ...scope, context: stored.context });
  if (view === null) return null;
  const reader = asReader(scope);
  const { context } = stored;
  const isRead = view.level === 'read';
  const head = headOf(reader, stored, { view, columns });
  return {
    ...head,
    // A summary and a public view show few answers, and a page needs to know whether there are any.
    data: isRead ? listedData(head.data, columns) : head.data,
    ancestors: isRead ? context.ancestors.map(({ type, slug }) => ({ type, slug })) : [],
    editable:
      isRead && isDraft(reader.portal, context.record) && may({ ...reader, context }, 'update', head.type),
    actions: isRead ? wireActions(reader, context, ({ bulk }) => bulk) : [],
    ...(isPart && isRead && { part: partOf(reader, stored) }),
  };
}

/** A column is an answer, a path into one, or a path that begins with the type. */
function listedData(data: WireRecord['data'], columns: readonly string[]): WireRecord['data'] {
  const names = new Set(columns.flatMap((column) => column.split('.')));
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)));
}

function partOf(scope: RequestContext, stored: StoredRecord): WirePart {
  const { portal, visitor } = scope;
  const { context } = stored;
  const { waits_for, next, parts } = wireOutlook(scope, context, stored.owner?.name ?? null);
  const items = availableItems({ portal, visitor, context });
  return {
    waits_for,
    blocks: isBlocking(portal, context),
    since: context.record.since,
    next,
    parts,
    actions: wireActions(scope, context),
    documents: documentsOf(scope, stored),
    review: reviewRights({ portal, visitor, context }),
    items: items.map(({ title, state, item, isUndated, comesFrom }) => ({
      title,
      state,
      evidence: item.evidence,
      optional: item.isOptional,
      undated: isUndated,
      comes_from: titleOfOffice(portal, comesFrom),
    })),
  };
}

function labelsOf(
  { portal, visitor }: Scope,
  record: PortalRecord,
  {
    data,
    values,
    view,
  }: { readonly data: WireRecord['data']; readonly values: WireRecord['shown']; readonly view: View },
): WireRecord['labels'] {
  const recordType = recordTypeOf(portal, record.type);
  if (recordType === null) return {};
  const read = (column: string): unknown => {
    if (column === 'office' || column === 'unit') return isVisible(view, column) ? record[column] : null;
    return Object.hasOwn(values, column) ? values[column] : fieldAt(data, column);
  };
  const kind = isVisible(view, 'kind') ? record.kind : null;
  return recordLabels(portal, recordType, { kind, isSignedIn: visitor.signedIn, read });
}

function ancestorOf(
  { above }: StoredRecord,
  { id, type, slug }: PortalRecord,
): WireRecord['ancestors'][number] {
  return { type, slug, visible: (above.get(id) ?? null) !== null };
}

function clocksOf({ portal }: Scope, { context }: StoredRecord): WireClock[] {
  const { record, now } = context;
  return Object.entries(record.clocks).flatMap(([name, { state, due }]) => {
    // A document without a known date is not in force yet.
    if (due === null) return [];
    const title = portal.workflows[record.type]?.clocks[name]?.title ?? name;
    return [{ name, title, state, due, lapsed: state === 'running' && due < now }];
  });
}

/** Everybody may open such a document, so everybody who sees its record may see its link. */
function isOpenSheet({ portal }: Scope, name: string): boolean {
  return portal.documents[name]?.isPublic ?? false;
}

const none = {
  actions: [],
  code: null,
  editable: false,
  verified: [],
  items: [],
  review: { accept: false, waive: false },
  basis: null,
  blocked: null,
};

function duties(
  scope: RequestContext,
  stored: StoredRecord,
  view: View,
): Pick<WireRecord, 'actions' | 'code' | 'blocked' | 'editable' | 'verified' | 'items' | 'review' | 'basis'> {
  const { portal, visitor } = scope;
  const { context } = stored;
  const { record } = context;
  return {
    actions: wireActions(scope, context).map((action) => ({
      ...actionInFull(scope, context, action),
      ...shownInStep(scope, stored, view, action.name),
    })),
    code: codeOf({ portal, visitor }, context),
    blocked: blockedOf(portal, record),
    editable: may({ portal, visitor, context }, 'update', record.type),
    verified: verifiedFields({ portal, visitor, context }),
    items: wireItems(scope, context),
    review: reviewRights({ portal, visitor, context }),
    basis: basisOf({ portal, visitor }, record.kind),
  };
}

function quorumOf(scope: RequestContext, stored: StoredRecord): Pick<WireRecord, 'quorum'> {
  const quorum = wireQuorum(scope, stored);
  return quorum === null ? {} : { quorum };
}

/** The step that the office can take now by scanning the owner's code. */
function codeOf({ portal, visitor }: Scope, { record, ancestors }: RecordContext): WireRecord['code'] {
  if (record.office === null || record.owner === null || record.owner !== visitor.account) return null;
  const { transitions = {} } = portal.workflows[record.type] ?? {};
  const step = Object.values(transitions).find(({ scan, from }) => scan && from.includes(record.state));
  if (step === undefined) return null;
  const flags = Object.keys(portal.departments[record.office]?.flags ?? {}).map((name) => [name, true]);
  const officer: Visitor = {
    ...visitor,
    account: null,
    department: record.office,
    unit: record.unit,
    flags: Object.fromEntries(flags) as Visitor['flags'],
  };
  const path = pathOf({ portal, visitor: officer }, { ...record, ancestors });
  return path === null ? null : { title: step.title, path: `${path}?${stepParameter}=${step.name}` };
}

function blockedOf(portal: Portal, record: PortalRecord): string | null {
  const gone = whyRuleless(portal, record);
  return gone === null ? null : tell(portal, gone);
}

function titleOfOffice({ departments }: Portal, key: string | null): string | null {
  return key === null ? null : (departments[key]?.title ?? key);
}

function wireItems({ portal, visitor }: Scope, context: RecordContext): WireItem[] {
  return availableItems({ portal, visitor, context }).map((one) => {
    const { item } = one;
    return {
      id: one.id,
      title: one.title,
      evidence: item.evidence,
      state: one.state,
      optional: item.isOptional,
      help: item.help,
      ...basisFor({ portal, visitor }, item),
      proves: item.proves,
      accepts: item.accepts.length > 0 ? item.accepts : portal.uploads.accepts,
      remark: remarkShown(portal, one.remark),
      files: one.files,
      dated: isDated(item),
      undated: one.isUndated,
      issued_on: one.issuedOn,
      valid_until: lastDayOfItem(portal, item, one),
      held: heldOf(portal, one),
      comes_from: titleOfOffice(portal, one.comesFrom),
      editable: mayFile({ portal, visitor, context }, one),
    };
  });
}

function basisOf(scope: Scope, kind: string | null): WireRecord['basis'] {
  const { kinds } = scope.portal;
  const said = kind !== null && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  const basis = said === undefined ? null : basisFor(scope, said);
  return basis?.source === null && basis.certainty === null ? null : basis;
}

/** Practice and assumptions are for offices to weigh: requesters receive the law, without a mark. */
function basisFor({ portal, visitor }: Scope, { source, certainty }: Basis): Basis {
  const kind = portal.departments[visitor.department ?? '']?.kind ?? 'requester';
  if (kind !== 'requester') return { source, certainty };
  return { source: certainty === 'law' || certainty === null ? source : null, certainty: null };
}

/**
 * @param asker with the portal in the reader's language
 * @param ownerName name of the owner's account, or null
 */
function wireOutlook(
  { portal, visitor }: Scope,
  context: RecordContext,
  ownerName: string | null,
): Pick<WireRecord, 'waits_for' | 'next' | 'parts' | 'answered'> {
  const { waits_for, next, ...rest } = outlookOf({ portal, visitor }, { context, ownerName });
  const shown = (value: Parameters<typeof valueShown>[1] | null) =>
    value === null ? null : valueShown(portal, value);
  return {
    ...rest,
    waits_for: waits_for && { ...waits_for, title: shown(waits_for.title) },
    next: next.map((step) => ({ ...step, title: valueShown(portal, step.title), who: shown(step.who) })),
  };
}
