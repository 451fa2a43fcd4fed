/**
 * Describes a fee schedule for people: what is charged at which rate, and the brackets of its tables. It needs no
 * record.
 */
import type { Basis } from '../model/place.ts';
import type { FieldPath } from '../model/condition.ts';
import type {
  FeeLine,
  FeeSchedule,
  FeeTable,
  FeeValue,
  LateRule,
  Money,
  Percent,
  ProRata,
  Quantity,
} from '../model/fee.ts';
import type { Form, JsonSchema } from '../model/form.ts';
import type { Lookup } from '../model/portal.ts';
import type { Transition } from '../model/workflow.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { RecordType } from '../model/record-type.ts';
import { valueOfRate } from './quantities.ts';

export interface Tariff extends Basis {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Of its amounts (ISO 4217); left out: that of the portal. */
  readonly currency?: string;
  /** By the first tag of each line, in the order of the schedule. Lines without a tag are under null. */
  readonly groups: readonly { readonly title: string | null; readonly lines: readonly TariffLine[] }[];
  readonly tables: readonly TariffTable[];
  readonly late: Pick<LateRule, 'surcharge' | 'interest' | 'source'> | null;
}

export interface TariffLine extends Basis {
  readonly id: string;
  readonly title: string;
  /** To whom or when it applies, in plain words. */
  readonly help: string | null;
  readonly rates: readonly TariffRate[];
  /** The base of a percentage or table, in the words of the questions. */
  readonly base: readonly string[];
  /** Charged once for each of these: a question, or a number of times. */
  readonly per: readonly string[];
  /** The months for which the whole rate is charged, and how months count; null: no part is charged for months. */
  readonly proRata: Pick<ProRata, 'months' | 'per'> | null;
  /** True: the amount is taken off. */
  readonly isRebate: boolean;
  /** Percentage of the table's result; null: all of it. */
  readonly share: Percent | null;
  /** The deduction, in the words of the questions. */
  readonly less: readonly string[];
  readonly min: Money | null;
  readonly max: Money | null;
  /** False: charged only under a condition. */
  readonly isForAll: boolean;
}

export interface TariffRate {
  /** The group it applies to; null: all groups, or the group depends on the application. */
  readonly for: string | null;
  /**
   * One of the four, or none for a sum that is kept within limits; `table` is the title of one of the tables, `field`
   * that of the question whose answer is the rate.
   */
  readonly amount?: Money;
  readonly percent?: Percent;
  readonly table?: string;
  readonly field?: string;
}

export interface TariffTable extends Basis, Pick<FeeTable, 'name' | 'title' | 'mode' | 'bound' | 'rows'> {
  /** What its limits count, in the words of the questions. */
  readonly of: readonly string[];
  /** True: the limits are money. */
  readonly isMoney: boolean;
}

/** The parts of a portal that contain the counted questions. */
interface TariffForms {
  readonly recordTypes: Readonly<Record<string, Pick<RecordType, 'form'>>>;
  /** By their hash. */
  readonly forms: Readonly<Record<string, Pick<Form, 'schema'>>>;
  readonly lookups: Readonly<Record<string, Pick<Lookup, 'rows'>>>;
  readonly workflows: Readonly<
    Record<string, { readonly transitions: Readonly<Record<string, Pick<Transition, 'input'>>> }>
  >;
}

/** @param portal in the reader's language */
export function tariffOf(portal: TariffForms, schedule: FeeSchedule): Tariff {
  const { name, title, version, source, certainty, late, tags } = schedule;
  const said = schedule.lines.map((line) => ({
    tag: line.tags[0] ?? null,
    line: lineOf(portal, schedule, line),
  }));
  const groups = [...Object.keys(tags), null].map((tag) => ({
    title: tag === null ? null : (tags[tag] ?? tag),
    lines: said.filter((one) => (one.tag !== null && Object.hasOwn(tags, one.tag) ? one.tag : null) === tag),
  }));
  return {
    name,
    title,
    version,
    ...(schedule.currency !== undefined && { currency: schedule.currency }),
    source,
    certainty,
    groups: groups
      .filter(({ lines }) => lines.length > 0)
      .map((group) => ({ ...group, lines: group.lines.map(({ line }) => line) })),
    tables: tablesOf(portal, schedule),
    late: late && { surcharge: late.surcharge, interest: late.interest, source: late.source },
  };
}

function lineOf(portal: TariffForms, schedule: FeeSchedule, line: FeeLine): TariffLine {
  const { id, title, help, rate, proRata, when, source, certainty } = line;
  const { min, max } = rate.by === 'limits' ? { min: rate.atLeast, max: rate.atMost } : line;
  const words = (quantities: readonly Quantity[]) => wordsOf(portal, schedule, { line, quantities });
  return {
    id,
    title,
    help,
    rates: ratesOf(portal, schedule, line),
    base: words(line.base),
    per: words(line.per),
    proRata: proRata && { months: proRata.months, per: proRata.per },
    isRebate: line.rebate !== null,
    share: line.share !== null && 'value' in line.share ? line.share.value : null,
    less: words(line.less),
    min,
    max,
    isForAll: when.test === 'always',
    source,
    certainty: certainty ?? schedule.certainty,
  };
}

