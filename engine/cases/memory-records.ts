/** Records in memory, in the place of a database. Everything about them is decided by the code that the server uses. */
import { may } from '../portal/access/access.ts';
import {
  type OwnedDocument,
  isOfRelated,
  isRelated,
  relatedScopeOf,
} from '../portal/checklist/related-records.ts';
import { initialState, officeOf, unitOf } from '../portal/workflow/new-records.ts';
import { clocksOnEntering, dueOf } from '../portal/life/clocks.ts';
import type { Command, Outcome } from '../portal/life/decide-command.ts';
import { decideOrRefuse } from '../portal/life/decide-or-refuse.ts';
import {
  ancestorsOf,
  contextIn,
  descendantsOf,
  type Family,
  type Member,
  memberOf,
  namesAmong,
} from '../portal/life/family.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import type { PrefillRecord } from '../portal/forms/prefill.ts';
import type { Prefill } from '../portal/model/record-type.ts';
import type { NamedAnswers } from '../portal/forms/figures.ts';
import { withFigures } from '../portal/changes/record-answers.ts';
import { formInForce } from '../portal/forms/specialise-form.ts';
import { EndlessTriggersError } from '../portal/life/triggers.ts';
import { wakeOf } from '../portal/life/wake.ts';
import type { Assessment } from '../portal/fees/assessment.ts';
import type { IssuedDocument } from '../portal/model/document.ts';
import { localDate } from '../portal/time/working-days.ts';
import type { Form } from '../portal/model/form.ts';
import { actorsOf } from '../portal/conditions/persons.ts';
import { signedOut, type Visitor } from '../portal/model/department.ts';
import type { PendingNotice } from '../portal/model/notice.ts';
import type { Portal } from '../portal/model/portal.ts';
import {
  blankRecord,
  type PortalRecord,
  type RecordContext,
  type RelatedRecord,
} from '../portal/model/record.ts';
import type { Refusal } from '../portal/workflow/transition.ts';
import { specialFormOf } from '../server/forms/form-desk.ts';
import { counterFor, fillNumber, numberSubject } from '../portal/writing/record-number.ts';
import { type UsedRules, feeKey, stepKey } from './coverage.ts';
import { documentsOf, itemsOf, partiesOf, type PlacedRecord, signaturesOf } from './placed-record.ts';
import { BookedSlots, refusalByTwin } from './refusals-by-others.ts';

/** Names an account that no test names. */
export const somebodyElse = 'somebody-else';

/** A notice, and the account that caused it; null: the engine. */
export interface SentNotice extends PendingNotice {
  readonly actor: string | null;
}

export class MemoryRecords {
  readonly portal: Portal;
  readonly #coverage: UsedRules;
  readonly #members = new Map<string, Member>();
  /** By account and record. */
  readonly #did = new Map<string, string[]>();
  readonly #forms = new Map<string, Form>();
  readonly #numbers = new Map<string, number>();
  /** By owner: documents of records that are not here. */
  readonly #issuedElsewhere = new Map<string, readonly IssuedDocument[]>();
  /** Sent since the last call of `startStep`. */
  readonly notices: SentNotice[] = [];
  #slots = new BookedSlots();
  #now: string;
  #made = 0;
  #hasEffects = false;

  /** @param now ISO date-time */
  constructor(portal: Portal, now: string, coverage: UsedRules) {
    this.portal = portal;
    this.#now = now;
    this.#coverage = coverage;
  }

  get now(): string {
    return this.#now;
  }

  /** Was an extension asked to do something? Nothing was done. */
  get hasEffects(): boolean {
    return this.#hasEffects;
  }

