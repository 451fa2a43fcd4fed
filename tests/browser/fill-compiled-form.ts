/**
 * Fills in a compiled form as a person with prepared answers does: step by step, each question that the page shows.
 */
import type { Locator } from 'playwright-core';
import type { JsonSchema } from '../../engine/portal/model/form.ts';
import type { WireForm } from '../../engine/portal/wire/slice.ts';
import { type Answers, leaveTaskList } from './fill-form.ts';

/** The questions at one level: of the form, of one row, of one mapping. */
interface Level {
  readonly id: string;
  readonly schema: JsonSchema;
}

interface Field extends Level {
  readonly kind: string;
}

/**
 * Goes through all steps; answers from other records or from the office are left out.
 * @param goOn the label of the button to the next step
 * @returns the given answers
 */
export async function fillCompiledForm(
  form: Locator,
  { schema, steps }: WireForm,
  answers: Answers,
  goOn = 'Continue',
): Promise<Answers> {
  const given: Record<string, unknown> = {};
  await leaveTaskList(form, steps);
  for (const { title } of steps) {
    if (steps.length > 1) await form.getByRole('heading', { name: title, exact: true }).waitFor();
    // Rare questions load with the first step that has one.
    await form.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
    const open = Object.entries(answers).filter(([name]) => !Object.hasOwn(given, name));
    Object.assign(given, await fillLevel(form, { id: 'root', schema }, Object.fromEntries(open)));
    if (steps.length > 1) await form.getByRole('button', { name: goOn, exact: true }).click();
  }
  return given;
}

/** An answer may add questions: after each pass with an answer, the remaining questions are tried again. */
async function fillLevel(form: Locator, level: Level, answers: Answers): Promise<Answers> {
  const given: Record<string, unknown> = {};
  for (let before = -1; before < Object.keys(given).length;) {
    before = Object.keys(given).length;
    const open = Object.entries(answers).filter(([name]) => !Object.hasOwn(given, name));
    const shown = open.length === 0 ? {} : await fieldsOf(form, level.id);
    for (const [name, answer] of open) {
      const id = `${level.id}_${name}`;
      const kind = shown[id];
      if (kind === undefined) continue;
      given[name] = await fillField(form, { id, schema: propertyOf(level.schema, name), kind }, answer);
    }
  }
  return given;
}

/** The elements of the page below this level, by id: a kind of input, a role, or an element. */
async function fieldsOf(form: Locator, id: string): Promise<Record<string, string>> {
  // The code of a long list loads with the first one.
  await form.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
  return form
    .locator(`[id^="${id}_"]`)
    .evaluateAll((elements) =>
      Object.fromEntries(
        elements.map((one) => [
          one.id,
          one.getAttribute('role') ?? one.getAttribute('type') ?? one.tagName.toLowerCase(),
        ]),
      ),
    );
}

async function fillField(form: Locator, field: Field, answer: unknown): Promise<unknown> {
  const { schema } = field;
  if (Array.isArray(answer)) {
    const items = schema['items'] as JsonSchema;
    if (!Array.isArray(items['enum'])) return fillRows(form, { ...field, schema: items }, answer);
    for (const one of answer) await at(form, `${field.id}-${items['enum'].indexOf(one)}`).check();
    return answer;
  }
  if (typeof answer === 'object' && answer !== null) return fillLevel(form, field, answer as Answers);
  await fillOne(at(form, field.id), field, answer);
  return answer;
}

/** If at least one row is required, it is there from the start. */
async function fillRows(
  form: Locator,
  { id, schema, kind }: Field,
  rows: readonly unknown[],
): Promise<unknown[]> {
  const shown = at(form, id).locator('> ol > li');
  const given: unknown[] = [];
  for (const [index, row] of rows.entries()) {
    if ((await shown.count()) <= index) await at(form, `${id}__add`).click();
    await shown.nth(index).waitFor();
    given.push(await fillField(form, { id: `${id}_${index}`, schema, kind }, row));
  }
  return given;
}

async function fillOne(place: Locator, { schema, kind }: Field, answer: unknown): Promise<void> {
  if (kind === 'select') await place.selectOption(String(answer));
  else if (kind === 'combobox') await choose(place, answer);
  else if (kind === 'checkbox') await place.setChecked(answer === true);
  else if (kind === 'radiogroup') await place.getByRole('radio').nth(placeOf(schema, answer)).check();
  else await place.fill(String(answer));
}

/** Opens the list, and takes the choice with this value. */
async function choose(place: Locator, answer: unknown): Promise<void> {
  await place.click();
  const list = await place.getAttribute('aria-controls');
  await place
    .page()
    .locator(`[id="${list}"] [data-value="${String(answer)}"]`)
    .click();
}

/** Yes is before No. */
function placeOf({ enum: choices }: JsonSchema, answer: unknown): number {
  return Array.isArray(choices) ? choices.indexOf(answer) : [true, false].indexOf(answer === true);
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return properties[name] ?? {};
}

function at(form: Locator, id: string): Locator {
  return form.locator(`[id="${id}"]`);
}
