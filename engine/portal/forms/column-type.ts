/** Determines the type of a column: a built-in column, an answer, a derived value, or the same of an ancestor. */
import { typesAbove } from '../access/owner-profiles.ts';
import type { FieldPath, Operand } from '../model/condition.ts';
import type { DerivedValue, RecordType } from '../model/record-type.ts';
import { schemaAt } from './form-levels.ts';
import type { Form, JsonSchema } from '../model/form.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { Portal } from '../model/portal.ts';
import { referredValue } from './references.ts';
import { plainText, typeOfQuestion, type Labels, type ValueType } from './value-type.ts';

type ColumnPortal = Pick<
  Portal,
  'forms' | 'recordTypes' | 'workflows' | 'kinds' | 'departments' | 'lookups' | 'fees'
>;

const known = new WeakMap<ColumnPortal, Map<string, ValueType>>();

/**
 * The type of the values at this path, with titles in the portal's language.
 * @param path `state`, `business_name`, `application.number`, `post.paid_on`
 * @param kind of the record, if any: each kind has its own form
 */
export function typeOfColumn(
  portal: ColumnPortal,
  type: string,
  path: string,
  kind: string | null = null,
): ValueType {
  const types = known.get(portal) ?? new Map<string, ValueType>();
  known.set(portal, types);
  const key = `${type} ${kind ?? ''} ${path}`;
  const before = types.get(key);
  if (before !== undefined) return before;
  // A derived value that refers to itself is text.
  types.set(key, plainText);
  const found = find({ portal, kind }, type, path.split('.')) ?? plainText;
  types.set(key, found);
  return found;
}

/** The type of what a condition or a report reads. */
export function typeOfField(
  portal: ColumnPortal,
  type: string,
  { ancestor, keys, lookup, reference }: FieldPath,
): ValueType {
  if (lookup !== null) return plainText;
  if (reference !== undefined) {
    const found =
      reference.of.from === 'field'
        ? typeOfField(portal, reference.type, reference.of.path)
        : typeOfColumn(portal, reference.type, reference.of.name);
    return reference.isInRows ? { ...found, isList: true } : found;
  }
  return typeOfColumn(portal, ancestor ?? type, keys.join('.'));
}

interface ColumnSearch {
  readonly portal: ColumnPortal;
  /** The type of the record at which the path starts. */
  readonly kind: string | null;
}

function find(search: ColumnSearch, type: string, path: readonly string[]): ValueType | null {
  const { portal } = search;
  const recordType = own(portal.recordTypes, type);
  const [first = '', ...rest] = path;
  if (recordType === undefined) return null;
  if (rest.length === 0) {
    const column = columnType(portal, recordType, first);
    if (column !== null) return column;
  }
  const answer = answerType(search, recordType, path);
  if (answer !== null) return answer;
  if (rest.length === 0) {
    const derived = own(recordType.derived, first);
    return derived === undefined ? null : derivedType(portal, type, derived);
  }
  const referred = referredValue(portal, type, path.join('.'));
  if (referred !== null) {
    const found = find({ portal, kind: null }, referred.type, referred.name.split('.'));
    return found !== null && referred.isInRows ? { ...found, isList: true } : found;
  }
  const isAbove = first === type || typesAbove(portal, recordType).includes(first);
  return isAbove ? find({ portal, kind: null }, first, rest) : null;
}

/** The columns of every record. An account has further columns. */
function columnType(
  portal: ColumnPortal,
  { type, kinds, builtIn }: RecordType,
  name: string,
): ValueType | null {
  switch (name) {
    case 'number':
    case 'owner':
    case 'slug':
      return plainText;
    case 'state':
      return { type: 'state', labels: titlesOf(own(portal.workflows, type)?.states ?? {}) };
    case 'kind':
      return { type: 'kind', labels: titlesOf(kindsOf(portal, kinds)) };
    case 'office':
      return departments(portal);
    case 'unit':
      return { type: 'lookup', labels: unitsOf(portal) };
    case 'due':
      return { type: 'due' };
    case 'created':
    case 'updated':
      return { type: 'date' };
    case 'booking':
      return { type: 'moment' };
    case 'department':
      return builtIn === 'user' ? departments(portal) : null;
    default:
      return null;
  }
}

