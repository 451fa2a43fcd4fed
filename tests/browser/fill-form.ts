/** Fills in any form as a person does: finds each question by its label and types the answer of an example. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { parse } from 'yaml';
import { root } from './portal.ts';

export interface Question {
  readonly type?: string;
  readonly title?: string;
  readonly $ref?: string;
  readonly lookup?: string;
  readonly items?: Question;
  readonly properties?: Readonly<Record<string, Question>>;
  readonly 'ui:enumNames'?: readonly string[];
  readonly enum?: readonly unknown[];
}

export interface WrittenForm extends Question {
  readonly steps?: readonly { readonly title: string; readonly properties: readonly string[] }[];
  readonly examples?: readonly Answers[];
}

export type Answers = Readonly<Record<string, unknown>>;

/** @param name path below the configuration, without `.yaml` */
export function readWritten(name: string, directory = join(root, 'config')): Record<string, unknown> {
  return parse(readFileSync(join(directory, `${name}.yaml`), 'utf8')) as Record<string, unknown>;
}

/** The form `name` of the configuration, as its author wrote it. */
export function readForm(name: string, directory?: string): WrittenForm {
  return readWritten(`forms/${name}`, directory);
}

/** Answers every step in turn, up to the review page. */
export async function fillSteps(form: Locator, written: WrittenForm, answers: Answers): Promise<void> {
  const steps = written.steps ?? [];
  await leaveTaskList(form, steps);
  for (const { title, properties } of steps) {
    await form.getByRole('heading', { name: title, exact: true }).waitFor();
    await fillQuestions(form, written, only(answers, properties));
    await form.getByRole('button', { name: 'Continue' }).click();
  }
}

/** A long form opens with the list of its sections. */
export async function leaveTaskList(
  form: Locator,
  steps: readonly { readonly title: string }[],
): Promise<void> {
  const [first] = steps;
  if (steps.length > 4 && first !== undefined)
    await form.getByRole('button', { name: first.title, exact: true }).click();
}

/** Answers the questions in `part`, in the order of the answers. */
export async function fillQuestions(
  part: Locator,
  { properties = {} }: Question,
  answers: Answers,
): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) {
    const question = properties[name];
    if (question === undefined) throw new Error(`The form has no question ${name}.`);
    if (Array.isArray(answer) && isListOfRows(question)) await fillRows(part, question, answer as Answers[]);
    else if (isMapping(answer)) {
      const group = part.getByRole('group', { name: labelled(question.title ?? name) });
      await fillQuestions(group, resolve(question), answer);
    } else await answerOne(part.getByLabel(labelled(question.title ?? name)), question, answer);
  }
}

async function fillRows(part: Locator, question: Question, rows: readonly Answers[]): Promise<void> {
  const list = part.getByRole('group', { name: labelled(question.title ?? '') });
  const shown = list.getByRole('listitem');
  await list.getByRole('button', { name: /^Add / }).waitFor();
  for (const [index, answers] of rows.entries()) {
    // If at least one row is required, it is there from the start.
    if ((await shown.count()) <= index) await list.getByRole('button', { name: /^Add / }).click();
    await fillQuestions(shown.nth(index), resolve(question.items ?? {}), answers);
  }
}

async function answerOne(field: Locator, question: Question, answer: unknown): Promise<void> {
  const kind = await field.evaluate(
    (element) => element.getAttribute('role') ?? element.tagName.toLowerCase(),
  );
  if (kind === 'select') await field.selectOption(String(answer));
  else if (kind === 'combobox') await search(field, labelFor(question, answer));
  else if (kind === 'radiogroup') await field.getByLabel(wordFor(question, answer)).check();
  else if (typeof answer === 'boolean') await field.setChecked(answer);
  else {
    await field.fill(String(answer));
    // The thousands of numbers are grouped while somebody types.
    const shown = await field.inputValue();
    expect(typeof answer === 'number' ? shown.replaceAll(',', '') : ungrouped(shown)).toBe(String(answer));
  }
}

/** Types the label of a choice, and takes the first one found. */
async function search(field: Locator, label: string): Promise<void> {
  // A usual answer is already there, and Enter would then send the step.
  if ((await field.inputValue()) === label) return;
  await field.fill(label);
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe(label);
}

function labelFor(question: Question, answer: unknown): string {
  const index = question.enum?.indexOf(answer) ?? -1;
  if (question.lookup === undefined) return question['ui:enumNames']?.[index] ?? String(answer);
  const { rows } = readWritten(`lookups/${question.lookup}`) as {
    readonly rows: readonly { readonly value: string; readonly label: string }[];
  };
  return rows.find(({ value }) => value === answer)?.label ?? String(answer);
}

/** The text without the marks between its thousands; a text that is not an amount stays as it is. */
function ungrouped(text: string): string {
  return /^[\d,]+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
}

function isMapping(answer: unknown): answer is Answers {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}

function isListOfRows({ items }: Question): boolean {
  return items !== undefined && resolve(items).properties !== undefined;
}

function resolve(question: Question): Question {
  return question.$ref === undefined ? question : readForm(question.$ref);
}

/** The label of a choice; a lookup's label starts with the value here. */
function wordFor(question: Question, answer: unknown): RegExp {
  if (typeof answer === 'boolean') return answer ? /^Yes$/ : /^No$/;
  const index = question.enum?.indexOf(answer) ?? -1;
  if (index === -1) return new RegExp(`^${String(answer)}`, 'i');
  return new RegExp(`^${question['ui:enumNames']?.[index] ?? String(answer)}$`);
}

/** An optional question says so after its label. */
function labelled(title: string): RegExp {
  return new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}( \\(optional\\))?$`);
}

function only(answers: Answers, names: readonly string[]): Answers {
  return Object.fromEntries(names.flatMap((name) => (name in answers ? [[name, answers[name]]] : [])));
}
