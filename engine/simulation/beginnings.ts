/** What people begin: records of their own, accounts, and records below those that they have. */
import { randomUUID } from 'node:crypto';
import { holds } from '../portal/conditions/evaluate.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import type { JsonSchema } from '../portal/model/form.ts';
import { blankRecord, contextAlone } from '../portal/model/record.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import { signedOut } from '../portal/model/visitor.ts';
import type { Transition } from '../portal/model/workflow.ts';
import type { WireRecord } from '../contract/record.ts';
import type { OpenRecord } from './agenda.ts';
import type { Person, ServerAnswer } from './person.ts';
import { exampleOf, samplingOf, todayOf, type Play } from './context.ts';
import { setAt, type GivenAnswers, type WishContext, wishesFor, withWishes } from './wishes.ts';

/** Records of a type that are open at once, as long as a step of theirs is new to everybody. */
const openAtOnce = 6;
/** Drafts of answers that are compared. */
const drafts = 24;

export class Beginnings {
  readonly #play: Play;
  /** Kinds of requirements that somebody was asked for, and answers that somebody gave. */
  readonly #asked = new Set<string>();
  readonly #given = new Map<string, number>();
  /** `parent slug/its state/type`. */
  readonly #tried = new Set<string>();
  readonly #begun = new Map<string, number>();

  constructor(play: Play) {
    this.#play = play;
  }

  /** Begins one of a type that stands alone. */
  async begin(type: RecordType): Promise<void> {
    const { town, random } = this.#play;
    const index = this.#next(type.type);
    const departments = type.parties['owner']?.departments ?? [];
    if (type.account !== null) return this.#register(type, index);
    const able = town.people.filter(({ department }) => departments.includes(department));
    if (able.length === 0) return;
    const counts = await this.#recordsOf(type.type);
    const least = Math.min(...able.map(({ username }) => counts.get(username) ?? 0));
    const person = random.pick(able.filter(({ username }) => (counts.get(username) ?? 0) === least));
    await this.#send(type, index, (data) => person.call('POST', `records/${type.type}`, { body: { data } }));
  }