function departments(portal: ColumnPortal): ValueType {
  return { type: 'department', labels: titlesOf(portal.departments) };
}

function kindsOf({ kinds }: ColumnPortal, sets: readonly string[]): ColumnPortal['kinds'] {
  return Object.fromEntries(Object.entries(kinds).filter(([, { set }]) => sets.includes(set)));
}

function titlesOf(named: Readonly<Record<string, { readonly title: string }>>): Labels {
  return Object.fromEntries(Object.entries(named).map(([key, { title }]) => [key, title]));
}

function unitsOf(portal: ColumnPortal): Labels {
  const names = new Set(Object.values(portal.departments).map(({ units }) => units));
  return Object.assign({}, ...[...names].map((name) => rowsOf(portal, name))) as Labels;
}

/** Retired choices keep their titles. */
function rowsOf({ lookups }: ColumnPortal, name: string | null): Labels {
  const rows = own(lookups, name ?? '')?.rows ?? [];
  return Object.fromEntries(rows.toReversed().map(({ value, label }) => [value, label]));
}

/** The questions of its own form, its kind's form or the forms of its steps, and the fields that its steps write. */
function answerType(
  { portal, kind }: ColumnSearch,
  recordType: RecordType,
  path: readonly string[],
): ValueType | null {
  const [first = '', ...rest] = path;
  const asked = formsOf(portal, recordType, kind).flatMap((form) => questionIn(portal, form, path) ?? []);
  if (asked.length > 0) return merged(asked);
  const transitions = own(portal.workflows, recordType.type)?.transitions ?? {};
  const step = own(transitions, first);
  const form = step?.saves === true ? own(portal.forms, step.input ?? '') : undefined;
  if (form !== undefined && rest.length > 0) return questionIn(portal, form, rest);
  const effects = Object.values(transitions).flatMap(({ then }) => then);
  const [bill] = effects.flatMap((one) => (one.effect === 'assess' ? [one.schedule] : []));
  if (first === 'assessment' && bill !== undefined)
    return assessedType(own(portal.fees, bill)?.currency, rest[0] ?? '');
  return rest.length === 0 ? givenType(portal, recordType.type, first) : null;
}

const amounts: readonly string[] = ['total', 'lateCharges', 'paid', 'refunded', 'balance', 'dueNow'];
const days: readonly string[] = ['assessedOn', 'nextDue'];

/** The type of a value of an assessment; null for a text. @param currency of the schedule */
function assessedType(currency: string | undefined, name: string): ValueType | null {
  if (amounts.includes(name)) return { type: 'money', ...(currency !== undefined && { currency }) };
  return days.includes(name) ? { type: 'date' } : null;
}

function formsOf(portal: ColumnPortal, { form, kinds }: RecordType, kind: string | null): readonly Form[] {
  const ofKind = own(portal.kinds, kind ?? '');
  const ofKinds = ofKind === undefined ? Object.values(kindsOf(portal, kinds)) : [ofKind];
  const hashes = [form, ...ofKinds.map((one) => one.form)];
  return hashes.flatMap((hash) => own(portal.forms, hash ?? '') ?? []);
}

/** The question at this path; null: none. */
export function questionType(form: Form, path: readonly string[]): ValueType | null {
  const schema = schemaAt(form.schema, path);
  return schema === undefined ? null : typeOfQuestion(schema, uiAt(form, path));
}

