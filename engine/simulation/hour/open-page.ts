/** An open page of a person: one list and the number of unread threads, which follow the stream of changes. */
import type { LiveEvents } from '../../contract/live.ts';
import type { RecordPage } from '../../contract/record.ts';
import type { StreamEvent } from '../town/event-stream.ts';
import type { Person } from '../town/person.ts';

/** A list of a record type. */
export interface ListName {
  readonly type: string;
  readonly list: string;
}

/** By slug the account that works on the record: its slug, null for nobody; undefined: this person is not told. */
export type ShownRows = ReadonlyMap<string, string | null | undefined>;

export class OpenPage {
  readonly person: Person;
  readonly list: ListName | null;
  unread = 0;
  rows: ShownRows = new Map();
  /** Events that it heard. */
  heard = 0;
  readonly #wanted = new Set<'unread' | 'rows'>();
  #reading: Promise<void> | null = null;
  #close: () => void = () => {};
  #isClosed = false;

  /** @param list null: the person has no list */
  constructor(person: Person, list: ListName | null) {
    this.person = person;
    this.list = list;
  }

  async open(): Promise<void> {
    this.#close = await this.person.listen(
      (event) => this.#hear(event),
      () => void this.#reopen(),
    );
    await this.#read('unread', 'rows');
  }

  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  /** Waits until it has read what it wanted to read. */
  async settled(): Promise<void> {
    while (this.#reading !== null) await this.#reading;
  }

  async #reopen(): Promise<void> {
    if (!this.#isClosed) await this.open();
  }

  /** The same rules as in the browser. */
  #hear({ event, data }: StreamEvent): void {
    this.heard += 1;
    const records = event === 'records' ? (data as LiveEvents['records']) : [];
    const isOfList = records.some(({ type }) => type === this.list?.type);
    const wanted = [
      ...(event === 'records' ? [] : ['unread' as const]),
      ...(event === 'all' || isOfList ? ['rows' as const] : []),
    ];
    void this.#read(...wanted);
  }

  /** What changes while it reads is read again. */
  async #read(...wanted: readonly ('unread' | 'rows')[]): Promise<void> {
    for (const one of wanted) this.#wanted.add(one);
    this.#reading ??= this.#readWanted().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #readWanted(): Promise<void> {
    while (this.#wanted.size > 0) {
      const wanted = new Set(this.#wanted);
      this.#wanted.clear();
      if (wanted.has('unread')) this.unread = await readUnread(this.person);
      if (wanted.has('rows') && this.list !== null) this.rows = await readRows(this.person, this.list);
    }
  }
}

/** The number of threads with unread messages, as the server answers it. */
export async function readUnread(person: Person): Promise<number> {
  const { body } = await person.call<{ readonly unread?: number }>('GET', 'threads/unread');
  return body.unread ?? 0;
}

/** All rows of a list, page by page. */
export async function readRows(person: Person, { type, list }: ListName, more = ''): Promise<ShownRows> {
  const rows = new Map<string, string | null | undefined>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `records/${type}?list=${list}&limit=100${more}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await person.call<RecordPage>('GET', path);
    if (answer.status !== 200) break;
    for (const { slug, assignment } of answer.body.items)
      rows.set(slug, assignment === null ? undefined : (assignment.assignee?.slug ?? null));
    cursor = answer.body.next;
  }
  return rows;
}
