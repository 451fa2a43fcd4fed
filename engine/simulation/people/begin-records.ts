/** What people create: records of their own, accounts, and records below existing ones. */
import { randomUUID } from 'node:crypto';
import { countedFacts } from '../../portal/conditions/derived-values.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Condition } from '../../portal/model/condition.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { blankRecord, contextAlone } from '../../portal/model/record.ts';
import type { RecordType } from '../../portal/model/record-type.ts';
import type { RequirementKind } from '../../portal/model/requirement.ts';
import { signedOut } from '../../portal/model/department.ts';
import type { Transition } from '../../portal/model/workflow.ts';
import type { WireRecord } from '../../contract/record.ts';
import type { OpenRecord } from './agenda.ts';
import type { Person, ServerAnswer } from '../town/person.ts';
import { withChosenRecords } from './chosen-records.ts';
import { workOn } from './work-on.ts';
import { errorsIn } from './answers.ts';
import { ownAnswers } from './own-answers.ts';
import { exampleOf, fitTogether, samplingOf, todayOf, type Play } from './play.ts';
import {
  conditionsFor,
  setAt,
  type GivenAnswers,
  type WishContext,
  wishesFor,
  withWishes,
} from './wishes.ts';

/** Open records of a type at the same time, as long as one of its steps was never taken. */
const openAtOnce = 6;
/** Number of alternative drafts that are compared. */
const drafts = 12;
/** The share of records that begin with the account of their department that the documents name. */
const shownShare = 0.3;
/** The share of people who need little, even if something was never done. */
const usualShare = 0.6;

interface ParentRow extends Pick<OpenRecord, 'type' | 'slug' | 'state'> {
  readonly owner: string;
  readonly children: readonly Pick<OpenRecord, 'type' | 'state'>[];
}

export class Beginnings {
  readonly #play: Play;
  /** How often each kind of requirement was asked for, and each answer given. */
  readonly #asked = new Map<string, number>();
  readonly #given = new Map<string, number>();
  /** `parent slug/its state/type`. */
  readonly #tried = new Set<string>();
  readonly #begun = new Map<string, number>();

  constructor(play: Play) {
    this.#play = play;
  }

