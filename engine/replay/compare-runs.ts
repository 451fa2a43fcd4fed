/** Compares two runs of one history: what is refused, decided, charged, due, issued and sent otherwise. */
import type { Portal } from '../portal/model/portal.ts';
import { presentName, presentNameIn } from '../portal/succession/succeed-record.ts';
import type { ReplayTrace, Observation, RecordFacts, SentFact } from './run-history.ts';

export const differenceKinds = [
  'refused',
  'end',
  'way',
  'record',
  'fee',
  'clock',
  'document',
  'notice',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export interface RunDifference {
  readonly kind: DifferenceKind;
  /** Without names, numbers and days of this record: the same difference of another record has the same text. */
  readonly text: string;
  /** What is particular to this record, such as an amount before and after; empty: nothing. */
  readonly detail: string;
  /** Id of the recorded record; the parent's if it was not recorded. */
  readonly record: string;
  /** Where the runs part first. */
  readonly event: DifferenceEvent;
}

interface DifferenceEvent {
  /** Counts the events of the family. */
  readonly number: number;
  /** ISO date-time. */
  readonly at: string;
  /** As `nameOfAct` says. */
  readonly what: string;
}

/** @param later the portal of the second run */
export function compareRuns(
  before: ReplayTrace,
  after: ReplayTrace,
  later: Portal,
): readonly RunDifference[] {
  const comparison = new RunComparison(later);
  for (const [index, one] of before.observations.entries()) {
    const other = after.observations[index];
    if (other !== undefined) comparison.step(one, other);
  }
  return comparison.end(before.observations.at(-1), after.observations.at(-1));
}

class RunComparison {
  readonly #later: Portal;
  readonly #found: RunDifference[] = [];
  /** Of a record that went another way, everything else is a consequence: its id → where it left. */
  readonly #parted = new Map<string, DifferenceEvent>();
  /** What was told already. */
  readonly #told = new Set<string>();
  readonly #moved = new Map<string, string>();

  constructor(later: Portal) {
    this.#later = later;
  }

  step(before: Observation, after: Observation): void {
    const event = { number: before.number, at: before.at, what: nameOfAct(before) };
    this.#compareRefusals(before, after, event);
    const partedBefore = new Set(this.#parted.keys());
    for (const id of new Set([...before.records.keys(), ...after.records.keys()])) {
      if (partedBefore.has(id)) continue;
      this.#compareRecord(id, before.records.get(id), after.records.get(id), event);
    }
    const isTold = ({ record }: SentFact) => !partedBefore.has(record);
    this.#compareNotices(before, after, { isTold, event });
  }

  end(before: Observation | undefined, after: Observation | undefined): readonly RunDifference[] {
    for (const [id, event] of this.#parted) {
      const was = before?.records.get(id);
      const is = after?.records.get(id);
      if (was === undefined || is === undefined) continue;
      const { type, state } = is.record;
      const earlier = presentName(this.#later, { of: 'states', type }, was.record.state);
      const way = this.#moved.get(id);
      if (earlier !== state)
        this.#tell(id, event, { kind: 'end', text: `${type}: ${state} instead of ${earlier}`, detail: '' });
      else if (way !== undefined) this.#tell(id, event, { kind: 'way', text: way, detail: '' });
    }
    return this.#found;
  }

  #compareRefusals(before: Observation, after: Observation, event: DifferenceEvent): void {
    const { act } = before;
    if (act === null || before.refused === 'absent' || after.refused === 'absent') return;
    if (this.#parted.has(act.record)) return;
    const [was, is] = [before.refused, after.refused].map((rules) => rules?.join(', ') ?? null);
    if (was === is) return;
    const type = (after.records.get(act.record) ?? before.records.get(act.record))?.record.type;
    const step = `${type === undefined ? '' : `${type}: `}${event.what}`;
    const text = is === null ? `${step} is no longer refused by ${was}` : `${step} is refused by ${is}`;
    this.#tell(act.record, event, { kind: 'refused', text, detail: '' });
    this.#parted.set(act.record, event);
  }

  #compareRecord(
    id: string,
    before: RecordFacts | undefined,
    after: RecordFacts | undefined,
    event: DifferenceEvent,
  ): void {
    const only = before ?? after;
    if (only === undefined) return;
    if (before === undefined || after === undefined) {
      const { record, parent } = only;
      const text = `${record.kind ?? record.type} is ${after === undefined ? 'no longer' : 'now'} created`;
      if (!this.#parted.has(parent ?? '')) this.#tell(id, event, { kind: 'record', text, detail: '' });
      this.#parted.set(id, event);
      return;
    }
    const is = after.record;
    const state = presentName(this.#later, { of: 'states', type: is.type }, before.record.state);
    const name = is.kind ?? is.type;
    const where = `${name} in ${is.state}`;
    if (state !== is.state) {
      this.#parted.set(id, event);
      this.#moved.set(id, `${is.type}: ${is.state} instead of ${state} on the way`);
      return;
    }
    if (before.due !== after.due) {
      const detail = `${after.due ?? 'nothing'} instead of ${before.due ?? 'nothing'}`;
      this.#tell(id, event, { kind: 'clock', text: `${where}: other due day`, detail });
    }
    this.#compareFees(id, { before, after, name, event });
    const documents = before.documents.map((one) => presentNameIn(this.#later, 'documents', one));
    const [gone, added] = differ(documents, after.documents);
    for (const one of gone)
      this.#tell(id, event, { kind: 'document', text: `${name}: ${one} is no longer issued`, detail: '' });
    for (const one of added)
      this.#tell(id, event, { kind: 'document', text: `${name}: ${one} is now issued`, detail: '' });
  }

  #compareFees(
    id: string,
    {
      before,
      after,
      name,
      event,
    }: {
      readonly before: RecordFacts;
      readonly after: RecordFacts;
      readonly name: string;
      readonly event: DifferenceEvent;
    },
  ): void {
    const [was, is] = [before.assessment?.total ?? null, after.assessment?.total ?? null];
    if (was === is) return;
    const schedule = after.assessment?.schedule ?? before.assessment?.schedule ?? '';
    const detail = `${is ?? 'no fee'} instead of ${was ?? 'no fee'}`;
    this.#tell(id, event, { kind: 'fee', text: `${name}: other total of ${schedule}`, detail });
  }

  #compareNotices(
    before: Observation,
    after: Observation,
    { isTold, event }: { readonly isTold: (one: SentFact) => boolean; readonly event: DifferenceEvent },
  ): void {
    const [was, is] = [before, after].map(({ notices }) => notices.filter(isTold).map(keyOf));
    const [gone, added] = differ(was ?? [], is ?? []);
    for (const [keys, does] of [
      [gone, 'is no longer sent to'],
      [added, 'is now sent to'],
    ] as const)
      for (const key of keys) {
        const [record = '', notice = '', to = ''] = key.split('\n');
        this.#tell(record, event, { kind: 'notice', text: `${notice} ${does} ${to}`, detail: '' });
      }
  }

  /** Of each record once, where it is seen first. */
  #tell(record: string, event: DifferenceEvent, said: Pick<RunDifference, 'kind' | 'text' | 'detail'>): void {
    const key = `${record}\n${said.kind}\n${said.text}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#found.push({ ...said, record, event });
  }
}

function keyOf({ record, notice, to }: SentFact): string {
  return [record, notice, to].join('\n');
}

/** `lend`, `save`; `time`: none, but time passed. */
export function nameOfAct({ act }: Observation): string {
  if (act === null) return 'time';
  switch (act.act.does) {
    case 'take':
      return act.act.step;
    case 'file':
    case 'review':
      return `${act.act.does} ${act.act.item}`;
    default:
      return act.act.does;
  }
}

/** What only the first has, and what only the second has; a name may occur several times. */
function differ(before: readonly string[], after: readonly string[]): readonly [string[], string[]] {
  const rest = [...after];
  const gone = before.filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [gone, rest];
}
