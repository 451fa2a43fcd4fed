/** Replaces what may tell of a person in the answers of a record by made-up values that still fit its form. */
import { decimalsOfAmount } from '../../portal/forms/value-type.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import { isDateFormat } from '../../portal/forms/form-days.ts';
import { answersOf, type AnswerValidator } from '../../portal/changes/record-answers.ts';
import { formInForce } from '../../portal/forms/specialise-form.ts';
import type { Form, JsonSchema } from '../../portal/model/form.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import { isMapping, mappingOf } from '../../portal/values/is-mapping.ts';
import { createAnswerValidator } from '../../server/forms/form-desk.ts';
import { createRandom } from '../../simulation/town/random.ts';
import { type SampleContext, sampleOf } from '../../simulation/town/sample.ts';

/**
 * Keeps choices, numbers, amounts and dates, because rules depend on them. Replaces every other text, and every answer
 * to a question that is marked as personal. An answer without a question is left out.
 */
export function madeUpAnswers(portal: Portal, record: PortalRecord, today: string): Answers {
  const sampling: SampleContext = { random: createRandom(1), today, texts: portal.demonstration.answers };
  const form = (record.form === null ? null : portal.forms[record.form]) ?? formInForce(portal, record);
  const rules = portal.recordTypes[record.type]?.fields ?? {};
  const steps = portal.workflows[record.type]?.transitions ?? {};
  const made = Object.entries(record.data).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'assessment' && isMapping(value)) return [[name, figuresOf(value)]];
    const isPersonal = Object.hasOwn(rules, name) && rules[name]?.personal !== null;
    const question = form === null ? undefined : propertiesOf(form.schema)[name];
    if (question !== undefined)
      return [[name, madeUp(value, { schema: question, isPersonal, name, sampling })]];
    const step = Object.hasOwn(steps, name) ? portal.forms[steps[name]?.input ?? ''] : undefined;
    return step === undefined
      ? []
      : [[name, madeUp(value, { schema: step.schema, isPersonal, name, sampling })]];
  });
  const data = Object.fromEntries(made);
  return form === null ? data : fitting(portal, form, { record, data });
}

interface MadeUp {
  readonly schema: JsonSchema;
  readonly isPersonal: boolean;
  readonly name: string;
  readonly sampling: SampleContext;
}

function madeUp(value: unknown, { schema, isPersonal, name, sampling }: MadeUp): unknown {
  if (Array.isArray(value)) {
    const items = mappingOf(schema['items']);
    return value.map((one: unknown) => madeUp(one, { schema: items, isPersonal, name, sampling }));
  }
  if (isMapping(value)) {
    const known = propertiesOf(schema);
    const parts = Object.entries(value).filter(([key]) => Object.hasOwn(known, key));
    return Object.fromEntries(
      parts.map(([key, one]) => [
        key,
        madeUp(one, { schema: mappingOf(known[key]), isPersonal, name: key, sampling }),
      ]),
    );
  }
  if (!isPersonal && (typeof value !== 'string' || tellsOfNobody(schema))) return value;
  if (typeof value === 'boolean') return false;
  // Ages count in rules: the year stays, the day does not.
  if (isDateFormat(schema['format']) && typeof value === 'string')
    return `${value.slice(0, 4)}-01-01${value.slice(10)}`;
  return sampleOf(schema, { ...sampling, question: name });
}

/** A choice, a date, a time or an amount. */
function tellsOfNobody(schema: JsonSchema): boolean {
  const { format, pattern } = schema;
  const isChosen = ['enum', 'const', 'oneOf', 'anyOf'].some((key) => key in schema);
  return isChosen || isDateFormat(format) || decimalsOfAmount(pattern) !== null || format === 'color';
}

/** Of an assessment only what rules compare: its schedule, amounts and days. */
function figuresOf(assessment: Answers): Answers {
  return Object.fromEntries(Object.entries(assessment).filter(isFigure));
}

function isFigure([name, value]: readonly [string, unknown]): boolean {
  return name === 'schedule' || (typeof value === 'string' && /^-?\d[\d.-]*$/.test(value));
}

const validate: AnswerValidator = createAnswerValidator();

/** Where a made-up answer is refused though the real one was not: the answer of the form's example, or none. */
function fitting(
  portal: Portal,
  form: Form,
  { record, data }: { readonly record: PortalRecord; readonly data: Answers },
): Answers {
  const faultsIn = (answers: Answers) =>
    new Set(
      Object.keys(validate(form, answersOf(form, answers), { draft: false })).map(
        (path) => path.split('.', 1)[0] ?? path,
      ),
    );
  const before = faultsIn(record.data);
  const isNew = (answers: Answers) => (name: string) => faultsIn(answers).has(name) && !before.has(name);
  const { examples = [] } = portal.kinds[record.kind ?? ''] ?? portal.recordTypes[record.type] ?? {};
  const example: Answers = examples[0] ?? {};
  const refused = Object.keys(data).filter(isNew(data));
  const kept = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (!refused.includes(name)) return [[name, value]];
    return Object.hasOwn(example, name) ? [[name, example[name]]] : [];
  });
  return Object.fromEntries(kept);
}
