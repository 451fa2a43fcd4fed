/** Runs what people did in a recorded history again, in memory, on one configuration. Time passes as it did then. */
import { emptyCoverage } from '../cases/coverage.ts';
import { MemoryRecords } from '../cases/memory-records.ts';
import { stepInputWithSlugs, withSlugs } from '../cases/named-records.ts';
import { type RefusedBy, refusedByRule } from '../cases/rules.ts';
import { beginRecord, filePapers, reviewItems, saveAnswers, takeStep } from '../cases/story-acts.ts';
import type { Answers } from '../portal/forms/form-conditions.ts';
import { testsOf } from '../portal/conditions/possible.ts';
import type { Assessment } from '../portal/fees/assessment.ts';
import { signedOut, type Visitor } from '../portal/model/department.ts';
import type { PortalRecord } from '../portal/model/record.ts';
import type { Recipients, Transition } from '../portal/model/workflow.ts';
import {
  presentAnswers,
  presentItem,
  presentStep,
  succeedRecord,
} from '../portal/succession/succeed-record.ts';
import { deputyFor } from '../server/accounts/acting-visitor.ts';
import { localDate } from '../portal/time/working-days.ts';
import { type FamilyHistory, personKey, type ReplaySide } from './history.ts';
import type { RecordedAct } from './recorded-acts.ts';

export interface ReplayInput {
  readonly history: FamilyHistory;
  readonly acts: readonly RecordedAct[];
  /** The last moment that is known of (ISO date-time). */
  readonly until: string;
}

/** What there is after an act, or after the time before it. */
export interface Observation {
  /** Null: time passed. */
  readonly act: RecordedAct | null;
  /** Counts the events of the family: the act's, or the next one. */
  readonly number: number;
  readonly at: string;
  /** The rules that refuse the act; null: nothing does; `absent`: there is no such record. */
  readonly refused: readonly string[] | 'absent' | null;
  /** By the id of the recorded record; one that was not recorded has a name of its own. */
  readonly records: ReadonlyMap<string, RecordFacts>;
  readonly notices: readonly SentFact[];
}

export interface RecordFacts {
  readonly record: PortalRecord;
  /** The parent, named as in `Observation.records`. */
  readonly parent: string | null;
  /** ISO date in the portal's time zone; null: nothing is due. */
  readonly due: string | null;
  readonly assessment: Assessment | null;
  /** Names of the templates. */
  readonly documents: readonly string[];
}

export interface SentFact {
  readonly record: string;
  readonly notice: string;
  /** The parties, the office and the departments. */
  readonly to: string;
}

export interface ReplayTrace {
  readonly observations: readonly Observation[];
  /** An extension was asked to do something, which a replay leaves out. */
  readonly hasEffects: boolean;
}

export function runHistory(side: ReplaySide, run: ReplayInput): ReplayTrace {
  const replay = new HistoryReplay(side, run);
  const observations = run.acts.flatMap((act) => [replay.wait(act.at, act.number), replay.act(act)]);
  const last = replay.wait(run.until, run.history.events.length);
  return { observations: [...observations, last], hasEffects: replay.hasEffects };
}

class HistoryReplay {
  readonly #side: ReplaySide;
  /** As they were recorded, under the names that this configuration has for them. */
  readonly #recorded: readonly PortalRecord[];
  readonly #records: MemoryRecords;
  /** Recorded id → id in memory, and back. */
  readonly #inMemory = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #begun: ReadonlySet<string>;

  constructor(side: ReplaySide, run: ReplayInput) {
    this.#side = side;
    this.#recorded = run.history.records.map((record) => succeedRecord(side.portal, record));
    this.#records = new MemoryRecords(side.portal, run.acts[0]?.at ?? run.until, emptyCoverage());
    for (const [owner, documents] of run.history.documents) this.#records.giveDocuments(owner, documents);
    this.#begun = new Set(run.acts.flatMap(({ act, record }) => (act.does === 'begin' ? [record] : [])));
  }

  get hasEffects(): boolean {
    return this.#records.hasEffects;
  }

  wait(until: string, number: number): Observation {
    this.#records.startStep();
    this.#records.wait(until);
    return this.#observe({ act: null, number, at: until, refused: null });
  }