  get today(): string {
    return localDate(Date.parse(this.#now), this.portal.timeZone);
  }

  /** The same records at the same time; what happens to the copy does not happen here. */
  copy(): MemoryRecords {
    const copy = new MemoryRecords(this.portal, this.#now, this.#coverage);
    for (const [id, member] of this.#members) copy.#members.set(id, member);
    for (const [key, steps] of this.#did) copy.#did.set(key, steps);
    for (const [hash, form] of this.#forms) copy.#forms.set(hash, form);
    for (const [owner, documents] of this.#issuedElsewhere) copy.#issuedElsewhere.set(owner, documents);
    copy.#slots = this.#slots.copy();
    copy.#made = this.#made;
    return copy;
  }

  all(): readonly PortalRecord[] {
    return [...this.#members.values()].map(({ record }) => record);
  }

  /** The answers of all records: figures read those that an answer names. */
  answersBySlug(): NamedAnswers {
    return new Map(this.all().map(({ slug, data }) => [slug, data]));
  }

  /** Newest first. */
  documentsOf(id: string): readonly IssuedDocument[] {
    return memberOf(this.#everything(), id).documents;
  }

  /** Documents that the owner has from other records: each counts from the day of its issue. */
  giveDocuments(owner: string, documents: readonly IssuedDocument[]): void {
    this.#issuedElsewhere.set(owner, documents);
  }

  startStep(): void {
    this.notices.length = 0;
  }

  identity(): { readonly id: string; readonly slug: string } {
    this.#made += 1;
    return { id: `record-${this.#made}`, slug: `record-${this.#made}` };
  }

  /** Puts a record there as if it had entered its state now. */
  place(written: PlacedRecord): PortalRecord {
    const { type, kind, owner, parent, unit } = written;
    const { portal, now } = this;
    const data = withFigures(portal, written, this.answersBySlug());
    const bare = blankRecord(type, {
      ...this.identity(),
      state: written.state ?? initialState(portal, type),
      kind,
      office: written.office ?? this.#officeOf(written),
      unit,
      owner,
      parent,
      data,
      items: itemsOf(written),
      since: now,
      createdAt: now,
      updatedAt: now,
    });
    const documents = documentsOf(written, { id: bare.id, now, today: this.today });
    const signatures = signaturesOf(written, bare.version);
    for (const { step, by } of signatures) for (const one of by) this.#remember(one, bare.id, step);
    const signed = { ...bare, signatures, version: bare.version + signatures.length };
    const formed = { ...signed, form: formInForce(portal, bare)?.hash ?? null };
    const parties = partiesOf(written);
    const member = { record: formed, parties, documents, did: [], wallet: [], wake: null };
    this.#members.set(bare.id, member);
    const context = this.contextOf(signedOut, bare.id);
    const record = { ...formed, unit: unit ?? unitOf({ portal, visitor: signedOut, context }) };
    this.#members.set(bare.id, { ...member, record });
    const clocks = clocksOnEntering(portal, this.contextOf(signedOut, record.id));
    const placed = { ...record, clocks, due: dueOf(clocks) };
    const wake = wakeOf(portal, { record: placed, documents, today: this.today, now });
    this.#members.set(record.id, { ...member, record: placed, wake });
    return placed;
  }

  #officeOf({ type, kind: named, parent: above, owner }: PlacedRecord): string | null {
    const kind = this.portal.kinds[named ?? ''] ?? null;
    const parent = above === null ? null : memberOf(this.#everything(), above).record;
    // Nobody but the department whose account has its name is known to have created it.
    const creator = owner !== null && Object.hasOwn(this.portal.departments, owner) ? owner : null;
    return officeOf(this.portal, type, { kind, parent, creator });
  }

  /** What this visitor's conditions know of a record. */
  contextOf(visitor: Visitor, id: string): RecordContext {
    return contextIn({ portal: this.portal, visitor }, this.#familyOf(visitor, id), id);
  }

  /** The form for filling in this record now; null if it has none. */
  currentForm(visitor: Visitor, context: RecordContext): Form | null {
    const form = formInForce(this.portal, context.record);
    if (form === null) return null;
    const special = specialFormOf(form, { portal: this.portal, visitor }, context);
    this.#forms.set(special.hash, special);
    return special;
  }

  /** A form that a record was filled in with. */
  formNamed(hash: string): Form | null {
    return this.#forms.get(hash) ?? this.portal.forms[hash] ?? null;
  }

  /**
   * Decides the command about this record and keeps its outcome.
   * @param replacing the record that replaces the kept one in the decision
   */
  execute(
    visitor: Visitor,
    id: string | null,
    { command, replacing }: { readonly command: Command; readonly replacing?: PortalRecord },
  ): Outcome | Refusal {
    const { portal } = this;
    const kept = this.#familyOf(visitor, id);
    const family = replacing === undefined ? kept : withRecord(kept, replacing);
    const tools = {
      identity: () => this.identity(),
      form: (context: RecordContext) => this.currentForm(visitor, context)?.hash ?? null,
    };
    const outcome = decideOrRefuse({ portal, visitor, tools }, family, command);
    if (outcome.refused !== undefined) return outcome;
    const slots = this.#slots.copy();
    const refusal = refusalByTwin(portal, outcome, this.all()) ?? slots.change(portal, outcome);
    if (refusal !== null) return refusal;
    this.#slots = slots;
    this.#keep(outcome, visitor.account);
    return outcome;
  }

  /** Lets time pass: whatever is due on the way happens when it is due. What never ends does not happen. */
  wait(until: string): void {
    const tried = new Set<string>();
    for (;;) {
      const due = [...this.#members.values()]
        .filter(({ record, wake }) => wake !== null && wake <= until && !tried.has(`${record.id} ${wake}`))
        .toSorted((a, b) => ((a.wake ?? '') < (b.wake ?? '') ? -1 : 1))[0];
      if (due === undefined) break;
      tried.add(`${due.record.id} ${due.wake}`);
      if ((due.wake ?? '') > this.#now) this.#now = due.wake ?? '';
      this.#wake(due.record.id);
    }
    if (until > this.#now) this.#now = until;
  }

  /** The server puts off a record whose automatic steps never end, and changes nothing. */
  #wake(id: string): void {
    try {
      this.execute(signedOut, id, { command: { type: 'wake' } });
    } catch (error) {
      if (!(error instanceof EndlessTriggersError)) throw error;
    }
  }

  #everything(): Family {
    return { members: this.#members, today: this.today, now: this.#now };
  }

  /** The record's family as this visitor finds it; null: an empty one. */
  #familyOf(visitor: Visitor, id: string | null): Family {
    const everything = this.#everything();
    if (id === null) return { ...everything, members: new Map() };
    const { record } = memberOf(everything, id);
    const root = ancestorsOf(everything, record).at(-1) ?? record;
    const members = [root, ...descendantsOf(everything, root.id)].map((one): [string, Member] => {
      const member = memberOf(everything, one.id);
      const [did = [], deputyDid = []] = actorsOf(visitor).map((account) => this.#didBy(account, one.id));
      return [
        one.id,
        { ...member, did, deputyDid, wallet: this.#walletOf(one.owner), related: this.#relatedTo(one) },
      ];
    });
    return {
      ...everything,
      members: new Map(members),
      ...namesAmong({ portal: this.portal, visitor }, everything),
    };
  }

  /** The newest of the visitor's records from which a new record takes answers. */
  sourceOf(visitor: Visitor, prefill: Prefill): PrefillRecord | null {
    const { portal } = this;
    const found = this.all().filter((record) => {
      if (record.type !== prefill.from || record.owner === null || record.owner !== visitor.account)
        return false;
      const scope = { portal, visitor, context: this.contextOf(visitor, record.id) };
      return may(scope, 'read', record.type) && holds(prefill.where, scope);
    });
    const [newest] = found.toSorted(
      (one, other) =>
        compare(sortValue(other, prefill.latest), sortValue(one, prefill.latest)) ||
        compare(other.createdAt, one.createdAt),
    );
    return newest === undefined ? null : { prefill, number: newest.number, data: newest.data };
  }

  #remember(account: string, id: string, step: string): void {
    const key = `${account} ${id}`;
    this.#did.set(key, [...(this.#did.get(key) ?? []), step]);
  }

  #didBy(account: string | null, id: string): readonly string[] {
    return account === null ? [] : (this.#did.get(`${account} ${id}`) ?? []);
  }

  /** What was issued until now, newest first. */
  #issued(): readonly OwnedDocument[] {
    const own = [...this.#members.values()].flatMap(({ record, documents }) =>
      documents.map((document) => ({ document, record: record.id, owner: record.owner })),
    );
    const elsewhere = Array.from(this.#issuedElsewhere, ([owner, documents]) =>
      documents.map((document) => ({ document, record: '', owner })),
    );
    return [...own, ...elsewhere.flat()]
      .filter(({ document }) => document.issuedAt <= this.#now)
      .toSorted((a, b) => (a.document.issuedAt < b.document.issuedAt ? 1 : -1));
  }

  /** The valid documents that were issued to the records of this account. */
  #walletOf(owner: string | null): Member['wallet'] {
    if (owner === null) return [];
    return this.#issued().flatMap(({ document, owner: holder }) =>
      holder === owner && document.state === 'valid' ? [document] : [],
    );
  }

  #relatedTo(record: PortalRecord): readonly RelatedRecord[] {
    const { portal } = this;
    const scope = relatedScopeOf(portal, { record, ancestors: ancestorsOf(this.#everything(), record) });
    if (scope === null) return [];
    const issued = this.#issued();
    return [...this.#members.values()]
      .filter((one) => isRelated(portal, scope, one))
      .map((one) => ({
        record: one.record,
        parties: one.parties,
        documents: issued.flatMap((held) => (isOfRelated(scope, one, held) ? [held.document] : [])),
      }));
  }

  #keep({ family, events, numbers, notices, created, requests }: Outcome, actor: string | null): void {
    this.#hasEffects ||= requests.length > 0;
    for (const [id, member] of family.members) this.#members.set(id, member);
    for (const [id, pattern] of numbers) {
      const member = memberOf(this.#everything(), id);
      const subject = numberSubject(member.record, this.today);
      const counter = counterFor(member.record.type, pattern, subject);
      const sequence = (this.#numbers.get(counter) ?? 0) + 1;
      this.#numbers.set(counter, sequence);
      const number = fillNumber(pattern, subject, sequence);
      this.#members.set(id, { ...member, record: { ...member.record, number } });
    }
    for (const { record, account, what, detail, after } of events) {
      // A deputy's step counts for both.
      for (const one of [account, detail['for'] ?? null])
        if (typeof one === 'string') this.#remember(one, record, what);
      this.#coverage.steps.add(stepKey(after.type, what));
      this.#countFees(after.data['assessment'] as Assessment | undefined);
    }
    this.#countKinds(created);
    for (const notice of notices) {
      this.#coverage.notices.add(notice.notice);
      this.notices.push({ ...notice, actor });
    }
  }

  #countFees(assessment: Assessment | undefined): void {
    for (const { id } of assessment?.lines ?? [])
      this.#coverage.feeLines.add(feeKey(assessment?.schedule ?? '', id));
  }

  /** Of a set for which records were created, the other kinds did not apply. */
  #countKinds(created: ReadonlySet<string>): void {
    const records = [...created].map((id) => memberOf(this.#everything(), id).record);
    for (const { kind, parent } of records) {
      if (kind === null) continue;
      this.#coverage.applied.add(kind);
      const set = this.portal.sets[this.portal.kinds[kind]?.set ?? ''];
      const siblings = this.all().filter((one) => one.parent === parent);
      for (const other of set?.kinds ?? [])
        if (!siblings.some((one) => one.kind === other)) this.#coverage.excluded.add(other);
    }
  }
}

function sortValue(record: PortalRecord, name: string): unknown {
  const column = { created: record.createdAt, updated: record.updatedAt }[name];
  return column ?? record.data[name] ?? '';
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

function withRecord(family: Family, record: PortalRecord): Family {
  const member = { ...memberOf(family, record.id), record };
  return { ...family, members: new Map(family.members).set(record.id, member) };
}
