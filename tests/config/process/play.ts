/** Runs the municipality's process without a server: people take steps in one tree of records, and time passes. */
import type { IssuedDocument } from '../../../engine/portal/model/document.ts';
import { availableItems } from '../../../engine/portal/checklist/checklist.ts';
import { contextIn, type Family, type Member } from '../../../engine/portal/life/family.ts';
import { type Command, decideCommand, type Outcome } from '../../../engine/portal/life/decide-command.ts';
import { initialState } from '../../../engine/portal/workflow/new-records.ts';
import { blankRecord, type PortalRecord } from '../../../engine/portal/model/record.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { signedOut, type Visitor } from '../../../engine/portal/model/department.ts';

export interface Answers {
  readonly [name: string]: unknown;
}

export class Play {
  readonly #portal: Portal;
  #members: ReadonlyMap<string, Member> = new Map();
  #now: string;
  #made = 0;
  readonly #did = new Map<string, string[]>();
  /** Names of the sent notices, in order. */
  readonly notices: string[] = [];
  readonly #events = new Map<string, string[]>();

  constructor(portal: Portal, now: string) {
    this.#portal = portal;
    this.#now = now;
  }

  /** Creates a record, with or without a parent. */
  begin(who: Visitor, type: string, data: Answers, parent: PortalRecord | null = null): PortalRecord {
    const record = blankRecord(type, {
      ...this.#identity(),
      state: initialState(this.#portal, type),
      owner: who.account,
      parent: parent?.id ?? null,
      office: officeOf(this.#portal, type),
      data,
      form: this.#portal.recordTypes[type]?.form ?? null,
      since: this.#now,
    });
    this.#do(who, { type: 'add', record, isSent: false, number: null });
    return this.one(type);
  }

  /** @throws Error with the reasons of a refusal */
  take(who: Visitor, record: PortalRecord, name: string, input: Answers = {}): PortalRecord {
    const picked = (Array.isArray(input['pick']) ? input['pick'] : []).map((slug: string) => [
      slug,
      { account: slug, department: 'applicant' },
    ]);
    const step = {
      name,
      input,
      formErrors: {},
      inputErrors: {},
      picked: Object.fromEntries(picked),
    };
    this.#do(who, { type: 'take', id: record.id, step });
    return this.again(record);
  }

  /** The reason of the refusal, as a text. */
  refusal(who: Visitor, record: PortalRecord, name: string, input: Answers = {}): string {
    try {
      this.take(who, record, name, input);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return 'It was not refused.';
  }

  /** Sets every item of the checklist to this state. */
  settle({ id }: PortalRecord, state: 'filed' | 'accepted' | 'returned'): PortalRecord {
    const eyes = { portal: this.#portal, visitor: signedOut };
    const context = contextIn(eyes, this.#family(signedOut), id);
    const items = availableItems({ portal: this.#portal, visitor: signedOut, context });
    const file = { id: 'file', name: 'paper.pdf', type: 'application/pdf', bytes: 1 };
    const settled = items.map((one) => [one.id, { state, remark: null, files: [file] }]);
    const record = { ...context.record, items: Object.fromEntries(settled) };
    this.#do(signedOut, { type: 'put', record, what: 'items', detail: {} });
    return this.again(record);
  }

  /** Changes the record as if this had happened to it. */
  put(record: PortalRecord): void {
    this.#do(signedOut, { type: 'put', record, what: 'put', detail: {} });
  }

  /** Adds an issued document, as if an earlier step had issued it. */
  issue({ id }: PortalRecord, document: string, more: Pick<IssuedDocument, 'state' | 'validUntil'>): void {
    const member = this.#members.get(id);
    if (member === undefined) throw new Error('It is gone.');
    const issued = { id: document, code: '', document, number: null, variant: null, issuedAt: this.#now };
    this.#members = new Map(this.#members).set(id, { ...member, documents: [{ ...issued, ...more }] });
  }

  /** Advances the time only. */
  at(now: string): void {
    this.#now = now;
  }

  /** Advances the time, and runs the due steps. */
  wait(until: string): void {
    this.#now = until;
    this.#do(signedOut, { type: 'wake' });
  }

  again({ id }: PortalRecord): PortalRecord {
    const member = this.#members.get(id);
    if (member === undefined) throw new Error('It is gone.');
    return member.record;
  }

  all(type: string): PortalRecord[] {
    return [...this.#members.values()].map(({ record }) => record).filter((record) => record.type === type);
  }

  /** The newest of this type, or of this kind. */
  one(type: string, kind?: string): PortalRecord {
    const found = this.all(type).findLast((record) => kind === undefined || record.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind ?? type}.`);
    return found;
  }

  /** The names in the record's history, in order. */
  events({ id }: PortalRecord): readonly string[] {
    return this.#events.get(id) ?? [];
  }

  /** Names of the valid documents of a record, the newest first. */
  documents({ id }: PortalRecord): string[] {
    const issued = this.#members.get(id)?.documents ?? [];
    return issued
      .filter(({ state }) => state === 'valid')
      .map(({ document, variant }) => (variant === null ? document : `${document}, ${variant}`));
  }

  /** Last day of the newest document. */
  validUntil({ id }: PortalRecord): string | null {
    return this.#members.get(id)?.documents[0]?.validUntil ?? null;
  }

  #do(visitor: Visitor, command: Command): void {
    const tools = { identity: () => this.#identity(), form: () => null };
    const result = decideCommand({ portal: this.#portal, visitor, tools }, this.#family(visitor), command);
    if (result.refused !== undefined) throw new Error(`${result.refused}: ${JSON.stringify(result)}`);
    this.#keep(result);
  }

  #keep({ family, events: told, notices }: Outcome): void {
    this.#members = family.members;
    for (const { record, account, what } of told) {
      const key = `${account ?? ''} ${record}`;
      this.#did.set(key, [...(this.#did.get(key) ?? []), what]);
      this.#events.set(record, [...(this.#events.get(record) ?? []), what]);
    }
    this.notices.push(...notices.map(({ notice }) => notice));
  }

  #family(visitor: Visitor): Family {
    const members = [...this.#members].map(([id, member]): [string, Member] => [
      id,
      { ...member, did: this.#did.get(`${visitor.account ?? ''} ${id}`) ?? [] },
    ]);
    return { members: new Map(members), today: this.#now.slice(0, 10), now: this.#now };
  }

  #identity(): { readonly id: string; readonly slug: string } {
    this.#made += 1;
    return { id: `record-${this.#made}`, slug: `slug-${this.#made}` };
  }
}

function officeOf(portal: Portal, type: string): string | null {
  const rule = portal.recordTypes[type]?.office ?? null;
  return rule !== null && typeof rule === 'object' ? rule.department : null;
}

/** A member of a department who may approve. */
export function person(department: string, name: string = department): Visitor {
  return {
    ...signedOut,
    signedIn: true,
    account: name,
    department,
    // The homes and businesses of the examples.
    unit: department === 'barangay' ? 'balabag' : null,
    flags: { access: true, approve: true, username_change: true, email_verified: true },
  };
}