  act(act: RecordedAct): Observation {
    this.#records.startStep();
    const refused = this.#try(act);
    const { number, at } = act;
    return this.#observe({
      act,
      number,
      at,
      refused: refused === 'absent' ? refused : (refused?.rules ?? null),
    });
  }

  #try(recorded: RecordedAct): RefusedBy | 'absent' | null {
    const visitor = this.#visitorOf(recorded);
    const { portal } = this.#side;
    const records = this.#records;
    const id = this.#inMemory.get(recorded.record);
    const { act } = recorded;
    if (act.does !== 'begin' && id === undefined) return 'absent';
    if (visitor === null) return refusedByRule(recorded.actsFor === null ? 'department' : 'deputy');
    const doing = { records, visitor };
    if (act.does === 'begin' || id === undefined) return this.#begin(visitor, recorded);
    const record = records.contextOf(visitor, id).record;
    switch (act.does) {
      case 'save':
        return saveAnswers(
          doing,
          id,
          this.#namingInMemory(record.type, presentAnswers(portal, record, act.data)),
        );
      case 'file':
        return filePapers(doing, id, {
          wanted: [presentItem(portal, record, act.item)],
          issuedOn: act.issuedOn,
        });
      case 'review':
        return reviewItems(doing, id, { wanted: [presentItem(portal, record, act.item)], state: act.state });
      case 'assign': {
        const to = act.to === null ? null : { id: act.to, slug: act.to, name: act.to };
        const by = { account: visitor.account, department: visitor.department };
        records.execute(visitor, id, { command: { type: 'assign', id, to, by } });
        return null;
      }
      case 'take': {
        const taken = presentStep(portal, record.type, act.step);
        // Only answers that the record keeps are asked by names that can be succeeded.
        const input =
          taken?.saves === true
            ? presentAnswers(portal, { type: record.type, kind: null }, act.input)
            : act.input;
        const step = taken?.name ?? act.step;
        const taker = withLink(visitor, { record, taken });
        return takeStep({ records, visitor: taker }, id, {
          step,
          input: stepInputWithSlugs(portal, { type: record.type, step, input }, this.#slugs()),
          picked: Object.fromEntries(act.picked),
        });
      }
    }
  }

  #begin(visitor: Visitor, { record: id, act }: RecordedAct): RefusedBy | 'absent' | null {
    const { portal } = this.#side;
    const recorded = this.#recorded.find((one) => one.id === id);
    if (recorded === undefined || act.does !== 'begin') return 'absent';
    const { type, kind, owner } = recorded;
    const below = recorded.parent === null ? null : this.#inMemory.get(recorded.parent);
    if (below === undefined) return 'absent';
    const password = portal.recordTypes[type]?.account?.password;
    const said = this.#namingInMemory(type, presentAnswers(portal, { type, kind }, act.data));
    // Nobody records a password.
    const data = password === undefined ? said : { ...said, [password]: crypto.randomUUID() };
    const begun = beginRecord({ records: this.#records, visitor }, { type, kind, below, named: owner, data });
    if (typeof begun !== 'string') return begun;
    this.#name(begun, id);
    return null;
  }

  /** Answers that name recorded records name those in memory. */
  #namingInMemory(type: string, answers: Answers): Answers {
    return withSlugs(this.#side.portal, type, answers, this.#slugs());
  }

  /** Recorded slug → slug in memory. */
  #slugs(): ReadonlyMap<string, string> {
    const slugs = new Map(this.#records.all().map(({ id, slug }) => [id, slug]));
    return new Map(
      this.#recorded.flatMap(({ id, slug }) => {
        const own = slugs.get(this.#inMemory.get(id) ?? '');
        return own === undefined ? [] : [[slug, own] as const];
      }),
    );
  }

  /** Null: the configuration has no such person, or nobody may act for them any more. */
  #visitorOf({ account, department, actsFor }: RecordedAct): Visitor | null {
    if (account === null || department === null) return signedOut;
    const { portal } = this.#side;
    const personOf = (id: string) => this.#side.people.get(personKey(portal, id, department)) ?? null;
    const own = personOf(account);
    if (own === null || actsFor === null) return own;
    return deputyFor(portal, { own, officer: personOf(actsFor) });
  }

  #observe(step: Omit<Observation, 'records' | 'notices'>): Observation {
    this.#nameNew();
    const { portal } = this.#side;
    const records = this.#records.all().map((record): readonly [string, RecordFacts] => [
      this.#names.get(record.id) ?? record.id,
      {
        record,
        parent: this.#names.get(record.parent ?? '') ?? null,
        due: record.due === null ? null : localDate(Date.parse(record.due), portal.timeZone),
        assessment: (record.data['assessment'] as Assessment | undefined) ?? null,
        documents: this.#records
          .documentsOf(record.id)
          .map(({ document }) => document)
          .toSorted(),
      },
    ]);
    const notices = this.#records.notices.map(({ notice, to, context }) => ({
      record: this.#names.get(context.record.id) ?? context.record.id,
      notice,
      to: sayRecipients(to),
    }));
    return { ...step, records: new Map(records), notices };
  }

  /** Records that the engine created are told from each other by type, kind and parent, in the order of creation. */
  #nameNew(): void {
    for (const { id, type, kind, parent } of this.#records.all()) {
      if (this.#names.has(id)) continue;
      const above = this.#names.get(parent ?? '') ?? null;
      const isIt = (one: PortalRecord) =>
        one.type === type &&
        one.kind === kind &&
        one.parent === above &&
        !this.#inMemory.has(one.id) &&
        !this.#begun.has(one.id);
      const recorded = this.#recorded.find(isIt)?.id;
      const siblings = [...this.#names.values()].filter((name) =>
        name.startsWith(`new ${type} ${kind} ${above} `),
      );
      this.#name(id, recorded ?? `new ${type} ${kind} ${above} ${siblings.length}`);
    }
  }

  #name(id: string, recorded: string): void {
    this.#inMemory.set(recorded, id);
    this.#names.set(id, recorded);
  }
}

/** Whether the owner came by a link that was sent to them is not recorded, so it is assumed where a link is needed. */
function withLink(
  visitor: Visitor,
  { record, taken }: { readonly record: PortalRecord; readonly taken: Transition | null },
): Visitor {
  const [link] = taken?.by ? testsOf(taken.by).filter((one) => one.test === 'link') : [];
  const isOwner = visitor.account === null || visitor.account === record.owner;
  return link === undefined || !isOwner
    ? visitor
    : { ...visitor, link: { record: record.id, field: link.field } };
}

function sayRecipients({ parties, isOffice, departments }: Recipients): string {
  return [...parties, ...(isOffice ? ['office'] : []), ...departments].join(', ');
}