  /** Creates a record of a type without parents. */
  async begin(type: RecordType): Promise<void> {
    const { town, random } = this.#play;
    const index = this.#next(type.type);
    const departments = type.parties['owner']?.departments ?? [];
    if (type.account !== null) return this.#register(type, index);
    const able = town.people.filter(({ department }) => departments.includes(department));
    if (able.length === 0) return;
    const counts = await this.#recordsOf(type.type);
    const least = Math.min(...able.map(({ username }) => counts.get(username) ?? 0));
    const known = able.find(({ isShown }) => isShown);
    const free = able.filter(({ username }) => (counts.get(username) ?? 0) === least);
    // The first record of each type is theirs.
    const isTheirs = index === 1 || random.chance(shownShare);
    const person = known !== undefined && isTheirs ? known : random.pick(free);
    await this.#send(type, index, async (given) => {
      const data = await withChosenRecords(this.#play, person, type.form, given);
      return person.call('POST', `records/${type.type}`, { body: { data } });
    });
  }

  /**
   * Creates records besides those of the busiest type, and below existing records, as long as that leads to something
   * new.
   */
  async beginOthers(busiest: RecordType, open: readonly OpenRecord[]): Promise<void> {
    const { town, coverage } = this.#play;
    for (const type of Object.values(town.portal.recordTypes)) {
      const isOther = type.type !== busiest.type && type.builtIn === null && coverage.hasNew(type.type);
      const { initial } = town.portal.workflows[type.type] ?? {};
      // A draft that its owner cannot send does not keep anybody from starting another.
      const count = open.filter(
        (record) => record.type === type.type && (type.parents.length === 0 || record.state !== initial),
      ).length;
      if (!isOther || count >= openAtOnce) continue;
      if (type.parents.length > 0) await this.beginBelow(type);
      else if ((this.#begun.get(type.type) ?? 0) < mostOfOthers)
        for (let index = count; index < openAtOnce / 2; index += 1) await this.begin(type);
    }
  }

  /** How many each person has; for some types one is enough. */
  async #recordsOf(type: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#play.town.application.database.query<{ username: string; count: number }>(
      `SELECT o.username, count(*)::integer AS count FROM records r JOIN accounts o ON o.id = r.owner
       WHERE r.type = $1 GROUP BY o.username`,
      [type],
    );
    return new Map(rows.map(({ username, count }) => [username, count]));
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

  /** Creates records below existing ones, where their owner may and where that leads on. */
  async beginBelow(type: RecordType): Promise<void> {
    const { town, random } = this.#play;
    const parents = await town.application.database.query<ParentRow>(
      `SELECT r.type, r.slug, r.state, o.username AS owner, coalesce((SELECT jsonb_agg(jsonb_build_object(
         'type', c.type, 'state', c.state)) FROM records c WHERE c.parent = r.id), '[]') AS children
       FROM records r JOIN accounts o ON o.id = r.owner
       WHERE r.type = ANY($1::text[]) ORDER BY r.updated_at DESC, r.id LIMIT 400`,
      [type.parents],
    );
    const fresh = parents.filter(({ slug, state }) => !this.#tried.has(`${slug}/${state}/${type.type}`));
    // One in each state, because most states allow it to nobody.
    const useful = fresh.filter((parent) => this.#leadsOn(type, parent));
    const states = Map.groupBy(useful, ({ type: of, state }) => `${of}/${state}`);
    for (const some of states.values()) {
      if ((this.#begun.get(type.type) ?? 0) > parents.length * shareBelow) return;
      const { slug, state, owner, type: of } = random.pick(some);
      this.#tried.add(`${slug}/${state}/${type.type}`);
      const person = town.people.find(({ username }) => username === owner);
      if (person !== undefined) await this.#beginBelowOne(type, person, { type: of, slug });
    }
  }

  /** Decides whether a first step could be taken below this record, as far as the states beside it determine. */
  #leadsOn({ type }: RecordType, parent: ParentRow): boolean {
    const { portal } = this.#play.town;
    const above = {
      ...this.#contextOf(parent.type, {}),
      record: blankRecord(parent.type, { state: parent.state }),
      children: parent.children.map(({ type: of, state }) => blankRecord(of, { state })),
    };
    const facts = countedFacts({ portal, visitor: signedOut, context: above });
    const context = { ...this.#contextOf(type, {}), ancestors: [above.record], facts };
    const scope = { portal, visitor: signedOut, context };
    const { initial, transitions = {} } = portal.workflows[type] ?? {};
    const steps = Object.values(transitions).filter(
      ({ from, by, needs }) => by !== null && needs.length > 0 && from.includes(initial ?? ''),
    );
    return (
      steps.length === 0 ||
      steps.some(({ needs }) => needs.filter(isAbove).every(({ condition }) => holds(condition, scope)))
    );
  }

  async #beginBelowOne(
    type: RecordType,
    person: Person,
    parent: { readonly type: string; readonly slug: string },
  ): Promise<void> {
    const found = await person.call<WireRecord>('GET', `records/${parent.type}/${parent.slug}`);
    if (found.status !== 200 || !found.body.begins.includes(type.type)) return;
    const before = new Set(this.#play.town.acknowledged.begun);
    await this.#send(type, this.#next(type.type), (data) =>
      person.call('POST', `records/${type.type}`, { body: { data, parent: parent.slug } }),
    );
    // The reason for the record may end soon, so its owner acts at once.
    for (const name of this.#play.town.acknowledged.begun.difference(before))
      await workOn(this.#play, person, { type: type.type, slug: name.split('/')[1] ?? '', wanted: null });
  }

  /** After a refusal the answers are those of the example. @returns false if these are refused too */
  async #send(
    type: RecordType,
    index: number,
    call: (data: GivenAnswers) => Promise<ServerAnswer>,
  ): Promise<boolean> {
    const answers = this.#answersTo(type, index);
    let answer = await call(answers);
    if (answer.status === 422) {
      // Invalid answers are left out until the form is complete.
      const wrong = Object.keys(errorsIn(answer.body)).map((path) => path.split('.')[0]);
      const rest = Object.entries(answers).filter(([name]) => !wrong.includes(name));
      answer = await call(Object.fromEntries(rest));
    }
    if (answer.status !== 422) return answer.status < 300;
    const example = exampleOf(this.#play, { type: type.type, kind: null, form: type.form });
    return (await call(this.#unique(type, example, index))).status < 300;
  }

  /**
   * Consistent answers. Most people need little: of several drafts they choose the one with the fewest requirements.
   * While something was never done, others choose the one with the rarest answers and requirements.
   */
  #answersTo(type: RecordType, index: number): GivenAnswers {
    const { random, coverage } = this.#play;
    const example = exampleOf(this.#play, { type: type.type, kind: null, form: type.form });
    const isUsual = random.chance(usualShare) || coverage.unreached().transitions.length === 0;
    const base = !isUsual && random.chance(0.5) ? this.#wishing(type, example) : example;
    const made = Array.from({ length: index === 1 ? 0 : drafts }, () =>
      this.#vary(type, structuredClone(base)),
    );
    const [data = base] = made
      .map((answers) => ({
        answers,
        worth: isUsual ? -this.#kindsFor(type, answers).length : this.#worth(type, answers),
      }))
      .toSorted((a, b) => b.worth - a.worth)
      .map(({ answers }) => answers);
    for (const { id } of this.#kindsFor(type, data)) addTo(this.#asked, id);
    for (const { name } of answersIn(this.#schemaOf(type), data)) addTo(this.#given, name);
    return ownAnswers(
      this.#play,
      { type: type.type, kind: null, form: type.form },
      this.#unique(type, data, index),
    );
  }

  #worth(type: RecordType, answers: GivenAnswers): number {
    const kinds = this.#kindsFor(type, answers).map(({ id }) => this.#rarity(id));
    const given = answersIn(this.#schemaOf(type), answers).map(
      ({ name }) => 1 / (1 + (this.#given.get(name) ?? 0)),
    );
    return [...kinds, ...given].reduce((sum, one) => sum + one, 0);
  }

  /** Duplicates would be refused, so unique answers get a number. */
  #unique(type: RecordType, data: GivenAnswers, index: number): GivenAnswers {
    const { answers } = this.#play.town.portal.demonstration;
    for (const field of type.unique?.over ?? []) {
      const value = data[field];
      const own = answers[field]?.[index - 1];
      if (own !== undefined) data[field] = own;
      else if (typeof value === 'string' && value.includes(' ')) data[field] = `${value} ${index}`;
    }
    return fitTogether(this.#play.town.portal, data);
  }

  #rarity(id: string): number {
    return (this.#isWanted(id) ? 10 : 1) / (1 + (this.#asked.get(id) ?? 0));
  }

  /** Decides whether a step that nobody has taken needs an answer to this kind of requirement. */
  #isWanted(id: string): boolean {
    const { town, coverage } = this.#play;
    const { workflows, kinds, forms } = town.portal;
    const asked = (forms[kinds[id]?.form ?? '']?.schema['properties'] ?? {}) as object;
    return Object.values(workflows).some(({ of, transitions }) =>
      Object.values(transitions).some(
        (one) => coverage.isNew(of, one) && one.needs.some(({ condition }) => readsField(condition, asked)),
      ),
    );
  }

  #schemaOf({ form }: RecordType): JsonSchema {
    return this.#play.town.portal.forms[form ?? '']?.schema ?? {};
  }

  #kindsFor({ type }: RecordType, data: GivenAnswers): RequirementKind[] {
    const { portal } = this.#play.town;
    const scope = { portal, visitor: signedOut, context: this.#contextOf(type, data) };
    return Object.values(portal.kinds).filter(
      ({ isRetired, applies }) => !isRetired && holds(applies, scope),
    );
  }

  #contextOf(type: string, data: GivenAnswers): ReturnType<typeof contextAlone> {
    const now = this.#play.town.application.now().toISOString();
    return contextAlone({ record: blankRecord(type, { data }), today: todayOf(this.#play), now });
  }

  /** Some people give the usual answers, others rare ones. */
  #vary(type: RecordType, data: GivenAnswers): GivenAnswers {
    const { random } = this.#play;
    if (random.chance(0.3)) return data;
    const schema = this.#schemaOf(type);
    for (const rows of Object.values(data).filter((one) => Array.isArray(one)))
      if (rows.length > 0 && rows.length < 4 && random.chance(0.5)) rows.push(structuredClone(rows[0]));
    for (let count = 1 + random.below(4); count > 0; count -= 1) {
      const questions = Map.groupBy(answersIn(schema, data, { andOthers: true }), ({ path }) =>
        path.join('.'),
      );
      if (questions.size === 0) break;
      const required = [...questions].filter(([name]) =>
        ((schema['required'] ?? []) as readonly string[]).includes(name),
      );
      const choices = random.pick(
        (required.length > 0 && random.chance(0.5) ? required : [...questions]).map(([, some]) => some),
      );
      const times = choices.map(({ name }) => this.#given.get(name) ?? 0);
      const rare = choices.filter((_, at) => times[at] === Math.min(...times));
      const { path, value } = random.pick(random.chance(0.7) ? rare : choices);
      setAt(data, path, value);
    }
    return data;
  }

  /** Answers that a step without any taker needs: for itself, or for a kind of requirement that it reads. */
  #wishing(type: RecordType, data: GivenAnswers): GivenAnswers {
    const { town, random, coverage } = this.#play;
    const { workflows, kinds } = town.portal;
    const steps = Object.values(workflows[type.type]?.transitions ?? {}).filter((one) =>
      coverage.isNew(type.type, one),
    );
    const wanted = Object.values(kinds).filter(({ id }) => this.#isWanted(id));
    const wished = [...steps.map(conditionsFor), ...wanted.map(({ applies }) => [applies])]
      .map((conditions) => this.#wishingFor(type, data, conditions))
      .filter((one) => one !== data);
    return wished.length === 0 ? data : random.pick(wished);
  }

  /** @returns the same object if no answer must change */
  #wishingFor(type: RecordType, data: GivenAnswers, conditions: readonly Condition[]): GivenAnswers {
    const { portal } = this.#play.town;
    const writable = { data: this.#schemaOf(type), input: null };
    let wished = data;
    for (const condition of conditions) {
      const scope = { portal, visitor: signedOut, context: this.#contextOf(type.type, wished) };
      const wishing: WishContext = { portal, scope, writable, sampling: samplingOf(this.#play) };
      const wishes = wishesFor(condition, wishing) ?? [];
      if (wishes.length > 0) wished = withWishes(wished, wishes, 'data');
    }
    return wished;
  }
}

/** The share of records below which somebody creates another one: most continue without. */
const shareBelow = 0.4;
/** The number of records of any type other than the busiest one, in a whole run. */
const mostOfOthers = 30;

/** Decides whether the ancestors determine it. */
function isAbove({ condition }: Transition['needs'][number]): boolean {
  return condition.test === 'parent' || (condition.test === 'compare' && condition.subject.from === 'fact');
}

function addTo(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function readsField(condition: Condition, fields: object): boolean {
  if (condition.test !== 'compare' || condition.subject.from !== 'field') return false;
  const { ancestor, keys } = condition.subject.path;
  return ancestor === null && Object.hasOwn(fields, keys[0] ?? '');
}

interface ChoiceAnswer {
  /** `question=answer`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Answers to questions with choices, each with its alternatives. */
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