  /** Begins what stands alone beside the busiest type, and below what is there, as long as that leads to something new. */
  async beginOthers(busiest: RecordType, open: readonly OpenRecord[]): Promise<void> {
    const { town, coverage } = this.#play;
    for (const type of Object.values(town.portal.recordTypes)) {
      const isOther = type.type !== busiest.type && type.builtIn === null && coverage.hasNew(type.type);
      const count = open.filter((record) => record.type === type.type).length;
      if (!isOther || count >= openAtOnce) continue;
      if (type.parents.length > 0) await this.#beginBelow(type);
      else if (this.#mayGoOn(type))
        for (let index = count; index < openAtOnce / 2; index += 1) await this.begin(type);
    }
  }

  /** How many each has; of some types one is enough. */
  async #recordsOf(type: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#play.town.application.database.query<{ username: string; count: number }>(
      `SELECT o.username, count(*)::integer AS count FROM records r JOIN accounts o ON o.id = r.owner
       WHERE r.type = $1 GROUP BY o.username`,
      [type],
    );
    return new Map(rows.map(({ username, count }) => [username, count]));
  }

  /** Accounts can be opened so many an hour. */
  #mayGoOn({ type, account }: RecordType): boolean {
    const { portal } = this.#play.town;
    if (account === null) return (this.#begun.get(type) ?? 0) < mostOfOthers;
    const types = Object.values(portal.recordTypes).filter((one) => one.account !== null).length;
    return (this.#begun.get(type) ?? 0) < Math.floor(portal.registrationsPerHour / types);
  }

  #next(type: string): number {
    const next = (this.#begun.get(type) ?? 0) + 1;
    this.#begun.set(type, next);
    return next;
  }

  async #register(type: RecordType, index: number): Promise<void> {
    const { account } = type;
    if (account === null) return;
    const { town } = this.#play;
    const username = `${account.department}-new-${index}@simulated.example`;
    const password = randomUUID();
    const own = { [account.username]: username, [account.password]: password };
    const newcomer = { department: account.department, username, unit: null, flags: {}, isApprover: false };
    const guest = town.newPerson(newcomer);
    const isOpened = await this.#send(type, index, (data) =>
      guest.callSignedOut('POST', `records/${type.type}`, { body: { data: { ...data, ...own } } }),
    );
    if (isOpened) town.people.push(town.newPerson(newcomer, password));
  }

  async #beginBelow(type: RecordType): Promise<void> {
    const { town, random } = this.#play;
    const parents = await town.application.database.query<{
      type: string;
      slug: string;
      state: string;
      owner: string;
    }>(
      `SELECT r.type, r.slug, r.state, o.username AS owner FROM records r JOIN accounts o ON o.id = r.owner
       WHERE r.type = ANY($1::text[]) ORDER BY r.updated_at DESC, r.id LIMIT 400`,
      [type.parents],
    );
    const fresh = parents.filter(({ slug, state }) => !this.#tried.has(`${slug}/${state}/${type.type}`));
    // One in each state: most states allow it to nobody.
    const states = Map.groupBy(fresh, ({ type: of, state }) => `${of}/${state}`);
    for (const some of states.values()) {
      if ((this.#begun.get(type.type) ?? 0) > parents.length * shareBelow) return;
      const { slug, state, owner, type: of } = random.pick(some);
      this.#tried.add(`${slug}/${state}/${type.type}`);
      const person = town.people.find(({ username }) => username === owner);
      if (person !== undefined) await this.#beginBelowOne(type, person, { type: of, slug });
    }
  }

  async #beginBelowOne(
    type: RecordType,
    person: Person,
    parent: { readonly type: string; readonly slug: string },
  ): Promise<void> {
    const found = await person.call<WireRecord>('GET', `records/${parent.type}/${parent.slug}`);
    if (found.status !== 200 || !found.body.begins.includes(type.type)) return;
    await this.#send(type, this.#next(type.type), (data) =>
      person.call('POST', `records/${type.type}`, { body: { data, parent: parent.slug } }),
    );
  }

  /** Whose answers are refused answers as the example does. @returns false where that is refused, too */
  async #send(
    type: RecordType,
    index: number,
    call: (data: GivenAnswers) => Promise<ServerAnswer>,
  ): Promise<boolean> {
    const first = await call(this.#answersTo(type, index));
    if (first.status !== 422) return first.status < 300;
    const example = exampleOf(this.#play, { type: type.type, kind: null, form: type.form });
    return (await call(this.#unique(type, example, index))).status < 300;
  }

  /**
   * Answers that make sense together; of several drafts the one that most new kinds of requirements apply to.
   */
  #answersTo(type: RecordType, index: number): GivenAnswers {
    const { random } = this.#play;
    const example = (): GivenAnswers =>
      exampleOf(this.#play, { type: type.type, kind: null, form: type.form });
    const base = random.chance(0.4) ? this.#wishing(type, example()) : example();
    const made =
      index === 1
        ? [example()]
        : Array.from({ length: drafts }, () => this.#vary(type, structuredClone(base)));
    const kinds = made.map((answers) => this.#newKindsFor(type, answers));
    const best = kinds.reduce((most, one, at) => (one.length > (kinds[most]?.length ?? 0) ? at : most), 0);
    const data = made[best] ?? {};
    for (const kind of kinds[best] ?? []) this.#asked.add(kind);
    for (const answer of answersIn(this.#schemaOf(type), data)) this.#count(answer.name);
    return this.#unique(type, data, index);
  }

  /** Two of the same would be refused: what must differ gets a number. */
  #unique(type: RecordType, data: GivenAnswers, index: number): GivenAnswers {
    for (const field of type.unique?.over ?? []) {
      const value = data[field];
      if (typeof value === 'string' && value.includes(' ')) data[field] = `${value} ${index}`;
    }
    return data;
  }

  #count(answer: string): void {
    this.#given.set(answer, (this.#given.get(answer) ?? 0) + 1);
  }

  #schemaOf({ form }: RecordType): JsonSchema {
    return this.#play.town.portal.forms[form ?? '']?.schema ?? {};
  }

  #newKindsFor({ type }: RecordType, data: GivenAnswers): string[] {
    const { portal } = this.#play.town;
    const scope = { portal, visitor: signedOut, context: this.#contextOf(type, data) };
    return Object.values(portal.kinds)
      .filter(({ id, applies }) => !this.#asked.has(id) && holds(applies, scope))
      .map(({ id }) => id);
  }

  #contextOf(type: string, data: GivenAnswers): ReturnType<typeof contextAlone> {
    const now = this.#play.town.application.now().toISOString();
    return contextAlone({ record: blankRecord(type, { data }), today: todayOf(this.#play), now });
  }

  /** Some answer as they are; others answer some questions as nobody has. */
  #vary(type: RecordType, data: GivenAnswers): GivenAnswers {
    const { random } = this.#play;
    if (random.chance(0.3)) return data;
    const schema = this.#schemaOf(type);
    for (const rows of Object.values(data).filter((one) => Array.isArray(one)))
      if (rows.length > 0 && rows.length < 4 && random.chance(0.5)) rows.push(structuredClone(rows[0]));
    for (let count = 1 + random.below(4); count > 0; count -= 1) {
      const places = answersIn(schema, data, { andOthers: true });
      const fresh = places.filter(({ name }) => !this.#given.has(name));
      if (places.length === 0) break;
      const { path, value } = random.pick(fresh.length > 0 ? fresh : places);
      setAt(data, path, value);
    }
    return data;
  }

  /** Answers that a step needs that nobody has taken. */
  #wishing(type: RecordType, data: GivenAnswers): GivenAnswers {
    const { town, random, coverage } = this.#play;
    const news = Object.values(town.portal.workflows[type.type]?.transitions ?? {}).filter((one) =>
      coverage.isNew(type.type, one),
    );
    if (news.length === 0) return data;
    const wished = news.map((one) => this.#wishingFor(type, data, one)).filter((one) => one !== data);
    return wished.length === 0 ? data : random.pick(wished);
  }

  /** @returns the same answers where none of them has to change */
  #wishingFor(type: RecordType, data: GivenAnswers, { by, needs }: Transition): GivenAnswers {
    const { portal } = this.#play.town;
    const writable = { data: this.#schemaOf(type), input: null };
    let wished = data;
    for (const condition of [...(by === null ? [] : partsOf(by)), ...needs.map((need) => need.condition)]) {
      const scope = { portal, visitor: signedOut, context: this.#contextOf(type.type, wished) };
      const wishing: WishContext = { portal, scope, writable, sampling: samplingOf(this.#play) };
      const wishes = wishesFor(condition, wishing) ?? [];
      if (wishes.length > 0) wished = withWishes(wished, wishes, 'data');
    }
    return wished;
  }
}

/** Of the records that something may be begun below, as a share: most go on without. */
const shareBelow = 0.4;
/** Records of a type that is not the busiest one, in a whole run. */
const mostOfOthers = 30;

function partsOf(condition: Parameters<typeof wishesFor>[0]): Parameters<typeof wishesFor>[0][] {
  return condition.test === 'all' ? condition.of.flatMap(partsOf) : [condition];
}

interface ChoiceAnswer {
  /** `question=answer`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Answers to questions that offer a choice; with the others, those that could be given instead. */
function answersIn(
  schema: JsonSchema,
  data: GivenAnswers,
  { andOthers = false }: { readonly andOthers?: boolean } = {},
  path: readonly string[] = [],
): ChoiceAnswer[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).flatMap(([key, property]) => {
    const at = [...path, key];
    const question = at.filter((part) => !/^\d+$/.test(part)).join('.');
    const value = data[key];
    if (property['type'] === 'array' && isMapping(property['items']) && Array.isArray(value)) {
      const items = property['items'] as JsonSchema;
      return value.flatMap((row, index) =>
        isMapping(row) ? answersIn(items, row as GivenAnswers, { andOthers }, [...at, String(index)]) : [],
      );
    }
    const choices = choicesOf(property);
    const given = andOthers ? choices : choices.filter((choice) => choice === value);
    return given.map((choice) => ({ name: `${question}=${String(choice)}`, path: at, value: choice }));
  });
}

function choicesOf(property: JsonSchema): readonly unknown[] {
  if (Array.isArray(property['enum'])) return property['enum'].filter((one) => one !== null);
  return property['type'] === 'boolean' && !('const' in property) ? [true, false] : [];
}
