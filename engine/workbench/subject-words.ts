/** Names what a condition compares: a question by its title, a status by the one that people read, a day as people write it. */
import type { MessageTemplate } from '../locales/catalogue.ts';
import { conditionMessages } from '../locales/conditions.ts';
import { documentMessages } from '../locales/documents.ts';
import { schemaAt } from '../portal/forms/form-levels.ts';
import { typeOfColumn, typeOfField } from '../portal/forms/column-type.ts';
import { labelIn, plainText, type ValueType } from '../portal/forms/value-type.ts';
import { say } from '../portal/language/say.ts';
import type { ConditionSubject, DayShift, FieldPath, Operand, Value } from '../portal/model/condition.ts';
import type { Form } from '../portal/model/form.ts';
import type { Portal } from '../portal/model/portal.ts';
import { valueShown } from '../portal/text/tell.ts';

/** The record of which a condition speaks. */
export interface ConditionRecord {
  /** Null: of no record, as in a guard. */
  readonly type: string | null;
  /** `set/kind`; null: it has none, or may have any. */
  readonly kind?: string | null;
}

export interface ConditionSpeech {
  readonly portal: Portal;
  readonly record: ConditionRecord;
}

const columns = {
  state: conditionMessages.columnState,
  office: conditionMessages.columnOffice,
  unit: conditionMessages.columnUnit,
  kind: conditionMessages.columnKind,
  number: conditionMessages.columnNumber,
  created: conditionMessages.columnCreated,
} as const;

/** Names the left side of a comparison: a field, a fact, or a value of the visitor. */
export function saySubject(speech: ConditionSpeech, subject: ConditionSubject): string {
  const { portal } = speech;
  switch (subject.from) {
    case 'visitor':
      return say(
        portal.words,
        subject.name === 'unit' ? conditionMessages.ownUnit : conditionMessages.ownDepartment,
      );
    case 'flag':
      return titleOfFlag(portal, subject.name);
    case 'record':
      return say(portal.words, columns[subject.name]);
    case 'field':
      return sayPath(speech, subject.path);
    case 'document': {
      const document = portal.documents[subject.name]?.title ?? subject.name;
      return say(portal.words, conditionMessages.documentOf, { document });
    }
    default:
      return nameWords(subject.name);
  }
}

/** The title of the question, or its name where no form asks it. */
export function sayPath(speech: ConditionSpeech, path: FieldPath): string {
  const { portal } = speech;
  const title = titleOfQuestion(speech, path);
  const question =
    title === null
      ? nameWords(path.keys.join(' '))
      : say(portal.words, conditionMessages.question, { question: title });
  const { lookup, reference } = path;
  if (reference !== undefined) {
    const column = saySubject({ portal, record: { type: reference.type } }, reference.of);
    return say(portal.words, conditionMessages.lookupColumn, { column, question });
  }
  return lookup === null
    ? question
    : say(portal.words, conditionMessages.lookupColumn, { column: nameWords(lookup.column), question });
}

function titleOfQuestion({ portal, record }: ConditionSpeech, { ancestor, keys }: FieldPath): string | null {
  const type = ancestor ?? record.type ?? '';
  const recordType = portal.recordTypes[type];
  const kinds = recordType?.kinds.flatMap((set) => portal.sets[set]?.kinds ?? []) ?? [];
  const own = ancestor === null && record.kind != null ? [record.kind] : kinds;
  const [first = '', ...rest] = keys;
  const step = portal.workflows[type]?.transitions[first];
  const asked: [string | null | undefined, readonly string[]][] = [
    ...own.map((kind): [string | null | undefined, readonly string[]] => [portal.kinds[kind]?.form, keys]),
    [recordType?.form, keys],
    [step?.saves === true ? step.input : null, rest],
  ];
  for (const [hash, path] of asked) {
    const title = titleIn(portal.forms[hash ?? ''], path);
    if (title !== null) return title;
  }
  return null;
}

function titleIn(form: Form | undefined, keys: readonly string[]): string | null {
  if (form === undefined || keys.length === 0) return null;
  const title = schemaAt(form.schema, keys)?.['title'];
  return typeof title === 'string' ? title : null;
}