function questionIn(portal: ColumnPortal, form: Form, path: readonly string[]): ValueType | null {
  const type = questionType(form, path);
  const lookup = type?.type === 'lookup' ? lookupOf(uiAt(form, path)) : null;
  // In the portal's language, including retired choices.
  return type === null || lookup === null
    ? type
    : { ...type, labels: { ...rowsOf(portal, lookup), ...type.labels } };
}

function lookupOf(ui: JsonSchema): string | null {
  const items = ui['items'];
  const name = ui['ui:lookup'] ?? (isMapping(items) ? items['ui:lookup'] : undefined);
  return typeof name === 'string' ? name : null;
}

/** The label of the question at these keys; lists are skipped. */
function uiAt({ uiSchema }: Pick<Form, 'uiSchema'>, path: readonly string[]): JsonSchema {
  let found: unknown = uiSchema;
  for (const key of path) {
    const level =
      isMapping(found) && isMapping(found['items']) && !Object.hasOwn(found, key) ? found['items'] : found;
    found = isMapping(level) ? level[key] : undefined;
  }
  return isMapping(found) ? found : {};
}

/** The values with which another record's step created this record. */
function givenType(portal: ColumnPortal, type: string, name: string): ValueType | null {
  const given = Object.values(portal.workflows).flatMap(({ of, transitions }) =>
    Object.values(transitions)
      .flatMap(({ then }) => then)
      .flatMap((effect) => {
        const operand =
          effect.effect === 'create' && effect.type === type ? own(effect.data, name) : undefined;
        return operand === undefined ? [] : (operandType(portal, of, operand) ?? []);
      }),
  );
  return given.length === 0 ? null : merged(given);
}

function derivedType(portal: ColumnPortal, type: string, derived: DerivedValue): ValueType | null {
  switch (derived.measure) {
    case 'count':
    case 'percent':
      return { type: 'number' };
    case 'exists':
      return { type: 'boolean' };
    case 'sum':
      return sumType(typeOfField(portal, type, derived.of));
    case 'total':
      return sumType(typeOfField(portal, derived.of, derived.field));
    case 'less': {
      const parts = [derived.of, derived.less].map((one) => derivedType(portal, type, one));
      return parts.find((part) => part?.type === 'money') ?? parts[0] ?? null;
    }
    case 'latest':
    case 'earliest':
      return typeOfColumn(portal, derived.of, Object.values(derived.give)[0] ?? '');
    case 'union':
      return { ...typeOfField(portal, type, derived.of), isList: true };
    case 'cases': {
      const values = [...derived.cases.map(({ value }) => value), derived.otherwise];
      const types = values.flatMap((value) => operandType(portal, type, value) ?? []);
      return types.length === 0 ? null : merged(types);
    }
  }
}

function sumType({ type, currency }: ValueType): ValueType {
  if (type !== 'money') return { type: 'number' };
  return { type, ...(currency !== undefined && { currency }) };
}

/** Null if it does not determine the type: a key that the configuration defines. */
function operandType(portal: ColumnPortal, type: string, operand: Operand): ValueType | null {
  if ('field' in operand) return typeOfField(portal, type, operand.field);
  if ('today' in operand) return { type: 'date' };
  if ('visitor' in operand) return operand.visitor === 'department' ? departments(portal) : plainText;
  if ('area' in operand) return departments(portal);
  if (!('value' in operand)) return plainText;
  const value: unknown = operand.value;
  if (typeof value === 'boolean') return { type: 'boolean' };
  return typeof value === 'number' ? { type: 'number' } : null;
}

/** The common type of all of them; text if they differ. `check` reports amounts of several currencies. */
function merged(types: readonly ValueType[]): ValueType {
  const [first = plainText] = types;
  if (types.length === 1) return first;
  if (types.some(({ type, isList }) => type !== first.type || isList !== first.isList)) return plainText;
  const labels = Object.assign({}, ...types.map((one) => one.labels)) as Labels;
  return { ...first, ...(first.labels !== undefined && { labels }) };
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