function ratesOf(portal: TariffForms, { of, tables }: FeeSchedule, { rate, forEach }: FeeLine): TariffRate[] {
  const value = valueOfRate(rate);
  if (value === null) return [{ for: null }];
  if ('field' in value)
    return rate.by === 'table' ? [] : ratesOfField(portal, of, { path: value.field, by: rate.by });
  const one = (said: string): Omit<TariffRate, 'for'> =>
    rate.by === 'table' ? { table: tables[said]?.title ?? said } : { [rate.by]: said };
  return valuesOf(value).map(({ group, said }) => ({
    for: group === null ? null : (forEach?.labels[group] ?? group),
    ...one(said),
  }));
}

/** The rate in each row of the lookup, or the question that asks for the rate. */
function ratesOfField(
  portal: TariffForms,
  type: string,
  { path, by }: { readonly path: FieldPath; readonly by: string },
): TariffRate[] {
  const { lookup } = path;
  if (lookup === null) return [{ for: null, field: String(questionAt(portal, type, path)?.title ?? '') }];
  const rows = portal.lookups[lookup.name]?.rows ?? [];
  return rows
    .filter((row) => row['retired'] !== true && row[lookup.column] !== undefined)
    .map((row) => ({ for: row.label, [by]: String(row[lookup.column]) }));
}

/** All possible values; a value by condition has no group. */
function valuesOf(value: FeeValue): { readonly group: string | null; readonly said: string }[] {
  if ('value' in value) return [{ group: null, said: value.value }];
  if ('byGroup' in value) return Object.entries(value.byGroup).map(([group, said]) => ({ group, said }));
  if ('cases' in value) {
    const all = [value.otherwise, ...value.cases.map((one) => one.value)];
    return [...new Set(all)].map((said) => ({ group: null, said }));
  }
  return [];
}

/** The tables that a line uses, with what their limits count. */
function tablesOf(portal: TariffForms, schedule: FeeSchedule): TariffTable[] {
  return Object.values(schedule.tables).flatMap((table): TariffTable[] => {
    const line = schedule.lines.find(
      ({ rate }) => rate.by === 'table' && valuesOf(rate.table).some(({ said }) => said === table.name),
    );
    if (line === undefined) return [];
    const asked = line.base.map((one) => questionOf(portal, schedule, { line, quantity: one }));
    const isMoney = asked.some((question) => question?.type === 'string');
    return [{ ...table, of: wordsOf(portal, schedule, { line, quantities: line.base }), isMoney }];
  });
}

function wordsOf(
  portal: TariffForms,
  schedule: FeeSchedule,
  { line, quantities }: { readonly line: FeeLine; readonly quantities: readonly Quantity[] },
): string[] {
  const words = quantities.flatMap((quantity): string[] => {
    if ('number' in quantity) return [quantity.number];
    if ('lines' in quantity) return quantity.lines.map((name) => titleOfLines(schedule, name));
    const title = questionOf(portal, schedule, { line, quantity })?.title;
    return typeof title === 'string' ? [title] : [];
  });
  return [...new Set(words)];
}

function titleOfLines({ tags, lines }: FeeSchedule, name: string): string {
  return tags[name] ?? lines.find(({ id }) => id === name)?.title ?? name;
}

/** The question whose answer is counted. */
function questionOf(
  portal: TariffForms,
  { of }: FeeSchedule,
  { line, quantity }: { readonly line: FeeLine; readonly quantity: Quantity },
): JsonSchema | null {
  if ('field' in quantity) return questionAt(portal, of, quantity.field);
  if ('sumOf' in quantity) return questionAt(portal, of, quantity.sumOf);
  if (!('sum' in quantity) || line.forEach === null) return null;
  const { rows } = line.forEach;
  return questionAt(portal, of, { ...rows, keys: [...rows.keys, ...quantity.sum.keys] });
}

function questionAt(
  portal: TariffForms,
  type: string,
  { ancestor, keys, reference }: FieldPath,
): JsonSchema | null {
  if (reference !== undefined)
    return reference.of.from === 'field' ? questionAt(portal, reference.type, reference.of.path) : null;
  const { form, path } = formOf(portal, ancestor ?? type, keys);
  let schema: unknown = portal.forms[form]?.schema;
  for (const key of path) {
    const rows = isMapping(schema) && isMapping(schema.items) ? schema.items : schema;
    schema = isMapping(rows) && isMapping(rows.properties) ? rows.properties[key] : undefined;
  }
  return isMapping(schema) ? schema : null;
}

/** The hash of the form with the question: the record's own, or that of the step which the path names first. */
function formOf(
  { recordTypes, workflows }: TariffForms,
  type: string,
  keys: readonly string[],
): { readonly form: string; readonly path: readonly string[] } {
  const [first = '', ...rest] = keys;
  const steps = workflows[type]?.transitions ?? {};
  const asked = rest.length > 0 && Object.hasOwn(steps, first) ? steps[first]?.input : null;
  return asked == null ? { form: recordTypes[type]?.form ?? '', path: keys } : { form: asked, path: rest };
}