/** The type of its values, whose titles people read. */
export function typeOfSubject({ portal, record }: ConditionSpeech, subject: ConditionSubject): ValueType {
  const type = record.type ?? '';
  switch (subject.from) {
    case 'visitor':
      return typeOfColumn(portal, type === '' ? firstType(portal) : type, 'office');
    case 'record':
      return typeOfColumn(portal, type, subject.name, record.kind ?? null);
    case 'fact':
      return typeOfColumn(portal, type, subject.name);
    case 'field':
      return typeOfField(portal, type, subject.path);
    case 'document':
      return { type: 'choice', labels: documentStates(portal) };
    default:
      return plainText;
  }
}

/** Every record may be with an office, so each type has the titles of departments. */
function firstType({ recordTypes }: Portal): string {
  return Object.keys(recordTypes)[0] ?? '';
}

function documentStates({ words }: Portal): Readonly<Record<string, string>> {
  return {
    valid: say(words, documentMessages.stateValid),
    expired: say(words, documentMessages.stateExpired),
    suspended: say(words, documentMessages.stateSuspended),
    revoked: say(words, documentMessages.stateRevoked),
  };
}

/** A list is said as alternatives: a condition is true for each of them. */
export function sayValue(portal: Portal, type: ValueType, value: Value): string {
  const { words } = portal;
  if (value === null) return say(words, conditionMessages.none);
  if (value === true || value === false)
    return say(words, value ? conditionMessages.yes : conditionMessages.no);
  if (typeof value === 'number') return valueShown(portal, value);
  if (typeof value !== 'string') {
    const said = value.map((one) => sayValue(portal, type, one));
    return said.join(` ${say(words, conditionMessages.or)} `);
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return valueShown(portal, { day: value });
  if (type.type === 'money') return valueShown(portal, { amount: value, currency: type.currency });
  return labelIn(type, value) ?? portal.kinds[value]?.title ?? nameWords(value);
}

/** Names the right side of a comparison that refers to a field, the visitor or a day. */
export function sayOperand(
  speech: ConditionSpeech,
  operand: Exclude<Operand, { readonly value: Value }>,
): string {
  const { words } = speech.portal;
  if ('field' in operand) return sayPath(speech, operand.field);
  if ('visitor' in operand) return say(words, ownParts[operand.visitor]);
  if ('today' in operand) return sayToday(speech.portal, operand.today);
  if ('area' in operand) return say(words, conditionMessages.areaDepartment);
  if ('officeConstant' in operand)
    return say(words, conditionMessages.officeConstant, { name: nameWords(operand.officeConstant) });
  return nameWords(operand.input);
}

const ownParts = {
  department: conditionMessages.ownDepartment,
  unit: conditionMessages.ownUnit,
  name: conditionMessages.ownName,
  username: conditionMessages.ownUsername,
} as const;

type Shift = MessageTemplate<{ readonly one: string; readonly other: `{count} ${string}` }>;

const shifts: Readonly<Record<'days' | 'months', readonly [ago: Shift, ahead: Shift]>> = {
  days: [conditionMessages.daysAgo, conditionMessages.daysAhead],
  months: [conditionMessages.monthsAgo, conditionMessages.monthsAhead],
};

function sayToday({ words }: Portal, { days, months = 0 }: DayShift): string {
  const parts = Object.entries({ months, days }).flatMap(([unit, count]) => {
    const [ago, ahead] = shifts[unit as keyof typeof shifts];
    return count === 0 ? [] : [say(words, count < 0 ? ago : ahead, { count: Math.abs(count) })];
  });
  return parts.length === 0
    ? say(words, conditionMessages.today)
    : parts.join(` ${say(words, conditionMessages.and)} `);
}

/** A step of this type, or of any other: several types may have a step of one name. */
export function titleOfStep({ portal, record }: ConditionSpeech, name: string): string {
  const workflows = [portal.workflows[record.type ?? ''], ...Object.values(portal.workflows)];
  return workflows.map((workflow) => workflow?.transitions[name]?.title).find(Boolean) ?? name;
}

function titleOfFlag({ departments }: Portal, name: string): string {
  const flags = Object.values(departments).map(({ flags: all }) => all[name]?.title);
  return flags.find((title) => title != null) ?? nameWords(name);
}

/** A name of the configuration without a title: `business-district`, `unreadMessages`. */
export function nameWords(name: string): string {
  return name
    .replaceAll(/[-_.]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, one: string, next: string) => `${one} ${next.toLowerCase()}`);
}
